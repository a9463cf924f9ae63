// The time study of a result in the report: a table of trees with their mean and the published
// range, and one for each load.
#pragma once

#include <stdio.h>

#include <jansson.h>

// Writes nothing where the result has no tree and no load.
void dat_report_time_study(FILE *file, const json_t *result);
