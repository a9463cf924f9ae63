// The map of ruts against the trails that it shows.
#include "ui/scene/rut_map.h"

#include <math.h>
#include <string.h>

#include "tests/near.h"

static const double size = 400.0; // [m] of the ground, from the origin
static const double depth = 0.2;  // [m] of the ruts

static struct ui_rut_map map, other;

struct fixture {
    struct ter_ground ground;
    struct ter_trails trails;
};

static void set_up(struct fixture *f) {
    assert_true(ter_ground_init(&f->ground, 101, 101, 0.0, 0.0, 0.01 * size));
    assert_true(ter_trails_init(&f->trails, &f->ground));
    ui_rut_map_init(&map);
}

static void tear_down(struct fixture *f) {
    ter_trails_finish(&f->trails);
    ter_ground_finish(&f->ground);
}

// A wheel's way of 12 m through (x, y) at that angle [rad].
static void drive(struct fixture *f, double x, double y, double angle) {
    const double step = 0.05, length = 0.5;
    for (double s = -6.0; s <= 6.0; s += step) {
        const struct ter_footprint print = {.x = x + s * cos(angle),
                                            .y = y + s * sin(angle),
                                            .dx = cos(angle),
                                            .dy = sin(angle),
                                            .length = length,
                                            .width = 0.7};
        (void)ter_trails_press(&f->trails, &print, depth * depth * depth, step / length);
    }
}

// The cell of the map that shows a place.
static const unsigned char *cell_at(double x, double y) {
    const int column = (int)floor((x - map.x0) / ter_trail_cell);
    const int row = (int)floor((y - map.y0) / ter_trail_cell);
    const int slot = row / TER_TRAIL_CELLS % UI_RUT_TILES * UI_RUT_TILES +
                     column / TER_TRAIL_CELLS % UI_RUT_TILES;
    return map.tile[slot].cell[row % TER_TRAIL_CELLS * TER_TRAIL_CELLS + column % TER_TRAIL_CELLS];
}

// The map's depth is that of the trails everywhere in its window: that of the rut in the rut, and
// none beside it.
static void a_rut_is_where_a_wheel_went(void **state) {
    (void)state;
    struct fixture f;
    set_up(&f);
    drive(&f, 200.0, 150.0, 0.0);
    ui_rut_map_fill(&map, &f.trails, sim_vec3(190.0, 160.0, 3.0));
    assert_near(cell_at(200.1, 150.1)[UI_RUT_DEPTH] * ui_rut_deepest / 255.0, depth, 4e-3);
    int rutted = 0;
    for (int j = 0; j < UI_RUT_SIDE; j++) {
        for (int i = 0; i < UI_RUT_SIDE; i++) {
            const double x = map.x + (i + 0.5 - 0.5 * UI_RUT_SIDE) * ter_trail_cell;
            const double y = map.y + (j + 0.5 - 0.5 * UI_RUT_SIDE) * ter_trail_cell;
            const double shown = cell_at(x, y)[UI_RUT_DEPTH] * ui_rut_deepest / 255.0;
            assert_near(shown, ter_trails_rut(&f.trails, x, y), 0.51 * ui_rut_deepest / 255.0);
            assert_true(shown < 0.01 || fabs(y - 150.0) < 0.5);
            rutted += shown > 0.1;
        }
    }
    assert_near(rutted * ter_trail_cell * ter_trail_cell, 12.0 * 0.7, 2.5); // whole cells
    tear_down(&f);
}

// The directions against those of the wheels. A rut is between two and four cells wide, so that
// the cells' corners turn the direction a little.
static void ruts_show_the_way_of_the_wheels(void **state) {
    (void)state;
    for (int k = 0; k < 12; k++) {
        const double angle = k * SIM_PI / 12.0;
        struct fixture f;
        set_up(&f);
        drive(&f, 200.0, 150.0, angle);
        ui_rut_map_fill(&map, &f.trails, sim_vec3(200.0, 150.0, 3.0));
        double c = 0.0, s = 0.0;
        for (double t = -3.0; t <= 3.0; t += 0.25) {
            const unsigned char *cell = cell_at(200.0 + t * cos(angle), 150.0 + t * sin(angle));
            c += (cell[UI_RUT_COSINE] - 128.0) / 127.0;
            s += (cell[UI_RUT_SINE] - 128.0) / 127.0;
        }
        assert_near(remainder(0.5 * atan2(s, c) - angle, SIM_PI), 0.0, 0.1);
        assert_true(hypot(c, s) / 25.0 > 0.6);
        tear_down(&f);
    }
}

// The other tiles keep their slots when the window moves, and what leaves it is gone.
static void the_window_follows_the_eye(void **state) {
    (void)state;
    struct fixture f;
    set_up(&f);
    drive(&f, 200.0, 150.0, 1.0);
    ui_rut_map_fill(&map, &f.trails, sim_vec3(200.0, 150.0, 3.0));
    assert_true(map.used >= 6);
    other = map;
    ui_rut_map_fill(&map, &f.trails, sim_vec3(225.0, 130.0, 3.0));
    assert_memory_equal(map.tile, other.tile, sizeof map.tile);
    ui_rut_map_fill(&map, &f.trails, sim_vec3(320.0, 150.0, 3.0));
    assert_int_equal(map.used, 0);
    drive(&f, 200.0 + 2.0 * UI_RUT_TILES, 150.0, 1.0); // the same slots
    ui_rut_map_fill(&map, &f.trails, sim_vec3(320.0, 150.0, 3.0));
    assert_true(map.used >= 6);
    ui_rut_map_fill(&map, &f.trails, sim_vec3(200.0, 150.0, 3.0));
    assert_memory_equal(map.tile, other.tile, sizeof map.tile);
    tear_down(&f);
}

// A state from before: the map that has seen the ruts is like one that never has.
static void a_jump_back_takes_ruts_away(void **state) {
    (void)state;
    struct fixture f;
    const struct sim_vec3 eye = {200.0, 150.0, 3.0};
    set_up(&f);
    drive(&f, 200.0, 150.0, 0.5);
    ui_rut_map_fill(&map, &f.trails, eye);
    other = map;
    drive(&f, 200.0, 150.0, 2.0);
    ter_trails_strew(&f.trails, 210.0, 150.0, 2.0, 100.0);
    ui_rut_map_fill(&map, &f.trails, eye);
    assert_true(map.used > other.used);
    assert_true(cell_at(210.0, 150.0)[UI_RUT_BRASH] > 90); // 100 kg on 12.6 m^2
    ter_trails_finish(&f.trails);
    assert_true(ter_trails_init(&f.trails, &f.ground));
    drive(&f, 200.0, 150.0, 0.5);
    ui_rut_map_fill(&map, &f.trails, eye);
    assert_int_equal(map.used, other.used);
    assert_memory_equal(map.tile, other.tile, sizeof map.tile);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rut_is_where_a_wheel_went),
        cmocka_unit_test(ruts_show_the_way_of_the_wheels),
        cmocka_unit_test(the_window_follows_the_eye),
        cmocka_unit_test(a_jump_back_takes_ruts_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
