// The demonstrator of loading: the piles at the landing.
//
// Where the worksite has no landing, each assortment gets a place beside the road, logs square to
// it, that the crane reaches from one stop.
#include <stdlib.h>

#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"
#include "vehicles/piles.h"
#include "vehicles/site.h"

static const double own_width = 2.6;     // [m] of a pile of its own across the logs
static const double end_space = 0.5;     // [m] of such a pile beyond the ends of its logs
static const double edge = 0.2;          // [m] of a landing that stays free to either side
static const double least_rise = 0.2;    // [m] by which logs that are laid on a pile raise it
static const double pile_spacing = 3.4;  // [m] between the middles of piles
static const double pile_slope = 0.6;    // [m] that a pile is narrower per metre of its height
static const double machine_side = 1.5;  // [m] from the road's middle
static const double tree_room = 0.5;     // [m] between a pile and a standing tree
static const double bundle_half = 0.35;  // [m] of what hangs in the jaws
static const double place_step = 0.1;    // [m] between the places on a pile that are tried
static const double middle_worth = 0.1;  // [m] of height that a place is worth per metre
static const double rolled_off = 8.0;    // [m] from a landing, and so far onto other piles
static const double search_step = 2.0;   // [m] on the road
static const double search_range = 30.0; // [m] on the road, ahead and back
static const double road_margin = 4.0;   // [m] to the road's ends

// ---- assortments ----

static bool is_of(const struct veh_worksite *site, int stem, enum ter_species species,
                  double length) {
    const struct ter_stem *s = &site->stems.items[stem].stem;
    return s->species == species && fabs(ter_stem_length(s) - length) <= veh_pile_length;
}

int veh_load_kind_of(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    for (int k = 0; k < load->kind_count; k++)
        if (is_of(site, stem, load->kinds[k].species, load->kinds[k].length))
            return k;
    return -1;
}

static int by_length(const void *a, const void *b) {
    const struct veh_load_kind *ka = a, *kb = b;
    if (ka->length != kb->length)
        return ka->length > kb->length ? -1 : 1;
    return (ka->species > kb->species) - (ka->species < kb->species);
}

bool veh_load_find_kinds(struct veh_load *load, const struct veh_worksite *site) {
    for (int i = 0; i < site->stems.count; i++) {
        if ((!veh_load_wants(load, site, i) && !veh_load_aboard(load, site, i)) ||
            veh_load_kind_of(load, site, i) >= 0)
            continue;
        if (load->kind_count == VEH_LOAD_KINDS)
            return false;
        const struct ter_stem *stem = &site->stems.items[i].stem;
        load->kinds[load->kind_count++] =
            (struct veh_load_kind){.species = stem->species, .length = ter_stem_length(stem)};
        load->turn = load->kind_count; // no layer yet: all are wanted
    }
    qsort(load->kinds, (size_t)load->kind_count, sizeof load->kinds[0], by_length);
    return true;
}

// ---- places ----

static struct sim_vec3 along_logs(const struct veh_landing *landing) {
    return sim_vec3(sim_cos(landing->heading), sim_sin(landing->heading), 0.0);
}

// [m] of a place: ahead of the landing's middle along its logs, and to the left of it.
static struct sim_vec3 in_landing(const struct veh_landing *landing, struct sim_vec3 p) {
    const struct sim_vec3 d = along_logs(landing);
    const double x = p.x - landing->x, y = p.y - landing->y;
    return sim_vec3(d.x * x + d.y * y, d.x * y - d.y * x, 0.0);
}

// No tree stands and nothing lies where the pile is to be.
static bool is_free(const struct veh_load *load, const struct veh_worksite *site,
                    const struct veh_landing *landing) {
    const struct sim_vec3 d = along_logs(landing);
    const double half = 0.5 * landing->length + tree_room;
    const double side = 0.5 * landing->width + tree_room;
    const double dx = fabs(d.x) * half + fabs(d.y) * side;
    const double dy = fabs(d.y) * half + fabs(d.x) * side;
    const struct ter_ground *ground = site->def.ground;
    int tree;
    if (!ter_ground_contains(ground, landing->x - dx, landing->y - dy) ||
        !ter_ground_contains(ground, landing->x + dx, landing->y + dy) ||
        ter_stand_query(&site->stand, landing->x - dx, landing->y - dy, landing->x + dx,
                        landing->y + dy, &tree, 1) > 0)
        return false;
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!s->used || s->kind == VEH_STEM_STANDING || veh_load_aboard(load, site, i))
            continue;
        const struct sim_vec3 p = veh_stem_centre(site, i);
        if (veh_landing_contains(landing, p.x, p.y, half))
            return false;
    }
    return true;
}

// The landings of all assortments, on one side of the road: 1 left, -1 right.
static bool place_beside(struct veh_load *load, const struct veh_worksite *site, double along,
                         double side) {
    const struct ter_road *road = load->base.task.road;
    double longest = 0.0;
    for (int k = 0; k < load->landing_count; k++)
        longest = fmax(longest, load->landings[k].area.length);
    const double off = machine_side + 0.5 * longest;
    for (int k = 0; k < load->landing_count; k++) {
        struct veh_landing *landing = &load->landings[k].area;
        const struct ter_road_place place =
            ter_road_at(road, along + pile_spacing * (k - 0.5 * (load->landing_count - 1)));
        landing->x = place.x - side * off * sim_sin(place.heading);
        landing->y = place.y + side * off * sim_cos(place.heading);
        landing->heading = place.heading + 0.5 * SIM_PI;
        if (!is_free(load, site, landing))
            return false;
    }
    return true;
}

// Nearest to where the load is to be carried.
static bool place_own(struct veh_load *load, const struct veh_worksite *site) {
    const double end = ter_road_length(load->base.task.road);
    const double from = veh_load_carry_to(load, site);
    const double margin = road_margin + 0.5 * pile_spacing * load->kind_count;
    load->landing_count = 0;
    for (int k = 0; k < load->kind_count; k++) // later loads bring the others
        load->landings[load->landing_count++] =
            (struct veh_load_landing){.area = {.length = load->kinds[k].length + 2.0 * end_space,
                                               .width = own_width,
                                               .product = -1,
                                               .max_height = (double)INFINITY},
                                      .kind = k,
                                      .truck = -1};
    for (double off = 0.0; off <= search_range; off += search_step)
        for (int way = -1; way <= 1; way += 2)
            for (int side = -1; side <= 1; side += 2) {
                const double along = from + way * off;
                if (along > margin && along < end - margin && place_beside(load, site, along, side))
                    return true;
            }
    return false;
}

void veh_load_know_landings(struct veh_load *load, const struct veh_worksite *site) {
    for (int k = 0; k < site->def.landing_count && k < VEH_LOAD_LANDINGS; k++)
        load->landings[load->landing_count++] =
            (struct veh_load_landing){.area = site->def.landings[k], .kind = -1, .truck = -1};
    for (int m = 0; m < site->machine_count && load->landing_count < VEH_LOAD_LANDINGS; m++)
        if (site->machines[m].unmanned && veh_bunk_def(site->machines[m].def) != NULL)
            load->landings[load->landing_count++] = veh_load_truck(site, m);
}

bool veh_load_find_landings(struct veh_load *load, const struct veh_worksite *site) {
    if (load->landing_count > 0 || place_own(load, site))
        return true;
    VEH_DEMO_FAIL(&load->base, NO_ROOM_FOR_PILES, load->landing_count, search_range);
    return false;
}

static bool takes(const struct veh_load *load, const struct veh_worksite *site, int landing,
                  int stem) {
    const struct veh_load_landing *l = &load->landings[landing];
    if (l->truck >= 0)
        return true;
    if (l->kind >= 0)
        return veh_load_kind_of(load, site, stem) == l->kind;
    return veh_landing_takes(&l->area, site->def.products, &site->stems.items[stem].stem);
}

int veh_load_landing_of(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    for (int k = 0; k < load->landing_count; k++)
        if (!load->landings[k].full && takes(load, site, k, stem))
            return k;
    return -1;
}

// The landing takes the log, whose middle is above it, or at most so far [m] beside.
static bool is_on(const struct veh_load *load, const struct veh_worksite *site, int stem,
                  int landing, struct sim_vec3 middle, double margin) {
    return takes(load, site, landing, stem) &&
           veh_landing_contains(&load->landings[landing].area, middle.x, middle.y, margin);
}

bool veh_load_piled(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const struct sim_vec3 centre = veh_stem_centre(site, stem);
    bool on = false;
    for (int k = 0; k < load->landing_count && !on; k++)
        on = is_on(load, site, stem, k, centre, rolled_off);
    return on && site->stems.items[stem].load.hauled;
}

bool veh_load_lies_right(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const double half = 0.5 * ter_stem_length(&site->stems.items[stem].stem);
    const struct sim_vec3 middle =
        sim_pose_point(veh_stem_pose(site, stem), sim_vec3(0.0, 0.0, half));
    for (int k = 0; k < load->landing_count; k++) {
        const int truck = load->landings[k].truck;
        if (is_on(load, site, stem, k, middle, 0.0) &&
            (truck < 0 || veh_bunk_carries(site, truck, stem))) // and leans out of it nowhere
            return true;
    }
    return false;
}

bool veh_load_lies_wrong(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const double half = 0.5 * ter_stem_length(&site->stems.items[stem].stem);
    const struct sim_vec3 middle =
        sim_pose_point(veh_stem_pose(site, stem), sim_vec3(0.0, 0.0, half));
    for (int k = 0; k < load->landing_count; k++)
        if (!takes(load, site, k, stem) &&
            veh_landing_contains(&load->landings[k].area, middle.x, middle.y, 0.0))
            return true;
    return false;
}

bool veh_load_rests_there(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const struct veh_stem *s = &site->stems.items[stem];
    return s->used && s->kind == VEH_STEM_LOG && s->load.grapples == 0 &&
           !veh_load_aboard(load, site, stem);
}

struct ter_road_place veh_load_landing_place(const struct veh_load *load, int landing) {
    return ter_road_nearest(load->base.task.road, load->landings[landing].area.x,
                            load->landings[landing].area.y);
}

bool veh_load_reaches_landing(const struct veh_load *load, const struct veh_worksite *site,
                              int landing) {
    const struct sim_vec3 p = {load->landings[landing].area.x, load->landings[landing].area.y, 0.0};
    const double radius = veh_crane_radius(&load->base.crane, site, p);
    return radius > veh_load_reach_low && radius < veh_load_reach_high;
}

// ---- on the pile ----

// [m] in the world: of the ground or the truck, at y to the left of the pile's middle.
static double floor_at(const struct veh_worksite *site, const struct veh_load_landing *landing,
                       double y) {
    const struct veh_landing *l = &landing->area;
    const struct sim_vec3 d = along_logs(l);
    return landing->truck >= 0
               ? veh_load_truck_floor(site, landing->truck)
               : ter_ground_height(site->def.ground, l->x - y * d.y, l->y + y * d.x, NULL);
}

// [m] in the world: the highest bark below a bundle at y to the left of the pile's middle.
static double surface_at(const struct veh_load *load, const struct veh_worksite *site,
                         const struct veh_load_landing *l, double y) {
    const struct veh_landing *landing = &l->area;
    double top = floor_at(site, l, y);
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!veh_load_rests_there(load, site, i))
            continue;
        const double half = 0.5 * ter_stem_length(&s->stem);
        const struct sim_vec3 middle =
            sim_pose_point(veh_stem_pose(site, i), sim_vec3(0.0, 0.0, half));
        const struct sim_vec3 at = in_landing(landing, middle);
        const double radius = 0.5 * ter_stem_diameter(&s->stem, half);
        if (fabs(at.x) < half && fabs(at.y - y) < bundle_half + radius)
            top = fmax(top, middle.z + radius);
    }
    return top;
}

// The lowest place, of those alike the one nearest to the middle; the higher the pile, the narrower
// it is, but for stakes.
bool veh_load_pile_place(const struct veh_load *load, const struct veh_worksite *site, int landing,
                         struct sim_vec3 *place) {
    const struct veh_load_landing *at = &load->landings[landing];
    const struct veh_landing *l = &at->area;
    const struct sim_vec3 d = along_logs(l);
    const double bottom = floor_at(site, at, 0.0), slope = at->truck >= 0 ? 0.0 : pile_slope;
    const double widest = 0.5 * l->width - edge - bundle_half;
    const int steps = (int)(widest / place_step);
    double lowest = (double)INFINITY;
    for (int i = -steps; i <= steps; i++) {
        const double y = i * place_step, top = surface_at(load, site, at, y);
        const double rise = fmax(top - bottom, 0.0);
        const double value = top + middle_worth * fabs(y);
        if ((i != 0 && fabs(y) > widest - slope * rise) || value >= lowest ||
            rise + least_rise > l->max_height)
            continue;
        lowest = value;
        *place = sim_vec3(l->x - y * d.y, l->y + y * d.x, top);
    }
    return isfinite(lowest);
}
