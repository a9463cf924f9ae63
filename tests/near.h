#pragma once

// cmocka and what it needs before it, and a comparison of doubles that can be trusted: cmocka's own
// assert_float_equal casts to float and lets a NaN pass.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// Fails unless |actual - expected| <= tolerance. A NaN anywhere fails; equal infinities pass.
#define assert_near(actual, expected, tolerance)                                                   \
    tests_assert_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

static inline void tests_assert_near(double actual, double expected, double tolerance,
                                     const char *what, const char *file, int line) {
    double difference = actual > expected ? actual - expected : expected - actual;
    if (difference <= tolerance || (actual >= expected && actual <= expected))
        return;
    print_error("%s is %.17g, expected %.17g +- %.3g (off by %.3g)\n", what, actual, expected,
                tolerance, difference);
    _fail(file, line);
}
