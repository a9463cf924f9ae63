#include "data/site/xyz.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/site/grid.h"
#include "data/text/number.h"
#include "data/text/progress.h"
#include "sim/base/array.h"

static const double closest = 0.05, farthest = 100.0; // [m] spacing
static const double off_grid = 0.05;                  // of the spacing
enum { MOST_ACROSS = 20000, REPORTED = 16384 };       // lines between two reports of progress

struct point {
    double x, y, height;
    int line;
};

struct reader {
    struct dat_diagnostics *d;
    SIM_ARRAY(struct point) points;
    double spacing, x0, y0; // [m]
    int columns, rows;
    int *line; // of each sample of the grid, 0: it has no point
};

static bool is_separator(char c) {
    return c == ' ' || c == '\t' || c == ',' || c == ';';
}

static bool is_end(char c) {
    return c == '\n' || c == '\r' || c == '\0';
}

static const char *skip_separators(const char *s) {
    while (is_separator(*s))
        s++;
    return s;
}

// One of the three numbers; *s is moved behind it.
static bool read_number(struct reader *r, const char *line_start, int line, const char **s,
                        double *value) {
    static const double low = -1e8, high = 1e8;
    const char *word = *s = skip_separators(*s);
    while (!is_end(**s) && !is_separator(**s))
        ++*s;
    const size_t size = (size_t)(*s - word);
    const int column = (int)(word - line_start) + 1;
    if (size == 0)
        dat_diagnose(r->d, line, column, "the line ends, expected x, y and a height");
    else if (dat_number_read(word, size, value) != DAT_NUMBER_OK)
        dat_diagnose(r->d, line, column, "'%.*s' is not a number, expected x, y and a height",
                     size < 40 ? (int)size : 40, word);
    else if (!(*value >= low && *value <= high))
        dat_diagnose(r->d, line, column, "the number is %.*s, expected %g to %g",
                     size < 40 ? (int)size : 40, word, low, high);
    else
        return true;
    return false;
}

static bool read_point(struct reader *r, const char *s, int line) {
    const char *line_start = s;
    double value[3];
    for (int i = 0; i < 3; i++)
        if (!read_number(r, line_start, line, &s, &value[i]))
            return false;
    const int column = (int)(skip_separators(s) - line_start) + 1;
    if (!is_end(*skip_separators(s))) {
        dat_diagnose(r->d, line, column, "text follows the height, expected the end of the line");
        return false;
    }
    if (value[2] < -500.0 || value[2] > 9000.0) {
        dat_diagnose(r->d, line, 1, "the height is %g m, expected -500 to 9000 m", value[2]);
        return false;
    }
    if (r->points.count == DAT_GRID_MAX_SAMPLES ||
        !SIM_ARRAY_TRY(&r->points, r->points.count + 1)) {
        dat_diagnose(r->d, line, 1, "more than %d points, or not enough memory", r->points.count);
        return false;
    }
    r->points.items[r->points.count++] = (struct point){value[0], value[1], value[2], line};
    return true;
}

static bool read_points(struct reader *r, const char *text) {
    const int errors = r->d->errors;
    const double size = (double)strlen(text) + 1.0;
    bool first = true;
    int line = 1;
    for (const char *s = text; *s != '\0' && r->d->errors < errors + DAT_DIAGNOSTICS_KEPT; line++) {
        if (line % REPORTED == 0)
            dat_progress_report("terrain", (double)(s - text) / size);
        const char *word = skip_separators(s);
        const bool title = first && isalpha((unsigned char)*word);
        if (!is_end(*word) && *word != '#') {
            if (!title)
                (void)read_point(r, s, line);
            first = false;
        }
        while (!is_end(*s))
            s++;
        s += s[0] == '\r' && s[1] == '\n' ? 2 : *s != '\0';
    }
    dat_progress_report("terrain", 1.0);
    if (r->d->errors == errors && r->points.count < 4)
        dat_diagnose(r->d, line, 1, "the file has %d points, expected at least 4", r->points.count);
    return r->d->errors == errors;
}

// The smallest step along an axis between a point and the next one in the file is the spacing.
static bool find_grid(struct reader *r) {
    const struct point *p = r->points.items;
    double x1 = p->x, y1 = p->y;
    r->spacing = (double)INFINITY;
    r->x0 = p->x;
    r->y0 = p->y;
    for (int i = 1; i < r->points.count; i++) {
        const double dx = fabs(p[i].x - p[i - 1].x), dy = fabs(p[i].y - p[i - 1].y);
        r->spacing = fmin(
            r->spacing, fmin(dx > 1e-3 ? dx : (double)INFINITY, dy > 1e-3 ? dy : (double)INFINITY));
        r->x0 = fmin(r->x0, p[i].x);
        r->y0 = fmin(r->y0, p[i].y);
        x1 = fmax(x1, p[i].x);
        y1 = fmax(y1, p[i].y);
    }
    if (!(r->spacing >= closest && r->spacing <= farthest)) {
        dat_diagnose(r->d, p->line, 1, "the points are %g m apart, expected %g to %g m", r->spacing,
                     closest, farthest);
        return false;
    }
    const double columns = floor((x1 - r->x0) / r->spacing + 1.5);
    const double rows = floor((y1 - r->y0) / r->spacing + 1.5);
    if (columns < 2.0 || rows < 2.0 || columns > MOST_ACROSS || rows > MOST_ACROSS ||
        columns * rows > DAT_GRID_MAX_SAMPLES) {
        dat_diagnose(r->d, p->line, 1,
                     "points %g m apart make a grid of %.0f by %.0f, expected 2 to %d each way and "
                     "at most %d in all",
                     r->spacing, columns, rows, MOST_ACROSS, DAT_GRID_MAX_SAMPLES);
        return false;
    }
    // A spacing of 1/3 m is written with a rounded last digit: the whole width tells it better.
    r->spacing = columns > rows ? (x1 - r->x0) / (columns - 1.0) : (y1 - r->y0) / (rows - 1.0);
    r->columns = (int)columns;
    r->rows = (int)rows;
    return true;
}

static bool place_points(struct reader *r, struct ter_ground *ground) {
    const int errors = r->d->errors;
    for (long i = 0; i < (long)r->columns * r->rows; i++)
        ground->heights[i] = (double)NAN;
    for (int i = 0; i < r->points.count; i++) {
        const struct point *p = &r->points.items[i];
        const double x = (p->x - r->x0) / r->spacing, y = (p->y - r->y0) / r->spacing;
        const double column = floor(x + 0.5), row = floor(y + 0.5);
        const long index = (long)row * r->columns + (long)column;
        if (fabs(x - column) > off_grid || fabs(y - row) > off_grid || column >= r->columns ||
            row >= r->rows) {
            dat_diagnose(r->d, p->line, 1,
                         "the point (%.10g, %.10g) is not on the grid of %g m from (%.10g, %.10g)",
                         p->x, p->y, r->spacing, r->x0, r->y0);
        } else if (r->line[index] > 0) {
            dat_diagnose(r->d, p->line, 1,
                         "the point (%.10g, %.10g) has a height in line %d already", p->x, p->y,
                         r->line[index]);
        } else {
            r->line[index] = p->line;
            ground->heights[index] = p->height;
        }
    }
    return r->d->errors == errors;
}

// The line of the sample, or of the last one before it that has a point.
static struct dat_grid_place find_place(const void *context, const struct ter_ground *ground,
                                        long index) {
    const struct reader *r = context;
    (void)ground;
    while (index > 0 && r->line[index] == 0)
        index--;
    return (struct dat_grid_place){r->line[index], 1};
}

static bool make_ground(struct reader *r, struct ter_ground *ground) {
    const struct dat_grid_finder finder = {find_place, r};
    if (!dat_grid_init(ground, r->columns, r->rows, r->x0, r->y0, r->spacing, r->d))
        return false;
    r->line = calloc((size_t)r->columns * (size_t)r->rows, sizeof *r->line);
    if (r->line == NULL)
        dat_diagnose(r->d, 0, 0, "not enough memory to read the file");
    if (r->line == NULL || !place_points(r, ground) ||
        !dat_grid_fill_holes(ground, "heights", &finder, r->d)) {
        ter_ground_finish(ground);
        return false;
    }
    dat_grid_warn_of_relief(ground, &finder, r->d);
    return true;
}

bool dat_read_xyz(const char *text, struct ter_ground *ground, struct dat_diagnostics *d) {
    struct reader r = {.d = d};
    assert(text != NULL && d != NULL);
    const bool ok = read_points(&r, text) && find_grid(&r) && make_ground(&r, ground);
    SIM_ARRAY_FREE(&r.points);
    free(r.line);
    return ok;
}
