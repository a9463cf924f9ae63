// Reach and lift: at each radius a chain holds the tip to the ground while the lever lifts, and its
// pull is the load that the crane lifts there besides its tool. Then the levers are let go and the
// chain is wound in until the relief valves open.
#include "vehicles/part/crane.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

static const double side = 0.5 * SIM_PI; // [rad] the crane works to the left
static const double height = 2.5;        // [m] of the tip above the ground
static const double first_radius = 3.0;  // [m]
static const double beside = 0.3;        // [m] from full reach where it is measured last
static const double pull_up = 2.0;       // [s] until all gives in
static const double average = 0.5;       // [s]
static const double wind_in = 0.05;      // [m/s]
static const double gravity = 9.81;      // [m/s^2]
static const double down_most = 1.0;     // [s] of one push of a lever

// The cylinder that lifts the load, or the hinge's own motor.
struct boom {
    struct veh_crane_axis axis;
    struct sim_joint_id driven;
};

static struct boom boom_of(const struct veh_rig *rig) {
    struct veh_crane_control control;
    (void)veh_crane_control_init(&control, &rig->site, 0);
    const struct veh_crane_axis *axis = veh_crane_lifting_axis(&control);
    const int driven = axis->cylinder >= 0 ? axis->cylinder : axis->joint;
    return (struct boom){*axis, veh_rig_joint(rig, driven)};
}

static double boom_force(const struct veh_rig *rig, const struct boom *boom) {
    return fabs(sim_joint_motor_force(rig->site.world, boom->driven, 0));
}

// [m] Lever arm of the cylinder about the hinge that it lifts; 1 for the hinge's own motor.
static double boom_arm(const struct veh_rig *rig, const struct boom *boom) {
    const struct veh_crane_axis *axis = &boom->axis;
    if (axis->cylinder < 0)
        return 1.0;
    const struct sim_world *world = rig->site.world;
    const struct sim_vec3 pivot = sim_joint_anchor(world, veh_rig_joint(rig, axis->joint));
    const struct sim_vec3 base = sim_joint_anchor(world, veh_rig_joint(rig, axis->base.joint));
    const struct sim_vec3 eye = sim_joint_anchor(world, veh_rig_joint(rig, axis->eye.joint));
    return sim_length(sim_cross(sim_sub(eye, pivot), sim_unit(sim_sub(eye, base))));
}

static double radius_of(const struct veh_rig *rig) {
    return veh_machine_measure(&rig->site, 0, &veh_part_crane, VEH_CRANE_REACH);
}

// ---- reach ----

// Pushes a lever as long as the radius grows.
static double stretch(struct veh_rig *rig, enum veh_control lever, double value) {
    double radius = radius_of(rig), before;
    do {
        before = radius;
        rig->levers = (struct veh_controls){{0.0}};
        rig->levers.value[lever] = value;
        veh_rig_run(rig, 0.2 * down_most);
        radius = radius_of(rig);
    } while (radius > before + 1e-3);
    veh_rig_rest(rig, down_most);
    return fmax(radius_of(rig), before);
}

static double full_reach(struct veh_rig *rig) {
    static const enum veh_control levers[] = {VEH_TELESCOPE, VEH_JIB, VEH_BOOM};
    double reach = veh_rig_reach_out(rig, 20.0, side, height);
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 3; i++)
            for (double sign = 1.0; sign > -2.0; sign -= 2.0)
                reach = fmax(reach, stretch(rig, levers[i], 0.5 * sign));
    return reach;
}

// ---- lift ----

struct lift {
    double radius;          // [m]
    double load;            // [N] pull of the chain
    double moment;          // [N m] of the cylinder
    double force, overload; // [N] of the cylinder that lifts, and that gives way
};

static struct lift lift_here(struct veh_rig *rig) {
    const struct boom boom = boom_of(rig);
    struct lift lift = {.radius = radius_of(rig)};
    const struct veh_chain chain =
        veh_rig_chain(rig, veh_rig_body(rig, veh_crane_def(veh_rig_machine(rig)->def)->tip_body),
                      veh_rig_tip(rig), sim_vec3(0.0, 0.0, -1.0));
    rig->levers.value[boom.axis.lever] = 1.0;
    veh_rig_run(rig, pull_up);
    lift.load = veh_chain_mean(rig, chain, average);
    lift.force = boom_force(rig, &boom);
    lift.moment = lift.force * boom_arm(rig, &boom);
    veh_rig_rest(rig, 1.0);
    veh_chain_let_out(rig, chain, -wind_in);
    veh_rig_run(rig, pull_up);
    lift.overload = boom_force(rig, &boom);
    return lift;
}

static bool lift_at(const struct veh_machine_def *machine, double radius, struct lift *lift) {
    struct veh_rig rig;
    if (!veh_rig_init(&rig, &(struct veh_rig_def){.machine = machine, .tied = true}))
        return false;
    (void)veh_rig_reach_out(&rig, radius, side, height);
    *lift = lift_here(&rig);
    veh_rig_finish(&rig);
    return true;
}

static bool measure_reach(const struct veh_machine_def *machine, double *reach) {
    struct veh_rig rig;
    if (!veh_rig_init(&rig, &(struct veh_rig_def){.machine = machine, .tied = true}))
        return false;
    *reach = full_reach(&rig);
    veh_rig_finish(&rig);
    return true;
}

static bool measure(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    double reach;
    if (veh_crane_def(machine) == NULL)
        return true;
    if (!measure_reach(machine, &reach))
        return false;
    sheet->figure[VEH_FIGURE_REACH] = reach;
    double most = 0.0;
    const int radii = (int)ceil(reach - beside - first_radius) + 1;
    for (int i = 0; i < radii; i++) {
        struct lift lift;
        if (!lift_at(machine, fmin(first_radius + i, reach - beside), &lift))
            return false;
        veh_curve_add(&sheet->curve[VEH_CURVE_LIFT], lift.radius, 1e-3 * lift.load / gravity);
        most = fmax(most, lift.moment);
        sheet->figure[VEH_FIGURE_LIFT_REACH] = 1e-3 * lift.load / gravity;
        sheet->figure[VEH_FIGURE_OVERLOAD] = lift.overload / lift.force;
    }
    sheet->figure[VEH_FIGURE_LIFT_MOMENT] = 1e-3 * most;
    return true;
}

const struct veh_measurement veh_measure_lift = {
    "lift", "reach, load lifted over the radius, overload", measure};
