#include "terrain/stand.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"
#include "sim/base/hash.h"
#include "terrain/root_plate.h"

static const char *const status_names[TER_TREE_STATUS_COUNT] = {
    [TER_TREE_STANDING] = "standing",
    [TER_TREE_MARKED] = "marked",
    [TER_TREE_CROP] = "crop",
    [TER_TREE_FELLED] = "felled",
};

bool ter_tree_status_find(const char *name, enum ter_tree_status *status) {
    for (int i = 0; i < TER_TREE_STATUS_COUNT; i++) {
        if (strcmp(name, status_names[i]) == 0) {
            *status = (enum ter_tree_status)i;
            return true;
        }
    }
    return false;
}

void ter_stand_init(struct ter_stand *stand) {
    memset(stand, 0, sizeof *stand);
}

void ter_stand_finish(struct ter_stand *stand) {
    free(stand->trees);
    free(stand->start);
    free(stand->order);
    memset(stand, 0, sizeof *stand);
}

bool ter_stand_copy(struct ter_stand *copy, const struct ter_stand *stand) {
    ter_stand_init(copy);
    for (int i = 0; i < stand->count; i++) {
        if (!ter_stand_add(copy, &stand->trees[i])) {
            ter_stand_finish(copy);
            return false;
        }
    }
    if (!ter_stand_index(copy)) {
        ter_stand_finish(copy);
        return false;
    }
    return true;
}

bool ter_stand_add(struct ter_stand *stand, const struct ter_tree *tree) {
    assert((int)tree->species >= 0 && (int)tree->species < ter_species_count() &&
           (unsigned)tree->status < TER_TREE_STATUS_COUNT);
    if (!sim_grow_or_fail(&stand->trees, &stand->capacity, stand->count + 1, sizeof *stand->trees))
        return false;
    stand->trees[stand->count++] = *tree;
    return true;
}

static int clamped_cell(double offset, int cells) {
    return (int)sim_clamp(floor(offset / ter_stand_cell), 0.0, (double)(cells - 1));
}

static int cell_of(const struct ter_stand *stand, const struct ter_tree *tree) {
    return clamped_cell(tree->position.y - stand->y0, stand->rows) * stand->columns +
           clamped_cell(tree->position.x - stand->x0, stand->columns);
}

// Finds the bounds of the stems' feet and the largest radius.
static void lay_out_grid(struct ter_stand *stand) {
    double low_x = 0.0, low_y = 0.0, high_x = 0.0, high_y = 0.0;
    stand->reach = 0.0;
    for (int i = 0; i < stand->count; i++) {
        const struct ter_tree *tree = &stand->trees[i];
        low_x = i == 0 ? tree->position.x : fmin(low_x, tree->position.x);
        low_y = i == 0 ? tree->position.y : fmin(low_y, tree->position.y);
        high_x = i == 0 ? tree->position.x : fmax(high_x, tree->position.x);
        high_y = i == 0 ? tree->position.y : fmax(high_y, tree->position.y);
        stand->reach = fmax(stand->reach, ter_tree_radius(tree));
    }
    // A few trees far apart must not make a grid of millions of empty cells: in a larger stand the
    // border cells contain all that lies outside, which costs nothing but speed.
    const double most = 1000.0;
    stand->x0 = low_x;
    stand->y0 = low_y;
    stand->columns = (int)fmin(floor((high_x - low_x) / ter_stand_cell) + 1.0, most);
    stand->rows = (int)fmin(floor((high_y - low_y) / ter_stand_cell) + 1.0, most);
}

bool ter_stand_index(struct ter_stand *stand) {
    lay_out_grid(stand);
    const int cells = stand->columns * stand->rows;
    int *start = calloc((size_t)cells + 1, sizeof *start);
    int *order = calloc((size_t)stand->count + 1, sizeof *order);
    if (start == NULL || order == NULL) {
        free(start);
        free(order);
        return false;
    }
    // Counting sort by cell: start[c + 1] is the number of its trees, then their sum up to there,
    // and then decreases to the beginning of the cell while that is filled.
    for (int i = 0; i < stand->count; i++)
        start[cell_of(stand, &stand->trees[i]) + 1]++;
    for (int c = 0; c < cells; c++)
        start[c + 1] += start[c];
    for (int i = stand->count - 1; i >= 0; i--)
        order[--start[cell_of(stand, &stand->trees[i]) + 1]] = i;
    for (int c = 0; c < cells; c++)
        start[c] = start[c + 1];
    start[cells] = stand->count;
    free(stand->start);
    free(stand->order);
    stand->start = start;
    stand->order = order;
    return true;
}

static double distance_to_interval(double x, double low, double high) {
    return x < low ? low - x : x > high ? x - high : 0.0;
}

static int compare_indices(const void *a, const void *b) {
    const int x = *(const int *)a;
    const int y = *(const int *)b;
    return (x > y) - (x < y);
}

int ter_stand_query(const struct ter_stand *stand, double x_low, double y_low, double x_high,
                    double y_high, int *indices, int max) {
    assert(x_low <= x_high && y_low <= y_high && max >= 0);
    if (stand->count == 0)
        return 0;
    assert(stand->start != NULL); // ter_stand_index() has been called
    const int c0 = clamped_cell(x_low - stand->reach - stand->x0, stand->columns);
    const int c1 = clamped_cell(x_high + stand->reach - stand->x0, stand->columns);
    const int r0 = clamped_cell(y_low - stand->reach - stand->y0, stand->rows);
    const int r1 = clamped_cell(y_high + stand->reach - stand->y0, stand->rows);
    int found = 0;
    for (int r = r0; r <= r1; r++) {
        for (int c = c0; c <= c1; c++) {
            const int cell = r * stand->columns + c;
            for (int k = stand->start[cell]; k < stand->start[cell + 1]; k++) {
                const struct ter_tree *tree = &stand->trees[stand->order[k]];
                const double dx = distance_to_interval(tree->position.x, x_low, x_high);
                const double dy = distance_to_interval(tree->position.y, y_low, y_high);
                const double radius = ter_tree_radius(tree);
                if (!ter_tree_stands(tree) || dx * dx + dy * dy > radius * radius)
                    continue;
                if (found < max)
                    indices[found] = stand->order[k];
                found++;
            }
        }
    }
    const int kept = found < max ? found : max;
    if (kept > 1)
        qsort(indices, (size_t)kept, sizeof *indices, compare_indices);
    return found;
}

void ter_stand_fell(struct ter_stand *stand, int index) {
    assert(index >= 0 && index < stand->count);
    stand->trees[index].status = TER_TREE_FELLED;
}

double ter_tree_radius(const struct ter_tree *tree) {
    return 0.5 * ter_species_diameter(tree->species, tree->dbh, tree->height, ter_stump_height);
}

struct ter_stem ter_tree_stem(const struct ter_tree *tree) {
    const double from = tree->thrown ? 0.0 : ter_stump_height;
    struct ter_stem stem =
        ter_stem_whole(tree->species, tree->dbh, tree->height, tree->crown_base, from);
    stem.plate = tree->thrown ? ter_root_plate_radius(tree->dbh) : 0.0;
    if (tree->top > stem.from)
        stem.to = fmin(tree->top, tree->height);
    stem.defects = tree->defects;
    const uint64_t number = sim_hash_bytes(sim_hash_seed, tree->id, strlen(tree->id));
    stem.seed = (uint32_t)(number ^ number >> 32);
    return stem;
}

void ter_tree_lean_by_id(struct ter_tree *tree) {
    static const double least = SIM_PI / 180.0, most = 2.0 * SIM_PI / 180.0;
    uint64_t hash = sim_hash_bytes(sim_hash_seed, tree->id, strlen(tree->id));
    hash = (hash ^ hash >> 33) * UINT64_C(0xff51afd7ed558ccd); // ids differ in their last digits
    hash ^= hash >> 33;
    const double side = 2.0 * SIM_PI * (double)(hash >> 44) / 1048576.0; // 20 bits each
    const double angle = least + (most - least) * (double)(hash >> 24 & 0xfffff) / 1048576.0;
    tree->lean_x = angle * sim_cos(side);
    tree->lean_y = angle * sim_sin(side);
}

struct sim_pose ter_tree_pose(const struct ter_tree *tree) {
    return (struct sim_pose){tree->position,
                             sim_quat_exp(sim_vec3(-tree->lean_y, tree->lean_x, 0.0))};
}

struct sim_pose ter_tree_stem_pose(const struct ter_tree *tree) {
    struct sim_pose pose = ter_tree_pose(tree);
    pose.p = sim_pose_point(pose, sim_vec3(0.0, 0.0, ter_stump_height));
    return pose;
}
