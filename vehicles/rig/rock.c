// Rocking: the crane points sideways, comes down at full lever and stops, and the machine rolls on
// its tyres. The lever is that of the boom, or of the jib of a parallel crane, whose boom moves the
// tip level and rocks nothing.
#include "vehicles/part/crane.h"
#include "vehicles/rig/decay.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

static const double side = 0.5 * SIM_PI; // [rad]
// Of the tip [m]; or as far as the crane reaches, and so high that the tool stays off the ground.
static const double radius = 9.0, height = 5.0;
static const double lowering = 0.8; // [s]
enum { SAMPLES = 900 };             // steps

// [deg] Of the frame that carries the crane, to the left, where it points.
static double roll(const struct veh_rig *rig) {
    const struct veh_machine_def *machine = veh_rig_machine(rig)->def;
    const int base = machine->model.joints[veh_crane_def(machine)->slew].parent;
    const struct sim_vec3 y = sim_rotate(sim_body_pose(rig->site.world, veh_rig_body(rig, base)).q,
                                         sim_vec3(0.0, 1.0, 0.0));
    return -sim_atan2(y.z, sqrt(y.x * y.x + y.y * y.y)) * 180.0 / SIM_PI;
}

static bool measure(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    struct veh_rig rig;
    double samples[SAMPLES];
    if (veh_crane_def(machine) == NULL)
        return true;
    if (!veh_rig_init(&rig,
                      &(struct veh_rig_def){.machine = machine, .cone_index = veh_forest_soil}))
        return false;
    (void)veh_rig_reach_out(&rig, radius, side, height);
    struct veh_crane_control control;
    (void)veh_crane_control_init(&control, &rig.site, 0);
    const enum veh_control lever = veh_crane_lifting_axis(&control)->lever;
    rig.levers.value[lever] = -1.0;
    veh_rig_run(&rig, lowering);
    rig.levers.value[lever] = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        veh_rig_step(&rig);
        samples[i] = roll(&rig);
    }
    const double h = sim_world_step_size(rig.site.world);
    const struct veh_decay decay = veh_decay_of(samples, SAMPLES, h);
    for (int i = 0; i < SAMPLES; i++)
        veh_curve_add(&sheet->curve[VEH_CURVE_ROCK], i * h, samples[i] - decay.rest);
    sheet->figure[VEH_FIGURE_ROLL] = decay.amplitude;
    sheet->figure[VEH_FIGURE_ROLL_PERIOD] = decay.period;
    sheet->figure[VEH_FIGURE_ROLL_DAMPING] = decay.damping;
    veh_rig_finish(&rig);
    return true;
}

const struct veh_measurement veh_measure_rock = {
    "rock", "roll of the machine after a sideways stop of the boom", measure};
