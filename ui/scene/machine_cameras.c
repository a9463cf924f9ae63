#include "ui/scene/machine_cameras.h"

#include <assert.h>
#include <math.h>

#include "vehicles/part/crane.h"

static const double wide = 75.0 * SIM_PI / 180.0; // [rad] field of view of both
static const double backwards = -0.05;            // [m/s] speed from which one looks behind

struct sim_vec3 ui_crane_hanging(const struct ui_worksite_scene *view,
                                 const struct veh_worksite *site, int machine, double share) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_crane_def *crane = veh_crane_def(m->def);
    assert(crane != NULL);
    const struct sim_pose tip =
        ui_worksite_body_pose(view, site, m->instance.bodies[crane->tip_body], share);
    return sim_add(sim_pose_point(tip, crane->tip), sim_vec3(0.0, 0.0, -0.8));
}

static struct sim_pose base_pose(const struct ui_worksite_scene *view,
                                 const struct veh_worksite *site, int machine, double share) {
    const struct veh_machine *m = &site->machines[machine];
    return ui_worksite_body_pose(view, site, m->instance.bodies[m->base.body], share);
}

// Beside the end of the crane, looking down at what hangs from it.
static struct ui_camera tip_camera(const struct ui_worksite_scene *view,
                                   const struct veh_worksite *site, int machine, double share) {
    static const double aside = 0.5, back = 1.1, above = 0.9; // [m] from what hangs there
    assert(machine >= 0 && machine < site->machine_count);
    const struct sim_vec3 aim = ui_crane_hanging(view, site, machine, share);
    const struct sim_vec3 base = base_pose(view, site, machine, share).p;
    const struct sim_vec3 way =
        sim_unit_or(sim_vec3(base.x - aim.x, base.y - aim.y, 0.0), sim_vec3(1.0, 0.0, 0.0));
    const struct sim_vec3 eye =
        sim_add(aim, sim_vec3(back * way.x - aside * way.y, back * way.y + aside * way.x, above));
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(eye, aim);
    camera.fov_y = wide;
    return camera;
}

// The shape that reaches farthest back while the machine stands as in its file, without wheels,
// whose body is in front of its point of view half of the time.
static int rearmost_body(const struct sim_model *model, struct sim_aabb *rear) {
    int found = -1;
    for (int b = 0; b < model->body_count; b++) {
        const struct sim_model_body *body = &model->bodies[b];
        for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
            const struct sim_pose at = sim_pose_mul(body->pose, model->shapes[s].pose);
            const struct sim_aabb box = sim_shape_bounds(&model->shapes[s], &at, 0.0);
            if (model->visuals[s].look == SIM_LOOK_RUBBER ||
                model->visuals[s].look == SIM_LOOK_NONE || box.low.z < 0.5 ||
                (found >= 0 && box.low.x >= rear->low.x))
                continue;
            found = b;
            *rear = box;
        }
    }
    return found;
}

// At the rear end of the machine, looking back and down.
static struct ui_camera rear_camera(const struct ui_worksite_scene *view,
                                    const struct veh_worksite *site, int machine, double share) {
    static const double down = 0.42; // [rad]
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    struct sim_aabb rear = {sim_vec3(0.0, 0.0, 1.0), sim_vec3(0.0, 0.0, 1.0)};
    const int body = rearmost_body(&m->def->model, &rear);
    const struct sim_pose seat = {sim_vec3(rear.low.x - 0.1, 0.0, rear.high.z + 0.3),
                                  sim_quat_rpy(0.0, down, SIM_PI)};
    struct ui_camera camera = ui_default_camera();
    camera.fov_y = wide;
    if (body < 0) {
        camera.pose = sim_pose_mul(base_pose(view, site, machine, share), seat);
        return camera;
    }
    const struct sim_pose file = m->def->model.bodies[body].pose;
    const struct sim_pose local = {sim_pose_local(file, seat.p),
                                   sim_quat_mul(sim_quat_conj(file.q), seat.q)};
    camera.pose =
        sim_pose_mul(ui_worksite_body_pose(view, site, m->instance.bodies[body], share), local);
    return camera;
}

struct ui_camera ui_monitor_camera(const struct ui_worksite_scene *view,
                                   const struct veh_worksite *site, int machine, double share) {
    assert(machine >= 0 && machine < site->machine_count);
    if (veh_crane_def(site->machines[machine].def) == NULL ||
        veh_machine_speed(site, machine) < backwards)
        return rear_camera(view, site, machine, share);
    return tip_camera(view, site, machine, share);
}
