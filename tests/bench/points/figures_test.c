// The table holds each published figure beside ours; the figures that are far apart are known.
#include "bench/points/figures.h"

#include <math.h>
#include <string.h>

#include "tests/near.h"

// These depend on details that the report does not give, see docs/integrators.md.
static const char *const known[] = {"mean missing energy [%]",
                                    "at most in the last fifth of 50 s [J]",
                                    "last time with a slack thread [s]",
                                    "steps with too many sweeps", "missing energy, h = 2.5 ms [%]"};

static double allowed(const char *what) {
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(what, known[i]) == 0)
            return 10.0;
    return strcmp(what, "missing energy [%]") == 0 ? 0.02 : 0.002;
}

static void figures_lie_beside_each_other(void **state) {
    (void)state;
    struct bench_figure figures[BENCH_FIGURES_MOST];
    const int count = bench_figures(figures);
    int worlds = 0, fines = 0;
    assert_true(count >= 25 && count <= BENCH_FIGURES_MOST);
    for (int i = 0; i < count; i++) {
        const struct bench_figure *f = &figures[i];
        assert_true(f->experiment[0] != '\0' && f->what[0] != '\0');
        assert_near(f->impulses / f->published, 1.0, allowed(f->what));
        worlds += isfinite(f->world);
        fines += isfinite(f->fine);
        if (strcmp(f->what, "mean missing energy [%]") == 0) // what shorter steps do
            assert_true(f->fine < 0.25 && f->fine < 0.01 * f->world);
    }
    assert_int_equal(worlds, 21);
    assert_int_equal(fines, 13);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_lie_beside_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
