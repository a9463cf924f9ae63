// Columns of square cells in x and y, found by hashing: a forest is flat, and boxes that share a
// column but not a height are told apart by the box test itself.
//
// Every item is entered in all columns it touches. A pair that shares several columns is taken in
// the one that holds the lower corner of their common area, hence once. Items over many columns are
// compared with all others directly.
#include "sim/grid.h"

#include <stdint.h>
#include <stdlib.h>

#include "sim/pairs.h"

enum { MAX_CELLS = 64 }; // columns of an item that is still entered in the grid

static const double MAX_INDEX =
    1e9; // beyond that many cells from the origin no column has a number

struct entry {
    int x, y; // column
    int item;
};

struct sim_grid {
    double cell_size;           // [m]
    struct sim_buffer entries;  // struct entry, sorted by bucket
    struct sim_buffer unsorted; // struct entry, before they are sorted
    struct sim_buffer starts;   // int, where a bucket begins
    struct sim_buffer large;    // int, items apart from the grid
    struct sim_pairs pairs;
};

struct sim_grid *sim_grid_create(double cell_size) {
    struct sim_grid *grid = calloc(1, sizeof *grid);
    if (grid != NULL)
        grid->cell_size = cell_size;
    return grid;
}

void sim_grid_destroy(struct sim_grid *grid) {
    if (grid == NULL)
        return;
    free(grid->entries.memory);
    free(grid->unsorted.memory);
    free(grid->starts.memory);
    free(grid->large.memory);
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

// Fills unsorted and large. Returns the number of entries, or -1.
static long enter_items(struct sim_grid *grid, const struct sim_grid_item *items, int count,
                        int *large_count) {
    long entries = 0;
    *large_count = 0;
    if (!sim_buffer_reserve(&grid->large, (size_t)count, sizeof(int)))
        return -1;
    for (int i = 0; i < count; i++) {
        int low[2], high[2];
        if (!cells_of(grid, &items[i].box, low, high)) {
            ((int *)grid->large.memory)[(*large_count)++] = i;
            continue;
        }
        if (!sim_buffer_reserve(&grid->unsorted, (size_t)entries + MAX_CELLS, sizeof(struct entry)))
            return -1;
        struct entry *entry = grid->unsorted.memory;
        for (int y = low[1]; y <= high[1]; y++)
            for (int x = low[0]; x <= high[0]; x++)
                entry[entries++] = (struct entry){x, y, i};
    }
    return entries;
}

// Counting sort of the entries by bucket; within a bucket they stay sorted by item. Returns the
// number of buckets, or 0 where memory is missing.
static size_t sort_entries(struct sim_grid *grid, long count) {
    size_t buckets = 16;
    while (buckets < 2 * (size_t)count)
        buckets *= 2;
    if (!sim_buffer_reserve(&grid->starts, buckets + 1, sizeof(int)) ||
        !sim_buffer_reserve(&grid->entries, (size_t)count, sizeof(struct entry)))
        return 0;
    int *start = grid->starts.memory;
    const struct entry *from = grid->unsorted.memory;
    struct entry *to = grid->entries.memory;
    for (size_t b = 0; b <= buckets; b++)
        start[b] = 0;
    for (long i = 0; i < count; i++)
        start[bucket_of(&from[i], buckets - 1)]++;
    int sum = 0;
    for (size_t b = 0; b <= buckets; b++) {
        sum += start[b];
        start[b] = sum;
    }
    for (long i = count - 1; i >= 0; i--)
        to[--start[bucket_of(&from[i], buckets - 1)]] = from[i];
    return buckets;
}

static bool pair_bucket(struct sim_grid *grid, const struct sim_grid_item *items, int from,
                        int to) {
    const struct entry *entry = grid->entries.memory;
    for (int i = from; i < to; i++) {
        const struct entry *e = &entry[i];
        const struct sim_grid_item *a = &items[e->item];
        for (int j = i + 1; j < to; j++) {
            const struct entry *f = &entry[j];
            const struct sim_grid_item *b = &items[f->item];
            if (e->x != f->x || e->y != f->y || !sim_pairs_partners(a, b))
                continue;
            if (cell_of(grid, fmax(a->box.low.x, b->box.low.x)) != e->x ||
                cell_of(grid, fmax(a->box.low.y, b->box.low.y)) != e->y)
                continue;
            if (!sim_pairs_add(&grid->pairs, e->item, f->item))
                return false;
        }
    }
    return true;
}

// large is sorted, so that of two large items the later one finds the pair.
static bool pair_large(struct sim_grid *grid, const struct sim_grid_item *items, int items_count,
                       int large_count) {
    const int *large = grid->large.memory;
    for (int k = 0; k < large_count; k++) {
        int next = 0; // of the large items
        for (int i = 0; i < items_count; i++) {
            const bool is_large = next < large_count && large[next] == i;
            next += is_large;
            if ((is_large && i >= large[k]) || !sim_pairs_partners(&items[i], &items[large[k]]))
                continue;
            if (!sim_pairs_add(&grid->pairs, i, large[k]))
                return false;
        }
    }
    return true;
}

int sim_grid_pairs(struct sim_grid *grid, const struct sim_grid_item *items, int count,
                   const struct sim_pair **pairs) {
    int large_count;
    *pairs = NULL;
    grid->pairs.count = 0;
    if (count <= 0)
        return 0;
    const long entries = enter_items(grid, items, count, &large_count);
    if (entries < 0)
        return -1;
    const size_t buckets = sort_entries(grid, entries);
    if (buckets == 0)
        return -1;
    for (size_t b = 0; b < buckets; b++) {
        const int *start = grid->starts.memory;
        if (start[b + 1] > start[b] + 1 && !pair_bucket(grid, items, start[b], start[b + 1]))
            return -1;
    }
    if (!pair_large(grid, items, count, large_count) || !sim_pairs_sort(&grid->pairs, count))
        return -1;
    *pairs = grid->pairs.pair;
    return grid->pairs.count;
}
