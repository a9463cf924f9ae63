#include "ui/text/metric_text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "ui/text/language.h"

// Writes the phrase with the number, in the form for it. Returns text; "" where nothing is said.
static const char *say(enum dat_metric metric, enum ui_metric_text which, double number, char *text,
                       size_t size) {
    const char *form = ui_language_text(ui_source_of_metric(metric, which), number);
    const char *hole = form != NULL ? strstr(form, "{}") : NULL;
    // Small lengths to the centimetre, large ones and counts without decimals.
    const int decimals = number != floor(number) && fabs(number) < 1.0 ? 2 : 0;
    if (hole != NULL)
        ui_print(text, size, "%.*s%.*f%s", (int)(hole - form), form, decimals, number, hole + 2);
    else
        ui_print(text, size, "%s", form != NULL ? form : "");
    return text;
}

static void append(char *text, size_t size, const char *phrase) {
    const size_t used = strlen(text);
    ui_print(text + used, size - used, "%s%s", used > 0 && phrase[0] != '\0' ? ", " : "", phrase);
}

const char *ui_metric_task(const struct dat_score *score, char *text, size_t size) {
    assert(size > 0);
    text[0] = '\0';
    for (int i = 0; i < score->goal_count; i++) {
        const struct dat_goal *goal = &score->goals[i];
        const char *unit = dat_metric_unit(goal->metric);
        char phrase[96], progress[160];
        if (goal->at_least <= 0.0)
            continue;
        (void)say(goal->metric, UI_METRIC_TASK, goal->at_least, phrase, sizeof phrase);
        // Counts are in the display already.
        const bool measured = phrase[0] != '\0' && unit[0] != '\0';
        if (measured)
            UI_WRITE(progress, sizeof progress, SO_FAR, phrase,
                     dat_score_value(score, goal->metric), unit);
        append(text, size, measured ? progress : phrase);
    }
    return text;
}

// Whether the exercise asks for trees or logs, or for nothing at all.
static bool asks_for_yield(const struct dat_score *score) {
    for (int i = 0; i < score->goal_count; i++)
        if (score->goals[i].at_least > 0.0 &&
            dat_metric_info(score->goals[i].metric)->yield.one != NULL)
            return true;
    return !dat_score_has_goals(score);
}

// That no trees and logs have come of an exercise is no news where it is not about them.
static bool is_worth_telling(const struct dat_score *score, enum dat_metric metric) {
    return dat_score_concerns(score, metric) &&
           (dat_metric_info(metric)->yield.one == NULL || dat_score_value(score, metric) > 0.0 ||
            asks_for_yield(score));
}

const char *ui_metric_yield(const struct dat_score *score, char *text, size_t size) {
    assert(size > 0);
    text[0] = '\0';
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        char phrase[96];
        if (is_worth_telling(score, metric))
            append(text, size,
                   say(metric, UI_METRIC_YIELD, dat_score_value(score, metric), phrase,
                       sizeof phrase));
    }
    return text;
}

const char *ui_metric_figure(enum dat_metric metric, double value, char *text, size_t size) {
    assert(size > 0);
    const struct dat_result_row *row = &dat_metric_info(metric)->row;
    if (row->unit == NULL)
        ui_print(text, size, "%.0f", value);
    else
        ui_print(text, size, "%.*f%s%s", row->decimals, value * row->per_si,
                 row->unit[0] == '\0' || strcmp(row->unit, "\xC2\xB0") == 0 ? "" : " ", row->unit);
    return text;
}

const char *ui_metric_value(const struct dat_score *score, enum dat_metric metric, char *text,
                            size_t size) {
    assert(size > 0);
    const struct dat_result_row *row = &dat_metric_info(metric)->row;
    const double value = dat_score_value(score, metric);
    const double asked = dat_goal_least(score->goals, score->goal_count, metric);
    char figure[64];
    text[0] = '\0';
    if (row->title == NULL || !is_worth_telling(score, metric) ||
        (row->unless_zero && value <= 0.0 && asked <= 0.0))
        return text;
    if (value >= asked)
        return ui_metric_figure(metric, value, text, size);
    ui_print(text, size, "%.*f / %s", row->decimals,
             value * (row->unit != NULL ? row->per_si : 1.0),
             ui_metric_figure(metric, asked, figure, sizeof figure));
    return text;
}
