#include "data/exercise/requirements.h"

#include <stdlib.h>
#include <string.h>

#include "data/exercise/landing_make.h"
#include "data/text/name_index.h"
#include "vehicles/part/bunk_stack.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/valve.h"

void dat_check_machine(const struct dat_loader *l) {
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
        dat_loader_report(l, scenario->machine_place,
                          "the machine '%.64s' lacks what this exercise needs: %s",
                          machine->model.name, missing);
    }
    if (scenario->camera[0] == '\0' || l->machine_given)
        return;
    for (int i = 0; i < machine->camera_count; i++)
        if (strcmp(machine->cameras[i].name, scenario->camera) == 0)
            return;
    dat_loader_report(l, scenario->camera_place, "the machine has no camera '%s'%s%s%s",
                      scenario->camera, machine->camera_count > 0 ? ", expected one such as '" : "",
                      machine->camera_count > 0 ? machine->cameras[0].name : "",
                      machine->camera_count > 0 ? "'" : "");
}

void dat_check_load(const struct dat_loader *l) {
    const struct dat_scenario_load *load = &l->exercise->scenario.load;
    const struct veh_bunk_def *bunk = veh_bunk_def(&l->exercise->machine);
    const struct dat_scenario_log log = dat_scenario_load_log(load);
    struct ter_stem stem;
    const int room = load->count > 0 && bunk != NULL && dat_scenario_log_stem(&log, &stem)
                         ? veh_bunk_room(bunk, &stem)
                         : 0;
    if (load->count > 0 && !l->exercise->scenario.has_tip)
        dat_loader_report(l, load->place,
                          "'load' needs 'tip': a place for the crane beside the bunk");
    if (load->count > 0 && bunk == NULL)
        dat_loader_report(l, load->place, "the machine has no bunk for the load");
    else if (room < load->count)
        dat_loader_report(l, load->place, "the bunk has room for %d such logs, found %d", room,
                          load->count);
}

void dat_check_bursts(const struct dat_loader *l) {
    const struct dat_scenario *scenario = &l->exercise->scenario;
    const struct veh_machine_def *machine = &l->exercise->machine;
    for (int b = 0; b < scenario->burst_count; b++) {
        const char *such = NULL;
        bool found = false;
        for (int i = 0; i < machine->part_count && !found; i++) {
            const struct veh_valve_def *valve = machine->parts[i].def;
            if (machine->parts[i].kind != &veh_part_valve)
                continue;
            found = strcmp(valve->name, scenario->bursts[b].name) == 0;
            such = such != NULL ? such : valve->name;
        }
        if (!found)
            dat_loader_report(l, scenario->burst_place[b], "the machine has no valve '%s'%s%s%s",
                              scenario->bursts[b].name,
                              such != NULL ? ", expected one such as '" : "",
                              such != NULL ? such : "", such != NULL ? "'" : "");
    }
}

bool dat_mark_targets(const struct dat_loader *l) {
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
            dat_loader_report(l, wanted->place, "the site has no tree '%s'", wanted->id);
        else if (stand->trees[index].status == TER_TREE_FELLED)
            dat_loader_report(l, wanted->place, "tree '%s' has already been felled", wanted->id);
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

static void check_goal(const struct dat_loader *l, const struct dat_goal *goal,
                       struct dat_place place) {
    const struct dat_exercise *exercise = l->exercise;
    const struct dat_scenario *scenario = &exercise->scenario;
    const double wanted = goal->at_least;
    const int lying = scenario->log_count + scenario->load.count + dat_lying_logs(&exercise->lying);
    if (goal->metric == DAT_TREES_FELLED && wanted > exercise->target_count)
        dat_loader_report(l, place, "the goal is %.0f trees, but only %d are to be felled", wanted,
                          exercise->target_count);
    if (goal->metric == DAT_LOGS_LANDED && wanted > dat_landings_logs(exercise))
        dat_loader_report(l, place,
                          "the goal is %.0f logs on landings, but only %d are of their assortments",
                          wanted, dat_landings_logs(exercise));
    if (goal->metric == DAT_TOWER_LOGS && wanted > lying)
        dat_loader_report(l, place, "the goal is a tower of %.0f logs, but only %d lie there",
                          wanted, lying);
    if (goal->metric == DAT_LOGS_LOADED && wanted > lying)
        dat_loader_report(l, place, "the goal is %.0f logs, but only %d lie on the ground", wanted,
                          lying);
}

void dat_check_goals(const struct dat_loader *l) {
    const struct dat_scenario *scenario = &l->exercise->scenario;
    for (int i = 0; i < scenario->goal_count; i++)
        check_goal(l, &scenario->goals[i], scenario->goal_place[i]);
    for (int s = 0; s < scenario->step_count; s++) {
        const struct dat_scenario_step *step = &scenario->steps[s];
        for (int i = 0; i < step->until_count; i++)
            check_goal(l, &step->until[i], step->until_place[i]);
    }
}
