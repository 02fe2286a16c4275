/* solve PUZZLE SETTINGS STATE...: solves states as a program in C would, and prints for each the length, the numbers
 * of the moves and the text, or why there is none. */
#include <quarterturn_host.h>
#include <stdio.h>

int main(int count, char **words)
{
    if (count < 3)
        return 2;
    struct quarterturn_host_options options = {.size = sizeof options, .puzzle = words[1]};
    struct quarterturn_host *solver = quarterturn_host_open(&options);
    if (solver == NULL) {
        printf("%s\n", quarterturn_host_error());
        return 1;
    }
    struct quarterturn_host_request request = {.size = sizeof request, .settings = words[2]};
    struct quarterturn_host_result result = {.size = sizeof result};
    uint8_t moves[1200];
    char text[5 * sizeof moves + 1];
    for (int i = 3; i < count; i++) {
        if (quarterturn_host_solve(solver, words[i], &request, moves, sizeof moves, text, sizeof text, &result) != QUARTERTURN_HOST_SOLVED) {
            printf("%s\n", quarterturn_host_error());
            return 1;
        }
        printf("%u:", (unsigned)result.length);
        for (uint32_t n = 0; n < result.length; n++)
            printf(" %u", (unsigned)moves[n]);
        printf(": %s\n", text);
    }
    quarterturn_host_free(solver);
    return 0;
}
