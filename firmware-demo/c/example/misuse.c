/* Every call of the library with null pointers, too little memory and in the wrong order, beside buffers whose
 * surroundings must stay as they are. Runs on a PC, under the sanitizers of the C compiler. */
#include "quarterturn.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(fact)                                                        \
    do {                                                                   \
        if (!(fact)) {                                                     \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #fact);     \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

#define AROUND 64
#define FILL 0xa5

/* The C compiler guards what it compiles; this also guards what the library writes. */
static struct {
    uint8_t before[AROUND];
    uint64_t solver[QUARTERTURN_MEMORY / 8];
    uint8_t between[AROUND];
    char text[QUARTERTURN_TEXT];
    uint8_t after[AROUND];
} memory;

static int filled(const void *bytes, size_t count)
{
    const uint8_t *byte = bytes;
    while (count > 0 && *byte == FILL)
        byte++, count--;
    return count == 0;
}

static int guarded(void)
{
    return filled(memory.before, AROUND) && filled(memory.between, AROUND) && filled(memory.after, AROUND);
}

static struct quarterturn *fresh(void)
{
    return quarterturn_new(memory.solver, sizeof memory.solver, quarterturn_weights,
                           quarterturn_weights_length);
}

static enum quarterturn_status solve(struct quarterturn *solver, const char *cube)
{
    enum quarterturn_status status = quarterturn_start(solver, cube, NULL, NULL, 0);
    while (status == QUARTERTURN_RUNNING)
        status = quarterturn_step(solver, 64);
    return status;
}

static void no_solver(void)
{
    uint8_t moves[1] = {FILL};
    char text[4] = "abc";

    CHECK(quarterturn_start(NULL, "R", NULL, text, sizeof text) == QUARTERTURN_FAILED);
    CHECK(text[0] == 0);
    CHECK(quarterturn_start(NULL, NULL, NULL, NULL, 9) == QUARTERTURN_FAILED);
    CHECK(quarterturn_step(NULL, 8) == QUARTERTURN_FAILED);
    CHECK(quarterturn_moves(NULL, moves, sizeof moves) == 0 && moves[0] == FILL);
    strcpy(text, "abc");
    CHECK(quarterturn_text(NULL, text, sizeof text) == 1 && text[0] == 0);
    CHECK(quarterturn_text(NULL, NULL, 9) == 1);
    CHECK(quarterturn_evaluations(NULL) == 0);
    CHECK(quarterturn_test(NULL, 10) == 0);
}

static void no_memory(void)
{
    const uint8_t *weights = quarterturn_weights;
    size_t length = quarterturn_weights_length;
    char *bytes = (char *)memory.solver;
    uint8_t *damaged = malloc(length);

    CHECK(quarterturn_new(NULL, sizeof memory.solver, weights, length) == NULL);
    for (size_t off = 1; off < 8; off++)
        CHECK(quarterturn_new(bytes + off, sizeof memory.solver - off, weights, length) == NULL);
    for (size_t size = 0; size < 20000; size += 1000)
        CHECK(quarterturn_new(bytes, size, weights, length) == NULL);
    CHECK(quarterturn_new(bytes, sizeof memory.solver, NULL, length) == NULL);
    /* Nothing was touched until here. */
    CHECK(filled(&memory, sizeof memory));

    CHECK(quarterturn_new(bytes, sizeof memory.solver, weights, 0) == NULL);
    CHECK(quarterturn_new(bytes, sizeof memory.solver, weights, length - 1) == NULL);
    CHECK(quarterturn_new(bytes, sizeof memory.solver, weights, SIZE_MAX) == NULL);
    CHECK(damaged != NULL);
    memcpy(damaged, weights, length);
    damaged[length / 2] ^= 1;
    CHECK(quarterturn_new(bytes, sizeof memory.solver, damaged, length) == NULL);
    free(damaged);
}

/* Nothing was started, or no cube. */
static void idle(struct quarterturn *solver)
{
    uint8_t moves[QUARTERTURN_MOVES];

    CHECK(quarterturn_step(solver, 8) == QUARTERTURN_FAILED);
    CHECK(quarterturn_step(solver, 0) == QUARTERTURN_FAILED);
    CHECK(quarterturn_moves(solver, moves, sizeof moves) == 0);
    CHECK(quarterturn_text(solver, memory.text, sizeof memory.text) == 1 && memory.text[0] == 0);
    CHECK(quarterturn_evaluations(solver) == 0);
}

static void wrong_order(void)
{
    struct quarterturn *solver = fresh();

    CHECK(solver != NULL);
    idle(solver);
    CHECK(quarterturn_start(solver, "R Q", NULL, memory.text, sizeof memory.text) == QUARTERTURN_INVALID);
    CHECK(strstr(memory.text, "'Q' is not a move") == memory.text);
    idle(solver);
    CHECK(quarterturn_start(solver, NULL, NULL, NULL, 9) == QUARTERTURN_INVALID);
    CHECK(quarterturn_start(solver, "R \xff", NULL, memory.text, 0) == QUARTERTURN_INVALID);
    idle(solver);

    /* Two starts: the second one counts. */
    CHECK(quarterturn_start(solver, "R U F2 L D", NULL, NULL, 0) == QUARTERTURN_RUNNING);
    CHECK(quarterturn_step(solver, 1) == QUARTERTURN_RUNNING);
    CHECK(quarterturn_step(solver, 0) == QUARTERTURN_RUNNING);
    CHECK(solve(solver, "R U") == QUARTERTURN_SOLVED);
    quarterturn_text(solver, memory.text, sizeof memory.text);
    CHECK(strcmp(memory.text, "U' R'") == 0);
    /* Over is over, as often as it is asked. */
    CHECK(quarterturn_step(solver, 8) == QUARTERTURN_SOLVED);
    CHECK(quarterturn_step(solver, UINT32_MAX) == QUARTERTURN_SOLVED);

    uint64_t signature = quarterturn_test(solver, 3);
    CHECK(signature != 0);
    idle(solver);
    CHECK(quarterturn_start(solver, "R U", NULL, NULL, 0) == QUARTERTURN_RUNNING);
    CHECK(quarterturn_test(solver, 3) == signature);
    idle(solver);
    CHECK(fresh() == solver);
    idle(solver);
}

static void odd_efforts(void)
{
    struct quarterturn *solver = fresh();
    struct quarterturn_effort all = {UINT32_MAX, UINT32_MAX, UINT32_MAX, 0, 200, 0};
    struct quarterturn_effort none = {0, 0, 0, 0, 0, UINT32_MAX};
    enum quarterturn_status status = quarterturn_start(solver, "R U F2 L D B R U", &all, NULL, 0);

    while (status == QUARTERTURN_RUNNING)
        status = quarterturn_step(solver, UINT32_MAX);
    CHECK(quarterturn_evaluations(solver) <= 200);
    quarterturn_start(solver, "R U", &none, NULL, 0);
    CHECK(quarterturn_step(solver, 8) == QUARTERTURN_FAILED);
    none.attempts = 1;
    quarterturn_start(solver, "R R'", &none, NULL, 0);
    CHECK(quarterturn_step(solver, 8) == QUARTERTURN_SOLVED);
    CHECK(quarterturn_moves(solver, NULL, 0) == 0);
}

/* Text and moves with every room from nothing to enough. */
static void rooms(void)
{
    struct quarterturn *solver = fresh();
    char whole[QUARTERTURN_TEXT];
    uint8_t moves[QUARTERTURN_MOVES];

    CHECK(solve(solver, "R U F2 L' D") == QUARTERTURN_SOLVED);
    size_t needed = quarterturn_text(solver, whole, sizeof whole);
    size_t length = quarterturn_moves(solver, moves, sizeof moves);
    CHECK(needed == strlen(whole) + 1 && length == 6);
    CHECK(quarterturn_text(solver, NULL, 9) == needed && quarterturn_moves(solver, NULL, 9) == length);
    for (size_t room = 0; room <= needed; room++) {
        memset(memory.text, FILL, sizeof memory.text);
        CHECK(quarterturn_text(solver, memory.text, room) == needed);
        CHECK(filled(memory.text + room, sizeof memory.text - room));
        if (room == 0)
            continue;
        size_t used = strlen(memory.text);
        CHECK(used < room && strncmp(memory.text, whole, used) == 0);
        CHECK(used == 0 || whole[used] == ' ' || whole[used] == 0);
        /* The next move would not have fitted. */
        if (used + 1 < needed) {
            size_t next = used + (used > 0);
            CHECK(next + strcspn(whole + next, " ") >= room);
        }
    }
    for (size_t room = 0; room <= length; room++) {
        memset(memory.text, FILL, sizeof memory.text);
        CHECK(quarterturn_moves(solver, (uint8_t *)memory.text, room) == length);
        CHECK(memcmp(memory.text, moves, room) == 0);
        CHECK(filled(memory.text + room, sizeof memory.text - room));
    }
    for (size_t room = 0; room < sizeof memory.text; room++) {
        memset(memory.text, FILL, sizeof memory.text);
        CHECK(quarterturn_start(solver, "R ’’ Ж", NULL, memory.text, room) == QUARTERTURN_INVALID);
        CHECK(filled(memory.text + room, sizeof memory.text - room));
        CHECK(room == 0 || strlen(memory.text) < room);
    }
}

int main(void)
{
    memset(&memory, FILL, sizeof memory);
    no_solver();
    no_memory();
    wrong_order();
    CHECK(guarded());
    odd_efforts();
    CHECK(guarded());
    rooms();
    CHECK(guarded());
    puts("misuse does no harm");
    return 0;
}
