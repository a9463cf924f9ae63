#include "data/exercise/lying.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/atomic_file.h"
#include "data/text/csv.h"
#include "terrain/branch.h"

enum {
    KIND,
    SPECIES,
    DBH,
    HEIGHT,
    FROM,
    TO,
    CROWN_BASE,
    LIMBS_FROM,
    SEED,
    X,
    Y,
    Z,
    QW,
    QX,
    QY,
    QZ,
    BRASH,
    BARE_TO,
    BARE_FROM,
    RUT,
    ROT,
    SWEEP,
    FORK,
    DEAD,
    COLOUR,
    PLATE,
    BROKEN,
    COLUMNS = BROKEN + 5
};

static const struct dat_csv_column columns[COLUMNS] = {
    [KIND] = {"kind", true},
    [SPECIES] = {"species", false},
    [DBH] = {"dbh_cm", false},
    [HEIGHT] = {"height_m", false},
    [FROM] = {"from_m", false},
    [TO] = {"to_m", false},
    [CROWN_BASE] = {"crown_base_m", false},
    [LIMBS_FROM] = {"limbs_from_m", false},
    [SEED] = {"seed", false},
    [X] = {"x", true},
    [Y] = {"y", true},
    [Z] = {"z", false},
    [QW] = {"qw", false},
    [QX] = {"qx", false},
    [QY] = {"qy", false},
    [QZ] = {"qz", false},
    [BRASH] = {"brash_kg_m2", false},
    [BARE_TO] = {"bare_to_m", false},
    [BARE_FROM] = {"bare_from_m", false},
    [RUT] = {"rut_m", false},
    [ROT] = {"rot_m", false},
    [SWEEP] = {"sweep_cm", false},
    [FORK] = {"fork_m", false},
    [DEAD] = {"dead", false},
    [COLOUR] = {"colour", false},
    [PLATE] = {"plate_m", false},
    [BROKEN] = {"broken_1", false},
    [BROKEN + 1] = {"broken_2", false},
    [BROKEN + 2] = {"broken_3", false},
    [BROKEN + 3] = {"broken_4", false},
    [BROKEN + 4] = {"broken_5", false},
};

// Of the kinds of stems that lie, and of stumps.
static const char *const kind_names[] = {
    [VEH_STEM_FELLED] = "felled", [VEH_STEM_LOG] = "log",       [VEH_STEM_TOP] = "top",
    [VEH_STEM_STUMP] = "stump",   [VEH_STEM_BEARER] = "bearer",
};
enum { KINDS = sizeof kind_names / sizeof kind_names[0] };

// ---- reading ----

static bool read_kind(struct dat_csv *csv, struct dat_lying *item) {
    const struct dat_csv_cell *cell = &csv->cell[KIND];
    item->slash = strcmp(cell->text, "slash") == 0;
    item->rut = strcmp(cell->text, "rut") == 0;
    for (int k = 0; k < KINDS && !item->slash && !item->rut; k++) {
        if (kind_names[k] != NULL && strcmp(cell->text, kind_names[k]) == 0) {
            item->kind = (enum veh_stem_kind)k;
            return true;
        }
    }
    if (!item->slash && !item->rut)
        dat_diagnose(csv->d, csv->line, cell->column,
                     "unknown kind '%s', expected log, top, felled, stump, bearer, slash or "
                     "rut",
                     cell->text);
    return item->slash || item->rut;
}

// A number of a column that rows of this kind need.
static bool need(struct dat_csv *csv, int column, double low, double high, double *value) {
    if (csv->cell[column].text[0] != '\0')
        return dat_csv_number(csv, column, low, high, value);
    dat_diagnose(csv->d, csv->line, csv->cell[KIND].column, "a %s needs '%s'", csv->cell[KIND].text,
                 columns[column].name);
    return false;
}

// The stump of a thrown tree that has been cut off lies as what is left, a top.
static bool read_plate(struct dat_csv *csv, struct dat_lying *item) {
    const struct dat_csv_cell *cell = &csv->cell[PLATE];
    if (cell->text[0] == '\0' || !dat_csv_number(csv, PLATE, 0.0, 5.0, &item->stem.plate))
        return cell->text[0] == '\0';
    if (item->stem.plate == 0.0 || item->kind == VEH_STEM_TOP)
        return true;
    dat_diagnose(csv->d, csv->line, cell->column,
                 "a %s has no plate of roots, expected 'plate_m' of a top only",
                 csv->cell[KIND].text);
    return false;
}

enum { DIGITS = 52 }; // of a column, with 4 branches each: a cell has room for 63

// Hexadecimal digits, of which the lowest bit is the first branch. None are lost where they end.
static bool read_broken(struct dat_csv *csv, struct ter_broken *broken) {
    for (int i = 0; i < TER_BREAKABLE / 4; i++) {
        const struct dat_csv_cell *cell = &csv->cell[BROKEN + i / DIGITS];
        if (i % DIGITS >= (int)strlen(cell->text))
            continue;
        static const char digits[] = "0123456789abcdef";
        const char *digit = strchr(digits, cell->text[i % DIGITS]);
        const int most =
            i / DIGITS < TER_BREAKABLE / 4 / DIGITS ? DIGITS : TER_BREAKABLE / 4 % DIGITS;
        if (digit == NULL || (int)strlen(cell->text) > most) {
            dat_diagnose(csv->d, csv->line, cell->column,
                         "%s is '%s', expected at most %d digits of 0 to 9 and a to f",
                         columns[BROKEN + i / DIGITS].name, cell->text, most);
            return false;
        }
        broken->bits[i / 8] |= (uint32_t)(digit - digits) << (i % 8 * 4);
    }
    return true;
}

// Missing ones are none.
static bool read_defects(struct dat_csv *csv, struct dat_lying *item) {
    static const struct {
        int column;
        double most;
    } numbers[] = {{ROT, 70.0}, {SWEEP, 30.0}, {FORK, 70.0}, {DEAD, 1.0}, {COLOUR, 7.0}};
    double value[5] = {0.0};
    bool ok = true;
    for (int i = 0; i < 5; i++)
        if (csv->cell[numbers[i].column].text[0] != '\0')
            ok = dat_csv_number(csv, numbers[i].column, 0.0, numbers[i].most, &value[i]) && ok;
    item->stem.defects = (struct ter_defects){
        .rot = value[0], .sweep = 0.01 * value[1], .fork = value[2], .dead = value[3] > 0.0};
    item->colour = (uint8_t)value[4];
    return ok;
}

static bool read_numbers(struct dat_csv *csv, struct dat_lying *item) {
    struct ter_stem *s = &item->stem;
    struct sim_quat *q = &item->pose.q;
    double dbh_cm = 0.0, seed = 0.0;
    bool ok = need(csv, DBH, 4.0, 200.0, &dbh_cm);
    ok = need(csv, HEIGHT, 3.0, 70.0, &s->height) && ok;
    ok = need(csv, FROM, 0.0, 70.0, &s->from) && ok;
    ok = need(csv, TO, 0.0, 70.0, &s->to) && ok;
    ok = need(csv, CROWN_BASE, 0.0, 70.0, &s->crown_base) && ok;
    ok = need(csv, LIMBS_FROM, 0.0, 70.0, &s->limbs_from) && ok;
    // Left out: the stem is bare up to limbs_from_m.
    if (csv->cell[BARE_TO].text[0] != '\0')
        ok = dat_csv_number(csv, BARE_TO, 0.0, 70.0, &s->bare_to) && ok;
    if (csv->cell[BARE_FROM].text[0] != '\0')
        ok = dat_csv_number(csv, BARE_FROM, 0.0, 70.0, &s->bare_from) && ok;
    ok = need(csv, SEED, 0.0, 4294967295.0, &seed) && ok;
    ok = need(csv, Z, -1000.0, 9100.0, &item->pose.p.z) && ok;
    ok = need(csv, QW, -1.0, 1.0, &q->w) && need(csv, QX, -1.0, 1.0, &q->x) && ok;
    ok = need(csv, QY, -1.0, 1.0, &q->y) && need(csv, QZ, -1.0, 1.0, &q->z) && ok;
    ok = read_defects(csv, item) && ok;
    ok = read_plate(csv, item) && ok;
    ok = read_broken(csv, &s->broken) && ok;
    s->dbh = 0.01 * dbh_cm;
    s->seed = (uint32_t)seed;
    return ok;
}

static bool read_stem(struct dat_csv *csv, struct dat_lying *item) {
    struct ter_stem *s = &item->stem;
    struct sim_quat *q = &item->pose.q;
    if (!read_numbers(csv, item))
        return false;
    if (!ter_species_find(csv->cell[SPECIES].text, &s->species)) {
        dat_diagnose(csv->d, csv->line, csv->cell[SPECIES].column,
                     "unknown species '%s', expected one such as spruce, pine or birch",
                     csv->cell[SPECIES].text);
        return false;
    }
    if (s->to > s->height || s->to - s->from < 0.02) {
        dat_diagnose(csv->d, csv->line, csv->cell[TO].column,
                     "the stem is from %g m to %g m of a tree of %g m, expected 2 cm at least",
                     s->from, s->to, s->height);
        return false;
    }
    const double norm = q->w * q->w + q->x * q->x + q->y * q->y + q->z * q->z;
    if (fabs(norm - 1.0) > 1e-3) {
        dat_diagnose(csv->d, csv->line, csv->cell[QW].column,
                     "the squares of qw, qx, qy and qz add up to %g, expected 1", norm);
        return false;
    }
    *q = sim_quat_unit(*q);
    ter_branches_share(s);
    return true;
}

static bool read_rest(struct dat_csv *csv, struct dat_lying *item) {
    if (item->slash)
        return need(csv, BRASH, 0.0, 1e4, &item->brash);
    return item->rut ? need(csv, RUT, 0.0, 2.0, &item->depth) : read_stem(csv, item);
}

static bool read_row(struct dat_csv *csv, const struct ter_ground *ground, struct dat_lying *item) {
    *item = (struct dat_lying){.pose = sim_pose_identity()};
    bool ok = read_kind(csv, item);
    ok = dat_csv_number(csv, X, -1e8, 1e8, &item->pose.p.x) && ok;
    ok = dat_csv_number(csv, Y, -1e8, 1e8, &item->pose.p.y) && ok;
    if (!ok || !read_rest(csv, item))
        return false;
    if (ground == NULL)
        return true;
    item->pose.p.x -= ground->origin_x;
    item->pose.p.y -= ground->origin_y;
    if (ter_ground_contains(ground, item->pose.p.x, item->pose.p.y))
        return true;
    dat_diagnose(csv->d, csv->line, csv->cell[X].column, "the %s is off the terrain",
                 csv->cell[KIND].text);
    return false;
}

bool dat_read_lying(const char *text, const struct ter_ground *ground, struct dat_lying_list *list,
                    struct dat_diagnostics *d) {
    struct dat_csv csv;
    struct dat_lying item;
    assert(text != NULL);
    const int errors = d->errors;
    *list = (struct dat_lying_list){0};
    const bool readable = dat_csv_open(&csv, text, columns, COLUMNS, d);
    while (readable && dat_csv_next(&csv)) {
        if (!read_row(&csv, ground, &item))
            continue;
        if (list->count == DAT_LYING_MAX || !SIM_ARRAY_TRY(list, list->count + 1)) {
            dat_diagnose(d, csv.line, 1, "more than %d rows, or not enough memory", list->count);
            break;
        }
        list->items[list->count++] = item;
    }
    if (d->errors == errors)
        return true;
    dat_lying_finish(list);
    return false;
}

void dat_lying_finish(struct dat_lying_list *list) {
    SIM_ARRAY_FREE(list);
}

int dat_lying_logs(const struct dat_lying_list *list) {
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count +=
            !list->items[i].slash && !list->items[i].rut && list->items[i].kind == VEH_STEM_LOG;
    return count;
}

static bool lay(struct veh_worksite *site, const struct dat_lying *item) {
    const int stem = veh_worksite_lay(site, &item->stem, item->pose, item->kind);
    if (stem >= 0)
        site->stems.items[stem].colour = item->colour;
    return stem >= 0;
}

bool dat_lying_lay(const struct dat_lying_list *list, struct veh_worksite *site) {
    bool room = true;
    for (int i = 0; i < list->count && room; i++) {
        const struct dat_lying *item = &list->items[i];
        if (item->slash)
            ter_trails_cover(&site->trails, item->pose.p.x, item->pose.p.y, item->brash);
        else if (item->rut)
            ter_trails_sink(&site->trails, item->pose.p.x, item->pose.p.y, item->depth);
        else if (item->pile > 0)
            room = veh_worksite_drop(site, &item->stem, item->pose) >= 0;
        else
            room = lay(site, item);
    }
    return room;
}

// ---- writing ----

static const double shallowest = 0.005; // [m] rut that is written

bool dat_lies(const struct veh_worksite *site, int stem) {
    const struct veh_stem *s = &site->stems.items[stem];
    if (!s->used || s->kind == VEH_STEM_STANDING || s->load.bunk >= 0 || s->load.grapples != 0)
        return false;
    const struct sim_vec3 p = veh_stem_pose(site, stem).p;
    return ter_ground_contains(site->def.ground, p.x, p.y);
}

// Up to the last digit that is not 0.
static void write_broken(FILE *file, const struct ter_broken *broken) {
    int last = TER_BREAKABLE / 4;
    while (last > 0 && (broken->bits[(last - 1) / 8] >> ((last - 1) % 8 * 4) & 0xfU) == 0)
        last--;
    for (int i = 0; i < TER_BREAKABLE / 4; i++) {
        if (i % DIGITS == 0)
            fputc(';', file);
        if (i < last)
            fprintf(file, "%x", broken->bits[i / 8] >> (i % 8 * 4) & 0xfU);
    }
    fputc('\n', file);
}

static void write_stem(FILE *file, const struct veh_worksite *site, int index) {
    const struct veh_stem *s = &site->stems.items[index];
    const struct ter_stem *t = &s->stem;
    const struct ter_ground *ground = site->def.ground;
    if (!dat_lies(site, index)) // nor has a free slot a pose
        return;
    if (veh_stem_has_roots(s)) // it is a tree of the stand
        return;
    const struct sim_pose pose = veh_stem_pose(site, index);
    fprintf(file,
            "%s;%s;%.10g;%.10g;%.10g;%.10g;%.10g;%.10g;%lu;%.12g;%.12g;%.12g;%.15g;%.15g;"
            "%.15g;%.15g;;%.10g;%.10g;;%.10g;%.10g;%.10g;%d;%d;%.10g",
            kind_names[s->kind], ter_species_name(t->species), 100.0 * t->dbh, t->height, t->from,
            t->to, t->crown_base, t->limbs_from, (unsigned long)t->seed,
            pose.p.x + ground->origin_x, pose.p.y + ground->origin_y, pose.p.z, pose.q.w, pose.q.x,
            pose.q.y, pose.q.z, t->bare_to, t->bare_from, t->defects.rot, 100.0 * t->defects.sweep,
            t->defects.fork, t->defects.dead, s->colour, t->plate);
    write_broken(file, &t->broken);
}

static void write_trails(FILE *file, const struct veh_worksite *site) {
    const struct ter_trails *trails = &site->trails;
    const struct ter_ground *ground = site->def.ground;
    for (int i = 0; i < trails->tiles.count; i++) {
        const struct ter_trail_tile *tile = &trails->tiles.items[i];
        const int column = tile->place % trails->columns * TER_TRAIL_CELLS;
        const int row = tile->place / trails->columns * TER_TRAIL_CELLS;
        for (int k = 0; k < TER_TRAIL_CELLS * TER_TRAIL_CELLS; k++) {
            const double x = trails->x0 + (column + k % TER_TRAIL_CELLS + 0.5) * ter_trail_cell;
            const double y = trails->y0 + (row + k / TER_TRAIL_CELLS + 0.5) * ter_trail_cell;
            const double depth = ter_rut_depth(tile->cube[k]);
            if (!ter_ground_contains(ground, x, y))
                continue;
            if (tile->brash[k] > 0.0)
                fprintf(file, "slash;;;;;;;;;%.12g;%.12g;;;;;;%.6g;;;;;;;;;;;;;;\n",
                        x + ground->origin_x, y + ground->origin_y, tile->brash[k]);
            if (depth >= shallowest)
                fprintf(file, "rut;;;;;;;;;%.12g;%.12g;;;;;;;;;%.6g;;;;;;;;;;;\n",
                        x + ground->origin_x, y + ground->origin_y, depth);
        }
    }
}

bool dat_lying_write(const struct veh_worksite *site, const char *path,
                     struct dat_problem *problem) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL) {
        dat_problem_set(problem, "out of memory");
        return false;
    }
    for (int i = 0; i < COLUMNS; i++)
        fprintf(file, "%s%s", columns[i].name, i + 1 < COLUMNS ? ";" : "\n");
    for (int i = 0; i < site->stems.count; i++)
        write_stem(file, site, i);
    write_trails(file, site);
    const bool ok = fclose(file) == 0 && dat_write_file(path, text, size, problem);
    free(text);
    return ok;
}
