#include "ui/screen/demonstration.h"

#include "data/text/monotonic.h"
#include "ui/text/demo_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/text.h"

static void show_message(struct ui_demonstration *shown) {
    char *hint = shown->cab.hud.hint;
    const size_t size = sizeof shown->cab.hud.hint;
    if (shown->result == VEH_DEMO_FAILED)
        UI_WRITE(hint, size, DEMO_GAVE_UP, veh_demo_message(shown->demo));
    else if (shown->result == VEH_DEMO_DONE)
        ui_print(hint, size, "%s", ui_text(UI_TEXT_DEMO_DONE));
    else
        ui_print(hint, size, "%s", veh_demo_message(shown->demo));
}

static bool drive(void *context, struct veh_controls *controls) {
    struct ui_demonstration *shown = context;
    shown->result = veh_demo_step(shown->demo, &shown->cab.practice->site, controls);
    show_message(shown);
    return shown->result == VEH_DEMO_GOING;
}

// The finished work stays in the picture until the onlooker closes the window.
static bool over(void *context, enum ui_cab_end end) {
    struct ui_demonstration *shown = context;
    shown->over = dat_monotonic();
    return end == UI_CAB_DRIVER_DONE;
}

bool ui_demonstration_open(struct ui_demonstration *shown, struct ui_app *app,
                           struct dat_practice *practice, struct veh_demonstrator *demo,
                           char *problem, size_t size) {
    shown->demo = demo;
    shown->result = VEH_DEMO_GOING;
    shown->over = 0.0;
    if (!ui_cab_init(&shown->cab, app, practice, problem, size))
        return false;
    shown->cab.driver = drive;
    shown->cab.over = over;
    shown->cab.context = shown;
    ui_app_push(app, &shown->cab.base);
    return true;
}

bool ui_demonstration_begin(struct ui_demonstration *shown, struct ui_app *app,
                            struct dat_exercise *exercise, char *problem, size_t size) {
    struct dat_problem trouble = {""};
    const char *reason = "";
    *shown = (struct ui_demonstration){.result = VEH_DEMO_GOING};
    if (!dat_practice_start(&shown->practice, exercise, NULL, "Demonstrator", DAT_DEMONSTRATOR,
                            &trouble)) {
        ui_problem_text(problem, size, ui_text(UI_TEXT_PROBLEM_BEGIN), trouble.text);
        return false;
    }
    struct veh_demo_task task = dat_exercise_task(exercise);
    task.words = ui_demo_words();
    task.novice_seed = (uint64_t)exercise->scenario.seed;
    struct veh_demonstrator *demo = veh_demo_create(&shown->practice.site, &task, &reason);
    if (demo == NULL)
        UI_WRITE(problem, size, DEMO_GAVE_UP, reason);
    else if (ui_demonstration_open(shown, app, &shown->practice, demo, problem, size))
        return true;
    shown->demo = demo;
    ui_demonstration_end(shown);
    return false;
}

void ui_demonstration_end(struct ui_demonstration *shown) {
    struct dat_problem problem;
    veh_demo_destroy(shown->demo);
    (void)dat_practice_finish(&shown->practice, DAT_STOPPED, &problem); // nothing was recorded
    shown->demo = NULL;
}
