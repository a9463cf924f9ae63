// Joints between two points: their anchors, lengths and mass.
#include <assert.h>
#include <math.h>

#include "data/model/reader.h"

static const double least_relaxed = 1e-9; // [m] length of a spring that can be stretched

static void refuse_key(const struct dat_value *key, enum sim_joint_kind kind) {
    if (key->at != NULL) {
        dat_yaml_error_key(key->at, "a joint of kind %s has no '%s'", sim_joint_kind_name(kind),
                           key->at->key);
    }
}

// Only joints between two points have these keys, and only those whose length is free have limits
// of it.
static void refuse_keys(const struct dat_model_joint *keys, enum sim_joint_kind kind) {
    if (!sim_joint_kind_points(kind)) {
        refuse_key(&keys->child_anchor, kind);
        refuse_key(&keys->mass, kind);
        refuse_key(&keys->thickness, kind);
    }
    if (kind != SIM_JOINT_LINK) {
        refuse_key(&keys->shortest, kind);
        refuse_key(&keys->longest, kind);
    }
}

struct sim_vec3 dat_model_place_origin(const struct dat_model_reader *r,
                                       const struct dat_model_use *use, int body) {
    assert(body >= -1 && body < r->model->body_count);
    return body >= 0 ? r->model->bodies[body].pose.p
                     : dat_model_place_point(use, sim_vec3(0.0, 0.0, 0.0));
}

void dat_model_read_anchors(struct dat_model_reader *r, const struct dat_model_use *use,
                            const struct dat_model_joint *keys, struct sim_model_joint *joint) {
    const enum sim_joint_kind kind = (enum sim_joint_kind)keys->kind.choice;
    const bool points = sim_joint_kind_points(kind);
    struct sim_joint_def *def = &joint->def;
    refuse_keys(keys, kind);
    def->anchor = keys->anchor.node != NULL
                      ? dat_model_place_point(use, dat_value_vec3(&keys->anchor))
                      : dat_model_place_origin(r, use, points ? joint->parent : joint->child);
    def->anchor_b = keys->child_anchor.node != NULL
                        ? dat_model_place_point(use, dat_value_vec3(&keys->child_anchor))
                        : dat_model_place_origin(r, use, joint->child);
    joint->thickness = keys->thickness.number[0];
    if (points && keys->mass.number[0] > 0.0) {
        dat_model_add_mass(r, joint->parent, 0.5 * keys->mass.number[0], def->anchor);
        dat_model_add_mass(r, joint->child, 0.5 * keys->mass.number[0], def->anchor_b);
    }
}

static double drawn_length(const struct sim_joint_def *def) {
    return sim_length(sim_sub(def->anchor_b, def->anchor));
}

// The range has no end where its key is left out.
void dat_model_read_lengths(const struct dat_model_joint *keys, struct sim_joint_def *def) {
    const double drawn = drawn_length(def), rounding = 1e-9 * (1.0 + drawn);
    const struct dat_value *low = &keys->shortest, *high = &keys->longest;
    if (low->node == NULL && high->node == NULL)
        return;
    if (keys->limits_m.at != NULL) {
        dat_yaml_error_key(keys->limits_m.at,
                           "expected either 'limits_m' or 'shortest' and 'longest'");
    }
    if (low->node != NULL && low->number[0] > drawn + rounding) {
        dat_yaml_error(low->node, "'shortest' is %g m, but the two points are only %g m apart",
                       low->number[0], drawn);
    }
    if (high->node != NULL && high->number[0] < drawn - rounding) {
        dat_yaml_error(high->node, "'longest' is %g m, but the two points are %g m apart",
                       high->number[0], drawn);
    }
    struct sim_axis *axis = &def->free_axis[0];
    axis->limited = true;
    axis->lower = low->node != NULL ? fmin(low->number[0] - drawn, 0.0) : -HUGE_VAL;
    axis->upper = high->node != NULL ? fmax(high->number[0] - drawn, 0.0) : HUGE_VAL;
}

void dat_model_read_spring_length(const struct dat_model_spring *keys, struct sim_joint_def *def) {
    struct sim_axis *axis = &def->free_axis[0];
    const double drawn = drawn_length(def);
    if (keys->length.node != NULL) {
        if (keys->rest.at != NULL)
            dat_yaml_error_key(keys->rest.at, "expected either 'rest' or 'length'");
        axis->rest = keys->length.number[0] - drawn;
    }
    if (keys->stretch_force.node == NULL)
        return;
    const double relaxed = drawn + axis->rest;
    if (relaxed > least_relaxed)
        axis->stiffness = keys->stretch_force.number[0] / relaxed;
    else
        dat_yaml_error(keys->stretch_force.node, "'stretch_force' needs a spring whose relaxed "
                                                 "length is above 0");
}
