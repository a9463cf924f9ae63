// The ends of a bundle come level when the crane pushes it against the headboard or a tree, or sets
// it on the ground: a log that stops there slides in the jaws, and the others follow. Nothing but
// contacts and friction does it.
#include <math.h>

#include "tests/data/crane_hand.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/grapple.h"

enum { MOST_LOGS = 3, MOST_BLOWS = 6 };
static const double length = 3.0, level = 0.035; // [m]
static const struct sim_vec3 forward = {1.0, 0.0, 0.0}, aside = {0.0, 1.0, 0.0};

static struct crane_hand hand;
static int log_of[MOST_LOGS], logs;

static struct ter_stem spruce(double dbh) {
    return (struct ter_stem){.species = TER_SPRUCE,
                             .dbh = dbh,
                             .height = 18.0,
                             .from = 1.3,
                             .to = 1.3 + length,
                             .crown_base = 12.0,
                             .limbs_from = 18.0};
}

// Of a log, the end that is foremost in that direction.
static struct sim_vec3 front_end(int log, struct sim_vec3 towards) {
    const struct sim_pose pose = veh_stem_pose(&hand.stand.site, log);
    const struct sim_vec3 tip = sim_pose_point(pose, sim_vec3(0.0, 0.0, length));
    return sim_dot(pose.p, towards) > sim_dot(tip, towards) ? pose.p : tip;
}

// [m] between the foremost and the rearmost of the logs' ends in that direction.
static double spread(struct sim_vec3 towards) {
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 0; i < logs; i++) {
        const double end = sim_dot(front_end(log_of[i], towards), towards);
        low = fmin(low, end);
        high = fmax(high, end);
    }
    return high - low;
}

// ---- what the hand sees ----

enum { WAITS = 20 };                 // [steps] until logs that do not slide are stuck
static const double slides = 0.02;   // [m] by which a log has moved in the jaws
static const double basket = -0.12;  // [rad] of jaws whose tips still pass each other
static const double part = 0.03;     // [m] by which the ends have come apart again
static const double comes_out = 0.3; // [m] of a log from the grip centre, while it is still held

// A blow as the hand sees it.
struct blow {
    double at[MOST_LOGS]; // [m] of the jaws from the logs' fronts when they were last seen to move
    int stuck;            // [steps] since then
    double least;         // [m] along the logs that the ends have been apart
    bool stands, closes;  // a log has met something; enough has been seen
};

// [m] of the jaws from a log's front, along it.
static double from_front(int log, struct sim_vec3 towards) {
    const struct sim_pose pose = veh_stem_pose(&hand.stand.site, log);
    const double from_butt = sim_pose_local(pose, crane_hand_place(&hand)).z;
    const struct sim_vec3 axis = sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0));
    return sim_dot(axis, towards) > 0.0 ? length - from_butt : from_butt;
}

// Looks where the logs are in the jaws. Returns how far [m] their ends are apart along them.
static double look(struct blow *blow, struct sim_vec3 towards) {
    double low = (double)INFINITY, high = -(double)INFINITY;
    blow->stuck++;
    for (int i = 0; i < logs; i++) {
        const double at = from_front(log_of[i], towards);
        low = fmin(low, at);
        high = fmax(high, at);
        if (fabs(at - blow->at[i]) < slides)
            continue;
        blow->at[i] = at;
        blow->stuck = 0;
    }
    return high - low;
}

static struct blow begin_blow(struct sim_vec3 towards) {
    struct blow blow = {.least = (double)INFINITY};
    (void)look(&blow, towards);
    blow.stuck = WAITS;
    return blow;
}

static bool one_comes_out(void) {
    for (int i = 0; i < logs; i++)
        if (veh_stem_distance(&hand.stand.site, log_of[i], crane_hand_place(&hand)) > comes_out)
            return true;
    return false;
}

// The lever of the grip in a blow. Once a log has met something the jaws loosen while none slides
// in them, at most until the logs only lie there as in a basket. They close as soon as the ends are
// level, come apart again, or a log is about to fall out.
static double grip_by_sight(struct blow *blow, struct sim_vec3 towards) {
    const double ends = look(blow, towards);
    blow->stands = blow->stands || veh_load_rests(&hand.load, &hand.stand.site);
    blow->least = blow->stands ? fmin(blow->least, ends) : ends;
    blow->closes = blow->closes || ends <= level || ends > blow->least + part || one_comes_out();
    const bool tight = veh_jaws_opening(&hand.load.jaws, &hand.stand.site) < basket;
    return blow->closes ? 1.0 : blow->stands && blow->stuck > WAITS && tight ? -0.3 : 0.0;
}

// ---- what it does ----

// The levers lead the front of the bundle sideways to the place at.
static struct sim_vec3 aside_by(struct sim_vec3 at, struct sim_vec3 towards) {
    struct sim_vec3 front = {0.0, 0.0, 0.0};
    for (int i = 0; i < logs; i++)
        front = sim_add_scaled(front, front_end(log_of[i], towards), 1.0 / logs);
    const struct sim_vec3 way = sim_sub(at, front);
    const struct sim_vec3 across = sim_cross(sim_vec3(0.0, 0.0, 1.0), towards);
    return sim_scale(across, sim_dot(way, across));
}

// Grips a bundle that lies beside the machine with its ends 20 cm apart from log to log, that far
// [m] behind its middle.
static void take_uneven_bundle(int count, double dbh, double behind) {
    const struct ter_stem stem = spruce(dbh);
    crane_hand_start(&hand);
    logs = count;
    hand.load.held_count = logs;
    for (int i = 0; i < logs; i++)
        hand.load.held[i] = log_of[i] = veh_worksite_add_log(
            &hand.stand.site, &stem, -4.5 + 0.2 * i, 3.4 + 1.06 * dbh * i, -1.0, 0.0);
    machine_stand_run(&hand.stand, 1.0);
    struct sim_vec3 middle = veh_stem_centre(&hand.stand.site, log_of[0]);
    middle = sim_scale(sim_add(middle, veh_stem_centre(&hand.stand.site, log_of[logs - 1])), 0.5);
    middle.x -= behind;
    crane_hand_grip(&hand, middle, forward, 0.9);
    assert_true(spread(forward) > 0.15);
}

// Blow by blow with p [m] the place of the jaws before it, loosened, so that the logs slide in the
// jaws instead of stopping the crane. One who sees that they are level leaves it at that.
static int push_level(struct sim_vec3 p, struct sim_vec3 towards) {
    enum { BLOW = 250 }; // [steps]
    int blows = 0;
    for (; blows < MOST_BLOWS && spread(towards) > level; blows++) {
        const struct sim_vec3 here = crane_hand_place(&hand);
        const double way = sim_dot(sim_sub(here, p), towards);
        const struct sim_vec3 back = sim_add_scaled(p, towards, way - 0.25);
        for (int i = 0; i < 150; i++)
            crane_hand_lead(&hand, back, towards, 0.5, 0.0);
        struct blow blow = begin_blow(towards);
        for (int i = 0; i < BLOW && !blow.closes; i++)
            crane_hand_lead(&hand, sim_add_scaled(p, towards, 1.2), towards, 1.0,
                            grip_by_sight(&blow, towards));
        for (int i = 0; i < 100; i++)
            crane_hand_lead(&hand, crane_hand_place(&hand), towards, 0.5, 1.0);
    }
    return blows;
}

// Aims with the front of the bundle, which would slip off the side of a trunk, pushes, and takes
// the bundle away to look at it; up to three times.
static int bring_level(struct sim_vec3 p, struct sim_vec3 at, struct sim_vec3 towards,
                       struct sim_vec3 away) {
    int blows = 0;
    for (int tries = 0; tries < 3 && (tries == 0 || spread(towards) > level); tries++) {
        crane_hand_go(&hand, p, towards, 0.4, 1.0);
        p = sim_add(p, aside_by(at, towards));
        crane_hand_go(&hand, p, towards, 0.4, 1.0);
        blows += push_level(p, towards);
        crane_hand_go(&hand, away, towards, 0.8, 1.0);
    }
    return blows;
}

// Hangs still, and opens: what the scale says of the grip.
static struct veh_event let_go(void) {
    struct veh_event weighed = {.kind = VEH_EVENT_FAULT};
    hand.stand.levers[0] = (struct veh_controls){{0.0}};
    machine_stand_run(&hand.stand, 3.0);
    hand.stand.levers[0].value[VEH_GRIP] = -1.0;
    for (int i = 0; i < 300 && weighed.kind != VEH_EVENT_GRIP_WEIGHED; i++) {
        veh_worksite_step(&hand.stand.site, hand.stand.levers);
        const struct veh_event *events;
        const int count = veh_worksite_events(&hand.stand.site, &events);
        for (int e = 0; e < count; e++)
            if (events[e].kind == VEH_EVENT_GRIP_WEIGHED)
                weighed = events[e];
    }
    assert_int_equal(weighed.kind, VEH_EVENT_GRIP_WEIGHED);
    return weighed;
}

static void assert_level_and_held(const char *where, double dbh, int blows, struct sim_vec3 towards,
                                  double height) {
    print_message("%s, %.0f cm: level within %.3f m after %d blows\n", where, 100.0 * dbh,
                  spread(towards), blows);
    for (int i = 0; i < logs; i++)
        assert_true(veh_stem_centre(&hand.stand.site, log_of[i]).z > height);
    assert_true(spread(towards) < 0.05);
    // Also those that the tongs do not touch.
    assert_near(veh_machine_measure(&hand.stand.site, 0, &veh_part_grapple, VEH_GRAPPLE_LOGS), logs,
                0.0);
    const double mass =
        veh_machine_measure(&hand.stand.site, 0, &veh_part_grapple, VEH_GRAPPLE_MASS);
    const struct veh_event weighed = let_go();
    assert_near(weighed.number[1], logs, 0.0);
    // The scale takes a swing of 3 % and 8 kg for calm, and counts in steps of 5 kg.
    assert_near(weighed.number[0], mass, 0.03 * mass + 8.0 + 2.5);
    machine_stand_finish(&hand.stand);
}

static void level_on_the_headboard(double dbh) {
    take_uneven_bundle(3, dbh, 0.0);
    const struct veh_worksite *site = &hand.stand.site;
    const struct sim_pose floor = veh_load_floor(&hand.load, site);
    const double front = floor.p.x + 0.5 * veh_bunk_def(site->machines[0].def)->size.x;
    struct sim_vec3 p = {front - 0.5 * length - 0.6, floor.p.y, floor.p.z + 2.6};
    crane_hand_go(&hand, p, forward, 0.8, 1.0);
    p.z = floor.p.z + 0.9;
    const int blows = bring_level(p, floor.p, forward, sim_vec3(p.x, p.y, p.z + 1.5));
    assert_level_and_held("headboard", dbh, blows, forward, floor.p.z + 1.0);
}

static void level_against_a_tree(double dbh) {
    take_uneven_bundle(2, dbh, 0.0);
    struct veh_worksite *site = &hand.stand.site;
    const struct ter_stem tree = ter_stem_whole(TER_SPRUCE, 0.5, 28.0, 14.0, 0.0);
    const struct sim_pose place = {{-3.0, 7.5, 0.0}, sim_quat_identity()};
    struct sim_vec3 p = {place.p.x, place.p.y - 0.5 * length - 0.7, 2.6};
    crane_hand_go(&hand, p, aside, 0.8, 1.0);
    (void)veh_stem_create(site, &tree, place, VEH_STEM_STANDING, -1);
    p.z = 1.6;
    const int blows = bring_level(p, place.p, aside, sim_vec3(p.x, p.y - 0.5, p.z));
    assert_level_and_held("tree", dbh, blows, aside, 0.5);
}

// Gripped behind its middle the bundle hangs with its front down. Each time it is set on the ground
// in loosened jaws, the foremost log is held back there. A hand that sees that this brings the ends
// no nearer loosens the jaws more the next time, and less where they come apart.
static void level_on_the_ground(double dbh) {
    enum { DOWN = 250, UP = 250, MOST = 24 };     // [steps], but for the last
    static const double more = 0.05, felt = 0.02; // [rad], [m]
    static const double still_nearer = 0.025;     // [m]: the ends move when the bundle is lifted
    take_uneven_bundle(2, dbh, 0.9);
    const struct sim_vec3 here = crane_hand_place(&hand);
    const struct sim_vec3 low = {here.x, here.y, 0.1}, high = {here.x, here.y, 1.9};
    assert_true(front_end(log_of[0], forward).z < here.z - 0.2);
    double play = 0.15; // [rad] by which the jaws are loosened
    int blows = 0;
    for (; blows < MOST && spread(forward) > still_nearer; blows++) {
        const double before = spread(forward);
        const double tight = veh_jaws_opening(&hand.load.jaws, &hand.stand.site);
        bool closes = false;
        for (int i = 0; i < DOWN; i++) {
            const double now = veh_jaws_opening(&hand.load.jaws, &hand.stand.site);
            closes = closes || one_comes_out();
            crane_hand_lead(&hand, low, forward, 0.7,
                            closes               ? 1.0
                            : now < tight + play ? -0.3
                                                 : 0.0);
        }
        for (int i = 0; i < UP; i++)
            crane_hand_lead(&hand, high, forward, 0.7, 1.0);
        const double nearer = before - spread(forward);
        play += nearer < -felt ? -more : nearer < felt ? more : 0.0;
    }
    crane_hand_go(&hand, sim_vec3(here.x, here.y, 3.0), forward, 0.7, 1.0);
    assert_level_and_held("ground", dbh, blows, forward, 1.5);
}

// ---- tests ----

static const double thin_to_thick[] = {0.14, 0.16, 0.18, 0.20}; // [m]
enum { THICKNESSES = sizeof thin_to_thick / sizeof thin_to_thick[0] };

static void a_bundle_is_levelled_on_the_headboard(void **state) {
    (void)state;
    for (int i = 0; i < THICKNESSES; i++)
        level_on_the_headboard(thin_to_thick[i]);
}

static void a_bundle_is_levelled_against_a_tree(void **state) {
    (void)state;
    for (int i = 0; i < THICKNESSES; i++)
        level_against_a_tree(thin_to_thick[i]);
}

static void a_bundle_is_levelled_on_the_ground(void **state) {
    (void)state;
    for (int i = 0; i < THICKNESSES; i++)
        level_on_the_ground(thin_to_thick[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_bundle_is_levelled_on_the_headboard),
                                       cmocka_unit_test(a_bundle_is_levelled_against_a_tree),
                                       cmocka_unit_test(a_bundle_is_levelled_on_the_ground)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
