#include "terrain/stem.h"

#include <assert.h>
#include <math.h>

#include "terrain/branch.h"
#include "terrain/root_plate.h"

// Integration steps along a piece. The taper functions are smooth: Simpson's rule with this many
// steps is within 1e-4 of the volume of a whole tree.
enum { STEPS = 64 };
enum { SECTIONS = 16 }; // of a bent stem: the deflection is within 1 % of the integral

struct ter_stem ter_stem_whole(enum ter_species species, double dbh, double height,
                               double crown_base, double stump_height) {
    assert(stump_height >= 0.0 && stump_height < height);
    return (struct ter_stem){
        .species = species,
        .dbh = dbh,
        .height = height,
        .from = stump_height,
        .to = height,
        .crown_base = crown_base,
        .bare_to = stump_height,
        .bare_from = stump_height,
        .limbs_from = stump_height,
    };
}

double ter_stem_length(const struct ter_stem *stem) {
    return stem->to - stem->from;
}

static double diameter_at(const struct ter_stem *stem, double h) {
    return ter_species_diameter(stem->species, stem->dbh, stem->height, h);
}

double ter_stem_diameter(const struct ter_stem *stem, double z) {
    return diameter_at(stem, stem->from + sim_clamp(z, 0.0, ter_stem_length(stem)));
}

double ter_stem_volume(const struct ter_stem *stem, double z0, double z1) {
    assert(z0 <= z1);
    const double step = (z1 - z0) / STEPS;
    double sum = 0.0;
    for (int i = 0; i <= STEPS; i++) {
        const double weight = i == 0 || i == STEPS ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
        const double d = ter_stem_diameter(stem, z0 + i * step);
        sum += weight * d * d;
    }
    return 0.25 * SIM_PI * sum * step / 3.0;
}

// By the push of 1 N at the height high, the moment at h is high - h:
//
//   integral of (high - h)^2 / (E I(h)) from low to high,   I = pi d(h)^4 / 64
double ter_stem_yielding(const struct ter_stem *stem, double low, double high) {
    const double e = ter_species_elasticity(stem->species) * SIM_PI / 64.0;
    const double step = (high - low) / SECTIONS;
    double sum = 0.0;
    for (int i = 0; i < SECTIONS && step > 0.0; i++) {
        const double h = low + (i + 0.5) * step;
        const double d = diameter_at(stem, h), d2 = d * d;
        sum += (high - h) * (high - h) * step / (e * d2 * d2);
    }
    return sum;
}

static const double dry_density = 0.6;  // of a dead tree's wood, as a share of green wood's
static const double dry_branches = 0.2; // likewise of its branches, which have lost their needles

// Moments of a line of mass about the butt, and the inertia of its discs about their own centres.
struct moments {
    double mass;   // [kg]
    double first;  // [kg m] sum m z
    double second; // [kg m^2] sum m z^2
    double across; // [kg m^2] sum of the discs' inertia about their diameters
};

double ter_stem_density(const struct ter_stem *stem) {
    return ter_species_green_density(stem->species) * (stem->defects.dead ? dry_density : 1.0);
}

static struct moments wood_moments(const struct ter_stem *stem, double z0, double z1) {
    const double density = ter_stem_density(stem);
    const double step = (z1 - z0) / STEPS;
    struct moments m = {0};
    for (int i = 0; i <= STEPS; i++) {
        const double weight = (i == 0 || i == STEPS ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) * step / 3.0;
        const double z = z0 + i * step;
        const double r = 0.5 * ter_stem_diameter(stem, z);
        const double dm = weight * density * SIM_PI * r * r;
        m.mass += dm;
        m.first += dm * z;
        m.second += dm * z * z;
        m.across += 0.25 * dm * r * r;
    }
    return m;
}

// Sum of the weights of the tree's branches between two heights [m], of all or of those that are
// left, and their moments about `about` [m].
static struct moments weigh_branches(const struct ter_stem *stem, double low, double high,
                                     double about, bool left_only) {
    // A branch's mass is spread from its base outwards, with its centre before the middle.
    const double centre = 0.4;
    struct moments m = {0};
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(stem, low, high);
    while (ter_branch_next(&walk, &branch)) {
        if (left_only && !ter_branch_is_left(stem, &branch))
            continue;
        const double dm = ter_branch_weight(&branch), out = centre * branch.length;
        const double z = branch.height - about + out * sim_cos(branch.angle);
        const double r = out * sim_sin(branch.angle);
        m.mass += dm;
        m.first += dm * z;
        m.second += dm * z * z;
        m.across += 0.5 * dm * r * r; // they stand all around
    }
    return m;
}

static struct moments branch_moments(const struct ter_stem *stem) {
    struct moments m = weigh_branches(stem, stem->from, stem->to, stem->from, true);
    if (!(m.mass > 0.0))
        return (struct moments){0};
    const double all = weigh_branches(stem, 0.0, stem->height, 0.0, false).mass;
    const double crown = ter_species_crown_mass(stem->species, stem->dbh, stem->height) *
                         (stem->defects.dead ? dry_branches : 1.0);
    const double scale = all > 0.0 ? crown / all : 0.0;
    m.mass *= scale;
    m.first *= scale;
    m.second *= scale;
    m.across *= scale;
    return m;
}

double ter_stem_branch_mass(const struct ter_stem *stem) {
    assert(stem->from < stem->to);
    return branch_moments(stem).mass;
}

// [m] x of the wood's centre.
static double mean_bow(const struct ter_stem *stem) {
    if (stem->defects.sweep == 0.0)
        return 0.0;
    const double step = ter_stem_length(stem) / STEPS;
    double sum = 0.0, volume = 0.0;
    for (int i = 0; i < STEPS; i++) {
        const double z = (i + 0.5) * step, d = ter_stem_diameter(stem, z);
        sum += d * d * ter_stem_bow(stem, z);
        volume += d * d;
    }
    return sum / volume;
}

static struct sim_mass mass_above_ground(const struct ter_stem *stem) {
    assert(stem->from < stem->to);
    const struct moments wood = wood_moments(stem, 0.0, ter_stem_length(stem));
    const struct moments branch = branch_moments(stem);
    const double mass = wood.mass + branch.mass;
    const double centre = (wood.first + branch.first) / mass;
    const double across =
        wood.across + branch.across + wood.second + branch.second - mass * centre * centre;
    return (struct sim_mass){
        .mass = mass,
        .centre = {mean_bow(stem), 0.0, centre},
        .inertia = {{{across, 0.0, 0.0},
                     {0.0, across, 0.0},
                     {0.0, 0.0, 2.0 * (wood.across + branch.across)}}},
    };
}

struct sim_mass ter_stem_mass(const struct ter_stem *stem) {
    const struct sim_mass above = mass_above_ground(stem);
    if (!(stem->plate > 0.0))
        return above;
    const struct sim_mass plate = ter_root_plate_mass(stem->plate);
    return sim_mass_add(&above, &plate);
}

double ter_stem_centre_bow(const struct ter_stem *stem) {
    assert(stem->from < stem->to);
    if (stem->defects.sweep == 0.0)
        return 0.0;
    return stem->plate > 0.0 ? ter_stem_mass(stem).centre.x : mean_bow(stem);
}

void ter_stem_bare(struct ter_stem *stem, double low, double high) {
    assert(low <= high);
    const bool gap = stem->bare_from > stem->bare_to; // below the upper stretch
    if (low <= stem->bare_to) {
        stem->bare_to = fmax(stem->bare_to, high);
    } else {
        stem->bare_from = gap ? fmin(stem->bare_from, low) : low;
        stem->limbs_from = gap ? fmax(stem->limbs_from, high) : high;
    }
    if (stem->bare_from > stem->bare_to)
        return;
    stem->bare_to = stem->bare_from = stem->limbs_from = fmax(stem->bare_to, stem->limbs_from);
}

void ter_stem_delimb(struct ter_stem *stem, double z) {
    ter_stem_bare(stem, fmin(stem->from, stem->bare_to), fmax(stem->from + z, stem->bare_to));
}

void ter_stem_bare_around(const struct ter_stem *stem, double height, double *low, double *high) {
    *low = *high = height;
    if (height <= stem->bare_to) {
        *low = stem->from;
        *high = stem->bare_to;
    } else if (stem->bare_from <= height && height <= stem->limbs_from) {
        *low = stem->bare_from;
        *high = stem->limbs_from;
    }
}

bool ter_stem_is_bare(const struct ter_stem *stem, double height) {
    return height < stem->bare_to || (stem->bare_from <= height && height < stem->limbs_from);
}

void ter_stem_split(const struct ter_stem *stem, double z, struct ter_stem *lower,
                    struct ter_stem *upper) {
    assert(z > 0.0 && z < ter_stem_length(stem));
    const struct ter_stem whole = *stem; // lower or upper may be stem itself
    *lower = whole;
    *upper = whole;
    lower->to = whole.from + z;
    upper->from = whole.from + z;
    upper->plate = 0.0;
}

static int references_wanted(const struct ter_stem *stem) {
    const double length = ter_stem_length(stem);
    if (length > 8.0)
        return TER_STEM_MAX_REFERENCES;
    return stem->from < ter_breast_height && length > 2.0 ? 4 : 3;
}

// [m] of the diameter that the collision shapes of a log may deviate: bark is as rough. Most logs
// are one tapered capsule by it; two of them then touch in two or three places and not in ten.
// Stems that a head feeds keep all their sections.
static const double as_straight = 6e-3;

// Candidates for reference diameters, closer together where the butt flares.
enum { CANDIDATES = 33 };

struct candidates {
    double z[CANDIDATES]; // [m] from the butt
    double d[CANDIDATES]; // [m] diameter
    double x[CANDIDATES]; // [m] of the stem's middle
};

// Of a value at candidate i from the straight line through those at a and b.
static double off_chord(const double *value, const double *z, int a, int b, int i) {
    const double t = (z[i] - z[a]) / (z[b] - z[a]);
    return fabs(value[i] - ((1.0 - t) * value[a] + t * value[b]));
}

// Largest deviation in diameter of the wood between candidates a and b from the frustum between
// these two, which a sweep moves aside by as much on both sides; where that is limit or more, some
// number that is.
static double chord_error(const struct candidates *c, int a, int b, double limit) {
    double worst = 0.0;
    for (int i = a + 1; i < b && worst < limit; i++) {
        const double error =
            fmax(off_chord(c->d, c->z, a, b, i), 2.0 * off_chord(c->x, c->z, a, b, i));
        worst = error > worst ? error : worst;
    }
    return worst;
}

// The polyline with the smallest largest error for a given number of points, by dynamic
// programming: best[k][b] is the smallest error from the butt to candidate b with k + 1 chords,
// from[k][b] the candidate where the last chord begins.
// As few chords as stay within the error, or, where it is not reached, as many as there may be.
static int lay_chords(const struct ter_stem *stem, int most, double error,
                      double z_out[TER_STEM_MAX_REFERENCES]) {
    const double length = ter_stem_length(stem);
    int chords = 1;
    struct candidates c;
    for (int i = 0; i < CANDIDATES; i++) {
        const double t = (double)i / (CANDIDATES - 1);
        c.z[i] = i == CANDIDATES - 1 ? length : length * t * (0.1 + 0.9 * t);
        c.d[i] = ter_stem_diameter(stem, c.z[i]);
        c.x[i] = ter_stem_bow(stem, c.z[i]);
    }
    double best[TER_STEM_MAX_REFERENCES - 1][CANDIDATES];
    int from[TER_STEM_MAX_REFERENCES - 1][CANDIDATES];
    for (int b = 0; b < CANDIDATES; b++) {
        best[0][b] = chord_error(&c, 0, b, (double)INFINITY);
        from[0][b] = 0;
    }
    for (int k = 1; k < most && best[k - 1][CANDIDATES - 1] > error; k++) {
        chords = k + 1;
        for (int b = 0; b < CANDIDATES; b++) {
            best[k][b] = (double)INFINITY;
            from[k][b] = 0;
            for (int a = k; a < b; a++) {
                if (best[k - 1][a] >= best[k][b])
                    continue;
                const double worst = fmax(best[k - 1][a], chord_error(&c, a, b, best[k][b]));
                if (worst < best[k][b]) {
                    best[k][b] = worst;
                    from[k][b] = a;
                }
            }
        }
    }
    int at = CANDIDATES - 1;
    for (int k = chords; k >= 0; k--) {
        z_out[k] = c.z[at];
        at = k > 0 ? from[k - 1][at] : 0;
    }
    return chords + 1;
}

int ter_stem_references(const struct ter_stem *stem, double z[TER_STEM_MAX_REFERENCES]) {
    return lay_chords(stem, references_wanted(stem) - 1, -1.0, z);
}

static struct sim_shape blank_shape(int material) {
    return (struct sim_shape){
        .pose = sim_pose_identity(),
        .material = material,
        .collides = true,
    };
}

// A disc or a very short piece: round caps would be longer than the piece.
static int short_piece(const struct ter_stem *stem, int material, struct sim_shape *shape) {
    const double length = ter_stem_length(stem);
    const double r = 0.5 * ter_stem_diameter(stem, 0.5 * length);
    *shape = blank_shape(material);
    shape->kind = SIM_SHAPE_CYLINDER;
    shape->pose.p.x = ter_stem_bow(stem, 0.5 * length);
    shape->pose.p.z = 0.5 * length;
    shape->radius[0] = r;
    shape->radius[1] = r;
    shape->half_length = 0.5 * length;
    shape->mass = mass_above_ground(stem).mass;
    return 1;
}

// Radius of the sphere that touches the cut at z from inside; direction is +1 at the butt, -1 at
// the tip.
static double cap_radius(const struct ter_stem *stem, double z, double direction,
                         double least_radius) {
    double r = 0.5 * ter_stem_diameter(stem, z);
    for (int i = 0; i < 3; i++)
        r = fmax(0.5 * ter_stem_diameter(stem, z + direction * r), least_radius);
    return r;
}

// Centres and radii of the spheres at the joints of the chain of capsules; returns their number.
static int chain_spheres(const struct ter_stem *stem, double centre[TER_STEM_MAX_REFERENCES],
                         double radius[TER_STEM_MAX_REFERENCES]) {
    // Thinner than this a tip is hard to hit and easy to tunnel through.
    const double least_radius = 0.01;
    const double length = ter_stem_length(stem);
    double z[TER_STEM_MAX_REFERENCES];
    const int most = references_wanted(stem);
    const bool log = most < TER_STEM_MAX_REFERENCES && !(ter_stem_branch_mass(stem) > 0.0);
    const int references =
        log ? lay_chords(stem, most - 1, as_straight, z) : ter_stem_references(stem, z);
    const double r_tip = cap_radius(stem, length, -1.0, least_radius);
    int count = 0;
    radius[count] = cap_radius(stem, 0.0, 1.0, least_radius);
    centre[count] = radius[count];
    count++;
    for (int i = 1; i + 1 < references; i++) {
        const double r = fmax(0.5 * ter_stem_diameter(stem, z[i]), least_radius);
        // Spheres too near to each other would swallow one another: that reference adds nothing.
        const double before = z[i] - centre[count - 1];
        const double after = length - r_tip - z[i];
        if (before < 0.2 * r || before < 2.0 * fabs(radius[count - 1] - r) || after < 0.2 * r ||
            after < 2.0 * fabs(r - r_tip))
            continue;
        centre[count] = z[i];
        radius[count] = r;
        count++;
    }
    centre[count] = length - r_tip;
    radius[count] = r_tip;
    return count + 1;
}

// Lays a capsule between the middles of the stem at two places.
static void lay_along_bow(const struct ter_stem *stem, double z0, double z1,
                          struct sim_shape *shape) {
    const double x0 = ter_stem_bow(stem, z0), x1 = ter_stem_bow(stem, z1), along = z1 - z0;
    shape->pose.p = sim_vec3(0.5 * (x0 + x1), 0.0, 0.5 * (z0 + z1));
    shape->half_length = 0.5 * along;
    if (x0 == x1)
        return;
    const double slant = sim_atan2(x1 - x0, along);
    shape->pose.q = sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), slant);
    shape->half_length = 0.5 * along / sim_cos(slant);
}

static int wood_shapes(const struct ter_stem *stem, int material,
                       struct sim_shape shapes[TER_STEM_MAX_SHAPES]) {
    const double length = ter_stem_length(stem);
    assert(length > 0.0);
    if (length < ter_stem_diameter(stem, 0.0) + ter_stem_diameter(stem, length))
        return short_piece(stem, material, &shapes[0]);
    double centre[TER_STEM_MAX_REFERENCES];
    double radius[TER_STEM_MAX_REFERENCES];
    const int count = chain_spheres(stem, centre, radius) - 1;
    const double mass_per_volume =
        mass_above_ground(stem).mass / ter_stem_volume(stem, 0.0, length);
    for (int i = 0; i < count; i++) {
        struct sim_shape *shape = &shapes[i];
        *shape = blank_shape(material);
        shape->kind = SIM_SHAPE_CAPSULE;
        lay_along_bow(stem, centre[i], centre[i + 1], shape);
        shape->radius[0] = radius[i];
        shape->radius[1] = radius[i + 1];
        // The first and the last shape also have the mass of the ends that their caps cover.
        const double z0 = i == 0 ? 0.0 : centre[i];
        const double z1 = i + 1 == count ? length : centre[i + 1];
        shape->mass = mass_per_volume * ter_stem_volume(stem, z0, z1);
    }
    return count;
}

int ter_stem_shapes(const struct ter_stem *stem, int material,
                    struct sim_shape shapes[TER_STEM_MAX_SHAPES]) {
    const int count = wood_shapes(stem, material, shapes);
    if (!(stem->plate > 0.0))
        return count;
    assert(count + TER_ROOT_PLATE_SHAPES <= TER_STEM_MAX_SHAPES);
    ter_root_plate_shapes(stem->plate, material, &shapes[count]);
    return count + TER_ROOT_PLATE_SHAPES;
}
