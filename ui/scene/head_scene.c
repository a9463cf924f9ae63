#include "ui/scene/head_scene.h"

#include <assert.h>
#include <math.h>

#include "vehicles/part/head.h"

enum { ROWS = 3, SPIKES = 9 }; // of a roller, and in each row

static const double spike_foot = 0.019, spike_length = 0.032; // [m]
static const double edge_thickness = 0.006;                   // [m] half
static const double chain_beyond = 0.010;                     // [m] the bar's rim
static const float bright[3] = {0.74F, 0.75F, 0.77F};
static const float dark[3] = {0.20F, 0.20F, 0.21F};

struct head {
    struct ui_worksite_scene *view;
    const struct veh_worksite *site;
    const struct veh_machine *machine;
    double share;
    bool room; // there was memory for everything so far
};

static void add(struct head *head, struct ui_primitive p, struct sim_pose at) {
    p.look = UI_LOOK_STEEL;
    p.pose = at;
    head->room = ui_scene_add_primitive(&head->view->scene, &p) && head->room;
}

// Rows of cones that stand on the rim of a roller, staggered. frame: of its capsule.
static void add_spikes(struct head *head, const struct sim_shape *roller, struct sim_pose frame) {
    for (int i = 0; i < ROWS * SPIKES; i++) {
        const int row = i / SPIKES;
        const double angle = 2.0 * SIM_PI * (i % SPIKES + 0.5 * row) / SPIKES;
        const struct sim_vec3 out = sim_vec3(cos(angle), sin(angle), 0.0);
        struct sim_vec3 foot = sim_scale(out, roller->radius[0] + 0.4 * spike_length);
        foot.z = roller->half_length * (2.0 * row / (ROWS - 1) - 1.0);
        struct ui_primitive cone =
            ui_rod(sim_vec3(0.0, 0.0, 0.0), sim_scale(out, spike_length), spike_foot, bright);
        cone.kind = UI_SHAPE_CYLINDER;
        cone.radius[1] = 0.2 * spike_foot;
        const struct sim_pose at = {foot, cone.pose.q};
        add(head, cone, sim_pose_mul(frame, at));
    }
}

// A plate along one limb of a knife, whose edge faces along the stem, the body's z axis.
static void add_edge(struct head *head, const struct sim_shape *limb, struct sim_pose body) {
    const struct sim_vec3 along = sim_rotate(limb->pose.q, sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 z = sim_vec3(0.0, 0.0, 1.0), y = along;
    const struct sim_vec3 x = sim_unit_or(sim_cross(y, z), sim_vec3(1.0, 0.0, 0.0));
    const struct sim_mat3 m = {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
    const struct sim_pose at = {limb->pose.p, sim_quat_from_mat3(&m)};
    add(head, ui_box(sim_vec3(edge_thickness, limb->half_length, 1.35 * limb->radius[0]), bright),
        sim_pose_mul(body, at));
}

static void add_chain(struct head *head, const struct sim_shape *bar, struct sim_pose body) {
    const struct sim_vec3 half =
        sim_vec3(bar->half.x + chain_beyond, bar->half.y + chain_beyond, 0.5 * bar->half.z);
    add(head, ui_box(half, dark), sim_pose_mul(body, bar->pose));
}

enum what { ROLLER, KNIFE, BAR };

// The shapes that belong to the child of a joint, by their kinds.
static void add_part(struct head *head, int joint, enum what what) {
    const struct sim_model *model = &head->machine->def->model;
    const int b = model->joints[joint].child;
    const struct sim_model_body *body = &model->bodies[b];
    const struct sim_pose pose = ui_worksite_body_pose(
        head->view, head->site, head->machine->instance.bodies[b], head->share);
    for (int i = body->first_shape; i < body->first_shape + body->shape_count; i++) {
        const struct sim_shape *shape = &model->shapes[i];
        if (what == ROLLER && shape->kind == SIM_SHAPE_CAPSULE)
            add_spikes(head, shape, sim_pose_mul(pose, shape->pose));
        else if (what == KNIFE && shape->kind == SIM_SHAPE_CAPSULE)
            add_edge(head, shape, pose);
        else if (what == BAR && shape->kind == SIM_SHAPE_BOX)
            add_chain(head, shape, pose);
    }
}

bool ui_scene_add_head(struct ui_worksite_scene *view, const struct veh_worksite *site, int machine,
                       double share, struct sim_vec3 eye) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_head_def *def = veh_head_def(m->def);
    if (def == NULL)
        return true;
    struct head head = {.view = view, .site = site, .machine = m, .share = share, .room = true};
    const int bar = m->def->model.joints[def->saw.joint].child;
    const struct sim_pose at = ui_worksite_body_pose(view, site, m->instance.bodies[bar], share);
    if (sim_length(sim_sub(at.p, eye)) > ui_head_sight)
        return true;
    const struct veh_saw_def *top = veh_top_saw_def(m->def);
    add_part(&head, def->saw.joint, BAR);
    if (top != NULL)
        add_part(&head, top->joint, BAR);
    for (int i = 0; i < def->rollers.count; i++)
        add_part(&head, def->rollers.index[i], ROLLER);
    for (int i = 0; i < def->knives.count; i++)
        add_part(&head, def->knives.index[i], KNIFE);
    return head.room;
}
