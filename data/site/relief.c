#include "data/site/relief.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

double dat_relief_spike(double spacing) {
    assert(spacing > 0.0);
    return fmax(2.0, 2.0 * spacing);
}

double dat_relief_leap(double spacing) {
    assert(spacing > 0.0);
    return fmax(20.0, 5.0 * spacing);
}

// Range of a sample's height above its neighbours [m].
struct difference {
    double least, most;
};

static struct difference compare(const struct ter_ground *ground, int column, int row) {
    const int columns = ground->field.columns;
    const double height = ground->heights[(long)row * columns + column];
    struct difference difference = {(double)INFINITY, -(double)INFINITY};
    for (int r = row > 0 ? row - 1 : 0; r <= row + 1 && r < ground->field.rows; r++) {
        for (int c = column > 0 ? column - 1 : 0; c <= column + 1 && c < columns; c++) {
            if (r != row || c != column) {
                const double d = height - ground->heights[(long)r * columns + c];
                difference.least = fmin(difference.least, d);
                difference.most = fmax(difference.most, d);
            }
        }
    }
    return difference;
}

// Above all neighbours by the least difference, or below all by the most.
static double spike_of(const struct difference *difference) {
    return difference->least > 0.0 ? difference->least : fmin(difference->most, 0.0);
}

static double leap_of(const struct difference *difference) {
    return difference->most > -difference->least ? difference->most : difference->least;
}

static void count(double value, long index, long *number, long *first, double *first_value) {
    if ((*number)++ == 0) {
        *first = index;
        *first_value = value;
    }
}

struct dat_relief dat_relief_examine(const struct ter_ground *ground) {
    struct dat_relief relief = {0};
    assert(ground->heights != NULL && ground->field.spacing > 0.0);
    const double spike_limit = dat_relief_spike(ground->field.spacing);
    const double leap_limit = dat_relief_leap(ground->field.spacing);
    for (int row = ground->field.rows - 1; row >= 0; row--) {
        for (int column = 0; column < ground->field.columns; column++) {
            const struct difference difference = compare(ground, column, row);
            const double spike = spike_of(&difference);
            const double leap = leap_of(&difference);
            const long index = (long)row * ground->field.columns + column;
            if (fabs(spike) > spike_limit)
                count(spike, index, &relief.spikes, &relief.first_spike, &relief.spike);
            else if (fabs(leap) > leap_limit)
                count(leap, index, &relief.leaps, &relief.first_leap, &relief.leap);
        }
    }
    if (relief.spikes > 0)
        relief.leaps = 0;
    return relief;
}
