// Product files: prices, wanted shares and colour marks by class of diameter and length, as
// docs/formats.md describes them.
#pragma once

#include "data/text/diagnostics.h"
#include "vehicles/computer/products.h"

// False with errors in d; file is the name for messages.
bool dat_read_products(const char *text, const char *file, struct veh_products *products,
                       struct dat_diagnostics *d);
