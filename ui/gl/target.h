// Pictures in memory that OpenGL draws into.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct ui_gl_target {
    int width, height; // [pixel]
    int samples;       // 0: one sample per pixel
    unsigned frame;    // framebuffer that is drawn into
    unsigned colour;   // renderbuffer where samples > 0, else equal to texture
    unsigned depth;    // renderbuffer
    unsigned resolved; // framebuffer around texture; equal to frame where samples is 0
    unsigned texture;  // RGBA, one sample per pixel
};

// False with a line on stderr where the driver has no room. Accepts a zeroed target; an existing
// one is replaced where its size or samples differ.
bool ui_gl_target_make(struct ui_gl_target *target, int width, int height, int samples);
// Shrinks what is larger than the driver's pictures, in proportion. True where it was.
bool ui_gl_target_fit(int *width, int *height);
// Accepts a zeroed target.
void ui_gl_target_finish(struct ui_gl_target *target);

// Averages the samples of what was drawn into the texture.
void ui_gl_target_resolve(const struct ui_gl_target *target);

// Copies the resolved picture into the window's framebuffer, scaled to width * height [pixel].
void ui_gl_target_show(const struct ui_gl_target *target, int width, int height);

// The resolved picture as width * height RGB bytes, lowest row first, in memory of the caller.
void ui_gl_target_read(const struct ui_gl_target *target, unsigned char *rgb);

// Its depths, 0 to 1, of one without samples, likewise.
void ui_gl_target_read_depth(const struct ui_gl_target *target, float *depth);

// The resolved picture as a PNG file of about that width in memory, which the caller frees. NULL:
// out of memory.
char *ui_gl_target_small(const struct ui_gl_target *target, int width, size_t *size);
// Writes the resolved picture as a PNG file. False with the reason in problem.
bool ui_gl_target_write(const struct ui_gl_target *target, const char *path, char *problem,
                        size_t size);
