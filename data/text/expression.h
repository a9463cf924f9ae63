// Arithmetic in files: numbers, names, + - * / ( ), and the functions sqrt(x), sin(x), cos(x),
// tan(x) of an angle in degrees, min(x, y) and max(x, y).
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define DAT_EXPRESSION_NAME 32 // [byte] of a name with its final zero

// The source of the values of names.
struct dat_expression_names {
    // Sets *value to that of the name; false with a sentence in problem[size].
    bool (*find)(void *context, const char *name, double *value, char *problem, size_t size);
    void *context;
};

// The value of the text's first length bytes. False with a sentence in problem[size], as of a
// missing bracket, an unknown name, a division by zero, a result that is not finite.
bool dat_expression_value(const char *text, size_t length, const struct dat_expression_names *names,
                          double *value, char *problem, size_t size);
