// The saw in wood: power, force of the bar, and a chain that stops.
#include "tests/vehicles/small_head.h"
#include "vehicles/part/engine.h"

static struct small_site s;
static struct bench bench;

static const struct veh_head_state *head(void) {
    return veh_head(&s.site.machines[0]);
}

static int hold_stem(enum ter_species species, double below) {
    struct ter_stem wood = spruce_log(8.0);
    wood.species = species;
    const int stem = veh_stem_create(&s.site, &wood, bench_at(0.0, 0.0, bench_height - below),
                                     VEH_STEM_FELLED, -1);
    bench_clamp(&s, stem);
    return stem;
}

// [s] from the first wood to the last; infinite: it takes more than a minute. *area [m^2].
static double cut(int stem, double below, double *area) {
    const double d = ter_stem_diameter(&s.site.stems.items[stem].stem, below);
    *area = 0.25 * SIM_PI * d * d;
    double began = -1.0;
    const double start = veh_worksite_time(&s.site);
    while (s.site.stems.items[stem].used && veh_worksite_time(&s.site) < start + 60.0) {
        const struct veh_controls levers = bench_lever(VEH_SAW, 1.0);
        veh_worksite_step(&s.site, &levers);
        if (began < 0.0 && head()->saw.cut > 0.0)
            began = veh_worksite_time(&s.site);
        const struct veh_event *events;
        const int count = veh_worksite_events(&s.site, &events);
        for (int i = 0; i < count; i++)
            if (events[i].kind == VEH_EVENT_LOG_CUT)
                return veh_worksite_time(&s.site) - began;
    }
    return (double)INFINITY;
}

// Power over specific energy, which rises with the density: birch takes longer than spruce.
static void power_decides_the_rate(void **state) {
    (void)state;
    static const double rates[] = {0.05, 0.10};
    static const enum ter_species species[] = {TER_SPRUCE, TER_BIRCH};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            double area;
            bench_make(&bench, 1.0);
            bench.head.saw.area_rate = rates[i];
            bench_place(&s, &bench);
            const double time = cut(hold_stem(species[k], 1.0), 1.0, &area);
            const double density =
                ter_species_green_density(species[k]) / ter_species_green_density(TER_SPRUCE);
            // The chord's distance is taken as the centre's, and the chain gives some of its swing.
            assert_near(time * rates[i] / (area * density), 1.0, 0.1);
            small_site_finish(&s);
        }
}

// The bar's hinge and the chain in balance: T = k F r with F = P / u, and T as much as the slowed
// chain lets the bar press.
static void the_bar_presses_as_the_chain_allows(void **state) {
    (void)state;
    bench_start(&s, &bench, 1.0);
    hold_stem(TER_SPRUCE, 1.0);
    const struct veh_controls levers = bench_lever(VEH_SAW, 1.0);
    while (head()->saw.cut < 0.5)
        veh_worksite_step(&s.site, &levers);
    const double u = head()->saw.chain, full = bench.head.saw.chain_speed;
    const double pull = 3.6e5 * bench_area_rate / u, torque = 0.6 * pull * 0.4;
    assert_near((u / full - 0.6) / 0.4 * 600.0 / torque, 1.0, 0.03);
    small_site_finish(&s);
}

// A bar that is always pressed with all its force: 600 N m at 0.4 m ask 2.5 kN of the chain, and
// the saw's motor gives at most P / (20 m/s).
static void a_chain_that_is_pressed_too_hard_stops(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct veh_event event;
        bench_make(&bench, 1.0);
        bench.head.saw.least_press = 1.0;
        bench.head.saw.area_rate = i == 0 ? 0.12 : 0.16; // 2.2 and 2.9 kN
        bench_place(&s, &bench);
        hold_stem(TER_SPRUCE, 1.0);
        const double stalled =
            bench_wait(&s, bench_lever(VEH_SAW, 1.0), VEH_EVENT_SAW_STALLED, 5.0, &event);
        assert_true((stalled > 0.0) == (i == 0));
        small_site_finish(&s);
    }
}

// The engine gives what it has: the cut takes as long as that power needs.
static void a_weak_engine_cuts_slowly(void **state) {
    (void)state;
    static struct veh_engine_def engine = {.torque = {{300.0, 2400.0}, {100.0, 100.0}, 2},
                                           .idle_rpm = 800.0,
                                           .working_rpm = 1800.0,
                                           .droop = 0.05,
                                           .inertia_kg_m2 = 4.0,
                                           .anti_stall = 0.1,
                                           .friction_nm = 10.0};
    double area;
    bench_make(&bench, 1.0);
    bench.def.parts[bench.def.part_count++] = (struct veh_part_def){&veh_part_engine, &engine};
    bench_place(&s, &bench);
    const double time = cut(hold_stem(TER_SPRUCE, 1.0), 1.0, &area);
    // At most 100 N m at 188 rad/s less the droop, of which 70 % come to the chain.
    assert_true(3.6e5 * area / time < 0.7 * 18.8e3);
    assert_true(3.6e5 * area / time > 0.5 * 18.8e3 * 0.7);
    small_site_finish(&s);
}

// A standing tree in the bench's saw, whose foot is so far below it [m].
static void stand_a_tree(double below) {
    const struct ter_tree spruce = {.id = "a",
                                    .position = {0.0, 0.0, bench_height - below},
                                    .species = TER_SPRUCE,
                                    .dbh = 0.36,
                                    .height = 28.0,
                                    .crown_base = 12.0,
                                    .crown_width = 3.0};
    bench_place(&s, &bench);
    assert_true(ter_stand_add(&s.stand, &spruce));
    small_site_restart(&s);
    assert_int_equal(veh_worksite_add_machine(&s.site, &bench.def, 0.0, 0.0, 0.0), 0);
}

// A standing tree in the bench's saw, which nobody pushes: it sits back on the bar, which then
// neither cuts nor goes home; pushed on, it lets the bar go, and falls when the bar comes again.
static void a_tree_that_sits_back_holds_the_bar(void **state) {
    (void)state;
    struct veh_event event;
    bench_make(&bench, 1.0);
    bench.head.saw.area_rate = 0.01; // slowly, so that the tree has the time to sit back
    bench.head.saw.least_press = 0.01;
    stand_a_tree(0.3);
    assert_true(bench_wait(&s, bench_lever(VEH_SAW, 1.0), VEH_EVENT_BAR_PINCHED, 20.0, &event) >
                0.0);
    const int tree = s.site.tree_stem[0];
    assert_int_equal(event.stem, tree);
    const struct sim_joint_id saw = s.site.machines[0].instance.joints[BENCH_SAW];
    bench_hold(&s, bench_lever(VEH_SAW, 1.0), 3.0); // it settles on the bar
    bench_hold(&s, bench_lever(VEH_SAW, 0.0), 2.0);
    assert_true(head()->saw.pinched);
    assert_true(sim_joint_position(s.site.world, saw, 0) > 1.0);
    for (int i = 0; i < 200; i++) { // the bar moves towards +y
        sim_body_apply(s.site.world, s.site.stems.items[tree].body, sim_vec3(0.0, 1000.0, 0.0),
                       sim_vec3(0.0, 0.0, 0.0), bench_at(0.0, 0.0, bench_height + 5.0).p);
        bench_hold(&s, bench_lever(VEH_SAW, 0.0), 0.01);
    }
    assert_false(head()->saw.pinched);
    assert_near(sim_joint_position(s.site.world, saw, 0), -0.01, 0.02);
    small_site_finish(&s);
}

// The head has slipped towards the ground since the first cut: the bar still comes into its kerf,
// where a cut of its own would be too close to the stem's end.
static void a_bar_comes_back_into_its_kerf(void **state) {
    (void)state;
    struct veh_event event;
    bench_make(&bench, 1.0);
    stand_a_tree(0.1 + 0.005); // stems begin 10 cm above the foot
    assert_true(bench_wait(&s, bench_lever(VEH_SAW, 1.0), VEH_EVENT_TREE_FELLED, 2.0, &event) <
                0.0);
    bench_hold(&s, bench_lever(VEH_SAW, 0.0), 2.0);
    const struct veh_bite hinge = {.z = 0.036, .left = 0.006, .normal = {0.0, 1.0, 0.0}};
    assert_false(veh_stem_saw(&s.site, s.site.tree_stem[0], &hinge));
    assert_true(bench_wait(&s, bench_lever(VEH_SAW, 1.0), VEH_EVENT_TREE_FELLED, 2.0, &event) >
                0.0);
    assert_near(event.number[0], 0.1 + hinge.z, 1e-9);
    small_site_finish(&s);
}

// A bar that does not reach through leaves what is too far away from its hinge, until it comes from
// the other side.
static void a_short_bar_needs_a_second_cut(void **state) {
    (void)state;
    struct veh_event event;
    bench_make(&bench, 1.0);
    bench.head.saw.bar = 0.4; // as far as the axis
    bench_place(&s, &bench);
    const int stem = hold_stem(TER_SPRUCE, 1.0);
    const double radius = 0.5 * ter_stem_diameter(&s.site.stems.items[stem].stem, 1.0);
    assert_true(bench_wait(&s, bench_lever(VEH_SAW, 1.0), VEH_EVENT_LOG_CUT, 3.0, &event) < 0.0);
    assert_near(s.site.stems.items[stem].kerf.first.left, radius, 0.002);
    bench_hold(&s, bench_lever(VEH_SAW, 0.0), 1.0);
    struct sim_pose turned = veh_stem_pose(&s.site, stem);
    turned.q = sim_quat_rpy(0.0, 0.0, SIM_PI);
    const struct ter_stem wood = s.site.stems.items[stem].stem;
    const struct veh_kerf kerf = s.site.stems.items[stem].kerf;
    veh_stem_destroy(&s.site, stem);
    const int other = veh_stem_create(&s.site, &wood, turned, VEH_STEM_FELLED, -1);
    s.site.stems.items[other].kerf = kerf;
    bench_clamp(&s, other);
    assert_true(bench_wait(&s, bench_lever(VEH_SAW, 1.0), VEH_EVENT_LOG_CUT, 3.0, &event) > 0.0);
    small_site_finish(&s);
}

// Held near its tip, the stem ends before the saw: the bar swings through air.
static void a_bar_beyond_the_tip_meets_no_wood(void **state) {
    (void)state;
    bench_start(&s, &bench, 1.0);
    const int held = hold_stem(TER_SPRUCE, 1.0);
    struct veh_controls levers = bench_lever(VEH_GRIP, 1.0);
    bench_hold(&s, levers, 1.0);
    assert_int_equal(head()->stem, held);
    struct ter_stem *stem = &s.site.stems.items[held].stem;
    stem->from = stem->height - 0.5;
    stem->to = stem->height;
    const struct sim_joint_id saw = s.site.machines[0].instance.joints[BENCH_SAW];
    const double usual = sim_joint_free_axis(s.site.world, saw, 0)->damping;
    levers.value[VEH_SAW] = 1.0;
    for (int i = 0; i < 50; i++) {
        veh_worksite_step(&s.site, &levers);
        assert_near(sim_joint_free_axis(s.site.world, saw, 0)->damping, usual, 0.0);
    }
    assert_int_equal(head()->stem, held);
    assert_true(sim_joint_position(s.site.world, saw, 0) > 0.1);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(power_decides_the_rate),
        cmocka_unit_test(the_bar_presses_as_the_chain_allows),
        cmocka_unit_test(a_chain_that_is_pressed_too_hard_stops),
        cmocka_unit_test(a_tree_that_sits_back_holds_the_bar),
        cmocka_unit_test(a_weak_engine_cuts_slowly),
        cmocka_unit_test(a_bar_comes_back_into_its_kerf),
        cmocka_unit_test(a_short_bar_needs_a_second_cut),
        cmocka_unit_test(a_bar_beyond_the_tip_meets_no_wood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
