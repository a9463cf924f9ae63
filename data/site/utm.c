// f is the flattening, n the third flattening, e the eccentricity, A the radius of the rectified
// meridian, and xi, eta the coordinates of the projection divided by A; xi', eta' are those of the
// projection of the conformal sphere.
#include "data/site/utm.h"

#include <assert.h>
#include <math.h>

enum { ORDER = 4 };

static const double pi = 3.14159265358979323846;
static const double equator = 6378137.0; // [m] radius
static const double flattening = 1.0 / 298.257223563;
static const double scale = 0.9996; // along the central meridian
static const double false_east = 500000.0;
static const double false_north = 1e7;

struct series {
    double e, radius;                               // radius: A [m]
    double alpha[ORDER], beta[ORDER], delta[ORDER]; // coefficients of sin 2j x, j from 1
};

static struct series make_series(void) {
    const double n = flattening / (2.0 - flattening);
    const double n2 = n * n;
    const double n3 = n2 * n;
    const double n4 = n3 * n;
    return (struct series){
        .e = sqrt(flattening * (2.0 - flattening)),
        .radius = equator / (1.0 + n) * (1.0 + n2 / 4.0 + n4 / 64.0),
        .alpha = {n / 2.0 - 2.0 / 3.0 * n2 + 5.0 / 16.0 * n3 + 41.0 / 180.0 * n4,
                  13.0 / 48.0 * n2 - 3.0 / 5.0 * n3 + 557.0 / 1440.0 * n4,
                  61.0 / 240.0 * n3 - 103.0 / 140.0 * n4, 49561.0 / 161280.0 * n4},
        .beta = {n / 2.0 - 2.0 / 3.0 * n2 + 37.0 / 96.0 * n3 - n4 / 360.0,
                 n2 / 48.0 + n3 / 15.0 - 437.0 / 1440.0 * n4, 17.0 / 480.0 * n3 - 37.0 / 840.0 * n4,
                 4397.0 / 161280.0 * n4},
        .delta = {2.0 * n - 2.0 / 3.0 * n2 - 2.0 * n3 + 116.0 / 45.0 * n4,
                  7.0 / 3.0 * n2 - 8.0 / 5.0 * n3 - 227.0 / 45.0 * n4,
                  56.0 / 15.0 * n3 - 136.0 / 35.0 * n4, 4279.0 / 630.0 * n4},
    };
}

static double radians(double degrees) {
    return degrees * pi / 180.0;
}

static double central_meridian(int zone) {
    assert(zone >= 1 && zone <= 60);
    return radians(6.0 * zone - 183.0);
}

int dat_utm_zone(double longitude) {
    assert(longitude >= -180.0 && longitude <= 180.0);
    const int zone = (int)floor((longitude + 180.0) / 6.0) + 1;
    return zone > 60 ? 60 : zone;
}

int dat_utm_zone_of_epsg(int epsg) {
    const int zone = epsg % 100;
    const int system = epsg / 100;
    return (system == 326 && zone >= 1 && zone <= 60) || (system == 258 && zone >= 28 && zone <= 38)
               ? zone
               : 0;
}

struct dat_utm dat_utm_from_geo(int zone, struct dat_geo geo) {
    assert(fabs(geo.latitude) < 84.0);
    const struct series s = make_series();
    const double phi = radians(geo.latitude);
    const double lambda = radians(geo.longitude) - central_meridian(zone);
    const double t = sinh(atanh(sin(phi)) - s.e * atanh(s.e * sin(phi)));
    const double xi = atan2(t, cos(lambda));
    const double eta = asinh(sin(lambda) / hypot(t, cos(lambda)));
    double x = eta;
    double y = xi;
    for (int j = 1; j <= ORDER; j++) {
        x += s.alpha[j - 1] * cos(2.0 * j * xi) * sinh(2.0 * j * eta);
        y += s.alpha[j - 1] * sin(2.0 * j * xi) * cosh(2.0 * j * eta);
    }
    return (struct dat_utm){.east = false_east + scale * s.radius * x,
                            .north =
                                scale * s.radius * y + (geo.latitude < 0.0 ? false_north : 0.0)};
}

struct dat_geo dat_utm_to_geo(int zone, struct dat_utm utm) {
    const struct series s = make_series();
    const double xi = utm.north / (scale * s.radius);
    const double eta = (utm.east - false_east) / (scale * s.radius);
    double x = eta;
    double y = xi;
    for (int j = 1; j <= ORDER; j++) {
        x -= s.beta[j - 1] * cos(2.0 * j * xi) * sinh(2.0 * j * eta);
        y -= s.beta[j - 1] * sin(2.0 * j * xi) * cosh(2.0 * j * eta);
    }
    const double chi = asin(sin(y) / cosh(x));
    double phi = chi;
    for (int j = 1; j <= ORDER; j++)
        phi += s.delta[j - 1] * sin(2.0 * j * chi);
    const double lambda = central_meridian(zone) + atan2(sinh(x), cos(y));
    return (struct dat_geo){.latitude = phi * 180.0 / pi, .longitude = lambda * 180.0 / pi};
}
