// The metrics of an exercise while it runs, and its goals.
#pragma once

#include <math.h>

#include <jansson.h>

#include "data/metrics/mark.h"
#include "data/metrics/metric.h"

#define DAT_NO_LIMIT ((double)INFINITY)

// Met while the metric is within both bounds and, where it is rated, at bronze at least. In the
// metric's unit.
struct dat_goal {
    enum dat_metric metric;
    double at_least; // 0: nothing is to be reached
    double at_most;  // DAT_NO_LIMIT: any
    struct dat_rating rating;
};
// The least that goals[count] ask of the metric, 0: nothing.
double dat_goal_least(const struct dat_goal goals[], int count, enum dat_metric metric);

struct dat_score {
    const struct dat_goal *goals; // not owned
    int goal_count;
    unsigned parts; // enum dat_need: of the machine
    bool done;      // everything that is to be reached was, once
    union dat_metric_state state[DAT_METRIC_COUNT];
};

// parts: see dat_machine_parts(). goals must outlive the score.
void dat_score_start(struct dat_score *score, const struct dat_goal goals[], int count,
                     unsigned parts);
void dat_score_event(struct dat_score *score, const struct veh_event *event);
void dat_score_step(struct dat_score *score, const struct dat_observation *now);
// In the metric's unit.
double dat_score_value(const struct dat_score *score, enum dat_metric metric);
// Does the machine have the parts without which the metric means nothing?
bool dat_score_concerns(const struct dat_score *score, enum dat_metric metric);
// Is there anything to be reached? If not, an exercise is neither passed nor failed.
bool dat_score_has_goals(const struct dat_score *score);
bool dat_score_passed(const struct dat_score *score); // false where there are no goals
// Are all goals[count] met? True where there are none.
bool dat_score_meets(const struct dat_score *score, const struct dat_goal goals[], int count);
// Has any goal marks?
bool dat_score_rated(const struct dat_score *score);
// Is all reached that has no marks of its own, such as the trees to be felled? Before that, marks
// and losses say nothing: a tree that stands has no stump.
bool dat_score_worked(const struct dat_score *score);
// The worst mark of the rated goals; DAT_NO_MARK where there are none, and while the exercise is
// not passed.
enum dat_mark dat_score_mark(const struct dat_score *score);
// 0 to 100: the weighted mean of the points of the rated goals; 0 where there are none, and while
// what is to be reached is not.
double dat_score_points(const struct dat_score *score);
// A rated goal, and what it takes from the points of the exercise.
struct dat_loss {
    enum dat_metric metric;
    double value; // in the metric's unit
    enum dat_mark mark;
    double lost; // of the 100 points of the exercise
};
// All rated goals, the largest loss first. Returns their number.
int dat_score_losses(const struct dat_score *score, struct dat_loss losses[DAT_METRIC_COUNT]);
// Sets the metrics that concern the machine in the object, by name, and what the goals ask for as
// "asked"; of a rated exercise also "mark", "points" and "losses".
void dat_score_json(const struct dat_score *score, json_t *object);
