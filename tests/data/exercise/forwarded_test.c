// A forwarder's session as messages: what its result says of the loads.
#include "data/exercise/forwarded.h"

#include <math.h>

#include "tests/data/exercise/landing_case.h"

static struct dat_session_info info = {.id = 7,
                                       .trainee = "Anna",
                                       .machine = "forwarder",
                                       .start_utc = "2024-05-17T23:50:00.000Z",
                                       .steps = 360000,
                                       .step = 0.01};

// A load of two assortments and a length that is none; another one is still in the bunk.
static char result[] =
    "{\"driven_m\":512.4,\"fuel_l\":9.5,\"loads\":["
    "{\"began_s\":60.0,\"largest_s\":500.0,\"emptied_s\":900.0,\"driven_m\":231.0,\"logs\":31,"
    "\"volume_m3\":5.0,\"mass_kg\":4400.0,\"assortments\":["
    "{\"species\":\"spruce\",\"length_m\":4.02,\"logs\":20,\"volume_m3\":2.5},"
    "{\"species\":\"pine\",\"length_m\":5.5,\"logs\":10,\"volume_m3\":2.2},"
    "{\"species\":\"pine\",\"length_m\":3.0,\"logs\":1,\"volume_m3\":0.3}]},"
    "{\"began_s\":1000.0,\"largest_s\":2000.0,\"logs\":3,\"volume_m3\":0.5,\"mass_kg\":440.0,"
    "\"assortments\":[{\"species\":\"birch\",\"length_m\":4.0,\"logs\":3,\"volume_m3\":0.5}]}]}";

static void unloaded_loads_are_written(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    bool empty = true;
    assert_true(load("  - {assortment: Pulpwood, position: [29.7, 45.3]}\n"));
    info.result = result;
    assert_true(dat_forwarded_write(&exercise, &info, tests_scratch_path(&scratch, "a.fpr"), &empty,
                                    &problem));
    assert_false(empty);
    char *text = tests_scratch_read(&scratch, "a.fpr");
    assert_non_null(strstr(text, "<ProductName>Pulpwood<"));
    assert_non_null(strstr(text, "<ProductName>Sawlogs<"));
    assert_non_null(strstr(text, "<ProductName>pine 3.0 m<"));
    assert_null(strstr(text, "birch"));
    assert_null(strstr(text, "<LoadNumber>2<"));
    assert_non_null(strstr(text, "<UnloadingTime>2024-05-18T00:05:00.000+00:00<"));
    assert_non_null(strstr(text, "<DistanceFromLastUnloading>231<"));
    assert_non_null(strstr(text, "\"On bark\">880<"));
    assert_non_null(strstr(text, "m3sob\">2.5000<"));
    // 20 logs of 4.02 m and 2.5 m^3 are 19.9 cm thick on the mean.
    const struct veh_bark bark = veh_default_bark(TER_SPRUCE);
    const double thick = sqrt(2.5 / (20.0 * 4.02) * 4.0 / SIM_PI);
    char words[64];
    (void)snprintf(words, sizeof words, "m3sub\">%.4f<",
                   2.5 * pow(veh_under_bark(&bark, thick) / thick, 2.0));
    assert_non_null(strstr(text, words));
    free(text);
    dat_exercise_finish(&exercise);
}

static void a_session_without_unloading_is_empty(void **state) {
    (void)state;
    static char none[] = "{\"driven_m\":1.0,\"loads\":[]}";
    struct dat_problem problem = {""};
    bool empty = false;
    assert_true(load("  - {assortment: Pulpwood, position: [29.7, 45.3]}\n"));
    info.result = none;
    assert_false(dat_forwarded_write(&exercise, &info, tests_scratch_path(&scratch, "b.fpr"),
                                     &empty, &problem));
    assert_true(empty);
    assert_non_null(strstr(problem.text, "no load was unloaded in session 7"));
    dat_exercise_finish(&exercise);
}

static void monitoring_is_that_of_a_forwarder(void **state) {
    (void)state;
    static const struct dat_stop_list none;
    struct dat_problem problem = {""};
    assert_true(load("  - {assortment: Pulpwood, position: [29.7, 45.3]}\n"));
    info.result = result;
    assert_true(dat_forwarding_write(&exercise, &info, &none, tests_scratch_path(&scratch, "a.mom"),
                                     &problem));
    char *text = tests_scratch_read(&scratch, "a.mom");
    assert_non_null(strstr(text, "machineCategory=\"Forwarder\""));
    assert_non_null(strstr(text, "<MachineDrivenDistance>512<"));
    assert_non_null(strstr(text, "<MachineFuelConsumption>9.500<"));
    assert_non_null(strstr(text, "<EngineTime>3600<"));
    assert_non_null(strstr(text, "<NumberOfLoads>1<"));
    assert_non_null(strstr(text, "\"Volume, m3sob\">5.0000<"));
    assert_non_null(strstr(text, "<ForwardedGreenMass>4400<"));
    free(text);
    dat_exercise_finish(&exercise);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unloaded_loads_are_written),
        cmocka_unit_test(a_session_without_unloading_is_empty),
        cmocka_unit_test(monitoring_is_that_of_a_forwarder),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
