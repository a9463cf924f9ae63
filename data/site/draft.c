#include "data/site/draft.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "data/site/stand.h"
#include "data/text/name_index.h"

static struct dat_diagnostics *faults_of(const struct dat_stand_draft *draft) {
    return draft->faults != NULL ? draft->faults : draft->d;
}

// Removes the trees whose lines are below 0.
static void leave_out(struct dat_stand_draft *draft) {
    struct ter_stand *stand = draft->stand;
    int kept = 0;
    for (int i = 0; i < stand->count; i++) {
        if (draft->lines.items[i] < 0)
            continue;
        stand->trees[kept] = stand->trees[i];
        draft->lines.items[kept++] = draft->lines.items[i];
    }
    draft->skipped += stand->count - kept;
    stand->count = kept;
}

bool dat_stand_draft_skips(const char *word, int line, int column, struct dat_diagnostics *d) {
    const bool skips = word != NULL && strcmp(word, "skip") == 0;
    if (word != NULL && !skips)
        dat_diagnose(d, line, column, "bad_trees is '%.40s', expected skip", word);
    return skips;
}

void dat_stand_draft_tell(struct dat_stand_draft *draft) {
    const struct dat_diagnostics *faults = draft->faults;
    if (faults == NULL || draft->skipped == 0)
        return;
    for (int i = 0; i < faults->kept; i++)
        dat_warn(draft->d, faults->item[i].line, faults->item[i].column, "skipped: %s",
                 faults->item[i].text);
    dat_warn(draft->d, 0, 0, "%d of %d trees are skipped", draft->skipped,
             draft->skipped + draft->stand->count);
    if (draft->stand->count == 0)
        dat_diagnose(draft->d, 0, 0, "all trees are skipped, expected at least one good one");
}

// From the file's coordinates to the local ones, and down on the ground.
bool dat_stand_draft_place(struct dat_stand_draft *draft, struct ter_tree *tree, int line,
                           int column) {
    assert(draft->d != NULL);
    const struct ter_ground *ground = draft->ground;
    if (ground == NULL)
        return true;
    tree->position.x -= ground->origin_x;
    tree->position.y -= ground->origin_y;
    if (!ter_ground_contains(ground, tree->position.x, tree->position.y)) {
        dat_diagnose(
            faults_of(draft), line, column,
            "tree '%s' is off the terrain, expected x %.1f to %.1f and y %.1f to %.1f", tree->id,
            ground->field.x0 + ground->origin_x, ter_ground_x_max(ground) + ground->origin_x,
            ground->field.y0 + ground->origin_y, ter_ground_y_max(ground) + ground->origin_y);
        return false;
    }
    tree->position.z = ter_ground_height(ground, tree->position.x, tree->position.y, NULL);
    return true;
}

bool dat_stand_draft_keep(struct dat_stand_draft *draft, const struct ter_tree *tree, int line) {
    assert(draft->stand != NULL);
    struct dat_diagnostics *d = draft->d;
    struct ter_stand *stand = draft->stand;
    if (stand->count == DAT_STAND_MAX_TREES) {
        dat_diagnose(d, line, 1, "the stand has more than %d trees", DAT_STAND_MAX_TREES);
        return false;
    }
    if (!SIM_ARRAY_TRY(&draft->lines, stand->count + 1)) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        return false;
    }
    draft->lines.items[stand->count] = line;
    if (!ter_stand_add(stand, tree)) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        return false;
    }
    return true;
}

void dat_stand_draft_check_ids(struct dat_stand_draft *draft) {
    const struct ter_stand *stand = draft->stand;
    struct dat_name_index ids;
    if (!dat_name_index_init(&ids, stand->count > 0 ? stand->trees->id : NULL, stand->count,
                             sizeof *stand->trees))
        dat_diagnose(draft->d, 0, 0, "not enough memory to read the file");
    for (int i = 0; i < ids.count; i++) {
        const int first = dat_name_index_find(&ids, stand->trees[i].id);
        if (first != i) {
            dat_diagnose(faults_of(draft), draft->lines.items[i], 1,
                         "duplicate tree '%s', the first is in line %d", stand->trees[i].id,
                         draft->lines.items[first]);
            if (draft->faults != NULL)
                draft->lines.items[i] = -draft->lines.items[i];
        }
    }
    dat_name_index_finish(&ids);
    leave_out(draft);
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
    struct ter_height_curve curves[TER_SPECIES_MAX];
    for (int s = 0; s < ter_species_count(); s++)
        curves[s] = fit_height_curve(stand, (enum ter_species)s);
    for (int i = 0; i < stand->count; i++) {
        struct ter_tree *tree = &stand->trees[i];
        if (tree->height <= 0.0) {
            // A thin tree of a tall stand: the curve falls to the ground there.
            tree->height =
                fmax(ter_species_height(tree->species, &curves[tree->species], tree->dbh), 3.0);
        }
        tree->defects.fork = fmin(tree->defects.fork, 0.95 * tree->height);
        tree->defects.rot = fmin(tree->defects.rot, 0.95 * tree->height);
        tree->top = fmin(tree->top, 0.95 * tree->height);
        if (tree->crown_base <= 0.0 || tree->crown_base >= tree->height)
            tree->crown_base = ter_species_crown_base(tree->species, tree->dbh, tree->height);
        if (tree->crown_width <= 0.0)
            tree->crown_width = ter_species_crown_width(tree->species, tree->dbh);
        ter_tree_lean_by_id(tree);
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
static bool check_density(struct dat_stand_draft *draft, const struct place *places) {
    const int errors = draft->d->errors;
    int first = 0;
    for (int i = 0; i < draft->stand->count; i++) {
        if (places[i].row != places[first].row || places[i].column != places[first].column)
            first = i;
        if (i - first == DAT_STAND_MAX_DENSITY) {
            const struct ter_tree *tree = &draft->stand->trees[places[i].tree];
            dat_diagnose(draft->d, draft->lines.items[places[i].tree], 1,
                         "tree '%s' is number %d within %g m by %g m, expected at most %d",
                         tree->id, DAT_STAND_MAX_DENSITY + 1, ter_stand_cell, ter_stand_cell,
                         DAT_STAND_MAX_DENSITY);
        }
    }
    return draft->d->errors == errors;
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
static void check_overlaps(struct dat_stand_draft *draft) {
    const struct ter_stand *stand = draft->stand;
    struct place *places = sort_places(stand);
    if (places == NULL) {
        dat_diagnose(draft->d, 0, 0, "not enough memory to read the file");
        return;
    }
    const bool sparse = check_density(draft, places);
    for (int i = 0; i < stand->count && sparse; i++) {
        const struct ter_tree *tree = &stand->trees[places[i].tree];
        const struct place *found =
            tree->status != TER_TREE_FELLED ? find_overlap(stand, places, &places[i]) : NULL;
        if (found == NULL)
            continue;
        const struct ter_tree *other = &stand->trees[found->tree];
        int *line = &draft->lines.items[places[i].tree];
        dat_diagnose(
            faults_of(draft), *line, 1,
            "tree '%s' is %.2f m from tree '%s' in line %d, expected at least %.2f m between their "
            "stems",
            tree->id,
            hypot(other->position.x - tree->position.x, other->position.y - tree->position.y),
            other->id, abs(draft->lines.items[found->tree]), places[i].radius + found->radius);
        if (draft->faults != NULL)
            *line = -*line;
    }
    free(places);
}

bool dat_stand_draft_complete(struct dat_stand_draft *draft) {
    const int errors = draft->d->errors;
    fill_missing(draft->stand);
    if (!ter_stand_index(draft->stand)) {
        dat_diagnose(draft->d, 0, 0, "not enough memory to read the file");
        return false;
    }
    check_overlaps(draft);
    const int skipped = draft->skipped;
    leave_out(draft);
    if (draft->skipped > skipped && !ter_stand_index(draft->stand))
        dat_diagnose(draft->d, 0, 0, "not enough memory to read the file");
    return draft->d->errors == errors;
}
