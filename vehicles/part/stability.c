// The warning before a machine tips over: the share of the weight that the wheels of one side, or
// of one end, still carry.
#include "vehicles/part/drive.h"
#include "vehicles/part/tyre.h"
#include "vehicles/site.h"

static const double smoothing_time = 0.3; // [s] a wheel that hops is no warning
static const double warning_share = 0.06; // of the weight, on one side
static const double calm_share = 0.12;    // it may be told again
enum { LEFT, RIGHT, FRONT, REAR, SIDES };

// The sides of the rectangle of the wheels that a wheel belongs to.
static void add_wheel(const struct veh_machine *m, int wheel, double load, double sum[SIDES]) {
    const struct sim_vec3 p = m->def->model.bodies[wheel].pose.p;
    const double middle = 0.5 * (m->base.front + m->base.rear);
    sum[p.y > 0.0 ? LEFT : RIGHT] += load;
    sum[p.x > middle ? FRONT : REAR] += load;
}

// Share of the weight on the side that carries the least; 1 where nothing is carried.
static double least_share(const struct veh_machine *m) {
    double sum[SIDES] = {0.0}, least = 1.0;
    for (int i = 0; i < m->part_count; i++) {
        if (m->parts[i].kind->id != VEH_PART_TYRE)
            continue;
        const struct veh_tyre_def *def = m->parts[i].def;
        const struct veh_tyre_state *tyre = m->parts[i].state;
        add_wheel(m, def->wheel, tyre->load, sum);
    }
    const double all = sum[LEFT] + sum[RIGHT];
    for (int s = 0; s < SIDES && all > 0.0; s++)
        least = fmin(least, sum[s] / all);
    return least;
}

void veh_watch_stability(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_machine *m = &site->machines[part->machine];
    struct veh_drive_state *drive = part->state;
    const double h = sim_world_step_size(site->world);
    drive->lifted += (1.0 - least_share(m) - drive->lifted) * h / smoothing_time;
    if (drive->lifted < 1.0 - calm_share)
        drive->tip_told = false;
    if (drive->tip_told || m->tipped || drive->lifted < 1.0 - warning_share)
        return;
    drive->tip_told = true;
    veh_site_event(site, &veh_part_drive,
                   (struct veh_event){.kind = VEH_EVENT_TIP_NEAR,
                                      .machine = part->machine,
                                      .stem = -1,
                                      .tree = -1,
                                      .number = {100.0 * (1.0 - drive->lifted)}});
}
