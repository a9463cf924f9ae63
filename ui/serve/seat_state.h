// The state of a seat for the instructor's page, see ui/serve/page/page.js.
#pragma once

#include <jansson.h>

#include "data/exercise/practice.h"

enum { UI_SEAT_TRACE = 120 };

// Where the crane's tip was, every half a second: a ring.
struct ui_seat_trace {
    struct sim_vec3 point[UI_SEAT_TRACE]; // [m] world
    int count, next;
    double due; // [s] of the exercise
};

void ui_seat_trace_step(struct ui_seat_trace *trace, const struct dat_practice *practice);

// New JSON objects, which the caller releases. controls: of the last step.
json_t *ui_seat_state(const struct dat_practice *practice, const struct ui_seat_trace *trace,
                      const struct veh_controls *controls);
json_t *ui_seat_event(const struct veh_event *event);
