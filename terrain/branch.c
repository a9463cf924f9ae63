#include "terrain/branch.h"

#include <assert.h>
#include <math.h>

static const double whorl_scatter = 0.06;    // [m] between the lowest and the highest base
static const double dead_force = 0.7;        // of a green branch's cutting force
static const double dead_weight = 0.2;       // dry, broken, without needles
static const double between_whorls = 0.4;    // thickness of those that grow between whorls
static const double thickness_scatter = 0.4; // the thinnest is so much thinner than the thickest

// The finaliser of MurmurHash3 (A. Appleby, public domain): 32 well mixed bits.
static uint32_t mixed(uint32_t x) {
    x = (x ^ (x >> 16)) * UINT32_C(0x85ebca6b);
    x = (x ^ (x >> 13)) * UINT32_C(0xc2b2ae35);
    return x ^ (x >> 16);
}

// 0 to 1, of the n-th property of a branch.
static double chance(const struct ter_branch_walk *walk, int branch, uint32_t n) {
    const uint32_t place = mixed((uint32_t)walk->whorl * 64U + (uint32_t)branch);
    return mixed(walk->stem->seed ^ mixed(place + n * UINT32_C(0x9e3779b9))) / 4294967296.0;
}

struct ter_branch_walk ter_branches(const struct ter_stem *stem, double low, double high) {
    const struct ter_branching *b = ter_species_branching(stem->species);
    // The whorl below may reach up here.
    const int first = (int)floor(fmax(low, 0.0) / b->spacing) - 1;
    return (struct ter_branch_walk){
        .stem = stem, .low = low, .high = high, .whorl = first > 0 ? first : 0};
}

// x^0.6 of 0 to 1: sim_exp and sim_log give the same bits everywhere.
static double power(double x) {
    return x > 1e-6 ? sim_exp(0.6 * sim_log(x)) : 0.0;
}

static void measure(const struct ter_branch_walk *walk, const struct ter_branching *b, int k,
                    struct ter_branch *branch) {
    const struct ter_stem *stem = walk->stem;
    const double crown = stem->height - stem->crown_base;
    const double thickest = b->thickest[0] + b->thickest[1] * stem->dbh;
    const double scatter = 1.0 - thickness_scatter * chance(walk, k, 2);
    const double part = k < b->per_whorl ? scatter : between_whorls * scatter;
    const double reach = 0.5 * ter_species_crown_width(stem->species, stem->dbh);
    const bool below = branch->height < stem->crown_base;
    branch->dead = below || stem->defects.dead;
    // Dead ones: from 0.7 of the thickest at the crown to 0.3 at the ground.
    const double share = below ? 0.3 + 0.4 * branch->height / fmax(stem->crown_base, 0.1)
                               : power((stem->height - branch->height) / fmax(crown, 0.1));
    branch->diameter = part * share * thickest;
    branch->angle = b->angle;
    branch->length = part * share * reach / sim_sin(b->angle) * (below ? 0.6 : 1.0);
    branch->azimuth =
        2.0 * SIM_PI *
        ((k % b->per_whorl + 0.6 * chance(walk, k, 3)) / b->per_whorl + chance(walk, 63, 4));
}

bool ter_branch_next(struct ter_branch_walk *walk, struct ter_branch *branch) {
    const struct ter_stem *stem = walk->stem;
    const struct ter_branching *b = ter_species_branching(stem->species);
    const double lowest_dead = stem->crown_base * (1.0 - b->dead);
    for (;; walk->whorl++, walk->next = 0) {
        const double foot = walk->whorl * b->spacing;
        if (foot - 0.5 * whorl_scatter > fmin(walk->high, stem->height))
            return false;
        while (walk->next < b->per_whorl + b->between) {
            const int k = walk->next++;
            const double spread = k < b->per_whorl && b->whorled ? whorl_scatter : b->spacing;
            branch->height = foot + spread * (chance(walk, k, 1) - (spread < b->spacing ? 0.5 : 0));
            if (branch->height < walk->low || branch->height > walk->high ||
                branch->height < lowest_dead || branch->height > stem->height - 0.1)
                continue;
            measure(walk, b, k, branch);
            branch->number = walk->whorl * (b->per_whorl + b->between) + k;
            return true;
        }
    }
}

bool ter_branch_is_broken(const struct ter_stem *stem, const struct ter_branch *branch) {
    const int n = branch->number;
    return n < TER_BREAKABLE && (stem->broken.bits[n / 32] >> (n % 32) & 1U) != 0;
}

bool ter_branch_is_left(const struct ter_stem *stem, const struct ter_branch *branch) {
    return !ter_stem_is_bare(stem, branch->height) && !ter_branch_is_broken(stem, branch);
}

void ter_branches_share(struct ter_stem *stem) {
    uint32_t any = 0;
    for (int i = 0; i < TER_BREAKABLE / 32; i++)
        any |= stem->broken.bits[i];
    stem->broken.share = 0.0;
    if (any == 0)
        return;
    struct ter_stem tree = *stem;
    tree.bare_to = tree.bare_from = tree.limbs_from = tree.from = 0.0;
    tree.to = tree.height;
    const double left = ter_stem_branch_mass(&tree);
    tree.broken = (struct ter_broken){0};
    const double all = ter_stem_branch_mass(&tree);
    stem->broken.share = all > 0.0 ? 1.0 - left / all : 0.0;
}

double ter_branches_break(struct ter_stem *stem, const struct ter_branch branches[], int count) {
    const double before = ter_stem_branch_mass(stem);
    for (int i = 0; i < count; i++) {
        const int n = branches[i].number;
        assert(ter_branch_is_left(stem, &branches[i]) && n < TER_BREAKABLE);
        stem->broken.bits[n / 32] |= UINT32_C(1) << (n % 32);
    }
    ter_branches_share(stem);
    return before - ter_stem_branch_mass(stem);
}

double ter_branch_moment(const struct ter_stem *stem, const struct ter_branch *branch, double way) {
    const double d = branch->diameter, inertia = SIM_PI / 64.0 * d * d * d * d;
    return 3.0 * ter_species_elasticity(stem->species) * inertia * way /
           (branch->length * branch->length);
}

double ter_branch_strength(const struct ter_stem *stem, const struct ter_branch *branch) {
    const double d = branch->diameter;
    return SIM_PI / 32.0 * ter_species_bending_strength(stem->species) * d * d * d;
}

double ter_branch_weight(const struct ter_branch *branch) {
    const double d = branch->diameter;
    return d * d * sqrt(d) * (branch->dead ? dead_weight : 1.0);
}

double ter_branch_work(const struct ter_branch *branch, double per_diameter, double x) {
    assert(per_diameter >= 0.0);
    const double d = branch->diameter, u = sim_clamp(x / d, 0.0, 1.0);
    const double peak = per_diameter * d * (branch->dead ? dead_force : 1.0);
    return peak * d * u * u * (2.0 - 4.0 / 3.0 * u);
}
