// Landings made real: the area, its bearers, and mistakes with their place.
#include "data/exercise/landing_make.h"

#include <math.h>

#include "data/exercise/practice.h"
#include "tests/data/bad_input.h"
#include "tests/data/exercise/landing_case.h"

// One metre more than the longest log, and bearers on which the shortest one rests.
static void bearers_lie_across(void **state) {
    (void)state;
    assert_true(load("  - {assortment: Sawlogs, position: [30, 46], heading_deg: 30}\n"
                     "  - {assortment: Pulpwood, position: [36, 53], bearer_cm: 0}\n"));
    const struct veh_landing *landing = exercise.landings;
    assert_near(landing[0].length, 6.5, 1e-12);
    assert_int_equal(landing[0].product, 1);
    assert_int_equal(landing[1].product, 0);
    assert_int_equal(exercise.lying.count, 2);
    for (int i = 0; i < 2; i++) {
        const struct dat_lying *bearer = &exercise.lying.items[i];
        assert_int_equal(bearer->kind, VEH_STEM_BEARER);
        assert_near(ter_stem_length(&bearer->stem), 4.0, 1e-9);
        assert_near(ter_stem_diameter(&bearer->stem, 2.0), 0.15, 1e-3);
        const struct sim_vec3 middle = sim_pose_point(bearer->pose, sim_vec3(0.0, 0.0, 2.0));
        const double dx = middle.x - landing[0].x, dy = middle.y - landing[0].y;
        assert_near(fabs(dx * cos(SIM_PI / 6.0) + dy * sin(SIM_PI / 6.0)), 0.3 * 4.9, 0.02);
        assert_near(dy * cos(SIM_PI / 6.0) - dx * sin(SIM_PI / 6.0), 0.0, 0.02);
    }
    dat_exercise_finish(&exercise);
}

// They are bodies that stay where they are, and a pile drawn there lies on them.
static void piles_lie_on_the_bearers(void **state) {
    (void)state;
    struct dat_practice practice;
    struct dat_problem problem;
    const struct veh_controls levers = {{0.0}};
    assert_true(load("  - {assortment: Pulpwood, position: [29.7, 45.3], heading_deg: 23}\n"
                     "piles:\n  - {position: [29.7, 45.3], heading_deg: 23, width: 2, logs: "
                     "[{species: spruce, length: 4, mid_diameter_cm: [15, 20], count: 6}]}\n"));
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_TRAINEE, &problem));
    for (int i = 0; i < 400; i++)
        dat_practice_step(&practice, &levers);
    const struct veh_landing_pile pile = veh_landing_measure(&practice.site, 0);
    assert_true(pile.logs >= 4);     // one may roll off
    assert_int_equal(pile.right, 0); // no machine has brought them
    assert_true(pile.height > 0.28);
    json_t *result = dat_practice_result(&practice);
    json_t *told = json_array_get(json_object_get(result, "landings"), 0);
    assert_string_equal(json_string_value(json_object_get(told, "assortment")), "Pulpwood");
    assert_int_equal(json_integer_value(json_object_get(told, "logs")), pile.logs);
    json_decref(result);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *site;
        struct bad_input row;
    } bad[] = {
        {"yard",
         {"  - {assortment: Pulpwod, position: [29.7, 45.3]}\n", 9, 18,
          "no assortment 'Pulpwod', expected one such as 'Pulpwood'"}},
        {"yard",
         {"  - {assortment: Pulpwood, position: [-29, 45]}\n", 9, 6,
          "the landing is off the site"}},
        {"first-forest",
         {"  - {assortment: Pulpwood, position: [24, 35]}\n", 9, 6,
          "the landing is not free: tree"}},
        {"yard",
         {"  - {assortment: Pulpwood, position: [29.7, 45.3]}\n"
          "  - {assortment: Sawlogs, position: [31, 45], heading_deg: 20}\n",
          10, 6, "the landing overlaps that of line 9"}},
        {"yard",
         {"  - {assortment: Sawlogs, position: [29.7, 45.3], length: 5}\n", 9, 6,
          "the landing is 5 m long, 'Sawlogs' 5.5 m"}},
        {"yard",
         {"  - {assortment: Pulpwood, position: [14, 35.8]}\n", 4, 9,
          "the machine starts on a landing"}},
        {"yard",
         {"  - {assortment: Pulpwood, position: [29.7, 45.3], bearer_cm: 3, width: 20}\n", 9, 6,
          "no spruce yields a bearer of 20 m with 3 cm"}},
        {"yard",
         {"  - {assortment: Pulpwood, position: [29.7, 45.3]}\nlogs:\n"
          "  - {species: spruce, length: 4, mid_diameter_cm: 20, position: [40, 40], count: 3}\n"
          "  - {species: spruce, length: 3, mid_diameter_cm: 20, position: [46, 40]}\n"
          "goals:\n  logs_landed: {at_least: 4}\n",
          14, 3, "the goal is 4 logs on landings, but only 3 are of their assortments"}},
        {"yard", {"  - {assortment: Pulpwood}\n", 9, 6, "'position'"}},
        {"yard",
         {"  - {assortment: Pulpwood, position: [29.7, 45.3], straight: left}\n", 9, 62,
          "'straight'"}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(load_on(bad[i].site, bad[i].row.text));
        assert_reported(&d, &bad[i].row);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bearers_lie_across),
        cmocka_unit_test(piles_lie_on_the_bearers),
        cmocka_unit_test(mistakes_are_named_with_their_place),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
