// The demonstrator: a scripted operator. It sees what an operator sees (positions of machine,
// crane, trees, logs, the head's display) and moves the same levers a trainee has, nothing else.
// It gives up, with a reason, when it has made no progress for a minute.
#pragma once

#include "terrain/road.h"
#include "vehicles/operator/haul_study.h"
#include "vehicles/operator/sayings.h"
#include "vehicles/operator/targets.h"
#include "vehicles/operator/work_study.h"
#include "vehicles/tower.h"
#include "vehicles/worksite.h"

enum veh_demo_result { VEH_DEMO_GOING, VEH_DEMO_DONE, VEH_DEMO_FAILED };

// The words of a language: the text of a saying, with the values of the English one in their order,
// and the name of a species. Both return static storage.
struct veh_demo_words {
    const char *(*say)(enum veh_demo_saying saying);
    const char *(*species)(enum ter_species species);
};

struct veh_demo_task {
    int machine;
    const struct ter_road *road; // it drives along it; must outlive the demonstrator
    const int *trees;            // to fell, indices into the stand, in this order; likewise
    int tree_count;
    const struct veh_fall *falls; // where some of these shall lie; likewise
    int fall_count;
    bool calibrate; // the head, by measuring logs again
    bool only_grip; // the trees, and leave them standing
    int logs;       // to load, at least, of those that lie beside the road
    double carry;   // [m] to carry them along the road
    int unload; // logs to unload on the worksite's landings, or beside the road where it has none
    struct veh_tower_plan tower;      // to build instead of loading
    const struct veh_target *targets; // a course to follow instead; likewise
    int target_count;
    int novice;           // grade of the hands that move the levers, 0: its own (novice.h)
    uint64_t novice_seed; // of their trembling
    const struct veh_demo_words *words; // NULL: English; must outlive the demonstrator
};

struct veh_demonstrator;

// Of the kind that suits the machine and the task. NULL with the reason: it cannot even begin.
struct veh_demonstrator *veh_demo_create(const struct veh_worksite *site,
                                         const struct veh_demo_task *task, const char **reason);
void veh_demo_destroy(struct veh_demonstrator *demo); // NULL is allowed
// The levers of the next step; at rest once it is done or has failed.
enum veh_demo_result veh_demo_step(struct veh_demonstrator *demo, const struct veh_worksite *site,
                                   struct veh_controls *levers);
// Its present task, or why it has failed. Valid until the next step.
const char *veh_demo_message(const struct veh_demonstrator *demo);
// [s] the longest time so far without progress.
double veh_demo_longest_pause(const struct veh_demonstrator *demo);
// The work on each tree so far, in the order of felling; valid until the next step.
// NULL and 0: it does not harvest trees, or has not begun.
const struct veh_tree_work *veh_demo_work(const struct veh_demonstrator *demo, int *count);
// The same of each load; of it only the seconds. NULL and 0: it loads nothing, or has not begun.
const struct veh_haul_work *veh_demo_hauls(const struct veh_demonstrator *demo, int *count);
