#include "data/report/page.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/metrics/mark.h"
#include "data/metrics/metric.h"
#include "data/report/curve.h"
#include "data/report/event_table.h"
#include "data/report/html.h"
#include "data/report/levers.h"
#include "data/report/metric_notes.h"
#include "data/report/page_style.h"
#include "data/report/time_table.h"

// ---- head ----

static void head(const struct dat_report_out *o, const struct dat_recorded *r) {
    char duration[32], start[32];
    const struct dat_session_info *info = &r->info;
    dat_report_clock((double)info->steps * info->step, duration, sizeof duration);
    char title[256];
    (void)snprintf(title, sizeof title, "%s, %s", dat_html_name(o, info->exercise), info->trainee);
    dat_report_begin(o, title, info->trainee);
    fputs("<p>", o->file);
    dat_html_words(o->file, dat_html_name(o, info->exercise));
    fputs(" ", o->file);
    dat_html_say(o, DAT_WORD_WITH);
    fputs(" ", o->file);
    dat_html_words(o->file, dat_html_name(o, info->machine));
    (void)snprintf(start, sizeof start, "%.10s %.5s", info->start_utc,
                   strlen(info->start_utc) > 11 ? info->start_utc + 11 : "");
    fputs("<br>", o->file);
    dat_html_words(o->file, start);
    fprintf(o->file, " UTC, %s ", duration);
    dat_html_say(o, DAT_WORD_MINUTES);
    fputs(", ", o->file);
    dat_html_say(o, DAT_WORD_SESSION);
    fprintf(o->file, " %lld, ", (long long)info->id);
    dat_html_say(o, dat_report_outcome(info->outcome));
    fputs("</p>\n", o->file);
    for (int i = 0; i < r->damage.count; i++) {
        fputs("<p class=\"w\">", o->file);
        dat_html_words(o->file, r->damage.items[i]);
        fputs("</p>\n", o->file);
    }
}

// ---- result ----

static const char *title_of(const struct dat_report_out *o, enum dat_metric metric) {
    return o->texts->title[metric] != NULL ? o->texts->title[metric] : dat_metric_name(metric);
}

// What the exercise's goals ask of it; 0: nothing.
static double asked_of(const json_t *result, enum dat_metric metric) {
    return json_number_value(
        json_object_get(json_object_get(result, "asked"), dat_metric_name(metric)));
}

// Whether the result of the session has a row for it.
static bool is_shown(const json_t *result, enum dat_metric metric) {
    const json_t *value = json_object_get(result, dat_metric_name(metric));
    return json_is_number(value) && dat_metric_info(metric)->row.title != NULL &&
           (!dat_metric_info(metric)->row.unless_zero || json_number_value(value) > 0.0 ||
            asked_of(result, metric) > 0.0);
}

// As on the result's page, in the unit that it has there. asked: "12 / 60" below it.
static void value_cell(const struct dat_report_out *o, enum dat_metric metric, double value,
                       double asked) {
    const struct dat_metric_info *info = dat_metric_info(metric);
    const bool row = info->row.title != NULL && info->row.unit != NULL, lacks = value < asked;
    const char *gap = row && strcmp(info->row.unit, "\xC2\xB0") == 0 ? "" : " ";
    const double per_si = info->row.per_si;
    const int decimals = info->row.decimals;
    if (row && lacks)
        dat_html_cell(o, "n", "%.*f / %.*f%s%s", decimals, value * per_si, decimals, asked * per_si,
                      gap, info->row.unit);
    else if (row)
        dat_html_cell(o, "n", "%.*f%s%s", decimals, value * per_si, gap, info->row.unit);
    else if (lacks)
        dat_html_cell(o, "n", "%.4g / %.4g %s", value, asked, dat_metric_unit(metric));
    else
        dat_html_cell(o, "n", "%.4g %s", value, dat_metric_unit(metric));
}

static void result_row(const struct dat_report_out *o, enum dat_metric metric,
                       const json_t *result) {
    fputs("<tr>", o->file);
    dat_report_metric_link(o, metric);
    value_cell(o, metric, json_number_value(json_object_get(result, dat_metric_name(metric))),
               asked_of(result, metric));
    dat_html_cell(o, "g", "%s", o->texts->help[metric] != NULL ? o->texts->help[metric] : "");
    fputs("</tr>\n", o->file);
}

static bool find_metric(const char *name, enum dat_metric *metric) {
    for (int i = 0; i < DAT_METRIC_COUNT; i++)
        if (strcmp(dat_metric_name((enum dat_metric)i), name) == 0) {
            *metric = (enum dat_metric)i;
            return true;
        }
    return false;
}

static const struct dat_html_column figure_columns[] = {
    {DAT_WORD_FIGURE, false}, {DAT_WORD_VALUE, true}, {DAT_WORD_WHAT_IT_IS, false}};

// Is there a mark for the metric? A goal without one is to be done before any counts.
static bool is_marked(const json_t *losses, const char *name) {
    const json_t *loss;
    size_t i;
    json_array_foreach(losses, i, loss) {
        const char *metric = json_string_value(json_object_get(loss, "metric"));
        if (metric != NULL && strcmp(metric, name) == 0)
            return true;
    }
    return false;
}

// As dat_score_worked() has it, of a result.
static bool is_worked(const json_t *result, const json_t *losses) {
    json_t *asked = json_object_get(result, "asked"), *least;
    const char *name;
    json_object_foreach(asked, name, least) if (!is_marked(losses, name) &&
                                                json_number_value(json_object_get(result, name)) <
                                                    json_number_value(least)) return false;
    return true;
}

static void not_done(const struct dat_report_out *o) {
    fputs("<p>", o->file);
    dat_html_say(o, DAT_WORD_NOT_DONE);
    fputs("</p>\n", o->file);
}

// The rated goals of the exercise, the largest loss first, with what to do about that.
static void marks(const struct dat_report_out *o, const json_t *result) {
    const json_t *losses = json_object_get(result, "losses"), *loss;
    const char *mark = json_string_value(json_object_get(result, "mark"));
    size_t i;
    if (mark == NULL || json_array_size(losses) == 0)
        return;
    if (strcmp(mark, dat_mark_name(DAT_NO_MARK)) == 0 && !is_worked(result, losses)) {
        not_done(o);
        return;
    }
    fputs("<h2>", o->file);
    dat_html_say(o, DAT_WORD_MARK);
    fputs(": ", o->file);
    dat_html_words(o->file, dat_report_mark_of(o, mark));
    fprintf(o->file, ", %.0f ", json_number_value(json_object_get(result, "points")));
    dat_html_say(o, DAT_WORD_OF_100_POINTS);
    fputs("</h2>\n<table>\n", o->file);
    static const struct dat_html_column columns[] = {{DAT_WORD_GOAL, false},
                                                     {DAT_WORD_VALUE, true},
                                                     {DAT_WORD_MARK, false},
                                                     {DAT_WORD_POINTS_LOST, true},
                                                     {DAT_WORD_ADVICE, false}};
    dat_html_head(o, columns, 5);
    json_array_foreach(losses, i, loss) {
        enum dat_metric metric;
        const char *name = json_string_value(json_object_get(loss, "metric"));
        const char *reached = json_string_value(json_object_get(loss, "mark"));
        const double lost = json_number_value(json_object_get(loss, "lost"));
        if (name == NULL || reached == NULL || !find_metric(name, &metric))
            continue;
        const char *advice = o->texts->advice[metric];
        fputs("<tr>", o->file);
        dat_html_cell(o, "", "%s", title_of(o, metric));
        value_cell(o, metric, json_number_value(json_object_get(loss, "value")), 0.0);
        dat_html_cell(o, "", "%s", dat_report_mark_of(o, reached));
        dat_html_cell(o, "n", "%.0f", lost);
        dat_html_cell(o, "g", "%s", lost > 0.5 && advice != NULL ? advice : "");
        fputs("</tr>\n", o->file);
    }
    fputs("</table>\n", o->file);
}

// A row per load and assortment.
static void loads(const struct dat_report_out *o, const json_t *result) {
    const json_t *tickets = json_object_get(result, "loads"), *ticket, *line;
    size_t i, k;
    if (json_array_size(tickets) == 0)
        return;
    static const struct dat_html_column columns[] = {
        {DAT_WORD_LOAD, true},        {DAT_WORD_FULL_AT, true}, {DAT_WORD_UNLOADED_AT, true},
        {DAT_WORD_ASSORTMENT, false}, {DAT_WORD_LOGS, true},    {DAT_WORD_M3_OVER_BARK, true}};
    dat_html_begin_table(o, DAT_WORD_LOAD_TICKETS, columns, 6);
    json_array_foreach(tickets, i, ticket) {
        char full[32], emptied[32] = "-";
        dat_report_clock(json_number_value(json_object_get(ticket, "largest_s")), full,
                         sizeof full);
        if (json_object_get(ticket, "emptied_s") != NULL)
            dat_report_clock(json_number_value(json_object_get(ticket, "emptied_s")), emptied,
                             sizeof emptied);
        json_array_foreach(json_object_get(ticket, "assortments"), k, line) {
            const char *species = json_string_value(json_object_get(line, "species"));
            fputs("<tr>", o->file);
            dat_html_cell(o, "n", "%d", (int)i + 1);
            dat_html_cell(o, "n", "%s", full);
            dat_html_cell(o, "n", "%s", emptied);
            dat_html_cell(o, "", "%s %.2f m",
                          species != NULL ? dat_report_species(o->texts, species) : "",
                          json_number_value(json_object_get(line, "length_m")));
            dat_html_cell(o, "n", "%d", (int)json_integer_value(json_object_get(line, "logs")));
            dat_html_cell(o, "n", "%.3f", json_number_value(json_object_get(line, "volume_m3")));
            fputs("</tr>\n", o->file);
        }
    }
    fputs("</table>\n", o->file);
}

// "3 of 5" where the key of all is given.
static const struct plan_row {
    enum dat_report_word title;
    const char *key, *all;
} plan_rows[] = {{DAT_WORD_PLANNED_WAY, "planned_m", NULL},
                 {DAT_WORD_DRIVEN_WAY, "driven_m", NULL},
                 {DAT_WORD_OFF_MEAN, "off_mean_m", NULL},
                 {DAT_WORD_OFF_MOST, "off_most_m", NULL},
                 {DAT_WORD_POINTS_PASSED, "points_passed", "points"},
                 {DAT_WORD_PILES_TAKEN, "piles_taken", "piles"},
                 {DAT_WORD_PILES_IN_ORDER, "piles_in_order", "piles"}};

// The trainee's plan beside what became of it.
static void plan(const struct dat_report_out *o, const json_t *figures) {
    static const struct dat_html_column columns[] = {{DAT_WORD_FIGURE, false},
                                                     {DAT_WORD_VALUE, true}};
    if (!json_is_object(figures))
        return;
    dat_html_begin_table(o, DAT_WORD_PLAN, columns, 2);
    for (size_t i = 0; i < sizeof plan_rows / sizeof plan_rows[0]; i++) {
        const struct plan_row *row = &plan_rows[i];
        const double value = json_number_value(json_object_get(figures, row->key));
        fputs("<tr>", o->file);
        dat_html_cell(o, "", "%s", o->texts->word[row->title]);
        if (row->all != NULL)
            dat_html_cell(o, "n", "%.0f / %.0f", value,
                          json_number_value(json_object_get(figures, row->all)));
        else
            dat_html_cell(o, "n", "%.1f m", value);
        fputs("</tr>\n", o->file);
    }
    fputs("</table>\n", o->file);
}

static void result(const struct dat_report_out *o, const struct dat_recorded *r) {
    json_t *object = r->info.result != NULL ? json_loads(r->info.result, 0, NULL) : NULL;
    if (object == NULL) {
        fputs("<p class=\"w\">", o->file);
        dat_html_say(o, DAT_WORD_NO_RESULT);
        fputs("</p>\n", o->file);
        return;
    }
    marks(o, object);
    dat_html_begin_table(o, DAT_WORD_RESULT, figure_columns, 3);
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        if (is_shown(object, metric))
            result_row(o, metric, object);
    }
    fputs("</table>\n", o->file);
    loads(o, object);
    plan(o, json_object_get(object, "plan"));
    dat_report_time_study(o, object);
    json_decref(object);
}

// ---- levers ----

static void begin_lever_row(const struct dat_report_out *o, enum dat_report_word name) {
    fputs("<tr>", o->file);
    dat_html_cell(o, "", "%s", o->texts->word[name]);
}

static void end_lever_row(const struct dat_report_out *o, enum dat_report_word meaning) {
    dat_html_cell(o, "g", "%s", o->texts->word[meaning]);
    fputs("</tr>\n", o->file);
}

static void lever_table(const struct dat_report_out *o, const struct dat_lever_figures *f) {
    char text[48];
    dat_html_begin_table(o, DAT_WORD_CRANE, figure_columns, 3);
    begin_lever_row(o, DAT_WORD_AT_ONCE);
    dat_html_cell(o, "n", "%.2f", f->simultaneous);
    end_lever_row(o, DAT_WORD_AT_ONCE_HELP);
    begin_lever_row(o, DAT_WORD_STANDING);
    dat_html_cell(o, "n", "%.0f %%", 100.0 * f->standing);
    end_lever_row(o, DAT_WORD_STANDING_HELP);
    begin_lever_row(o, DAT_WORD_REVERSALS);
    dat_html_cell(o, "n", "%.1f /min", f->reversals);
    end_lever_row(o, DAT_WORD_REVERSALS_HELP);
    dat_report_clock(f->crane_time, text, sizeof text);
    begin_lever_row(o, DAT_WORD_CRANE_MOVED);
    dat_html_cell(o, "n", "%s", text);
    end_lever_row(o, DAT_WORD_CRANE_MOVED_HELP);
    fputs("</table>\n", o->file);
}

// ---- what was moved when ----

enum { WIDTH = 900, LABEL = 150, LINE = 16, TOP = 18, SLICES = 600 };
enum { MARKS = 12 }; // of the time, at most

struct slices {
    float share[VEH_CONTROL_COUNT][SLICES]; // mean size of the lever's value
    double seconds;
};

static void cut_slices(const struct dat_recorded *r, struct slices *s) {
    struct dat_lever_reader reader;
    struct veh_controls levers;
    const int64_t steps = dat_recorded_steps(r);
    memset(s, 0, sizeof *s);
    s->seconds = (double)steps * r->info.step;
    dat_lever_reader_init(&reader, r);
    for (int64_t run; (run = dat_lever_reader_run(&reader, &levers)) > 0;)
        for (int c = 0; c < VEH_CONTROL_COUNT; c++) {
            if (!dat_lever_moves((enum veh_control)c, levers.value[c]))
                continue;
            for (int64_t step = reader.step - run; step < reader.step; step++)
                s->share[c][step * SLICES / steps] +=
                    (float)(fabs(levers.value[c]) * SLICES / (double)steps);
        }
}

static bool is_used(const struct slices *s, int control) {
    for (int i = 0; i < SLICES; i++)
        if (s->share[control][i] > 0.0f)
            return true;
    return false;
}

static double place(double share) {
    return LABEL + share * (WIDTH - LABEL);
}

// One row: the area under the size of the lever's value.
static void draw_control(const struct dat_report_out *o, const struct slices *s, int control,
                         double y) {
    fprintf(o->file, "<text x=\"0\" y=\"%.0f\">", y + LINE - 4.0);
    dat_html_words(o->file, o->texts->control[control]);
    fprintf(o->file, "</text><path fill=\"#4a7a2c\" d=\"M%d %.1f", LABEL, y + LINE - 2.0);
    for (int i = 0; i < SLICES; i++) {
        const double height = fmin((double)s->share[control][i], 1.0) * (LINE - 3.0);
        fprintf(o->file, "V%.1fH%.1f", y + LINE - 2.0 - height, place((i + 1.0) / SLICES));
    }
    fprintf(o->file, "V%.1fZ\"/>\n", y + LINE - 2.0);
}

static void draw_scale(const struct dat_report_out *o, double seconds, double bottom) {
    static const double steps[] = {5.0, 10.0, 30.0, 60.0, 300.0, 600.0, 1800.0, 3600.0};
    size_t k = 0;
    while (k + 1 < sizeof steps / sizeof steps[0] && seconds / steps[k] > MARKS)
        k++;
    const double step = fmax(steps[k], seconds / MARKS);
    for (int i = 0; i <= MARKS && i * step <= seconds; i++) {
        char text[32];
        const double t = i * step;
        dat_report_clock(t, text, sizeof text);
        const double x = place(t / seconds);
        fprintf(o->file,
                "<path stroke=\"#ddd\" d=\"M%.1f %dV%.0f\"/><text x=\"%.1f\" y=\"12\">%s</text>\n",
                x, TOP, bottom, x + 2.0, text);
    }
}

static void draw_events(const struct dat_report_out *o, const struct dat_recorded *r,
                        double seconds, double bottom) {
    for (int i = 0; i < r->events.count; i++) {
        const double x = place(r->events.items[i].time / seconds);
        fprintf(o->file,
                "<path stroke=\"#c05000\" stroke-width=\"1.2\" d=\"M%.1f %dV%.0f\"><title>", x, TOP,
                bottom);
        dat_html_words(o->file, dat_report_event_title(o, r->events.items[i].kind));
        fputs("</title></path>\n", o->file);
    }
}

static void draw_levers(const struct dat_report_out *o, const struct dat_recorded *r,
                        const struct slices *s) {
    int used = 0;
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        used += is_used(s, c);
    const double bottom = TOP + used * LINE;
    fputs("<h2>", o->file);
    dat_html_say(o, DAT_WORD_MOVED_WHEN);
    fprintf(o->file, "</h2>\n<svg viewBox=\"0 0 %d %.0f\">\n", WIDTH, bottom + 4.0);
    draw_scale(o, s->seconds, bottom);
    double y = TOP;
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        if (is_used(s, c)) {
            draw_control(o, s, c, y);
            y += LINE;
        }
    draw_events(o, r, s->seconds, bottom);
    fputs("</svg>\n<p class=\"g\">", o->file);
    dat_html_say(o, DAT_WORD_MOVED_WHEN_HELP);
    fputs("</p>\n", o->file);
}

static bool levers_of(const struct dat_report_out *o, const struct dat_recorded *r) {
    struct dat_lever_figures figures;
    struct slices *slices = malloc(sizeof *slices);
    if (slices == NULL)
        return false;
    dat_lever_figures(r, &figures);
    if (figures.crane_time > 0.0)
        lever_table(o, &figures);
    if (figures.time > 0.0) {
        cut_slices(r, slices);
        draw_levers(o, r, slices);
    }
    free(slices);
    return true;
}

// ---- logs ----

static void log_row(const struct dat_report_out *o, const struct dat_log *log) {
    fputs("<tr>", o->file);
    dat_html_cell(o, "", "%s", log->tree);
    dat_html_cell(o, "", "%s", dat_report_species(o->texts, log->species));
    dat_html_cell(o, "", "%s", dat_html_name(o, log->assortment));
    dat_html_cell(o, "n", "%.2f", log->length);
    if (log->target_length > 0.0)
        dat_html_cell(o, "n", "%+.1f", 100.0 * (log->length - log->target_length));
    else
        dat_html_cell(o, "n", "-");
    dat_html_cell(o, "n", "%.0f", 1000.0 * log->mid_diameter);
    dat_html_cell(o, "n", "%.3f", log->volume);
    fputs("</tr>\n", o->file);
}

static void log_table(const struct dat_report_out *o, const struct dat_log_list *logs) {
    double volume = 0.0;
    if (logs->count == 0)
        return;
    static const struct dat_html_column columns[] = {
        {DAT_WORD_TREE, false},       {DAT_WORD_SPECIES, false}, {DAT_WORD_ASSORTMENT, false},
        {DAT_WORD_LENGTH, true},      {DAT_WORD_OFF_BY, true},   {DAT_WORD_MIDDLE, true},
        {DAT_WORD_M3_OVER_BARK, true}};
    dat_html_begin_table(o, DAT_WORD_LOG_TABLE, columns, 7);
    for (int i = 0; i < logs->count; i++) {
        log_row(o, &logs->items[i]);
        volume += logs->items[i].volume;
    }
    fprintf(o->file, "</table>\n<p>%d ", logs->count);
    dat_html_say(o, DAT_WORD_LOGS);
    dat_html_print(o, ", %.2f ", volume);
    dat_html_say(o, DAT_WORD_M3_OVER_BARK);
    fputs("</p>\n", o->file);
}

// At the end: the figures that the result has, explained.
static void explain(const struct dat_report_out *o, const struct dat_recorded *r) {
    json_t *object = r->info.result != NULL ? json_loads(r->info.result, 0, NULL) : NULL;
    bool shows[DAT_METRIC_COUNT];
    for (int i = 0; i < DAT_METRIC_COUNT; i++)
        shows[i] = is_shown(object, (enum dat_metric)i);
    if (object != NULL)
        dat_report_metric_notes(o, shows);
    json_decref(object);
}

char *dat_report_page(const struct dat_recorded *recorded, const struct dat_log_list *logs,
                      const struct dat_session_list *sessions, bool levers,
                      const struct dat_report_texts *texts, const struct veh_names *names) {
    char *text = NULL;
    size_t size = 0;
    const struct dat_report_out out = {
        .file = open_memstream(&text, &size), .texts = texts, .names = names};
    if (out.file == NULL)
        return NULL;
    head(&out, recorded);
    result(&out, recorded);
    if (sessions != NULL)
        dat_report_curve(&out, sessions, &recorded->info);
    bool ok = !levers || levers_of(&out, recorded);
    log_table(&out, logs);
    dat_report_events(&out, recorded);
    explain(&out, recorded);
    fputs("</body>\n</html>\n", out.file);
    ok = ferror(out.file) == 0 && ok;
    if (fclose(out.file) == 0 && ok)
        return text;
    free(text);
    return NULL;
}
