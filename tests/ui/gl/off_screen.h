// A renderer without a visible window, and the target that it draws into.
#pragma once

#include "ui/gl/renderer.h"
#include "ui/gl/window.h"

struct off_screen {
    struct ui_window window;
    struct ui_gl_renderer *renderer;
    struct ui_gl_target target;
};

// First; false: no OpenGL. Finish is allowed all the same.
static inline bool off_screen_open(struct off_screen *o) {
    char problem[256];
    const struct ui_window_options options = {
        .title = "test", .width = 32, .height = 32, .headless = true};
    return ui_window_open(&o->window, &options, problem, sizeof problem);
}

// One sample per pixel, so that values of single pixels are those of a surface; each picture counts
// and shows the same.
static inline struct ui_gl_quality off_screen_quality(int shadow_size) {
    struct ui_gl_quality quality = ui_gl_default_quality();
    quality.shadow_size = shadow_size;
    quality.samples = 0;
    quality.shadow_rate = 1;
    return quality;
}

// False: out of memory.
static inline bool off_screen_make(struct off_screen *o, const struct ui_gl_quality *quality,
                                   int width, int height) {
    o->renderer = ui_gl_renderer_create(quality);
    return o->renderer != NULL && ui_gl_target_make(&o->target, width, height, 0);
}

static inline void off_screen_finish(struct off_screen *o) {
    ui_gl_target_finish(&o->target);
    ui_gl_renderer_destroy(o->renderer);
    ui_window_close(&o->window);
}
