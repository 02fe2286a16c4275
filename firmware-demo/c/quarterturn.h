/* Solves the 3x3x3 cube on a microcontroller, in memory that the caller owns: no heap and no other
 * library. It cannot abort: code that could would not link. One thread at a time may use a solver. */
#ifndef QUARTERTURN_H
#define QUARTERTURN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of memory for a solver, aligned to 8. */
#define QUARTERTURN_MEMORY 27000

/* Longest solution, in quarter turns. */
#define QUARTERTURN_MOVES 40

/* Longest text of a solution, its zero byte included. */
#define QUARTERTURN_TEXT (3 * QUARTERTURN_MOVES)

enum quarterturn_status {
    QUARTERTURN_RUNNING = 0, /* step again */
    QUARTERTURN_SOLVED = 1,
    QUARTERTURN_FAILED = 2, /* no solution within the effort, or nothing was started */
    QUARTERTURN_INVALID = 3 /* the text is not a possible cube */
};

/* The effort for a cube, and the moves that the robot cannot make. */
struct quarterturn_effort {
    uint32_t width;        /* states kept per depth by the first beam, at most 256 */
    uint32_t max_length;   /* longest solution wanted, in quarter turns */
    uint32_t attempts;     /* beams for a first solution */
    uint32_t improvements; /* further beams for a shorter one */
    uint32_t evaluations;  /* of the network, in all */
    uint32_t forbidden;    /* moves that the robot cannot make, a bit each; the face's place in
                              U R F D L B times two, plus one if anticlockwise, is the bit's number:
                              3 << 6 for a robot without D. It needs a larger max_length, best 40 */
};

/* Every pointer may be NULL, with the effect described below. Any other pointer must point to as much memory as
 * is described, and a solver must come from quarterturn_new. The calls may be made in any order and any number of
 * times: before a cube was started, or after an invalid cube, there is nothing to step and no solution. */
struct quarterturn;

/* The network inside the library; it stays in flash. */
extern const uint8_t quarterturn_weights[];
extern const size_t quarterturn_weights_length;

/* Makes a solver in `memory`, which must hold QUARTERTURN_MEMORY bytes, and must neither move nor be used
 * otherwise while the solver is in use. `weights` are read in place. NULL: the memory is too small, badly
 * aligned or NULL, or the weights are damaged, NULL or not a network for this cube and memory. Memory that is
 * too small or badly aligned is left alone. Called again with the same memory, it makes a fresh solver there. */
struct quarterturn *quarterturn_new(void *memory, size_t bytes, const uint8_t *weights, size_t length);

/* Starts on a cube given as 54 facelets (faces U R F D L B, row by row, any six symbols) or as moves
 * from the solved cube; an earlier cube is dropped. `effort` may be NULL: 128 wide, at most 29 moves,
 * 96 beams, none forbidden. A width outside of 1 to 256 and a length above 40 count as the nearest possible value;
 * with no beams or a length of 0 only solved cubes are solved. If the cube is invalid, the error is written to
 * `reason` unless that is NULL: as many whole words as `room` bytes hold with a zero byte, none if `room` is 0. If
 * the cube is valid, `reason` is empty. A cube that is NULL or not UTF-8 is invalid. FAILED if `solver` is NULL. */
enum quarterturn_status quarterturn_start(struct quarterturn *solver, const char *cube,
                                          const struct quarterturn_effort *effort,
                                          char *reason, size_t room);

/* Continues the search for about `evaluations` evaluations; 0 does nothing. When the search is over, every call
 * returns how it ended. FAILED if nothing was started or `solver` is NULL. */
enum quarterturn_status quarterturn_step(struct quarterturn *solver, uint32_t evaluations);

/* Copies the solution, as far as it fits, and returns its length. Moves are quarter turns, each twice the
 * face in the order U R F D L B, plus one if it is anticlockwise. 0 if there is none, the cube is solved or
 * `solver` is NULL. Nothing is copied to a `moves` that is NULL. */
size_t quarterturn_moves(const struct quarterturn *solver, uint8_t *moves, size_t room);

/* Writes the solution in WCA notation, in which U2 is one move, or U U where the other direction is
 * forbidden: as many whole moves as `room` bytes hold with a zero byte, nothing if `room` is 0 or `text`
 * NULL. Returns the bytes that the whole text takes, its zero byte included, at most QUARTERTURN_TEXT: if
 * that is more than `room`, moves are missing. Without a solution, or if `solver` is NULL, the text is
 * empty. */
size_t quarterturn_text(const struct quarterturn *solver, char *text, size_t room);

/* Evaluations that the search has used so far; 0 if nothing was started or `solver` is NULL. */
uint32_t quarterturn_evaluations(const struct quarterturn *solver);

/* The self-test: a number computed from `states` evaluations and one short search. It is the same on every machine
 * that computes correctly. It ends a search that is running. 0 if `solver` is NULL. */
uint64_t quarterturn_test(struct quarterturn *solver, uint16_t states);

#ifdef __cplusplus
}
#endif

#endif
