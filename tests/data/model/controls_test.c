// Resistances, forces, guides, magnets and brakes in files: errors with their places, and a part
// with all of them, which mirrored must move as its mirror image.
#include <math.h>
#include <stdlib.h>

#include "tests/data/model/model_case.h"

#define HEAD "kind: model\nname: test\n"
#define TWO                                                                                        \
    "bodies:\n  - {name: a, shapes: [{sphere: 1, mass: 1}]}\n"                                     \
    "  - {name: b, fixed: true}\ninputs: [{name: i}]\n"
// After HEAD TWO the next line is 7; the only item's keys are in line 8.
#define RESIST HEAD TWO "resistances:\n  - {name: r, "
#define GUIDE HEAD TWO "guides:\n  - {name: g, "
#define FORCE HEAD TWO "forces:\n  - {name: f, "
#define MAGNET HEAD TWO "magnets:\n  - {name: m, "
#define HINGE                                                                                      \
    HEAD TWO "joints:\n  - name: j\n    kind: hinge\n    parent: world\n    child: a\n"            \
             "    axis: y\n"

static const struct bad_input rows[] = {
    {RESIST "direction: x}\n", 8, 6, "missing key 'body'"},
    {RESIST "body: a}\n", 8, 6, "missing key 'direction'"},
    {RESIST "body: c, direction: x}\n", 8, 21, "there is no body 'c'"},
    {RESIST "body: b, direction: x}\n", 8, 21, "is fixed, expected one that moves"},
    {RESIST "body: a, direction: [0, 0, 0]}\n", 8, 24, "no length"},
    {RESIST "body: a, direction: x, force: -1}\n", 8, 45, "must be from 0"},
    {RESIST "body: a, direction: x, input: i}\n", 8, 6, "missing key 'scale'"},
    {RESIST "body: a, direction: x, scale: 3}\n", 8, 38, "'scale' needs 'input'"},
    {RESIST "body: a, direction: x, input: k, scale: 3}\n", 8, 45, "there is no input 'k'"},
    {RESIST "body: a, direction: x, motion: turn, point: [0, 0, 1]}\n", 8, 52, "has no 'point'"},
    {RESIST "body: a, direction: x, sensor: q}\n", 8, 46, "there is no sensor 'q'"},
    {RESIST "body: a, direction: x, sensor_scale: 3}\n", 8, 38, "'sensor_scale' needs 'sensor'"},
    {GUIDE "body: a, mode: pose, force: 1, torque: 1, x: {sensor: q}}\n", 8, 69,
     "there is no sensor 'q'"},
    {RESIST "body: a, direction: x, motion: roll}\n", 8, 46, "must be slide"},
    {RESIST "body: a, direction: x}\n  - {name: r, body: a, direction: y}\n", 9, 12,
     "duplicate resistance 'r'"},
    {FORCE "direction: x}\n", 8, 6, "missing key 'body'"},
    {FORCE "body: a}\n", 8, 6, "missing key 'direction'"},
    {FORCE "body: b, direction: x}\n", 8, 21, "is fixed, expected one that moves"},
    {FORCE "body: a, direction: x, input: i}\n", 8, 6, "missing key 'scale'"},
    {FORCE "body: a, direction: x, sensor: q}\n", 8, 46, "there is no sensor 'q'"},
    {FORCE "body: a, direction: x, kind: torque, point: [0, 0, 1]}\n", 8, 52, "has no 'point'"},
    {FORCE "body: a, direction: x}\n  - {name: f, body: a, direction: y}\n", 9, 12,
     "duplicate force 'f'"},
    {GUIDE "mode: pose, force: 1, torque: 1}\n", 8, 6, "missing key 'body'"},
    {GUIDE "body: a, force: 1, torque: 1}\n", 8, 6, "missing key 'mode'"},
    {GUIDE "body: a, mode: pose, torque: 1}\n", 8, 6, "missing key 'force'"},
    {GUIDE "body: b, mode: pose, force: 1, torque: 1}\n", 8, 21, "is fixed"},
    {GUIDE "body: a, mode: pose, frame: a, force: 1, torque: 1}\n", 8, 43, "follow its own body"},
    {GUIDE "body: a, mode: pose, frame: c, force: 1, torque: 1}\n", 8, 43, "there is no body 'c'"},
    {GUIDE "body: a, mode: velocity, kp: 3, force: 1, torque: 1}\n", 8, 40, "has no 'kp'"},
    {GUIDE "body: a, mode: pose, force: 1, torque: 1, x: {scale: 2}}\n", 8, 61,
     "'scale' needs 'input'"},
    {GUIDE "body: a, mode: pose, force: 1, torque: 1, x: {input: k}}\n", 8, 68,
     "there is no input 'k'"},
    {GUIDE "body: a, mode: pose, force: 1, torque: 1, x: 3}\n", 8, 60, "must be a group"},
    {GUIDE "body: a, mode: pose, force: 1, torque: 1, switch_input: k}\n", 8, 71,
     "there is no input 'k'"},
    {GUIDE "body: a, mode: pose, force: 1, torque: 1}\n"
           "  - {name: g, body: a, mode: pose, force: 1, torque: 1}\n",
     9, 12, "duplicate guide 'g'"},
    {MAGNET "break_force: 1}\n", 8, 6, "missing key 'body'"},
    {MAGNET "body: c}\n", 8, 21, "there is no body 'c'"},
    {MAGNET "body: b, material: iron}\n", 8, 34, "there is no material 'iron'"},
    {MAGNET "body: b, break_force: 0}\n", 8, 37, "must be greater than 0"},
    {MAGNET "body: b}\n  - {name: m, body: b}\n", 9, 12, "duplicate magnet 'm'"},
    {HINGE "    stop: {stiffness: 5}\n", 13, 5, "'stop' needs limits"},
    {HINGE "    stop2: {stiffness: 5}\n", 13, 5, "only one free axis"},
    {HINGE "    bushing: {damping: 5}\n", 13, 15, "'damping' needs 'stiffness'"},
    {HINGE "    bushing: {turn_damping: 5}\n", 13, 15, "needs 'turn_stiffness'"},
    {HINGE "    motor: {mode: force, damping: 2}\n", 13, 26, "has no 'damping'"},
    {HINGE "    motor: {mode: force}\n  - {name: k, kind: prismatic, parent: world, child: a, "
           "axis: x}\ndifferentials:\n  - {name: d, joints: [j, k], ratio: 1, shaft: {stiffness: "
           "3}}\n",
     16, 41, "needs 'positional: true'"},
    {HINGE "    brake: {force: -1}\n", 13, 20, "must be from 0"},
    {HINGE "    brake2: {force: 1}\n", 13, 5, "only one free axis"},
    {HINGE "    brake: {input: i}\n", 13, 5, "missing key 'scale'"},
    {HINGE "    brake: {scale: 1}\n", 13, 13, "'scale' needs 'input'"},
};

static void errors_name_place_and_cause(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

static void defaults_and_initial_values_are_set(void **state) {
    (void)state;
    static const char text[] =
        HEAD "inputs: [{name: i, initial: 0.5}]\n"
             "bodies: [{name: a, position: [1, 2, 3], rotation_deg: [0, 0, 90],\n"
             "          shapes: [{sphere: 1, mass: 1}]}]\n"
             "joints: [{name: j, kind: prismatic, parent: world, child: a, axis: y,\n"
             "          brake: {force: 3, input: i, scale: 4}}]\n"
             "resistances:\n"
             "  - {name: r, body: a, point: [1, 3, 3], direction: y, with_body: true, force: 7}\n"
             "  - {name: s, body: a, direction: [0, 3, 4], motion: turn, one_way: true,\n"
             "     input: i, scale: -20, force: 2}\n"
             "guides: [{name: g, body: a, mode: pose, force: 5, torque: 6, anchor: [1, 2, 4]}]\n"
             "magnets: [{name: m, body: a}]\n";
    must_read(text);
    const struct sim_model *m = &def.model;
    assert_near(m->joints[0].def.free_axis[0].brake, 5.0, 1e-12);
    const struct sim_resistance_def *r = &m->resistances[0].def;
    assert_near(sim_length(sim_sub(r->point, sim_vec3(1, 0, 0))), 0.0, 1e-12);
    assert_near(sim_length(sim_sub(r->direction, sim_vec3(1, 0, 0))), 0.0, 1e-12);
    assert_near(r->force_low, -7.0, 0.0);
    assert_near(r->force_high, 7.0, 0.0);
    const struct sim_resistance_def *s = &m->resistances[1].def;
    assert_true(s->turns);
    assert_near(s->direction.z, 0.8, 1e-12);
    assert_near(s->force_high, 0.0, 0.0); // 2 - 20 * 0.5 is below 0
    const struct sim_guide_def *g = &m->guides[0].def;
    const struct sim_guide_def standard = sim_default_guide_def();
    assert_near(g->kp, standard.kp, 0.0);
    assert_near(g->ki, standard.ki, 0.0);
    assert_near(g->kd, standard.kd, 0.0);
    assert_near(g->speed_max, standard.speed_max, 0.0);
    assert_near(g->turn_max, standard.turn_max, 0.0);
    assert_near(g->anchor.z, 1.0, 1e-12);
    assert_near(m->guides[0].place.p.z, 4.0, 1e-12);
    assert_true(m->magnets[0].def.on);
    assert_int_equal(m->magnets[0].material, -1);
    assert_true(isinf(m->magnets[0].def.break_force) && isinf(m->magnets[0].def.break_torque));
    veh_machine_def_finish(&def);
}

// Articulated steering: below the threshold of the input front and rear are one body, above it the
// frame steers and twists, and where it is locked again it stays.
static void frame_is_locked_below_a_threshold(void **state) {
    (void)state;
    static const char text[] =
        HEAD "world: {gravity: [0, 0, 0]}\n"
             "inputs: [{name: drive}, {name: steer}]\n"
             "bodies:\n"
             "  - {name: rear, position: [-1, 0, 0], shapes: [{box: [1, 1, 1], mass: 5}]}\n"
             "  - {name: front, position: [1, 0, 0], shapes: [{box: [1, 1, 1], mass: 5}]}\n"
             "joints:\n"
             "  - name: frame\n"
             "    kind: articulated\n"
             "    parent: rear\n"
             "    child: front\n"
             "    anchor: [0, 0, 0]\n"
             "    axis: z\n"
             "    axis2: x\n"
             "    limits_deg: [-40, 40]\n"
             "    limits2_deg: [-15, 15]\n"
             "    motor: {input: steer, force: 100}\n"
             "    motor2: {mode: force, base: 1}\n"
             "    lock: {input: drive, below: 0.1}\n";
    must_read(text);
    struct sim_instance instance;
    struct sim_world *world = sim_world_create(&def.model.world);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    static const double drives[] = {0.05, -0.2, 0.09, 0.15};
    double steered = 0.0;
    double twisted = 0.0;
    sim_instance_set_input(&instance, 1, 0.1);
    for (int k = 0; k < 4; k++) {
        sim_instance_set_input(&instance, 0, drives[k]);
        for (int i = 0; i < 200; i++) {
            sim_instance_apply(&instance);
            sim_world_step(world);
        }
        const bool locked = fabs(drives[k]) < 0.1;
        const double steer = sim_joint_position(world, instance.joints[0], 0);
        const double twist = sim_joint_position(world, instance.joints[0], 1);
        assert_int_equal(sim_body_fused(world, instance.bodies[0], instance.bodies[1]), locked);
        // The limit of the twist is reached in the second phase.
        assert_near(steer - steered, locked ? 0.0 : 0.2, locked ? 1e-9 : 5e-3);
        assert_near(twist, locked ? twisted : 15.0 * SIM_PI / 180.0, locked ? 1e-9 : 1e-6);
        steered = steer;
        twisted = twist;
    }
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
}

// Sensors measure a carriage. Its drag of 20 N per m/s lets it reach F / 20; the target of a guide
// moves at V, twice as fast, and the guide follows it V / kp behind.
static void sensors_set_forces_and_targets(void **state) {
    (void)state;
    static const char text[] =
        HEAD "world: {gravity: [0, 0, 0]}\n"
             "bodies:\n"
             "  - {name: a, shapes: [{sphere: 1, mass: 2, collides: false}]}\n"
             "  - {name: b, position: [0, 5, 0], shapes: [{sphere: 1, mass: 2, collides: false}]}\n"
             "joints: [{name: j, kind: prismatic, parent: world, child: a, axis: x,\n"
             "          motor: {mode: force, base: 10}}]\n"
             "sensors:\n"
             "  - {name: way, kind: position, joint: j}\n"
             "  - {name: speed, kind: speed, joint: j}\n"
             "resistances:\n"
             "  - {name: drag, body: a, direction: x, sensor: speed, sensor_scale: 20}\n"
             "guides:\n"
             "  - {name: g, body: b, mode: pose, force: 1000, torque: 100, speed_max: 5, kp: 5,\n"
             "     x: {base: 1, sensor: way, sensor_scale: 2}}\n";
    must_read(text);
    struct sim_instance instance;
    struct sim_world *world = sim_world_create(&def.model.world);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    double way = 0.0;
    for (int i = 0; i < 500; i++) {
        way = sim_joint_position(world, instance.joints[0], 0); // what the step will see
        sim_instance_apply(&instance);
        sim_world_step(world);
    }
    assert_near(sim_joint_speed(world, instance.joints[0], 0), 0.5, 1e-6);
    double metres = 0.0;
    double radians = 0.0;
    sim_guide_error(world, instance.guides[0], &metres, &radians);
    // The error after the step is that before it less what the body has gone, V h.
    assert_near(metres, 1.0 / 5.0 - 1.0 * 0.01, 1e-6);
    assert_near(sim_body_centre(world, instance.bodies[1]).x, 1.0 + 2.0 * way - metres, 1e-9);
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
}

// A disc of 2 kg that turns at W = 3 rad/s, with a jet of F = 4 N that turns with it: at W t the
// speed is F / (m W) (sin, 1 - cos). A second disc is pushed 1 mm beside its centre, which turns it
// with 4 mN m, and a torque of -8 mN m acts on it, too.
static void forces_push_and_turn(void **state) {
    (void)state;
    static const char text[] =
        HEAD "world: {gravity: [0, 0, 0], step: 0.005}\n"
             "inputs: [{name: u, range: [0, 10], initial: 2}]\n"
             "bodies:\n"
             "  - {name: a, angular_velocity: [0, 0, 3],\n"
             "     shapes: [{cylinder: {from: [0.3, 0, -0.1], to: [0.3, 0, 0.1], radius: 0.5},\n"
             "               mass: 2, collides: false}]}\n"
             "  - {name: b, position: [0, 5, 0],\n"
             "     shapes: [{cylinder: {from: [0, 0, -0.1], to: [0, 0, 0.1], radius: 0.5},\n"
             "               mass: 2, collides: false}]}\n"
             "forces:\n"
             "  - {name: jet, body: a, direction: [5, 0, 0], with_body: true, base: 6, input: u,\n"
             "     scale: -1}\n"
             "  - {name: side, body: b, point: [0, 5.001, 0], direction: -x, base: 4}\n"
             "  - {name: twist, body: b, kind: torque, direction: z, input: u, scale: -0.004}\n";
    must_read(text);
    struct sim_instance instance;
    struct sim_world *world = sim_world_create(&def.model.world);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    for (int i = 0; i < 200; i++) {
        sim_instance_apply(&instance);
        sim_world_step(world);
    }
    // The midpoint rule is off by (W h)^2 / 24 of the speed, 1.24e-5 m/s.
    const struct sim_vec3 a = sim_body_velocity(world, instance.bodies[0]);
    assert_near(a.x, 4.0 / (2.0 * 3.0) * sin(3.0), 1e-5);
    assert_near(a.y, 4.0 / (2.0 * 3.0) * (1.0 - cos(3.0)), 1.3e-5);
    assert_near(sim_body_angular_velocity(world, instance.bodies[0]).z, 3.0, 1e-12);
    const double moment = 0.5 * 2.0 * 0.5 * 0.5;
    assert_near(sim_body_velocity(world, instance.bodies[1]).x, -4.0 / 2.0, 1e-12);
    // The lever turns by 8 mrad, whose cosine is off by 3e-5.
    assert_near(sim_body_angular_velocity(world, instance.bodies[1]).z, -4e-3 / moment, 1e-6);
    assert_near(sim_instance_force(&instance, 0).size, 4.0, 1e-12);
    assert_near(sim_instance_force(&instance, 2).size, -8e-3, 1e-12);
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
}

// ---- a part and its mirror image ----

#define PART                                                                                       \
    "kind: part\nname: arm\n"                                                                      \
    "inputs: [{name: u, initial: 0.7}]\n"                                                          \
    "bodies:\n"                                                                                    \
    "  - {name: hand, position: [0, 1, 0], rotation_deg: [10, 20, 30],\n"                          \
    "     shapes: [{box: [1, 0.6, 0.4], mass: 2, collides: false}]}\n"                             \
    "  - {name: tool, position: [0.5, 1.5, 0.2], rotation_deg: [-20, 0, 45],\n"                    \
    "     shapes: [{box: [0.2, 0.6, 0.4], position: [0.1, 0.1, 0], mass: 1, collides: false}]}\n"  \
    "  - {name: drone, position: [0, 3, 0], rotation_deg: [0, 0, 30],\n"                           \
    "     shapes: [{box: [0.2, 0.6, 0.4], mass: 1, collides: false}]}\n"                           \
    "  - {name: wheel, position: [0, 5, 0], shapes: [{sphere: 0.4, mass: 1, collides: false}]}\n"  \
    "joints:\n"                                                                                    \
    "  - {name: axle, kind: cylindrical, parent: world, child: wheel, axis: [1, 2, 3],\n"          \
    "     motor: {mode: force, base: 2}, motor2: {mode: force, base: 1},\n"                        \
    "     brake: {force: 1}, brake2: {input: u, scale: 0.5}}\n"                                    \
    "guides:\n"                                                                                    \
    "  - {name: hand, body: hand, mode: pose, force: 60, torque: 3, anchor: [0.3, 1.2, 0],\n"      \
    "     x: {input: u}, y: {base: 0.4}, z: {base: 0.1}, roll: {base: 0.3}, pitch: {base: 0.2},\n" \
    "     yaw: {input: u, scale: 0.5}}\n"                                                          \
    "  - {name: tool, body: tool, mode: pose, frame: hand, force: 50, torque: 2, y: {base: "       \
    "0.1}}\n"                                                                                      \
    "  - {name: drone, body: drone, mode: velocity, frame: drone, force: 50, torque: 2,\n"         \
    "     x: {base: 0.3}, y: {base: 0.2}, roll: {base: 0.1}, yaw: {input: u}}\n"                   \
    "forces:\n"                                                                                    \
    "  - {name: jet, body: hand, point: [0.1, 1.3, 0.2], direction: [1, 2, 3], with_body: true,\n" \
    "     input: u, scale: 9}\n"                                                                   \
    "  - {name: twist, body: tool, kind: torque, direction: [3, 2, 1], base: 0.5}\n"               \
    "resistances:\n"                                                                               \
    "  - {name: soil, body: hand, point: [0.2, 1.4, 0.1], direction: [1, 2, 0], force: 4}\n"       \
    "  - {name: drag, body: tool, direction: [1, 0, 2], with_body: true, motion: turn,\n"          \
    "     one_way: true, force: 0.2}\n"

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void read_two_parts(void) {
    char folder[] = "/tmp/kranich-controls-XXXXXX";
    char top[64];
    char part[64];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(top, sizeof top, "%s/top.yaml", folder);
    (void)snprintf(part, sizeof part, "%s/arm.yaml", folder);
    write_file(top, HEAD "parts:\n"
                         "  - {name: l, file: arm.yaml, position: [1, 0, 0], rotation_deg: [0, 20, "
                         "0]}\n"
                         "  - {name: r, file: arm.yaml, position: [1, 0, 0], rotation_deg: [0, 20, "
                         "0], mirror: true}\n");
    write_file(part, PART);
    const bool ok = dat_load_model(top, &def, &d);
    (void)remove(top);
    (void)remove(part);
    (void)remove(folder);
    if (!ok) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
}

// The plane of the mirror, y = 0, is that of the world here, because both parts are turned about y.
static void mirrored_part_moves_as_its_image(void **state) {
    (void)state;
    static const char *const names[] = {"hand", "tool", "drone", "wheel"};
    read_two_parts();
    struct sim_instance instance;
    struct sim_world *world = sim_world_create(&def.model.world);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    for (int i = 0; i < 150; i++) {
        sim_instance_apply(&instance);
        sim_world_step(world);
    }
    assert_null(sim_world_fault(world));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct sim_pose pose[2];
        for (int k = 0; k < 2; k++) {
            char name[32];
            (void)snprintf(name, sizeof name, "%s.%s", k == 0 ? "l" : "r", names[i]);
            const int index = sim_model_find_body(&def.model, name);
            assert_true(index >= 0);
            pose[k] = sim_body_pose(world, instance.bodies[index]);
        }
        const struct sim_vec3 image = {pose[0].p.x, -pose[0].p.y, pose[0].p.z};
        assert_near(sim_length(sim_sub(pose[1].p, image)), 0.0, 1e-9);
        const struct sim_quat q = {pose[0].q.w, -pose[0].q.x, pose[0].q.y, -pose[0].q.z};
        assert_near(sim_length(sim_quat_log(sim_quat_mul(pose[1].q, sim_quat_conj(q)))), 0.0, 1e-8);
        const struct sim_model_body *start = &def.model.bodies[i];
        assert_true(sim_length(sim_sub(pose[0].p, start->pose.p)) > 0.05); // it has moved
    }
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
}

// The same model placed elsewhere does the same there.
static void placed_instance_moves_with_its_place(void **state) {
    (void)state;
    static const char text[] =
        HEAD "world: {gravity: [0, 0, 0]}\n"
             "bodies: [{name: a, position: [1, 0, 0], shapes: [{box: [1, 2, 3], mass: 2}]}]\n"
             "resistances: [{name: r, body: a, point: [1, 0.2, 0], direction: [1, 2, 0], force: "
             "1}]\n"
             "guides: [{name: g, body: a, mode: pose, force: 5, torque: 2, x: {base: 1},\n"
             "          yaw: {base: 0.5}}]\n";
    const struct sim_pose place = {{3, -2, 1}, sim_quat_rpy(0.3, -0.2, 1.0)};
    struct sim_pose end[2];
    for (int k = 0; k < 2; k++) {
        struct sim_instance instance;
        must_read(text);
        struct sim_world *world = sim_world_create(&def.model.world);
        assert_non_null(world);
        assert_true(sim_instance_create(&instance, world, &def.model,
                                        k == 0 ? sim_pose_identity() : place));
        for (int i = 0; i < 100; i++) {
            sim_instance_apply(&instance);
            sim_world_step(world);
        }
        end[k] = sim_body_pose(world, instance.bodies[0]);
        sim_instance_finish(&instance);
        sim_world_destroy(world);
        veh_machine_def_finish(&def);
    }
    const struct sim_pose expected = sim_pose_mul(place, end[0]);
    assert_near(sim_length(sim_sub(end[1].p, expected.p)), 0.0, 1e-9);
    assert_near(sim_length(sim_quat_log(sim_quat_mul(end[1].q, sim_quat_conj(expected.q)))), 0.0,
                1e-8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_place_and_cause),
        cmocka_unit_test(defaults_and_initial_values_are_set),
        cmocka_unit_test(frame_is_locked_below_a_threshold),
        cmocka_unit_test(sensors_set_forces_and_targets),
        cmocka_unit_test(forces_push_and_turn),
        cmocka_unit_test(mirrored_part_moves_as_its_image),
        cmocka_unit_test(placed_instance_moves_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
