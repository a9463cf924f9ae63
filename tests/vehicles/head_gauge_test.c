// Wheel and knives on the bench: exact without errors, and with them as far off as real ones.
#include "tests/vehicles/small_head.h"

static struct small_site s;
static struct bench bench;

static const struct veh_computer *computer(void) {
    return &veh_head(&s.site.machines[0])->computer;
}

// Grips a stem 1.5 m above its butt and feeds 4.5 m of it. Returns by how much more the computer
// counts.
static double feed(uint64_t seed, double *diameter_error) {
    bench_start(&s, &bench, 1.0);
    s.site.def.seed = seed;
    sim_world_set_pair_friction(s.site.world, sim_world_find_material(s.site.world, "roller"),
                                s.site.material_bark, 1.0);
    const int stem = bench_stem(&s, 9.0, 1.5);
    const struct sim_joint_id clamp = bench_clamp(&s, stem);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
    sim_joint_destroy(s.site.world, clamp);
    struct veh_head_state *head = veh_machine_part(&s.site.machines[0], &veh_part_head)->state;
    head->computer.known = true;
    head->computer.length = bench_height - veh_stem_pose(&s.site, stem).p.z;
    while (bench_height - veh_stem_pose(&s.site, stem).p.z < 6.0 &&
           veh_worksite_time(&s.site) < 20.0)
        bench_hold(&s, bench_lever(VEH_FEED, 0.8), 0.05);
    const double fed = bench_height - veh_stem_pose(&s.site, stem).p.z;
    *diameter_error = veh_profile_diameter(&computer()->profile, 4.0) -
                      ter_stem_diameter(&s.site.stems.items[stem].stem, 4.0);
    return computer()->length - fed;
}

static void an_ideal_wheel_counts_the_length(void **state) {
    (void)state;
    double diameter;
    assert_near(feed(0, &diameter), 0.0, 2.0 * 0.001); // two pulses
    // Jaws give way and the rollers sink in: 3 kN on 6e6 N/m are 0.5 mm on each side.
    assert_near(diameter, 0.0, 0.003);
    small_site_finish(&s);
}

static void a_wheel_that_does_not_touch_counts_nothing(void **state) {
    (void)state;
    double diameter;
    (void)feed(0, &diameter);
    const double before = computer()->length;
    bench.head.wheel_travel = -1.0;
    bench_hold(&s, bench_lever(VEH_FEED, 0.3), 1.0);
    assert_near(computer()->length, before, 0.2); // it only runs out
    small_site_finish(&s);
}

// About 8 mm + 1 per mille of the length (here less: no cut, and 4.5 m) and 3 mm of the diameter.
static void errors_are_those_of_real_machines(void **state) {
    (void)state;
    enum { SEEDS = 60 };
    double length = 0.0, diameter = 0.0, mean = 0.0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        double d;
        const double l = feed(seed, &d);
        length += l * l / SEEDS;
        diameter += d * d / SEEDS;
        mean += l / SEEDS;
        small_site_finish(&s);
    }
    assert_true(sqrt(length) > 0.004 && sqrt(length) < 0.011);
    assert_true(sqrt(diameter) > 0.0018 && sqrt(diameter) < 0.0042);
    assert_near(mean, 0.0, 3.0 * sqrt(length / SEEDS)); // no bias
}

static void the_same_seed_gives_the_same_errors(void **state) {
    (void)state;
    double d[2];
    const double first = feed(7, &d[0]);
    small_site_finish(&s);
    assert_near(feed(7, &d[1]), first, 0.0);
    assert_near(d[0], d[1], 0.0);
    small_site_finish(&s);
}

// Events of the last step.
static int told_of_butt(void) {
    const struct veh_event *events;
    int told = 0;
    for (int i = veh_worksite_events(&s.site, &events) - 1; i >= 0; i--)
        if (events[i].kind == VEH_EVENT_BUTT_FOUND) {
            assert_near(events[i].number[0], -0.2, 1e-9);
            told++;
        }
    return told;
}

// A stem that was gripped 2 m above its butt, on the bench: the butt lies that far beyond the saw
// at the end, as the computer says.
static void the_head_finds_the_butt(void **state) {
    (void)state;
    bench_make(&bench, 1.0);
    bench.head.butt_cell = 0.2;
    bench_place(&s, &bench);
    sim_world_set_pair_friction(s.site.world, sim_world_find_material(s.site.world, "roller"),
                                s.site.material_bark, 1.0);
    const int stem = bench_stem(&s, 9.0, 2.0);
    const struct sim_joint_id clamp = bench_clamp(&s, stem);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
    sim_joint_destroy(s.site.world, clamp);
    struct veh_head_state *head = veh_machine_part(&s.site.machines[0], &veh_part_head)->state;
    int told = 0;
    for (int i = 0; i < 1200 && (i < 20 || head->computer.finding); i++) {
        head->computer.was_upright = false; // the bench's stem stands
        bench_hold(&s, bench_lever(VEH_FIND_BUTT, 1.0), 0.01);
        told += told_of_butt();
    }
    assert_int_equal(told, 1);
    const double beyond = bench_height - veh_stem_pose(&s.site, stem).p.z; // butt to saw
    assert_true(head->computer.known && !head->computer.finding);
    assert_near(beyond, -0.2, 0.02); // it stops within a step or two
    assert_near(head->computer.length, beyond, 0.005);
    small_site_finish(&s);
}

// A log with rot in it, cut by key as a product that permits none: the buyer sends it back.
static void a_rotten_saw_log_is_rejected(void **state) {
    (void)state;
    for (int rotten = 0; rotten < 2; rotten++) {
        static struct veh_products products;
        struct veh_event event;
        products = veh_default_products();
        products.count = 1;
        products.product[0] = (struct veh_product){.name = "saw log",
                                                   .species = -1,
                                                   .grades = veh_grades_up_to(1),
                                                   .max_butt = 2.0,
                                                   .window_high = 0.02,
                                                   .diameter_count = 1,
                                                   .length_count = 1,
                                                   .length = {2.0}};
        bench_make(&bench, 1.0);
        bench_place(&s, &bench);
        s.site.def.products = &products;
        const int stem = bench_stem(&s, 6.0, 0.5);
        s.site.stems.items[stem].stem.defects.rot = rotten != 0 ? 20.0 : 0.0;
        const struct sim_joint_id clamp = bench_clamp(&s, stem);
        bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
        sim_joint_destroy(s.site.world, clamp);
        struct veh_head_state *head = s.site.machines[0].parts[1].state;
        head->computer.known = true; // it has cut the butt
        (void)bench_wait(&s, bench_lever(VEH_ASSORTMENT_1, 1.0), VEH_EVENT_LENGTH_REACHED, 6.0,
                         &event);
        const double rejected =
            bench_wait(&s, bench_lever(VEH_SAW, 1.0), VEH_EVENT_LOG_REJECTED, 3.0, &event);
        assert_true((rejected > 0.0) == (rotten != 0));
        if (rotten != 0)
            assert_near(event.number[1], 4.0, 0.0);
        small_site_finish(&s);
    }
}

// A tree that tears off its stump begins a new count, as one that is sawn off does.
static void a_tree_torn_off_begins_at_its_butt(void **state) {
    (void)state;
    bench_start(&s, &bench, 1.0);
    const int stem = bench_stem(&s, 6.0, 1.0);
    bench_clamp(&s, stem);
    s.site.stems.items[stem].kind = VEH_STEM_STANDING; // what the head sees of a tree
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
    struct veh_head_state *head = veh_machine_part(&s.site.machines[0], &veh_part_head)->state;
    assert_int_equal(head->stem, stem);
    assert_true(head->gauges.rooted);
    head->computer.length = 0.7; // it has been fed a little
    s.site.stems.items[stem].kind = VEH_STEM_FELLED;
    bench_hold(&s, bench_lever(VEH_GRIP, 0.0), 0.02);
    assert_true(computer()->known);
    assert_near(computer()->length, 0.0, 0.01);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ideal_wheel_counts_the_length),
        cmocka_unit_test(a_wheel_that_does_not_touch_counts_nothing),
        cmocka_unit_test(errors_are_those_of_real_machines),
        cmocka_unit_test(the_same_seed_gives_the_same_errors),
        cmocka_unit_test(the_head_finds_the_butt),
        cmocka_unit_test(a_rotten_saw_log_is_rejected),
        cmocka_unit_test(a_tree_torn_off_begins_at_its_butt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
