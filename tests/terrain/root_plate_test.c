#include "terrain/root_plate.h"

#include "terrain/stem.h"
#include "tests/near.h"

// The paraboloid as thin discs, by their own closed forms.
static void mass_is_that_of_a_pile_of_discs(void **state) {
    (void)state;
    enum { DISCS = 4000 };
    const double r = 1.3, depth = ter_root_plate_depth(r), h = depth / DISCS;
    const struct sim_mass plate = ter_root_plate_mass(r);
    struct sim_mass sum = {0};
    double volume = 0.0;
    for (int i = 0; i < DISCS; i++) {
        const double below = (i + 0.5) * h, radius = r * sqrt(1.0 - below / depth);
        volume += SIM_PI * radius * radius * h;
    }
    for (int i = 0; i < DISCS; i++) {
        const double below = (i + 0.5) * h, radius = r * sqrt(1.0 - below / depth);
        const struct sim_shape disc = {.kind = SIM_SHAPE_CYLINDER,
                                       .pose = {{0.0, 0.0, -below}, sim_quat_identity()},
                                       .radius = {radius, radius},
                                       .half_length = 0.5 * h,
                                       .mass = plate.mass / volume * SIM_PI * radius * radius * h};
        const struct sim_mass mass = sim_shape_mass(&disc);
        sum = i == 0 ? mass : sim_mass_add(&sum, &mass);
    }
    assert_near(plate.centre.z, sum.centre.z, 1e-4);
    assert_near(plate.inertia.m[0][0] / sum.inertia.m[0][0], 1.0, 1e-4);
    assert_near(plate.inertia.m[2][2] / sum.inertia.m[2][2], 1.0, 1e-4);
    assert_near(plate.mass / volume, 1300.0, 1.0); // moist soil
}

// Plates of mature spruces are 1 to 1.5 m across from the stem, and weigh tonnes.
static void spruces_have_plates_as_measured(void **state) {
    (void)state;
    assert_near(ter_root_plate_radius(0.30), 1.2, 1e-12);
    const double mass = ter_root_plate_mass(ter_root_plate_radius(0.30)).mass;
    assert_true(mass > 1000.0 && mass < 2500.0);
}

// With the plate a stem has its mass, moment and shapes; above a cut it is a stem as any other.
static void a_stem_carries_its_plate(void **state) {
    (void)state;
    const struct ter_stem bare = ter_stem_whole(TER_SPRUCE, 0.3, 24.0, 9.0, 0.0);
    struct ter_stem thrown = bare, stub, rest, upper, lower;
    thrown.plate = 1.2;
    const struct sim_mass whole = ter_stem_mass(&thrown), wood = ter_stem_mass(&bare),
                          plate = ter_root_plate_mass(1.2);
    assert_near(whole.mass, wood.mass + plate.mass, 1e-9);
    assert_near(whole.mass * whole.centre.z,
                wood.mass * wood.centre.z + plate.mass * plate.centre.z, 1e-6);
    struct sim_shape shapes[TER_STEM_MAX_SHAPES];
    const int without = ter_stem_shapes(&bare, 0, shapes);
    const int count = ter_stem_shapes(&thrown, 0, shapes);
    assert_int_equal(count, without + TER_ROOT_PLATE_SHAPES);
    double mass = 0.0, lowest = 0.0;
    for (int i = 0; i < count; i++) {
        mass += shapes[i].mass;
        lowest = fmin(lowest, shapes[i].pose.p.z - shapes[i].half.z);
    }
    assert_near(mass / whole.mass, 1.0, 1e-3);
    assert_near(lowest, -ter_root_plate_depth(1.2), 1e-12);
    ter_stem_split(&thrown, 0.6, &stub, &rest);
    ter_stem_split(&bare, 0.6, &lower, &upper);
    assert_near(ter_stem_mass(&rest).mass, ter_stem_mass(&upper).mass, 0.0);
    assert_near(ter_stem_mass(&stub).mass, ter_stem_mass(&lower).mass + plate.mass, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_is_that_of_a_pile_of_discs),
        cmocka_unit_test(spruces_have_plates_as_measured),
        cmocka_unit_test(a_stem_carries_its_plate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
