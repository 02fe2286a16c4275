/* Solves the cubes named as arguments, facelets or moves, for half a second each. */
#include <quarterturn_host.h>
#include <stdio.h>

int main(int count, char **cubes)
{
    struct quarterturn_host *solver = quarterturn_host_open(NULL);
    struct quarterturn_host_request request = {.size = sizeof request, .settings = "time_limit=0.5"};
    struct quarterturn_host_result result = {.size = sizeof result};
    char text[512];
    int failed = 0;

    printf("version %s\n", quarterturn_host_version());
    for (int i = 1; i < count; i++) {
        if (quarterturn_host_solve(solver, cubes[i], &request, NULL, 0, text, sizeof text, &result) == QUARTERTURN_HOST_SOLVED) {
            printf("%u: %s\n", (unsigned)result.length, text);
        } else {
            printf("%s\n", quarterturn_host_error());
            failed = 1;
        }
    }
    quarterturn_host_free(solver);
    return failed;
}
