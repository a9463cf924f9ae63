// A bench with an accumulating arm, which moves nothing: what the head keeps of its stems.
#include "tests/vehicles/small_head.h"
#include "vehicles/part/head_inside.h"

enum { ARM = 3 }; // input

static struct small_site s;
static struct bench bench;
static struct veh_multi_tree_def arms;

static struct veh_multi_tree_state *bunch(void) {
    return veh_head_bunch(&s.site.machines[0]);
}

static int held(void) {
    return veh_head(&s.site.machines[0])->stem;
}

static void start(int most) {
    bench_make(&bench, 1.0);
    bench.head.knives = (struct veh_list){{0, 1, 2, 3}, BENCH_JAWS};
    bench.inputs[ARM] = (struct sim_model_input){.name = "arm", .low = -1.0, .high = 1.0};
    bench.def.model.input_count = ARM + 1;
    arms = (struct veh_multi_tree_def){
        .press = {{ARM}, 1}, .swing = {{ARM}, 1}, .most = most, .stage_time = 0.1, .ease = 0.3};
    bench.def.parts[bench.def.part_count++] = (struct veh_part_def){&veh_part_multi_tree, &arms};
    bench_place(&s, &bench);
}

static int place(const struct ter_stem *piece, double x, double below) {
    const int stem = veh_stem_create(&s.site, piece, bench_at(x, 0.0, bench_height - below),
                                     VEH_STEM_FELLED, -1);
    bench_clamp(&s, stem);
    return stem;
}

// A stem that stands fixed in the head, its ends that far [m] below the cut plane and above it.
static int put(double x, double radius, double below, double above) {
    struct ter_stem wood = spruce_log(8.0), piece, rest;
    ter_stem_split(&wood, below + above, &piece, &rest);
    piece.dbh *= 2.0 * radius / ter_stem_diameter(&piece, below);
    return place(&piece, x, below);
}

static int gripped_stem(void) {
    const int stem = put(0.0, 0.12, 1.0, 5.0);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
    assert_int_equal(held(), stem);
    return stem;
}

// Returns how often the arms were said to be full.
static int press_key(void) {
    int full = 0;
    for (int i = 0; i < 10; i++) {
        const struct veh_event *events;
        const struct veh_controls levers = bench_lever(VEH_MULTI_TREE, i < 5 ? 1.0 : 0.0);
        veh_worksite_step(&s.site, &levers);
        const int count = veh_worksite_events(&s.site, &events);
        for (int k = 0; k < count; k++)
            if (events[k].kind == VEH_EVENT_ARMS_FULL) {
                full++;
                assert_int_equal(events[k].stem, held());
                assert_near(events[k].number[0], arms.most, 0.0);
            }
    }
    return full;
}

// Rows of branches act between a stem and the knives that hold it.
static void stems_in_the_arms_have_no_branches_before_the_knives(void **state) {
    (void)state;
    start(5);
    (void)gripped_stem();
    assert_int_equal(press_key(), 0);
    assert_true(bunch()->closed);
    assert_int_equal(bunch()->bunch.count, 1);
    assert_true(sim_joint_valid(s.site.world, bunch()->brake[0]));
    bench_hold(&s, bench_lever(VEH_GRIP, -1.0), 1.0);
    assert_int_equal(held(), -1);
    assert_int_equal(bunch()->bunch.count, 1);
    assert_false(sim_joint_valid(s.site.world, bunch()->brake[0]));
    small_site_finish(&s);
}

static void full_arms_take_no_further_stem_and_say_so(void **state) {
    (void)state;
    for (int most = 2; most <= 3; most++) {
        start(most);
        for (int i = 0; i < 2; i++)
            veh_head_bunch_add(&s.site, 0, put(0.25 + 0.15 * i, 0.04, 1.0, 2.0));
        const int stem = gripped_stem();
        assert_int_equal(press_key(), most == 2);
        assert_int_equal(bunch()->bunch.count, most);
        assert_int_equal(veh_head_member(&s.site.machines[0], stem), most == 3 ? 2 : -1);
        if (most == 2) { // it is counted in the head once it is felled, and refused all the same
            veh_head_bunch_add(&s.site, 0, stem);
            assert_int_equal(press_key(), 1);
            assert_false(bunch()->closed);
        }
        small_site_finish(&s);
    }
}

// The bar passes through a thick stem and through the last centimetre of a thin one, and then rests
// at its stop: the thin one is told of once.
static void a_cut_that_is_too_small_is_told_once(void **state) {
    (void)state;
    int logs = 0, too_small = 0;
    start(5);
    const int thin = put(0.3, 0.04, 2.0, 0.01), thick = gripped_stem();
    veh_head_bunch_add(&s.site, 0, thick);
    veh_head_bunch_add(&s.site, 0, thin);
    const struct veh_controls levers = bench_lever(VEH_SAW, 1.0);
    for (int i = 0; i < 300; i++) {
        const struct veh_event *events;
        veh_worksite_step(&s.site, &levers);
        const int count = veh_worksite_events(&s.site, &events);
        for (int k = 0; k < count; k++) {
            logs += events[k].kind == VEH_EVENT_LOG_CUT;
            too_small += events[k].kind == VEH_EVENT_CUT_TOO_SMALL && events[k].stem == thin;
        }
    }
    assert_int_equal(logs, 1);
    assert_int_equal(too_small, 1);
    small_site_finish(&s);
}

// The top saw has shortened a bunch in which one stem ended below it.
static void only_stems_that_were_topped_become_logs(void **state) {
    (void)state;
    const struct ter_stem tree = spruce();
    struct ter_stem rest, top;
    struct veh_event event;
    start(5);
    ter_stem_split(&tree, ter_stem_length(&tree) - 3.0, &rest, &top);
    const int whole = place(&top, 0.3, 1.0), topped = gripped_stem();
    veh_head_bunch_add(&s.site, 0, topped);
    veh_head_bunch_add(&s.site, 0, whole);
    struct veh_computer *computer = &veh_head_of(&s.site.machines[0])->computer;
    computer->known = true;
    computer->end = 6.0;
    assert_true(bench_wait(&s, bench_lever(VEH_GRIP, -1.0), VEH_EVENT_LOG_CUT, 0.05, &event) > 0.0);
    assert_int_equal(event.stem, topped);
    assert_int_equal(s.site.stems.items[topped].kind, VEH_STEM_LOG);
    assert_int_not_equal(s.site.stems.items[whole].kind, VEH_STEM_LOG);
    assert_int_equal(bunch()->bunch.count, 0);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stems_in_the_arms_have_no_branches_before_the_knives),
        cmocka_unit_test(full_arms_take_no_further_stem_and_say_so),
        cmocka_unit_test(a_cut_that_is_too_small_is_told_once),
        cmocka_unit_test(only_stems_that_were_topped_become_logs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
