// The ground of a scene: its height, also around the measured field, and its cover.
#pragma once

#include "ui/scene/scene.h"

// Extent of the measured ground, zero-sized where the scene has none.
struct ui_ground_box {
    double x0, y0, x1, y1; // [m]
};
struct ui_ground_box ui_ground_box(const struct ui_scene *scene);

// [m] the measured height; outside the field its border continues into low hills. 0 without ground.
double ui_ground_height(const struct ui_scene *scene, double x, double y);

// [m] distance to the edge of the nearest road, negative on it. Outside the ground, roads continue
// straight beyond their ends. Large without roads.
double ui_ground_road_distance(const struct ui_scene *scene, double x, double y);

// Fills size^2 RGBA pixels over the ground's box, row by row with growing y: gravel, grass, moss,
// shade of the crowns, 0 to 255. The scene must have a ground.
void ui_ground_cover(const struct ui_scene *scene, int size, unsigned char *rgba);

// Trees that stand up to width [m] around the ground, copies of the scene's own, as dense as those.
// Calls add for each; the tree is valid during the call. None where the scene has no trees.
typedef void ui_tree_visitor(void *context, const struct ui_tree *tree);
void ui_ground_surroundings(const struct ui_scene *scene, double width, ui_tree_visitor *add,
                            void *context);
