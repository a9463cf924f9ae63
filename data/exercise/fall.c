#include "data/exercise/fall.h"

#include <stdlib.h>
#include <string.h>

#include "data/exercise/scenario_read.h"

static const double least_distance = 0.5; // [m] of a stake from its tree

static void read_fall(const struct dat_node *item, struct dat_scenario *scenario) {
    struct dat_scenario_fall_keys keys;
    if (!dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_FALL, item, &keys))
        return;
    struct dat_scenario_fall *fall = &scenario->falls[scenario->fall_count];
    *fall = (struct dat_scenario_fall){
        .x = keys.toward.number[0], .y = keys.toward.number[1], .place = dat_place_of(item)};
    dat_read_text(&keys.tree, fall->tree, sizeof fall->tree);
    for (int i = 0; i < scenario->fall_count; i++)
        if (strcmp(scenario->falls[i].tree, fall->tree) == 0)
            dat_yaml_error(keys.tree.node, "tree '%s' has a stake already", fall->tree);
    scenario->fall_count++;
}

void dat_read_falls(const struct dat_value *list, struct dat_scenario *scenario) {
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        if (scenario->fall_count == DAT_SCENARIO_MAX_FALLS) {
            dat_yaml_error(item, "more than %d falls", DAT_SCENARIO_MAX_FALLS);
            return;
        }
        read_fall(item, scenario);
    }
}

// Index into the stand; -1: no tree of that id is to be felled.
static int find_target(const struct dat_exercise *exercise, const char *id) {
    for (int i = 0; i < exercise->target_count; i++)
        if (strcmp(exercise->site.stand.trees[exercise->targets[i]].id, id) == 0)
            return exercise->targets[i];
    return -1;
}

void dat_falls_make(struct dat_exercise *exercise, const char *text, struct dat_diagnostics *d) {
    const struct dat_scenario *scenario = &exercise->scenario;
    const struct ter_ground *ground = &exercise->site.ground;
    exercise->falls = calloc((size_t)scenario->fall_count + 1, sizeof *exercise->falls);
    if (exercise->falls == NULL) {
        dat_diagnose_in(d, exercise->path, NULL, 0, 0, "not enough memory for the exercise");
        return;
    }
    for (int i = 0; i < scenario->fall_count; i++) {
        const struct dat_scenario_fall *fall = &scenario->falls[i];
        const double x = fall->x - ground->origin_x, y = fall->y - ground->origin_y;
        struct veh_fall *made = &exercise->falls[i];
        made->tree = find_target(exercise, fall->tree);
        if (made->tree < 0) {
            dat_diagnose_in(d, exercise->path, text, fall->place.line, fall->place.column,
                            "tree '%s' is not among those to be felled", fall->tree);
            continue;
        }
        if (!ter_ground_contains(ground, x, y)) {
            dat_diagnose_in(d, exercise->path, text, fall->place.line, fall->place.column,
                            "the stake at (%g, %g) is off the site", fall->x, fall->y);
            continue;
        }
        made->stake = sim_vec3(x, y, ter_ground_height(ground, x, y, NULL));
        const struct sim_vec3 way =
            sim_sub(made->stake, exercise->site.stand.trees[made->tree].position);
        if (way.x * way.x + way.y * way.y < least_distance * least_distance)
            dat_diagnose_in(d, exercise->path, text, fall->place.line, fall->place.column,
                            "the stake is at its tree, expected at least %g m between them",
                            least_distance);
    }
}
