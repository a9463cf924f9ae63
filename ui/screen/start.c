#include "ui/screen/start.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "data/exercise/library.h"
#include "ui/screen/exit_status.h"
#include "ui/text/language.h"
#include "ui/text/problem_text.h"
#include "ui/text/text.h"

static void describe_devices(struct ui_start *start, struct ui_app *app) {
    static const enum ui_text_key names[UI_DEVICE_COUNT] = {
        UI_TEXT_READY_KEYBOARD, UI_TEXT_READY_LEVER_1, UI_TEXT_READY_LEVER_2, UI_TEXT_READY_PEDALS,
        UI_TEXT_READY_PAD};
    struct ui_input_message message;
    char *text = start->sheet.devices;
    const size_t size = sizeof start->sheet.devices;
    ui_print(text, size, "%s", ui_text(names[UI_DEVICE_KEYBOARD]));
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++) {
        const size_t length = strlen(text);
        if (ui_input_has(&app->input, (enum ui_device)i))
            ui_print(text + length, size - length, ", %s", ui_text(names[i]));
    }
    while (ui_input_take_message(&app->input, &message))
        continue;
}

static void open_view(struct ui_start *start) {
    ui_start_view_init(&start->view, &start->list, start->def.machine, start->sheet.rows.chosen);
}

// The sheet is uppermost again.
static void show_sheet(struct ui_start *start, struct ui_app *app) {
    if (app->quit)
        return;
    ui_app_show_loading(app);
    open_view(start);
}

// ---- exercises ----

// The first mistake, with its place if it has a line: a machine that does not fit has none.
static void note_mistake(struct ui_start *start, const struct ui_exercise *e,
                         const struct dat_diagnostics *d) {
    const struct dat_diagnostic *first = dat_diagnostics_first(d);
    char what[160], cause[300] = "";
    UI_WRITE(what, sizeof what, PROBLEM_EXERCISE, e->title);
    if (first != NULL && first->line > 0)
        ui_print(cause, sizeof cause, "%d: %s", first->line, first->text);
    else if (first != NULL)
        ui_print(cause, sizeof cause, "%s", first->text);
    ui_problem_text(start->sheet.note, sizeof start->sheet.note, what, cause);
}

// Loads the chosen exercise. False with a note on the sheet.
static bool load_exercise(struct ui_start *start, struct ui_app *app) {
    assert(start->sheet.rows.chosen < start->list.count);
    struct dat_diagnostics d;
    const struct ui_exercise *e = &start->list.items[start->sheet.rows.chosen];
    const char *machine = start->machine[0] != '\0' ? start->machine : start->def.machine;
    ui_app_show_loading(app);
    if (!dat_exercise_load_set(e->path, machine, &start->settings, &start->exercise, &d)) {
        dat_diagnostics_print(&d, stderr);
        note_mistake(start, e, &d);
        return false;
    }
    ui_start_view_finish(&start->view);
    return true;
}

static void begin_exercise(struct ui_start *start, struct ui_app *app) {
    if (!load_exercise(start, app))
        return;
    start->trains = true;
    start->status = ui_training_begin(&start->training, app, &start->exercise, start->def.store,
                                      start->sheet.name);
}

static void resume_session(struct ui_start *start, struct ui_app *app) {
    ui_start_view_finish(&start->view);
    start->trains = true;
    start->status =
        ui_training_resume(&start->training, app, start->def.store, start->unfinished.session);
}

static void show_exercise(struct ui_start *start, struct ui_app *app) {
    if (!load_exercise(start, app))
        return;
    start->shows = ui_demonstration_begin(&start->shown, app, &start->exercise, start->sheet.note,
                                          sizeof start->sheet.note);
    if (start->shows)
        return;
    dat_exercise_finish(&start->exercise);
    show_sheet(start, app);
}

static void end_show(struct ui_start *start, struct ui_app *app) {
    start->shows = false;
    ui_demonstration_end(&start->shown);
    dat_exercise_finish(&start->exercise);
    show_sheet(start, app);
}

static void end_exercise(struct ui_start *start, struct ui_app *app) {
    start->trains = false;
    start->progress_known = false;
    start->status = ui_training_end(&start->training);
    ui_print(start->sheet.note, sizeof start->sheet.note, "%s", start->training.note);
    dat_exercise_finish(&start->exercise);
    show_sheet(start, app);
}

// ---- the trainee's sessions ----

static void list_sessions(struct ui_start *start, struct ui_app *app) {
    char trainee[UI_START_NAME];
    ui_start_sheet_name(&start->sheet, trainee);
    start->lists = true;
    ui_my_sessions_open(&start->sessions, app, start->def.store, trainee, &start->list);
}

// session 0: the one that the instructor has named at the seat.
static void call_replay(struct ui_start *start, struct ui_app *app, int64_t session) {
    char *note = start->sheet.note;
    const size_t size = sizeof start->sheet.note;
    ui_start_view_finish(&start->view);
    if (session > 0
            ? !ui_seat_replay_own(&start->replay, app, start->def.store, session, note, size)
            : !ui_seat_replay_open(&start->replay, app, start->def.store, app->seat, note, size))
        open_view(start);
}

static void end_replay(struct ui_start *start, struct ui_app *app) {
    ui_seat_replay_close(&start->replay);
    show_sheet(start, app);
    if (start->lists && !app->quit && app->seat->wish == UI_SEAT_GOES_ON)
        list_sessions(start, app);
}

// After the page of sessions: the replay of the chosen one, and after that the page again.
static void end_list(struct ui_start *start, struct ui_app *app) {
    const int64_t session = start->sessions.wanted;
    start->sessions.wanted = 0;
    start->lists = session != 0;
    if (start->lists)
        call_replay(start, app, session);
}

// ---- progress on the ladder ----

// Offers the trainee's interrupted session, by the title of its exercise if still in the list.
static void offer_unfinished(struct ui_start *start, const char *trainee) {
    const struct ui_unfinished *u = &start->unfinished;
    start->unfinished = ui_find_unfinished(start->def.store, trainee);
    start->sheet.unfinished[0] = '\0';
    if (u->session == 0)
        return;
    const char *title = u->exercise;
    for (int i = 0; i < start->list.count; i++)
        if (strcmp(start->list.items[i].name, u->exercise) == 0)
            title = start->list.items[i].title;
    ui_print(start->sheet.unfinished, sizeof start->sheet.unfinished, "%s, %d:%02d", title,
             u->seconds / 60, u->seconds % 60);
}

// The titles and texts are those of the language, which may have been changed above. What is chosen
// stays, where the folders have as many exercises as before.
static void read_list(struct ui_start *start) {
    struct ui_exercise_list list = {.items = NULL};
    struct ui_row_list *rows = &start->sheet.rows;
    ui_print(start->language, sizeof start->language, "%s", ui_language_name());
    if (!ui_exercise_list_init(&list, start->def.library, start->def.machine)) {
        ui_exercise_list_finish(&list);
        return; // memory is missing: the list stays as it is
    }
    ui_exercise_list_finish(&start->list);
    start->list = list;
    start->sheet.exercise = list.items;
    start->sheet.values_of = -1;
    if (rows->count != list.count)
        *rows = (struct ui_row_list){.count = list.count, .widget = rows->widget};
    start->sheet.note[0] = '\0';
    start->progress_known = false;
}

// The list shows the progress of whoever is named on the sheet.
static void show_progress(struct ui_start *start) {
    struct dat_problem problem = {""};
    char trainee[UI_START_NAME];
    ui_start_sheet_name(&start->sheet, trainee);
    if (start->progress_known && strcmp(start->progress_of, trainee) == 0)
        return;
    start->progress_known = true;
    memcpy(start->progress_of, trainee, sizeof trainee);
    offer_unfinished(start, trainee);
    if (!ui_exercise_list_progress(&start->list, start->def.store, trainee, &problem))
        ui_problem_text(start->sheet.note, sizeof start->sheet.note,
                        ui_text(UI_TEXT_PROBLEM_DATABASE), problem.text);
}

// For the instructor: the chosen exercise is open for the trainee from now on.
static void unlock_chosen(struct ui_start *start) {
    struct dat_problem problem = {""};
    struct ui_start_sheet *sheet = &start->sheet;
    char trainee[UI_START_NAME];
    ui_start_sheet_name(sheet, trainee);
    if (start->def.store == NULL || start->list.count == 0 ||
        !start->list.items[sheet->rows.chosen].locked)
        return;
    sheet->note[0] = '\0';
    sheet->asks_for_name = trainee[0] == '\0';
    if (sheet->asks_for_name)
        return;
    const char *const chosen[] = {start->list.items[sheet->rows.chosen].name};
    if (!dat_store_unlock(start->def.store, trainee, chosen, 1, true, &problem))
        ui_problem_text(sheet->note, sizeof sheet->note, ui_text(UI_TEXT_PROBLEM_UNLOCK),
                        problem.text);
    start->progress_known = false;
}

// ---- the instructor ----

// Takes the instructor's choice over. False: the library does not have it.
static bool choose(struct ui_start *start, const struct ui_seat *seat) {
    const bool path = strchr(seat->machine, '/') != NULL || strstr(seat->machine, ".yaml") != NULL;
    struct dat_problem problem;
    start->machine[0] = '\0';
    if (path || (seat->machine[0] != '\0' &&
                 dat_library_find(start->def.library, "machines", seat->machine, start->machine,
                                  sizeof start->machine, &problem) != DAT_LIBRARY_FOUND))
        return false;
    for (int i = 0; i < start->list.count; i++)
        if (strcmp(start->list.items[i].name, seat->exercise) == 0) {
            start->sheet.rows.chosen = i;
            start->settings = seat->settings;
            return true;
        }
    return false;
}

// An exercise that is wished from the instructor's page begins, for whoever is named on the sheet;
// the same one again as it was set before.
static void obey_instructor(struct ui_start *start, struct ui_app *app) {
    struct ui_seat *seat = app->seat;
    const enum ui_seat_wish wish = seat->wish;
    seat->wish = UI_SEAT_GOES_ON;
    if (app->quit || start->list.count == 0 || start->trains)
        return;
    if (wish == UI_SEAT_REPLAYS)
        call_replay(start, app, 0);
    else if (wish == UI_SEAT_RESTARTS || (wish == UI_SEAT_CHOOSES && choose(start, seat)))
        begin_exercise(start, app);
}

// ---- the screen ----

static bool on_event(struct ui_screen *base, struct ui_app *app, const SDL_Event *e) {
    struct ui_start *start = (struct ui_start *)base;
    (void)app;
    if (start->trains || e->type != SDL_KEYDOWN || e->key.keysym.sym != SDLK_u ||
        (e->key.keysym.mod & KMOD_CTRL) == 0)
        return false;
    unlock_chosen(start);
    return true;
}

// The screen above has closed.
static void come_back(struct ui_start *start, struct ui_app *app) {
    if (start->trains)
        end_exercise(start, app);
    else if (start->shows)
        end_show(start, app);
    else if (start->replay.open)
        end_replay(start, app);
    else if (start->lists)
        end_list(start, app);
    else
        ui_seat_wait(app->seat, "waiting");
}

static void obey_trainee(struct ui_start *start, struct ui_app *app, enum ui_start_result result) {
    if (result == UI_START_BEGINS || result == UI_START_SHOWS) {
        start->settings = ui_start_sheet_settings(&start->sheet);
        start->machine[0] = '\0';
    }
    if (result == UI_START_BEGINS)
        begin_exercise(start, app);
    else if (result == UI_START_SHOWS)
        show_exercise(start, app);
    else if (result == UI_START_RESUMES)
        resume_session(start, app);
    else if (result == UI_START_LISTS)
        list_sessions(start, app);
    else if (result == UI_START_QUITS)
        ui_app_pop(app);
}

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    struct ui_start *start = (struct ui_start *)base;
    const enum ui_start_result result = start->result;
    (void)dt;
    start->result = UI_START_STAYS;
    come_back(start, app);
    obey_instructor(start, app);
    if (ui_app_top(app) == base)
        obey_trainee(start, app, result);
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    struct ui_start *start = (struct ui_start *)base;
    if (start->trains || start->shows || start->replay.open)
        return; // the cab covers all of it
    describe_devices(start, app);
    if (app->notice[0] != '\0')
        ui_print(start->sheet.note, sizeof start->sheet.note, "%s", app->notice);
    app->notice[0] = '\0';
    if (strcmp(start->language, ui_language_name()) != 0)
        read_list(start);
    show_progress(start);
    const int chosen = start->sheet.rows.chosen;
    start->result = ui_start_sheet_draw(&start->sheet, &app->canvas, &app->widgets);
    if (start->sheet.rows.chosen != chosen) // the note is about another exercise
        start->sheet.note[0] = '\0';
    ui_start_view_choose(&start->view, &start->list, start->def.machine, start->sheet.rows.chosen,
                         app->elapsed);
    const struct ui_canvas *c = &app->canvas;
    const struct ui_camera camera =
        ui_start_view_camera(&start->view, app->elapsed, (double)c->width / c->height,
                             ui_start_sheet_width(c) / c->width);
    backdrop->views = ui_view_table_of(&camera);
    backdrop->scene = ui_start_view_scene(&start->view);
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    struct ui_start *start = (struct ui_start *)base;
    if (start->trains)
        end_exercise(start, app);
    if (start->shows)
        end_show(start, app);
    ui_seat_replay_close(&start->replay);
    ui_start_view_finish(&start->view);
    ui_exercise_list_finish(&start->list);
}

bool ui_start_init(struct ui_start *start, struct ui_app *app, const struct ui_start_def *def) {
    static const struct ui_screen_kind kind = {"start", on_event,  on_step,
                                               on_draw, on_finish, NULL};
    *start = (struct ui_start){.base = {&kind}, .def = *def};
    ui_app_show_loading(app);
    if (!ui_exercise_list_init(&start->list, def->library, def->machine)) {
        ui_exercise_list_finish(&start->list);
        return false;
    }
    ui_print(start->language, sizeof start->language, "%s", ui_language_name());
    ui_start_sheet_init(&start->sheet, start->list.items, start->list.count, def->trainee);
    open_view(start);
    return true;
}
