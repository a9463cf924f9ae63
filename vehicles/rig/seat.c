// Comfort: the wheels of the left side drive over a stump, and what the seat feels.
#include <string.h>

#include "vehicles/part/drive.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"
#include "vehicles/site.h"

static const double stump_height = 0.3, stump_radius = 0.15; // [m]
static const double run_up = 8.0;                            // [m] ahead of the foremost wheel
static const double speed = 2.0;                             // [m/s]
static const double behind = 12.0;                           // [m] length of the machine and more
enum { WINDOW = 5 };                                         // steps: 50 ms, what a body feels

static void put_stump(struct veh_rig *rig) {
    const struct veh_list *wheels = &veh_drive_def(veh_rig_machine(rig)->def)->wheels;
    struct sim_vec3 wheel = {0.0, 0.0, 0.0};
    for (int i = 0; i < wheels->count; i++) {
        const struct sim_vec3 p =
            sim_body_centre(rig->site.world, veh_rig_body(rig, wheels->index[i]));
        if (p.y > 0.0 && (wheel.y <= 0.0 || p.x > wheel.x))
            wheel = p;
    }
    const struct sim_shape stump = {.kind = SIM_SHAPE_CYLINDER,
                                    .pose = sim_pose_identity(),
                                    .radius = {stump_radius, stump_radius},
                                    .half_length = stump_height,
                                    .material = rig->site.material_bark,
                                    .collides = true};
    struct sim_body_def def = sim_default_body_def();
    def.fixed = true;
    def.pose.p = sim_vec3(wheel.x + run_up, wheel.y, 0.0);
    def.shapes = &stump;
    def.shape_count = 1;
    def.user = VEH_USER_GROUND;
    (void)sim_body_create(rig->site.world, &def);
}

// The operator's eyes: the camera in the cab.
static struct sim_vec3 seat_velocity(const struct veh_rig *rig) {
    const struct veh_machine_def *machine = veh_rig_machine(rig)->def;
    struct veh_camera_def seat = {.body = veh_drive_def(machine)->body,
                                  .pose = sim_pose_identity()};
    for (int i = machine->camera_count - 1; i >= 0; i--)
        if (i == 0 || strcmp(machine->cameras[i].name, "cab") == 0)
            seat = machine->cameras[i];
    const struct sim_body_id body = veh_rig_body(rig, seat.body);
    const struct sim_pose pose = sim_body_pose(rig->site.world, body);
    return sim_body_point_velocity(rig->site.world, body, sim_pose_point(pose, seat.pose.p));
}

static bool measure(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    struct veh_rig rig;
    double up[WINDOW] = {0.0}, most = 0.0; // the speeds of the last steps, from rest
    if (!veh_rig_init(&rig,
                      &(struct veh_rig_def){.machine = machine, .cone_index = veh_forest_soil}))
        return false;
    put_stump(&rig);
    veh_rig_run(&rig, 2.0);
    rig.levers.value[VEH_DRIVE] = fmin(speed / veh_drive_def(machine)->speed_max, 1.0);
    const double h = sim_world_step_size(rig.site.world);
    const int steps = (int)lround((run_up + behind) / speed / h);
    for (int i = 0; i < steps; i++) {
        veh_rig_step(&rig);
        const double speed_up = seat_velocity(&rig).z;
        const double acceleration = (speed_up - up[i % WINDOW]) / (WINDOW * h);
        up[i % WINDOW] = speed_up;
        most = fmax(most, fabs(acceleration));
        veh_curve_add(&sheet->curve[VEH_CURVE_SEAT], i * h, acceleration);
    }
    sheet->figure[VEH_FIGURE_SEAT] = most;
    veh_rig_finish(&rig);
    return true;
}

const struct veh_measurement veh_measure_seat = {
    "seat", "what the seat feels of a stump of 0.3 m at 2 m/s", measure};
