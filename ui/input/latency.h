// The time for which an event of a lever, a pad or a key waits for the physics: until the start of
// the step whose controls contain it. The moment of an event is the one at which SDL has taken it
// from the device.
#pragma once

#include <stdbool.h>

#define UI_LATENCY_BINS 400
#define UI_LATENCY_WAITING 64
#define UI_LATENCY_NEWEST 256

struct ui_latency {
    struct {
        double time; // [s]
        long step;   // that began last before it
        bool later;  // the step after the next one uses it
    } waiting[UI_LATENCY_WAITING];
    int waits;                        // events that no step has used
    long steps;                       // that have begun
    long used;                        // events
    long most_between;                // steps that began between an event and the one that used it
    double most;                      // [s]
    double newest[UI_LATENCY_NEWEST]; // [s] when the step began that used event i, at i modulo it
    long bin[UI_LATENCY_BINS];        // events by their time; the last bin has all that took longer
};

// An event at that time [s]. later: the next step still uses what it takes back, such as the press
// of a button that is released before any step has seen it. Of more than UI_LATENCY_WAITING the
// newest are not measured.
void ui_latency_event(struct ui_latency *latency, double time, bool later);
// A step begins now [s] and uses the events that wait.
void ui_latency_step(struct ui_latency *latency, double now);
// Events that wait belong to another screen.
void ui_latency_forget(struct ui_latency *latency);
// [s] within which the share q (0 to 1) of the events was used, to a quarter of a millisecond; 0
// where there was none.
double ui_latency_quantile(const struct ui_latency *latency, double q);
