// The rows of metrics, for the files of the families.
#pragma once

#include "data/metrics/metric.h"

#define DAT_DECLARATION(NAME, name) extern const struct dat_metric_info dat_metric_##name;
DAT_METRICS(DAT_DECLARATION)
#undef DAT_DECLARATION
