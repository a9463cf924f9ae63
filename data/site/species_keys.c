#include "data/site/species_keys.h"

// clang-format off
#define KEY(ID, group, key, type, unit, standard, low, high, choices, inner, help) \
    {DAT_SPECIES_##ID, #key, DAT_KEY_##type, unit, standard, low, high, choices, inner, \
     offsetof(struct dat_species_##group, key), help}
#define NUMBERS(ID, group, key, type, unit, standard, low, high, help) \
    KEY(ID, group, key, type, unit, standard, low, high, "", 0, help)
#define TEXT(key, standard, help) \
    KEY(FILE, file, key, TEXT, "", standard, 0, 0, "", 0, help)

static const struct dat_key keys[] = {
    TEXT(species, NULL, "its name in stands and exercises, at most 23 bytes"),
    TEXT(latin_name, NULL, "another name for it, at most 31 bytes"),
    TEXT(code, NULL, "a short name for it, at most 7 bytes"),
    KEY(FILE, file, other_names, NAMES, "", "", 0, 0, "names", 0, "up to 8 names that a species group has in harvesters' files, at most 23 bytes each"),
    NUMBERS(FILE, file, group_number, INTEGER, "", "0", 0, 99, "`SpeciesGroupInfo` in such files; 0: none"),
    KEY(FILE, file, picture, CHOICE, "", "spruce", 0, 0, "spruce|pine|birch", 0, "the tree that it looks like"),
    KEY(FILE, file, taper, CHOICE, "", NULL, 0, 0, "laasasenaho|schmidt|brink", 0, "function of the diameters along the stem, see below"),
    NUMBERS(FILE, file, taper_coefficients, ROWS, "", NULL, -1000, 1000, "`[[c1, ... c8]]`, `[[a0, a1, a2], [b0, b1, b2], [c0, c1, c2]]` or `[[a0, a1, a2]]`"),
    NUMBERS(FILE, file, bark, PAIR, "", NULL, 0, 0.5, "thickness of both sides: a constant in m, and a factor of the diameter over bark"),
    NUMBERS(FILE, file, height_curve, PAIR, "", NULL, -1000, 1000, "a and b of Nagel's height curve"),
    NUMBERS(FILE, file, top_heights, ROWS, "m", NULL, 1, 80, "`[[...]]`: top heights at 40, 60, 80 and 100 years, for recipes of stands"),
    NUMBERS(FILE, file, green_density, NUMBER, "kg/m^3", NULL, 300, 1500, "of green wood with its bark"),
    NUMBERS(FILE, file, bending_strength, NUMBER, "Pa", NULL, 1e6, 2e8, "stress at which a green stem with its knots breaks"),
    NUMBERS(FILE, file, elasticity, NUMBER, "Pa", NULL, 1e9, 3e10, "modulus of elasticity of a green stem"),
    NUMBERS(FILE, file, crown_width, ROWS, "", NULL, -1000, 1000, "`[[w0, w1, p, q]]` of the crown's width; p = 0: without the bracket"),
    NUMBERS(FILE, file, crown_base, ROWS, "", NULL, -1000, 1000, "`[[a, b, c, e]]` of the height of the lowest green branch"),
    NUMBERS(FILE, file, drag, PAIR, "", NULL, 0, 10, "C and N of the crown's coefficient of drag, C u^-N at u m/s"),
    NUMBERS(FILE, file, crown_mass, ROWS, "", "", -1000, 1000, "`[[a, b, c, e, f], [a, b, c, e, f]]` of the dry mass of living branches and of dead ones"),
    NUMBERS(FILE, file, crown_share, NUMBER, "", "0", 0, 2, "mass of the branches per mass of the stem, instead of `crown_mass`"),
    KEY(FILE, file, branches, SECTION, "", NULL, 0, 0, "", DAT_SPECIES_BRANCHES, "how it grows its branches"),

    NUMBERS(BRANCHES, branches, spacing, NUMBER, "m", NULL, 0.1, 2, "between two whorls: a year's growth of height"),
    NUMBERS(BRANCHES, branches, per_whorl, INTEGER, "", NULL, 1, 12, "branches of a whorl"),
    NUMBERS(BRANCHES, branches, between, INTEGER, "", "0", 0, 12, "thinner ones between two whorls"),
    KEY(BRANCHES, branches, whorled, YES_NO, "", NULL, 0, 0, "", 0, "the branches of a whorl are at one height, else they are spread"),
    NUMBERS(BRANCHES, branches, thickest, PAIR, "", NULL, 0, 1, "diameter of the lowest green branch: a constant in m, and a factor of the DBH"),
    NUMBERS(BRANCHES, branches, angle, NUMBER, "rad", NULL, 0.2, 1.57, "between a branch and the stem's upper part"),
    NUMBERS(BRANCHES, branches, dead, NUMBER, "", NULL, 0, 1, "share of the stem below the crown that still has its dead branches"),
    NUMBERS(BRANCHES, branches, toughness, NUMBER, "", "1", 0.1, 10, "cutting force relative to softwood"),
};

#define SECTION_ROW(ID, group, title, help) \
    [DAT_SPECIES_##ID] = {title, help, sizeof(struct dat_species_##group)}

static const struct dat_key_section sections[] = {
    SECTION_ROW(FILE, file, "A species", "The keys of the outermost level."),
    SECTION_ROW(BRANCHES, branches, "A species: branches", "Each branch of a tree follows from these and from the tree's `id`."),
};
// clang-format on

const struct dat_key_table dat_species_keys = {
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .sections = sections,
    .section_count = sizeof sections / sizeof sections[0],
};
