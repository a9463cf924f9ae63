#include "ui/screen/seat_replay.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "data/report/history.h"
#include "data/text/paths.h"
#include "ui/text/problem_text.h"
#include "ui/text/text.h"

// The number of the newest session that has ended; 0: there is none, or the database cannot be
// read.
static int64_t newest(struct dat_store *store, struct dat_problem *problem) {
    struct dat_session_list list = {0};
    int64_t session = 0;
    if (dat_store_sessions_bare(store, &list, problem))
        for (int i = 0; i < list.count; i++)
            if (list.items[i].outcome != DAT_RUNNING && list.items[i].id > session)
                session = list.items[i].id;
    dat_session_list_finish(&list);
    return session;
}

// Names of files beside the seat's database only: the token of the page opens no others.
static bool is_database(const char *name) {
    const size_t length = strlen(name);
    return name[0] != '.' && strchr(name, '/') == NULL && length > 3 &&
           strcmp(name + length - 3, ".db") == 0;
}

// The database of that name beside the seat's own; NULL with a sentence.
static struct dat_store *open_beside(const struct dat_store *own, const char *name,
                                     struct dat_problem *problem) {
    char path[PATH_MAX];
    const char *file = dat_store_path(own), *base = dat_base_name(file);
    if (!is_database(name) ||
        snprintf(path, sizeof path, "%.*s%s", (int)(base - file), file, name) >= (int)sizeof path ||
        access(path, R_OK) != 0) {
        dat_problem_set(problem, "%s", ui_text(UI_TEXT_SEAT_OTHER_SESSION));
        return NULL;
    }
    return dat_store_open(path, DAT_STORE_READ, problem);
}

// Other computers have sessions of the same numbers, too.
static bool is_meant(struct dat_store *store, int64_t session, const char *start,
                     struct dat_problem *problem) {
    struct dat_session_info info;
    if (start[0] == '\0')
        return true;
    bool ok = dat_store_session(store, session, &info, problem);
    if (ok && (info.id == 0 || strcmp(info.start_utc, start) != 0)) {
        dat_problem_set(problem, "%s", ui_text(UI_TEXT_SEAT_OTHER_SESSION));
        ok = false;
    }
    dat_session_info_finish(&info);
    return ok;
}

static bool open_playback(struct dat_playback *playback, struct dat_store *store, int64_t session,
                          struct dat_problem *problem) {
    static struct dat_diagnostics d; // large
    const struct dat_replay_def def = {.session = session};
    const enum dat_replay_result result = dat_playback_open(store, &def, playback, &d, problem);
    if (result == DAT_REPLAY_BAD_FILE)
        dat_problem_set(problem, "%s", d.kept > 0 ? d.item[0].text : "");
    else if (result == DAT_REPLAY_DAMAGED)
        dat_problem_set(problem, "%s", playback->recorded.damage.items[0]);
    return result == DAT_REPLAY_DONE;
}

// One that cannot be opened is left out.
static void open_ghost(struct ui_seat_replay *replay, struct dat_store *store) {
    struct dat_session_list list = {0};
    struct dat_problem none;
    if (!dat_store_sessions(store, &list, &none))
        return;
    const int64_t rival = dat_session_rival(&list, &replay->playback.recorded.info);
    dat_session_list_finish(&list);
    if (rival == 0)
        return;
    replay->haunted = open_playback(&replay->ghost, store, rival, &none);
    if (!replay->haunted)
        dat_playback_finish(&replay->ghost);
}

// The session that is meant, in its database; 0 with a sentence.
static int64_t find(struct ui_seat_replay *replay, struct dat_store **store,
                    const struct ui_seat *seat, struct dat_problem *problem) {
    dat_problem_set(problem, "%s", ui_text(UI_TEXT_SEAT_NO_SESSION));
    if (*store == NULL || seat->session < 0)
        return 0;
    if (seat->db[0] != '\0' && strcmp(seat->db, dat_base_name(dat_store_path(*store))) != 0) {
        replay->other = open_beside(*store, seat->db, problem);
        *store = replay->other;
    }
    if (*store == NULL)
        return 0;
    const int64_t session = seat->session > 0 ? seat->session : newest(*store, problem);
    return session > 0 && is_meant(*store, session, seat->start, problem) ? session : 0;
}

static bool show(struct ui_seat_replay *replay, struct ui_app *app, struct dat_store *store,
                 int64_t session, bool haunted, struct dat_problem *problem) {
    ui_app_show_loading(app);
    if (!open_playback(&replay->playback, store, session, problem))
        return false;
    if (haunted)
        open_ghost(replay, store);
    replay->open = ui_viewer_open(&replay->viewer, app, &replay->playback,
                                  replay->haunted ? &replay->ghost : NULL, problem->text,
                                  sizeof problem->text);
    return replay->open;
}

static void finish_ghost(struct ui_seat_replay *replay) {
    if (replay->haunted)
        dat_playback_finish(&replay->ghost);
    replay->haunted = false;
}

static void give_up(struct ui_seat_replay *replay, const struct dat_problem *problem, char *note,
                    size_t size) {
    const bool said = strcmp(problem->text, ui_text(UI_TEXT_SEAT_NO_SESSION)) == 0 ||
                      strcmp(problem->text, ui_text(UI_TEXT_SEAT_OTHER_SESSION)) == 0;
    if (said)
        ui_print(note, size, "%s", problem->text);
    else
        ui_problem_text(note, size, ui_text(UI_TEXT_PROBLEM_REPLAY), problem->text);
    dat_playback_finish(&replay->playback);
    finish_ghost(replay);
    dat_store_close(replay->other);
    replay->other = NULL;
}

bool ui_seat_replay_open(struct ui_seat_replay *replay, struct ui_app *app, struct dat_store *store,
                         const struct ui_seat *seat, char *note, size_t size) {
    struct dat_problem problem = {""};
    *replay = (struct ui_seat_replay){.open = false};
    const int64_t session = find(replay, &store, seat, &problem);
    if (session > 0 && show(replay, app, store, session, false, &problem))
        return true;
    ui_seat_refuse(app->seat, problem.text);
    give_up(replay, &problem, note, size);
    return false;
}

bool ui_seat_replay_own(struct ui_seat_replay *replay, struct ui_app *app, struct dat_store *store,
                        int64_t session, char *note, size_t size) {
    struct dat_problem problem = {""};
    *replay = (struct ui_seat_replay){.open = false};
    if (show(replay, app, store, session, true, &problem))
        return true;
    give_up(replay, &problem, note, size);
    return false;
}

void ui_seat_replay_close(struct ui_seat_replay *replay) {
    if (replay->open)
        dat_playback_finish(&replay->playback);
    finish_ghost(replay);
    dat_store_close(replay->other);
    replay->other = NULL;
    replay->open = false;
}
