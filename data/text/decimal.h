// printf() with the decimal mark of a language; the C library's own follows the locale, which would
// change how numbers are read, too.
#pragma once

#include <stdarg.h>
#include <stddef.h>

// vsnprintf() that writes mark ('.' or ',') in the numbers of %f and %g, and nowhere else. Formats
// have the values %d, %ld, %u, %c, %s, %f and %g with flags, width and precision.
__attribute__((format(printf, 4, 0))) int dat_print_decimal(char *text, size_t size, char mark,
                                                            const char *format, va_list values);
