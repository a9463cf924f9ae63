// A forester's first questions about a stand: stems and volume per hectare.
#pragma once

#include <stddef.h>

#include "terrain/stand.h"

struct dat_inventory {
    int trees;       // that are not felled
    double area;     // [m^2] of the convex hull of their feet, 0: fewer than three trees
    double volume;   // [m^3] of the stems over bark
    double diameter; // [m] quadratic mean
    double share[TER_SPECIES_MAX]; // of the trees
};

// Volumes of more than 100,000 trees are those of every second, third ... one. False: out of
// memory.
bool dat_inventory_take(const struct ter_stand *stand, struct dat_inventory *inventory);
// In a sentence, such as "4000 trees on 4.0 ha: 1000 per ha, 231 m3 per ha, mean diameter 20.1 cm,
// 70 % spruce, 30 % birch".
void dat_inventory_text(const struct dat_inventory *inventory, char *text, size_t size);
