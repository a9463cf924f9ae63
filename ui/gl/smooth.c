#include <assert.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"

bool ui_gl_smooth_init(struct ui_gl_smooth *smooth) {
    memset(smooth, 0, sizeof *smooth);
    smooth->program = ui_gl_program("smooth", "");
    if (smooth->program == 0)
        return false;
    smooth->size = glGetUniformLocation(smooth->program, "size");
    glGenVertexArrays(1, &smooth->empty_array);
    return true;
}

void ui_gl_smooth_finish(struct ui_gl_smooth *smooth) {
    for (int i = 0; i < UI_GL_ROUGH_PICTURES; i++)
        ui_gl_target_finish(&smooth->rough[i]);
    glDeleteVertexArrays(1, &smooth->empty_array);
    glDeleteProgram(smooth->program);
    memset(smooth, 0, sizeof *smooth);
}

// One of that size, else the one that has not been used for longest.
static int choose(const struct ui_gl_smooth *smooth, const struct ui_gl_target *target) {
    int oldest = 0;
    for (int i = 0; i < UI_GL_ROUGH_PICTURES; i++) {
        const struct ui_gl_target *t = &smooth->rough[i];
        if (t->width == target->width && t->height == target->height)
            return i;
        if (smooth->used[i] < smooth->used[oldest])
            oldest = i;
    }
    return oldest;
}

const struct ui_gl_target *ui_gl_smooth_begin(struct ui_gl_smooth *smooth,
                                              const struct ui_gl_target *target) {
    const int i = choose(smooth, target);
    smooth->used[i] = ++smooth->begun;
    return ui_gl_target_make(&smooth->rough[i], target->width, target->height, 0)
               ? &smooth->rough[i]
               : NULL;
}

void ui_gl_smooth_end(const struct ui_gl_smooth *smooth, const struct ui_gl_target *rough,
                      const struct ui_gl_target *target) {
    assert(rough->width == target->width && rough->height == target->height);
    ui_gl_use(smooth->program);
    glUniform2f(smooth->size, (float)target->width, (float)target->height);
    glBindFramebuffer(GL_FRAMEBUFFER, target->resolved);
    glViewport(0, 0, target->width, target->height);
    glDisable(GL_DEPTH_TEST);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_LEFT);
    glBindTexture(GL_TEXTURE_2D, rough->texture);
    glBindVertexArray(smooth->empty_array);
    ui_gl_draw_arrays(3, 1);
    glEnable(GL_DEPTH_TEST);
}
