#include "data/exercise/start.h"

#include <assert.h>
#include <math.h>

static const double log_step = 0.25; // [m] between the points of a log that are tested

// The machine's frame on the terrain.
struct place {
    double x, y; // [m] local coordinates of the site
    double c, s; // cosine and sine of the heading
};

static struct sim_vec3 to_machine(const struct place *place, double x, double y) {
    const double dx = x - place->x;
    const double dy = y - place->y;
    return sim_vec3(place->c * dx + place->s * dy, place->c * dy - place->s * dx, 0.0);
}

static struct sim_vec3 to_site(const struct place *place, double x, double y) {
    return sim_vec3(place->x + place->c * x - place->s * y, place->y + place->s * x + place->c * y,
                    0.0);
}

// A disc around (x, y) meets the box seen from above.
static bool meets(const struct sim_aabb *box, struct sim_vec3 centre, double radius) {
    const double dx = fmax(fmax(box->low.x - centre.x, centre.x - box->high.x), 0.0);
    const double dy = fmax(fmax(box->low.y - centre.y, centre.y - box->high.y), 0.0);
    return dx * dx + dy * dy < radius * radius;
}

static bool leaves_the_terrain(const struct dat_exercise *exercise, const struct place *place,
                               const struct sim_aabb *box) {
    for (int i = 0; i < 4; i++) {
        const struct sim_vec3 corner =
            to_site(place, i & 1 ? box->high.x : box->low.x, i & 2 ? box->high.y : box->low.y);
        if (!ter_ground_contains(&exercise->site.ground, corner.x, corner.y))
            return true;
    }
    return false;
}

// The corners of the box seen from above, in a box along the axes of the site.
static struct sim_aabb around(const struct place *place, const struct sim_aabb *box) {
    struct sim_aabb bounds = {.low = {(double)INFINITY, (double)INFINITY, 0.0},
                              .high = {-(double)INFINITY, -(double)INFINITY, 0.0}};
    for (int i = 0; i < 4; i++) {
        const struct sim_vec3 corner =
            to_site(place, i & 1 ? box->high.x : box->low.x, i & 2 ? box->high.y : box->low.y);
        bounds.low = sim_vec3(fmin(bounds.low.x, corner.x), fmin(bounds.low.y, corner.y), 0.0);
        bounds.high = sim_vec3(fmax(bounds.high.x, corner.x), fmax(bounds.high.y, corner.y), 0.0);
    }
    return bounds;
}

// Index of a tree whose stem meets the box, -1: none.
static int find_tree(const struct ter_stand *stand, const struct place *place,
                     const struct sim_aabb *box) {
    enum { MOST = 256 }; // more trees than that stand below no machine
    int near[MOST];
    const struct sim_aabb bounds = around(place, box);
    const int found = ter_stand_query(stand, bounds.low.x, bounds.low.y, bounds.high.x,
                                      bounds.high.y, near, MOST);
    for (int i = 0; i < found && i < MOST; i++) {
        const struct ter_tree *tree = &stand->trees[near[i]];
        if (box->low.z < tree->height &&
            meets(box, to_machine(place, tree->position.x, tree->position.y),
                  ter_tree_radius(tree)))
            return near[i];
    }
    return -1;
}

static bool meets_log(const struct dat_exercise *exercise, const struct place *place,
                      const struct sim_aabb *box, const struct dat_scenario_log *log) {
    const struct ter_ground *ground = &exercise->site.ground;
    if (box->low.z > log->mid_diameter)
        return false; // the crane may reach over it
    const int steps = (int)ceil(log->length / log_step);
    for (int i = 0; i <= steps; i++) {
        const double along = log->length * ((double)i / steps - 0.5);
        const double x = log->x - ground->origin_x + along * sim_cos(log->heading);
        const double y = log->y - ground->origin_y + along * sim_sin(log->heading);
        if (meets(box, to_machine(place, x, y), 0.5 * log->mid_diameter))
            return true;
    }
    return false;
}

static bool meets_lying(const struct dat_lying *item, const struct place *place,
                        const struct sim_aabb *box) {
    if (item->slash || item->rut)
        return false;
    const double length = ter_stem_length(&item->stem);
    const int steps = (int)ceil(length / log_step);
    for (int i = 0; i <= steps; i++) {
        const double z = length * i / steps, d = ter_stem_diameter(&item->stem, z);
        const struct sim_vec3 p = sim_pose_point(item->pose, sim_vec3(0.0, 0.0, z));
        if (box->low.z < d && meets(box, to_machine(place, p.x, p.y), 0.5 * d))
            return true;
    }
    return false;
}

static struct dat_start_conflict examine_box(const struct dat_exercise *exercise,
                                             const struct place *place,
                                             const struct sim_aabb *box) {
    if (leaves_the_terrain(exercise, place, box))
        return (struct dat_start_conflict){.obstacle = DAT_OBSTACLE_EDGE};
    const int tree = find_tree(&exercise->site.stand, place, box);
    if (tree >= 0)
        return (struct dat_start_conflict){.obstacle = DAT_OBSTACLE_TREE, .index = tree};
    for (int i = 0; i < exercise->lying.count; i++) {
        const struct dat_lying *item = &exercise->lying.items[i];
        if (!meets_lying(item, place, box))
            continue;
        if (item->kind == VEH_STEM_BEARER)
            return (struct dat_start_conflict){.obstacle = DAT_OBSTACLE_BEARER};
        return item->pile > 0
                   ? (struct dat_start_conflict){.obstacle = DAT_OBSTACLE_PILE,
                                                 .index = item->pile - 1}
                   : (struct dat_start_conflict){.obstacle = DAT_OBSTACLE_LYING, .index = i};
    }
    for (int i = 0; i < exercise->scenario.log_count; i++)
        if (meets_log(exercise, place, box, &exercise->scenario.logs[i]))
            return (struct dat_start_conflict){.obstacle = DAT_OBSTACLE_LOG, .index = i};
    return (struct dat_start_conflict){.obstacle = DAT_OBSTACLE_NONE};
}

struct dat_start_conflict dat_start_examine(const struct dat_exercise *exercise) {
    const struct sim_model *model = &exercise->machine.model;
    const struct place place = {exercise->start_x, exercise->start_y,
                                sim_cos(exercise->scenario.heading),
                                sim_sin(exercise->scenario.heading)};
    assert(exercise->site.ground.heights != NULL && model->body_count > 0);
    for (int b = 0; b < model->body_count; b++) {
        const struct sim_model_body *body = &model->bodies[b];
        for (int i = 0; i < body->shape_count; i++) {
            const struct sim_shape *shape = &model->shapes[body->first_shape + i];
            const struct sim_pose pose = sim_pose_mul(body->pose, shape->pose);
            const struct sim_aabb box = sim_shape_bounds(shape, &pose, 0.0);
            struct dat_start_conflict conflict = {.obstacle = DAT_OBSTACLE_NONE};
            if (shape->collides)
                conflict = examine_box(exercise, &place, &box);
            if (conflict.obstacle != DAT_OBSTACLE_NONE) {
                conflict.body = body->name;
                return conflict;
            }
        }
    }
    return (struct dat_start_conflict){.obstacle = DAT_OBSTACLE_NONE};
}
