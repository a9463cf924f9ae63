#include "data/site/asc.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "data/site/grid.h"
#include "data/text/number.h"
#include "data/text/progress.h"

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

enum { REPORTED = 65536 }; // samples between two reports of progress

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

// Number of bytes of a word that a message shows.
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
    if (d->errors == errors && header->value[NCOLS] * header->value[NROWS] > DAT_GRID_MAX_SAMPLES) {
        dat_diagnose(d, header->line[NCOLS], 1, "the grid has %.0f samples, expected at most %d",
                     header->value[NCOLS] * header->value[NROWS], DAT_GRID_MAX_SAMPLES);
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
            dat_progress_report("terrain", 1.0);
            return false;
        }
        if (i % REPORTED == 0)
            dat_progress_report("terrain", (double)i / (double)total);
        const long row = rows - 1 - i / columns;
        (void)read_value(&scan->word, header, &ground->heights[row * columns + i % columns], d);
        next_word(scan);
    }
    dat_progress_report("terrain", 1.0);
    if (scan->word.size > 0) {
        dat_diagnose(d, scan->word.line, scan->word.column,
                     "text follows the last of %ld %s, expected the end of the file", total,
                     header->contents->many);
    }
    return d->errors == errors;
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

static struct dat_grid_place find_place(const void *text, const struct ter_ground *ground,
                                        long index) {
    const struct word word = find_height(text, ground, index);
    return (struct dat_grid_place){word.line, word.column};
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
    const struct dat_grid_finder finder = {find_place, text};
    if (!dat_grid_init(ground, (int)header.value[NCOLS], (int)header.value[NROWS], x0, y0,
                       header.value[CELLSIZE], d))
        return false;
    if (!read_values(&scan, &header, ground, d) ||
        !dat_grid_fill_holes(ground, contents->many, &finder, d)) {
        ter_ground_finish(ground);
        return false;
    }
    return true;
}

bool dat_read_asc(const char *text, struct ter_ground *ground, struct dat_diagnostics *d) {
    if (!read_grid(text, &heights, ground, d))
        return false;
    dat_grid_warn_of_relief(ground, &(struct dat_grid_finder){find_place, text}, d);
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
