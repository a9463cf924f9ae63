// Shapes of bodies.
#include <stdlib.h>

#include "data/model/reader.h"
#include "sim/shape/hull.h"

// ---- geometry ----

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

static bool read_capsule(struct dat_model_reader *r, const struct dat_model_use *use,
                         const struct dat_value *value, struct sim_shape *shape) {
    (void)r, (void)use; // mirrored with its pose
    const struct dat_node *node = value->node;
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

static bool read_cylinder(struct dat_model_reader *r, const struct dat_model_use *use,
                          const struct dat_value *value, struct sim_shape *shape) {
    (void)r, (void)use;
    const struct dat_node *node = value->node;
    struct dat_model_cylinder keys;
    if (!dat_keys_read(dat_model_keys(), DAT_SECTION_CYLINDER, node, &keys))
        return false;
    shape->kind = SIM_SHAPE_CYLINDER;
    shape->radius[0] = keys.radius.number[0];
    return rod(node, &keys.from, &keys.to, shape);
}

// Makes the model own a hull; false after an error.
static bool own_hull(struct dat_model_reader *r, struct sim_hull *hull) {
    const bool room = DAT_MODEL_ADD(r, hulls, hull_count, hull);
    if (!room)
        sim_hull_destroy(hull);
    return room;
}

static bool read_cone(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_value *value, struct sim_shape *shape) {
    (void)use;
    const struct dat_node *node = value->node;
    struct dat_model_cone keys;
    if (!dat_keys_read(dat_model_keys(), DAT_SECTION_CONE, node, &keys) ||
        !rod(node, &keys.from, &keys.to, shape))
        return false;
    const char *problem = NULL;
    shape->kind = SIM_SHAPE_CONE;
    shape->radius[0] = keys.radii.number[0];
    shape->radius[1] = keys.radii.number[1];
    struct sim_hull *hull = sim_cone_hull(shape->radius, shape->half_length, &problem);
    if (hull == NULL) {
        dat_yaml_error_key(node, "the cone is too flat or too thin: %s", problem);
        return false;
    }
    shape->hull = hull;
    return own_hull(r, hull);
}

// The points of a part are mirrored one by one: a hull is not its own mirror image as the other
// shapes are.
static bool read_hull(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_value *value, struct sim_shape *shape) {
    struct dat_model_hull keys;
    const struct dat_node *node = value->node;
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
        if (dat_keys_numbers(i, 3, p))
            points[count++] = dat_model_mirror_point(use, sim_vec3(p[0], p[1], p[2]));
    }
    const char *problem = NULL;
    struct sim_hull *hull = sim_hull_create(points, count, &problem);
    free(points);
    if (hull == NULL) {
        dat_yaml_error_key(keys.points.node, "%s, found %d points", problem, count);
        return false;
    }
    shape->kind = SIM_SHAPE_HULL;
    shape->hull = hull;
    return own_hull(r, hull);
}

static bool read_box(struct dat_model_reader *r, const struct dat_model_use *use,
                     const struct dat_value *value, struct sim_shape *shape) {
    (void)r, (void)use;
    shape->kind = SIM_SHAPE_BOX;
    shape->half = sim_scale(dat_value_vec3(value), 0.5);
    return true;
}

static bool read_sphere(struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_value *value, struct sim_shape *shape) {
    (void)r, (void)use;
    shape->kind = SIM_SHAPE_SPHERE;
    shape->radius[0] = value->number[0];
    return true;
}

static bool read_heightfield(struct dat_model_reader *r, const struct dat_model_use *use,
                             const struct dat_value *value, struct sim_shape *shape) {
    return dat_model_read_heightfield(r, use, value->node, shape);
}

static bool read_mesh(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_value *value, struct sim_shape *shape) {
    return dat_model_read_mesh(r, use, value->node, shape);
}

// One row per geometry that a shape may have.
static const struct geometry {
    const char *key;
    size_t offset;     // of its value
    bool between_ends; // placed by 'from' and 'to' instead of 'position' and 'rotation_deg'
    // Fills the shape from the right value of the key; false after an error.
    bool (*read)(struct dat_model_reader *r, const struct dat_model_use *use,
                 const struct dat_value *value, struct sim_shape *shape);
} geometries[] = {
    {"box", offsetof(struct dat_model_shape, box), false, read_box},
    {"sphere", offsetof(struct dat_model_shape, sphere), false, read_sphere},
    {"capsule", offsetof(struct dat_model_shape, capsule), true, read_capsule},
    {"cylinder", offsetof(struct dat_model_shape, cylinder), true, read_cylinder},
    {"cone", offsetof(struct dat_model_shape, cone), true, read_cone},
    {"hull", offsetof(struct dat_model_shape, hull), false, read_hull},
    {"mesh", offsetof(struct dat_model_shape, mesh), false, read_mesh},
    {"heightfield", offsetof(struct dat_model_shape, heightfield), false, read_heightfield},
};

// The one that the shape has; NULL after an error.
static const struct geometry *find_geometry(const struct dat_node *item,
                                            const struct dat_model_shape *keys,
                                            const struct dat_value **value) {
    const struct geometry *found = NULL;
    int given = 0;
    for (size_t i = 0; i < sizeof geometries / sizeof geometries[0]; i++) {
        const struct dat_value *at =
            (const struct dat_value *)((const char *)keys + geometries[i].offset);
        if (at->at != NULL) {
            found = &geometries[i];
            *value = at;
            given++;
        }
    }
    if (given == 1)
        return found;
    dat_yaml_error(item,
                   "a shape needs exactly one of 'box', 'sphere', 'capsule', 'cylinder', 'cone', "
                   "'hull', 'mesh' and 'heightfield', found %d",
                   given);
    return NULL;
}

static bool read_geometry(struct dat_model_reader *r, const struct dat_model_use *use,
                          const struct dat_node *item, const struct dat_model_shape *keys,
                          struct sim_shape *shape) {
    const struct dat_value *value = NULL;
    const struct geometry *geometry = find_geometry(item, keys, &value);
    if (geometry == NULL)
        return false;
    const struct dat_value *const placed =
        keys->position.node != NULL ? &keys->position : &keys->rotation_deg;
    if (geometry->between_ends && placed->node != NULL) {
        dat_yaml_error_key(placed->node, "a %s has no '%s', it is placed by 'from' and 'to'",
                           geometry->key, placed->node->key);
        return false;
    }
    shape->pose = dat_value_pose(&keys->position, &keys->rotation_deg);
    return value->node != NULL && geometry->read(r, use, value, shape);
}

// The dynamics know a heightfield's position only.
static bool heightfield_stays(const struct dat_model_shape *keys,
                              const struct dat_model_style *style) {
    if (keys->heightfield.at == NULL)
        return true;
    if (keys->rotation_deg.at != NULL)
        dat_yaml_error_key(keys->rotation_deg.at, "a heightfield has no 'rotation_deg'");
    if (!style->stays)
        dat_yaml_error_key(keys->heightfield.at, "a heightfield is on a body that is fixed and not "
                                                 "turned, expected 'fixed: true' and no "
                                                 "'rotation_deg'");
    return style->stays && keys->rotation_deg.at == NULL;
}

// ---- mass and look ----

void dat_model_check_density(const struct dat_node *node, double mass, double volume) {
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
        dat_model_check_density(keys->mass.node, shape->mass, sim_shape_volume(shape));
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

static void read_visual(const struct dat_model_shape *keys, const struct dat_model_style *style,
                        struct sim_visual *visual) {
    const int look = keys->look.node != NULL ? keys->look.choice : style->look;
    const struct dat_value *colour = keys->colour.node != NULL ? &keys->colour : style->colour;
    visual->look = (enum sim_look)look;
    for (int i = 0; i < 3; i++)
        visual->colour[i] = (float)colour->number[i];
}

void dat_model_read_shape(struct dat_model_reader *r, const struct dat_model_use *use,
                          const struct dat_node *item, struct dat_model_style *style) {
    struct dat_model_shape keys;
    struct sim_shape shape = {.material = style->material};
    const bool ok = dat_keys_read(dat_model_keys(), DAT_SECTION_SHAPE, item, &keys);
    style->own_masses = style->own_masses || keys.mass.at != NULL || keys.density.at != NULL;
    if (item->kind != DAT_NODE_MAP || !read_geometry(r, use, item, &keys, &shape) ||
        !heightfield_stays(&keys, style) || !ok)
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
