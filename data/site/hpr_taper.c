#include "data/site/hpr_taper.h"

#include <assert.h>
#include <math.h>

static const double least_height = 3.0; // [m]
static const double most_height = 70.0; // [m]

// Distance of the height from that of the points, and from that of an ordinary tree of this
// diameter: sum of squares, each in units of its standard deviation. The second matters where a
// stem has one short log, whose taper says little.
static double misfit(const struct ter_tree *tree, double height, const struct dat_hpr_point *points,
                     int count) {
    static const double diameter_error = 0.005; // [m] of a head and of the taper function
    static const double height_spread = 0.3;    // of heights in ordinary stands, relative
    const struct ter_height_curve curve = ter_default_height_curve(tree->dbh);
    const double usual = ter_species_height(tree->species, &curve, tree->dbh);
    const double unusual = (height - usual) / (height_spread * usual);
    double sum = unusual * unusual;
    for (int i = 0; i < count; i++) {
        const double diameter =
            ter_species_diameter(tree->species, tree->dbh, height, points[i].height);
        const double error = (diameter - points[i].diameter) / diameter_error;
        sum += error * error;
    }
    return sum;
}

// The height of the least misfit: a coarse search, then the golden
// section around its best. A tree ends above its highest point.
double dat_hpr_fit_height(const struct ter_tree *tree, const struct dat_hpr_point *points,
                          int count) {
    assert(tree->dbh > 0.0 && count >= 0);
    enum { COARSE = 32, FINE = 30 };
    static const double golden = 0.6180339887498949;
    double low = least_height;
    for (int i = 0; i < count; i++)
        low = fmax(low, points[i].height + 0.1);
    if (low >= most_height)
        return most_height;
    const double step = (most_height - low) / COARSE;
    int best = 0;
    for (int i = 1; i <= COARSE; i++)
        if (misfit(tree, low + i * step, points, count) <
            misfit(tree, low + best * step, points, count))
            best = i;
    double a = low + fmax(best - 1, 0) * step;
    double b = low + fmin(best + 1, COARSE) * step;
    for (int i = 0; i < FINE; i++) {
        const double p = b - golden * (b - a);
        const double q = a + golden * (b - a);
        if (misfit(tree, p, points, count) < misfit(tree, q, points, count))
            b = q;
        else
            a = p;
    }
    return round(0.5 * (a + b) * 1e3) / 1e3; // to a millimetre: libm differs between processors
}
