// Collision detection (Jung 2.3): the contacts of a step.
#include "sim/base/array.h"
#include "sim/contact/contact_impl.h"
#include "sim/joint/joint_impl.h"

static int find_pairs(struct sim_world *world, const struct sim_pair **pairs) {
    const bool still = sim_place_all_items(world);
    return sim_neighbours_pairs(world->neighbours, world->items, world->item_reach,
                                world->item_count, still, pairs);
}

// Deepest contact of the same two shapes when contacts were found last, 0 where there was none.
static double depth_before(const struct sim_world *world, int ia, int ib) {
    double deepest = 0.0;
    for (int i = 0; i < world->contact_count; i++) {
        const struct sim_contact *c = &world->contacts[i].pub;
        if ((int)c->a.index == world->item_body[ia] && (int)c->b.index == world->item_body[ib] &&
            c->shape_a == world->item_shape[ia] && c->shape_b == world->item_shape[ib])
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
    struct contact *swap = world->old_contacts;
    const int capacity = world->old_contact_capacity;
    world->old_contacts = world->contacts;
    world->old_contact_count = world->contact_count;
    world->old_contact_capacity = world->contact_capacity;
    world->contacts = swap;
    world->contact_capacity = capacity;
    world->contact_count = 0;
    const struct sim_pair *pairs = NULL;
    const int count = find_pairs(world, &pairs);
    sim_collide_pairs(world, pairs, count);
}

void sim_make_room_to_publish(struct sim_world *world) {
    world->published = sim_grow(world->published, &world->published_capacity,
                                world->contact_count + 1, sizeof *world->published);
}

void sim_publish_contacts(struct sim_world *world) {
    sim_make_room_to_publish(world);
    for (int i = 0; i < world->contact_count; i++)
        world->published[i] = world->contacts[i].pub;
}

int sim_world_contacts(const struct sim_world *world, const struct sim_contact **contacts) {
    *contacts = world->published;
    return world->contact_count;
}

const int *sim_world_contact_paths(struct sim_world *world, const struct sim_body_id *from,
                                   int count, int limit, bool joints) {
    struct sim_graph *graph = &world->graph; // every search builds its own
    sim_graph_begin(graph, world->body_count);
    for (int i = 0; i < world->contact_count; i++)
        if (world->contacts[i].pub.force > 0.0 || world->contacts[i].pub.point.depth > 0.0)
            sim_graph_edge(graph, (int)world->contacts[i].pub.a.index,
                           (int)world->contacts[i].pub.b.index, SIM_TOUCHING);
    for (int i = 0; joints && i < world->joint_count; i++) {
        const struct joint *joint = &world->joints[i];
        if (joint->used && joint->a >= 0 && joint->b >= 0)
            sim_graph_edge(graph, joint->a, joint->b, SIM_ONE_CLUSTER);
    }
    sim_graph_build(graph);
    world->path =
        sim_grow(world->path, &world->path_capacity, world->body_count + 1, sizeof *world->path);
    for (int i = 0; i < world->body_count; i++)
        world->path[i] = -1;
    for (int i = 0; i < count; i++)
        world->path[from[i].index] = 0;
    sim_graph_paths(graph, SIM_TOUCHING | SIM_ONE_CLUSTER, limit, world->path);
    return world->path;
}
