// The species of a StanForD species group: real files name it in the language of the machine.
#pragma once

#include "terrain/species.h"

// By the group's name in English, German, Norwegian, Swedish, Finnish or Latin, in any case, else
// by SpeciesGroupInfo as Nordic files have it ("1" pine, "2" spruce, "3" birch; "" where it is
// missing). False: neither is known.
bool dat_hpr_find_species(const char *name, const char *info, enum ter_species *species);
