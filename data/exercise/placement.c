#include "data/exercise/placement.h"

#include <math.h>

#include "data/exercise/pile.h"
#include "data/exercise/start.h"
#include "vehicles/part/bunk.h"

// Room that must be free of trees around the start: a large machine, and a little more.
static const double half_length = 5.0; // [m]
static const double half_width = 1.8;  // [m]

static bool on_site(const struct dat_loader *l, double x, double y, struct dat_place place,
                    const char *what) {
    const struct ter_ground *ground = &l->exercise->site.ground;
    if (ter_ground_contains(ground, x - ground->origin_x, y - ground->origin_y))
        return true;
    dat_loader_report(
        l, place, "%s at (%g, %g) is off the site, expected x %g to %g and y %g to %g", what, x, y,
        ground->field.x0 + ground->origin_x, ter_ground_x_max(ground) + ground->origin_x,
        ground->field.y0 + ground->origin_y, ter_ground_y_max(ground) + ground->origin_y);
    return false;
}

bool dat_check_start(const struct dat_loader *l) {
    struct dat_exercise *exercise = l->exercise;
    const struct dat_scenario *scenario = &exercise->scenario;
    const struct ter_ground *ground = &exercise->site.ground;
    exercise->start_x = scenario->x - ground->origin_x;
    exercise->start_y = scenario->y - ground->origin_y;
    if (!on_site(l, scenario->x, scenario->y, scenario->start_place, "the start"))
        return false;
    const double c = sim_cos(scenario->heading);
    const double s = sim_sin(scenario->heading);
    for (int i = 0; i < exercise->site.stand.count; i++) {
        const struct ter_tree *tree = &exercise->site.stand.trees[i];
        const double dx = tree->position.x - exercise->start_x;
        const double dy = tree->position.y - exercise->start_y;
        if (tree->status != TER_TREE_FELLED && fabs(c * dx + s * dy) < half_length &&
            fabs(c * dy - s * dx) < half_width) {
            dat_loader_report(
                l, scenario->start_place,
                "the start is not free: tree '%s' is %.1f m from it, under the machine", tree->id,
                hypot(dx, dy));
            return false;
        }
    }
    return true;
}

void dat_check_reach(const struct dat_loader *l) {
    const struct dat_exercise *exercise = l->exercise;
    const struct dat_place place = exercise->scenario.start_place;
    const struct dat_start_conflict conflict = dat_start_examine(exercise);
    switch (conflict.obstacle) {
    case DAT_OBSTACLE_NONE:
        break;
    case DAT_OBSTACLE_EDGE:
        dat_loader_report(l, place,
                          "the machine starts half off the terrain: '%s' is beyond its edge",
                          conflict.body);
        break;
    case DAT_OBSTACLE_TREE:
        dat_loader_report(l, place, "the machine starts in a tree: '%s' is where tree '%s' stands",
                          conflict.body, exercise->site.stand.trees[conflict.index].id);
        break;
    case DAT_OBSTACLE_PILE:
        dat_loader_report(
            l, place,
            "the machine starts on a pile: '%s' is where a log of the pile of line %d lies",
            conflict.body, exercise->scenario.piles[conflict.index].place.line);
        break;
    case DAT_OBSTACLE_LYING:
        dat_loader_report(
            l, place, "the machine starts on what lies there: '%s' is where a stem of '%s' lies",
            conflict.body, exercise->scenario.lying);
        break;
    case DAT_OBSTACLE_BEARER:
        dat_loader_report(l, place, "the machine starts on a landing: '%s' is where a bearer lies",
                          conflict.body);
        break;
    case DAT_OBSTACLE_LOG:
        dat_loader_report(l, place,
                          "the machine starts on a log: '%s' is where the log of line %d lies",
                          conflict.body, exercise->scenario.logs[conflict.index].place.line);
        break;
    }
}

void dat_check_logs(const struct dat_loader *l) {
    const struct dat_scenario *scenario = &l->exercise->scenario;
    for (int i = 0; i < scenario->log_count; i++) {
        const struct dat_scenario_log *log = &scenario->logs[i];
        if (!on_site(l, log->x, log->y, log->place, "a log"))
            return;
    }
}

// The whole pile must be on the terrain before the ground below it can be asked for.
static bool check_pile(const struct dat_loader *l, const struct dat_pile *pile) {
    const struct ter_ground *ground = &l->exercise->site.ground;
    const struct veh_bunk_def *bunk = veh_bunk_def(&l->exercise->machine);
    const double longest = dat_pile_longest(pile);
    const double reach = 0.5 * longest + pile->uneven + 0.5 * pile->width;
    if (!on_site(l, pile->x, pile->y, pile->place, "a pile"))
        return false;
    for (int i = 0; i < 4; i++) {
        const double x = pile->x - ground->origin_x + (i & 1 ? reach : -reach);
        const double y = pile->y - ground->origin_y + (i & 2 ? reach : -reach);
        if (!ter_ground_contains(ground, x, y)) {
            dat_loader_report(l, pile->place,
                              "the pile reaches off the site, expected %.1f m to its edge", reach);
            return false;
        }
    }
    if (bunk != NULL && longest > bunk->size.x)
        dat_warn(l->d, pile->place.line, pile->place.column,
                 "logs of %g m are longer than the machine's bunk, %g m", longest, bunk->size.x);
    return true;
}

void dat_draw_piles(const struct dat_loader *l) {
    struct dat_exercise *exercise = l->exercise;
    const struct ter_stand *stand = &exercise->site.stand;
    for (int i = 0; i < exercise->scenario.pile_count; i++) {
        const struct dat_pile *pile = &exercise->scenario.piles[i];
        const int first = exercise->lying.count;
        int tree = -1;
        if (!check_pile(l, pile))
            continue;
        const enum dat_pile_result drawn =
            dat_pile_draw(pile, i, &exercise->site.ground, &exercise->lying);
        if (drawn == DAT_PILE_NO_MEMORY)
            dat_loader_report_memory(l);
        else if (drawn == DAT_PILE_TOO_HIGH)
            dat_loader_report(
                l, pile->place,
                "only %d of the pile's %d logs find room below %.0f m, expected fewer, or a "
                "wider pile in another place",
                exercise->lying.count - first, dat_pile_logs(pile), dat_pile_lift);
        for (int k = first; k < exercise->lying.count && tree < 0; k++)
            tree = dat_pile_tree(&exercise->lying.items[k], stand);
        if (tree >= 0)
            dat_loader_report(l, pile->place,
                              "the pile is not free: a log lies where tree '%s' stands",
                              stand->trees[tree].id);
    }
}
