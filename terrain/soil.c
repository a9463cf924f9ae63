#include "terrain/soil.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

static const double psi = 6894.757; // [Pa]

// cone index = factor x water^power
static const struct {
    double log_psi; // ln of the factor in psi; 0: the next member is used
    double factor;  // [Pa]
    double power;
} classes[TER_SOIL_CLASSES] = {
    [TER_SAND] = {8.749, 0.0, -1.195},
    [TER_SILT] = {10.225, 0.0, -1.565},
    [TER_CLAY] = {10.998, 0.0, -1.848},
    [TER_PEAT] = {0.0, 10504e3, -0.561},
};

double ter_soil_class_cone_index(enum ter_soil_class soil, double water_percent) {
    assert(soil >= 0 && soil < TER_SOIL_CLASSES && water_percent > 0.0);
    const double water = sim_exp(classes[soil].power * sim_log(water_percent));
    const double factor =
        classes[soil].log_psi > 0.0 ? psi * sim_exp(classes[soil].log_psi) : classes[soil].factor;
    return factor * water;
}

static bool on_road(const struct ter_road *road, double x, double y) {
    const struct ter_road_place place = ter_road_nearest(road, x, y);
    return place.distance < 0.5 * place.width;
}

double ter_soil_cone_index(const struct ter_soil *soil, double x, double y) {
    if (soil->map == NULL && !(soil->cone_index > 0.0))
        return (double)INFINITY;
    if (soil->road != NULL && on_road(soil->road, x, y))
        return (double)INFINITY;
    return soil->map != NULL ? ter_ground_height(soil->map, x, y, NULL) : soil->cone_index;
}

double ter_root_factor(const struct ter_stand *stand, double x, double y) {
    enum { MANY = 64 };
    static const double far = 5.0; // [m] roots of a DBH of half a metre
    static const double gain = 0.5, dbhs = 10.0;
    int near[MANY];
    const int found = ter_stand_query(stand, x - far, y - far, x + far, y + far, near, MANY);
    double share = 0.0;
    for (int i = 0; i < found && i < MANY; i++) {
        const struct ter_tree *tree = &stand->trees[near[i]];
        const double dx = tree->position.x - x, dy = tree->position.y - y;
        share = fmax(share, 1.0 - sqrt(dx * dx + dy * dy) / (dbhs * tree->dbh));
    }
    return 1.0 + gain * share;
}

// On hard ground, at most the section height: delta [m] = 0.0008 + 0.001 (0.365 + 170 / p) W, p in
// kPa and W in kN.
static double deflection_of(const struct ter_tyre *tyre, double load) {
    assert(tyre->pressure >= 0.0 && load >= 0.0);
    if (!(tyre->pressure > 0.0))
        return 0.2 * tyre->section_height;
    const double deflection = 0.0008 + (0.365e-6 + 0.17 / tyre->pressure) * load;
    return fmin(deflection, tyre->section_height);
}

double ter_contact_length(const struct ter_tyre *tyre) {
    const double radius = 0.5 * tyre->diameter;
    assert(radius > 0.0 && tyre->track >= 0.0);
    return tyre->track > 0.0 ? 0.5 * (tyre->track + 1.25 * radius) : radius;
}

// [N] The load of a bare wheel with as much per length of contact.
static double bare_load(const struct ter_tyre *tyre, double load) {
    return load * (0.5 * tyre->diameter / ter_contact_length(tyre));
}

// B_n = (CI b d / W) (1 + 5 delta / h) / (1 + 3 b / d)
double ter_mobility_number(const struct ter_tyre *tyre, double load, double cone_index) {
    assert(cone_index > 0.0 && load >= 0.0);
    const double b = tyre->width, d = tyre->diameter;
    const double share = deflection_of(tyre, load) / tyre->section_height;
    return cone_index * b * d / bare_load(tyre, load) * (1.0 + 5.0 * share) / (1.0 + 3.0 * b / d);
}

// MR / W = 1 / B_n + 0.04 + 0.5 s / sqrt(B_n)
double ter_motion_resistance(double mobility, double slip) {
    assert(mobility > 0.0 && slip >= 0.0 && slip <= 1.0);
    return 1.0 / mobility + 0.04 + 0.5 * slip / sqrt(mobility);
}

// GT / W = 0.88 (1 - e^(-0.1 B_n)) (1 - e^(-7.5 s)) + 0.04
double ter_gross_traction(double mobility, double slip) {
    assert(mobility > 0.0 && slip >= 0.0 && slip <= 1.0);
    return 0.88 * (1.0 - sim_exp(-0.1 * mobility)) * (1.0 - sim_exp(-7.5 * slip)) + 0.04;
}

// z = 0.224 d / N^1.25 with N = CI / GPI and GPI = W / (b^0.8 d^0.8 delta^0.4), whose powers of the
// sizes add up to 1 and 1/2.
double ter_first_rut(const struct ter_tyre *tyre, double load, double cone_index) {
    assert(cone_index > 0.0 && load >= 0.0);
    const double pressure = bare_load(tyre, load) / cone_index;
    return 0.224 * pressure * sqrt(sqrt(pressure)) /
           (tyre->width * sqrt(deflection_of(tyre, load)));
}
