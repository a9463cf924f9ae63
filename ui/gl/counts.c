#include "ui/gl/counts.h"

#include <assert.h>

#include <glad/gl.h>

#include "ui/gl/base.h"

static struct ui_gl_counts counts;

// Where the processor draws, one core sorts the triangles, and the others begin to fill them when
// they are handed on: after so many, and not only at the end of the picture.
static const long handful = 4000;
static long held; // triangles since the last ones were handed on

struct ui_gl_counts ui_gl_counts_take(void) {
    const struct ui_gl_counts taken = counts;
    counts = (struct ui_gl_counts){0};
    return taken;
}

void ui_gl_upload(unsigned target, size_t bytes, const void *data, unsigned usage) {
    glBufferData(target, (GLsizeiptr)bytes, data, usage);
    counts.bytes += (long)bytes;
}

void ui_gl_upload_part(unsigned target, size_t offset, size_t bytes, const void *data) {
    glBufferSubData(target, (GLintptr)offset, (GLsizeiptr)bytes, data);
    counts.bytes += (long)bytes;
}

static void count_draw(int corners, int instances) {
    assert(corners % 3 == 0);
    counts.draws++;
    counts.triangles += (long)(corners / 3) * instances;
    held += (long)(corners / 3) * instances;
    if (held < handful)
        return;
    held = 0;
    if (ui_gl_is_software())
        glFlush();
}

void ui_gl_upload_tile(int x, int y, int side, const void *rgba) {
    assert(x >= 0 && y >= 0 && side > 0);
    glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, side, side, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    counts.bytes += 4L * side * side;
}

void ui_gl_draw_arrays(int vertices, int instances) {
    glDrawArraysInstanced(GL_TRIANGLES, 0, vertices, instances);
    count_draw(vertices, instances);
}

void ui_gl_draw_elements(int indices, int instances) {
    glDrawElementsInstanced(GL_TRIANGLES, indices, GL_UNSIGNED_SHORT, NULL, instances);
    count_draw(indices, instances);
}

void ui_gl_draw_range(int first_index, int indices, int first_vertex) {
    glDrawElementsBaseVertex(GL_TRIANGLES, indices, GL_UNSIGNED_INT,
                             (const void *)((size_t)first_index * sizeof(unsigned)), first_vertex);
    count_draw(indices, 1);
}

static unsigned samples_query;

void ui_gl_samples_begin(void) {
    assert(samples_query == 0);
    glGenQueries(1, &samples_query);
    glBeginQuery(GL_SAMPLES_PASSED, samples_query);
}

long ui_gl_samples_end(void) {
    assert(samples_query != 0);
    GLuint samples = 0;
    glEndQuery(GL_SAMPLES_PASSED);
    glGetQueryObjectuiv(samples_query, GL_QUERY_RESULT, &samples);
    glDeleteQueries(1, &samples_query);
    samples_query = 0;
    return (long)samples;
}

void ui_gl_wait(void) {
    glFinish();
}
