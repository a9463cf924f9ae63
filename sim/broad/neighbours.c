// The list holds as long as no box has left the enlarged one that it was made for: two boxes that
// overlap lie in two enlarged ones that overlap, too.
#include "sim/broad/neighbours.h"

#include <assert.h>
#include <stdlib.h>

#include "sim/broad/pairs.h"

static const double STEPS = 3.0; // a list should hold for; boxes are enlarged by as many reaches

struct sim_neighbours {
    struct sim_grid *grid;
    struct sim_sweep *sweep;
    struct sim_buffer wide;        // struct sim_grid_item, the items with their larger boxes
    sim_far_from *far;             // NULL: nothing is left out
    const void *context;           // of far
    struct sim_buffer near;        // struct sim_pair, of the enlarged boxes without those far apart
    const struct sim_pair *listed; // these, or the broad phase's
    int listed_count;
    bool holds;
    struct sim_buffer pairs; // struct sim_pair, those of this call
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
    free(list->wide.memory);
    free(list->near.memory);
    free(list->pairs.memory);
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
    const struct sim_grid_item *wide = list->wide.memory;
    for (int i = 0; i < count; i++)
        if (items[i].group >= 0 && !contains(&wide[i].box, &items[i].box))
            return false;
    return true;
}

static bool is_far(const struct sim_neighbours *list, struct sim_pair pair) {
    const struct sim_grid_item *wide = list->wide.memory;
    if (wide[pair.a].group < 0)
        return list->far(list->context, pair.b, &wide[pair.b].box, pair.a);
    return wide[pair.b].group < 0 && list->far(list->context, pair.a, &wide[pair.a].box, pair.b);
}

// False: out of memory.
static bool leave_out(struct sim_neighbours *list) {
    if (list->far == NULL || list->listed_count < 0)
        return true;
    if (!sim_buffer_reserve(&list->near, (size_t)list->listed_count, sizeof(struct sim_pair)))
        return false;
    struct sim_pair *near = list->near.memory;
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
    if (!sim_buffer_reserve(&list->wide, (size_t)count, sizeof(struct sim_grid_item)))
        return false;
    struct sim_grid_item *wide = list->wide.memory;
    for (int i = 0; i < count; i++) {
        const double r = items[i].group >= 0 ? STEPS * reach[i] : 0.0;
        const struct sim_vec3 more = {r, r, r};
        wide[i] = items[i];
        wide[i].box.low = sim_sub(wide[i].box.low, more);
        wide[i].box.high = sim_add(wide[i].box.high, more);
    }
    list->listed_count = list->sweep != NULL
                             ? sim_sweep_pairs(list->sweep, wide, count, &list->listed)
                             : sim_grid_pairs(list->grid, wide, count, still, &list->listed);
    list->holds =
        leave_out(list) && list->listed_count >= 0 &&
        sim_buffer_reserve(&list->pairs, (size_t)list->listed_count, sizeof(struct sim_pair));
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
    struct sim_pair *pair = list->pairs.memory;
    int found = 0;
    for (int i = 0; i < list->listed_count; i++) {
        const struct sim_pair listed = list->listed[i];
        pair[found] = listed; // overwritten by the next where they are not partners
        found += sim_pairs_partners(&items[listed.a], &items[listed.b]);
    }
    *pairs = pair;
    return found;
}
