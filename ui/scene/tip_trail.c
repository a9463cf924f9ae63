#include "ui/scene/tip_trail.h"

#include <math.h>
#include <string.h>

#include "vehicles/part/crane.h"

static const double spacing = 0.1;  // [s] between samples
static const double shown = 20.0;   // [s]
static const double piece = 0.06;   // [m] of the line, at least
static const double radius = 0.015; // [m]

void ui_tip_trail_finish(struct ui_tip_trail *trail) {
    SIM_ARRAY_FREE(&trail->samples);
    *trail = (struct ui_tip_trail){{0}};
}

// The index of the first sample at or after that time.
static int first_from(const struct ui_tip_trail *trail, double time) {
    int low = 0, high = trail->samples.count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (trail->samples.items[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct sim_vec3 tip_of(const struct veh_worksite *site) {
    return veh_crane_def(site->machines[0].def) != NULL ? veh_machine_crane_tip(site, 0)
                                                        : veh_machine_pose(site, 0).p;
}

void ui_tip_trail_note(struct ui_tip_trail *trail, const struct veh_worksite *site) {
    const double time = veh_worksite_time(site);
    const int at = first_from(trail, time - 0.999 * spacing);
    if (at < trail->samples.count && trail->samples.items[at].time < time + 0.999 * spacing)
        return;
    (void)SIM_ARRAY_PUSH(&trail->samples);
    memmove(&trail->samples.items[at + 1], &trail->samples.items[at],
            (size_t)(trail->samples.count - 1 - at) * sizeof trail->samples.items[0]);
    trail->samples.items[at] = (struct ui_tip_sample){time, tip_of(site)};
}

bool ui_tip_trail_add(struct ui_scene *scene, const struct ui_tip_trail *trail, double time,
                      const float colour[3]) {
    const struct ui_tip_sample *from = NULL;
    bool ok = true;
    for (int i = first_from(trail, time - shown); i < trail->samples.count; i++) {
        const struct ui_tip_sample *s = &trail->samples.items[i];
        if (s->time > time)
            break;
        const bool gap = i > 0 && s->time - s[-1].time > 2.0 * spacing;
        if (from != NULL && !gap && sim_length(sim_sub(s->p, from->p)) < piece)
            continue;
        if (from != NULL && !gap) {
            struct ui_primitive rod = ui_rod(from->p, s->p, radius, colour);
            rod.look = UI_LOOK_LAMP;
            ok = ui_scene_add_primitive(scene, &rod) && ok;
        }
        from = s;
    }
    return ok;
}
