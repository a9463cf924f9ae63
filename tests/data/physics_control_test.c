// The models of data/library/physics in which single bodies are braked, moved and held: against
// closed forms.
#include "data/model/signals.h"
#include "tests/data/physics_model.h"

static const double g = 9.81;
static double h; // [s] step

static void begin(const char *name) {
    start(name, solvers[0]);
    h = sim_world_step_size(world);
}

static struct sim_magnet_id magnet(const char *name) {
    const int index = sim_model_find_magnet(&def.model, name);
    assert_true(index >= 0);
    return instance.magnets[index];
}

static struct sim_guide_id guide(const char *name) {
    const int index = sim_model_find_guide(&def.model, name);
    assert_true(index >= 0);
    return instance.guides[index];
}

static void sledge_slides_out(void **state) {
    (void)state;
    begin("brake");
    set_input("push", 0.19); // 38 N do not start it
    run_until(1.0);
    assert_near(sensor("way"), 0.0, 1e-9);
    set_input("push", 1.0);
    run_until(2.0);
    const double speed = (200.0 - 40.0) / 50.0;
    assert_near(sensor("speed"), speed, 1e-9);
    double way = sensor("way");
    set_input("push", 0.0);
    run_until(10.0);
    assert_near(sensor("speed"), 0.0, 1e-9);
    assert_near(sensor("way") - way, speed * speed * 50.0 / (2.0 * 40.0) - 0.5 * speed * h, 1e-9);
    set_input("push", 1.0);
    run_until(11.0);
    way = sensor("way");
    set_input("push", 0.0);
    set_input("pedal", 0.2); // 160 N: it stands after exactly a second
    run_until(12.0);
    assert_near(sensor("way") - way, speed * speed * 50.0 / (2.0 * 160.0) - 0.5 * speed * h, 1e-9);
    run_until(13.0);
    assert_near(sensor("speed"), 0.0, 1e-9);
    stop();
}

static void shovel_stalls_in_the_heap(void **state) {
    (void)state;
    begin("heap");
    set_input("drive", 1.0);
    run_until(1.0);
    set_input("depth", 0.3); // 9 kN of the motor's 20
    run_until(2.0);
    assert_near(sensor("speed"), 0.5, 1e-9);
    assert_near(sensor("push"), 0.3 * 30e3, 1e-3);
    set_input("depth", 0.9); // 27 kN
    run_until(2.0 + h);
    assert_near(sensor("speed"), 0.5 - (27e3 - 20e3) / 400.0 * h, 1e-9);
    run_until(4.0);
    assert_near(sensor("speed"), 0.0, 1e-9); // stands, and is not thrown back
    assert_near(sensor("push"), 20e3, 1e-3);
    set_input("drive", 0.0);
    run_until(5.0);
    assert_near(sensor("speed"), 0.0, 1e-9);
    set_input("drive", -1.0); // out of it freely
    run_until(6.0);
    assert_near(sensor("speed"), -0.5, 1e-9);
    assert_near(sensor("push"), 0.0, 1e-3);
    stop();
}

static void hand_lamp_and_drone_follow(void **state) {
    (void)state;
    begin("guide");
    set_input("x", 1.0);
    set_input("z", 0.4);
    set_input("yaw", 0.5);
    set_input("pitch", 0.3);
    run_until(5.0);
    const struct sim_pose hand = sim_body_pose(world, body("hand"));
    assert_near(sim_length(sim_sub(hand.p, sim_vec3(1.0, 0.0, 1.4))), 0.0, 1e-6);
    const struct sim_quat turn = sim_quat_rpy(0.0, 0.3, 0.5);
    assert_near(sim_length(sim_quat_log(sim_quat_mul(hand.q, sim_quat_conj(turn)))), 0.0, 1e-6);
    // The lamp has kept its place in the hand's frame.
    const struct sim_vec3 lamp = sim_pose_local(hand, sim_body_pose(world, body("lamp")).p);
    assert_near(sim_length(sim_sub(lamp, sim_vec3(0.4, 0.0, 0.2))), 0.0, 1e-6);
    // Along its own x at 0.5 m/s and turning at 0.5 rad/s the drone flies a circle of radius 1 m.
    const struct sim_pose drone = sim_body_pose(world, body("drone"));
    const struct sim_vec3 v = sim_unrotate(drone.q, sim_body_velocity(world, body("drone")));
    assert_near(v.x, 0.5, 5e-3); // its axes turn by w h within the step
    assert_near(v.z, 0.2, 1e-6);
    assert_near(sim_body_angular_velocity(world, body("drone")).z, 0.5, 1e-6);
    const double r = sqrt(pow(drone.p.x + 1.0, 2.0) + pow(drone.p.y - 2.0, 2.0));
    assert_near(r, 1.0, 0.02);
    struct sim_vec3 force;
    struct sim_vec3 torque;
    sim_guide_force(world, guide("drone"), &force, &torque);
    assert_near(force.z, 1.5 * g, 1e-3);
    set_input("fly", 0.0);
    run_until(5.5);
    assert_near(sim_body_velocity(world, body("drone")).z, 0.2 - 0.5 * g, 1e-6);
    stop();
}

static void magnet_carries_a_box_over(void **state) {
    (void)state;
    begin("magnet");
    set_input("hold", 1.0);
    set_input("z", -0.71);
    run_until(3.0);
    assert_true(sim_magnet_holds(world, magnet("magnet"), body("steel_box")));
    const struct sim_pose before =
        sim_pose_mul(sim_pose_inverse(sim_body_pose(world, body("magnet"))),
                     sim_body_pose(world, body("steel_box")));
    set_input("z", -0.2);
    set_input("x", 1.0);
    run_until(6.0);
    const struct sim_pose box = sim_body_pose(world, body("steel_box"));
    const struct sim_pose after =
        sim_pose_mul(sim_pose_inverse(sim_body_pose(world, body("magnet"))), box);
    assert_near(sim_length(sim_sub(after.p, before.p)), 0.0, 1e-12);
    assert_near(box.p.x, 1.0, 1e-4);
    assert_near(sensor("height"), 0.8 - 0.15, 1e-3);
    struct sim_vec3 force;
    struct sim_vec3 torque;
    sim_guide_force(world, guide("hand"), &force, &torque);
    assert_near(force.z, 30.0 * g, 0.01);
    set_input("z", -0.41); // down on the wooden box, 0.3 m high
    set_input("hold", 0.0);
    run_until(6.0 + 2.0 * h);
    assert_int_equal(sim_magnet_held(world, magnet("magnet")), 0);
    run_until(8.0);
    assert_near(sensor("height"), 0.45, 2e-3); // it lies on the wooden one
    set_input("hold", 1.0);
    set_input("x", 0.0);
    run_until(9.0);
    assert_false(sim_magnet_holds(world, magnet("magnet"), body("wooden_box")));
    stop();
}

static void weak_bond_breaks(void **state) {
    (void)state;
    begin("magnet");
    run_until(0.5);
    assert_int_equal(sim_magnet_held(world, magnet("weak")), 1);
    set_input("lift", 0.0);
    set_input("pull", 150.0 - 10.0 * g - 0.1);
    run_until(1.0);
    assert_int_equal(sim_magnet_held(world, magnet("weak")), 1);
    assert_near(sim_magnet_force(world, magnet("weak")), 149.9, 1e-3);
    set_input("pull", 150.0 - 10.0 * g + 0.1);
    run_until(1.1);
    assert_int_equal(sim_magnet_held(world, magnet("weak")), 0);
    run_until(1.5);
    assert_true(sim_body_centre(world, body("weight")).z < 0.8);
    stop();
}

// A rope pulls and does not push.
static void rope_pulls_and_goes_slack(void **state) {
    (void)state;
    const double weight = 100.0 * g;
    begin("rope");
    run_until(1.0);
    assert_near(sensor("height"), 0.0, 1e-9);
    assert_near(sensor("pull"), weight, 1e-6);
    set_input("winch", 0.5); // hoists at 0.5 m/s
    run_until(1.5);
    assert_near(sensor("speed"), 0.5, 1e-6);
    assert_near(sensor("pull"), weight, 1e-6);
    run_until(3.0);
    assert_near(sensor("height"), 0.5, 1e-9);
    set_input("hand", 1.0); // lifted at 0.4 m/s: slack, and the winch does not hold it down
    run_until(3.5);
    for (int i = 0; i < 100; i++) {
        run_until(sim_world_time(world) + h);
        assert_near(sensor("pull"), 0.0, 0.0);
        assert_near(sensor("speed"), 0.4, 1e-9);
    }
    const double slack = sensor("height") - 0.5;
    assert_near(slack, 0.4 - 0.4 * 0.4 / (2.0 * (1500.0 - weight) / 100.0), 0.002);
    set_input("hand", 0.0);
    const double rise = 0.4 * 0.4 / (2.0 * g);
    const double fall = 0.4 / g + sqrt(2.0 * (slack + rise) / g);
    const double now = sim_world_time(world);
    run_until(now + fall - 0.02);
    assert_near(sensor("pull"), 0.0, 0.0); // falls freely until the rope is tight
    assert_near(sensor("speed"), 0.4 - g * (sim_world_time(world) - now), 1e-9);
    // Then it stops within a step, and the pull of that step is the jerk m v / h.
    double lowest = 1.0;
    double strongest = 0.0;
    for (int i = 0; i < 400; i++) {
        run_until(sim_world_time(world) + h);
        lowest = fmin(lowest, sensor("height"));
        strongest = fmax(strongest, sensor("pull"));
        assert_true(sensor("pull") >= 0.0);
    }
    const double speed = sqrt(2.0 * g * (slack + rise));
    assert_near(lowest, 0.5, 1e-6);
    assert_near(strongest, 100.0 * speed / h, 0.5 * 100.0 * speed / h);
    assert_near(sensor("height"), 0.5, 1e-6);
    assert_near(sensor("pull"), weight, 1e-6);
    stop();
}

static void soft_rows_give_way(void **state) {
    (void)state;
    begin("soft");
    set_input("hoist", 0.5);
    set_input("torque", 10.0);
    run_until(8.0);
    assert_near(sensor("height"), -0.5 - 10.0 * g / 20000.0, 1e-6);
    assert_near(sim_body_pose(world, body("cab")).p.z, -50.0 * g / 50000.0, 1e-6);
    assert_near(sensor("speed"), 0.5 - 40.0 * g / 2000.0, 1e-6);
    assert_near(sensor("turn_2"), 10.0 / 100.0, 1e-5);
    assert_near(sensor("turn_1") - sensor("turn_2"), 10.0 / 200.0, 1e-5);
    stop();
}

// Every number of a resistance, a magnet and a guide can be written as a column.
static void signals_name_what_they_do(void **state) {
    (void)state;
    static const struct {
        const char *model, *globs, *header;
    } cases[] = {
        {"heap", "edge.*,cheek_l.*", "t,edge.f,cheek_l.f\n"},
        {"magnet", "weak.*", "t,weak.held,weak.f\n"},
        {"guide", "drone.f*,drone.m*,drone.e*,hand.error_m",
         "t,hand.error_m,drone.fx,drone.fy,drone.fz,drone.mx,drone.my,drone.mz,drone.error_m,"
         "drone.error_rad\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[1024];
        struct dat_signals signals;
        begin(cases[i].model);
        if (i == 0) {
            set_input("drive", 1.0);
            set_input("depth", 0.1);
        }
        run_until(1.0);
        FILE *file = tmpfile();
        assert_non_null(file);
        assert_true(dat_signals_init(&signals, &instance, false, false, cases[i].globs));
        dat_signals_write_header(&signals, file);
        dat_signals_write_row(&signals, file);
        rewind(file);
        assert_non_null(fgets(line, sizeof line, file));
        assert_string_equal(line, cases[i].header);
        assert_non_null(fgets(line, sizeof line, file));
        if (i == 0)
            assert_string_equal(line, "1,1400,800\n");
        else if (i == 1)
            assert_true(strncmp(line, "1,1,", 4) == 0);
        (void)fclose(file);
        dat_signals_finish(&signals);
        stop();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sledge_slides_out),          cmocka_unit_test(shovel_stalls_in_the_heap),
        cmocka_unit_test(hand_lamp_and_drone_follow), cmocka_unit_test(magnet_carries_a_box_over),
        cmocka_unit_test(weak_bond_breaks),           cmocka_unit_test(rope_pulls_and_goes_slack),
        cmocka_unit_test(soft_rows_give_way),         cmocka_unit_test(signals_name_what_they_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
