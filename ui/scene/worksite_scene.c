#include "ui/scene/worksite_scene.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/scene/branch_scene.h"
#include "ui/scene/chips_scene.h"
#include "ui/scene/head_scene.h"
#include "ui/scene/hose_scene.h"
#include "ui/scene/lamp_scene.h"
#include "ui/scene/stem_scene.h"
#include "ui/scene/track_scene.h"

static const double branch_sight = 50.0; // [m] from the eye, where single branches are told apart
static const float mark_colour[3] = {1.0F, 0.35F, 0.05F};
static const float crop_colour[3] = {0.25F, 0.55F, 1.0F};

// ---- poses ----

struct sim_pose ui_pose_between(struct sim_pose a, struct sim_pose b, double share) {
    const double dot = a.q.w * b.q.w + a.q.x * b.q.x + a.q.y * b.q.y + a.q.z * b.q.z;
    const double s = dot < 0.0 ? -share : share, r = 1.0 - share;
    const struct sim_quat q = {r * a.q.w + s * b.q.w, r * a.q.x + s * b.q.x, r * a.q.y + s * b.q.y,
                               r * a.q.z + s * b.q.z};
    return (struct sim_pose){sim_add_scaled(sim_scale(a.p, r), b.p, share), sim_quat_unit(q)};
}

struct sim_pose ui_worksite_body_pose(const struct ui_worksite_scene *view,
                                      const struct veh_worksite *site, struct sim_body_id body,
                                      double share) {
    const struct sim_pose now = sim_body_pose(site->world, body);
    if ((int)body.index >= view->before.count)
        return now;
    const struct ui_body_before *before = &view->before.items[body.index];
    if (before->generation != body.generation)
        return now;
    return ui_pose_between(before->pose, now, share);
}

void ui_worksite_scene_remember(struct ui_worksite_scene *view, const struct veh_worksite *site) {
    const int capacity = sim_world_body_capacity(site->world);
    ui_hoses_remember(view, site);
    if (!SIM_ARRAY_TRY(&view->before, capacity))
        return; // then the picture jumps from step to step
    while (view->before.count < capacity)
        view->before.items[view->before.count++] = (struct ui_body_before){.generation = 0};
    struct sim_body_id body = sim_body_next(site->world, (struct sim_body_id){0, 0});
    while (body.generation != 0) {
        view->before.items[body.index] =
            (struct ui_body_before){body.generation, sim_body_pose(site->world, body)};
        body = sim_body_next(site->world, body);
    }
}

// ---- fixed things ----

bool ui_worksite_scene_init(struct ui_worksite_scene *view, const struct veh_worksite *site,
                            const struct ter_road *road) {
    memset(view, 0, sizeof *view);
    ui_scene_init(&view->scene);
    view->scene.ground = &site->def.ground->field;
    view->scene.surroundings = true;
    view->ruts = malloc(sizeof *view->ruts);
    if (view->ruts == NULL)
        return false;
    ui_rut_map_init(view->ruts);
    view->scene.ruts = view->ruts;
    if (road == NULL || road->count < 2)
        return true;
    view->road = malloc((size_t)road->count * sizeof *view->road);
    if (view->road == NULL)
        return false;
    for (int i = 0; i < road->count; i++)
        view->road[i] = sim_vec3(road->points[i].x, road->points[i].y, 0.0);
    view->scene.road[0] = (struct ui_road){view->road, road->count, road->points[0].width};
    view->scene.roads = 1;
    return true;
}

void ui_worksite_scene_finish(struct ui_worksite_scene *view) {
    ui_scene_finish(&view->scene);
    free(view->road);
    free(view->ruts);
    SIM_ARRAY_FREE(&view->before);
    SIM_ARRAY_FREE(&view->shown);
    SIM_ARRAY_FREE(&view->hoses);
    memset(view, 0, sizeof *view);
}

// Trees that are pushed or sawn are shown where their bodies are.
static bool moves(const struct veh_stem *stem) {
    return stem->kind == VEH_STEM_STANDING && stem->held.generation != 0;
}

// Of a large forest only the trees around the eye are shown: 300 m of forest let nothing be seen
// behind. They are found anew when the eye has moved.
static const double shown_reach = 300.0; // [m]
static const double shown_step = 40.0;   // [m] of the eye
static const double lying_reach = 200.0; // [m] of logs and stumps

static bool find_shown(struct ui_worksite_scene *view, const struct ter_stand *stand,
                       struct sim_vec3 eye) {
    if (view->shown_known &&
        hypot(eye.x - view->shown_from.x, eye.y - view->shown_from.y) < shown_step)
        return true;
    const double r = shown_reach + shown_step;
    const double x0 = eye.x - r, y0 = eye.y - r, x1 = eye.x + r, y1 = eye.y + r;
    const int count = ter_stand_query(stand, x0, y0, x1, y1, NULL, 0);
    if (!SIM_ARRAY_TRY(&view->shown, count))
        return false;
    view->shown.count = ter_stand_query(stand, x0, y0, x1, y1, view->shown.items, count);
    view->shown_from = eye;
    view->shown_known = true;
    return true;
}

// Of which trees are shown, and which of them stand.
static unsigned hash_trees(const struct ui_worksite_scene *view, const struct veh_worksite *site) {
    const struct ter_stand *stand = &site->stand;
    unsigned hash = 2166136261U;
    for (int i = 0; i < view->shown.count; i++) {
        const int tree = view->shown.items[i];
        const bool felled = stand->trees[tree].status == TER_TREE_FELLED;
        const bool broken = stand->trees[tree].top > 0.0;
        hash = (hash ^ (4U * (unsigned)tree + 2U * broken + felled)) * 16777619U;
    }
    for (int k = 0; k < site->standing.count; k++)
        if (moves(&site->stems.items[site->standing.items[k]]))
            hash = (hash ^ (unsigned)site->standing.items[k]) * 16777619U;
    for (int i = 0; i < site->torn.count; i++) {
        const struct veh_torn *torn = &site->torn.items[i];
        const unsigned lost = (unsigned)(1e4 * torn->broken.share);
        hash = (hash ^ (unsigned)torn->tree ^ lost << 16) * 16777619U;
    }
    return hash ^ (unsigned)view->shown.count;
}

static bool add_standing_trees(struct ui_worksite_scene *view, const struct veh_worksite *site) {
    const struct ter_stand *stand = &site->stand;
    bool room = true;
    for (int i = 0; i < view->shown.count; i++) {
        const int tree_index = view->shown.items[i];
        const struct ter_tree *t = &stand->trees[tree_index];
        const int stem = site->tree_stem[tree_index];
        if (t->status == TER_TREE_FELLED || (stem >= 0 && moves(&site->stems.items[stem])))
            continue;
        const struct ter_broken *broken = veh_tree_broken(site, tree_index);
        struct ter_tree torn = *t;
        if (broken != NULL)
            torn.crown_width *= sqrt(1.0 - fmin(broken->share, 1.0));
        room = ui_scene_add_standing(&view->scene, &torn) && room;
    }
    return room;
}

// ---- machines ----

static enum ui_look look_of(const struct sim_visual *visual) {
    switch (visual->look) {
    case SIM_LOOK_STEEL:
        return UI_LOOK_STEEL;
    case SIM_LOOK_RUBBER:
        return UI_LOOK_TYRE;
    case SIM_LOOK_GLASS:
        return UI_LOOK_GLASS;
    case SIM_LOOK_BARK:
        return UI_LOOK_BARK;
    case SIM_LOOK_WOOD:
        return UI_LOOK_WOOD;
    case SIM_LOOK_PAINT:
    case SIM_LOOK_NONE: // is not drawn
        break;
    }
    return UI_LOOK_PAINT;
}

// The primitive of each kind of shape, -1: none. Hulls are drawn by their edges, in the
// model window only; the heightfield of a worksite is the ground, and has no mesh.
enum {
    AS_SPHERE = UI_SHAPE_SPHERE,
    AS_CAPSULE = UI_SHAPE_CAPSULE,
    AS_CYLINDER = UI_SHAPE_CYLINDER,
    AS_BOX = UI_SHAPE_BOX,
    AS_HULL = -1,
    AS_CONE = UI_SHAPE_CYLINDER, // with two radii
    AS_MESH = UI_SHAPE_SURFACE,
    AS_HEIGHTFIELD = UI_SHAPE_SURFACE,
};
static const int drawn_as[SIM_SHAPE_KIND_COUNT] = {
#define DRAWN_AS(KIND, kind) [SIM_SHAPE_##KIND] = AS_##KIND,
    SIM_SHAPE_KINDS(DRAWN_AS)
#undef DRAWN_AS
};

bool ui_shape_primitive(const struct sim_shape *shape, const struct sim_visual *visual,
                        struct sim_pose body, struct ui_primitive *p) {
    assert((unsigned)shape->kind < SIM_SHAPE_KIND_COUNT);
    if (visual->look == SIM_LOOK_NONE || drawn_as[shape->kind] < 0 ||
        (drawn_as[shape->kind] == UI_SHAPE_SURFACE && shape->mesh == NULL))
        return false;
    memset(p, 0, sizeof *p);
    p->kind = (enum ui_shape_kind)drawn_as[shape->kind];
    p->look = look_of(visual);
    p->pose = sim_pose_mul(body, shape->pose);
    p->radius[0] = shape->radius[0];
    const bool tapered = shape->kind == SIM_SHAPE_CAPSULE || shape->kind == SIM_SHAPE_CONE;
    p->radius[1] = shape->radius[tapered ? 1 : 0];
    p->half_length = shape->half_length;
    p->half = shape->half;
    for (int i = 0; i < 3; i++)
        p->colour[i] = sqrtf(visual->colour[i]); // models give linear light
    // A rubber disc is a tyre, its colour that of the rim; a long thin one is a hose.
    if (p->kind == UI_SHAPE_CYLINDER && p->look == UI_LOOK_TYRE && p->half_length < p->radius[0])
        p->kind = UI_SHAPE_WHEEL;
    if (p->kind == UI_SHAPE_SURFACE)
        p->mesh = shape->mesh;
    return true;
}

bool ui_link_primitive(const struct sim_model *model, int joint, struct sim_pose parent,
                       struct sim_pose child, struct ui_primitive *p) {
    static const float steel[3] = {0.35F, 0.36F, 0.37F};
    assert(joint >= 0 && joint < model->joint_count);
    const struct sim_model_joint *j = &model->joints[joint];
    if (!sim_joint_kind_points(j->def.kind) || !(j->thickness > 0.0))
        return false;
    const struct sim_pose to = model->bodies[j->child].pose;
    const struct sim_pose from =
        j->parent >= 0 ? model->bodies[j->parent].pose : sim_pose_identity();
    *p = ui_rod(sim_pose_point(parent, sim_pose_local(from, j->def.anchor)),
                sim_pose_point(child, sim_pose_local(to, j->def.anchor_b)), 0.5 * j->thickness,
                steel);
    p->look = UI_LOOK_STEEL;
    return true;
}

// A link that stretches between two points of a machine is a piece of a hose, any other is steel.
static void paint_link(const struct sim_model_joint *joint, struct ui_primitive *p) {
    if (joint->def.kind != SIM_JOINT_LINK)
        return;
    p->look = UI_LOOK_PLAIN;
    for (int i = 0; i < 3; i++)
        p->colour[i] = ui_hose_colour[i];
}

static bool add_links(struct ui_worksite_scene *view, const struct veh_worksite *site,
                      const struct veh_machine *machine, double share) {
    const struct sim_model *model = &machine->def->model;
    const struct sim_instance *instance = &machine->instance;
    bool room = true;
    for (int i = 0; i < model->joint_count; i++) {
        const struct sim_model_joint *joint = &model->joints[i];
        struct ui_primitive p;
        if (joint->parent >= 0 && !sim_joint_broken(site->world, instance->joints[i]) &&
            ui_link_primitive(
                model, i, ui_worksite_body_pose(view, site, instance->bodies[joint->parent], share),
                ui_worksite_body_pose(view, site, instance->bodies[joint->child], share), &p)) {
            paint_link(joint, &p);
            room = ui_scene_add_primitive(&view->scene, &p) && room;
        }
    }
    return room;
}

static bool add_machine(struct ui_worksite_scene *view, const struct veh_worksite *site,
                        const struct veh_machine *machine, double share) {
    const struct sim_model *model = &machine->def->model;
    bool room = true;
    for (int b = 0; b < model->body_count; b++) {
        const struct sim_model_body *body = &model->bodies[b];
        const struct sim_pose pose =
            ui_worksite_body_pose(view, site, machine->instance.bodies[b], share);
        for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
            struct ui_primitive p;
            if (ui_shape_primitive(&model->shapes[s], &model->visuals[s], pose, &p))
                room = ui_scene_add_primitive(&view->scene, &p) && room;
        }
    }
    room = ui_scene_add_tracks(view, site, machine, share) && room;
    return add_links(view, site, machine, share) && room;
}

// ---- stems ----

static bool add_stems(struct ui_worksite_scene *view, const struct veh_worksite *site, double share,
                      struct sim_vec3 eye) {
    bool room = true;
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!s->used || (s->kind == VEH_STEM_STANDING && !moves(s)))
            continue; // the stand's tree is shown
        const struct sim_pose pose =
            s->body.generation == 0 ? s->place : ui_worksite_body_pose(view, site, s->body, share);
        if (hypot(pose.p.x - eye.x, pose.p.y - eye.y) > lying_reach)
            continue;
        const double away = sim_length(sim_sub(pose.p, eye));
        room = ui_scene_add_stem(&view->scene, site, i, pose, away < branch_sight) && room;
    }
    return room;
}

// ---- marks ----

// A ring of paint at breast height, as foresters spray it.
static bool add_mark(struct ui_worksite_scene *view, const struct ter_tree *tree) {
    const float *colour = tree->status == TER_TREE_MARKED ? mark_colour : crop_colour;
    struct ui_primitive p = ui_cylinder(0.5 * tree->dbh + 0.012, 0.06, colour);
    p.look = UI_LOOK_LAMP;
    p.pose = ter_tree_pose(tree);
    p.pose.p = sim_pose_point(p.pose, sim_vec3(0.0, 0.0, 1.45));
    return ui_scene_add_primitive(&view->scene, &p);
}

static bool add_marks(struct ui_worksite_scene *view, const struct ter_stand *stand,
                      struct sim_vec3 eye) {
    bool room = true;
    for (int i = 0; i < view->shown.count; i++) {
        const struct ter_tree *t = &stand->trees[view->shown.items[i]];
        const double away = hypot(t->position.x - eye.x, t->position.y - eye.y);
        if ((t->status == TER_TREE_MARKED || t->status == TER_TREE_CROP) && away < 80.0)
            room = add_mark(view, t) && room;
    }
    return room;
}

bool ui_worksite_scene_fill(struct ui_worksite_scene *view, const struct veh_worksite *site,
                            double share, struct sim_vec3 eye) {
    const struct ter_stand *stand = &site->stand;
    assert(share >= 0.0 && share <= 1.0);
    ui_scene_clear_primitives(&view->scene);
    ui_scene_clear_trees(&view->scene);
    view->scene.time = veh_worksite_time(site);
    // In the stand as it was at the start: a replay that goes back needs the trees again.
    bool room = site->def.stand == NULL || find_shown(view, site->def.stand, eye);
    const unsigned hash = hash_trees(view, site);
    if (hash != view->tree_hash)
        view->scene.tree_revision++;
    view->tree_hash = hash;
    room = add_standing_trees(view, site) && add_marks(view, stand, eye) && room;
    for (int m = 0; m < site->machine_count; m++)
        room = add_machine(view, site, &site->machines[m], share) &&
               ui_scene_add_head(view, site, m, share, eye) &&
               ui_scene_add_hoses(view, site, m, share, eye) &&
               ui_scene_add_lamps(view, site, m, share) &&
               ui_scene_add_chips(view, site, m, share) && room;
    room = add_stems(view, site, share, eye) && room;
    if (view->ruts != NULL)
        ui_rut_map_fill(view->ruts, &site->trails, eye);
    return ui_scene_add_slash(&view->scene, site, eye) && room;
}
