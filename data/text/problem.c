#include "data/text/problem.h"

#include <stdarg.h>
#include <stdio.h>

void dat_problem_set(struct dat_problem *problem, const char *format, ...) {
    if (problem == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->text, sizeof problem->text, format, arguments);
    va_end(arguments);
    for (char *c = problem->text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
}
