#include "data/exercise/practice_state.h"

#include <assert.h>
#include <string.h>

#include "sim/base/hash.h"
#include "sim/base/version.h"
#include "vehicles/snapshot.h"

// Comes first; then the lists; then the worksite, whose bytes have a checksum of their own.
struct head {
    uint64_t layout, checksum; // of what follows the head, without the worksite
    int logs, trees, loads, tickets, faults, points, places;
    int plan_begin;
    int task_step, last_tree;
    bool done;
    union dat_metric_state metrics[DAT_METRIC_COUNT];
    struct dat_observer observer; // its addresses mean nothing
    double weighed_before, driven, behind;
};

static uint64_t mix(uint64_t hash, size_t size) {
    const uint64_t number = size;
    return sim_hash_bytes(hash, &number, sizeof number);
}

uint64_t dat_practice_layout(const struct dat_practice *practice) {
    const size_t sizes[] = {sizeof(struct head),
                            sizeof(struct dat_observer),
                            sizeof(union dat_metric_state),
                            sizeof(struct dat_cut_log),
                            sizeof(struct dat_studied_tree),
                            sizeof(struct veh_haul_work),
                            sizeof(struct dat_load_ticket),
                            sizeof(struct veh_fault),
                            sizeof(struct dat_plan_point),
                            sizeof(struct dat_plan_place),
                            sizeof(void *)};
    uint64_t hash = sim_hash_bytes(sim_hash_seed, sim_version(), strlen(sim_version()));
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        hash = mix(hash, sizes[i]);
    for (int m = 0; m < DAT_METRIC_COUNT; m++) {
        const char *name = dat_metric_name((enum dat_metric)m);
        hash = sim_hash_bytes(hash, name, strlen(name));
    }
    const uint64_t site = veh_worksite_layout(&practice->site);
    return sim_hash_bytes(hash, &site, sizeof site);
}

// ---- save ----

// Bytes that are only counted where there is no place for them.
struct writer {
    unsigned char *out;
    size_t size;
};

static void put(struct writer *w, const void *data, size_t size) {
    if (w->out != NULL && size > 0)
        memcpy(w->out + w->size, data, size);
    w->size += size;
}

static void put_lists(struct writer *w, const struct dat_practice *p) {
    put(w, p->logs.items, (size_t)p->logs.count * sizeof *p->logs.items);
    put(w, p->study.trees.items, (size_t)p->study.trees.count * sizeof *p->study.trees.items);
    put(w, p->study.loads.items, (size_t)p->study.loads.count * sizeof *p->study.loads.items);
    put(w, p->tickets.items.items, (size_t)p->tickets.items.count * sizeof *p->tickets.items.items);
    put(w, p->faults.happens.items,
        (size_t)p->faults.happens.count * sizeof *p->faults.happens.items);
    put(w, p->plan.points.items, (size_t)p->plan.points.count * sizeof *p->plan.points.items);
    put(w, p->plan.driven.items, (size_t)p->plan.driven.count * sizeof *p->plan.driven.items);
}

static void fill_head(const struct dat_practice *p, struct head *head) {
    memset(head, 0, sizeof *head); // also the gaps, which would be foreign memory
    head->layout = dat_practice_layout(p);
    head->logs = p->logs.count;
    head->trees = p->study.trees.count;
    head->loads = p->study.loads.count;
    head->tickets = p->tickets.items.count;
    head->faults = p->faults.happens.count;
    head->points = p->plan.points.count;
    head->places = p->plan.driven.count;
    head->plan_begin = p->plan.begin;
    head->task_step = p->task_step;
    head->last_tree = p->last_tree;
    head->done = p->score.done;
    memcpy(head->metrics, p->score.state, sizeof head->metrics);
    head->observer = p->observer;
    head->observer.targets = NULL;
    head->observer.falls = NULL;
    head->weighed_before = p->tickets.weighed_before;
    head->driven = p->tickets.driven;
    head->behind = p->behind;
}

void dat_practice_save(const struct dat_practice *practice, struct sim_snapshot *bytes) {
    static _Thread_local struct head head; // large
    struct sim_snapshot site = {.bytes = NULL};
    struct writer lists = {.out = NULL};
    veh_worksite_save(&practice->site, &site);
    put_lists(&lists, practice);
    const size_t size = sizeof head + lists.size + site.size;
    int capacity = (int)bytes->capacity;
    bytes->bytes = sim_grow(bytes->bytes, &capacity, (int)size, 1);
    bytes->capacity = (size_t)capacity;
    bytes->size = size;
    fill_head(practice, &head);
    struct writer w = {.out = bytes->bytes};
    put(&w, &head, sizeof head);
    put_lists(&w, practice);
    put(&w, site.bytes, site.size);
    head.checksum = sim_hash_bytes(sim_hash_seed, bytes->bytes + sizeof head, lists.size);
    memcpy(bytes->bytes, &head, sizeof head);
    sim_snapshot_finish(&site);
}

// ---- restore ----

static const unsigned char *get_list(const unsigned char *in, void *items, int count, size_t size) {
    if (count > 0)
        memcpy(items, in, (size_t)count * size);
    return in + (size_t)count * size;
}

// Takes count items from `in`, and leaves `in` behind them.
#define GET_LIST(list, wanted)                                                                     \
    (SIM_ARRAY_RESERVE((list), (wanted)), (list)->count = (wanted),                                \
     in = get_list(in, (list)->items, (wanted), sizeof *(list)->items))

static size_t lists_size(const struct head *head) {
    return (size_t)head->logs * sizeof(struct dat_cut_log) +
           (size_t)head->trees * sizeof(struct dat_studied_tree) +
           (size_t)head->loads * sizeof(struct veh_haul_work) +
           (size_t)head->tickets * sizeof(struct dat_load_ticket) +
           (size_t)head->faults * sizeof(struct veh_fault) +
           (size_t)head->points * sizeof(struct dat_plan_point) +
           (size_t)head->places * sizeof(struct dat_plan_place);
}

static const char *head_problem(const struct dat_practice *p, const struct head *head,
                                const unsigned char *rest, size_t size) {
    if (head->layout != dat_practice_layout(p))
        return "it comes from another version of the program";
    if (head->logs < 0 || head->trees < 0 || head->loads < 0 || head->tickets < 0 ||
        head->faults < 0 || head->points < 0 || head->points > DAT_PLAN_MOST || head->places < 0 ||
        head->plan_begin < 0 || head->plan_begin > head->places || lists_size(head) > size ||
        head->checksum != sim_hash_bytes(sim_hash_seed, rest, lists_size(head)))
        return "it is damaged";
    return NULL;
}

static void restore_lists(struct dat_practice *p, const struct head *head,
                          const unsigned char *in) {
    GET_LIST(&p->logs, head->logs);
    GET_LIST(&p->study.trees, head->trees);
    GET_LIST(&p->study.loads, head->loads);
    GET_LIST(&p->tickets.items, head->tickets);
    GET_LIST(&p->faults.happens, head->faults);
    GET_LIST(&p->plan.points, head->points);
    GET_LIST(&p->plan.driven, head->places);
    p->plan.begin = head->plan_begin;
    p->site.def.faults = p->faults.happens.items;
    p->site.def.fault_count = p->faults.happens.count;
}

static void restore_head(struct dat_practice *p, const struct head *head) {
    const struct dat_observer own = p->observer;
    p->observer = head->observer;
    p->observer.targets = own.targets;
    p->observer.target_count = own.target_count;
    p->observer.falls = own.falls;
    p->observer.fall_count = own.fall_count;
    memcpy(p->score.state, head->metrics, sizeof p->score.state);
    p->score.done = head->done;
    p->task_step = head->task_step;
    p->last_tree = head->last_tree;
    p->tickets.weighed_before = head->weighed_before;
    p->tickets.driven = head->driven;
    p->behind = head->behind;
    p->faults.due = 0;
}

const char *dat_practice_restore(struct dat_practice *practice, const void *bytes, size_t size) {
    assert(practice->exercise != NULL && bytes != NULL);
    static _Thread_local struct head head; // large
    if (size < sizeof head)
        return "it is too short for a state";
    memcpy(&head, bytes, sizeof head);
    const unsigned char *lists = (const unsigned char *)bytes + sizeof head;
    const char *problem = head_problem(practice, &head, lists, size - sizeof head);
    if (problem != NULL)
        return problem;
    const size_t before = sizeof head + lists_size(&head);
    problem =
        veh_worksite_restore(&practice->site, (const unsigned char *)bytes + before, size - before);
    if (problem != NULL)
        return problem;
    restore_lists(practice, &head, lists);
    restore_head(practice, &head);
    return NULL;
}
