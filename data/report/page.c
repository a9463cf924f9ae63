#include "data/report/page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/metrics/metric.h"
#include "data/report/curve.h"
#include "data/report/html.h"
#include "data/report/levers.h"
#include "data/report/time_table.h"

// ---- words ----

static void clock_text(double seconds, char *text, size_t size) {
    snprintf(text, size, "%d:%02d", (int)seconds / 60, (int)seconds % 60);
}

// ---- head ----

static const char style[] =
    "body{font:15px/1.45 sans-serif;color:#222;max-width:60em;margin:2em auto;padding:0 1em}"
    "h1{margin:0}h2{margin:1.6em 0 .4em;font-size:1.15em;break-after:avoid}"
    "table{border-collapse:collapse;width:100%}td,th{padding:.2em .6em .2em 0;text-align:left;"
    "border-bottom:1px solid #ddd;vertical-align:top}td.n,th.n{text-align:right}"
    "td.n,td:first-child{white-space:nowrap}.w{color:#b04a00}.g{color:#666}tr{break-inside:avoid}"
    "svg{width:100%;height:auto}"
    "svg text{font:11px sans-serif;fill:#444}@media print{body{margin:0;max-width:none}}";

static void head(FILE *file, const struct dat_recorded *r) {
    char duration[32], start[32];
    const struct dat_session_info *info = &r->info;
    clock_text((double)info->steps * info->step, duration, sizeof duration);
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\n<title>", file);
    dat_html_words(file, info->exercise);
    fputs(", ", file);
    dat_html_words(file, info->trainee);
    fprintf(file, "</title>\n<style>%s</style></head>\n<body>\n<h1>", style);
    dat_html_words(file, info->trainee);
    fputs("</h1>\n<p>", file);
    dat_html_words(file, info->exercise);
    fputs(" with ", file);
    dat_html_words(file, info->machine);
    (void)snprintf(start, sizeof start, "%.10s %.5s", info->start_utc,
                   strlen(info->start_utc) > 11 ? info->start_utc + 11 : "");
    fputs("<br>", file);
    dat_html_words(file, start);
    fprintf(file, " UTC, %s min, session %lld, %s</p>\n", duration, (long long)info->id,
            dat_outcome_name(info->outcome));
    for (int i = 0; i < r->damage.count; i++) {
        fputs("<p class=\"w\">", file);
        dat_html_words(file, r->damage.items[i]);
        fputs("</p>\n", file);
    }
}

// ---- result ----

static void result_row(FILE *file, enum dat_metric metric, double value) {
    const struct dat_metric_info *info = dat_metric_info(metric);
    const bool shown = info->row.title != NULL;
    if (info->row.unless_zero && value <= 0.0)
        return;
    fputs("<tr>", file);
    dat_html_cell(file, "", "%s", shown ? info->row.title : dat_metric_name(metric));
    if (shown && info->row.unit != NULL)
        dat_html_cell(file, "n", "%.*f %s", info->row.decimals, value * info->row.per_si,
                      info->row.unit);
    else
        dat_html_cell(file, "n", "%.4g %s", value, dat_metric_unit(metric));
    dat_html_cell(file, "g", "%s", dat_metric_help(metric));
    fputs("</tr>\n", file);
}

static bool find_metric(const char *name, enum dat_metric *metric) {
    for (int i = 0; i < DAT_METRIC_COUNT; i++)
        if (strcmp(dat_metric_name((enum dat_metric)i), name) == 0) {
            *metric = (enum dat_metric)i;
            return true;
        }
    return false;
}

// The rated goals of the exercise, the largest loss first, with what to do about that.
static void marks(FILE *file, const json_t *result) {
    const json_t *losses = json_object_get(result, "losses"), *loss;
    const char *mark = json_string_value(json_object_get(result, "mark"));
    size_t i;
    if (mark == NULL || json_array_size(losses) == 0)
        return;
    fprintf(file, "<h2>Mark: %s, %.0f of 100 points</h2>\n<table>\n", mark,
            json_number_value(json_object_get(result, "points")));
    fputs("<tr><th>goal</th><th class=\"n\">value</th><th>mark</th><th class=\"n\">points lost"
          "</th><th>advice</th></tr>\n",
          file);
    json_array_foreach(losses, i, loss) {
        enum dat_metric metric;
        const char *name = json_string_value(json_object_get(loss, "metric"));
        const char *reached = json_string_value(json_object_get(loss, "mark"));
        const double lost = json_number_value(json_object_get(loss, "lost"));
        if (name == NULL || reached == NULL || !find_metric(name, &metric))
            continue;
        const struct dat_metric_info *info = dat_metric_info(metric);
        fputs("<tr>", file);
        dat_html_cell(file, "", "%s", info->row.title != NULL ? info->row.title : name);
        dat_html_cell(file, "n", "%.4g %s", json_number_value(json_object_get(loss, "value")),
                      dat_metric_unit(metric));
        dat_html_cell(file, "", "%s", reached);
        dat_html_cell(file, "n", "%.0f", lost);
        dat_html_cell(file, "g", "%s", lost > 0.5 && info->advice != NULL ? info->advice : "");
        fputs("</tr>\n", file);
    }
    fputs("</table>\n", file);
}

// A row per load and assortment.
static void loads(FILE *file, const json_t *result) {
    const json_t *tickets = json_object_get(result, "loads"), *ticket, *line;
    size_t i, k;
    if (json_array_size(tickets) == 0)
        return;
    dat_html_begin_table(
        file, "Load tickets",
        "<th class=\"n\">load</th><th class=\"n\">full at</th><th class=\"n\">unloaded "
        "at</th><th>assortment</th><th class=\"n\">logs</th><th class=\"n\">m³ over bark"
        "</th>");
    json_array_foreach(tickets, i, ticket) {
        char full[32], emptied[32] = "-";
        clock_text(json_number_value(json_object_get(ticket, "largest_s")), full, sizeof full);
        if (json_object_get(ticket, "emptied_s") != NULL)
            clock_text(json_number_value(json_object_get(ticket, "emptied_s")), emptied,
                       sizeof emptied);
        json_array_foreach(json_object_get(ticket, "assortments"), k, line) {
            const char *species = json_string_value(json_object_get(line, "species"));
            fputs("<tr>", file);
            dat_html_cell(file, "n", "%d", (int)i + 1);
            dat_html_cell(file, "n", "%s", full);
            dat_html_cell(file, "n", "%s", emptied);
            dat_html_cell(file, "", "%s %.2f m", species != NULL ? species : "",
                          json_number_value(json_object_get(line, "length_m")));
            dat_html_cell(file, "n", "%d", (int)json_integer_value(json_object_get(line, "logs")));
            dat_html_cell(file, "n", "%.3f", json_number_value(json_object_get(line, "volume_m3")));
            fputs("</tr>\n", file);
        }
    }
    fputs("</table>\n", file);
}

static void result(FILE *file, const struct dat_recorded *r) {
    json_t *object = r->info.result != NULL ? json_loads(r->info.result, 0, NULL) : NULL;
    if (object == NULL) {
        fputs("<p class=\"w\">The record of the session has no result.</p>\n", file);
        return;
    }
    marks(file, object);
    dat_html_begin_table(file, "Result",
                         "<th>figure</th><th class=\"n\">value</th><th>what it is</th>");
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const json_t *value = json_object_get(object, dat_metric_name((enum dat_metric)i));
        if (json_is_number(value))
            result_row(file, (enum dat_metric)i, json_number_value(value));
    }
    fputs("</table>\n", file);
    loads(file, object);
    dat_report_time_study(file, object);
    json_decref(object);
}

// ---- levers ----

static void lever_row(FILE *file, const char *name, const char *value, const char *meaning) {
    fputs("<tr>", file);
    dat_html_cell(file, "", "%s", name);
    dat_html_cell(file, "n", "%s", value);
    dat_html_cell(file, "g", "%s", meaning);
    fputs("</tr>\n", file);
}

static void lever_table(FILE *file, const struct dat_lever_figures *f) {
    char text[48];
    dat_html_begin_table(file, "Working with the crane",
                         "<th>figure</th><th class=\"n\">value</th><th>what it is</th>");
    snprintf(text, sizeof text, "%.2f", f->simultaneous);
    lever_row(file, "functions at once", text,
              "mean number of crane functions that are moved while one is; trainees reach about "
              "1.8 after five hours, experts 2 and more");
    snprintf(text, sizeof text, "%.0f %%", 100.0 * f->standing);
    lever_row(file, "standing crane", text,
              "share of the time between the first and the last move of the crane in which it "
              "was not moved; experts keep it moving nearly all the time");
    snprintf(text, sizeof text, "%.1f /min", f->reversals);
    lever_row(file, "reversals", text,
              "how often a lever of the crane went from one direction to the other, per minute of "
              "moving");
    clock_text(f->crane_time, text, sizeof text);
    lever_row(file, "crane moved", text, "minutes and seconds in which the crane was moved");
    fputs("</table>\n", file);
}

// ---- what was moved when ----

enum { WIDTH = 900, LABEL = 150, LINE = 16, TOP = 18, SLICES = 600 };

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
    while (dat_lever_reader_next(&reader, &levers)) {
        const int slice = (int)((reader.step - 1) * SLICES / steps);
        for (int c = 0; c < VEH_CONTROL_COUNT; c++)
            if (dat_lever_moves((enum veh_control)c, levers.value[c]))
                s->share[c][slice] += (float)(fabs(levers.value[c]) * SLICES / (double)steps);
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
static void draw_control(FILE *file, const struct slices *s, int control, double y) {
    fprintf(file, "<text x=\"0\" y=\"%.0f\">", y + LINE - 4.0);
    dat_html_words(file, veh_control_info((enum veh_control)control)->title);
    fprintf(file, "</text><path fill=\"#4a7a2c\" d=\"M%d %.1f", LABEL, y + LINE - 2.0);
    for (int i = 0; i < SLICES; i++) {
        const double height = fmin((double)s->share[control][i], 1.0) * (LINE - 3.0);
        fprintf(file, "V%.1fH%.1f", y + LINE - 2.0 - height, place((i + 1.0) / SLICES));
    }
    fprintf(file, "V%.1fZ\"/>\n", y + LINE - 2.0);
}

static void draw_scale(FILE *file, double seconds, double bottom) {
    static const double steps[] = {5.0, 10.0, 30.0, 60.0, 300.0, 600.0, 1800.0, 3600.0};
    size_t k = 0;
    while (k + 1 < sizeof steps / sizeof steps[0] && seconds / steps[k] > 12.0)
        k++;
    for (double t = 0.0; t <= seconds; t += steps[k]) {
        char text[32];
        clock_text(t, text, sizeof text);
        const double x = place(t / seconds);
        fprintf(file,
                "<path stroke=\"#ddd\" d=\"M%.1f %dV%.0f\"/><text x=\"%.1f\" y=\"12\">%s</text>\n",
                x, TOP, bottom, x + 2.0, text);
    }
}

static void draw_events(FILE *file, const struct dat_recorded *r, double seconds, double bottom) {
    for (int i = 0; i < r->events.count; i++) {
        const double x = place(r->events.items[i].time / seconds);
        fprintf(file, "<path stroke=\"#c05000\" stroke-width=\"1.2\" d=\"M%.1f %dV%.0f\"><title>",
                x, TOP, bottom);
        dat_html_words(file, r->events.items[i].kind);
        fputs("</title></path>\n", file);
    }
}

static void draw_levers(FILE *file, const struct dat_recorded *r, const struct slices *s) {
    int used = 0;
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        used += is_used(s, c);
    const double bottom = TOP + used * LINE;
    fprintf(file, "<h2>What was moved when</h2>\n<svg viewBox=\"0 0 %d %.0f\">\n", WIDTH,
            bottom + 4.0);
    draw_scale(file, s->seconds, bottom);
    double y = TOP;
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        if (is_used(s, c)) {
            draw_control(file, s, c, y);
            y += LINE;
        }
    draw_events(file, r, s->seconds, bottom);
    fputs("</svg>\n<p class=\"g\">Height: how far the lever was moved. Upright lines: the events "
          "below.</p>\n",
          file);
}

static bool levers_of(FILE *file, const struct dat_recorded *r) {
    struct dat_lever_figures figures;
    struct slices *slices = malloc(sizeof *slices);
    if (slices == NULL)
        return false;
    dat_lever_figures(r, &figures);
    if (figures.crane_time > 0.0)
        lever_table(file, &figures);
    if (figures.time > 0.0) {
        cut_slices(r, slices);
        draw_levers(file, r, slices);
    }
    free(slices);
    return true;
}

// ---- events and logs ----

static void event_row(FILE *file, const struct dat_event *event) {
    char time[32];
    clock_text(event->time, time, sizeof time);
    fputs("<tr>", file);
    dat_html_cell(file, "n", "%s", time);
    dat_html_cell(file, "", "%s", event->kind);
    json_t *detail = event->detail != NULL ? json_loads(event->detail, 0, NULL) : NULL;
    char text[400] = "";
    size_t used = 0;
    const char *key;
    json_t *value;
    json_object_foreach(detail, key, value) {
        char *dump = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(4) | JSON_COMPACT);
        if (used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s",
                                     used > 0 ? ", " : "", key, dump != NULL ? dump : "");
        free(dump);
    }
    json_decref(detail);
    dat_html_cell(file, "g", "%s", text);
    fputs("</tr>\n", file);
}

static void events(FILE *file, const struct dat_recorded *r) {
    if (r->events.count == 0)
        return;
    dat_html_begin_table(file, "Events", "<th class=\"n\">min:s</th><th>event</th><th>with</th>");
    for (int i = 0; i < r->events.count; i++)
        event_row(file, &r->events.items[i]);
    fputs("</table>\n", file);
}

static void log_row(FILE *file, const struct dat_log *log) {
    fputs("<tr>", file);
    dat_html_cell(file, "", "%s", log->tree);
    dat_html_cell(file, "", "%s", log->species);
    dat_html_cell(file, "", "%s", log->assortment);
    dat_html_cell(file, "n", "%.2f", log->length);
    if (log->target_length > 0.0)
        dat_html_cell(file, "n", "%+.1f", 100.0 * (log->length - log->target_length));
    else
        dat_html_cell(file, "n", "-");
    dat_html_cell(file, "n", "%.0f", 1000.0 * log->mid_diameter);
    dat_html_cell(file, "n", "%.3f", log->volume);
    fputs("</tr>\n", file);
}

static void log_table(FILE *file, const struct dat_log_list *logs) {
    double volume = 0.0;
    if (logs->count == 0)
        return;
    dat_html_begin_table(
        file, "Logs",
        "<th>tree</th><th>species</th><th>assortment</th><th class=\"n\">length m</th>"
        "<th class=\"n\">off by cm</th><th class=\"n\">middle mm</th>"
        "<th class=\"n\">m3</th>");
    for (int i = 0; i < logs->count; i++) {
        log_row(file, &logs->items[i]);
        volume += logs->items[i].volume;
    }
    fprintf(file, "</table>\n<p>%d logs, %.2f m3 over bark</p>\n", logs->count, volume);
}

char *dat_report_page(const struct dat_recorded *recorded, const struct dat_log_list *logs,
                      const struct dat_session_list *sessions, bool levers) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL)
        return NULL;
    head(file, recorded);
    result(file, recorded);
    if (sessions != NULL)
        dat_report_curve(file, sessions, &recorded->info);
    bool ok = !levers || levers_of(file, recorded);
    log_table(file, logs);
    events(file, recorded);
    fputs("</body>\n</html>\n", file);
    ok = ferror(file) == 0 && ok;
    if (fclose(file) == 0 && ok)
        return text;
    free(text);
    return NULL;
}
