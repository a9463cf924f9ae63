// Rectangles on the ground against sampled points.
#include "data/exercise/footprint.h"

#include "tests/near.h"
#include "tests/random.h"

static bool contains(double x, double y, double heading, const struct sim_vec3 *low,
                     const struct sim_vec3 *high, double px, double py) {
    const double c = sim_cos(heading), s = sim_sin(heading), dx = px - x, dy = py - y;
    const double ahead = c * dx + s * dy, left = c * dy - s * dx;
    return ahead > low->x && ahead < high->x && left > low->y && left < high->y;
}

// Wherever a point of a fine grid lies in both, they overlap; where none does, they do not by more
// than the grid can tell.
static void rectangles_overlap_where_points_lie_in_both(void **state) {
    (void)state;
    const struct sim_vec3 low = {-3.0, -1.0, 0.0}, high = {5.0, 1.5, 0.0};
    uint64_t seed = 3;
    int both = 0;
    for (int n = 0; n < 200; n++) {
        const double x = random_between(&seed, -9.0, 9.0), y = random_between(&seed, -9.0, 9.0);
        const double turn = random_between(&seed, -SIM_PI, SIM_PI);
        const struct dat_footprint a = dat_footprint_at(0.0, 0.0, 0.4, low, high);
        const struct dat_footprint b = dat_footprint_at(x, y, turn, low, high);
        bool shared = false;
        for (int i = 0; i < 200 && !shared; i++)
            for (int k = 0; k < 200 && !shared; k++) {
                const double px = -10.0 + 0.1 * i, py = -10.0 + 0.1 * k;
                shared = contains(0.0, 0.0, 0.4, &low, &high, px, py) &&
                         contains(x, y, turn, &low, &high, px, py);
            }
        both += shared ? 1 : 0;
        if (shared)
            assert_true(dat_footprints_overlap(&a, &b, 0.0));
        else
            assert_false(dat_footprints_overlap(&a, &b, 0.4));
        assert_int_equal(dat_footprints_overlap(&a, &b, 0.1), dat_footprints_overlap(&b, &a, 0.1));
    }
    assert_in_range(both, 30, 170);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rectangles_overlap_where_points_lie_in_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
