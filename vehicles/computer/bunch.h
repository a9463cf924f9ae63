// Several thin stems that a head holds together. Its knives feel them as one, and no sensor tells
// them apart: the computer counts felling cuts, keeps how thick the bunch was after each, and takes
// its wood to be that of equal circles in the circle the knives feel (the densest packings: Graham
// 1968 up to seven, Pirl 1969 of eight). The diameter of one stem is an estimate, as StanForD
// 2010 calls it (m3sobEstimated).
#pragma once

#include <stdbool.h>

#define VEH_MAX_BUNCH 8 // stems

struct veh_bunch {
    double area[VEH_MAX_BUNCH]; // [m^2] squares of the stems' diameters, in the order of felling
    int count;
};

// Share [0..1] of the circle around so many equal stems, 1 to VEH_MAX_BUNCH, that is wood.
double veh_bunch_solid(int stems);
// A stem has been felled; diameter [m] of all that is held now. False: there are VEH_MAX_BUNCH.
bool veh_bunch_add(struct veh_bunch *bunch, double diameter);
// A stem has left the bunch; those after it move up.
void veh_bunch_remove(struct veh_bunch *bunch, int stem);
// Diameter [m] of a stem where the mean one, by area, is that thick.
double veh_bunch_diameter(const struct veh_bunch *bunch, int stem, double mean);
