#include "ui/screen/training.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "ui/input/stop.h"
#include "ui/screen/cab.h"
#include "ui/screen/exit_status.h"

static enum dat_outcome outcome_of(const struct dat_practice *practice, enum ui_cab_end end) {
    if (end == UI_CAB_FAULT)
        return DAT_ERROR;
    if (dat_practice_passed(practice))
        return DAT_PASSED;
    return end == UI_CAB_LEFT || !dat_practice_has_goals(practice) ? DAT_STOPPED : DAT_FAILED;
}

static void describe(const struct dat_practice *p, enum dat_outcome outcome, char *note,
                     size_t size) {
    const double seconds = veh_worksite_time(&p->site);
    const int n = snprintf(note, size, "%s: %s after %d:%02d min", p->exercise->scenario.title,
                           outcome == DAT_PASSED   ? "passed"
                           : outcome == DAT_FAILED ? "not passed"
                           : outcome == DAT_ERROR  ? "stopped by a fault of the simulation"
                                                   : "ended",
                           (int)seconds / 60, (int)seconds % 60);
    if (n < 0 || (size_t)n >= size)
        return;
    if (p->site.machines[0].def->bunk.present)
        snprintf(note + n, size - (size_t)n, ", %d logs loaded, %d lost, %.0f m carried",
                 p->logs_loaded, p->logs_lost, p->carried);
    else
        snprintf(note + n, size - (size_t)n, ", %d trees felled, %d logs cut", p->trees_felled,
                 p->log_count);
}

int ui_training_run(struct ui_app *app, struct dat_exercise *exercise, struct dat_store *store,
                    const char *trainee, char *note, size_t size) {
    struct dat_problem problem = {""};
    struct dat_practice practice;
    struct ui_cab cab;
    if (!dat_practice_start(&practice, exercise, store, trainee, DAT_TRAINEE, &problem)) {
        snprintf(note, size, "%s", problem.text);
        return UI_EXIT_ENVIRONMENT;
    }
    enum dat_outcome outcome = DAT_ERROR;
    int status = UI_EXIT_DONE;
    if (ui_cab_init(&cab, app, &practice, note, size)) {
        enum ui_cab_end end;
        do {
            end = ui_cab_frame(&cab);
            // A record that cannot be written is worth knowing at once, not at the end.
            if (practice.recorder != NULL && !dat_recorder_ok(practice.recorder, &problem))
                ui_hud_say(&cab.hud, true, problem.text);
        } while (end == UI_CAB_GOES_ON);
        outcome = outcome_of(&practice, end);
        describe(&practice, outcome, note, size);
        if (end == UI_CAB_FAULT) {
            snprintf(note, size, "%s", sim_world_fault(practice.site.world));
            status = UI_EXIT_CHECK_FAILED;
        }
    } else {
        status = UI_EXIT_ENVIRONMENT;
    }
    ui_cab_finish(&cab);
    if (!dat_practice_finish(&practice, outcome, &problem)) {
        snprintf(note, size, "%s", problem.text);
        status = UI_EXIT_ENVIRONMENT;
    }
    return status;
}

// --- without a picture ---------------------------------------------------------------------------

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

static void drive_headless(struct dat_practice *practice, struct ui_input *input, double duration) {
    const double h = sim_world_step_size(practice->site.world);
    const Uint64 start = SDL_GetPerformanceCounter();
    bool going = true;
    for (double t = 0.0; going; t += h) {
        struct veh_controls controls;
        SDL_Event event;
        char text[96];
        while (SDL_PollEvent(&event))
            ui_input_event(input, &event);
        while (ui_input_take_message(input, text, sizeof text))
            printf("%8.2f s  %s\n", t, text);
        ui_input_update(input, h, &controls);
        dat_practice_step(practice, &controls);
        print_events(practice);
        going = !dat_practice_time_is_up(practice) &&
                sim_world_fault(practice->site.world) == NULL && !ui_stop_requested();
        if (duration > 0.0 ? t >= duration : dat_practice_passed(practice))
            going = false;
        wait_until(start, t + h);
    }
}

int ui_training_run_headless(struct dat_exercise *exercise, struct dat_store *store,
                             const char *trainee, double duration) {
    struct dat_problem problem = {""};
    struct dat_practice practice;
    struct ui_input input;
    char note[UI_TRAINING_NOTE];
    if (!ui_input_init(&input, note, sizeof note)) {
        fprintf(stderr, "kranich train: error: %s\n", note);
        return UI_EXIT_ENVIRONMENT;
    }
    if (!dat_practice_start(&practice, exercise, store, trainee, DAT_TRAINEE, &problem)) {
        fprintf(stderr, "kranich train: error: %s\n", problem.text);
        ui_input_finish(&input);
        return UI_EXIT_ENVIRONMENT;
    }
    drive_headless(&practice, &input, duration);
    const char *fault = sim_world_fault(practice.site.world);
    const enum dat_outcome outcome =
        outcome_of(&practice, fault != NULL ? UI_CAB_FAULT : UI_CAB_LEFT);
    describe(&practice, outcome, note, sizeof note);
    printf("%s\n", fault != NULL ? fault : note);
    ui_input_finish(&input);
    if (dat_practice_finish(&practice, outcome, &problem))
        return outcome == DAT_ERROR ? UI_EXIT_CHECK_FAILED : UI_EXIT_DONE;
    fprintf(stderr, "kranich train: error: %s\n", problem.text);
    return UI_EXIT_ENVIRONMENT;
}
