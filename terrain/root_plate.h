// The plate of roots and soil that a tree tears out of the ground when the wind throws it. It hangs
// on the stem's butt: in the stem's frame its upper side, which was the ground's surface, is at z =
// 0, and its lower side below that.
//
// Its shape is that of a paraboloid (of silver birch and aspen on mineral soil in Latvia: Forests
// 12(1), 20 and 32), with the radius r at the surface and the depth d = r / 2 in the middle, so
// that
//
//   V = pi r^2 d / 2,    centre: d / 3 below the surface,    I_z = m r^2 / 3,
//   I_x = I_y = m (r^2 / 6 + d^2 / 18)
//
// Of all that is measured above ground, the diameter at breast height tells most about its size
// (Lundstroem et al. 2007, Norway spruce): r is four of them. A spruce of 30 cm then has a plate of
// 1.2 m and 1.8 t.
#pragma once

#include "sim/shape/shape.h"

enum { TER_ROOT_PLATE_SHAPES = 2 };

double ter_root_plate_radius(double dbh);           // [m] of a tree of that diameter [m]
double ter_root_plate_depth(double radius);         // [m]
struct sim_mass ter_root_plate_mass(double radius); // in the stem's frame
// Its shapes for contacts: a box for its rim and one for its middle. Torn roots and the hinge that
// they leave make no wheel of it, so the rim is straight: half an edge [m] from the stem's axis.
double ter_root_plate_half_edge(double radius);
void ter_root_plate_shapes(double radius, int material,
                           struct sim_shape shapes[TER_ROOT_PLATE_SHAPES]);
