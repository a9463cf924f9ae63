#include "ui/scene/scene.h"

#include <assert.h>
#include <string.h>

void ui_scene_init(struct ui_scene *scene) {
    memset(scene, 0, sizeof *scene);
    // South-west and 38 degrees high: a summer afternoon in the north.
    scene->sun = sim_unit(sim_vec3(-0.55, -0.62, 0.65));
    scene->haze = ui_haze_of_visibility(3000.0);
    scene->clouds = 0.2;
}

double ui_haze_of_visibility(double visibility) {
    assert(visibility > 0.0);
    return 3.912 / visibility;
}

void ui_scene_finish(struct ui_scene *scene) {
    SIM_ARRAY_FREE(&scene->trees);
    SIM_ARRAY_FREE(&scene->primitives);
    memset(scene, 0, sizeof *scene);
}

bool ui_scene_add_primitive(struct ui_scene *scene, const struct ui_primitive *primitive) {
    assert(primitive->kind <= UI_SHAPE_SURFACE && primitive->look < UI_LOOK_COUNT);
    if (!SIM_ARRAY_TRY(&scene->primitives, scene->primitives.count + 1))
        return false;
    scene->primitives.items[scene->primitives.count++] = *primitive;
    return true;
}

bool ui_scene_add_tree(struct ui_scene *scene, const struct ui_tree *tree) {
    assert(tree->species < UI_SPECIES_COUNT);
    if (!SIM_ARRAY_TRY(&scene->trees, scene->trees.count + 1))
        return false;
    scene->trees.items[scene->trees.count++] = *tree;
    return true;
}

int ui_scene_add_monitor(struct ui_scene *scene, const struct ui_monitor *monitor) {
    assert(monitor->half_width > 0.0 && monitor->half_height > 0.0);
    if (scene->monitors == UI_MONITORS)
        return -1;
    scene->monitor[scene->monitors] = *monitor;
    return scene->monitors++;
}

void ui_scene_clear_primitives(struct ui_scene *scene) {
    scene->primitives.count = 0;
    scene->monitors = scene->lamps = scene->names = 0;
    scene->page.canvas = NULL;
}

void ui_scene_clear_trees(struct ui_scene *scene) {
    scene->trees.count = 0;
}

struct ui_primitive ui_box(struct sim_vec3 half, const float colour[3]) {
    return (struct ui_primitive){.kind = UI_SHAPE_BOX,
                                 .look = UI_LOOK_PAINT,
                                 .pose = sim_pose_identity(),
                                 .half = half,
                                 .colour = {colour[0], colour[1], colour[2]}};
}

struct ui_primitive ui_cylinder(double radius, double half_length, const float colour[3]) {
    return (struct ui_primitive){.kind = UI_SHAPE_CYLINDER,
                                 .look = UI_LOOK_PAINT,
                                 .pose = sim_pose_identity(),
                                 .radius = {radius, radius},
                                 .half_length = half_length,
                                 .colour = {colour[0], colour[1], colour[2]}};
}

struct ui_primitive ui_rod(struct sim_vec3 a, struct sim_vec3 b, double radius,
                           const float colour[3]) {
    const struct sim_vec3 way = sim_sub(b, a), up = sim_vec3(0.0, 0.0, 1.0);
    struct ui_primitive p = ui_cylinder(radius, 0.5 * sim_length(way), colour);
    p.kind = UI_SHAPE_CAPSULE;
    p.pose.p = sim_scale(sim_add(a, b), 0.5);
    p.pose.q = sim_quat_between(up, sim_unit_or(way, up));
    return p;
}
