// How fast each element of work runs: the factors' table, and who pays for the time.
#include "ui/cmd/phase_times.h"

#include "tests/capture.h"
#include "tests/near.h"
#include "vehicles/operator/kind.h"

static struct veh_haul_work work[2];
static int loads;

static const struct veh_haul_work *hauls(const struct veh_demonstrator *demo, int *count) {
    (void)demo;
    *count = loads;
    return work;
}

static const struct veh_demo_kind kind = {.name = "haul", .hauls = hauls};
static struct veh_demonstrator demo = {.kind = &kind};

static double factor(const json_t *factors, enum veh_haul_element element) {
    return json_number_value(json_object_get(factors, veh_haul_element_name(element)));
}

// The element that grows pays; those of all loads count, those that nothing was done in do not.
static void the_element_that_grows_pays(void **state) {
    (void)state;
    struct ui_phase_times times;
    ui_phase_times_begin(&times);
    loads = 1;
    work[0].seconds[VEH_HAUL_LOADING] = 10.0;
    ui_phase_times_step(&times, &demo);
    loads = 2;
    work[1].seconds[VEH_HAUL_UNLOADING] = 4.0;
    ui_phase_times_step(&times, &demo);
    work[1].seconds[VEH_HAUL_LOADING] = 2.0;
    ui_phase_times_step(&times, &demo);
    assert_near(times.work[VEH_HAUL_LOADING], 12.0, 1e-12);
    assert_near(times.computed[VEH_HAUL_DRIVE_LOADED], 0.0, 0.0);
    times.computed[VEH_HAUL_LOADING] = 3.0;
    times.computed[VEH_HAUL_UNLOADING] = 8.0;
    json_t *factors = ui_phase_times_json(&times);
    assert_int_equal(json_object_size(factors), 2);
    assert_near(factor(factors, VEH_HAUL_LOADING), 4.0, 1e-12);
    assert_near(factor(factors, VEH_HAUL_UNLOADING), 0.5, 1e-12);
    json_decref(factors);
}

static void a_table_is_printed_where_there_is_one(void **state) {
    (void)state;
    static char out[512], err[512];
    struct tests_capture capture;
    json_t *factors = json_pack("{sf}", "loading", 30.72);
    tests_capture_begin(&capture);
    ui_phase_times_print(factors);
    tests_capture_end(&capture, out, err, sizeof out);
    assert_contains(out, "loading");
    assert_contains(out, "30.7");
    tests_capture_begin(&capture);
    ui_phase_times_print(NULL);
    tests_capture_end(&capture, out, err, sizeof out);
    assert_string_equal(out, "");
    json_decref(factors);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_element_that_grows_pays),
        cmocka_unit_test(a_table_is_printed_where_there_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
