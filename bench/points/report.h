// The output of `kranich bench integrators` and `kranich bench experiments`.
#pragma once

#include <stdbool.h>

#include <jansson.h>

// Prints the table, adds it to json, and draws spiral, stability and orders into svg (NULL: no
// picture). False: failed, reported on stderr.
bool bench_integrators(json_t *json, const char *svg);

// The same of the experiments, beside their published figures.
bool bench_experiments(json_t *json, const char *svg);
