#include "data/site/planting_keys.h"

// clang-format off
#define KEY(ID, group, key, type, unit, standard, low, high, choices, inner, help) \
    {DAT_PLANTING_##ID, #key, DAT_KEY_##type, unit, standard, low, high, choices, inner, \
     offsetof(struct dat_planting_##group, key), help}
#define NUMBER(ID, group, key, unit, standard, low, high, help) \
    KEY(ID, group, key, NUMBER, unit, standard, low, high, "", 0, help)

static const struct dat_key keys[] = {
    KEY(FILE, file, stand, CHOICE, "", NULL, 0, 0, "natural|planted|rows", 0, "places of the trees. `natural`: by chance, but no tree nearer to another than 0.6 times the mean distance; `planted`: a square grid, each tree up to a tenth of the distance off; `rows`: straight rows"),
    KEY(FILE, file, seed, INTEGER, "", "1", 0, 1e9, "", 0, "another number gives another stand of the same kind"),
    NUMBER(FILE, file, density_per_ha, "1/ha", NULL, 10, 20000, "stems per hectare of the ground between roads and strip roads"),
    NUMBER(FILE, file, row_distance, "m", "2.5", 0.5, 20, "of `rows`"),
    KEY(FILE, file, species, SECTIONS, "", NULL, 0, 0, "", DAT_PLANTING_SPECIES, "the species, at most 6"),
    NUMBER(FILE, file, marked_percent, "%", "0", 0, 100, "share of the trees that is marked to be felled: the thinner a tree, the likelier"),
    NUMBER(FILE, file, rot_percent, "%", "0", 0, 100, "share of the trees with rotten heartwood, 0.5 to 6 m up from the ground"),
    NUMBER(FILE, file, sweep_percent, "%", "0", 0, 100, "share of the trees whose lowest 5 m are bent, by 3 to 15 cm"),
    NUMBER(FILE, file, fork_percent, "%", "0", 0, 100, "share of the trees that divide into two tops, at 40 to 80 % of the height"),
    NUMBER(FILE, file, broken_top_percent, "%", "0", 0, 100, "share of the trees whose top has broken off, at 60 to 90 % of the height"),
    NUMBER(FILE, file, dead_percent, "%", "0", 0, 100, "share of the trees that are dead and dry"),
    KEY(FILE, file, strip_roads, SECTION, "", "", 0, 0, "", DAT_PLANTING_STRIP_ROADS, "lanes without trees; default: none"),
    NUMBER(FILE, file, heading_deg, "deg", "0", -360, 360, "direction of strip roads and rows: 0 is east (x), 90 is north (y)"),
    KEY(FILE, file, area, PAIRS, "m", "", -1e8, 1e8, "", 0, "corners of the stand in the coordinates of the terrain file, 3 to 64; default: the whole terrain"),

    KEY(SPECIES, species, species, TEXT, "", NULL, 0, 0, "", 0, "such as `spruce`"),
    NUMBER(SPECIES, species, share_percent, "%", "100", 0.1, 100, "share of the stems; together 100"),
    NUMBER(SPECIES, species, diameter_cm, "cm", "", 5, 100, "quadratic mean diameter at breast height; default: that of an ordinary stand of the height"),
    NUMBER(SPECIES, species, height, "m", "", 4, 45, "height of the tree of mean diameter; default: by age, else that of an ordinary stand of the diameter"),
    NUMBER(SPECIES, species, age_years, "years", "", 20, 120, "gives the height, with `site_index`"),
    NUMBER(SPECIES, species, site_index, "m", "30", 15, 45, "top height of the stand at 100 years"),
    NUMBER(SPECIES, species, shape, "", "3.6", 1, 10, "of the Weibull distribution of diameters: 3.6 is symmetric, as in stands of one age; 2 has many thin trees"),

    NUMBER(STRIP_ROADS, strip_roads, spacing, "m", "20", 8, 200, "between their middles; one runs through the local origin of the terrain"),
    NUMBER(STRIP_ROADS, strip_roads, width, "m", "4", 2, 10, "without trees"),
};

#define SECTION_ROW(ID, group, title, help) \
    [DAT_PLANTING_##ID] = {title, help, sizeof(struct dat_planting_##group)}

static const struct dat_key_section sections[] = {
    SECTION_ROW(FILE, file, "stand.yaml: the recipe", "The keys of the outermost level."),
    SECTION_ROW(SPECIES, species, "stand.yaml: a species", "At least one of `diameter_cm`, `height` and `age_years`."),
    SECTION_ROW(STRIP_ROADS, strip_roads, "stand.yaml: strip roads", "Parallel lanes for the machines."),
};
// clang-format on

const struct dat_key_table dat_planting_keys = {
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .sections = sections,
    .section_count = sizeof sections / sizeof sections[0],
};
