// Counters of what is sent to the graphics card, for the budget of a picture. There is one set, as
// there is one context at a time.
#pragma once

#include <stddef.h>

struct ui_gl_counts {
    long draws;     // calls
    long triangles; // of all draws, instances and shadows included
    long bytes;     // of vertices, instances, uniforms and tiles of textures
};

// Since the last call.
struct ui_gl_counts ui_gl_counts_take(void);

// Wrappers of OpenGL's calls of similar names, which count. All draws are of triangles.
void ui_gl_upload(unsigned target, size_t bytes, const void *data, unsigned usage);
// Into a part of the bound buffer that has its size.
void ui_gl_upload_part(unsigned target, size_t offset, size_t bytes, const void *data);
// A square of RGBA bytes into the bound texture, its low corner at (x, y).
void ui_gl_upload_tile(int x, int y, int side, const void *rgba);
void ui_gl_draw_arrays(int vertices, int instances);
// Indices of two bytes, from the beginning of the bound buffer.
void ui_gl_draw_elements(int indices, int instances);
// Indices of four bytes, from that one on, to be added to first_vertex.
void ui_gl_draw_range(int first_index, int indices, int first_vertex);

// Fragments that pass all tests from begin on: written, neither hidden nor transparent, of all
// targets. Not nested; end waits until everything has been drawn.
void ui_gl_samples_begin(void);
long ui_gl_samples_end(void);

// Returns when everything has been drawn.
void ui_gl_wait(void);
