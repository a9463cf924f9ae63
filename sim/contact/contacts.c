// Collision detection (Jung 2.3): from shapes to contact points that find themselves again.
#include <string.h>

#include "sim/collide/field.h"
#include "sim/contact/friction.h"

struct sim_pose sim_body_shape_pose(const struct body *body, int s) {
    const struct sim_pose frame = {sim_sub(body->x, sim_rotate(body->q, body->mass.centre)),
                                   body->q};
    return sim_pose_mul(frame, body->shapes[s].pose);
}

// How far a shape's surface can move in a step: fast bodies make their contacts early, so that they
// do not dive into what they hit. [m]
static double step_reach(const struct sim_world *world, const struct body *body,
                         const struct sim_shape *shape) {
    const double arm = sim_length(sim_sub(shape->pose.p, body->mass.centre));
    const double size = sim_shape_radius(shape);
    const double speed = sim_length(body->v) + sim_length(body->w) * (arm + size);
    return fmin(world->def.step * speed, world->def.look_ahead);
}

static bool passive_pair(const struct sim_shape *a, const struct sim_shape *b) {
    return a->passive && b->passive;
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
static bool place_items(struct sim_world *world) {
    const bool still = world->items_known;
    if (!still)
        add_items(world);
    for (int i = 0; i < world->item_count && !world->items_placed; i++)
        if (!still || world->items[i].group >= 0)
            place_item(world, i);
    world->items_known = world->items_placed = true;
    return still;
}

static bool is_before(const struct sim_world *world, int old, const uint64_t key[2]) {
    return sim_compare_keys(world->old_contacts[old].key, key) < 0;
}

// The first contact of the last step whose key is not before this one; these are sorted by key, and
// it is likely to be near the place of the last answer.
static int first_old(const struct sim_world *world, const uint64_t key[2], int near) {
    enum { FAR = 16 };
    const int count = world->old_contact_count;
    int low = near, high = count;
    if (near > 0 && !is_before(world, near - 1, key)) {
        low = 0;
        high = near - 1;
    } else {
        while (low < high && low < near + FAR && is_before(world, low, key))
            low++;
        if (low < near + FAR)
            return low;
    }
    while (low < high) {
        const int mid = (low + high) / 2;
        if (is_before(world, mid, key))
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

// The contact of the last step with this key, NULL: none. Those of a pair are asked for in the
// order of their keys; *next is where the next may stand.
static const struct contact *find_old(const struct sim_world *world, const uint64_t key[2],
                                      int *next) {
    for (; *next < world->old_contact_count; *next += 1) {
        const struct contact *old = &world->old_contacts[*next];
        if (old->key[0] != key[0] || old->key[1] > key[1])
            return NULL;
        if (old->key[1] == key[1])
            return old;
    }
    return NULL;
}

static struct sim_body_id id_of(const struct sim_world *world, int body) {
    return (struct sim_body_id){(uint32_t)body, world->bodies[body].generation};
}

// What all contacts of two items have in common but their normal; of the pair before, that stays
// which is made of the same materials.
static void begin_pair(const struct sim_world *world, struct contact_list *list, int ia, int ib) {
    const int a = world->item_body[ia], b = world->item_body[ib];
    const int sa = world->item_shape[ia], sb = world->item_shape[ib];
    const int ma = world->bodies[a].shapes[sa].material, mb = world->bodies[b].shapes[sb].material;
    struct contact *c = &list->common;
    if (ma != list->material[0] || mb != list->material[1])
        sim_material_combine(world, c, ma, mb);
    list->material[0] = ma;
    list->material[1] = mb;
    c->group_a = world->bodies[a].group;
    c->group_b = world->bodies[b].group;
    c->pub.a = id_of(world, a);
    c->pub.b = id_of(world, b);
    c->pub.shape_a = sa;
    c->pub.shape_b = sb;
    c->key[0] =
        (uint64_t)a << 40 | (uint64_t)(sa & 0xff) << 32 | (uint64_t)b << 8 | (uint64_t)(sb & 0xff);
    c->key[1] = (uint64_t)(sa >> 8) << 48 | (uint64_t)(sb >> 8) << 32;
}

static bool same(struct sim_vec3 a, struct sim_vec3 b) {
    return (a.x <= b.x) & (a.x >= b.x) & (a.y <= b.y) & (a.y >= b.y) & (a.z <= b.z) & (a.z >= b.z);
}

// The directions of friction depend on the normal: most points of a pair have the same.
static void turn_to(const struct sim_world *world, struct contact_list *list,
                    struct sim_vec3 normal) {
    list->common.pub.point.normal = normal;
    sim_material_place_grain(world, &list->common, list->material[0], list->material[1]);
}

// Directions of friction of all contacts of a pair; flat: with one normal.
static void give_tangents(const struct sim_world *world, struct contact *contacts,
                          const struct contact *const *old, int count, bool flat) {
    bool four = flat && count > 1 && sim_friction_alike(contacts);
    for (int i = 0; i < count; i++)
        four = four && old[i] != NULL;
    for (int i = 0; i < count && !four; i++)
        sim_contact_tangents(world, &contacts[i], old[i]);
    for (int i = 0; i < count && four; i += 4) {
        const struct contact *some[4];
        for (int k = 0; k < 4; k++)
            some[k] = old[i + k < count ? i + k : i];
        sim_contact_tangents_of_four(world, &contacts[i], some, count - i < 4 ? count - i : 4);
    }
}

// In two halves: as a whole it would be copied by an instruction that is slow to begin.
static void copy_contact(struct contact *to, const struct contact *from) {
    enum { HALF = sizeof *to / 32 * 16 };
    memcpy(to, from, HALF);
    memcpy((char *)to + HALF, (const char *)from + HALF, sizeof *to - HALF);
}

static void add_contacts(const struct sim_world *world, struct contact_list *list, int ia, int ib,
                         const struct sim_contact_point *points, int count) {
    begin_pair(world, list, ia, ib);
    struct contact *common = &list->common;
    const uint64_t high = common->key[1];
    list->items = sim_grow(list->items, &list->capacity, list->count + count, sizeof *list->items);
    list->old = first_old(world, common->key, list->old);
    list->sorted =
        list->sorted &&
        (list->count == 0 || sim_compare_keys(list->items[list->count - 1].key, common->key) < 0);
    struct contact *contacts = &list->items[list->count];
    const struct contact *old[SIM_MAX_POINTS];
    bool flat = true;
    for (int i = 0; i < count; i++) {
        const bool turned = i == 0 || !same(points[i].normal, points[i - 1].normal);
        if (turned)
            turn_to(world, list, points[i].normal);
        flat = flat && (i == 0 || !turned);
        struct contact *c = &contacts[i];
        copy_contact(c, common);
        c->pub.point = points[i];
        c->key[1] = high | points[i].feature;
        old[i] = find_old(world, c->key, &list->old);
    }
    list->count += count;
    give_tangents(world, contacts, old, count, flat);
}

static void sort_by_feature(struct sim_contact_point *points, int count) {
    for (int i = 1; i < count; i++) {
        if (points[i - 1].feature <= points[i].feature)
            continue;
        const struct sim_contact_point held = points[i];
        int place = i;
        for (; place > 0 && points[place - 1].feature > held.feature; place--)
            points[place] = points[place - 1];
        points[place] = held;
    }
}

// The points of two items, 0 where they shall not collide.
static int points_of(const struct sim_world *world, int ia, int ib,
                     struct sim_contact_point points[SIM_MAX_POINTS]) {
    const struct body *a = &world->bodies[world->item_body[ia]];
    const struct body *b = &world->bodies[world->item_body[ib]];
    if (a == b || a->group == b->group || a->colliders == b->colliders)
        return 0;
    const int sa = world->item_shape[ia], sb = world->item_shape[ib];
    const struct sim_shape *shape_a = &a->shapes[sa], *shape_b = &b->shapes[sb];
    if (passive_pair(shape_a, shape_b))
        return 0;
    const double reach_a = world->item_reach[ia], reach_b = world->item_reach[ib];
    const double margin = reach_a > reach_b ? reach_a : reach_b;
    if (shape_a->kind == SIM_SHAPE_BOX && shape_b->kind == SIM_SHAPE_BOX)
        return sim_collide_boxes(shape_a, &world->item_box[ia], shape_b, &world->item_box[ib],
                                 margin, points);
    return sim_collide(shape_a, &world->item_pose[ia], shape_b, &world->item_pose[ib], margin,
                       points);
}

void sim_collide_pair(const struct sim_world *world, struct contact_list *list, int ia, int ib) {
    struct sim_contact_point points[SIM_MAX_POINTS];
    const int count = points_of(world, ia, ib, points);
    if (count > 0) {
        sort_by_feature(points, count);
        add_contacts(world, list, ia, ib, points, count);
    }
}

static int find_pairs(struct sim_world *world, const struct sim_pair **pairs) {
    const bool still = place_items(world);
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
        const int found = points_of(world, pairs[i].a, pairs[i].b, points);
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
