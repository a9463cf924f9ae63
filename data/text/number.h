#pragma once

#include <stdbool.h>
#include <stddef.h>

// Decimal numbers in files: [+-]digits[.digits][e[+-]digits], with a point whatever the locale
// says.

enum dat_number {
    DAT_NUMBER_OK,
    DAT_NUMBER_NONE,      // not a number: letters, hexadecimal, a decimal comma, nothing at all
    DAT_NUMBER_NOT_FINITE // nan, inf, or too large for a double
};

// Reads all size bytes of s as one number; *value is set where the result is DAT_NUMBER_OK.
enum dat_number dat_number_read(const char *s, size_t size, double *value);
// The same for a whole number without point and exponent, within [low, high]; false otherwise.
bool dat_number_read_int(const char *s, size_t size, long low, long high, long *value);
