#include "terrain/species.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stddef.h>

#include "sim/base/math.h"

enum taper_form { TAPER_LAASASENAHO, TAPER_SCHMIDT, TAPER_BRINK };

// Taper by Schmidt 2001: alpha, beta from a, b; c bounds the slenderness.
struct schmidt {
    double a[3], b[3], c[3];
};

// Dry mass [kg] of a part of the crown: ln m = a + b d / (d + c) + e h + f ln h, d [cm], h [m].
struct crown_part {
    double a, b, c, e, f; // c = 0: there is no function
};

struct species {
    const char *name, *latin, *code;
    enum taper_form taper;
    double laasasenaho[8]; // c1 .. c8
    struct schmidt schmidt;
    double brink[3];       // a0, a1, a2
    double height[2];      // height curve a, b
    double crown_width[4]; // (w0 + w1 d) (1 - exp(-(d / p)^q)); p = 0: without the bracket
    double crown_base[4];  // a + b h/d + c d + e ln h100
    double density;        // [kg/m^3]
    double strength;       // [Pa] in bending, green: modulus of rupture times factor for knots
    double elasticity;     // [Pa] green
    struct crown_part living, dead; // of living branches with needles; of dead ones
    double branch_share;            // [of the stem's volume times density] where there is neither
    struct ter_branching branching;
};

// Branch shares are assumed where no function is given. The sources have no crown and height
// coefficients for birch: it takes those of larch, the other light-demanding pioneer.
static const struct species table[TER_SPECIES_COUNT] =
    {
        [TER_SPRUCE] =
            {
                .name = "spruce",
                .latin = "Picea abies",
                .code = "Fi",
                .taper = TAPER_LAASASENAHO,
                .laasasenaho = {2.3366, -3.2684, 3.6513, -2.2608, 0.0, 2.1501, -2.7412, 1.8876},
                .height = {0.18291, 5.68789},
                .crown_width = {1.2644, 0.1072, 0.0, 0.0},
                .crown_base = {2.0417, -0.3335, 0.00906, -0.9004},
                .density = 825.0,
                .strength = 36e6 * 0.90,
                .elasticity = 6.3e9,
                .living = {-1.2063, 10.9708, 13.0, -0.0124, -0.4923},
                .dead = {-4.6351, 3.6518, 18.0, 0.0493, 1.0129},
                .branching = {0.4, 5, 4, true, {0.005, 0.09}, 1.31, 0.8, 1.0},
            },
        [TER_PINE] =
            {
                .name = "pine",
                .latin = "Pinus sylvestris",
                .code = "Ki",
                .taper = TAPER_LAASASENAHO,
                .laasasenaho = {2.1288, -0.63157, -1.6082, 2.4886, -2.4147, 2.3619, -1.7539,
                                1.0817},
                .height = {0.25964, 1.30645},
                .crown_width = {1.2783, 0.11388, 8.7052, 1.33944},
                .crown_base = {1.2085, -0.2392, 0.00742, -0.7897},
                .density = 825.0,
                .strength = 46e6 * 0.85,
                .elasticity = 7.3e9,
                .living = {-2.5413, 13.3955, 10.0, 0.0, -1.1955},
                .dead = {-5.8926, 7.1270, 10.0, -0.0465, 1.1060},
                .branching = {0.4, 5, 0, true, {0.005, 0.1}, 1.05, 0.4, 1.0},
            },
        [TER_BIRCH] =
            {
                .name = "birch",
                .latin = "Betula pendula",
                .code = "Bi",
                .taper = TAPER_LAASASENAHO,
                .laasasenaho = {0.93838, 4.1060, -7.8517, 7.8993, -7.5018, 6.3863, -4.3918, 2.1604},
                .height = {0.12932, 4.44235},
                .crown_width = {3.6962, 0.0762, 21.8046, 1.53},
                .crown_base = {0.8225, -0.4688, -0.00317, -0.4282},
                .density = 900.0,
                .strength = 63e6,
                .elasticity = 9.9e9,
                .branch_share = 0.20,
                .branching = {0.3, 2, 0, false, {0.005, 0.11}, 0.87, 0.2, 1.4},
            },
        [TER_DOUGLAS_FIR] =
            {
                .name = "douglas fir",
                .latin = "Pseudotsuga menziesii",
                .code = "Dgl",
                .taper = TAPER_SCHMIDT,
                .schmidt = {{-0.5828175, 1.442282, -2.18071},
                            {0.436905, -0.2008, -0.283568},
                            {0.5548092, 0.3495206, 0.06206942}},
                .height = {0.19965, 4.63278},
                .crown_width = {2.919, 0.0939, 10.0161, 1.362},
                .crown_base = {-1.8796, 0.34056, -0.0061, 0.8262},
                .density = 775.0,
                .strength = 53e6,
                .elasticity = 8.3e9,
                .branch_share = 0.30,
                .branching = {0.45, 5, 3, true, {0.005, 0.12}, 1.22, 0.8, 1.0},
            },
        [TER_BEECH] =
            {
                .name = "beech",
                .latin = "Fagus sylvatica",
                .code = "Bu",
                .taper = TAPER_BRINK,
                .brink = {0.694614, 0.086273, 0.135984},
                .height = {0.20213, 5.64023},
                .crown_width = {2.0837, 0.15, 5.7292, 1.3341},
                .crown_base = {0.25704, 0.11819, -0.002065, 0.13831},
                .density = 1070.0,
                .strength = 65e6,
                .elasticity = 9.8e9,
                .branch_share = 0.30,
                .branching = {0.45, 2, 0, false, {0.01, 0.2}, 0.87, 0.1, 1.5},
            },
        [TER_OAK] =
            {
                .name = "oak",
                .latin = "Quercus robur",
                .code = "Ei",
                .taper = TAPER_BRINK,
                .brink = {0.569877, 0.045065, 0.245294},
                .height = {0.14657, 3.78686},
                .crown_width = {2.6618, 0.1152, 8.3381, 1.4083},
                .crown_base = {-0.5268, 0.2287, -0.00453, 0.4712},
                .density = 1160.0,
                .strength = 59e6,
                .elasticity = 8.3e9,
                .branch_share = 0.30,
                .branching = {0.45, 2, 0, false, {0.01, 0.22}, 1.05, 0.2, 1.5},
            },
};

static const struct species *facts_of(enum ter_species species) {
    assert((unsigned)species < TER_SPECIES_COUNT);
    return &table[species];
}

// libm's exp and log differ in their last bit between processors. Results that come from them are
// rounded to a micrometre, so that a recorded session replays to the same state elsewhere.
static double to_micrometre(double metres) {
    return round(metres * 1e6) / 1e6;
}

const char *ter_species_name(enum ter_species species) {
    return facts_of(species)->name;
}

static bool same_word(const char *a, const char *b) {
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == '\0' && *b == '\0';
}

bool ter_species_find(const char *name, enum ter_species *species) {
    for (int i = 0; i < TER_SPECIES_COUNT; i++) {
        if (same_word(name, table[i].name) || same_word(name, table[i].latin) ||
            same_word(name, table[i].code)) {
            *species = (enum ter_species)i;
            return true;
        }
    }
    return false;
}

// f(x) = sum c_i x^{1, 2, 3, 5, 8, 13, 21, 34}, x = 1 - h / H. Only products and sums, so that
// every processor gives the same bits.
static double laasasenaho(const double c[8], double x) {
    const double x2 = x * x;
    const double x3 = x2 * x;
    const double x5 = x3 * x2;
    const double x8 = x5 * x3;
    const double x13 = x8 * x5;
    const double x21 = x13 * x8;
    const double x34 = x21 * x13;
    return c[0] * x + c[1] * x2 + c[2] * x3 + c[3] * x5 + c[4] * x8 + c[5] * x13 + c[6] * x21 +
           c[7] * x34;
}

// d(h) = 2 [alpha (1 - (h/H)^3) + beta ln(h/H)] in cm; D [cm], H and h [m]. The slenderness H/D is
// bounded as in the source; He is the height of that slenderness.
static double schmidt(const struct schmidt *s, double D, double H, double h) {
    const double bound = s->c[0] + s->c[1] * exp(log(D) * (-s->c[2] * D));
    const double He = H / D < bound ? bound * D : H;
    const double p = D / log(He);
    const double q = (D / He) * (D / He);
    const double alpha = s->a[0] + s->a[1] * p + s->a[2] * q;
    const double beta = s->b[0] + s->b[1] * p + s->b[2] * q;
    const double x = h / H;
    return 2.0 * (alpha * (1.0 - x * x * x) + beta * log(x));
}

// Brink: r(h) = u + v exp(-a1 h) - w exp(a2 h) in cm.
static double brink(const double a[3], double D, double H, double h) {
    const double r = 0.5 * D;
    const double i = a[0] * r;
    const double below = 1.0 - exp(a[1] * (ter_breast_height - H));
    const double above = 1.0 - exp(a[2] * (ter_breast_height - H));
    const double u = i / above + (r - i) * (1.0 - 1.0 / below);
    const double v = (r - i) * exp(ter_breast_height * a[1]) / below;
    const double w = i * exp(-a[2] * H) / above;
    return 2.0 * (u + v * exp(-a[1] * h) - w * exp(a[2] * h));
}

double ter_species_diameter(enum ter_species species, double dbh, double height, double h) {
    assert(dbh > 0.0 && height > ter_breast_height);
    const struct species *s = facts_of(species);
    if (h >= height)
        return 0.0;
    const double D = 100.0 * dbh;
    // Schmidt's logarithm is unbounded at the ground.
    const double at = fmax(h, 0.05);
    double d;
    switch (s->taper) {
    case TAPER_LAASASENAHO:
        d = dbh * laasasenaho(s->laasasenaho, 1.0 - fmax(h, 0.0) / height) /
            laasasenaho(s->laasasenaho, 1.0 - ter_breast_height / height);
        break;
    case TAPER_SCHMIDT:
        d = to_micrometre(dbh * schmidt(&s->schmidt, D, height, at) /
                          schmidt(&s->schmidt, D, height, ter_breast_height));
        break;
    case TAPER_BRINK:
    default:
        d = to_micrometre(0.01 * brink(s->brink, D, height, at));
        break;
    }
    return fmax(d, 0.0);
}

double ter_species_green_density(enum ter_species species) {
    return facts_of(species)->density;
}

double ter_species_bending_strength(enum ter_species species) {
    assert(species < TER_SPECIES_COUNT);
    return table[species].strength;
}

double ter_species_elasticity(enum ter_species species) {
    assert(species < TER_SPECIES_COUNT);
    return table[species].elasticity;
}

// Living branches hold as much water as dry matter (Hakkila 1989: 50 to 55 % of the mass), dead
// ones what air-dry wood does.
static const double living_per_dry = 2.1, dead_per_dry = 1.2;

static double crown_part(const struct crown_part *part, double d, double h) {
    if (part->c <= 0.0)
        return 0.0;
    return exp(part->a + part->b * d / (d + part->c) + part->e * h + part->f * log(h));
}

double ter_species_crown_mass(enum ter_species species, double dbh, double height) {
    assert(dbh > 0.0 && height > ter_breast_height);
    const struct species *s = facts_of(species);
    const double d = 100.0 * dbh;
    const double branches = living_per_dry * crown_part(&s->living, d, height) +
                            dead_per_dry * crown_part(&s->dead, d, height);
    // A form factor of 0.5 gives the stem's volume.
    const double stem = 0.5 * 0.25 * SIM_PI * dbh * dbh * height * s->density;
    return 1e-3 * round(1e3 * (branches + s->branch_share * stem));
}

const struct ter_branching *ter_species_branching(enum ter_species species) {
    return &facts_of(species)->branching;
}

// Naeslund h = 1.3 + d^2 / (a + b d)^2, d [cm], fitted to the pairs (15, 14), (20, 18), (30, 25),
// (40, 30) within 0.3 m.
struct ter_height_curve ter_default_height_curve(double dg) {
    assert(dg > 0.0);
    const double x = 100.0 * dg / (2.254 + 0.1303 * 100.0 * dg);
    return (struct ter_height_curve){.dg = dg, .hg = ter_breast_height + x * x};
}

// h = 1.3 + (hg - 1.3) exp(a (1 - dg/d)) exp(b (1/dg - 1/d)), d [cm].
double ter_species_height(enum ter_species species, const struct ter_height_curve *curve,
                          double dbh) {
    assert(dbh > 0.0 && curve->dg > 0.0);
    const double *k = facts_of(species)->height;
    const double d = 100.0 * dbh;
    const double dg = 100.0 * curve->dg;
    return to_micrometre(ter_breast_height + (curve->hg - ter_breast_height) *
                                                 exp(k[0] * (1.0 - dg / d)) *
                                                 exp(k[1] * (1.0 / dg - 1.0 / d)));
}

// cb = h (1 - exp(-|a + b h/d + c d + e ln h100|)). The top height h100 of the stand is unknown for
// a single tree; it is taken as 5 % above the tree's height, the average of the reference values.
double ter_species_crown_base(enum ter_species species, double dbh, double height) {
    assert(dbh > 0.0 && height > 0.0);
    const double *k = facts_of(species)->crown_base;
    const double d = 100.0 * dbh;
    const double exponent = k[0] + k[1] * height / d + k[2] * d + k[3] * log(1.05 * height);
    return to_micrometre(height * (1.0 - exp(-fabs(exponent))));
}

double ter_species_crown_width(enum ter_species species, double dbh) {
    assert(dbh > 0.0);
    const double *k = facts_of(species)->crown_width;
    const double d = 100.0 * dbh;
    const double width = k[0] + k[1] * d;
    return to_micrometre(k[2] > 0.0 ? width * (1.0 - exp(-pow(d / k[2], k[3]))) : width);
}
