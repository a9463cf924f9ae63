// Pictures of the experiments.
#pragma once

#include <stdbool.h>

#include "data/text/problem.h"

// Runs the experiments by the report's method and draws them below each other. "-" is the standard
// output. False with a sentence in problem.
bool bench_draw_experiments(const char *svg, struct dat_problem *problem);
