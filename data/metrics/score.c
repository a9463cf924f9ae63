#include "data/metrics/score.h"

#include <assert.h>

#include "data/text/json.h"

double dat_goal_least(const struct dat_goal goals[], int count, enum dat_metric metric) {
    assert(count >= 0 && metric >= 0 && metric < DAT_METRIC_COUNT);
    for (int i = 0; i < count; i++)
        if (goals[i].metric == metric && goals[i].at_least > 0.0)
            return goals[i].at_least;
    return 0.0;
}

void dat_score_start(struct dat_score *score, const struct dat_goal goals[], int count,
                     unsigned parts) {
    assert(count >= 0 && (count == 0 || goals != NULL));
    *score = (struct dat_score){.goals = goals, .goal_count = count, .parts = parts};
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        const struct dat_metric_info *info = dat_metric_info(metric);
        if (info->start != NULL)
            info->start(&score->state[i], dat_goal_least(goals, count, dat_metric_measure(metric)));
    }
}

void dat_score_event(struct dat_score *score, const struct veh_event *event) {
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const struct dat_metric_info *info = dat_metric_info((enum dat_metric)i);
        if (info->event != NULL)
            info->event(&score->state[i], event);
    }
}

// Is everything done that is to be reached?
static bool is_done(const struct dat_score *score) {
    for (int i = 0; i < score->goal_count; i++)
        if (dat_score_value(score, score->goals[i].metric) < score->goals[i].at_least)
            return false;
    return dat_score_has_goals(score);
}

void dat_score_step(struct dat_score *score, const struct dat_observation *now) {
    struct dat_observation seen = *now;
    seen.done = score->done;
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const struct dat_metric_info *info = dat_metric_info((enum dat_metric)i);
        if (info->step != NULL)
            info->step(&score->state[i], &seen);
    }
    score->done = score->done || is_done(score);
}

double dat_score_value(const struct dat_score *score, enum dat_metric metric) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    return dat_metric_info(metric)->value(&score->state[metric]);
}

bool dat_score_concerns(const struct dat_score *score, enum dat_metric metric) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    return (dat_metric_info(metric)->needs & ~score->parts) == 0;
}

static bool is_rated(const struct dat_goal *goal) {
    return goal->rating.weight > 0.0;
}

bool dat_score_has_goals(const struct dat_score *score) {
    for (int i = 0; i < score->goal_count; i++)
        if (score->goals[i].at_least > 0.0)
            return true;
    return false;
}

bool dat_score_meets(const struct dat_score *score, const struct dat_goal goals[], int count) {
    assert(count >= 0 && (count == 0 || goals != NULL));
    for (int i = 0; i < count; i++) {
        const struct dat_goal *goal = &goals[i];
        const double value = dat_score_value(score, goal->metric);
        if (value < goal->at_least || value > goal->at_most ||
            (is_rated(goal) && dat_rating_mark(&goal->rating, value) == DAT_NO_MARK))
            return false;
    }
    return true;
}

bool dat_score_passed(const struct dat_score *score) {
    if (!dat_score_meets(score, score->goals, score->goal_count))
        return false;
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        if (dat_metric_info(metric)->forbidden && dat_score_value(score, metric) > 0.0)
            return false;
    }
    return dat_score_has_goals(score);
}

bool dat_score_rated(const struct dat_score *score) {
    for (int i = 0; i < score->goal_count; i++)
        if (is_rated(&score->goals[i]))
            return true;
    return false;
}

bool dat_score_worked(const struct dat_score *score) {
    for (int i = 0; i < score->goal_count; i++)
        if (!is_rated(&score->goals[i]) &&
            dat_score_value(score, score->goals[i].metric) < score->goals[i].at_least)
            return false;
    return true;
}

enum dat_mark dat_score_mark(const struct dat_score *score) {
    if (!dat_score_rated(score) || !dat_score_passed(score))
        return DAT_NO_MARK;
    enum dat_mark worst = DAT_GOLD;
    for (int i = 0; i < score->goal_count; i++) {
        const struct dat_goal *goal = &score->goals[i];
        if (!is_rated(goal))
            continue;
        const enum dat_mark mark =
            dat_rating_mark(&goal->rating, dat_score_value(score, goal->metric));
        worst = mark < worst ? mark : worst;
    }
    return worst;
}

double dat_score_points(const struct dat_score *score) {
    double sum = 0.0, weight = 0.0;
    for (int i = 0; i < score->goal_count && is_done(score); i++) {
        const struct dat_goal *goal = &score->goals[i];
        if (!is_rated(goal))
            continue;
        sum += goal->rating.weight *
               dat_rating_points(&goal->rating, dat_score_value(score, goal->metric));
        weight += goal->rating.weight;
    }
    return weight > 0.0 ? sum / weight : 0.0;
}

static double weight_of_goals(const struct dat_score *score) {
    double weight = 0.0;
    for (int i = 0; i < score->goal_count; i++)
        weight += score->goals[i].rating.weight;
    return weight;
}

int dat_score_losses(const struct dat_score *score, struct dat_loss losses[DAT_METRIC_COUNT]) {
    const double weight = weight_of_goals(score);
    const bool worked = dat_score_worked(score); // else nothing counts
    int count = 0;
    for (int i = 0; i < score->goal_count; i++) {
        const struct dat_goal *goal = &score->goals[i];
        const double value = dat_score_value(score, goal->metric);
        if (!is_rated(goal))
            continue;
        const double share = goal->rating.weight / weight;
        const struct dat_loss loss = {
            .metric = goal->metric,
            .value = value,
            .mark = worked ? dat_rating_mark(&goal->rating, value) : DAT_NO_MARK,
            .lost = share * (100.0 - (worked ? dat_rating_points(&goal->rating, value) : 0.0))};
        int at = count++;
        for (; at > 0 && losses[at - 1].lost < loss.lost; at--)
            losses[at] = losses[at - 1];
        losses[at] = loss;
    }
    return count;
}

static json_t *losses_json(const struct dat_score *score) {
    struct dat_loss losses[DAT_METRIC_COUNT];
    const int count = dat_score_losses(score, losses);
    json_t *array = json_array();
    for (int i = 0; i < count; i++) {
        json_t *object = json_object();
        dat_json_set_text(object, "metric", dat_metric_name(losses[i].metric));
        dat_json_set_number(object, "value", losses[i].value);
        dat_json_set_text(object, "mark", dat_mark_name(losses[i].mark));
        dat_json_set_number(object, "lost", losses[i].lost);
        json_array_append_new(array, object);
    }
    return array;
}

// The least that the goals ask of each metric; no member where there are no goals.
static void set_asked(const struct dat_score *score, json_t *object) {
    if (!dat_score_has_goals(score))
        return;
    json_t *asked = json_object();
    for (int i = 0; i < score->goal_count; i++)
        if (score->goals[i].at_least > 0.0)
            dat_json_set_number(asked, dat_metric_name(score->goals[i].metric),
                                score->goals[i].at_least);
    dat_json_set(object, "asked", asked);
}

void dat_score_json(const struct dat_score *score, json_t *object) {
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        const char *name = dat_metric_name(metric);
        const double value = dat_score_value(score, metric);
        if (!dat_score_concerns(score, metric))
            continue;
        if (dat_metric_unit(metric)[0] == '\0')
            dat_json_set_integer(object, name, (int64_t)value);
        else
            dat_json_set_number(object, name, value);
    }
    set_asked(score, object);
    if (!dat_score_rated(score))
        return;
    dat_json_set_text(object, "mark", dat_mark_name(dat_score_mark(score)));
    dat_json_set_number(object, "points", dat_score_points(score));
    dat_json_set(object, "losses", losses_json(score));
}
