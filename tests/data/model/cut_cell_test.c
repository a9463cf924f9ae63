// Bodies that a table cuts: errors with their places, and what the parts do.
#include "data/model/cut_cell.h"

#include "data/model/input_table.h"
#include "data/model/read.h"
#include "tests/data/bad_input.h"

// A rod that turns in flight, with a thread to a ball at its end, a fixed block, an odd body.
static const char model_text[] =
    "kind: model\nname: t\nworld: {gravity: [0, 0, 0], step: 0.001}\n"
    "bodies:\n"
    "  - {name: rod, velocity: [0, 0, 1], angular_velocity: [0, 2, 0.5],\n"
    "     shapes: [{box: [2, 0.2, 0.1], mass: 6, collides: false},\n"
    "              {sphere: 0.3, position: [1, 0, 0], mass: 2, collides: false}]}\n"
    "  - {name: ball, position: [1.5, 0, 0], point: true, mass: 1}\n"
    "  - {name: block, fixed: true, position: [0, 9, 0], shapes: [{sphere: 1}]}\n"
    "  - {name: odd, position: [0, -9, 0], mass: 1, inertia: [1, 1, 1], shapes: [{sphere: 1}]}\n"
    "joints:\n"
    "  - {name: thread, kind: distance, parent: rod, child: ball, anchor: [1, 0, 0]}\n"
    "  - {name: pin, kind: hinge, parent: rod, child: odd, anchor: [-1, 0, 0], axis: z}\n";

static struct dat_diagnostics d;
static struct veh_machine_def def;

static void read_model(void) {
    dat_diagnostics_init(&d, "t.yaml", model_text);
    const bool ok = dat_read_model(model_text, "t.yaml", NULL, &def, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
}

static const struct bad_input rows[] = {
    {"time_s,cut\n0,rod\n", 2, 3, "cut is 'rod', expected a body"},
    {"time_s,cut\n0,rod w 1\n", 2, 3, "cut is 'rod w 1', expected a body"},
    {"time_s,cut\n0,rod x one\n", 2, 3, "cut is 'rod x one', expected a body"},
    {"time_s,cut\n0,rod 1 0 1\n", 2, 3, "cut is 'rod 1 0 1', expected a body"},
    {"time_s,cut\n0,rod 0 0 0 1\n", 2, 3, "cut is 'rod 0 0 0 1', expected a body"},
    {"time_s,cut\n0,rod 1 0 0 0 1\n", 2, 3, "cut is 'rod 1 0 0 0 1', expected a body"},
    {"time_s,cut\n0,rood x 0\n", 2, 3, "there is no body 'rood' (did you mean 'rod'?)"},
    {"time_s,cut\n0,rod x 1.4\n", 2, 3,
     "'rod' cannot be cut: the plane at 1.4 m misses it, it reaches from -1 to 1.3 m"},
    {"time_s,cut\n1,rod x 0\n0.5,rod x 0.5\n", 3, 1, "time_s goes back to 0.5"},
    {"time_s,cut\n0,block x 0\n", 2, 3, "'block' cannot be cut: it is fixed"},
    {"time_s,cut\n0,ball x 0\n", 2, 3, "'ball' cannot be cut: it has no shapes"},
    {"time_s,cut\n0,odd x 0\n", 2, 3, "'odd' cannot be cut: its mass is not that of its shapes"},
    {"#repeat_s=2\ntime_s,cut\n0,rod x 0\n", 3, 3, "a table that is repeated cannot cut"},
};

static void errors_name_place_and_cause(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct dat_input_table table;
        read_model();
        dat_diagnostics_init(&d, "t.csv", rows[i].text);
        assert_false(dat_read_input_table(rows[i].text, &def.model, &table, &d));
        assert_reported(&d, &rows[i]);
        dat_input_table_finish(&table);
        veh_machine_def_finish(&def);
    }
}

static struct sim_world *world;
static struct sim_instance instance;
static struct dat_input_table table;

static void start(const char *text) {
    read_model();
    dat_diagnostics_init(&d, "t.csv", text);
    assert_true(dat_read_input_table(text, &def.model, &table, &d));
    world = sim_world_create(&def.model.world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
}

static void stop(void) {
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    dat_input_table_finish(&table);
    veh_machine_def_finish(&def);
}

static void run_until(double time) {
    while (sim_world_time(world) < time - 1e-9) {
        dat_input_table_apply(&table, &instance);
        sim_instance_apply(&instance);
        sim_world_step(world);
    }
}

static struct sim_vec3 centre(const char *name) {
    const int body = sim_model_find_body(&def.model, name);
    assert_true(body >= 0);
    return sim_body_centre(world, instance.bodies[body]);
}

// Until it is cut the rod moves as a whole one; the cut keeps momenta and energy; and the parts
// hold what is attached to them.
static void a_cut_changes_nothing_but_what_it_cuts(void **state) {
    (void)state;
    start("time_s,cut\n5,rod x 0.5\n");
    assert_int_equal(def.model.joints[0].parent, sim_model_find_body(&def.model, "rod.2"));
    assert_int_equal(def.model.joints[1].parent, sim_model_find_body(&def.model, "rod"));
    run_until(0.5);
    const struct sim_vec3 held = centre("ball"), odd = centre("odd");
    stop();
    start("time_s,cut\n0.5,rod x 0.5\n");
    run_until(0.5);
    assert_near(sim_length(sim_sub(centre("ball"), held)), 0.0, 1e-12);
    assert_near(sim_length(sim_sub(centre("odd"), odd)), 0.0, 1e-12);
    const struct sim_energy before = sim_world_energy(world);
    run_until(0.501);
    const struct sim_energy after = sim_world_energy(world);
    assert_near(sim_length(sim_sub(after.momentum, before.momentum)), 0.0, 1e-9);
    assert_near(sim_length(sim_sub(after.angular_momentum, before.angular_momentum)), 0.0, 1e-7);
    assert_near(after.kinetic / before.kinetic, 1.0, 1e-3);
    run_until(3.0);
    assert_true(sim_length(sim_sub(centre("rod"), centre("rod.2"))) > 1.2);
    assert_near(sim_length(sim_sub(after.momentum, sim_world_energy(world).momentum)), 0.0, 1e-9);
    stop();
}

// The part below x = 0.5 has 3/4 of the box, the one above the rest and, with it, the ball of 2 kg
// but for its cap.
static void parts_share_the_mass(void **state) {
    (void)state;
    start("time_s,cut\n0,rod x 0.5\n0,rod.2 x 0.9\n");
    const double m = 6.0 / 4.0 + 2.0, r = 0.3, c = 0.2; // of the cap below x = 0.9
    const double cap = 2.0 * c * c * (3.0 * r - c) / (4.0 * r * r * r);
    const double cut_off = 6.0 * 0.05 + 2.0 - cap;
    assert_near(sim_body_mass(world, instance.bodies[sim_model_find_body(&def.model, "rod")]), 4.5,
                1e-12);
    assert_near(sim_body_mass(world, instance.bodies[sim_model_find_body(&def.model, "rod.2")]),
                m - cut_off, 1e-10);
    assert_near(sim_body_mass(world, instance.bodies[sim_model_find_body(&def.model, "rod.2.2")]),
                cut_off, 1e-10);
    run_until(0.01);
    assert_true(sim_joint_broken(world, instance.joints[def.model.joint_count - 1]));
    stop();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_place_and_cause),
        cmocka_unit_test(a_cut_changes_nothing_but_what_it_cuts),
        cmocka_unit_test(parts_share_the_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
