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
    text->clip = glGetUniformLocation(text->program, "clip_from_canvas");
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
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, font->side, font->side, 0, GL_RED, GL_UNSIGNED_BYTE,
                 font->atlas);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

static void draw(struct ui_gl_text *text, const struct ui_canvas *canvas,
                 const struct ui_mat4 *clip_from_canvas) {
    if (canvas->vertices.count == 0)
        return;
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_FONT);
    glBindTexture(GL_TEXTURE_2D, text->atlas);
    load_font(text, canvas->font);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    ui_gl_use(text->program);
    glUniformMatrix4fv(text->clip, 1, GL_FALSE, clip_from_canvas->m);
    glBindVertexArray(text->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, text->vertices);
    ui_gl_upload(GL_ARRAY_BUFFER, (size_t)canvas->vertices.count * sizeof *canvas->vertices.items,
                 canvas->vertices.items, GL_STREAM_DRAW);
    ui_gl_draw_arrays(canvas->vertices.count, 1);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}

void ui_gl_text_draw(struct ui_gl_text *text, const struct ui_canvas *canvas, int x, int y,
                     int width, int height) {
    const struct ui_mat4 flat = {{2.0F / (float)canvas->width, 0.0F, 0.0F, 0.0F, 0.0F,
                                  -2.0F / (float)canvas->height, 0.0F, 0.0F, 0.0F, 0.0F, 1.0F, 0.0F,
                                  -1.0F, 1.0F, 0.0F, 1.0F}};
    glViewport(x, y, width, height);
    draw(text, canvas, &flat);
}

void ui_gl_text_draw_stereo(struct ui_gl_text *text, const struct ui_canvas *canvas,
                            enum ui_stereo_mode mode, int width, int height) {
    const int w = width, h = height;
    if (mode == UI_STEREO_SIDE_BY_SIDE) {
        ui_gl_text_draw(text, canvas, 0, 0, w / 2, h);
        ui_gl_text_draw(text, canvas, w / 2, 0, w - w / 2, h);
    } else if (mode == UI_STEREO_OVER_UNDER) {
        ui_gl_text_draw(text, canvas, 0, 0, w, h / 2);
        ui_gl_text_draw(text, canvas, 0, h / 2, w, h - h / 2);
    } else {
        ui_gl_text_draw(text, canvas, 0, 0, w, h);
    }
}

static void put_column(struct ui_mat4 *m, int column, struct sim_vec3 v, float w) {
    m->m[4 * column] = (float)v.x;
    m->m[4 * column + 1] = (float)v.y;
    m->m[4 * column + 2] = (float)v.z;
    m->m[4 * column + 3] = w;
}

// Metres beside the page's middle from pixels of its canvas.
static struct ui_mat4 world_from_canvas(const struct ui_page *page) {
    const struct sim_vec3 right = sim_rotate(page->pose.q, sim_vec3(0.0, page->half_width, 0.0));
    const struct sim_vec3 up = sim_rotate(page->pose.q, sim_vec3(0.0, 0.0, page->half_height));
    struct ui_mat4 m;
    put_column(&m, 0, sim_scale(right, 2.0 / page->canvas->width), 0.0F);
    put_column(&m, 1, sim_scale(up, -2.0 / page->canvas->height), 0.0F);
    put_column(&m, 2, sim_vec3(0.0, 0.0, 0.0), 0.0F);
    put_column(&m, 3, sim_sub(up, right), 1.0F);
    return m;
}

void ui_gl_text_draw_page(struct ui_gl_text *text, const struct ui_page *page,
                          const struct ui_view *view, int x, int y, int width, int height) {
    const struct sim_vec3 normal = sim_rotate(page->pose.q, sim_vec3(1.0, 0.0, 0.0));
    if (sim_dot(normal, sim_sub(view->pose.p, page->pose.p)) <= 0.0)
        return;
    const struct ui_mat4 world = world_from_canvas(page);
    const struct ui_mat4 eye = ui_view_matrix(view, page->pose.p);
    const struct ui_mat4 clip = ui_mat4_mul(&eye, &world);
    glViewport(x, y, width, height);
    draw(text, page->canvas, &clip);
}
