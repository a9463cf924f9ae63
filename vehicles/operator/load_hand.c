// The crane in the hands of the demonstrator of loading.
#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/crane.h"

static const double beside_bunk = 0.4; // [m] of a grapple that passes its stakes
// [m] of the tip from the circle on which the grapple passes over them, and below it.
static const double slew_off = 0.5, slew_below = 0.25;
static const double beside_machine = 0.6; // [m] of a tip beside its loading space
static const double swing_gain = 1.0; // of the tip's way per way of the grapple out of its place
static const double lean_time = 1.5;  // [s] in which a way out of the plumb becomes its place

// A grapple has no front.
double veh_load_aim(const struct veh_load *load, const struct veh_worksite *site, struct sim_vec3 d,
                    struct veh_controls *levers) {
    const struct sim_vec3 x =
        sim_rotate(veh_jaws_pose(&load->jaws, site).q, sim_vec3(1.0, 0.0, 0.0));
    double turn = sim_atan2(x.x * d.y - x.y * d.x, x.x * d.x + x.y * d.y);
    turn -= SIM_PI * floor(turn / SIM_PI + 0.5);
    levers->value[VEH_ROTATOR] = fabs(turn) < 0.02 ? 0.0 : sim_clamp(1.5 * turn, -1.0, 1.0);
    return fabs(turn);
}

// [m] level: how far the grapple has swung out of the place where it hangs at rest. That is not the
// plumb where its logs lean on something.
static struct sim_vec3 swing_of(struct veh_load *load, const struct veh_worksite *site,
                                struct sim_vec3 hang) {
    const double now = veh_worksite_time(site), passed = now - load->looked;
    const double share = passed / (passed + lean_time);
    load->looked = now;
    load->lean = sim_add_scaled(load->lean, sim_sub(hang, load->lean), share);
    return sim_sub(hang, load->lean);
}

// The tip moves with the grapple while that swings: a tip that runs after the grapple at the speed
// k s, s being its way out of its place, takes k s' from the swing.
double veh_load_move(struct veh_load *load, const struct veh_worksite *site, struct sim_vec3 p,
                     double speed, struct veh_controls *levers) {
    struct veh_crane_control crane = load->base.crane;
    crane.speed = speed;
    const struct sim_vec3 tip = veh_machine_crane_tip(site, load->base.task.machine);
    const struct sim_vec3 hang = sim_sub(veh_jaws_pose(&load->jaws, site).p, tip);
    const struct sim_vec3 swing = swing_of(load, site, hang);
    const struct sim_vec3 goal = {p.x + swing_gain * swing.x, p.y + swing_gain * swing.y,
                                  p.z + sim_length(hang)};
    const double rest = veh_crane_control_step(&crane, site, goal, levers);
    return fmax(rest, sim_length(sim_sub(p, veh_jaws_pose(&load->jaws, site).p)) - 0.1);
}

// Whether the grapple hangs over the loading space, or so near to it that it would touch the
// stakes.
static bool is_over_machine(const struct veh_load *load, const struct veh_worksite *site,
                            struct sim_vec3 p) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_vec3 at =
        sim_sub(sim_pose_local(veh_load_bunk_pose(load, site), p), bunk->centre);
    return fabs(at.x) < 0.5 * bunk->size.x + beside_bunk &&
           fabs(at.y) < 0.5 * bunk->size.y + beside_bunk;
}

// The higher the stakes, the farther out the crane lifts so high: nearer the jib would have to
// point upward.
double veh_load_passing_radius(const struct veh_load *load, const struct veh_worksite *site) {
    return 3.1 + 2.0 * (veh_load_stakes(load, site) - 1.8);
}

// Whether the tip is where the grapple passes over the stakes, so that the crane may slew. A crane
// that slews goes on as long as its tip is about there.
static bool may_slew(struct veh_load *load, double off, double below) {
    const double wide = load->slews ? 2.0 : 1.0;
    load->slews = fabs(off) < wide * slew_off && below < wide * slew_below;
    return load->slews;
}

// Whether the tip is beside the machine, and to which side.
static int side_of(const struct veh_load *load, const struct veh_worksite *site,
                   struct sim_vec3 p) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const double y = sim_pose_local(veh_load_bunk_pose(load, site), p).y - bunk->centre.y;
    const double beside = 0.5 * bunk->size.y + beside_machine;
    return y > beside ? 1 : y < -beside ? -1 : 0;
}

// Level, unit: as far towards the direction then as a grapple may slew that is not yet as high as
// the stakes: not over the machine.
static struct sim_vec3 slew_beside(const struct veh_load *load, const struct veh_worksite *site,
                                   struct sim_vec3 now, struct sim_vec3 then) {
    const struct sim_vec3 base = veh_demo_slew_base(&load->base, site);
    const int side = side_of(load, site, sim_add(base, now));
    const double radius = sim_length(now);
    const double turn = sim_atan2(now.x * then.y - now.y * then.x, sim_dot(now, then));
    const struct sim_vec3 next = sim_scale(
        sim_unit(sim_add_scaled(sim_unit(now), sim_vec3(-now.y / radius, now.x / radius, 0.0),
                                sim_clamp(turn, -0.4, 0.4))),
        radius);
    return side != 0 && side_of(load, site, sim_add(base, next)) == side ? next : now;
}

double veh_load_move_around(struct veh_load *load, const struct veh_worksite *site,
                            struct sim_vec3 p, double speed, struct veh_controls *levers) {
    const struct sim_vec3 base = veh_demo_slew_base(&load->base, site);
    const struct sim_vec3 tip = veh_machine_crane_tip(site, load->base.task.machine);
    const struct sim_vec3 jaws = veh_jaws_pose(&load->jaws, site).p;
    const struct sim_vec3 now = {tip.x - base.x, tip.y - base.y, 0.0};
    const struct sim_vec3 then = {p.x - base.x, p.y - base.y, 0.0};
    const double turn = sim_atan2(now.x * then.y - now.y * then.x, sim_dot(now, then));
    const double high = veh_load_bunk_place(load, site, 0.0, veh_load_clear_height(load, site)).z;
    const int side = load->unloading ? side_of(load, site, tip) : 0;
    if (fabs(turn) < 0.12 || (side != 0 && side == side_of(load, site, p))) {
        // To a place behind the machine it passes over the whole load.
        if (is_over_machine(load, site, jaws) && !is_over_machine(load, site, p))
            p.z = fmax(p.z, high);
        load->slews = false;
        return veh_load_move(load, site, p, speed, levers);
    }
    const double radius = veh_load_passing_radius(load, site);
    const double below = high + sim_length(sim_sub(tip, jaws)) - tip.z;
    const bool slews = may_slew(load, sim_length(now) - radius, below);
    const struct sim_vec3 way = slews ? then
                                : load->held_count > 0 || !load->unloading
                                    ? now
                                    : slew_beside(load, site, now, then);
    struct sim_vec3 goal = sim_add_scaled(base, sim_unit(way), radius);
    goal.z = high;
    veh_load_move(load, site, goal, speed, levers);
    return sim_length(sim_sub(p, jaws));
}
