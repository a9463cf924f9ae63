// The ground of a scene: height also around the measured field, and which cover
// lies where.
#pragma once

#include "ui/scene/scene.h"

// Extent of the measured ground, zero-sized where the scene has none.
struct ui_ground_box {
    double x0, y0, x1, y1; // [m]
};
struct ui_ground_box ui_ground_box(const struct ui_scene *scene);

// [m] the measured height; outside the field its border continues into low hills. 0 without ground.
double ui_ground_height(const struct ui_scene *scene, double x, double y);

// [m] distance to the nearest centre line less half the road's width, negative on the road; the
// ends of a road that reach the border of the ground go on straight. Large without roads.
double ui_ground_road_distance(const struct ui_scene *scene, double x, double y);

// Fills size^2 RGBA pixels over the ground's box, row by row with growing y: gravel, grass, moss,
// shade of the crowns, 0 to 255.
void ui_ground_cover(const struct ui_scene *scene, int size, unsigned char *rgba);

// Trees that stand around the ground, copies of the stand's own, in the same density. Calls add
// for each; none where the scene has no trees.
typedef void ui_tree_visitor(void *context, const struct ui_tree *tree);
void ui_ground_surroundings(const struct ui_scene *scene, double width, ui_tree_visitor *add,
                            void *context);
