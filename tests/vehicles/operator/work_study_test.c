#include "vehicles/operator/work_study.h"

#include "tests/near.h"

// Nurminen et al. 2006 for a spruce of 0.3 m3: 6.0 s positioning, 6.6 s (final felling) and 7.4 s
// (thinning) felling, 14.4 s processing.
static void the_range_lies_about_the_published_models(void **state) {
    (void)state;
    struct veh_work_range r;
    assert_true(veh_work_published(VEH_WORK_POSITIONING, TER_SPRUCE, 0.3, &r));
    assert_near(r.mean, 6.0, 1e-9);
    assert_near(r.high / r.low, 1.8, 1e-9);
    assert_true(veh_work_published(VEH_WORK_FELLING, TER_SPRUCE, 0.3, &r));
    assert_near(r.mean, 0.5 * (6.636 + 7.398), 1e-9);
    assert_near(r.low, 6.636 / 1.3416407865, 1e-6);
    assert_near(r.high, 7.398 * 1.3416407865, 1e-6);
    assert_true(veh_work_published(VEH_WORK_PROCESSING, TER_SPRUCE, 0.3, &r));
    assert_near(r.mean, 14.376, 1e-9);
    assert_false(veh_work_published(VEH_WORK_OTHER, TER_SPRUCE, 0.3, &r));
}

// Thicker stems take longer, at least up to 0.8 m3, whatever the species.
static void thick_stems_take_longer(void **state) {
    (void)state;
    for (int species = 0; species < TER_SPECIES_COUNT; species++)
        for (int e = 0; e < VEH_WORK_OTHER; e++) {
            struct veh_work_range thin, thick;
            const enum veh_work_element element = (enum veh_work_element)e;
            assert_true(veh_work_published(element, (enum ter_species)species, 0.1, &thin));
            assert_true(veh_work_published(element, (enum ter_species)species, 0.8, &thick));
            assert_true(thin.low > 0.0 && thin.low < thin.mean && thin.mean < thin.high);
            assert_true(thick.mean >= thin.mean);
            assert_true(veh_work_element_name(element)[0] != '\0');
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_range_lies_about_the_published_models),
        cmocka_unit_test(thick_stems_take_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
