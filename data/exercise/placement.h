// Places on the site: the machine's at the start, and those of logs and piles. They must be on the
// terrain, and free. The site is loaded; errors go to the loader's diagnostics.
#pragma once

#include "data/exercise/exercise_read.h"

// Draws the piles of the scenario, which join what lies; the machine, where one is loaded, tells
// whether their logs are too long for its bunk.
void dat_draw_piles(const struct dat_loader *l);

// Sets start_x and start_y [m]. The start is on the terrain, and no tree stands where a large
// machine would. False after an error.
bool dat_check_start(const struct dat_loader *l);

// The loaded machine at its start is on the terrain and clear of trees and logs, wherever its parts
// reach. The lying objects have been made and the start has been checked.
void dat_check_reach(const struct dat_loader *l);

void dat_check_logs(const struct dat_loader *l);
