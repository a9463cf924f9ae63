// The result of an exercise, over its last picture.
#pragma once

#include "data/exercise/practice.h"
#include "data/report/history.h"
#include "ui/screen/app.h"

#define UI_RESULT_LOADS 6 // tickets that are shown
// Time, mark, the loads, each metric at most once, and once more where it is rated.
#define UI_RESULT_ROWS (4 + UI_RESULT_LOADS + 2 * DAT_METRIC_COUNT)

struct ui_result_row {
    char name[96], value[64];
};

// One's own way over the sessions of the exercise, the present one last, and the group's band.
struct ui_result_curve {
    char title[64];
    struct dat_history history; // fewer than two of one's own: nothing is drawn
};

enum { UI_RESULT_CURVES = 2 }; // points, crane control

struct ui_result {
    struct ui_screen base;
    struct ui_widgets widgets;
    char title[128], outcome[64], fault[256];
    enum dat_outcome kind;
    struct ui_result_row row[UI_RESULT_ROWS];
    int rows;
    int losses;       // of them, after the mark: the rated goals
    char advice[200]; // for the largest loss, "": none
    struct ui_result_curve curve[UI_RESULT_CURVES];
    bool closes; // the button was pressed
};

// One sentence: title, outcome, time and the main figures, as printed where there is no window.
void ui_result_sentence(const struct dat_practice *practice, enum dat_outcome outcome, char *text,
                        size_t size);

struct ui_result_def {
    const struct dat_practice *practice;
    enum dat_outcome outcome;
    const char *fault;       // why the simulation stopped, NULL: it did not
    struct dat_store *store; // with the sessions before; NULL: there are none
    const char *trainee;
};

// Opens the page over the exercise. Nothing of def is kept.
void ui_result_open(struct ui_result *result, struct ui_app *app, const struct ui_result_def *def);
