// Requirements of a scenario: the parts that its machine needs, the trees of its site, and goals
// that can be reached. Errors go to the loader's diagnostics.
#pragma once

#include "data/exercise/exercise_read.h"

// Parts and camera of the loaded machine.
void dat_check_machine(const struct dat_loader *l);
// The load at the start has room in the loaded machine's bunk.
void dat_check_load(const struct dat_loader *l);
// Hoses that burst belong to valves of the machine; one that is not loaded has none.
void dat_check_bursts(const struct dat_loader *l);

// The stand's marks become those of the scenario, and the marked trees the targets. The site is
// loaded. False where memory is missing.
bool dat_mark_targets(const struct dat_loader *l);
// No more trees and logs are asked for than there are; targets, landings and what lies have been
// made.
void dat_check_goals(const struct dat_loader *l);
