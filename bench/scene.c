// Scenes of the benchmarks as models.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "vehicles/machine_def.h"

// Target speeds of slew, boom, jib, telescope and rotator, period 4 s.
static const double harvester_swing[] = {0.15, 0.04, 0.05, 0.15, 0.3};
static const double swing_period = 4.0; // [s]

double bench_input(const struct bench_scene *scene, int input, double time) {
    assert(input >= 0 && input < scene->model.input_count);
    if (scene->swing == NULL)
        return 0.0;
    return scene->swing[input] * sim_sin(2.0 * SIM_PI * time / swing_period);
}

bool bench_harvester(struct bench_scene *scene, bool move) {
    static struct veh_machine_def def; // large
    *scene = (struct bench_scene){
        .name = move ? "harvester-move" : "harvester-hold",
        .what = move ? "reference harvester, five motors swinging" : "reference harvester, held",
        .swing = move ? harvester_swing : NULL,
        .settle = 2.0,
        .mjcf = "bench/reference-harvester.xml",
    };
    if (!bench_load("bench/reference-harvester.yaml", &def))
        return false;
    scene->model = def.model; // the model is all that the file defines
    return true;
}

void bench_scene_finish(struct bench_scene *scene) {
    sim_model_finish(&scene->model);
    *scene = (struct bench_scene){0};
}

bool bench_is_ground(const struct sim_model_body *body, const struct sim_shape *shape) {
    return body->fixed && shape->kind == SIM_SHAPE_BOX && shape->half.x >= 50.0 &&
           shape->half.y >= 50.0;
}

double bench_friction(const struct sim_model *model, const struct sim_shape *shape) {
    const int m = shape->material;
    return m >= 0 && m < model->material_count ? model->materials[m].friction : 0.5;
}

struct sim_mass bench_mass(const struct sim_model *model, int body) {
    assert(body >= 0 && body < model->body_count);
    const struct sim_model_body *b = &model->bodies[body];
    struct sim_mass sum = {0};
    if (b->has_mass)
        return b->mass;
    for (int s = 0; s < b->shape_count; s++) {
        const struct sim_mass part = sim_shape_mass(&model->shapes[b->first_shape + s]);
        if (part.mass > 0.0)
            sum = sum.mass > 0.0 ? sim_mass_add(&sum, &part) : part;
    }
    return sum;
}

// ---- building ----

static bool reserve(struct sim_model *model, int bodies, int shapes, int joints) {
    model->bodies = calloc((size_t)bodies + 1, sizeof *model->bodies);
    model->shapes = calloc((size_t)shapes + 1, sizeof *model->shapes);
    model->visuals = calloc((size_t)shapes + 1, sizeof *model->visuals);
    model->joints = calloc((size_t)joints + 1, sizeof *model->joints);
    model->materials = calloc(1, sizeof *model->materials);
    model->world = sim_default_world_def();
    if (model->bodies && model->shapes && model->visuals && model->joints && model->materials)
        return true;
    fputs("kranich bench: error: not enough memory\n", stderr);
    sim_model_finish(model);
    return false;
}

static struct sim_model_body *add_body(struct sim_model *model, const char *name, int number,
                                       struct sim_vec3 place) {
    struct sim_model_body *body = &model->bodies[model->body_count++];
    snprintf(body->name, sizeof body->name, "%s_%d", name, number);
    body->pose = (struct sim_pose){place, sim_quat_identity()};
    body->first_shape = model->shape_count;
    return body;
}

static void add_shape(struct sim_model *model, struct sim_model_body *body,
                      const struct sim_shape *shape) {
    model->shapes[model->shape_count++] = *shape;
    body->shape_count++;
}

static struct sim_shape box(double x, double y, double z, double mass) {
    return (struct sim_shape){.kind = SIM_SHAPE_BOX,
                              .pose = sim_pose_identity(),
                              .half = {0.5 * x, 0.5 * y, 0.5 * z},
                              .mass = mass};
}

static void add_fixed_box(struct sim_model *model, const char *name, struct sim_vec3 place,
                          struct sim_vec3 size) {
    struct sim_model_body *body = add_body(model, name, model->body_count, place);
    struct sim_shape shape = box(size.x, size.y, size.z, 0.0);
    shape.collides = true;
    body->fixed = true;
    add_shape(model, body, &shape);
}

static void add_material(struct sim_model *model, const char *name, double friction,
                         double stiffness) {
    struct sim_material *material = &model->materials[model->material_count++];
    *material = (struct sim_material){.friction = friction, .stiffness = stiffness};
    snprintf(material->name, sizeof material->name, "%s", name);
}

// ---- growth: bodies hanging from each other by hinges ----

static const double link_length = 0.2; // [m]

static void add_hinge(struct sim_model *model, int parent, int child, struct sim_vec3 anchor) {
    struct sim_model_joint *joint = &model->joints[model->joint_count++];
    *joint = sim_default_model_joint();
    snprintf(joint->name, sizeof joint->name, "hinge_%d", child);
    joint->def.kind = SIM_JOINT_HINGE;
    joint->def.anchor = anchor;
    joint->def.axis[0] = child % 2 ? sim_vec3(0.0, 1.0, 0.0) : sim_vec3(1.0, 0.0, 0.0);
    joint->parent = parent;
    joint->child = child;
}

bool bench_chain(struct bench_scene *scene, int bodies) {
    assert(bodies > 0);
    *scene = (struct bench_scene){.name = "chain", .what = "links hanging in a row"};
    if (!reserve(&scene->model, bodies, bodies, bodies))
        return false;
    const struct sim_shape shape = box(0.05, 0.05, link_length, 1.0);
    for (int i = 0; i < bodies; i++) {
        const double top = -link_length * i;
        struct sim_model_body *body =
            add_body(&scene->model, "link", i, sim_vec3(0.0, 0.0, top - 0.5 * link_length));
        add_shape(&scene->model, body, &shape);
        add_hinge(&scene->model, i - 1, i, sim_vec3(0.0, 0.0, top));
    }
    return true;
}

bool bench_tree(struct bench_scene *scene, int bodies) {
    assert(bodies > 0);
    *scene = (struct bench_scene){.name = "tree", .what = "links hanging two from one"};
    if (!reserve(&scene->model, bodies, bodies, bodies))
        return false;
    const struct sim_shape shape = box(0.05, 0.05, link_length, 1.0);
    for (int i = 0; i < bodies; i++) {
        const int parent = i == 0 ? -1 : (i - 1) / 2;
        struct sim_vec3 anchor = {0.0, 0.0, 0.0};
        if (parent >= 0)
            anchor = sim_add(scene->model.bodies[parent].pose.p,
                             sim_vec3(0.0, i % 2 ? 0.01 : -0.01, -0.5 * link_length));
        struct sim_model_body *body = add_body(
            &scene->model, "link", i, sim_add(anchor, sim_vec3(0.0, 0.0, -0.5 * link_length)));
        add_shape(&scene->model, body, &shape);
        add_hinge(&scene->model, parent, i, anchor);
    }
    return true;
}

// ---- net: points that distances hold to each other ----

static const double mesh = 0.1, knot_mass = 0.05; // [m], [kg]

static void add_distance(struct sim_model *model, int parent, int child, struct sim_vec3 anchor) {
    struct sim_model_joint *joint = &model->joints[model->joint_count++];
    *joint = sim_default_model_joint();
    snprintf(joint->name, sizeof joint->name, "mesh_%d", model->joint_count);
    joint->def.kind = SIM_JOINT_DISTANCE;
    joint->def.anchor = parent >= 0 ? model->bodies[parent].pose.p : anchor;
    joint->def.anchor_b = model->bodies[child].pose.p;
    joint->parent = parent;
    joint->child = child;
}

bool bench_net(struct bench_scene *scene) {
    enum { ROWS = 25, COLUMNS = 40, KNOTS = ROWS * COLUMNS };
    *scene = (struct bench_scene){.name = "net",
                                  .what = "net of 1,000 mass points falls, held by two corners"};
    struct sim_model *model = &scene->model;
    if (!reserve(model, KNOTS, 0, 2 * KNOTS))
        return false;
    model->world.step = 0.001;
    for (int i = 0; i < KNOTS; i++) {
        const int row = i / COLUMNS, column = i % COLUMNS;
        struct sim_model_body *knot =
            add_body(model, "knot", i, sim_vec3(mesh * column, mesh * row, 0.0));
        knot->has_mass = true;
        knot->mass.mass = knot_mass; // a point
        if (column > 0)
            add_distance(model, i - 1, i, sim_vec3(0.0, 0.0, 0.0));
        if (row > 0)
            add_distance(model, i - COLUMNS, i, sim_vec3(0.0, 0.0, 0.0));
    }
    add_distance(model, -1, 0, sim_vec3(-mesh, -mesh, 0.0));
    add_distance(model, -1, COLUMNS - 1, sim_vec3(mesh * COLUMNS, -mesh, 0.0));
    return true;
}

// ---- wall ----

bool bench_wall(struct bench_scene *scene) {
    enum { COLUMNS = 20, LAYERS = 12 };
    *scene =
        (struct bench_scene){.name = "wall", .what = "wall of 240 boxes at rest", .crowded = true};
    struct sim_model *model = &scene->model;
    if (!reserve(model, COLUMNS * LAYERS + 1, COLUMNS * LAYERS + 1, 0))
        return false;
    add_material(model, "block", 0.6, 1e7);
    add_fixed_box(model, "ground", sim_vec3(0.0, 0.0, -0.5), sim_vec3(200.0, 200.0, 1.0));
    struct sim_shape shape = box(0.4, 0.2, 0.2, 16.0);
    shape.collides = true;
    for (int layer = 0; layer < LAYERS; layer++)
        for (int column = 0; column < COLUMNS; column++) {
            const double x = 0.4 * column + (layer % 2 ? 0.1 : 0.0);
            struct sim_model_body *body =
                add_body(model, "box", model->body_count, sim_vec3(x, 0.0, 0.1 + 0.2 * layer));
            add_shape(model, body, &shape);
        }
    return true;
}

// ---- logs in a bunk ----

static const double log_radius = 0.12, log_length = 4.0;             // [m]
static const double bunk_width = 2.6, bunk_height = 4.0, post = 0.1; // [m]

static void add_bunk(struct sim_model *model) {
    add_fixed_box(model, "floor", sim_vec3(0.0, 0.0, -0.1), sim_vec3(4.4, 3.0, 0.2));
    for (int side = -1; side <= 1; side += 2)
        for (int end = -1; end <= 1; end++)
            add_fixed_box(model, "stake",
                          sim_vec3(1.5 * end, side * 0.5 * (bunk_width + post), 0.5 * bunk_height),
                          sim_vec3(0.15, post, bunk_height));
}

bool bench_bunk(struct bench_scene *scene, bool drop) {
    enum { LOGS = 100, FIXED = 7 };
    *scene = (struct bench_scene){.name = drop ? "bunk-drop" : "bunk-rest",
                                  .what = drop ? "100 logs dropped into a bunk"
                                               : "100 loose logs at rest in a bunk",
                                  .settle = drop ? 0.0 : 2.0,
                                  .crowded = true};
    struct sim_model *model = &scene->model;
    if (!reserve(model, LOGS + FIXED, LOGS + FIXED, 0))
        return false;
    add_material(model, "wood", 0.5, 1e7);
    add_bunk(model);
    struct sim_shape shape = {.kind = SIM_SHAPE_CAPSULE,
                              .pose = {{0.0, 0.0, 0.0}, sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0)},
                              .radius = {log_radius, log_radius},
                              .half_length = 0.5 * log_length,
                              .mass = 900.0 * SIM_PI * log_radius * log_radius * log_length,
                              .collides = true};
    // Layers of 10 and 9 in the gaps of each other; when dropped, wider apart and a little askew.
    const double spread = drop ? 1.1 : 1.0, rise = drop ? 1.5 : 0.8660254;
    double z = log_radius + (drop ? 1.0 : 0.0);
    for (int made = 0, layer = 0; made < LOGS; layer++) {
        const int across = layer % 2 ? 9 : 10;
        for (int i = 0; i < across && made < LOGS; i++, made++) {
            const double y = (i - 0.5 * (across - 1)) * 2.0 * log_radius * spread;
            const double skew = drop ? 0.03 * ((made * 7) % 5 - 2) : 0.0;
            struct sim_model_body *body = add_body(model, "log", made, sim_vec3(skew, 0.95 * y, z));
            body->pose.q = sim_quat_rpy(0.0, 0.0, 0.2 * skew);
            if (!drop)
                body->pose.p.y = y;
            add_shape(model, body, &shape);
        }
        z += 2.0 * log_radius * rise;
    }
    return true;
}
