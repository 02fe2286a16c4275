/* What the header promises, in calls that no example makes. Prints nothing; ends with the line that failed. */
#include <math.h>
#include <quarterturn_host.h>
#include <stddef.h>
#include <string.h>

#define CHECK(fact)      \
    do {                 \
        if (!(fact))     \
            return __LINE__ % 256; \
    } while (0)

static const char SOLVED[] = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

int main(void)
{
    struct quarterturn_host_answer answer;
    struct quarterturn_host_limits none = {0}, never = {.seconds = NAN}, wide = {.width = 1u << 31};
    struct quarterturn_host_limits narrow = {.width = 1}, quick = {.seconds = 60, .target_length = 26};
    struct quarterturn_host *solver = quarterturn_host_new();
    CHECK(solver != NULL);
    CHECK(strchr(quarterturn_host_version(), '.') != NULL);

    CHECK(quarterturn_host_solve(NULL, SOLVED, &none, &answer) == QUARTERTURN_HOST_MISUSE);
    CHECK(strstr(answer.message, "NULL") != NULL);
    CHECK(quarterturn_host_solve(solver, NULL, &none, &answer) == QUARTERTURN_HOST_MISUSE);
    CHECK(quarterturn_host_solve(solver, SOLVED, &none, NULL) == QUARTERTURN_HOST_MISUSE);
    CHECK(quarterturn_host_solve(solver, "\xff", &none, &answer) == QUARTERTURN_HOST_MISUSE);
    CHECK(quarterturn_host_solve(solver, SOLVED, &never, &answer) == QUARTERTURN_HOST_MISUSE);
    CHECK(quarterturn_host_solve(solver, SOLVED, &wide, &answer) == QUARTERTURN_HOST_MISUSE);

    CHECK(quarterturn_host_solve(solver, "R Q", NULL, &answer) == QUARTERTURN_HOST_INVALID);
    CHECK(answer.length == 0 && strstr(answer.message, "'Q' is not a move") != NULL);
    CHECK(quarterturn_host_solve(solver, SOLVED, NULL, &answer) == QUARTERTURN_HOST_SOLVED);
    CHECK(answer.length == 0 && answer.text[0] == 0 && answer.message[0] == 0);

    CHECK(quarterturn_host_solve(solver, "U2 R'", &none, &answer) == QUARTERTURN_HOST_SOLVED);
    CHECK(answer.length == 3 && answer.moves[0] == 2 && answer.moves[1] == answer.moves[2]);
    CHECK(strcmp(answer.text, "R U2") == 0);

    // By its stickers: of moves the way back is a solution too.
    const char *hard = "DRFUURDLUFURRRLRFLRDLFFFDRBFDUBDDUUDBLBBLUBDRUBLFBLFBL";
    CHECK(quarterturn_host_solve(solver, hard, &narrow, &answer) == QUARTERTURN_HOST_UNSOLVED);
    CHECK(strstr(answer.message, "no solution") != NULL);
    CHECK(quarterturn_host_solve(solver, hard, &quick, &answer) == QUARTERTURN_HOST_SOLVED);
    CHECK(answer.length > 0 && answer.length <= 26);

    quarterturn_host_free(solver);
    quarterturn_host_free(NULL);

    CHECK(quarterturn_host_error()[0] == 0);
    CHECK(quarterturn_host_new_for(NULL, NULL) == NULL);
    CHECK(strstr(quarterturn_host_error(), "NULL") != NULL);
    CHECK(quarterturn_host_new_for("\xff", NULL) == NULL);
    CHECK(strstr(quarterturn_host_error(), "UTF-8") != NULL);
    CHECK(quarterturn_host_new_for("cube9", NULL) == NULL);
    CHECK(strstr(quarterturn_host_error(), "there is no puzzle \"cube9\"") != NULL);
    CHECK(quarterturn_host_new_for("cube3", "bound") == NULL);
    CHECK(strstr(quarterturn_host_error(), "lower bound") != NULL);
    CHECK(quarterturn_host_new_for("cube2", "puzzle15-base") == NULL);
    CHECK(strstr(quarterturn_host_error(), "puzzle15") != NULL);
    solver = quarterturn_host_new_for("puzzle15", "bound");
    CHECK(solver != NULL && quarterturn_host_error()[0] == 0);
    const char *tiles = "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15";
    CHECK(quarterturn_host_solve(solver, tiles, NULL, &answer) == QUARTERTURN_HOST_SOLVED);
    CHECK(answer.length == 3 && strcmp(answer.text, "L L L") == 0);
    CHECK(quarterturn_host_solve(solver, "1 1", NULL, &answer) == QUARTERTURN_HOST_INVALID);
    quarterturn_host_free(solver);
    return 0;
}
