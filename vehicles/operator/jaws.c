#include "vehicles/operator/jaws.h"

#include <assert.h>

#include "terrain/ground.h"
#include "vehicles/part/grapple.h"

static const double lever_gain = 4.0; // [1/rad]

static struct sim_aabb bounds_in(const struct sim_model *model, int body, int shape,
                                 struct sim_pose frame) {
    const struct sim_shape *s = &model->shapes[model->bodies[body].first_shape + shape];
    const struct sim_pose at =
        sim_pose_mul(sim_pose_inverse(frame), sim_pose_mul(model->bodies[body].pose, s->pose));
    return sim_shape_bounds(s, &at, 0.0);
}

static void measure_base(struct veh_jaws *jaws, const struct sim_model *model,
                         const struct veh_grapple_def *def, struct sim_pose frame) {
    jaws->base_low = (double)INFINITY;
    for (int i = 0; i < model->bodies[def->body].shape_count; i++) {
        if (!model->shapes[model->bodies[def->body].first_shape + i].collides)
            continue;
        const struct sim_aabb box = bounds_in(model, def->body, i, frame);
        jaws->base_low = fmin(jaws->base_low, box.low.z);
        jaws->base_half = fmax(jaws->base_half, fmax(box.high.y, -box.low.y));
    }
}

// The tip is the inner end of the tong's lowest shape.
static void measure_tong(struct veh_jaws *jaws, const struct sim_model *model, int tong,
                         struct sim_vec3 hinge, struct sim_pose frame) {
    const double outward = hinge.y >= 0.0 ? 1.0 : -1.0;
    double lowest = (double)INFINITY;
    jaws->hinge_y = fabs(hinge.y);
    jaws->hinge_z = hinge.z;
    for (int i = 0; i < model->bodies[tong].shape_count; i++) {
        const struct sim_aabb box = bounds_in(model, tong, i, frame);
        if (box.low.z >= lowest)
            continue;
        lowest = box.low.z;
        jaws->tip_y = (outward > 0.0 ? box.low.y : -box.high.y) - jaws->hinge_y;
        jaws->tip_z = box.low.z - hinge.z;
    }
}

bool veh_jaws_init(struct veh_jaws *jaws, const struct veh_worksite *site, int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct sim_model *model = &site->machines[machine].def->model;
    const struct veh_grapple_def *def = veh_grapple_def(site->machines[machine].def);
    *jaws = (struct veh_jaws){.machine = machine, .joint = -1};
    if (def == NULL)
        return false;
    struct sim_pose frame = model->bodies[def->body].pose;
    frame.p = sim_pose_point(frame, def->centre);
    measure_base(jaws, model, def, frame);
    for (int i = 0; i < model->joint_count && jaws->joint < 0; i++) {
        const struct sim_model_joint *joint = &model->joints[i];
        if (joint->parent != def->body || joint->input[0] < 0)
            continue;
        for (int t = 0; t < def->tongs.count && jaws->joint < 0; t++) {
            if (joint->child != def->tongs.index[t])
                continue;
            const struct sim_axis *axis = &joint->def.free_axis[0];
            jaws->joint = i;
            jaws->closing = joint->input_scale[0] < 0.0 ? -1.0 : 1.0;
            jaws->widest = jaws->closing < 0.0 ? axis->upper : -axis->lower;
            measure_tong(jaws, model, joint->child, sim_pose_local(frame, joint->def.anchor),
                         frame);
        }
    }
    return jaws->joint >= 0;
}

double veh_jaws_half_width(const struct veh_jaws *jaws, double opening) {
    return jaws->hinge_y + jaws->tip_y * sim_cos(opening) - jaws->tip_z * sim_sin(opening);
}

double veh_jaws_tip_height(const struct veh_jaws *jaws, double opening) {
    return jaws->hinge_z + jaws->tip_y * sim_sin(opening) + jaws->tip_z * sim_cos(opening);
}

static struct sim_body_id body_of(const struct veh_jaws *jaws, const struct veh_worksite *site,
                                  int body) {
    return site->machines[jaws->machine].instance.bodies[body];
}

struct sim_pose veh_jaws_pose(const struct veh_jaws *jaws, const struct veh_worksite *site) {
    const struct veh_grapple_def *def = veh_grapple_def(site->machines[jaws->machine].def);
    struct sim_pose pose = sim_body_pose(site->world, body_of(jaws, site, def->body));
    pose.p = sim_pose_point(pose, def->centre);
    return pose;
}

double veh_jaws_opening(const struct veh_jaws *jaws, const struct veh_worksite *site) {
    const struct sim_instance *instance = &site->machines[jaws->machine].instance;
    return -jaws->closing * sim_joint_position(site->world, instance->joints[jaws->joint], 0);
}

// [m] of a tong's lowest point above the ground or the floor.
static double tong_height(const struct veh_worksite *site, struct sim_body_id tong,
                          const struct sim_pose *floor) {
    const struct sim_pose pose = sim_body_pose(site->world, tong);
    const struct sim_shape *shapes;
    const int count = sim_body_shapes(site->world, tong, &shapes);
    double least = (double)INFINITY;
    for (int s = 0; s < count; s++) {
        const struct sim_pose at = sim_pose_mul(pose, shapes[s].pose);
        const struct sim_aabb box = sim_shape_bounds(&shapes[s], &at, 0.0);
        const double x = 0.5 * (box.low.x + box.high.x), y = 0.5 * (box.low.y + box.high.y);
        const double height = floor != NULL
                                  ? sim_pose_local(*floor, sim_vec3(x, y, box.low.z)).z
                                  : box.low.z - ter_ground_height(site->def.ground, x, y, NULL);
        least = fmin(least, height);
    }
    return least;
}

double veh_jaws_rise(const struct veh_jaws *jaws, const struct veh_worksite *site, double above,
                     const struct sim_pose *floor) {
    const struct veh_list *tongs = &veh_grapple_def(site->machines[jaws->machine].def)->tongs;
    double sum = 0.0;
    for (int i = 0; i < tongs->count; i++)
        sum += above - tong_height(site, body_of(jaws, site, tongs->index[i]), floor);
    return sum / fmax(tongs->count, 1.0);
}

double veh_jaws_lever(const struct veh_jaws *jaws, const struct veh_worksite *site,
                      double opening) {
    const double rest = veh_jaws_opening(jaws, site) - opening;
    return fabs(rest) < 0.03 ? 0.0 : sim_clamp(lever_gain * rest, -1.0, 1.0);
}
