#include "ui/screen/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "sim/base/math.h"
#include "ui/input/response.h"
#include "ui/screen/assign.h"
#include "ui/screen/row_list.h"
#include "ui/text/problem_text.h"

static const struct ui_colour page = {10, 15, 11, 245};
static const struct ui_colour chosen_colour = {96, 140, 56, 150};
static const struct ui_colour trough = {40, 52, 42, 255};

void ui_settings_init(struct ui_settings_screen *screen, unsigned devices, unsigned functions) {
    memset(screen, 0, sizeof *screen);
    ui_setting_choices_load(&screen->choices);
    screen->rows = ui_settings_list(devices, functions, screen->row);
}

// ---- events ----

static void move(struct ui_settings_screen *screen, int by) {
    const int count = screen->rows + 1;
    screen->chosen = (screen->chosen + by + count) % count;
    screen->note[0] = '\0';
}

// Address of the instructor's page.
static void tell_address(struct ui_settings_screen *screen, const struct ui_server *server) {
    char address[UI_SERVER_ADDRESS];
    UI_WRITE(screen->note, sizeof screen->note, SETTING_SERVER_AT,
             ui_server_address(server, false, address));
}

// A page that cannot be served is no setting that was not kept.
static void tell_problem(struct ui_settings_screen *screen, const struct dat_problem *problem) {
    const bool serves = screen->row[screen->chosen].kind == UI_SETTING_SERVER;
    ui_problem_text(screen->note, sizeof screen->note,
                    ui_text(serves ? UI_TEXT_PROBLEM_SERVER : UI_TEXT_NOT_KEPT), problem->text);
}

static bool tells_levers_apart(const struct ui_settings_screen *screen) {
    return screen->chosen < screen->rows &&
           screen->row[screen->chosen].kind == UI_SETTING_CHANGE_OVER;
}

static void ask(struct ui_settings_screen *screen) {
    screen->asking = true;
    ui_print(screen->note, sizeof screen->note, "%s", ui_text(UI_TEXT_MOVE_LEFT_LEVER));
}

static void change(struct ui_settings_screen *screen, struct ui_app *app, int by) {
    struct dat_problem problem = {""};
    screen->note[0] = '\0';
    if (tells_levers_apart(screen))
        ask(screen);
    else if (screen->chosen < screen->rows &&
             !ui_setting_change(&screen->row[screen->chosen], &screen->choices, app, by, &problem))
        tell_problem(screen, &problem);
    else if (screen->chosen < screen->rows &&
             screen->row[screen->chosen].kind == UI_SETTING_SERVER && app->server != NULL)
        tell_address(screen, app->server);
}

// Two equal levers: the one that is pushed to an end is lever 1 from now on.
static bool wait_for_lever(struct ui_settings_screen *screen, struct ui_app *app,
                           const SDL_Event *e) {
    struct ui_binding part;
    const bool escape = e->type == SDL_KEYDOWN && e->key.keysym.sym == SDLK_ESCAPE;
    const bool moved = ui_input_part(&app->input, e, &part) && part.part == UI_PART_AXIS &&
                       (part.device == UI_DEVICE_LEFT || part.device == UI_DEVICE_RIGHT);
    screen->asking = !escape && !moved;
    if (screen->asking)
        return true;
    screen->note[0] = '\0';
    if (moved && part.device == UI_DEVICE_RIGHT) {
        ui_input_change_over(&app->input);
        ui_app_keep(app);
    }
    if (moved)
        ui_print(screen->note, sizeof screen->note, "%s", ui_text(UI_TEXT_LEFT_LEVER_KNOWN));
    return true;
}

// False where the page is to be closed.
static bool accept(struct ui_settings_screen *screen, struct ui_app *app) {
    if (screen->chosen == screen->rows)
        return false;
    change(screen, app, 1);
    return true;
}

static bool key(struct ui_settings_screen *screen, struct ui_app *app, SDL_Keycode symbol) {
    switch (symbol) {
    case SDLK_UP:
        move(screen, -1);
        break;
    case SDLK_DOWN:
        move(screen, 1);
        break;
    case SDLK_LEFT:
        change(screen, app, -1);
        break;
    case SDLK_RIGHT:
        change(screen, app, 1);
        break;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        return accept(screen, app);
    case SDLK_F2:
        ui_assign_open(app);
        break;
    case SDLK_F3:
    case SDLK_ESCAPE:
        return false;
    default:
        break;
    }
    return true;
}

// The row under the mouse is chosen, and clicked once more it is changed; Done needs one click.
static bool click(struct ui_settings_screen *screen, struct ui_app *app, double y) {
    const int below = screen->line > 0.0 ? (int)floor((y - screen->y) / screen->line) : -1;
    if (below < 0 || below >= screen->shown)
        return true;
    const bool again = screen->first + below == screen->chosen;
    screen->chosen = screen->first + below;
    return !again && screen->chosen < screen->rows ? true : accept(screen, app);
}

bool ui_settings_event(struct ui_settings_screen *screen, struct ui_app *app,
                       const union SDL_Event *e, double scale) {
    if (screen->asking)
        return wait_for_lever(screen, app, e);
    if (e->type == SDL_KEYDOWN)
        return key(screen, app, e->key.keysym.sym);
    if (e->type == SDL_MOUSEWHEEL)
        move(screen, e->wheel.y > 0 ? -1 : 1);
    if (e->type == SDL_MOUSEBUTTONDOWN)
        return click(screen, app, e->button.y * scale);
    switch (ui_input_menu_move(e)) {
    case UI_MENU_UP:
        move(screen, -1);
        break;
    case UI_MENU_DOWN:
        move(screen, 1);
        break;
    case UI_MENU_LEFT:
        change(screen, app, -1);
        break;
    case UI_MENU_RIGHT:
        change(screen, app, 1);
        break;
    case UI_MENU_ACCEPT:
        return accept(screen, app);
    case UI_MENU_BACK:
        return false;
    case UI_MENU_NONE:
        break;
    }
    return true;
}

// ---- drawing ----

static const double list_share = 0.56; // of the page's width

static void draw_row(const struct ui_settings_screen *screen, const struct ui_app *app, int i,
                     struct ui_canvas *c, double y) {
    const double s = c->font->scale, x = 30.0 * s, width = list_share * c->width - x;
    char title[160], value[96] = "";
    if (i < screen->rows) {
        ui_setting_title(&screen->row[i], title, sizeof title);
        ui_setting_value(&screen->row[i], &screen->choices, app, value, sizeof value);
    } else {
        ui_print(title, sizeof title, "%s", ui_text(UI_TEXT_ASSIGN_CLOSE));
    }
    if (i == screen->chosen) {
        ui_canvas_box(c, x, y, width, screen->line, chosen_colour);
        ui_canvas_box(c, x, y, 4.0 * s, screen->line, ui_accent);
    }
    const bool pressed = value[0] == '\0';
    ui_title_and_value(c, x + 14.0 * s, y + 3.0 * s, width - 28.0 * s,
                       pressed ? ui_accent : ui_white, title, ui_white, value);
}

// The position of a lever (the mark) and its value behind dead zone and curve (the bar).
static void draw_bar(struct ui_canvas *c, double x, double y, double width, double position,
                     double value) {
    const double s = c->font->scale, middle = x + 0.5 * width, half = 0.5 * width;
    ui_canvas_box(c, x, y, width, 10.0 * s, trough);
    ui_canvas_box(c, fmin(middle, middle + half * value), y, fabs(half * value), 10.0 * s,
                  ui_accent);
    ui_canvas_box(c, middle + half * position - 1.0 * s, y - 3.0 * s, 2.0 * s, 16.0 * s, ui_white);
}

static void write_axis(enum ui_device device, int axis, char *text, size_t size) {
    UI_WRITE(text, size, DEVICE_AXIS, ui_device_name(device), axis + 1);
}

// [pixel] for the names of all axes that have been moved, with a gap; a bar keeps some room.
static double width_of_names(const struct ui_input *input, const struct ui_canvas *c,
                             double width) {
    const double s = c->font->scale;
    double widest = 0.0;
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        for (int k = 0; k < UI_AXES; k++) {
            char name[96];
            write_axis((enum ui_device)i, k, name, sizeof name);
            if (input->positions.stick[i].moved[k])
                widest = fmax(widest, ui_font_width(c->font, UI_FACE_SMALL, name));
        }
    return fmin(fmax(widest + 12.0 * s, 0.5 * width), width - 60.0 * s);
}

// The axes of a device that have been moved. Returns where the next line goes.
static double draw_device(const struct ui_input *input, enum ui_device device, struct ui_canvas *c,
                          double x, double y, double names) {
    const double s = c->font->scale, width = c->width - x - 30.0 * s;
    const struct ui_stick *stick = &input->positions.stick[device];
    const enum ui_part part = device == UI_DEVICE_PEDALS ? UI_PART_PEDAL : UI_PART_AXIS;
    for (int i = 0; i < UI_AXES && y < c->height - 60.0 * s; i++) {
        if (!stick->moved[i])
            continue;
        char name[96];
        write_axis(device, i, name, sizeof name);
        ui_canvas_text_within(c, UI_FACE_SMALL, x, y, names - 12.0 * s, ui_grey, name);
        draw_bar(c, x + names, y + 5.0 * s, width - names, stick->axis[i],
                 ui_axis_value(stick, device, part, i));
        y += 22.0 * s;
    }
    return y;
}

static void draw_functions(const struct ui_input *input, struct ui_canvas *c, double x, double y) {
    const double s = c->font->scale;
    struct veh_controls levers, keys;
    ui_bind_evaluate(&input->positions, &levers, &keys);
    for (int i = 0; i < VEH_CONTROL_COUNT && y < c->height - 60.0 * s; i++) {
        const double wish = sim_clamp(levers.value[i] + keys.value[i], -1.0, 1.0);
        const struct ui_binding side = {
            .part = UI_PART_BUTTON, .scale = wish, .control = (enum veh_control)i};
        char effect[96], line[128];
        if (wish == 0.0)
            continue;
        ui_binding_effect(&side, effect, sizeof effect);
        ui_print(line, sizeof line, "%s %.0f %%", effect,
                 100.0 * fabs(wish) *
                     ui_responses()->function[i][wish < 0.0 ? UI_NEGATIVE : UI_POSITIVE].speed);
        ui_canvas_text_within(c, UI_FACE_SMALL, x, y, c->width - x - 30.0 * s, ui_white, line);
        y += 22.0 * s;
    }
}

static void draw_live(const struct ui_input *input, struct ui_canvas *c) {
    const double s = c->font->scale, x = list_share * c->width + 30.0 * s;
    double y = 90.0 * s;
    ui_canvas_text_within(c, UI_FACE_SMALL, x, y, c->width - x - 10.0 * s, ui_accent,
                          ui_text(UI_TEXT_SETTINGS_LIVE));
    y += 28.0 * s;
    const double names = width_of_names(input, c, c->width - x - 30.0 * s);
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        y = draw_device(input, (enum ui_device)i, c, x, y, names);
    draw_functions(input, c, x, y + 10.0 * s);
}

static void draw(struct ui_settings_screen *screen, const struct ui_app *app, struct ui_canvas *c) {
    const double s = c->font->scale;
    const int count = screen->rows + 1;
    screen->y = 90.0 * s;
    screen->line = 22.0 * s;
    int room = (int)((c->height - screen->y - 36.0 * s) / screen->line);
    room = room < 1 ? 1 : room < count ? room : count;
    screen->shown = room;
    screen->first = ui_row_list_first(screen->first, screen->chosen, count, room);
    ui_canvas_box(c, 0.0, 0.0, c->width, c->height, page);
    ui_canvas_text(c, UI_FACE_LARGE, 30.0 * s, 14.0 * s, ui_white, ui_text(UI_TEXT_SETTINGS_TITLE));
    ui_canvas_text_within(c, UI_FACE_SMALL, 30.0 * s, 56.0 * s, c->width - 60.0 * s, ui_grey,
                          ui_text(UI_TEXT_SETTINGS_KEYS));
    for (int i = 0; i < room; i++)
        draw_row(screen, app, screen->first + i, c, screen->y + i * screen->line);
    draw_live(&app->input, c);
    ui_canvas_text_within(c, UI_FACE_SMALL, 30.0 * s, c->height - 28.0 * s, c->width - 60.0 * s,
                          ui_warning, screen->note);
}

// ---- the page as a screen ----

static bool on_event(struct ui_screen *base, struct ui_app *app, const SDL_Event *e) {
    const bool stays =
        ui_settings_event((struct ui_settings_screen *)base, app, e, ui_app_mouse_scale(app));
    if (!stays)
        ui_app_pop(app);
    return true;
}

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    (void)base;
    (void)app;
    (void)dt;
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    (void)backdrop;
    draw((struct ui_settings_screen *)base, app, &app->canvas);
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    ui_input_release_keys(&app->input); // what was pressed on the page moves no crane
    free(base);
}

void ui_settings_open(struct ui_app *app) {
    static const struct ui_screen_kind kind = {"settings", on_event,  on_step,
                                               on_draw,    on_finish, NULL};
    struct ui_settings_screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL)
        return;
    ui_input_release_keys(&app->input);
    ui_settings_init(screen, ui_input_devices(&app->input), app->functions);
    screen->base.kind = &kind;
    ui_app_push(app, &screen->base);
}
