// The rows of metrics, for the files of the families.
#pragma once

#include "data/metrics/metric.h"

#define DAT_DECLARATION(NAME, name, unit, help)                                                    \
    extern const struct dat_metric_info dat_metric_##name;
DAT_METRICS(DAT_DECLARATION)
#undef DAT_DECLARATION

double dat_tally_value(const union dat_metric_state *state);
double dat_way_value(const union dat_metric_state *state);
