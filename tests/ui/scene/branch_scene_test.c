#include "ui/scene/branch_scene.h"

#include "terrain/branch.h"
#include "tests/vehicles/small_site.h"

static const float bark[3] = {0.4F, 0.3F, 0.2F};

// Each branch that is left is drawn where it is, with its thickness; none behind the knives.
static void branches_are_drawn_where_they_grow(void **state) {
    (void)state;
    struct ui_scene scene;
    ui_scene_init(&scene);
    struct ter_stem stem = ter_stem_whole(TER_SPRUCE, 0.3, 24.0, 12.0, 0.1);
    stem.seed = 3;
    ter_stem_delimb(&stem, 14.9);
    int thick = 0;
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(&stem, 15.0, 24.0);
    while (ter_branch_next(&walk, &branch))
        thick += branch.diameter >= 0.006;
    const struct sim_pose pose = {{5.0, 6.0, 7.0}, sim_quat_identity()};
    assert_true(ui_scene_add_branches(&scene, &stem, pose, bark));
    assert_int_equal(scene.primitives.count, thick);
    assert_true(thick > 50);
    for (int i = 0; i < scene.primitives.count; i++) {
        const struct ui_primitive *p = &scene.primitives.items[i];
        const struct sim_vec3 base = sim_pose_point(p->pose, sim_vec3(0.0, 0.0, -p->half_length));
        assert_near(hypot(base.x - 5.0, base.y - 6.0), 0.0, 1e-9); // on the stem's axis
        assert_true(base.z - 7.0 + 0.1 > 15.0 - 1e-9);
        assert_true(p->radius[0] >= 0.003 && p->radius[0] < 0.025);
    }
    ui_scene_finish(&scene);
}

static int sprigs(struct small_site *s, struct ui_scene *scene, double x) {
    ui_scene_clear_trees(scene);
    assert_true(ui_scene_add_slash(scene, &s->site, sim_vec3(x, 0.0, 2.0)));
    return scene->trees.count;
}

// As many sprigs as the mass gives, the same in each frame, and none out of sight.
static void slash_is_shown_by_its_mass(void **state) {
    (void)state;
    struct small_site s;
    struct ui_scene scene;
    small_site_init(&s, 0.0);
    ui_scene_init(&scene);
    assert_int_equal(sprigs(&s, &scene, 0.0), 0);
    ter_trails_strew(&s.site.trails, 0.0, 0.0, 3.0, 200.0);
    const int all = sprigs(&s, &scene, 0.0);
    assert_near(all, 200.0 / 1.6, 25.0); // 11 is the deviation of so many chances
    const struct sim_vec3 first = scene.trees.items[0].pose.p;
    assert_int_equal(sprigs(&s, &scene, 1.0), all);
    assert_near(sim_length(sim_sub(scene.trees.items[0].pose.p, first)), 0.0, 0.0);
    for (int i = 0; i < all; i++)
        assert_true(sim_length(scene.trees.items[i].pose.p) < 3.5);
    assert_int_equal(sprigs(&s, &scene, 55.0), 0);
    ui_scene_finish(&scene);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_are_drawn_where_they_grow),
        cmocka_unit_test(slash_is_shown_by_its_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
