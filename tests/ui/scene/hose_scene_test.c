// The hoses of shipped machines: in one piece from body to body, longer than the way between them,
// and seen near the eye only.
#include "ui/scene/hose_scene.h"

#include "tests/ui/scene/exercise_scene.h"
#include "vehicles/part/hose.h"

static int set_up(void **state) {
    return scene_set_up(state, "first-load");
}

static int rods(struct fixture *f, struct sim_vec3 eye) {
    ui_scene_clear_primitives(&f->view.scene);
    assert_true(ui_scene_add_hoses(&f->view, &f->practice.site, 0, 1.0, eye));
    return f->view.scene.primitives.count;
}

static int hoses_of(const struct veh_machine *m) {
    int count = 0;
    for (int i = 0; i < m->part_count; i++)
        count += m->parts[i].kind == &veh_part_hose;
    return count;
}

static void each_hose_is_in_one_piece(void **state) {
    struct fixture *f = *state;
    const struct veh_machine *m = &f->practice.site.machines[0];
    const int pieces = VEH_HOSE_POINTS - 1;
    struct sim_vec3 eye = veh_machine_pose(&f->practice.site, 0).p;
    assert_int_equal(hoses_of(m), 4);
    assert_int_equal(rods(f, eye), hoses_of(m) * pieces);
    for (int i = 0; i < f->view.scene.primitives.count; i++) {
        const struct ui_primitive *p = &f->view.scene.primitives.items[i];
        const struct sim_vec3 end = sim_pose_point(p->pose, sim_vec3(0.0, 0.0, p->half_length));
        if (i % pieces == pieces - 1)
            continue;
        const struct sim_vec3 next =
            sim_pose_point(p[1].pose, sim_vec3(0.0, 0.0, -p[1].half_length));
        assert_near(sim_length(sim_sub(end, next)), 0.0, 1e-9);
    }
    eye.x += 2.0 * ui_hose_sight;
    assert_int_equal(rods(f, eye), 0);
}

// At the start of an exercise none is taut: a hose has room for the crane's way.
static void no_hose_is_taut(void **state) {
    static const char *const exercises[] = {"first-load", "first-harvest", "slope-harvest"};
    for (size_t e = 0; e < sizeof exercises / sizeof exercises[0]; e++) {
        assert_int_equal(scene_set_up(state, exercises[e]), 0);
        struct fixture *f = *state;
        const struct veh_machine *m = &f->practice.site.machines[0];
        assert_true(hoses_of(m) > 0);
        for (int i = 0; i < m->part_count; i++) {
            const struct veh_hose_def *def = m->parts[i].def;
            if (m->parts[i].kind != &veh_part_hose)
                continue;
            const struct sim_pose from =
                sim_body_pose(f->practice.site.world, m->instance.bodies[def->from_body]);
            const struct sim_pose to =
                sim_body_pose(f->practice.site.world, m->instance.bodies[def->to_body]);
            assert_true(sim_length(sim_sub(sim_pose_point(from, def->from),
                                           sim_pose_point(to, def->to))) < 0.9 * def->length);
        }
        (void)tear_down(state);
    }
}

// [rad] at most by which a hose hangs off where it hangs at rest.
static double farthest_off(const struct fixture *f) {
    const struct veh_machine *m = &f->practice.site.machines[0];
    double most = 0.0;
    for (int i = 0, hose = 0; i < m->part_count; i++) {
        const struct veh_hose_def *def = m->parts[i].def;
        if (m->parts[i].kind != &veh_part_hose)
            continue;
        const struct sim_pose from =
            sim_body_pose(f->practice.site.world, m->instance.bodies[def->from_body]);
        const struct sim_pose to =
            sim_body_pose(f->practice.site.world, m->instance.bodies[def->to_body]);
        const struct sim_vec3 along = sim_unit_or(
            sim_sub(sim_pose_point(to, def->to), sim_pose_point(from, def->from)), to.p);
        struct sim_vec3 rest = veh_hose_pull(def, from);
        rest = sim_unit_or(sim_add_scaled(rest, along, -sim_dot(rest, along)), along);
        most = fmax(most, acos(sim_clamp(sim_dot(rest, f->view.hoses.items[hose++].bend), -1, 1)));
    }
    return most;
}

static double swing_on(struct fixture *f, double slew, double duration) {
    double most = 0.0;
    struct veh_controls controls = {{0.0}};
    controls.value[VEH_SLEW] = slew;
    for (int i = 0; i < duration / sim_world_step_size(f->practice.site.world); i++) {
        dat_practice_step(&f->practice, &controls);
        ui_worksite_scene_remember(&f->view, &f->practice.site);
        most = fmax(most, farthest_off(f));
    }
    return most;
}

// They hang still, are thrown about by a crane that begins to turn, and come to rest again.
static void hoses_swing_with_the_crane(void **state) {
    struct fixture *f = *state;
    ui_worksite_scene_remember(&f->view, &f->practice.site);
    assert_int_equal(f->view.hoses.count, hoses_of(&f->practice.site.machines[0]));
    assert_true(swing_on(f, 0.0, 1.0) < 0.03);
    assert_true(swing_on(f, 1.0, 1.0) > 0.1);
    (void)swing_on(f, 0.0, 12.0);
    assert_true(swing_on(f, 0.0, 0.5) < 0.03);
    (void)swing_on(f, 1.0, 1.0);
    f->view.hose_time -= 10.0; // a replay jumps
    ui_worksite_scene_remember(&f->view, &f->practice.site);
    assert_near(farthest_off(f), 0.0, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_hose_is_in_one_piece, set_up, tear_down),
        cmocka_unit_test(no_hose_is_taut),
        cmocka_unit_test_setup_teardown(hoses_swing_with_the_crane, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
