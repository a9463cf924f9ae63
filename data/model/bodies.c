// Bodies and their shapes.
#include <stdlib.h>

#include "data/model/reader.h"
#include "sim/shape/hull.h"

// What the shapes of a body inherit from it.
struct body_style {
    int material; // -1: none
    int look;
    const struct dat_value *colour;
    double volume;   // [m^3] of all shapes
    bool own_masses; // a shape has a mass of its own
};

// ---- shapes ----

// Pose and half length of a rod from one point to another; false after an error.
static bool rod(const struct dat_node *node, const struct dat_value *from,
                const struct dat_value *to, struct sim_shape *shape) {
    const struct sim_vec3 a = dat_value_vec3(from);
    const struct sim_vec3 along = sim_sub(dat_value_vec3(to), a);
    const double length = sim_length(along);
    if (length < 1e-6) {
        dat_yaml_error_key(node, "'from' and 'to' are the same point");
        return false;
    }
    shape->half_length = 0.5 * length;
    shape->pose.p = sim_add_scaled(a, along, 0.5);
    shape->pose.q = sim_quat_between(sim_vec3(0.0, 0.0, 1.0), sim_scale(along, 1.0 / length));
    return true;
}

static bool read_capsule(const struct dat_node *node, struct sim_shape *shape) {
    struct dat_model_capsule keys;
    if (!dat_keys_read(dat_model_keys(), DAT_SECTION_CAPSULE, node, &keys))
        return false;
    if ((keys.radius.node != NULL) == (keys.radii.node != NULL)) {
        dat_yaml_error_key(node, "a capsule needs 'radius' or 'radii'");
        return false;
    }
    shape->kind = SIM_SHAPE_CAPSULE;
    shape->radius[0] = keys.radius.node != NULL ? keys.radius.number[0] : keys.radii.number[0];
    shape->radius[1] = keys.radius.node != NULL ? keys.radius.number[0] : keys.radii.number[1];
    return rod(node, &keys.from, &keys.to, shape);
}

static bool read_cylinder(const struct dat_node *node, struct sim_shape *shape) {
    struct dat_model_cylinder keys;
    if (!dat_keys_read(dat_model_keys(), DAT_SECTION_CYLINDER, node, &keys))
        return false;
    shape->kind = SIM_SHAPE_CYLINDER;
    shape->radius[0] = keys.radius.number[0];
    return rod(node, &keys.from, &keys.to, shape);
}

// The points of a part are mirrored one by one: a hull is not its own mirror image as the other
// shapes are.
static bool read_hull(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_node *node, struct sim_shape *shape) {
    struct dat_model_hull keys;
    if (!dat_keys_read(dat_model_keys(), DAT_SECTION_HULL, node, &keys))
        return false;
    struct sim_vec3 *points = calloc((size_t)keys.points.node->count + 1, sizeof *points);
    if (points == NULL) {
        dat_yaml_error(node, "not enough memory for the points");
        return false;
    }
    int count = 0;
    for (const struct dat_node *i = dat_keys_items(&keys.points); i != NULL; i = i->next) {
        double p[3];
        if (dat_keys_vector(i, p))
            points[count++] = dat_model_mirror_point(use, sim_vec3(p[0], p[1], p[2]));
    }
    const char *problem = NULL;
    struct sim_hull *hull = sim_hull_create(points, count, &problem);
    free(points);
    if (hull == NULL) {
        dat_yaml_error_key(keys.points.node, "%s, found %d points", problem, count);
        return false;
    }
    if (!DAT_MODEL_ADD(r, hulls, hull_count, hull)) {
        sim_hull_destroy(hull);
        return false;
    }
    shape->kind = SIM_SHAPE_HULL;
    shape->hull = hull;
    return true;
}

static bool read_geometry(struct dat_model_reader *r, const struct dat_model_use *use,
                          const struct dat_node *item, const struct dat_model_shape *keys,
                          struct sim_shape *shape) {
    const struct dat_value *const kinds[] = {&keys->box,      &keys->sphere, &keys->capsule,
                                             &keys->cylinder, &keys->hull,   &keys->mesh};
    int given = 0;
    for (int i = 0; i < 6; i++)
        given += kinds[i]->at != NULL;
    if (given != 1) {
        dat_yaml_error(item,
                       "a shape needs exactly one of 'box', 'sphere', 'capsule', 'cylinder', "
                       "'hull' and 'mesh', found %d",
                       given);
        return false;
    }
    shape->pose = dat_value_pose(&keys->position, &keys->rotation_deg);
    const bool is_rod = keys->capsule.at != NULL || keys->cylinder.at != NULL;
    const struct dat_value *const placed =
        keys->position.node != NULL ? &keys->position : &keys->rotation_deg;
    if (is_rod && placed->node != NULL) {
        dat_yaml_error_key(
            placed->node, "capsules and cylinders have no '%s', they are placed by 'from' and 'to'",
            placed->node->key);
        return false;
    }
    if (keys->box.node != NULL) {
        shape->kind = SIM_SHAPE_BOX;
        shape->half = sim_scale(dat_value_vec3(&keys->box), 0.5);
        return true;
    }
    if (keys->sphere.node != NULL) {
        shape->kind = SIM_SHAPE_SPHERE;
        shape->radius[0] = keys->sphere.number[0];
        return true;
    }
    if (keys->hull.node != NULL)
        return read_hull(r, use, keys->hull.node, shape);
    if (keys->mesh.node != NULL)
        return dat_model_read_mesh(r, use, keys->mesh.node, shape);
    if (keys->capsule.node != NULL)
        return read_capsule(keys->capsule.node, shape);
    return keys->cylinder.node != NULL && read_cylinder(keys->cylinder.node, shape);
}

// A mass that no material has in that volume [m^3] is a slip of the unit: grams, or tonnes. Without
// volume (a mesh that is open) there is nothing to compare with.
static void check_density(const struct dat_node *node, double mass, double volume) {
    if (volume > 0.0 && mass > DAT_MODEL_MAX_DENSITY * volume) {
        dat_yaml_error(node,
                       "%g kg in %.3g m^3 is a density of %.3g kg/m^3, expected at most %g kg/m^3",
                       mass, volume, mass / volume, DAT_MODEL_MAX_DENSITY);
    }
}

static void read_shape_mass(const struct dat_node *item, const struct dat_model_shape *keys,
                            struct sim_shape *shape) {
    if (keys->mass.node != NULL && keys->density.node != NULL)
        dat_yaml_error_key(keys->density.node, "a shape has 'mass' or 'density', not both");
    shape->mass = keys->mass.number[0];
    if (keys->mass.node != NULL)
        check_density(keys->mass.node, shape->mass, sim_shape_volume(shape));
    if (keys->density.node != NULL) {
        shape->mass = keys->density.number[0] * sim_shape_volume(shape);
        if (!(shape->mass > 0.0)) {
            dat_yaml_error_key(keys->density.node,
                               "the mesh encloses no volume; with a density it must be closed, its "
                               "triangles counter-clockwise seen from outside");
        }
        if (shape->mass > 1e7) {
            dat_yaml_error(item, "the density gives a mass of %g kg, expected at most 1e+07 kg",
                           shape->mass);
        }
    }
}

static void read_visual(const struct dat_model_shape *keys, const struct body_style *style,
                        struct sim_visual *visual) {
    const int look = keys->look.node != NULL ? keys->look.choice : style->look;
    const struct dat_value *colour = keys->colour.node != NULL ? &keys->colour : style->colour;
    visual->look = (enum sim_look)look;
    for (int i = 0; i < 3; i++)
        visual->colour[i] = (float)colour->number[i];
}

static void read_shape(struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct dat_node *item, struct body_style *style) {
    struct dat_model_shape keys;
    struct sim_shape shape = {.material = style->material};
    const bool ok = dat_keys_read(dat_model_keys(), DAT_SECTION_SHAPE, item, &keys);
    style->own_masses = style->own_masses || keys.mass.at != NULL || keys.density.at != NULL;
    if (item->kind != DAT_NODE_MAP || !read_geometry(r, use, item, &keys, &shape) || !ok)
        return;
    shape.pose = dat_model_mirror_pose(use, shape.pose);
    if (keys.material.node != NULL)
        shape.material = dat_model_material(r, keys.material.node, keys.material.text);
    shape.collides = keys.collides.yes;
    shape.passive = keys.passive.yes;
    read_shape_mass(item, &keys, &shape);
    const char *problem = sim_shape_problem(&shape);
    if (problem != NULL) {
        dat_yaml_error(item, "%s", problem);
        return;
    }
    style->volume += sim_shape_volume(&shape);
    if (DAT_MODEL_RESERVE(r, visuals, shape_count)) {
        read_visual(&keys, style, &r->model->visuals[r->model->shape_count]);
        (void)DAT_MODEL_ADD(r, shapes, shape_count, shape);
    }
}

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

static struct sim_mass sum_shapes(const struct dat_model_reader *r,
                                  const struct sim_model_body *body) {
    struct sim_mass sum = {0};
    for (int i = 0; i < body->shape_count; i++) {
        const struct sim_shape *shape = &r->model->shapes[body->first_shape + i];
        if (shape->mass > 0.0) {
            const struct sim_mass mass = sim_shape_mass(shape);
            sum = sum.mass > 0.0 ? sim_mass_add(&sum, &mass) : mass;
        }
    }
    return sum;
}

static void read_own_mass(struct dat_model_reader *r, const struct dat_model_use *use,
                          const struct dat_model_body *keys, const struct body_style *style,
                          struct sim_model_body *body) {
    const double mass = keys->mass.number[0];
    check_density(keys->mass.node, mass, style->volume);
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
        body->mass = sum_shapes(r, body);
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
                      const struct body_style *style, struct sim_model_body *body) {
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
    const double sum = sum_shapes(r, body).mass;
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
    read_velocity(use, &keys, &body);
    read_solver(r, use, &keys, &body);
    struct body_style style = {.material = -1, .look = keys.look.choice, .colour = &keys.colour};
    if (keys.material.node != NULL)
        style.material = dat_model_material(r, keys.material.node, keys.material.text);
    const int errors_before_shapes = dat_model_errors(r);
    for (const struct dat_node *i = dat_keys_items(&keys.shapes); i != NULL; i = i->next)
        read_shape(r, use, i, &style);
    body.shape_count = r->model->shape_count - body.first_shape;
    // A shape that was refused may be the one with the mass.
    if (item->kind == DAT_NODE_MAP && dat_model_errors(r) == errors_before_shapes &&
        (keys.shapes.node != NULL || keys.shapes.at == NULL))
        read_mass(r, use, item, &keys, &style, &body);
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
