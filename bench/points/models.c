#include "bench/points/models.h"

#include <stdio.h>

#include "bench/bench.h"
#include "vehicles/machine_def.h"

struct run {
    struct veh_machine_def def;
    struct sim_world *world;
    struct sim_instance instance;
};

static struct run run; // large; one at a time

static void end(void) {
    sim_instance_finish(&run.instance);
    sim_world_destroy(run.world);
    veh_machine_def_finish(&run.def);
}

static bool begin(const char *name, double h) {
    char file[256];
    (void)snprintf(file, sizeof file, "physics/%s.yaml", name);
    if (!bench_load(file, &run.def))
        return false;
    if (h > 0.0)
        run.def.model.world.step = h;
    run.instance = (struct sim_instance){0};
    run.world = sim_world_create(&run.def.model.world);
    if (run.world != NULL &&
        sim_instance_create(&run.instance, run.world, &run.def.model, sim_pose_identity()))
        return true;
    fputs("kranich bench: error: not enough memory\n", stderr);
    end();
    return false;
}

static void step(void) {
    sim_instance_apply(&run.instance);
    sim_world_step(run.world);
}

bool bench_model_energies(const char *name, double h, int steps, struct bench_energies *found) {
    if (!begin(name, h))
        return false;
    struct bench_energy_count count = {.steps = steps};
    for (int i = 0; i <= steps; i++) {
        const struct sim_energy e = sim_world_energy(run.world);
        bench_count_energy(&count, i, e.kinetic, e.potential);
        step();
    }
    *found = count.found;
    end();
    return true;
}

bool bench_model_centre(const char *name, double h, int steps, double *x) {
    if (!begin(name, h))
        return false;
    double sum = 0.0, mass = 0.0;
    for (int i = 0; i < steps; i++)
        step();
    for (int i = 0; i < run.def.model.body_count; i++) {
        const double m = sim_body_mass(run.world, run.instance.bodies[i]);
        sum += m * sim_body_centre(run.world, run.instance.bodies[i]).x;
        mass += m;
    }
    *x = sum / mass;
    end();
    return true;
}

// In the report's steps of 0.16 s, two of the model's.
bool bench_model_flight(struct bench_flight *found) {
    enum { STEPS = 1000 };
    if (!begin("points_cube", 0.08))
        return false;
    const struct sim_body_id cube = run.instance.bodies[0];
    *found = (struct bench_flight){.way = 0.0};
    for (int i = 0; i < STEPS; i++) {
        const struct sim_quat before = sim_body_pose(run.world, cube).q;
        step();
        step();
        const struct sim_pose now = sim_body_pose(run.world, cube);
        found->angle +=
            sim_length(sim_quat_log(sim_quat_mul(now.q, sim_quat_conj(before)))) / STEPS;
        if (i == 201)
            found->at_202 = now.p.x;
    }
    found->way = -sim_body_centre(run.world, cube).x;
    found->kinetic = sim_world_energy(run.world).kinetic;
    end();
    return true;
}

bool bench_model_spin(int steps, struct bench_spin *found) {
    if (!begin("points_top", 0.0))
        return false;
    const struct sim_body_id top = run.instance.bodies[0];
    *found = (struct bench_spin){.tilt = 0.0};
    for (int i = 0; i < steps; i++) {
        step();
        const struct sim_vec3 up = {0.0, 0.0, 1.0};
        const double tilt = sim_acos(sim_rotate(sim_body_pose(run.world, top).q, up).z);
        const double rate = sim_length(sim_body_angular_velocity(run.world, top)) / (2.0 * SIM_PI);
        bench_count_spin(found, tilt, rate);
    }
    end();
    return true;
}
