// Pictures of plants and ground, painted when the program starts: leaves with holes between them,
// bark, litter, gravel. 4 bytes RGBA per pixel, in memory of the caller.
#pragma once

#define UI_LEAF_SIZE 256 // [pixel] width and height of a layer
#define UI_LEAF_LEVELS 9 // 256 down to 1

enum ui_leaf_layer {
    UI_LEAF_SPRUCE, // a row of branches, stem at the top of the picture, repeats sideways
    UI_LEAF_PINE,
    UI_LEAF_BIRCH,
    UI_LEAF_BARK_SPRUCE, // in the order of enum ui_species
    UI_LEAF_BARK_PINE,
    UI_LEAF_BARK_BIRCH,
    UI_LEAF_TWIG, // a dead branch from left to right
    UI_LEAF_GRASS,
    UI_LEAF_SHRUB,
    UI_LEAF_COUNT
};

// Paints the layer into UI_LEAF_SIZE^2 RGBA pixels, uppermost row first.
void ui_leaf_paint(enum ui_leaf_layer layer, unsigned char *rgba);

// The next smaller copy of a picture of size^2 pixels, size even and at most UI_LEAF_SIZE. Alpha is
// scaled so that the share of pixels above a half stays that of the largest picture, or leaves
// would thin out far away. coverage: ui_leaf_coverage() of the largest picture.
void ui_leaf_halve(const unsigned char *rgba, int size, float coverage, unsigned char *half);

// Share of the pixels, 0 to 1, whose alpha is at least a half.
float ui_leaf_coverage(const unsigned char *rgba, int size);

// Ground detail of size^2 pixels that repeats on all sides, size a power of two up to 512: red
// litter, green plants, blue gravel, alpha large spots. Brightness from 0 to 255.
void ui_ground_detail_paint(unsigned char *rgba, int size);
