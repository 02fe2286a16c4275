/* Start and printing on the emulated machines; a real part's C library and driver replace them. */
#include "board.h"
#include "machine.h"

extern uint32_t data_load, data_start, data_end, bss_start, bss_end;

int main(void);

void board_print(const char *text)
{
    for (; *text; text++)
        machine_send(*text);
}

void board_number(uint32_t number, uint32_t base)
{
    char digits[11];
    char *at = digits + sizeof digits - 1;
    int width = base == 16 ? 8 : 1;

    *at = 0;
    for (; number > 0 || width > 0; number /= base, width--)
        *--at = "0123456789abcdef"[number % base];
    board_print(at);
}

void abort(void)
{
    board_print("abort\n");
    machine_stop(1);
}

void start(void)
{
    for (uint32_t *from = &data_load, *to = &data_start; to < &data_end;)
        *to++ = *from++;
    for (uint32_t *to = &bss_start; to < &bss_end;)
        *to++ = 0;
    machine_start();
    machine_stop(main());
}
