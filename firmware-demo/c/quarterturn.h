/* Solves the 3x3x3 cube on a microcontroller, in memory that the caller owns: no heap, no other
 * library, and no panic: code that could abort would not link. One solver may be used by one thread at a time. */
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
    QUARTERTURN_INVALID = 3 /* there is no such cube */
};

/* What a cube is worth, and what the robot cannot do. */
struct quarterturn_effort {
    uint32_t width;        /* states kept per depth by the first beam, at most 256 */
    uint32_t max_length;   /* longest solution wanted, in quarter turns */
    uint32_t attempts;     /* beams for a first solution */
    uint32_t improvements; /* further beams for a shorter one */
    uint32_t evaluations;  /* of the network, in all */
    uint32_t forbidden;    /* moves that the robot cannot make, a bit each; the face's place in
                              U R F D L B times two, plus one if anticlockwise, is the bit's number:
                              3 << 6 for a robot without D. It wants more length, 40 at best */
};

/* Every pointer may be NULL, with the effect said below; any other must point to as much as is said, and
 * a solver must come from quarterturn_new. The calls may be made in any order and any number of times:
 * without a cube that was started, or after one that is invalid, there is nothing to step and no solution. */
struct quarterturn;

/* The network that the library brings with it; it stays in flash. */
extern const uint8_t quarterturn_weights[];
extern const size_t quarterturn_weights_length;

/* Makes a solver in `memory`, which must neither move nor be used otherwise while the solver is, and
 * must hold QUARTERTURN_MEMORY bytes. `weights` are read in place. NULL: the memory is too small, badly
 * aligned or NULL, or the weights are damaged, NULL or not a network for this cube and memory. Memory that is
 * too small or badly aligned is left alone. Called again with the same memory, it makes a fresh solver there. */
struct quarterturn *quarterturn_new(void *memory, size_t bytes, const uint8_t *weights, size_t length);

/* Starts on a cube given as 54 facelets (faces U R F D L B, row by row, any six symbols) or as moves
 * from the solved cube; what was started before is forgotten. `effort` may be NULL: 128 wide, at most 29
 * moves, 96 beams, none forbidden; a width beyond 1 to 256 and a length above 40 are taken as the nearest,
 * no beam and no length leave only solved cubes. An invalid cube's fault is written to `reason` if that is
 * not NULL: as many whole words as `room` bytes hold with a zero byte, none if `room` is 0; otherwise
 * `reason` is empty. A cube that is NULL or not UTF-8 is invalid. FAILED if `solver` is NULL. */
enum quarterturn_status quarterturn_start(struct quarterturn *solver, const char *cube,
                                          const struct quarterturn_effort *effort,
                                          char *reason, size_t room);

/* Searches on for about `evaluations` evaluations; 0 does nothing. When the search is over it says how it
 * ended, as often as it is asked. FAILED if nothing was started or `solver` is NULL. */
enum quarterturn_status quarterturn_step(struct quarterturn *solver, uint32_t evaluations);

/* Copies the solution, as far as there is room, and returns its length: quarter turns, each twice the
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

/* The self-test: a number over `states` evaluations and one short search that is the same on every
 * machine that computes the same. It ends a search that is running. 0 if `solver` is NULL. */
uint64_t quarterturn_test(struct quarterturn *solver, uint16_t states);

#ifdef __cplusplus
}
#endif

#endif
