#include "data/site/grid.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "data/site/relief.h"

bool dat_grid_init(struct ter_ground *ground, int columns, int rows, double x0, double y0,
                   double spacing, struct dat_diagnostics *d) {
    assert((double)columns * rows <= DAT_GRID_MAX_SAMPLES);
    const double far = 1e4;
    const bool national = fabs(x0) > far || fabs(y0) > far;
    const double origin_x = national ? 100.0 * floor(x0 / 100.0) : 0.0;
    const double origin_y = national ? 100.0 * floor(y0 / 100.0) : 0.0;
    if (!ter_ground_init(ground, columns, rows, x0 - origin_x, y0 - origin_y, spacing)) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        return false;
    }
    ground->origin_x = origin_x;
    ground->origin_y = origin_y;
    return true;
}

// ---- holes ----

// Mean of the known heights around (column, row); false where there is none.
static bool mean_around(const struct ter_ground *ground, int column, int row, double *mean) {
    double sum = 0.0;
    int count = 0;
    for (int r = row - 1; r <= row + 1; r++) {
        for (int c = column - 1; c <= column + 1; c++) {
            if (r < 0 || c < 0 || r >= ground->field.rows || c >= ground->field.columns)
                continue;
            const double height = ground->heights[(long)r * ground->field.columns + c];
            if (!isnan(height)) {
                sum += height;
                count++;
            }
        }
    }
    *mean = count > 0 ? sum / count : 0.0;
    return count > 0;
}

// Indices of the samples without height; NULL where memory is missing.
static long *list_missing(const struct ter_ground *ground, long *count) {
    const long total = (long)ground->field.columns * ground->field.rows;
    *count = 0;
    for (long i = 0; i < total; i++)
        *count += isnan(ground->heights[i]) ? 1 : 0;
    long *missing = calloc((size_t)*count + 1, sizeof *missing);
    long n = 0;
    for (long i = 0; i < total && missing != NULL; i++)
        if (isnan(ground->heights[i]))
            missing[n++] = i;
    return missing;
}

// One pass from the rims of the holes inwards. It reads only heights known before it, so that the
// order of the samples does not matter. Returns how many are still missing; -1: out of memory.
static long fill_rims(struct ter_ground *ground, long *missing, long count) {
    double *values = calloc((size_t)count + 1, sizeof *values);
    if (values == NULL)
        return -1;
    const int columns = ground->field.columns;
    for (long k = 0; k < count; k++) {
        double mean = 0.0;
        const bool known =
            mean_around(ground, (int)(missing[k] % columns), (int)(missing[k] / columns), &mean);
        values[k] = known ? mean : (double)NAN;
    }
    long left = 0;
    for (long k = 0; k < count; k++) {
        ground->heights[missing[k]] = values[k];
        if (isnan(values[k]))
            missing[left++] = missing[k];
    }
    free(values);
    return left;
}

bool dat_grid_fill_holes(struct ter_ground *ground, const char *what,
                         const struct dat_grid_finder *finder, struct dat_diagnostics *d) {
    assert(ground->heights != NULL && finder->find != NULL);
    long count = 0;
    long *missing = list_missing(ground, &count);
    if (missing == NULL) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        return false;
    }
    long left = count;
    for (int pass = 0; pass < DAT_GRID_HOLE && left > 0; pass++)
        left = fill_rims(ground, missing, left);
    if (left < 0) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
    } else if (left > 0) {
        // The first one in the file: the northern row comes first in an .asc file.
        const long columns = ground->field.columns;
        long first = missing[0];
        for (long k = 1; k < left; k++)
            if (missing[k] / columns > first / columns)
                first = missing[k];
        const struct dat_grid_place place = finder->find(finder->context, ground, first);
        dat_diagnose(d, place.line, place.column, "a hole in the %s is more than %d samples wide",
                     what, 2 * DAT_GRID_HOLE);
    }
    ground->filled = (int)count;
    free(missing);
    return left == 0;
}

// ---- relief ----

// " (and so are 3 more)" or "".
static const char *and_others(long count, char *buffer, size_t size) {
    buffer[0] = '\0';
    if (count > 1)
        (void)snprintf(buffer, size, " (and so %s %ld more)", count == 2 ? "is" : "are", count - 1);
    return buffer;
}

void dat_grid_warn_of_relief(const struct ter_ground *ground, const struct dat_grid_finder *finder,
                             struct dat_diagnostics *d) {
    const struct dat_relief relief = dat_relief_examine(ground);
    char others[40];
    if (relief.spikes > 0) {
        const struct dat_grid_place place =
            finder->find(finder->context, ground, relief.first_spike);
        dat_warn(d, place.line, place.column,
                 "this sample is %.1f m %s all its neighbours%s, expected at most %.1f m",
                 fabs(relief.spike), relief.spike > 0.0 ? "above" : "below",
                 and_others(relief.spikes, others, sizeof others),
                 dat_relief_spike(ground->field.spacing));
    }
    if (relief.leaps > 0) {
        const struct dat_grid_place place =
            finder->find(finder->context, ground, relief.first_leap);
        dat_warn(d, place.line, place.column,
                 "this sample is %.1f m %s one next to it%s, expected at most %.1f m",
                 fabs(relief.leap), relief.leap > 0.0 ? "above" : "below",
                 and_others(relief.leaps, others, sizeof others),
                 dat_relief_leap(ground->field.spacing));
    }
}
