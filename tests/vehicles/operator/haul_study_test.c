#include "vehicles/operator/haul_study.h"

#include "tests/near.h"

// Nurminen et al. 2006: 112 m empty at 56 m/min are two minutes; 6 m3 from 4 stops take
// 0.590 + 0.155 / 1.5 minutes per m3 in final felling and 2.022 + 0.211 / 1.5 in thinning.
static void the_range_lies_about_the_published_models(void **state) {
    (void)state;
    const struct veh_haul_work work = {.stops = 4,
                                       .unload_grips = 12,
                                       .volume = 6.0,
                                       .distance[VEH_HAUL_DRIVE_EMPTY] = 112.0,
                                       .distance[VEH_HAUL_DRIVE_LOADED] = 44.0};
    struct veh_haul_range r;
    assert_true(veh_haul_published(VEH_HAUL_DRIVE_EMPTY, &work, &r));
    assert_near(r.mean, 120.0, 1e-9);
    assert_near(r.high / r.low, 1.8, 1e-9);
    assert_true(veh_haul_published(VEH_HAUL_DRIVE_LOADED, &work, &r));
    assert_near(r.mean, 60.0, 1e-9);
    assert_true(veh_haul_published(VEH_HAUL_LOADING, &work, &r));
    assert_near(r.low, 60.0 * 6.0 * (0.590 + 0.155 / 1.5) / 1.3416407865, 1e-6);
    assert_near(r.high, 60.0 * 6.0 * (2.022 + 0.211 / 1.5) * 1.3416407865, 1e-6);
    assert_true(veh_haul_published(VEH_HAUL_UNLOADING, &work, &r));
    assert_near(r.mean, 60.0 * 6.0 * 0.58, 1e-9);
    assert_false(veh_haul_published(VEH_HAUL_OTHER, &work, &r));
    assert_false(veh_haul_published(VEH_HAUL_DRIVE_WHILE_LOADING, &work, &r)); // no distance
}

static void a_load_that_was_not_begun_has_no_range(void **state) {
    (void)state;
    const struct veh_haul_work none = {.logs = 0};
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++) {
        struct veh_haul_range r;
        assert_false(veh_haul_published((enum veh_haul_element)e, &none, &r));
        assert_true(veh_haul_element_name((enum veh_haul_element)e)[0] != '\0');
    }
}

// Class 1 and 1: 75 - 8.2 - 1.4 = 65.4 m/min; worse ground is slower throughout.
static void brunbergs_speed_falls_with_the_ground(void **state) {
    (void)state;
    assert_near(veh_haul_brunberg(65.4, 1, 1, false), 60.0, 1e-9);
    assert_near(veh_haul_brunberg(65.4, 1, 1, true), 60.0 / 0.85, 1e-9);
    for (int surface = 1; surface <= 5; surface++)
        for (int slope = 2; slope <= 5; slope++)
            assert_true(veh_haul_brunberg(1.0, surface, slope, false) >=
                        veh_haul_brunberg(1.0, surface, slope - 1, false));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_range_lies_about_the_published_models),
        cmocka_unit_test(a_load_that_was_not_begun_has_no_range),
        cmocka_unit_test(brunbergs_speed_falls_with_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
