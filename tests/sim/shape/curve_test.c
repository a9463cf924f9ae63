// Curves through points: lengths, feet of points, ends.
#include "sim/shape/curve.h"

#include "tests/near.h"

static const char *problem;

// A spline through n points of a circle: its error falls with the fourth power of their distance.
static void a_ring_is_nearly_a_circle(void **state) {
    (void)state;
    double before = 0.0;
    for (int n = 8; n <= 32; n *= 2) {
        struct sim_vec3 points[32];
        for (int i = 0; i < n; i++)
            points[i] = sim_vec3(cos(2.0 * SIM_PI * i / n), sin(2.0 * SIM_PI * i / n), 0.5);
        struct sim_curve *ring = sim_curve_create(points, n, true, &problem);
        assert_non_null(ring);
        double error = fabs(ring->length / (2.0 * SIM_PI) - 1.0);
        for (int i = 0; i < 100; i++) {
            const double angle = 0.0628 * i;
            const struct sim_vec3 p = sim_vec3(1.3 * cos(angle), 1.3 * sin(angle), 0.1);
            const struct sim_curve_place place = sim_curve_nearest(ring, p);
            error = fmax(error, fabs(hypot(place.p.x, place.p.y) - 1.0));
            assert_near(place.way / ring->length, angle / (2.0 * SIM_PI), 2e-3);
            assert_near(sim_dot(place.direction, sim_sub(p, place.p)), 0.0, 1e-12);
        }
        assert_true(n == 8 || error < before / 12.0);
        assert_true(n != 16 || error < 1e-4);
        before = error;
        sim_curve_destroy(ring);
    }
}

// Two points make a straight line, which continues beyond both.
static void a_line_has_straight_ends(void **state) {
    (void)state;
    const struct sim_vec3 points[2] = {{1.0, 0.0, 0.0}, {1.0, 4.0, 3.0}};
    struct sim_curve *line = sim_curve_create(points, 2, false, &problem);
    assert_near(line->length, 5.0, 1e-12);
    for (int i = -2; i <= 7; i++) {
        const struct sim_vec3 p = sim_vec3(9.0, 0.8 * i, 0.6 * i);
        const struct sim_curve_place place = sim_curve_nearest(line, p);
        assert_near(place.way, i, 1e-12);
        assert_near(sim_length(sim_sub(place.p, sim_vec3(1.0, 0.8 * i, 0.6 * i))), 0.0, 1e-12);
        assert_near(sim_curve_near(line, p, i + 0.4).way, i, 1e-12);
    }
    sim_curve_destroy(line);
}

// Rounds are counted, and a place is looked for where it was last.
static void rounds_are_counted(void **state) {
    (void)state;
    struct sim_vec3 points[12];
    for (int i = 0; i < 12; i++)
        points[i] = sim_vec3(2.0 * cos(0.5236 * i), sin(0.5236 * i), 0.0);
    struct sim_curve *ellipse = sim_curve_create(points, 12, true, &problem);
    double way = sim_curve_nearest(ellipse, points[0]).way;
    for (int i = 1; i <= 500; i++) {
        const double angle = 0.05 * i;
        const struct sim_vec3 p = sim_vec3(2.0 * cos(angle), sin(angle), 0.0);
        const struct sim_curve_place place = sim_curve_near(ellipse, p, way);
        assert_true(place.way > way && place.way < way + 0.15);
        assert_near(sim_length(sim_sub(place.p, p)), 0.0, 0.01);
        way = place.way;
    }
    assert_true(way > 3.9 * ellipse->length && way < 4.1 * ellipse->length);
    sim_curve_destroy(ellipse);
}

static void impossible_curves_are_refused(void **state) {
    (void)state;
    const struct sim_vec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    assert_null(sim_curve_create(points, 1, false, &problem));
    assert_string_equal(problem, "a curve has at least 2 points");
    assert_null(sim_curve_create(points, 2, true, &problem));
    assert_string_equal(problem, "a closed curve has at least 3 points");
    assert_null(sim_curve_create(points, 3, false, &problem));
    assert_string_equal(problem, "two neighbouring points of the curve are in one place");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_is_nearly_a_circle),
        cmocka_unit_test(a_line_has_straight_ends),
        cmocka_unit_test(rounds_are_counted),
        cmocka_unit_test(impossible_curves_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
