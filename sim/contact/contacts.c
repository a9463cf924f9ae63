// Collision detection (Jung 2.3): the contacts of a step.
#include <assert.h>

#include "sim/base/array.h"
#include "sim/contact/contact_impl.h"
#include "sim/joint/joints.h"

static int find_pairs(struct sim_world *world, const struct sim_pair **pairs) {
    const bool still = sim_place_all_items(world);
    return sim_neighbours_pairs(world->neighbours, world->boxes.items, world->reach.items,
                                world->items.count, still, pairs);
}

// Deepest contact of the same two shapes in the last detection; 0 if there was none.
static double depth_before(const struct sim_world *world, int ia, int ib) {
    double deepest = 0.0;
    for (int i = 0; i < world->contacts.count; i++) {
        const struct sim_contact *c = &world->contacts.items[i].pub;
        if ((int)c->a.index == world->items.items[ia].body &&
            (int)c->b.index == world->items.items[ib].body &&
            c->shape_a == world->items.items[ia].shape &&
            c->shape_b == world->items.items[ib].shape)
            deepest = fmax(deepest, c->point.depth);
    }
    return deepest;
}

bool sim_contacts_too_deep(struct sim_world *world, double limit) {
    const struct sim_pair *pairs = NULL;
    const int count = find_pairs(world, &pairs);
    for (int i = 0; i < count; i++) {
        struct sim_contact_point points[SIM_MAX_POINTS];
        const int found = sim_points_of_pair(world, pairs[i].a, pairs[i].b, points);
        for (int k = 0; k < found; k++)
            if (points[k].depth > limit &&
                points[k].depth > depth_before(world, pairs[i].a, pairs[i].b))
                return true;
    }
    return false;
}

void sim_find_contacts(struct sim_world *world) {
    struct contact *swap = world->old_contacts.items;
    const int capacity = world->old_contacts.capacity;
    world->old_contacts.items = world->contacts.items;
    world->old_contacts.count = world->contacts.count;
    world->old_contacts.capacity = world->contacts.capacity;
    world->contacts.items = swap;
    world->contacts.capacity = capacity;
    world->contacts.count = 0;
    const struct sim_pair *pairs = NULL;
    const int count = find_pairs(world, &pairs);
    sim_collide_pairs(world, pairs, count);
}

void sim_make_room_to_publish(struct sim_world *world) {
    SIM_ARRAY_RESERVE(&world->published, world->contacts.count + 1);
}

void sim_publish_contacts(struct sim_world *world) {
    sim_make_room_to_publish(world);
    for (int i = 0; i < world->contacts.count; i++)
        world->published.items[i] = world->contacts.items[i].pub;
}

int sim_world_contacts(const struct sim_world *world, const struct sim_contact **contacts) {
    *contacts = world->published.items;
    return world->contacts.count;
}

const int *sim_world_contact_paths(struct sim_world *world, const struct sim_body_id *from,
                                   int count, int limit, bool joints) {
    assert(count >= 0 && limit >= 0);
    struct sim_graph *graph = &world->graph; // scratch: every search rebuilds the graph
    sim_graph_begin(graph, world->bodies.count);
    for (int i = 0; i < world->contacts.count; i++)
        if (world->contacts.items[i].pub.force > 0.0 ||
            world->contacts.items[i].pub.point.depth > 0.0)
            sim_graph_edge(graph, (int)world->contacts.items[i].pub.a.index,
                           (int)world->contacts.items[i].pub.b.index, SIM_TOUCHING);
    for (int i = 0; joints && i < world->joints.count; i++) {
        const struct joint *joint = &world->joints.items[i];
        if (joint->used && joint->a >= 0 && joint->b >= 0)
            sim_graph_edge(graph, joint->a, joint->b, SIM_ONE_CLUSTER);
    }
    sim_graph_build(graph);
    SIM_ARRAY_RESERVE(&world->path, world->bodies.count + 1);
    for (int i = 0; i < world->bodies.count; i++)
        world->path.items[i] = -1;
    for (int i = 0; i < count; i++) {
        assert(sim_body_valid(world, from[i]));
        world->path.items[from[i].index] = 0;
    }
    sim_graph_paths(graph, SIM_TOUCHING | SIM_ONE_CLUSTER, limit, world->path.items);
    return world->path.items;
}
