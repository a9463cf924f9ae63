#include "data/exercise/tower_make.h"

#include "data/exercise/prepare.h"

static const double margin = 1.0; // [m] from the middle of an outer log to a tree, at least

void dat_tower_make(struct dat_exercise *exercise, const char *text, struct dat_diagnostics *d) {
    const struct dat_tower *tower = &exercise->scenario.tower;
    const struct ter_ground *ground = &exercise->site.ground;
    if (tower->logs == 0)
        return;
    exercise->tower = (struct veh_tower_plan){.x = tower->x - ground->origin_x,
                                              .y = tower->y - ground->origin_y,
                                              .heading = tower->heading,
                                              .spacing = tower->spacing,
                                              .logs = tower->logs};
    const double x = exercise->tower.x, y = exercise->tower.y, room = 0.5 * tower->spacing + margin;
    const bool on_site = ter_ground_contains(ground, x - room, y - room) &&
                         ter_ground_contains(ground, x + room, y + room);
    const struct ter_tree *tree =
        on_site ? dat_tree_at(&exercise->site.stand,
                              sim_vec3(x, y, ter_ground_height(ground, x, y, NULL)), room)
                : NULL;
    if (!on_site)
        dat_diagnose_in(d, exercise->path, text, tower->place.line, tower->place.column,
                        "the tower is off the site, or nearer than %.1f m to its edge", room);
    else if (tree != NULL)
        dat_diagnose_in(d, exercise->path, text, tower->place.line, tower->place.column,
                        "the place of the tower is not free: tree '%s' stands there", tree->id);
}
