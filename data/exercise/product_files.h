// The files of products that an exercise names.
#pragma once

#include "data/exercise/exercise.h"

// Reads them into the scenario's products, and enters them into the exercise's sources. Nothing
// where it names none. text is that of the exercise, for quoting. Errors are in d.
void dat_load_product_files(struct dat_exercise *exercise, const char *text,
                            struct dat_diagnostics *d);
