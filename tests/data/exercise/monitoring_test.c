// The monitoring of a session, from the elements of work in its result.
#include "data/exercise/monitoring.h"

#include "tests/near.h"

static const struct dat_stanford common = {.program = "Kranich 0", .object = "o"};

static struct dat_mom of(char *result, const char *category) {
    const struct dat_session_info info = {.id = 9, .steps = 60000, .step = 0.01, .result = result};
    return dat_monitoring_of(&info, &common, category);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_harvesters_time_is_that_of_its_trees),
        cmocka_unit_test(a_forwarders_time_is_that_of_its_loads),
        cmocka_unit_test(without_elements_all_is_other_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
