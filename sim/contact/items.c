// The shapes of all bodies as items of the broad phase.
#include <string.h>

#include "sim/base/array.h"
#include "sim/collide/field.h"
#include "sim/contact/contact_impl.h"
#include "sim/shape/bounds.h"

// The common motion of the items of a body.
struct carrier {
    struct sim_pose frame;
    bool moves;
    double speed, turn; // [m/s], [rad/s]
    // Of the item placed last, as most shapes of a body have the same orientation.
    struct sim_quat local, q; // in the body frame and in the world
    struct sim_mat3 turned;   // q
};

static void turn_to(struct carrier *carrier, struct sim_quat local) {
    carrier->local = local;
    carrier->q = sim_quat_mul(carrier->frame.q, local);
    carrier->turned = sim_mat3_from_quat(carrier->q);
}

static bool alike(struct sim_quat a, struct sim_quat b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

// Of a body with items.
static struct carrier carrier_of(const struct sim_world *world, const struct body *body) {
    struct carrier carrier; // filled one by one: setting all of it to zero first takes longer
    carrier.frame = sim_body_frame(body);
    carrier.moves = world->groups.items[body->group].moves;
    carrier.speed = sim_length(body->v);
    carrier.turn = sim_length(body->w);
    turn_to(&carrier, body->shapes[world->items.items[body->first_item].shape].pose.q);
    return carrier;
}

// [m] From the body's centre of mass to the farthest point of a shape, at most.
static double extent_of(const struct body *body, const struct sim_shape *shape) {
    return sim_length(sim_sub(shape->pose.p, body->mass.centre)) + sim_shape_radius(shape);
}

// Distance [m] that an item's surface can move in a step: contacts of fast bodies are created
// early, so that they do not penetrate deeply.
static double step_reach(const struct sim_world *world, const struct item *item,
                         const struct carrier *carrier) {
    if (!carrier->moves)
        return 0.0; // the ground is infinite, and 0 times infinity is NaN
    const double way = world->def.step * (carrier->speed + carrier->turn * item->extent);
    return way < world->def.look_ahead ? way : world->def.look_ahead;
}

// A heightfield takes part everywhere: it extends beyond its border, and searching for its lowest
// and highest sample in every step would cost more than everything else. The narrow phase tests
// only the cells below a shape anyway.
static struct sim_aabb item_bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                                   const struct sim_mat3 *turned, double reach) {
    switch (shape->kind) {
    case SIM_SHAPE_HEIGHTFIELD:
        return (struct sim_aabb){{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
    case SIM_SHAPE_CAPSULE: // a load has hundreds
        return sim_aabb_grown(sim_capsule_bounds(shape, pose, turned), reach);
    default:
        return sim_shape_turned_bounds(shape, pose, turned, reach);
    }
}

// Most parts of a machine are high above the ground. The spheres of a mesh's sphere tree extend
// beyond its bounds.
bool sim_far_above_ground(const void *context, int item, const struct sim_aabb *larger, int other) {
    static const double rounding = 1e-6; // [m]
    const struct sim_world *world = context;
    const struct body *body = &world->bodies.items[world->items.items[item].body];
    const struct sim_shape *shape = &body->shapes[world->items.items[item].shape];
    const struct body *below = &world->bodies.items[world->items.items[other].body];
    const struct sim_shape *ground = &below->shapes[world->items.items[other].shape];
    if (ground->kind != SIM_SHAPE_HEIGHTFIELD ||
        (shape->kind == SIM_SHAPE_MESH && shape->tree != NULL))
        return false;
    const struct sim_ground surface = {ground->field, world->items.items[other].pose.p};
    return larger->low.z > sim_ground_top(&surface, larger) + rounding;
}

static void place_item(struct sim_world *world, int i, struct carrier *carrier) {
    struct item *item = &world->items.items[i];
    const struct body *body = &world->bodies.items[item->body];
    const struct sim_shape *shape = &body->shapes[item->shape];
    if (!alike(shape->pose.q, carrier->local))
        turn_to(carrier, shape->pose.q);
    item->pose = (struct sim_pose){sim_pose_point(carrier->frame, shape->pose.p), carrier->q};
    world->reach.items[i] = world->def.margin + step_reach(world, item, carrier);
    world->boxes.items[i].box =
        item_bounds(shape, &item->pose, &carrier->turned, world->reach.items[i]);
    if (shape->kind == SIM_SHAPE_BOX)
        sim_box_of(shape, &item->pose, &item->box);
}

static void add_item(struct sim_world *world, int body, int shape) {
    const struct body *b = &world->bodies.items[body];
    const int group = world->groups.items[b->group].moves ? b->colliders : -1 - b->colliders;
    SIM_ARRAY_RESERVE(&world->reach, world->items.count + 1);
    *SIM_ARRAY_PUSH(&world->boxes) = (struct sim_grid_item){.group = group, .user = body};
    struct item *item = SIM_ARRAY_PUSH(&world->items);
    item->body = body;
    item->shape = shape;
    item->group = b->group;
    item->extent = extent_of(b, &b->shapes[shape]);
}

static void add_items(struct sim_world *world) {
    world->items.count = world->boxes.count = 0;
    for (int i = 0; i < world->bodies.count; i++) {
        struct body *body = &world->bodies.items[i];
        body->first_item = world->items.count;
        body->item_count = 0;
        if (!body->used || !body->enabled || body->group < 0)
            continue;
        for (int s = 0; s < body->shape_count; s++)
            if (body->shapes[s].collides)
                add_item(world, i, s);
        body->item_count = world->items.count - body->first_item;
    }
}

void sim_place_items(struct sim_world *world, const struct body *body) {
    if (body->item_count == 0)
        return;
    struct carrier carrier = carrier_of(world, body);
    for (int i = 0; i < body->item_count; i++)
        place_item(world, body->first_item + i, &carrier);
}

// Boxes of static bodies stay valid until a body is moved from outside; true if they did. Boxes of
// moving bodies are updated when the bodies move.
bool sim_place_all_items(struct sim_world *world) {
    const bool still = world->items_known;
    if (!still)
        add_items(world);
    for (int i = 0; i < world->bodies.count && !world->items_placed; i++) {
        const struct body *body = &world->bodies.items[i];
        if (body->item_count > 0 && (!still || world->boxes.items[body->first_item].group >= 0))
            sim_place_items(world, body);
    }
    world->items_known = world->items_placed = true;
    return still;
}
