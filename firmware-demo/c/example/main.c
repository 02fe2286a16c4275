/* A robot in C: solves a cube and turns the answer into steps of six motors, one a face. */
#include "board.h"
#include "quarterturn.h"

/* The library is compiled with the same numbers. */
typedef char fields[offsetof(struct quarterturn_effort, forbidden) == 20 ? 1 : -1];
typedef char size[sizeof(struct quarterturn_effort) == 24 ? 1 : -1];
typedef char limits[QUARTERTURN_MOVES == 40 && QUARTERTURN_INVALID == 3 ? 1 : -1];

/* A stepper motor of 200 steps a turn, driven in sixteenths of a step. */
#define STEPS_PER_QUARTER_TURN (200 * 16 / 4)

static uint64_t memory[QUARTERTURN_MEMORY / sizeof(uint64_t)];

/* Where a real robot pulses the motor's driver. */
static void motor(char face, int steps)
{
    char name[] = {face, steps < 0 ? '-' : '+', 0};
    board_print(name);
    board_number((unsigned)(steps < 0 ? -steps : steps), 10);
    board_print(" ");
}

static void turn(uint8_t move)
{
    motor("URFDLB"[move / 2], move % 2 ? -STEPS_PER_QUARTER_TURN : STEPS_PER_QUARTER_TURN);
}

/* Returns whether there is such a cube and it was solved. */
static int solve(struct quarterturn *solver, const char *cube,
                 const struct quarterturn_effort *effort)
{
    char text[QUARTERTURN_TEXT];
    uint8_t moves[QUARTERTURN_MOVES];
    enum quarterturn_status status = quarterturn_start(solver, cube, effort, text, sizeof text);

    if (status == QUARTERTURN_INVALID) {
        board_print("invalid: ");
        board_print(text);
        board_print("\n");
        return 0;
    }
    while (status == QUARTERTURN_RUNNING)
        status = quarterturn_step(solver, 8); /* here feed the watchdog */
    if (status != QUARTERTURN_SOLVED)
        return 0;
    quarterturn_text(solver, text, sizeof text);
    board_print("solution ");
    board_print(text);
    board_print("\nevaluations ");
    board_number(quarterturn_evaluations(solver), 10);
    board_print("\nmotors ");
    size_t count = quarterturn_moves(solver, moves, sizeof moves);
    for (size_t i = 0; i < count; i++)
        turn(moves[i]);
    board_print("\n");
    return 1;
}

/* A robot that cannot turn U anticlockwise. */
static const struct quarterturn_effort no_u = {
    .width = 128, .max_length = 40, .attempts = 96, .evaluations = 10000, .forbidden = 1u << 1};

int main(void)
{
    struct quarterturn *solver =
        quarterturn_new(memory, sizeof memory, quarterturn_weights, quarterturn_weights_length);

    if (solver == NULL)
        return 1;
    uint64_t signature = quarterturn_test(solver, 1000);
    board_print("signature ");
    board_number((uint32_t)(signature >> 32), 16);
    board_number((uint32_t)signature, 16);
    board_print("\n");
    if (solve(solver, "R Q", NULL))
        return 1;
    return !solve(solver, "R U F2", NULL) || !solve(solver, "R U F2", &no_u);
}
