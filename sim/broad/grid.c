// Columns of square cells in x and y, found by hashing. A forest is flat; the box test itself sorts
// out boxes that share a column at different heights.
//
// Every item is entered in all columns it touches. A pair that shares several columns is taken only
// in the one that holds the lower corner of their common area. Items that cover many columns are
// compared with all others directly.
//
// Moving and fixed items have separate tables, and that of the fixed ones is kept until one of them
// changes: of a forest's thousand trees only those near something that moves cost time.
#include "sim/broad/grid.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "sim/broad/pairs.h"

enum { MAX_CELLS = 64 }; // columns of an item that is still entered in the grid

static const double MAX_INDEX = 1e9; // a column's number fits an int this many cells away

struct entry {
    int x, y;         // column
    int item, group;  // a column often holds many parts of one machine, which share a group
    double low, high; // [m] of the item's box in z, which rules out most pairs of a full column
};

// Columns that are not empty, found by hashing.
struct table {
    struct sim_buffer unsorted; // struct entry, as they came
    struct sim_buffer entries;  // struct entry, sorted by bucket
    struct sim_buffer starts;   // int, where a bucket begins
    struct sim_buffer large;    // int, items apart from the grid, in ascending order
    long count;                 // entries
    size_t buckets;             // a power of two
    int large_count;
};

struct sim_grid {
    double cell_size; // [m]
    struct table moving, still;
    bool still_known;         // still is that of the last call
    struct sim_buffer movers; // int, the items that move, in ascending order
    int mover_count;
    struct sim_pairs pairs;
};

struct sim_grid *sim_grid_create(double cell_size) {
    assert(cell_size > 0.0);
    struct sim_grid *grid = calloc(1, sizeof *grid);
    if (grid != NULL)
        grid->cell_size = cell_size;
    return grid;
}

static void finish_table(struct table *table) {
    free(table->unsorted.memory);
    free(table->entries.memory);
    free(table->starts.memory);
    free(table->large.memory);
}

void sim_grid_destroy(struct sim_grid *grid) {
    if (grid == NULL)
        return;
    finish_table(&grid->moving);
    finish_table(&grid->still);
    free(grid->movers.memory);
    sim_pairs_finish(&grid->pairs);
    free(grid);
}

static int cell_of(const struct sim_grid *grid, double x) {
    return (int)floor(x / grid->cell_size);
}

static bool in_range(const struct sim_grid *grid, double x) {
    return fabs(x) < MAX_INDEX * grid->cell_size; // false for NaN
}

// Columns of the box, or false where they are too many or not defined.
static bool cells_of(const struct sim_grid *grid, const struct sim_aabb *box, int low[2],
                     int high[2]) {
    if (!in_range(grid, box->low.x) || !in_range(grid, box->low.y) ||
        !in_range(grid, box->high.x) || !in_range(grid, box->high.y))
        return false;
    low[0] = cell_of(grid, box->low.x);
    low[1] = cell_of(grid, box->low.y);
    high[0] = cell_of(grid, box->high.x);
    high[1] = cell_of(grid, box->high.y);
    return (high[0] - low[0] + 1.0) * (high[1] - low[1] + 1.0) <= MAX_CELLS;
}

static size_t bucket_of(const struct entry *entry, size_t mask) {
    const uint64_t x = (uint32_t)entry->x, y = (uint32_t)entry->y;
    return (size_t)(((x << 32 | y) * 0x9e3779b97f4a7c15u) >> 32) & mask;
}

// ---- tables ----

// False: out of memory, here and below.
static bool enter(const struct sim_grid *grid, struct table *table,
                  const struct sim_grid_item *items, int i) {
    int low[2], high[2];
    if (!cells_of(grid, &items[i].box, low, high)) {
        if (!sim_buffer_reserve(&table->large, (size_t)table->large_count + 1, sizeof(int)))
            return false;
        ((int *)table->large.memory)[table->large_count++] = i;
        return true;
    }
    if (!sim_buffer_reserve(&table->unsorted, (size_t)table->count + MAX_CELLS,
                            sizeof(struct entry)))
        return false;
    struct entry *entry = table->unsorted.memory;
    for (int y = low[1]; y <= high[1]; y++)
        for (int x = low[0]; x <= high[0]; x++)
            entry[table->count++] =
                (struct entry){x, y, i, items[i].group, items[i].box.low.z, items[i].box.high.z};
    return true;
}

// Counting sort of the entries by bucket; within a bucket they stay sorted by item.
static bool sort_entries(struct table *table) {
    size_t buckets = 16;
    while (buckets < 2 * (size_t)table->count)
        buckets *= 2;
    if (!sim_buffer_reserve(&table->starts, buckets + 1, sizeof(int)) ||
        !sim_buffer_reserve(&table->entries, (size_t)table->count, sizeof(struct entry)))
        return false;
    int *start = table->starts.memory;
    const struct entry *from = table->unsorted.memory;
    struct entry *to = table->entries.memory;
    for (size_t b = 0; b <= buckets; b++)
        start[b] = 0;
    for (long i = 0; i < table->count; i++)
        start[bucket_of(&from[i], buckets - 1)]++;
    int sum = 0;
    for (size_t b = 0; b <= buckets; b++) {
        sum += start[b];
        start[b] = sum;
    }
    for (long i = table->count - 1; i >= 0; i--)
        to[--start[bucket_of(&from[i], buckets - 1)]] = from[i];
    table->buckets = buckets;
    return true;
}

static bool enter_movers(struct sim_grid *grid, const struct sim_grid_item *items) {
    const int *mover = grid->movers.memory;
    grid->moving.count = 0;
    grid->moving.large_count = 0;
    for (int m = 0; m < grid->mover_count; m++)
        if (!enter(grid, &grid->moving, items, mover[m]))
            return false;
    return sort_entries(&grid->moving);
}

// Enters the fixed items and lists the moving ones.
static bool enter_still(struct sim_grid *grid, const struct sim_grid_item *items, int count) {
    grid->mover_count = 0;
    grid->still.count = 0;
    grid->still.large_count = 0;
    if (!sim_buffer_reserve(&grid->movers, (size_t)count, sizeof(int)))
        return false;
    for (int i = 0; i < count; i++)
        if (items[i].group >= 0)
            ((int *)grid->movers.memory)[grid->mover_count++] = i;
        else if (!enter(grid, &grid->still, items, i))
            return false;
    return sort_entries(&grid->still);
}

// ---- pairs ----

// Adds the pair of e and f, which are in the same bucket, if this is the column to take it in.
static bool pair_entries(struct sim_grid *grid, const struct sim_grid_item *items,
                         const struct entry *e, const struct entry *f) {
    const struct sim_grid_item *a = &items[e->item], *b = &items[f->item];
    if (e->x != f->x || e->y != f->y || !sim_pairs_partners(a, b) ||
        cell_of(grid, fmax(a->box.low.x, b->box.low.x)) != e->x ||
        cell_of(grid, fmax(a->box.low.y, b->box.low.y)) != e->y)
        return true;
    return sim_pairs_add(&grid->pairs, e->item, f->item);
}

static bool may_meet(const struct entry *e, const struct entry *f) {
    return e->group != f->group && e->low <= f->high && f->low <= e->high;
}

static bool pair_movers(struct sim_grid *grid, const struct sim_grid_item *items) {
    const struct entry *entry = grid->moving.entries.memory;
    const int *start = grid->moving.starts.memory;
    for (size_t b = 0; b < grid->moving.buckets; b++)
        for (int i = start[b]; i < start[b + 1]; i++)
            for (int j = i + 1; j < start[b + 1]; j++)
                if (may_meet(&entry[i], &entry[j]) &&
                    !pair_entries(grid, items, &entry[i], &entry[j]))
                    return false;
    return true;
}

static bool pair_with_still(struct sim_grid *grid, const struct sim_grid_item *items) {
    const struct entry *mover = grid->moving.unsorted.memory;
    const struct entry *entry = grid->still.entries.memory;
    const int *start = grid->still.starts.memory;
    for (long m = 0; m < grid->moving.count; m++) {
        const size_t b = bucket_of(&mover[m], grid->still.buckets - 1);
        for (int i = start[b]; i < start[b + 1]; i++)
            if (may_meet(&mover[m], &entry[i]) && !pair_entries(grid, items, &mover[m], &entry[i]))
                return false;
    }
    return true;
}

// Large fixed items are compared with all that move.
static bool pair_large_still(struct sim_grid *grid, const struct sim_grid_item *items) {
    const int *large = grid->still.large.memory, *mover = grid->movers.memory;
    for (int k = 0; k < grid->still.large_count; k++)
        for (int m = 0; m < grid->mover_count; m++)
            if (sim_pairs_partners(&items[mover[m]], &items[large[k]]) &&
                !sim_pairs_add(&grid->pairs, mover[m], large[k]))
                return false;
    return true;
}

// Whether i is the next of a sorted list, which is then advanced.
static bool is_next(const struct table *table, int i, int *next) {
    const bool is = *next < table->large_count && ((const int *)table->large.memory)[*next] == i;
    *next += is;
    return is;
}

// Large movers are compared with all but the large fixed items; the later of two large movers finds
// their pair.
static bool pair_large_movers(struct sim_grid *grid, const struct sim_grid_item *items, int count) {
    const int *large = grid->moving.large.memory;
    for (int k = 0; k < grid->moving.large_count; k++)
        for (int i = 0, next_still = 0, next_mover = 0; i < count; i++) {
            if (is_next(&grid->still, i, &next_still) ||
                (is_next(&grid->moving, i, &next_mover) && i >= large[k]) ||
                !sim_pairs_partners(&items[i], &items[large[k]]))
                continue;
            if (!sim_pairs_add(&grid->pairs, i, large[k]))
                return false;
        }
    return true;
}

int sim_grid_pairs(struct sim_grid *grid, const struct sim_grid_item *items, int count, bool still,
                   const struct sim_pair **pairs) {
    assert(count >= 0);
    *pairs = NULL;
    grid->pairs.count = 0;
    if (!still || !grid->still_known)
        grid->still_known = enter_still(grid, items, count);
    if (!grid->still_known || !enter_movers(grid, items) || !pair_movers(grid, items) ||
        !pair_with_still(grid, items) || !pair_large_still(grid, items) ||
        !pair_large_movers(grid, items, count) || !sim_pairs_sort(&grid->pairs, count))
        return -1;
    *pairs = grid->pairs.pair;
    return grid->pairs.count;
}
