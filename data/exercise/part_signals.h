// Measures of a machine's parts as a table over time: pressures and flows of valves and
// pump, temperature of the oil, speed of the engine, slip and sinkage of the tyres, and all others
// of docs/model-format.md ("measures").
#pragma once

#include <stdio.h>

#include "vehicles/worksite.h"

// The line with the names: `t` and PART.MEASURE, or PARTS.NAME.MEASURE where a file has several.
void dat_part_signals_head(const struct veh_worksite *site, int machine, FILE *file);
// A line of values at the present time, in the units of the names.
void dat_part_signals_row(const struct veh_worksite *site, int machine, FILE *file);
// The same without the time and the line's end, each behind a comma: the end of a longer line.
void dat_part_signals_names(const struct veh_worksite *site, int machine, FILE *file);
void dat_part_signals_values(const struct veh_worksite *site, int machine, FILE *file);
