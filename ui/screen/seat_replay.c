#include "ui/screen/seat_replay.h"

#include <string.h>

#include "ui/text/text.h"

// The number of the newest session that has ended; 0: there is none, or the database cannot be
// read.
static int64_t newest(struct dat_store *store, struct dat_problem *problem) {
    struct dat_session_list list = {0};
    int64_t session = 0;
    if (dat_store_sessions(store, &list, problem))
        for (int i = 0; i < list.count; i++)
            if (list.items[i].outcome != DAT_RUNNING && list.items[i].id > session)
                session = list.items[i].id;
    dat_session_list_finish(&list);
    return session;
}

bool ui_seat_replay_open(struct ui_seat_replay *replay, struct ui_app *app, struct dat_store *store,
                         int64_t session, char *note, size_t size) {
    static struct dat_diagnostics d; // large
    struct dat_problem problem = {""};
    *replay = (struct ui_seat_replay){.open = false};
    if (store != NULL && session == 0)
        session = newest(store, &problem);
    if (store == NULL || session <= 0) {
        ui_print(note, size, "%s",
                 problem.text[0] != '\0' ? problem.text : ui_text(UI_TEXT_SEAT_NO_SESSION));
        return false;
    }
    ui_app_show_loading(app);
    const struct dat_replay_def def = {.session = session};
    const enum dat_replay_result result =
        dat_playback_open(store, &def, &replay->playback, &d, &problem);
    if (result == DAT_REPLAY_BAD_FILE)
        dat_problem_set(&problem, "%s", d.kept > 0 ? d.item[0].text : "");
    else if (result == DAT_REPLAY_DAMAGED)
        dat_problem_set(&problem, "%s", replay->playback.recorded.damage.items[0]);
    replay->open =
        result == DAT_REPLAY_DONE &&
        ui_viewer_open(&replay->viewer, app, &replay->playback, problem.text, sizeof problem.text);
    if (replay->open)
        return true;
    ui_print(note, size, "%s", problem.text);
    dat_playback_finish(&replay->playback);
    return false;
}

void ui_seat_replay_close(struct ui_seat_replay *replay) {
    if (replay->open)
        dat_playback_finish(&replay->playback);
    replay->open = false;
}
