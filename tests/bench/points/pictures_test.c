// Each experiment is drawn, and every curve has points.
#include "bench/points/pictures.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/scratch.h"

static void every_experiment_is_drawn(void **state) {
    (void)state;
    static const char *const titles[] = {">5.1 ", ">5.2 ", ">5.3 ", ">5.4 ",
                                         ">5.5 ", ">5.6 ", ">5.7 ", ">Rope "};
    struct dat_problem problem = {""};
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    assert_true(bench_draw_experiments(tests_scratch_path(&scratch, "e.svg"), &problem));
    char *svg = tests_scratch_read(&scratch, "e.svg");
    for (int i = 0; i < 8; i++)
        assert_non_null(strstr(svg, titles[i]));
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "d=\"\"")); // a curve without points
    free(svg);
    tests_scratch_remove(&scratch);
}

static void a_folder_that_is_not_there_is_named(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    assert_false(bench_draw_experiments("/nowhere/e.svg", &problem));
    assert_non_null(strstr(problem.text, "/nowhere/e.svg"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_experiment_is_drawn),
        cmocka_unit_test(a_folder_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
