#include "data/site/asc.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/site/relief.h"
#include "data/text/number.h"

enum key { NCOLS, NROWS, XLLCORNER, XLLCENTER, YLLCORNER, YLLCENTER, CELLSIZE, NODATA, KEYS };

static const char *const key_names[KEYS] = {
    "ncols",     "nrows",     "xllcorner", "xllcenter",
    "yllcorner", "yllcenter", "cellsize",  "nodata_value",
};

static const struct {
    double low, high;
} key_range[KEYS] = {
    [NCOLS] = {2, 20000},       [NROWS] = {2, 20000},       [XLLCORNER] = {-1e8, 1e8},
    [XLLCENTER] = {-1e8, 1e8},  [YLLCORNER] = {-1e8, 1e8},  [YLLCENTER] = {-1e8, 1e8},
    [CELLSIZE] = {0.05, 100.0}, [NODATA] = {-1e300, 1e300},
};

// The contents of a grid, for the range of its values and for messages.
struct contents {
    const char *one, *many, *unit;
    double low, high;
};
static const struct contents heights = {"height", "heights", "m", -500.0, 9000.0}; // of any land
static const struct contents cone_indices = {"cone index", "cone indices", "kPa", 50.0, 1e5};

// A word of the text with its position. size is 0 at the end of the text.
struct word {
    const char *text;
    size_t size;
    int line, column;
};

struct scan {
    const char *at;
    const char *line_start;
    int line;
    struct word word; // the current one
};

static void next_word(struct scan *scan) {
    for (;; scan->at++) {
        const char c = *scan->at;
        if (c == '\n' || (c == '\r' && scan->at[1] != '\n')) {
            scan->line++;
            scan->line_start = scan->at + 1;
        } else if (c == '\0' || !isspace((unsigned char)c)) {
            break;
        }
    }
    const char *s = scan->at;
    while (*s != '\0' && !isspace((unsigned char)*s))
        s++;
    scan->word.text = scan->at;
    scan->word.size = (size_t)(s - scan->at);
    scan->word.line = scan->line;
    // Bytes, which are characters here unless the line is one error anyway.
    scan->word.column = (int)(scan->at - scan->line_start) + 1;
    scan->at = s;
}

// The values of the header.
struct header {
    const struct contents *contents;
    double value[KEYS];
    int line[KEYS]; // of the key, 0: not given
    bool nodata_is_nan;
};

// How many bytes of a word a message shows.
static int shown(const struct word *word) {
    return word->size < 40 ? (int)word->size : 40;
}

static int find_key(const struct word *word) {
    for (int k = 0; k < KEYS; k++) {
        size_t i = 0;
        while (i < word->size && tolower((unsigned char)word->text[i]) == key_names[k][i])
            i++;
        if (i == word->size && key_names[k][i] == '\0')
            return k;
    }
    return -1;
}

static bool is_nan_word(const struct word *word) {
    return word->size == 3 && tolower((unsigned char)word->text[0]) == 'n' &&
           tolower((unsigned char)word->text[1]) == 'a' &&
           tolower((unsigned char)word->text[2]) == 'n';
}

static bool begins_like_a_key(const struct word *word) {
    return word->size > 0 && isalpha((unsigned char)word->text[0]) && !is_nan_word(word);
}

static void read_key_value(struct scan *scan, int key, struct header *header,
                           struct dat_diagnostics *d) {
    const struct word name = scan->word;
    next_word(scan);
    const struct word *word = &scan->word;
    double value = 0.0;
    if (header->line[key] > 0) {
        dat_diagnose(d, name.line, name.column, "duplicate key '%s', the first is in line %d",
                     key_names[key], header->line[key]);
    }
    header->line[key] = name.line;
    if (key == NODATA && is_nan_word(word)) {
        header->nodata_is_nan = true;
        return;
    }
    if (word->size == 0) {
        dat_diagnose(d, word->line, word->column, "the file ends before the value of '%s'",
                     key_names[key]);
    } else if (dat_number_read(word->text, word->size, &value) != DAT_NUMBER_OK) {
        dat_diagnose(d, word->line, word->column, "%s is '%.*s', expected a number", key_names[key],
                     shown(word), word->text);
    } else if (!(value >= key_range[key].low && value <= key_range[key].high)) {
        dat_diagnose(d, word->line, word->column, "%s is %.*s, expected %g to %g", key_names[key],
                     shown(word), word->text, key_range[key].low, key_range[key].high);
    } else if (key <= NROWS && (double)(long)value < value) {
        dat_diagnose(d, word->line, word->column, "%s is %.*s, expected a whole number",
                     key_names[key], shown(word), word->text);
    }
    header->value[key] = value;
}

// Reads keys until the first value. True where the header is good enough to read the values.
static bool read_header(struct scan *scan, const struct contents *contents, struct header *header,
                        struct dat_diagnostics *d) {
    *header = (struct header){.contents = contents, .value = {[NODATA] = -9999.0}};
    const int errors = d->errors;
    next_word(scan);
    while (begins_like_a_key(&scan->word)) {
        const int key = find_key(&scan->word);
        if (key >= 0) {
            read_key_value(scan, key, header, d);
        } else {
            dat_diagnose(d, scan->word.line, scan->word.column,
                         "unknown key '%.*s', expected one of ncols, nrows, xllcorner, xllcenter, "
                         "yllcorner, yllcenter, cellsize, nodata_value",
                         shown(&scan->word), scan->word.text);
            next_word(scan);
        }
        if (scan->word.size > 0)
            next_word(scan);
    }
    static const int needed[5][2] = {{NCOLS, NCOLS},
                                     {NROWS, NROWS},
                                     {XLLCORNER, XLLCENTER},
                                     {YLLCORNER, YLLCENTER},
                                     {CELLSIZE, CELLSIZE}};
    for (int i = 0; i < 5; i++) {
        const int a = needed[i][0];
        const int b = needed[i][1];
        if (header->line[a] == 0 && header->line[b] == 0) {
            dat_diagnose(d, scan->word.line, scan->word.column, "missing key '%s%s%s'",
                         key_names[a], a == b ? "" : "' or '", a == b ? "" : key_names[b]);
        } else if (a != b && header->line[a] > 0 && header->line[b] > 0) {
            dat_diagnose(d, header->line[b], 1,
                         "'%s' and '%s' are both given, expected one of them", key_names[a],
                         key_names[b]);
        }
    }
    if (d->errors == errors && header->value[NCOLS] * header->value[NROWS] > DAT_ASC_MAX_SAMPLES) {
        dat_diagnose(d, header->line[NCOLS], 1, "the grid has %.0f samples, expected at most %d",
                     header->value[NCOLS] * header->value[NROWS], DAT_ASC_MAX_SAMPLES);
    }
    return d->errors == errors;
}

static void lay_out(const struct header *header, double *x0, double *y0) {
    const double half = 0.5 * header->value[CELLSIZE];
    *x0 = header->line[XLLCENTER] > 0 ? header->value[XLLCENTER] : header->value[XLLCORNER] + half;
    *y0 = header->line[YLLCENTER] > 0 ? header->value[YLLCENTER] : header->value[YLLCORNER] + half;
}

// One value; NAN where it is missing.
static bool read_value(const struct word *word, const struct header *header, double *value,
                       struct dat_diagnostics *d) {
    const struct contents *contents = header->contents;
    if (is_nan_word(word) && header->nodata_is_nan) {
        *value = (double)NAN;
        return true;
    }
    const enum dat_number result = dat_number_read(word->text, word->size, value);
    if (result != DAT_NUMBER_OK) {
        dat_diagnose(d, word->line, word->column, "the %s is '%.*s', expected a %snumber",
                     contents->one, shown(word), word->text,
                     result == DAT_NUMBER_NONE ? "" : "finite ");
        return false;
    }
    const double nodata = header->value[NODATA];
    if (!header->nodata_is_nan && *value >= nodata && *value <= nodata) {
        *value = (double)NAN;
        return true;
    }
    if (*value < contents->low || *value > contents->high) {
        dat_diagnose(d, word->line, word->column, "the %s is %.*s %s, expected %g to %g %s",
                     contents->one, shown(word), word->text, contents->unit, contents->low,
                     contents->high, contents->unit);
        return false;
    }
    return true;
}

// Fills ground->heights; the file's first row, the northern one, is the last there. The current
// word is the first value.
static bool read_values(struct scan *scan, const struct header *header, struct ter_ground *ground,
                        struct dat_diagnostics *d) {
    const int errors = d->errors;
    const int columns = ground->field.columns;
    const int rows = ground->field.rows;
    const long total = (long)columns * rows;
    for (long i = 0; i < total; i++) {
        if (scan->word.size == 0) {
            dat_diagnose(d, scan->word.line, scan->word.column,
                         "the file ends after %ld %s, expected %ld (%d columns, %d rows)", i,
                         header->contents->many, total, columns, rows);
            return false;
        }
        const long row = rows - 1 - i / columns;
        (void)read_value(&scan->word, header, &ground->heights[row * columns + i % columns], d);
        next_word(scan);
    }
    if (scan->word.size > 0) {
        dat_diagnose(d, scan->word.line, scan->word.column,
                     "text follows the last of %ld %s, expected the end of the file", total,
                     header->contents->many);
    }
    return d->errors == errors;
}

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

// The place in the text of the height with that index in ground->heights.
static struct word find_height(const char *text, const struct ter_ground *ground, long index) {
    struct scan scan = {.at = text, .line_start = text, .line = 1};
    const int columns = ground->field.columns;
    const long row_in_file = ground->field.rows - 1 - index / columns;
    const long wanted = row_in_file * columns + index % columns;
    for (long i = -1; i < wanted;) {
        next_word(&scan);
        if (begins_like_a_key(&scan.word))
            next_word(&scan); // its value
        else
            i++;
    }
    return scan.word;
}

// Fills small holes. text is only needed to say where a large one is.
static bool fill_holes(const char *text, const struct contents *contents, struct ter_ground *ground,
                       struct dat_diagnostics *d) {
    long count = 0;
    long *missing = list_missing(ground, &count);
    if (missing == NULL) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        return false;
    }
    long left = count;
    for (int pass = 0; pass < DAT_ASC_HOLE && left > 0; pass++)
        left = fill_rims(ground, missing, left);
    if (left < 0) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
    } else if (left > 0) {
        // The first one in the file: the northern row comes first there.
        const long columns = ground->field.columns;
        long first = missing[0];
        for (long k = 1; k < left; k++)
            if (missing[k] / columns > first / columns)
                first = missing[k];
        const struct word word = find_height(text, ground, first);
        dat_diagnose(d, word.line, word.column, "a hole in the %s is more than %d samples wide",
                     contents->many, 2 * DAT_ASC_HOLE);
    }
    ground->filled = (int)count;
    free(missing);
    return left == 0;
}

// " (and so are 3 more)" or "".
static const char *and_others(long count, char *buffer, size_t size) {
    buffer[0] = '\0';
    if (count > 1)
        (void)snprintf(buffer, size, " (and so %s %ld more)", count == 2 ? "is" : "are", count - 1);
    return buffer;
}

// Warns of what no survey measures. text is only needed to say where.
static void warn_of_relief(const char *text, const struct ter_ground *ground,
                           struct dat_diagnostics *d) {
    const struct dat_relief relief = dat_relief_examine(ground);
    char others[40];
    if (relief.spikes > 0) {
        const struct word word = find_height(text, ground, relief.first_spike);
        dat_warn(d, word.line, word.column,
                 "this sample is %.1f m %s all its neighbours%s, expected at most %.1f m",
                 fabs(relief.spike), relief.spike > 0.0 ? "above" : "below",
                 and_others(relief.spikes, others, sizeof others),
                 dat_relief_spike(ground->field.spacing));
    }
    if (relief.leaps > 0) {
        const struct word word = find_height(text, ground, relief.first_leap);
        dat_warn(d, word.line, word.column,
                 "this sample is %.1f m %s one next to it%s, expected at most %.1f m",
                 fabs(relief.leap), relief.leap > 0.0 ? "above" : "below",
                 and_others(relief.leaps, others, sizeof others),
                 dat_relief_leap(ground->field.spacing));
    }
}

static bool read_grid(const char *text, const struct contents *contents, struct ter_ground *ground,
                      struct dat_diagnostics *d) {
    struct scan scan = {.at = text, .line_start = text, .line = 1};
    struct header header;
    if (!read_header(&scan, contents, &header, d))
        return false;
    double x0 = 0.0;
    double y0 = 0.0;
    lay_out(&header, &x0, &y0);
    const double far = 1e4;
    const bool national = fabs(x0) > far || fabs(y0) > far;
    const double origin_x = national ? 100.0 * floor(x0 / 100.0) : 0.0;
    const double origin_y = national ? 100.0 * floor(y0 / 100.0) : 0.0;
    if (!ter_ground_init(ground, (int)header.value[NCOLS], (int)header.value[NROWS], x0 - origin_x,
                         y0 - origin_y, header.value[CELLSIZE])) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        return false;
    }
    ground->origin_x = origin_x;
    ground->origin_y = origin_y;
    if (!read_values(&scan, &header, ground, d) || !fill_holes(text, contents, ground, d)) {
        ter_ground_finish(ground);
        return false;
    }
    return true;
}

bool dat_read_asc(const char *text, struct ter_ground *ground, struct dat_diagnostics *d) {
    if (!read_grid(text, &heights, ground, d))
        return false;
    warn_of_relief(text, ground, d);
    return true;
}

// Moves the map to the local coordinates of the terrain, which it must cover but for a cell.
static bool lay_over(struct ter_ground *map, const struct ter_ground *terrain,
                     struct dat_diagnostics *d) {
    map->field.x0 += map->origin_x - terrain->origin_x;
    map->field.y0 += map->origin_y - terrain->origin_y;
    map->origin_x = terrain->origin_x;
    map->origin_y = terrain->origin_y;
    const double cell = map->field.spacing;
    const double low_x = terrain->field.x0 + cell, low_y = terrain->field.y0 + cell;
    const double high_x = ter_ground_x_max(terrain) - cell;
    const double high_y = ter_ground_y_max(terrain) - cell;
    if (map->field.x0 <= low_x && map->field.y0 <= low_y && ter_ground_x_max(map) >= high_x &&
        ter_ground_y_max(map) >= high_y)
        return true;
    dat_diagnose(d, 0, 0,
                 "the map lies from (%g, %g) to (%g, %g), expected it to cover the terrain from "
                 "(%g, %g) to (%g, %g)",
                 map->field.x0 + map->origin_x, map->field.y0 + map->origin_y,
                 ter_ground_x_max(map) + map->origin_x, ter_ground_y_max(map) + map->origin_y,
                 terrain->field.x0 + map->origin_x, terrain->field.y0 + map->origin_y,
                 ter_ground_x_max(terrain) + map->origin_x,
                 ter_ground_y_max(terrain) + map->origin_y);
    return false;
}

bool dat_read_soil(const char *text, const struct ter_ground *terrain, struct ter_ground *map,
                   struct dat_diagnostics *d) {
    if (!read_grid(text, &cone_indices, map, d))
        return false;
    for (long i = 0; i < (long)map->field.columns * map->field.rows; i++)
        map->heights[i] *= 1e3; // kPa
    if (terrain == NULL || lay_over(map, terrain, d))
        return true;
    ter_ground_finish(map);
    return false;
}
