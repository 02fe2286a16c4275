/* Solves the 3x3x3 cube on a PC: about 22 quarter turns for a random cube, in half a second on two
 * cores. It also solves other puzzles. The networks are inside the library: no file, no download. For a
 * microcontroller without a heap or an operating system use quarterturn.h.
 *
 * No call ends the program, unless memory runs out. Several threads may use a solver at once. Each search
 * uses all processors, or the number in the environment variable RAYON_NUM_THREADS. */
#ifndef QUARTERTURN_HOST_H
#define QUARTERTURN_HOST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Structures begin with their size: fields that a later version adds are zero for programs of this one. Set all
 * fields that you do not use to zero. Texts are UTF-8 with a 0 at their end. */

enum quarterturn_host_status {
    QUARTERTURN_HOST_SOLVED = 0,
    QUARTERTURN_HOST_INVALID = 1,  /* the text is not a possible state */
    QUARTERTURN_HOST_UNSOLVED = 2, /* no solution within the limits */
    QUARTERTURN_HOST_MISUSE = 3,   /* a NULL, a text that is not UTF-8, a setting that is refused, too little room */
    QUARTERTURN_HOST_INTERNAL = 4  /* a bug in the library */
};

/* A solver. */
struct quarterturn_host;

/* What a solver is made of. */
struct quarterturn_host_options {
    size_t size;             /* sizeof(struct quarterturn_host_options) */
    const char *puzzle;      /* "cube3-htm", "cube2", "puzzle15", "lightsout7" and so on, as `quarterturn solve --help`
                                lists them, or the path of a file that defines a puzzle. NULL: "cube3", the 3x3x3 cube
                                in quarter turns */
    const void *definition;  /* instead, the bytes of such a file. NULL: none */
    size_t definition_size;  /* how many */
    const char *model;       /* a network inside the library, the path of a weight file, or "bound" for the puzzle's own
                                lower bound where it has one. NULL: the library's network for the puzzle. Puzzles
                                without one, such as "lightsout5", are then solved exactly */
    size_t memory;           /* bytes that all searches of the solver hold at once, at most. 0: half of what is free,
                                4 GiB at most */
};

/* The version of the library, such as "0.1.0". */
const char *quarterturn_host_version(void);

/* Makes a solver, which takes a few milliseconds and megabytes. `options` may be NULL: all of them zero. NULL where
 * there is no such puzzle or model, or where they do not fit each other: `quarterturn_host_error` says which. */
struct quarterturn_host *quarterturn_host_open(const struct quarterturn_host_options *options);

/* Frees the solver. NULL does nothing. */
void quarterturn_host_free(struct quarterturn_host *solver);

/* Why the last call of this thread that opens or solves failed, with a hint; empty if it did not. The text belongs to
 * the library and is valid until the thread's next call of that kind. */
const char *quarterturn_host_error(void);

/* A stable name of that error, for programs: "unknown-puzzle", "misuse", "time" and so on. */
const char *quarterturn_host_error_code(void);

/* A flag that stops searches. Any thread may set it, also while they run. */
struct quarterturn_host_flag;
struct quarterturn_host_flag *quarterturn_host_flag_new(void);
void quarterturn_host_flag_set(const struct quarterturn_host_flag *flag, int raised);
void quarterturn_host_flag_free(struct quarterturn_host_flag *flag);

/* How to solve a state. Requests may run at once on one solver; they share its network, its tables and its memory. */
struct quarterturn_host_request {
    size_t size;                /* sizeof(struct quarterturn_host_request) */
    const char *settings;       /* pairs such as "time_limit=0.5 width=4096", with spaces, commas or semicolons between
                                   them. The names are those of docs/reference/options.md, with _ in place of -. With
                                   a time limit all of the time is used to find shorter solutions. NULL: none */
    const char *target;         /* the state to reach instead of the solved one. NULL: that one */
    const struct quarterturn_host_flag *flag; /* stops this search. NULL: nothing does */
    void *user;                 /* goes to the functions below, which a thread of the library calls, one at a time.
                                   The search waits for them. They must return, and not by longjmp or an exception */
    void (*better)(void *user, double seconds, uint32_t length, const char *moves); /* a better solution was found. The
                                   text is valid during the call. NULL: none */
    void (*progress)(void *user, double seconds, double share, uint64_t nodes); /* ten times a second at most; `share`
                                   is the part of the time limit that is over, or -1 without one. NULL: none */
};

/* What was found. */
struct quarterturn_host_result {
    size_t size;            /* sizeof(struct quarterturn_host_result), before the call */
    double seconds;         /* how long the search took */
    uint64_t nodes;         /* states that it made */
    uint32_t length;        /* of the solution, in moves of the puzzle: quarter turns, half turns, slides */
    uint32_t quarter_turns; /* of a cube's solution; else 0 */
    uint32_t half_turns;    /* the same, half turns counted as one */
    uint32_t optimal;       /* 1 where it is proven that no solution is shorter, else 0 */
};

/* Solves a state. A cube is 54 facelets (faces U R F D L B, row by row, any six symbols) or moves from the solved
 * cube; states of other puzzles are read as on the command line. A solution has been replayed before it is returned.
 * That of a solved cube has no moves. Where the status is not SOLVED, `quarterturn_host_error` says why.
 *
 * `request` may be NULL: all of it zero. `result` may be NULL.
 *
 * The solution goes to your own room, as numbers and as text with a 0 at its end. Either may be NULL. A quarter turn
 * of the cube has twice the place of its face in the order U R F D L B as its number, plus one if it is
 * anticlockwise; moves of other puzzles are numbered in the order in which the puzzle lists them. In the text of a
 * cube, in WCA notation, U2 is one move. Solutions of cubes have at most 100 moves, of the 15-puzzle 128, of the
 * 48-puzzle, the longest, 1200 moves; each takes 5 bytes of the text at most, except where a file names moves. Where
 * there is too little room nothing is written, and the error says how much is wanted (the code is "no-room"). */
enum quarterturn_host_status quarterturn_host_solve(const struct quarterturn_host *solver, const char *state,
                                                    const struct quarterturn_host_request *request, uint8_t *moves,
                                                    size_t moves_size, char *text, size_t text_size,
                                                    struct quarterturn_host_result *result);

/* Solves many states, one on each processor at a time, which takes less time than one after the other. `tell` is called
 * for each of them, also for those that are refused, as soon as its answer is there: one call at a time, on any thread.
 * It gets the place of the state in `states`, and the moves as text and the result; or the reason and NULL, and
 * `quarterturn_host_error_code` has the code. They are valid during the call. It must return as `better` must.
 *
 * Returns SOLVED if all states are, else the status of the first in `states` that is not, and `quarterturn_host_error`
 * says why. A flag stops all searches: the states that are left are told of as not solved. */
enum quarterturn_host_status quarterturn_host_solve_many(
    const struct quarterturn_host *solver, const char *const *states, size_t count,
    const struct quarterturn_host_request *request, void *user,
    void (*tell)(void *user, size_t nth, enum quarterturn_host_status status, const char *text_or_why,
                 const struct quarterturn_host_result *result));

#ifdef __cplusplus
}
#endif

#endif
