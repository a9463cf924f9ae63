#include "data/model/input_table.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "data/model/cut_cell.h"
#include "data/text/number.h"

enum { TIME, FIRST_INPUT };

static const double latest = 1e6; // [s]

// ---- reading ----

// The comments `form` and `repeat_s`. Without them the values are steps, and are not repeated.
static bool read_settings(const char *text, struct dat_input_table *table,
                          struct dat_diagnostics *d) {
    struct dat_csv_cell cell;
    int line = 0;
    bool ok = true;
    table->period = (double)INFINITY;
    if (dat_csv_comment(text, "form", &cell, &line)) {
        table->ramps = strcmp(cell.text, "ramps") == 0;
        if (!table->ramps && strcmp(cell.text, "steps") != 0) {
            dat_diagnose(d, line, cell.column, "form is '%s', expected steps or ramps", cell.text);
            ok = false;
        }
    }
    if (dat_csv_comment(text, "repeat_s", &cell, &line) &&
        (dat_number_read(cell.text, strlen(cell.text), &table->period) != DAT_NUMBER_OK ||
         !(table->period > 0.0 && table->period <= latest))) {
        dat_diagnose(d, line, cell.column, "repeat_s is '%s', expected a time up to %g s",
                     cell.text, latest);
        ok = false;
    }
    return ok;
}

// Behind the inputs.
static int cut_column(const struct sim_model *model) {
    return FIRST_INPUT + model->input_count;
}

// One track for each column of an input that the table has.
static bool add_tracks(const struct dat_csv *csv, const struct sim_model *model,
                       struct dat_input_table *table) {
    for (int i = 0; i < csv->field_count; i++) {
        const int column = csv->field_column[i];
        if (column < FIRST_INPUT || column >= cut_column(model))
            continue;
        if (!SIM_ARRAY_TRY(&table->tracks, table->tracks.count + 1))
            return false;
        table->tracks.items[table->tracks.count++] =
            (struct dat_input_track){.input = column - FIRST_INPUT};
    }
    return true;
}

// The time of a row, which is not before that of the last one and within the period.
static bool read_time(struct dat_csv *csv, const struct dat_input_table *table, double *time) {
    const double before = *time;
    if (!dat_csv_number(csv, TIME, 0.0, latest, time))
        return false;
    const struct dat_csv_cell *cell = &csv->cell[TIME];
    if (*time < before) {
        dat_diagnose(csv->d, csv->line, cell->column,
                     "time_s goes back to %s, expected at least %g as in the row before",
                     cell->text, before);
        return false;
    }
    if (*time > table->period) {
        dat_diagnose(csv->d, csv->line, cell->column, "time_s is %s, but repeat_s is %g",
                     cell->text, table->period);
        return false;
    }
    return true;
}

// False: out of memory.
static bool read_cut_at(struct dat_csv *csv, struct sim_model *model, double time,
                        struct dat_input_table *table) {
    const int column = cut_column(model);
    struct dat_input_cut cut = {.time = time};
    if (csv->cell[column].text[0] == '\0')
        return true;
    if (isfinite(table->period)) {
        dat_diagnose(csv->d, csv->line, csv->cell[column].column,
                     "a table that is repeated cannot cut, expected no repeat_s");
        return true;
    }
    if (!dat_read_cut(csv, column, model, &cut.joint))
        return true;
    if (!SIM_ARRAY_TRY(&table->cuts, table->cuts.count + 1))
        return false;
    table->cuts.items[table->cuts.count++] = cut;
    return true;
}

// False: out of memory.
static bool read_row(struct dat_csv *csv, struct sim_model *model, struct dat_input_table *table,
                     double *time) {
    const bool timed = read_time(csv, table, time);
    for (int i = 0; i < table->tracks.count; i++) {
        struct dat_input_track *track = &table->tracks.items[i];
        const struct sim_model_input *input = &model->inputs[track->input];
        struct dat_input_point point = {.time = *time};
        if (!dat_csv_number(csv, FIRST_INPUT + track->input, input->low, input->high,
                            &point.value) ||
            !timed)
            continue;
        if (!SIM_ARRAY_TRY(&track->points, track->points.count + 1))
            return false;
        track->points.items[track->points.count++] = point;
    }
    return !timed || csv->cell[cut_column(model)].column == 0 ||
           read_cut_at(csv, model, *time, table);
}

static bool read_rows(struct dat_csv *csv, struct sim_model *model, struct dat_input_table *table) {
    const int header = csv->line;
    double time = 0.0;
    if (!add_tracks(csv, model, table))
        return false;
    bool cuts = false;
    for (int i = 0; i < csv->field_count; i++)
        cuts = cuts || csv->field_column[i] == cut_column(model);
    if (table->tracks.count == 0 && !cuts)
        dat_diagnose(csv->d, header, 0, "the table has no column for an input");
    while (dat_csv_next(csv))
        if (!read_row(csv, model, table, &time))
            return false;
    for (int i = 0; i < table->tracks.count; i++) {
        const struct dat_input_track *track = &table->tracks.items[i];
        if (track->points.count == 0 && dat_diagnostics_ok(csv->d)) {
            dat_diagnose(csv->d, header, 0, "the column '%s' has no value",
                         model->inputs[track->input].name);
        }
    }
    return true;
}

bool dat_read_input_table(const char *text, struct sim_model *model, struct dat_input_table *table,
                          struct dat_diagnostics *d) {
    assert(text != NULL && model != NULL && d != NULL);
    struct dat_csv csv;
    struct dat_csv_column columns[DAT_CSV_MAX_COLUMNS] = {[TIME] = {"time_s", true}};
    const int errors = d->errors, most_inputs = DAT_CSV_MAX_COLUMNS - FIRST_INPUT - 1;
    *table = (struct dat_input_table){0};
    if (model->input_count > most_inputs) {
        dat_diagnose(d, 0, 0, "the model has %d inputs, a table of inputs is for at most %d",
                     model->input_count, most_inputs);
        return false;
    }
    for (int i = 0; i < model->input_count; i++)
        columns[FIRST_INPUT + i].name = model->inputs[i].name;
    columns[cut_column(model)].name = "cut"; // of two columns with one name, the input's is found
    const bool settings = read_settings(text, table, d);
    if (!dat_csv_open(&csv, text, columns, cut_column(model) + 1, d) || !settings)
        return false;
    if (!read_rows(&csv, model, table))
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
    return d->errors == errors;
}

void dat_input_table_finish(struct dat_input_table *table) {
    for (int i = 0; i < table->tracks.count; i++)
        SIM_ARRAY_FREE(&table->tracks.items[i].points);
    SIM_ARRAY_FREE(&table->tracks);
    SIM_ARRAY_FREE(&table->cuts);
}

// ---- values ----

// Number of the track's points up to that time.
static int points_until(const struct dat_input_track *track, double time) {
    int low = 0;
    int high = track->points.count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (track->points.items[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The table is repeated as if its rows were written down again and again: a ramp leads from the
// last point to the first of the next cycle. False before the first point.
static bool value_at(const struct dat_input_table *table, const struct dat_input_track *track,
                     double time, double *value) {
    const struct dat_input_point *points = track->points.items;
    const bool repeated = isfinite(table->period);
    const double cycle = repeated ? floor(time / table->period) : 0.0;
    const double t = repeated ? time - cycle * table->period : time;
    const int until = points_until(track, t);
    const bool last = until == track->points.count;
    struct dat_input_point before, after;
    if (until == 0 && !(cycle > 0.0))
        return false;
    before = points[until > 0 ? until - 1 : track->points.count - 1];
    after = points[last ? 0 : until];
    *value = before.value;
    if (!table->ramps || (last && !repeated))
        return true;
    before.time -= until == 0 ? table->period : 0.0;
    after.time += last ? table->period : 0.0;
    const double way = after.time - before.time; // 0 where rounding puts t on the period's end
    *value += way > 0.0 ? (t - before.time) / way * (after.value - before.value) : 0.0;
    return true;
}

void dat_input_table_apply(const struct dat_input_table *table, struct sim_instance *instance) {
    struct sim_world *world = instance->world;
    const double middle = sim_world_time(world) + 0.5 * sim_world_step_size(world);
    double value = 0.0;
    for (int i = 0; i < table->tracks.count; i++) {
        const struct dat_input_track *track = &table->tracks.items[i];
        if (value_at(table, track, middle, &value))
            sim_instance_set_input(instance, track->input, value);
    }
    for (int i = 0; i < table->cuts.count; i++) {
        const struct sim_joint_id joint = instance->joints[table->cuts.items[i].joint];
        if (table->cuts.items[i].time <= middle && !sim_joint_broken(world, joint))
            sim_joint_break(world, joint);
    }
}
