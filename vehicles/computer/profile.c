#include "vehicles/computer/profile.h"

#include <assert.h>
#include <math.h>

static const double form_error = 4.0; // [mm] of a stem's diameters about its species' curve
// Of a height about what the diameter lets expect, as a share: without and with earlier stems.
static const double height_spread = 0.15, learned_spread = 0.08;
static const double medium_dbh = 0.25; // [m]
static const double fading = 3.0;      // [m] over which the last error fades out
static const double first_butt = 1.2;  // butt over DBH, until breast height has been measured
static const double lowest_share = 0.55, highest_share = 1.5; // of the expected height, tried
static const double thinnest = 20.0;                          // [mm] nothing is cut above

enum { HEIGHTS = 39, STRIDE = 4, MEMORY = 25 }; // tried; points between samples; stems remembered
enum { LAST = 5 }; // points whose mean error goes on: a single one may lie on a knot
enum { GAP = 3 }; // points between two that were felt: fed past the knives within a step, fewer are

static double at(const struct veh_profile *p, int i) {
    return 1e-3 * p->mm[i];
}

double veh_profile_diameter(const struct veh_profile *p, double z) {
    if (p->count == 0)
        return 0.0;
    const double x = fmax(z, 0.0) / veh_profile_step;
    const int i = (int)x;
    if (i >= p->count - 1)
        return x - i < 1e-9 && i == p->count - 1 ? at(p, i) : 0.0;
    return at(p, i) + (x - i) * (at(p, i + 1) - at(p, i));
}

static uint16_t to_mm(double metres) {
    return (uint16_t)lround(fmin(fmax(1e3 * metres, 0.0), 65535.0));
}

void veh_profile_measure(struct veh_profile *p, double z, double diameter) {
    assert(isfinite(z) && isfinite(diameter));
    const int i = (int)floor(z / veh_profile_step + 1e-6);
    if (i < p->measured || i < 0 || i >= VEH_PROFILE_POINTS)
        return;
    const int last = p->measured - 1;
    for (int k = p->measured; k <= i; k++) {
        const double share = last < 0 ? 1.0 : (double)(k - last) / (i - last);
        p->mm[k] = to_mm((last < 0 ? 0.0 : (1.0 - share) * at(p, last)) + share * diameter);
    }
    if (i > p->measured + GAP)
        p->whole_from = (uint16_t)i;
    p->measured = (uint16_t)(i + 1);
    if (p->count < p->measured)
        p->count = p->measured;
}

// ---- prediction ----

struct fit {
    enum ter_species species;
    double base, dbh;     // [m]
    double height, scale; // found
};

static double curve(const struct fit *f, double height, double z) {
    return ter_species_diameter(f->species, f->dbh, height, f->base + z);
}

// The mean squared error [mm^2] of the measured points about the curve of that height, in the best
// scale, times their number.
static double misfit(const struct veh_profile *p, const struct fit *f, double height,
                     double *scale) {
    double dt = 0.0, tt = 0.0, dd = 0.0;
    for (int i = p->whole_from; i < p->measured; i += STRIDE) {
        const double t = curve(f, height, veh_profile_step * i), d = at(p, i);
        dt += d * t;
        tt += t * t;
        dd += d * d;
    }
    *scale = tt > 0.0 ? dt / tt : 1.0;
    return 1e6 * fmax(dd - *scale * dt, 0.0);
}

// [m] a tree of that diameter in a stand of medium size. Within a stand the thin trees are higher
// than in a stand of thin trees.
static double height_in_stand(enum ter_species species, double dbh) {
    const struct ter_height_curve medium = ter_default_height_curve(medium_dbh);
    return ter_species_height(species, &medium, dbh);
}

static void fit_height(const struct veh_profile *p, const struct veh_stand_memory *memory,
                       struct fit *f) {
    const bool learned = memory->stems[f->species] > 0;
    const double expected =
        learned ? memory->height_share[f->species] * height_in_stand(f->species, f->dbh)
                : ter_default_height_curve(f->dbh).hg;
    const double spread = learned ? learned_spread : height_spread;
    // A tree is at least as high as what has been fed of it.
    const double least = fmax(ter_breast_height + 0.5, f->base + veh_profile_step * p->measured);
    double best = HUGE_VAL;
    for (int i = 0; i < HEIGHTS; i++) {
        const double relative = lowest_share + (highest_share - lowest_share) * i / (HEIGHTS - 1);
        const double height = fmax(relative * expected, least);
        double scale;
        const double off = (relative - 1.0) / spread;
        const double cost = misfit(p, f, height, &scale) / (form_error * form_error) + off * off;
        if (cost < best) {
            best = cost;
            f->height = height;
            f->scale = scale;
        }
    }
}

// [m] from the measured points, else from the butt.
static double estimate_dbh(const struct veh_profile *p, double base) {
    const double z = ter_breast_height - base;
    if (z <= 0.0)
        return at(p, 0);
    if (veh_profile_step * (p->measured - 1) >= z)
        return veh_profile_diameter(p, z);
    return at(p, 0) / first_butt;
}

// [m] mean of the last measured points about the curve.
static double last_error(const struct veh_profile *p, const struct fit *f) {
    const int end = p->measured, whole = p->whole_from < end ? p->whole_from : end - 1;
    const int first = end - LAST > whole ? end - LAST : whole;
    double sum = 0.0;
    for (int i = first; i < end; i++)
        sum += at(p, i) - f->scale * curve(f, f->height, veh_profile_step * i);
    return sum / (end - first);
}

double veh_profile_predict(struct veh_profile *p, enum ter_species species, double base, double dbh,
                           const struct veh_stand_memory *memory) {
    assert((int)species < ter_species_count() && base >= 0.0);
    p->count = p->measured;
    if (p->measured == 0 || p->mm[p->measured - 1] == 0)
        return 0.0;
    struct fit f = {.species = species,
                    .base = base,
                    .dbh = fmax(dbh > 0.0 ? dbh : estimate_dbh(p, base), 0.03)};
    fit_height(p, memory, &f);
    const int last = p->measured - 1;
    const double error = last_error(p, &f);
    for (int i = last + 1; i < VEH_PROFILE_POINTS; i++) {
        const double beyond = veh_profile_step * (i - last);
        const double d = f.scale * curve(&f, f.height, veh_profile_step * i) +
                         error / (1.0 + beyond * beyond / (fading * fading));
        const uint16_t mm = to_mm(fmin(d, at(p, i - 1)));
        if (mm < thinnest)
            break;
        p->mm[i] = mm;
        p->count = (uint16_t)(i + 1);
    }
    return f.height;
}

void veh_profile_cut(struct veh_profile *p, double z) {
    assert(z >= 0.0);
    const int gone = (int)ceil(z / veh_profile_step - 1e-6);
    const int measured = p->measured - gone, count = p->count - gone;
    const int whole_from = p->whole_from - gone;
    // Rising, so that no point is read after it has been written.
    for (int i = 0; i < count; i++)
        p->mm[i] = to_mm(veh_profile_diameter(p, z + veh_profile_step * i));
    p->measured = (uint16_t)(measured > 0 ? measured : 0);
    p->whole_from = (uint16_t)(whole_from > 0 ? whole_from : 0);
    p->count = (uint16_t)(count > 0 ? count : 0);
}

void veh_profile_end(struct veh_profile *p, double z) {
    assert(z >= 0.0);
    const int last = (int)floor(z / veh_profile_step + 1e-6);
    if (last + 1 < p->count)
        p->count = (uint16_t)(last + 1);
    if (p->measured > p->count)
        p->measured = p->count;
}

static uint16_t raised(int point, double by) {
    const int to = point + (int)floor(by / veh_profile_step + 1e-6);
    return (uint16_t)(to < VEH_PROFILE_POINTS ? to : VEH_PROFILE_POINTS);
}

void veh_profile_raise(struct veh_profile *p, double by) {
    assert(by >= 0.0);
    if (p->measured == 0)
        return;
    const struct veh_profile old = *p;
    p->count = raised(old.count, by);
    p->measured = raised(old.measured, by);
    p->whole_from = raised(old.whole_from, by + veh_profile_step - 1e-3); // whole points only
    for (int i = 0; i < p->count; i++)
        p->mm[i] = to_mm(veh_profile_diameter(&old, veh_profile_step * i - by));
}

void veh_stand_learn(struct veh_stand_memory *memory, enum ter_species species, double dbh,
                     double height) {
    assert((int)species < ter_species_count() && dbh > 0.0);
    const double share = height / height_in_stand(species, dbh);
    uint32_t *stems = &memory->stems[species];
    *stems = *stems < MEMORY ? *stems + 1 : MEMORY;
    memory->height_share[species] += (share - memory->height_share[species]) / *stems;
}
