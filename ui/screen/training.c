#include "ui/screen/training.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "data/text/paths.h"
#include "ui/can/bus.h"
#include "ui/input/aids_file.h"
#include "ui/input/stop.h"
#include "ui/screen/cab.h"
#include "ui/screen/exit_status.h"
#include "ui/screen/hud_practice.h"
#include "ui/screen/seat_file.h"
#include "ui/text/problem_text.h"
#include "ui/text/text.h"

static enum dat_outcome outcome_of(const struct dat_practice *practice, enum ui_cab_end end) {
    if (end == UI_CAB_FAULT)
        return DAT_ERROR;
    if (dat_score_passed(&practice->score))
        return DAT_PASSED;
    return end == UI_CAB_LEFT || !dat_score_has_goals(&practice->score) ? DAT_STOPPED : DAT_FAILED;
}

// ---- in the window ----

// The result is shown over the last picture, unless the window was closed.
static bool over(void *context, enum ui_cab_end end) {
    struct ui_training *t = context;
    const char *fault = end == UI_CAB_FAULT ? sim_world_fault(t->practice.site.world) : NULL;
    const struct ui_result_def def = {.practice = &t->practice,
                                      .outcome = outcome_of(&t->practice, end),
                                      .fault = fault,
                                      .store = t->store,
                                      .trainee = t->trainee};
    ui_result_open(&t->result, t->cab.app, &def);
    return false;
}

// The aids are the operator's: another one begins with his own. A bad file must not prevent
// training: all aids are off then.
static void load_aids(struct ui_training *t, struct ui_app *app, const char *trainee) {
    static struct dat_diagnostics d;
    if (!app->keeps_settings || trainee[0] == '\0' ||
        !dat_operators_aids(trainee, t->aids_file, sizeof t->aids_file))
        return;
    t->cab.aids_file = t->aids_file;
    app->input.setting = (struct veh_controls){{0.0}};
    if (ui_aids_load(t->aids_file, &app->input.setting, &t->cab.guides, &d))
        return;
    dat_diagnostics_print(&d, stderr);
    fprintf(stderr, "kranich train: the file above is ignored, all aids are off\n");
}

// Nor must a bad file of the seat.
static void load_seat(struct ui_training *t, const struct ui_app *app, const char *trainee) {
    static struct dat_diagnostics d;
    if (!app->keeps_settings || trainee[0] == '\0' ||
        !dat_operators_seat(trainee, t->seat_file, sizeof t->seat_file))
        return;
    t->cab.seat_file = t->seat_file;
    if (ui_seat_load(t->seat_file, &t->cab.rig, &d))
        return;
    dat_diagnostics_print(&d, stderr);
    fprintf(stderr, "kranich train: the file above is ignored, the seat is in the middle\n");
}

static int open_cab(struct ui_training *t, struct ui_app *app, const char *trainee) {
    char problem[256];
    t->status = UI_EXIT_ENVIRONMENT;
    if (!ui_cab_init(&t->cab, app, &t->practice, problem, sizeof problem)) {
        ui_problem_text(t->note, sizeof t->note, ui_text(UI_TEXT_PROBLEM_BEGIN), problem);
        return t->status;
    }
    t->cab.over = over;
    t->cab.context = t;
    load_aids(t, app, trainee);
    ui_seat_begin(app->seat, trainee);
    load_seat(t, app, trainee);
    t->status = UI_EXIT_DONE;
    ui_app_push(app, &t->cab.base);
    return t->status;
}

int ui_training_begin(struct ui_training *t, struct ui_app *app, struct dat_exercise *exercise,
                      struct dat_store *store, const char *trainee) {
    struct dat_problem problem = {""};
    *t = (struct ui_training){
        .outcome = DAT_ERROR, .status = UI_EXIT_ENVIRONMENT, .store = store, .trainee = trainee};
    if (!dat_practice_start(&t->practice, exercise, store, trainee, DAT_TRAINEE, &problem)) {
        ui_problem_text(t->note, sizeof t->note, ui_text(UI_TEXT_PROBLEM_BEGIN), problem.text);
        memset(&t->practice, 0, sizeof t->practice);
        return t->status;
    }
    if (open_cab(t, app, trainee) == UI_EXIT_DONE)
        t->cab.may_restart = true;
    return t->status;
}

// An enum ui_exit; what is wrong with files is printed.
static int resume(struct dat_store *store, int64_t session, struct dat_recorded *recorded,
                  struct dat_practice *practice, struct dat_problem *problem) {
    struct dat_diagnostics d;
    switch (dat_resume_session(store, session, recorded, practice, &d, problem)) {
    case DAT_RESUMED:
        return UI_EXIT_DONE;
    case DAT_RESUME_BAD_FILE:
        dat_diagnostics_print(&d, stderr);
        dat_problem_set(problem, "session %lld cannot be resumed: its exercise cannot be read",
                        (long long)session);
        return UI_EXIT_USAGE;
    case DAT_RESUME_REFUSED:
        return UI_EXIT_USAGE;
    case DAT_RESUME_FAILED:
        break;
    }
    return UI_EXIT_ENVIRONMENT;
}

int ui_training_resume(struct ui_training *t, struct ui_app *app, struct dat_store *store,
                       int64_t session) {
    struct dat_problem problem = {""};
    *t = (struct ui_training){.outcome = DAT_INTERRUPTED, .store = store};
    ui_app_show_loading(app);
    t->status = resume(store, session, &t->recorded, &t->practice, &problem);
    if (t->status != UI_EXIT_DONE)
        ui_problem_text(t->note, sizeof t->note, ui_text(UI_TEXT_PROBLEM_RESUME), problem.text);
    t->trainee = t->recorded.info.trainee;
    return t->status == UI_EXIT_DONE ? open_cab(t, app, t->recorded.info.trainee) : t->status;
}

int ui_training_end(struct ui_training *t) {
    struct dat_problem problem = {""};
    if (t->status == UI_EXIT_DONE) {
        t->outcome = outcome_of(&t->practice, t->cab.end);
        ui_result_sentence(&t->practice, t->outcome, t->note, sizeof t->note);
    }
    if (t->status == UI_EXIT_DONE && t->cab.end == UI_CAB_FAULT) {
        ui_problem_text(t->note, sizeof t->note, ui_text(UI_TEXT_TITLE_FAULT),
                        sim_world_fault(t->practice.site.world));
        t->status = UI_EXIT_CHECK_FAILED;
    }
    if (!dat_practice_finish(&t->practice, t->outcome, &problem)) {
        ui_problem_text(t->note, sizeof t->note, ui_text(UI_TEXT_PROBLEM_RECORD), problem.text);
        t->status = UI_EXIT_ENVIRONMENT;
    }
    dat_recorded_finish(&t->recorded);
    return t->status;
}

// ---- without a picture ----

static void print_events(const struct dat_practice *practice) {
    const struct veh_event *events;
    const int count = veh_worksite_events(&practice->site, &events);
    for (int i = 0; i < count; i++) {
        char text[160];
        bool warning;
        if (ui_event_message(&events[i], text, sizeof text, &warning))
            printf("%8.2f s  %s\n", events[i].time, text);
    }
}

static void wait_until(Uint64 start, double seconds) {
    const double now =
        (double)(SDL_GetPerformanceCounter() - start) / (double)SDL_GetPerformanceFrequency();
    if (seconds > now)
        SDL_Delay((Uint32)((seconds - now) * 1000.0));
}

// One step at t [s], with the levers as they are.
// guides: that are switched on, see struct dat_practice.
static void step_headless(struct dat_practice *practice, struct ui_input *input,
                          struct ui_can_bus *can, struct ui_seat *seat, double t,
                          struct veh_controls *controls, unsigned *guides) {
    SDL_Event event;
    struct ui_input_message message;
    ui_can_bus_update(can, input, t);
    while (SDL_PollEvent(&event))
        ui_input_event(input, &event);
    while (ui_input_take_message(input, &message))
        printf("%8.2f s  %s\n", t, ui_text(message.text));
    ui_seat_take_settings(seat, &input->setting, guides);
    ui_input_update(input, sim_world_step_size(practice->site.world), controls);
    dat_scenario_fix_aids(&practice->exercise->scenario, controls);
    practice->guides = dat_scenario_guides(&practice->exercise->scenario, *guides);
    ui_can_bus_command(can, input, t, controls);
    dat_practice_step(practice, controls);
    ui_can_bus_report(can, &practice->site);
    print_events(practice);
}

// Reports and listens, for as long as the instructor has the seat paused. Returns the time that
// took [performance counter].
static Uint64 attend_seat(struct ui_seat *seat, struct dat_practice *practice,
                          const struct veh_controls *controls) {
    const Uint64 start = SDL_GetPerformanceCounter();
    ui_seat_step(seat, practice);
    ui_seat_listen(seat, practice, controls);
    if (seat->message[0] != '\0')
        fprintf(stderr, "kranich train: %s\n", seat->message);
    seat->message[0] = '\0';
    if (!seat->paused)
        return 0;
    while (seat->paused && !ui_stop_requested()) {
        SDL_Delay(20);
        ui_seat_listen(seat, practice, controls);
    }
    return SDL_GetPerformanceCounter() - start;
}

static void drive_headless(struct dat_practice *practice, struct ui_input *input,
                           struct ui_can_bus *can, const struct ui_headless_training *def) {
    const double h = sim_world_step_size(practice->site.world);
    const double duration = def->duration;
    Uint64 start = SDL_GetPerformanceCounter();
    bool going = true;
    unsigned guides = practice->guides;
    for (double t = 0.0; going; t += h) {
        struct veh_controls controls;
        step_headless(practice, input, can, def->seat, t, &controls, &guides);
        start += attend_seat(def->seat, practice, &controls);
        going = !dat_practice_time_is_up(practice) &&
                sim_world_fault(practice->site.world) == NULL && !ui_stop_requested() &&
                def->seat->wish == UI_SEAT_GOES_ON;
        if (duration > 0.0 ? t >= duration : dat_score_passed(&practice->score))
            going = false;
        wait_until(start, t + h);
    }
}

// An enum ui_exit.
static int begin(const struct ui_headless_training *def, struct dat_recorded *recorded,
                 struct dat_practice *practice, struct dat_problem *problem) {
    if (def->resume > 0)
        return resume(def->store, def->resume, recorded, practice, problem);
    if (dat_practice_start(practice, def->exercise, def->store, def->trainee, DAT_TRAINEE, problem))
        return UI_EXIT_DONE;
    *practice = (struct dat_practice){.exercise = NULL};
    return UI_EXIT_ENVIRONMENT;
}

// Returns how it ended.
static enum dat_outcome drive(struct dat_practice *practice, struct ui_input *input,
                              const struct ui_headless_training *def) {
    static struct ui_can_bus bus; // large, and one at a time
    char note[UI_TRAINING_NOTE];
    if (!ui_can_bus_open(&bus, def->can, note, sizeof note))
        fprintf(stderr, "kranich train: %s\n", note);
    drive_headless(practice, input, &bus, def);
    ui_can_bus_close(&bus);
    const char *fault = sim_world_fault(practice->site.world);
    const enum dat_outcome outcome =
        outcome_of(practice, fault != NULL ? UI_CAB_FAULT : UI_CAB_LEFT);
    ui_result_sentence(practice, outcome, note, sizeof note);
    printf("%s\n", fault != NULL ? fault : note);
    return outcome;
}

int ui_training_run_headless(const struct ui_headless_training *def) {
    struct dat_problem problem = {""};
    struct dat_practice practice;
    struct dat_recorded recorded = {.exercise = NULL};
    struct ui_input input;
    if (!ui_input_init(&input, problem.text, sizeof problem.text)) {
        fprintf(stderr, "kranich train: error: %s\n", problem.text);
        return UI_EXIT_ENVIRONMENT;
    }
    int status = begin(def, &recorded, &practice, &problem);
    enum dat_outcome outcome = DAT_INTERRUPTED;
    if (status == UI_EXIT_DONE)
        ui_seat_begin(def->seat, def->resume > 0 ? recorded.info.trainee : def->trainee);
    if (status == UI_EXIT_DONE)
        outcome = drive(&practice, &input, def);
    ui_input_finish(&input);
    if (status == UI_EXIT_DONE && outcome == DAT_ERROR)
        status = UI_EXIT_CHECK_FAILED;
    if (!dat_practice_finish(&practice, outcome, &problem))
        status = UI_EXIT_ENVIRONMENT;
    if (status == UI_EXIT_USAGE || status == UI_EXIT_ENVIRONMENT)
        fprintf(stderr, "kranich train: error: %s\n", problem.text);
    dat_recorded_finish(&recorded);
    return status;
}
