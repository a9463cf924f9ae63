// The list holds as long as no box has left the enlarged one that the list was made for: if two
// boxes overlap, so do the enlarged ones around them.
#include "sim/broad/neighbours.h"

#include <assert.h>
#include <stdlib.h>

#include "sim/broad/pairs.h"

static const double steps = 3.0; // that a list should hold for: boxes grow by as many reaches

struct sim_neighbours {
    struct sim_grid *grid;
    struct sim_sweep *sweep;
    SIM_ARRAY(struct sim_grid_item) wide; // the items with their larger boxes
    sim_far_from *far;                    // NULL: nothing is left out
    const void *context;                  // of far
    SIM_ARRAY(struct sim_pair) near;      // of the enlarged boxes, without those far apart
    const struct sim_pair *listed;        // these, or the broad phase's
    int listed_count;
    bool holds;
    SIM_ARRAY(struct sim_pair) pairs; // those of this call
};

struct sim_neighbours *sim_neighbours_create(struct sim_grid *grid, struct sim_sweep *sweep) {
    struct sim_neighbours *list =
        grid != NULL || sweep != NULL ? calloc(1, sizeof(struct sim_neighbours)) : NULL;
    if (list == NULL) {
        sim_grid_destroy(grid);
        sim_sweep_destroy(sweep);
        return NULL;
    }
    list->grid = grid;
    list->sweep = sweep;
    return list;
}

void sim_neighbours_destroy(struct sim_neighbours *list) {
    if (list == NULL)
        return;
    sim_grid_destroy(list->grid);
    sim_sweep_destroy(list->sweep);
    SIM_ARRAY_FREE(&list->wide);
    SIM_ARRAY_FREE(&list->near);
    SIM_ARRAY_FREE(&list->pairs);
    free(list);
}

void sim_neighbours_leave_out(struct sim_neighbours *list, sim_far_from *far, const void *context) {
    list->far = far;
    list->context = context;
    list->holds = false;
}

// Without branches, like all tests of many boxes; false for NaN.
static bool contains(const struct sim_aabb *wide, const struct sim_aabb *box) {
    return ((wide->low.x <= box->low.x) & (wide->low.y <= box->low.y) &
            (wide->low.z <= box->low.z) & (box->high.x <= wide->high.x) &
            (box->high.y <= wide->high.y) & (box->high.z <= wide->high.z)) != 0;
}

static bool still_holds(const struct sim_neighbours *list, const struct sim_grid_item *items,
                        int count) {
    const struct sim_grid_item *wide = list->wide.items;
    for (int i = 0; i < count; i++)
        if (items[i].group >= 0 && !contains(&wide[i].box, &items[i].box))
            return false;
    return true;
}

static bool is_far(const struct sim_neighbours *list, struct sim_pair pair) {
    const struct sim_grid_item *wide = list->wide.items;
    if (wide[pair.a].group < 0)
        return list->far(list->context, pair.b, &wide[pair.b].box, pair.a);
    return wide[pair.b].group < 0 && list->far(list->context, pair.a, &wide[pair.a].box, pair.b);
}

// False: out of memory.
static bool leave_out(struct sim_neighbours *list) {
    if (list->far == NULL || list->listed_count < 0)
        return true;
    if (!SIM_ARRAY_TRY(&list->near, list->listed_count))
        return false;
    struct sim_pair *near = list->near.items;
    int kept = 0;
    for (int i = 0; i < list->listed_count; i++)
        if (!is_far(list, list->listed[i]))
            near[kept++] = list->listed[i];
    list->listed = near;
    list->listed_count = kept;
    return true;
}

// False: out of memory. Fixed items keep their boxes, which the grid remembers.
static bool renew(struct sim_neighbours *list, const struct sim_grid_item *items,
                  const double *reach, int count, bool still) {
    list->holds = false;
    if (!SIM_ARRAY_TRY(&list->wide, count))
        return false;
    struct sim_grid_item *wide = list->wide.items;
    for (int i = 0; i < count; i++) {
        const double r = items[i].group >= 0 ? steps * reach[i] : 0.0;
        const struct sim_vec3 more = {r, r, r};
        wide[i] = items[i];
        wide[i].box.low = sim_sub(wide[i].box.low, more);
        wide[i].box.high = sim_add(wide[i].box.high, more);
    }
    list->listed_count = list->sweep != NULL
                             ? sim_sweep_pairs(list->sweep, wide, count, &list->listed)
                             : sim_grid_pairs(list->grid, wide, count, still, &list->listed);
    list->holds = leave_out(list) && list->listed_count >= 0 &&
                  SIM_ARRAY_TRY(&list->pairs, list->listed_count);
    return list->holds;
}

int sim_neighbours_pairs(struct sim_neighbours *list, const struct sim_grid_item *items,
                         const double *reach, int count, bool still,
                         const struct sim_pair **pairs) {
    assert(count >= 0);
    *pairs = NULL;
    if (!(still && list->holds && still_holds(list, items, count)) &&
        !renew(list, items, reach, count, still))
        return -1;
    struct sim_pair *pair = list->pairs.items;
    int found = 0;
    for (int i = 0; i < list->listed_count; i++) {
        const struct sim_pair listed = list->listed[i];
        pair[found] = listed; // overwritten by the next where they are not partners
        found += sim_pairs_partners(&items[listed.a], &items[listed.b]);
    }
    *pairs = pair;
    return found;
}
