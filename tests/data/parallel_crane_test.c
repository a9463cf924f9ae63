// The parallel-kinematic crane on a stand, against the closed form of its four-bar linkage: pillar,
// boom, jib, and the jib's cylinder between pillar and jib.
#include "tests/data/machine_stand.h"
#include "vehicles/operator/crane_control.h"
#include "vehicles/part/crane.h"

static struct machine_stand s;

// As in the file.
static const double boom = 4.0, boom_pose = 45.0, jib_pose = -38.0, tip = 4.0; // [m], [deg]
static const double link_x = -0.55, link_z = 0.65;   // [m] from the boom's hinge
static const double lever_x = -0.49, lever_z = 0.10; // [m] in the jib, from its hinge
static const double degree = SIM_PI / 180.0;

// Of the linkage in its plane, from the boom's hinge; angles above level.
struct linkage {
    double boom, jib;    // [rad]
    double length;       // [m] of the cylinder between its pins
    double lever;        // [m] of the cylinder about the jib's hinge
    double tip_x, tip_z; // [m]
};

static struct linkage linkage_at(double boom_angle, double jib_angle) {
    const double c = cos(jib_angle), sn = sin(jib_angle);
    const double hinge_x = boom * cos(boom_angle), hinge_z = boom * sin(boom_angle);
    const double dx = c * lever_x - sn * lever_z, dz = sn * lever_x + c * lever_z;
    const double x = hinge_x + dx - link_x, z = hinge_z + dz - link_z;
    const double length = sqrt(x * x + z * z);
    return (struct linkage){
        boom_angle,        jib_angle,         length, fabs(x * dz - z * dx) / length,
        hinge_x + tip * c, hinge_z + tip * sn};
}

// The jib's angle for a boom's angle and a cylinder's length: the pin on the jib is where the
// circle of the lever about the jib's hinge meets that of the cylinder about its pin on the pillar,
// on the boom's upper side.
static struct linkage four_bar(double boom_angle, double length) {
    const double x = boom * cos(boom_angle) - link_x, z = boom * sin(boom_angle) - link_z;
    const double apart = sqrt(x * x + z * z), lever = sqrt(lever_x * lever_x + lever_z * lever_z);
    const double at = (apart * apart + length * length - lever * lever) / (2.0 * apart);
    const double side = sqrt(length * length - at * at);
    const double pin_x = (at * x - side * z) / apart, pin_z = (at * z + side * x) / apart;
    const double jib = atan2(pin_z - z, pin_x - x) - atan2(lever_z, lever_x);
    return linkage_at(boom_angle, remainder(jib, 2.0 * SIM_PI));
}

static double position(const char *joint) {
    return sim_joint_position(s.site.world, machine_joint(&s, joint), 0);
}

static void start(void) {
    static const char *const base[] = {"base"};
    machine_stand_start(&s, "parts/parallel-crane", base, 1, 3.0);
    machine_stand_run(&s, 1.0);
}

// The tip against the boom's hinge.
static void tip_place(double *x, double *z) {
    const struct sim_vec3 p = veh_machine_crane_tip(&s.site, 0);
    const struct sim_vec3 hinge = sim_joint_anchor(s.site.world, machine_joint(&s, "boom"));
    *x = p.x - hinge.x;
    *z = p.z - hinge.z;
}

static double boom_angle(void) {
    return boom_pose * degree - position("boom"); // a positive turn of the hinge lowers
}

struct stroke {
    double low, high; // [m] of the tip, from 3.0 to 7.6 m
    double in, out;   // [m] least and most reach
    double worst;     // [m] from the closed form
};

// Moves the boom's lever alone until its hinge is at the stop.
static void sweep(double lever, struct stroke *stroke) {
    s.levers[0].value[VEH_BOOM] = lever;
    for (int i = 0; i < 150; i++) {
        double x, z;
        machine_stand_run(&s, 0.1);
        tip_place(&x, &z);
        const double length =
            linkage_at(boom_pose * degree, jib_pose * degree).length + position("jib_cylinder");
        const struct linkage expected = four_bar(boom_angle(), length);
        stroke->worst = fmax(stroke->worst, fabs(expected.tip_x - x));
        stroke->worst = fmax(stroke->worst, fabs(expected.tip_z - z));
        stroke->in = fmin(stroke->in, x);
        stroke->out = fmax(stroke->out, x);
        if (x < 3.0 || x > 7.6)
            continue;
        stroke->low = fmin(stroke->low, z);
        stroke->high = fmax(stroke->high, z);
    }
    s.levers[0] = (struct veh_controls){{0.0}};
}

// One lever moves the tip 4.6 m out and in within a band of 0.28 m, the closed form's 0.27 m and
// the little that the loops give way.
static void one_cylinder_moves_the_tip_level(void **state) {
    (void)state;
    struct stroke stroke = {.low = 1e9, .high = -1e9, .in = 1e9};
    start();
    sweep(-0.7, &stroke);
    sweep(0.7, &stroke);
    print_message("reach %.2f to %.2f m, height %.3f to %.3f m, off the closed form by %.4f m\n",
                  stroke.in, stroke.out, stroke.low, stroke.high, stroke.worst);
    assert_true(stroke.in < 3.0 && stroke.out > 7.6);
    assert_true(stroke.high - stroke.low < 0.28);
    assert_near(stroke.worst, 0.0, 0.005);
    machine_stand_finish(&s);
}

// [N m] of jib and telescope about the jib's hinge.
static double weight_on_jib(void) {
    static const char *const bodies[] = {"jib", "telescope_1", "telescope_2"};
    const struct sim_vec3 hinge = sim_joint_anchor(s.site.world, machine_joint(&s, "jib"));
    double moment = 0.0;
    for (int i = 0; i < 3; i++) {
        const struct sim_body_id body = machine_body(&s, bodies[i]);
        moment += 9.81 * sim_body_mass(s.site.world, body) *
                  (sim_body_centre(s.site.world, body).x - hinge.x);
    }
    return moment;
}

// The cylinder's force is the moment by its lever. Towards the ends the lever goes to nothing, the
// linkage nears its singular position, and the same load takes a multiple of the force.
static void the_lever_vanishes_at_the_ends(void **state) {
    (void)state;
    start();
    double least = 1e9, most = 0.0;
    for (int i = 0; i < 11; i++) {
        const double length =
            linkage_at(boom_pose * degree, jib_pose * degree).length + position("jib_cylinder");
        const struct linkage now = four_bar(boom_angle(), length);
        // Barrel and rod rest on both pins, with half of their 200 kg at the jib.
        const double own = 0.5 * 200.0 * 9.81 * fabs(lever_x);
        const double expected = weight_on_jib() / now.lever;
        const double force =
            fabs(sim_joint_motor_force(s.site.world, machine_joint(&s, "jib_cylinder"), 0));
        assert_near(force, expected, own / now.lever);
        least = fmin(least, now.lever);
        most = fmax(most, now.lever);
        s.levers[0].value[VEH_BOOM] = -0.7;
        machine_stand_run(&s, i < 10 ? 0.7 : 0.0);
        s.levers[0] = (struct veh_controls){{0.0}};
        machine_stand_run(&s, 3.0);
    }
    assert_true(least < 0.6 * most);
    machine_stand_finish(&s);
}

// The hands find the levers by where the pins are, not by which body carries them.
static void the_hands_reach_their_targets(void **state) {
    (void)state;
    static const double targets[][2] = {
        {6.0, 0.3}, {7.5, -1.0}, {4.0, -1.5}, {8.5, 0.5}, {3.5, 1.5}};
    struct veh_crane_control control;
    start();
    assert_true(veh_crane_control_init(&control, &s.site, 0));
    assert_ptr_equal(veh_crane_lifting_axis(&control), &control.jib);
    const struct sim_vec3 hinge = sim_joint_anchor(s.site.world, machine_joint(&s, "boom"));
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        const struct sim_vec3 target = {hinge.x + targets[i][0], hinge.y, hinge.z + targets[i][1]};
        double off = 0.0;
        for (int k = 0; k < 1200; k++) {
            off = veh_crane_control_step(&control, &s.site, target, &s.levers[0]);
            machine_stand_run(&s, sim_world_step_size(s.site.world));
        }
        assert_near(off, 0.0, 0.05);
    }
    machine_stand_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_cylinder_moves_the_tip_level),
        cmocka_unit_test(the_lever_vanishes_at_the_ends),
        cmocka_unit_test(the_hands_reach_their_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
