/* QEMU's MPS2 boards. */
#include "machine.h"
#include <stdint.h>

#ifdef __ARM_FEATURE_CMSE /* the core starts in the secure world, which has its own addresses */
#define UART ((volatile uint32_t *)0x50200000u)
#else
#define UART ((volatile uint32_t *)0x40004000u)
#endif
#define CPACR (*(volatile uint32_t *)0xE000ED88u)

extern uint32_t stack_top;

void reset(void);

void machine_start(void)
{
    UART[4] = 217; /* 115,200 baud at 25 MHz; QEMU does not mind another clock */
    UART[2] = 1;
}

void machine_send(char byte)
{
    while (UART[1] & 1u) {
    }
    UART[0] = (uint8_t)byte;
}

/* By semihosting. */
void machine_stop(int failed)
{
    register uint32_t operation __asm__("r0") = 0x18; /* SYS_EXIT */
    register uint32_t reason __asm__("r1") = failed ? 0x20024 : 0x20026;

    for (;;)
        __asm__ volatile("bkpt 0xab" : : "r"(operation), "r"(reason) : "memory");
}

void reset(void)
{
#ifdef __ARM_FP
    CPACR |= 0xFu << 20; /* the floating-point unit, whose registers the compilers may use */
    __asm__ volatile("dsb\n isb");
#endif
    start();
}

/* The stack, then the handlers of reset and of the faults. */
__attribute__((section(".start"), used)) static const struct {
    void *stack;
    void (*handlers[15])(void);
} vectors = {&stack_top, {reset, abort, abort, abort, abort, abort}};
