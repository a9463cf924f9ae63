// Landings made real: what the exercise's file says about them, checked against its assortments and
// its site.
#pragma once

#include "data/exercise/exercise.h"
#include "data/exercise/footprint.h"

// Makes exercise->landings of those of the scenario, and appends their bearers to what lies. The
// products and the site are loaded, the piles not yet drawn: they come to lie on the bearers. text:
// of the scenario, for quoting. Errors go to d.
void dat_landings_make(struct dat_exercise *exercise, const char *text, struct dat_diagnostics *d);
// Number of the logs of the exercise, once its piles are drawn, whose assortment has a landing.
int dat_landings_logs(const struct dat_exercise *exercise);
// The ground that it takes up.
struct dat_footprint dat_landing_footprint(const struct veh_landing *landing);
