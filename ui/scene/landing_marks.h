// The landings of an exercise in the picture: stakes at the corners, as high as the pile may
// become, and a board in the colour of the assortment.
#pragma once

#include "data/exercise/practice.h"
#include "ui/scene/canvas.h"
#include "ui/scene/scene.h"
#include "ui/scene/view_table.h"

// As on a screen, red, green, blue, 0 to 1; those of six products differ.
const float *ui_assortment_colour(int product);
// False where memory is missing.
bool ui_landing_marks_add(struct ui_scene *scene, const struct dat_practice *practice);
// Writes the assortments' names on the boards that are near enough to be read. The scene is
// finished: where something of it hides a part of a name, cab and displays included, that is left
// out. The picture is a flat one.
void ui_landing_marks_label(const struct dat_practice *practice, const struct ui_scene *scene,
                            const struct ui_camera *camera, struct ui_canvas *canvas);

// The names for two eyes, each at the distance of its landing.
struct ui_landing_names {
    struct ui_canvas canvas[UI_NAMES];
};

// Adds those names to the scene that the camera between the eyes sees, with letters as large as on
// the canvas of the flat drawing. `names` must live until the picture is taken.
void ui_landing_names_put(struct ui_landing_names *names, const struct dat_practice *practice,
                          struct ui_scene *scene, const struct ui_camera *camera,
                          const struct ui_canvas *canvas);
// The same for a window in parts, flat or not: in each of its rows the names that its camera sees.
// views: those rows have no planes.
void ui_landing_names_put_apart(struct ui_landing_names *names, const struct dat_practice *practice,
                                struct ui_scene *scene, const struct ui_view_table *views,
                                const struct ui_canvas *canvas);
void ui_landing_names_finish(struct ui_landing_names *names); // accepts zeroed ones
