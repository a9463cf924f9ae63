// Targets and goals of an exercise, and the bounds that end a step of its task.
#include <assert.h>

#include "data/exercise/scenario_read.h"

static bool has_marks(const struct dat_scenario_goal *keys) {
    return keys->bronze.at != NULL || keys->silver.at != NULL || keys->gold.at != NULL;
}

static void read_rating(const struct dat_value *bounds, const struct dat_scenario_goal *keys,
                        struct dat_rating *rating) {
    if (keys->bronze.at == NULL || keys->silver.at == NULL || keys->gold.at == NULL) {
        dat_yaml_error(bounds->node, "marks need 'bronze', 'silver' and 'gold'");
        return;
    }
    *rating = (struct dat_rating){.limit = {[DAT_BRONZE] = keys->bronze.number[0],
                                            [DAT_SILVER] = keys->silver.number[0],
                                            [DAT_GOLD] = keys->gold.number[0]},
                                  .weight = keys->weight.number[0]};
    const char *problem = dat_rating_problem(rating);
    if (problem != NULL)
        dat_yaml_error(bounds->node, "%s", problem);
}

// The bounds that are given for one metric. False: they were wrong.
static bool read_goal(const struct dat_value *bounds, enum dat_metric metric,
                      struct dat_goal *goal) {
    struct dat_scenario_goal keys;
    const int section =
        dat_metric_unit(metric)[0] == '\0' ? DAT_SCENARIO_COUNT_GOAL : DAT_SCENARIO_AMOUNT_GOAL;
    if (!dat_keys_read(&dat_scenario_keys, section, bounds->node, &keys))
        return false;
    const bool least = keys.at_least.node != NULL, most = keys.at_most.node != NULL;
    *goal = (struct dat_goal){.metric = metric,
                              .at_least = keys.at_least.number[0],
                              .at_most = most ? keys.at_most.number[0] : DAT_NO_LIMIT};
    if (!least && !most && !has_marks(&keys))
        dat_yaml_error(bounds->node, "'%s' needs 'at_least', 'at_most' or marks",
                       dat_metric_name(metric));
    if (goal->at_least > goal->at_most)
        dat_yaml_error(keys.at_most.node, "'at_most' is %g, less than 'at_least', %g",
                       goal->at_most, goal->at_least);
    if (has_marks(&keys))
        read_rating(bounds, &keys, &goal->rating);
    else if (keys.weight.node != NULL)
        dat_yaml_error_key(keys.weight.node, "'weight' without marks");
    return true;
}

static double least_of(const struct dat_scenario *scenario, enum dat_metric metric) {
    return dat_goal_least(scenario->goals, scenario->goal_count, metric);
}

static void check_measures(const struct dat_scenario_goal_keys *keys,
                           const struct dat_scenario *scenario) {
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        const enum dat_metric measure = dat_metric_measure(metric);
        if (measure != metric && keys->metric[i].node != NULL && least_of(scenario, measure) <= 0.0)
            dat_yaml_error(keys->metric[i].node,
                           "'%s' needs the goal '%s: {at_least: ...}' as well",
                           dat_metric_name(metric), dat_metric_name(measure));
    }
}

// On the ground and in the bunk at the start, of rows, piles and the load.
static int count_logs(const struct dat_scenario *scenario) {
    int count = scenario->log_count + scenario->load.count;
    for (int i = 0; i < scenario->pile_count; i++)
        count += dat_pile_logs(&scenario->piles[i]);
    return count;
}

// goals: of the exercise, or the bounds of a step; keys: where they are in the file.
static void check_logs(const struct dat_scenario_goal_keys *keys, const struct dat_goal *goals,
                       int count, const struct dat_scenario *scenario) {
    const double logs = dat_goal_least(goals, count, DAT_LOGS_LOADED);
    const int there = count_logs(scenario);
    if (logs > there && scenario->lying[0] == '\0')
        dat_yaml_error(keys->metric[DAT_LOGS_LOADED].node,
                       "the goal is %.0f logs, but only %d lie on the ground", logs, there);
}

void dat_read_targets(const struct dat_value *list, struct dat_scenario *scenario) {
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        struct dat_scenario_target_keys keys;
        if (scenario->target_count == DAT_SCENARIO_MAX_TARGETS) {
            dat_yaml_error(item, "more than %d targets", DAT_SCENARIO_MAX_TARGETS);
            return;
        }
        (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_TARGET, item, &keys);
        struct dat_scenario_target *target = &scenario->targets[scenario->target_count++];
        *target = (struct dat_scenario_target){.kind = (enum veh_target_kind)keys.kind.choice,
                                               .radius = keys.radius.number[0],
                                               .hold = keys.hold.number[0],
                                               .place = dat_place_of(item)};
        for (int i = 0; i < 3; i++)
            target->at[i] = keys.at.number[i];
    }
}

static void check_targets(const struct dat_scenario_goal_keys *keys, const struct dat_goal *goals,
                          int count, const struct dat_scenario *scenario) {
    const double targets = dat_goal_least(goals, count, DAT_TARGETS_REACHED);
    if (targets > scenario->target_count)
        dat_yaml_error(keys->metric[DAT_TARGETS_REACHED].node,
                       "the goal is %.0f targets, but the course has %d", targets,
                       scenario->target_count);
}

void dat_read_goals(const struct dat_value *group, struct dat_scenario *scenario) {
    struct dat_scenario_goal_keys keys;
    if (group->node == NULL)
        return;
    (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_GOALS, group->node, &keys);
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        struct dat_goal goal;
        if (keys.metric[i].node == NULL || !read_goal(&keys.metric[i], metric, &goal))
            continue;
        scenario->goal_place[scenario->goal_count] = dat_place_of(keys.metric[i].node);
        scenario->goals[scenario->goal_count++] = goal;
        scenario->needs |= dat_metric_info(metric)->needs;
    }
    check_measures(&keys, scenario);
    check_logs(&keys, scenario->goals, scenario->goal_count, scenario);
    check_targets(&keys, scenario->goals, scenario->goal_count, scenario);
}

void dat_read_until(const struct dat_value *group, struct dat_scenario *scenario,
                    struct dat_scenario_step *step) {
    struct dat_scenario_goal_keys keys;
    int count = 0;
    assert(group->node != NULL);
    (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_GOALS, group->node, &keys);
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        struct dat_goal goal;
        if (keys.metric[i].node == NULL || !read_goal(&keys.metric[i], (enum dat_metric)i, &goal))
            continue;
        if (goal.rating.weight > 0.0) {
            dat_yaml_error(keys.metric[i].node, "a step has no marks, only bounds");
        } else if (count == DAT_SCENARIO_UNTIL) {
            dat_yaml_error(keys.metric[i].node, "more than %d bounds in a step",
                           DAT_SCENARIO_UNTIL);
            break;
        } else {
            step->until_place[count] = dat_place_of(keys.metric[i].node);
            step->until[count++] = goal;
            scenario->needs |= dat_metric_info((enum dat_metric)i)->needs;
        }
    }
    if (count == 0 && group->node->count == 0)
        dat_yaml_error(group->node, "'until' needs a metric with its bounds");
    step->until_count = count;
    check_measures(&keys, scenario);
    check_logs(&keys, step->until, count, scenario);
    check_targets(&keys, step->until, count, scenario);
}
