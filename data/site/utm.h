// The Universal Transverse Mercator projection on the ellipsoid of WGS84, by Krueger's series
// (Karney 2011, Journal of Geodesy 85, eqs 7 to 36), here to the fourth order: below 1 um within
// 3000 km of the central meridian. ETRS89 is taken as WGS84, which it was in 1989.
#pragma once

struct dat_utm {
    double east, north; // [m]; south of the equator, 10,000 km are added to north
};

struct dat_geo {
    double latitude, longitude; // [deg], north and east positive
};

// The zone, 1 to 60, of a longitude [deg] within -180 to 180, without the exceptions of Norway and
// Svalbard.
int dat_utm_zone(double longitude);
// The northern zone of an EPSG number, which is 326zz (WGS84) or 258zz (ETRS89); 0: it is none.
int dat_utm_zone_of_epsg(int epsg);

// |latitude| < 84 deg; zone 1 to 60, also another than that of the longitude.
struct dat_utm dat_utm_from_geo(int zone, struct dat_geo geo);
// The inverse, for places north of the equator.
struct dat_geo dat_utm_to_geo(int zone, struct dat_utm utm);
