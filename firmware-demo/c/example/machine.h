/* What differs between the emulated machines: arm.c and riscv.c. */
#ifndef MACHINE_H
#define MACHINE_H

/* Switches the serial port on. */
void machine_start(void);

/* Sends a byte. */
void machine_send(char byte);

/* Ends QEMU; `failed` is its exit status. */
void machine_stop(int failed) __attribute__((noreturn));

/* Called with a stack: clears the memory, runs `main` and stops. */
void start(void) __attribute__((noreturn));

void abort(void) __attribute__((noreturn));

#endif
