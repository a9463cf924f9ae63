#include "ui/scene/worksite_scene.h"

#include "tests/ui/scene/exercise_scene.h"
#include "vehicles/snapshot.h"

static int set_up(void **state) {
    return scene_set_up(state, "first-harvest");
}

static void poses_are_interpolated_along_the_shorter_way(void **state) {
    (void)state;
    const struct sim_vec3 z = {0.0, 0.0, 1.0};
    struct sim_pose a = {{1.0, 2.0, 3.0}, sim_quat_axis_angle(z, 0.2)};
    struct sim_pose b = {{3.0, 2.0, 1.0}, sim_quat_axis_angle(z, 0.6)};
    b.q = (struct sim_quat){-b.q.w, -b.q.x, -b.q.y, -b.q.z}; // the same turn
    const struct sim_pose m = ui_pose_between(a, b, 0.5);
    assert_near(m.p.x, 2.0, 1e-12);
    assert_near(m.p.z, 2.0, 1e-12);
    assert_near(sim_quat_log(m.q).z, 0.4, 1e-9);
    assert_near(sim_length(sim_sub(ui_pose_between(a, b, 1.0).p, b.p)), 0.0, 1e-12);
}

static void pictures_are_interpolated_between_steps(void **state) {
    struct fixture *f = *state;
    const struct veh_worksite *site = &f->practice.site;
    const struct sim_body_id body = site->machines[0].instance.bodies[0];
    struct veh_controls drive = {{0.0}};
    drive.value[VEH_DRIVE] = 1.0;
    for (int i = 0; i < 150; i++) {
        ui_worksite_scene_remember(&f->view, site);
        dat_practice_step(&f->practice, &drive);
    }
    const struct sim_vec3 p0 = ui_worksite_body_pose(&f->view, site, body, 0.0).p;
    const struct sim_vec3 p1 = ui_worksite_body_pose(&f->view, site, body, 1.0).p;
    const struct sim_vec3 ph = ui_worksite_body_pose(&f->view, site, body, 0.25).p;
    const double way = sim_length(sim_sub(p1, p0));
    assert_true(way > 0.005); // it drives
    assert_near(sim_length(sim_sub(p1, sim_body_pose(site->world, body).p)), 0.0, 1e-12);
    assert_near(sim_length(sim_sub(ph, p0)), 0.25 * way, 1e-9);
}

static void scene_holds_machine_trees_and_marks(void **state) {
    struct fixture *f = *state;
    const struct ter_stand *stand = &f->exercise.site.stand;
    const struct sim_vec3 eye = veh_machine_pose(&f->practice.site, 0).p;
    assert_true(ui_worksite_scene_fill(&f->view, &f->practice.site, 1.0, eye));
    assert_int_equal(f->view.scene.trees.count, stand->count);
    int wheels = 0, glass = 0;
    for (int i = 0; i < f->view.scene.primitives.count; i++) {
        wheels += f->view.scene.primitives.items[i].kind == UI_SHAPE_WHEEL;
        glass += f->view.scene.primitives.items[i].look == UI_LOOK_GLASS;
    }
    assert_int_equal(wheels, 6);
    assert_true(glass >= 4);
    const unsigned revision = f->view.scene.tree_revision;
    assert_true(ui_worksite_scene_fill(&f->view, &f->practice.site, 1.0, eye));
    assert_int_equal(f->view.scene.tree_revision, revision); // nothing has changed
}

static void a_felled_tree_leaves_the_stand(void **state) {
    struct fixture *f = *state;
    struct ter_stand *stand = &f->practice.site.stand;
    const struct sim_vec3 eye = {0.0, 0.0, 0.0};
    assert_true(ui_worksite_scene_fill(&f->view, &f->practice.site, 1.0, eye));
    const int trees = f->view.scene.trees.count;
    const unsigned revision = f->view.scene.tree_revision;
    ter_stand_fell(stand, 3);
    assert_true(ui_worksite_scene_fill(&f->view, &f->practice.site, 1.0, eye));
    assert_int_equal(f->view.scene.trees.count, trees - 1);
    assert_int_not_equal(f->view.scene.tree_revision, revision);
}

// The paint is on the stem, which leans.
static void rings_lean_with_their_trees(void **state) {
    struct fixture *f = *state;
    const struct ter_stand *stand = &f->practice.site.stand;
    const struct sim_vec3 eye = veh_machine_pose(&f->practice.site, 0).p;
    int rings = 0;
    assert_true(ui_worksite_scene_fill(&f->view, &f->practice.site, 1.0, eye));
    for (int t = 0; t < stand->count; t++) {
        const struct sim_vec3 on_stem =
            sim_pose_point(ter_tree_pose(&stand->trees[t]), sim_vec3(0.0, 0.0, 1.45));
        if (stand->trees[t].status != TER_TREE_MARKED && stand->trees[t].status != TER_TREE_CROP)
            continue;
        for (int i = 0; i < f->view.scene.primitives.count; i++) {
            const struct ui_primitive *p = &f->view.scene.primitives.items[i];
            if (p->look == UI_LOOK_LAMP && sim_length(sim_sub(p->pose.p, on_stem)) < 1e-9)
                rings++;
        }
    }
    assert_true(rings >= 1);
}

// Far off nothing of the forest is shown; whoever comes back finds it as it is.
static void only_what_is_near_is_shown(void **state) {
    struct fixture *f = *state;
    const struct sim_vec3 eye = {0.0, 0.0, 0.0}, far = {900.0, 0.0, 0.0};
    assert_true(ui_worksite_scene_fill(&f->view, &f->practice.site, 1.0, eye));
    const int trees = f->view.scene.trees.count;
    assert_true(trees > 300);
    const unsigned revision = f->view.scene.tree_revision;
    assert_true(ui_worksite_scene_fill(&f->view, &f->practice.site, 1.0, far));
    assert_int_equal(f->view.scene.trees.count, 0);
    assert_int_not_equal(f->view.scene.tree_revision, revision);
    assert_true(ui_worksite_scene_fill(&f->view, &f->practice.site, 1.0, eye));
    assert_int_equal(f->view.scene.trees.count, trees);
}

// A log lies where its body is, and its cones follow the taper.
static void a_log_has_the_shape_of_its_stem(void **state) {
    struct fixture *f = *state;
    struct veh_worksite *site = &f->practice.site;
    const struct sim_vec3 eye = {0.0, 0.0, 0.0};
    assert_true(ui_worksite_scene_fill(&f->view, site, 1.0, eye));
    const int before = f->view.scene.primitives.count;
    struct ter_stem stem = ter_stem_whole(TER_SPRUCE, 0.3, 24.0, 10.0, 0.1), log, rest;
    ter_stem_split(&stem, 5.0, &log, &rest);
    assert_true(veh_worksite_add_log(site, &log, 60.0, 60.0, -1.0, 0.3) >= 0);
    assert_true(ui_worksite_scene_fill(&f->view, site, 1.0, eye));
    double length = 0.0, volume = 0.0;
    for (int i = before; i < f->view.scene.primitives.count; i++) {
        const struct ui_primitive *p = &f->view.scene.primitives.items[i];
        const double r = p->radius[0], s = p->radius[1];
        assert_int_equal(p->look, UI_LOOK_LOG);
        length += 2.0 * p->half_length;
        volume += SIM_PI * 2.0 * p->half_length * (r * r + r * s + s * s) / 3.0;
    }
    assert_near(length, 5.0, 1e-9);
    assert_near(volume / ter_stem_volume(&log, 0.0, 5.0), 1.0, 0.03); // cones instead of a curve
}

static void shapes_get_their_looks(void **state) {
    (void)state;
    const struct sim_shape disc = {.kind = SIM_SHAPE_CYLINDER,
                                   .pose = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                                   .radius = {0.7, 0.7},
                                   .half_length = 0.3};
    struct sim_visual visual = {.look = SIM_LOOK_RUBBER, .colour = {0.25F, 0.0F, 1.0F}};
    struct ui_primitive p;
    assert_true(ui_shape_primitive(&disc, &visual, sim_pose_identity(), &p));
    assert_int_equal(p.kind, UI_SHAPE_WHEEL);
    assert_near((double)p.colour[0], 0.5, 1e-6); // the square root of linear light
    visual.look = SIM_LOOK_STEEL;
    assert_true(ui_shape_primitive(&disc, &visual, sim_pose_identity(), &p));
    assert_int_equal(p.kind, UI_SHAPE_CYLINDER);
    assert_int_equal(p.look, UI_LOOK_STEEL);
    visual.look = SIM_LOOK_NONE;
    assert_false(ui_shape_primitive(&disc, &visual, sim_pose_identity(), &p));
}

// Also after a jump to an earlier state: its ruts and slash are those of the picture.
static void ruts_are_those_of_the_state(void **state) {
    struct fixture *f = *state;
    struct veh_worksite *site = &f->practice.site;
    const struct ui_rut_map *map = f->view.scene.ruts;
    const struct sim_vec3 p = veh_machine_pose(site, 0).p;
    const struct ter_footprint print = {
        .x = p.x, .y = p.y, .dx = 1.0, .dy = 0.0, .length = 1.0, .width = 0.7};
    struct sim_snapshot before = {0}, after = {0};
    veh_worksite_save(site, &before);
    (void)ter_trails_press(&site->trails, &print, 0.2 * 0.2 * 0.2, 1.0);
    ter_trails_strew(&site->trails, p.x, p.y + 3.0, 1.0, 30.0);
    veh_worksite_save(site, &after);
    assert_true(ui_worksite_scene_fill(&f->view, site, 1.0, p));
    const int used = map->used;
    assert_true(used > 0);
    assert_null(veh_worksite_restore(site, before.bytes, before.size));
    assert_true(ui_worksite_scene_fill(&f->view, site, 1.0, p));
    assert_int_equal(map->used, 0);
    assert_null(veh_worksite_restore(site, after.bytes, after.size));
    assert_true(ui_worksite_scene_fill(&f->view, site, 1.0, p));
    assert_int_equal(map->used, used);
    sim_snapshot_finish(&after);
    sim_snapshot_finish(&before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_interpolated_along_the_shorter_way),
        cmocka_unit_test(shapes_get_their_looks),
        cmocka_unit_test_setup_teardown(pictures_are_interpolated_between_steps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scene_holds_machine_trees_and_marks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rings_lean_with_their_trees, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_felled_tree_leaves_the_stand, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_what_is_near_is_shown, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ruts_are_those_of_the_state, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_log_has_the_shape_of_its_stem, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
