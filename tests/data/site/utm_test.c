// The projection is checked by what defines it: true along the central meridian up to its scale,
// and conformal everywhere. An analytic function that is right on a line is right beside it.
#include "data/site/utm.h"

#include <math.h>

#include "tests/near.h"

static const double a = 6378137.0;
static const double e2 = 0.0066943799901413165;

// Radii of curvature [m] of the meridian and across it.
static double along(double phi) {
    const double w = 1.0 - e2 * sin(phi) * sin(phi);
    return a * (1.0 - e2) / (w * sqrt(w));
}

static double across(double phi) {
    return a / sqrt(1.0 - e2 * sin(phi) * sin(phi));
}

static double radians(double degrees) {
    return degrees * acos(-1.0) / 180.0;
}

// Simpson's rule over the meridian [m].
static double arc(double degrees) {
    const int n = 2000;
    const double h = radians(degrees) / n;
    double sum = along(0.0) + along(radians(degrees));
    for (int i = 1; i < n; i++)
        sum += (i % 2 == 1 ? 4.0 : 2.0) * along(i * h);
    return sum * h / 3.0;
}

static void the_central_meridian_is_a_line_of_its_length(void **state) {
    (void)state;
    for (double latitude = 5.0; latitude < 80.0; latitude += 7.5) {
        const struct dat_utm utm = dat_utm_from_geo(32, (struct dat_geo){latitude, 9.0});
        assert_near(utm.east, 500000.0, 1e-6);
        assert_near(utm.north, 0.9996 * arc(latitude), 1e-4);
    }
}

// Steps of about 10 m to the north and to the east are equally long on the map, and at right
// angles.
static void the_map_is_conformal(void **state) {
    (void)state;
    const double step = 1e-4;
    for (double latitude = 10.0; latitude < 75.0; latitude += 13.0) {
        for (double longitude = 4.0; longitude < 15.0; longitude += 1.7) {
            const double phi = radians(latitude);
            const struct dat_utm o = dat_utm_from_geo(32, (struct dat_geo){latitude, longitude});
            const struct dat_utm n =
                dat_utm_from_geo(32, (struct dat_geo){latitude + step, longitude});
            const struct dat_utm e =
                dat_utm_from_geo(32, (struct dat_geo){latitude, longitude + step});
            const double north = radians(step) * along(phi);
            const double east = radians(step) * across(phi) * cos(phi);
            assert_near((n.east - o.east) / north, -(e.north - o.north) / east, 3e-6);
            assert_near((n.north - o.north) / north, (e.east - o.east) / east, 3e-6);
        }
    }
}

static void the_inverse_leads_back(void **state) {
    (void)state;
    for (double latitude = 1.0; latitude < 80.0; latitude += 6.3) {
        for (double longitude = 2.0; longitude < 17.0; longitude += 1.3) {
            const struct dat_geo geo = {latitude, longitude};
            const struct dat_geo back = dat_utm_to_geo(32, dat_utm_from_geo(32, geo));
            assert_near(back.latitude, latitude, 1e-9); // 0.1 mm
            assert_near(back.longitude, longitude, 1e-9);
        }
    }
}

static void zones_and_numbers(void **state) {
    (void)state;
    assert_int_equal(dat_utm_zone(-180.0), 1);
    assert_int_equal(dat_utm_zone(10.8), 32);
    assert_int_equal(dat_utm_zone(180.0), 60);
    assert_int_equal(dat_utm_zone_of_epsg(25832), 32);
    assert_int_equal(dat_utm_zone_of_epsg(32633), 33);
    assert_int_equal(dat_utm_zone_of_epsg(31467), 0); // Gauss and Krueger's
    assert_int_equal(dat_utm_zone_of_epsg(32661), 0); // the pole's
    assert_near(dat_utm_from_geo(32, (struct dat_geo){-1e-9, 9.0}).north, 1e7, 1e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_central_meridian_is_a_line_of_its_length),
        cmocka_unit_test(the_map_is_conformal),
        cmocka_unit_test(the_inverse_leads_back),
        cmocka_unit_test(zones_and_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
