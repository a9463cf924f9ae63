// Lengths, marks and proposals of the computer.
#include "tests/vehicles/computer/computer_rig.h"

// ---- lengths ----

static void a_key_feeds_into_the_window(void **state) {
    (void)state;
    begin(0.0);
    press(product(0)); // a tree that stands is not fed
    assert_near(r.computer.target, 0.0, 0.0);
    fell();
    assert_near(r.computer.length, 0.0, pulse);
    press(product(0));
    assert_true(r.news.forced && !r.news.proposed);
    assert_near(r.computer.target, 4.04, 1e-12); // the middle of 4.02 to 4.06
    run(no_key, 8.0);
    assert_true(r.news.reached);
    assert_near(r.fed, 4.04, 0.01);
    cut();
    assert_true(r.news.log);
    assert_int_equal(r.news.product, 0);
    assert_near(r.news.length, r.butt, 2.0 * pulse);
    assert_near(r.news.top, thickness(r.butt), 0.003);
    assert_near(r.news.mid, thickness(0.5 * r.butt), 0.003);
    assert_near(r.news.dbh, thickness(veh_dbh_height), 0.006); // of knives that held it first
    assert_int_equal(r.computer.tally.logs[0][0][0], 1);
    assert_near(r.computer.butt_height, r.butt, 2.0 * pulse);
}

// It passes the target nowhere by more than the window, and stops within 8 s (2.5 s of approach).
static void it_brakes_before_the_target(void **state) {
    (void)state;
    begin(0.0);
    fell();
    run(product(0), 0.02);
    double most = 0.0;
    for (int i = 0; i < 500; i++) {
        run(no_key, step);
        most = fmax(most, r.fed);
    }
    assert_true(most < 4.06);
    assert_true(r.computer.in_position);
}

static void pressed_again_a_key_gives_the_next_length(void **state) {
    (void)state;
    static const double lengths[5] = {4.04, 4.34, 4.64, 4.94, 4.04};
    begin(0.0);
    fell();
    for (int i = 0; i < 5; i++) {
        press(product(0));
        assert_near(r.computer.target, lengths[i], 1e-12);
    }
    press(product(1));
    assert_near(r.computer.target, 3.04, 1e-12);
    press(product(3)); // there is no such product
    assert_near(r.computer.target, 3.04, 1e-12);
    run((struct veh_computer_keys){.feed = 0.2}, 0.1); // the hand takes over
    assert_near(r.computer.target, 0.0, 0.0);
}

static void a_colour_mark_is_that_of_its_class(void **state) {
    (void)state;
    begin(0.0);
    fell();
    press(product(0));
    press(product(0));
    run(no_key, 8.0);
    cut();
    assert_int_equal(r.news.colour, 5);
}

static void a_lying_stem_begins_where_a_key_is_pressed(void **state) {
    (void)state;
    begin(0.0);
    r.closed = r.upright = false;
    run(no_key, 0.2);
    r.closed = true;
    run(no_key, 0.2);
    assert_false(r.computer.known);
    press(product(1));
    assert_true(r.computer.known);
    run(no_key, 8.0);
    assert_near(r.fed, 3.04, 0.01);
    let_go();
    assert_false(r.computer.known);
}

// A stem that is gripped in its middle, fed back and sawn has no log, and no butt below its end.
static void a_cut_behind_the_butt_is_none(void **state) {
    (void)state;
    begin(60.0);
    r.closed = r.upright = false;
    r.butt = 8.0;
    run(no_key, 0.2);
    r.closed = true;
    run(no_key, 0.2);
    press(product(1));
    run((struct veh_computer_keys){.feed = -1.0}, 0.5);
    assert_true(r.computer.known && r.computer.length < -0.5);
    cut();
    run(no_key, 0.5);
    assert_near(r.computer.butt_height, 0.0, 0.0);
}

// Picked up in its middle: the butt comes to the photocell, lengths count from it. A head without
// one does nothing.
static void the_photocell_finds_the_butt(void **state) {
    (void)state;
    static const struct veh_computer_keys find = {.find_butt = true};
    for (int side = 0; side < 2; side++) {
        begin(0.0);
        r.closed = r.upright = false;
        run(no_key, 0.2);
        r.closed = true;
        r.fed = side == 0 ? 2.4 : -0.6; // the cell sees wood, or the butt is beyond it
        press(find);
        run(no_key, 1.0);
        assert_near(r.fed, side == 0 ? 2.4 : -0.6, 0.0);
        r.setup.cell = 0.2;
        press(find);
        assert_true(r.computer.finding && !r.computer.known);
        run(no_key, 12.0);
        assert_true(r.computer.known && !r.computer.finding);
        assert_near(r.fed, -0.2, 0.003);
        assert_near(r.computer.length, r.fed, 0.003); // a pulse, and the way of a step
        press(product(1));
        run(no_key, 6.0);
        assert_near(r.fed, r.computer.target, 0.01);
    }
}

// Gripped in its middle and said to begin there, then the butt is found: what was measured in
// between keeps its place on the stem, and so does a grade.
static void a_butt_found_later_moves_what_was_measured(void **state) {
    (void)state;
    static const struct veh_computer_keys find = {.find_butt = true}, grade = {.grade = true};
    begin(0.0);
    r.products.product[0].grades = veh_grades_up_to(1);
    r.setup.cell = 0.2;
    r.closed = r.upright = false;
    run(no_key, 0.2);
    r.closed = true;
    run(no_key, 0.2);
    r.fed = 2.43;
    press(product(1)); // 0 m at the saw, it says
    run((struct veh_computer_keys){.feed = 0.2}, 3.0);
    press(grade);
    const double marked = r.fed;
    press(find);
    run(no_key, 14.0);
    assert_near(r.computer.length, r.fed, 0.003);
    assert_true(r.computer.profile.measured > 50);
    for (double z = 3.7; z < 6.0; z += 0.31) // from the upper feeler's first place on
        assert_near(veh_profile_diameter(&r.computer.profile, z), thickness(z), 0.002);
    assert_int_equal(r.computer.grades.count, 2);
    assert_near(r.computer.grades.from[1], marked, 0.02);
}

// A top saw 1.4 m beyond the saw cuts after 9.2 m: the plan ends there, each cut below takes its
// log off, and what is left when the knives open is booked.
static void the_top_saw_ends_the_plan(void **state) {
    (void)state;
    struct veh_computer_news news;
    begin(80.0);
    r.setup.top_saw = 1.4;
    fell();
    while (r.fed < 7.8)
        run((struct veh_computer_keys){.feed = 0.2}, 0.1);
    press(proposal);
    veh_computer_top(&r.computer, &r.setup);
    const double end = r.fed + 1.4;
    assert_near(r.computer.end, end, 0.003);
    assert_near(r.computer.target, 0.0, 0.0);
    run((struct veh_computer_keys){.feed = -0.2}, 5.5); // back to a first cut
    assert_near(r.computer.end, end, 0.003);
    assert_true(r.computer.plan.count > 1);
    const struct veh_planned_log *last = &r.computer.plan.log[r.computer.plan.count - 1];
    assert_true(last->from + last->length <= end);
    run(proposal, 8.0);
    const double first = r.fed;
    cut();
    assert_near(r.computer.end, end - first, 0.004);
    assert_true(veh_computer_finish(&r.computer, &r.products, 1, &news));
    assert_true(news.log);
    assert_near(news.length, end - first, 0.004);
    assert_near(news.top, thickness(end), 0.006); // by the last whole point of the profile
    assert_false(veh_computer_finish(&r.computer, &r.products, 1, &news));
    let_go();
    assert_near(r.computer.end, 0.0, 0.0);
}

// Nothing is booked of a stem whose butt the computer does not know.
static void the_top_of_an_unknown_stem_tells_nothing(void **state) {
    (void)state;
    struct veh_computer_news news;
    begin(0.0);
    r.setup.top_saw = 1.4;
    r.upright = false;
    run(no_key, 0.2);
    veh_computer_top(&r.computer, &r.setup);
    assert_false(veh_computer_finish(&r.computer, &r.products, 1, &news));
    assert_false(news.log);
}

// The lever, the saw, a cut and a stem that is lost end the search, and so does a butt that does
// not come. What has ended does not begin again by itself.
static void a_search_ends(void **state) {
    (void)state;
    static const struct veh_computer_keys find = {.find_butt = true};
    begin(0.0);
    fell();
    r.setup.cell = 0.2;
    r.fed = 2.0;
    run(no_key, 0.1);
    press(find);
    assert_true(r.computer.finding);
    run((struct veh_computer_keys){.feed = 0.5}, 0.1);
    assert_false(r.computer.finding);
    press(find);
    run((struct veh_computer_keys){.sawing = true}, 0.1);
    assert_false(r.computer.finding);
    press(find);
    assert_true(r.computer.finding);
    cut();
    assert_false(r.computer.finding);
    r.fed = 2.0;
    press(find);
    assert_true(r.computer.finding);
    r.lost = true;
    run(no_key, 0.1);
    r.lost = false;
    const double fed = r.fed;
    run(no_key, 1.0);
    assert_false(r.computer.finding);
    assert_near(r.fed, fed, 0.0);
    r.fed = 100.0;
    run(no_key, 0.1);
    press(find);
    run(no_key, 21.0);
    assert_false(r.computer.finding);
}

// The hinge breaks before the bar is through.
static void a_tree_that_tips_over_is_felled(void **state) {
    (void)state;
    begin(80.0);
    run(no_key, 0.5);
    assert_false(r.computer.known);
    r.upright = false;
    run(no_key, 0.5);
    assert_true(r.computer.known);
    assert_true(r.computer.plan.count > 2);
}

// Knives around three stems feel 1 / 0.6462 of their wood; the mean stem's diameter is booked, and
// three logs.
static void several_stems_are_booked_as_so_many(void **state) {
    (void)state;
    begin(0.0);
    r.setup.stems = 3;
    fell();
    press(product(1));
    run(no_key, 4.0);
    cut();
    assert_true(r.news.log);
    assert_near(r.news.length, 3.0, 0.06);
    assert_near(r.news.top, thickness(r.butt) * sqrt(0.6462 / 3.0), 0.002);
    assert_int_equal(r.news.product, 1);
    assert_int_equal(r.computer.tally.logs[1][0][0], 3);
}

// ---- proposals ----

static void without_prices_nothing_is_proposed(void **state) {
    (void)state;
    begin(0.0);
    fell();
    press(proposal);
    assert_near(r.computer.target, 0.0, 0.0);
    assert_int_equal(r.computer.plan.count, 0);
}

static void the_operator_may_override(void **state) {
    (void)state;
    begin(80.0);
    fell();
    assert_true(r.computer.plan.count > 2);
    assert_int_equal(veh_computer_length_of_key(&r.computer, &r.products, 0),
                     r.computer.plan.log[0].length_class);
    press(proposal);
    assert_true(r.news.proposed && !r.computer.forced);
    assert_near(r.computer.target, r.computer.plan.log[0].length, 1e-12);
    press(product(1));
    assert_true(r.news.forced && r.computer.forced);
    const double forced = r.computer.target;
    run(no_key, 8.0); // new plans do not change what was forced
    assert_near(r.computer.target, forced, 0.0);
    assert_near(r.fed, forced, 0.01);
}

// The operator sees rot at the butt, cuts it off as what permits it, sees sound wood and says so.
static void the_key_grades_from_the_saw_upwards(void **state) {
    (void)state;
    static const struct veh_computer_keys grade = {.grade = true};
    begin(80.0);
    r.products.product[0].grades = veh_grades_up_to(1); // saw logs
    fell();
    press(proposal);
    assert_int_equal(r.computer.product, 0);
    press(grade);
    assert_true(r.news.graded);
    assert_int_equal(r.news.grade, 2); // the worst that these products tell apart
    assert_int_equal(r.computer.product, -1);
    assert_near(r.computer.target, 0.0, 0.0);
    press(proposal);
    assert_int_equal(r.computer.product, 1); // pulp permits any
    run(no_key, 4.0);
    assert_near(r.fed, r.computer.target, 0.01);
    cut();
    assert_int_equal(r.news.product, 1);
    press(grade); // after the worst comes the best
    assert_int_equal(r.news.grade, 1);
    assert_near(r.news.length, r.computer.butt_height, 1e-9);
    press(proposal);
    assert_int_equal(r.computer.product, 0);
    let_go();
    assert_int_equal(r.computer.grades.count, 0);
}

// From the saw on the wood is worse: the plan ends the saw log there.
static void a_grade_in_mid_stem_ends_the_saw_logs(void **state) {
    (void)state;
    static const struct veh_computer_keys grade = {.grade = true};
    begin(80.0);
    r.products.product[0].grades = veh_grades_up_to(1);
    fell();
    while (r.fed < 4.5)
        run((struct veh_computer_keys){.feed = 0.2}, 0.1);
    press(grade);
    const double from = r.computer.grades.from[1];
    assert_near(from, r.computer.length, 0.011);
    run(no_key, 0.1);
    assert_true(r.computer.plan.count > 0);
    for (int i = 0; i < r.computer.plan.count; i++) {
        const struct veh_planned_log *log = &r.computer.plan.log[i];
        assert_true(log->product == 1 || log->from + log->length <= from + 1e-9);
    }
    assert_int_equal(r.computer.plan.log[0].product, 0);
}

// Knives that hold a stem read 15 mm less than those that slide along it: neither the DBH nor what
// is predicted after a stop is off by that.
static void diameters_are_those_of_a_sliding_stem(void **state) {
    (void)state;
    begin(80.0);
    r.pressed = 0.015;
    fell();
    for (int log = 0; log < 2; log++) {
        press(proposal);
        run(no_key, 5.0);
        cut();
        run(no_key, 0.5);
        assert_near(r.computer.dbh, thickness(veh_dbh_height), 0.006);
        for (double z = 0.2; z < 3.0; z += 0.2)
            assert_near(veh_profile_diameter(&r.computer.profile, z), thickness(r.butt + z), 0.004);
    }
}

// Closed knives feel nothing of a thinner stem.
static void closed_knives_measure_nothing(void **state) {
    (void)state;
    static const double closing[2] = {0.2, 1.0};
    begin(80.0);
    r.setup.coordinate = r.setup.thick = closing;
    fell();
    run((struct veh_computer_keys){.feed = 0.4}, 10.0);
    assert_true(r.computer.profile.measured > 50);
    for (int i = 0; i < r.computer.profile.measured; i++)
        assert_true(r.computer.profile.mm[i] > 200);
}

static void species_are_those_that_have_products(void **state) {
    (void)state;
    begin(0.0);
    r.products.product[1].species = TER_BEECH;
    press((struct veh_computer_keys){.species = true});
    assert_int_equal(r.computer.species, TER_BEECH);
    press((struct veh_computer_keys){.species = true});
    assert_int_equal(r.computer.species, TER_SPRUCE);
    r.products.product[0].species = TER_OAK; // another list: the choice moves on by itself
    run(no_key, 0.1);
    assert_int_equal(r.computer.species, TER_BEECH);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_feeds_into_the_window),
        cmocka_unit_test(it_brakes_before_the_target),
        cmocka_unit_test(pressed_again_a_key_gives_the_next_length),
        cmocka_unit_test(a_colour_mark_is_that_of_its_class),
        cmocka_unit_test(a_lying_stem_begins_where_a_key_is_pressed),
        cmocka_unit_test(a_cut_behind_the_butt_is_none),
        cmocka_unit_test(the_photocell_finds_the_butt),
        cmocka_unit_test(a_butt_found_later_moves_what_was_measured),
        cmocka_unit_test(the_top_saw_ends_the_plan),
        cmocka_unit_test(the_top_of_an_unknown_stem_tells_nothing),
        cmocka_unit_test(a_search_ends),
        cmocka_unit_test(a_tree_that_tips_over_is_felled),
        cmocka_unit_test(several_stems_are_booked_as_so_many),
        cmocka_unit_test(without_prices_nothing_is_proposed),
        cmocka_unit_test(the_operator_may_override),
        cmocka_unit_test(the_key_grades_from_the_saw_upwards),
        cmocka_unit_test(a_grade_in_mid_stem_ends_the_saw_logs),
        cmocka_unit_test(diameters_are_those_of_a_sliding_stem),
        cmocka_unit_test(closed_knives_measure_nothing),
        cmocka_unit_test(species_are_those_that_have_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
