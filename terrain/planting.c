#include "terrain/planting.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"
#include "sim/base/hash.h"

// Own estimates where no source is named.
static const double thinnest = 0.04;       // [m] DBH of a tree that a stand's file may have
static const double thickest = 3.0;        // times dg
static const double lowest = 3.0;          // [m]
static const double height_scatter = 0.05; // standard deviation
static const double jitter = 0.1;          // of the distance, in a planted stand
static const double road_margin = 0.5;     // [m] from the carriageway to the tree
// Defects of the trees that have one (own estimates): small values are more frequent where a square
// of a uniform number is drawn.
static const double rot_heights[2] = {0.5, 6.0};  // [m]
static const double most_rot = 0.4;               // of the tree's height
static const double sweeps[2] = {0.03, 0.15};     // [m]
static const double fork_shares[2] = {0.4, 0.8};  // of the tree's height
static const double break_shares[2] = {0.6, 0.9}; // of the tree's height
static const double least_above_fork = 0.5;       // [m] of a top that is broken off
enum { MOST_MISSES = 200 };                       // per tree: then the area is full
enum { REPORTED = 4096 };                         // trees between two reports of progress

// ---- chance ----

// SplitMix64 (Steele, Lea, Flood 2014).
static uint64_t draw(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

// Above 0 and below 1.
static double uniform(uint64_t *state) {
    return ((double)(draw(state) >> 11) + 0.5) / 9007199254740992.0;
}

// Standard normal, by the sum of twelve: its tails end at 6, which no tree misses.
static double normal(uint64_t *state) {
    double sum = -6.0;
    for (int i = 0; i < 12; i++)
        sum += uniform(state);
    return sum;
}

// Lengths are rounded to 0.1 mm, so that the last bit of a logarithm decides nothing.
static double rounded(double metres) {
    return floor(metres * 1e4 + 0.5) / 1e4;
}

// ---- figures of a stand ----

// Gamma(x) for 1 <= x <= 3 (Abramowitz and Stegun 6.1.36, 3e-7 of it between 1 and 2).
static double gamma_of(double x) {
    assert(x >= 1.0 && x <= 3.0);
    if (x > 2.0)
        return (x - 1.0) * gamma_of(x - 1.0);
    static const double b[8] = {-0.577191652, 0.988205891, -0.897056937, 0.918206857,
                                -0.756704078, 0.482199394, -0.193527818, 0.035868343};
    double sum = 0.0;
    for (int i = 7; i >= 0; i--)
        sum = (sum + b[i]) * (x - 1.0);
    return 1.0 + sum;
}

// The species has them of site index 32 at ages 40, 60, 80 and 100. In between and beyond, straight
// lines; other site indices in proportion.
double ter_top_height(enum ter_species species, double age, double site_index) {
    assert(age >= 20.0 && age <= 120.0);
    const double *h = ter_species_def(species)->top_heights;
    const double at = (age - 40.0) / 20.0;
    if (age < 40.0) // from nothing
        return site_index / h[3] * h[0] * age / 40.0;
    const int k = at < 2.0 ? (int)at : 2;
    return site_index / h[3] * (h[k] + (at - k) * (h[k + 1] - h[k]));
}

// With x = sqrt(h - 1.3) = d / (a + b d).
double ter_ordinary_diameter(double height) {
    assert(height > ter_breast_height && height <= 45.0);
    const double x = sqrt(height - ter_breast_height);
    return 0.01 * 2.254 * x / (1.0 - 0.1303 * x);
}

// ---- places ----

// Square cells of at least the least distance, with a chain of trees each.
struct sower {
    const struct ter_planting *planting;
    const struct ter_ground *ground;
    const struct ter_road *road;
    struct ter_stand *stand;
    void (*progress)(double share);
    uint64_t chance;
    double x0, y0, x1, y1;              // [m] box around the area
    double c, s;                        // of the heading
    double scale[TER_PLANTING_SPECIES]; // [m] Weibull's b
    // natural only
    int *first, *next; // of the chains, -1: their end
    int next_capacity, columns, rows;
    double cell; // [m]
    bool full;   // no place was found for the last tree
};

static bool in_area(const struct ter_planting *p, double x, double y) {
    bool inside = p->corners == 0;
    for (int i = 0, k = p->corners - 1; i < p->corners; k = i++) {
        const double *a = p->corner[i], *b = p->corner[k];
        if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0])
            inside = !inside;
    }
    return inside;
}

// Distance [m] across the strip roads from the middle of the nearest one. The first runs through
// the origin.
static double beside_strip(const struct sower *w, double x, double y) {
    const double spacing = w->planting->strip_spacing;
    const double across = w->c * y - w->s * x;
    return fabs(across - spacing * floor(across / spacing + 0.5));
}

static bool may_stand(const struct sower *w, double x, double y) {
    const struct ter_planting *p = w->planting;
    if (!ter_ground_contains(w->ground, x, y) || !in_area(p, x, y))
        return false;
    if (p->strip_spacing > 0.0 && beside_strip(w, x, y) < 0.5 * p->strip_width)
        return false;
    if (w->road == NULL)
        return true;
    const struct ter_road_place place = ter_road_nearest(w->road, x, y);
    return place.distance > 0.5 * place.width + road_margin;
}

static void find_box(struct sower *w) {
    const struct ter_planting *p = w->planting;
    w->x0 = w->ground->field.x0;
    w->y0 = w->ground->field.y0;
    w->x1 = ter_ground_x_max(w->ground);
    w->y1 = ter_ground_y_max(w->ground);
    double low[2] = {(double)INFINITY, (double)INFINITY};
    double high[2] = {-(double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < p->corners; i++)
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], p->corner[i][k]);
            high[k] = fmax(high[k], p->corner[i][k]);
        }
    if (p->corners > 0) {
        w->x0 = fmax(w->x0, low[0]);
        w->y0 = fmax(w->y0, low[1]);
        w->x1 = fmin(w->x1, high[0]);
        w->y1 = fmin(w->y1, high[1]);
    }
}

// ---- trees ----

// The diameter of rank u, from 0 (thin) to 1 (thick).
static double weibull(double scale, double shape, double u) {
    return scale * sim_exp(sim_log(-sim_log(1.0 - u)) / shape);
}

static void size_up(struct sower *w, struct ter_tree *tree) {
    const struct ter_planting *p = w->planting;
    double share = uniform(&w->chance);
    int k = 0;
    while (k < p->species_count - 1 && share >= p->species[k].share)
        share -= p->species[k++].share;
    const struct ter_planting_species *s = &p->species[k];
    double u, dbh;
    do {
        u = uniform(&w->chance);
        dbh = weibull(w->scale[k], s->shape, u);
    } while (dbh < thinnest || dbh > thickest * s->diameter);
    const struct ter_height_curve curve = {s->diameter, s->height};
    const double noise = 1.0 + height_scatter * normal(&w->chance);
    tree->species = s->species;
    tree->dbh = rounded(dbh);
    tree->height = rounded(fmax(noise * ter_species_height(s->species, &curve, tree->dbh), lowest));
    tree->crown_base = rounded(ter_species_crown_base(s->species, tree->dbh, tree->height));
    tree->crown_width = rounded(ter_species_crown_width(s->species, tree->dbh));
    // With probability 2 m (1 - u), or so that 2 (1 - m) u stay: m on average either way.
    const double m = p->marked;
    const double chosen = m < 0.5 ? 2.0 * m * (1.0 - u) : 1.0 - 2.0 * (1.0 - m) * u;
    tree->status = uniform(&w->chance) < chosen ? TER_TREE_MARKED : TER_TREE_STANDING;
}

static double within(const double range[2], double share) {
    return range[0] + (range[1] - range[0]) * share;
}

static void damage(const struct sower *w, struct ter_tree *tree) {
    const struct ter_defect_shares *share = &w->planting->defects;
    uint64_t chance = w->planting->seed ^ sim_hash_bytes(sim_hash_seed, tree->id, strlen(tree->id));
    struct ter_defects *defects = &tree->defects;
    double u[10];
    for (int i = 0; i < 10; i++)
        u[i] = uniform(&chance);
    if (u[0] < share->rot)
        defects->rot = rounded(fmin(within(rot_heights, u[1] * u[1]), most_rot * tree->height));
    if (u[2] < share->sweep)
        defects->sweep = rounded(within(sweeps, u[3] * u[3]));
    if (u[4] < share->fork)
        defects->fork = rounded(within(fork_shares, u[5]) * tree->height);
    if (u[6] < share->broken_top)
        tree->top = rounded(within(break_shares, u[7]) * tree->height);
    defects->dead = u[8] < share->dead;
    if (defects->fork > 0.0 && tree->top > 0.0)
        tree->top = fmax(tree->top, defects->fork + least_above_fork);
}

static bool add_tree(struct sower *w, double x, double y) {
    struct ter_tree tree = {.position = {x, y, ter_ground_height(w->ground, x, y, NULL)}};
    (void)snprintf(tree.id, sizeof tree.id, "%d", w->stand->count + 1);
    ter_tree_lean_by_id(&tree);
    size_up(w, &tree);
    damage(w, &tree);
    return ter_stand_add(w->stand, &tree);
}

// ---- patterns ----

static void report(const struct sower *w, double share) {
    if (w->progress != NULL)
        w->progress(share);
}

// The lattice with cells of a by b, its first direction along the heading. off: share of the cell
// by which a tree may be off its place.
static bool plant_lattice(struct sower *w, double a, double b, double off) {
    const double mx = 0.5 * (w->x0 + w->x1), my = 0.5 * (w->y0 + w->y1);
    const double width = w->x1 - w->x0, height = w->y1 - w->y0;
    const double reach = 0.5 * sqrt(width * width + height * height);
    const int rows = (int)(reach / b) + 1, columns = (int)(reach / a) + 1;
    for (int r = -rows; r <= rows; r++) {
        report(w, (r + rows) / (2.0 * rows + 1.0));
        for (int k = -columns; k <= columns; k++) {
            const double along = a * (k + off * (2.0 * uniform(&w->chance) - 1.0));
            const double across = b * (r + 0.5 + off * (2.0 * uniform(&w->chance) - 1.0));
            const double x = rounded(mx + w->c * along - w->s * across);
            const double y = rounded(my + w->s * along + w->c * across);
            if (may_stand(w, x, y) && !add_tree(w, x, y))
                return false;
        }
    }
    return true;
}

// ---- natural ----

static int cell_at(double at, double from, double cell, int count) {
    return (int)sim_clamp(floor((at - from) / cell), 0.0, (double)(count - 1));
}

static bool is_crowded(const struct sower *w, double x, double y, double least) {
    const int column = cell_at(x, w->x0, w->cell, w->columns);
    const int row = cell_at(y, w->y0, w->cell, w->rows);
    for (int r = row > 0 ? row - 1 : 0; r <= row + 1 && r < w->rows; r++)
        for (int c = column > 0 ? column - 1 : 0; c <= column + 1 && c < w->columns; c++)
            for (int t = w->first[r * w->columns + c]; t >= 0; t = w->next[t]) {
                const struct ter_tree *tree = &w->stand->trees[t];
                const double dx = tree->position.x - x, dy = tree->position.y - y;
                if (dx * dx + dy * dy < least * least)
                    return true;
            }
    return false;
}

static bool sow_one(struct sower *w, double least) {
    for (int misses = 0; misses < MOST_MISSES; misses++) {
        const double x = rounded(w->x0 + (w->x1 - w->x0) * uniform(&w->chance));
        const double y = rounded(w->y0 + (w->y1 - w->y0) * uniform(&w->chance));
        if (!may_stand(w, x, y) || is_crowded(w, x, y, least))
            continue;
        const int tree = w->stand->count;
        const int cell = cell_at(y, w->y0, w->cell, w->rows) * w->columns +
                         cell_at(x, w->x0, w->cell, w->columns);
        if (!sim_grow_or_fail(&w->next, &w->next_capacity, tree + 1, sizeof *w->next) ||
            !add_tree(w, x, y))
            return false;
        w->next[tree] = w->first[cell];
        w->first[cell] = tree;
        return true;
    }
    w->full = true;
    return true;
}

// Counts the places of a fine lattice where a tree may stand.
static double stocked_area(const struct sower *w) {
    enum { ACROSS = 400 };
    const double dx = (w->x1 - w->x0) / ACROSS, dy = (w->y1 - w->y0) / ACROSS;
    int count = 0;
    for (int r = 0; r < ACROSS; r++) {
        const double shift = 0.618 * r - floor(0.618 * r); // so that no strip road fits the lattice
        for (int c = 0; c < ACROSS; c++)
            count += may_stand(w, w->x0 + (c + shift) * dx, w->y0 + (r + 0.5) * dy);
    }
    return count * dx * dy;
}

static bool sow(struct sower *w) {
    const double least = ter_planting_clear / sqrt(w->planting->density);
    w->cell = fmax(least, sqrt((w->x1 - w->x0) * (w->y1 - w->y0) / 4e6));
    w->columns = (int)((w->x1 - w->x0) / w->cell) + 1;
    w->rows = (int)((w->y1 - w->y0) / w->cell) + 1;
    const int cells = w->columns * w->rows;
    w->first = malloc((size_t)cells * sizeof *w->first);
    for (int i = 0; i < cells && w->first != NULL; i++)
        w->first[i] = -1;
    const double wanted = w->planting->density * stocked_area(w);
    bool room = w->first != NULL;
    for (long i = 0; (double)i + 0.5 < wanted && room && !w->full; i++) {
        if (i % REPORTED == 0)
            report(w, (double)i / wanted);
        room = sow_one(w, least);
    }
    free(w->first);
    free(w->next);
    return room;
}

double ter_planting_expected(const struct ter_planting *planting, const struct ter_ground *ground) {
    struct sower w = {.planting = planting, .ground = ground};
    find_box(&w);
    return planting->density * fmax(w.x1 - w.x0, 0.0) * fmax(w.y1 - w.y0, 0.0);
}

bool ter_planting_grow(const struct ter_planting *planting, const struct ter_ground *ground,
                       const struct ter_road *road, struct ter_stand *stand,
                       void (*progress)(double share)) {
    assert(planting->density > 0.0 && planting->species_count > 0 && stand->count == 0);
    struct sower w = {.planting = planting,
                      .ground = ground,
                      .road = road,
                      .stand = stand,
                      .progress = progress,
                      .chance = planting->seed,
                      .c = sim_cos(planting->heading),
                      .s = sim_sin(planting->heading)};
    for (int k = 0; k < planting->species_count; k++) {
        const struct ter_planting_species *s = &planting->species[k];
        w.scale[k] = s->diameter / sqrt(gamma_of(1.0 + 2.0 / s->shape));
    }
    find_box(&w);
    if (!(w.x0 < w.x1 && w.y0 < w.y1))
        return true;
    const double cell = 1.0 / planting->density, row = planting->row_distance;
    const bool room = planting->pattern == TER_PLANTING_NATURAL ? sow(&w)
                      : planting->pattern == TER_PLANTING_ROWS
                          ? plant_lattice(&w, cell / row, row, 0.0)
                          : plant_lattice(&w, sqrt(cell), sqrt(cell), jitter);
    report(&w, 1.0);
    return room;
}
