// Draws scenes. One renderer per OpenGL context; every call needs that context to be current.
#pragma once

#include <stdbool.h>

#include "ui/gl/parts.h"
#include "ui/gl/target.h"
#include "ui/scene/scene.h"
#include "ui/scene/view_table.h"

struct ui_gl_renderer;

// The quality at which a graphics card draws smoothly, and the one at which a processor does.
struct ui_gl_quality ui_gl_high_quality(void);
struct ui_gl_quality ui_gl_low_quality(void);
// That of the two which suits the current context.
struct ui_gl_quality ui_gl_default_quality(void);

// Copies quality. NULL where the driver refuses something, with a line on stderr, or memory is
// missing.
struct ui_gl_renderer *ui_gl_renderer_create(const struct ui_gl_quality *quality);
void ui_gl_renderer_destroy(struct ui_gl_renderer *renderer); // accepts NULL

// Draws the rows of the table of which the picture consists: the scene's monitors that are due,
// then the window's rows into target, and resolves it; with a stereo mode once per eye, then
// composed. stereo may be NULL. False where memory is missing, on the card or off it: the picture
// then lacks something.
bool ui_gl_renderer_views(struct ui_gl_renderer *renderer, const struct ui_scene *scene,
                          const struct ui_view_table *views, const struct ui_stereo *stereo,
                          struct ui_gl_target *target);
// The same scene once more, in another window of the same picture: the window's rows of this table.
// Data loaded by the last call of ui_gl_renderer_views() and its monitors' pictures are used as
// they are.
bool ui_gl_renderer_again(struct ui_gl_renderer *renderer, const struct ui_scene *scene,
                          const struct ui_view_table *views, const struct ui_stereo *stereo,
                          struct ui_gl_target *target);
// The scene's page, as the window's rows see it without a stereo mode, into the bound framebuffer
// of that size [pixel].
void ui_gl_renderer_write(struct ui_gl_renderer *renderer, const struct ui_scene *scene,
                          const struct ui_view_table *views, const struct ui_stereo *stereo,
                          int width, int height);
// Call when a font is destroyed: the next one may lie at the same address.
void ui_gl_renderer_forget_font(struct ui_gl_renderer *renderer);
// The eyes' pictures of the last call with a stereo mode (both resolved), for a quad buffer.
const struct ui_gl_target *ui_gl_renderer_eye(const struct ui_gl_renderer *renderer,
                                              enum ui_eye eye);

// Trees drawn in the last picture: near, middle, far.
void ui_gl_renderer_tree_counts(const struct ui_gl_renderer *renderer, int count[3]);
