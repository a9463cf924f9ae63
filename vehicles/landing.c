#include "vehicles/landing.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "vehicles/pile_order.h"
#include "vehicles/piles.h"
#include "vehicles/site.h"

bool veh_landing_contains(const struct veh_landing *landing, double x, double y, double margin) {
    const double c = sim_cos(landing->heading), s = sim_sin(landing->heading);
    const double dx = x - landing->x, dy = y - landing->y;
    return fabs(c * dx + s * dy) <= 0.5 * landing->length + margin &&
           fabs(c * dy - s * dx) <= 0.5 * landing->width + margin;
}

// Diameters as the product's limits mean them.
static double limit_diameter(const struct veh_products *products, const struct veh_product *p,
                             const struct ter_stem *log, double z) {
    const double over_bark = ter_stem_diameter(log, z);
    return p->diameter_under_bark ? veh_under_bark(&products->bark[log->species], over_bark)
                                  : over_bark;
}

bool veh_landing_takes(const struct veh_landing *landing, const struct veh_products *products,
                       const struct ter_stem *log) {
    static const double play = 0.002; // [m] of a diameter: more is measured by no calliper
    assert(landing->product >= 0 && landing->product < products->count);
    const struct veh_product *p = &products->product[landing->product];
    const double length = ter_stem_length(log);
    if (!veh_product_takes(p, (int)log->species) ||
        limit_diameter(products, p, log, length - p->top_position) < p->min_top - play ||
        limit_diameter(products, p, log, 0.0) > p->max_butt + play)
        return false;
    for (int i = 0; i < p->length_count; i++)
        if (length >= p->length[i] + fmin(p->window_low, -veh_pile_length) &&
            length <= p->length[i] + fmax(p->window_high, veh_pile_length))
            return true;
    return false;
}

// The smallest and the largest place of ends along the landing.
struct range {
    double low, high; // [m]
};

static void widen(struct range *range, double value) {
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
}

// The places of a log's ends against the landing's middle, and the height of its upper side.
static struct veh_ordered_log add_ends(const struct veh_worksite *site,
                                       const struct veh_landing *landing, int stem,
                                       struct range ends[2], struct veh_landing_pile *pile) {
    const struct ter_stem *log = &site->stems.items[stem].stem;
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const double length = ter_stem_length(log);
    const double c = sim_cos(landing->heading), s = sim_sin(landing->heading);
    double place[2];
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 p = sim_pose_point(pose, sim_vec3(0.0, 0.0, i * length));
        const double ground = ter_ground_height(site->def.ground, p.x, p.y, NULL);
        const double radius = 0.5 * ter_stem_diameter(log, i * length);
        pile->height = fmax(pile->height, p.z + radius - ground);
        place[i] = c * (p.x - landing->x) + s * (p.y - landing->y);
    }
    widen(&ends[0], fmax(place[0], place[1]));
    widen(&ends[1], fmin(place[0], place[1]));
    return (struct veh_ordered_log){.end = {fmax(place[0], place[1]), fmin(place[0], place[1])},
                                    .parallel = fabs(place[1] - place[0]) >=
                                                sim_cos(veh_order_turn) * length,
                                    .hauled = site->stems.items[stem].load.hauled};
}

struct veh_landing_pile veh_landing_measure(const struct veh_worksite *site, int landing) {
    assert(landing >= 0 && landing < site->def.landing_count);
    const struct veh_landing *l = &site->def.landings[landing];
    struct veh_landing_pile pile = {0};
    const struct range nothing = {(double)INFINITY, -(double)INFINITY};
    struct range ends[2] = {nothing, nothing}; // front, rear
    struct veh_ordered_log *logs = malloc(((size_t)site->stems.count + 1) * sizeof *logs);
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!veh_log_lies_free(s))
            continue;
        const double length = ter_stem_length(&s->stem);
        const struct sim_vec3 middle =
            sim_pose_point(veh_stem_pose(site, i), sim_vec3(0.0, 0.0, 0.5 * length));
        if (!veh_landing_contains(l, middle.x, middle.y, 0.0))
            continue;
        const bool right = veh_landing_takes(l, site->def.products, &s->stem);
        const struct veh_ordered_log log = add_ends(site, l, i, ends, &pile);
        if (logs != NULL)
            logs[pile.logs] = log;
        pile.logs++;
        pile.right += s->load.hauled && right;
        pile.wrong += s->load.hauled && !right;
        pile.volume += ter_stem_volume(&s->stem, 0.0, length);
    }
    for (int i = 0; i < 2 && pile.logs > 0; i++)
        if (l->straight & (i == 0 ? VEH_ENDS_FRONT : VEH_ENDS_REAR))
            pile.ends = fmax(pile.ends, ends[i].high - ends[i].low);
    pile.in_order = logs != NULL ? veh_pile_in_order(logs, pile.logs, l->straight) : 0;
    free(logs);
    return pile;
}
