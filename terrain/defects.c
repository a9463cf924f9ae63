#include "terrain/defects.h"

#include <assert.h>
#include <math.h>

#include "terrain/stem.h"

enum { SAMPLES = 32 }; // of a log, for its sweep

// [m/m] Largest sweep of a log of grade 1, 2 and 3; the header has their source. That of grade 3 is
// an own estimate.
static const double sweep_limits[TER_GRADES - 1] = {0.01, 0.02, 0.04};
static const int best_dead_grade = TER_GRADES - 1; // dead wood has checks and blue stain

double ter_stem_rot_radius(const struct ter_stem *stem, double z) {
    const double height = stem->from + z, rot = stem->defects.rot;
    if (!(height < rot))
        return 0.0;
    return ter_rot_share * (1.0 - fmax(height, 0.0) / rot) * 0.5 * ter_stem_diameter(stem, z);
}

double ter_stem_rot_share(const struct ter_stem *stem, double z) {
    const double radius = ter_stem_rot_radius(stem, z);
    if (!(radius > 0.0)) // so it is at the tip, which has no diameter either
        return 0.0;
    const double share = 2.0 * radius / ter_stem_diameter(stem, z);
    return share * share;
}

double ter_stem_bow(const struct ter_stem *stem, double z) {
    const double part = (stem->from + z) / ter_sweep_height;
    if (stem->defects.sweep == 0.0 || part >= 1.0 || part <= 0.0)
        return 0.0;
    return 4.0 * stem->defects.sweep * part * (1.0 - part);
}

// Of a log from z0 to z1 [m]: largest distance from the chord of its ends, per length [m/m].
static double sweep_of(const struct ter_stem *stem, double z0, double z1) {
    assert(z0 < z1);
    if (stem->defects.sweep == 0.0)
        return 0.0;
    const double low = ter_stem_bow(stem, z0), high = ter_stem_bow(stem, z1);
    double largest = 0.0;
    for (int i = 1; i < SAMPLES; i++) {
        const double t = (double)i / SAMPLES;
        const double off = ter_stem_bow(stem, z0 + t * (z1 - z0)) - (low + t * (high - low));
        largest = fmax(largest, fabs(off));
    }
    return largest / (z1 - z0);
}

bool ter_stem_forks(const struct ter_stem *stem, double z0, double z1) {
    const double fork = stem->defects.fork;
    return fork > 0.0 && stem->from + z0 < fork && fork < stem->from + z1;
}

int ter_stem_grade(const struct ter_stem *stem, double z0, double z1) {
    assert(z0 < z1);
    const double fork = stem->defects.fork;
    // Each top of a fork is half as thick as the taper function says.
    if (stem->from + z0 < stem->defects.rot ||
        (fork > 0.0 && stem->from + z1 > fork - ter_fork_reach))
        return TER_GRADES;
    const double sweep = sweep_of(stem, z0, z1);
    int grade = stem->defects.dead ? best_dead_grade : 1;
    while (grade < TER_GRADES && sweep > sweep_limits[grade - 1])
        grade++;
    return grade;
}
