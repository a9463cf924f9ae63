// `kranich sessions list` and `compare`: many sessions in a table, two beside each other.
#pragma once

#include "data/record/store.h"
#include "ui/cmd/args.h"

// In the words of --sort.
#define UI_SESSIONS_ORDERS "id|trainee|exercise|duration|points"
enum ui_sessions_order { UI_BY_ID, UI_BY_TRAINEE, UI_BY_EXERCISE, UI_BY_DURATION, UI_BY_POINTS };

// Which sessions, and as what; NULL: all, and a table for people.
struct ui_sessions_list {
    const char *trainee, *exercise; // the whole name, whatever the case of its letters
    const char *since;              // "2026-11-22", or with a time: "2026-11-22T08:00" (UTC)
    enum ui_sessions_order order;
    const char *json, *csv; // files to write, "-": the standard output
};

// store NULL: nothing has been recorded yet. Both return an enum ui_exit.
int ui_sessions_list(const struct ui_args_def *def, struct dat_store *store,
                     const struct ui_sessions_list *what);
// The figures of two sessions and their difference. json and csv as above.
int ui_sessions_compare(const struct ui_args_def *def, struct dat_store *store, int64_t first,
                        int64_t second, const struct ui_sessions_list *what);

// "12:05", or "1:12:05" from an hour on.
void ui_session_duration(const struct dat_session_info *info, char *text, size_t size);
