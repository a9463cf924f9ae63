// The time study of a result in the report: a table of trees with their mean and the published
// range, and one for each load.
#pragma once

#include <jansson.h>

#include "data/report/html.h"

// Writes nothing where the result has no tree and no load.
void dat_report_time_study(const struct dat_report_out *out, const json_t *result);
