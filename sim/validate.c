// All references are indices. Bodies, joints and controls refer to each other while they are in
// use. Groups, items, clusters and contacts are derived by each step, and refer to bodies until
// something is changed from outside.
#include "sim/validate.h"

#include "sim/contact/contact_impl.h"
#include "sim/contact/magnet_impl.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/guide_impl.h"
#include "sim/joint/joints.h"
#include "sim/joint/resistance_impl.h"
#include "sim/state/state.h"

// [N s] Elimination and the impact laws leave an impulse of zero slightly above or below it.
static const double rounding = 1e-9;

static bool within(int index, int count) {
    return index >= 0 && index < count;
}

// -1 is the world.
static bool body_or_world(const struct sim_world *world, int body) {
    return body == -1 || (within(body, world->bodies.count) && world->bodies.items[body].used);
}

// ---- created by users ----

static const char *bodies_problem(const struct sim_world *world) {
    for (int i = 0; i < world->bodies.count; i++) {
        const struct body *body = &world->bodies.items[i];
        if (!body->used && body->shapes != NULL)
            return "a body that was destroyed has shapes";
        if (!body->used)
            continue;
        if (body->generation == 0)
            return "a body has no generation";
        if (body->shape_count < 0 || (body->shape_count > 0) != (body->shapes != NULL))
            return "a body has a number of shapes without shapes, or shapes without a number";
        if (body->group < -1 || body->group >= world->groups.count)
            return "a body belongs to a group that does not exist";
        if (!world->dirty && (body->group >= 0) != body->enabled)
            return "a disabled body belongs to a group, or an enabled one to none";
    }
    return NULL;
}

static const char *joints_problem(const struct sim_world *world) {
    for (int i = 0; i < world->joints.count; i++) {
        const struct joint *joint = &world->joints.items[i];
        if (!joint->used)
            continue;
        if (joint->generation == 0)
            return "a joint has no generation";
        if (!body_or_world(world, joint->a) || !body_or_world(world, joint->b))
            return "a joint holds a body that does not exist";
        if (joint->a == joint->b)
            return "a joint holds one body to itself";
    }
    for (int i = 0; i < world->differentials.count; i++) {
        const struct differential *d = &world->differentials.items[i];
        for (int k = 0; k < d->def.count && d->used; k++)
            if (!sim_joint_valid(world, d->def.joint[k]))
                return "a differential couples a joint that does not exist";
    }
    return NULL;
}

static const char *holders_problem(const struct sim_world *world) {
    for (int i = 0; i < world->resistances.count; i++)
        if (world->resistances.items[i].used &&
            !sim_body_valid(world, world->resistances.items[i].def.body))
            return "a resistance acts on a body that does not exist";
    for (int i = 0; i < world->guides.count; i++)
        if (world->guides.items[i].used && !sim_body_valid(world, world->guides.items[i].def.body))
            return "a guide moves a body that does not exist";
    for (int i = 0; i < world->magnets.count; i++)
        if (world->magnets.items[i].used &&
            !sim_body_valid(world, world->magnets.items[i].def.body))
            return "a magnet belongs to a body that does not exist";
    return NULL;
}

// ---- derived by a step ----

static const char *groups_problem(const struct sim_world *world) {
    for (int g = 0; g < world->groups.count && !world->dirty; g++) {
        const struct group *group = &world->groups.items[g];
        if (group->body >= 0 && (!within(group->body, world->bodies.count) ||
                                 world->bodies.items[group->body].group != g))
            return "a group names a body of another group";
        if (group->moves && (group->body < 0 || !(group->mass > 0.0)))
            return "a group moves without a body or without mass";
    }
    return NULL;
}

static const char *items_problem(const struct sim_world *world) {
    if (!world->items_known || world->dirty)
        return NULL;
    if (world->boxes.count != world->items.count || world->reach.capacity < world->items.count)
        return "items and their boxes differ in number";
    for (int i = 0; i < world->items.count; i++) {
        const struct item *item = &world->items.items[i];
        if (!within(item->body, world->bodies.count) ||
            !within(item->shape, world->bodies.items[item->body].shape_count))
            return "an item is a shape that does not exist";
        const struct body *body = &world->bodies.items[item->body];
        if (!within(i - body->first_item, body->item_count))
            return "an item is not among those of its body";
        if (item->group != body->group)
            return "an item belongs to another group than its body";
    }
    return NULL;
}

static bool is_body(const struct sim_world *world, struct sim_body_id id, int shape, int group) {
    return sim_body_valid(world, id) && within(shape, world->bodies.items[id.index].shape_count) &&
           (world->dirty || world->bodies.items[id.index].group == group);
}

static const char *contacts_problem(const struct sim_world *world) {
    const struct contact *contacts = world->contacts.items;
    for (int i = 0; i < world->contacts.count; i++) {
        const struct contact *c = &contacts[i];
        if (i > 0 && sim_compare_keys(contacts[i - 1].key, c->key) > 0)
            return "contacts are not in the order of their keys";
        if (!is_body(world, c->pub.a, c->pub.shape_a, c->group_a) ||
            !is_body(world, c->pub.b, c->pub.shape_b, c->group_b))
            return "a contact refers to a body, a shape or a group that does not exist";
        if (!(c->impulse[0] >= -rounding))
            return "a contact pulls";
    }
    if (world->published.capacity < world->contacts.count)
        return "contacts are not published";
    return NULL;
}

// ---- clusters ----

static bool ascending(const struct members *members, int first, int count, int most) {
    for (int i = first; i < first + count; i++)
        if (!within(i, members->capacity) || !within(members->items[i], most) ||
            (i > first && members->items[i] <= members->items[i - 1]))
            return false;
    return true;
}

static const char *cluster_problem(const struct sim_world *world, int number) {
    const struct cluster *c = &world->clusters.items[number];
    if (!ascending(&world->cluster_groups, c->first_group, c->group_count, world->groups.count) ||
        !ascending(&world->cluster_bodies, c->first_body, c->body_count, world->bodies.count) ||
        !ascending(&world->cluster_joints, c->first_joint, c->joint_count, world->joints.count) ||
        !ascending(&world->cluster_contacts, c->first_contact, c->contact_count,
                   world->contacts.count))
        return "the members of a cluster are not in ascending order";
    for (int i = 0; i < c->group_count; i++) {
        const int g = world->cluster_groups.items[c->first_group + i];
        const struct group *group = &world->groups.items[g];
        if (group->cluster != number || world->component.items[g] != number || group->index != i)
            return "a group is not at the place in its cluster that it names";
    }
    for (int i = 0; i < c->body_count; i++) {
        const struct body *body =
            &world->bodies.items[world->cluster_bodies.items[c->first_body + i]];
        if (!body->used || body->group < 0 || world->groups.items[body->group].cluster != number)
            return "a body is in another cluster than its group";
    }
    return NULL;
}

static const char *clusters_problem(const struct sim_world *world) {
    int moving = 0;
    if (!world->clusters_known || world->dirty)
        return NULL;
    for (int c = 0; c < world->clusters.count; c++) {
        const char *problem = cluster_problem(world, c);
        if (problem != NULL)
            return problem;
        moving += world->clusters.items[c].group_count;
    }
    for (int g = 0; g < world->groups.count; g++)
        moving -= world->groups.items[g].moves;
    return moving == 0 ? NULL : "a moving group is in no cluster, or a static one is in one";
}

const char *sim_world_validate(const struct sim_world *world) {
    static const char *(*const check[])(const struct sim_world *) = {
        bodies_problem, joints_problem,   holders_problem,  groups_problem,
        items_problem,  contacts_problem, clusters_problem,
    };
    for (size_t i = 0; i < sizeof check / sizeof check[0]; i++) {
        const char *problem = check[i](world);
        if (problem != NULL)
            return problem;
    }
    return NULL;
}
