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

/* Longest solution, in moves. The limit depends on the puzzle: 100 moves for cubes, 128 for the 15-puzzle,
 * 1200 for the 48-puzzle. */
#define QUARTERTURN_HOST_MOVES 1200

/* Bytes of a text with the 0 at its end. */
#define QUARTERTURN_HOST_TEXT 6144

enum quarterturn_host_status {
    QUARTERTURN_HOST_SOLVED = 0,
    QUARTERTURN_HOST_INVALID = 1,  /* the text is not a possible state */
    QUARTERTURN_HOST_UNSOLVED = 2, /* no solution within the limits */
    QUARTERTURN_HOST_MISUSE = 3,   /* a NULL, a text that is not UTF-8, an invalid limit */
    QUARTERTURN_HOST_INTERNAL = 4  /* a bug in the library */
};

struct quarterturn_host;

/* How long to search. All zero is a good start. */
struct quarterturn_host_limits {
    double seconds;         /* all of this time is used to find shorter solutions; 0: no limit,
                               and one search with `width` */
    uint32_t target_length; /* a solution of at most this length ends the search at once; 0: none */
    uint32_t width;         /* states kept at each depth, at most 1048576: more is slower and finds shorter
                               solutions. 0: the network's default (24576 for the 3x3x3 cube), or 512 at
                               first if `seconds` is set. Without a network it has no effect */
};

/* About 13 kB. */
struct quarterturn_host_answer {
    uint32_t length;                        /* in moves of the puzzle: quarter turns, half turns, slides */
    uint8_t moves[QUARTERTURN_HOST_MOVES];  /* quarter turns: each twice the face in the order U R F D L
                                               B, plus one if it is anticlockwise */
    char text[QUARTERTURN_HOST_TEXT];       /* the solution; for cubes in WCA notation, in which U2 is one move */
    char message[QUARTERTURN_HOST_TEXT];    /* why there is no solution, with a hint; cut off if too long */
};

/* The version of the library, such as "0.1.0". */
const char *quarterturn_host_version(void);

/* Makes a solver of the 3x3x3 cube in quarter turns, which takes a few milliseconds and megabytes. NULL only
 * after a bug in the library. */
struct quarterturn_host *quarterturn_host_new(void);

/* Makes a solver of another puzzle of the library: "cube3-htm", "cube2", "puzzle15", "lightsout7" and so on,
 * as `quarterturn solve --help` lists them. `model` is an embedded network or the path of a weight file, "bound"
 * for the puzzle's own lower bound where it has one, or NULL for the embedded network of the puzzle in its
 * metric. Puzzles without a network, such as "lightsout5", are then solved exactly. NULL if there is no such
 * puzzle or model, or if they do not fit each other: `quarterturn_host_error` says which. */
struct quarterturn_host *quarterturn_host_new_for(const char *puzzle, const char *model);

/* Why the last solver that this thread asked for is NULL, or the last request of this thread failed; empty if
 * it did not. The text belongs to the library and is valid until the thread's next call of that kind. */
const char *quarterturn_host_error(void);

/* A stable name of that error, for programs: "unknown-puzzle", "misuse", "time" and so on. */
const char *quarterturn_host_error_code(void);

/* Solves a cube given as 54 facelets (faces U R F D L B, row by row, any six symbols) or as moves from
 * the solved cube. `limits` may be NULL, which means all zero. `answer` is always written, unless it
 * is NULL, which is misuse like the other NULLs. A solution has been replayed before it is returned; the solution
 * of a solved cube has no moves. States of other puzzles are read as on the command line, and their `moves` are
 * numbers in the order in which the puzzle lists its moves. */
enum quarterturn_host_status quarterturn_host_solve(const struct quarterturn_host *solver, const char *cube,
                                                    const struct quarterturn_host_limits *limits,
                                                    struct quarterturn_host_answer *answer);

/* The functions from here on say more and take more. Structures begin with their size: fields that a later version
 * adds are zero for programs of this one. Set all fields that you do not use to zero. */

/* What a solver is made of. */
struct quarterturn_host_options {
    size_t size;             /* sizeof(struct quarterturn_host_options) */
    const char *puzzle;      /* a puzzle's name, or the path of a file that defines one. NULL: "cube3" */
    const void *definition;  /* instead, the bytes of such a file. NULL: none */
    size_t definition_size;  /* how many */
    const char *model;       /* as in quarterturn_host_new_for */
    size_t memory;           /* bytes that all searches of the solver hold at once, at most. 0: half of what is free,
                                4 GiB at most */
};

/* Makes a solver. NULL where it cannot be made. */
struct quarterturn_host *quarterturn_host_open(const struct quarterturn_host_options *options);

/* A flag that stops searches. Any thread may set it, also while they run. */
struct quarterturn_host_flag;
struct quarterturn_host_flag *quarterturn_host_flag_new(void);
void quarterturn_host_flag_set(const struct quarterturn_host_flag *flag, int raised);
void quarterturn_host_flag_free(struct quarterturn_host_flag *flag);

/* How to solve one state. Requests may run at once on one solver; they share its network, its tables and its memory. */
struct quarterturn_host_request {
    size_t size;                /* sizeof(struct quarterturn_host_request) */
    double seconds;             /* as in quarterturn_host_limits */
    uint64_t nodes;             /* states made at most. 0: no limit */
    size_t memory;              /* bytes that the search holds at most. 0: what the solver may hold */
    uint32_t target_length;     /* as in quarterturn_host_limits */
    uint32_t width;             /* as there; refused where the search is no beam */
    const char *search;         /* "beam", "bwas", "bidirectional" and so on. NULL: the usual one */
    const char *target;         /* the state to reach instead of the solved one. NULL: that one */
    const struct quarterturn_host_flag *flag; /* stops this search. NULL: nothing does */
    void *user;                 /* goes to the functions below, which a thread of the library calls, one at a time.
                                   The search waits for them. They must return, and not by longjmp or an exception */
    void (*better)(void *user, double seconds, uint32_t length); /* a better solution was found. NULL: none */
    void (*progress)(void *user, double seconds, double share, uint64_t nodes); /* ten times a second at most; `share`
                                   is the part of the time limit that is over, or -1 without one. NULL: none */
};

/* What was found. */
struct quarterturn_host_result {
    size_t size;            /* sizeof(struct quarterturn_host_result), before the call */
    double seconds;         /* how long the search took */
    uint64_t nodes;         /* states that it made */
    uint32_t length;        /* of the solution, in moves of the puzzle */
    uint32_t quarter_turns; /* of a cube's solution; else 0 */
    uint32_t half_turns;    /* the same, half turns counted as one */
    uint32_t optimal;       /* 1 where it is proven that no solution is shorter, else 0 */
};

/* Solves a state into your own room: the moves by number, and the solution as text with a 0 at its end. Either may be
 * NULL. Where there is too little room nothing is written, and the error says how much is wanted (the code is "no-room").
 * `result` may be NULL. Where the status is not SOLVED, quarterturn_host_error says why. */
enum quarterturn_host_status quarterturn_host_request(const struct quarterturn_host *solver, const char *state,
                                                      const struct quarterturn_host_request *request, uint8_t *moves,
                                                      size_t moves_size, char *text, size_t text_size,
                                                      struct quarterturn_host_result *result);

/* Frees the solver. NULL does nothing. */
void quarterturn_host_free(struct quarterturn_host *solver);

#ifdef __cplusplus
}
#endif

#endif
