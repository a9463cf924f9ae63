// Counters of what is sent to the graphics card, for the budget of a picture. There is one set, as
// there is one context at a time.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct ui_gl_counts {
    long draws;     // calls
    long triangles; // of all draws, instances and shadows included,
    long shadows;   // and those of them that are drawn into maps of shadows
    long bytes;     // of vertices, instances, uniforms and tiles of textures
    long moved;     // bytes that are cleared, or read and written by copies of pictures
};

// Since the last call.
struct ui_gl_counts ui_gl_counts_take(void);

// The draws of one program. Each stage of a picture (shadows, scene, pictures of distant trees,
// page) has programs of its own, so that its sums are those of its programs.
struct ui_gl_program_counts {
    char name[48]; // of the shader and what is defined for it: "tree SHADOW"
    long draws, triangles;
    long bytes;   // sent between the draw before and its own
    long samples; // that have passed between ui_gl_samples_begin and ui_gl_samples_end
};

enum { UI_GL_MOST_PROGRAMS = 80 };

// Of the programs that have drawn since the last ui_gl_counts_take, in the order in which they were
// made. Returns their number.
int ui_gl_counts_programs(struct ui_gl_program_counts list[UI_GL_MOST_PROGRAMS]);

// Uses a program from now on.
void ui_gl_use(unsigned program);
// Names a program that has been made; those of the same name count together.
void ui_gl_counts_name(unsigned program, const char *name, const char *defines);

// Wrappers of OpenGL's calls of similar names, which count. All draws are of triangles.
void ui_gl_upload(unsigned target, size_t bytes, const void *data, unsigned usage);
// Into a part of the bound buffer that has its size.
void ui_gl_upload_part(unsigned target, size_t offset, size_t bytes, const void *data);
// A square of RGBA bytes into the bound texture, its low corner at (x, y).
void ui_gl_upload_tile(int x, int y, int side, const void *rgba);
// Texels of four floats into a part of the bound texture, from (x, y) on.
void ui_gl_upload_texels(int x, int y, int width, int height, const void *rgba);
void ui_gl_draw_arrays(int vertices, int instances);
// Indices of two bytes, from the beginning of the bound buffer.
void ui_gl_draw_elements(int indices, int instances);
// Indices of four bytes, from that one on, to be added to first_vertex.
void ui_gl_draw_range(int first_index, int indices, int first_vertex);

// Clears or copies the bound buffers (bits of OpenGL), so many pixels of so many samples.
void ui_gl_clear(unsigned buffers, int width, int height, int samples);
void ui_gl_copy(unsigned buffers, int width, int height, int samples);
// Copies such a part of a buffer of one sample to (to_x, to_y).
void ui_gl_copy_part(unsigned buffers, int x, int y, int width, int height, int to_x, int to_y);
// From now on draws are those of maps of shadows, or not.
void ui_gl_counts_shadows(bool drawn);

// Fragments that pass all tests from begin on: written, neither hidden nor transparent, of all
// targets. Not nested; end waits until everything has been drawn.
void ui_gl_samples_begin(void);
long ui_gl_samples_end(void);

// Bytes that a picture moves through the graphics card's memory, by a reckoning: each of the
// samples that pass reads and writes its depth, writes its colour and reads one texel of four bytes
// per look-up, as neighbours share the others; glass reads what is behind it instead, the smoothing
// of edges reads and writes a colour, a map of shadows a depth of two bytes; each triangle reads
// three indices and one corner. After ui_gl_samples_end, before ui_gl_counts_take.
double ui_gl_counts_traffic(double lookups);

// Those of the samples that smoothed edges of the finished picture.
long ui_gl_counts_smoothed(void);

// Bytes of all buffers, textures and render buffers of the context.
long ui_gl_memory(void);

// Returns when everything has been drawn.
void ui_gl_wait(void);
