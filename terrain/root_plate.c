#include "terrain/root_plate.h"

#include <assert.h>

static const double per_dbh = 4.0;      // radius
static const double depth_share = 0.5;  // of the radius
static const double density = 1300.0;   // [kg/m^3] of moist soil with roots and stones fallen out
static const double rim_share = 0.15;   // of the depth: thickness of the rim
static const double middle_share = 0.5; // of the rim's edge: that of the middle

double ter_root_plate_radius(double dbh) {
    return per_dbh * dbh;
}

double ter_root_plate_depth(double radius) {
    return depth_share * radius;
}

struct sim_mass ter_root_plate_mass(double radius) {
    assert(radius > 0.0);
    const double d = ter_root_plate_depth(radius), r2 = radius * radius;
    const double mass = density * 0.5 * SIM_PI * r2 * d;
    const double across = mass * (r2 / 6.0 + d * d / 18.0);
    return (struct sim_mass){
        .mass = mass,
        .centre = {0.0, 0.0, -d / 3.0},
        .inertia = {{{across, 0.0, 0.0}, {0.0, across, 0.0}, {0.0, 0.0, mass * r2 / 3.0}}},
    };
}

// A square of the plate's area.
double ter_root_plate_half_edge(double radius) {
    return 0.5 * sqrt(SIM_PI) * radius;
}

void ter_root_plate_shapes(double radius, int material,
                           struct sim_shape shapes[TER_ROOT_PLATE_SHAPES]) {
    const double depth = ter_root_plate_depth(radius), rim = rim_share * depth;
    const double edge = ter_root_plate_half_edge(radius), mass = ter_root_plate_mass(radius).mass;
    const double from[] = {0.0, rim}, to[] = {rim, depth}, half[] = {edge, middle_share * edge};
    double volume = 0.0;
    for (int i = 0; i < TER_ROOT_PLATE_SHAPES; i++)
        volume += half[i] * half[i] * (to[i] - from[i]);
    for (int i = 0; i < TER_ROOT_PLATE_SHAPES; i++) {
        shapes[i] = (struct sim_shape){
            .kind = SIM_SHAPE_BOX,
            .pose = sim_pose_identity(),
            .half = {half[i], half[i], 0.5 * (to[i] - from[i])},
            .mass = mass * half[i] * half[i] * (to[i] - from[i]) / volume,
            .material = material,
            .collides = true,
        };
        shapes[i].pose.p.z = -0.5 * (from[i] + to[i]);
    }
}
