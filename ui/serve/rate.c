#include "ui/serve/rate.h"

#include <assert.h>
#include <math.h>

struct ui_serve_rate ui_serve_rate_of(double most, double per_second) {
    assert(most >= 1.0 && per_second > 0.0);
    return (struct ui_serve_rate){.most = most, .per_second = per_second, .left = most};
}

bool ui_serve_rate_take(struct ui_serve_rate *rate, double now) {
    rate->left = fmin(rate->most, rate->left + fmax(now - rate->last, 0.0) * rate->per_second);
    rate->last = now;
    if (rate->left < 1.0)
        return false;
    rate->left -= 1.0;
    return true;
}
