#include "ui/gl/shots.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <glad/gl.h>

#include "ui/gl/base.h"
#include "ui/gl/renderer.h"
#include "ui/gl/text.h"
#include "ui/gl/window.h"

struct ui_shots {
    struct ui_window window;
    struct ui_gl_renderer *renderer;
    struct ui_gl_target target;
    struct ui_gl_text text;
    struct ui_font *font;
    struct ui_canvas canvas;
};

static bool init(struct ui_shots *shots, int width, int height, bool fine, char *problem,
                 size_t size) {
    const struct ui_window_options options = {
        .title = "Kranich", .width = 64, .height = 64, .headless = true};
    if (!ui_window_open(&shots->window, &options, problem, size))
        return false;
    // Nobody waits for the next picture, so edges may be smooth. Where the processor draws, four
    // samples would take four times as long: the finished picture is smoothed instead.
    struct ui_gl_quality quality = ui_gl_default_quality();
    const bool software = ui_gl_is_software();
    const int most = ui_gl_max_samples();
    quality.smooth = software && !fine;
    quality.samples = quality.smooth ? 0 : most < 8 ? most : 8;
    quality.near_trees = 1.5 * quality.near_trees;
    quality.shadow_size = 2048;
    snprintf(problem, size, "the graphics driver refuses to draw; see above");
    shots->renderer = ui_gl_renderer_create(&quality);
    if (shots->renderer == NULL || !ui_gl_text_init(&shots->text))
        return false;
    if (!ui_gl_target_make(&shots->target, width, height, quality.samples))
        return false;
    // Letters stay readable in a small picture, too.
    shots->font = ui_font_create(
        ui_font_scale(fmax(height / 720.0, fine ? 0.8 : 0.0), ui_gl_max_side()), problem, size);
    return shots->font != NULL;
}

struct ui_shots *ui_shots_create(int width, int height, bool fine, char *problem, size_t size) {
    assert(width > 0 && height > 0);
    struct ui_shots *shots = calloc(1, sizeof *shots);
    if (shots == NULL) {
        snprintf(problem, size, "out of memory");
        return NULL;
    }
    if (init(shots, width, height, fine, problem, size))
        return shots;
    ui_shots_destroy(shots);
    return NULL;
}

void ui_shots_destroy(struct ui_shots *shots) {
    if (shots == NULL)
        return;
    ui_canvas_finish(&shots->canvas);
    ui_font_destroy(shots->font);
    if (shots->window.context != NULL) {
        ui_gl_target_finish(&shots->target);
        ui_gl_text_finish(&shots->text);
        ui_gl_renderer_destroy(shots->renderer);
    }
    ui_window_close(&shots->window);
    free(shots);
}

struct ui_canvas *ui_shots_canvas(struct ui_shots *shots) {
    ui_canvas_begin(&shots->canvas, shots->font, shots->target.width, shots->target.height);
    return &shots->canvas;
}

bool ui_shots_write(struct ui_shots *shots, const struct ui_scene *scene,
                    const struct ui_view_table *views, const struct ui_stereo *stereo,
                    const char *path, char *problem, size_t size) {
    struct ui_gl_target *t = &shots->target;
    struct ui_view_table anew = *views;
    ui_view_table_hurry(&anew);
    if (!ui_gl_renderer_views(shots->renderer, scene, &anew, stereo, t)) {
        snprintf(problem, size, "%s: the picture does not fit into memory", path);
        return false;
    }
    if (shots->canvas.vertices.count > 0) {
        glBindFramebuffer(GL_FRAMEBUFFER, t->resolved);
        ui_gl_text_draw_stereo(&shots->text, &shots->canvas,
                               stereo != NULL ? stereo->mode : UI_STEREO_NONE, t->width, t->height);
    }
    return ui_gl_target_write(t, path, problem, size);
}
