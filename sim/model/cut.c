#include "sim/model/cut.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"
#include "sim/shape/hull.h"

// What a cut makes of a body's shapes, by side: 0 below the plane, 1 above.
struct halves {
    struct sim_shape_part (*shape)[2]; // per shape of the body
    int count;
    int kept[2];             // shapes on each side
    struct sim_mass mass[2]; // mass 0: none
};

static void finish_halves(struct halves *halves) {
    for (int i = 0; i < halves->count; i++)
        for (int side = 0; side < 2; side++)
            sim_hull_destroy(halves->shape[i][side].hull);
    free(halves->shape);
}

static void take(struct halves *halves, int side, const struct sim_shape_part *part) {
    if (!(part->volume > 0.0))
        return;
    halves->kept[side]++;
    if (part->mass.mass > 0.0)
        halves->mass[side] = halves->mass[side].mass > 0.0
                                 ? sim_mass_add(&halves->mass[side], &part->mass)
                                 : part->mass;
}

static void span_of(const struct sim_model *model, const struct sim_model_body *body,
                    struct sim_vec3 along, double *low, double *high) {
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (int i = 0; i < body->shape_count; i++) {
        double l, h;
        sim_shape_span(&model->shapes[body->first_shape + i], along, &l, &h);
        *low = fmin(*low, l);
        *high = fmax(*high, h);
    }
}

// NULL, or why not; halves are to be finished in any case.
static const char *cut_shapes(const struct sim_model *model, const struct sim_model_body *body,
                              const struct sim_plane *plane, struct halves *halves) {
    static char text[160];
    if (body->fixed)
        return "it is fixed";
    if (body->shape_count == 0)
        return "it has no shapes";
    if (body->has_mass)
        return "its mass is not that of its shapes";
    double low, high;
    span_of(model, body, plane->normal, &low, &high);
    if (!(plane->offset > low && plane->offset < high)) {
        (void)snprintf(text, sizeof text, "the plane at %g m misses it, it reaches from %g to %g m",
                       plane->offset, low, high);
        return text;
    }
    halves->shape = calloc((size_t)body->shape_count, sizeof *halves->shape);
    if (halves->shape == NULL)
        return "there is not enough memory";
    for (int i = 0; i < body->shape_count; i++) {
        const struct sim_shape *shape = &model->shapes[body->first_shape + i];
        const char *problem = sim_shape_cut(shape, plane, halves->shape[i]);
        if (problem != NULL)
            return problem;
        halves->count++;
        for (int side = 0; side < 2; side++)
            take(halves, side, &halves->shape[i][side]);
    }
    for (int side = 0; side < 2; side++)
        if (!(halves->mass[side].mass > 0.0))
            return "a part would have no mass";
    return NULL;
}

// ---- the two bodies ----

// Room for what the cut adds: all of it, or nothing changes.
static bool reserve(struct sim_model *model, const struct halves *halves) {
    const int shapes = model->shape_count + halves->kept[0] + halves->kept[1];
    // A model does not know the capacities of its lists.
    int room[5] = {model->shape_count, model->shape_count, model->hull_count, model->body_count,
                   model->joint_count};
    return sim_grow_or_fail(&model->shapes, &room[0], shapes, sizeof *model->shapes) &&
           sim_grow_or_fail(&model->visuals, &room[1], shapes, sizeof *model->visuals) &&
           sim_grow_or_fail(&model->hulls, &room[2], model->hull_count + 2 * halves->count,
                            sizeof *model->hulls) &&
           sim_grow_or_fail(&model->bodies, &room[3], model->body_count + 1,
                            sizeof *model->bodies) &&
           sim_grow_or_fail(&model->joints, &room[4], model->joint_count + 1,
                            sizeof *model->joints);
}

static void move_shapes(struct sim_model *model, struct halves *halves, int side, int first,
                        struct sim_model_body *body) {
    body->first_shape = model->shape_count;
    body->shape_count = halves->kept[side];
    for (int i = 0; i < halves->count; i++) {
        struct sim_shape_part *part = &halves->shape[i][side];
        if (!(part->volume > 0.0))
            continue;
        model->shapes[model->shape_count] = part->part;
        model->visuals[model->shape_count++] = model->visuals[first + i];
        if (part->hull != NULL)
            model->hulls[model->hull_count++] = part->hull;
        part->hull = NULL; // the model's now
    }
}

static void name_upper(const struct sim_model *model, const char *name, char *upper) {
    for (int n = 2; n == 2 || sim_model_find_body(model, upper) >= 0; n++)
        (void)snprintf(upper, SIM_MODEL_NAME, "%.50s.%d", name, n);
}

// Whether the body's mass is that of its shapes, which flat sides of round ones leave out of it.
static bool is_of_shapes(const struct sim_model *model, const struct sim_model_body *body) {
    static const double rounding = 1e-9;
    struct sim_model_body plain = *body;
    plain.has_mass = false;
    const struct sim_mass sum = sim_model_body_mass(model, &plain);
    double error = sim_length(sim_sub(sum.centre, body->mass.centre));
    for (int i = 0; i < 9; i++)
        error = fmax(error, fabs(sum.inertia.m[i / 3][i % 3] - body->mass.inertia.m[i / 3][i % 3]) /
                                body->mass.inertia.m[i % 3][i % 3]);
    return error < rounding;
}

static void make_bodies(struct sim_model *model, struct halves *halves, int body) {
    const struct sim_model_body whole = model->bodies[body];
    const struct sim_mass sum = sim_mass_add(&halves->mass[0], &halves->mass[1]);
    const int into[2] = {body, model->body_count++};
    for (int side = 0; side < 2; side++) {
        struct sim_model_body *b = &model->bodies[into[side]];
        const struct sim_vec3 r =
            sim_rotate(whole.pose.q, sim_sub(halves->mass[side].centre, sum.centre));
        *b = whole;
        b->has_mass = true;
        b->mass = halves->mass[side];
        b->velocity = sim_add(whole.velocity, sim_cross(whole.angular_velocity, r));
        b->drag = whole.drag * halves->mass[side].mass / sum.mass;
        move_shapes(model, halves, side, whole.first_shape, b);
        b->has_mass = !is_of_shapes(model, b); // else it can be cut again
    }
    char upper[SIM_MODEL_NAME];
    model->bodies[into[1]].name[0] = '\0';
    name_upper(model, whole.name, upper);
    memcpy(model->bodies[into[1]].name, upper, sizeof upper);
}

// ---- what is attached ----

struct split {
    int lower, upper; // bodies
    struct sim_plane plane;
};

// A body index: that of the part where the point, in the body's frame, is.
static void reattach(const struct split *split, struct sim_vec3 p, int *body) {
    if (*body == split->lower && sim_dot(split->plane.normal, p) > split->plane.offset)
        *body = split->upper;
}

static void reattach_all(struct sim_model *model, const struct split *split) {
    const struct sim_pose pose = model->bodies[split->lower].pose;
    for (int i = 0; i < model->joint_count; i++) {
        struct sim_model_joint *j = &model->joints[i];
        const bool points = sim_joint_kind_points(j->def.kind);
        reattach(split, sim_pose_local(pose, j->def.anchor), &j->parent);
        reattach(split, sim_pose_local(pose, points ? j->def.anchor_b : j->def.anchor), &j->child);
    }
    for (int i = 0; i < model->resistance_count; i++)
        reattach(split, model->resistances[i].def.point, &model->resistances[i].body);
    for (int i = 0; i < model->force_count; i++)
        reattach(split, model->forces[i].point, &model->forces[i].body);
    for (int i = 0; i < model->guide_count; i++)
        reattach(split, model->guides[i].def.anchor, &model->guides[i].body);
}

static void add_joint(struct sim_model *model, const struct split *split) {
    struct sim_model_joint joint = sim_default_model_joint();
    const struct sim_model_body *upper = &model->bodies[split->upper];
    memcpy(joint.name, upper->name, sizeof joint.name);
    joint.def.kind = SIM_JOINT_RIGID;
    joint.parent = split->lower;
    joint.child = split->upper;
    joint.def.anchor =
        sim_pose_point(upper->pose, sim_scale(split->plane.normal, split->plane.offset));
    model->joints[model->joint_count++] = joint;
}

const char *sim_model_cut(struct sim_model *model, int body, const struct sim_plane *plane) {
    assert(body >= 0 && body < model->body_count);
    struct halves halves = {0};
    const char *problem = cut_shapes(model, &model->bodies[body], plane, &halves);
    if (problem == NULL && !reserve(model, &halves))
        problem = "there is not enough memory";
    if (problem == NULL) {
        make_bodies(model, &halves, body);
        const struct split split = {body, model->body_count - 1, *plane};
        reattach_all(model, &split);
        add_joint(model, &split);
    }
    finish_halves(&halves);
    return problem;
}
