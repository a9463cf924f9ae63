#include "ui/scene/sight.h"

#include "sim/collide/ray.h"

// The kind that a ray meets. A cylinder with two radii is met as one with their mean: its hull is
// not there, and it is a tooth or a bellows.
static bool shape_of(const struct ui_primitive *p, struct sim_shape *shape) {
    static const enum sim_shape_kind kinds[] = {
        [UI_SHAPE_BOX] = SIM_SHAPE_BOX,         [UI_SHAPE_SPHERE] = SIM_SHAPE_SPHERE,
        [UI_SHAPE_CAPSULE] = SIM_SHAPE_CAPSULE, [UI_SHAPE_CYLINDER] = SIM_SHAPE_CYLINDER,
        [UI_SHAPE_WHEEL] = SIM_SHAPE_CYLINDER,  [UI_SHAPE_SURFACE] = SIM_SHAPE_MESH};
    *shape = (struct sim_shape){.kind = kinds[p->kind],
                                .pose = sim_pose_identity(),
                                .radius = {p->radius[0], p->radius[1]},
                                .half_length = p->half_length,
                                .half = p->half,
                                .mesh = p->mesh};
    if (p->kind == UI_SHAPE_CYLINDER)
        shape->radius[0] = 0.5 * (p->radius[0] + p->radius[1]);
    return p->look != UI_LOOK_GLASS;
}

bool ui_scene_hides(const struct ui_scene *scene, struct sim_vec3 eye, struct sim_vec3 point) {
    const struct sim_vec3 way = sim_sub(point, eye);
    const double length = sim_length(way);
    if (!(length > 0.0))
        return false;
    const struct sim_ray ray = {eye, sim_scale(way, 1.0 / length), length};
    for (int i = 0; i < scene->primitives.count; i++) {
        const struct ui_primitive *p = &scene->primitives.items[i];
        struct sim_shape shape;
        struct sim_ray_hit hit;
        if (shape_of(p, &shape) && sim_ray_shape(&ray, &shape, &p->pose, &hit) &&
            hit.distance > 0.0)
            return true;
    }
    return false;
}
