#include "ui/scene/rut_map.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    SIDE = TER_TRAIL_CELLS,
    BLUR = 2,                    // cells to each side that tell the direction
    SLOPES = SIDE + 2 * BLUR,    // side of a tile and what is around
    DEPTHS = SIDE + 2 * BLUR + 2 // a slope is a difference over two cells
};

// Of a tile of the site, which need not be in the window.
static int slot_of(int column, int row) {
    const unsigned last = UI_RUT_TILES - 1;
    return (int)(((unsigned)row & last) * UI_RUT_TILES + ((unsigned)column & last));
}

static void clear(struct ui_rut_tile *tile) {
    *tile = (struct ui_rut_tile){.column = -1, .row = -1};
}

void ui_rut_map_init(struct ui_rut_map *map) {
    *map = (struct ui_rut_map){.used = 0};
    for (int i = 0; i < UI_RUT_SLOTS; i++)
        clear(&map->tile[i]);
}

static unsigned char byte_of(double share) {
    return (unsigned char)(255.0 * fmin(share, 1.0) + 0.5);
}

// Takes over depth and branches; true where one of them changed.
static bool take_over(struct ui_rut_tile *tile, const struct ter_trail_tile *trail) {
    bool changed = false;
    for (int i = 0; i < UI_RUT_CELLS; i++) {
        unsigned char *cell = tile->cell[i];
        const double depth = trail->cube[i] > 0.0 ? ter_rut_depth(trail->cube[i]) : 0.0;
        const unsigned char deep = byte_of(depth / ui_rut_deepest);
        const unsigned char brash = byte_of(trail->brash[i] / ui_rut_most_brash);
        changed = changed || deep != cell[UI_RUT_DEPTH] || brash != cell[UI_RUT_BRASH];
        cell[UI_RUT_DEPTH] = deep;
        cell[UI_RUT_BRASH] = brash;
    }
    return changed;
}

// ---- directions ----

// Depths of a tile and around it, by cells of the site.
static void gather(const struct ui_rut_map *map, const struct ui_rut_tile *tile,
                   double depth[DEPTHS][DEPTHS]) {
    for (int j = 0; j < DEPTHS; j++) {
        for (int i = 0; i < DEPTHS; i++) {
            // One tile more, so that the division rounds down.
            const int column = i + SIDE - BLUR - 1, row = j + SIDE - BLUR - 1;
            const int slot = slot_of(tile->column + column / SIDE - 1, tile->row + row / SIDE - 1);
            depth[j][i] = map->tile[slot].cell[row % SIDE * SIDE + column % SIDE][UI_RUT_DEPTH];
        }
    }
}

static unsigned char signed_byte(double share) {
    return (unsigned char)(128.0 + 127.0 * share + 0.5);
}

// The tensor's doubled angle is that of the slopes, a right angle from the rut's: hence the signs.
static void find_directions(const struct ui_rut_map *map, struct ui_rut_tile *tile) {
    double depth[DEPTHS][DEPTHS], cosine[SLOPES][SLOPES], sine[SLOPES][SLOPES], all[SLOPES][SLOPES];
    gather(map, tile, depth);
    for (int j = 0; j < SLOPES; j++) {
        for (int i = 0; i < SLOPES; i++) {
            const double x = depth[j + 1][i + 2] - depth[j + 1][i];
            const double y = depth[j + 2][i + 1] - depth[j][i + 1];
            cosine[j][i] = y * y - x * x;
            sine[j][i] = -2.0 * x * y;
            all[j][i] = x * x + y * y;
        }
    }
    for (int k = 0; k < UI_RUT_CELLS; k++) {
        double c = 0.0, s = 0.0, sum = 0.0;
        for (int j = k / SIDE; j <= k / SIDE + 2 * BLUR; j++) {
            for (int i = k % SIDE; i <= k % SIDE + 2 * BLUR; i++) {
                c += cosine[j][i];
                s += sine[j][i];
                sum += all[j][i];
            }
        }
        tile->cell[k][UI_RUT_COSINE] = sum > 0.0 ? signed_byte(c / sum) : 128;
        tile->cell[k][UI_RUT_SINE] = sum > 0.0 ? signed_byte(s / sum) : 128;
    }
}

static bool changed_near(const unsigned char *changed, const struct ui_rut_tile *tile) {
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            if (changed[slot_of(tile->column + i, tile->row + j)])
                return true;
    return false;
}

// ---- the window ----

// First tile of the window around a coordinate [m] from the corner of the site.
static int first_tile(double from_corner) {
    return (int)floor(from_corner / (SIDE * ter_trail_cell)) - UI_RUT_TILES / 2;
}

void ui_rut_map_fill(struct ui_rut_map *map, const struct ter_trails *trails, struct sim_vec3 eye) {
    assert(isfinite(eye.x) && isfinite(eye.y));
    const double side = SIDE * ter_trail_cell;
    unsigned char changed[UI_RUT_SLOTS] = {0}, seen[UI_RUT_SLOTS] = {0};
    const int column0 = first_tile(eye.x - trails->x0), row0 = first_tile(eye.y - trails->y0);
    map->x0 = trails->x0;
    map->y0 = trails->y0;
    map->x = map->x0 + side * (column0 + UI_RUT_TILES / 2);
    map->y = map->y0 + side * (row0 + UI_RUT_TILES / 2);
    for (int t = 0; t < trails->tiles.count; t++) {
        const struct ter_trail_tile *trail = &trails->tiles.items[t];
        const int column = trail->place % trails->columns, row = trail->place / trails->columns;
        if (column < column0 || column >= column0 + UI_RUT_TILES || row < row0 ||
            row >= row0 + UI_RUT_TILES)
            continue;
        const int slot = slot_of(column, row);
        struct ui_rut_tile *tile = &map->tile[slot];
        changed[slot] = take_over(tile, trail) || tile->column != column || tile->row != row;
        seen[slot] = 1;
        tile->column = column;
        tile->row = row;
    }
    map->used = 0;
    for (int i = 0; i < UI_RUT_SLOTS; i++) {
        changed[i] = changed[i] || (!seen[i] && map->tile[i].column >= 0);
        if (!seen[i] && changed[i])
            clear(&map->tile[i]);
        map->used += seen[i];
    }
    for (int i = 0; i < UI_RUT_SLOTS; i++)
        if (seen[i] && changed_near(changed, &map->tile[i]))
            find_directions(map, &map->tile[i]);
}
