// The operator's plan of the work, drawn on the map of the site: a way of points, and the piles in
// the order in which they are to be loaded; and what became of it: the way that the machine drove,
// and the piles in the order in which logs were taken from them.
#pragma once

#include <jansson.h>

#include "sim/base/array.h"
#include "vehicles/worksite.h"

enum { DAT_PLAN_MOST = 64 }; // points of a plan

struct dat_plan_point {
    float x, y; // [m]
    bool pile;  // logs are to be taken here; else the way leads through it
    short turn; // of a pile: its place in the order in which logs were taken, from 1; 0: not yet
};

struct dat_plan_place {
    float x, y; // [m]
};

struct dat_plan {
    SIM_ARRAY(struct dat_plan_point) points; // as they were drawn
    SIM_ARRAY(struct dat_plan_place) driven; // by the machine, every two metres
    int begin;                               // of the places: from it on the plan is followed
};

// Of a plan and what became of it.
struct dat_plan_figures {
    double planned;     // [m] from where the plan was begun, through the points of its way
    double driven;      // [m] since then
    double mean, most;  // [m] that the machine was off the way
    int points, passed; // of the way; passed: the machine came closer than dat_plan_near
    int piles, taken;   // of them logs were taken from
    int in_order;       // taken after all that were planned before them
};
static const double dat_plan_near = 5.0; // [m]

void dat_plan_finish(struct dat_plan *plan); // accepts a zeroed struct
// Takes the points for those of the plan; what is known of the piles among them stays.
void dat_plan_set(struct dat_plan *plan, const struct dat_plan_point *points, int count);
// The plan as the text of a JSON object, which the caller frees, and back; false where the text is
// none, and the plan stays.
char *dat_plan_text(const struct dat_plan *plan);
bool dat_plan_read(struct dat_plan *plan, const char *text);
// After a step of the worksite: where machine 0 is, and what it has gripped.
void dat_plan_step(struct dat_plan *plan, const struct veh_worksite *site);
struct dat_plan_figures dat_plan_compare(const struct dat_plan *plan);
// Number of times the machine has come to that one of the places that were driven.
int dat_plan_passes(const struct dat_plan *plan, int place);
// The figures as a JSON object; NULL where nothing is planned.
json_t *dat_plan_json(const struct dat_plan *plan);
