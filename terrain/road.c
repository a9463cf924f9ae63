#include "terrain/road.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"

void ter_road_init(struct ter_road *road) {
    memset(road, 0, sizeof *road);
}

void ter_road_finish(struct ter_road *road) {
    free(road->points);
    memset(road, 0, sizeof *road);
}

bool ter_road_add(struct ter_road *road, const struct ter_road_point *point) {
    if (!sim_grow_or_fail(&road->points, &road->capacity, road->count + 1, sizeof *road->points))
        return false;
    road->points[road->count++] = *point;
    return true;
}

static double segment_length(const struct ter_road *road, int i) {
    const struct ter_road_point *a = &road->points[i];
    const struct ter_road_point *b = &road->points[i + 1];
    return sqrt((b->x - a->x) * (b->x - a->x) + (b->y - a->y) * (b->y - a->y));
}

double ter_road_length(const struct ter_road *road) {
    double length = 0.0;
    for (int i = 0; i + 1 < road->count; i++)
        length += segment_length(road, i);
    return length;
}

// The place at fraction t of segment i, which begins at along [m].
static struct ter_road_place place_on(const struct ter_road *road, int i, double t, double along) {
    const struct ter_road_point *a = &road->points[i];
    const struct ter_road_point *b = &road->points[i + 1];
    return (struct ter_road_place){
        .along = along + t * segment_length(road, i),
        .x = a->x + t * (b->x - a->x),
        .y = a->y + t * (b->y - a->y),
        .heading = sim_atan2(b->y - a->y, b->x - a->x),
        .width = a->width + t * (b->width - a->width),
    };
}

struct ter_road_place ter_road_at(const struct ter_road *road, double along) {
    assert(road->count >= 2);
    double begin = 0.0;
    int i = 0;
    while (i + 2 < road->count && begin + segment_length(road, i) < along) {
        begin += segment_length(road, i);
        i++;
    }
    return place_on(road, i, sim_clamp((along - begin) / segment_length(road, i), 0.0, 1.0), begin);
}

struct ter_road_place ter_road_nearest(const struct ter_road *road, double x, double y) {
    assert(road->count >= 2);
    struct ter_road_place best = {.distance = (double)INFINITY};
    double begin = 0.0;
    for (int i = 0; i + 1 < road->count; i++) {
        const struct ter_road_point *a = &road->points[i];
        const struct ter_road_point *b = &road->points[i + 1];
        const double length = segment_length(road, i);
        const double t =
            ((x - a->x) * (b->x - a->x) + (y - a->y) * (b->y - a->y)) / (length * length);
        struct ter_road_place place = place_on(road, i, sim_clamp(t, 0.0, 1.0), begin);
        place.distance = sqrt((place.x - x) * (place.x - x) + (place.y - y) * (place.y - y));
        if (place.distance < best.distance)
            best = place;
        begin += length;
    }
    return best;
}

double ter_road_way(const struct ter_road *road, double x0, double y0, double x1, double y1) {
    const struct ter_road_place from = ter_road_nearest(road, x0, y0);
    const struct ter_road_place to = ter_road_nearest(road, x1, y1);
    const double straight = sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
    const double beside = from.distance + to.distance;
    return straight < beside ? straight : beside + fabs(to.along - from.along);
}
