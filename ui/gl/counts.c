#include "ui/gl/counts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/base.h"

static struct ui_gl_counts counts;

enum { PROGRAM_NAMES = 1024, SPANS = 1024 };

// What moves per sample depends on these.
enum stage { SCENE, SHADOWS, GLASS, SMOOTHING };

static struct ui_gl_program_counts programs[UI_GL_MOST_PROGRAMS];
static int program_count;
static enum stage stages[UI_GL_MOST_PROGRAMS]; // per program
static unsigned char row_of[PROGRAM_NAMES];    // of a program in that list, from 1
static unsigned used;                          // program
static long sent;                              // [byte] since the last draw
static bool measuring;                         // samples

// Draws of one program, one after the other.
static struct {
    unsigned query;
    int row;
} spans[SPANS];
static int span_count;
static bool span_open;

// Where the processor draws, one core sorts the triangles, and the others begin to fill them when
// they are handed on: after so many, and not only at the end of the picture.
static const long handful = 4000;
static bool shadows;
static long held; // triangles since the last ones were handed on

struct ui_gl_counts ui_gl_counts_take(void) {
    const struct ui_gl_counts taken = counts;
    counts = (struct ui_gl_counts){0};
    sent = 0;
    for (int i = 0; i < program_count; i++) {
        struct ui_gl_program_counts *p = &programs[i];
        p->draws = p->triangles = p->bytes = p->samples = 0;
    }
    return taken;
}

// ---- programs ----

static int row_of_program(unsigned program) {
    return program < PROGRAM_NAMES ? row_of[program] - 1 : -1;
}

// "#define NIGHT\n#define CORNERS\n" becomes " NIGHT CORNERS".
static void append_defines(char *text, size_t size, const char *defines) {
    static const char define[] = "#define ";
    for (const char *at = defines; (at = strstr(at, define)) != NULL;) {
        at += sizeof define - 1;
        const size_t length = strlen(text);
        (void)snprintf(text + length, size - length, " %.*s", (int)strcspn(at, "\n"), at);
    }
}

static enum stage stage_of(const char *name, const char *defines) {
    char glass[32];
    (void)snprintf(glass, sizeof glass, "#define LOOK %d\n", UI_LOOK_GLASS);
    return strcmp(name, "smooth") == 0         ? SMOOTHING
           : strstr(defines, "SHADOW") != NULL ? SHADOWS
           : strstr(defines, glass) != NULL    ? GLASS
                                               : SCENE;
}

void ui_gl_counts_name(unsigned program, const char *name, const char *defines) {
    char text[sizeof programs[0].name];
    (void)snprintf(text, sizeof text, "%s", name);
    append_defines(text, sizeof text, defines);
    int row = 0;
    while (row < program_count && strcmp(programs[row].name, text) != 0)
        row++;
    assert(row < UI_GL_MOST_PROGRAMS);
    stages[row] = stage_of(name, defines);
    if (row == program_count)
        (void)snprintf(programs[program_count++].name, sizeof text, "%s", text);
    if (program < PROGRAM_NAMES)
        row_of[program] = (unsigned char)(row + 1);
}

int ui_gl_counts_programs(struct ui_gl_program_counts list[UI_GL_MOST_PROGRAMS]) {
    int count = 0;
    for (int i = 0; i < program_count; i++)
        if (programs[i].draws > 0)
            list[count++] = programs[i];
    return count;
}

static void end_span(void) {
    if (span_open)
        glEndQuery(GL_SAMPLES_PASSED);
    span_open = false;
}

// Queries do not overlap, so that each draw is counted once. Of very many changes the last ones
// count for one program.
static void begin_span(void) {
    if (span_count == SPANS)
        return;
    end_span();
    glGenQueries(1, &spans[span_count].query);
    glBeginQuery(GL_SAMPLES_PASSED, spans[span_count].query);
    spans[span_count++].row = row_of_program(used);
    span_open = true;
}

void ui_gl_use(unsigned program) {
    glUseProgram(program);
    const bool other = program != used;
    used = program;
    if (other && measuring)
        begin_span();
}

static void count_bytes(size_t bytes) {
    counts.bytes += (long)bytes;
    sent += (long)bytes;
}

void ui_gl_upload(unsigned target, size_t bytes, const void *data, unsigned usage) {
    glBufferData(target, (GLsizeiptr)bytes, data, usage);
    count_bytes(bytes);
}

void ui_gl_upload_part(unsigned target, size_t offset, size_t bytes, const void *data) {
    glBufferSubData(target, (GLintptr)offset, (GLsizeiptr)bytes, data);
    count_bytes(bytes);
}

static void count_draw(int corners, int instances) {
    assert(corners % 3 == 0);
    counts.draws++;
    counts.triangles += (long)(corners / 3) * instances;
    counts.shadows += shadows ? (long)(corners / 3) * instances : 0;
    const int row = row_of_program(used);
    if (row >= 0) {
        programs[row].draws++;
        programs[row].bytes += sent;
        programs[row].triangles += (long)(corners / 3) * instances;
    }
    sent = 0;
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
    count_bytes((size_t)(4 * side * side));
}

void ui_gl_upload_texels(int x, int y, int width, int height, const void *rgba) {
    assert(x >= 0 && y >= 0 && width > 0 && height > 0);
    glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, GL_RGBA, GL_FLOAT, rgba);
    count_bytes((size_t)(16 * width * height));
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

static const int pixel_bytes = 4;  // of a colour, and of a depth
static const int shadow_bytes = 2; // of a depth in a map of shadows

static long bytes_of(unsigned buffers, int width, int height, int samples) {
    const int bytes = ((buffers & GL_COLOR_BUFFER_BIT) != 0 ? pixel_bytes : 0) +
                      ((buffers & GL_DEPTH_BUFFER_BIT) == 0 ? 0
                       : shadows                            ? shadow_bytes
                                                            : pixel_bytes);
    return (long)bytes * width * height * (samples > 1 ? samples : 1);
}

void ui_gl_clear(unsigned buffers, int width, int height, int samples) {
    glClear(buffers);
    counts.moved += bytes_of(buffers, width, height, samples);
}

void ui_gl_copy(unsigned buffers, int width, int height, int samples) {
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, buffers, GL_NEAREST);
    counts.moved += bytes_of(buffers, width, height, samples) + bytes_of(buffers, width, height, 1);
}

void ui_gl_copy_part(unsigned buffers, int x, int y, int width, int height, int to_x, int to_y) {
    glBlitFramebuffer(x, y, x + width, y + height, to_x, to_y, to_x + width, to_y + height, buffers,
                      GL_NEAREST);
    counts.moved += 2 * bytes_of(buffers, width, height, 1);
}

void ui_gl_counts_shadows(bool drawn) {
    shadows = drawn;
}

// Per sample that passes.
static double sample_bytes(enum stage stage, double lookups) {
    switch (stage) {
    case SHADOWS:
        return 2.0 * shadow_bytes;
    case GLASS:
        return 3.0 * pixel_bytes;
    case SMOOTHING:
        return 2.0 * pixel_bytes;
    case SCENE:
        break;
    }
    return pixel_bytes * (3.0 + lookups);
}

double ui_gl_counts_traffic(double lookups) {
    static const double triangle_bytes = 3 * 2 + 32;
    double sum = (double)(counts.bytes + counts.moved) + triangle_bytes * (double)counts.triangles;
    for (int i = 0; i < program_count; i++)
        sum += (double)programs[i].samples * sample_bytes(stages[i], lookups);
    return sum;
}

long ui_gl_counts_smoothed(void) {
    long sum = 0;
    for (int i = 0; i < program_count; i++)
        sum += stages[i] == SMOOTHING ? programs[i].samples : 0;
    return sum;
}

void ui_gl_samples_begin(void) {
    assert(!measuring);
    measuring = true;
    begin_span();
}

long ui_gl_samples_end(void) {
    assert(measuring);
    long sum = 0;
    end_span();
    measuring = false;
    for (int i = 0; i < span_count; i++) {
        GLuint samples = 0;
        glGetQueryObjectuiv(spans[i].query, GL_QUERY_RESULT, &samples);
        glDeleteQueries(1, &spans[i].query);
        sum += (long)samples;
        if (spans[i].row >= 0)
            programs[spans[i].row].samples += (long)samples;
    }
    span_count = 0;
    return sum;
}

// Names of objects are given from 1 on; those beyond are not looked for.
enum { NAMES = 4096 };

static int parameter_of(GLenum target, int level, GLenum name) {
    GLint value = 0;
    glGetTexLevelParameteriv(target, level, name, &value);
    return value;
}

static long level_bytes(GLenum target, int level) {
    static const GLenum part[] = {GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_BLUE_SIZE,
                                  GL_TEXTURE_ALPHA_SIZE, GL_TEXTURE_DEPTH_SIZE};
    int bits = 0;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        bits += parameter_of(target, level, part[i]);
    // A depth of 24 bits is kept in 32.
    const long bytes = bits == 24 ? 4 : (bits + 7) / 8;
    return bytes * parameter_of(target, level, GL_TEXTURE_WIDTH) *
           parameter_of(target, level, GL_TEXTURE_HEIGHT) *
           parameter_of(target, level, GL_TEXTURE_DEPTH);
}

// A texture can be bound only as what it is.
static long texture_bytes(unsigned name) {
    static const GLenum kind[] = {GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY};
    static const GLenum bound[] = {GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_2D_ARRAY};
    long bytes = 0;
    for (size_t k = 0; k < sizeof kind / sizeof kind[0]; k++) {
        GLint before = 0;
        glGetIntegerv(bound[k], &before);
        glBindTexture(kind[k], name);
        if (glGetError() != GL_NO_ERROR) // a texture of the other kind, which is not bound
            continue;
        for (int level = 0; parameter_of(kind[k], level, GL_TEXTURE_WIDTH) > 0; level++)
            bytes += level_bytes(kind[k], level);
        glBindTexture(kind[k], (GLuint)before);
    }
    return bytes;
}

static long buffer_bytes(unsigned name) {
    GLint before = 0, bytes = 0;
    glGetIntegerv(GL_COPY_READ_BUFFER, &before);
    glBindBuffer(GL_COPY_READ_BUFFER, name);
    glGetBufferParameteriv(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &bytes);
    glBindBuffer(GL_COPY_READ_BUFFER, (GLuint)before);
    return bytes;
}

static long render_buffer_bytes(unsigned name) {
    GLint before = 0, width = 0, height = 0, samples = 0;
    glGetIntegerv(GL_RENDERBUFFER_BINDING, &before);
    glBindRenderbuffer(GL_RENDERBUFFER, name);
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &width);
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &height);
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &samples);
    glBindRenderbuffer(GL_RENDERBUFFER, (GLuint)before);
    return (long)pixel_bytes * width * height * (samples > 1 ? samples : 1);
}

long ui_gl_memory(void) {
    long bytes = 0;
    for (unsigned name = 1; name < NAMES; name++) {
        bytes += glIsTexture(name) ? texture_bytes(name) : 0;
        bytes += glIsBuffer(name) ? buffer_bytes(name) : 0;
        bytes += glIsRenderbuffer(name) ? render_buffer_bytes(name) : 0;
    }
    return bytes;
}

void ui_gl_wait(void) {
    glFinish();
}
