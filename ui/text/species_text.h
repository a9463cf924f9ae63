// Species in the window's language.
#pragma once

#include <stddef.h>

#include "terrain/species.h"

// The name of a species that ships; one of the user's own is called as in its file. Valid until the
// language changes.
const char *ui_species_name(enum ter_species species);
// The species and length that a crane's scale has seen ("spruce, 4.0 m", "mixed";
// vehicles/part/scale.h). Returns text.
const char *ui_species_in_tongs(const char *what, char *text, size_t size);
