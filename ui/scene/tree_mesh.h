// Shapes of trees, one per species, to be fitted to each tree's measures by the vertex shader.
//
// Stem vertices: shape = (cos, sin, part of the height). Crown vertices: x and y in crown radii, z
// from 0 at the crown base to 1 at the top. Twigs: z from 0 at the ground to 1 at the crown base.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/base/array.h"
#include "ui/scene/scene.h"

enum ui_tree_part { UI_TREE_STEM, UI_TREE_CROWN, UI_TREE_TWIGS };

struct ui_tree_vertex {
    float shape[3];
    float normal[3];
    float picture[4]; // texture coordinates, layer (enum ui_leaf_layer), enum ui_tree_part
};

struct ui_tree_mesh {
    SIM_ARRAY(struct ui_tree_vertex) vertices; // owned
    SIM_ARRAY(uint16_t) indices;               // owned, triangles
    bool failed;                               // memory was missing
};

enum ui_tree_detail { UI_TREE_NEAR, UI_TREE_MIDDLE, UI_TREE_DETAIL_COUNT };

// False where memory is missing. The mesh need not be initialised.
bool ui_tree_mesh_build(struct ui_tree_mesh *mesh, enum ui_species species,
                        enum ui_tree_detail detail);
// Accepts a zeroed mesh.
void ui_tree_mesh_finish(struct ui_tree_mesh *mesh);
