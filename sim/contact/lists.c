// Narrow phase, shared among threads. A pair goes to the thread that moved its machine in the last
// step and will do so in this one: the bodies, and their contacts of the last step, are in its
// core's cache. The contacts found stay in that thread's list until it solves their cluster; the
// caller only receives the pairs of groups in contact, from which it finds the clusters. So the
// memory of a machine does not move from core to core.
#include <string.h>

#include "sim/contact/contact_impl.h"

// [pairs] the least that makes waking other threads worthwhile; lower if clusters are shared as
// well, because the threads are then needed soon anyway.
static const int worth_sharing = 32, worth_sharing_again = 8;
static const int shares_per_thread = 4; // more than one, because the costs of pairs differ widely
static const int worth_a_task = 8, most_per_thread = 8;

struct search {
    struct sim_world *world;
    const struct sim_pair *pairs;
    int count, tasks;
    int first[SIM_MOST_TASKS + 1]; // pair of a task
    int owner[SIM_MOST_TASKS];
};

// Insertion sort, without allocation: pairs arrive in the order of their bodies and shapes, and
// points in the order of their features, so that little is out of order.
static void sort_by_key(struct contact_list *list) {
    for (int i = 1; i < list->count && !list->sorted; i++) {
        int place = i;
        while (place > 0 && sim_compare_keys(list->items[i].key, list->items[place - 1].key) < 0)
            place--;
        if (place == i)
            continue;
        const struct contact held = list->items[i];
        memmove(&list->items[place + 1], &list->items[place],
                (size_t)(i - place) * sizeof *list->items);
        list->items[place] = held;
    }
}

static void begin_list(struct contact_list *list) {
    list->count = list->old = 0;
    list->sorted = true;
    list->material[0] = list->material[1] = -1;
    list->common = (struct contact){.group_a = 0};
}

static void note_touches(const struct contact_list *list, struct touch *touches) {
    for (int i = 0; i < list->count; i++)
        touches[i] = (struct touch){list->items[i].group_a, list->items[i].group_b};
}

// ---- tasks ----

// The thread that moved the moving body of a pair, -1: unknown.
static int thread_of(const struct sim_world *world, const struct sim_pair *pair) {
    const int a = world->component.items[world->items.items[pair->a].group];
    const int cluster = a >= 0 ? a : world->component.items[world->items.items[pair->b].group];
    return cluster >= 0 ? world->cluster_thread.items[cluster] : -1;
}

static void begin_task(struct search *s, int pair, int owner) {
    s->first[s->tasks] = pair;
    s->owner[s->tasks++] = owner;
}

// Forms tasks of consecutive pairs of one thread. False if the thread changes too often for that.
static bool cut_by_thread(struct search *s, int threads) {
    const int part = s->count / (shares_per_thread * threads) + 1;
    const int most = part > worth_a_task ? part : worth_a_task;
    const int room =
        most_per_thread * threads < SIM_MOST_TASKS ? most_per_thread * threads : SIM_MOST_TASKS;
    s->tasks = 0;
    for (int i = 0; i < s->count; i++) {
        const int thread = thread_of(s->world, &s->pairs[i]);
        const bool same = i > 0 && thread == s->owner[s->tasks - 1];
        if (same && i - s->first[s->tasks - 1] < most)
            continue;
        if (thread < 0 || s->tasks == room)
            return false;
        begin_task(s, i, thread);
    }
    s->first[s->tasks] = s->count;
    return true;
}

static void cut_evenly(struct search *s, int threads) {
    const int tasks = shares_per_thread * threads;
    s->tasks = 0;
    for (int t = 0; t < tasks; t++)
        begin_task(s, (int)((long)s->count * t / tasks), t * threads / tasks);
    s->first[tasks] = s->count;
}

// ---- lists ----

static void collide_share(void *context, int task, int thread) {
    (void)thread;
    const struct search *s = context;
    struct contact_list *list = &s->world->found[task];
    begin_list(list);
    for (int i = s->first[task]; i < s->first[task + 1]; i++)
        sim_collide_pair(s->world, list, s->pairs[i].a, s->pairs[i].b);
    sort_by_key(list);
    SIM_ARRAY_RESERVE(&list->touches, list->count);
    note_touches(list, list->touches.items);
    list->bounces = false;
    for (int i = 0; i < list->count; i++)
        list->bounces = list->bounces || list->items[i].pub.restitution > 0.0;
    if (list->count > 0) {
        memcpy(list->first_key, list->items[0].key, sizeof list->first_key);
        memcpy(list->last_key, list->items[list->count - 1].key, sizeof list->last_key);
    }
}

// Numbers the contacts in the order of the pairs, whichever thread found them, and lists the groups
// in contact. False if the keys are not in this order, or if all contacts are needed before they
// are solved.
static bool may_stay_apart(struct sim_world *world) {
    bool may = world->def.shock == SIM_SHOCK_NONE;
    const uint64_t *last = NULL;
    int count = 0;
    for (int t = 0; t < world->found_count; t++) {
        struct contact_list *list = &world->found[t];
        list->first = count;
        count += list->count;
        if (list->count == 0)
            continue;
        may =
            may && !list->bounces && (last == NULL || sim_compare_keys(last, list->first_key) < 0);
        last = list->last_key;
    }
    world->contacts.count = count;
    return may;
}

static void join_lists(struct sim_world *world) {
    for (int t = 0; t < world->found_count; t++) {
        const struct contact_list *list = &world->found[t];
        if (list->count > 0)
            memcpy(&world->contacts.items[list->first], list->items,
                   (size_t)list->count * sizeof *list->items);
    }
    struct contact_list all = {.items = world->contacts.items, .count = world->contacts.count};
    sort_by_key(&all);
    note_touches(&all, world->contact_touches.items);
}

static void make_room(struct sim_world *world) {
    SIM_ARRAY_RESERVE(&world->contacts, world->contacts.count);
    SIM_ARRAY_RESERVE(&world->contact_touches, world->contacts.count);
}

static void collide_together(struct search *s) {
    struct sim_world *world = s->world;
    sim_pool_run(world->pool, s->tasks, s->owner, collide_share, s);
    world->found_count = s->tasks;
    world->contacts_apart = may_stay_apart(world);
    make_room(world);
    if (!world->contacts_apart) {
        join_lists(world);
        return;
    }
    for (int t = 0; t < world->found_count; t++) {
        const struct contact_list *list = &world->found[t];
        if (list->count > 0)
            memcpy(&world->contact_touches.items[list->first], list->touches.items,
                   (size_t)list->count * sizeof *list->touches.items);
    }
}

static void collide_alone(struct sim_world *world, const struct sim_pair *pairs, int count) {
    struct contact_list all = {.items = world->contacts.items,
                               .capacity = world->contacts.capacity};
    begin_list(&all);
    for (int i = 0; i < count; i++)
        sim_collide_pair(world, &all, pairs[i].a, pairs[i].b);
    sort_by_key(&all);
    world->contacts.items = all.items;
    world->contacts.count = all.count;
    world->contacts.capacity = all.capacity;
    make_room(world);
    note_touches(&all, world->contact_touches.items);
}

void sim_collide_pairs(struct sim_world *world, const struct sim_pair *pairs, int count) {
    const int threads = sim_pool_threads(world->pool);
    const bool again = world->clusters_known && world->clusters_shared;
    world->contacts_apart = false;
    if (threads < 2 || count < (again ? worth_sharing_again : worth_sharing)) {
        collide_alone(world, pairs, count);
        return;
    }
    struct search search;
    search.world = world;
    search.pairs = pairs;
    search.count = count;
    if (!again || !cut_by_thread(&search, threads))
        cut_evenly(&search, threads);
    collide_together(&search);
}

void sim_cluster_take_contacts(struct sim_world *world, const struct cluster *c) {
    const struct contact_list *list = world->found;
    for (int i = 0; i < c->contact_count && world->contacts_apart; i++) {
        const int contact = world->cluster_contacts.items[c->first_contact + i];
        while (contact >= list->first + list->count)
            list++;
        world->contacts.items[contact] = list->items[contact - list->first];
    }
}
