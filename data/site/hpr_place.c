#include "data/site/hpr_place.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

// Between the stems [m]: trees that a machine felled from one place stood apart like in a stand.
static const double machine_clearance = 1.5;
static const double tree_clearance = 0.1;
// [m] distance of a spiral's first place; that of place k is sqrt(k) times it.
static const double spiral_step = 1.2;
static const double golden_angle = 2.39996322972865332; // [rad] no two places in one direction
enum { SPIRAL_PLACES = 1000 };                          // up to 38 m away

// ---- coordinates ----

struct box {
    double x_low, x_high, y_low, y_high; // [m]
};

// UTM coordinates of all stems, rounded to a millimetre because libm's functions differ in their
// last bits between processors.
static struct box project(struct dat_hpr_place *stems, int count, int zone) {
    struct box box = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < count; i++) {
        const struct dat_utm utm = dat_utm_from_geo(zone, stems[i].geo);
        struct sim_vec3 *position = &stems[i].tree.position;
        position->x = round(utm.east * 1e3) / 1e3;
        position->y = round(utm.north * 1e3) / 1e3;
        box.x_low = fmin(box.x_low, position->x);
        box.x_high = fmax(box.x_high, position->x);
        box.y_low = fmin(box.y_low, position->y);
        box.y_high = fmax(box.y_high, position->y);
    }
    return box;
}

static bool is_on_map(const struct ter_ground *ground) {
    return ground != NULL && (ground->origin_x != 0.0 || ground->origin_y != 0.0);
}

// The terrain's middle in the coordinates of its file.
static struct sim_vec3 middle_of(const struct ter_ground *ground) {
    if (ground == NULL)
        return sim_vec3(0.0, 0.0, 0.0);
    return sim_vec3(ground->origin_x + 0.5 * (ground->field.x0 + ter_ground_x_max(ground)),
                    ground->origin_y + 0.5 * (ground->field.y0 + ter_ground_y_max(ground)), 0.0);
}

// Surveyors also use a neighbour's zone, so that a country has one: the zone in which the first
// stem is nearest to the terrain.
static int find_zone(const struct dat_hpr_place *first, const struct ter_ground *ground) {
    const int own = dat_utm_zone(first->geo.longitude);
    const struct sim_vec3 middle = middle_of(ground);
    int best = own;
    double least = HUGE_VAL;
    for (int zone = own - 1; zone <= own + 1 && is_on_map(ground); zone++) {
        if (zone < 1 || zone > 60)
            continue;
        const struct dat_utm utm = dat_utm_from_geo(zone, first->geo);
        const double distance = hypot(utm.east - middle.x, utm.north - middle.y);
        if (distance < least) {
            least = distance;
            best = zone;
        }
    }
    return best;
}

static void shift(struct dat_hpr_place *stems, int count, double x, double y) {
    for (int i = 0; i < count; i++) {
        stems[i].tree.position.x += x;
        stems[i].tree.position.y += y;
    }
}

static void convert(struct dat_hpr_place *stems, int count, const struct ter_ground *ground,
                    int *crs) {
    const int zone = find_zone(stems, ground);
    const struct box box = project(stems, count, zone);
    *crs = 0;
    if (is_on_map(ground)) {
        *crs = (stems->geo.latitude < 0.0 ? 32700 : 32600) + zone;
        return;
    }
    const struct sim_vec3 middle = middle_of(ground);
    shift(stems, count, middle.x - round(0.5 * (box.x_low + box.x_high)),
          middle.y - round(0.5 * (box.y_low + box.y_high)));
}

// ---- free places ----

// Stems in cells of an unbounded grid. A cell is wider than any two stems need, so that those in
// the way of a stem are in the nine cells around it.
struct grid {
    const struct dat_hpr_place *stems;
    int *first; // of each bucket, -1: none
    int *next;  // of each stem
    unsigned mask;
};

static const double cell_size = 6.0; // [m]

static bool init_grid(struct grid *grid, const struct dat_hpr_place *stems, int count) {
    unsigned buckets = 16;
    while (buckets < (unsigned)count)
        buckets *= 2;
    *grid = (struct grid){.stems = stems,
                          .first = malloc(buckets * sizeof *grid->first),
                          .next = malloc((size_t)count * sizeof *grid->next),
                          .mask = buckets - 1};
    for (unsigned i = 0; i < buckets && grid->first != NULL; i++)
        grid->first[i] = -1;
    return grid->first != NULL && grid->next != NULL;
}

static void finish_grid(struct grid *grid) {
    free(grid->first);
    free(grid->next);
}

static unsigned bucket_of(const struct grid *grid, int64_t column, int64_t row) {
    const uint64_t mixed =
        (uint64_t)column * 0x9e3779b97f4a7c15u + (uint64_t)row * 0xc2b2ae3d27d4eb4fu;
    return (unsigned)(mixed >> 32) & grid->mask;
}

static int64_t cell_of(double coordinate) {
    return (int64_t)floor(coordinate / cell_size);
}

static void enter(struct grid *grid, int stem) {
    const struct sim_vec3 at = grid->stems[stem].tree.position;
    const unsigned bucket = bucket_of(grid, cell_of(at.x), cell_of(at.y));
    grid->next[stem] = grid->first[bucket];
    grid->first[bucket] = stem;
}

// At least the radius of the stem at the stump, whether its height is known or not.
static double radius_of(const struct ter_tree *tree) {
    return fmax(0.75 * tree->dbh, tree->height > 0.0 ? ter_tree_radius(tree) : 0.0);
}

static bool is_free(const struct grid *grid, const struct dat_hpr_place *stem, double x, double y) {
    const double clearance =
        radius_of(&stem->tree) + (stem->of_machine ? machine_clearance : tree_clearance);
    for (int64_t row = cell_of(y) - 1; row <= cell_of(y) + 1; row++) {
        for (int64_t column = cell_of(x) - 1; column <= cell_of(x) + 1; column++) {
            for (int i = grid->first[bucket_of(grid, column, row)]; i >= 0; i = grid->next[i]) {
                const struct ter_tree *other = &grid->stems[i].tree;
                if (hypot(other->position.x - x, other->position.y - y) <
                    clearance + radius_of(other))
                    return false;
            }
        }
    }
    return true;
}

static bool is_on_terrain(const struct ter_ground *ground, double x, double y) {
    return ground == NULL ||
           ter_ground_contains(ground, x - ground->origin_x, y - ground->origin_y);
}

// Moves the stem to the nearest free place. False: there is none.
static bool find_place(const struct grid *grid, struct dat_hpr_place *stem,
                       const struct ter_ground *ground) {
    const struct sim_vec3 from = stem->tree.position;
    // A stem off the terrain is reported where the file puts it.
    if (!is_on_terrain(ground, from.x, from.y))
        return true;
    for (int k = 0; k < SPIRAL_PLACES; k++) {
        const double distance = spiral_step * sqrt((double)k);
        const double x = from.x + round(1e3 * distance * cos(golden_angle * k)) / 1e3;
        const double y = from.y + round(1e3 * distance * sin(golden_angle * k)) / 1e3;
        if (is_on_terrain(ground, x, y) && is_free(grid, stem, x, y)) {
            stem->tree.position.x = x;
            stem->tree.position.y = y;
            return true;
        }
    }
    return false;
}

static bool keep(struct dat_stand_draft *draft, struct dat_hpr_place *stem) {
    if (!dat_stand_draft_place(draft, &stem->tree, stem->line, 0)) {
        draft->skipped++;
        return true;
    }
    return dat_stand_draft_keep(draft, &stem->tree, stem->line);
}

bool dat_hpr_place_stems(struct dat_hpr_place *stems, int count, struct dat_stand_draft *draft,
                         int *crs) {
    assert(stems != NULL && count > 0);
    const int errors = draft->d->errors;
    struct grid grid;
    convert(stems, count, draft->ground, crs);
    if (!init_grid(&grid, stems, count))
        dat_diagnose(draft->d, 0, 0, "not enough memory to read the file");
    for (int i = 0; i < count && draft->d->errors == errors; i++)
        if (!find_place(&grid, &stems[i], draft->ground))
            dat_diagnose(draft->d, stems[i].line, 0,
                         "stem '%s' has no room among the stems around it", stems[i].tree.id);
        else
            enter(&grid, i);
    finish_grid(&grid);
    // The grid needs the places in the map; the draft moves them to the terrain's own.
    for (int i = 0; i < count && draft->d->errors - errors < DAT_DIAGNOSTICS_KEPT; i++)
        if (!keep(draft, &stems[i]))
            break;
    return draft->d->errors == errors;
}
