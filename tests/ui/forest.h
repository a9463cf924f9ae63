// A forest of 100 m x 100 m with a road, a ditch and a harvester of plain shapes for the tests to
// draw.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "ui/scene/noise.h"
#include "ui/scene/scene.h"

enum { FOREST_SAMPLES = 101 };

struct forest {
    struct ui_scene scene;
    struct sim_heightfield field;
    double heights[FOREST_SAMPLES * FOREST_SAMPLES];
    struct sim_vec3 road[12];
};

// [m] of the road's middle.
static inline double forest_road_y(double x) {
    return 38.0 + 5.0 * sin(x * 0.045);
}

static inline double forest_height(double x, double y) {
    const double slope = 0.05 * y + 1.2 * sin(x * 0.05) * sin(y * 0.06 + 1.0);
    const double bumps = 0.25 * (double)ui_fbm((float)x / 3.0F, (float)y / 3.0F, 1024, 3, 5);
    const double aside = fabs(y - forest_road_y(x));
    const double on_road = fmax(0.0, fmin(1.0, (4.5 - aside) / 2.0));
    const double ditch = 0.7 * exp(-pow((y - forest_road_y(x) - 4.2) / 0.7, 2.0));
    return slope + bumps * (1.0 - on_road) - ditch;
}

static inline void forest_add_trees(struct forest *f, int count) {
    struct ui_random random = {.state = 3};
    while (f->scene.trees.count < count) {
        const double x = (double)ui_random_range(&random, 1.0F, 99.0F);
        const double y = (double)ui_random_range(&random, 1.0F, 99.0F);
        const double chance = (double)ui_random_unit(&random);
        const double size = (double)ui_random_range(&random, 0.6F, 1.25F);
        if (fabs(y - forest_road_y(x)) < 5.0 || hypot(x - 46.0, y - 46.0) < 8.0)
            continue;
        bool free_spot = true;
        for (int i = 0; i < f->scene.trees.count && free_spot; i++) {
            const struct sim_vec3 p = f->scene.trees.items[i].pose.p;
            free_spot = hypot(p.x - x, p.y - y) > 2.2;
        }
        if (!free_spot)
            continue;
        struct ui_tree tree = {.species = chance < 0.6    ? UI_SPRUCE
                                          : chance < 0.85 ? UI_PINE
                                                          : UI_BIRCH,
                               .pose = sim_pose_identity()};
        tree.pose.p = sim_vec3(x, y, forest_height(x, y));
        tree.height = 20.0 * size;
        tree.dbh = 0.24 * size * size;
        tree.crown_base = tree.height * (tree.species == UI_SPRUCE ? 0.28 : 0.55);
        tree.crown_width = (tree.species == UI_SPRUCE ? 3.0 : 3.2) * size;
        ui_scene_add_tree(&f->scene, &tree);
    }
}

static inline void forest_add(struct forest *f, struct ui_primitive p, struct sim_pose frame,
                              struct sim_vec3 at, struct sim_quat q) {
    p.pose = sim_pose_mul(frame, (struct sim_pose){at, q});
    ui_scene_add_primitive(&f->scene, &p);
}

static inline void forest_add_bar(struct forest *f, struct sim_pose frame, struct sim_vec3 a,
                                  struct sim_vec3 b, double wide, double high, const float c[3]) {
    const struct sim_vec3 way = sim_sub(b, a);
    const struct sim_quat q = sim_quat_between(sim_vec3(1.0, 0.0, 0.0), sim_unit(way));
    forest_add(f, ui_box(sim_vec3(0.5 * sim_length(way), 0.5 * wide, 0.5 * high), c), frame,
               sim_scale(sim_add(a, b), 0.5), q);
}

static inline void forest_add_carrier(struct forest *f, struct sim_pose frame) {
    static const float green[3] = {0.20F, 0.36F, 0.22F}, dark[3] = {0.16F, 0.16F, 0.17F};
    static const float yellow[3] = {0.85F, 0.62F, 0.12F}, glass[3] = {0.35F, 0.42F, 0.45F};
    const struct sim_quat none = sim_quat_identity();
    const struct sim_quat side = sim_quat_axis_angle(sim_vec3(1.0, 0.0, 0.0), 0.5 * SIM_PI);
    forest_add(f, ui_box(sim_vec3(1.9, 0.55, 0.35), dark), frame, sim_vec3(1.9, 0, 1.05), none);
    forest_add(f, ui_box(sim_vec3(1.6, 0.95, 0.6), green), frame, sim_vec3(-2.0, 0, 1.65), none);
    forest_add(f, ui_box(sim_vec3(0.5, 0.8, 0.12), dark), frame, sim_vec3(-2.4, 0, 2.36), none);
    forest_add(f, ui_box(sim_vec3(0.85, 0.8, 0.35), green), frame, sim_vec3(0.6, 0, 1.6), none);
    forest_add(f, ui_box(sim_vec3(0.9, 0.85, 0.08), green), frame, sim_vec3(0.6, 0, 3.4), none);
    for (int i = 0; i < 4; i++) {
        const double x = i & 1 ? 1.4 : -0.2, y = i & 2 ? 0.75 : -0.75;
        forest_add(f, ui_box(sim_vec3(0.05, 0.05, 0.75), green), frame, sim_vec3(x, y, 2.6), none);
    }
    struct ui_primitive pane = ui_box(sim_vec3(0.8, 0.78, 0.72), glass);
    pane.look = UI_LOOK_GLASS;
    forest_add(f, pane, frame, sim_vec3(0.6, 0, 2.62), none);
    struct ui_primitive lamp = ui_cylinder(0.07, 0.04, (const float[3]){1.0F, 0.96F, 0.85F});
    lamp.look = UI_LOOK_LAMP;
    for (int i = -1; i <= 1; i += 2)
        forest_add(f, lamp, frame, sim_vec3(1.5, 0.55 * i, 3.5),
                   sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), 0.5 * SIM_PI));
    static const double wheel[6][2] = {{3.15, 1.15},  {1.65, 1.15}, {3.15, -1.15},
                                       {1.65, -1.15}, {-2.0, 1.15}, {-2.0, -1.15}};
    struct ui_primitive tyre = {.kind = UI_SHAPE_WHEEL,
                                .look = UI_LOOK_TYRE,
                                .radius = {0.7, 0.7},
                                .half_length = 0.3,
                                .colour = {yellow[0], yellow[1], yellow[2]}};
    for (int i = 0; i < 6; i++)
        forest_add(f, tyre, frame, sim_vec3(wheel[i][0], wheel[i][1], 0.7), side);
}

static inline void forest_add_crane(struct forest *f, struct sim_pose frame) {
    static const float yellow[3] = {0.85F, 0.62F, 0.12F}, steel[3] = {0.55F, 0.56F, 0.58F};
    static const float dark[3] = {0.18F, 0.18F, 0.19F}, bark[3] = {0.42F, 0.33F, 0.26F};
    const struct sim_quat none = sim_quat_identity();
    forest_add(f, ui_cylinder(0.24, 0.6, yellow), frame, sim_vec3(3.0, 0, 1.9), none);
    forest_add_bar(f, frame, sim_vec3(3.0, 0, 2.5), sim_vec3(6.4, 0, 4.6), 0.26, 0.36, yellow);
    forest_add_bar(f, frame, sim_vec3(6.4, 0, 4.6), sim_vec3(9.2, 0, 3.6), 0.22, 0.30, yellow);
    forest_add_bar(f, frame, sim_vec3(8.6, 0, 3.8), sim_vec3(10.4, 0, 3.2), 0.15, 0.20, dark);
    struct ui_primitive rod = ui_cylinder(0.07, 1.0, steel);
    rod.look = UI_LOOK_STEEL;
    const struct sim_vec3 along = sim_unit(sim_vec3(1.8, 0.0, 1.7));
    forest_add(f, rod, frame, sim_vec3(4.2, 0, 2.75),
               sim_quat_between(sim_vec3(0.0, 0.0, 1.0), along));
    forest_add(f, ui_cylinder(0.15, 0.2, dark), frame, sim_vec3(10.4, 0, 2.8), none);
    forest_add(f, ui_box(sim_vec3(0.25, 0.32, 0.55), yellow), frame, sim_vec3(10.3, 0, 2.0), none);
    for (int i = -1; i <= 1; i += 2) {
        forest_add(f, ui_cylinder(0.18, 0.2, dark), frame, sim_vec3(10.75, 0.35 * i, 1.95), none);
        for (int k = -1; k <= 1; k += 2)
            forest_add(f, ui_box(sim_vec3(0.28, 0.03, 0.1), dark), frame,
                       sim_vec3(10.75, 0.3 * i, 2.0 + 0.45 * k),
                       sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), -0.4 * i));
    }
    const struct ui_primitive log = {.kind = UI_SHAPE_CYLINDER,
                                     .look = UI_LOOK_LOG,
                                     .radius = {0.15, 0.11},
                                     .half_length = 2.4,
                                     .colour = {bark[0], bark[1], bark[2]}};
    for (int i = 0; i < 4; i++) {
        const struct sim_quat lie =
            sim_quat_mul(sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), 0.1 * i + 0.3),
                         sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), 0.5 * SIM_PI));
        forest_add(f, log, frame, sim_vec3(6.5, 3.2 + 0.36 * i, 0.3), lie);
    }
}

// With this number of trees, and the machine on the road. forest_destroy() frees it; NULL: out of
// memory.
static inline struct forest *forest_create(int trees) {
    struct forest *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    ui_scene_init(&f->scene);
    for (int j = 0; j < FOREST_SAMPLES; j++)
        for (int i = 0; i < FOREST_SAMPLES; i++)
            f->heights[j * FOREST_SAMPLES + i] = forest_height(i, j);
    f->field = (struct sim_heightfield){
        .columns = FOREST_SAMPLES, .rows = FOREST_SAMPLES, .spacing = 1.0, .heights = f->heights};
    f->scene.ground = &f->field;
    f->scene.surroundings = true;
    for (int i = 0; i < 12; i++) {
        const double x = 100.0 / 11.0 * i;
        f->road[i] = sim_vec3(x, forest_road_y(x), 0.0);
    }
    f->scene.road[0] = (struct ui_road){f->road, 12, 4.0};
    f->scene.roads = 1;
    forest_add_trees(f, trees);
    struct sim_pose frame = sim_pose_identity();
    frame.p = sim_vec3(42.0, forest_road_y(42.0), forest_height(42.0, forest_road_y(42.0)));
    frame.q = sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), 0.25);
    forest_add_carrier(f, frame);
    // The crane is slewed by 0.5 rad about its pillar, 3 m ahead of the frame's origin.
    frame.q = sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), 0.75);
    frame.p = sim_sub(sim_add(frame.p, sim_rotate(sim_quat_axis_angle(sim_vec3(0, 0, 1), 0.25),
                                                  sim_vec3(3.0, 0.0, 0.0))),
                      sim_rotate(frame.q, sim_vec3(3.0, 0.0, 0.0)));
    forest_add_crane(f, frame);
    return f;
}

static inline void forest_destroy(struct forest *f) {
    if (f != NULL)
        ui_scene_finish(&f->scene);
    free(f);
}
