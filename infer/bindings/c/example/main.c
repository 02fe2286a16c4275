/* Solves the cubes named as arguments, facelets or moves, for half a second each. */
#include <quarterturn_host.h>
#include <stdio.h>

int main(int count, char **cubes)
{
    struct quarterturn_host *solver = quarterturn_host_new();
    struct quarterturn_host_limits limits = {.seconds = 0.5};
    struct quarterturn_host_answer answer;
    int failed = 0;

    printf("version %s\n", quarterturn_host_version());
    for (int i = 1; i < count; i++) {
        if (quarterturn_host_solve(solver, cubes[i], &limits, &answer) == QUARTERTURN_HOST_SOLVED) {
            printf("%u: %s\n", (unsigned)answer.length, answer.text);
        } else {
            printf("%s\n", answer.message);
            failed = 1;
        }
    }
    quarterturn_host_free(solver);
    return failed;
}
