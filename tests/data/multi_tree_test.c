// The accumulating arms of the thinning harvester: three thin trees, one after the other, are held
// in its head by contact and friction alone, and are then fed and cut together.
#include "tests/data/machine_stand.h"
#include "vehicles/part/head_inside.h"
#include "vehicles/rig/rig.h"
#include "vehicles/site.h"

enum { TREES = 3, MOST_EVENTS = 32 };

static const double dbh[TREES] = {0.12, 0.11, 0.10}; // [m]
static const double height = 11.0, stump = 0.1;      // [m]
static const double beside = 0.17;                   // [m] from one stem to the next
static const double held_slip = 0.4;                 // [m] as an arm reaches around a stem, at most
static const double held_lean = 0.15;                // [rad]

static struct veh_machine_def machine;
static struct veh_rig rig;
static struct sim_joint_id vice;
static struct veh_event told[MOST_EVENTS];
static int told_count;

// ---- the operator ----

static void step(void) {
    const struct veh_event *events;
    veh_rig_step(&rig);
    const int count = veh_worksite_events(&rig.site, &events);
    for (int i = 0; i < count && told_count < MOST_EVENTS; i++)
        told[told_count++] = events[i];
}

static void hold(enum veh_control control, double lever, double seconds) {
    const long steps = lround(seconds / sim_world_step_size(rig.site.world));
    rig.levers.value[control] = lever;
    for (long i = 0; i < steps; i++)
        step();
    rig.levers.value[control] = 0.0;
}

static void press(enum veh_control control, double then) {
    hold(control, 1.0, 0.1);
    hold(control, 0.0, then);
}

static int count_told(enum veh_event_kind kind) {
    int count = 0;
    for (int i = 0; i < told_count; i++)
        count += told[i].kind == kind;
    return count;
}

// ---- the head ----

static const struct veh_multi_tree_state *arms(void) {
    return veh_multi_tree(&rig.site.machines[0]);
}

static const struct veh_head_state *head(void) {
    return veh_head(&rig.site.machines[0]);
}

// [rad] between the stem and the head's own axis.
static double lean(int stem) {
    const struct sim_vec3 up = {0.0, 0.0, 1.0};
    const struct sim_vec3 axis = sim_rotate(veh_machine_head_frame(&rig.site, 0).q, up);
    return sim_acos(sim_dot(sim_rotate(veh_stem_pose(&rig.site, stem).q, up), axis));
}

static double slip(int stem) {
    return veh_head_place(&rig.site, 0, stem).z;
}

// [kg] of branches that lie about: cut off by the knives, or broken off as stems press on stems.
static double slash(void) {
    double mass = 0.0;
    for (int t = 0; t < rig.site.trails.tiles.count; t++)
        for (int i = 0; i < TER_TRAIL_CELLS * TER_TRAIL_CELLS; i++)
            mass += rig.site.trails.tiles.items[t].brash[i] * ter_trail_cell * ter_trail_cell;
    return mass;
}

// The thinning harvester's head in a vice, upright and open.
static void start(void) {
    machine_load("harvester-thinning", &machine);
    assert_true(veh_rig_init(&rig, &(struct veh_rig_def){.machine = &machine, .tied = true}));
    (void)veh_rig_reach_out(&rig, 5.0, 0.5 * SIM_PI, 6.0);
    hold(VEH_GRIP, -1.0, 1.5);
    for (int i = 0;
         i < 60 && veh_machine_measure(&rig.site, 0, &veh_part_head, VEH_HEAD_TILT) > 0.06; i++)
        hold(VEH_TILT, 0.6, 0.05);
    vice = veh_rig_tie(&rig, veh_rig_body(&rig, veh_head_def(&machine)->body));
    told_count = 0;
}

static int tear_down(void **state) {
    (void)state;
    veh_rig_finish(&rig);
    veh_machine_def_finish(&machine);
    return 0;
}

// The head closes around a felled tree that stands there, out [m] from where thick ones lie.
static int grip(double thickness, double out) {
    const struct ter_stem stem = ter_stem_whole(TER_SPRUCE, thickness, height, 4.0, stump);
    struct sim_pose pose = veh_machine_head_frame(&rig.site, 0);
    pose.p = sim_pose_point(pose, sim_vec3(out, 0.0, 0.0));
    const int index = veh_stem_create(&rig.site, &stem, pose, VEH_STEM_FELLED, -1);
    const struct sim_joint_id held = veh_rig_tie(&rig, rig.site.stems.items[index].body);
    hold(VEH_GRIP, 1.0, 1.5);
    sim_joint_destroy(rig.site.world, held);
    hold(VEH_GRIP, 0.0, 0.5);
    return index;
}

static void gather(int stems[TREES], int count) {
    for (int i = 0; i < count; i++) {
        stems[i] = grip(dbh[i], -0.05 + beside * i);
        assert_int_equal(head()->stem, stems[i]);
        press(VEH_MULTI_TREE, 4.0);
        assert_int_equal(arms()->bunch.count, i + 1);
        hold(VEH_GRIP, -1.0, 1.5);
        assert_int_equal(head()->stem, -1);
    }
}

// ---- tests ----

static void the_arms_hold_what_the_knives_let_go(void **state) {
    (void)state;
    int stems[TREES];
    start();
    gather(stems, TREES);
    hold(VEH_GRIP, 0.0, 3.0);
    assert_int_equal(arms()->bunch.count, TREES);
    for (int i = 0; i < TREES; i++) {
        print_message("stem of %.2f m: slipped %.3f m, leans %.1f degrees\n", dbh[i],
                      slip(stems[i]), lean(stems[i]) * 180.0 / SIM_PI);
        assert_true(fabs(slip(stems[i])) < held_slip);
        assert_true(lean(stems[i]) < held_lean);
    }
    // The key opens the arms of a head whose knives are open.
    press(VEH_MULTI_TREE, 2.0);
    assert_int_equal(arms()->bunch.count, 0);
    assert_int_equal(count_told(VEH_EVENT_STEM_BUNCHED), TREES);
    assert_int_equal(count_told(VEH_EVENT_STEM_RELEASED), TREES);
    for (int i = 0; i < TREES; i++)
        assert_true(lean(stems[i]) > 0.5 || slip(stems[i]) > 2.0);
}

static void a_bunch_is_fed_and_cut_as_one(void **state) {
    (void)state;
    int stems[TREES];
    start();
    gather(stems, TREES);
    double mass = slash(), before[TREES];
    for (int i = 0; i < TREES; i++)
        mass += veh_stem_mass(&rig.site, stems[i]);
    hold(VEH_GRIP, 1.0, 1.5);
    sim_joint_destroy(rig.site.world, vice);
    hold(VEH_TILT, -1.0, 4.0);
    hold(VEH_TILT, 0.0, 2.0);
    assert_false(arms()->closed);
    assert_int_equal(arms()->bunch.count, TREES);
    for (int i = 0; i < TREES; i++)
        before[i] = slip(stems[i]);
    const double shown = head()->length;
    hold(VEH_FEED, 0.5, 1.2);
    hold(VEH_FEED, 0.0, 0.5);
    const double fed = head()->length - shown;
    assert_true(fed > 2.0);
    for (int i = 0; i < TREES; i++) // all of them, as far as the wheel says
        assert_near(slip(stems[i]) - before[i], fed, 0.15);
    told_count = 0;
    const double length = head()->length;
    hold(VEH_SAW, 1.0, 1.0);
    assert_int_equal(count_told(VEH_EVENT_LOG_CUT), TREES);
    assert_int_equal(count_told(VEH_EVENT_STEM_BUNCHED), TREES);
    double after = slash(), thickest = 0.0;
    for (int i = 0; i < told_count; i++) {
        if (told[i].kind == VEH_EVENT_LOG_MEASURED) {
            assert_near(told[i].number[0], length, 0.02);
            thickest = fmax(thickest, told[i].number[1]);
        } else if (told[i].kind == VEH_EVENT_LOG_CUT) {
            assert_int_equal(rig.site.stems.items[told[i].stem].kind, VEH_STEM_LOG);
            after += veh_stem_mass(&rig.site, told[i].stem);
        }
    }
    for (int i = 0; i < TREES; i++)
        after += veh_stem_mass(&rig.site, arms()->stem[i]);
    assert_near(after, mass, 1e-4 * mass);
    print_message("fed %.2f m, measured %.2f m, thickest small end %.3f m\n", fed, length,
                  thickest);
    assert_near(thickest, 0.09, 0.03);
    // Open knives drop the rest.
    hold(VEH_GRIP, -1.0, 1.0);
    assert_int_equal(arms()->bunch.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_arms_hold_what_the_knives_let_go, tear_down),
        cmocka_unit_test_teardown(a_bunch_is_fed_and_cut_as_one, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
