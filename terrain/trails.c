#include "terrain/trails.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const double brash_loss = 0.05; // share of the branches that a wheel's pass breaks

double ter_rut_depth(double cube) {
    assert(cube >= 0.0);
    return cube > 0.0 ? sim_exp(sim_log(cube) / 3.0) : 0.0;
}

bool ter_trails_init(struct ter_trails *trails, const struct ter_ground *ground) {
    const double width = ter_ground_x_max(ground) - ground->field.x0;
    const double height = ter_ground_y_max(ground) - ground->field.y0;
    const double tile_side = TER_TRAIL_CELLS * ter_trail_cell;
    *trails = (struct ter_trails){.x0 = ground->field.x0,
                                  .y0 = ground->field.y0,
                                  .columns = (int)ceil(width / tile_side),
                                  .rows = (int)ceil(height / tile_side)};
    const size_t places = (size_t)trails->columns * (size_t)trails->rows;
    trails->tile = malloc(places * sizeof *trails->tile);
    if (trails->tile == NULL)
        return false;
    ter_trails_index(trails);
    return true;
}

void ter_trails_finish(struct ter_trails *trails) {
    free(trails->tile);
    SIM_ARRAY_FREE(&trails->tiles);
    *trails = (struct ter_trails){0};
}

void ter_trails_index(struct ter_trails *trails) {
    const long places = (long)trails->columns * trails->rows;
    for (long i = 0; i < places; i++)
        trails->tile[i] = -1;
    for (int i = 0; i < trails->tiles.count; i++) {
        assert(trails->tiles.items[i].place >= 0 && trails->tiles.items[i].place < places);
        trails->tile[trails->tiles.items[i].place] = i;
    }
}

// A cell by its column and row on the whole site.
struct cell {
    int place, index; // of its tile; within the tile; place -1: outside the ground
};

static struct cell cell_at(const struct ter_trails *trails, int column, int row) {
    const int i = column / TER_TRAIL_CELLS, k = row / TER_TRAIL_CELLS;
    if (column < 0 || row < 0 || i >= trails->columns || k >= trails->rows)
        return (struct cell){-1, 0};
    return (struct cell){k * trails->columns + i,
                         row % TER_TRAIL_CELLS * TER_TRAIL_CELLS + column % TER_TRAIL_CELLS};
}

static int column_of(const struct ter_trails *trails, double x) {
    return (int)floor((x - trails->x0) / ter_trail_cell);
}

static int row_of(const struct ter_trails *trails, double y) {
    return (int)floor((y - trails->y0) / ter_trail_cell);
}

static struct ter_bed bed_of(const struct ter_trails *trails, struct cell cell) {
    const int tile = cell.place >= 0 ? trails->tile[cell.place] : -1;
    if (tile < 0)
        return (struct ter_bed){0};
    const struct ter_trail_tile *t = &trails->tiles.items[tile];
    return (struct ter_bed){t->cube[cell.index], t->brash[cell.index]};
}

// The tile of a cell, made where there is none.
static struct ter_trail_tile *tile_of(struct ter_trails *trails, struct cell cell) {
    if (trails->tile[cell.place] < 0) {
        trails->tile[cell.place] = trails->tiles.count;
        *SIM_ARRAY_PUSH(&trails->tiles) = (struct ter_trail_tile){.place = cell.place};
    }
    return &trails->tiles.items[trails->tile[cell.place]];
}

// A cell's rut deepens from one cube to another.
static void count_rut(struct ter_ruts *ruts, double from, double to) {
    const double limit = ter_rut_limit * ter_rut_limit * ter_rut_limit;
    const double area = ter_trail_cell * ter_trail_cell;
    if (to < limit)
        return;
    const double depth = ter_rut_depth(to);
    ruts->deepest = fmax(ruts->deepest, depth);
    ruts->area += from < limit ? area : 0.0;
    ruts->volume += area * (depth - (from < limit ? 0.0 : ter_rut_depth(from)));
}

static void press(struct ter_trails *trails, struct cell cell, double cube, double share) {
    struct ter_trail_tile *tile = tile_of(trails, cell);
    double *sum = &tile->cube[cell.index];
    count_rut(&trails->ruts, *sum, *sum + share * cube);
    *sum += share * cube;
    tile->brash[cell.index] *= 1.0 - brash_loss * share;
}

static bool covers(const struct ter_footprint *f, double x, double y) {
    const double along = (x - f->x) * f->dx + (y - f->y) * f->dy;
    const double across = (y - f->y) * f->dx - (x - f->x) * f->dy;
    return fabs(along) <= 0.5 * f->length && fabs(across) <= 0.5 * f->width;
}

double ter_trails_rut(const struct ter_trails *trails, double x, double y) {
    const struct cell cell = cell_at(trails, column_of(trails, x), row_of(trails, y));
    return ter_rut_depth(bed_of(trails, cell).cube);
}

struct ter_bed ter_trails_press(struct ter_trails *trails, const struct ter_footprint *f,
                                double cube, double share) {
    assert(cube >= 0.0 && share >= 0.0 && f->length > 0.0 && f->width > 0.0);
    const double reach = 0.5 * sqrt(f->length * f->length + f->width * f->width);
    struct ter_bed mean = {0};
    int count = 0;
    for (int row = row_of(trails, f->y - reach); row <= row_of(trails, f->y + reach); row++)
        for (int c = column_of(trails, f->x - reach); c <= column_of(trails, f->x + reach); c++) {
            const struct cell cell = cell_at(trails, c, row);
            if (cell.place < 0 || !covers(f, trails->x0 + (c + 0.5) * ter_trail_cell,
                                          trails->y0 + (row + 0.5) * ter_trail_cell))
                continue;
            const struct ter_bed bed = bed_of(trails, cell);
            mean.cube += bed.cube;
            mean.brash += bed.brash;
            count++;
            if (cube > 0.0 && share > 0.0)
                press(trails, cell, cube, share);
        }
    const double weight = count > 0 ? 1.0 / count : 0.0;
    return (struct ter_bed){weight * mean.cube, weight * mean.brash};
}

// The cells of a disc that are on the ground, of which each gets that much [kg/m^2]; 0: only
// counts.
static int strew_cells(struct ter_trails *trails, double x, double y, double radius,
                       double per_area) {
    int cells = 0;
    for (int row = row_of(trails, y - radius); row <= row_of(trails, y + radius); row++)
        for (int c = column_of(trails, x - radius); c <= column_of(trails, x + radius); c++) {
            const double dx = trails->x0 + (c + 0.5) * ter_trail_cell - x;
            const double dy = trails->y0 + (row + 0.5) * ter_trail_cell - y;
            const struct cell cell = cell_at(trails, c, row);
            if (cell.place < 0 || dx * dx + dy * dy > radius * radius)
                continue;
            cells++;
            if (per_area > 0.0)
                tile_of(trails, cell)->brash[cell.index] += per_area;
        }
    return cells;
}

void ter_trails_strew(struct ter_trails *trails, double x, double y, double radius, double mass) {
    assert(mass >= 0.0 && radius >= 2.0 * ter_trail_cell);
    const int cells = strew_cells(trails, x, y, radius, 0.0);
    if (cells > 0)
        (void)strew_cells(trails, x, y, radius, mass / (cells * ter_trail_cell * ter_trail_cell));
}

void ter_trails_cover(struct ter_trails *trails, double x, double y, double brash) {
    assert(brash >= 0.0);
    const struct cell cell = cell_at(trails, column_of(trails, x), row_of(trails, y));
    if (cell.place >= 0)
        tile_of(trails, cell)->brash[cell.index] = brash;
}

void ter_trails_sink(struct ter_trails *trails, double x, double y, double depth) {
    assert(depth >= 0.0);
    const struct cell cell = cell_at(trails, column_of(trails, x), row_of(trails, y));
    if (cell.place >= 0)
        tile_of(trails, cell)->cube[cell.index] = depth * depth * depth;
}

// Labelle & Jaeger 2012: 10 kg/m^2 spread the load noticeably, 15 to 20 are advised on sensitive
// ground.
double ter_brash_factor(double brash) {
    return 1.0 + brash / 15.0;
}
