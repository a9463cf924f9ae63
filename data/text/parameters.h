// Parameters of a file and the expressions ${...} that use them. Each scalar that is an expression
// becomes the number it stands for before the keys are read, so that no reader knows of them.
#pragma once

#include "data/text/yaml.h"

#define DAT_PARAMETERS DAT_YAML_KEYS // of one file, at most

struct dat_parameter {
    const char *name;
    const struct dat_node *node;  // scalar: the value in the file, a number or an expression
    const struct dat_node *given; // scalar instead of it, NULL: none
};

// Replaces the expressions below root; false after errors. list may be NULL where count is 0.
bool dat_parameters_evaluate(const struct dat_node *root, const struct dat_parameter *list,
                             int count);
