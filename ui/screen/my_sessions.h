// The recorded sessions of a trainee, the newest first: one of them is chosen to be replayed.
#pragma once

#include "data/record/store.h"
#include "ui/screen/app.h"
#include "ui/screen/exercise_list.h"
#include "ui/screen/row_list.h"

struct ui_session_row {
    int64_t session;
    char title[192], text[160];
};

struct ui_my_sessions {
    struct ui_screen base;
    struct ui_widgets widgets;
    struct ui_row_list rows;
    struct ui_session_row *row; // owned
    char title[96];
    char note[512]; // what went wrong, "" for nothing
    bool accepts, leaves;
    int64_t wanted; // session that was chosen, also after the page has closed; 0: none
};

// Opens the page above the screen that is open. store may be NULL; titles of exercises are taken
// from the list, which is not kept.
void ui_my_sessions_open(struct ui_my_sessions *page, struct ui_app *app, struct dat_store *store,
                         const char *trainee, const struct ui_exercise_list *exercises);
