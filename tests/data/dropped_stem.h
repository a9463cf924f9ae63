// The demonstrator at work with a head that someone opens against its will.
#pragma once

#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"
#include "vehicles/part/head.h"

// A stem is dropped once per tree, of each one in that many trees: after 0 to 2 logs, with 0.5 to
// 2.5 m of the next one fed.
struct dropping {
    int every;
    int trees, logs; // felled; of the last one
    bool dropped;    // the last one's
    double at;       // [s] when
    int stems;       // dropped in all
};

static const double opened = 0.5; // [s]

static inline bool is_to_drop(const struct dropping *d, const struct veh_worksite *site,
                              const struct veh_head_state *head) {
    const bool lies =
        head->stem >= 0 && site->stems.items[head->stem].kind == VEH_STEM_FELLED && d->trees > 0;
    return lies && !d->dropped && (d->trees - 1) % d->every == 0 &&
           d->logs == d->trees / d->every % 3 && head->length > 0.5 + 0.5 * (d->trees % 5);
}

static inline void drop(struct dropping *d, const struct veh_worksite *site, int machine,
                        struct veh_controls *levers) {
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    for (int i = 0; i < count; i++) {
        if (events[i].kind == VEH_EVENT_TREE_FELLED) {
            d->trees++;
            d->logs = 0;
            d->dropped = false;
        }
        d->logs += events[i].kind == VEH_EVENT_LOG_CUT;
    }
    if (is_to_drop(d, site, veh_head(&site->machines[machine]))) {
        d->dropped = true;
        d->at = veh_worksite_time(site);
        d->stems++;
    }
    if (d->stems > 0 && veh_worksite_time(site) < d->at + opened)
        levers->value[VEH_GRIP] = -1.0;
}

static inline bool is_to_be_felled(const struct veh_demo_task *task, int tree) {
    for (int i = 0; i < task->tree_count; i++)
        if (task->trees[i] == tree)
            return true;
    return false;
}

// Stems that were let go and still give a log of the shortest and thinnest product. A neighbour
// that has been broken off was never in the head.
static inline int stems_left(const struct veh_worksite *site, const struct veh_demo_task *task) {
    const struct veh_products *products = site->def.products;
    double length = (double)INFINITY, top = (double)INFINITY;
    for (int p = 0; p < products->count; p++) {
        length = fmin(length, veh_product_cut_length(&products->product[p], 0));
        top = fmin(top, products->product[p].min_top);
    }
    int left = 0;
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        left += s->used && s->kind == VEH_STEM_FELLED && is_to_be_felled(task, s->tree) &&
                ter_stem_length(&s->stem) > length + 0.5 &&
                ter_stem_diameter(&s->stem, length) > top + 0.02; // a plan leaves thinner tops
    }
    return left;
}

// Returns the number of stems that were dropped; all but so many of them were worked off.
static inline int work_with_losses(const char *name, const char *machine, int every,
                                   int most_left) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    struct dat_problem problem = {""};
    struct dropping dropping = {.every = every};
    load_shipped(&exercise, name, machine);
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem));
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason = "";
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    assert_non_null(demo);
    struct veh_controls levers = {{0.0}};
    enum veh_demo_result result;
    while ((result = veh_demo_step(demo, &practice.site, &levers)) == VEH_DEMO_GOING &&
           !dat_practice_time_is_up(&practice)) {
        drop(&dropping, &practice.site, task.machine, &levers);
        dat_practice_step(&practice, &levers);
    }
    if (result == VEH_DEMO_GOING)
        fail_msg("%s: time is up", name);
    const int left = stems_left(&practice.site, &task);
    print_message("%s, %s: %d stems dropped, %d left, length error %.3f m\n", name,
                  machine != NULL ? machine : "its own machine", dropping.stems, left,
                  dat_score_value(&practice.score, DAT_MAX_LENGTH_ERROR));
    veh_demo_destroy(demo);
    assert_true(left <= most_left);
    // Lengths count from the butt that the photocell has found.
    assert_true(dat_score_value(&practice.score, DAT_MAX_LENGTH_ERROR) < 0.05);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
    return dropping.stems;
}
