#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/vehicles/small_site.h"
#include "vehicles/part/activation.h"
#include "vehicles/part/drive.h"

// A machine of one box that drives itself nowhere, but has a lever for it.
static struct sim_shape box = {.kind = SIM_SHAPE_BOX,
                               .pose = {{0, 0, 0.5}, {1, 0, 0, 0}},
                               .half = {1.0, 0.8, 0.5},
                               .mass = 6000.0,
                               .material = -1,
                               .collides = true};
static struct sim_visual visual;
static struct sim_model_body body = {
    .name = "box", .pose = {{0, 0, 0}, {1, 0, 0, 0}}, .shape_count = 1};
static struct sim_model_input input = {.name = "drive", .low = -1.0, .high = 1.0, .rate = 0.8};
static struct veh_activation_def around = {{-3.0, -3.0, 0.0}, {3.0, 3.0, 0.0}};
static struct veh_drive_def drive = {.steer_joint = -1, .speed_max = 2.0};
static struct veh_machine_def machine = {
    .model = {.name = "box",
              .shapes = &box,
              .visuals = &visual,
              .shape_count = 1,
              .bodies = &body,
              .body_count = 1,
              .inputs = &input,
              .input_count = 1},
    .parts = {{&veh_part_activation, &around}, {&veh_part_drive, &drive}},
    .part_count = 2};

static struct small_site s;

static int count_events(enum veh_event_kind kind) {
    const struct veh_event *events;
    const int count = veh_worksite_events(&s.site, &events);
    int found = 0;
    for (int i = 0; i < count; i++)
        found += events[i].kind == kind;
    return found;
}

static int steps_with(enum veh_event_kind kind, int steps) {
    int found = 0;
    for (int i = 0; i < steps; i++) {
        small_site_steps(&s, 1);
        found += count_events(kind);
    }
    return found;
}

static void a_machine_stands_along_the_slope(void **state) {
    (void)state;
    small_site_init(&s, 0.25);
    const double heading = 0.7;
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 5.0, -3.0, heading), 0);
    const struct sim_pose pose = veh_machine_pose(&s.site, 0);
    assert_near(pose.p.x, 5.0, 1e-9);
    assert_near(pose.p.y, -3.0, 1e-9);
    assert_near(pose.p.z, 0.25 * 5.0, 1e-9);
    const struct sim_vec3 up = sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 normal = sim_unit(sim_vec3(-0.25, 0.0, 1.0));
    assert_near(sim_length(sim_sub(up, normal)), 0.0, 1e-9);
    const struct sim_vec3 x = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
    assert_near(x.z / x.x, 0.25, 1e-9); // it looks up the slope
    assert_near(x.y / x.x, tan(heading), 1e-9);
    for (int i = 1; i < VEH_MAX_MACHINES; i++)
        assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 10.0 * i, 20.0, 0.0), i);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 30.0, 0.0), -1);
    small_site_finish(&s);
}

// Controls are counted by machine, so nobody may stand between two operators.
static void unmanned_machines_come_last(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 10.0, 0.0), 1);
    assert_int_equal(veh_worksite_add_unmanned(&s.site, &machine, 0.0, 20.0, 0.0), 2);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)signal(SIGABRT, SIG_DFL);
        (void)close(STDERR_FILENO);
        (void)veh_worksite_add_machine(&s.site, &machine, 0.0, 30.0, 0.0);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_int_equal(veh_worksite_add_unmanned(&s.site, &machine, 0.0, 30.0, 0.0), 3);
    small_site_finish(&s);
}

static void logs_lie_on_the_ground(void **state) {
    (void)state;
    small_site_init(&s, 0.2);
    const struct ter_stem stem = spruce_log(4.0);
    const int log = veh_worksite_add_log(&s.site, &stem, 2.0, 3.0, -1.0, 0.4);
    const struct sim_pose pose = veh_stem_pose(&s.site, log);
    const struct sim_vec3 middle = sim_pose_point(pose, sim_vec3(0.0, 0.0, 2.0));
    assert_near(middle.x, 2.0, 0.05); // the length is measured along the slope
    assert_near(middle.y, 3.0, 0.05);
    assert_near(pose.p.z, 0.2 * pose.p.x + 0.5 * ter_stem_diameter(&stem, 0.0), 1e-9);
    small_site_steps(&s, 2);
    assert_false(sim_body_moves(s.site.world, s.site.stems.items[log].body));
    // Held over the ground, it falls.
    const int above = veh_worksite_add_log(&s.site, &stem, -10.0, 0.0, 3.0, 0.0);
    small_site_steps(&s, 10);
    assert_near(sim_body_velocity(s.site.world, s.site.stems.items[above].body).z, -9.81 * 0.1,
                1e-6);
    small_site_finish(&s);
}

static void levers_are_clamped(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    struct veh_controls levers[VEH_MAX_MACHINES] = {0};
    levers[0].value[VEH_DRIVE] = 17.0;
    levers[0].value[VEH_SAW] = -3.0;
    levers[0].value[VEH_SLEW] = (double)NAN;
    veh_worksite_step(&s.site, levers);
    const struct veh_machine *m = &s.site.machines[0];
    assert_near(m->controls.value[VEH_DRIVE], 1.0, 0.0);
    assert_near(m->controls.value[VEH_SAW], 0.0, 0.0);
    assert_near(m->controls.value[VEH_SLEW], 0.0, 0.0);
    assert_near(m->instance.input[0], 1.0, 0.0);
    assert_near(m->instance.applied[0], 0.8 * 0.01, 1e-12); // the valve takes its time
    small_site_finish(&s);
}

// Drive after so many seconds of a lever at zero, with or without the brake.
static double drive_after(double brake, double seconds) {
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    struct veh_controls levers[VEH_MAX_MACHINES] = {0};
    levers[0].value[VEH_DRIVE] = 1.0;
    for (int i = 0; i < 200; i++)
        veh_worksite_step(&s.site, levers);
    assert_near(s.site.machines[0].instance.applied[0], 1.0, 1e-12);
    levers[0].value[VEH_DRIVE] = 0.0;
    levers[0].value[VEH_BRAKE] = brake;
    for (int i = 0; i < (int)(100.0 * seconds); i++)
        veh_worksite_step(&s.site, levers);
    const double applied = s.site.machines[0].instance.applied[0];
    small_site_finish(&s);
    return applied;
}

static void the_brake_stops_faster(void **state) {
    (void)state;
    assert_near(drive_after(0.0, 0.25), 1.0 - 0.25 * 0.8, 1e-9);
    assert_near(drive_after(1.0, 0.25), 1.0 - 0.25 * (0.8 + 2.0), 1e-9);
    assert_near(drive_after(1.0, 1.0), 0.0, 0.0);
    // With the lever still down the brake wins.
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    struct veh_controls levers[VEH_MAX_MACHINES] = {0};
    levers[0].value[VEH_DRIVE] = levers[0].value[VEH_BRAKE] = 1.0;
    for (int i = 0; i < 300; i++)
        veh_worksite_step(&s.site, levers);
    assert_near(s.site.machines[0].instance.applied[0], 0.0, 0.0);
    small_site_finish(&s);
}

// The lever's effect on a machine that stands 1 m beyond the edge at +x.
static double drive_beyond(double heading, double lever) {
    small_site_init(&s, 0.0);
    const double x = ter_ground_x_max(s.site.def.ground) + 1.0;
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, x, 0.0, heading), 0);
    struct veh_controls levers[VEH_MAX_MACHINES] = {0};
    levers[0].value[VEH_DRIVE] = lever;
    for (int i = 0; i < 200; i++)
        veh_worksite_step(&s.site, levers);
    const double applied = s.site.machines[0].instance.applied[0];
    small_site_finish(&s);
    return applied;
}

static void beyond_the_terrain_only_the_way_back_is_open(void **state) {
    (void)state;
    assert_near(drive_beyond(0.3, 1.0), 0.0, 0.0);
    assert_near(drive_beyond(0.3, -1.0), -1.0, 0.0);
    assert_near(drive_beyond(SIM_PI - 0.3, 1.0), 1.0, 0.0);
    assert_near(drive_beyond(SIM_PI - 0.3, -1.0), 0.0, 0.0);
}

// Told when the machine crosses the edge, and again when it has come back and crosses it again.
static void leaving_the_terrain_is_told_once(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct sim_body_id id = s.site.machines[0].instance.bodies[0];
    const double edge = ter_ground_x_max(s.site.def.ground);
    for (int round = 0; round < 2; round++) {
        sim_body_set_pose(s.site.world, id, (struct sim_pose){{edge - 0.01, 0, 0.1}, {1, 0, 0, 0}});
        assert_int_equal(steps_with(VEH_EVENT_LEFT_TERRAIN, 20), 0);
        sim_body_set_velocity(s.site.world, id, sim_vec3(2.0, 0.0, 0.0), sim_vec3(0.0, 0.0, 0.0));
        assert_int_equal(steps_with(VEH_EVENT_LEFT_TERRAIN, 50), 1);
    }
    small_site_finish(&s);
}

static void tipping_over_is_told_once(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    assert_int_equal(steps_with(VEH_EVENT_TIPPED, 50), 0);
    const struct sim_body_id id = s.site.machines[0].instance.bodies[0];
    for (int round = 0; round < 2; round++) {
        sim_body_set_pose(s.site.world, id,
                          (struct sim_pose){{0, 0, 1.0}, sim_quat_rpy(0.5 * SIM_PI, 0.0, 0.0)});
        assert_int_equal(steps_with(VEH_EVENT_TIPPED, 100), 1);
        assert_true(s.site.machines[0].tipped);
        sim_body_set_pose(s.site.world, id, (struct sim_pose){{0, 0, 0.1}, {1, 0, 0, 0}});
        assert_int_equal(steps_with(VEH_EVENT_TIPPED, 100), 0);
        assert_false(s.site.machines[0].tipped);
    }
    small_site_finish(&s);
}

// One sweep of Gauss-Seidel is no solution under a hundred times gravity: said at once, then every
// 10 s with the steps between.
static void a_solver_that_gives_up_says_so(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    assert_int_equal(steps_with(VEH_EVENT_UNSOLVED, 100), 0);
    assert_int_equal((int)s.site.unsolved_steps, 0);
    small_site_finish(&s);

    struct sim_world_def rough = sim_default_world_def();
    rough.solver = SIM_SOLVER_PGS;
    rough.iterations = 1;
    rough.cold_start = true;
    rough.gravity.z = -1000.0;
    small_site_init_with(&s, 0.0, &rough);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    small_site_steps(&s, 1);
    assert_int_equal(count_events(VEH_EVENT_UNSOLVED), 1);
    const struct veh_event *events;
    (void)veh_worksite_events(&s.site, &events);
    assert_string_equal(veh_event_name(events[0].kind), "unsolved");
    assert_near(events[0].number[1], 1.0, 0.0);
    assert_true(events[0].number[0] > 0.05);
    const int steps = (int)(10.0 / sim_world_step_size(s.site.world));
    assert_int_equal(steps_with(VEH_EVENT_UNSOLVED, steps - 2), 0);
    assert_int_equal(steps_with(VEH_EVENT_UNSOLVED, 4), 1);
    assert_in_range(s.site.unsolved_steps, steps, steps + 3);
    small_site_finish(&s);
}

static void plant_one(double x) {
    struct ter_tree tree = {.id = "1",
                            .position = {x, 0.0, 0.0},
                            .species = TER_PINE,
                            .dbh = 0.3,
                            .height = 20.0,
                            .crown_base = 9.0,
                            .crown_width = 3.0};
    small_site_init(&s, 0.0);
    veh_worksite_finish(&s.site);
    assert_true(ter_stand_add(&s.stand, &tree));
    assert_true(ter_stand_index(&s.stand));
    struct veh_worksite_def def = veh_default_worksite_def();
    def.ground = &s.ground;
    def.stand = &s.stand;
    assert_true(veh_worksite_init(&s.site, &def));
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
}

// 6 t with 3 m/s against a tree: told once, with a force that stops the box.
static void a_tree_that_is_hit_is_told(void **state) {
    (void)state;
    plant_one(2.0);
    small_site_steps(&s, 50);
    assert_int_equal(count_events(VEH_EVENT_TREE_HIT), 0);
    const struct sim_body_id id = s.site.machines[0].instance.bodies[0];
    sim_body_set_velocity(s.site.world, id, sim_vec3(3.0, 0.0, 0.0), sim_vec3(0.0, 0.0, 0.0));
    int hits = 0;
    for (int i = 0; i < 100; i++) {
        const struct veh_event *events;
        small_site_steps(&s, 1);
        const int count = veh_worksite_events(&s.site, &events);
        for (int k = 0; k < count; k++) {
            if (events[k].kind != VEH_EVENT_TREE_HIT)
                continue;
            hits++;
            assert_int_equal(events[k].tree, 0);
            assert_int_equal(events[k].machine, 0);
            assert_true(events[k].number[0] > 8000.0);
        }
    }
    assert_int_equal(hits, 1);
    assert_true(sim_body_velocity(s.site.world, id).x < 0.5);
    small_site_finish(&s);
}

static void what_cannot_be_stops_the_world(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    small_site_steps(&s, 3);
    const struct sim_body_id id = s.site.machines[0].instance.bodies[0];
    sim_body_set_velocity(s.site.world, id, sim_vec3(0.0, 0.0, (double)NAN), sim_vec3(0, 0, 0));
    small_site_steps(&s, 1);
    assert_int_equal(count_events(VEH_EVENT_FAULT), 1);
    assert_non_null(strstr(sim_world_fault(s.site.world), "'box'"));
    const double time = veh_worksite_time(&s.site);
    small_site_steps(&s, 5);
    assert_near(veh_worksite_time(&s.site), time, 0.0);
    small_site_finish(&s);
}

static void an_empty_worksite_can_be_finished(void **state) {
    (void)state;
    struct veh_worksite none = {0};
    veh_worksite_finish(&none);
    small_site_init(&s, 0.0);
    small_site_steps(&s, 10);
    assert_near(veh_worksite_time(&s.site), 0.1, 1e-12);
    assert_int_equal((int)s.site.steps, 10);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_machine_stands_along_the_slope),
        cmocka_unit_test(unmanned_machines_come_last),
        cmocka_unit_test(logs_lie_on_the_ground),
        cmocka_unit_test(levers_are_clamped),
        cmocka_unit_test(the_brake_stops_faster),
        cmocka_unit_test(beyond_the_terrain_only_the_way_back_is_open),
        cmocka_unit_test(leaving_the_terrain_is_told_once),
        cmocka_unit_test(tipping_over_is_told_once),
        cmocka_unit_test(a_solver_that_gives_up_says_so),
        cmocka_unit_test(a_tree_that_is_hit_is_told),
        cmocka_unit_test(what_cannot_be_stops_the_world),
        cmocka_unit_test(an_empty_worksite_can_be_finished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
