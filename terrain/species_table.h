// The species that ship; terrain/species_table.py writes the table from data/library/species.
#pragma once

#include "terrain/species.h"

extern const struct ter_species_def ter_species_table[TER_SPECIES_COUNT];
