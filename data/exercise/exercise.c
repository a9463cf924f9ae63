#include "data/exercise/exercise.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/course.h"
#include "data/exercise/exercise_read.h"
#include "data/exercise/fall.h"
#include "data/exercise/landing_make.h"
#include "data/exercise/own_species.h"
#include "data/exercise/placement.h"
#include "data/exercise/prepare.h"
#include "data/exercise/product_files.h"
#include "data/exercise/requirements.h"
#include "data/exercise/threads.h"
#include "data/exercise/tower_make.h"
#include "data/model/read.h"
#include "data/text/paths.h"
#include "data/text/text.h"
#include "data/text/yaml.h"
#include "vehicles/part/activation.h"

void dat_loader_report(const struct dat_loader *l, struct dat_place place, const char *format,
                       ...) {
    char sentence[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    dat_diagnose_in(l->d, l->exercise->path, l->text, place.line, place.column, "%s", sentence);
}

void dat_loader_report_memory(const struct dat_loader *l) {
    dat_loader_report(l, (struct dat_place){0, 0}, "not enough memory for the exercise");
}

// Turns a path in the scenario file into one relative to the working folder. False after an error.
static bool resolve(const struct dat_loader *l, struct dat_place place, const char *what,
                    const char *relative, char *path) {
    const bool fits = dat_site_neighbour(l->exercise->path, relative, path, DAT_SCENARIO_PATH);
    if (!fits)
        dat_loader_report(l, place, "the path of the %s is too long", what);
    else if (!dat_text_is_there(path))
        dat_loader_report(l, place, "the %s '%.100s' cannot be read: %s", what, relative,
                          strerror(errno));
    else
        return true;
    return false;
}

static bool load_site(const struct dat_loader *l) {
    struct dat_exercise *exercise = l->exercise;
    char folder[DAT_SCENARIO_PATH];
    if (!resolve(l, exercise->scenario.site_place, "site", exercise->scenario.site, folder) ||
        !dat_site_load_seed(folder, exercise->scenario.stand_seed, &exercise->site, l->d))
        return false;
    if (exercise->scenario.stand_seed >= 0 && !exercise->site.grown)
        dat_loader_report(l, exercise->scenario.stand_seed_place,
                          "the site has no 'stand.yaml' that grows a stand from 'stand_seed'");
    if (!dat_sources_append(&exercise->sources, &exercise->site.sources) ||
        !dat_sources_append(&exercise->sources, dat_own_species()))
        dat_loader_report_memory(l);
    return true;
}

static void load_lying(const struct dat_loader *l) {
    struct dat_exercise *exercise = l->exercise;
    struct dat_diagnostics part;
    char path[DAT_SCENARIO_PATH];
    if (exercise->scenario.lying[0] == '\0' ||
        !resolve(l, exercise->scenario.lying_place, "file of what lies", exercise->scenario.lying,
                 path))
        return;
    dat_diagnostics_init(&part, path, NULL);
    char *text = dat_text_load(path, &part);
    if (text != NULL && !dat_sources_add(&exercise->sources, path, text))
        dat_loader_report_memory(l);
    if (text != NULL)
        (void)dat_read_lying(text, &exercise->site.ground, &exercise->lying, &part);
    free(text);
    dat_diagnostics_append(l->d, &part);
}

// A diagnostic quotes the file. Of a file elsewhere that is not a machine nothing may be quoted,
// see dat_path_leaves_folder().
static bool may_be_shown(const struct dat_loader *l) {
    struct dat_diagnostics ignored;
    if (!dat_path_leaves_folder(l->exercise->scenario.machine))
        return true;
    dat_diagnostics_init(&ignored, l->exercise->machine_path, NULL);
    char *text = dat_text_load(l->exercise->machine_path, &ignored);
    const bool machine = text == NULL || dat_yaml_has_key(text, "kind");
    free(text);
    return machine;
}

static bool load_machine(const struct dat_loader *l) {
    struct dat_exercise *exercise = l->exercise;
    struct dat_diagnostics part;
    if (!l->machine_given && !resolve(l, exercise->scenario.machine_place, "machine",
                                      exercise->scenario.machine, exercise->machine_path))
        return false;
    if (!l->machine_given && !may_be_shown(l)) {
        dat_loader_report(
            l, exercise->scenario.machine_place,
            "'%.80s' is outside this file's folder and not a machine; none of it is shown",
            exercise->scenario.machine);
        return false;
    }
    exercise->machine_source = exercise->sources.count;
    const bool ok = dat_load_model_sources(exercise->machine_path, &exercise->machine,
                                           &exercise->sources, &part);
    dat_diagnostics_append(l->d, &part);
    return ok;
}

static void name_of(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    const char *file = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(file, '.');
    const int length = dot != NULL && dot > file ? (int)(dot - file) : (int)strlen(file);
    (void)snprintf(name, size, "%.*s", length, file);
}

static void load_contents(const struct dat_loader *l) {
    struct dat_exercise *exercise = l->exercise;
    if (!dat_sources_add(&exercise->sources, exercise->path, l->text))
        dat_loader_report_memory(l);
    if (!dat_read_scenario_set(l->text, exercise->path, l->settings, &exercise->scenario, l->d))
        return;
    // All files are read, so that the user sees the errors of all at once.
    dat_load_product_files(exercise, l->text, l->d);
    const bool has_site = load_site(l);
    const bool has_machine = load_machine(l);
    if (has_machine)
        dat_check_machine(l);
    dat_check_bursts(l);
    if (has_machine)
        dat_check_load(l);
    if (!has_site)
        return;
    load_lying(l);
    dat_trucks_load(exercise, l->text, l->d);
    dat_landings_make(exercise, l->text, l->d);
    dat_draw_piles(l);
    dat_tower_make(exercise, l->text, l->d);
    dat_trucks_check(exercise, l->text, l->d);
    if (dat_check_start(l) && has_machine) {
        dat_check_reach(l);
        dat_course_make(exercise, l->text, l->d);
    }
    dat_check_logs(l);
    if (!dat_mark_targets(l)) {
        dat_loader_report_memory(l);
        return;
    }
    dat_check_goals(l);
    dat_falls_make(exercise, l->text, l->d);
}

bool dat_exercise_load(const char *path, const char *machine_or_null, struct dat_exercise *exercise,
                       struct dat_diagnostics *d) {
    return dat_exercise_load_set(path, machine_or_null, NULL, exercise, d);
}

bool dat_exercise_load_set(const char *path, const char *machine_or_null,
                           const struct dat_settings *settings, struct dat_exercise *exercise,
                           struct dat_diagnostics *d) {
    *exercise = (struct dat_exercise){0};
    dat_diagnostics_init(d, path, NULL);
    const int length = snprintf(exercise->path, sizeof exercise->path, "%s", path);
    const int machine_length = snprintf(exercise->machine_path, sizeof exercise->machine_path, "%s",
                                        machine_or_null != NULL ? machine_or_null : "");
    if (length >= DAT_SCENARIO_PATH || machine_length >= DAT_SCENARIO_PATH) {
        dat_diagnose(d, 0, 0, "the path is longer than %d bytes", DAT_SCENARIO_PATH - 1);
        return false;
    }
    name_of(path, exercise->name, sizeof exercise->name);
    char *text = dat_text_load(path, d);
    if (text != NULL) {
        const struct dat_loader loader = {.exercise = exercise,
                                          .d = d,
                                          .text = text,
                                          .settings = settings,
                                          .machine_given = machine_or_null != NULL};
        load_contents(&loader);
        free(text);
        d->text = NULL;
    }
    if (!dat_diagnostics_ok(d)) {
        dat_exercise_finish(exercise);
        return false;
    }
    return true;
}

void dat_exercise_finish(struct dat_exercise *exercise) {
    dat_site_finish(&exercise->site);
    veh_machine_def_finish(&exercise->machine);
    dat_lying_finish(&exercise->lying);
    free(exercise->targets);
    free(exercise->falls);
    free(exercise->course);
    free(exercise->landings);
    for (int i = 0; i < exercise->scenario.truck_count && exercise->trucks != NULL; i++)
        veh_machine_def_finish(&exercise->trucks[i]);
    free(exercise->trucks);
    dat_sources_finish(&exercise->sources);
    dat_scenario_finish(&exercise->scenario);
    *exercise = (struct dat_exercise){0};
}

static bool add_contents(const struct dat_exercise *exercise, struct veh_worksite *worksite) {
    const struct dat_scenario *scenario = &exercise->scenario;
    const struct ter_ground *ground = &exercise->site.ground;
    if (veh_worksite_add_machine(worksite, &exercise->machine, exercise->start_x, exercise->start_y,
                                 scenario->heading) != 0 ||
        !dat_trucks_add(exercise, worksite))
        return false;
    for (int i = 0; i < scenario->log_count; i++) {
        const struct dat_scenario_log *log = &scenario->logs[i];
        struct ter_stem stem;
        if (!dat_scenario_log_stem(log, &stem) ||
            veh_worksite_add_log(worksite, &stem, log->x - ground->origin_x,
                                 log->y - ground->origin_y, -1.0, log->heading) < 0)
            return false;
    }
    return dat_lying_lay(&exercise->lying, worksite);
}

static struct ter_soil soil_of(const struct dat_exercise *exercise) {
    const double cone_index = exercise->scenario.cone_index;
    const bool mapped = cone_index <= 0.0 && exercise->site.has_soil;
    return (struct ter_soil){.cone_index = cone_index,
                             .map = mapped ? &exercise->site.soil : NULL,
                             .road = exercise->site.has_road ? &exercise->site.road : NULL};
}

bool dat_exercise_start(const struct dat_exercise *exercise, struct veh_worksite *worksite,
                        struct dat_problem *problem) {
    assert(exercise->site.ground.heights != NULL && exercise->machine.model.body_count > 0);
    const struct dat_scenario *scenario = &exercise->scenario;
    struct veh_worksite_def def = veh_default_worksite_def();
    def.world.threads = dat_threads(exercise->threads);
    def.ground = &exercise->site.ground;
    def.stand = &exercise->site.stand;
    def.soil = soil_of(exercise);
    def.faults = scenario->bursts;
    def.fault_count = scenario->burst_count;
    def.landings = exercise->landings;
    def.landing_count = scenario->landing_count;
    def.products = scenario->products;
    def.seed = scenario->seed;
    def.head_off = scenario->head_off;
    dat_problem_set(problem, "out of memory: the exercise %s cannot be started", exercise->name);
    if (!veh_worksite_init(worksite, &def))
        return false;
    if (add_contents(exercise, worksite) && dat_exercise_prepare(exercise, worksite, problem)) {
        veh_activation_begin(worksite);
        return true;
    }
    veh_worksite_finish(worksite);
    return false;
}

// Of the goals, or of a step on the way to them.
static int logs_to_load(const struct dat_scenario *scenario) {
    double logs = dat_goal_least(scenario->goals, scenario->goal_count, DAT_LOGS_LOADED);
    for (int i = 0; i < scenario->step_count; i++)
        logs = fmax(logs, dat_goal_least(scenario->steps[i].until, scenario->steps[i].until_count,
                                         DAT_LOGS_LOADED));
    return (int)logs;
}

struct veh_demo_task dat_exercise_task(const struct dat_exercise *exercise) {
    const struct dat_goal *goals = exercise->scenario.goals;
    const int count = exercise->scenario.goal_count;
    return (struct veh_demo_task){
        .machine = 0,
        .road = exercise->site.has_road ? &exercise->site.road : NULL,
        .trees = exercise->targets,
        .tree_count = exercise->target_count,
        .falls = exercise->falls,
        .fall_count = exercise->scenario.fall_count,
        .calibrate = dat_goal_least(goals, count, DAT_CALIBRATIONS) > 0.0,
        .only_grip = dat_goal_least(goals, count, DAT_TREES_GRIPPED) > 0.0 &&
                     dat_goal_least(goals, count, DAT_TREES_FELLED) <= 0.0,
        .logs = logs_to_load(&exercise->scenario),
        .carry = dat_goal_least(goals, count, DAT_CARRIED),
        .unload = (int)fmax(fmax(dat_goal_least(goals, count, DAT_LOGS_PILED),
                                 dat_goal_least(goals, count, DAT_LOGS_LANDED)),
                            dat_goal_least(goals, count, DAT_LOGS_ON_TRUCKS)),
        .tower = exercise->tower,
        .targets = exercise->course,
        .target_count = exercise->scenario.target_count,
    };
}
