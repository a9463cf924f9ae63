// A species' file: data/library/species has those that ship, docs/formats.md the keys.
#pragma once

#include "data/text/diagnostics.h"
#include "terrain/species.h"

// False with errors in d; file is the name for messages. Adds it to no table.
bool dat_read_species(const char *text, const char *file, struct ter_species_def *def,
                      struct dat_diagnostics *d);
