// The height of a stem of which a harvested production has diameters only.
#pragma once

#include "terrain/stand.h"

struct dat_hpr_point {
    double height, diameter; // [m] above the ground, over bark
};

// Height [m], 3 to 70, of the tree with this species and dbh whose taper comes closest to the
// points. Where they leave it open, the usual height of such a tree decides.
double dat_hpr_fit_height(const struct ter_tree *tree, const struct dat_hpr_point *points,
                          int count);
