#include "ui/scene/branch_scene.h"

#include <math.h>

#include "terrain/branch.h"
#include "ui/scene/noise.h"

static const double slash_sight = 45.0; // [m] from the eye; farther away it is not told from grass
static const double sprig_mass = 1.6;   // [kg] of the branches that one sprig of the picture shows
static const double thinnest_wood = 0.006; // [m] thinner ones are hidden by their needles

bool ui_scene_add_branches(struct ui_scene *scene, const struct ter_stem *stem,
                           struct sim_pose pose, const float bark[3]) {
    bool room = true;
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(stem, stem->from, stem->to);
    while (ter_branch_next(&walk, &branch)) {
        if (branch.diameter < thinnest_wood || !ter_branch_is_left(stem, &branch))
            continue;
        const double z = branch.height - stem->from, out = sim_sin(branch.angle);
        const struct sim_vec3 way = {out * sim_cos(branch.azimuth), out * sim_sin(branch.azimuth),
                                     sim_cos(branch.angle)};
        // Only the inner part is bare wood, and a dead one has lost its tip.
        const double length = branch.length * (branch.dead ? 0.8 : 0.6);
        const struct sim_vec3 base = {0.0, 0.0, z};
        const struct sim_vec3 end = sim_add_scaled(base, way, length);
        struct ui_primitive p = ui_rod(sim_pose_point(pose, base), sim_pose_point(pose, end),
                                       0.5 * branch.diameter, bark);
        p.kind = UI_SHAPE_CYLINDER;
        p.look = UI_LOOK_BARK;
        p.radius[1] = 0.3 * p.radius[0];
        room = ui_scene_add_primitive(scene, &p) && room;
    }
    return room;
}

// A sprig that lies flat: a little crown.
static struct ui_tree sprig(const struct veh_worksite *site, double x, double y, uint32_t chance) {
    const double heading = 2.0 * SIM_PI * (double)ui_hash_unit(ui_hash(chance + 1U));
    const double lift = 0.1 + 0.25 * (double)ui_hash_unit(ui_hash(chance + 2U));
    const double length = 0.7 + 0.7 * (double)ui_hash_unit(ui_hash(chance + 3U));
    const struct sim_vec3 up = {0.0, 0.0, 1.0};
    const struct sim_vec3 way = sim_unit(sim_vec3(sim_cos(heading), sim_sin(heading), lift));
    const double z = ter_ground_height(site->def.ground, x, y, NULL);
    return (struct ui_tree){.species = UI_SPRUCE,
                            .pose = {{x, y, z}, sim_quat_between(up, way)},
                            .height = length,
                            .crown_width = 0.45 * length,
                            .moving = true};
}

// Those of one tile of the trails.
static bool add_tile(struct ui_scene *scene, const struct veh_worksite *site,
                     const struct ter_trail_tile *tile, double x0, double y0) {
    const double area = ter_trail_cell * ter_trail_cell;
    bool room = true;
    for (int i = 0; i < TER_TRAIL_CELLS * TER_TRAIL_CELLS; i++) {
        const uint32_t chance = ui_hash2(tile->place, i, 91);
        // One cell in so many has a sprig, and always the same.
        if (tile->brash[i] * area < sprig_mass * (double)ui_hash_unit(chance))
            continue;
        const double x = x0 + (i % TER_TRAIL_CELLS + 0.5) * ter_trail_cell;
        const double y = y0 + (i / TER_TRAIL_CELLS + 0.5) * ter_trail_cell;
        const struct ui_tree tree = sprig(site, x, y, chance);
        room = ui_scene_add_tree(scene, &tree) && room;
    }
    return room;
}

bool ui_scene_add_slash(struct ui_scene *scene, const struct veh_worksite *site,
                        struct sim_vec3 eye) {
    const struct ter_trails *trails = &site->trails;
    const double side = TER_TRAIL_CELLS * ter_trail_cell;
    bool room = true;
    for (int t = 0; t < trails->tiles.count; t++) {
        const struct ter_trail_tile *tile = &trails->tiles.items[t];
        const double x = trails->x0 + side * (tile->place % trails->columns);
        const double y = trails->y0 + side * (tile->place / trails->columns);
        if (hypot(x + 0.5 * side - eye.x, y + 0.5 * side - eye.y) < slash_sight)
            room = add_tile(scene, site, tile, x, y) && room;
    }
    return room;
}
