// The rows of the metrics, each defined in the file of its family, and the values that several
// families share.
#pragma once

#include "data/metrics/metric.h"

#define DAT_DECLARATION(NAME, name, unit, help)                                                    \
    extern const struct dat_metric_info dat_metric_##name;
DAT_METRICS(DAT_DECLARATION)
#undef DAT_DECLARATION

double dat_tally_value(const union dat_metric_state *state);
double dat_drive_value(const union dat_metric_state *state); // [m]
