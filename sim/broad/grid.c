// Columns of square cells in x and y, found by hashing. A forest is flat; items that share a column
// at different heights are told apart by the test of their boxes.
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

static const double max_index = 1e9; // a column's number fits an int this many cells away

struct entry {
    int x, y;         // column
    int item, group;  // a column often holds many parts of one machine, which share a group
    double low, high; // [m] of the item's box in z, which rules out most pairs of a full column
};

// Columns that are not empty, found by hashing.
struct table {
    SIM_ARRAY(struct entry) unsorted; // as they came
    SIM_ARRAY(struct entry) entries;  // the same sorted by bucket
    SIM_ARRAY(int) starts;            // where a bucket begins
    SIM_ARRAY(int) large;             // items apart from the grid, in ascending order
    size_t buckets;                   // a power of two
};

struct sim_grid {
    double cell_size; // [m]
    struct table moving, still;
    bool still_known;      // still is that of the last call
    SIM_ARRAY(int) movers; // the items that move, in ascending order
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
    SIM_ARRAY_FREE(&table->unsorted);
    SIM_ARRAY_FREE(&table->entries);
    SIM_ARRAY_FREE(&table->starts);
    SIM_ARRAY_FREE(&table->large);
}

void sim_grid_destroy(struct sim_grid *grid) {
    if (grid == NULL)
        return;
    finish_table(&grid->moving);
    finish_table(&grid->still);
    SIM_ARRAY_FREE(&grid->movers);
    sim_pairs_finish(&grid->pairs);
    free(grid);
}

static int cell_of(const struct sim_grid *grid, double x) {
    return (int)floor(x / grid->cell_size);
}

static bool in_range(const struct sim_grid *grid, double x) {
    return fabs(x) < max_index * grid->cell_size; // false for NaN
}

// Columns of the box. False: too many, or not defined.
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
        if (!SIM_ARRAY_TRY(&table->large, table->large.count + 1))
            return false;
        table->large.items[table->large.count++] = i;
        return true;
    }
    if (!SIM_ARRAY_TRY(&table->unsorted, table->unsorted.count + MAX_CELLS))
        return false;
    for (int y = low[1]; y <= high[1]; y++)
        for (int x = low[0]; x <= high[0]; x++)
            table->unsorted.items[table->unsorted.count++] =
                (struct entry){x, y, i, items[i].group, items[i].box.low.z, items[i].box.high.z};
    return true;
}

// Counting sort of the entries by bucket; within a bucket they stay sorted by item.
static bool sort_entries(struct table *table) {
    const int count = table->unsorted.count;
    size_t buckets = 16;
    while (buckets < 2 * (size_t)count)
        buckets *= 2;
    if (!SIM_ARRAY_TRY(&table->starts, (int)buckets + 1) || !SIM_ARRAY_TRY(&table->entries, count))
        return false;
    int *start = table->starts.items;
    const struct entry *from = table->unsorted.items;
    struct entry *to = table->entries.items;
    for (size_t b = 0; b <= buckets; b++)
        start[b] = 0;
    for (int i = 0; i < count; i++)
        start[bucket_of(&from[i], buckets - 1)]++;
    int sum = 0;
    for (size_t b = 0; b <= buckets; b++) {
        sum += start[b];
        start[b] = sum;
    }
    for (int i = count - 1; i >= 0; i--)
        to[--start[bucket_of(&from[i], buckets - 1)]] = from[i];
    table->buckets = buckets;
    return true;
}

static bool enter_movers(struct sim_grid *grid, const struct sim_grid_item *items) {
    grid->moving.unsorted.count = grid->moving.large.count = 0;
    for (int m = 0; m < grid->movers.count; m++)
        if (!enter(grid, &grid->moving, items, grid->movers.items[m]))
            return false;
    return sort_entries(&grid->moving);
}

// Enters the fixed items and lists the moving ones.
static bool enter_still(struct sim_grid *grid, const struct sim_grid_item *items, int count) {
    grid->movers.count = grid->still.unsorted.count = grid->still.large.count = 0;
    if (!SIM_ARRAY_TRY(&grid->movers, count))
        return false;
    for (int i = 0; i < count; i++)
        if (items[i].group >= 0)
            grid->movers.items[grid->movers.count++] = i;
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
    const struct entry *entry = grid->moving.entries.items;
    const int *start = grid->moving.starts.items;
    for (size_t b = 0; b < grid->moving.buckets; b++)
        for (int i = start[b]; i < start[b + 1]; i++)
            for (int j = i + 1; j < start[b + 1]; j++)
                if (may_meet(&entry[i], &entry[j]) &&
                    !pair_entries(grid, items, &entry[i], &entry[j]))
                    return false;
    return true;
}

static bool pair_with_still(struct sim_grid *grid, const struct sim_grid_item *items) {
    const struct entry *mover = grid->moving.unsorted.items;
    const struct entry *entry = grid->still.entries.items;
    const int *start = grid->still.starts.items;
    for (int m = 0; m < grid->moving.unsorted.count; m++) {
        const size_t b = bucket_of(&mover[m], grid->still.buckets - 1);
        for (int i = start[b]; i < start[b + 1]; i++)
            if (may_meet(&mover[m], &entry[i]) && !pair_entries(grid, items, &mover[m], &entry[i]))
                return false;
    }
    return true;
}

// Large fixed items are compared with all that move.
static bool pair_large_still(struct sim_grid *grid, const struct sim_grid_item *items) {
    const int *large = grid->still.large.items, *mover = grid->movers.items;
    for (int k = 0; k < grid->still.large.count; k++)
        for (int m = 0; m < grid->movers.count; m++)
            if (sim_pairs_partners(&items[mover[m]], &items[large[k]]) &&
                !sim_pairs_add(&grid->pairs, mover[m], large[k]))
                return false;
    return true;
}

// Whether i is the next of the table's large items; *next is then advanced.
static bool is_next(const struct table *table, int i, int *next) {
    const bool is = *next < table->large.count && table->large.items[*next] == i;
    *next += is;
    return is;
}

// Large movers are compared with all but the large fixed items; the later of two large movers finds
// their pair.
static bool pair_large_movers(struct sim_grid *grid, const struct sim_grid_item *items, int count) {
    const int *large = grid->moving.large.items;
    for (int k = 0; k < grid->moving.large.count; k++)
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
    grid->pairs.list.count = 0;
    if (!still || !grid->still_known)
        grid->still_known = enter_still(grid, items, count);
    if (!grid->still_known || !enter_movers(grid, items) || !pair_movers(grid, items) ||
        !pair_with_still(grid, items) || !pair_large_still(grid, items) ||
        !pair_large_movers(grid, items, count) || !sim_pairs_sort(&grid->pairs, count))
        return -1;
    *pairs = grid->pairs.list.items;
    return grid->pairs.list.count;
}
