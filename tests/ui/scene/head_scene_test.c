// The teeth of the first exercise's head: on its parts, and only where they can be seen.
#include "ui/scene/head_scene.h"

#include "tests/ui/scene/exercise_scene.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/head.h"

static int set_up(void **state) {
    return scene_set_up(state, "first-harvest");
}

static int teeth(struct fixture *f, struct sim_vec3 eye) {
    ui_scene_clear_primitives(&f->view.scene);
    assert_true(ui_scene_add_head(&f->view, &f->practice.site, 0, 1.0, eye));
    return f->view.scene.primitives.count;
}

static void they_are_seen_near_the_head_only(void **state) {
    struct fixture *f = *state;
    struct sim_vec3 eye = veh_machine_crane_tip(&f->practice.site, 0);
    assert_in_range(teeth(f, eye), 60, 120);
    eye.x += 2.0 * ui_head_sight;
    assert_int_equal(teeth(f, eye), 0);
}

// Each spike stands on the rim of a roller, its tip farther out than its foot.
static void spikes_stand_on_the_rollers(void **state) {
    struct fixture *f = *state;
    const struct veh_worksite *site = &f->practice.site;
    const struct veh_machine *m = &site->machines[0];
    const struct veh_head_def *def = veh_head_def(m->def);
    const int count = teeth(f, veh_machine_crane_tip(site, 0));
    int spikes = 0;
    for (int i = 0; i < count; i++) {
        const struct ui_primitive *p = &f->view.scene.primitives.items[i];
        if (p->kind != UI_SHAPE_CYLINDER)
            continue;
        double least = 1e9;
        for (int r = 0; r < def->rollers.count; r++) {
            const struct sim_model_joint *joint = &m->def->model.joints[def->rollers.index[r]];
            const struct sim_pose roller =
                sim_body_pose(site->world, m->instance.bodies[joint->child]);
            least = fmin(least, sim_length(sim_sub(p->pose.p, roller.p)));
        }
        assert_true(least > def->roller_radius && least < def->roller_radius + 0.06);
        assert_true(p->radius[1] < p->radius[0]);
        spikes++;
    }
    assert_int_equal(spikes % def->rollers.count, 0);
    assert_true(spikes >= 8 * def->rollers.count);
}

static void a_forwarder_has_none(void **state) {
    assert_int_equal(scene_set_up(state, "first-load"), 0);
    struct fixture *f = *state;
    assert_int_equal(teeth(f, veh_machine_crane_tip(&f->practice.site, 0)), 0);
    (void)tear_down(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(they_are_seen_near_the_head_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(spikes_stand_on_the_rollers, set_up, tear_down),
        cmocka_unit_test(a_forwarder_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
