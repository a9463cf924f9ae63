#include "ui/scene/target_marks.h"

static const double later_radius = 0.12; // [m] of a ball that is not the present one
static const double line_radius = 0.012; // [m]
static const double line_height = 0.2;   // [m] of the line to a stake, above the ground
static const double post_height = 2.2;   // [m]
static const double post_radius = 0.06;  // [m]
static const float present[3] = {1.0f, 0.55f, 0.05f}, later[3] = {0.75f, 0.75f, 0.72f};

static void paint(struct ui_primitive *p, const float colour[3], bool glows) {
    p->look = glows ? UI_LOOK_LAMP : UI_LOOK_PLAIN;
    for (int i = 0; i < 3; i++)
        p->colour[i] = colour[i];
}

static bool add_ball(struct ui_scene *scene, struct sim_vec3 place, double radius,
                     const float colour[3], bool glows) {
    struct ui_primitive ball = {
        .kind = UI_SHAPE_SPHERE, .pose = {place, {1.0, 0.0, 0.0, 0.0}}, .radius = {radius, radius}};
    paint(&ball, colour, glows);
    return ui_scene_add_primitive(scene, &ball);
}

static bool add_upright(struct ui_scene *scene, struct sim_vec3 foot, double height, double radius,
                        const float colour[3], bool glows) {
    struct ui_primitive post = {
        .kind = UI_SHAPE_CYLINDER,
        .pose = {sim_add_scaled(foot, sim_vec3(0.0, 0.0, 1.0), 0.5 * height), {1.0, 0.0, 0.0, 0.0}},
        .radius = {radius, radius},
        .half_length = 0.5 * height};
    paint(&post, colour, glows);
    return ui_scene_add_primitive(scene, &post);
}

// Across the way from the target before to this one, or from this one to the next.
static struct sim_vec3 across(const struct veh_target targets[], int count, int i) {
    const int from = i > 0 ? i - 1 : i, to = i > 0 ? i : i + 1 < count ? i + 1 : i;
    const struct sim_vec3 d = sim_sub(targets[to].place, targets[from].place);
    return sim_unit_or(sim_vec3(-d.y, d.x, 0.0), sim_vec3(0.0, 1.0, 0.0));
}

static bool add_gate(struct ui_scene *scene, const struct veh_target targets[], int count, int i,
                     const struct ter_ground *ground, bool now) {
    const struct sim_vec3 side = across(targets, count, i);
    bool ok = true;
    for (int k = -1; k <= 1; k += 2) {
        struct sim_vec3 foot =
            sim_add_scaled(targets[i].place, side, k * (targets[i].radius + 1.5));
        foot.z = ter_ground_height(ground, foot.x, foot.y, NULL);
        ok = add_upright(scene, foot, post_height, post_radius, now ? present : later, now) && ok;
    }
    return ok;
}

// A stake for each tree that shall fall towards one and still stands, and a line to it.
static bool add_stakes(struct ui_scene *scene, const struct dat_practice *practice) {
    const struct dat_exercise *exercise = practice->exercise;
    const struct ter_stand *stand = &practice->site.stand;
    const struct sim_vec3 up = {0.0, 0.0, line_height};
    bool ok = true;
    for (int i = 0; i < exercise->scenario.fall_count; i++) {
        const struct veh_fall *fall = &exercise->falls[i];
        const struct ter_tree *tree = &stand->trees[fall->tree];
        if (tree->status == TER_TREE_FELLED)
            continue;
        struct ui_primitive line = ui_rod(sim_add(tree->position, up), sim_add(fall->stake, up),
                                          2.0 * line_radius, present);
        line.look = UI_LOOK_LAMP;
        ok = add_upright(scene, fall->stake, post_height, post_radius, present, true) && ok;
        ok = ui_scene_add_primitive(scene, &line) && ok;
    }
    return ok;
}

bool ui_target_marks_add(struct ui_scene *scene, const struct dat_practice *practice) {
    const struct veh_target *targets = practice->exercise->course;
    const struct ter_ground *ground = practice->site.def.ground;
    const int count = practice->exercise->scenario.target_count;
    const int reached = practice->observer.course.reached;
    bool ok = true;
    for (int i = reached; i < count; i++) {
        const struct veh_target *target = &targets[i];
        const bool now = i == reached;
        if (target->kind == VEH_TARGET_GATE)
            ok = add_gate(scene, targets, count, i, ground, now) && ok;
        else
            ok = add_ball(scene, target->place, now ? target->radius : later_radius,
                          now ? present : later, now) &&
                 ok;
    }
    return add_stakes(scene, practice) && ok;
}
