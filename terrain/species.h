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
//   Krueger/Hagemann, Sell, Wagenfuehr: density of green wood
//   Marklund 1988 (SLU, Rapporter-Skog 45; G12 and G20 of spruce, T14 and T22 of pine): dry mass of
//     living branches with needles, and of dead branches
#pragma once

#include <stdbool.h>

static const double ter_breast_height = 1.3; // [m] above ground

enum ter_species {
    TER_SPRUCE,
    TER_PINE,
    TER_BIRCH,
    TER_DOUGLAS_FIR,
    TER_BEECH,
    TER_OAK,
    TER_SPECIES_COUNT
};

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
// All branches with needles or leaves [kg], the living ones green, the dead ones dry.
double ter_species_crown_mass(enum ter_species species, double dbh, double height);

// How a species grows its branches. The thickest of the crown and the angles of spruce, pine,
// Douglas fir and birch are usual values of German stands; those of beech and oak are assumed.
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
