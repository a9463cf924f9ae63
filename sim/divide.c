// Time control by subdivision (Jung 2.2.1) on top of constant steps (2.2.4): a step that ends with
// a contact deeper than the limit, or in which a shape passes through another, is undone and its
// first half is tried, and so on; after an accepted part, the next one is as long as its position
// in the step allows. Parts are whole multiples of the smallest, so that the step ends exactly on
// time and the same state always gives the same parts.
//
// Impulses are scaled with the length of a part. The ratios of lengths are powers of two, so
// nothing is rounded, and an undivided step has the same bits as a constant step.
#include "sim/divide.h"

#include <string.h>

#include "sim/collide/ray.h"
#include "sim/contact/contact_impl.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/guide_impl.h"
#include "sim/joint/joints.h"
#include "sim/joint/resistance_impl.h"
#include "sim/reconfigure.h"
#include "sim/step.h"

// ---- saving and undoing a part ----

// All data that a part changes, in fixed order.
enum { PIECES = 10 };
struct piece {
    void *data;
    size_t size;
};

static void list_pieces(struct sim_world *w, struct piece pieces[PIECES]) {
    const struct piece all[PIECES] = {
        {w->bodies.items, (size_t)w->bodies.count * sizeof *w->bodies.items},
        {w->groups.items, (size_t)w->groups.count * sizeof *w->groups.items},
        {w->joints.items, (size_t)w->joints.count * sizeof *w->joints.items},
        {w->differentials.items, (size_t)w->differentials.count * sizeof *w->differentials.items},
        {w->resistances.items, (size_t)w->resistances.count * sizeof *w->resistances.items},
        {w->guides.items, (size_t)w->guides.count * sizeof *w->guides.items},
        {&w->contacts.count, sizeof w->contacts.count},
        {&w->stats, sizeof w->stats},
        {w->fault, sizeof w->fault},
        {w->contacts.items, (size_t)w->contacts.count * sizeof *w->contacts.items}};
    memcpy(pieces, all, sizeof all);
}

static void keep(struct sim_world *world) {
    struct kept *kept = &world->kept;
    struct piece pieces[PIECES];
    size_t size = 0;
    list_pieces(world, pieces);
    for (int i = 0; i < PIECES; i++)
        size += pieces[i].size;
    SIM_ARRAY_RESERVE(&kept->bytes, (int)size);
    unsigned char *to = kept->bytes.items;
    for (int i = 0; i < PIECES; i++) {
        if (pieces[i].size > 0)
            memcpy(to, pieces[i].data, pieces[i].size);
        to += pieces[i].size;
    }
}

static void take_back(struct sim_world *world) {
    const unsigned char *from = world->kept.bytes.items;
    struct piece pieces[PIECES];
    list_pieces(world, pieces);
    for (int i = 0; i < PIECES - 1; i++) {
        if (pieces[i].size > 0)
            memcpy(pieces[i].data, from, pieces[i].size);
        from += pieces[i].size;
    }
    // The lists of contacts are swapped in each part; this one may be the shorter one.
    const int count = world->contacts.count;
    SIM_ARRAY_RESERVE(&world->contacts, count);
    if (count > 0)
        memcpy(world->contacts.items, from, (size_t)count * sizeof *world->contacts.items);
    sim_forget(world);
    world->stats.taken_back++;
}

// ---- length of a part ----

static void scale_impulses(struct sim_world *world, double s) {
    for (int i = 0; i < world->joints.count; i++) {
        struct joint *joint = &world->joints.items[i];
        for (int k = 0; k < 6; k++)
            joint->impulse[k] *= s;
        for (int k = 0; k < SIM_JOINT_AXES; k++) {
            joint->motor_impulse[k] *= s;
            joint->limit_impulse[k] *= s;
            joint->spring_impulse[k] *= s;
            joint->brake_impulse[k] *= s;
            joint->other_limit_impulse[k] *= s;
        }
    }
    for (int i = 0; i < world->differentials.count; i++) {
        struct differential *d = &world->differentials.items[i];
        d->impulse *= s;
        d->bend.moment = sim_scale(d->bend.moment, s);
    }
    for (int i = 0; i < world->resistances.count; i++)
        world->resistances.items[i].impulse *= s;
    for (int i = 0; i < world->guides.count; i++)
        for (int k = 0; k < 6; k++)
            world->guides.items[i].impulse[k] *= s;
    for (int i = 0; i < world->contacts.count; i++)
        for (int k = 0; k < 3; k++)
            world->contacts.items[i].impulse[k] *= s;
}

static void set_length(struct sim_world *world, double length) {
    if (!(length < world->def.step || length > world->def.step))
        return;
    scale_impulses(world, length / world->def.step);
    world->def.step = length;
    world->frames_known = false; // they hold k_er / h
    world->items_placed = false; // they include the motion in a step
}

// ---- criteria for undoing a part ----

static bool may_collide(const struct body *a, const struct body *b) {
    return b->used && b->enabled && b->group >= 0 && a->group != b->group &&
           a->colliders != b->colliders;
}

// The body at the beginning of the part: bodies are the first piece that is kept.
static const struct body *body_before(const struct sim_world *world, int body) {
    return (const struct body *)(const void *)world->kept.bytes.items + body;
}

// Did the centre of a shape, moving from..to, cross the surface of a shape of b? The path is taken
// as straight in the frame of b, which moves as well.
static bool crossed(const struct sim_world *world, int b, struct sim_vec3 from,
                    struct sim_vec3 to) {
    const struct body *before = body_before(world, b);
    const struct body *after = &world->bodies.items[b];
    const struct sim_vec3 start = sim_pose_local(sim_body_frame(before), from);
    const struct sim_vec3 way = sim_sub(sim_pose_local(sim_body_frame(after), to), start);
    const struct sim_ray ray = {start, sim_unit(way), sim_length(way)};
    for (int s = 0; s < after->shape_count; s++) {
        const struct sim_shape *shape = &after->shapes[s];
        struct sim_ray_hit hit;
        if (!shape->collides)
            continue;
        const struct sim_aabb box = sim_shape_bounds(shape, &shape->pose, 0.0);
        if ((shape->kind == SIM_SHAPE_HEIGHTFIELD || sim_ray_meets_box(&ray, &box)) &&
            sim_ray_shape(&ray, shape, &shape->pose, &hit) && hit.distance > 0.0)
            return true;
    }
    return false;
}

static bool passes_through(const struct sim_world *world) {
    for (int a = 0; a < world->bodies.count; a++) {
        const struct body *before = body_before(world, a);
        const struct body *after = &world->bodies.items[a];
        if (!after->used || after->group < 0 || !world->groups.items[after->group].moves)
            continue;
        for (int s = 0; s < after->shape_count; s++) {
            const struct sim_vec3 from = sim_body_shape_pose(before, s).p;
            const struct sim_vec3 to = sim_body_shape_pose(after, s).p;
            // Slower shapes end up inside the other shape, where their contacts show it.
            if (!after->shapes[s].collides ||
                sim_length(sim_sub(to, from)) <= sim_shape_inner_radius(&after->shapes[s]))
                continue;
            for (int b = 0; b < world->bodies.count; b++)
                if (may_collide(after, &world->bodies.items[b]) && crossed(world, b, from, to))
                    return true;
        }
    }
    return false;
}

// ---- the step ----

// External forces act over the whole step, but each part consumes them.
static void keep_pushes(struct sim_world *world) {
    struct kept *kept = &world->kept;
    SIM_ARRAY_RESERVE(&kept->pushes, world->bodies.count);
    for (int i = 0; i < world->bodies.count; i++) {
        const struct body *body = &world->bodies.items[i];
        kept->pushes.items[i] = (struct push){body->force, body->torque};
    }
}

static void push_again(struct sim_world *world) {
    world->rest_pushed = true;
    for (int i = 0; i < world->bodies.count; i++) {
        world->bodies.items[i].force = world->kept.pushes.items[i].force;
        world->bodies.items[i].torque = world->kept.pushes.items[i].torque;
    }
}

void sim_step_divided(struct sim_world *world) {
    const double h = world->def.step, limit = world->def.deepest;
    const long all = 1L << world->def.halvings; // of the smallest parts
    sim_reconfigure(world);                     // so that the saved groups match the bodies
    keep_pushes(world);
    long done = 0, part = all;
    while (done < all && !world->fault[0]) {
        set_length(world, h * (double)part / (double)all);
        keep(world);
        sim_step_once(world);
        if (part > 1 && (passes_through(world) || sim_contacts_too_deep(world, limit))) {
            take_back(world);
            part /= 2;
            continue;
        }
        done += part;
        // A part may only start at a multiple of its own length from the beginning of the step.
        if (done % (2 * part) == 0 && done + 2 * part <= all)
            part *= 2;
        if (done < all)
            push_again(world);
    }
    set_length(world, h);
}
