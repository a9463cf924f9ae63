// The keys of stand.yaml, a recipe for a stand. The table drives the reader (data/site/planting.c),
// its range checks and the table of keys in docs/formats.md.
#pragma once

#include "data/text/keys.h"

enum dat_planting_section {
    DAT_PLANTING_FILE,
    DAT_PLANTING_SPECIES,
    DAT_PLANTING_STRIP_ROADS,
    DAT_PLANTING_SECTIONS
};

extern const struct dat_key_table dat_planting_keys;

// One struct per section, a member per key.

struct dat_planting_file {
    struct dat_value stand, seed, density_per_ha, row_distance, species, marked_percent,
        strip_roads, heading_deg, area, rot_percent, sweep_percent, fork_percent,
        broken_top_percent, dead_percent;
};
struct dat_planting_species {
    struct dat_value species, share_percent, diameter_cm, height, age_years, site_index, shape;
};
struct dat_planting_strip_roads {
    struct dat_value spacing, width;
};
