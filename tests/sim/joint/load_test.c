// The load of joints of all kinds, driven, limited, sprung and braked, against Newton and Euler: it
// is what changes the momentum and the angular momentum of the body it holds.
#include "tests/sim/physics.h"

static const double mass = 7.0;

struct motion {
    struct sim_vec3 momentum, angular; // about the origin
};

static struct motion motion_of(const struct sim_world *world) {
    const struct sim_energy e = sim_world_energy(world);
    return (struct motion){e.momentum, e.angular_momentum};
}

static void dress(struct sim_joint_def *def, int axis) {
    struct sim_axis *a = &def->free_axis[axis];
    a->motor.mode = axis == 1 ? SIM_MOTOR_FORCE : SIM_MOTOR_VELOCITY;
    a->motor.target = 0.7;
    a->motor.force_low = -40.0;
    a->motor.force_high = 40.0;
    a->stiffness = 30.0;
    a->damping = 4.0;
    a->brake = 3.0;
    a->limited = axis == 0;
    a->lower = 0.0;
    a->upper = 0.3;
}

// held: the child is what stands still, so that the load follows from the parent's rows.
static void check(enum sim_joint_kind kind, enum sim_solver solver, bool held) {
    struct sim_world *world = physics_world(solver, 0.005);
    const struct sim_vec3 centre = {0.5, 0.3, 0.2};
    const struct sim_body_id body = physics_body(world, centre, mass, sim_vec3(0.4, 0.5, 0.8));
    const struct sim_vec3 anchor = {0.1, 0.0, 0.3}, axis = sim_unit(sim_vec3(0.3, 0.9, -0.2));
    struct sim_joint_def def = held ? physics_joint(kind, body, physics_ground, anchor, axis)
                                    : physics_joint(kind, physics_ground, body, anchor, axis);
    def.anchor_b = sim_vec3(0.6, 0.4, -0.1);
    const struct sim_vec3 held_at = sim_joint_kind_points(kind) ? def.anchor_b : anchor;
    for (int i = 0; i < SIM_JOINT_AXES; i++)
        dress(&def, i);
    def.measured = true;
    const struct sim_joint_id joint = physics_join(world, &def);
    physics_run(world, 0.1); // so that the momenta are those of groups
    for (int n = 0; n < 60; n++) {
        const struct motion before = motion_of(world);
        const struct sim_pose pose = sim_body_pose(world, body);
        // The anchor on the child, at the beginning of the step: fixed to it.
        const struct sim_vec3 at = held ? held_at : sim_pose_point(pose, sim_sub(held_at, centre));
        sim_world_step(world);
        const struct motion after = motion_of(world);
        struct sim_vec3 force, torque;
        sim_joint_load(world, joint, &force, &torque);
        const double sign = held ? -1.0 : 1.0; // on the body
        const struct sim_quat q = held ? sim_quat_identity() : pose.q;
        force = sim_scale(sim_rotate(q, force), sign);
        torque = sim_scale(sim_rotate(q, torque), sign);
        const struct sim_vec3 weight = {0.0, 0.0, -mass * physics_gravity};
        const double h = 0.005;
        const struct sim_vec3 change = sim_scale(sim_sub(after.momentum, before.momentum), 1.0 / h);
        const struct sim_vec3 turn = sim_scale(sim_sub(after.angular, before.angular), 1.0 / h);
        const struct sim_vec3 moment =
            sim_add(sim_add(torque, sim_cross(at, force)), sim_cross(pose.p, weight));
        // Rounding of momenta of about 10, over h.
        assert_near(sim_length(sim_sub(sim_add(force, weight), change)), 0.0, 1e-9);
        assert_near(sim_length(sim_sub(moment, turn)), 0.0, 1e-9);
    }
    sim_world_destroy(world);
}

static void loads_change_the_momenta(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        for (int kind = 0; kind < SIM_JOINT_KINDS; kind++)
            for (int held = 0; held < 2; held++)
                check((enum sim_joint_kind)kind, physics_solvers[s], held);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(loads_change_the_momenta)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
