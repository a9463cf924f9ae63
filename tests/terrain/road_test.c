#include "terrain/road.h"

#include <math.h>

#include "tests/near.h"

// A quarter circle of radius 50 m about the origin, in one-degree chords, from (50, 0) to (0, 50).
static struct ter_road arc(void) {
    struct ter_road road;
    ter_road_init(&road);
    for (int i = 0; i <= 90; i++) {
        const double a = i * SIM_PI / 180.0;
        const struct ter_road_point point = {50.0 * sim_cos(a), 50.0 * sim_sin(a), 4.0};
        assert_true(ter_road_add(&road, &point));
    }
    return road;
}

static void length_is_that_of_the_arc(void **state) {
    (void)state;
    struct ter_road road = arc();
    // A chord of one degree is shorter than its arc by 1.3e-5.
    assert_near(ter_road_length(&road) / (25.0 * SIM_PI), 1.0, 1e-4);
    ter_road_finish(&road);
}

static void places_lie_on_the_arc(void **state) {
    (void)state;
    struct ter_road road = arc();
    for (double along = 0.0; along < 78.0; along += 3.7) {
        const struct ter_road_place place = ter_road_at(&road, along);
        const double a = along / 50.0;
        assert_near(place.x, 50.0 * cos(a), 0.01);
        assert_near(place.y, 50.0 * sin(a), 0.01);
        assert_near(place.heading, a + 0.5 * SIM_PI, 0.01);
        assert_near(place.along, along, 1e-9);
        assert_near(place.width, 4.0, 1e-12);
    }
    assert_near(ter_road_at(&road, -5.0).along, 0.0, 1e-12);
    assert_near(ter_road_at(&road, 500.0).along, ter_road_length(&road), 1e-9);
    ter_road_finish(&road);
}

static void nearest_place_is_along_the_radius(void **state) {
    (void)state;
    struct ter_road road = arc();
    for (double a = 0.05; a < 1.5; a += 0.13) {
        for (double r = 30.0; r < 70.0; r += 9.0) {
            const struct ter_road_place place = ter_road_nearest(&road, r * cos(a), r * sin(a));
            assert_near(place.distance, fabs(r - 50.0), 0.01);
            assert_near(place.along, 50.0 * a, 0.5);
        }
    }
    // Beyond the end the end is nearest.
    assert_near(ter_road_nearest(&road, 50.0, -3.0).distance, 3.0, 1e-9);
    ter_road_finish(&road);
}

// Along the road, however near the two places are to each other; but not back to a road that is
// farther away than they are from each other.
static void the_way_leads_along_the_road(void **state) {
    (void)state;
    struct ter_road road = arc();
    const double whole = ter_road_length(&road);
    assert_near(ter_road_way(&road, 50.0, 0.0, 0.0, 50.0), whole, 1e-9);
    assert_near(ter_road_way(&road, 50.0, 0.0, 0.0, 57.0), whole + 7.0, 1e-9);
    // the foot on the first chord is 4 m times half a degree from its end
    assert_near(ter_road_way(&road, 0.0, 53.0, 46.0, 0.0), whole + 7.0, 0.04);
    assert_near(ter_road_way(&road, 50.0, 0.0, 46.0, 0.0), 4.0, 0.04);
    assert_near(ter_road_way(&road, 10.0, 0.0, 0.0, 10.0), sqrt(200.0), 1e-9);
    ter_road_finish(&road);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(length_is_that_of_the_arc),
        cmocka_unit_test(places_lie_on_the_arc),
        cmocka_unit_test(nearest_place_is_along_the_radius),
        cmocka_unit_test(the_way_leads_along_the_road),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
