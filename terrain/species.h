// Tree species and their published allometry: taper, height and crown. Diameters here are in
// metres; the formulas behind them use the units of their sources.
//
// Sources:
//   Laasasenaho 1982 (Communicationes Instituti Forestalis Fenniae 108): taper of spruce, pine,
//     birch
//   Schmidt 2001, as in TreeGrOSS (TaperFunctionBySchmidt): taper of Douglas fir; Brink's function
//     for beech and oak
//   Nagel 1999 and TreeGrOSS ForestSimulatorNWGermany6: heights, crowns
//   ForestGALES (Locatelli, Hale, Nicoll, Gardiner): modulus of rupture with the factor for knots,
//     modulus of elasticity
//   Byrne 2005 (University of British Columbia): anchorage of pulled hybrid spruce and lodgepole
//     pine; it is of the same size in Nicoll et al. 2006
//   Krueger/Hagemann, Sell, Wagenfuehr: density of green wood
//   Marklund 1988 (SLU, Rapporter-Skog 45; G12 and G20 of spruce, T14 and T22 of pine): dry mass of
//     living branches with needles, and of dead branches
#pragma once

#include <stdbool.h>

static const double ter_breast_height = 1.3; // [m] above ground

// The species that ship, in the order of the table; others have the numbers behind them.
enum ter_species {
    TER_SPRUCE,
    TER_PINE,
    TER_BIRCH,
    TER_DOUGLAS_FIR,
    TER_BEECH,
    TER_OAK,
    TER_SPECIES_COUNT
};
enum { TER_SPECIES_MAX = 12 }; // with those that a user adds

enum ter_taper { TER_TAPER_LAASASENAHO, TER_TAPER_SCHMIDT, TER_TAPER_BRINK };
enum ter_picture { TER_PICTURE_SPRUCE, TER_PICTURE_PINE, TER_PICTURE_BIRCH };

// The branches of a species.
struct ter_branching {
    double spacing;     // [m] between whorls: a year's growth of height
    int per_whorl;      // branches of a whorl
    int between;        // thinner ones between two whorls
    bool whorled;       // the branches of a whorl are at one height, else they are spread
    double thickest[2]; // [m] of the lowest green branch: the first + the second times DBH
    double angle;       // [rad] between a branch and the stem's upper part
    double dead;        // share of the stem below the crown that still has its dead branches
    double toughness;   // cutting force relative to softwood
};

// A species as its file has it (docs/formats.md); each member is a key. d and dg are in cm, h, hg
// and h100 in m.
struct ter_species_def {
    char species[24], latin_name[32], code[8];
    char other_names[8][24]; // of a species group in a harvester's files, "": none
    int group_number;        // SpeciesGroupInfo in such files, 0: none
    enum ter_picture picture;
    enum ter_taper taper;
    double taper_coefficients[9]; // c1 .. c8; alpha, beta, bounds of slenderness; a0, a1, a2
    double bark[2];               // [m] of both sides: constant, factor of diameter over bark
    double height_curve[2];       // (hg - 1.3) exp(a (1 - dg/d)) exp(b (1/dg - 1/d))
    double top_heights[4];        // [m] at 40, 60, 80, 100 years
    double green_density;         // [kg/m^3] of wood with bark
    double bending_strength;      // [Pa] of green wood with its knots
    double elasticity;            // [Pa] likewise
    double crown_width[4];        // (w0 + w1 d) (1 - exp(-(d/p)^q)); p = 0: without the bracket
    double crown_base[4];         // h (1 - exp(-|a + b h/d + c d + e ln h100|))
    double drag[2];               // C, N of the crown's coefficient of drag C u^-N
    double crown_mass[10];        // dry: a, b, c, e, f of living branches, of dead ones
    double crown_share;           // mass of branches per mass of stem, where there are no functions
    struct ter_branching branches;
};

int ter_species_count(void);
const struct ter_species_def *ter_species_def(enum ter_species species);
// The fault of a species as a sentence, NULL: none.
const char *ter_species_problem(const struct ter_species_def *def);
// Appends a species without problems whose name no other has. To be called before there is any
// stand, since it is not safe beside other threads. False: there are TER_SPECIES_MAX.
bool ter_species_add(const struct ter_species_def *def);
void ter_species_forget_added(void); // likewise; their numbers are free again

const char *ter_species_name(enum ter_species species); // "spruce"
// By English name, Latin name or German forestry code ("spruce", "Picea abies", "Fi"), in any case.
// False if no species has that name.
bool ter_species_find(const char *name, enum ter_species *species);

// Diameter over bark [m] of the standing tree at height h [m] above ground; 0 above the tip. Equals
// dbh at breast height. dbh [m] > 0, height [m] > 1.3.
double ter_species_diameter(enum ter_species species, double dbh, double height, double h);
// Green wood with bark [kg/m^3].
double ter_species_green_density(enum ter_species species);
// Of green wood with its knots [Pa]: stress at which a bent stem breaks, and modulus of elasticity.
double ter_species_bending_strength(enum ter_species species);
double ter_species_elasticity(enum ter_species species);
// Moment at the foot that tips the plate of roots, per mass of the stem [N m/kg].
double ter_species_anchorage(enum ter_species species);
// All branches with needles or leaves [kg], the living ones green, the dead ones dry.
double ter_species_crown_mass(enum ter_species species, double dbh, double height);

const struct ter_branching *ter_species_branching(enum ter_species species);

// A stand's height curve for one species: the height hg [m] of the tree of mean diameter dg [m].
struct ter_height_curve {
    double dg, hg;
};
// The curve for a stand of mean diameter dg [m] without measured heights (Naeslund's form, fitted
// to ordinary spruce stands: 18 m at 20 cm, 25 m at 30 cm).
struct ter_height_curve ter_default_height_curve(double dg);
// Height [m] of a tree of the given dbh [m] (Nagel 1999).
double ter_species_height(enum ter_species species, const struct ter_height_curve *curve,
                          double dbh);
// Height of the lowest green branch [m] and width of the crown [m].
double ter_species_crown_base(enum ter_species species, double dbh, double height);
double ter_species_crown_width(enum ter_species species, double dbh);
