// Turning: the circle that the steering joint runs at full lock.
#include "vehicles/part/drive.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

static const double lever = 0.4; // of the drive
static const double into = 10.0; // [s] to the stop and into the curve
static const double apart = 4.0; // [s] between points

static double circle(const struct sim_vec3 p[3]) {
    const double a = sim_length(sim_sub(p[1], p[0])), b = sim_length(sim_sub(p[2], p[1])),
                 c = sim_length(sim_sub(p[2], p[0]));
    const double area =
        0.5 * fabs((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x));
    return a * b * c / (4.0 * area);
}

static bool measure(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    const int joint = veh_drive_def(machine)->steer_joint;
    struct veh_rig rig;
    struct sim_vec3 place[3];
    if (joint < 0)
        return true;
    if (!veh_rig_init(&rig, &(struct veh_rig_def){.machine = machine}))
        return false;
    rig.levers.value[VEH_DRIVE] = lever;
    rig.levers.value[VEH_STEER] = 1.0;
    veh_rig_run(&rig, into);
    for (int i = 0; i < 3; i++) {
        place[i] = sim_joint_anchor(rig.site.world, veh_rig_joint(&rig, joint));
        place[i].z = 0.0;
        veh_rig_run(&rig, apart);
    }
    sheet->figure[VEH_FIGURE_TURN] = circle(place);
    veh_rig_finish(&rig);
    return true;
}

const struct veh_measurement veh_measure_turn = {"turn", "turning radius", measure};
