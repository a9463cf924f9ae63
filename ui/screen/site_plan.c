#include "ui/screen/site_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "ui/screen/site_map.h"
#include "vehicles/piles.h"

static const double key_step = 1.0 / 64.0; // of the map's longer side
static const double lever_speed = 0.25;    // of it, per second
static const double near_point = 0.02;     // of it: the point that is meant
static const double near_pile = 6.0;       // [m]

static double side_of(const struct ui_site_plan *page) {
    const struct ter_ground *ground = page->practice->site.def.ground;
    return fmax(ter_ground_x_max(ground) - ground->field.x0,
                ter_ground_y_max(ground) - ground->field.y0);
}

static void move_by(struct ui_site_plan *page, double east, double north) {
    const struct ter_ground *ground = page->practice->site.def.ground;
    page->cursor.x = sim_clamp(page->cursor.x + east, ground->field.x0, ter_ground_x_max(ground));
    page->cursor.y = sim_clamp(page->cursor.y + north, ground->field.y0, ter_ground_y_max(ground));
}

// ---- points ----

static struct dat_plan_point *points_of(const struct ui_site_plan *page, int *count) {
    *count = page->practice->plan.points.count;
    return page->practice->plan.points.items;
}

static void take(struct ui_site_plan *page, const struct dat_plan_point *points, int count) {
    dat_plan_set(&page->practice->plan, points, count);
    page->changed = true;
}

static void remove_point(struct ui_site_plan *page, int index) {
    struct dat_plan_point left[DAT_PLAN_MOST];
    int count, n = 0;
    const struct dat_plan_point *points = points_of(page, &count);
    for (int i = 0; i < count; i++)
        if (i != index)
            left[n++] = points[i];
    take(page, left, n);
}

// At the cursor: the middle of the pile that lies there, else a point of the way.
static struct dat_plan_point point_here(const struct ui_site_plan *page) {
    int count;
    struct veh_pile *piles = veh_piles_find(&page->practice->site, &count);
    struct dat_plan_point point = {.x = (float)page->cursor.x, .y = (float)page->cursor.y};
    double least = near_pile;
    for (int i = 0; i < count; i++) {
        const double distance = hypot(piles[i].x - page->cursor.x, piles[i].y - page->cursor.y);
        if (distance >= least)
            continue;
        least = distance;
        point =
            (struct dat_plan_point){.x = (float)piles[i].x, .y = (float)piles[i].y, .pile = true};
    }
    free(piles);
    return point;
}

static bool is_at(const struct dat_plan_point *point, double x, double y, double within) {
    return hypot((double)point->x - x, (double)point->y - y) < within;
}

// A new point; one that is there already is taken away.
static void set_or_remove(struct ui_site_plan *page) {
    struct dat_plan_point more[DAT_PLAN_MOST];
    int count;
    const struct dat_plan_point *points = points_of(page, &count);
    const struct dat_plan_point here = point_here(page);
    const double within = here.pile ? 0.5 : near_point * side_of(page);
    for (int i = 0; i < count; i++)
        if (points[i].pile == here.pile &&
            is_at(&points[i], (double)here.x, (double)here.y, within)) {
            remove_point(page, i);
            return;
        }
    if (count == DAT_PLAN_MOST)
        return;
    if (count > 0)
        memcpy(more, points, (size_t)count * sizeof *points);
    more[count] = here;
    take(page, more, count + 1);
}

// ---- the screen ----

static bool on_event(struct ui_screen *base, struct ui_app *app, const SDL_Event *e) {
    (void)app;
    if (e->type != SDL_KEYDOWN || e->key.repeat != 0 || e->key.keysym.sym != SDLK_F5)
        return false;
    ((struct ui_site_plan *)base)->closes = true;
    return true;
}

// Any lever or stick moves the cursor, as if it lay on the map.
static void follow_levers(struct ui_site_plan *page, const struct ui_input *input, double dt) {
    static const enum ui_device devices[] = {UI_DEVICE_LEFT, UI_DEVICE_RIGHT, UI_DEVICE_PAD};
    const double way = lever_speed * side_of(page) * dt;
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        const struct ui_stick *stick = &input->positions.stick[devices[i]];
        move_by(page, way * ui_axis_value(stick, devices[i], UI_PART_AXIS, 0),
                -way * ui_axis_value(stick, devices[i], UI_PART_AXIS, 1));
    }
}

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    struct ui_site_plan *page = (struct ui_site_plan *)base;
    follow_levers(page, &app->input, dt);
    if (page->closes)
        ui_app_pop(app);
}

static void follow_mouse(struct ui_site_plan *page, struct ui_app *app) {
    const struct ui_widget_input *input = &app->widgets;
    double x, y;
    if (!(input->mouse_moved || input->clicked) ||
        !ui_site_map_at(page->practice, &app->canvas, input->mouse_x, input->mouse_y, &x, &y))
        return;
    page->cursor.x = x;
    page->cursor.y = y;
    if (input->clicked)
        set_or_remove(page);
}

static void follow_keys(struct ui_site_plan *page, const struct ui_widget_input *input) {
    const double way = key_step * side_of(page);
    const enum ui_menu_move move = input->move;
    if (move == UI_MENU_ACCEPT)
        set_or_remove(page);
    else if (move == UI_MENU_BACK)
        page->closes = true;
    else if (move != UI_MENU_NONE)
        move_by(page,
                move == UI_MENU_LEFT    ? -way
                : move == UI_MENU_RIGHT ? way
                                        : 0.0,
                move == UI_MENU_DOWN ? -way
                : move == UI_MENU_UP ? way
                                     : 0.0);
    if (input->erase > 0 && page->practice->plan.points.count > 0)
        remove_point(page, page->practice->plan.points.count - 1);
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    struct ui_site_plan *page = (struct ui_site_plan *)base;
    struct ui_canvas *c = &app->canvas;
    (void)backdrop;
    follow_mouse(page, app);
    follow_keys(page, &app->widgets);
    app->widgets =
        (struct ui_widget_input){.mouse_x = app->widgets.mouse_x, .mouse_y = app->widgets.mouse_y};
    ui_canvas_box(c, 0.0, 0.0, c->width, c->height, (struct ui_colour){10, 15, 11, 110});
    ui_site_map_draw(page->practice, c, &page->cursor);
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    struct ui_site_plan *page = (struct ui_site_plan *)base;
    int count;
    const struct dat_plan_point *points = points_of(page, &count);
    struct dat_plan_point drawn[DAT_PLAN_MOST];
    if (count > 0)
        memcpy(drawn, points, (size_t)count * sizeof *points);
    if (page->changed)
        dat_practice_plan(page->practice, drawn, count);
    ui_input_release_keys(&app->input); // what was pressed here moves no crane
}

void ui_site_plan_open(struct ui_site_plan *page, struct ui_app *app,
                       struct dat_practice *practice) {
    static const struct ui_screen_kind kind = {"site_plan", on_event,  on_step,
                                               on_draw,     on_finish, NULL};
    *page = (struct ui_site_plan){
        .base = {&kind}, .practice = practice, .cursor = veh_machine_pose(&practice->site, 0).p};
    ui_app_push(app, &page->base);
}
