// Random models saved at random moments: a world that has never run, restored from the bytes,
// does the same, bit by bit, whatever the solver, the time control and what is done to it
// meanwhile.
#include <stdlib.h>
#include <string.h>

#include "sim/model/snapshot.h"
#include "sim/validate.h"
#include "tests/sim/random_model.h"

// Boxes that fall on the model and the floor, some of which bounce, and a differential.
static void add_company(struct model *m) {
    const struct sim_material springy = {
        .name = "springy", .friction = 0.4, .stiffness = 1e6, .damping = 1e3, .restitution = 0.6};
    const int material = sim_world_add_material(m->world, &springy);
    for (int i = 0; i < 6; i++) {
        struct sim_shape shape = {.kind = i == 0 ? SIM_SHAPE_BOX : (enum sim_shape_kind)pick(4),
                                  .pose = sim_pose_identity(),
                                  .radius = {0.2, 0.2},
                                  .half_length = 0.3,
                                  .half = {0.3, 0.2, 0.25},
                                  .material = share() < 0.5 ? material : 0,
                                  .mass = i == 0 ? 0.0 : between(1.0, 50.0),
                                  .collides = true};
        struct sim_body_def def = sim_default_body_def();
        def.fixed = i == 0;
        def.pose.p = sim_vec3(between(-0.5, 0.5), between(-0.5, 0.5), -2.0 + 0.7 * i);
        if (i == 0) {
            shape.half = sim_vec3(20, 20, 0.5);
            def.pose.p.z = -3.0;
        }
        def.shapes = &shape;
        def.shape_count = 1;
        assert_null(sim_body_def_problem(&def));
        (void)sim_body_create(m->world, &def);
    }
    for (int i = 0; i + 1 < m->joints; i++) {
        struct sim_differential_def def = sim_default_differential_def();
        if (share() > 0.2 || m->axes[i] == 0 || m->axes[i + 1] == 0)
            continue;
        def.joint[0] = m->joint[i];
        def.joint[1] = m->joint[i + 1];
        def.ratio[1] = between(-2.0, 2.0);
        def.motor = true;
        def.rate = between(-1.0, 1.0);
        def.force_high = 200.0;
        def.force_low = -200.0;
        (void)sim_differential_create(m->world, &def);
    }
}

// Changes by a program between two steps, the same for the same seed and step.
static void meddle(struct model *m, uint64_t seed, int step) {
    random_state = seed * 1000003u + (uint64_t)step * 7919u + 1u;
    (void)share();
    if (share() > 0.15)
        return;
    const struct sim_body_id body = m->body[pick(m->bodies)];
    const struct sim_joint_id joint =
        m->joints > 0 ? m->joint[pick(m->joints)] : (struct sim_joint_id){0};
    switch (pick(5)) {
    case 0:
        sim_body_apply(m->world, body, sim_scale(direction(), 300.0), direction(),
                       sim_body_centre(m->world, body));
        break;
    case 1:
        if (m->joints > 0)
            sim_joint_set_blocked(m->world, joint, !sim_joint_blocked(m->world, joint));
        break;
    case 2:
        if (m->joints > 0)
            sim_joint_free_axis(m->world, joint, 0)->motor.target = between(-1.0, 1.0);
        break;
    case 3:
        sim_body_set_velocity(m->world, body, direction(), direction());
        break;
    default:
        sim_body_set_enabled(m->world, body, !sim_body_enabled(m->world, body));
        break;
    }
}

static void run(struct model *m, uint64_t seed, int from, int to) {
    for (int i = from; i < to; i++) {
        meddle(m, seed, i);
        sim_world_step(m->world);
        assert_null(sim_world_validate(m->world));
    }
}

static void continues(uint64_t seed, const struct sim_world_def *def) {
    struct model first, second;
    struct sim_snapshot middle = {0}, end = {0}, other = {0};
    build(&first, seed, def);
    add_company(&first);
    const int at = pick(60), last = at + 40;
    run(&first, seed, 0, at);
    sim_world_save(first.world, &middle);
    run(&first, seed, at, last);
    sim_world_save(first.world, &end);

    build(&second, seed, def);
    add_company(&second);
    assert_null(sim_world_restore(second.world, middle.bytes, middle.size));
    run(&second, seed, at, last);
    sim_world_save(second.world, &other);
    assert_true(sim_world_hash(first.world) == sim_world_hash(second.world));
    // Every byte of the state, also what the hash leaves out.
    assert_int_equal(end.size, other.size);
    if (memcmp(end.bytes, other.bytes, end.size) != 0)
        fail_msg("model %llu saved before step %d continues differently", (unsigned long long)seed,
                 at);
    sim_world_destroy(first.world);
    sim_world_destroy(second.world);
    sim_snapshot_finish(&middle);
    sim_snapshot_finish(&end);
    sim_snapshot_finish(&other);
}

static void random_models_continue_with_the_same_bits(void **state) {
    (void)state;
    static const enum sim_solver solvers[] = {SIM_SOLVER_SPARSE, SIM_SOLVER_DANTZIG,
                                              SIM_SOLVER_PGS};
    const char *asked = getenv("KRANICH_MODELS");
    const long models = asked != NULL ? strtol(asked, NULL, 10) : 12;
    for (long i = 0; i < models; i++) {
        for (int s = 0; s < 3; s++) {
            struct sim_world_def def = sim_default_world_def();
            def.solver = solvers[s];
            def.iterations = 30; // far from converged: the warm start decides
            def.broad_phase = i % 2 == 0 ? SIM_BROAD_GRID : SIM_BROAD_SWEEP;
            def.shock = (enum sim_shock)(i % 3);
            def.deepest = i % 4 == 0 ? 0.002 : 0.0;
            def.halvings = 3;
            continues((uint64_t)i + 1, &def);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_models_continue_with_the_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
