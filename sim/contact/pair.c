// Contacts of a pair of shapes, matched with those of the last step.
#include <assert.h>
#include <string.h>

#include "sim/base/array.h"
#include "sim/contact/friction.h"

static bool passive_pair(const struct sim_shape *a, const struct sim_shape *b) {
    return a->passive && b->passive;
}

static bool is_before(const struct sim_world *world, int old, const uint64_t key[2]) {
    return sim_compare_keys(world->old_contacts.items[old].key, key) < 0;
}

// Lower bound: the first contact of the last step whose key is not less than this one. Contacts are
// sorted by key, so the search starts at the previous result.
static int first_old(const struct sim_world *world, const uint64_t key[2], int near) {
    enum { FAR = 16 };
    const int count = world->old_contacts.count;
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

// The contact of the last step with this key, NULL: none. The contacts of a pair are looked up in
// the order of their keys; *next is the lowest index for the next.
static const struct contact *find_old(const struct sim_world *world, const uint64_t key[2],
                                      int *next) {
    for (; *next < world->old_contacts.count; *next += 1) {
        const struct contact *old = &world->old_contacts.items[*next];
        if (old->key[0] != key[0] || old->key[1] > key[1])
            return NULL;
        if (old->key[1] == key[1])
            return old;
    }
    return NULL;
}

static struct sim_body_id id_of(const struct sim_world *world, int body) {
    return (struct sim_body_id){(uint32_t)body, world->bodies.items[body].generation};
}

// Footing of the body on that material, NULL: none.
static const struct sim_footing *footing_on(const struct body *body, int material) {
    return body->footing.on == material ? &body->footing : NULL;
}

// Applies the footing to what the materials say, which the next pair then asks for anew.
static void stand(struct contact_list *list, const struct body *body, int material) {
    if (body->footing.on >= 0 && body->footing.stop_length > 0.0) {
        list->common.stop = body->footing.stop;
        list->common.stop_length = body->footing.stop_length;
    }
    const struct sim_footing *footing = footing_on(body, material);
    if (footing == NULL)
        return;
    struct sim_contact *c = &list->common.pub;
    c->friction = fmin(c->friction, footing->friction);
    c->friction_across = fmin(c->friction_across, footing->friction_across);
    list->grain = sim_rotate(body->q, footing->grain);
    list->material[0] = -1;
}

// Fills in what all contacts of two items share except the normal; material values of the previous
// pair are kept if its materials are the same.
static void begin_pair(const struct sim_world *world, struct contact_list *list, int ia, int ib) {
    const int a = world->items.items[ia].body, b = world->items.items[ib].body;
    const int sa = world->items.items[ia].shape, sb = world->items.items[ib].shape;
    const int ma = world->bodies.items[a].shapes[sa].material,
              mb = world->bodies.items[b].shapes[sb].material;
    struct contact *c = &list->common;
    if (ma != list->material[0] || mb != list->material[1])
        sim_material_combine(world, c, ma, mb);
    list->material[0] = ma;
    list->material[1] = mb;
    c->group_a = world->bodies.items[a].group;
    c->group_b = world->bodies.items[b].group;
    c->pub.a = id_of(world, a);
    c->pub.b = id_of(world, b);
    c->pub.shape_a = sa;
    c->pub.shape_b = sb;
    c->key[0] =
        (uint64_t)a << 40 | (uint64_t)(sa & 0xff) << 32 | (uint64_t)b << 8 | (uint64_t)(sb & 0xff);
    c->key[1] = (uint64_t)(sa >> 8) << 48 | (uint64_t)(sb >> 8) << 32;
    c->stop = c->stop_length = 0.0;
    list->grain = sim_material_grain(world, c, ma, mb);
    stand(list, &world->bodies.items[a], mb);
    stand(list, &world->bodies.items[b], ma);
}

static bool same(struct sim_vec3 a, struct sim_vec3 b) {
    return (a.x <= b.x) & (a.x >= b.x) & (a.y <= b.y) & (a.y >= b.y) & (a.z <= b.z) & (a.z >= b.z);
}

// The directions of friction depend on the normal: most points of a pair have the same.
static void turn_to(struct contact_list *list, struct sim_vec3 normal) {
    list->common.pub.point.normal = normal;
    sim_contact_place_grain(&list->common, list->grain);
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

// Copied in two halves: for the whole struct, compilers use a string instruction with a slow start.
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
    SIM_ARRAY_RESERVE(list, list->count + count);
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
            turn_to(list, points[i].normal);
        flat = flat && (i == 0 || !turned);
        struct contact *c = &contacts[i];
        copy_contact(c, common);
        c->pub.point = points[i];
        c->key[1] = high | points[i].feature;
        old[i] = find_old(world, c->key, &list->old);
        if (old[i] != NULL)
            c->rolled = old[i]->rolled;
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

// Where a footing gives way by g, the other surface lies g deeper, and the point in the middle of
// both g / 2. towards: 1 if the normal points to the body, else -1.
static void give_way(const struct body *body, int material, double towards,
                     struct sim_contact_point *points, int count) {
    const struct sim_footing *footing = footing_on(body, material);
    for (int i = 0; i < count && footing != NULL; i++) {
        struct sim_contact_point *p = &points[i];
        p->depth -= footing->give;
        p->position = sim_add_scaled(p->position, p->normal, -0.5 * towards * footing->give);
    }
}

int sim_points_of_pair(const struct sim_world *world, int ia, int ib,
                       struct sim_contact_point points[SIM_MAX_POINTS]) {
    assert(ia >= 0 && ia < world->items.count && ib >= 0 && ib < world->items.count);
    const struct body *a = &world->bodies.items[world->items.items[ia].body];
    const struct body *b = &world->bodies.items[world->items.items[ib].body];
    if (a == b || a->group == b->group || a->colliders == b->colliders)
        return 0;
    const int sa = world->items.items[ia].shape, sb = world->items.items[ib].shape;
    const struct sim_shape *shape_a = &a->shapes[sa], *shape_b = &b->shapes[sb];
    if (passive_pair(shape_a, shape_b))
        return 0;
    const double reach_a = world->reach.items[ia], reach_b = world->reach.items[ib];
    const double margin = reach_a > reach_b ? reach_a : reach_b;
    const bool boxes = shape_a->kind == SIM_SHAPE_BOX && shape_b->kind == SIM_SHAPE_BOX;
    const int count = boxes ? sim_collide_boxes(shape_a, &world->items.items[ia].box, shape_b,
                                                &world->items.items[ib].box, margin, points)
                            : sim_collide(shape_a, &world->items.items[ia].pose, shape_b,
                                          &world->items.items[ib].pose, margin, points);
    give_way(a, shape_b->material, 1.0, points, count);
    give_way(b, shape_a->material, -1.0, points, count);
    return count;
}

void sim_collide_pair(const struct sim_world *world, struct contact_list *list, int ia, int ib) {
    struct sim_contact_point points[SIM_MAX_POINTS];
    const int count = sim_points_of_pair(world, ia, ib, points);
    if (count > 0) {
        sort_by_feature(points, count);
        add_contacts(world, list, ia, ib, points, count);
    }
}
