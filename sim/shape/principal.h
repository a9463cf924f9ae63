// Principal moments of inertia.
#pragma once

#include "sim/base/math.h"

// Eigenvalues and unit eigenvectors of an inertia [kg m^2], which is symmetric: the moments in
// ascending order, and the axes to which they belong.
void sim_inertia_principal(const struct sim_mat3 *inertia, double moments[3],
                           struct sim_vec3 axes[3]);
