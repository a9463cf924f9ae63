#include "data/site/stand.h"

#include <assert.h>
#include <string.h>

#include "data/site/draft.h"
#include "data/text/csv.h"
#include "data/text/number.h"
#include "data/text/progress.h"

static const double slenderest = 250.0; // height per diameter; the thinnest trees have up to 200
enum { REPORTED = 4096 };               // lines between two reports of progress

enum {
    ID,
    X,
    Y,
    SPECIES,
    DBH,
    HEIGHT,
    CROWN_BASE,
    CROWN_WIDTH,
    STATUS,
    ROT,
    SWEEP,
    FORK,
    TOP,
    DEAD,
    THROWN,
    COLUMNS
};

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
    [ROT] = {"rot_m", false},
    [SWEEP] = {"sweep_cm", false},
    [FORK] = {"fork_m", false},
    [TOP] = {"top_m", false},
    [DEAD] = {"dead", false},
    [THROWN] = {"thrown_deg", false},
};

struct stand_reader {
    struct dat_csv csv;
    struct dat_stand_draft draft;
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

// A place on the stem lies below the tip, where the file has the tree's height.
static void check_below_tip(struct dat_csv *csv, const struct ter_tree *tree, int column,
                            double height, bool *ok) {
    if (*ok && tree->height > 0.0 && height >= tree->height) {
        dat_diagnose(csv->d, csv->line, csv->cell[column].column,
                     "%s is %s, expected less than the height of %g m", columns[column].name,
                     csv->cell[column].text, tree->height);
        *ok = false;
    }
}

static void read_defects(struct dat_csv *csv, struct ter_tree *tree, bool *ok) {
    struct ter_defects *defects = &tree->defects;
    const struct dat_csv_cell *dead = &csv->cell[DEAD];
    defects->rot = optional_number(csv, ROT, 0.0, 20.0, ok);
    defects->sweep = 0.01 * optional_number(csv, SWEEP, 0.0, 30.0, ok);
    defects->fork = optional_number(csv, FORK, 0.0, 65.0, ok);
    tree->top = optional_number(csv, TOP, 0.0, 65.0, ok);
    defects->dead = strcmp(dead->text, "yes") == 0;
    if (dead->text[0] != '\0' && !defects->dead && strcmp(dead->text, "no") != 0) {
        dat_diagnose(csv->d, csv->line, dead->column, "dead is '%s', expected yes or no",
                     dead->text);
        *ok = false;
    }
    check_below_tip(csv, tree, ROT, defects->rot, ok);
    check_below_tip(csv, tree, FORK, defects->fork, ok);
    check_below_tip(csv, tree, TOP, tree->top, ok);
}

static bool read_tree(struct stand_reader *reader, struct ter_tree *tree) {
    struct dat_csv *csv = &reader->csv;
    double dbh_cm = 0.0;
    bool ok = true;
    memset(tree, 0, sizeof *tree);
    read_names(csv, tree, reader->draft.stand->count + 1, &ok);
    ok = dat_csv_number(csv, X, -1e8, 1e8, &tree->position.x) && ok;
    ok = dat_csv_number(csv, Y, -1e8, 1e8, &tree->position.y) && ok;
    ok = dat_csv_number(csv, DBH, 4.0, 200.0, &dbh_cm) && ok;
    tree->dbh = 0.01 * dbh_cm;
    tree->height = optional_number(csv, HEIGHT, 3.0, 70.0, &ok);
    tree->crown_base = optional_number(csv, CROWN_BASE, 0.0, 65.0, &ok);
    tree->crown_width = optional_number(csv, CROWN_WIDTH, 0.2, 40.0, &ok);
    if (ok && tree->height > slenderest * tree->dbh) {
        dat_diagnose(csv->d, csv->line, csv->cell[HEIGHT].column,
                     "height_m is %s of a tree of %s cm, expected at most %g times as much as the "
                     "diameter",
                     csv->cell[HEIGHT].text, csv->cell[DBH].text, slenderest);
        ok = false;
    }
    check_below_tip(csv, tree, CROWN_BASE, tree->crown_base, &ok);
    read_defects(csv, tree, &ok);
    tree->thrown = csv->cell[THROWN].text[0] != '\0';
    tree->thrown_to = SIM_PI / 180.0 * optional_number(csv, THROWN, -360.0, 360.0, &ok);
    return ok;
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

static bool skips_bad_trees(const char *text, struct dat_diagnostics *d) {
    struct dat_csv_cell value;
    int line = 0;
    const bool given = dat_csv_comment(text, "bad_trees", &value, &line);
    return dat_stand_draft_skips(given ? value.text : NULL, line, value.column, d);
}

static void read_rows(struct stand_reader *reader, struct dat_diagnostics *d) {
    const char *text = reader->csv.at;
    const double size = (double)strlen(text) + 1.0;
    const int errors = d->errors;
    struct dat_csv *csv = &reader->csv;
    struct dat_stand_draft *draft = &reader->draft;
    while (dat_csv_next(csv)) {
        struct ter_tree tree;
        if (csv->line % REPORTED == 0)
            dat_progress_report("stand", (double)(csv->at - text) / size);
        if (!read_tree(reader, &tree) ||
            !dat_stand_draft_place(draft, &tree, csv->line, csv->cell[X].column))
            draft->skipped++;
        else if (!dat_stand_draft_keep(draft, &tree, csv->line))
            return;
    }
    draft->skipped += csv->refused;
    dat_progress_report("stand", 1.0);
    dat_stand_draft_check_ids(draft);
    if (d->errors == errors && draft->stand->count == 0 && draft->skipped == 0)
        dat_diagnose(d, csv->line, 1, "the table has no trees, expected at least one");
    if (d->errors == errors)
        (void)dat_stand_draft_complete(draft);
    dat_stand_draft_tell(draft);
}

bool dat_read_stand(const char *text, const struct ter_ground *ground, struct ter_stand *stand,
                    int *crs, struct dat_diagnostics *d) {
    struct stand_reader reader = {.draft = {.ground = ground, .stand = stand, .d = d}};
    assert(text != NULL && d != NULL);
    const int errors = d->errors;
    ter_stand_init(stand);
    const int epsg = read_crs(text, d);
    struct dat_diagnostics faults;
    dat_diagnostics_init(&faults, d->file, text);
    if (skips_bad_trees(text, d))
        reader.draft.faults = &faults;
    if (crs != NULL)
        *crs = epsg;
    if (dat_csv_open(&reader.csv, text, columns, COLUMNS, d)) {
        if (reader.draft.faults != NULL)
            reader.csv.d = &faults;
        read_rows(&reader, d);
    }
    SIM_ARRAY_FREE(&reader.draft.lines);
    if (d->errors != errors) {
        ter_stand_finish(stand);
        return false;
    }
    return true;
}
