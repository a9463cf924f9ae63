// Tipping: the ground tilts slowly until the wheels uphill carry nothing. In the ground's frame
// gravity turns.
#include "vehicles/part/crane.h"
#include "vehicles/part/drive.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

static const double gravity = 9.81;                 // [m/s^2]
static const double settle = 4.0;                   // [s]
static const double tilting = 2.0 * SIM_PI / 180.0; // [rad/s]
static const double most = 60.0 * SIM_PI / 180.0;   // [rad]
static const double height = 3.0;                   // [m] of the tip above the ground
static const struct sim_vec3 left = {0.0, 1.0, 0.0};
static const double lifted = 0.003; // of the weight

// The uphill wheels' share of the load.
static double share_uphill(const struct veh_rig *rig, struct sim_vec3 down) {
    const struct veh_list *wheels = &veh_drive_def(veh_rig_machine(rig)->def)->wheels;
    struct sim_vec3 middle = {0.0, 0.0, 0.0};
    for (int i = 0; i < wheels->count; i++)
        middle =
            sim_add_scaled(middle, veh_rig_machine(rig)->def->model.bodies[wheels->index[i]].pose.p,
                           1.0 / wheels->count);
    double uphill = 0.0, all = 0.0;
    for (int i = 0; i < wheels->count; i++) {
        const struct sim_vec3 p = veh_rig_machine(rig)->def->model.bodies[wheels->index[i]].pose.p;
        const double load = veh_rig_support(rig, wheels->index[i]);
        all += load;
        uphill += sim_dot(sim_sub(p, middle), down) < 0.0 ? load : 0.0;
    }
    return all > 0.0 ? uphill / all : 0.0;
}

// [deg] At which the machine tips over towards down, a horizontal unit vector; 60: it does not.
static double tip_over(struct veh_rig *rig, struct sim_vec3 down) {
    const double step = tilting * sim_world_step_size(rig->site.world);
    double angle = 0.0;
    for (; angle < most && share_uphill(rig, down) > lifted; angle += step) {
        rig->lean = sim_scale(down, gravity * sim_sin(angle));
        rig->lean.z = gravity * (1.0 - sim_cos(angle));
        veh_rig_step(rig);
    }
    return angle * 180.0 / SIM_PI;
}

// With the crane as it is in the file.
static bool tip(const struct veh_machine_def *machine, struct sim_vec3 down, double *degrees) {
    struct veh_rig rig;
    if (!veh_rig_init(&rig, &(struct veh_rig_def){.machine = machine, .grip = true}))
        return false;
    veh_rig_run(&rig, settle);
    *degrees = tip_over(&rig, down);
    veh_rig_finish(&rig);
    return true;
}

static bool tip_with_crane(const struct veh_machine_def *machine, double radius,
                           struct veh_curve *curve) {
    struct veh_rig rig;
    if (!veh_rig_init(&rig, &(struct veh_rig_def){.machine = machine, .grip = true}))
        return false;
    const double reached = veh_rig_reach_out(&rig, radius, 0.5 * SIM_PI, height);
    veh_curve_add(curve, reached, tip_over(&rig, left));
    veh_rig_finish(&rig);
    return true;
}

static bool measure(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    static const double radii[] = {4.0, 5.5, 7.0};
    double forward, back;
    if (!tip(machine, left, &sheet->figure[VEH_FIGURE_TIP_SIDE]) ||
        !tip(machine, sim_vec3(1.0, 0.0, 0.0), &forward) ||
        !tip(machine, sim_vec3(-1.0, 0.0, 0.0), &back))
        return false;
    sheet->figure[VEH_FIGURE_TIP_ALONG] = fmin(forward, back);
    for (size_t i = 0; i < sizeof radii / sizeof radii[0] && veh_crane_def(machine) != NULL; i++)
        if (!tip_with_crane(machine, radii[i], &sheet->curve[VEH_CURVE_TIP]))
            return false;
    return true;
}

const struct veh_measurement veh_measure_tip = {"tip", "slopes on which the machine tips over",
                                                measure};
