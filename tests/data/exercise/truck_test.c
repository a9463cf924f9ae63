// Trucks that stand on the site of an exercise: their values, mistakes, and logs put into their
// bunks.
#include "data/exercise/truck.h"

#include "data/exercise/practice.h"
#include "tests/data/bad_input.h"
#include "tests/data/exercise/landing_case.h"
#include "vehicles/part/bunk.h"
#include "vehicles/site.h"

#define TRUCK "machine: library/trucks/timber-truck.yaml"
#define TRAILER "machine: library/trucks/timber-trailer.yaml"

static bool load_trucks(const char *site, const char *trucks) {
    char text[1000];
    snprintf(text, sizeof text, "  - {assortment: Pulpwood, position: [60, 20]}\ntrucks:\n%s",
             trucks);
    return load_on(site, text);
}

static void step(struct dat_practice *practice, double seconds) {
    const struct veh_controls levers = {{0.0}};
    for (int i = 0; i < (int)(100.0 * seconds); i++)
        dat_practice_step(practice, &levers);
}

// A log let go above the bunk, along it: falls onto the bolsters and becomes one body with it.
static int drop(struct dat_practice *practice, int machine, double left, double up) {
    const struct dat_scenario_log log = {.species = TER_SPRUCE, .length = 4.0, .mid_diameter = 0.2};
    struct ter_stem stem;
    assert_true(dat_scenario_log_stem(&log, &stem));
    const struct sim_pose frame = veh_machine_pose(&practice->site, machine);
    const struct sim_vec3 x = {1.0, 0.0, 0.0};
    const struct sim_pose at = {sim_vec3(-2.0, left, up),
                                sim_quat_between(sim_vec3(0.0, 0.0, 1.0), x)};
    return veh_worksite_drop(&practice->site, &stem, sim_pose_mul(frame, at));
}

static void logs_become_one_body_with_the_truck(void **state) {
    (void)state;
    struct dat_practice practice;
    struct dat_problem problem;
    if (!load_trucks("yard", "  - {" TRUCK ", position: [40, 50], heading_deg: 30}\n"
                             "  - {" TRAILER ", position: [30, 60]}\n")) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the trucks were refused");
    }
    assert_int_equal(exercise.scenario.truck_count, 2);
    assert_near(exercise.scenario.trucks[0].heading, SIM_PI / 6.0, 1e-12);
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_TRAINEE, &problem));
    assert_int_equal(practice.site.machine_count, 3);
    const struct sim_pose stood = veh_machine_pose(&practice.site, 1);
    int log[6];
    for (int i = 0; i < 6; i++)
        log[i] = drop(&practice, 1 + i / 4, -0.6 + 0.4 * (i % 4), 1.55);
    const int lost = drop(&practice, 2, 0.0, 3.5);
    practice.site.stems.items[lost].load.grapples = 0;
    step(&practice, 8.0);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(practice.site.stems.items[log[i]].load.bunk, 1 + i / 4);
        assert_true(practice.site.stems.items[log[i]].load.hauled);
    }
    assert_near(veh_machine_measure(&practice.site, 1, &veh_part_bunk, VEH_BUNK_FUSED), 4.0, 0.0);
    assert_near(veh_machine_measure(&practice.site, 0, &veh_part_bunk, VEH_BUNK_LOGS), 0.0, 0.0);
    assert_near(practice.score.state[DAT_LOGS_ON_TRUCKS].tally.count, 7.0, 0.0);
    // It never moves, and the logs with it stay where they are.
    const struct sim_vec3 before = veh_stem_pose(&practice.site, log[0]).p;
    step(&practice, 5.0);
    const struct sim_vec3 after = veh_stem_pose(&practice.site, log[0]).p;
    assert_near(sim_length(sim_sub(after, before)), 0.0, 1e-6);
    const struct sim_pose stands = veh_machine_pose(&practice.site, 1);
    assert_near(sim_length(sim_sub(stands.p, stood.p)), 0.0, 1e-12);
    json_t *result = dat_practice_result(&practice);
    json_t *told = json_array_get(json_object_get(result, "trucks"), 0);
    assert_string_equal(json_string_value(json_object_get(told, "truck")), "Timber truck");
    assert_int_equal(json_integer_value(json_object_get(told, "logs")), 4);
    assert_near(json_number_value(json_object_get(told, "mass_kg")),
                4.0 * veh_stem_mass(&practice.site, log[0]), 1e-6);
    const json_t *line = json_array_get(json_object_get(told, "assortments"), 0);
    assert_int_equal(json_integer_value(json_object_get(line, "logs")), 4);
    assert_near(json_number_value(json_object_get(line, "length_m")), 4.0, 1e-9);
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
         {"  - {machine: none.yaml, position: [40, 50]}\n", 11, 15,
          "the truck 'none.yaml' cannot be read"}},
        {"yard",
         {"  - {machine: library/physics/heap.yaml, position: [40, 50]}\n", 11, 15,
          "the truck has no bunk"}},
        {"yard", {"  - {" TRUCK ", position: [1, 50]}\n", 11, 6, "half off the site"}},
        {"first-forest",
         {"  - {" TRUCK ", position: [24, 50]}\n", 11, 6, "the truck is not free: tree"}},
        {"yard", {"  - {" TRUCK ", position: [14, 35.8]}\n", 11, 6, "where the machine starts"}},
        {"yard",
         {"  - {" TRUCK ", position: [40, 50]}\n  - {" TRAILER
          ", position: [41, 51], heading_deg: 90}\n",
          12, 6, "where that of line 11 does"}},
        {"yard",
         {"  - {" TRUCK ", position: [62, 21]}\n", 11, 6, "stands on the landing of line 9"}},
        {"yard",
         {"  - {" TRUCK ", position: [40, 50]}\npiles:\n  - position: [39, 50.5]\n"
          "    logs: [{species: spruce, length: 4, mid_diameter_cm: [16, 20], count: 3}]\n",
          11, 6, "stands on the pile of line 13"}},
        {"yard",
         {"  - {" TRUCK ", position: [40, 50]}\nlogs:\n  - {species: spruce, length: 4, "
          "mid_diameter_cm: 20, position: [39, 50]}\n",
          11, 6, "stands on the log of line 13"}},
        {"yard", {"  - {" TRUCK "}\n", 11, 6, "'position'"}},
        {"yard", {"  - {machine: /etc/passwd, position: [40, 50]}\n", 11, 15, "relative"}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(load_trucks(bad[i].site, bad[i].row.text));
        assert_reported(&d, &bad[i].row);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_become_one_body_with_the_truck),
        cmocka_unit_test(mistakes_are_named_with_their_place),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
