// A running exercise: the worksite, its record in the database, and the score against the goals.
// The operator (a trainee, the demonstrator, a test) only provides the controls of each step.
#pragma once

#include <jansson.h>

#include "data/exercise/exercise.h"
#include "data/exercise/faults.h"
#include "data/exercise/guide.h"
#include "data/exercise/load_ticket.h"
#include "data/exercise/plan.h"
#include "data/exercise/time_study.h"
#include "data/metrics/score.h"
#include "data/record/recorder.h"
#include "sim/base/array.h"

struct dat_cut_log {
    enum ter_species species;
    double length, target;                            // [m], target 0: cut by hand
    int product;                                      // of the scenario's, -1: none
    double top_diameter, mid_diameter, butt_diameter; // [m] over bark
    double volume;                                    // [m^3] over bark
};

struct dat_practice {
    const struct dat_exercise *exercise; // must outlive the practice
    struct veh_worksite site;
    struct dat_recorder *recorder; // NULL: nothing is recorded
    SIM_ARRAY(struct dat_cut_log) logs;
    struct dat_load_tickets tickets; // of a machine with a bunk
    struct dat_observer observer;
    struct dat_time_study study;
    struct dat_score score;
    struct dat_faults faults;
    struct dat_plan plan; // see dat_practice_plan()
    int task_step;        // steps of the task that are ticked off
    int last_tree;        // that was gripped last, -1: none
    unsigned guides; // bit per enum dat_guide: is shown to the operator; the caller sets it, a step
                     // records it
    double behind;   // [s] by which the exercise fell behind the clock; counted by a caller that
                     // keeps to the clock
};

// exercise is loaded. store NULL: nothing is recorded; otherwise the store is open for writing and
// outlives the practice, which must not move. False with a sentence in problem.
bool dat_practice_start(struct dat_practice *practice, const struct dat_exercise *exercise,
                        struct dat_store *store, const char *trainee, enum dat_operator who,
                        struct dat_problem *problem);
// Continues the record of an interrupted session, whose steps the practice has made without one.
bool dat_practice_record_on(struct dat_practice *practice, struct dat_store *store,
                            const struct dat_session_info *info, struct dat_problem *problem);
// One step with the controls of machine 0: records, simulates and scores it.
void dat_practice_step(struct dat_practice *practice, const struct veh_controls *controls);
// Enters in the record what somebody else has done at this moment, an event of that kind; detail:
// the text of a JSON object. It changes nothing in the worksite.
void dat_practice_note(struct dat_practice *practice, const char *kind, const char *detail);
// The operator's plan from now on, at most DAT_PLAN_MOST points; it is entered in the record, as an
// event of the kind DAT_PLAN_EVENT. It changes nothing in the worksite.
#define DAT_PLAN_EVENT "plan"
void dat_practice_plan(struct dat_practice *practice, const struct dat_plan_point *points,
                       int count);
// Is the time of the scenario up?
bool dat_practice_time_is_up(const struct dat_practice *practice);
// The figures so far as a JSON object, which the caller releases; NULL: out of memory.
json_t *dat_practice_result(const struct dat_practice *practice);
// Ends the record and frees all; accepts a zeroed struct. False with a sentence where the record
// could not be ended.
bool dat_practice_finish(struct dat_practice *practice, enum dat_outcome outcome,
                         struct dat_problem *problem);
