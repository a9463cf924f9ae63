// Shared by the files that read a scenario (scenario.c, goals.c, texts.c).
#pragma once

#include "data/exercise/keys.h"
#include "data/exercise/scenario.h"

// Copies a text of limited length; a longer one is an error.
void dat_read_text(const struct dat_value *value, char *text, size_t size);

// A path relative to the file; an absolute one is an error.
void dat_read_path(const struct dat_value *value, char *path, size_t size);

// The stakes towards which trees shall fall.
void dat_read_falls(const struct dat_value *list, struct dat_scenario *scenario);
// Targets of the course; before the goals.
void dat_read_targets(const struct dat_value *list, struct dat_scenario *scenario);
// The goals of the exercise; logs and assortments have been read. The goals tell what the machine
// needs.
void dat_read_goals(const struct dat_value *group, struct dat_scenario *scenario);
// The place of a tower to be built; after the goals, which tell the number of its logs.
void dat_read_tower(const struct dat_value *group, struct dat_scenario *scenario);
// The bounds that end a step, without marks and at most DAT_SCENARIO_UNTIL; after the goals, with
// which they are compared. They tell what the machine needs, too.
void dat_read_until(const struct dat_value *group, struct dat_scenario *scenario,
                    struct dat_scenario_step *step);
// Steps of the task, and the texts in other languages; in this order.
void dat_read_steps(const struct dat_value *list, struct dat_scenario *scenario);
void dat_read_translations(const struct dat_value *list, struct dat_scenario *scenario);
