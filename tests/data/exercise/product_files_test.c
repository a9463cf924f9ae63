#include "data/exercise/product_files.h"

#include "tests/near.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

// What an exercise in the folder loads that names these files.
static struct dat_exercise *load(const char *products, const char *groups,
                                 struct dat_diagnostics *d) {
    struct dat_exercise *exercise = calloc(1, sizeof *exercise);
    assert_non_null(exercise);
    (void)snprintf(exercise->path, sizeof exercise->path, "%s",
                   tests_scratch_path(&scratch, "e.yaml"));
    (void)snprintf(exercise->scenario.product_file[0], DAT_SCENARIO_PATH, "%s", products);
    (void)snprintf(exercise->scenario.product_file[1], DAT_SCENARIO_PATH, "%s", groups);
    dat_diagnostics_init(d, exercise->path, NULL);
    exercise->scenario.product_place[0] = (struct dat_place){3, 11};
    dat_load_product_files(exercise, "", d);
    return exercise;
}

static void finish(struct dat_exercise *exercise) {
    dat_exercise_finish(exercise);
    free(exercise);
}

static void a_file_beside_the_exercise_gives_its_products(void **state) {
    (void)state;
    struct dat_diagnostics d;
    tests_scratch_write(&scratch, "p.yaml",
                        "products: [{name: a, lengths: [[4]], prices: [[18, 70]]}]\n");
    struct dat_exercise *exercise = load("p.yaml", "", &d);
    assert_int_equal(d.errors, 0);
    assert_int_equal(exercise->scenario.products->count, 1);
    assert_near(exercise->scenario.products->product[0].cell[0][0].price, 70.0, 0.0);
    assert_int_equal(exercise->sources.count, 1); // a replay tells whether it has changed
    finish(exercise);
}

static void mistakes_are_reported_in_the_file_that_has_them(void **state) {
    (void)state;
    struct dat_diagnostics d;
    tests_scratch_write(&scratch, "p.yaml", "products:\n  - {name: a}\n");
    finish(load("p.yaml", "", &d));
    assert_true(d.errors > 0);
    assert_non_null(strstr(d.item[0].file, "/p.yaml"));
    assert_int_equal(d.item[0].line, 2);
    finish(load("missing.yaml", "", &d));
    assert_int_equal(d.errors, 1);
    assert_non_null(strstr(d.item[0].file, "/e.yaml")); // where the exercise names it
    assert_true(d.item[0].line == 3 && d.item[0].column == 11);
}

static void species_groups_belong_to_a_pin(void **state) {
    (void)state;
    struct dat_diagnostics d;
    tests_scratch_write(&scratch, "p.yaml",
                        "products: [{name: a, lengths: [[4]], prices: [[18, 70]]}]\n");
    tests_scratch_write(&scratch, "g.spi",
                        "<SpeciesGroupInstruction xmlns=\"urn:skogforsk:stanford2010\" "
                        "diameterUnit=\"mm\" lengthUnit=\"cm\"/>");
    finish(load("p.yaml", "g.spi", &d));
    assert_int_equal(d.errors, 1);
    assert_non_null(strstr(d.item[0].text, "is no '.pin'"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_beside_the_exercise_gives_its_products, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(mistakes_are_reported_in_the_file_that_has_them, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(species_groups_belong_to_a_pin, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
