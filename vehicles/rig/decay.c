#include "vehicles/rig/decay.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "sim/base/math.h"

static const double over = 0.1; // of the amplitude: a smaller swing does not count
static const double late = 1.5; // of the first half: a longer one has been stopped by friction

// Half swings from the largest on, each between two crossings of the rest.
struct halves {
    double first_crossing, last_crossing; // [samples]
    double half;                          // [samples] between the first two
    double first_peak, last_peak;         // distances from the rest
    int count;
};

static struct halves find_halves(const double *y, int start, int count, double rest) {
    struct halves h = {.first_peak = fabs(y[start] - rest)};
    double peak = h.first_peak;
    for (int i = start + 1; i < count; i++) {
        const double a = y[i - 1] - rest, b = y[i] - rest;
        peak = fmax(peak, fabs(a));
        if ((a < 0.0) == (b < 0.0))
            continue;
        const double crossing = i - 1 + a / (a - b);
        if (peak < over * h.first_peak ||
            (h.count >= 2 && crossing - h.last_crossing > late * h.half))
            break;
        h.half = h.count == 1 ? crossing - h.first_crossing : h.half;
        h.last_crossing = crossing;
        h.first_crossing = h.count == 0 ? crossing : h.first_crossing;
        h.last_peak = peak;
        h.count++;
        peak = 0.0;
    }
    return h;
}

struct veh_decay veh_decay_of(const double *samples, int count, double step) {
    assert(count >= 10 && step > 0.0);
    struct veh_decay d = {0};
    int largest = 0;
    for (int i = count - count / 10; i < count; i++)
        d.rest += samples[i] / (count / 10);
    for (int i = 0; i < count; i++)
        if (fabs(samples[i] - d.rest) > fabs(samples[largest] - d.rest))
            largest = i;
    const struct halves h = find_halves(samples, largest, count, d.rest);
    d.amplitude = h.first_peak;
    d.swings = 0.5 * h.count;
    if (h.count < 3)
        return d;
    d.period = 2.0 * step * (h.last_crossing - h.first_crossing) / (h.count - 1);
    const double decrement = log(h.first_peak / h.last_peak) / (h.count - 1); // per half
    d.damping = decrement / sqrt(decrement * decrement + SIM_PI * SIM_PI);
    return d;
}
