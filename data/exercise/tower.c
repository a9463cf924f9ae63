#include "data/exercise/tower.h"

#include "data/exercise/scenario_read.h"
#include "vehicles/tower.h"

static double asked(const struct dat_scenario *scenario, enum dat_metric metric) {
    return dat_goal_least(scenario->goals, scenario->goal_count, metric);
}

void dat_read_tower(const struct dat_value *group, struct dat_scenario *scenario) {
    struct dat_scenario_tower_keys keys;
    const double layers = asked(scenario, DAT_TOWER_LAYERS);
    const double logs =
        fmax(asked(scenario, DAT_TOWER_LOGS), layers > 0.0 ? 2.0 * layers - 1.0 : 0.0);
    if (group->node == NULL)
        return;
    if (!dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_TOWER, group->node, &keys))
        return;
    if (logs < 3.0 || logs > VEH_TOWER_LOGS)
        dat_yaml_error(group->node,
                       "'tower' needs the goal 'tower_logs: {at_least: ...}' of 3 to %d logs",
                       VEH_TOWER_LOGS);
    scenario->tower = (struct dat_tower){.logs = (int)logs,
                                         .x = keys.position.number[0],
                                         .y = keys.position.number[1],
                                         .heading = keys.heading_deg.number[0],
                                         .spacing = keys.spacing.number[0],
                                         .place = dat_place_of(group->node)};
}
