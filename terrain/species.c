#include "terrain/species.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "sim/base/math.h"
#include "terrain/species_table.h"

// Those that a user has added; their numbers follow those of the species that ship.
static struct ter_species_def own[TER_SPECIES_MAX - TER_SPECIES_COUNT];
static int count = TER_SPECIES_COUNT; // of all

const struct ter_species_def *ter_species_def(enum ter_species species) {
    const int i = (int)species;
    assert(i >= 0 && i < count);
    return i < TER_SPECIES_COUNT ? &ter_species_table[i] : &own[i - TER_SPECIES_COUNT];
}

int ter_species_count(void) {
    return count;
}

// libm's exp and log differ in their last bit between processors. Results that come from them are
// rounded to a micrometre, so that a recorded session replays to the same state elsewhere.
static double to_micrometre(double metres) {
    return round(metres * 1e6) / 1e6;
}

const char *ter_species_name(enum ter_species species) {
    return ter_species_def(species)->species;
}

static bool same_word(const char *a, const char *b) {
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == '\0' && *b == '\0';
}

bool ter_species_find(const char *name, enum ter_species *species) {
    for (int i = 0; i < count; i++) {
        const struct ter_species_def *def = ter_species_def((enum ter_species)i);
        if (same_word(name, def->species) || same_word(name, def->latin_name) ||
            same_word(name, def->code)) {
            *species = (enum ter_species)i;
            return true;
        }
    }
    return false;
}

bool ter_species_add(const struct ter_species_def *def) {
    enum ter_species taken;
    (void)taken; // unused without asserts
    assert(ter_species_problem(def) == NULL && !ter_species_find(def->species, &taken));
    if (count == TER_SPECIES_MAX)
        return false;
    own[count++ - TER_SPECIES_COUNT] = *def;
    return true;
}

void ter_species_forget_added(void) {
    count = TER_SPECIES_COUNT;
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
static double schmidt(const double k[9], double D, double H, double h) {
    const double *a = k, *b = k + 3, *c = k + 6;
    const double bound = c[0] + c[1] * exp(log(D) * (-c[2] * D));
    const double He = H / D < bound ? bound * D : H;
    const double p = D / log(He);
    const double q = (D / He) * (D / He);
    const double alpha = a[0] + a[1] * p + a[2] * q;
    const double beta = b[0] + b[1] * p + b[2] * q;
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

static double diameter_of(const struct ter_species_def *s, double dbh, double height, double h) {
    if (h >= height)
        return 0.0;
    const double D = 100.0 * dbh;
    // Schmidt's logarithm is unbounded at the ground.
    const double at = fmax(h, 0.05);
    double d;
    switch (s->taper) {
    case TER_TAPER_LAASASENAHO:
        d = dbh * laasasenaho(s->taper_coefficients, 1.0 - fmax(h, 0.0) / height) /
            laasasenaho(s->taper_coefficients, 1.0 - ter_breast_height / height);
        break;
    case TER_TAPER_SCHMIDT:
        d = to_micrometre(dbh * schmidt(s->taper_coefficients, D, height, at) /
                          schmidt(s->taper_coefficients, D, height, ter_breast_height));
        break;
    case TER_TAPER_BRINK:
    default:
        d = to_micrometre(0.01 * brink(s->taper_coefficients, D, height, at));
        break;
    }
    return fmax(d, 0.0);
}

double ter_species_diameter(enum ter_species species, double dbh, double height, double h) {
    assert(dbh > 0.0 && height > ter_breast_height);
    return diameter_of(ter_species_def(species), dbh, height, h);
}

double ter_species_green_density(enum ter_species species) {
    return ter_species_def(species)->green_density;
}

double ter_species_bending_strength(enum ter_species species) {
    return ter_species_def(species)->bending_strength;
}

// Deep-rooting species take the pine's.
double ter_species_anchorage(enum ter_species species) {
    return species == TER_SPRUCE ? 118.6 : 145.6;
}

double ter_species_elasticity(enum ter_species species) {
    return ter_species_def(species)->elasticity;
}

// Living branches hold as much water as dry matter (Hakkila 1989: 50 to 55 % of the mass), dead
// ones what air-dry wood does.
static const double living_per_dry = 2.1, dead_per_dry = 1.2;

// Dry mass [kg] of a part of the crown: ln m = a + b d / (d + c) + e h + f ln h, d [cm], h [m]; k
// is a, b, c, e, f. c = 0: there is no function.
static double crown_part(const double k[5], double d, double h) {
    if (k[2] <= 0.0)
        return 0.0;
    return exp(k[0] + k[1] * d / (d + k[2]) + k[3] * h + k[4] * log(h));
}

static double crown_mass_of(const struct ter_species_def *s, double dbh, double height) {
    const double d = 100.0 * dbh;
    const double branches = living_per_dry * crown_part(s->crown_mass, d, height) +
                            dead_per_dry * crown_part(s->crown_mass + 5, d, height);
    // A form factor of 0.5 gives the stem's volume.
    const double stem = 0.5 * 0.25 * SIM_PI * dbh * dbh * height * s->green_density;
    return 1e-3 * round(1e3 * (branches + s->crown_share * stem));
}

double ter_species_crown_mass(enum ter_species species, double dbh, double height) {
    assert(dbh > 0.0 && height > ter_breast_height);
    return crown_mass_of(ter_species_def(species), dbh, height);
}

const struct ter_branching *ter_species_branching(enum ter_species species) {
    return &ter_species_def(species)->branches;
}

// Naeslund h = 1.3 + d^2 / (a + b d)^2, d [cm], fitted to the pairs (15, 14), (20, 18), (30, 25),
// (40, 30) within 0.3 m.
struct ter_height_curve ter_default_height_curve(double dg) {
    assert(dg > 0.0);
    const double x = 100.0 * dg / (2.254 + 0.1303 * 100.0 * dg);
    return (struct ter_height_curve){.dg = dg, .hg = ter_breast_height + x * x};
}

// h = 1.3 + (hg - 1.3) exp(a (1 - dg/d)) exp(b (1/dg - 1/d)), d [cm].
static double height_of(const struct ter_species_def *s, const struct ter_height_curve *curve,
                        double dbh) {
    const double *k = s->height_curve;
    const double d = 100.0 * dbh;
    const double dg = 100.0 * curve->dg;
    return to_micrometre(ter_breast_height + (curve->hg - ter_breast_height) *
                                                 exp(k[0] * (1.0 - dg / d)) *
                                                 exp(k[1] * (1.0 / dg - 1.0 / d)));
}

double ter_species_height(enum ter_species species, const struct ter_height_curve *curve,
                          double dbh) {
    assert(dbh > 0.0 && curve->dg > 0.0);
    return height_of(ter_species_def(species), curve, dbh);
}

// cb = h (1 - exp(-|a + b h/d + c d + e ln h100|)). The top height h100 of the stand is unknown for
// a single tree; it is taken as 5 % above the tree's height, the average of the reference values.
double ter_species_crown_base(enum ter_species species, double dbh, double height) {
    assert(dbh > 0.0 && height > 0.0);
    const double *k = ter_species_def(species)->crown_base;
    const double d = 100.0 * dbh;
    const double exponent = k[0] + k[1] * height / d + k[2] * d + k[3] * log(1.05 * height);
    return to_micrometre(height * (1.0 - exp(-fabs(exponent))));
}

static double crown_width_of(const struct ter_species_def *s, double dbh) {
    const double *k = s->crown_width;
    const double d = 100.0 * dbh;
    const double width = k[0] + k[1] * d;
    return to_micrometre(k[2] > 0.0 ? width * (1.0 - exp(-pow(d / k[2], k[3]))) : width);
}

double ter_species_crown_width(enum ter_species species, double dbh) {
    assert(dbh > 0.0);
    return crown_width_of(ter_species_def(species), dbh);
}

// ---- problems ----

// Whether a stem gets thinner from stump to tip, and has its dbh at breast height.
static bool tapers(const struct ter_species_def *def, double dbh, double height) {
    double below = diameter_of(def, dbh, height, 0.2);
    if (!(fabs(diameter_of(def, dbh, height, ter_breast_height) - dbh) < 1e-3 * dbh))
        return false;
    for (double share = 0.02; share < 1.0; share += 0.02) {
        const double d = diameter_of(def, dbh, height, fmax(share * height, 0.2));
        if (!(d <= below + 1e-6) || (share < 0.9 && d <= 0.0))
            return false;
        below = d;
    }
    return true;
}

// Height and crown by their functions, for a tree in a stand of that mean diameter [m].
static const char *sizes_problem(const struct ter_species_def *def, double dbh, double mean) {
    const struct ter_height_curve curve = ter_default_height_curve(mean);
    const double height = height_of(def, &curve, dbh);
    if (!(height >= 1.5 && height <= 80.0))
        return "the height curve gives trees of less than 1.5 m or more than 80 m";
    const double width = crown_width_of(def, dbh);
    if (!(width >= 0.1 && width <= 40.0))
        return "the crown's width is less than 0.1 m or more than 40 m";
    const double stem = 0.5 * 0.25 * SIM_PI * dbh * dbh * height * def->green_density;
    const double mass = crown_mass_of(def, dbh, height);
    if (!(mass >= 0.0 && mass <= 10.0 * stem))
        return "the crown weighs more than ten times the stem";
    return NULL;
}

const char *ter_species_problem(const struct ter_species_def *def) {
    for (double dbh = 0.1; dbh < 0.65; dbh += 0.1) {
        for (double mean = 0.1; mean < 0.65; mean += 0.1) {
            const char *problem = sizes_problem(def, dbh, mean);
            if (problem != NULL)
                return problem;
        }
        if (!tapers(def, dbh, ter_default_height_curve(dbh).hg))
            return "the taper coefficients give a stem that does not get thinner from stump to tip";
        if (def->bark[0] + def->bark[1] * dbh > 0.5 * dbh)
            return "the bark takes more than half of a stem's diameter";
    }
    for (int i = 1; i < 4; i++)
        if (def->top_heights[i] <= def->top_heights[i - 1])
            return "the top heights do not rise with the age";
    return NULL;
}
