// The demonstrator of loading: where it stops on the road.
#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"
#include "vehicles/site.h"

static const double mass_at_stop = 2000.0; // [kg] within reach: more is not worth a longer way
static const double way_cost = 15.0;       // [kg] per metre of the way there
static const double stop_step = 1.0;       // [m] between the stops that are tried
static const double stop_span = 8.0;       // [m] before and behind a log
static const double same_stop = 0.5;       // [m]
static const double road_margin = 4.0;     // [m] to the road's ends
static const double best_radius = 4.5;     // [m] from the pillar, where the crane works best
static const double radius_cost = 0.1;     // share of a log's worth per metre from there
// Of the published mean speeds, before the machine slows down for its stop: a practised operator's,
// well within what operators differ by.
static const double practised = 1.2;

// A place where the machine could stop.
struct stand {
    struct sim_vec3 pillar;
    struct sim_pose bunk;
};

static struct stand stand_at(const struct veh_load *load, const struct veh_worksite *site,
                             double along) {
    const struct ter_road_place place = ter_road_at(load->base.task.road, along);
    const struct sim_pose now = veh_machine_pose(site, load->base.task.machine);
    const bool faces = veh_demo_faces(&load->base, site, place.heading);
    const struct sim_pose then = {
        {place.x, place.y, now.p.z},
        sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), place.heading + (faces ? 0.0 : SIM_PI))};
    const struct sim_vec3 ahead = {veh_demo_slew_ahead(&load->base, site), 0.0, 0.0};
    const struct sim_pose bunk =
        sim_pose_mul(sim_pose_inverse(now), veh_load_bunk_pose(load, site));
    return (struct stand){sim_pose_point(then, ahead),
                          sim_pose_mul(then, (struct sim_pose){bunk.p, sim_quat_identity()})};
}

// [kg] of logs within the crane's reach, those at its best radius whole.
static double worth(const struct veh_load *load, const struct veh_worksite *site, double along) {
    const struct stand stand = stand_at(load, site, along);
    double sum = 0.0;
    for (int i = 0; i < site->stems.count; i++) {
        double radius;
        if (veh_load_wants(load, site, i) && veh_load_reaches(load, site, stand.pillar, stand.bunk,
                                                              veh_stem_centre(site, i), &radius))
            sum += veh_stem_mass(site, i) * (1.0 - radius_cost * fabs(radius - best_radius));
    }
    return fmin(sum, mass_at_stop);
}

static bool was_tried(const struct veh_load *load, double along) {
    for (int i = 0; i < load->tried_count; i++)
        if (fabs(load->tried[i] - along) < same_stop)
            return true;
    return false;
}

// [m] on the road: where the crane's pillar is abreast of a place there.
static double abreast(const struct veh_load *load, const struct veh_worksite *site,
                      const struct ter_road_place *place) {
    const double slew = veh_demo_slew_ahead(&load->base, site);
    return place->along - (veh_demo_faces(&load->base, site, place->heading) ? slew : -slew);
}

// [m] on the road: abreast of the nearest log, where the crane works best. False: it has been
// there.
static bool find_abreast(const struct veh_load *load, const struct veh_worksite *site, double here,
                         double *stop) {
    const struct ter_road *road = load->base.task.road;
    double nearest = (double)INFINITY;
    for (int i = 0; i < site->stems.count; i++) {
        if (!veh_load_wants(load, site, i))
            continue;
        const struct sim_vec3 c = veh_stem_centre(site, i);
        const struct ter_road_place place = ter_road_nearest(road, c.x, c.y);
        if (place.distance > veh_load_reach_high || fabs(place.along - here) >= nearest)
            continue;
        nearest = fabs(place.along - here);
        *stop = abreast(load, site, &place);
    }
    return isfinite(nearest) && !was_tried(load, *stop);
}

// [m] on the road: where most is within reach of the places that it has not tried. False: nothing.
static bool find_richest(const struct veh_load *load, const struct veh_worksite *site, double here,
                         double *stop) {
    const struct ter_road *road = load->base.task.road;
    const double end = ter_road_length(road);
    double best = 0.0, last = -(double)INFINITY;
    bool found = false;
    for (int i = 0; i < site->stems.count; i++) {
        if (!veh_load_wants(load, site, i))
            continue;
        const struct sim_vec3 c = veh_stem_centre(site, i);
        const struct ter_road_place place = ter_road_nearest(road, c.x, c.y);
        if (place.distance > veh_load_reach_high || fabs(place.along - last) < stop_step)
            continue;
        last = place.along;
        for (double s = fmax(place.along - stop_span, road_margin);
             s <= fmin(place.along + stop_span, end - road_margin); s += stop_step) {
            const double mass = worth(load, site, s), value = mass - way_cost * fabs(s - here);
            if (mass <= 0.0 || was_tried(load, s) || (found && value <= best))
                continue;
            found = true;
            best = value;
            *stop = s;
        }
    }
    return found;
}

void veh_load_plan_way(struct veh_load *load, double along, enum veh_haul_element element) {
    load->drive.speed = practised * veh_haul_speed(element);
    veh_demo_plan_drive(&load->drive, along);
}

bool veh_load_plan_drive(struct veh_load *load, const struct veh_worksite *site) {
    const struct sim_pose pose = veh_machine_pose(site, load->base.task.machine);
    const double here = ter_road_nearest(load->base.task.road, pose.p.x, pose.p.y).along;
    double stop = here;
    if (load->tried_count == VEH_LOAD_STOPS ||
        (!find_abreast(load, site, here, &stop) && !find_richest(load, site, here, &stop)))
        return false;
    load->tried[load->tried_count++] = stop;
    veh_load_plan_way(load, stop,
                      load->loaded > 0 ? VEH_HAUL_DRIVE_WHILE_LOADING : VEH_HAUL_DRIVE_EMPTY);
    veh_demo_enter(&load->base, site, VEH_LOAD_DRIVE, VEH_SAY_DRIVES_TO_LOGS);
    return true;
}

bool veh_load_plan_layer(struct veh_load *load, const struct veh_worksite *site, int turn) {
    if (turn == 0)
        veh_load_share_bunk(load, site);
    if (load->base.task.unload == 0 && turn < load->kind_count)
        turn = load->kind_count; // in no layers
    for (; turn <= load->kind_count; turn++) {
        load->turn = turn;
        load->tried_count = load->misses = load->failure_count = 0;
        if (veh_load_plan_drive(load, site))
            return true;
    }
    return false;
}

static bool is_needed(const struct veh_load *load, const struct veh_worksite *site, int landing) {
    for (int i = 0; i < site->stems.count; i++)
        if (veh_load_aboard(load, site, i) && veh_load_landing_of(load, site, i) == landing)
            return true;
    return false;
}

// Whether the crane reaches the landings from first to last from abreast of their middle.
static bool is_one_stop(const struct veh_load *load, double first, double last, double farthest) {
    const double half = 0.5 * (last - first);
    return half * half + farthest * farthest < veh_load_reach_high * veh_load_reach_high &&
           load->landing_count > 0;
}

// [m] by which it stops ahead of the middle: the load lies behind the pillar, and the farther back
// a pile is, the less the crane slews. All stay well within reach.
static double spare_way(double half, double farthest) {
    const double reach = sqrt(veh_load_reach_high * veh_load_reach_high - farthest * farthest);
    return sim_clamp(0.5 * (reach - half), 0.0, half);
}

// Of the landings, or of those that it does not reach from its first stop: all at one stop where
// the crane reaches so far; else the first that was not tried.
bool veh_load_plan_landing(struct veh_load *load, const struct veh_worksite *site) {
    double first = (double)INFINITY, last = -(double)INFINITY, farthest = 0.0, stop = 0.0;
    bool found = false;
    for (int k = 0; k < load->landing_count; k++) {
        const struct ter_road_place place = veh_load_landing_place(load, k);
        if (!is_needed(load, site, k) || place.distance > veh_load_reach_high ||
            (!load->arrives && veh_load_reaches_landing(load, site, k)))
            continue;
        first = fmin(first, place.along);
        last = fmax(last, place.along);
        farthest = fmax(farthest, place.distance);
        const double at = abreast(load, site, &place);
        if (!found && !was_tried(load, at)) {
            stop = at;
            found = true;
        }
    }
    if (found && is_one_stop(load, first, last, farthest)) {
        const struct ter_road_place middle =
            ter_road_at(load->base.task.road, 0.5 * (first + last));
        stop = abreast(load, site, &middle);
        const double ahead = spare_way(0.5 * (last - first), farthest);
        stop += veh_demo_faces(&load->base, site, middle.heading) ? ahead : -ahead;
        found = !was_tried(load, stop);
    }
    if (!found || load->tried_count == VEH_LOAD_STOPS)
        return false;
    load->tried[load->tried_count++] = stop;
    veh_load_plan_way(load, stop, VEH_HAUL_DRIVE_LOADED);
    return true;
}

double veh_load_carry_to(const struct veh_load *load, const struct veh_worksite *site) {
    const struct ter_road *road = load->base.task.road;
    const struct sim_pose pose = veh_machine_pose(site, load->base.task.machine);
    const struct ter_road_place here = ter_road_nearest(road, pose.p.x, pose.p.y);
    const double end = ter_road_length(road), margin = 7.0;
    const double sense = veh_demo_faces(&load->base, site, here.heading) ? 1.0 : -1.0;
    const double front = sense > 0.0 ? end - margin : margin; // as far as it goes ahead
    const double back = sense > 0.0 ? margin : end - margin;
    const double wanted = load->base.task.carry + 2.0;
    const bool ahead = fabs(front - here.along) >= fmin(wanted, fabs(back - here.along));
    const double room = fabs((ahead ? front : back) - here.along);
    return here.along + (ahead ? sense : -sense) * fmin(wanted, room);
}
