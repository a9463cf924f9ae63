// Bodies.

#include "data/model/reader.h"

// ---- mass ----

// The inertia of a body with given principal or full inertia, mirrored where the part is.
static void set_inertia(const struct dat_model_use *use, const struct dat_model_body *keys,
                        struct sim_mass *mass) {
    const double *n = keys->inertia.number;
    const double sign = use->mirror ? -1.0 : 1.0; // of the products with y
    const double xy = sign * n[3];
    const double yz = sign * n[5];
    const double xz = n[4];
    mass->inertia = (struct sim_mat3){{{n[0], xy, xz}, {xy, n[1], yz}, {xz, yz, n[2]}}};
}

// A solid has positive principal moments, of which each is at most the sum of the other two.
static bool inertia_possible(const struct sim_mat3 *inertia) {
    const double(*m)[3] = inertia->m;
    // E = trace(I) / 2 - I is the second moment of the mass and must not be negative definite
    // anywhere.
    const double half = 0.5 * (m[0][0] + m[1][1] + m[2][2]);
    const double a = half - m[0][0];
    const double b = half - m[1][1];
    const double c = half - m[2][2];
    const double d = -m[0][1];
    const double e = -m[0][2];
    const double f = -m[1][2];
    const double slack = 1e-6 * half;
    const double determinant = a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e);
    return half > 0.0 && a >= -slack && b >= -slack && c >= -slack &&
           a * b - d * d >= -slack * half && a * c - e * e >= -slack * half &&
           b * c - f * f >= -slack * half && determinant >= -slack * half * half;
}

static void spread_mass(struct dat_model_reader *r, struct sim_model_body *body, double mass,
                        double volume) {
    for (int i = 0; i < body->shape_count; i++) {
        struct sim_shape *shape = &r->model->shapes[body->first_shape + i];
        shape->mass = mass * sim_shape_volume(shape) / volume;
    }
}

void dat_model_add_mass(struct dat_model_reader *r, int body, double mass, struct sim_vec3 p) {
    if (body < 0)
        return;
    struct sim_model_body *b = &r->model->bodies[body];
    const struct sim_mass own = sim_model_body_mass(r->model, b),
                          point = {.mass = mass, .centre = sim_pose_local(b->pose, p)};
    b->mass = own.mass > 0.0 ? sim_mass_add(&own, &point) : point;
    b->has_mass = true;
}

bool dat_model_is_point(const struct dat_model_reader *r, int body) {
    if (body < 0)
        return false;
    const struct sim_model_body *b = &r->model->bodies[body];
    return !b->fixed && b->has_mass && b->mass.mass > 0.0 && !sim_mass_turns(&b->mass);
}

static void refuse_of_point(const struct dat_value *value) {
    if (value->at != NULL)
        dat_yaml_error_key(value->at, "a point has no '%s'", value->at->key);
}

// Its mass, and that of its shapes, is all in its place.
static void read_point(struct dat_model_reader *r, const struct dat_node *item,
                       const struct dat_model_body *keys, const struct dat_model_style *style,
                       struct sim_model_body *body) {
    const struct dat_value *const turning[] = {&keys->rotation_deg, &keys->angular_velocity,
                                               &keys->centre, &keys->inertia};
    for (int i = 0; i < 4; i++)
        refuse_of_point(turning[i]);
    if (body->fixed)
        dat_yaml_error_key(keys->point.at, "a point moves, expected it without 'fixed: true'");
    for (int i = 0; i < body->shape_count; i++) {
        const struct sim_shape *shape = &r->model->shapes[body->first_shape + i];
        if (shape->kind != SIM_SHAPE_SPHERE || sim_length(shape->pose.p) > 0.0)
            dat_yaml_error_key(keys->shapes.at, "the shapes of a point are spheres without "
                                                "'position'");
    }
    if (keys->mass.node != NULL && style->own_masses)
        dat_yaml_error_key(keys->mass.node,
                           "the body and its shapes both have a mass, expected it in one place");
    const double mass =
        keys->mass.node != NULL ? keys->mass.number[0] : sim_model_body_mass(r->model, body).mass;
    if (!(mass > 0.0) && keys->mass.at == NULL)
        dat_yaml_error(item, "body '%s' is a point without mass, expected 'mass'", body->name);
    dat_model_check_density(keys->mass.node, mass, style->volume);
    body->has_mass = true;
    body->mass = (struct sim_mass){.mass = mass};
}

static void read_own_mass(struct dat_model_reader *r, const struct dat_model_use *use,
                          const struct dat_model_body *keys, const struct dat_model_style *style,
                          struct sim_model_body *body) {
    const double mass = keys->mass.number[0];
    dat_model_check_density(keys->mass.node, mass, style->volume);
    if (keys->inertia.node == NULL) {
        if (style->own_masses) {
            dat_yaml_error_key(
                keys->mass.node,
                "the body and its shapes both have a mass, expected it in one place");
            return;
        }
        if (style->volume <= 0.0) {
            dat_yaml_error_key(keys->mass.node, "a body with 'mass' needs shapes or 'inertia'");
            return;
        }
        spread_mass(r, body, mass, style->volume);
        if (keys->centre.node == NULL)
            return;
        body->mass = sim_model_body_mass(r->model, body);
    } else {
        set_inertia(use, keys, &body->mass);
        if (!inertia_possible(&body->mass.inertia)) {
            dat_yaml_error(keys->inertia.node, "no solid has this inertia: its moments must be "
                                               "positive, each at most the sum of the other two");
        }
    }
    body->has_mass = true;
    body->mass.mass = mass;
    body->mass.centre = dat_model_mirror_point(use, dat_value_vec3(&keys->centre));
}

static void read_mass(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_node *item, const struct dat_model_body *keys,
                      const struct dat_model_style *style, struct sim_model_body *body) {
    if (keys->mass.node != NULL) {
        read_own_mass(r, use, keys, style, body);
        return;
    }
    if (keys->mass.at != NULL)
        return; // its error is reported
    const struct dat_value *needs_mass =
        keys->inertia.node != NULL ? &keys->inertia : &keys->centre;
    if (needs_mass->node != NULL) {
        dat_yaml_error_key(needs_mass->node, "'%s' needs 'mass'", needs_mass->node->key);
        return;
    }
    const double sum = sim_model_body_mass(r->model, body).mass;
    if (sum > 1e7) {
        dat_yaml_error(item, "body '%s' has a mass of %g kg, expected at most 1e+07 kg", body->name,
                       sum);
    }
    if (!body->fixed && sum <= 0.0 && !style->own_masses) {
        dat_yaml_error(item,
                       "body '%s' moves but has no mass; give it or one of its shapes a 'mass', or "
                       "write 'fixed: true'",
                       keys->name.text);
    }
}

// ---- bodies ----

static void read_velocity(const struct dat_model_use *use, const struct dat_model_body *keys,
                          struct sim_model_body *body) {
    const struct dat_value *first =
        keys->velocity.node != NULL ? &keys->velocity : &keys->angular_velocity;
    if (body->fixed && first->node != NULL) {
        dat_yaml_error_key(first->node, "a fixed body has no '%s'", first->node->key);
        return;
    }
    const struct sim_vec3 v = dat_model_mirror_point(use, dat_value_vec3(&keys->velocity));
    const struct sim_vec3 w = dat_model_mirror_point(use, dat_value_vec3(&keys->angular_velocity));
    body->velocity = sim_rotate(use->pose.q, v);
    // The mirror image of a turn turns the other way.
    body->angular_velocity = sim_rotate(use->pose.q, use->mirror ? sim_neg(w) : w);
}

// The body's own choice, or that of the innermost part around it that makes one.
static void read_solver(const struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_model_body *keys, struct sim_model_body *body) {
    const struct dat_value *value = &keys->solver;
    while (value->node == NULL && use->depth > 0) {
        value = &use->part.solver;
        use = &r->use[use->parent];
    }
    body->has_solver = value->node != NULL;
    body->solver = body->has_solver ? (enum sim_solver)value->choice : SIM_SOLVER_SPARSE;
}

static const char *problem_of(const struct sim_model *model, const struct sim_model_body *body) {
    struct sim_body_def def = sim_default_body_def();
    def.pose = body->pose;
    def.velocity = body->velocity;
    def.angular_velocity = body->angular_velocity;
    def.fixed = body->fixed;
    def.has_mass = body->has_mass;
    def.mass = body->mass;
    def.shapes = body->shape_count > 0 ? &model->shapes[body->first_shape] : NULL;
    def.shape_count = body->shape_count;
    return sim_body_def_problem(&def);
}

static void read_body(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_node *item) {
    struct dat_model_body keys;
    struct sim_model_body body = {.line = item->line, .first_shape = r->model->shape_count};
    const int errors = dat_model_errors(r);
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_BODY, item, &keys);
    (void)dat_model_full_name(use, &keys.name, body.name);
    const int first = keys.name.node != NULL ? sim_model_find_body(r->model, body.name) : -1;
    if (first >= 0) {
        dat_yaml_error(keys.name.node, "duplicate body '%s', the first is in line %d",
                       keys.name.text, r->model->bodies[first].line);
    }
    body.pose = dat_model_place_pose(use, dat_value_pose(&keys.position, &keys.rotation_deg));
    body.fixed = keys.fixed.yes;
    body.drag = keys.drag.number[0];
    read_velocity(use, &keys, &body);
    read_solver(r, use, &keys, &body);
    struct dat_model_style style = {.material = -1,
                                    .look = keys.look.choice,
                                    .colour = &keys.colour,
                                    .stays = body.fixed &&
                                             !(sim_length(sim_quat_log(body.pose.q)) > 1e-9)};
    if (keys.material.node != NULL)
        style.material = dat_model_material(r, keys.material.node, keys.material.text);
    const int errors_before_shapes = dat_model_errors(r);
    for (const struct dat_node *i = dat_keys_items(&keys.shapes); i != NULL; i = i->next)
        dat_model_read_shape(r, use, i, &style);
    body.shape_count = r->model->shape_count - body.first_shape;
    // A shape that was refused may be the one with the mass.
    if (item->kind == DAT_NODE_MAP && dat_model_errors(r) == errors_before_shapes &&
        (keys.shapes.node != NULL || keys.shapes.at == NULL)) {
        if (keys.point.yes)
            read_point(r, item, &keys, &style, &body);
        else
            read_mass(r, use, item, &keys, &style, &body);
    }
    dat_model_check_definition(r, errors, item, problem_of(r->model, &body));
    if (keys.name.node == NULL || first >= 0)
        return;
    if (DAT_MODEL_NOTE(r, body_nodes, keys.name.node))
        (void)DAT_MODEL_ADD(r, bodies, body_count, body);
}

void dat_model_read_bodies(struct dat_model_reader *r, struct dat_model_use *use) {
    for (const struct dat_node *i = dat_keys_items(&use->keys.bodies); i != NULL; i = i->next)
        read_body(r, use, i);
}
