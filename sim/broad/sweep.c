// The boxes are sorted by their lower ends along the axis on which they are spread most. Each is
// then compared with those behind it until one begins beyond its own upper end.
//
// From step to step little moves, and insertion into the order of the last call is nearly linear.
// If that would take too long (first call, another axis, many new items) the items are sorted by
// merging instead.
#include "sim/broad/sweep.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sim/broad/pairs.h"

// Moves by one place, on average per item, beyond which merging is cheaper.
enum { MOVES_PER_ITEM = 8 };

// The axis changes when another one's variance is this many times larger, so that it does not
// change in every step.
static const double spread_ratio = 2.0;

struct end {
    double low, high; // [m] along the axis
    int item;
};

struct sim_sweep {
    int axis;
    SIM_ARRAY(int) order;         // items in the order of the last call, then all that came since
    SIM_ARRAY(bool) seen;         // whether an item is in the order
    SIM_ARRAY(struct end) ends;   // sorted
    SIM_ARRAY(struct end) merged; // the runs that the merging writes
    struct sim_pairs pairs;
};

struct sim_sweep *sim_sweep_create(void) {
    return calloc(1, sizeof(struct sim_sweep));
}

void sim_sweep_destroy(struct sim_sweep *sweep) {
    if (sweep == NULL)
        return;
    SIM_ARRAY_FREE(&sweep->order);
    SIM_ARRAY_FREE(&sweep->seen);
    SIM_ARRAY_FREE(&sweep->ends);
    SIM_ARRAY_FREE(&sweep->merged);
    sim_pairs_finish(&sweep->pairs);
    free(sweep);
}

static double along(struct sim_vec3 p, int axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

// A box with a NaN overlaps nothing.
static bool is_box(const struct sim_aabb *b) {
    return b->low.x <= b->high.x && b->low.y <= b->high.y && b->low.z <= b->high.z;
}

// The axis with the largest variance of the centres; unbounded boxes do not count.
static int spread_axis(const struct sim_grid_item *items, int count, int axis) {
    double variance[3];
    for (int k = 0; k < 3; k++) {
        double mean = 0.0, square = 0.0;
        int number = 0;
        for (int i = 0; i < count; i++) {
            const double middle =
                0.5 * along(items[i].box.low, k) + 0.5 * along(items[i].box.high, k);
            if (!(fabs(middle) < 1e100))
                continue;
            number++;
            const double off = middle - mean;
            mean += off / number;
            square += off * (middle - mean);
        }
        variance[k] = square;
    }
    int best = axis;
    for (int k = 0; k < 3; k++)
        if (variance[k] > spread_ratio * variance[axis] && variance[k] > variance[best])
            best = k;
    return best;
}

// The remaining items of the last call, then the new ones. False: out of memory.
static bool update_order(struct sim_sweep *sweep, int count) {
    if (!SIM_ARRAY_TRY(&sweep->order, count) || !SIM_ARRAY_TRY(&sweep->seen, count))
        return false;
    int *order = sweep->order.items;
    bool *seen = sweep->seen.items;
    for (int i = 0; i < count; i++)
        seen[i] = false;
    int kept = 0;
    for (int i = 0; i < sweep->order.count; i++) {
        if (order[i] >= count)
            continue;
        seen[order[i]] = true;
        order[kept++] = order[i];
    }
    for (int i = 0; i < count; i++)
        if (!seen[i])
            order[kept++] = i;
    sweep->order.count = count;
    return true;
}

// The ends of all items that have a box.
static void fill_ends(struct sim_sweep *sweep, const struct sim_grid_item *items) {
    sweep->ends.count = 0;
    for (int i = 0; i < sweep->order.count; i++) {
        const int item = sweep->order.items[i];
        const struct sim_aabb *box = &items[item].box;
        if (is_box(box))
            sweep->ends.items[sweep->ends.count++] =
                (struct end){along(box->low, sweep->axis), along(box->high, sweep->axis), item};
    }
}

// False if more moves are needed than allowed; the items are then partly sorted.
static bool insert_ends(struct end *end, int count, long moves) {
    for (int i = 1; i < count; i++) {
        const struct end held = end[i];
        int place = i;
        for (; place > 0 && end[place - 1].low > held.low; place--)
            end[place] = end[place - 1];
        end[place] = held;
        moves -= i - place;
        if (moves < 0)
            return false;
    }
    return true;
}

static void merge_runs(const struct end *from, struct end *to, int low, int mid, int high) {
    int i = low, j = mid;
    for (int k = low; k < high; k++)
        to[k] = i < mid && (j >= high || from[i].low <= from[j].low) ? from[i++] : from[j++];
}

// Merge sort from below; the result is in ends.
static void merge_ends(struct sim_sweep *sweep) {
    const int count = sweep->ends.count;
    struct end *from = sweep->ends.items, *to = sweep->merged.items;
    for (int run = 1; run < count; run *= 2) {
        for (int low = 0; low < count; low += 2 * run) {
            const int mid = low + run < count ? low + run : count;
            const int high = low + 2 * run < count ? low + 2 * run : count;
            merge_runs(from, to, low, mid, high);
        }
        struct end *const swap = from;
        from = to;
        to = swap;
    }
    if (from != sweep->ends.items)
        memcpy(sweep->ends.items, from, (size_t)count * sizeof *from);
}

// False: out of memory.
static bool sweep_ends(struct sim_sweep *sweep, const struct sim_grid_item *items) {
    const struct end *end = sweep->ends.items;
    const int count = sweep->ends.count;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count && end[j].low <= end[i].high; j++)
            if (sim_pairs_partners(&items[end[i].item], &items[end[j].item]) &&
                !sim_pairs_add(&sweep->pairs, end[i].item, end[j].item))
                return false;
    return true;
}

// Keeps the order of the sorted items, followed by those without a box.
static void keep_order(struct sim_sweep *sweep, const struct sim_grid_item *items) {
    const int count = sweep->order.count;
    int *order = sweep->order.items;
    for (int i = 0; i < sweep->ends.count; i++)
        order[i] = sweep->ends.items[i].item;
    for (int i = 0, next = sweep->ends.count; i < count && next < count; i++)
        if (!is_box(&items[i].box))
            order[next++] = i;
}

int sim_sweep_pairs(struct sim_sweep *sweep, const struct sim_grid_item *items, int count,
                    const struct sim_pair **pairs) {
    assert(count >= 0);
    *pairs = NULL;
    sweep->pairs.list.count = 0;
    if (count == 0)
        return 0;
    sweep->axis = spread_axis(items, count, sweep->axis);
    if (!update_order(sweep, count) || !SIM_ARRAY_TRY(&sweep->ends, count) ||
        !SIM_ARRAY_TRY(&sweep->merged, count))
        return -1;
    fill_ends(sweep, items);
    if (!insert_ends(sweep->ends.items, sweep->ends.count, (long)MOVES_PER_ITEM * count))
        merge_ends(sweep);
    keep_order(sweep, items);
    if (!sweep_ends(sweep, items) || !sim_pairs_sort(&sweep->pairs, count))
        return -1;
    *pairs = sweep->pairs.list.items;
    return sweep->pairs.list.count;
}
