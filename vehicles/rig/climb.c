// Slopes: how steep the machine climbs with the lever full out and how fast, and whether the brake
// holds it downhill.
#include "vehicles/part/drive.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

static const int first_grade = 5, last_grade = 80, grade_step = 5; // [%]
static const int steep = 70;           // [%] the speed there is a figure
static const double settle = 2.0;      // [s]
static const double start_up = 8.0;    // [s]
static const double average = 2.0;     // [s]
static const double road_run = 25.0;   // [s]
static const double climbing = 0.1;    // [m/s] and more
static const double downhill = 30.0;   // [deg]
static const double down_lever = 0.45; // of the drive
static const double rolling = 4.0;     // [s] downhill
static const double braking = 5.0;     // [s]

// [m/s] along the slope, forward.
static double mean_speed(struct veh_rig *rig, double seconds) {
    const struct sim_vec3 before = veh_machine_pose(&rig->site, 0).p;
    veh_rig_run(rig, seconds);
    const struct sim_vec3 way = sim_sub(veh_machine_pose(&rig->site, 0).p, before);
    return (way.x < 0.0 ? -1.0 : 1.0) * sim_length(way) / seconds;
}

static bool climb(const struct veh_machine_def *machine, int grade, double *speed) {
    struct veh_rig rig;
    if (!veh_rig_init(&rig, &(struct veh_rig_def){.machine = machine,
                                                  .slope = 0.01 * grade,
                                                  .cone_index = veh_forest_soil}))
        return false;
    veh_rig_run(&rig, settle);
    rig.levers.value[VEH_DRIVE] = 1.0;
    veh_rig_run(&rig, start_up);
    *speed = mean_speed(&rig, average);
    veh_rig_finish(&rig);
    return true;
}

// Rolls down under the drive, then the brake is pressed.
static bool brake(const struct veh_machine_def *machine, double *speed) {
    struct veh_rig rig;
    const double slope = -sim_sin(downhill * SIM_PI / 180.0) / sim_cos(downhill * SIM_PI / 180.0);
    if (!veh_rig_init(&rig, &(struct veh_rig_def){
                                .machine = machine, .slope = slope, .cone_index = veh_forest_soil}))
        return false;
    rig.levers.value[VEH_DRIVE] = down_lever;
    veh_rig_run(&rig, rolling);
    rig.levers.value[VEH_DRIVE] = 0.0;
    rig.levers.value[VEH_BRAKE] = 1.0;
    veh_rig_run(&rig, braking);
    *speed = fabs(mean_speed(&rig, average));
    veh_rig_finish(&rig);
    return true;
}

// In the road gear, which takes over while the machine stands.
static bool drive_on_road(const struct veh_machine_def *machine, double *speed) {
    struct veh_rig rig;
    if (!veh_rig_init(&rig,
                      &(struct veh_rig_def){.machine = machine, .cone_index = veh_forest_soil}))
        return false;
    veh_rig_run(&rig, settle);
    rig.levers.value[VEH_GEAR] = 1.0;
    veh_rig_run(&rig, settle);
    rig.levers.value[VEH_GEAR] = 0.0;
    rig.levers.value[VEH_DRIVE] = 1.0;
    veh_rig_run(&rig, road_run);
    *speed = 3.6 * mean_speed(&rig, average);
    veh_rig_finish(&rig);
    return true;
}

static bool measure(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    bool up = true;
    sheet->figure[VEH_FIGURE_GRADE] = 0.0;
    for (int grade = first_grade; grade <= last_grade; grade += grade_step) {
        double speed;
        if (!climb(machine, grade, &speed))
            return false;
        veh_curve_add(&sheet->curve[VEH_CURVE_CLIMB], grade, fmax(speed, 0.0));
        up = up && speed > climbing;
        if (up)
            sheet->figure[VEH_FIGURE_GRADE] = grade;
        if (grade == steep)
            sheet->figure[VEH_FIGURE_STEEP_SPEED] = fmax(speed, 0.0);
    }
    if (veh_drive_def(machine)->road_speed_max > 0.0 &&
        !drive_on_road(machine, &sheet->figure[VEH_FIGURE_ROAD_SPEED]))
        return false;
    return brake(machine, &sheet->figure[VEH_FIGURE_BRAKE]);
}

const struct veh_measurement veh_measure_climb = {
    "climb", "speed uphill over the slope, brake downhill", measure};
