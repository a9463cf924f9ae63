#include "ui/scene/model_frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double much_larger = 3.0; // than all that moves

bool ui_model_frame_take(struct ui_model_frame *frame, const struct sim_instance *instance) {
    const struct sim_model *model = instance->model;
    const struct sim_world *world = instance->world;
    if (frame->body == NULL)
        frame->body = calloc((size_t)model->body_count + 1, sizeof *frame->body);
    if (frame->joint == NULL)
        frame->joint = calloc((size_t)model->joint_count + 1, sizeof *frame->joint);
    if (frame->force == NULL)
        frame->force = calloc((size_t)model->force_count + 1, sizeof *frame->force);
    if (frame->body == NULL || frame->joint == NULL || frame->force == NULL)
        return false;
    frame->time = sim_world_time(world);
    for (int i = 0; i < model->body_count; i++)
        frame->body[i] = sim_body_pose(world, instance->bodies[i]);
    for (int i = 0; i < model->joint_count; i++) {
        const enum sim_joint_kind kind = model->joints[i].def.kind;
        const struct sim_joint_id joint = instance->joints[i];
        struct ui_joint_mark *mark = &frame->joint[i];
        mark->broken = sim_joint_broken(world, joint);
        mark->from = sim_joint_anchor(world, joint);
        mark->anchor = sim_joint_anchor_b(world, joint);
        for (int k = 0; k < sim_joint_kind_axes(kind); k++)
            mark->axis[k] = sim_joint_axis(world, joint, k);
    }
    for (int i = 0; i < model->force_count; i++) {
        const struct sim_acting_force force = sim_instance_force(instance, i);
        const double sign = (force.size > 0.0) - (force.size < 0.0);
        frame->force[i] = (struct ui_force_mark){force.point, sim_scale(force.direction, sign)};
    }
    return true;
}

void ui_model_frame_finish(struct ui_model_frame *frame) {
    free(frame->body);
    free(frame->joint);
    free(frame->force);
    memset(frame, 0, sizeof *frame);
}

// ---- bounds ----

struct sim_aabb ui_no_bounds(void) {
    return (struct sim_aabb){sim_vec3(HUGE_VAL, HUGE_VAL, HUGE_VAL),
                             sim_vec3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL)};
}

bool ui_bounds_are_known(const struct sim_aabb *bounds) {
    return bounds->low.x <= bounds->high.x;
}

void ui_grow_bounds(struct sim_aabb *bounds, const struct sim_aabb *more) {
    bounds->low = sim_vec3(fmin(bounds->low.x, more->low.x), fmin(bounds->low.y, more->low.y),
                           fmin(bounds->low.z, more->low.z));
    bounds->high = sim_vec3(fmax(bounds->high.x, more->high.x), fmax(bounds->high.y, more->high.y),
                            fmax(bounds->high.z, more->high.z));
}

static double diagonal(const struct sim_aabb *box) {
    return ui_bounds_are_known(box) ? sim_length(sim_sub(box->high, box->low)) : 0.0;
}

// The bounds in which a heightfield collides are far larger than what is seen of it.
static struct sim_aabb seen_bounds(const struct sim_shape *shape, const struct sim_pose *pose) {
    const bool field = shape->kind == SIM_SHAPE_HEIGHTFIELD && shape->mesh != NULL;
    const struct sim_shape seen = {
        .kind = SIM_SHAPE_MESH, .pose = shape->pose, .mesh = shape->mesh};
    return sim_shape_bounds(field ? &seen : shape, pose, 0.0);
}

// Which shapes are asked for.
enum part { MOVING, FIXED_SMALL, FIXED_LARGE };

// Of all shapes of that part; what is larger than size [m] is large.
static struct sim_aabb bounds_of(const struct sim_model *model, const struct ui_model_frame *frame,
                                 enum part part, double size) {
    struct sim_aabb bounds = ui_no_bounds();
    for (int b = 0; b < model->body_count; b++) {
        const struct sim_model_body *body = &model->bodies[b];
        if (body->fixed != (part != MOVING))
            continue;
        for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
            const struct sim_shape *shape = &model->shapes[s];
            if (model->visuals[s].look == SIM_LOOK_NONE)
                continue;
            const struct sim_pose pose = sim_pose_mul(frame->body[b], shape->pose);
            const struct sim_aabb box = seen_bounds(shape, &pose);
            if (part == MOVING || (diagonal(&box) > size) == (part == FIXED_LARGE))
                ui_grow_bounds(&bounds, &box);
        }
    }
    return bounds;
}

// Threads and rods reach from what moves to what may not.
static void grow_by_links(struct sim_aabb *bounds, const struct sim_model *model,
                          const struct ui_model_frame *frame) {
    for (int i = 0; i < model->joint_count; i++) {
        const struct ui_joint_mark *mark = &frame->joint[i];
        if (!sim_joint_kind_points(model->joints[i].def.kind) || mark->broken ||
            !(model->joints[i].thickness > 0.0))
            continue;
        const struct sim_aabb ends[2] = {{mark->from, mark->from}, {mark->anchor, mark->anchor}};
        ui_grow_bounds(bounds, &ends[0]);
        ui_grow_bounds(bounds, &ends[1]);
    }
}

static struct sim_aabb moving_bounds(const struct sim_model *model,
                                     const struct ui_model_frame *frame) {
    struct sim_aabb bounds = bounds_of(model, frame, MOVING, 0.0);
    grow_by_links(&bounds, model, frame);
    return bounds;
}

static double largest_fixed(const struct sim_aabb *moving) {
    return ui_bounds_are_known(moving) ? much_larger * diagonal(moving) : HUGE_VAL;
}

struct sim_aabb ui_model_bounds(const struct sim_model *model, const struct ui_model_frame *frame) {
    struct sim_aabb bounds = moving_bounds(model, frame);
    const struct sim_aabb fixed = bounds_of(model, frame, FIXED_SMALL, largest_fixed(&bounds));
    if (ui_bounds_are_known(&fixed))
        ui_grow_bounds(&bounds, &fixed);
    return bounds;
}

struct sim_aabb ui_model_moving_bounds(const struct sim_model *model,
                                       const struct ui_model_frame *frame) {
    return moving_bounds(model, frame);
}

bool ui_model_has_ground(const struct sim_model *model, const struct ui_model_frame *frame) {
    const struct sim_aabb moving = moving_bounds(model, frame);
    const struct sim_aabb large = bounds_of(model, frame, FIXED_LARGE, largest_fixed(&moving));
    return ui_bounds_are_known(&large);
}
