#include "data/metrics/worth.h"

#include <math.h>

#include "vehicles/computer/bucking.h"

static const double butt_log = 0.6; // [m] above the ground, up to which a log begins at the stump
static const double next_point =
    0.2; // [m] of the tree beyond a log, so that its profile reaches on

enum { FIRST_LOGS = 12 }; // lengths of the first log of a bowed stem that are tried

static struct veh_profile profile_of(const struct ter_stem *stem) {
    struct veh_profile profile = {.count = 0};
    while (profile.count < VEH_PROFILE_POINTS &&
           profile.count * veh_profile_step < ter_stem_length(stem)) {
        const double d = ter_stem_diameter(stem, profile.count * veh_profile_step);
        profile.mm[profile.count++] = (uint16_t)(1000.0 * d + 0.5);
    }
    profile.measured = profile.count;
    return profile;
}

double dat_worth_of_log(const struct veh_products *products, const struct ter_stem *log) {
    struct ter_stem on = *log;
    on.to = fmin(log->to + next_point, log->height);
    const double length = ter_stem_length(log);
    const unsigned grade = 1u << ter_stem_grade(log, 0.0, length);
    const struct veh_profile profile = profile_of(&on);
    const struct veh_bucking task = {
        .products = products, .profile = &profile, .species = (int)log->species};
    double best = 0.0;
    for (int p = 0; p < products->count; p++) {
        const enum veh_product_place place = products->product[p].place;
        struct veh_planned_log planned;
        if ((place == VEH_ANYWHERE || (place == VEH_BUTT_ONLY) == (log->from < butt_log)) &&
            veh_product_permits(&products->product[p], grade) &&
            veh_value_log(&task, p, 0.0, length, &planned))
            best = fmax(best, planned.value);
    }
    return best;
}

// ---- the best logs of a tree ----

// [m] from the butt, at most to the end of the stem; 0 at least.
static double along(const struct ter_stem *stem, double height) {
    return sim_clamp(height - stem->from, 0.0, ter_stem_length(stem));
}

// Of the wood between two places [m] as one log, rot and fork left aside.
static void mark_bow(const struct ter_stem *stem, double from, double to,
                     struct veh_grades *grades) {
    struct ter_stem sound = *stem;
    sound.defects.rot = sound.defects.fork = 0.0;
    if (to > from + 0.01)
        veh_grades_mark(grades, from, ter_stem_grade(&sound, from, to), 1);
}

// Rot from below, a bow, sound wood, and from a fork on none.
static struct veh_grades grades_of(const struct ter_stem *stem) {
    const double length = ter_stem_length(stem), fork = stem->defects.fork;
    const double rot = along(stem, stem->defects.rot), bow = along(stem, ter_sweep_height);
    struct veh_grades grades = {.count = 0};
    mark_bow(stem, 0.0, bow, &grades);
    mark_bow(stem, bow, length, &grades);
    if (fork > 0.0)
        veh_grades_mark(&grades, along(stem, fork - ter_fork_reach), TER_GRADES, 1);
    if (rot <= 0.0)
        return grades;
    // Marks reach upwards: what is above the rot is marked again.
    struct veh_grades rotten = {.count = 0};
    const double above = 0.01 * ceil(100.0 * rot);
    veh_grades_mark(&rotten, 0.0, TER_GRADES, 1);
    veh_grades_mark(&rotten, above, veh_grade_at(&grades, above, 1), 1);
    for (int i = 0; i < grades.count; i++)
        if (grades.from[i] > above)
            veh_grades_mark(&rotten, grades.from[i], grades.grade[i], 1);
    return rotten;
}

// The stretch that is bowed is of one grade, whatever logs it is cut into.
static double plain_worth(const struct veh_products *products, const struct ter_stem *stem) {
    const struct veh_profile profile = profile_of(stem);
    const struct veh_grades grades = grades_of(stem);
    const struct veh_bucking task = {.products = products,
                                     .profile = &profile,
                                     .grades = &grades,
                                     .species = (int)stem->species,
                                     .from_butt = stem->from < butt_log};
    struct veh_plan plan;
    veh_buck(&task, &plan);
    return plan.value;
}

// With a first log of that length [m].
static double worth_after(const struct veh_products *products, const struct ter_stem *stem,
                          double length) {
    struct ter_stem first, rest;
    if (length > ter_stem_length(stem) - next_point)
        return 0.0;
    ter_stem_split(stem, length, &first, &rest);
    return dat_worth_of_log(products, &first) + plain_worth(products, &rest);
}

double dat_worth_of_tree(const struct veh_products *products, const struct ter_stem *stem) {
    double best = plain_worth(products, stem);
    int tried = 0;
    for (int p = 0; p < products->count && stem->defects.sweep > 0.0; p++) {
        const struct veh_product *product = &products->product[p];
        const bool taken = veh_product_takes(product, (int)stem->species);
        for (int l = 0; l < product->length_count && taken && tried < FIRST_LOGS; l++, tried++)
            best = fmax(best, worth_after(products, stem, veh_product_cut_length(product, l)));
    }
    return best;
}
