#include "ui/scene/model_scene.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "sim/shape/curve.h"
#include "sim/shape/hull.h"
#include "ui/scene/worksite_scene.h"

static const float floor_colour[3] = {0.74F, 0.75F, 0.74F};
static const float line_colour[3] = {0.52F, 0.54F, 0.53F};
enum { GRID_LINES = 12 }; // on each side of the middle

struct ui_model_angle ui_default_model_angle(void) {
    return (struct ui_model_angle){-70.0 * SIM_PI / 180.0, 16.0 * SIM_PI / 180.0, 1.0};
}

// 1, 2 or 5 times a power of ten, about a fifth of the size.
static double grid_for(double size) {
    const double wanted = fmax(size / 5.0, 1e-4);
    const double power = pow(10.0, floor(log10(wanted)));
    const double share = wanted / power;
    return power * (share < 1.5 ? 1.0 : share < 3.5 ? 2.0 : share < 7.5 ? 5.0 : 10.0);
}

void ui_model_scene_init(struct ui_model_scene *view, const struct sim_model *model,
                         const struct ui_model_frame *frame, const struct sim_aabb *bounds,
                         bool ground) {
    memset(view, 0, sizeof *view);
    ui_scene_init(&view->scene);
    view->scene.plain = true;
    view->scene.haze = 0.0;
    view->scene.sun = sim_unit(sim_vec3(0.35, -0.55, 1.0));
    if (!ui_bounds_are_known(bounds))
        return;
    const double size = sim_length(sim_sub(bounds->high, bounds->low));
    // Something that hangs or floats has no floor.
    const bool stands = bounds->low.z > -0.02 * size && bounds->low.z < 0.25 * size;
    view->floor = ground || (stands && !ui_model_has_ground(model, frame));
    view->scene.middle = sim_scale(sim_add(bounds->low, bounds->high), 0.5);
    view->scene.radius = 1.6 * size;
    view->grid = grid_for(size);
    view->line = 0.0022 * size;
    view->edge = 0.004 * size;
    view->x = view->grid * floor(0.5 * (bounds->low.x + bounds->high.x) / view->grid + 0.5);
    view->y = view->grid * floor(0.5 * (bounds->low.y + bounds->high.y) / view->grid + 0.5);
}

void ui_model_scene_finish(struct ui_model_scene *view) {
    ui_scene_finish(&view->scene);
    memset(view, 0, sizeof *view);
}

// ---- the floor ----

static bool add_slab(struct ui_model_scene *view, struct sim_vec3 middle, struct sim_vec3 half,
                     const float colour[3]) {
    struct ui_primitive p = ui_box(half, colour);
    p.look = UI_LOOK_PLAIN;
    p.pose.p = middle;
    return ui_scene_add_primitive(&view->scene, &p);
}

static bool add_floor(struct ui_model_scene *view) {
    const double reach = GRID_LINES * view->grid, thick = view->line;
    bool room = add_slab(view, sim_vec3(view->x, view->y, -2.0 * thick),
                         sim_vec3(reach, reach, thick), floor_colour);
    for (int i = -GRID_LINES; i <= GRID_LINES; i++) {
        const double at = i * view->grid;
        // Half sunk into the floor, so that they lie on it like paint.
        room = room &&
               add_slab(view, sim_vec3(view->x + at, view->y, -1.9 * thick),
                        sim_vec3(thick, reach, thick), line_colour) &&
               add_slab(view, sim_vec3(view->x, view->y + at, -1.9 * thick),
                        sim_vec3(reach, thick, thick), line_colour);
    }
    return room;
}

// ---- the model ----

static void colour_of(const struct sim_visual *visual, float colour[3]) {
    for (int i = 0; i < 3; i++)
        colour[i] = sqrtf(visual->colour[i]); // models give linear light
}

// A hull by its edges: no primitive stands for it.
static bool add_hull(struct ui_model_scene *view, const struct sim_hull *hull,
                     const struct sim_visual *visual, struct sim_pose shape) {
    float colour[3];
    bool room = true;
    colour_of(visual, colour);
    shape.p = sim_pose_point(shape, hull->centre);
    for (int i = 0; i < hull->edge_count && room; i++) {
        const struct sim_hull_edge *edge = &hull->edges[i];
        struct ui_primitive p =
            ui_rod(sim_pose_point(shape, hull->corners[edge->corner[0]]),
                   sim_pose_point(shape, hull->corners[edge->corner[1]]), view->edge, colour);
        p.look = UI_LOOK_PLAIN;
        room = ui_scene_add_primitive(&view->scene, &p);
    }
    return room;
}

static bool add_shape(struct ui_model_scene *view, const struct sim_shape *shape,
                      const struct sim_visual *visual, struct sim_pose body) {
    struct ui_primitive p;
    if (shape->kind == SIM_SHAPE_HULL && visual->look != SIM_LOOK_NONE)
        return add_hull(view, shape->hull, visual, sim_pose_mul(body, shape->pose));
    if (!ui_shape_primitive(shape, visual, body, &p))
        return true;
    if (p.look == UI_LOOK_PAINT)
        p.look = UI_LOOK_PLAIN; // nothing here has been in the forest
    return ui_scene_add_primitive(&view->scene, &p);
}

// Joints between two points are thin rods.
static bool add_link(struct ui_model_scene *view, const struct sim_model *model,
                     const struct ui_model_frame *frame, int joint) {
    const struct sim_model_joint *j = &model->joints[joint];
    const struct sim_pose world = sim_pose_identity();
    struct ui_primitive p;
    if (frame->joint[joint].broken ||
        !ui_link_primitive(model, joint, j->parent >= 0 ? frame->body[j->parent] : world,
                           frame->body[j->child], &p))
        return true;
    p.look = UI_LOOK_PLAIN;
    return ui_scene_add_primitive(&view->scene, &p);
}

// The present place of a point of the file on the joint's parent.
static struct sim_vec3 on_parent(const struct sim_model *model, const struct ui_model_frame *frame,
                                 const struct sim_model_joint *j, struct sim_vec3 p) {
    if (j->parent < 0)
        return p;
    return sim_pose_point(frame->body[j->parent], sim_pose_local(model->bodies[j->parent].pose, p));
}

static bool add_rod(struct ui_model_scene *view, struct sim_vec3 a, struct sim_vec3 b) {
    static const float steel[3] = {0.35F, 0.36F, 0.37F};
    struct ui_primitive rod = ui_rod(a, b, view->edge, steel);
    rod.look = UI_LOOK_PLAIN;
    return ui_scene_add_primitive(&view->scene, &rod);
}

// The curve of a path, as it lies on the joint's parent.
static bool add_path(struct ui_model_scene *view, const struct sim_model *model,
                     const struct ui_model_frame *frame, int joint) {
    enum { PIECES = 6 }; // of each span
    const struct sim_model_joint *j = &model->joints[joint];
    const char *problem = NULL;
    if (j->def.kind != SIM_JOINT_PATH)
        return true;
    struct sim_curve *curve =
        sim_curve_create(j->def.path, j->def.path_count, j->def.path_closed, &problem);
    if (curve == NULL)
        return false;
    const int pieces = PIECES * curve->spans;
    struct sim_vec3 before = on_parent(model, frame, j, sim_curve_point(curve, 0.0));
    bool room = true;
    for (int i = 1; i <= pieces && room; i++) {
        const struct sim_vec3 p =
            on_parent(model, frame, j, sim_curve_point(curve, (double)i / pieces));
        room = add_rod(view, before, p);
        before = p;
    }
    sim_curve_destroy(curve);
    return room;
}

// The outline of a plane, as it lies on the joint's parent.
static bool add_outline(struct ui_model_scene *view, const struct sim_model *model,
                        const struct ui_model_frame *frame, int joint) {
    const struct sim_model_joint *j = &model->joints[joint];
    const int count = j->def.outline_count;
    bool room = true;
    for (int i = 0; i < count && room; i++)
        room = add_rod(view, on_parent(model, frame, j, j->def.outline[i]),
                       on_parent(model, frame, j, j->def.outline[(i + 1) % count]));
    return room;
}

bool ui_model_scene_fill(struct ui_model_scene *view, const struct sim_model *model,
                         const struct ui_model_frame *frame) {
    ui_scene_clear_primitives(&view->scene);
    bool room = !view->floor || add_floor(view);
    for (int b = 0; b < model->body_count; b++) {
        const struct sim_model_body *body = &model->bodies[b];
        for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++)
            room = add_shape(view, &model->shapes[s], &model->visuals[s], frame->body[b]) && room;
    }
    for (int i = 0; i < model->joint_count; i++)
        room = add_link(view, model, frame, i) && add_path(view, model, frame, i) &&
               add_outline(view, model, frame, i) && room;
    return room;
}

// ---- the camera ----

static struct sim_vec3 corner_of(const struct sim_aabb *box, int i) {
    return sim_vec3((i & 1) != 0 ? box->high.x : box->low.x,
                    (i & 2) != 0 ? box->high.y : box->low.y,
                    (i & 4) != 0 ? box->high.z : box->low.z);
}

struct ui_camera ui_model_camera(const struct sim_aabb *bounds, const struct ui_model_angle *angle,
                                 double aspect) {
    assert(aspect > 0.0);
    static const double margin = 1.12; // free space around the model
    const struct sim_aabb none = {sim_vec3(-1.0, -1.0, -1.0), sim_vec3(1.0, 1.0, 1.0)};
    const struct sim_aabb *box = ui_bounds_are_known(bounds) ? bounds : &none;
    const struct sim_vec3 aim = sim_scale(sim_add(box->low, box->high), 0.5);
    const struct sim_vec3 way =
        sim_vec3(cos(angle->azimuth) * cos(angle->elevation),
                 sin(angle->azimuth) * cos(angle->elevation), sin(angle->elevation));
    struct ui_camera camera = ui_default_camera();
    camera.fov_y = 32.0 * SIM_PI / 180.0; // little perspective, as in a drawing
    camera.pose = ui_look_at(sim_add(aim, way), aim);
    const double up = tan(0.5 * camera.fov_y) / margin, aside = aspect * up;
    double distance = 0.0, deep = 0.0;
    for (int i = 0; i < 8; i++) {
        const struct sim_vec3 p = sim_unrotate(camera.pose.q, sim_sub(corner_of(box, i), aim));
        distance = fmax(distance, fmax(fabs(p.z) / up, fabs(p.y) / aside) - p.x);
        deep = fmax(deep, sim_length(p));
    }
    distance = fmax(distance, 1e-3) / fmax(angle->zoom, 1e-3);
    camera.pose.p = sim_add_scaled(aim, way, distance);
    camera.near = 0.03 * distance;
    camera.far = distance + 60.0 * fmax(deep, 1e-3);
    return camera;
}
