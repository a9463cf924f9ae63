// The shapes of all bodies as items of the broad phase.
#include <string.h>

#include "sim/base/array.h"
#include "sim/collide/field.h"
#include "sim/contact/contact_impl.h"

// How far a shape's surface can move in a step: fast bodies make their contacts early, so that they
// do not dive into what they hit. [m]
static double step_reach(const struct sim_world *world, const struct body *body,
                         const struct sim_shape *shape) {
    const double arm = sim_length(sim_sub(shape->pose.p, body->mass.centre));
    const double size = sim_shape_radius(shape);
    const double speed = sim_length(body->v) + sim_length(body->w) * (arm + size);
    return fmin(world->def.step * speed, world->def.look_ahead);
}

// A heightfield takes part everywhere: it goes on beyond its border, and to look for its lowest and
// highest sample in every step would cost more than all the rest. The narrow phase looks at the
// cells below a shape anyway.
static struct sim_aabb item_bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                                   double reach) {
    if (shape->kind != SIM_SHAPE_HEIGHTFIELD)
        return sim_shape_bounds(shape, pose, reach);
    return (struct sim_aabb){{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
}

// Most parts of a machine are high above the ground. A mesh that is seen as an octree of balls
// sticks out of its bounds.
bool sim_far_above_ground(const void *context, int item, const struct sim_aabb *larger, int other) {
    static const double rounding = 1e-6; // [m]
    const struct sim_world *world = context;
    const struct body *body = &world->bodies[world->item_body[item]];
    const struct sim_shape *shape = &body->shapes[world->item_shape[item]];
    const struct body *below = &world->bodies[world->item_body[other]];
    const struct sim_shape *ground = &below->shapes[world->item_shape[other]];
    if (ground->kind != SIM_SHAPE_HEIGHTFIELD ||
        (shape->kind == SIM_SHAPE_MESH && shape->tree != NULL))
        return false;
    const struct sim_ground surface = {ground->field, world->item_pose[other].p};
    return larger->low.z > sim_ground_top(&surface, larger) + rounding;
}

static void place_item(struct sim_world *world, int i) {
    const struct body *body = &world->bodies[world->item_body[i]];
    const struct sim_shape *shape = &body->shapes[world->item_shape[i]];
    const struct sim_pose pose = sim_body_shape_pose(body, world->item_shape[i]);
    const bool moves = world->groups[body->group].moves;
    world->item_reach[i] = world->def.margin + (moves ? step_reach(world, body, shape) : 0.0);
    world->items[i].box = item_bounds(shape, &pose, world->item_reach[i]);
    world->item_pose[i] = pose;
    if (shape->kind == SIM_SHAPE_BOX)
        sim_box_of(shape, &pose, &world->item_box[i]);
}

static void add_item(struct sim_world *world, int body, int shape) {
    const int i = world->item_count++;
    const struct body *b = &world->bodies[body];
    world->items = sim_grow(world->items, &world->item_capacity, i + 1, sizeof *world->items);
    world->item_body =
        sim_grow(world->item_body, &world->item_body_capacity, i + 1, sizeof *world->item_body);
    world->item_shape =
        sim_grow(world->item_shape, &world->item_shape_capacity, i + 1, sizeof *world->item_shape);
    world->item_reach =
        sim_grow(world->item_reach, &world->item_reach_capacity, i + 1, sizeof *world->item_reach);
    world->item_pose =
        sim_grow(world->item_pose, &world->item_pose_capacity, i + 1, sizeof *world->item_pose);
    world->item_box =
        sim_grow(world->item_box, &world->item_box_capacity, i + 1, sizeof *world->item_box);
    world->item_group =
        sim_grow(world->item_group, &world->item_group_capacity, i + 1, sizeof *world->item_group);
    const int group = world->groups[b->group].moves ? b->colliders : -1 - b->colliders;
    world->items[i] = (struct sim_grid_item){.group = group, .user = body};
    world->item_body[i] = body;
    world->item_shape[i] = shape;
    world->item_group[i] = b->group;
}

static void add_items(struct sim_world *world) {
    world->item_count = 0;
    for (int i = 0; i < world->body_count; i++) {
        struct body *body = &world->bodies[i];
        body->first_item = world->item_count;
        body->item_count = 0;
        if (!body->used || !body->enabled || body->group < 0)
            continue;
        for (int s = 0; s < body->shape_count; s++)
            if (body->shapes[s].collides)
                add_item(world, i, s);
        body->item_count = world->item_count - body->first_item;
    }
}

void sim_place_items(struct sim_world *world, const struct body *body) {
    for (int i = 0; i < body->item_count; i++)
        place_item(world, body->first_item + i);
}

// Boxes of what does not move stay as they are until something is moved from outside. True where
// they did. Those of what moves are placed by whoever moves it.
bool sim_place_all_items(struct sim_world *world) {
    const bool still = world->items_known;
    if (!still)
        add_items(world);
    for (int i = 0; i < world->item_count && !world->items_placed; i++)
        if (!still || world->items[i].group >= 0)
            place_item(world, i);
    world->items_known = world->items_placed = true;
    return still;
}
