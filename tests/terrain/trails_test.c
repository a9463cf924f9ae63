#include "terrain/trails.h"

#include <math.h>

#include "tests/near.h"

struct floor {
    struct ter_ground ground;
    struct ter_trails trails;
};

static void make_floor(struct floor *f) {
    assert_true(ter_ground_init(&f->ground, 21, 21, -10.0, -10.0, 1.0));
    assert_true(ter_trails_init(&f->trails, &f->ground));
}

static void finish_floor(struct floor *f) {
    ter_trails_finish(&f->trails);
    ter_ground_finish(&f->ground);
}

// A wheel that leaves a rut of depth [m] rolls through the origin, with the heading [rad].
static void roll(struct floor *f, double heading, double depth) {
    static const double length = 0.6, step = 0.01;
    struct ter_footprint print = {
        .dx = cos(heading), .dy = sin(heading), .length = length, .width = 0.7};
    for (int i = -300; i <= 300; i++) {
        print.x = i * step * print.dx;
        print.y = i * step * print.dy;
        (void)ter_trails_press(&f->trails, &print, depth * depth * depth, step / length);
    }
}

// Each cell below the wheel is under it for the footprint's length: in any direction one pass
// leaves the whole depth. The step of 10 mm leaves one part in 60 of the cube uncertain.
static void a_pass_leaves_its_rut_in_any_direction(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        struct floor f;
        make_floor(&f);
        const double a = 0.4 * i;
        roll(&f, a, 0.05);
        for (double s = -2.0; s <= 2.0; s += 0.37)
            assert_near(ter_trails_rut(&f.trails, s * cos(a), s * sin(a)), 0.05, 4e-4);
        assert_near(ter_trails_rut(&f.trails, -2.0 * sin(a), 2.0 * cos(a)), 0.0, 0.0);
        finish_floor(&f);
    }
}

// z_n = z_1 n^(1/3); eight equal wheels double the depth of the first.
static void equal_wheels_deepen_it_with_the_cube_root(void **state) {
    (void)state;
    struct floor f;
    make_floor(&f);
    for (int n = 1; n <= 8; n++) {
        roll(&f, 0.0, 0.08);
        assert_near(ter_trails_rut(&f.trails, 0.1, 0.1) / (0.08 * cbrt(n)), 1.0, 6e-3);
    }
    assert_near(ter_rut_depth(0.027), 0.3, 1e-15);
    finish_floor(&f);
}

// Two passes of 9 cm are 0.113 m deep.
static void ruts_above_the_limit_are_counted(void **state) {
    (void)state;
    struct floor f;
    make_floor(&f);
    roll(&f, 0.0, 0.09);
    assert_near(f.trails.ruts.area, 0.0, 0.0);
    assert_near(f.trails.ruts.deepest, 0.0, 0.0);
    roll(&f, 0.0, 0.09);
    const double deep = 0.09 * cbrt(2.0);
    assert_near(f.trails.ruts.deepest, deep, 2e-3);
    assert_near(f.trails.ruts.volume / f.trails.ruts.area, deep, 2e-3);
    // Six metres and a footprint long, two cells of 0.25 m wide; less where the wheel began and
    // ended.
    assert_true(f.trails.ruts.area > 5.4 * 0.5 && f.trails.ruts.area < 6.6 * 0.5);
    finish_floor(&f);
}

// The mass comes back from the cells; each pass breaks a twentieth of the branches.
static void branches_lie_where_they_are_strewn(void **state) {
    (void)state;
    static const double radius = 1.5, mass = 70.7; // 10 kg/m^2
    struct floor f;
    make_floor(&f);
    ter_trails_strew(&f.trails, 0.3, -0.2, radius, mass);
    double sum = 0.0;
    for (int t = 0; t < f.trails.tiles.count; t++)
        for (int i = 0; i < TER_TRAIL_CELLS * TER_TRAIL_CELLS; i++)
            sum += f.trails.tiles.items[t].brash[i] * ter_trail_cell * ter_trail_cell;
    assert_near(sum, mass, 1e-9);
    const struct ter_footprint print = {.dx = 1.0, .length = 0.6, .width = 0.7};
    const double there = ter_trails_press(&f.trails, &print, 1e-6, 1.0).brash;
    assert_near(there, 10.0, 0.4); // the cells' edges follow no circle
    assert_near(ter_trails_press(&f.trails, &print, 1e-6, 1.0).brash, 0.95 * there, 1e-9);
    assert_near(ter_brash_factor(15.0), 2.0, 0.0);
    finish_floor(&f);
}

static void ruts_of_others_are_there_and_not_counted(void **state) {
    (void)state;
    struct floor f;
    make_floor(&f);
    ter_trails_sink(&f.trails, 5.0, 5.0, 0.2);
    assert_near(ter_trails_rut(&f.trails, 5.0, 5.0), 0.2, 1e-9);
    assert_near(f.trails.ruts.area, 0.0, 0.0);
    ter_trails_sink(&f.trails, -5.0, 500.0, 0.2); // off the ground
    assert_int_equal(f.trails.tiles.count, 1);
    finish_floor(&f);
}

static void nothing_is_left_outside_the_ground(void **state) {
    (void)state;
    struct floor f;
    make_floor(&f);
    const struct ter_footprint print = {
        .x = 40.0, .y = -10.3, .dx = 1.0, .length = 0.6, .width = 0.5};
    assert_near(ter_trails_press(&f.trails, &print, 1e-3, 1.0).cube, 0.0, 0.0);
    ter_trails_strew(&f.trails, 40.0, -30.0, 1.0, 50.0);
    assert_int_equal(f.trails.tiles.count, 0);
    assert_near(ter_trails_rut(&f.trails, 40.0, -10.3), 0.0, 0.0);
    finish_floor(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pass_leaves_its_rut_in_any_direction),
        cmocka_unit_test(equal_wheels_deepen_it_with_the_cube_root),
        cmocka_unit_test(ruts_above_the_limit_are_counted),
        cmocka_unit_test(branches_lie_where_they_are_strewn),
        cmocka_unit_test(ruts_of_others_are_there_and_not_counted),
        cmocka_unit_test(nothing_is_left_outside_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
