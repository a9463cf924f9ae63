// A species' file: data/library/species has those that ship, docs/formats.md the keys.
#pragma once

#include "data/text/diagnostics.h"
#include "data/text/keys.h"
#include "terrain/species.h"

// False with errors in d; file is the name for messages. Adds it to no table.
bool dat_read_species(const char *text, const char *file, struct ter_species_def *def,
                      struct dat_diagnostics *d);

// The species that a value names. False after an error, or where the key was left out.
bool dat_find_species(const struct dat_value *value, enum ter_species *species);
