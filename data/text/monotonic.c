#include "data/text/monotonic.h"

#include <math.h>

static struct timespec now_of(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now;
}

double dat_monotonic(void) {
    const struct timespec now = now_of();
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct timespec dat_monotonic_after(double seconds) {
    struct timespec t = now_of();
    const double whole = floor(seconds);
    t.tv_sec += (time_t)whole;
    t.tv_nsec += (long)(1e9 * (seconds - whole));
    if (t.tv_nsec >= 1000000000) {
        t.tv_sec++;
        t.tv_nsec -= 1000000000;
    }
    return t;
}

void dat_cond_init(pthread_cond_t *cond) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &monotonic);
    pthread_condattr_destroy(&monotonic);
}
