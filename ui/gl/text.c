#include "ui/gl/text.h"

#include <stddef.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/base.h"
#include "ui/gl/counts.h"

bool ui_gl_text_init(struct ui_gl_text *text) {
    memset(text, 0, sizeof *text);
    text->program = ui_gl_program("text", "");
    if (text->program == 0)
        return false;
    text->size = glGetUniformLocation(text->program, "size");
    glGenVertexArrays(1, &text->vertex_array);
    glBindVertexArray(text->vertex_array);
    glGenBuffers(1, &text->vertices);
    glBindBuffer(GL_ARRAY_BUFFER, text->vertices);
    const GLsizei stride = sizeof(struct ui_canvas_vertex);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, stride, (const void *)0);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                          (const void *)offsetof(struct ui_canvas_vertex, colour));
    glGenTextures(1, &text->atlas);
    return true;
}

void ui_gl_text_finish(struct ui_gl_text *text) {
    glDeleteProgram(text->program);
    glDeleteVertexArrays(1, &text->vertex_array);
    glDeleteBuffers(1, &text->vertices);
    glDeleteTextures(1, &text->atlas);
    memset(text, 0, sizeof *text);
}

void ui_gl_text_forget(struct ui_gl_text *text) {
    text->font = NULL;
}

static void load_font(struct ui_gl_text *text, const struct ui_font *font) {
    if (text->font == font)
        return;
    text->font = font;
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, UI_FONT_ATLAS, UI_FONT_ATLAS, 0, GL_RED, GL_UNSIGNED_BYTE,
                 font->atlas);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

void ui_gl_text_draw(struct ui_gl_text *text, const struct ui_canvas *canvas, int x, int y,
                     int width, int height) {
    if (canvas->vertices.count == 0)
        return;
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_FONT);
    glBindTexture(GL_TEXTURE_2D, text->atlas);
    load_font(text, canvas->font);
    glViewport(x, y, width, height);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glUseProgram(text->program);
    glUniform2f(text->size, (float)canvas->width, (float)canvas->height);
    glBindVertexArray(text->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, text->vertices);
    ui_gl_upload(GL_ARRAY_BUFFER, (size_t)canvas->vertices.count * sizeof *canvas->vertices.items,
                 canvas->vertices.items, GL_STREAM_DRAW);
    ui_gl_draw_arrays(canvas->vertices.count, 1);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}
