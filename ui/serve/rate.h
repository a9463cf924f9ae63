// A limit on how often something may happen: a bucket that fills steadily, from which each time
// takes one.
#pragma once

#include <stdbool.h>

struct ui_serve_rate {
    double most;       // at once
    double per_second; // steadily
    double left, last; // of most, at that time [s]
};

struct ui_serve_rate ui_serve_rate_of(double most, double per_second);
// now [s], of a clock that only rises. False: too often.
bool ui_serve_rate_take(struct ui_serve_rate *rate, double now);
