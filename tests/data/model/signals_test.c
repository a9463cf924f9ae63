#include "data/model/signals.h"

#include <stdlib.h>
#include <string.h>

#include "data/model/read.h"
#include "tests/near.h"

static const char model[] =
    "kind: model\nname: t\n"
    "inputs: [{name: pull, initial: 1}]\n"
    "bodies:\n"
    "  - {name: a, position: [1, 2, 3], shapes: [{sphere: 1, mass: 2}]}\n"
    "  - {name: b, shapes: [{sphere: 1, mass: 2, collides: false}]}\n"
    "joints:\n"
    "  - {name: h, kind: hinge, parent: world, child: a, axis: z,\n"
    "     motor: {mode: force, input: pull, scale: 6}}\n"
    "  - {name: u, kind: universal, parent: a, child: b, axis: x, axis2: y}\n"
    "sensors: [{name: height, kind: body_height, body: a}]\n";

static struct veh_machine_def def;
static struct sim_world *world;
static struct sim_instance instance;

static int set_up(void **state) {
    (void)state;
    static struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.yaml", model);
    assert_true(dat_read_model(model, "t.yaml", NULL, &def, &d));
    world = sim_world_create(&def.model.world);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
    return 0;
}

// Writes the chosen signals; header and row have room for size bytes each.
static void write_signals(const char *globs, bool energy, char *header, char *row, size_t size) {
    struct dat_signals signals;
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(dat_signals_init(&signals, &instance, energy, energy, globs));
    dat_signals_write_header(&signals, file);
    dat_signals_write_row(&signals, file);
    rewind(file);
    assert_non_null(fgets(header, (int)size, file));
    assert_non_null(fgets(row, (int)size, file));
    (void)fclose(file);
    dat_signals_finish(&signals);
}

static void header_names_every_signal(void **state) {
    (void)state;
    char header[4096];
    char row[4096];
    write_signals(NULL, true, header, row, sizeof header);
    assert_string_equal(header, "t,a.x,a.y,a.z,a.qw,a.qx,a.qy,a.qz,a.vx,a.vy,a.vz,a.wx,a.wy,a.wz,"
                                "b.x,b.y,b.z,b.qw,b.qx,b.qy,b.qz,b.vx,b.vy,b.vz,b.wx,b.wy,b.wz,"
                                "h.q,h.qd,h.f,h.error_m,h.error_rad,"
                                "u.q1,u.qd1,u.f1,u.q2,u.qd2,u.f2,u.error_m,u.error_rad,height,"
                                "energy.kinetic,energy.potential,energy.elastic,"
                                "momentum.x,momentum.y,momentum.z,"
                                "angular_momentum.x,angular_momentum.y,angular_momentum.z,"
                                "stats.clusters,stats.contacts,stats.rows,stats.iterations,"
                                "stats.regularisations,stats.unsolved,stats.residual,stats.parts,"
                                "stats.taken_back\n");
    int commas[2] = {0, 0};
    for (const char *s = header; *s != '\0'; s++)
        commas[0] += *s == ',';
    for (const char *s = row; *s != '\0'; s++)
        commas[1] += *s == ',';
    assert_int_equal(commas[0], commas[1]);
}

static void globs_choose_signals(void **state) {
    (void)state;
    char header[4096];
    char row[4096];
    write_signals("a.[xyz],height,h.q*", false, header, row, sizeof header);
    assert_string_equal(header, "t,a.x,a.y,a.z,h.q,h.qd,height\n");
    assert_string_equal(row, "0,1,2,3,0,0,3\n");
    write_signals("nothing", true, header, row, sizeof header);
    assert_string_equal(header, "t\n");
}

static void values_are_those_of_the_world(void **state) {
    (void)state;
    char header[4096];
    char row[4096];
    for (int i = 0; i < 100; i++) {
        sim_instance_apply(&instance);
        sim_world_step(world);
    }
    write_signals("a.wz,h.qd,h.f,energy.kinetic", true, header, row, sizeof header);
    double t = 0.0;
    double wz = 0.0;
    double qd = 0.0;
    double f = 0.0;
    double kinetic = 0.0;
    assert_int_equal(sscanf(row, "%lf,%lf,%lf,%lf,%lf", &t, &wz, &qd, &f, &kinetic), 5);
    assert_near(t, 1.0, 1e-9);
    assert_near(qd, sim_joint_speed(world, instance.joints[0], 0), 1e-8);
    assert_near(wz, qd, 1e-8);
    assert_near(f, 6.0, 1e-8); // scale times input
    assert_near(kinetic, sim_world_energy(world).kinetic, 1e-6);
    assert_true(kinetic > 0.1);
}

// Nine digits of a third are enough for a table; 17 are read back as the same number.
static void digits_are_chosen(void **state) {
    (void)state;
    char row[4096];
    const struct sim_pose pose = {{1.0 / 3.0, 0.0, 0.0}, sim_quat_identity()};
    sim_body_set_pose(world, instance.bodies[0], pose);
    for (int digits = 9; digits <= 17; digits += 8) {
        struct dat_signals signals;
        FILE *file = tmpfile();
        assert_non_null(file);
        assert_true(dat_signals_init(&signals, &instance, false, false, "a.x"));
        signals.digits = digits;
        dat_signals_write_row(&signals, file);
        rewind(file);
        assert_non_null(fgets(row, sizeof row, file));
        (void)fclose(file);
        dat_signals_finish(&signals);
        const double read = strtod(strchr(row, ',') + 1, NULL);
        assert_int_equal(read >= 1.0 / 3.0 && read <= 1.0 / 3.0, digits == 17);
        assert_near(read, 1.0 / 3.0, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(header_names_every_signal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(globs_choose_signals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(digits_are_chosen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(values_are_those_of_the_world, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
