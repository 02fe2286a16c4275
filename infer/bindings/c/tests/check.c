/* What the header promises. Prints nothing; ends with the line that failed. */
#define _POSIX_C_SOURCE 200809L
#include <quarterturn_host.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(fact)      \
    do {                 \
        if (!(fact))     \
            return __LINE__ % 256; \
    } while (0)
#define SOLVED QUARTERTURN_HOST_SOLVED
#define INVALID QUARTERTURN_HOST_INVALID
#define UNSOLVED QUARTERTURN_HOST_UNSOLVED
#define MISUSE QUARTERTURN_HOST_MISUSE

static const char DONE[] = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
/* By its stickers: of moves the way back is a solution too. */
static const char HARD[] = "DRFUURDLUFURRRLRFLRDLFFFDRBFDUBDDUUDBLBBLUBDRUBLFBLFBL";

static struct quarterturn_host *solver;
static struct quarterturn_host_result result = {.size = sizeof result};
static uint8_t moves[200];
static char text[1000];

static int fails(const char *code, const char *words)
{
    return strcmp(quarterturn_host_error_code(), code) == 0 && strstr(quarterturn_host_error(), words) != NULL;
}

/* Solves a state with settings. */
static enum quarterturn_host_status solve(const char *state, const char *settings)
{
    struct quarterturn_host_request request = {.size = sizeof request, .settings = settings};
    return quarterturn_host_solve(solver, state, &request, moves, sizeof moves, text, sizeof text, &result);
}

/* Whether there is no solver of a puzzle and a model. */
static int none(const char *puzzle, const char *model)
{
    struct quarterturn_host_options options = {.size = sizeof options, .puzzle = puzzle, .model = model};
    return quarterturn_host_open(&options) == NULL;
}

/* A forked process has none of the threads that its parent searched with. */
static int forked(void)
{
    int status;
    pid_t child;

    CHECK(solve(HARD, "width=256") == SOLVED);
    child = fork();
    if (child == 0) {
        alarm(60);
        _exit(solve(HARD, "width=256") == SOLVED ? 0 : 1);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return 0;
}

static int cube(void)
{
    int failed;

    solver = quarterturn_host_open(NULL);
    CHECK(solver != NULL);
    CHECK(strchr(quarterturn_host_version(), '.') != NULL);

    CHECK(quarterturn_host_solve(NULL, DONE, NULL, NULL, 0, NULL, 0, NULL) == MISUSE && fails("misuse", "NULL"));
    CHECK(solve(NULL, NULL) == MISUSE && fails("misuse", "NULL"));
    CHECK(solve("\xff", NULL) == MISUSE && fails("misuse", "UTF-8"));
    CHECK(solve(DONE, "\xff") == MISUSE && fails("misuse", "UTF-8"));
    CHECK(solve(DONE, "time_limit=nan") == MISUSE && fails("bad-option", "time_limit is nan"));
    CHECK(solve(DONE, "width=4294967296") == MISUSE && fails("out-of-range", "width is 4294967296"));
    CHECK(solve(DONE, "width=x") == MISUSE && fails("bad-option", "width is x"));
    CHECK(solve(DONE, "nonsense=1") == MISUSE && fails("unknown-setting", "nonsense"));
    CHECK(solve(DONE, "search=nothing") == MISUSE && fails("unknown-search", "nothing"));
    CHECK(solve(DONE, "search=bidirectional, width=64") == MISUSE && fails("means-nothing", "width"));

    CHECK(solve("R Q", NULL) == INVALID && fails("unknown-move", "'Q' is not a move"));
    CHECK(quarterturn_host_solve(solver, DONE, NULL, NULL, 0, text, sizeof text, &result) == SOLVED);
    CHECK(result.length == 0 && text[0] == 0 && quarterturn_host_error()[0] == 0);

    CHECK(solve("U2 R'", "") == SOLVED);
    CHECK(result.length == 3 && moves[0] == 2 && moves[1] == moves[2] && strcmp(text, "R U2") == 0);

    CHECK(solve(HARD, "width=1") == UNSOLVED && fails("exhausted", "no solution"));
    CHECK(solve(HARD, "time_limit=60; target_length=26") == SOLVED && result.length > 0 && result.length <= 26);
    failed = forked();
    quarterturn_host_free(solver);
    quarterturn_host_free(NULL);
    return failed;
}

static int puzzles(void)
{
    CHECK(quarterturn_host_error()[0] == 0);
    CHECK(none("\xff", NULL) && fails("misuse", "UTF-8"));
    CHECK(none("cube9", NULL) && fails("unknown-puzzle", "there is no puzzle \"cube9\""));
    CHECK(none("cube3", "bound") && strstr(quarterturn_host_error(), "lower bound") != NULL);
    CHECK(none("cube2", "puzzle15-base") && strstr(quarterturn_host_error(), "puzzle15") != NULL);
    struct quarterturn_host_options options = {.size = sizeof options, .puzzle = "puzzle15", .model = "bound"};
    solver = quarterturn_host_open(&options);
    CHECK(solver != NULL && quarterturn_host_error()[0] == 0);
    CHECK(solve("1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15", NULL) == SOLVED);
    CHECK(result.length == 3 && strcmp(text, "L L L") == 0);
    CHECK(solve("1 1", NULL) == INVALID);
    quarterturn_host_free(solver);
    return 0;
}

static int definition(void)
{
    static const char ring[] = "turn:=(1,2,3,4,5); swap:=(1,2);";
    struct quarterturn_host_options options = {.size = sizeof options, .definition = ring, .definition_size = sizeof ring - 1};
    struct quarterturn_host_request request = {.size = 3};
    solver = quarterturn_host_open(&options);
    CHECK(solver != NULL);
    CHECK(solve("turn swap", NULL) == SOLVED);
    CHECK(result.length == 2 && strcmp(text, "swap turn'") == 0 && result.half_turns == 0 && result.optimal == 1);
    text[0] = '-';
    CHECK(quarterturn_host_solve(solver, "turn swap", NULL, moves, 1, NULL, 0, NULL) == MISUSE && fails("no-room", "2 moves"));
    CHECK(quarterturn_host_solve(solver, "turn swap", NULL, NULL, 0, text, 10, NULL) == MISUSE && fails("no-room", "11 bytes"));
    CHECK(text[0] == '-');
    CHECK(quarterturn_host_solve(solver, "turn swap", NULL, moves, 2, text, 11, NULL) == SOLVED);
    CHECK(quarterturn_host_solve(solver, "turn swap", NULL, NULL, 0, NULL, 0, NULL) == SOLVED);
    CHECK(quarterturn_host_error_code()[0] == 0);
    CHECK(solve("turn flip", NULL) == INVALID && fails("unknown-move", "flip"));
    CHECK(quarterturn_host_solve(solver, "turn", &request, NULL, 0, NULL, 0, NULL) == MISUSE && fails("misuse", "size"));
    quarterturn_host_free(solver);

    options.definition = "Once upon a time";
    options.definition_size = 16;
    CHECK(quarterturn_host_open(&options) == NULL && quarterturn_host_error_code()[0] != 0);
    options.size = 3;
    CHECK(quarterturn_host_open(&options) == NULL && fails("misuse", "size"));
    return 0;
}

/* What callbacks were told. */
struct heard {
    uint32_t best;
    char moves[1000];
    int progress;
};

static void better(void *user, double seconds, uint32_t length, const char *found)
{
    struct heard *heard = user;
    if (seconds >= 0)
        heard->best = length;
    strncpy(heard->moves, found, sizeof heard->moves - 1);
}

static void progress(void *user, double seconds, double share, uint64_t nodes)
{
    (void)nodes;
    if (seconds >= 0 && share >= 0 && share <= 1)
        ((struct heard *)user)->progress++;
}

static int request(void)
{
    struct heard heard = {0};
    struct quarterturn_host_options options = {.size = sizeof options, .memory = 64 << 20};
    struct quarterturn_host_request quick = {.size = sizeof quick, .settings = "time_limit=0.6", .user = &heard, .better = better, .progress = progress};
    const char *far = "R L' U2 F B' D R2 U' F2 L D' B U R' F D2 L' B2 U F' R D B'";
    solver = quarterturn_host_open(&options);
    CHECK(solver != NULL);
    CHECK(quarterturn_host_solve(solver, far, &quick, moves, sizeof moves, text, sizeof text, &result) == SOLVED);
    CHECK(result.length > 0 && result.length == result.quarter_turns && result.half_turns <= result.length);
    CHECK(heard.best == result.length && strcmp(heard.moves, text) == 0 && heard.progress > 0 && result.nodes > 0);

    struct quarterturn_host_request towards = {.size = sizeof towards, .target = "R"};
    CHECK(quarterturn_host_solve(solver, "R U", &towards, NULL, 0, text, sizeof text, &result) == SOLVED);
    CHECK(result.length == 1 && strcmp(text, "U'") == 0);

    struct quarterturn_host_flag *flag = quarterturn_host_flag_new();
    quarterturn_host_flag_set(flag, 1);
    quick.flag = flag;
    CHECK(quarterturn_host_solve(solver, far, &quick, NULL, 0, NULL, 0, NULL) == UNSOLVED && fails("cancelled", "no solution"));
    quarterturn_host_flag_free(flag);
    quarterturn_host_flag_free(NULL);
    quarterturn_host_free(solver);
    return 0;
}

#define COUNT 6
static int told[COUNT], wrong;
static const char *const states[COUNT] = {HARD, "R Q", "U2 R'", NULL, DONE, "F L2 B' D"};

/* Compares what is told with what `solve` says of the same state. */
static void tell(void *user, size_t nth, enum quarterturn_host_status status, const char *words, const struct quarterturn_host_result *found)
{
    char said[1000], code[100];
    told[nth]++;
    strncpy(said, words, sizeof said);
    strncpy(code, quarterturn_host_error_code(), sizeof code);
    wrong += solve(states[nth], user) != status || strcmp(quarterturn_host_error_code(), code) != 0;
    if (status == SOLVED)
        wrong += strcmp(text, said) != 0 || found->length != result.length || found->size != sizeof *found;
    else
        wrong += strcmp(quarterturn_host_error(), said) != 0 || found != NULL;
}

static int many(void)
{
    struct heard heard = {0};
    struct quarterturn_host_request request = {.size = sizeof request, .settings = "width=256", .user = &heard, .better = better};
    char *settings = (char *)request.settings;
    solver = quarterturn_host_open(NULL);
    CHECK(quarterturn_host_solve_many(solver, states, COUNT, &request, settings, tell) == INVALID && fails("unknown-move", "'Q'"));
    for (int nth = 0; nth < COUNT; nth++)
        CHECK(told[nth] == 1);
    CHECK(wrong == 0 && heard.best > 0 && heard.moves[0] != 0);
    CHECK(quarterturn_host_solve_many(solver, states + 4, 2, NULL, NULL, NULL) == MISUSE && fails("misuse", "NULL"));
    CHECK(quarterturn_host_solve_many(solver, NULL, 2, NULL, NULL, tell) == MISUSE && fails("misuse", "NULL"));
    CHECK(quarterturn_host_solve_many(NULL, states, 1, NULL, NULL, tell) == MISUSE && fails("misuse", "NULL"));
    request.settings = settings = "width=x";
    CHECK(quarterturn_host_solve_many(solver, states, 1, &request, settings, tell) == MISUSE && fails("bad-option", "width is x"));
    CHECK(told[0] == 2 && wrong == 0);
    CHECK(quarterturn_host_solve_many(solver, NULL, 0, NULL, NULL, tell) == SOLVED && quarterturn_host_error()[0] == 0);
    quarterturn_host_free(solver);
    return 0;
}

int main(void)
{
    int (*const parts[])(void) = {cube, puzzles, definition, request, many};
    int line = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && line == 0; i++)
        line = parts[i]();
    return line;
}
