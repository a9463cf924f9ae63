// An exercise's metrics while it is done, and its goals.
#pragma once

#include "data/metrics/metric.h"

#include <jansson.h>

// A goal is reached where the metric is at least and at most what is asked.
struct dat_goal {
    enum dat_metric metric;
    double at_least; // 0: no such goal
    double at_most;  // of an exercise that is passed; 0: any
};
// What goals[count] ask of the metric at least, 0: nothing.
double dat_goal_least(const struct dat_goal goals[], int count, enum dat_metric metric);

struct dat_score {
    const struct dat_goal *goals; // not owned
    int goal_count;
    unsigned parts; // enum dat_need: of the machine
    double state[DAT_METRIC_COUNT][DAT_METRIC_STATE];
};

// parts: see dat_machine_parts(). goals must outlive the score.
void dat_score_start(struct dat_score *score, const struct dat_goal goals[], int count,
                     unsigned parts);
void dat_score_event(struct dat_score *score, const struct veh_event *event);
void dat_score_step(struct dat_score *score, const struct dat_observation *now);
double dat_score_value(const struct dat_score *score, enum dat_metric metric);
// Is there anything to be reached? Without, an exercise is neither passed nor failed.
bool dat_score_has_goals(const struct dat_score *score);
bool dat_score_passed(const struct dat_score *score); // false where there are no goals
// "fell 1 tree, cut 3 logs". Returns text.
const char *dat_score_task(const struct dat_score *score, char *text, size_t size);
// Sets the metrics that the machine has the parts for.
void dat_score_json(const struct dat_score *score, json_t *object);
