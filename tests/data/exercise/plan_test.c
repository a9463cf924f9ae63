// A plan and what became of it: lengths and distances of ways that are known, piles in their order,
// and the text of the record.
#include "data/exercise/plan.h"

#include <stdlib.h>
#include <string.h>

#include "tests/data/machine_stand.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/crane.h"
#include "vehicles/site.h"

static struct machine_stand s;
static struct dat_plan plan;

static void drive(double x, double y) {
    *SIM_ARRAY_PUSH(&plan.driven) = (struct dat_plan_place){(float)x, (float)y};
}

static void end(void) {
    dat_plan_finish(&plan);
}

// Two sides of a square, of which the machine cuts the corner: the hypotenuse.
static void ways_are_compared(void **state) {
    (void)state;
    const struct dat_plan_point points[] = {{.x = 40.0F}, {.x = 40.0F, .y = 40.0F}};
    drive(-10.0, 0.0); // before there was a plan
    drive(0.0, 0.0);
    dat_plan_set(&plan, points, 2);
    for (int i = 1; i <= 40; i++)
        drive(i, i);
    const struct dat_plan_figures f = dat_plan_compare(&plan);
    assert_near(f.planned, 80.0, 1e-6);
    assert_near(f.driven, 40.0 * sqrt(2.0), 1e-4);
    assert_near(f.most, 20.0, 1e-6); // in its middle
    // The mean of min(i, 40 - i) over 41 places.
    assert_near(f.mean, 400.0 / 41.0, 1e-6);
    assert_int_equal(f.points, 2);
    assert_int_equal(f.passed, 1); // the corner is 28 m away
    end();
}

// Out along a line, back 2 m beside it, and out again 10 m beside it; at the turn they are one
// pass.
static void passes_are_counted(void **state) {
    (void)state;
    for (int way = 0; way < 3; way++)
        for (int i = 0; i <= 20; i++)
            drive(way == 1 ? 40.0 - 2.0 * i : 2.0 * i, way == 2 ? 12.0 : 2.0 * way);
    for (int i = 0; i <= 18; i++) {
        assert_int_equal(dat_plan_passes(&plan, i), 2);
        assert_int_equal(dat_plan_passes(&plan, 41 - i), 2);
        assert_int_equal(dat_plan_passes(&plan, 42 + i), 1);
    }
    assert_int_equal(dat_plan_passes(&plan, 20), 1);
    end();
}

static void nothing_is_compared_with_no_plan(void **state) {
    (void)state;
    drive(0.0, 0.0);
    drive(10.0, 0.0);
    assert_null(dat_plan_json(&plan));
    assert_near(dat_plan_compare(&plan).driven, 0.0, 0.0);
    // Only piles: there is no way to be off.
    const struct dat_plan_point pile = {.x = 5.0F, .y = 9.0F, .pile = true};
    dat_plan_set(&plan, &pile, 1);
    drive(20.0, 0.0);
    assert_near(dat_plan_compare(&plan).most, 0.0, 0.0);
    assert_near(dat_plan_compare(&plan).driven, 10.0, 1e-6);
    end();
}

static void the_record_keeps_the_plan(void **state) {
    (void)state;
    const struct dat_plan_point points[] = {{.x = 12.25F, .y = -3.5F},
                                            {.x = 7.0F, .y = 1e3F, .pile = true}};
    struct dat_plan read = {.begin = 0};
    dat_plan_set(&plan, points, 2);
    char *text = dat_plan_text(&plan);
    assert_true(dat_plan_read(&read, text));
    assert_int_equal(read.points.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_near((double)read.points.items[i].x, (double)points[i].x, 1e-3);
        assert_near((double)read.points.items[i].y, (double)points[i].y, 1e-3);
        assert_true(read.points.items[i].pile == points[i].pile);
    }
    static const char *const wrong[] = {"", "[]", "{\"points\":[{\"x_m\":1}]}", "{\"points\":7}",
                                        "{\"points\":[{\"x_m\":1,\"y_m\":-1e300}]}"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(dat_plan_read(&read, wrong[i]));
    assert_false(dat_plan_read(&read, NULL));
    assert_int_equal(read.points.count, 2);
    free(text);
    dat_plan_finish(&read);
    end();
}

// A log that is gripped within reach of a planned pile is of the pile; what was taken keeps its
// turn when the plan is changed.
static void piles_are_taken_in_an_order(void **state) {
    (void)state;
    machine_stand_carrier(&s, "forwarder");
    const struct sim_vec3 tip = veh_machine_crane_tip(&s.site, 0);
    const struct dat_plan_point points[] = {
        {.x = (float)tip.x + 20.0F, .y = (float)tip.y, .pile = true},
        {.x = (float)tip.x + 3.0F, .y = (float)tip.y, .pile = true}};
    dat_plan_set(&plan, points, 2);
    veh_site_event(
        &s.site, &veh_part_grapple,
        (struct veh_event){.kind = VEH_EVENT_LOG_GRIPPED, .machine = 0, .stem = -1, .tree = -1});
    dat_plan_step(&plan, &s.site);
    assert_int_equal(plan.driven.count, 1);
    assert_int_equal(plan.points.items[0].turn, 0);
    assert_int_equal(plan.points.items[1].turn, 1);
    struct dat_plan_figures f = dat_plan_compare(&plan);
    assert_int_equal(f.piles, 2);
    assert_int_equal(f.taken, 1);
    assert_int_equal(f.in_order, 1);
    plan.points.items[0].turn = 2; // the first of the plan after the second
    f = dat_plan_compare(&plan);
    assert_int_equal(f.taken, 2);
    assert_int_equal(f.in_order, 1);
    dat_plan_set(&plan, &points[1], 1);
    assert_int_equal(plan.points.items[0].turn, 1);
    machine_stand_finish(&s);
    end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_compared),
        cmocka_unit_test(passes_are_counted),
        cmocka_unit_test(nothing_is_compared_with_no_plan),
        cmocka_unit_test(the_record_keeps_the_plan),
        cmocka_unit_test(piles_are_taken_in_an_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
