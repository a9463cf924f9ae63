#include "data/site/road.h"

#include <assert.h>
#include <math.h>

#include "data/text/csv.h"

enum { X, Y, WIDTH, COLUMNS };

static const struct dat_csv_column columns[COLUMNS] = {
    [X] = {"x", true},
    [Y] = {"y", true},
    [WIDTH] = {"width_m", true},
};

static bool read_point(struct dat_csv *csv, const struct ter_ground *ground,
                       struct ter_road_point *point) {
    bool ok = dat_csv_number(csv, X, -1e8, 1e8, &point->x);
    ok = dat_csv_number(csv, Y, -1e8, 1e8, &point->y) && ok;
    ok = dat_csv_number(csv, WIDTH, 1.0, 30.0, &point->width) && ok;
    if (!ok || ground == NULL)
        return ok;
    point->x -= ground->origin_x;
    point->y -= ground->origin_y;
    if (!ter_ground_contains(ground, point->x, point->y)) {
        dat_diagnose(
            csv->d, csv->line, csv->cell[X].column,
            "the point is off the terrain, expected x %.1f to %.1f and y %.1f to %.1f",
            ground->field.x0 + ground->origin_x, ter_ground_x_max(ground) + ground->origin_x,
            ground->field.y0 + ground->origin_y, ter_ground_y_max(ground) + ground->origin_y);
        return false;
    }
    return true;
}

// Warns where a vehicle that follows the road would have to turn on the spot.
static void warn_of_turn(struct dat_csv *csv, const struct ter_road *road,
                         const struct ter_road_point *next) {
    if (road->count < 2)
        return;
    const struct ter_road_point *a = &road->points[road->count - 2];
    const struct ter_road_point *b = &road->points[road->count - 1];
    const double in_x = b->x - a->x;
    const double in_y = b->y - a->y;
    const double out_x = next->x - b->x;
    const double out_y = next->y - b->y;
    const double turn =
        fabs(sim_atan2(in_x * out_y - in_y * out_x, in_x * out_x + in_y * out_y)) * 180.0 / SIM_PI;
    if (turn > dat_road_max_turn_deg) {
        dat_warn(csv->d, csv->line, csv->cell[X].column,
                 "the road turns by %.0f degrees before this point, expected at most %g", turn,
                 dat_road_max_turn_deg);
    }
}

bool dat_read_road(const char *text, const struct ter_ground *ground, struct ter_road *road,
                   struct dat_diagnostics *d) {
    struct dat_csv csv;
    assert(text != NULL && d != NULL);
    ter_road_init(road);
    const int errors = d->errors;
    const bool readable = dat_csv_open(&csv, text, columns, COLUMNS, d);
    while (readable && dat_csv_next(&csv)) {
        struct ter_road_point point;
        if (!read_point(&csv, ground, &point))
            continue;
        if (road->count > 0) {
            const struct ter_road_point *last = &road->points[road->count - 1];
            if (hypot(point.x - last->x, point.y - last->y) < 0.01) {
                dat_diagnose(d, csv.line, csv.cell[X].column, "the point repeats the previous one");
                continue;
            }
        }
        warn_of_turn(&csv, road, &point);
        if (!ter_road_add(road, &point)) {
            dat_diagnose(d, 0, 0, "not enough memory to read the file");
            break;
        }
    }
    if (d->errors == errors && road->count < 2) {
        dat_diagnose(d, csv.line, 1, "the number of points is %d, expected at least 2",
                     road->count);
    }
    if (d->errors != errors) {
        ter_road_finish(road);
        return false;
    }
    return true;
}
