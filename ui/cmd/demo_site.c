#include "ui/cmd/demo_site.h"

#include <stdio.h>
#include <string.h>

#include "data/exercise/library.h"
#include "ui/cmd/bench_complain.h"

static bool load(struct ui_demo_site *site, const char *exercise) {
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[DAT_SCENARIO_PATH];
    if (dat_library_find(NULL, "exercises", exercise, path, sizeof path, &problem) !=
        DAT_LIBRARY_FOUND)
        return ui_bench_complain(problem.text);
    site->loaded = dat_exercise_load(path, NULL, &site->exercise, &d);
    if (!site->loaded)
        dat_diagnostics_print(&d, stderr);
    return site->loaded;
}

bool ui_demo_site_start(struct ui_demo_site *site, const char *exercise) {
    struct dat_problem problem = {""};
    const char *reason = "";
    memset(site, 0, sizeof *site);
    if (!load(site, exercise))
        return false;
    site->started =
        dat_practice_start(&site->practice, &site->exercise, NULL, "", DAT_DEMONSTRATOR, &problem);
    if (!site->started)
        return ui_bench_complain(problem.text);
    const struct veh_demo_task task = dat_exercise_task(&site->exercise);
    site->demo = veh_demo_create(&site->practice.site, &task, &reason);
    return site->demo != NULL || ui_bench_complain(reason);
}

void ui_demo_site_finish(struct ui_demo_site *site) {
    struct dat_problem problem = {""};
    veh_demo_destroy(site->demo);
    if (site->started)
        (void)dat_practice_finish(&site->practice, DAT_STOPPED, &problem);
    if (site->loaded)
        dat_exercise_finish(&site->exercise);
    memset(site, 0, sizeof *site);
}

enum veh_demo_result ui_demo_site_step(struct ui_demo_site *site) {
    const enum veh_demo_result result =
        veh_demo_step(site->demo, &site->practice.site, &site->controls);
    if (result == VEH_DEMO_GOING)
        dat_practice_step(&site->practice, &site->controls);
    return result;
}
