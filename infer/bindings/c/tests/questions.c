/* questions PUZZLE SETTINGS STATE: the length of the solution and whether it is optimal, or the code of the error. */
#include <quarterturn_host.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    struct quarterturn_host_options options = {.size = sizeof options};
    struct quarterturn_host_request request = {.size = sizeof request};
    struct quarterturn_host_result result = {.size = sizeof result};
    struct quarterturn_host *solver;
    if (argc != 4)
        return 1;
    options.puzzle = argv[1];
    request.settings = argv[2];
    solver = quarterturn_host_open(&options);
    if (solver && quarterturn_host_solve(solver, argv[3], &request, NULL, 0, NULL, 0, &result) == QUARTERTURN_HOST_SOLVED)
        printf("%u %u\n", (unsigned)result.length, (unsigned)result.optimal);
    else
        printf("%s\n", quarterturn_host_error_code());
    quarterturn_host_free(solver);
    return 0;
}
