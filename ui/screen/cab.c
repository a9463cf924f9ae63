#include "ui/screen/cab.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "data/text/monotonic.h"
#include "ui/input/aids_file.h"
#include "ui/input/control_text.h"
#include "ui/scene/daylight.h"
#include "ui/scene/guide_marks.h"
#include "ui/scene/target_marks.h"
#include "ui/screen/board.h"
#include "ui/screen/cab_views.h"
#include "ui/screen/hud_practice.h"
#include "ui/screen/load_table.h"
#include "ui/screen/rumble.h"
#include "ui/screen/seat_file.h"
#include "ui/screen/site_map.h"
#include "ui/text/problem_text.h"

static const double most_owed = 0.25; // [s] beyond it the world runs slower than the clock
static const double most_work = 0.12; // [s] of computing per picture

// ---- events ----

static void say_problem(struct ui_cab *cab, enum ui_text_key what,
                        const struct dat_problem *problem) {
    char text[UI_HUD_TEXT];
    ui_problem_text(text, sizeof text, ui_text(what), problem->text);
    ui_hud_say(&cab->hud, true, text);
}

// In a seat the wheel moves it, with Shift ahead instead of up.
static void turn_wheel(struct ui_cab *cab, double notches) {
    static const double notch = 0.01; // [m]
    const double way = notch * notches;
    const bool ahead = (SDL_GetModState() & KMOD_SHIFT) != 0;
    struct dat_problem problem = {""};
    if (ui_camera_rig_seat(&cab->rig, cab->practice->site.machines[0].def) < 0) {
        ui_camera_rig_zoom(&cab->rig, notches);
        return;
    }
    ui_camera_rig_move_seat(&cab->rig, ahead ? way : 0.0, ahead ? 0.0 : way);
    if (cab->seat_file != NULL && !ui_seat_save(cab->seat_file, &cab->rig, &problem))
        say_problem(cab, UI_TEXT_PROBLEM_SEAT, &problem);
}

static void handle_mouse(struct ui_cab *cab, const SDL_Event *e) {
    const double height = cab->app->height;
    const bool button = e->type == SDL_MOUSEBUTTONDOWN || e->type == SDL_MOUSEBUTTONUP;
    if (button && cab->app->input.mouse_drives && e->button.button != SDL_BUTTON_MIDDLE)
        return; // it moves the crane
    if (e->type == SDL_MOUSEBUTTONDOWN || e->type == SDL_MOUSEBUTTONUP)
        cab->looking = e->type == SDL_MOUSEBUTTONDOWN;
    else if (e->type == SDL_MOUSEMOTION && cab->looking)
        ui_camera_rig_turn(&cab->rig, e->motion.xrel / height, e->motion.yrel / height);
    else if (e->type == SDL_MOUSEWHEEL)
        turn_wheel(cab, e->wheel.y);
}

// The thumb of the right hand turns the seat: the hand stays at the lever.
static bool turns_seat(const struct ui_cab *cab, const SDL_Event *e) {
    struct ui_binding part;
    if (e->type == SDL_KEYDOWN)
        return e->key.repeat == 0 && e->key.keysym.scancode == SDL_SCANCODE_Q;
    return ui_input_part(&cab->app->input, e, &part) && ui_binding_turns_seat(&part);
}

// An onlooker leaves at once, a trainee is asked.
static void pause_or_leave(struct ui_cab *cab, bool leave) {
    if (leave && (cab->driver != NULL || cab->still))
        cab->leaves = true;
    else if (!cab->still)
        ui_pause_open(&cab->pause, cab->app, &cab->leaves, cab->may_restart ? &cab->restarts : NULL,
                      cab->driver == NULL ? &cab->plans : NULL);
}

// An onlooker has no plan.
static bool may_plan(const struct ui_cab *cab) {
    return cab->driver == NULL && !cab->still;
}

static void save_aids(struct ui_cab *cab) {
    struct dat_problem problem = {""};
    if (cab->aids_file != NULL &&
        !ui_aids_save(cab->aids_file, &cab->app->input.setting, cab->guides, &problem))
        say_problem(cab, UI_TEXT_PROBLEM_AIDS, &problem);
}

// Ctrl and 1 to 4. False: the key is none of them.
static bool switch_guide(struct ui_cab *cab, const SDL_Keysym *key) {
    const int guide = (int)key->scancode - (int)SDL_SCANCODE_1;
    const char *title =
        guide >= 0 && guide < DAT_GUIDE_COUNT ? ui_guide_title((enum dat_guide)guide) : NULL;
    char text[UI_HUD_TEXT];
    if ((key->mod & KMOD_CTRL) == 0 || title == NULL || cab->driver != NULL)
        return false;
    if ((cab->practice->exercise->scenario.guides_fixed >> guide & 1u) != 0) {
        UI_WRITE(text, sizeof text, AID_FIXED, title);
        ui_hud_say(&cab->hud, false, text);
        return true;
    }
    cab->guides ^= 1u << guide;
    save_aids(cab);
    return true;
}

// False: the key means nothing here.
static bool handle_key(struct ui_cab *cab, SDL_Scancode key) {
    // By their place, like the keys that drive: on a French keyboard, the key of 1 types '&'.
    switch (key) {
    case SDL_SCANCODE_C:
        ui_camera_rig_next(&cab->rig, cab->practice->site.machines[0].def);
        return true;
    case SDL_SCANCODE_1:
        ui_camera_rig_choose(&cab->rig, UI_CAMERA_MACHINE);
        return true;
    case SDL_SCANCODE_2:
        ui_camera_rig_choose(&cab->rig, UI_CAMERA_ORBIT);
        return true;
    case SDL_SCANCODE_3:
        ui_camera_rig_choose(&cab->rig, UI_CAMERA_CRANE);
        return true;
    case SDL_SCANCODE_F5:
        cab->shows_map = !cab->shows_map;
        return true;
    case SDL_SCANCODE_RETURN:
        if (cab->shows_map && may_plan(cab))
            ui_site_plan_open(&cab->plan, cab->app, cab->practice);
        return cab->shows_map;
    case SDL_SCANCODE_F6:
        cab->split = !cab->split;
        return true;
    case SDL_SCANCODE_F9:
        cab->shows_load = !cab->shows_load;
        return true;
    case SDL_SCANCODE_F10:
    case SDL_SCANCODE_ESCAPE:
        pause_or_leave(cab, key == SDL_SCANCODE_ESCAPE);
        return true;
    default:
        return false;
    }
}

static bool on_event(struct ui_screen *base, struct ui_app *app, const SDL_Event *e) {
    struct ui_cab *cab = (struct ui_cab *)base;
    (void)app;
    handle_mouse(cab, e);
    if (turns_seat(cab, e))
        ui_camera_rig_turn_round(&cab->rig, cab->practice->site.machines[0].def);
    if (e->type != SDL_KEYDOWN || e->key.repeat != 0)
        return true;
    return switch_guide(cab, &e->key.keysym) || handle_key(cab, e->key.keysym.scancode);
}

static void take_messages(struct ui_cab *cab) {
    struct ui_input_message message;
    while (ui_input_take_message(&cab->app->input, &message))
        ui_hud_say(&cab->hud, message.warning, ui_text(message.text));
    if (cab->app->notice[0] != '\0')
        ui_hud_say(&cab->hud, false, cab->app->notice);
    cab->app->notice[0] = '\0';
}

// ---- steps ----

static void after_step(struct ui_cab *cab) {
    const struct veh_worksite *site = &cab->practice->site;
    ui_listen(&cab->ears, site);
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    for (int i = 0; i < count; i++) {
        char text[UI_HUD_TEXT];
        bool warning;
        if (ui_event_message(&events[i], text, sizeof text, &warning))
            ui_hud_say(&cab->hud, warning, text);
    }
    const char *fault = sim_world_fault(site->world);
    if (fault != NULL) {
        ui_hud_say(&cab->hud, true, fault);
        cab->end = UI_CAB_FAULT;
    } else if (dat_practice_time_is_up(cab->practice)) {
        cab->end = UI_CAB_TIME_UP;
    }
    if (!cab->said_passed && dat_score_passed(&cab->practice->score)) {
        ui_hud_say(&cab->hud, false, ui_text(UI_TEXT_ALL_GOALS_REACHED));
        cab->said_passed = true;
    }
}

// Keeps what the operator has switched for the next time; an aid that the exercise sets, or the
// layout of the levers, stays as it is now.
static void take_settings(struct ui_cab *cab) {
    const struct dat_scenario *scenario = &cab->practice->exercise->scenario;
    const unsigned pressed = ui_input_take_settings(&cab->app->input);
    char text[UI_HUD_TEXT];
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        const char *title = ui_text(ui_control_text((enum veh_control)i)->title);
        const bool of_layout = i == VEH_TIP_CONTROL && ui_bindings_keep_tip_control();
        if ((pressed >> i & 1u) == 0 || !(scenario->aid_fixed[i] || of_layout))
            continue;
        if (scenario->aid_fixed[i])
            UI_WRITE(text, sizeof text, AID_FIXED, title);
        else
            UI_WRITE(text, sizeof text, AID_OF_LAYOUT, title);
        ui_hud_say(&cab->hud, false, text);
    }
    if (pressed != 0)
        save_aids(cab);
}

static void step(struct ui_cab *cab, double h) {
    if (cab->driver == NULL) {
        ui_seat_take_settings(cab->app->seat, &cab->app->input.setting, &cab->guides);
        ui_input_update(&cab->app->input, h, &cab->controls);
        take_settings(cab);
        dat_scenario_fix_aids(&cab->practice->exercise->scenario, &cab->controls);
        cab->practice->guides =
            dat_scenario_guides(&cab->practice->exercise->scenario, cab->guides);
        ui_can_bus_command(&cab->app->can, &cab->app->input, dat_monotonic(), &cab->controls);
    } else if (!cab->driver(cab->context, &cab->controls)) {
        cab->end = UI_CAB_DRIVER_DONE;
        return;
    }
    ui_worksite_scene_remember(&cab->view, &cab->practice->site);
    dat_practice_step(cab->practice, &cab->controls);
    if (cab->driver == NULL) {
        ui_can_bus_report(&cab->app->can, &cab->practice->site);
        ui_seat_step(cab->app->seat, cab->practice);
    }
    after_step(cab);
}

// dropped [s] of the exercise's time were due in the last dt [s] and will not be made up for.
static void watch_pace(struct ui_cab *cab, double dt, double dropped) {
    static const double window = 2.0; // [s] over which the pace is a mean
    cab->practice->behind += fmax(dropped, 0.0) / cab->speed;
    if (dt <= 0.0)
        return;
    const double pace = sim_clamp(1.0 - dropped / (dt * cab->speed), 0.0, 1.0);
    const double share = 1.0 - exp(-dt / window);
    cab->hud.pace = cab->hud.pace > 0.0 ? cab->hud.pace + share * (pace - cab->hud.pace) : 1.0;
}

void ui_cab_advance(struct ui_cab *cab, double dt) {
    assert(dt >= 0.0 && cab->speed > 0.0);
    const double h = sim_world_step_size(cab->practice->site.world);
    const Uint64 start = SDL_GetPerformanceCounter();
    const double frequency = (double)SDL_GetPerformanceFrequency();
    const double before = cab->owed + dt * cab->speed;
    cab->owed = fmin(before, fmax(most_owed * cab->speed, 2.0 * h));
    double made = 0.0;
    while (cab->owed >= h && cab->end == UI_CAB_RUNNING) {
        step(cab, h);
        cab->owed -= h;
        // A machine that is too slow shows slow motion, not jumps.
        if ((double)(SDL_GetPerformanceCounter() - start) / frequency > most_work)
            cab->owed = fmin(cab->owed, h * 0.999);
        made += h;
    }
    watch_pace(cab, dt, before - cab->owed - made);
}

// ---- the screen ----

static void check_record(struct ui_cab *cab) {
    struct dat_problem problem = {""};
    // A record that cannot be written is worth knowing at once, not at the end.
    if (cab->practice->recorder != NULL && !dat_recorder_ok(cab->practice->recorder, &problem))
        say_problem(cab, UI_TEXT_PROBLEM_RECORD, &problem);
}

// A command of the instructor ends the exercise; where another one follows, without its result.
static void attend_seat(struct ui_cab *cab) {
    struct ui_seat *seat = cab->app->seat;
    if (cab->still || cab->driver != NULL)
        return;
    ui_seat_listen(seat, cab->practice, &cab->controls);
    if (seat->message[0] != '\0')
        ui_hud_say(&cab->hud, false, seat->message);
    seat->message[0] = '\0';
    if (seat->paused != cab->held)
        ui_hud_say(&cab->hud, true,
                   ui_text(seat->paused ? UI_TEXT_SEAT_PAUSED : UI_TEXT_SEAT_CONTINUES));
    cab->held = seat->paused;
    if (cab->restarts)
        seat->wish = UI_SEAT_RESTARTS; // as the instructor may wish, too
    if (seat->wish == UI_SEAT_GOES_ON || cab->end != UI_CAB_RUNNING)
        return;
    cab->end = UI_CAB_LEFT;
    if (seat->wish != UI_SEAT_ENDS)
        cab->over = NULL;
}

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    struct ui_cab *cab = (struct ui_cab *)base;
    take_messages(cab);
    attend_seat(cab);
    if (cab->leaves && cab->end == UI_CAB_RUNNING)
        cab->end = UI_CAB_LEFT;
    if (cab->plans && may_plan(cab))
        ui_site_plan_open(&cab->plan, app, cab->practice);
    else if (!cab->still && !cab->held)
        ui_cab_advance(cab, fmax(dt - cab->ahead, 0.0));
    else
        ui_input_forget(&app->input);
    cab->ahead = 0.0;
    cab->plans = false;
    check_record(cab);
    ui_hud_tick(&cab->hud, dt);
    if (cab->end != UI_CAB_RUNNING && !cab->still) {
        cab->still = true;
        cab->leaves = cab->over == NULL || !cab->over(cab->context, cab->end);
    }
    // Not while a screen that over() has opened is above.
    if (cab->still && cab->leaves && ui_app_top(app) == base)
        ui_app_pop(app);
}

static void feel(struct ui_cab *cab, const struct ui_sound_scene *scene) {
    struct ui_rumble rumble[UI_DEVICE_COUNT];
    ui_rumble_of(scene, ui_rumble_limits(&cab->practice->site, 0), rumble);
    ui_input_rumble(&cab->app->input, rumble);
}

// The sounds and jolts since the last time.
static void sound(struct ui_cab *cab) {
    struct ui_sound_scene *heard = &cab->ears.scene;
    ui_sound_hear(cab->app->sound, heard);
    if (cab->app->vibrates)
        feel(cab, heard);
    heard->strikes = 0;
}

// The operator's steps; a demonstrator has time until the next picture.
static double on_beside(struct ui_screen *base, struct ui_app *app, double dt) {
    static const double later = 1.0; // [s]
    struct ui_cab *cab = (struct ui_cab *)base;
    (void)app;
    if (cab->driver != NULL || cab->still || cab->held || cab->plans || cab->leaves ||
        cab->end != UI_CAB_RUNNING)
        return later;
    cab->ahead += dt;
    ui_cab_advance(cab, dt);
    sound(cab); // from where the last picture was taken
    return (sim_world_step_size(cab->practice->site.world) - cab->owed) / cab->speed;
}

// From where the picture is taken; a pause is silent.
static void hear(struct ui_cab *cab, struct ui_app *app, const struct ui_camera *camera) {
    struct ui_sound_scene *heard = &cab->ears.scene;
    heard->listener = camera->pose;
    heard->inside = cab->rig.mode == UI_CAMERA_MACHINE;
    if (cab->still || (ui_app_top(app) != &cab->base && !cab->audible)) {
        ui_sound_hush(app->sound);
        heard->strikes = 0;
    } else {
        sound(cab);
    }
}

static void hint_at_lever(struct ui_cab *cab, struct ui_app *app, const struct ui_hud_gap *gap) {
    if ((cab->practice->guides >> DAT_GUIDE_LEVER & 1u) == 0)
        return;
    const struct dat_guide_target target = dat_guide_find(cab->practice);
    const struct dat_guide_lever advice = dat_guide_advise(cab->practice, &target);
    ui_lever_hint_take(&cab->hint, &advice, veh_worksite_time(&cab->practice->site));
    ui_lever_hint_draw(&cab->hint, ui_input_devices(&app->input), gap, &app->canvas);
}

// The display with what lies over it, and the messages over all of that.
static void draw_display(struct ui_cab *cab, struct ui_app *app) {
    struct ui_canvas *c = &app->canvas;
    const bool map = cab->shows_map && ui_app_top(app) != &cab->plan.base;
    if (cab->driver == NULL) // in the window's language, which may have changed
        ui_print(cab->hud.hint, sizeof cab->hud.hint, "%s", ui_text(UI_TEXT_HINT_CONTROLS));
    cab->hud.brief = map;
    cab->hud.apart = map || cab->shows_load;
    const struct ui_hud_gap gap = ui_hud_draw(&cab->hud, c);
    if (map)
        ui_site_map_draw(cab->practice, c, NULL);
    else
        hint_at_lever(cab, app, &gap);
    if (cab->shows_load)
        ui_load_table_draw(&cab->practice->site, 0, gap.top + 52.0 * c->font->scale, c);
    if (cab->hud.apart)
        ui_hud_draw_messages(&cab->hud, &gap, c);
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    struct ui_cab *cab = (struct ui_cab *)base;
    const struct veh_worksite *site = &cab->practice->site;
    const double share = fmin(cab->owed / sim_world_step_size(site->world), 1.0);
    cab->rig.steady = app->place.screens > 1;
    const struct ui_camera camera =
        ui_camera_rig_update(&cab->rig, &cab->view, site, 0, share, app->elapsed);
    ui_input_drive_by_mouse(&app->input,
                            ui_app_top(app) == base && cab->driver == NULL && !cab->still);
    backdrop->views = ui_app_views(app, &camera);
    backdrop->scene = &cab->view.scene;
    bool room = ui_worksite_scene_fill(&cab->view, site, share, camera.pose.p) &&
                ui_target_marks_add(&cab->view.scene, cab->practice) &&
                ui_guide_marks_add(&cab->view, cab->practice, share) &&
                ui_landing_marks_add(&cab->view.scene, cab->practice) &&
                (cab->adorn == NULL || cab->adorn(cab->context, &cab->view.scene));
    if (cab->split) {
        const struct ui_camera beside =
            ui_camera_rig_update(&cab->beside, &cab->view, site, 0, share, app->elapsed);
        ui_view_table_split(&backdrop->views, &beside);
    }
    ui_hud_from_practice(&cab->hud, cab->practice, &cab->controls, ui_input_devices(&app->input));
    ui_board_draw(&cab->hud, app->font, &cab->board);
    room =
        ui_cab_furnish(&cab->view, site, &cab->rig, share, &backdrop->views, &cab->board) && room;
    if (!room)
        ui_hud_say(&cab->hud, true, ui_text(UI_TEXT_PICTURE_INCOMPLETE));
    if (cab->split)
        ui_landing_names_put_apart(&cab->names, cab->practice, &cab->view.scene, &backdrop->views,
                                   &app->canvas);
    else if (app->stereo.mode == UI_STEREO_NONE)
        ui_landing_marks_label(cab->practice, &cab->view.scene, &camera, &app->canvas);
    else
        ui_landing_names_put(&cab->names, cab->practice, &cab->view.scene, &camera, &app->canvas);
    draw_display(cab, app);
    hear(cab, app, &camera);
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    struct ui_cab *cab = (struct ui_cab *)base;
    if (cab->end == UI_CAB_RUNNING)
        cab->end = UI_CAB_LEFT; // the window was closed
    ui_input_drive_by_mouse(&app->input, false);
    ui_sound_hush(app->sound);
    ui_worksite_scene_finish(&cab->view);
    memset(&cab->view, 0, sizeof cab->view);
    ui_canvas_finish(&cab->board);
    ui_landing_names_finish(&cab->names);
    app->functions = ~0u;
}

bool ui_cab_init(struct ui_cab *cab, struct ui_app *app, struct dat_practice *practice,
                 char *problem, size_t size) {
    static const struct ui_screen_kind kind = {.name = "cab",
                                               .event = on_event,
                                               .step = on_step,
                                               .beside = on_beside,
                                               .draw = on_draw,
                                               .finish = on_finish};
    const struct dat_exercise *exercise = practice->exercise;
    assert(practice->site.machine_count > 0); // started
    memset(cab, 0, sizeof *cab);
    cab->base.kind = &kind;
    cab->app = app;
    cab->practice = practice;
    cab->speed = 1.0;
    if (!ui_worksite_scene_init(&cab->view, &practice->site,
                                exercise->site.has_road ? &exercise->site.road : NULL)) {
        ui_print(problem, size, "out of memory");
        return false;
    }
    ui_scene_set_weather(&cab->view.scene, &exercise->scenario.weather);
    cab->ears.wind = exercise->scenario.weather.wind;
    cab->ears.rain = exercise->scenario.weather.rain;
    cab->ears.wiper = cab->ears.rain > 0.0 ? 1.0 / ui_wiper_period : 0.0;
    ui_cab_begin_view(&cab->rig, practice);
    ui_camera_rig_init(&cab->beside);
    ui_camera_rig_choose(&cab->beside, UI_CAMERA_CRANE);
    ui_hud_from_practice(&cab->hud, practice, &cab->controls, 0);
    ui_worksite_scene_remember(&cab->view, &practice->site);
    app->functions = veh_machine_controls(&practice->site.machines[0]);
    return true;
}
