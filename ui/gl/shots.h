// Pictures to files, without a screen: what `demo --shots` and `simulate --shots` write.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ui/scene/canvas.h"
#include "ui/scene/scene.h"
#include "ui/scene/view_table.h"

struct ui_shots;

// A renderer for pictures of this size [pixel]; fine: with smooth edges, however long that takes.
// NULL with one sentence in problem where this machine cannot draw; the caller then exits with
// UI_EXIT_ENVIRONMENT. There may be only one at a time.
struct ui_shots *ui_shots_create(int width, int height, bool fine, char *problem, size_t size);
void ui_shots_destroy(struct ui_shots *shots); // accepts NULL

// An empty canvas of the picture's size, to be drawn on before ui_shots_write() puts it over the
// scene.
struct ui_canvas *ui_shots_canvas(struct ui_shots *shots);
// Writes the views and the canvas as a PNG file; all monitors are drawn anew. stereo may be NULL.
// False with the reason in problem.
bool ui_shots_write(struct ui_shots *shots, const struct ui_scene *scene,
                    const struct ui_view_table *views, const struct ui_stereo *stereo,
                    const char *path, char *problem, size_t size);
