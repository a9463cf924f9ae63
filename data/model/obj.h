// Reads triangle meshes from Wavefront files: lines of vertices `v x y z` and of polygons
// `f a b c ...`; normals, texture coordinates and materials are skipped.
#pragma once

#include "data/text/diagnostics.h"
#include "sim/base/math.h"

struct dat_obj {
    struct sim_vec3 *vertices; // owned; in the file's unit
    int vertex_count;
    int (*triangles)[3]; // owned; polygons are cut into fans
    int triangle_count;
    int face_line; // of the first polygon, from 1: where errors of the mesh as a whole are reported
};

// Reads text, which is also that of d, into *obj, which the caller finishes where the result is
// true. False with errors in d.
bool dat_read_obj(const char *text, struct dat_obj *obj, struct dat_diagnostics *d);
void dat_obj_finish(struct dat_obj *obj); // accepts a zeroed one
