// The crane's functions at full lever: each alone, four at once, and what slewing can push.
#include "vehicles/part/crane.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

static const double side = 0.5 * SIM_PI;        // [rad]
static const double radius = 6.0, height = 3.5; // [m] of the tip
static const double spool_up = 0.9;             // [s] until the speed is full
static const double average = 0.2;              // [s]
static const double push = 2.0;                 // [s] against the chain

enum { SLEW, BOOM, JIB, TELESCOPE, FUNCTIONS };

static const enum veh_control levers[FUNCTIONS] = {VEH_SLEW, VEH_BOOM, VEH_JIB, VEH_TELESCOPE};

static bool has(const struct veh_crane_def *crane, int function) {
    const int joints[FUNCTIONS] = {crane->slew, crane->boom, crane->jib, crane->telescope};
    return joints[function] >= 0;
}

// The joint that the function drives: of a cylinder, or the hinge itself. A hinge of a parallel
// crane moves with other cylinders, too.
static int driven_by(const struct veh_rig *rig, int function) {
    struct veh_crane_control control;
    (void)veh_crane_control_init(&control, &rig->site, 0);
    const struct veh_crane_axis *const axes[FUNCTIONS] = {&control.slew, &control.boom,
                                                          &control.jib, &control.telescope};
    return axes[function]->cylinder >= 0 ? axes[function]->cylinder : axes[function]->joint;
}

struct speeds {
    double driven[FUNCTIONS]; // [rad/s or m/s]
    double tip;               // [m/s]
};

// lever: of each function, -1 to 1.
static bool run_functions(const struct veh_machine_def *machine, const double lever[FUNCTIONS],
                          struct speeds *speeds) {
    struct veh_rig rig;
    const struct veh_crane_def *crane = veh_crane_def(machine);
    *speeds = (struct speeds){0};
    if (!veh_rig_init(&rig, &(struct veh_rig_def){.machine = machine, .tied = true}))
        return false;
    (void)veh_rig_reach_out(&rig, radius, side, height);
    for (int f = 0; f < FUNCTIONS; f++)
        rig.levers.value[levers[f]] = lever[f];
    veh_rig_run(&rig, spool_up);
    const long steps = lround(average / sim_world_step_size(rig.site.world));
    for (long i = 0; i < steps; i++) {
        const struct sim_vec3 before = veh_rig_tip(&rig);
        veh_rig_step(&rig);
        speeds->tip += sim_length(sim_sub(veh_rig_tip(&rig), before)) / average;
        for (int f = 0; f < FUNCTIONS; f++) {
            if (has(crane, f))
                speeds->driven[f] +=
                    fabs(sim_joint_speed(rig.site.world, veh_rig_joint(&rig, driven_by(&rig, f)),
                                         0)) /
                    (double)steps;
        }
    }
    veh_rig_finish(&rig);
    return true;
}

// The function alone, away from the stop that is nearer.
static bool run_alone(const struct veh_machine_def *machine, int function, double lever[FUNCTIONS],
                      struct speeds *speeds) {
    struct speeds other;
    double alone[FUNCTIONS] = {0.0};
    alone[function] = 1.0;
    if (!run_functions(machine, alone, speeds))
        return false;
    alone[function] = -1.0;
    if (!run_functions(machine, alone, &other))
        return false;
    lever[function] = speeds->tip >= other.tip ? 1.0 : -1.0;
    if (lever[function] < 0.0)
        *speeds = other;
    return true;
}

static bool measure_speeds(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    static const enum veh_figure tip[FUNCTIONS] = {
        VEH_FIGURE_COUNT, VEH_FIGURE_BOOM_SPEED, VEH_FIGURE_JIB_SPEED, VEH_FIGURE_TELESCOPE_SPEED};
    struct speeds alone[FUNCTIONS], together;
    double lever[FUNCTIONS] = {0.0}, share = 0.0;
    int count = 0;
    for (int f = 0; f < FUNCTIONS; f++)
        if (has(veh_crane_def(machine), f) && !run_alone(machine, f, lever, &alone[f]))
            return false;
    if (!run_functions(machine, lever, &together))
        return false;
    for (int f = 0; f < FUNCTIONS; f++) {
        if (!has(veh_crane_def(machine), f))
            continue;
        if (f == SLEW)
            sheet->figure[VEH_FIGURE_SLEW_SPEED] = alone[f].driven[f] * 180.0 / SIM_PI;
        else
            sheet->figure[tip[f]] = alone[f].tip;
        share += together.driven[f] / alone[f].driven[f];
        count++;
    }
    sheet->figure[VEH_FIGURE_SHARE] = 100.0 * share / count;
    return true;
}

// A chain across holds the tip.
static bool measure_torque(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    struct veh_rig rig;
    const struct veh_crane_def *crane = veh_crane_def(machine);
    if (!veh_rig_init(&rig, &(struct veh_rig_def){.machine = machine, .tied = true}))
        return false;
    const double arm = veh_rig_reach_out(&rig, radius, side, height);
    const struct veh_chain chain =
        veh_rig_chain(&rig, veh_rig_body(&rig, crane->tip_body), veh_rig_tip(&rig),
                      sim_vec3(sim_sin(side), -sim_cos(side), 0.0));
    rig.levers.value[VEH_SLEW] = 1.0;
    veh_rig_run(&rig, push);
    sheet->figure[VEH_FIGURE_SLEW_TORQUE] = 1e-3 * arm * veh_chain_mean(&rig, chain, push);
    veh_rig_finish(&rig);
    return true;
}

static bool measure(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    return veh_crane_def(machine) == NULL ||
           (measure_speeds(machine, sheet) && measure_torque(machine, sheet));
}

const struct veh_measurement veh_measure_functions = {
    "functions", "speeds of the crane's functions, alone and together, and slewing torque",
    measure};
