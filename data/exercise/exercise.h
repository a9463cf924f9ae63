// A loaded exercise: the scenario with its site and its machine, checked against each other, and
// the worksite made of them.
#pragma once

#include "data/exercise/lying.h"
#include "data/exercise/scenario.h"
#include "data/site/site.h"
#include "data/text/problem.h"
#include "vehicles/machine_def.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/worksite.h"

#define DAT_EXERCISE_NAME 64

// Must not move while a worksite made of it exists.
struct dat_exercise {
    char name[DAT_EXERCISE_NAME];         // the file's name without folder and extension
    char path[DAT_SCENARIO_PATH];         // of the scenario file
    char machine_path[DAT_SCENARIO_PATH]; // of the machine file that was loaded
    struct dat_scenario scenario;
    struct dat_site site;
    struct veh_machine_def machine;
    struct dat_lying_list lying; // of the scenario's file, if it names one
    double start_x, start_y;     // [m] of the machine, local
    int *targets;                // owned: indices of the trees to be felled
    int target_count;
    struct veh_fall *falls;         // owned: as many as the scenario has falls
    struct veh_target *course;      // owned: as many as the scenario has targets
    struct veh_machine_def *trucks; // owned: as many as the scenario has trucks
    struct veh_landing *landings;   // owned: as many as the scenario has landings
    struct veh_tower_plan tower;    // of no logs: there is none
    int threads;                    // of its worksites, 0: see dat_threads()
    // Every file that was read: the first is the scenario, the one at machine_source the machine.
    struct dat_source_list sources;
    int machine_source;
};

// Reads the scenario file at path and all files that it names; machine_or_null replaces the
// scenario's machine file. d is initialised here. True: the caller finishes the exercise. False
// with the errors of all files in d.
bool dat_exercise_load(const char *path, const char *machine_or_null, struct dat_exercise *exercise,
                       struct dat_diagnostics *d);
// The same with values for the scenario's parameters; NULL: their defaults.
bool dat_exercise_load_set(const char *path, const char *machine_or_null,
                           const struct dat_settings *settings, struct dat_exercise *exercise,
                           struct dat_diagnostics *d);
void dat_exercise_finish(struct dat_exercise *exercise); // accepts a zeroed struct

// Makes the worksite in the caller's memory, who finishes it: machine 0 at its start, and the logs,
// on the ground. An exercise can be started any number of times, and every worksite is the same.
// False with a sentence in problem.
bool dat_exercise_start(const struct dat_exercise *exercise, struct veh_worksite *worksite,
                        struct dat_problem *problem);
// The exercise as a demonstrator's task, which is valid as long as the exercise is loaded.
struct veh_demo_task dat_exercise_task(const struct dat_exercise *exercise);
