#include "ui/screen/my_sessions.h"

#include <stdlib.h>
#include <string.h>

#include "data/metrics/mark.h"
#include "data/record/json.h"
#include "data/text/json.h"
#include "ui/screen/wall_clock.h"
#include "ui/text/file_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/text.h"

enum { FIRST_ROW = 0 }; // number of its widget

static const double row_height = 58.0; // [pixel] at scale 1
static const struct ui_colour page_colour = {14, 20, 15, 255};

// ---- what was recorded ----

static const char *outcome_text(enum dat_outcome outcome) {
    static const enum ui_text_key texts[] = {
        [DAT_RUNNING] = UI_TEXT_OUTCOME_ENDED, [DAT_PASSED] = UI_TEXT_OUTCOME_PASSED,
        [DAT_FAILED] = UI_TEXT_OUTCOME_FAILED, [DAT_STOPPED] = UI_TEXT_OUTCOME_ENDED,
        [DAT_ERROR] = UI_TEXT_OUTCOME_FAULT,   [DAT_INTERRUPTED] = UI_TEXT_SESSION_INTERRUPTED};
    return ui_text(texts[outcome]);
}

// ", gold" where the result has a mark.
static void write_mark(const struct dat_session_info *info, char *text, size_t size) {
    static const enum ui_text_key marks[DAT_MARK_COUNT] = {UI_TEXT_MARK_NONE, UI_TEXT_MARK_BRONZE,
                                                           UI_TEXT_MARK_SILVER, UI_TEXT_MARK_GOLD};
    json_t *object = dat_session_figures(info);
    const char *name = json_string_value(json_object_get(object, "mark"));
    text[0] = '\0';
    for (int i = DAT_BRONZE; name != NULL && i < DAT_MARK_COUNT; i++)
        if (strcmp(dat_mark_name((enum dat_mark)i), name) == 0)
            ui_print(text, size, ", %s", ui_text(marks[i]));
    json_decref(object);
}

static void write_row(struct ui_session_row *row, const struct dat_session_info *info,
                      const struct ui_exercise_list *exercises) {
    const int seconds = (int)((double)info->steps * info->step);
    const char *title = info->exercise;
    char mark[64], start[20];
    for (int i = 0; i < exercises->count; i++)
        if (strcmp(exercises->items[i].name, info->exercise) == 0)
            title = exercises->items[i].title;
    write_mark(info, mark, sizeof mark);
    row->session = info->id;
    ui_print(row->title, sizeof row->title, "%s", title);
    ui_local_time_text(info->start_utc, start, sizeof start);
    ui_print(row->text, sizeof row->text, "%s   %d:%02d   %s%s   %s", start, seconds / 60,
             seconds % 60, outcome_text(info->outcome), mark,
             ui_file_text(&exercises->names, info->machine));
}

static bool is_shown(const struct dat_session_info *info, const char *trainee) {
    return info->who == DAT_TRAINEE && info->outcome != DAT_RUNNING && info->steps > 0 &&
           strcmp(info->trainee, trainee) == 0;
}

static void read_rows(struct ui_my_sessions *page, struct dat_store *store, const char *trainee,
                      const struct ui_exercise_list *exercises) {
    struct dat_session_list list = {0};
    struct dat_problem problem = {""};
    if (!dat_store_sessions(store, &list, &problem)) {
        ui_problem_text(page->note, sizeof page->note, ui_text(UI_TEXT_PROBLEM_DATABASE),
                        problem.text);
        return;
    }
    page->row = calloc((size_t)list.count + 1, sizeof *page->row);
    for (int i = list.count - 1; i >= 0 && page->row != NULL; i--)
        if (is_shown(&list.items[i], trainee))
            write_row(&page->row[page->rows.count++], &list.items[i], exercises);
    dat_session_list_finish(&list);
}

// ---- the screen ----

static bool on_event(struct ui_screen *base, struct ui_app *app, const union SDL_Event *event) {
    (void)base;
    (void)app;
    (void)event;
    return false;
}

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    struct ui_my_sessions *page = (struct ui_my_sessions *)base;
    (void)dt;
    ui_seat_wait(app->seat, "waiting");
    if (page->accepts)
        page->wanted = page->row[page->rows.chosen].session;
    if (page->accepts || page->leaves || app->seat->wish != UI_SEAT_GOES_ON)
        ui_app_pop(app);
}

// True: the chosen one was accepted.
static bool draw_rows(struct ui_my_sessions *page, struct ui_canvas *c, double x, double y,
                      int visible) {
    const double s = c->font->scale, row = row_height * s, width = c->width - 2.0 * x;
    bool accepted = false;
    for (int i = page->rows.first; i < page->rows.first + visible; i++) {
        const struct ui_rectangle at = {x, y + (i - page->rows.first) * row, width, row - 6.0 * s};
        const bool was_chosen = page->rows.chosen == i;
        if (!ui_row(&page->widgets, at, page->row[i].title, page->row[i].text, was_chosen))
            continue;
        // As on the sheet of exercises, a click on another one only chooses it.
        accepted = was_chosen;
        page->rows.chosen = i;
    }
    return accepted;
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    struct ui_my_sessions *page = (struct ui_my_sessions *)base;
    struct ui_canvas *c = &app->canvas;
    struct ui_widget_input *input = &app->widgets;
    const double s = c->font->scale, x = 40.0 * s, y = 96.0 * s;
    const int visible = ui_row_list_visible(&page->rows, c->height - y - 70.0 * s, row_height * s);
    const enum ui_menu_move asked = input->move;
    (void)backdrop;
    ui_row_list_scroll(&page->rows, page->widgets.focus, input, visible);
    (void)ui_row_list_visible(&page->rows, c->height - y - 70.0 * s, row_height * s);
    ui_canvas_box(c, 0.0, 0.0, c->width, c->height, page_colour);
    ui_canvas_box(c, 0.0, 0.0, 4.0 * s, c->height, ui_accent);
    ui_canvas_name_within(c, UI_FACE_LARGE, x, 28.0 * s, c->width - 2.0 * x, ui_white, page->title);
    ui_widgets_begin(&page->widgets, c, input);
    page->accepts = draw_rows(page, c, x, y, visible);
    ui_widgets_end(&page->widgets);
    ui_row_list_choose(&page->rows, page->widgets.focus, asked, visible);
    if (page->rows.count == 0)
        ui_canvas_text_within(c, UI_FACE_NORMAL, x, y, c->width - 2.0 * x, ui_grey,
                              page->note[0] != '\0' ? page->note : ui_text(UI_TEXT_SESSIONS_NONE));
    ui_canvas_text_within(c, UI_FACE_SMALL, x, c->height - 40.0 * s, c->width - 2.0 * x, ui_grey,
                          ui_text(UI_TEXT_SESSIONS_KEYS));
    page->leaves = asked == UI_MENU_BACK;
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    struct ui_my_sessions *page = (struct ui_my_sessions *)base;
    (void)app;
    free(page->row);
    page->row = NULL;
}

void ui_my_sessions_open(struct ui_my_sessions *page, struct ui_app *app, struct dat_store *store,
                         const char *trainee, const struct ui_exercise_list *exercises) {
    static const struct ui_screen_kind kind = {"my_sessions", on_event,  on_step,
                                               on_draw,       on_finish, NULL};
    *page = (struct ui_my_sessions){.base = {&kind}, .rows = {.widget = FIRST_ROW}};
    UI_WRITE(page->title, sizeof page->title, SESSIONS_OF, trainee);
    if (store != NULL)
        read_rows(page, store, trainee, exercises);
    ui_app_push(app, &page->base);
}
