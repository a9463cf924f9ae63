// Reads triangle meshes in the format of Wavefront: lines of vertices `v x y z` and of polygons
// `f a b c ...`; everything about the looks is passed over.
#pragma once

#include "data/text/diagnostics.h"
#include "sim/base/math.h"

struct dat_obj {
    struct sim_vec3 *vertices; // owned; in the file's unit
    int vertex_count;
    int (*triangles)[3]; // owned; polygons are cut into fans
    int triangle_count;
};

// False with diagnostics where anything is wrong; *obj is empty then. d->text is the text. Finish
// with dat_obj_finish().
bool dat_read_obj(const char *text, struct dat_obj *obj, struct dat_diagnostics *d);
void dat_obj_finish(struct dat_obj *obj); // accepts a zeroed one
