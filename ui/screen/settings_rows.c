#include "ui/screen/settings_rows.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <SDL.h>

#include "data/text/paths.h"
#include "sim/base/math.h"
#include "ui/input/bind_file.h"
#include "ui/input/response.h"
#include "ui/text/file_text.h"

void ui_setting_choices_load(struct ui_setting_choices *choices) {
    choices->layouts = ui_layouts_load(NULL, choices->layout);
    choices->places = ui_users_places(choices->place);
    choices->languages = ui_languages(choices->language);
}

// ---- the list ----

static void add(struct ui_setting row[UI_SETTINGS_MAX], int *count, enum ui_setting_kind kind,
                int index, int side) {
    assert(*count < UI_SETTINGS_MAX);
    row[(*count)++] = (struct ui_setting){kind, index, side};
}

int ui_settings_list(unsigned devices, unsigned functions, struct ui_setting row[UI_SETTINGS_MAX]) {
    const unsigned both = 1U << UI_DEVICE_LEFT | 1U << UI_DEVICE_RIGHT;
    int count = 0;
    for (int kind = UI_SETTING_LANGUAGE; kind <= UI_SETTING_LAYOUT; kind++)
        add(row, &count, (enum ui_setting_kind)kind, 0, 0);
    if ((devices & both) == both)
        add(row, &count, UI_SETTING_CHANGE_OVER, 0, 0);
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++) {
        if ((devices >> i & 1U) == 0)
            continue;
        add(row, &count, UI_SETTING_DEAD_ZONE, i, 0);
        add(row, &count, UI_SETTING_CURVE, i, 0);
    }
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        if ((functions >> i & 1U) == 0 || !ui_response_has_speed((enum veh_control)i))
            continue;
        add(row, &count, UI_SETTING_SPEED, i, UI_POSITIVE);
        add(row, &count, UI_SETTING_SPEED, i, UI_NEGATIVE);
    }
    add(row, &count, UI_SETTING_RESTORE, 0, 0);
    return count;
}

// ---- titles ----

static void effect_of(const struct ui_setting *setting, char *text, size_t size) {
    const struct ui_binding side = {.part = UI_PART_BUTTON,
                                    .scale = setting->side == UI_NEGATIVE ? -1.0 : 1.0,
                                    .control = (enum veh_control)setting->index};
    ui_binding_effect(&side, text, size);
}

void ui_setting_title(const struct ui_setting *setting, char *text, size_t size) {
    static const enum ui_text_key titles[UI_SETTING_KINDS] = {
        [UI_SETTING_LANGUAGE] = UI_TEXT_SETTING_LANGUAGE,
        [UI_SETTING_VOLUME] = UI_TEXT_SETTING_VOLUME,
        [UI_SETTING_VIBRATION] = UI_TEXT_SETTING_VIBRATION,
        [UI_SETTING_FULL_SCREEN] = UI_TEXT_SETTING_FULL_SCREEN,
        [UI_SETTING_PICTURE] = UI_TEXT_SETTING_PICTURE,
        [UI_SETTING_PLACE] = UI_TEXT_SETTING_PLACE,
        [UI_SETTING_STEREO] = UI_TEXT_SETTING_STEREO,
        [UI_SETTING_EYES] = UI_TEXT_SETTING_EYES,
        [UI_SETTING_SCREEN] = UI_TEXT_SETTING_SCREEN,
        [UI_SETTING_SERVER] = UI_TEXT_SETTING_SERVER,
        [UI_SETTING_LAYOUT] = UI_TEXT_SETTING_LAYOUT,
        [UI_SETTING_CHANGE_OVER] = UI_TEXT_SETTING_CHANGE_OVER,
        [UI_SETTING_RESTORE] = UI_TEXT_SETTING_RESTORE,
    };
    char effect[96];
    switch (setting->kind) {
    case UI_SETTING_DEAD_ZONE:
        UI_WRITE(text, size, SETTING_DEAD_ZONE, ui_device_name((enum ui_device)setting->index));
        break;
    case UI_SETTING_CURVE:
        UI_WRITE(text, size, SETTING_CURVE, ui_device_name((enum ui_device)setting->index));
        break;
    case UI_SETTING_SPEED:
        effect_of(setting, effect, sizeof effect);
        UI_WRITE(text, size, SETTING_SPEED, effect);
        break;
    default:
        ui_print(text, size, "%s", ui_text(titles[setting->kind]));
    }
}

// ---- values ----

static const char *layout_title(const struct ui_setting_choices *choices) {
    if (ui_layout_is_in_use(NULL))
        return ui_text(UI_TEXT_LAYOUT_STANDARD);
    for (int i = 0; i < choices->layouts; i++)
        if (ui_layout_is_in_use(&choices->layout[i]))
            return ui_layout_text(choices->layout[i].title);
    return ui_text(UI_TEXT_LAYOUT_OWN);
}

static const char *on_off(bool on) {
    return ui_text(on ? UI_TEXT_SETTING_ON : UI_TEXT_SETTING_OFF);
}

static const char *picture_name(enum ui_picture picture) {
    static const enum ui_text_key names[UI_PICTURES] = {UI_TEXT_PICTURE_AUTOMATIC,
                                                        UI_TEXT_PICTURE_LOW, UI_TEXT_PICTURE_HIGH};
    return ui_text(names[picture]);
}

static const char *place_title(const char *name) {
    return name[0] == '\0'                          ? ui_text(UI_TEXT_PLACE_OWN)
           : strcmp(name, UI_PLACE_ONE_WINDOW) == 0 ? ui_text(UI_TEXT_PLACE_ONE_WINDOW)
                                                    : name;
}

static void percent(double share, char *text, size_t size) {
    ui_print(text, size, "%.0f %%", 100.0 * share);
}

void ui_setting_value(const struct ui_setting *setting, const struct ui_setting_choices *choices,
                      const struct ui_app *app, char *text, size_t size) {
    const struct ui_responses *r = ui_responses();
    text[0] = '\0';
    switch (setting->kind) {
    case UI_SETTING_LANGUAGE:
        ui_print(text, size, "%s", ui_text(UI_TEXT_LANGUAGE_NAME));
        break;
    case UI_SETTING_VOLUME:
        percent(app->volume, text, size);
        break;
    case UI_SETTING_VIBRATION:
        ui_print(text, size, "%s", on_off(app->vibrates));
        break;
    case UI_SETTING_FULL_SCREEN:
        ui_print(text, size, "%s", on_off(ui_window_is_full_screen(&app->window)));
        break;
    case UI_SETTING_PICTURE:
        ui_print(text, size, "%s", picture_name(app->picture));
        break;
    case UI_SETTING_PLACE:
        ui_print(text, size, "%s", place_title(app->place_name));
        break;
    case UI_SETTING_STEREO:
        ui_print(text, size, "%s",
                 app->stereo.mode == UI_STEREO_NONE ? on_off(false) : ui_app_stereo_title(app));
        break;
    case UI_SETTING_EYES:
        ui_print(text, size, "%.0f mm", 1000.0 * app->stereo.eye_distance);
        break;
    case UI_SETTING_SCREEN:
        ui_print(text, size, "%.1f m", app->stereo.screen_distance);
        break;
    case UI_SETTING_SERVER:
        ui_print(text, size, "%s", on_off(app->server != NULL));
        break;
    case UI_SETTING_LAYOUT:
        ui_print(text, size, "%s", layout_title(choices));
        break;
    case UI_SETTING_DEAD_ZONE:
        percent(r->device[setting->index].dead_zone, text, size);
        break;
    case UI_SETTING_CURVE:
        percent(r->device[setting->index].curve, text, size);
        break;
    case UI_SETTING_SPEED:
        percent(r->function[setting->index][setting->side].speed, text, size);
        break;
    case UI_SETTING_CHANGE_OVER:
    case UI_SETTING_RESTORE:
    case UI_SETTING_KINDS:
        break;
    }
}

// ---- changes ----

static bool keep_controls(const struct ui_app *app, struct dat_problem *problem) {
    char path[4096];
    return !app->keeps_settings || !dat_default_controls(path, sizeof path) ||
           ui_bindings_save(path, problem);
}

static bool next_language(const struct ui_setting_choices *choices, const struct ui_app *app,
                          int by, struct dat_problem *problem) {
    int now = 0;
    for (int i = 0; i < choices->languages; i++)
        if (strcmp(choices->language[i], ui_language_name()) == 0)
            now = i;
    const int next = (now + by + choices->languages) % choices->languages;
    return ui_language_change(choices->language[next], app->keeps_settings, problem);
}

// The program's own table is before the first layout; a table of one's own is left for it.
static void next_layout(const struct ui_setting_choices *choices, int by) {
    int now = -1;
    for (int i = 0; i < choices->layouts; i++)
        if (ui_layout_is_in_use(&choices->layout[i]))
            now = i;
    const bool own = now < 0 && !ui_layout_is_in_use(NULL);
    const int count = choices->layouts + 1, next = own ? 0 : (now + 1 + by + count) % count;
    ui_layout_use(next == 0 ? NULL : &choices->layout[next - 1]);
}

static void next_place(const struct ui_setting_choices *choices, struct ui_app *app, int by) {
    int now = 0;
    for (int i = 0; i < choices->places; i++)
        if (strcmp(choices->place[i], app->place_name) == 0)
            now = i;
    const int next = (now + by + choices->places) % choices->places;
    memcpy(app->place_name, choices->place[next], sizeof app->place_name);
    ui_app_keep(app);
}

// A step further, on the grid of steps, so that a value from a file finds back to round ones.
static double stepped(double value, double step, int by, double low, double high) {
    return sim_clamp(step * round(value / step + by), low, high);
}

static void change_response(const struct ui_setting *setting, int by) {
    struct ui_responses r = *ui_responses();
    struct ui_device_response *device = &r.device[setting->index % UI_DEVICE_COUNT];
    struct ui_side_response *side = &r.function[setting->index][setting->side];
    if (setting->kind == UI_SETTING_DEAD_ZONE)
        device->dead_zone = stepped(device->dead_zone, 0.01, by, 0.0, 0.5);
    else if (setting->kind == UI_SETTING_CURVE)
        device->curve = stepped(device->curve, 0.05, by, 0.0, 1.0);
    else
        side->speed = stepped(side->speed, 0.05, by, 0.1, 1.0);
    ui_responses_set(&r);
}

static void change_window(const struct ui_setting *setting, struct ui_app *app, int by) {
    struct ui_stereo *stereo = &app->stereo;
    if (setting->kind == UI_SETTING_VOLUME)
        ui_app_set_volume(app, stepped(app->volume, 0.05, by, 0.0, 1.0));
    else if (setting->kind == UI_SETTING_VIBRATION)
        app->vibrates = !app->vibrates;
    else if (setting->kind == UI_SETTING_FULL_SCREEN)
        ui_window_toggle_full_screen(&app->window);
    else if (setting->kind == UI_SETTING_PICTURE) // drawn from the next frame on
        app->picture = (enum ui_picture)(((int)app->picture + by + UI_PICTURES) % UI_PICTURES);
    else if (setting->kind == UI_SETTING_STEREO)
        ui_app_next_stereo_mode(app, by);
    else if (setting->kind == UI_SETTING_EYES)
        stereo->eye_distance = stepped(stereo->eye_distance, 0.001, by, 0.005, 0.5);
    else
        stereo->screen_distance = stepped(stereo->screen_distance, 0.5, by, 0.5, 60.0);
    ui_app_keep(app);
}

// The instructor's page, served by this program: the browser opens it.
static bool switch_server(struct ui_app *app, struct dat_problem *problem) {
    char address[UI_SERVER_ADDRESS];
    if (app->server != NULL) {
        ui_server_stop(app->server);
        app->server = NULL;
        return true;
    }
    app->server = ui_server_start(&app->page, problem);
    if (app->server == NULL)
        return false;
    if (!ui_server_run_beside(app->server)) {
        ui_server_stop(app->server);
        app->server = NULL;
        dat_problem_set(problem, "there is no thread for the page");
        return false;
    }
    if (app->keeps_settings)
        (void)SDL_OpenURL(ui_server_address(app->server, false, address));
    return true;
}

bool ui_setting_change(const struct ui_setting *setting, const struct ui_setting_choices *choices,
                       struct ui_app *app, int by, struct dat_problem *problem) {
    assert(by == 1 || by == -1);
    switch (setting->kind) {
    case UI_SETTING_LANGUAGE:
        return next_language(choices, app, by, problem);
    case UI_SETTING_SERVER:
        return switch_server(app, problem);
    case UI_SETTING_PLACE:
        next_place(choices, app, by);
        return true;
    case UI_SETTING_LAYOUT:
        next_layout(choices, by);
        return keep_controls(app, problem);
    case UI_SETTING_CHANGE_OVER: // asked by the page
        return true;
    case UI_SETTING_DEAD_ZONE:
    case UI_SETTING_CURVE:
    case UI_SETTING_SPEED:
        change_response(setting, by);
        return keep_controls(app, problem);
    case UI_SETTING_RESTORE:
        ui_responses_restore();
        return keep_controls(app, problem);
    default:
        change_window(setting, app, by);
        return true;
    }
}
