#include "data/site/stand.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/csv.h"
#include "data/text/name_index.h"
#include "data/text/number.h"
#include "sim/base/array.h"

enum { ID, X, Y, SPECIES, DBH, HEIGHT, CROWN_BASE, CROWN_WIDTH, STATUS, COLUMNS };

static const struct dat_csv_column columns[COLUMNS] = {
    [ID] = {"id", false},
    [X] = {"x", true},
    [Y] = {"y", true},
    [SPECIES] = {"species", true},
    [DBH] = {"dbh_cm", true},
    [HEIGHT] = {"height_m", false},
    [CROWN_BASE] = {"crown_base_m", false},
    [CROWN_WIDTH] = {"crown_width_m", false},
    [STATUS] = {"status", false},
};

// Until all trees have been read, a height or a crown of 0 is a missing one.
struct stand_reader {
    struct dat_csv csv;
    const struct ter_ground *ground;
    struct ter_stand *stand;
    SIM_ARRAY(int) lines; // of each tree in the file
};

static void read_names(struct dat_csv *csv, struct ter_tree *tree, int number, bool *ok) {
    const struct dat_csv_cell *id = &csv->cell[ID];
    if (id->text[0] == '\0') {
        (void)snprintf(tree->id, sizeof tree->id, "%d", number);
    } else if (strlen(id->text) >= sizeof tree->id) {
        dat_diagnose(csv->d, csv->line, id->column, "id is longer than %d bytes",
                     TER_TREE_ID_SIZE - 1);
        *ok = false;
    } else {
        memcpy(tree->id, id->text, strlen(id->text) + 1);
    }
    const struct dat_csv_cell *species = &csv->cell[SPECIES];
    if (!ter_species_find(species->text, &tree->species)) {
        dat_diagnose(csv->d, csv->line, species->column,
                     "unknown species '%s', expected spruce, pine, birch, douglas fir, beech or "
                     "oak, by that name, in Latin or by forest code (Fi, Ki, Bi, Dgl, Bu, Ei)",
                     species->text);
        *ok = false;
    }
    const struct dat_csv_cell *status = &csv->cell[STATUS];
    tree->status = TER_TREE_STANDING;
    if (status->text[0] != '\0' && !ter_tree_status_find(status->text, &tree->status)) {
        dat_diagnose(csv->d, csv->line, status->column,
                     "unknown status '%s', expected standing, marked, crop or felled",
                     status->text);
        *ok = false;
    }
}

// A number that may be missing: 0 then.
static double optional_number(struct dat_csv *csv, int column, double low, double high, bool *ok) {
    double value = 0.0;
    const int errors = csv->d->errors;
    (void)dat_csv_number(csv, column, low, high, &value);
    *ok = *ok && csv->d->errors == errors;
    return value;
}

static bool read_tree(struct stand_reader *reader, struct ter_tree *tree) {
    struct dat_csv *csv = &reader->csv;
    double dbh_cm = 0.0;
    bool ok = true;
    memset(tree, 0, sizeof *tree);
    read_names(csv, tree, reader->stand->count + 1, &ok);
    ok = dat_csv_number(csv, X, -1e8, 1e8, &tree->position.x) && ok;
    ok = dat_csv_number(csv, Y, -1e8, 1e8, &tree->position.y) && ok;
    ok = dat_csv_number(csv, DBH, 4.0, 200.0, &dbh_cm) && ok;
    tree->dbh = 0.01 * dbh_cm;
    tree->height = optional_number(csv, HEIGHT, 3.0, 70.0, &ok);
    tree->crown_base = optional_number(csv, CROWN_BASE, 0.0, 65.0, &ok);
    tree->crown_width = optional_number(csv, CROWN_WIDTH, 0.2, 40.0, &ok);
    if (ok && tree->height > 0.0 && tree->crown_base >= tree->height) {
        dat_diagnose(csv->d, csv->line, csv->cell[CROWN_BASE].column,
                     "crown_base_m is %s, expected less than the height of %g m",
                     csv->cell[CROWN_BASE].text, tree->height);
        ok = false;
    }
    return ok;
}

// From the file's coordinates to the local ones, and down on the ground.
static bool place_tree(struct stand_reader *reader, struct ter_tree *tree) {
    const struct ter_ground *ground = reader->ground;
    if (ground == NULL)
        return true;
    tree->position.x -= ground->origin_x;
    tree->position.y -= ground->origin_y;
    if (!ter_ground_contains(ground, tree->position.x, tree->position.y)) {
        dat_diagnose(
            reader->csv.d, reader->csv.line, reader->csv.cell[X].column,
            "tree '%s' is off the terrain, expected x %.1f to %.1f and y %.1f to %.1f", tree->id,
            ground->field.x0 + ground->origin_x, ter_ground_x_max(ground) + ground->origin_x,
            ground->field.y0 + ground->origin_y, ter_ground_y_max(ground) + ground->origin_y);
        return false;
    }
    tree->position.z = ter_ground_height(ground, tree->position.x, tree->position.y, NULL);
    return true;
}

static bool keep_tree(struct stand_reader *reader, const struct ter_tree *tree) {
    struct dat_diagnostics *d = reader->csv.d;
    struct ter_stand *stand = reader->stand;
    if (stand->count == DAT_STAND_MAX_TREES) {
        dat_diagnose(d, reader->csv.line, 1, "the stand has more than %d trees",
                     DAT_STAND_MAX_TREES);
        return false;
    }
    if (!SIM_ARRAY_TRY(&reader->lines, stand->count + 1)) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        return false;
    }
    reader->lines.items[stand->count] = reader->csv.line;
    if (!ter_stand_add(stand, tree)) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        return false;
    }
    return true;
}

static void check_ids(struct stand_reader *reader) {
    const struct ter_stand *stand = reader->stand;
    struct dat_name_index ids;
    if (!dat_name_index_init(&ids, stand->count > 0 ? stand->trees->id : NULL, stand->count,
                             sizeof *stand->trees))
        dat_diagnose(reader->csv.d, 0, 0, "not enough memory to read the file");
    for (int i = 0; i < ids.count; i++) {
        const int first = dat_name_index_find(&ids, stand->trees[i].id);
        if (first != i) {
            dat_diagnose(reader->csv.d, reader->lines.items[i], 1,
                         "duplicate tree '%s', the first is in line %d", stand->trees[i].id,
                         reader->lines.items[first]);
        }
    }
    dat_name_index_finish(&ids);
}

// The height curve of one species through its measured trees: dg is the mean of squares of all its
// diameters, hg makes the curve right on average.
static struct ter_height_curve fit_height_curve(const struct ter_stand *stand,
                                                enum ter_species species) {
    double squares = 0.0;
    int count = 0;
    for (int i = 0; i < stand->count; i++) {
        const struct ter_tree *tree = &stand->trees[i];
        if (tree->species == species) {
            squares += tree->dbh * tree->dbh;
            count++;
        }
    }
    struct ter_height_curve curve =
        ter_default_height_curve(count > 0 ? sqrt(squares / count) : 0.2);
    double measured = 0.0;
    double computed = 0.0;
    for (int i = 0; i < stand->count; i++) {
        const struct ter_tree *tree = &stand->trees[i];
        if (tree->species == species && tree->height > 0.0) {
            measured += tree->height - ter_breast_height;
            computed += ter_species_height(species, &curve, tree->dbh) - ter_breast_height;
        }
    }
    if (computed > 0.0)
        curve.hg = ter_breast_height + (curve.hg - ter_breast_height) * measured / computed;
    return curve;
}

static void fill_missing(struct ter_stand *stand) {
    struct ter_height_curve curves[TER_SPECIES_COUNT];
    for (int s = 0; s < TER_SPECIES_COUNT; s++)
        curves[s] = fit_height_curve(stand, (enum ter_species)s);
    for (int i = 0; i < stand->count; i++) {
        struct ter_tree *tree = &stand->trees[i];
        if (tree->height <= 0.0) {
            // A thin tree of a tall stand: the curve falls to the ground there.
            tree->height =
                fmax(ter_species_height(tree->species, &curves[tree->species], tree->dbh), 3.0);
        }
        if (tree->crown_base <= 0.0 || tree->crown_base >= tree->height)
            tree->crown_base = ter_species_crown_base(tree->species, tree->dbh, tree->height);
        if (tree->crown_width <= 0.0)
            tree->crown_width = ter_species_crown_width(tree->species, tree->dbh);
    }
}

// ---- stems that overlap ----

// A tree in its cell of a grid that is unbounded, unlike that of the stand.
struct place {
    int64_t row, column;
    int tree;
    double radius; // [m] of the stem
};

static int compare_places(const void *a, const void *b) {
    const struct place *x = a;
    const struct place *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return (x->tree > y->tree) - (x->tree < y->tree);
}

// The trees sorted by row, column and line of the file. NULL: out of memory.
static struct place *sort_places(const struct ter_stand *stand) {
    struct place *places = calloc((size_t)stand->count, sizeof *places);
    for (int i = 0; i < stand->count && places != NULL; i++) {
        const struct ter_tree *tree = &stand->trees[i];
        places[i] = (struct place){.row = (int64_t)floor(tree->position.y / ter_stand_cell),
                                   .column = (int64_t)floor(tree->position.x / ter_stand_cell),
                                   .tree = i,
                                   .radius = ter_tree_radius(tree)};
    }
    if (places != NULL)
        qsort(places, (size_t)stand->count, sizeof *places, compare_places);
    return places;
}

// The first place that is not before (row, column).
static int find_place(const struct place *places, int count, int64_t row, int64_t column) {
    int low = 0;
    int high = count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const struct place *p = &places[middle];
        if (p->row < row || (p->row == row && p->column < column))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// No cell holds more than DAT_STAND_MAX_DENSITY trees. The limit keeps the search for overlaps, and
// that for trees near a machine, from taking quadratic time.
static bool check_density(struct stand_reader *reader, const struct place *places) {
    const int errors = reader->csv.d->errors;
    int first = 0;
    for (int i = 0; i < reader->stand->count; i++) {
        if (places[i].row != places[first].row || places[i].column != places[first].column)
            first = i;
        if (i - first == DAT_STAND_MAX_DENSITY) {
            const struct ter_tree *tree = &reader->stand->trees[places[i].tree];
            dat_diagnose(reader->csv.d, reader->lines.items[places[i].tree], 1,
                         "tree '%s' is number %d within %g m by %g m, expected at most %d",
                         tree->id, DAT_STAND_MAX_DENSITY + 1, ter_stand_cell, ter_stand_cell,
                         DAT_STAND_MAX_DENSITY);
        }
    }
    return reader->csv.d->errors == errors;
}

// A tree of an earlier line whose stem overlaps that of the place, NULL: none.
static const struct place *find_overlap(const struct ter_stand *stand, const struct place *places,
                                        const struct place *at) {
    const struct ter_tree *tree = &stand->trees[at->tree];
    const struct place *first = NULL;
    for (int64_t row = at->row - 1; row <= at->row + 1; row++) {
        for (int k = find_place(places, stand->count, row, at->column - 1);
             k < stand->count && places[k].row == row && places[k].column <= at->column + 1; k++) {
            const struct ter_tree *other = &stand->trees[places[k].tree];
            if (places[k].tree < at->tree && (first == NULL || places[k].tree < first->tree) &&
                other->status != TER_TREE_FELLED &&
                hypot(other->position.x - tree->position.x, other->position.y - tree->position.y) <
                    at->radius + places[k].radius)
                first = &places[k];
        }
    }
    return first;
}

// Two stems in one place would push each other apart when they are cut.
static void check_overlaps(struct stand_reader *reader) {
    const struct ter_stand *stand = reader->stand;
    struct place *places = sort_places(stand);
    if (places == NULL) {
        dat_diagnose(reader->csv.d, 0, 0, "not enough memory to read the file");
        return;
    }
    const bool sparse = check_density(reader, places);
    for (int i = 0; i < stand->count && sparse; i++) {
        const struct ter_tree *tree = &stand->trees[places[i].tree];
        const struct place *found =
            tree->status != TER_TREE_FELLED ? find_overlap(stand, places, &places[i]) : NULL;
        if (found == NULL)
            continue;
        const struct ter_tree *other = &stand->trees[found->tree];
        dat_diagnose(
            reader->csv.d, reader->lines.items[places[i].tree], 1,
            "tree '%s' is %.2f m from tree '%s' in line %d, expected at least %.2f m between their "
            "stems",
            tree->id,
            hypot(other->position.x - tree->position.x, other->position.y - tree->position.y),
            other->id, reader->lines.items[found->tree], places[i].radius + found->radius);
    }
    free(places);
}

static int read_crs(const char *text, struct dat_diagnostics *d) {
    struct dat_csv_cell value;
    int line = 0;
    long number = 0;
    if (!dat_csv_comment(text, "crs", &value, &line))
        return 0;
    if (!dat_number_read_int(value.text, strlen(value.text), 1024, 999999, &number)) {
        dat_diagnose(d, line, value.column, "crs is '%s', expected an EPSG number such as 25832",
                     value.text);
    }
    return (int)number;
}

static void read_rows(struct stand_reader *reader, struct dat_diagnostics *d) {
    const int errors = d->errors;
    while (dat_csv_next(&reader->csv)) {
        struct ter_tree tree;
        if (read_tree(reader, &tree) && place_tree(reader, &tree) && !keep_tree(reader, &tree))
            return;
    }
    check_ids(reader);
    if (d->errors == errors && reader->stand->count == 0)
        dat_diagnose(d, reader->csv.line, 1, "the table has no trees, expected at least one");
    if (d->errors != errors)
        return;
    fill_missing(reader->stand);
    if (!ter_stand_index(reader->stand)) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        return;
    }
    check_overlaps(reader);
}

bool dat_read_stand(const char *text, const struct ter_ground *ground, struct ter_stand *stand,
                    int *crs, struct dat_diagnostics *d) {
    struct stand_reader reader = {.ground = ground, .stand = stand};
    assert(text != NULL && d != NULL);
    const int errors = d->errors;
    ter_stand_init(stand);
    const int epsg = read_crs(text, d);
    if (crs != NULL)
        *crs = epsg;
    if (dat_csv_open(&reader.csv, text, columns, COLUMNS, d))
        read_rows(&reader, d);
    SIM_ARRAY_FREE(&reader.lines);
    if (d->errors != errors) {
        ter_stand_finish(stand);
        return false;
    }
    return true;
}
