// The keys of a species' file. The table drives the reader (data/site/species.c), its range checks
// and the table of keys in docs/formats.md.
#pragma once

#include "data/text/keys.h"

enum dat_species_section { DAT_SPECIES_FILE, DAT_SPECIES_BRANCHES, DAT_SPECIES_SECTIONS };

extern const struct dat_key_table dat_species_keys;

// One struct per section, a member per key.

struct dat_species_file {
    struct dat_value species, latin_name, code, other_names, group_number, picture, taper,
        taper_coefficients, bark, height_curve, top_heights, green_density, bending_strength,
        elasticity, crown_width, crown_base, drag, crown_mass, crown_share, branches;
};
struct dat_species_branches {
    struct dat_value spacing, per_whorl, between, whorled, thickest, angle, dead, toughness;
};
