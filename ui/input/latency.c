#include "ui/input/latency.h"

#include <assert.h>
#include <math.h>

static const double bin_width = 0.25e-3; // [s]

void ui_latency_event(struct ui_latency *l, double time, bool later) {
    if (l->waits == UI_LATENCY_WAITING)
        return;
    l->waiting[l->waits].time = time;
    l->waiting[l->waits].step = l->steps;
    l->waiting[l->waits].later = later;
    l->waits++;
}

static void use(struct ui_latency *l, double now, double since, long between) {
    const double seconds = fmax(now - since, 0.0);
    const int bin = (int)fmin(seconds / bin_width, UI_LATENCY_BINS - 1.0);
    l->bin[bin]++;
    l->newest[l->used % UI_LATENCY_NEWEST] = now;
    l->used++;
    l->most = fmax(l->most, seconds);
    if (between > l->most_between)
        l->most_between = between;
}

void ui_latency_step(struct ui_latency *l, double now) {
    int left = 0;
    for (int i = 0; i < l->waits; i++) {
        if (l->waiting[i].later) {
            l->waiting[left] = l->waiting[i];
            l->waiting[left++].later = false;
        } else {
            use(l, now, l->waiting[i].time, l->steps - l->waiting[i].step);
        }
    }
    l->waits = left;
    l->steps++;
}

void ui_latency_forget(struct ui_latency *l) {
    l->waits = 0;
}

double ui_latency_quantile(const struct ui_latency *l, double q) {
    assert(q >= 0.0 && q <= 1.0);
    long below = 0;
    for (int i = 0; i < UI_LATENCY_BINS - 1; i++) {
        below += l->bin[i];
        if (below > 0 && (double)below >= q * (double)l->used)
            return fmin((i + 1) * bin_width, l->most);
    }
    return l->most;
}
