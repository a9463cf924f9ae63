#include "ui/gl/target.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>
#include <png.h>

#include "ui/gl/base.h"
#include "ui/gl/counts.h"

static void make_texture(struct ui_gl_target *t) {
    glGenTextures(1, &t->texture);
    glBindTexture(GL_TEXTURE_2D, t->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, t->width, t->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glGenFramebuffers(1, &t->resolved);
    glBindFramebuffer(GL_FRAMEBUFFER, t->resolved);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t->texture, 0);
}

static bool make_buffers(struct ui_gl_target *t) {
    make_texture(t);
    t->frame = t->resolved;
    t->colour = t->texture;
    if (t->samples > 0) {
        glGenFramebuffers(1, &t->frame);
        glBindFramebuffer(GL_FRAMEBUFFER, t->frame);
        glGenRenderbuffers(1, &t->colour);
        glBindRenderbuffer(GL_RENDERBUFFER, t->colour);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, t->samples, GL_RGBA8, t->width,
                                         t->height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, t->colour);
    }
    glGenRenderbuffers(1, &t->depth);
    glBindRenderbuffer(GL_RENDERBUFFER, t->depth);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, t->samples, GL_DEPTH_COMPONENT24, t->width,
                                     t->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, t->depth);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool ui_gl_target_make(struct ui_gl_target *target, int width, int height, int samples) {
    assert(width > 0 && height > 0 && samples >= 0);
    if (target->frame != 0 && target->width == width && target->height == height &&
        target->samples == samples)
        return true;
    ui_gl_target_finish(target);
    target->width = width;
    target->height = height;
    target->samples = samples;
    if (make_buffers(target))
        return true;
    fprintf(stderr, "kranich: error: the graphics driver has no room for a picture of %d x %d\n",
            width, height);
    ui_gl_target_finish(target);
    return false;
}

bool ui_gl_target_fit(int *width, int *height) {
    const int most = ui_gl_max_side(), side = *width > *height ? *width : *height;
    if (side <= most)
        return false;
    *width = *width == side ? most : (int)fmax(1.0, (double)*width * most / side);
    *height = *height == side ? most : (int)fmax(1.0, (double)*height * most / side);
    return true;
}

void ui_gl_target_finish(struct ui_gl_target *target) {
    if (target->samples > 0) {
        glDeleteFramebuffers(1, &target->frame);
        glDeleteRenderbuffers(1, &target->colour);
    }
    if (target->resolved != 0) {
        glDeleteFramebuffers(1, &target->resolved);
        glDeleteTextures(1, &target->texture);
        glDeleteRenderbuffers(1, &target->depth);
    }
    memset(target, 0, sizeof *target);
}

void ui_gl_target_resolve(const struct ui_gl_target *t) {
    if (t->samples == 0)
        return;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, t->frame);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, t->resolved);
    ui_gl_copy(GL_COLOR_BUFFER_BIT, t->width, t->height, t->samples);
}

void ui_gl_target_show(const struct ui_gl_target *t, int width, int height) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, t->resolved);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    const bool same = t->width == width && t->height == height;
    glBlitFramebuffer(0, 0, t->width, t->height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                      same ? GL_NEAREST : GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void ui_gl_target_read(const struct ui_gl_target *t, unsigned char *rgb) {
    assert(t->resolved != 0);
    glBindFramebuffer(GL_FRAMEBUFFER, t->resolved);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, t->width, t->height, GL_RGB, GL_UNSIGNED_BYTE, rgb);
}

void ui_gl_target_read_depth(const struct ui_gl_target *t, float *depth) {
    assert(t->frame != 0 && t->samples == 0);
    glBindFramebuffer(GL_FRAMEBUFFER, t->frame);
    glReadPixels(0, 0, t->width, t->height, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
}

// The mean of each square of n * n pixels, in place.
static void shrink(unsigned char *rgb, int stride, int width, int height, int n) {
    for (int y = 0; y < height; y++)
        for (int i = 0; i < 3 * width; i++) {
            const unsigned char *from = rgb + 3 * ((size_t)y * (size_t)n * (size_t)stride) +
                                        (size_t)(i / 3 * n * 3 + i % 3);
            int sum = 0;
            for (int k = 0; k < n * n; k++)
                sum += from[3 * ((size_t)(k / n) * (size_t)stride + (size_t)(k % n))];
            rgb[3 * (size_t)y * (size_t)width + (size_t)i] = (unsigned char)(sum / (n * n));
        }
}

static png_image describe(int width, int height) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)width;
    image.height = (png_uint_32)height;
    image.format = PNG_FORMAT_RGB;
    image.flags = PNG_IMAGE_FLAG_FAST; // a quarter of the time for a third more bytes
    return image;
}

char *ui_gl_target_small(const struct ui_gl_target *t, int width, size_t *size) {
    assert(width > 0);
    const int n = t->width > width ? t->width / width : 1;
    const int w = t->width / n, h = t->height / n;
    unsigned char *rgb = malloc((size_t)t->width * (size_t)t->height * 3);
    if (rgb == NULL)
        return NULL;
    ui_gl_target_read(t, rgb);
    shrink(rgb, t->width, w, h, n);
    png_image image = describe(w, h);
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
    char *png = malloc(bytes);
    if (png != NULL && !png_image_write_to_memory(&image, png, &bytes, 0, rgb, -3 * w, NULL)) {
        free(png);
        png = NULL;
    }
    *size = bytes;
    free(rgb);
    return png;
}

bool ui_gl_target_write(const struct ui_gl_target *t, const char *path, char *problem,
                        size_t size) {
    unsigned char *rgb = malloc((size_t)t->width * (size_t)t->height * 3);
    if (rgb == NULL) {
        snprintf(problem, size, "%s: the picture does not fit into memory", path);
        return false;
    }
    ui_gl_target_read(t, rgb);
    png_image image = describe(t->width, t->height);
    // OpenGL's lowest row comes first, a file's uppermost: a negative stride turns it over.
    const int done = png_image_write_to_file(&image, path, 0, rgb, -3 * t->width, NULL);
    if (!done)
        snprintf(problem, size, "%s: the picture cannot be written: %s", path, image.message);
    free(rgb);
    return done != 0;
}
