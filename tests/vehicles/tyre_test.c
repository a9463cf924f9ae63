// A cart on eight forwarder wheels against Brixius's equations and the balance of its forces.
#include "vehicles/part/tyre.h"

#include "tests/vehicles/small_site.h"
#include "vehicles/snapshot.h"

enum { FRAME, WHEELS = 8, BODIES = 1 + WHEELS };
static const double radius = 0.656, width = 0.71; // [m] 710/45-26.5
static const double gravity = 9.81;
static const double loaded = 32e3; // [kg]

struct cart {
    struct small_site s;
    struct sim_shape shapes[BODIES];
    struct sim_visual visuals[BODIES];
    struct sim_model_body bodies[BODIES];
    struct sim_model_joint joints[WHEELS];
    struct sim_model_input input;
    struct sim_material material;
    struct veh_tyre_def tyres[WHEELS];
    struct veh_machine_def machine;
    struct veh_controls levers[VEH_MAX_MACHINES];
    double mass;
};

static void add_wheel(struct cart *c, int i, double drive_torque) {
    const struct sim_vec3 at = {1.6 * (i / 2) - 2.4, i % 2 ? 1.1 : -1.1, radius};
    c->shapes[1 + i] = (struct sim_shape){
        .kind = SIM_SHAPE_CYLINDER,
        .pose = {{0, 0, 0}, sim_quat_between(sim_vec3(0, 0, 1), sim_vec3(0, 1, 0))},
        .radius = {radius, radius},
        .half_length = 0.5 * width,
        .mass = 400.0,
        .collides = true};
    c->bodies[1 + i] = (struct sim_model_body){
        .name = "wheel", .pose = {at, {1, 0, 0, 0}}, .first_shape = 1 + i, .shape_count = 1};
    c->joints[i] = (struct sim_model_joint){.def = sim_default_joint_def(),
                                            .parent = FRAME,
                                            .child = 1 + i,
                                            .input = {0, -1, -1},
                                            .brake_input = {-1, -1, -1},
                                            .input_scale = {1.0 / radius}, // 1 m/s of tread
                                            .lock_input = -1};
    struct sim_joint_def *def = &c->joints[i].def;
    def->kind = SIM_JOINT_HINGE;
    def->anchor = at;
    def->axis[0] = sim_vec3(0, 1, 0);
    def->free_axis[0].motor.mode = drive_torque > 0.0 ? SIM_MOTOR_VELOCITY : SIM_MOTOR_OFF;
    def->free_axis[0].motor.force_low = -drive_torque;
    def->free_axis[0].motor.force_high = drive_torque;
    c->tyres[i] = (struct veh_tyre_def){
        .wheel = 1 + i, .width = width, .diameter = 2.0 * radius, .section_height = 0.32};
    c->machine.parts[c->machine.part_count++] = (struct veh_part_def){&veh_part_tyre, &c->tyres[i]};
}

// On ground of that cone index [kPa], 0: hard; slope: rise per metre.
static void start(struct cart *c, double mass, double kpa, double slope, double drive_torque) {
    *c = (struct cart){
        .mass = mass,
        .material = {.name = "tyre", .friction = 1.0, .stiffness = 3e5, .damping = 1e4}};
    c->shapes[FRAME] = (struct sim_shape){.kind = SIM_SHAPE_BOX,
                                          .pose = sim_pose_identity(),
                                          .half = {3.0, 0.5, 0.3},
                                          .mass = mass - WHEELS * 400.0};
    c->bodies[FRAME] = (struct sim_model_body){
        .name = "frame", .pose = {{0, 0, radius}, {1, 0, 0, 0}}, .shape_count = 1};
    for (int i = 0; i < WHEELS; i++)
        add_wheel(c, i, drive_torque);
    c->input = (struct sim_model_input){.name = "drive", .low = -2.0, .high = 2.0};
    c->machine.model = (struct sim_model){.name = "cart",
                                          .shapes = c->shapes,
                                          .visuals = c->visuals,
                                          .shape_count = BODIES,
                                          .bodies = c->bodies,
                                          .body_count = BODIES,
                                          .joints = c->joints,
                                          .joint_count = WHEELS,
                                          .inputs = &c->input,
                                          .input_count = 1,
                                          .materials = &c->material,
                                          .material_count = 1};
    small_site_init(&c->s, slope);
    c->s.site.def.soil.cone_index = 1e3 * kpa;
    assert_int_equal(veh_worksite_add_machine(&c->s.site, &c->machine, 0.0, 0.0, 0.0), 0);
}

static void finish(struct cart *c) {
    small_site_finish(&c->s);
}

static double mean(const struct cart *c, enum veh_tyre_measure which) {
    double sum = 0.0;
    for (int i = 0; i < WHEELS; i++)
        sum += veh_part_tyre.measures[which].value(&c->s.site, &c->s.site.machines[0].parts[i]);
    return sum / WHEELS;
}

static double speed(const struct cart *c) {
    return veh_machine_speed(&c->s.site, 0);
}

static double place(const struct cart *c) {
    return veh_machine_pose(&c->s.site, 0).p.x;
}

// pull: [N] backwards on the frame, at the height of the ground.
static void run(struct cart *c, double seconds, double pull) {
    const int steps = (int)(seconds / sim_world_step_size(c->s.site.world) + 0.5);
    for (int i = 0; i < steps; i++) {
        const struct sim_body_id frame = c->s.site.machines[0].instance.bodies[FRAME];
        sim_body_apply(c->s.site.world, frame, sim_vec3(-pull, 0, 0), sim_vec3(0, 0, 0),
                       sim_vec3(place(c), 0, 0));
        veh_worksite_step(&c->s.site, c->levers);
    }
}

// Half way into what the load flattens: two points of contact, each the tyre's spring in series
// with that of the ground, 6e6 N/m.
static double rolling_radius(double mass) {
    const double stiffness = 1.0 / (1.0 / 3e5 + 1.0 / 6e6);
    return radius - 0.5 * mass * gravity / WHEELS / (2.0 * stiffness);
}

// Shares of the weight. The pull is raised until a fifth of the tread's way is lost.
static double pull_at_a_fifth_of_slip(struct cart *c) {
    const double weight = c->mass * gravity, tread = rolling_radius(c->mass) / radius; // [m/s]
    double pull = 0.0, sum = 0.0, slip = 0.0;
    c->levers[0].value[VEH_DRIVE] = 1.0;
    run(c, 3.0, 0.0);
    for (int k = 0; k < 1200; k++) {
        slip = 1.0 - speed(c) / tread;
        pull += 0.01 * (0.2 - slip) * weight;
        run(c, 0.01, pull);
        sum += k >= 800 ? pull / 400.0 : 0.0;
    }
    assert_near(slip, 0.2, 0.01);
    assert_near(mean(c, VEH_TYRE_SLIP), slip, 0.01);
    const struct veh_treads treads = veh_tyre_treads(&c->s.site, 0);
    assert_near(treads.rolled, WHEELS * tread * sim_world_step_size(c->s.site.world), 2e-3);
    assert_near(treads.slipped / treads.rolled, slip, 0.01);
    return sum / weight;
}

// The figures are the published ones for a forwarder, which assume equal loads on all wheels.
static void net_pull_at_a_fifth_of_slip_is_published(void **state) {
    (void)state;
    static const struct {
        double mass, kpa, pull;
    } row[] = {{18e3, 500, 0.46}, {18e3, 800, 0.57}, {32e3, 500, 0.26}, {32e3, 800, 0.43}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct cart c;
        start(&c, row[i].mass, row[i].kpa, 0.0, 1e6);
        assert_near(pull_at_a_fifth_of_slip(&c), row[i].pull, 0.05);
        finish(&c);
    }
}

static void wear(struct cart *c, double track, int chains) {
    for (int i = 0; i < WHEELS; i++) {
        c->tyres[i].track = track;
        c->tyres[i].chains = chains;
    }
}

// Brixius's pull of equal wheels at a slip of 0.2. The cart's wheels are 1.6 m apart: as bogies,
// tracks bear on (1.6 + 1.25 r) / 2 per wheel.
static void tracks_and_chains_pull_more(void **state) {
    (void)state;
    static const double share[] = {1.0, (1.6 + 1.25 * 0.656) / (2.0 * 0.656), 1.0};
    static const double grip[] = {1.0, 1.0, 1.3}, worn[] = {0.0, 0.0226, 0.01};
    const double load = loaded * gravity / WHEELS, d = 2.0 * radius;
    double least = 0.0;
    for (int i = 0; i < 3; i++) {
        const double b_n =
            share[i] * 500e3 * width * d / load * 2.0 / (1.0 + 3.0 * width / d); // delta = h / 5
        const double gross = grip[i] * (0.88 * (1 - exp(-0.1 * b_n)) * (1 - exp(-1.5)) + 0.04);
        const double expected = gross - (1.0 / b_n + 0.04 + 0.1 / sqrt(b_n) + worn[i]);
        struct cart c;
        start(&c, loaded, 500.0, 0.0, 1e6);
        wear(&c, i == 1 ? 1.6 : 0.0, i == 2);
        const double pull = pull_at_a_fifth_of_slip(&c);
        assert_near(pull, expected, 0.02);
        assert_true(pull > least);
        least = i == 0 ? pull + 0.05 : least;
        finish(&c);
    }
}

static void roll_at(struct cart *c, double v) {
    const struct sim_instance *machine = &c->s.site.machines[0].instance;
    const double w = v / rolling_radius(c->mass);
    for (int b = 0; b < BODIES; b++)
        sim_body_set_velocity(c->s.site.world, machine->bodies[b], sim_vec3(v, 0, 0),
                              sim_vec3(0, b == FRAME ? 0.0 : w, 0));
}

// Without motors the cart's deceleration is its motion resistance per weight, 1 / B_n + 0.04 with
// the mobility number of equal wheels, and 0.04 on a hard road. The wheels turn along: their
// inertia counts.
static void check_rolling(double kpa, double mobility, double track, int chains, double worn) {
    struct cart c;
    start(&c, loaded, kpa, 0.0, 0.0);
    wear(&c, track, chains);
    const double turning = WHEELS * 0.5 * 400.0; // m r^2 / 2 / r^2 each
    run(&c, 1.0, 0.0);
    roll_at(&c, 4.0);
    run(&c, 0.4, 0.0); // until the wheels have sunk
    const double v = speed(&c);
    run(&c, 0.4, 0.0);
    const double force = (loaded + turning) * (v - speed(&c)) / 0.4;
    const double expected = 1.0 / mobility + 0.04 + worn;
    // The resistance grows with the square of a wheel's load: more than the mean's, where the cart
    // noses down.
    assert_near(force / (loaded * gravity) / expected, 1.0, 0.05);
    finish(&c);
}

// What tracks and chains resist with on a hard road.
static void a_rolling_cart_is_slowed_by_the_motion_resistance(void **state) {
    (void)state;
    static const struct {
        double kpa, mobility;
    } row[] = {{0, 1e9}, {200, 3.62}, {300, 5.43}, {500, 9.05}, {800, 14.5}, {1200, 21.7}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        check_rolling(row[i].kpa, row[i].mobility, 0.0, 0, 0.0);
    check_rolling(0.0, 1e9, 1.6, 0, 0.0226);
    check_rolling(0.0, 1e9, 0.0, 1, 0.01);
}

// On soil the machine does not creep down a slope with its wheels locked; the first time that the
// soil is sheared it gives way by (1 - e^(-7.5 j / L)) 0.88 (1 - e^(-B_n / 10)) + 0.04 = the share
// of its weight that pulls.
static void a_machine_stands_on_a_slope(void **state) {
    (void)state;
    struct cart c;
    start(&c, 18e3, 800.0, 0.3, 1e6);
    const double before = place(&c);
    run(&c, 3.0, 0.0);
    const double x = place(&c);
    assert_true(x > before - 0.1 && x < before);
    run(&c, 20.0, 0.0);
    assert_near(place(&c), x, 1e-3);
    finish(&c);
}

// Four wheels leave a rut of z_1 4^(1/3), on which the last one stands; a second pass of four
// deepens it to z_1 8^(1/3).
static void wheels_leave_a_rut(void **state) {
    (void)state;
    struct cart c;
    start(&c, loaded, 500.0, 0.0, 1e6);
    const struct ter_tyre size = {.width = width, .diameter = 2.0 * radius, .section_height = 0.32};
    const double first = ter_first_rut(&size, loaded * gravity / WHEELS, 500e3);
    c.levers[0].value[VEH_DRIVE] = 1.0;
    run(&c, 12.0, 0.0);
    const struct ter_trails *trails = &c.s.site.trails;
    assert_near(ter_trails_rut(trails, 4.0, 1.1) / (first * cbrt(4.0)), 1.0, 0.1);
    assert_near(ter_trails_rut(trails, 4.0, 0.0), 0.0, 0.0);
    const double sinkage =
        veh_part_tyre.measures[VEH_TYRE_SINKAGE].value(&c.s.site, &c.s.site.machines[0].parts[0]);
    assert_near(sinkage / (first * cbrt(4.0)), 1.0, 0.1);
    const struct sim_body_id last = c.s.site.machines[0].instance.bodies[1];
    assert_near(sim_body_pose(c.s.site.world, last).p.z,
                rolling_radius(loaded) * 2.0 - radius - sinkage, 0.01);
    c.levers[0].value[VEH_DRIVE] = -1.0;
    run(&c, 12.0, 0.0);
    assert_near(ter_trails_rut(trails, 4.0, 1.1) / (first * 2.0), 1.0, 0.1);
    assert_true(trails->ruts.area > 0.0);
    finish(&c);
}

// A slope of 0.15, firm up to x = 0 and then too soft to climb: the net traction there stays below
// 0.1. The machine gets stuck and backs out downhill.
static void a_stuck_machine_backs_out(void **state) {
    (void)state;
    struct cart c;
    struct ter_ground map;
    assert_true(ter_ground_init(&map, 121, 2, -60.0, -60.0, 1.0));
    for (int i = 0; i < 242; i++)
        map.heights[i] = i % 121 <= 60 ? 1500e3 : 300e3;
    start(&c, loaded, 0.0, 0.15, 1e6);
    c.s.site.def.soil.map = &map;
    c.levers[0].value[VEH_DRIVE] = 0.5;
    run(&c, 15.0, 0.0);
    const double stuck = place(&c);
    assert_true(stuck > 0.5 && mean(&c, VEH_TYRE_SLIP) > 0.8);
    c.levers[0].value[VEH_DRIVE] = -0.5;
    run(&c, 20.0, 0.0);
    assert_true(place(&c) < stuck - 4.0);
    finish(&c);
    ter_ground_finish(&map);
}

// In a bog that carries no loaded forwarder, each contact length of spinning tread is another wheel
// that deepens the rut, and neither direction helps.
static void a_spinning_machine_digs_itself_in(void **state) {
    (void)state;
    struct cart c;
    start(&c, loaded, 200.0, 0.0, 1e6);
    c.levers[0].value[VEH_DRIVE] = 1.0;
    run(&c, 5.0, 0.0);
    const double deep = mean(&c, VEH_TYRE_SINKAGE), x = place(&c);
    run(&c, 10.0, 0.0);
    assert_true(mean(&c, VEH_TYRE_SLIP) > 0.9 && mean(&c, VEH_TYRE_SINKAGE) > 1.2 * deep);
    c.levers[0].value[VEH_DRIVE] = -1.0;
    run(&c, 10.0, 0.0);
    assert_near(place(&c), x, 0.5);
    finish(&c);
}

// 15 kg/m^2 of branches carry like soil of twice the cone index.
static void a_brash_mat_carries(void **state) {
    (void)state;
    double depth[2];
    for (int i = 0; i < 2; i++) {
        struct cart c;
        start(&c, loaded, i == 0 ? 300.0 : 600.0, 0.0, 1e6);
        if (i == 0)
            ter_trails_strew(&c.s.site.trails, 0.0, 0.0, 12.0, 15.0 * SIM_PI * 12.0 * 12.0);
        c.levers[0].value[VEH_DRIVE] = 1.0;
        run(&c, 8.0, 0.0);
        depth[i] = ter_trails_rut(&c.s.site.trails, 4.0, 1.1);
        finish(&c);
    }
    assert_true(depth[0] > 0.05);
    assert_near(depth[0] / depth[1], 1.0, 0.12); // four passes break a fifth of the branches
}

// Eight wheels on two points each: W / 16 = k (d + (d - s)^2 / (2 L)) with 1 / k = 1 / tyre + 1 /
// ground, s = 0.65 and L = 0.044 of the section height.
static void a_tyre_stiffens_near_its_rim(void **state) {
    (void)state;
    static const double height = 0.32, tyre = 3e5, ground = 6e6;
    static const double shares[] = {0.2, 0.6, 0.7, 0.8};
    for (int i = 0; i < 4; i++) {
        const double flat = shares[i] * height, over = fmax(flat - 0.65 * height, 0.0);
        const double k = tyre * ground / (tyre + ground);
        const double force = k * (flat + 0.5 * over * over / (0.044 * height));
        struct cart c;
        start(&c, 2.0 * WHEELS * force / gravity, 0.0, 0.0, 0.0);
        run(&c, 10.0, 0.0);
        const struct veh_tyre_state *state_of_tyre = c.s.site.machines[0].parts[0].state;
        assert_near(state_of_tyre->flat, flat, 2e-3 * height);
        finish(&c);
    }
}

static void ruts_survive_a_snapshot(void **state) {
    (void)state;
    struct cart c, other;
    struct sim_snapshot snapshot = {0};
    start(&c, loaded, 300.0, 0.0, 1e6);
    c.levers[0].value[VEH_DRIVE] = 1.0;
    run(&c, 4.0, 0.0);
    veh_worksite_save(&c.s.site, &snapshot);
    run(&c, 2.0, 0.0);
    start(&other, loaded, 300.0, 0.0, 1e6);
    other.levers[0].value[VEH_DRIVE] = 1.0;
    assert_null(veh_worksite_restore(&other.s.site, snapshot.bytes, snapshot.size));
    run(&other, 2.0, 0.0);
    assert_true(veh_worksite_hash(&other.s.site) == veh_worksite_hash(&c.s.site));
    assert_near(ter_trails_rut(&other.s.site.trails, 0.0, 1.1),
                ter_trails_rut(&c.s.site.trails, 0.0, 1.1), 0.0);
    assert_true(ter_trails_rut(&other.s.site.trails, 0.0, 1.1) > 0.1);
    sim_snapshot_finish(&snapshot);
    finish(&other);
    finish(&c);
}

static void sizes_must_be_those_of_the_wheel(void **state) {
    (void)state;
    static const struct {
        struct veh_tyre_def def;
        const char *words;
    } row[] = {
        {{.wheel = 1, .width = 0.71, .diameter = 1.5, .section_height = 0.3}, "diameter of 1.5 m"},
        {{.wheel = 1, .width = 0.6, .diameter = 1.312, .section_height = 0.3}, "0.6 m wide"},
        {{.wheel = 1, .width = 0.71, .diameter = 1.312, .section_height = 0.7}, "section_height"},
        {{.wheel = 8, .width = 0.71, .diameter = 1.312, .section_height = 0.3},
         "wheel house: it reaches 0.1 m into 'wheel'"},
        {{.wheel = 0, .width = 0.71, .diameter = 1.312, .section_height = 0.3},
         "'frame' has no cylinder"},
        {{.wheel = 1, .width = 0.71, .diameter = 1.312, .section_height = 0.3, .track = 1.4},
         "a track needs a bogie, found no second wheel in line with 'wheel' at 1.4 m"},
        {{.wheel = 1,
          .width = 0.71,
          .diameter = 1.312,
          .section_height = 0.3,
          .track = 1.6,
          .chains = 1},
         "cannot have both"},
    };
    struct cart c;
    char text[200];
    start(&c, loaded, 300.0, 0.0, 1e6);
    const struct sim_model *model = &c.machine.model;
    c.bodies[8].pose.p.x -= 1.6 - 2.0 * radius + 0.1; // towards the wheel behind it
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const char *problem = veh_part_tyre.problem(&row[i].def, model, text, sizeof text);
        assert_non_null(problem);
        assert_non_null(strstr(problem, row[i].words));
    }
    assert_null(veh_part_tyre.problem(&c.tyres[0], model, text, sizeof text));
    c.tyres[0].track = 1.6;
    assert_null(veh_part_tyre.problem(&c.tyres[0], model, text, sizeof text));
    finish(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(net_pull_at_a_fifth_of_slip_is_published),
        cmocka_unit_test(tracks_and_chains_pull_more),
        cmocka_unit_test(a_rolling_cart_is_slowed_by_the_motion_resistance),
        cmocka_unit_test(a_machine_stands_on_a_slope),
        cmocka_unit_test(wheels_leave_a_rut),
        cmocka_unit_test(a_stuck_machine_backs_out),
        cmocka_unit_test(a_spinning_machine_digs_itself_in),
        cmocka_unit_test(a_brash_mat_carries),
        cmocka_unit_test(a_tyre_stiffens_near_its_rim),
        cmocka_unit_test(ruts_survive_a_snapshot),
        cmocka_unit_test(sizes_must_be_those_of_the_wheel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
