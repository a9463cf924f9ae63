#include "data/report/levers.h"

#include <math.h>

struct memory {
    int direction[VEH_CONTROL_COUNT]; // of the last move, -1 or 1; 0: none yet
    bool moved[VEH_CONTROL_COUNT];    // in the step before
    int64_t first, last;              // steps in which the crane was moved; first -1: none yet
    int64_t crane_steps, functions;   // with the crane moved; functions moved in them, in all
};

static void look_at(enum veh_control c, double value, struct memory *m,
                    struct dat_lever_figures *f) {
    const bool moves = dat_lever_moves(c, value);
    const int direction = value < 0.0 ? -1 : 1;
    if (moves && m->direction[c] == -direction)
        f->control[c].reversals++;
    if (moves && !m->moved[c])
        f->control[c].moves++;
    if (moves)
        m->direction[c] = direction;
    m->moved[c] = moves;
}

// [s] seconds: of the steps from first to last, in which nothing changes.
static void look_at_run(const struct veh_controls *levers, int64_t first, int64_t last,
                        double seconds, struct memory *m, struct dat_lever_figures *f) {
    int moved = 0;
    for (int c = 0; c < VEH_CONTROL_COUNT; c++) {
        look_at((enum veh_control)c, levers->value[c], m, f);
        f->control[c].time += m->moved[c] ? seconds : 0.0;
        moved += m->moved[c] && dat_lever_of_crane((enum veh_control)c);
    }
    if (moved == 0)
        return;
    m->first = m->first < 0 ? first : m->first;
    m->last = last;
    m->crane_steps += last - first + 1;
    m->functions += moved * (last - first + 1);
}

void dat_lever_figures(const struct dat_recorded *recorded, struct dat_lever_figures *f) {
    struct dat_lever_reader reader;
    struct veh_controls levers;
    struct memory m = {.first = -1};
    const double h = recorded->info.step;
    *f = (struct dat_lever_figures){.time = 0.0};
    dat_lever_reader_init(&reader, recorded);
    for (int64_t steps; (steps = dat_lever_reader_run(&reader, &levers)) > 0;)
        look_at_run(&levers, reader.step - steps, reader.step - 1, (double)steps * h, &m, f);
    f->time = (double)reader.step * h;
    f->crane_time = (double)m.crane_steps * h;
    if (m.crane_steps == 0)
        return;
    f->standing = 1.0 - (double)m.crane_steps / (double)(m.last - m.first + 1);
    f->simultaneous = (double)m.functions / (double)m.crane_steps;
    int reversals = 0;
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        if (dat_lever_of_crane((enum veh_control)c))
            reversals += f->control[c].reversals;
    f->reversals = reversals / (f->crane_time / 60.0);
}
