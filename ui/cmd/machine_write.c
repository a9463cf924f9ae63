#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/plot.h"
#include "data/text/atomic_file.h"
#include "data/text/json.h"
#include "data/text/table.h"
#include "ui/cmd/machine.h"

static const char *const basis_words[] = {"verified", "computed", "assumed"};
static const char *const verdict_words[] = {[DAT_VERDICT_NONE] = "",
                                            [DAT_VERDICT_WITHIN] = "",
                                            [DAT_VERDICT_BELOW] = "below",
                                            [DAT_VERDICT_ABOVE] = "above"};

// A figure of a machine with what is real, where something is known.
struct row {
    const struct veh_figure_info *info;
    double value;
    const struct dat_real_figure *real; // NULL: nothing is known
    enum dat_verdict verdict;
};

static struct row row_of(const struct ui_machine_sheet *machine, int figure) {
    struct row row = {.info = veh_figure_info((enum veh_figure)figure),
                      .value = machine->sheet.figure[figure]};
    if (machine->class != NULL && machine->class->figure[figure].known)
        row.real = &machine->class->figure[figure];
    if (row.real != NULL)
        row.verdict = dat_judge(row.real, row.value);
    return row;
}

// "0.35 to 1.45", "at least 2", "at most 10".
static const char *real_range(const struct row *row, char *text, size_t size) {
    text[0] = '\0';
    if (row->real == NULL)
        return text;
    if (isinf(row->real->from))
        (void)snprintf(text, size, "at most %g", row->real->to);
    else if (isinf(row->real->to))
        (void)snprintf(text, size, "at least %g", row->real->from);
    else
        (void)snprintf(text, size, "%g to %g", row->real->from, row->real->to);
    return text;
}

// ---- terminal ----

static void print_rows(const struct ui_machine_sheet *machine, struct dat_table *table) {
    for (int i = 0; i < VEH_FIGURE_COUNT; i++) {
        const struct row row = row_of(machine, i);
        char range[64];
        if (isnan(row.value))
            continue;
        dat_table_add(table, "%s", row.info->meaning);
        dat_table_add(table, "%.*f", row.info->decimals, row.value);
        dat_table_add(table, "%s", row.info->unit);
        dat_table_add(table, "%s", real_range(&row, range, sizeof range));
        dat_table_add(table, "%s", verdict_words[row.verdict]);
        if (row.real != NULL)
            dat_table_add(table, "%s: %s", basis_words[row.real->basis], row.real->source);
        else
            dat_table_add(table, "%s", "");
    }
}

void ui_machine_print(const struct ui_machine_sheet *machine, FILE *file) {
    struct dat_table table;
    fprintf(file, "%s, compared with class %s\n\n", machine->name,
            machine->class != NULL ? machine->class->name : "none");
    dat_table_init(&table, "figure|>measured|unit|real||source");
    print_rows(machine, &table);
    dat_table_print(&table, file);
    dat_table_finish(&table);
    fputc('\n', file);
}

// ---- JSON ----

static json_t *figure_json(const struct row *row) {
    static const char *const words[] = {[DAT_VERDICT_NONE] = NULL,
                                        [DAT_VERDICT_WITHIN] = "within",
                                        [DAT_VERDICT_BELOW] = "below",
                                        [DAT_VERDICT_ABOVE] = "above"};
    json_t *json = json_object();
    dat_json_set_text(json, "name", row->info->name);
    dat_json_set_text(json, "unit", row->info->unit);
    dat_json_set_text(json, "meaning", row->info->meaning);
    dat_json_set_number(json, "measured", row->value);
    if (row->real != NULL) {
        dat_json_set_number(json, "real_from", row->real->from);
        dat_json_set_number(json, "real_to", row->real->to);
        dat_json_set_text(json, "basis", basis_words[row->real->basis]);
        dat_json_set_text(json, "source", row->real->source);
    }
    dat_json_set_text(json, "verdict", words[row->verdict]);
    return json;
}

static json_t *curve_json(const struct veh_curve *curve) {
    json_t *points = json_array();
    for (int i = 0; i < curve->count; i++)
        json_array_append_new(points, json_pack("[o, o]", dat_json_number(curve->x[i]),
                                                dat_json_number(curve->y[i])));
    return points;
}

json_t *ui_machine_json(const struct ui_machine_sheet *machine) {
    json_t *json = json_object(), *figures = json_array(), *curves = json_object();
    dat_json_set_text(json, "file", machine->file);
    dat_json_set_text(json, "machine", machine->name);
    dat_json_set_text(json, "class", machine->class != NULL ? machine->class->name : NULL);
    for (int i = 0; i < VEH_FIGURE_COUNT; i++) {
        const struct row row = row_of(machine, i);
        if (!isnan(row.value))
            json_array_append_new(figures, figure_json(&row));
    }
    for (int i = 0; i < VEH_CURVE_COUNT; i++)
        if (machine->sheet.curve[i].count > 0)
            dat_json_set(curves, veh_curve_info((enum veh_curve_kind)i)->name,
                         curve_json(&machine->sheet.curve[i]));
    dat_json_set(json, "figures", figures);
    dat_json_set(json, "curves", curves);
    return json;
}

// ---- page ----

static const char page_head[] =
    "# What the machines do\n\n"
    "Measured on the virtual test stand by `kranich machine`, and beside it what real machines of\n"
    "the class do. *verified*: seen in the source; *computed*: from verified numbers; *assumed*:\n"
    "common engineering knowledge. **Bold** figures are outside of the real range. The page and\n"
    "its curves are made, not typed: `build/tests/ui_cmd_machine_page_test --write` renews "
    "them.\n";
static const char pictures_head[] =
    "\n## Pictures\n\n"
    "`tests/documentation.py . build/kranich --pictures` renews them with these commands:\n\n"
    "```sh\n";

static void put_row(const struct row *row, FILE *file) {
    const bool outside = row->verdict == DAT_VERDICT_BELOW || row->verdict == DAT_VERDICT_ABOVE;
    const char *bold = outside ? "**" : "";
    char range[64];
    fprintf(file, "| %s | %s%.*f%s %s | %s | ", row->info->meaning, bold, row->info->decimals,
            row->value, bold, row->info->unit, real_range(row, range, sizeof range));
    if (row->real != NULL)
        fprintf(file, "%s: %s", basis_words[row->real->basis], row->real->source);
    fputs(" |\n", file);
}

static int known_of(const struct ui_machine_sheet *machine, int *within) {
    int known = 0;
    *within = 0;
    for (int i = 0; i < VEH_FIGURE_COUNT; i++) {
        const enum dat_verdict verdict = row_of(machine, i).verdict;
        known += verdict != DAT_VERDICT_NONE;
        *within += verdict == DAT_VERDICT_WITHIN;
    }
    return known;
}

// Only machines of the library have pictures: those that are called by their name.
static bool has_picture(const struct ui_machine_sheet *machine) {
    return strpbrk(machine->file, "/.") == NULL;
}

static void put_machine(const struct ui_machine_sheet *machine, FILE *file) {
    int within;
    const int known = known_of(machine, &within);
    fprintf(file, "\n## %s\n\n", machine->name);
    if (has_picture(machine))
        fprintf(file, "![%s](pictures/machines/%s/%s-3.00s.png)\n\n", machine->name, machine->file,
                machine->file);
    fprintf(file,
            "`%s`, compared with class `%s`: %d of %d figures are within the real range.\n\n"
            "| figure | measured | real | source |\n|---|---|---|---|\n",
            machine->file, machine->class != NULL ? machine->class->name : "none", within, known);
    for (int i = 0; i < VEH_FIGURE_COUNT; i++) {
        const struct row row = row_of(machine, i);
        if (!isnan(row.value))
            put_row(&row, file);
    }
}

// The commands that make the pictures, if there are any.
static void put_pictures(const struct ui_machine_sheet *machines, int count, FILE *file) {
    int pictures = 0;
    for (int i = 0; i < count; i++) {
        if (!has_picture(&machines[i]))
            continue;
        fprintf(file,
                "%skranich simulate data/library/machines/%s.yaml --ground --duration 3 --shots %s "
                "--shot-width 960 --plain --azimuth -55 --elevation 11 --zoom 1.2\n",
                pictures++ == 0 ? pictures_head : "", machines[i].file, machines[i].file);
    }
    fputs(pictures > 0 ? "```\n" : "", file);
}

bool ui_machine_write_page(const struct ui_machine_sheet *machines, int count, const char *path,
                           struct dat_problem *problem) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    if (file == NULL) {
        dat_problem_set(problem, "not enough memory for the page");
        return false;
    }
    fputs(page_head, file);
    for (int i = 0; i < count; i++)
        put_machine(&machines[i], file);
    fputs("\n## Curves\n\n![Curves of all machines](pictures/machines.svg)\n", file);
    put_pictures(machines, count, file);
    const bool whole = fclose(file) == 0;
    const bool written = whole && dat_write_file(path, bytes, size, problem);
    if (!whole)
        dat_problem_set(problem, "not enough memory for the page");
    free(bytes);
    return written;
}

// ---- pictures ----

static const double air = 0.05; // of the range, above and below the curves

// A plot of one curve of all machines; without any curve_count is 0.
static struct bench_plot plot_of(const struct ui_machine_sheet *machines, int count,
                                 enum veh_curve_kind kind) {
    const struct veh_curve_info *info = veh_curve_info(kind);
    struct bench_plot plot = {
        .title = info->title, .x_label = info->x_label, .y_label = info->y_label, .linear = true};
    for (int m = 0; m < count && plot.curve_count < BENCH_PLOT_CURVES; m++) {
        const struct veh_curve *curve = &machines[m].sheet.curve[kind];
        if (curve->count == 0)
            continue;
        plot.curves[plot.curve_count++] = (struct bench_plot_curve){.name = machines[m].file,
                                                                    .x = curve->x,
                                                                    .y = curve->y,
                                                                    .count = curve->count,
                                                                    .bare = curve->count > 60};
        for (int i = 0; i < curve->count; i++) {
            plot.x_high = fmax(plot.x_high, curve->x[i]);
            plot.y_low = fmin(plot.y_low, curve->y[i]);
            plot.y_high = fmax(plot.y_high, curve->y[i]);
        }
    }
    const double margin = air * (plot.y_high - plot.y_low);
    plot.y_low -= plot.y_low < 0.0 ? margin : 0.0;
    plot.y_high += margin;
    return plot;
}

bool ui_machine_draw(const struct ui_machine_sheet *machines, int count, const char *path,
                     struct dat_problem *problem) {
    struct bench_plot plots[VEH_CURVE_COUNT];
    int plot_count = 0;
    for (int i = 0; i < VEH_CURVE_COUNT; i++) {
        plots[plot_count] = plot_of(machines, count, (enum veh_curve_kind)i);
        plot_count += plots[plot_count].curve_count > 0;
    }
    return bench_plot_write(plots, plot_count, path, problem);
}
