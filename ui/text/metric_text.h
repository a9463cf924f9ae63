// Sentences about metrics, with their numbers.
#pragma once

#include "data/metrics/score.h"
#include "ui/text/source.h"

// The task that the goals set: "fell 1 tree, cut 3 logs". Returns text.
const char *ui_metric_task(const struct dat_score *score, char *text, size_t size);
// The work done so far, of the metrics that concern the machine: "1 tree felled, 3 logs cut". ""
// for nothing in an exercise that asks for other things, such as touching points.
const char *ui_metric_yield(const struct dat_score *score, char *text, size_t size);
// A value [SI] with the unit in which people read it: "30 mm", and "2" of a count. Returns text.
const char *ui_metric_figure(enum dat_metric metric, double value, char *text, size_t size);
// The value of a row of the result's page: "30 mm", and "2 / 3" where three are asked for. Returns
// text; "" where there is no such row.
const char *ui_metric_value(const struct dat_score *score, enum dat_metric metric, char *text,
                            size_t size);
