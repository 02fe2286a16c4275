/* solve PUZZLE WIDTH STATE...: solves states as a program in C would, and prints for each the length, the numbers
 * of the moves and the text, or why there is none. */
#include <quarterturn_host.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
    if (count < 3)
        return 2;
    struct quarterturn_host *solver = quarterturn_host_new_for(words[1], NULL);
    if (solver == NULL) {
        printf("%s\n", quarterturn_host_error());
        return 1;
    }
    struct quarterturn_host_limits limits = {.width = (uint32_t)atoi(words[2])};
    struct quarterturn_host_answer answer;
    for (int i = 3; i < count; i++) {
        if (quarterturn_host_solve(solver, words[i], &limits, &answer) != QUARTERTURN_HOST_SOLVED) {
            printf("%s\n", answer.message);
            return 1;
        }
        printf("%u:", (unsigned)answer.length);
        for (uint32_t n = 0; n < answer.length; n++)
            printf(" %u", (unsigned)answer.moves[n]);
        printf(": %s\n", answer.text);
    }
    quarterturn_host_free(solver);
    return 0;
}
