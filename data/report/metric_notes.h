// The figures of a report explained.
#pragma once

#include "data/report/html.h"

// The title of a figure, which leads to its row in the table below.
void dat_report_metric_link(const struct dat_report_out *out, enum dat_metric metric);
// A table of the metrics for which shows[] is true: formula, figures of operators, source. The
// notes are in English.
void dat_report_metric_notes(const struct dat_report_out *out, const bool shows[DAT_METRIC_COUNT]);
