// Pictures of stems with defects and colour marks.
#include "ui/scene/stem_scene.h"

#include "tests/near.h"
#include "tests/vehicles/small_site.h"

static struct small_site s;
static struct ui_scene scene;

// The primitives of a log from 0.1 to 5.1 m of a tree with these defects.
static int draw(struct ter_defects defects, uint8_t colour) {
    small_site_init(&s, 0.0);
    ui_scene_init(&scene);
    struct ter_stem stem = ter_stem_whole(TER_SPRUCE, 0.3, 24.0, 10.0, 0.1), rest;
    stem.defects = defects;
    ter_stem_split(&stem, 5.0, &stem, &rest);
    const int log = veh_stem_create(&s.site, &stem, sim_pose_identity(), VEH_STEM_LOG, -1);
    s.site.stems.items[log].colour = colour;
    assert_true(ui_scene_add_stem(&scene, &s.site, log, sim_pose_identity(), false));
    return scene.primitives.count;
}

static void finish(void) {
    ui_scene_finish(&scene);
    small_site_finish(&s);
}

static void marks_are_on_the_small_end(void **state) {
    (void)state;
    const int plain = draw((struct ter_defects){.rot = 0.0}, 0);
    finish();
    for (int colour = 1; colour < 8; colour++) {
        const int count = draw((struct ter_defects){.rot = 0.0}, (uint8_t)colour);
        assert_int_equal(count - plain, (colour & 1) + (colour >> 1 & 1) + (colour >> 2));
        for (int i = plain; i < count; i++) {
            const struct ui_primitive *p = &scene.primitives.items[i];
            assert_near(p->pose.p.z, 5.0, 0.01);
            const double r = 0.5 * ter_stem_diameter(&s.site.stems.items[0].stem, 5.0);
            assert_true(fabs(p->pose.p.x) + p->radius[0] <= r);
        }
        finish();
    }
}

static void rot_is_seen_on_the_cuts_it_reaches(void **state) {
    (void)state;
    const int plain = draw((struct ter_defects){.rot = 0.0}, 0);
    finish();
    assert_int_equal(draw((struct ter_defects){.rot = 2.0}, 0), plain + 1);
    assert_near(scene.primitives.items[plain].pose.p.z, 0.0, 0.01);
    assert_near(scene.primitives.items[plain].radius[0],
                ter_stem_rot_radius(&s.site.stems.items[0].stem, 0.0), 1e-12);
    finish();
    assert_int_equal(draw((struct ter_defects){.rot = 8.0}, 0), plain + 2);
    finish();
}

// The cones meet on the bow.
static void a_bow_is_drawn_bent(void **state) {
    (void)state;
    const int count = draw((struct ter_defects){.sweep = 0.2}, 0);
    assert_true(count >= 10);
    for (int i = 0; i < count; i++) {
        const struct ui_primitive *p = &scene.primitives.items[i];
        for (int side = -1; side <= 1; side += 2) {
            const struct sim_vec3 end =
                sim_pose_point(p->pose, sim_vec3(0.0, 0.0, side * p->half_length));
            assert_near(end.x, ter_stem_bow(&s.site.stems.items[0].stem, end.z), 1e-9);
        }
    }
    finish();
}

static void standing_trees_show_their_defects(void **state) {
    (void)state;
    struct ter_tree tree = {
        .species = TER_SPRUCE, .dbh = 0.3, .height = 24.0, .crown_base = 10.0, .crown_width = 4.0};
    ui_scene_init(&scene);
    assert_true(ui_scene_add_standing(&scene, &tree));
    assert_int_equal(scene.trees.count, 1);
    tree.defects.fork = 14.0;
    assert_true(ui_scene_add_standing(&scene, &tree));
    assert_int_equal(scene.trees.count, 3);
    assert_near(scene.trees.items[2].pose.p.z, 14.0, 1e-9);
    tree.defects.sweep = 0.1;
    tree.top = 16.0;
    assert_true(ui_scene_add_standing(&scene, &tree));
    assert_near(scene.trees.items[3].height, 16.0, 0.0);
    assert_near(scene.trees.items[3].sweep, 0.1, 0.0); // the second top is straight
    assert_near(scene.trees.items[4].sweep, 0.0, 0.0);
    tree.defects.fork = tree.top = 0.0;
    tree.defects.dead = true;
    const int last = scene.trees.count;
    assert_true(ui_scene_add_standing(&scene, &tree));
    assert_true(scene.trees.items[last].crown_width < 1.0);
    ui_scene_finish(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_on_the_small_end),
        cmocka_unit_test(rot_is_seen_on_the_cuts_it_reaches),
        cmocka_unit_test(a_bow_is_drawn_bent),
        cmocka_unit_test(standing_trees_show_their_defects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
