// The monitoring of a session, from the elements of work in its result.
#include "data/exercise/monitoring.h"

#include <string.h>

#include "data/record/recorder.h"
#include "tests/near.h"
#include "tests/scratch_store.h"

static const struct dat_stanford common = {.program = "Kranich 0", .object = "o"};

static struct dat_stop_list stops;

static struct dat_mom of(char *result, const char *category) {
    const struct dat_session_info info = {.id = 9, .steps = 60000, .step = 0.01, .result = result};
    return dat_monitoring_of(&info, &common, category, &stops);
}

static void a_harvesters_time_is_that_of_its_trees(void **state) {
    (void)state;
    static char result[] =
        "{\"driven_m\":31.5,\"fuel_l\":2.5,\"time_study\":["
        "{\"tree\":\"1\",\"species\":\"spruce\",\"moving_s\":10,\"positioning_s\":8,\"felling_s\":"
        "5,"
        "\"processing_s\":20,\"boom_in_s\":3,\"other_s\":4},"
        "{\"tree\":\"2\",\"species\":\"pine\",\"moving_s\":6,\"positioning_s\":9,\"felling_s\":5,"
        "\"processing_s\":15,\"boom_in_s\":0,\"other_s\":0}]}";
    const struct dat_mom mom = of(result, "Harvester");
    assert_int_equal(mom.session, 9);
    assert_true(mom.common.without_authors);
    assert_near(mom.duration, 600.0, 1e-9);
    assert_near(mom.distance, 31.5, 0.0);
    assert_near(mom.fuel, 2.5, 0.0);
    assert_near(mom.run[DAT_MOM_TRAVEL], 16.0, 1e-9);
    assert_near(mom.run[DAT_MOM_PROCESSING], 8 + 5 + 20 + 3 + 9 + 5 + 15, 1e-9);
    assert_near(mom.run[DAT_MOM_OTHER], 600.0 - 16.0 - 65.0, 1e-9);
}

static void a_forwarders_time_is_that_of_its_loads(void **state) {
    (void)state;
    static char result[] = "{\"time_study\":[{\"load\":1,\"drive_empty_s\":100,\"loading_s\":200,"
                           "\"drive_while_loading_s\":50,\"drive_loaded_s\":90,\"unloading_s\":80,"
                           "\"other_s\":7}]}";
    const struct dat_mom mom = of(result, "Forwarder");
    assert_near(mom.run[DAT_MOM_TRAVEL], 240.0, 1e-9);
    assert_near(mom.run[DAT_MOM_PROCESSING], 280.0, 1e-9);
    assert_near(mom.run[DAT_MOM_OTHER], 80.0, 1e-9);
}

// All time is other work where the result tells of no elements.
static void without_elements_all_is_other_work(void **state) {
    (void)state;
    static char nothing[] = "{}", broken[] = "{\"time_study\":7";
    char *const results[] = {nothing, broken, NULL};
    for (int i = 0; i < 3; i++) {
        const struct dat_mom mom = of(results[i], "Harvester");
        assert_near(mom.run[DAT_MOM_OTHER], 600.0, 1e-9);
        assert_near(mom.run[DAT_MOM_TRAVEL] + mom.run[DAT_MOM_PROCESSING], 0.0, 0.0);
        assert_near(mom.distance, 0.0, 0.0);
    }
}

// Of a session whose lever is moved, rests for that long [s], and is moved, time and again. The
// hand that rests on it, moving it a little, is none.
static void record(struct dat_store *store, const double *rests, int count) {
    const char *const names[] = {"slew"};
    const struct dat_recording_def def = {.trainee = "A",
                                          .exercise = "e",
                                          .scenario_file = "e.yaml",
                                          .machine = "m",
                                          .files = &(struct dat_source_list){.count = 0},
                                          .step = 0.01,
                                          .input_names = names,
                                          .input_count = 1};
    struct dat_problem problem = {""};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, &problem);
    assert_non_null(recorder);
    for (int i = 0; i < count; i++) {
        const double moved = 0.5, touched = 0.01;
        for (int k = 0; k < 200; k++)
            dat_recorder_step(recorder, &moved);
        for (int k = (int)(100.0 * rests[i] + 0.5); k > 0; k--)
            dat_recorder_step(recorder, &touched);
    }
    const struct dat_recording_end end = {.outcome = DAT_PASSED, .result = "{}"};
    assert_true(dat_recorder_end(recorder, &end, &problem));
}

static void what_rests_is_a_stop(void **state) {
    (void)state;
    static const double rests[] = {14.99, 15.0, 80.0, 3.0, 901.5};
    struct tests_scratch scratch;
    struct dat_problem problem = {""};
    struct dat_store *store = tests_scratch_store(&scratch);
    record(store, rests, 5);
    assert_true(dat_stops_read(&stops, store, 1, &problem));
    assert_int_equal(stops.stops.count, 3);
    assert_near(stops.stops.items[0].from, 2.0 + 14.99 + 2.0, 1e-6);
    assert_near(stops.stops.items[0].length, 15.0, 1e-6);
    assert_near(stops.stops.items[1].length, 80.0, 1e-6);
    assert_near(stops.stops.items[2].from, 5 * 2.0 + 14.99 + 15.0 + 80.0 + 3.0, 1e-6);
    assert_near(stops.stops.items[2].length, 901.5, 1e-6);
    static char nothing[] = "{}";
    const struct dat_session_info info = {.steps = 102449, .step = 0.01, .result = nothing};
    const struct dat_mom mom = dat_monitoring_of(&info, &common, "Harvester", &stops);
    assert_near(mom.run[DAT_MOM_OTHER], 1024.49 - 901.5, 1e-6); // a long one is no work
    dat_stops_finish(&stops);
    dat_store_close(store);
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_rests_is_a_stop),
        cmocka_unit_test(a_harvesters_time_is_that_of_its_trees),
        cmocka_unit_test(a_forwarders_time_is_that_of_its_loads),
        cmocka_unit_test(without_elements_all_is_other_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
