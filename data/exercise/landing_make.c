#include "data/exercise/landing_make.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/closest.h"

static const double end_room = 0.5;     // [m] beyond the ends of the longest logs
static const double bearer_share = 0.3; // of the shortest logs' length, from the middle to a bearer
static const double touching = 0.05;    // [m] by which areas may overlap

// The context of checking.
struct maker {
    struct dat_exercise *exercise;
    struct dat_diagnostics *d;
    const char *text; // of the scenario
};

static void DAT_PRINTF(3, 4)
    report(const struct maker *m, struct dat_place place, const char *format, ...) {
    char sentence[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    dat_diagnose_in(m->d, m->exercise->path, m->text, place.line, place.column, "%s", sentence);
}

// The index of the assortment, -1 after an error.
static int find_product(const struct maker *m, const struct dat_landing *landing) {
    const struct veh_products *products = m->exercise->scenario.products;
    const char *names[VEH_MAX_PRODUCTS];
    const int count = products != NULL ? products->count : 0;
    for (int i = 0; i < count; i++) {
        names[i] = products->product[i].name;
        if (strcmp(names[i], landing->assortment) == 0)
            return i;
    }
    const char *near = count > 0 ? dat_closest(landing->assortment, names, count) : NULL;
    if (near == NULL && count > 0)
        near = names[0];
    if (near == NULL)
        report(m, landing->assortment_place,
               "the exercise has no assortment '%s', expected 'assortments' or 'products'",
               landing->assortment);
    else
        report(m, landing->assortment_place,
               "the exercise has no assortment '%s', expected one such as '%s'",
               landing->assortment, near);
    return -1;
}

static struct sim_vec3 point_of(const struct veh_landing *l, double along, double left) {
    const double c = sim_cos(l->heading), s = sim_sin(l->heading);
    return sim_vec3(l->x + c * along - s * left, l->y + s * along + c * left, 0.0);
}

// Corner i of 4, counter-clockwise.
static struct sim_vec3 corner_of(const struct veh_landing *l, int i) {
    const double front = i == 0 || i == 3 ? 1.0 : -1.0, left = i < 2 ? 1.0 : -1.0;
    return point_of(l, 0.5 * front * l->length, 0.5 * left * l->width);
}

static bool is_on_site(const struct maker *m, const struct veh_landing *l, struct dat_place place) {
    const struct ter_ground *ground = &m->exercise->site.ground;
    for (int i = 0; i < 4; i++) {
        const struct sim_vec3 p = corner_of(l, i);
        if (ter_ground_contains(ground, p.x, p.y))
            continue;
        report(m, place, "the landing is off the site: its corner at (%.1f, %.1f)",
               p.x + ground->origin_x, p.y + ground->origin_y);
        return false;
    }
    return true;
}

static void check_trees(const struct maker *m, const struct veh_landing *l,
                        struct dat_place place) {
    const struct ter_stand *stand = &m->exercise->site.stand;
    for (int i = 0; i < stand->count; i++) {
        const struct ter_tree *tree = &stand->trees[i];
        if (tree->status == TER_TREE_FELLED ||
            !veh_landing_contains(l, tree->position.x, tree->position.y, ter_tree_radius(tree)))
            continue;
        report(m, place, "the landing is not free: tree '%s' stands on it", tree->id);
        return;
    }
}

struct dat_footprint dat_landing_footprint(const struct veh_landing *l) {
    struct dat_footprint f = {.heading = l->heading};
    for (int i = 0; i < 4; i++)
        f.corner[i] = corner_of(l, i);
    return f;
}

static bool overlap(const struct veh_landing *a, const struct veh_landing *b) {
    const struct dat_footprint of_a = dat_landing_footprint(a), of_b = dat_landing_footprint(b);
    return dat_footprints_overlap(&of_a, &of_b, touching);
}

static void check_others(const struct maker *m, int index) {
    const struct dat_landing *described = m->exercise->scenario.landings;
    for (int i = 0; i < index; i++) {
        if (!overlap(&m->exercise->landings[i], &m->exercise->landings[index]))
            continue;
        report(m, described[index].place, "the landing overlaps that of line %d",
               described[i].place.line);
        return;
    }
}

// False after an error.
static bool add_bearers(const struct maker *m, const struct veh_landing *l, double apart,
                        const struct dat_landing *landing) {
    struct dat_lying_list *list = &m->exercise->lying;
    struct dat_lying item = {.kind = VEH_STEM_BEARER};
    const struct dat_scenario_log log = {
        .species = TER_SPRUCE, .length = l->width, .mid_diameter = landing->bearer};
    if (!dat_scenario_log_stem(&log, &item.stem)) {
        report(m, landing->place,
               "no spruce yields a bearer of %g m with %g cm in its middle, expected a narrower "
               "landing or a thicker bearer",
               l->width, 100.0 * landing->bearer);
        return false;
    }
    for (int i = -1; i <= 1; i += 2) {
        const struct sim_vec3 p = point_of(l, i * apart, 0.0);
        item.pose = dat_pile_rest(&m->exercise->site.ground, &item.stem, p.x, p.y,
                                  l->heading + 0.5 * SIM_PI);
        if (!SIM_ARRAY_TRY(list, list->count + 1)) {
            report(m, landing->place, "not enough memory for the exercise");
            return false;
        }
        list->items[list->count++] = item;
    }
    return true;
}

static void make(const struct maker *m, int index) {
    struct dat_exercise *exercise = m->exercise;
    const struct dat_landing *landing = &exercise->scenario.landings[index];
    const int found = find_product(m, landing);
    struct veh_landing *l = &exercise->landings[index];
    *l = (struct veh_landing){.x = landing->x - exercise->site.ground.origin_x,
                              .y = landing->y - exercise->site.ground.origin_y,
                              .heading = landing->heading,
                              .length = landing->length,
                              .width = landing->width,
                              .product = found,
                              .max_height = landing->max_height,
                              .straight = landing->straight};
    if (found < 0)
        return;
    const struct veh_product *product = &exercise->scenario.products->product[found];
    const double longest = product->length[product->length_count - 1];
    if (landing->length <= 0.0)
        l->length = longest + 2.0 * end_room;
    else if (landing->length < longest)
        report(m, landing->place, "the landing is %g m long, '%s' %g m", l->length,
               landing->assortment, longest);
    if (!is_on_site(m, l, landing->place))
        return;
    check_trees(m, l, landing->place);
    check_others(m, index);
    if (landing->bearer > 0.0)
        (void)add_bearers(m, l, bearer_share * product->length[0], landing);
}

void dat_landings_make(struct dat_exercise *exercise, const char *text, struct dat_diagnostics *d) {
    const struct maker maker = {exercise, d, text};
    const int count = exercise->scenario.landing_count;
    exercise->landings = calloc((size_t)count + 1, sizeof *exercise->landings);
    if (exercise->landings == NULL) {
        dat_diagnose_in(d, exercise->path, NULL, 0, 0, "not enough memory for the exercise");
        return;
    }
    for (int i = 0; i < count; i++)
        make(&maker, i);
}

static bool has_landing(const struct dat_exercise *exercise, const struct ter_stem *log) {
    for (int i = 0; i < exercise->scenario.landing_count; i++) {
        const struct veh_landing *landing = &exercise->landings[i];
        if (landing->product >= 0 && veh_landing_takes(landing, exercise->scenario.products, log))
            return true;
    }
    return false;
}

int dat_landings_logs(const struct dat_exercise *exercise) {
    const struct dat_scenario *scenario = &exercise->scenario;
    const struct dat_scenario_log load = dat_scenario_load_log(&scenario->load);
    struct ter_stem stem;
    int count = 0;
    for (int i = 0; i < exercise->lying.count; i++) {
        const struct dat_lying *item = &exercise->lying.items[i];
        count += !item->slash && !item->rut && item->kind == VEH_STEM_LOG &&
                 has_landing(exercise, &item->stem);
    }
    for (int i = 0; i < scenario->log_count; i++)
        count += dat_scenario_log_stem(&scenario->logs[i], &stem) && has_landing(exercise, &stem);
    if (scenario->load.count > 0 && dat_scenario_log_stem(&load, &stem) &&
        has_landing(exercise, &stem))
        count += scenario->load.count;
    return count;
}
