#include "ui/screen/model_window.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "ui/text/text.h"

static const double most_owed = 0.25; // [s] beyond it the model runs slower than the clock
static const double most_work = 0.12; // [s] of computing per picture

static const struct {
    enum ui_text_key key, effect;
} keys[] = {
    {UI_TEXT_KEY_MOUSE, UI_TEXT_MODEL_MOUSE},      {UI_TEXT_KEY_UP_DOWN, UI_TEXT_MODEL_CHOOSE},
    {UI_TEXT_KEY_LEFT_RIGHT, UI_TEXT_MODEL_MOVE},  {UI_TEXT_KEY_0, UI_TEXT_MODEL_RESET},
    {UI_TEXT_KEY_SPACE, UI_TEXT_MODEL_PAUSE},      {UI_TEXT_KEY_N, UI_TEXT_MODEL_ONE_STEP},
    {UI_TEXT_KEY_PLUS_MINUS, UI_TEXT_MODEL_SPEED}, {UI_TEXT_KEY_J, UI_TEXT_MODEL_JOINTS},
    {UI_TEXT_KEY_F, UI_TEXT_MODEL_SHOW_ALL},       {UI_TEXT_KEY_F11_F12, UI_TEXT_MODEL_SCREEN},
    {UI_TEXT_KEY_ESCAPE, UI_TEXT_MODEL_CLOSE}};

// ---- view ----

static struct sim_vec3 middle_of(const struct sim_aabb *box) {
    return sim_scale(sim_add(box->low, box->high), 0.5);
}

static void show_all(struct ui_model_window *w) {
    const struct sim_aabb box = ui_model_bounds(w->instance->model, &w->frame);
    const bool known = ui_bounds_are_known(&box);
    w->aim = known ? middle_of(&box) : sim_vec3(0.0, 0.0, 0.0);
    w->half = known ? sim_scale(sim_sub(box.high, box.low), 0.5) : sim_vec3(1.0, 1.0, 1.0);
    w->angle.zoom = 1.0;
}

// The box that the picture follows: that of the whole model, or of its moving part where that has
// left the rest.
static struct sim_aabb followed(const struct ui_model_window *w) {
    static const double far_apart = 1.2; // times the size that the picture shows
    const struct sim_model *model = w->instance->model;
    const struct sim_aabb box = ui_model_bounds(model, &w->frame);
    const bool together = ui_bounds_are_known(&box) && sim_length(sim_sub(box.high, box.low)) <
                                                           far_apart * 2.0 * sim_length(w->half);
    return together ? box : ui_model_moving_bounds(model, &w->frame);
}

// The middle of the picture goes where the model goes: smoothly, but never so far behind that a
// falling model leaves the picture.
static void follow(struct ui_model_window *w, double dt) {
    const struct sim_aabb box = followed(w);
    if (!ui_bounds_are_known(&box))
        return;
    const struct sim_vec3 middle = middle_of(&box);
    if (!sim_vec3_finite(middle))
        return;
    const double most = 0.5 * sim_length(w->half), way = sim_length(sim_sub(middle, w->aim));
    const double share = fmax(1.0 - exp(-dt / 0.4), way > most ? 1.0 - most / way : 0.0);
    w->aim = sim_add_scaled(w->aim, sim_sub(middle, w->aim), share);
}

// ---- inputs ----

static const struct sim_model_input *chosen_input(const struct ui_model_window *w) {
    const struct sim_model *model = w->instance->model;
    return w->chosen < model->input_count ? &model->inputs[w->chosen] : NULL;
}

// A lever has two sides and springs back to where it rests.
static bool springs_back(const struct sim_model_input *input) {
    return input->low < input->initial && input->initial < input->high;
}

static void release_lever(struct ui_model_window *w) {
    const struct sim_model_input *input = chosen_input(w);
    if (w->lever != 0 && input != NULL && springs_back(input))
        sim_instance_set_input(w->instance, w->chosen, input->initial);
    w->lever = 0;
}

static void choose_input(struct ui_model_window *w, int by) {
    const int count = w->instance->model->input_count;
    if (count == 0)
        return;
    release_lever(w);
    w->chosen = (w->chosen + by + count) % count;
}

// A held key pulls a lever to its end and moves all else over its range in two seconds.
static void move_lever(const struct ui_model_window *w, double dt) {
    const struct sim_model_input *input = chosen_input(w);
    if (w->lever == 0 || input == NULL)
        return;
    const double end = w->lever > 0 ? input->high : input->low;
    const double by = w->lever * 0.5 * (input->high - input->low) * dt;
    const double value = springs_back(input) ? end : w->instance->input[w->chosen] + by;
    sim_instance_set_input(w->instance, w->chosen, value);
}

// ---- events ----

static void one_step(struct ui_model_window *w) {
    if (!w->over && !w->step(w->context)) {
        w->over = true;
        w->paused = true;
    }
}

static void next_marks(struct ui_model_window *w) {
    if (w->marks.axes && !w->marks.names)
        w->marks.axes = false;
    else if (!w->marks.axes)
        w->marks.axes = w->marks.names = true;
    else
        w->marks.names = false;
}

// False: the key means nothing here.
static bool handle_view_key(struct ui_model_window *w, SDL_Scancode key) {
    switch (key) {
    case SDL_SCANCODE_J:
        next_marks(w);
        return true;
    case SDL_SCANCODE_F1:
    case SDL_SCANCODE_H:
        w->help = !w->help;
        return true;
    case SDL_SCANCODE_F:
        show_all(w);
        return true;
    case SDL_SCANCODE_ESCAPE:
        ui_app_pop(w->app);
        return true;
    case SDL_SCANCODE_F2: // there are no levers
        return true;
    default:
        return false;
    }
}

static bool handle_key(struct ui_model_window *w, SDL_Keycode symbol, SDL_Scancode key) {
    const struct sim_model_input *input = chosen_input(w);
    if (symbol == SDLK_PLUS || key == SDL_SCANCODE_KP_PLUS || symbol == SDLK_EQUALS)
        w->speed = fmin(2.0 * w->speed, 64.0);
    else if (symbol == SDLK_MINUS || key == SDL_SCANCODE_KP_MINUS)
        w->speed = fmax(0.5 * w->speed, 1.0 / 64.0);
    else if (key == SDL_SCANCODE_UP || key == SDL_SCANCODE_DOWN)
        choose_input(w, key == SDL_SCANCODE_UP ? -1 : 1);
    else if (key == SDL_SCANCODE_LEFT || key == SDL_SCANCODE_RIGHT)
        w->lever = key == SDL_SCANCODE_LEFT ? -1 : 1;
    else if (key == SDL_SCANCODE_0 && input != NULL)
        sim_instance_set_input(w->instance, w->chosen, input->initial);
    else if (key == SDL_SCANCODE_SPACE)
        w->paused = !w->paused || w->over;
    else if (key == SDL_SCANCODE_N)
        one_step(w);
    else
        return handle_view_key(w, key);
    return true;
}

static void handle_mouse(struct ui_model_window *w, const SDL_Event *e) {
    const double height = w->app->height;
    if (e->type == SDL_MOUSEBUTTONDOWN || e->type == SDL_MOUSEBUTTONUP) {
        w->looking = e->type == SDL_MOUSEBUTTONDOWN;
    } else if (e->type == SDL_MOUSEMOTION && w->looking) {
        w->angle.azimuth -= 3.0 * e->motion.xrel / height;
        w->angle.elevation =
            sim_clamp(w->angle.elevation + 3.0 * e->motion.yrel / height, -1.5, 1.5);
    } else if (e->type == SDL_MOUSEWHEEL) {
        w->angle.zoom = sim_clamp(w->angle.zoom * pow(1.14, e->wheel.y), 0.05, 50.0);
    }
}

static bool on_event(struct ui_screen *base, struct ui_app *app, const SDL_Event *e) {
    struct ui_model_window *w = (struct ui_model_window *)base;
    const SDL_Scancode key = e->key.keysym.scancode;
    (void)app;
    handle_mouse(w, e);
    if (e->type == SDL_KEYUP && (key == SDL_SCANCODE_LEFT || key == SDL_SCANCODE_RIGHT))
        release_lever(w);
    if (e->type == SDL_WINDOWEVENT && e->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
        release_lever(w);
    if (e->type == SDL_KEYDOWN && (e->key.repeat == 0 || key == SDL_SCANCODE_N))
        return handle_key(w, e->key.keysym.sym, key);
    return true;
}

// ---- the picture ----

static void draw_input(const struct ui_model_window *w, int i, double x, double y, double s) {
    struct ui_canvas *c = &w->app->canvas;
    const struct sim_model_input *input = &w->instance->model->inputs[i];
    const double value = w->instance->input[i], range = fmax(input->high - input->low, 1e-9);
    const double zero = (sim_clamp(0.0, input->low, input->high) - input->low) / range;
    const double at = (value - input->low) / range, wide = 110.0 * s, left = x + 150.0 * s;
    char text[32];
    const bool chosen = i == w->chosen;
    if (chosen)
        ui_canvas_box(c, x - 8.0 * s, y, 4.0 * s, 18.0 * s, ui_accent);
    ui_canvas_text(c, UI_FACE_SMALL, x, y, chosen ? ui_white : ui_grey, input->name);
    ui_canvas_box(c, left, y + 6.0 * s, wide, 6.0 * s, (struct ui_colour){255, 255, 255, 40});
    ui_canvas_box(c, left + wide * fmin(zero, at), y + 6.0 * s, fmax(wide * fabs(at - zero), 2.0),
                  6.0 * s, ui_accent);
    ui_print(text, sizeof text, "%.3g", value);
    ui_canvas_text(c, UI_FACE_SMALL, left + wide + 8.0 * s, y, ui_grey, text);
}

// Those around the chosen one where there are too many.
static void draw_inputs(const struct ui_model_window *w, double s) {
    enum { ROWS = 12 };
    struct ui_canvas *c = &w->app->canvas;
    const int count = w->instance->model->input_count, rows = count < ROWS ? count : ROWS;
    if (count == 0)
        return;
    int first = w->chosen - ROWS / 2;
    first = first > count - rows ? count - rows : first;
    first = first < 0 ? 0 : first;
    const double line = 21.0 * s, height = rows * line + 12.0 * s;
    const double x = 12.0 * s, y = c->height - 12.0 * s - height;
    ui_canvas_box(c, x, y, 330.0 * s, height, (struct ui_colour){16, 22, 18, 205});
    for (int i = 0; i < rows; i++)
        draw_input(w, first + i, x + 12.0 * s, y + 6.0 * s + i * line, s);
}

static void draw_hint(const struct ui_model_window *w, double s) {
    struct ui_canvas *c = &w->app->canvas;
    const char *fault = sim_world_fault(w->instance->world);
    char text[512];
    const enum ui_text_key hint = w->over     ? UI_TEXT_MODEL_HINT_OVER
                                  : w->paused ? UI_TEXT_MODEL_HINT_PAUSED
                                              : UI_TEXT_MODEL_HINT;
    if (fault != NULL)
        ui_print(text, sizeof text, "%s", fault);
    else if (w->app->notice[0] != '\0')
        ui_print(text, sizeof text, "%s", w->app->notice);
    else if (w->speed != 1.0 && !w->paused && !w->over)
        UI_WRITE(text, sizeof text, MODEL_HINT_SPEED, w->speed);
    else
        ui_print(text, sizeof text, "%s", ui_text(hint));
    ui_canvas_text_centred(c, UI_FACE_SMALL, 0.5 * c->width, 8.0 * s,
                           (struct ui_colour){60, 66, 62, 255}, text);
}

// As wide as its texts are, of which the effects begin so far from the left [pixel].
static double help_width(const struct ui_canvas *c, double effects) {
    double wide = 0.0;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        wide = fmax(wide, ui_font_width(c->font, UI_FACE_SMALL, ui_text(keys[i].effect)));
    return effects + wide + 16.0 * c->font->scale;
}

static void draw_help(struct ui_canvas *c, double s) {
    const size_t count = sizeof keys / sizeof keys[0];
    double effects = 0.0;
    for (size_t i = 0; i < count; i++)
        effects = fmax(effects, ui_font_width(c->font, UI_FACE_SMALL, ui_text(keys[i].key)));
    effects += 36.0 * s;
    const double width = help_width(c, effects), line = 24.0 * s;
    const double height = (double)count * line + 24.0 * s;
    const double x = 0.5 * (c->width - width), y = 0.5 * (c->height - height);
    ui_canvas_next_page(c);
    ui_canvas_box(c, x, y, width, height, (struct ui_colour){16, 22, 18, 225});
    for (size_t i = 0; i < count; i++) {
        const double at = y + 12.0 * s + (double)i * line;
        ui_canvas_text(c, UI_FACE_SMALL, x + 16.0 * s, at, ui_accent, ui_text(keys[i].key));
        ui_canvas_text(c, UI_FACE_SMALL, x + effects, at, ui_white, ui_text(keys[i].effect));
    }
}

static void advance(struct ui_model_window *w, double dt) {
    const double h = sim_world_step_size(w->instance->world);
    const Uint64 start = SDL_GetPerformanceCounter();
    const double frequency = (double)SDL_GetPerformanceFrequency();
    w->owed = fmin(w->owed + dt * w->speed, fmax(most_owed * w->speed, 2.0 * h));
    while (w->owed >= h && !w->over) {
        one_step(w);
        w->owed -= h;
        // A model that is too slow shows slow motion, not jumps.
        if ((double)(SDL_GetPerformanceCounter() - start) / frequency > most_work)
            w->owed = fmin(w->owed, h * 0.999);
    }
}

// ---- the screen ----

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    struct ui_model_window *w = (struct ui_model_window *)base;
    move_lever(w, dt);
    if (!w->paused)
        advance(w, dt);
    if (!ui_model_frame_take(&w->frame, w->instance) ||
        !ui_model_scene_fill(&w->view, w->instance->model, &w->frame))
        ui_print(app->notice, sizeof app->notice, "%s", ui_text(UI_TEXT_PICTURE_INCOMPLETE));
    follow(w, dt);
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    struct ui_model_window *w = (struct ui_model_window *)base;
    const struct sim_model *model = w->instance->model;
    w->view.scene.middle = w->aim;
    const struct sim_aabb box = {sim_sub(w->aim, w->half), sim_add(w->aim, w->half)};
    const double aspect = (double)app->width / app->height, s = app->font->scale;
    backdrop->scene = &w->view.scene;
    const struct ui_camera camera = ui_model_camera(&box, &w->angle, aspect);
    backdrop->views = ui_app_views(w->app, &camera);
    ui_model_marks_draw(&w->marks, model, &w->frame, &camera, &app->canvas);
    ui_canvas_next_page(&app->canvas); // names of joints may lie below what comes
    ui_model_title_draw(model, w->frame.time, w->view.floor ? w->view.grid : 0.0, &app->canvas);
    draw_inputs(w, s);
    draw_hint(w, s);
    if (w->help)
        draw_help(&app->canvas, s);
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    struct ui_model_window *w = (struct ui_model_window *)base;
    (void)app;
    ui_model_scene_finish(&w->view);
    ui_model_frame_finish(&w->frame);
    memset(&w->view, 0, sizeof w->view);
    memset(&w->frame, 0, sizeof w->frame);
}

bool ui_model_window_init(struct ui_model_window *w, struct ui_app *app,
                          struct sim_instance *instance, ui_model_step *step, void *context,
                          bool ground) {
    static const struct ui_screen_kind kind = {"model window", on_event,  on_step,
                                               on_draw,        on_finish, NULL};
    *w = (struct ui_model_window){.base = {&kind},
                                  .app = app,
                                  .instance = instance,
                                  .step = step,
                                  .context = context,
                                  .angle = ui_default_model_angle(),
                                  .speed = 1.0,
                                  .marks = {.axes = true, .names = true}};
    if (!ui_model_frame_take(&w->frame, instance))
        return false;
    show_all(w);
    const struct sim_aabb box = ui_model_bounds(instance->model, &w->frame);
    ui_model_scene_init(&w->view, instance->model, &w->frame, &box, ground);
    w->marks.size = 2.0 * sim_length(w->half);
    return true;
}
