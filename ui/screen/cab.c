#include "ui/screen/cab.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

static const double most_owed = 0.25; // [s] beyond it the world runs slower than the clock
static const double most_work = 0.12; // [s] of computing per picture

bool ui_cab_init(struct ui_cab *cab, struct ui_app *app, struct dat_practice *practice,
                 char *problem, size_t size) {
    const struct dat_exercise *exercise = practice->exercise;
    memset(cab, 0, sizeof *cab);
    cab->app = app;
    cab->practice = practice;
    cab->speed = 1.0;
    if (!ui_worksite_scene_init(&cab->view, &practice->site,
                                exercise->site.has_road ? &exercise->site.road : NULL)) {
        snprintf(problem, size, "out of memory");
        return false;
    }
    cab->view.scene.sun = dat_scenario_sun_direction(&exercise->scenario);
    ui_camera_rig_init(&cab->rig);
    if (exercise->scenario.camera[0] != '\0')
        ui_camera_rig_find(&cab->rig, &exercise->machine, exercise->scenario.camera);
    snprintf(cab->hud.hint, sizeof cab->hud.hint, "F1: controls");
    ui_hud_from_practice(&cab->hud, practice, &cab->controls);
    ui_worksite_scene_remember(&cab->view, &practice->site);
    return true;
}

void ui_cab_finish(struct ui_cab *cab) {
    ui_worksite_scene_finish(&cab->view);
    memset(cab, 0, sizeof *cab);
}

// --- what the picture says
// -------------------------------------------------------------------------

bool ui_event_message(const struct veh_event *event, char *text, size_t size, bool *warning) {
    const struct veh_event_info *info = veh_event_info(event->kind);
    *warning = info->warning;
    if (info->sentence == NULL)
        return false;
    veh_event_say(event, info->sentence, text, size);
    return true;
}

static void describe_task(struct ui_hud *hud, const struct dat_practice *p) {
    const struct dat_scenario_goals *g = &p->exercise->scenario.goals;
    const char *plural = g->logs == 1 ? "" : "s";
    if (dat_practice_passed(p))
        snprintf(hud->task, sizeof hud->task, "all goals reached, Escape ends the exercise");
    else if (g->carry_distance > 0.0)
        snprintf(hud->task, sizeof hud->task, "load %d log%s and carry %.0f m: %.0f m so far",
                 g->logs, plural, g->carry_distance, p->carried);
    else if (p->exercise->scenario.kind == DAT_LOAD && g->logs > 0)
        snprintf(hud->task, sizeof hud->task, "load %d log%s", g->logs, plural);
    else if (g->trees > 0 && g->logs > 0)
        snprintf(hud->task, sizeof hud->task, "fell %d tree%s, cut %d log%s", g->trees,
                 g->trees == 1 ? "" : "s", g->logs, plural);
    else if (g->trees > 0)
        snprintf(hud->task, sizeof hud->task, "fell %d tree%s", g->trees, g->trees == 1 ? "" : "s");
    else if (g->logs > 0)
        snprintf(hud->task, sizeof hud->task, "cut %d log%s", g->logs, plural);
    else
        hud->task[0] = '\0';
}

void ui_hud_from_practice(struct ui_hud *hud, const struct dat_practice *p,
                          const struct veh_controls *controls) {
    const struct veh_worksite *site = &p->site;
    const struct veh_machine *m = &site->machines[0];
    const struct veh_head_state *head = &m->head;
    snprintf(hud->title, sizeof hud->title, "%s", p->exercise->scenario.title);
    describe_task(hud, p);
    hud->time = veh_worksite_time(site);
    hud->speed = veh_machine_speed(site, 0);
    ui_hud_read_sensors(hud, &site->machines[0].instance);
    hud->controls = *controls;
    hud->has_head = m->def->head.present;
    hud->gripped = head->stem >= 0;
    hud->length = head->length;
    hud->target = head->target;
    hud->diameter = head->diameter;
    hud->in_position = head->in_position;
    hud->sawing = head->sawing;
    hud->cut = head->cut;
    hud->trees = p->trees_felled;
    hud->logs = p->log_count;
    hud->has_bunk = m->def->bunk.present;
    hud->loaded = hud->has_bunk ? veh_machine_logs_in_bunk(site, 0, false) : 0;
    hud->assortment[0] = '\0';
    for (int i = 0; i < site->def.assortment_count; i++) {
        if (fabs(site->def.assortments[i].length - head->target) < 1e-6)
            snprintf(hud->assortment, sizeof hud->assortment, "%s", site->def.assortments[i].name);
    }
}

// --- events
// ----------------------------------------------------------------------------------------

static void handle_mouse(struct ui_cab *cab, const SDL_Event *e) {
    const double height = cab->app->height;
    if (e->type == SDL_MOUSEBUTTONDOWN || e->type == SDL_MOUSEBUTTONUP)
        cab->looking = e->type == SDL_MOUSEBUTTONDOWN;
    else if (e->type == SDL_MOUSEMOTION && cab->looking)
        ui_camera_rig_turn(&cab->rig, e->motion.xrel / height, e->motion.yrel / height);
    else if (e->type == SDL_MOUSEWHEEL)
        ui_camera_rig_zoom(&cab->rig, e->wheel.y);
}

// The thumb of the right hand turns the seat: the hand stays at the lever.
static bool turns_seat(const struct ui_cab *cab, const SDL_Event *e) {
    struct ui_binding part;
    if (e->type == SDL_KEYDOWN)
        return e->key.repeat == 0 && e->key.keysym.scancode == SDL_SCANCODE_Q;
    return ui_input_part(&cab->app->input, e, &part) && ui_binding_turns_seat(&part);
}

static bool handle_event(void *context, const SDL_Event *e) {
    struct ui_cab *cab = context;
    handle_mouse(cab, e);
    if (turns_seat(cab, e))
        ui_camera_rig_turn_round(&cab->rig, cab->practice->site.machines[0].def);
    if (e->type != SDL_KEYDOWN || e->key.repeat != 0)
        return true;
    // By their place, like the keys that drive: on a French keyboard 1 is another letter.
    switch (e->key.keysym.scancode) {
    case SDL_SCANCODE_C:
        ui_camera_rig_next(&cab->rig, cab->practice->site.machines[0].def);
        break;
    case SDL_SCANCODE_1:
        ui_camera_rig_choose(&cab->rig, UI_CAMERA_MACHINE);
        break;
    case SDL_SCANCODE_2:
        ui_camera_rig_choose(&cab->rig, UI_CAMERA_ORBIT);
        break;
    case SDL_SCANCODE_3:
        ui_camera_rig_choose(&cab->rig, UI_CAMERA_CRANE);
        break;
    case SDL_SCANCODE_F10:
        cab->paused = !cab->paused;
        ui_hud_say(&cab->hud, false, cab->paused ? "Pause: F10 goes on" : "It goes on");
        break;
    case SDL_SCANCODE_ESCAPE:
        cab->end = UI_CAB_LEFT;
        break;
    default:
        break;
    }
    return true;
}

static void take_messages(struct ui_cab *cab) {
    char text[160];
    while (ui_input_take_message(&cab->app->input, text, sizeof text))
        ui_hud_say(&cab->hud, strstr(text, "unplugged") != NULL, text);
    if (cab->app->notice[0] != '\0')
        ui_hud_say(&cab->hud, false, cab->app->notice);
    cab->app->notice[0] = '\0';
}

// --- steps
// -----------------------------------------------------------------------------------------

static void after_step(struct ui_cab *cab) {
    const struct veh_worksite *site = &cab->practice->site;
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
    if (!cab->said_passed && dat_practice_passed(cab->practice)) {
        ui_hud_say(&cab->hud, false, "All goals reached");
        cab->said_passed = true;
    }
}

static void step(struct ui_cab *cab, double h) {
    if (cab->driver == NULL) {
        ui_input_update(&cab->app->input, h, &cab->controls);
    } else if (!cab->driver(cab->driver_context, &cab->controls)) {
        cab->end = UI_CAB_DRIVER_DONE;
        return;
    }
    ui_worksite_scene_remember(&cab->view, &cab->practice->site);
    dat_practice_step(cab->practice, &cab->controls);
    after_step(cab);
}

void ui_cab_advance(struct ui_cab *cab, double dt) {
    const double h = sim_world_step_size(cab->practice->site.world);
    const Uint64 start = SDL_GetPerformanceCounter();
    const double frequency = (double)SDL_GetPerformanceFrequency();
    cab->owed = fmin(cab->owed + dt * cab->speed, fmax(most_owed * cab->speed, 2.0 * h));
    while (cab->owed >= h && cab->end == UI_CAB_GOES_ON) {
        step(cab, h);
        cab->owed -= h;
        // A machine that is too slow shows slow motion, not jumps.
        if ((double)(SDL_GetPerformanceCounter() - start) / frequency > most_work)
            cab->owed = fmin(cab->owed, h * 0.999);
    }
}

enum ui_cab_end ui_cab_frame(struct ui_cab *cab) {
    struct ui_app *app = cab->app;
    const struct veh_worksite *site = &cab->practice->site;
    if (!ui_app_begin(app, handle_event, cab))
        cab->end = UI_CAB_LEFT;
    take_messages(cab);
    if (!cab->paused && !app->help && !app->assigning)
        ui_cab_advance(cab, app->elapsed);
    const double share = fmin(cab->owed / sim_world_step_size(site->world), 1.0);
    const struct ui_camera camera =
        ui_camera_rig_update(&cab->rig, &cab->view, site, 0, share, app->elapsed);
    if (!ui_worksite_scene_fill(&cab->view, site, share, camera.pose.p))
        ui_hud_say(&cab->hud, true, "Out of memory: the picture is not complete");
    ui_hud_tick(&cab->hud, app->elapsed);
    ui_hud_from_practice(&cab->hud, cab->practice, &cab->controls);
    ui_hud_draw(&cab->hud, &app->canvas);
    ui_app_show(app, &cab->view.scene, &camera);
    return cab->end;
}
