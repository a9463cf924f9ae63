// Pictures to files, without a screen: what `demo --shots` writes.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ui/scene/scene.h"
#include "ui/screen/hud.h"

struct ui_shots;

// A renderer for pictures of this size; fine: with smooth edges, whatever time that takes. NULL
// with one sentence in problem where this machine cannot draw; the caller then exits with
// UI_EXIT_ENVIRONMENT. One at a time.
struct ui_shots *ui_shots_create(int width, int height, bool fine, char *problem, size_t size);
void ui_shots_destroy(struct ui_shots *shots); // accepts NULL

// Writes the scene as a PNG file; hud and stereo may be NULL. False with the reason in problem.
bool ui_shots_take(struct ui_shots *shots, const struct ui_scene *scene,
                   const struct ui_camera *camera, const struct ui_stereo *stereo,
                   const struct ui_hud *hud, const char *path, char *problem, size_t size);

// The same with a drawing of one's own over the scene: first ui_shots_canvas(), draw, then
// ui_shots_write().
struct ui_canvas *ui_shots_canvas(struct ui_shots *shots);
bool ui_shots_write(struct ui_shots *shots, const struct ui_scene *scene,
                    const struct ui_camera *camera, const struct ui_stereo *stereo,
                    const char *path, char *problem, size_t size);

// One picture alone.
bool ui_shot(const struct ui_scene *scene, const struct ui_camera *camera, int width, int height,
             const char *path, char *problem, size_t size);
