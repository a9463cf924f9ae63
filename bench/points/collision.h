// The page on elastic collisions: while two bodies overlap, a force in proportion to the depth
// pushes them apart along the normal. In the limit of a stiff force their velocities after it
// follow from those before it by the page's formula.
#pragma once

#include "bench/points/points.h"

// A ball meets one end of a rod with a mass at each end, off the middle and askew. The figures
// compare the states before the first touch and after the last.
struct bench_collision {
    double impulse, formula;          // [N s] along the normal: found, and by the formula
    double momentum, angular, energy; // [kg m/s], [kg m^2/s], [J] size of the change
    double deepest;                   // [m] overlap
};
// stiffness [N/m] of the force while the two overlap.
struct bench_collision bench_collide(double stiffness);
