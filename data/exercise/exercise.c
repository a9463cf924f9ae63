#include "data/exercise/exercise.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "data/exercise/course.h"
#include "data/exercise/fall.h"
#include "data/exercise/landing_make.h"
#include "data/exercise/own_species.h"
#include "data/exercise/prepare.h"
#include "data/exercise/product_files.h"
#include "data/exercise/start.h"
#include "data/exercise/threads.h"
#include "data/model/read.h"
#include "data/text/name_index.h"
#include "data/text/paths.h"
#include "data/text/text.h"
#include "data/text/yaml.h"
#include "vehicles/part/activation.h"
#include "vehicles/part/bunk_stack.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/valve.h"

// Room that must be free of trees around the start: a large machine, and a little more.
static const double half_length = 5.0; // [m]
static const double half_width = 1.8;  // [m]

// The context of reading and checking.
struct loader {
    struct dat_exercise *exercise;
    struct dat_diagnostics *d;
    const char *text; // of the scenario, for quoting
    bool machine_given;
};

static void DAT_PRINTF(3, 4)
    report(const struct loader *l, struct dat_place place, const char *format, ...) {
    char sentence[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    dat_diagnose_in(l->d, l->exercise->path, l->text, place.line, place.column, "%s", sentence);
}

static void report_memory(const struct loader *l) {
    report(l, (struct dat_place){0, 0}, "not enough memory for the exercise");
}

// Turns a path in the scenario file into one relative to the working folder. False after an error.
static bool resolve(const struct loader *l, struct dat_place place, const char *what,
                    const char *relative, char *path) {
    struct stat info;
    const bool fits = dat_site_neighbour(l->exercise->path, relative, path, DAT_SCENARIO_PATH);
    if (!fits)
        report(l, place, "the path of the %s is too long", what);
    else if (stat(path, &info) != 0)
        report(l, place, "the %s '%.100s' cannot be read: %s", what, relative, strerror(errno));
    else
        return true;
    return false;
}

static bool load_site(const struct loader *l) {
    struct dat_exercise *exercise = l->exercise;
    char folder[DAT_SCENARIO_PATH];
    if (!resolve(l, exercise->scenario.site_place, "site", exercise->scenario.site, folder) ||
        !dat_site_load(folder, &exercise->site, l->d))
        return false;
    if (!dat_sources_append(&exercise->sources, &exercise->site.sources) ||
        !dat_sources_append(&exercise->sources, dat_own_species()))
        report_memory(l);
    return true;
}

static void load_lying(const struct loader *l) {
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
        report_memory(l);
    if (text != NULL)
        (void)dat_read_lying(text, &exercise->site.ground, &exercise->lying, &part);
    free(text);
    dat_diagnostics_append(l->d, &part);
}

// A diagnostic quotes the file. Of a file elsewhere that is not a machine nothing may be quoted,
// see dat_path_leaves_folder().
static bool may_be_shown(const struct loader *l) {
    struct dat_diagnostics ignored;
    if (!dat_path_leaves_folder(l->exercise->scenario.machine))
        return true;
    dat_diagnostics_init(&ignored, l->exercise->machine_path, NULL);
    char *text = dat_text_load(l->exercise->machine_path, &ignored);
    const bool machine = text == NULL || dat_yaml_has_key(text, "kind");
    free(text);
    return machine;
}

static bool load_machine(const struct loader *l) {
    struct dat_exercise *exercise = l->exercise;
    struct dat_diagnostics part;
    if (!l->machine_given && !resolve(l, exercise->scenario.machine_place, "machine",
                                      exercise->scenario.machine, exercise->machine_path))
        return false;
    if (!l->machine_given && !may_be_shown(l)) {
        report(l, exercise->scenario.machine_place,
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

// ---- consistency ----

static void check_machine(const struct loader *l) {
    const struct dat_scenario *scenario = &l->exercise->scenario;
    const struct veh_machine_def *machine = &l->exercise->machine;
    const unsigned lacks = scenario->needs & ~dat_machine_parts(machine);
    const char *missing = NULL;
    if (veh_drive_def(machine) == NULL)
        missing = "a drive";
    else if (lacks & DAT_NEEDS_HEAD)
        missing = "a harvester head";
    else if (lacks & (DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK))
        missing = "a grapple and a bunk";
    else if (lacks & DAT_NEEDS_CRANE)
        missing = "a crane";
    else if (lacks & DAT_NEEDS_ENGINE)
        missing = "an engine";
    if (missing != NULL && l->machine_given) {
        dat_diagnose_in(l->d, l->exercise->machine_path, NULL, 0, 0,
                        "the machine lacks what this exercise needs: %s", missing);
    } else if (missing != NULL) {
        report(l, scenario->machine_place, "the machine '%.64s' lacks what this exercise needs: %s",
               machine->model.name, missing);
    }
    if (scenario->camera[0] == '\0' || l->machine_given)
        return;
    for (int i = 0; i < machine->camera_count; i++)
        if (strcmp(machine->cameras[i].name, scenario->camera) == 0)
            return;
    report(l, scenario->camera_place, "the machine has no camera '%s'%s%s%s", scenario->camera,
           machine->camera_count > 0 ? ", expected one such as '" : "",
           machine->camera_count > 0 ? machine->cameras[0].name : "",
           machine->camera_count > 0 ? "'" : "");
}

static void check_load(const struct loader *l) {
    const struct dat_scenario_load *load = &l->exercise->scenario.load;
    const struct veh_bunk_def *bunk = veh_bunk_def(&l->exercise->machine);
    const struct dat_scenario_log log = dat_scenario_load_log(load);
    struct ter_stem stem;
    const int room = load->count > 0 && bunk != NULL && dat_scenario_log_stem(&log, &stem)
                         ? veh_bunk_room(bunk, &stem)
                         : 0;
    if (load->count > 0 && !l->exercise->scenario.has_tip)
        report(l, load->place, "'load' needs 'tip': a place for the crane beside the bunk");
    if (load->count > 0 && bunk == NULL)
        report(l, load->place, "the machine has no bunk for the load");
    else if (room < load->count)
        report(l, load->place, "the bunk has room for %d such logs, found %d", room, load->count);
}

// Hoses that burst belong to valves of the machine.
static void check_bursts(const struct loader *l) {
    const struct dat_scenario *scenario = &l->exercise->scenario;
    const struct veh_machine_def *machine = &l->exercise->machine;
    for (int b = 0; b < scenario->burst_count; b++) {
        const char *such = NULL;
        bool found = false;
        for (int i = 0; i < machine->part_count && !found; i++) {
            const struct veh_valve_def *valve = machine->parts[i].def;
            if (machine->parts[i].kind != &veh_part_valve)
                continue;
            found = strcmp(valve->name, scenario->bursts[b].valve) == 0;
            such = such != NULL ? such : valve->name;
        }
        if (!found)
            report(l, scenario->burst_place[b], "the machine has no valve '%s'%s%s%s",
                   scenario->bursts[b].valve, such != NULL ? ", expected one such as '" : "",
                   such != NULL ? such : "", such != NULL ? "'" : "");
    }
}

static bool on_site(const struct loader *l, double x, double y, struct dat_place place,
                    const char *what) {
    const struct ter_ground *ground = &l->exercise->site.ground;
    if (ter_ground_contains(ground, x - ground->origin_x, y - ground->origin_y))
        return true;
    report(l, place, "%s at (%g, %g) is off the site, expected x %g to %g and y %g to %g", what, x,
           y, ground->field.x0 + ground->origin_x, ter_ground_x_max(ground) + ground->origin_x,
           ground->field.y0 + ground->origin_y, ter_ground_y_max(ground) + ground->origin_y);
    return false;
}

// False after an error.
static bool check_start(const struct loader *l) {
    struct dat_exercise *exercise = l->exercise;
    const struct dat_scenario *scenario = &exercise->scenario;
    const struct ter_ground *ground = &exercise->site.ground;
    exercise->start_x = scenario->x - ground->origin_x;
    exercise->start_y = scenario->y - ground->origin_y;
    if (!on_site(l, scenario->x, scenario->y, scenario->start_place, "the start"))
        return false;
    const double c = sim_cos(scenario->heading);
    const double s = sim_sin(scenario->heading);
    for (int i = 0; i < exercise->site.stand.count; i++) {
        const struct ter_tree *tree = &exercise->site.stand.trees[i];
        const double dx = tree->position.x - exercise->start_x;
        const double dy = tree->position.y - exercise->start_y;
        if (tree->status != TER_TREE_FELLED && fabs(c * dx + s * dy) < half_length &&
            fabs(c * dy - s * dx) < half_width) {
            report(l, scenario->start_place,
                   "the start is not free: tree '%s' is %.1f m from it, under the machine",
                   tree->id, hypot(dx, dy));
            return false;
        }
    }
    return true;
}

// The machine at the start must be on the terrain and clear of trees and logs, wherever its parts
// reach.
static void check_reach(const struct loader *l) {
    const struct dat_exercise *exercise = l->exercise;
    const struct dat_place place = exercise->scenario.start_place;
    const struct dat_start_conflict conflict = dat_start_examine(exercise);
    switch (conflict.obstacle) {
    case DAT_OBSTACLE_NONE:
        break;
    case DAT_OBSTACLE_EDGE:
        report(l, place, "the machine starts half off the terrain: '%s' is beyond its edge",
               conflict.body);
        break;
    case DAT_OBSTACLE_TREE:
        report(l, place, "the machine starts in a tree: '%s' is where tree '%s' stands",
               conflict.body, exercise->site.stand.trees[conflict.index].id);
        break;
    case DAT_OBSTACLE_PILE:
        report(l, place,
               "the machine starts on a pile: '%s' is where a log of the pile of line %d lies",
               conflict.body, exercise->scenario.piles[conflict.index].place.line);
        break;
    case DAT_OBSTACLE_LYING:
        report(l, place, "the machine starts on what lies there: '%s' is where a stem of '%s' lies",
               conflict.body, exercise->scenario.lying);
        break;
    case DAT_OBSTACLE_BEARER:
        report(l, place, "the machine starts on a landing: '%s' is where a bearer lies",
               conflict.body);
        break;
    case DAT_OBSTACLE_LOG:
        report(l, place, "the machine starts on a log: '%s' is where the log of line %d lies",
               conflict.body, exercise->scenario.logs[conflict.index].place.line);
        break;
    }
}

static void check_logs(const struct loader *l) {
    const struct dat_scenario *scenario = &l->exercise->scenario;
    for (int i = 0; i < scenario->log_count; i++) {
        const struct dat_scenario_log *log = &scenario->logs[i];
        if (!on_site(l, log->x, log->y, log->place, "a log"))
            return;
    }
}

// The whole pile must be on the terrain before the ground below it can be asked for.
static bool check_pile(const struct loader *l, const struct dat_pile *pile) {
    const struct ter_ground *ground = &l->exercise->site.ground;
    const struct veh_bunk_def *bunk = veh_bunk_def(&l->exercise->machine);
    const double longest = dat_pile_longest(pile);
    const double reach = 0.5 * longest + pile->uneven + 0.5 * pile->width;
    if (!on_site(l, pile->x, pile->y, pile->place, "a pile"))
        return false;
    for (int i = 0; i < 4; i++) {
        const double x = pile->x - ground->origin_x + (i & 1 ? reach : -reach);
        const double y = pile->y - ground->origin_y + (i & 2 ? reach : -reach);
        if (!ter_ground_contains(ground, x, y)) {
            report(l, pile->place, "the pile reaches off the site, expected %.1f m to its edge",
                   reach);
            return false;
        }
    }
    if (bunk != NULL && longest > bunk->size.x)
        dat_warn(l->d, pile->place.line, pile->place.column,
                 "logs of %g m are longer than the machine's bunk, %g m", longest, bunk->size.x);
    return true;
}

static void draw_piles(const struct loader *l) {
    struct dat_exercise *exercise = l->exercise;
    const struct ter_stand *stand = &exercise->site.stand;
    for (int i = 0; i < exercise->scenario.pile_count; i++) {
        const struct dat_pile *pile = &exercise->scenario.piles[i];
        const int first = exercise->lying.count;
        int tree = -1;
        if (!check_pile(l, pile))
            continue;
        const enum dat_pile_result drawn =
            dat_pile_draw(pile, i, &exercise->site.ground, &exercise->lying);
        if (drawn == DAT_PILE_NO_MEMORY)
            report_memory(l);
        else if (drawn == DAT_PILE_TOO_HIGH)
            report(l, pile->place,
                   "only %d of the pile's %d logs find room below %.0f m, expected fewer, or a "
                   "wider pile in another place",
                   exercise->lying.count - first, dat_pile_logs(pile), dat_pile_lift);
        for (int k = first; k < exercise->lying.count && tree < 0; k++)
            tree = dat_pile_tree(&exercise->lying.items[k], stand);
        if (tree >= 0)
            report(l, pile->place, "the pile is not free: a log lies where tree '%s' stands",
                   stand->trees[tree].id);
    }
}

// The stand's marks become those of the scenario, and the marked trees the targets.
static bool mark_targets(const struct loader *l) {
    struct dat_exercise *exercise = l->exercise;
    const struct dat_scenario *scenario = &exercise->scenario;
    struct ter_stand *stand = &exercise->site.stand;
    for (int i = 0; i < stand->count && scenario->tree_count > 0; i++)
        if (stand->trees[i].status == TER_TREE_MARKED)
            stand->trees[i].status = TER_TREE_STANDING;
    struct dat_name_index ids;
    bool ok = dat_name_index_init(&ids, stand->count > 0 ? stand->trees->id : NULL, stand->count,
                                  sizeof *stand->trees);
    for (int i = 0; i < scenario->tree_count && ok; i++) {
        const struct dat_scenario_tree *wanted = &scenario->trees[i];
        const int index = dat_name_index_find(&ids, wanted->id);
        if (index < 0)
            report(l, wanted->place, "the site has no tree '%s'", wanted->id);
        else if (stand->trees[index].status == TER_TREE_FELLED)
            report(l, wanted->place, "tree '%s' has already been felled", wanted->id);
        else
            stand->trees[index].status = TER_TREE_MARKED;
    }
    dat_name_index_finish(&ids);
    exercise->targets = malloc(((size_t)stand->count + 1) * sizeof *exercise->targets);
    for (int i = 0; i < stand->count && exercise->targets != NULL; i++)
        if (stand->trees[i].status == TER_TREE_MARKED)
            exercise->targets[exercise->target_count++] = i;
    return ok && exercise->targets != NULL;
}

// No more trees and logs are asked for than there are.
static void check_goal(const struct loader *l, const struct dat_goal *goal,
                       struct dat_place place) {
    const struct dat_exercise *exercise = l->exercise;
    const struct dat_scenario *scenario = &exercise->scenario;
    const double wanted = goal->at_least;
    const int lying = scenario->log_count + scenario->load.count + dat_lying_logs(&exercise->lying);
    if (goal->metric == DAT_TREES_FELLED && wanted > exercise->target_count)
        report(l, place, "the goal is %.0f trees, but only %d are to be felled", wanted,
               exercise->target_count);
    if (goal->metric == DAT_LOGS_LANDED && wanted > dat_landings_logs(exercise))
        report(l, place, "the goal is %.0f logs on landings, but only %d are of their assortments",
               wanted, dat_landings_logs(exercise));
    if (goal->metric == DAT_LOGS_LOADED && wanted > lying)
        report(l, place, "the goal is %.0f logs, but only %d lie on the ground", wanted, lying);
}

static void check_goals(const struct loader *l) {
    const struct dat_scenario *scenario = &l->exercise->scenario;
    for (int i = 0; i < scenario->goal_count; i++)
        check_goal(l, &scenario->goals[i], scenario->goal_place[i]);
    for (int s = 0; s < scenario->step_count; s++) {
        const struct dat_scenario_step *step = &scenario->steps[s];
        for (int i = 0; i < step->until_count; i++)
            check_goal(l, &step->until[i], step->until_place[i]);
    }
}

// ---- the whole ----

static void name_of(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    const char *file = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(file, '.');
    const int length = dot != NULL && dot > file ? (int)(dot - file) : (int)strlen(file);
    (void)snprintf(name, size, "%.*s", length, file);
}

static void load_contents(const struct loader *l) {
    struct dat_exercise *exercise = l->exercise;
    if (!dat_sources_add(&exercise->sources, exercise->path, l->text))
        report_memory(l);
    if (!dat_read_scenario(l->text, exercise->path, &exercise->scenario, l->d))
        return;
    // All files are read, so that the user sees the errors of all at once.
    dat_load_product_files(exercise, l->text, l->d);
    const bool has_site = load_site(l);
    const bool has_machine = load_machine(l);
    if (has_machine)
        check_machine(l);
    check_bursts(l);
    if (has_machine)
        check_load(l);
    if (!has_site)
        return;
    load_lying(l);
    dat_trucks_load(exercise, l->text, l->d);
    dat_landings_make(exercise, l->text, l->d);
    draw_piles(l);
    if (check_start(l) && has_machine) {
        check_reach(l);
        dat_course_make(exercise, l->text, l->d);
    }
    check_logs(l);
    if (!mark_targets(l)) {
        report_memory(l);
        return;
    }
    check_goals(l);
    dat_falls_make(exercise, l->text, l->d);
}

bool dat_exercise_load(const char *path, const char *machine_or_null, struct dat_exercise *exercise,
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
        const struct loader loader = {exercise, d, text, machine_or_null != NULL};
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
    def.bursts = scenario->bursts;
    def.burst_count = scenario->burst_count;
    def.landings = exercise->landings;
    def.landing_count = scenario->landing_count;
    def.products = scenario->products;
    def.seed = scenario->seed;
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
        .only_grip = dat_goal_least(goals, count, DAT_TREES_GRIPPED) > 0.0 &&
                     dat_goal_least(goals, count, DAT_TREES_FELLED) <= 0.0,
        .logs = (int)dat_goal_least(goals, count, DAT_LOGS_LOADED),
        .carry = dat_goal_least(goals, count, DAT_CARRIED),
        .unload = (int)fmax(dat_goal_least(goals, count, DAT_LOGS_PILED),
                            dat_goal_least(goals, count, DAT_LOGS_LANDED)),
        .targets = exercise->course,
        .target_count = exercise->scenario.target_count,
    };
}
