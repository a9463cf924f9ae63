// An exercise's metrics while it is done, and its goals.
#pragma once

#include <math.h>

#include <jansson.h>

#include "data/metrics/metric.h"

#define DAT_NO_LIMIT ((double)INFINITY)

// Reached while the metric is at least and at most what is asked.
struct dat_goal {
    enum dat_metric metric;
    double at_least; // 0: nothing is to be reached
    double at_most;  // DAT_NO_LIMIT: any
};
// What goals[count] ask of the metric at least, 0: nothing.
double dat_goal_least(const struct dat_goal goals[], int count, enum dat_metric metric);

struct dat_score {
    const struct dat_goal *goals; // not owned
    int goal_count;
    unsigned parts; // enum dat_need: of the machine
    union dat_metric_state state[DAT_METRIC_COUNT];
};

// parts: see dat_machine_parts(). goals must outlive the score.
void dat_score_start(struct dat_score *score, const struct dat_goal goals[], int count,
                     unsigned parts);
void dat_score_event(struct dat_score *score, const struct veh_event *event);
void dat_score_step(struct dat_score *score, const struct dat_observation *now);
double dat_score_value(const struct dat_score *score, enum dat_metric metric);
// Does the machine have the parts without which the metric means nothing?
bool dat_score_concerns(const struct dat_score *score, enum dat_metric metric);
// Is there anything to be reached? Without, an exercise is neither passed nor failed.
bool dat_score_has_goals(const struct dat_score *score);
bool dat_score_passed(const struct dat_score *score); // false where there are no goals
// Does the machine have the parts without which the metric means nothing?
bool dat_score_concerns(const struct dat_score *score, enum dat_metric metric);
// Sets the metrics that concern the machine.
void dat_score_json(const struct dat_score *score, json_t *object);
