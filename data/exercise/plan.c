#include "data/exercise/plan.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "data/text/json.h"
#include "vehicles/part/crane.h"

static const double spacing = 2.0;     // [m] of the places that were driven
static const double pile_radius = 6.0; // [m] in which a gripped log is one of the pile
static const double lane_width = 3.0;  // [m] between two passes over the same ground, at most
static const double farthest = 1e6;    // [m] of a point from the origin

void dat_plan_finish(struct dat_plan *plan) {
    SIM_ARRAY_FREE(&plan->points);
    SIM_ARRAY_FREE(&plan->driven);
    *plan = (struct dat_plan){.begin = 0};
}

static bool same_place(const struct dat_plan_point *a, const struct dat_plan_point *b) {
    return a->pile == b->pile && hypotf(a->x - b->x, a->y - b->y) < 0.005F;
}

void dat_plan_set(struct dat_plan *plan, const struct dat_plan_point *points, int count) {
    struct dat_plan_point set[DAT_PLAN_MOST];
    assert(count >= 0 && count <= DAT_PLAN_MOST);
    for (int i = 0; i < count; i++) {
        set[i] = points[i];
        set[i].turn = 0;
        for (int k = 0; k < plan->points.count; k++)
            if (same_place(&plan->points.items[k], &set[i]))
                set[i].turn = plan->points.items[k].turn;
    }
    if (plan->points.count == 0)
        plan->begin = plan->driven.count > 0 ? plan->driven.count - 1 : 0;
    plan->points.count = 0;
    for (int i = 0; i < count; i++)
        *SIM_ARRAY_PUSH(&plan->points) = set[i];
}

// ---- the record ----

char *dat_plan_text(const struct dat_plan *plan) {
    json_t *object = json_object(), *points = json_array();
    for (int i = 0; i < plan->points.count; i++) {
        const struct dat_plan_point *p = &plan->points.items[i];
        json_t *point = json_object();
        dat_json_set_number(point, "x_m", (double)p->x);
        dat_json_set_number(point, "y_m", (double)p->y);
        dat_json_set_yes_no(point, "pile", p->pile);
        json_array_append_new(points, point);
    }
    dat_json_set(object, "points", points);
    char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(7));
    json_decref(object);
    return text;
}

// Others may have written the record: a number of any size would not fit into a point.
static bool read_coordinate(const json_t *point, const char *key, float *value) {
    const json_t *number = json_object_get(point, key);
    if (!json_is_number(number) || !(fabs(json_number_value(number)) <= farthest))
        return false;
    *value = (float)json_number_value(number);
    return true;
}

bool dat_plan_read(struct dat_plan *plan, const char *text) {
    struct dat_plan_point read[DAT_PLAN_MOST];
    json_t *object = text != NULL ? json_loads(text, 0, NULL) : NULL;
    const json_t *points = json_object_get(object, "points"), *point;
    size_t i;
    bool ok = json_is_array(points) && json_array_size(points) <= DAT_PLAN_MOST;
    json_array_foreach(points, i, point) {
        struct dat_plan_point p = {.pile = json_is_true(json_object_get(point, "pile"))};
        ok = ok && read_coordinate(point, "x_m", &p.x) && read_coordinate(point, "y_m", &p.y);
        if (ok)
            read[i] = p;
    }
    if (ok)
        dat_plan_set(plan, read, (int)json_array_size(points));
    json_decref(object);
    return ok;
}

// ---- what became of it ----

// A log was gripped there: of the nearest pile that is planned.
static void take_log(struct dat_plan *plan, struct sim_vec3 at) {
    struct dat_plan_point *nearest = NULL;
    double least = pile_radius;
    int turns = 0;
    for (int i = 0; i < plan->points.count; i++) {
        struct dat_plan_point *p = &plan->points.items[i];
        const double distance = hypot((double)p->x - at.x, (double)p->y - at.y);
        turns = p->turn > turns ? p->turn : turns;
        if (p->pile && distance < least) {
            nearest = p;
            least = distance;
        }
    }
    if (nearest != NULL && nearest->turn == 0)
        nearest->turn = (short)(turns + 1);
}

void dat_plan_step(struct dat_plan *plan, const struct veh_worksite *site) {
    const struct sim_vec3 at = veh_machine_pose(site, 0).p;
    const struct dat_plan_place here = {(float)at.x, (float)at.y};
    const struct dat_plan_place *last =
        plan->driven.count > 0 ? &plan->driven.items[plan->driven.count - 1] : NULL;
    if (last == NULL || hypotf(here.x - last->x, here.y - last->y) >= (float)spacing)
        *SIM_ARRAY_PUSH(&plan->driven) = here;
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    for (int i = 0; i < count && plan->points.count > 0; i++)
        if (events[i].kind == VEH_EVENT_LOG_GRIPPED && events[i].machine == 0)
            take_log(plan, veh_machine_crane_tip(site, 0));
}

// ---- the comparison ----

// [m] from p to the straight line between a and b.
static double distance_to_line(struct dat_plan_place p, struct dat_plan_place a,
                               struct dat_plan_place b) {
    const double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    const double px = (double)(p.x - a.x), py = (double)(p.y - a.y);
    const double square = x * x + y * y;
    const double share = square > 0.0 ? fmin(fmax((px * x + py * y) / square, 0.0), 1.0) : 0.0;
    return hypot(px - share * x, py - share * y);
}

static double distance(struct dat_plan_place a, struct dat_plan_place b) {
    return hypot((double)(b.x - a.x), (double)(b.y - a.y));
}

// The way of the plan, from the place where it was begun; returns how many places it has.
static int way_of(const struct dat_plan *plan, struct dat_plan_place way[DAT_PLAN_MOST + 1]) {
    int count = 0;
    if (plan->driven.count > 0)
        way[count++] = plan->driven.items[plan->begin];
    for (int i = 0; i < plan->points.count; i++)
        if (!plan->points.items[i].pile)
            way[count++] =
                (struct dat_plan_place){plan->points.items[i].x, plan->points.items[i].y};
    return count;
}

static double off_way(const struct dat_plan_place *way, int count, struct dat_plan_place p) {
    double least = (double)INFINITY;
    for (int i = 0; i + 1 < count; i++)
        least = fmin(least, distance_to_line(p, way[i], way[i + 1]));
    return least;
}

static void compare_ways(const struct dat_plan *plan, struct dat_plan_figures *f) {
    struct dat_plan_place way[DAT_PLAN_MOST + 1];
    const int count = way_of(plan, way), places = plan->driven.count - plan->begin;
    const struct dat_plan_place *driven = plan->driven.items + plan->begin;
    for (int i = 0; i + 1 < count; i++)
        f->planned += distance(way[i], way[i + 1]);
    for (int i = 0; i < places; i++) {
        const double off = count > 1 ? off_way(way, count, driven[i]) : 0.0;
        f->driven += i > 0 ? distance(driven[i - 1], driven[i]) : 0.0;
        f->mean += off / places;
        f->most = fmax(f->most, off);
    }
    for (int k = 1; k < count; k++) { // the first is where it was begun
        double least = (double)INFINITY;
        for (int i = 0; i + 1 < places; i++)
            least = fmin(least, distance_to_line(way[k], driven[i], driven[i + 1]));
        f->passed += least < dat_plan_near;
    }
    f->points = count > 0 ? count - 1 : 0;
}

struct dat_plan_figures dat_plan_compare(const struct dat_plan *plan) {
    struct dat_plan_figures f = {.points = 0};
    int latest = 0;
    if (plan->points.count == 0)
        return f;
    if (plan->driven.count > 0)
        compare_ways(plan, &f);
    for (int i = 0; i < plan->points.count; i++) {
        const struct dat_plan_point *p = &plan->points.items[i];
        f.piles += p->pile;
        f.taken += p->turn > 0;
        f.in_order += p->turn > latest;
        latest = p->turn > latest ? p->turn : latest;
    }
    return f;
}

// The machine comes to a place again when it has left it by more than the next place or two: then
// the places in a row within lane_width of it are one pass.
int dat_plan_passes(const struct dat_plan *plan, int place) {
    int passes = 0;
    bool here = false;
    for (int k = 0; k < plan->driven.count; k++) {
        const bool before = here;
        here = distance(plan->driven.items[place], plan->driven.items[k]) < lane_width;
        passes += here && !before;
    }
    return passes;
}

json_t *dat_plan_json(const struct dat_plan *plan) {
    if (plan->points.count == 0)
        return NULL;
    const struct dat_plan_figures f = dat_plan_compare(plan);
    json_t *object = json_object();
    dat_json_set_number(object, "planned_m", f.planned);
    dat_json_set_number(object, "driven_m", f.driven);
    dat_json_set_number(object, "off_mean_m", f.mean);
    dat_json_set_number(object, "off_most_m", f.most);
    dat_json_set_integer(object, "points", f.points);
    dat_json_set_integer(object, "points_passed", f.passed);
    dat_json_set_integer(object, "piles", f.piles);
    dat_json_set_integer(object, "piles_taken", f.taken);
    dat_json_set_integer(object, "piles_in_order", f.in_order);
    return object;
}
