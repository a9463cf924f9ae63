// Formula, source and operators' figures of a metric: for its page in the
// manual (docs/metrics.md) and for the report.
#pragma once

#include "data/metrics/metric.h"

struct dat_metric_note {
    const char *formula;
    const char *source;          // of the metric or of the figures; NULL: our own
    const char *novice, *expert; // figures of people; NULL: none are known
};

// Static storage.
const struct dat_metric_note *dat_metric_note(enum dat_metric metric);
