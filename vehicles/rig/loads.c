// Mass, loads of axles and wheels, and the stiffness of the tyres: the machine stands, then as much
// again lies on its frames.
#include "vehicles/part/drive.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

static const double settle = 8.0;   // [s] until the machine stands still
static const double more = 0.25;    // of the weight that is laid on
static const double gravity = 9.81; // [m/s^2]

struct stance {
    double load[VEH_MAX_LIST], height[VEH_MAX_LIST]; // [N], [m] of the wheels
};

static struct stance look(const struct veh_rig *rig, const struct veh_list *wheels) {
    struct stance s = {0};
    for (int i = 0; i < wheels->count; i++) {
        s.load[i] = veh_rig_support(rig, wheels->index[i]);
        s.height[i] = sim_body_pose(rig->site.world, veh_rig_body(rig, wheels->index[i])).p.z;
    }
    return s;
}

static void fill_loads(const struct veh_rig *rig, const struct veh_list *wheels,
                       const struct stance *s, struct veh_sheet *sheet) {
    double front = 0.0, all = 0.0, most = 0.0;
    for (int i = 0; i < wheels->count; i++) {
        const struct sim_pose wheel =
            veh_rig_machine(rig)->def->model.bodies[wheels->index[i]].pose;
        all += s->load[i];
        front += wheel.p.x > 0.0 ? s->load[i] : 0.0;
        most = fmax(most, s->load[i]);
    }
    sheet->figure[VEH_FIGURE_MASS] = 1e-3 * all / gravity;
    sheet->figure[VEH_FIGURE_FRONT_SHARE] = 100.0 * front / all;
    sheet->figure[VEH_FIGURE_WHEEL_LOAD] = 1e-3 * most / gravity;
}

// Each tyre by its own load and sinking.
static double stiffness(const struct veh_list *wheels, const struct stance *before,
                        const struct stance *after) {
    double sum = 0.0;
    for (int i = 0; i < wheels->count; i++)
        sum += (after->load[i] - before->load[i]) / (before->height[i] - after->height[i]);
    return sum / wheels->count;
}

static bool measure(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    struct veh_rig rig;
    if (!veh_rig_init(&rig, &(struct veh_rig_def){.machine = machine}))
        return false;
    const struct veh_list *wheels = &veh_drive_def(machine)->wheels;
    veh_rig_run(&rig, settle);
    const struct stance before = look(&rig, wheels);
    fill_loads(&rig, wheels, &before, sheet);
    rig.lean = sim_vec3(0.0, 0.0, -more * gravity);
    veh_rig_run(&rig, settle);
    const struct stance after = look(&rig, wheels);
    sheet->figure[VEH_FIGURE_TYRE] = 1e-6 * stiffness(wheels, &before, &after);
    veh_rig_finish(&rig);
    return true;
}

const struct veh_measurement veh_measure_loads = {
    "loads", "mass, loads of the wheels, stiffness of the tyres", measure};
