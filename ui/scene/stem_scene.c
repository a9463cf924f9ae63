#include "ui/scene/stem_scene.h"

#include <assert.h>
#include <math.h>

#include "terrain/root_plate.h"
#include "ui/scene/branch_scene.h"

static const float spruce_bark[3] = {0.42F, 0.35F, 0.29F};
static const float pine_bark[3] = {0.56F, 0.38F, 0.26F};
static const float birch_bark[3] = {0.80F, 0.78F, 0.74F};
static const float *const bark[UI_SPECIES_COUNT] = {spruce_bark, pine_bark, birch_bark};
static const float soil[3] = {0.27F, 0.19F, 0.13F};
static const float dead_bark[3] = {0.58F, 0.56F, 0.52F};
static const float rotten_wood[3] = {0.30F, 0.17F, 0.09F};
// Of the nozzles whose bits are 1, 2 and 4.
static const float paint[3][3] = {
    {0.90F, 0.08F, 0.06F}, {0.08F, 0.25F, 0.90F}, {0.98F, 0.85F, 0.1F}};

static const double fork_angle = 0.2; // [rad] between the second top and the first
static const double snag_crown = 0.9; // [m] what twigs a dead tree has left

static enum ui_species species_of(enum ter_species species) {
    switch (ter_species_def(species)->picture) {
    case TER_PICTURE_SPRUCE:
        return UI_SPRUCE;
    case TER_PICTURE_PINE:
        return UI_PINE;
    case TER_PICTURE_BIRCH:
        break;
    }
    return UI_BIRCH;
}

// ---- standing trees ----

// The frame of the second top: at the fork, leaning away from the first.
static struct sim_pose fork_pose(struct sim_pose tree, double fork) {
    tree.p = sim_pose_point(tree, sim_vec3(0.0, 0.0, fork));
    tree.q = sim_quat_mul(tree.q, sim_quat_axis_angle(sim_vec3(1.0, 0.0, 0.0), fork_angle));
    return tree;
}

bool ui_scene_add_standing(struct ui_scene *scene, const struct ter_tree *t) {
    const double height = t->top > 0.0 ? fmin(t->top, t->height) : t->height;
    const bool dead = t->defects.dead;
    struct ui_tree tree = {.species = species_of(t->species),
                           .pose = ter_tree_pose(t),
                           .dbh = t->dbh,
                           .height = height,
                           .crown_base = dead ? 0.97 * height : fmin(t->crown_base, 0.95 * height),
                           .crown_width = dead ? snag_crown : t->crown_width,
                           .sweep = t->defects.sweep};
    bool room = ui_scene_add_tree(scene, &tree);
    const double fork = t->defects.fork;
    if (!(fork > 0.0 && fork < height - 0.5))
        return room;
    tree.pose = fork_pose(tree.pose, fork);
    tree.dbh = 0.7 * ter_species_diameter(t->species, t->dbh, t->height, fork);
    tree.height = 0.9 * (height - fork);
    tree.crown_base = fmin(fmax(tree.crown_base - fork, 0.0), 0.95 * tree.height);
    tree.crown_width = 0.7 * tree.crown_width;
    tree.sweep = 0.0;
    return ui_scene_add_tree(scene, &tree) && room;
}

// ---- wood ----

static struct sim_vec3 middle_at(const struct ter_stem *stem, double z) {
    return sim_vec3(ter_stem_bow(stem, z), 0.0, z);
}

// A cone of the stem between two places [m] from its butt.
static bool add_cone(struct ui_scene *scene, const struct ter_stem *stem, struct sim_pose pose,
                     double z0, double z1) {
    const float *colour = stem->defects.dead ? dead_bark : bark[species_of(stem->species)];
    const struct sim_vec3 a = middle_at(stem, z0), b = middle_at(stem, z1);
    struct ui_primitive p = {
        .kind = UI_SHAPE_CYLINDER,
        .look = UI_LOOK_LOG,
        .radius = {0.5 * ter_stem_diameter(stem, z0), 0.5 * ter_stem_diameter(stem, z1)},
        .half_length = 0.5 * sim_length(sim_sub(b, a)),
        .colour = {colour[0], colour[1], colour[2]},
        .along = stem->from + 0.5 * (z0 + z1),
        .pose = pose};
    p.pose.p = sim_pose_point(pose, sim_scale(sim_add(a, b), 0.5));
    if (a.x != b.x)
        p.pose.q = sim_quat_mul(
            pose.q, sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), sim_atan2(b.x - a.x, b.z - a.z)));
    return ui_scene_add_primitive(scene, &p);
}

// Cones between the reference diameters, with flat ends; of a bow at least one per half metre.
static bool add_wood(struct ui_scene *scene, const struct ter_stem *stem, struct sim_pose pose) {
    static const double bow_step = 0.5; // [m]
    double z[TER_STEM_MAX_REFERENCES];
    const int count = ter_stem_references(stem, z);
    bool room = true;
    for (int i = 0; i + 1 < count; i++) {
        const bool bowed = stem->defects.sweep != 0.0 && stem->from + z[i] < ter_sweep_height;
        const int parts = bowed ? (int)ceil((z[i + 1] - z[i]) / bow_step) : 1;
        const double step = (z[i + 1] - z[i]) / parts;
        for (int k = 0; k < parts; k++)
            room = add_cone(scene, stem, pose, z[i] + k * step, z[i] + (k + 1) * step) && room;
    }
    return room;
}

// The second top of a fork.
static bool add_fork(struct ui_scene *scene, const struct ter_stem *stem, struct sim_pose pose) {
    const double fork = fmax(stem->defects.fork, stem->from), length = 0.9 * (stem->to - fork);
    if (stem->defects.fork <= 0.0 || length < 0.1 || stem->defects.fork < stem->from - 0.5)
        return true;
    const struct sim_pose at = fork_pose(pose, fork - stem->from);
    const double radius = 0.35 * ter_stem_diameter(stem, fork - stem->from);
    struct ui_primitive p = ui_rod(at.p, sim_pose_point(at, sim_vec3(0.0, 0.0, length)), radius,
                                   bark[species_of(stem->species)]);
    p.kind = UI_SHAPE_CYLINDER;
    p.look = UI_LOOK_LOG;
    p.radius[1] = fmax(0.35 * ter_stem_diameter(stem, stem->to - stem->from), 0.01);
    return ui_scene_add_primitive(scene, &p);
}

// ---- roots ----

// The paraboloid of the plate as slices that meet in its outline, from the surface down.
static bool add_soil(struct ui_scene *scene, double radius, struct sim_pose pose) {
    enum { SLICES = 5 };
    const double depth = ter_root_plate_depth(radius);
    bool room = true;
    for (int i = 0; i < SLICES; i++) {
        const double below = (double)(i + 1) / SLICES, above = (double)i / SLICES;
        struct ui_primitive p = ui_cylinder(radius, 0.5 * depth / SLICES, soil);
        p.look = UI_LOOK_PLAIN;
        p.radius[0] = radius * sqrt(fmax(1.0 - below, 0.02));
        p.radius[1] = radius * sqrt(1.0 - above);
        p.pose = pose;
        p.pose.p = sim_pose_point(pose, sim_vec3(0.0, 0.0, -0.5 * (above + below) * depth));
        room = ui_scene_add_primitive(scene, &p) && room;
    }
    return room;
}

// Roots that have torn off at the plate's rim, each a little another way.
static bool add_roots(struct ui_scene *scene, const struct ter_stem *stem, struct sim_pose pose) {
    enum { ROOTS = 14 };
    const double r = stem->plate;
    uint32_t random = stem->seed | 1U;
    bool room = true;
    for (int i = 0; i < ROOTS; i++) {
        random = random * 1664525U + 1013904223U;
        const double a = (random >> 8 & 255U) / 255.0, b = (random >> 16 & 255U) / 255.0;
        const double angle = 2.0 * SIM_PI * (i + a) / ROOTS, out = r * (1.05 + 0.25 * b);
        const struct sim_vec3 from = {0.2 * r * cos(angle), 0.2 * r * sin(angle), -0.1 * r};
        const struct sim_vec3 to = {out * cos(angle + 0.3 * b), out * sin(angle + 0.3 * b),
                                    -0.35 * r * a};
        struct ui_primitive p = ui_rod(sim_pose_point(pose, from), sim_pose_point(pose, to),
                                       0.03 * r * (0.6 + a), bark[species_of(stem->species)]);
        p.look = UI_LOOK_BARK;
        room = ui_scene_add_primitive(scene, &p) && room;
    }
    return room;
}

static bool add_plate(struct ui_scene *scene, const struct ter_stem *stem, struct sim_pose pose) {
    if (!(stem->plate > 0.0))
        return true;
    return add_soil(scene, stem->plate, pose) && add_roots(scene, stem, pose);
}

// ---- the cuts ----

// A disc on the cut at z [m], x [m] off its middle. out: +1 at the top, -1 at the butt.
static bool add_disc(struct ui_scene *scene, const struct ter_stem *stem, struct sim_pose pose,
                     double z, double out, double x, double radius, const float colour[3]) {
    static const double thickness = 0.004; // [m]
    struct ui_primitive p = ui_cylinder(radius, 0.5 * thickness, colour);
    struct sim_vec3 at = middle_at(stem, z);
    at.x += x;
    at.z += 0.25 * thickness * out;
    p.look = UI_LOOK_PLAIN;
    p.pose = (struct sim_pose){sim_pose_point(pose, at), pose.q};
    return ui_scene_add_primitive(scene, &p);
}

static bool add_rot(struct ui_scene *scene, const struct ter_stem *stem, struct sim_pose pose) {
    bool room = true;
    for (int end = 0; end < 2; end++) {
        const double z = end == 0 ? 0.0 : ter_stem_length(stem);
        const double radius = ter_stem_rot_radius(stem, z);
        if (radius > 0.005)
            room =
                add_disc(scene, stem, pose, z, end == 0 ? -1.0 : 1.0, 0.0, radius, rotten_wood) &&
                room;
    }
    return room;
}

// A blot per nozzle, side by side on the small end.
static bool add_marks(struct ui_scene *scene, const struct veh_stem *s, struct sim_pose pose) {
    const double z = ter_stem_length(&s->stem), r = 0.5 * ter_stem_diameter(&s->stem, z);
    int count = 0, drawn = 0;
    bool room = true;
    for (int i = 0; i < 3; i++)
        count += s->colour >> i & 1;
    for (int i = 0; i < 3; i++) {
        if ((s->colour >> i & 1) == 0)
            continue;
        const double x = 0.55 * r * (2 * drawn++ - count + 1) / fmax(count - 1, 1);
        room = add_disc(scene, &s->stem, pose, z, 1.5, x, 0.4 * r, paint[i]) && room;
    }
    return room;
}

// ---- crowns ----

// The branches that are still on, where the tip is: a crown without its delimbed part.
static bool add_crown(struct ui_scene *scene, const struct veh_worksite *site,
                      const struct veh_stem *s, struct sim_pose pose) {
    const struct ter_stem *stem = &s->stem;
    const double base = fmax(fmax(stem->crown_base, stem->limbs_from), stem->from);
    if (stem->defects.dead || stem->to < stem->height - 0.05 || base > stem->height - 0.3)
        return true;
    const double width = s->tree >= 0 ? site->stand.trees[s->tree].crown_width
                                      : ter_species_crown_width(stem->species, stem->dbh);
    const double left = (stem->height - base) / fmax(stem->height - stem->crown_base, 0.5);
    struct ui_tree tree = {.species = species_of(stem->species),
                           .pose = pose,
                           .height = stem->height,
                           .crown_base = base,
                           .crown_width = width * fmin(pow(left, 0.8), 1.0) *
                                          sqrt(1.0 - fmin(stem->broken.share, 1.0)),
                           .moving = true};
    // The tree's ground lies below the butt by what was cut off.
    tree.pose.p = sim_pose_point(pose, sim_vec3(0.0, 0.0, -stem->from));
    return ui_scene_add_tree(scene, &tree);
}

bool ui_scene_add_stem(struct ui_scene *scene, const struct veh_worksite *site, int stem,
                       struct sim_pose pose, bool near) {
    assert(stem >= 0 && stem < site->stems.count);
    const struct veh_stem *s = &site->stems.items[stem];
    const float *colour = s->stem.defects.dead ? dead_bark : bark[species_of(s->stem.species)];
    bool room = add_wood(scene, &s->stem, pose);
    room = add_fork(scene, &s->stem, pose) && room;
    room = add_plate(scene, &s->stem, pose) && room;
    room = add_rot(scene, &s->stem, pose) && room;
    room = add_marks(scene, s, pose) && room;
    if (s->kind != VEH_STEM_STUMP)
        room = add_crown(scene, site, s, pose) && room;
    if (near)
        room = ui_scene_add_branches(scene, &s->stem, pose, colour) && room;
    return room;
}
