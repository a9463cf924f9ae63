// A forwarder under its full load: 100 logs and 14 t, 80 logs and 10 t. Fused or loose, the load
// lies still, rides alike over a stump, and stays where friction holds it; what is stacked badly
// falls off; the grapple loosens what it touches and no more.
#include "tests/data/full_load.h"

#include "vehicles/part/bunk_criteria.h"

static struct machine_stand stand;

struct tally {
    int loaded, unloaded, lost, tipped;
};
static struct tally tally;

static void step(void) {
    veh_worksite_step(&stand.site, stand.levers);
    assert_null(sim_world_fault(stand.site.world));
    const struct veh_event *events;
    const int count = veh_worksite_events(&stand.site, &events);
    for (int i = 0; i < count; i++) {
        tally.loaded += events[i].kind == VEH_EVENT_LOG_LOADED;
        tally.unloaded += events[i].kind == VEH_EVENT_LOG_UNLOADED;
        tally.lost += events[i].kind == VEH_EVENT_LOG_LOST;
        tally.tipped += events[i].kind == VEH_EVENT_TIPPED;
    }
}

static void run(double seconds) {
    for (int i = 0; i < (int)(100.0 * seconds + 0.5); i++)
        step();
}

// slope, side [rad]: uphill along x and y.
static void start(const struct full_load *load, double slope, double side) {
    stand = (struct machine_stand){.slope = slope, .side = side};
    machine_stand_start(&stand, load->machine, NULL, 0, 0.0);
    full_load_put(&stand, load);
    tally = (struct tally){0};
}

static void finish(void) {
    machine_stand_finish(&stand);
}

static int fused(void) {
    return (int)full_load_measure(&stand, VEH_BUNK_FUSED);
}

// The bunk still counts its logs.
static void leave_loose(void) {
    static struct veh_part_kind idle;
    idle = veh_part_bunk;
    idle.settle = NULL;
    struct veh_machine *machine = &stand.site.machines[0];
    for (int i = 0; i < machine->part_count; i++)
        if (machine->parts[i].kind->id == VEH_PART_BUNK)
            machine->parts[i].kind = &idle;
    for (int i = 0; i < stand.site.stems.count; i++) {
        struct veh_stem *s = &stand.site.stems.items[i];
        if (!s->used || s->load.bunk < 0)
            continue;
        veh_stem_release(&stand.site, i);
        s->load.bunk = -1;
    }
}

static struct sim_vec3 in_bunk(int stem) {
    const struct sim_pose bunk =
        sim_body_pose(stand.site.world, machine_body(&stand, "carrier.rear"));
    return sim_pose_local(bunk, veh_stem_centre(&stand.site, stem));
}

// [m] of the deepest contact between two logs, or a log and the bunk.
static double log_penetration(void) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(stand.site.world, &contacts);
    double most = 0.0;
    for (int i = 0; i < count; i++)
        if (veh_stem_of_body(&stand.site, contacts[i].a) >= 0 ||
            veh_stem_of_body(&stand.site, contacts[i].b) >= 0)
            most = fmax(most, contacts[i].point.depth);
    return most;
}

// [J] of all logs: kinetic, and of their height.
static double energy(void) {
    double sum = 0.0;
    for (int i = 0; i < stand.site.stems.count; i++) {
        const struct veh_stem *s = &stand.site.stems.items[i];
        const struct sim_vec3 v = sim_body_velocity(stand.site.world, s->body);
        const struct sim_vec3 g = stand.site.def.world.gravity;
        sum += veh_stem_mass(&stand.site, i) *
               (0.5 * sim_dot(v, v) - sim_dot(g, veh_stem_centre(&stand.site, i)));
    }
    return sum;
}

// ---- at rest ----

enum { MOST_LOGS = 120 };

static void lies_still(double seconds) {
    struct sim_vec3 before[MOST_LOGS];
    double moved = 0.0, depth = 0.0;
    const int logs = stand.site.stems.count;
    const double energy_before = energy();
    for (int i = 0; i < logs; i++)
        before[i] = veh_stem_centre(&stand.site, i);
    for (int s = 0; s < (int)seconds; s++) {
        run(1.0);
        depth = fmax(depth, log_penetration());
    }
    for (int i = 0; i < logs; i++)
        moved = fmax(moved, sim_length(sim_sub(veh_stem_centre(&stand.site, i), before[i])));
    fprintf(stderr, "%d fused, %.0f s at rest: logs move %.1f mm, depth %.1f mm, energy %+.2f J\n",
            fused(), seconds, 1e3 * moved, 1e3 * depth, energy() - energy_before);
    assert_near(moved, 0.0, 0.01);
    assert_near(depth, 0.0, 0.03);
    assert_true(energy() - energy_before < 1.0);
}

static void full_loads_lie_still(void **state) {
    (void)state;
    const struct full_load *const loads[] = {&full_load_10t, &full_load_14t};
    const double mass[] = {10e3, 14e3};
    for (int k = 0; k < 2; k++) {
        start(loads[k], 0.0, 0.0);
        assert_int_equal(fused(), loads[k]->logs);
        assert_true(full_load_measure(&stand, VEH_BUNK_MASS) > mass[k]);
        run(10.0);
        lies_still(600.0);
        assert_int_equal(fused(), loads[k]->logs);
        leave_loose();
        run(10.0);
        lies_still(getenv("KRANICH_SOAK") != NULL ? 600.0 : 60.0);
        finish();
    }
}

// ---- driving ----

static void drive(double lever, double seconds) {
    stand.levers[0].value[VEH_DRIVE] = lever;
    run(seconds);
}

// From 7 km/h to a stop. brake: 1 is as short as it can be, with 8 m/s^2 for a quarter of a second.
static double full_stop(double brake) {
    double speed = 0.0;
    for (int i = 0; i < 900 && speed < 7.0 / 3.6; i++) {
        drive(1.0, 0.01);
        speed = veh_machine_speed(&stand.site, 0);
    }
    stand.levers[0].value[VEH_BRAKE] = brake;
    drive(0.0, 3.0);
    return speed;
}

// [m] by which the farthest log has slid along the bunk.
static double farthest(const struct sim_vec3 *before) {
    double most = 0.0;
    for (int i = 0; i < stand.site.stems.count; i++)
        most = fmax(most, fabs(in_bunk(i).x - before[i].x));
    return most;
}

// Friction holds the logs in a stop with half the brake, and not with all of it: as many come loose
// as a load slides that has never been fused.
static void a_full_stop_loosens_what_slides(void **state) {
    (void)state;
    for (int hard = 0; hard < 2; hard++) {
        struct sim_vec3 before[MOST_LOGS];
        start(&full_load_14t, 0.0, 0.0);
        const double speed = full_stop(hard ? 1.0 : 0.5);
        assert_true(speed >= 7.0 / 3.6);
        assert_int_equal(tally.unloaded, hard ? full_load_14t.logs : 0);
        assert_int_equal(tally.lost, 0);
        finish();
        start(&full_load_14t, 0.0, 0.0);
        leave_loose();
        run(3.0);
        for (int i = 0; i < stand.site.stems.count; i++)
            before[i] = in_bunk(i);
        (void)full_stop(hard ? 1.0 : 0.5);
        const double slid = farthest(before);
        fprintf(stderr, "stop with brake %.1f: loose logs slide by %.3f m\n", hard ? 1.0 : 0.5,
                slid);
        assert_true(hard ? slid > 0.03 : slid < 0.03);
        finish();
    }
}

// Two more layers above the stakes.
static void heap(int logs) {
    const struct ter_stem log = full_load_log(&full_load_14t);
    const struct veh_bunk_def *bunk = veh_bunk_def(&stand.def);
    const struct sim_pose frame =
        sim_body_pose(stand.site.world, machine_body(&stand, "carrier.rear"));
    double top = -1e3;
    for (int i = 0; i < stand.site.stems.count; i++)
        top = fmax(top, in_bunk(i).z);
    for (int i = 0; i < logs; i++) {
        const struct sim_vec3 p = sim_pose_point(
            frame, sim_vec3(bunk->centre.x, 0.26 * (i % 9 - 4), top + 0.22 * (1 + i / 9)));
        (void)veh_worksite_add_log(&stand.site, &log, p.x, p.y, p.z, 0.0);
    }
}

// On a side slope of 15 degrees, with a full stop, the load between the stakes stays, and what is
// heaped above them does not.
static void a_side_slope_takes_the_heap(void **state) {
    (void)state;
    const double slope = 15.0 * SIM_PI / 180.0;
    for (int heaped = 0; heaped < 2; heaped++) {
        start(&full_load_14t, 0.0, slope);
        heap(heaped ? 27 : 0);
        run(5.0);
        (void)full_stop(1.0);
        run(3.0);
        int left = 0;
        for (int i = 0; i < stand.site.stems.count; i++)
            left += veh_load_carried(&stand.site, i, 0);
        fprintf(stderr, "15 degrees, %d logs above the stakes: %d fall off\n", heaped ? 27 : 0,
                stand.site.stems.count - left);
        assert_int_equal(tally.tipped, 0);
        assert_true(heaped ? left < stand.site.stems.count : left == stand.site.stems.count);
        assert_true(heaped || (fused() == left && tally.lost == 0));
        finish();
    }
}

// ---- a stump ----

struct ride {
    double roll, load; // [rad], [N] extremes
};

static double axle_load(void) {
    static const char *const wheels[] = {
        "carrier.bogie_rl.front.wheel", "carrier.bogie_rl.rear.wheel",
        "carrier.bogie_rr.front.wheel", "carrier.bogie_rr.rear.wheel"};
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(stand.site.world, &contacts);
    double sum = 0.0;
    for (int w = 0; w < 4; w++) {
        const struct sim_body_id wheel = machine_body(&stand, wheels[w]);
        for (int i = 0; i < count; i++)
            if (contacts[i].a.index == wheel.index || contacts[i].b.index == wheel.index)
                sum += contacts[i].force;
    }
    return sum;
}

static struct ride over_a_stump(bool loose) {
    struct ride ride = {0.0, 0.0};
    start(&full_load_14t, 0.0, 0.0);
    const struct ter_stem whole = ter_stem_whole(TER_SPRUCE, 0.35, 24.0, 12.0, 0.0);
    struct ter_stem stump, rest;
    ter_stem_split(&whole, 0.30, &stump, &rest);
    ter_stem_delimb(&stump, 0.3);
    (void)veh_worksite_lay(&stand.site, &stump,
                           (struct sim_pose){{5.5, 1.1, 0.0}, sim_quat_identity()}, VEH_STEM_STUMP);
    if (loose)
        leave_loose();
    run(3.0);
    const struct sim_body_id rear = machine_body(&stand, "carrier.rear");
    for (int i = 0; i < 1500; i++) {
        const double speed = veh_machine_speed(&stand.site, 0);
        stand.levers[0].value[VEH_DRIVE] = sim_clamp(0.45 + 1.0 * (1.0 - speed), 0.0, 1.0);
        step();
        const struct sim_vec3 y =
            sim_rotate(sim_body_pose(stand.site.world, rear).q, sim_vec3(0.0, 1.0, 0.0));
        ride.roll = fmax(ride.roll, fabs(y.z));
        ride.load = fmax(ride.load, axle_load());
    }
    assert_true(veh_machine_pose(&stand.site, 0).p.x > 12.0); // all wheels have crossed it
    assert_int_equal(tally.lost, 0);
    fprintf(stderr, "30 cm stump, load %s: roll %.2f degrees, rear axles %.0f kN\n",
            loose ? "loose" : "fused", ride.roll * 180.0 / SIM_PI, 1e-3 * ride.load);
    finish();
    return ride;
}

static void a_stump_rocks_both_alike(void **state) {
    (void)state;
    const struct ride f = over_a_stump(false), l = over_a_stump(true);
    assert_near(f.roll, l.roll, 0.1 * l.roll);
    assert_near(f.load, l.load, 0.1 * l.load);
}

// ---- tipping over ----

static void a_load_tips_over(void **state) {
    (void)state;
    start(&full_load_10t, 0.0, 0.0);
    const struct sim_body_id rear = machine_body(&stand, "carrier.rear");
    for (int i = 0; i < 1500 && tally.tipped == 0; i++) {
        const struct sim_pose pose = sim_body_pose(stand.site.world, rear);
        sim_body_apply(stand.site.world, rear, sim_vec3(0.0, 0.0, 160e3), sim_vec3(0.0, 0.0, 0.0),
                       sim_pose_point(pose, sim_vec3(-3.5, 1.3, 1.4)));
        step();
    }
    assert_int_equal(tally.tipped, 1);
    double fastest = 0.0, depth = 0.0;
    for (int i = 0; i < 600; i++) {
        step();
        depth = fmax(depth, log_penetration());
        for (int k = 0; k < stand.site.stems.count; k++)
            fastest = fmax(fastest, sim_length(sim_body_velocity(stand.site.world,
                                                                 stand.site.stems.items[k].body)));
    }
    fprintf(stderr, "tipped over: %d of 80 logs fall off, at most %.1f m/s, depth %.3f m\n",
            tally.lost, fastest, depth);
    assert_int_equal(tally.unloaded, full_load_10t.logs);
    assert_int_equal(fused(), 0);
    assert_true(tally.lost > full_load_10t.logs / 4);
    assert_true(fastest < sqrt(2.0 * 9.81 * 4.5)); // from the top of the load to the ground
    assert_near(depth, 0.0, 0.05);
    finish();
}

// ---- the grapple in the load ----

// [m] across, from the grapple to the farthest log that came loose in this step, 0: none.
static double farthest_loosened(void) {
    const struct veh_event *events;
    const int count = veh_worksite_events(&stand.site, &events);
    const struct sim_vec3 tip = veh_machine_crane_tip(&stand.site, 0);
    double most = 0.0;
    for (int i = 0; i < count; i++)
        if (events[i].kind == VEH_EVENT_LOG_UNLOADED) {
            struct sim_vec3 d = sim_sub(tip, veh_stem_centre(&stand.site, events[i].stem));
            most = fmax(most, fabs(d.y));
        }
    return most;
}

// The open grapple is pressed into the load and leaves it. Only logs below it come loose, and they
// are part of the load again afterwards.
static void the_grapple_loosens_what_it_touches(void **state) {
    (void)state;
    start(&full_load_14t, 0.0, 0.0);
    const struct veh_bunk_def *bunk = veh_bunk_def(&stand.def);
    const struct sim_vec3 top = sim_add(bunk->centre, sim_vec3(0.3, 0.0, 0.5 * bunk->size.z));
    struct veh_crane_control control;
    assert_true(veh_crane_control_init(&control, &stand.site, 0));
    control.speed = 0.5;
    const struct sim_body_id rear = machine_body(&stand, "carrier.rear");
    int least = full_load_14t.logs;
    double across = 0.0;
    for (int i = 0; i < 1200; i++) {
        const struct sim_vec3 place = sim_add(top, sim_vec3(0.0, 0.0, i < 500 ? 0.8 : 1.7));
        const struct sim_vec3 goal = sim_pose_point(sim_body_pose(stand.site.world, rear), place);
        (void)veh_crane_control_step(&control, &stand.site, goal, &stand.levers[0]);
        stand.levers[0].value[VEH_GRIP] = -1.0;
        step();
        across = fmax(across, farthest_loosened());
        least = fused() < least ? fused() : least;
    }
    fprintf(stderr, "grapple in the load: %d of 100 logs loose at once, up to %.2f m beside it\n",
            full_load_14t.logs - least, across);
    assert_in_range(full_load_14t.logs - least, 2, 20);
    assert_true(across < 1.6); // half of the open grapple and two logs
    assert_int_equal(fused(), full_load_14t.logs);
    finish();
}

// ---- a cut ----

// The log is two, none of which is part of the load until it lies still, and the rest stays.
static void a_cut_log_is_a_log_fewer(void **state) {
    (void)state;
    start(&full_load_10t, 0.0, 0.0);
    const double mass = full_load_measure(&stand, VEH_BUNK_MASS);
    const double log = veh_stem_mass(&stand.site, 79);
    int lower;
    assert_true(veh_stem_cut(&stand.site, 79, 2.0, &lower) >= 0);
    assert_int_equal(fused(), 79);
    run(0.1);
    assert_int_equal(tally.unloaded, 0);
    run(4.0);
    assert_int_equal(fused(), 80); // with the lower piece; the upper one is no log
    assert_near(full_load_measure(&stand, VEH_BUNK_MASS),
                mass - log + veh_stem_mass(&stand.site, lower), 1e-6);
    finish();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_loads_lie_still),
        cmocka_unit_test(a_full_stop_loosens_what_slides),
        cmocka_unit_test(a_side_slope_takes_the_heap),
        cmocka_unit_test(a_stump_rocks_both_alike),
        cmocka_unit_test(a_load_tips_over),
        cmocka_unit_test(the_grapple_loosens_what_it_touches),
        cmocka_unit_test(a_cut_log_is_a_log_fewer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
