#include "data/exercise/course.h"

#include <stdlib.h>

#include "data/exercise/prepare.h"

static void report(const struct dat_exercise *exercise, const char *text, struct dat_diagnostics *d,
                   struct dat_place place, const char *what, const char *why) {
    dat_diagnose_in(d, exercise->path, text, place.line, place.column, "%s: %s", what, why);
}

// True where the machine can be there.
static bool is_on_site(const struct dat_exercise *exercise, struct sim_vec3 p) {
    return ter_ground_contains(&exercise->site.ground, p.x, p.y);
}

// from: where the machine stands while its crane goes for the target, the last gate or the start.
static void check_target(const struct dat_exercise *exercise, const char *text,
                         struct dat_diagnostics *d, const struct dat_scenario_target *target,
                         double from[2]) {
    char why[160];
    if (target->kind == VEH_TARGET_TIP) {
        if (dat_tip_problem(exercise, target->at, from, why, sizeof why))
            report(exercise, text, d, target->place, "the target cannot be reached", why);
        return;
    }
    const struct ter_tree *tree = dat_tree_at(
        &exercise->site.stand, dat_exercise_point(exercise, target->at), dat_machine_half_width);
    from[0] = target->at[0];
    from[1] = target->at[1];
    if (!is_on_site(exercise, dat_exercise_point(exercise, target->at)))
        report(exercise, text, d, target->place, "the gate cannot be reached",
               "the place is off the site");
    else if (tree != NULL) {
        snprintf(why, sizeof why, "tree '%s' stands in it", tree->id);
        report(exercise, text, d, target->place, "the gate cannot be reached", why);
    }
}

void dat_course_make(struct dat_exercise *exercise, const char *text, struct dat_diagnostics *d) {
    const struct dat_scenario *scenario = &exercise->scenario;
    double from[2] = {0.0, 0.0};
    char why[160];
    if (scenario->has_tip && dat_tip_problem(exercise, scenario->tip, from, why, sizeof why))
        report(exercise, text, d, scenario->tip_place, "the crane cannot begin there", why);
    exercise->course = calloc((size_t)scenario->target_count + 1, sizeof *exercise->course);
    if (exercise->course == NULL) {
        dat_diagnose_in(d, exercise->path, NULL, 0, 0, "not enough memory for the exercise");
        return;
    }
    for (int i = 0; i < scenario->target_count; i++) {
        const struct dat_scenario_target *target = &scenario->targets[i];
        check_target(exercise, text, d, target, from);
        exercise->course[i] = (struct veh_target){.kind = target->kind,
                                                  .place = dat_exercise_point(exercise, target->at),
                                                  .radius = target->radius,
                                                  .hold = target->hold};
    }
}
