/* What the example needs of a board. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/* Prints text on the serial port. */
void board_print(const char *text);

/* Prints a number; all eight digits if `base` is 16. */
void board_number(uint32_t number, uint32_t base);

#endif
