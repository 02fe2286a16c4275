/* Start and serial port of QEMU's MPS2 boards; a real part's C library and its driver replace it. */
#include "board.h"

#ifdef __ARM_FEATURE_CMSE /* the core starts in the secure world, which has its own addresses */
#define UART ((volatile uint32_t *)0x50200000u)
#else
#define UART ((volatile uint32_t *)0x40004000u)
#endif
#define CPACR (*(volatile uint32_t *)0xE000ED88u)

extern uint32_t stack_top, data_load, data_start, data_end, bss_start, bss_end;

int main(void);
void reset(void);
void abort(void) __attribute__((noreturn));

void board_print(const char *text)
{
    for (; *text; text++) {
        while (UART[1] & 1u) {
        }
        UART[0] = (uint8_t)*text;
    }
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

/* Ends QEMU by semihosting; `failed` is its exit status. */
static void __attribute__((noreturn)) stop(int failed)
{
    register uint32_t operation __asm__("r0") = 0x18; /* SYS_EXIT */
    register uint32_t reason __asm__("r1") = failed ? 0x20024 : 0x20026;

    for (;;)
        __asm__ volatile("bkpt 0xab" : : "r"(operation), "r"(reason) : "memory");
}

void abort(void)
{
    board_print("abort\n");
    stop(1);
}

void reset(void)
{
#ifdef __ARM_FP
    CPACR |= 0xFu << 20; /* the floating-point unit, whose registers the compilers may use */
    __asm__ volatile("dsb\n isb");
#endif
    for (uint32_t *from = &data_load, *to = &data_start; to < &data_end;)
        *to++ = *from++;
    for (uint32_t *to = &bss_start; to < &bss_end;)
        *to++ = 0;
    UART[4] = 217; /* 115,200 baud at 25 MHz; QEMU does not mind another clock */
    UART[2] = 1;
    stop(main());
}

/* The stack, then the handlers of reset and of the faults. */
__attribute__((section(".vectors"), used)) static const struct {
    void *stack;
    void (*handlers[15])(void);
} vectors = {&stack_top, {reset, abort, abort, abort, abort, abort}};
