/* Requests from C: options, room, callbacks, flags and errors. Prints nothing; ends with the line that failed. */
#include <quarterturn_host.h>
#include <string.h>

#define CHECK(fact)      \
    do {                 \
        if (!(fact))     \
            return __LINE__ % 256; \
    } while (0)

static uint32_t best;
static int told;

static void better(void *user, double seconds, uint32_t length)
{
    if (seconds >= 0 && *(int *)user == 7)
        best = length;
}

static void progress(void *user, double seconds, double share, uint64_t nodes)
{
    (void)nodes;
    if (*(int *)user == 7 && seconds >= 0 && share >= 0 && share <= 1)
        told++;
}

int main(void)
{
    static const char ring[] = "turn:=(1,2,3,4,5); swap:=(1,2);";
    struct quarterturn_host_options options = {.size = sizeof options, .definition = ring, .definition_size = sizeof ring - 1};
    struct quarterturn_host *solver = quarterturn_host_open(&options);
    struct quarterturn_host_request request = {.size = sizeof request};
    struct quarterturn_host_result result = {.size = sizeof result};
    uint8_t moves[200];
    char text[1000];
    CHECK(solver != NULL);
    CHECK(quarterturn_host_request(solver, "turn swap", &request, moves, sizeof moves, text, sizeof text, &result) == QUARTERTURN_HOST_SOLVED);
    CHECK(result.length == 2 && strcmp(text, "swap turn'") == 0 && result.half_turns == 0 && result.optimal == 1);
    CHECK(quarterturn_host_request(solver, "turn swap", &request, moves, 1, NULL, 0, &result) == QUARTERTURN_HOST_MISUSE);
    CHECK(strcmp(quarterturn_host_error_code(), "no-room") == 0);
    CHECK(quarterturn_host_request(solver, "turn swap", &request, NULL, 0, NULL, 0, NULL) == QUARTERTURN_HOST_SOLVED);
    CHECK(quarterturn_host_error_code()[0] == 0);
    CHECK(quarterturn_host_request(solver, "turn flip", &request, NULL, 0, NULL, 0, NULL) == QUARTERTURN_HOST_INVALID);
    CHECK(strcmp(quarterturn_host_error_code(), "unknown-move") == 0);
    request.search = "nothing";
    CHECK(quarterturn_host_request(solver, "turn", &request, NULL, 0, NULL, 0, NULL) == QUARTERTURN_HOST_MISUSE);
    request.size = 3;
    CHECK(quarterturn_host_request(solver, "turn", &request, NULL, 0, NULL, 0, NULL) == QUARTERTURN_HOST_MISUSE);
    quarterturn_host_free(solver);

    options.definition = "Once upon a time";
    options.definition_size = 16;
    CHECK(quarterturn_host_open(&options) == NULL);
    CHECK(strcmp(quarterturn_host_error_code(), "unknown-format") == 0 || quarterturn_host_error_code()[0] != 0);
    CHECK(quarterturn_host_open(NULL) == NULL);

    struct quarterturn_host_options cube = {.size = sizeof cube, .memory = 64 << 20};
    int seven = 7;
    struct quarterturn_host_request quick = {.size = sizeof quick, .seconds = 0.6, .user = &seven, .better = better, .progress = progress};
    const char *hard = "R L' U2 F B' D R2 U' F2 L D' B U R' F D2 L' B2 U F' R D B'";
    solver = quarterturn_host_open(&cube);
    CHECK(solver != NULL);
    CHECK(quarterturn_host_request(solver, hard, &quick, moves, sizeof moves, text, sizeof text, &result) == QUARTERTURN_HOST_SOLVED);
    CHECK(result.length > 0 && result.length == result.quarter_turns && result.half_turns <= result.length);
    CHECK(best == result.length && told > 0 && result.nodes > 0);

    struct quarterturn_host_flag *flag = quarterturn_host_flag_new();
    quarterturn_host_flag_set(flag, 1);
    quick.flag = flag;
    CHECK(quarterturn_host_request(solver, hard, &quick, NULL, 0, NULL, 0, NULL) == QUARTERTURN_HOST_UNSOLVED);
    CHECK(strcmp(quarterturn_host_error_code(), "cancelled") == 0);
    quarterturn_host_flag_free(flag);
    quarterturn_host_flag_free(NULL);
    quarterturn_host_free(solver);
    return 0;
}
