// Ropes, hoses and chains: mass points with links or distances between them, in the shape in which
// they hang at rest.
//
// A chain of m equal parts of length s hangs so that the slope of part k is (b + k) / a, where a
// and b are the horizontal and the vertical force on the first part over the weight of a point:
//
//   sum of s / sqrt(1 + ((b + k) / a)^2) = dx,   sum of s (b + k) / sqrt(a^2 + (b + k)^2) = dz
//
// The second sum grows with b, and with the b that solves it the first one grows with a.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/model/reader.h"

enum { HALVINGS = 80 };

struct end {
    const struct dat_node *node;
    int body;        // -1: the world, or nothing
    bool free, held; // held: it leaves along the direction below
    struct sim_vec3 p, along;
};

struct rope {
    const struct dat_model_rope *keys;
    char name[SIM_MODEL_NAME];
    struct end end[2];
    int points; // with both ends
    double length;
    int first;    // body of the first point that is one
    int part;     // joint of the first part
    int material; // of the points, if any
    int line;
};

// ---- keys ----

static bool read_end(struct dat_model_reader *r, const struct dat_model_use *use,
                     const struct dat_value *value, struct end *end) {
    struct dat_model_rope_end keys;
    if (value->node == NULL ||
        !dat_keys_read(dat_model_keys(), DAT_SECTION_ROPE_END, value->node, &keys))
        return false;
    const bool world = keys.body.node != NULL && strcmp(keys.body.text, "world") == 0;
    end->node = value->node;
    end->free = keys.body.node == NULL;
    end->body = end->free || world ? -1 : dat_model_body(r, use, keys.body.node, keys.body.text);
    if (!end->free && !world && end->body < 0)
        return false;
    if (keys.at.node == NULL && (end->free || world)) {
        dat_yaml_error(value->node, "missing key 'at': an end that is not on a body needs its "
                                    "place");
        return false;
    }
    end->p = keys.at.node != NULL ? dat_model_place_point(use, dat_value_vec3(&keys.at))
                                  : r->model->bodies[end->body].pose.p;
    end->held = keys.along.node != NULL;
    if (end->held)
        end->along = dat_model_place_axis(use, dat_value_vec3(&keys.along), false);
    if (end->held && (end->free || dat_model_is_point(r, end->body))) {
        dat_yaml_error_key(keys.along.at, "only a body that turns, or the world, can hold the end "
                                          "'along' a direction");
        return false;
    }
    const double away = dat_model_is_point(r, end->body)
                            ? sim_length(sim_sub(end->p, r->model->bodies[end->body].pose.p))
                            : 0.0;
    if (away > 1e-6)
        dat_yaml_error(value->node, "'%s' is a point, and the rope's end is %g m away from it",
                       keys.body.text, away);
    return !(away > 1e-6);
}

// The name of part or point k; the longest is that of the last.
static void name_of(const struct rope *rope, int k, char *name) {
    (void)snprintf(name, SIM_MODEL_NAME, "%.40s.%d", rope->name, k);
}

static bool read_ends(struct dat_model_reader *r, const struct dat_model_use *use,
                      struct rope *rope) {
    const bool from = read_end(r, use, &rope->keys->from, &rope->end[0]);
    if (!read_end(r, use, &rope->keys->to, &rope->end[1]) || !from)
        return false;
    const struct end *a = &rope->end[0], *b = &rope->end[1];
    if (rope->points == 2 && !a->free && !b->free && a->body == b->body) {
        dat_yaml_error(b->node, "both ends are on the same body, expected more points or two "
                                "bodies");
        return false;
    }
    return true;
}

static bool read_length(struct rope *rope) {
    const struct dat_model_rope *keys = rope->keys;
    const double way = sim_length(sim_sub(rope->end[1].p, rope->end[0].p));
    rope->length = keys->length.node != NULL ? keys->length.number[0] : way;
    if (rope->length < way - 1e-9 * (1.0 + way)) {
        dat_yaml_error(keys->length.node, "'length' is %g m, but the ends are %g m apart",
                       rope->length, way);
        return false;
    }
    if (!(rope->length > 1e-6)) {
        dat_yaml_error(rope->end[1].node, "both ends are in one place, expected a 'length'");
        return false;
    }
    const double part = rope->length / (rope->points - 1);
    if (keys->collides.yes && keys->thickness.number[0] > part) {
        dat_yaml_error_key(keys->thickness.at != NULL ? keys->thickness.at : keys->points.at,
                           "the points are %g m apart and %g m thick, expected fewer or thinner "
                           "ones",
                           part, keys->thickness.number[0]);
        return false;
    }
    return true;
}

// ---- shape at rest ----

// Way [m] of the parts along x and along z for the forces a and b.
static void hang(int parts, double s, double a, double b, double *x, double *z) {
    *x = *z = 0.0;
    for (int k = 0; k < parts; k++) {
        const double rise = b + k, force = sqrt(a * a + rise * rise);
        *x += force > 0.0 ? s * a / force : 0.0;
        *z += force > 0.0 ? s * rise / force : s;
    }
}

static double vertical_force(int parts, double s, double a, double dz) {
    double low = -1e3 * (parts + a), high = 1e3 * (parts + a), x, z;
    for (int i = 0; i < HALVINGS; i++) {
        const double b = 0.5 * (low + high);
        hang(parts, s, a, b, &x, &z);
        *(z < dz ? &low : &high) = b;
    }
    return 0.5 * (low + high);
}

static void place_along(struct sim_vec3 from, struct sim_vec3 to, int parts,
                        struct sim_vec3 *place) {
    for (int k = 0; k <= parts; k++)
        place[k] = sim_add_scaled(from, sim_sub(to, from), (double)k / parts);
}

// Ends that are above each other, or in one place, leave no room for the flat part at the bottom:
// the rope starts as two sides of a triangle. False: neither fits.
static bool fold(const struct rope *rope, struct sim_vec3 down, struct sim_vec3 across,
                 struct sim_vec3 *place) {
    const int parts = rope->points - 1, half = parts / 2;
    const struct sim_vec3 from = rope->end[0].p, to = rope->end[1].p, d = sim_sub(to, from);
    const double s = rope->length / parts, way = sim_length(d);
    const double a = s * half, c = s * (parts - half);
    const double along = way > 0.0 ? 0.5 * (way * way + a * a - c * c) / way : 0.0;
    if (half == 0 || along * along > a * a || (c > a && !(way > 0.0)))
        return false;
    const struct sim_vec3 u = way > 0.0 ? sim_scale(d, 1.0 / way) : across;
    struct sim_vec3 aside = sim_add_scaled(down, u, -sim_dot(down, u));
    if (sim_length(aside) < 1e-3)
        aside = sim_perpendicular(u);
    const struct sim_vec3 tip = sim_add_scaled(sim_add_scaled(from, u, along), sim_unit(aside),
                                               sqrt(a * a - along * along));
    place_along(from, tip, half, place);
    place_along(tip, to, parts - half, place + half);
    return true;
}

// Fills the places of all points from the first end to the second. False: they would not reach.
static bool place_points(const struct rope *rope, struct sim_vec3 up, struct sim_vec3 *place) {
    const int parts = rope->points - 1;
    const struct sim_vec3 d = sim_sub(rope->end[1].p, rope->end[0].p);
    const double dz = sim_dot(d, up), way = sim_length(d), s = rope->length / parts;
    struct sim_vec3 across = sim_add_scaled(d, up, -dz);
    const double dx = sim_length(across);
    across = dx > 0.0 ? sim_scale(across, 1.0 / dx) : sim_perpendicular(up);
    if (rope->length <= way * (1.0 + 1e-9)) {
        place_along(rope->end[0].p, rope->end[1].p, parts, place);
        return true;
    }
    double low = 1e-9, high = 1e9, x, z; // of a
    for (int i = 0; i < HALVINGS; i++) {
        const double a = sqrt(low * high);
        hang(parts, s, a, vertical_force(parts, s, a, dz), &x, &z);
        *(x < dx ? &low : &high) = a;
    }
    const double a = sqrt(low * high), b = vertical_force(parts, s, a, dz);
    place[0] = rope->end[0].p;
    for (int k = 1; k <= parts; k++) {
        const double rise = b + k - 1, force = sqrt(a * a + rise * rise);
        place[k] = sim_add_scaled(sim_add_scaled(place[k - 1], across, s * a / force), up,
                                  s * rise / force);
    }
    const double off = sim_length(sim_sub(place[parts], rope->end[1].p));
    place[parts] = rope->end[1].p;
    return off < 1e-6 * s || fold(rope, sim_neg(up), across, place);
}

// ---- parts ----

static void add_ball(struct dat_model_reader *r, const struct rope *rope) {
    const struct dat_model_rope *keys = rope->keys;
    const double radius = 0.5 * keys->thickness.number[0];
    const struct sim_shape ball = {.kind = SIM_SHAPE_SPHERE,
                                   .pose = sim_pose_identity(),
                                   .radius = {radius, radius},
                                   .material =
                                       rope->keys->material.node != NULL ? rope->material : -1,
                                   .collides = true,
                                   .passive = true};
    if (!DAT_MODEL_RESERVE(r, visuals, shape_count))
        return;
    struct sim_visual *visual = &r->model->visuals[r->model->shape_count];
    visual->look = SIM_LOOK_RUBBER;
    for (int i = 0; i < 3; i++)
        visual->colour[i] = 0.05F;
    (void)DAT_MODEL_ADD(r, shapes, shape_count, ball);
}

static bool add_point(struct dat_model_reader *r, const struct rope *rope, int k,
                      struct sim_vec3 p) {
    const struct dat_model_rope *keys = rope->keys;
    const int parts = rope->points - 1;
    const bool end = k == 0 || k == parts;
    const double share = (end ? 0.5 : 1.0) / parts;
    struct sim_model_body body = {.line = rope->line,
                                  .pose = {p, sim_quat_identity()},
                                  .first_shape = r->model->shape_count,
                                  .has_mass = true,
                                  .drag = share * keys->drag.number[0]};
    body.mass.mass = share * keys->mass.number[0];
    name_of(rope, k + 1, body.name);
    if (keys->collides.yes && keys->thickness.number[0] > 0.0) {
        add_ball(r, rope);
        body.shape_count = r->model->shape_count - body.first_shape;
    }
    return DAT_MODEL_NOTE(r, body_nodes, keys->name.node) &&
           DAT_MODEL_ADD(r, bodies, body_count, body);
}

// The body of node k; its point is in the world, on a body, or a body of its own.
static int body_of(const struct rope *rope, int k) {
    const struct end *end = k == 0 ? &rope->end[0] : &rope->end[1];
    if ((k == 0 || k == rope->points - 1) && !end->free)
        return end->body;
    return rope->first + k - (rope->end[0].free ? 0 : 1);
}

static bool is_turned(const struct rope *rope, int k) {
    return body_of(rope, k + 1) < 0;
}

// The child of a link is a body.
static bool add_part(struct dat_model_reader *r, const struct rope *rope, int k,
                     const struct sim_vec3 *place) {
    const struct dat_model_rope *keys = rope->keys;
    struct sim_model_joint joint = dat_model_default_joint(rope->line);
    struct sim_joint_def *def = &joint.def;
    const int parts = rope->points - 1, a = body_of(rope, k), b = body_of(rope, k + 1);
    const double s = rope->length / parts;
    const bool turned = is_turned(rope, k);
    const struct end *end = k == 0 ? &rope->end[0] : &rope->end[1];
    if ((k == 0 || k == parts - 1) && end->held)
        def->axis[0] = end->along;
    name_of(rope, k + 1, joint.name);
    joint.parent = turned ? b : a;
    joint.child = turned ? a : b;
    def->anchor = place[turned ? k + 1 : k];
    def->anchor_b = place[turned ? k : k + 1];
    def->kind = SIM_JOINT_DISTANCE;
    joint.thickness = keys->thickness.number[0];
    if (keys->stiffness.node != NULL) {
        struct sim_axis *axis = &def->free_axis[0];
        def->kind = SIM_JOINT_LINK;
        axis->stiffness = keys->stiffness.number[0] / s;
        axis->damping = keys->damping.number[0] / s;
        axis->rest = s - sim_length(sim_sub(def->anchor_b, def->anchor));
    }
    if (keys->break_force.node != NULL)
        def->break_force = keys->break_force.number[0];
    return DAT_MODEL_ADD(r, joints, joint_count, joint) &&
           DAT_MODEL_NOTE(r, joint_nodes, keys->name.node);
}

// Between the parts k and k + 1, or of one part that the body at one of its ends holds: from this
// on, the chain is k + 1 to k.
static bool add_bend(struct dat_model_reader *r, const struct rope *rope, int k, int count,
                     bool backwards) {
    const struct dat_model_rope *keys = rope->keys;
    const double s = rope->length / (rope->points - 1);
    const double share = count == 1 ? 2.0 / s : 1.0 / s; // the body holds half of a part
    struct sim_model_differential bend = {
        .def = sim_default_differential_def(), .input = -1, .line = rope->line};
    bend.def.bends = true;
    bend.def.count = count;
    bend.def.softness = (struct sim_softness){.stiffness = share * keys->bending.number[0],
                                              .damping = share * keys->bending_damping.number[0]};
    for (int i = 0; i < count; i++) {
        bend.joint[i] = rope->part + k + i;
        bend.def.ratio[i] = is_turned(rope, k + i) != backwards ? -1.0 : 1.0;
    }
    name_of(rope, k + 1, bend.name);
    return DAT_MODEL_ADD(r, differentials, differential_count, bend);
}

static void add_bends(struct dat_model_reader *r, const struct rope *rope) {
    const int parts = rope->points - 1;
    for (int k = 0; k + 1 < parts && !r->out_of_memory; k++)
        (void)add_bend(r, rope, k, 2, false);
    if (rope->end[0].held)
        (void)add_bend(r, rope, 0, 1, false);
    if (rope->end[1].held)
        (void)add_bend(r, rope, parts - 1, 1, true);
}

static struct sim_vec3 up_of(const struct dat_model_reader *r) {
    const struct sim_vec3 g = r->model->world.gravity;
    return sim_length(g) > 0.0 ? sim_scale(g, -1.0 / sim_length(g)) : sim_vec3(0.0, 0.0, 1.0);
}

static void add_rope(struct dat_model_reader *r, struct rope *rope, struct sim_vec3 *place) {
    const int last = rope->points - 1;
    const double share = 0.5 * rope->keys->mass.number[0] / last;
    if (!place_points(rope, up_of(r), place)) {
        dat_yaml_error(rope->end[1].node,
                       "%d points cannot hang between ends that are so close, expected %d",
                       rope->points, rope->points + 1);
        return;
    }
    rope->first = r->model->body_count;
    for (int k = 0; k <= last && !r->out_of_memory; k++) {
        const struct end *end = k == 0 ? &rope->end[0] : &rope->end[1];
        if ((k > 0 && k < last) || end->free)
            (void)add_point(r, rope, k, place[k]);
        else
            dat_model_add_mass(r, end->body, share, place[k]);
    }
    rope->part = r->model->joint_count;
    for (int k = 0; k < last && !r->out_of_memory; k++)
        (void)add_part(r, rope, k, place);
    if (rope->keys->bending.node != NULL)
        add_bends(r, rope);
}

static bool read_name(struct dat_model_reader *r, const struct dat_model_use *use,
                      struct rope *rope) {
    const struct dat_value *name = &rope->keys->name;
    char part[SIM_MODEL_NAME];
    if (name->node == NULL || !dat_model_full_name(use, name, rope->name))
        return false;
    if (strlen(rope->name) + strlen(".2000") >= SIM_NAME_SIZE) {
        dat_yaml_error(name->node, "the name '%s' is too long", name->text);
        return false;
    }
    for (int k = 1; k <= 2; k++) { // one of these is a body wherever the ends are
        name_of(rope, k, part);
        const int first = sim_model_find_body(r->model, part);
        if (first >= 0) {
            dat_yaml_error(name->node, "duplicate rope '%s', the first is in line %d", name->text,
                           r->model->bodies[first].line);
            return false;
        }
    }
    return true;
}

static void check_bending(const struct rope *rope) {
    const struct dat_model_rope *keys = rope->keys;
    if (keys->bending_damping.at != NULL && keys->bending.at == NULL)
        dat_yaml_error_key(keys->bending_damping.at, "'bending_damping' needs 'bending'");
    if (keys->bending.at != NULL && rope->points < 3)
        dat_yaml_error_key(keys->bending.at, "a rope of 2 points does not bend, expected more "
                                             "'points'");
}

static void check_held_ends(const struct rope *rope) {
    for (int i = 0; i < 2; i++)
        if (rope->end[i].held && rope->keys->bending.at == NULL)
            dat_yaml_error(rope->end[i].node, "'along' needs the rope's 'bending'");
}

static void read_rope(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_node *item) {
    struct dat_model_rope keys;
    struct rope rope = {.keys = &keys, .line = item->line};
    const int errors = dat_model_errors(r);
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_ROPE, item, &keys);
    rope.points = (int)keys.points.number[0];
    if (keys.damping.at != NULL && keys.stiffness.at == NULL)
        dat_yaml_error_key(keys.damping.at, "'damping' needs 'stiffness'");
    check_bending(&rope);
    if (keys.material.node != NULL)
        rope.material = dat_model_material(r, keys.material.node, keys.material.text);
    const bool named = read_name(r, use, &rope);
    const bool ended = read_ends(r, use, &rope);
    check_held_ends(&rope);
    if (!ended || !named || dat_model_errors(r) != errors || !read_length(&rope))
        return;
    struct sim_vec3 *place = malloc((size_t)rope.points * sizeof *place);
    if (place != NULL)
        add_rope(r, &rope, place);
    else
        (void)dat_model_out_of_memory(r);
    free(place);
}

void dat_model_read_ropes(struct dat_model_reader *r, struct dat_model_use *use) {
    for (const struct dat_node *i = dat_keys_items(&use->keys.ropes); i != NULL; i = i->next)
        read_rope(r, use, i);
}
