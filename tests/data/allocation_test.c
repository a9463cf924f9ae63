// Once a scene has settled, a step allocates nothing, on one thread and on two.
//
// This program has the C library's allocating functions replaced by ones that count, so that what
// the library itself allocates (qsort() does) is counted, too. Sanitizers bring their own; with
// them the steps are only run.
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "data/exercise/exercise.h"
#include "data/model/read.h"
#include "tests/near.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define REPLACED 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define REPLACED 0
#endif
#endif
#if !defined(REPLACED) && defined(__GLIBC__)
#define REPLACED 1
#elif !defined(REPLACED)
#define REPLACED 0
#endif

static atomic_long allocations;

#if REPLACED
// glibc's own, by the names under which it exports them for this purpose.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_realloc(memory, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_memalign(alignment, size);
}
#endif

static void the_counter_counts(void **state) {
    (void)state;
    if (!REPLACED)
        return;
    const long before = atomic_load(&allocations);
    void *volatile some = malloc(10);
    free(some);
    assert_int_equal(atomic_load(&allocations) - before, 1);
}

enum { SETTLE = 500, STEPS = 500 };

static void path_of(char path[512], const char *file) {
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, 512, "%s/data/library/%s", root != NULL ? root : ".", file);
}

// ---- a harvester and a forwarder on the worksite ----

static struct dat_exercise exercise;
static struct veh_machine_def harvester;
static struct dat_diagnostics d;

static void swing(struct veh_controls controls[2], double time, double amplitude) {
    const double value = amplitude * sim_sin(0.5 * SIM_PI * time);
    for (int m = 0; m < 2; m++) {
        controls[m] = (struct veh_controls){{0.0}};
        controls[m].value[VEH_SLEW] = 0.3 * value;
        controls[m].value[VEH_BOOM] = 0.1 * value;
        controls[m].value[VEH_TELESCOPE] = 0.2 * value;
    }
}

static long allocated_on_site(int threads, double amplitude) {
    struct veh_worksite site;
    struct dat_problem problem = {""};
    struct veh_controls controls[2];
    char path[512];
    path_of(path, "exercises/first-load.yaml");
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    path_of(path, "machines/harvester.yaml");
    assert_true(dat_load_model(path, &harvester, &d));
    exercise.threads = threads;
    assert_true(dat_exercise_start(&exercise, &site, &problem));
    // Where the crane reaches no tree: one that is touched is bent, and gets a body on a joint.
    assert_int_equal(veh_worksite_add_machine(&site, &harvester, exercise.start_x + 40.0,
                                              exercise.start_y + 20.0, 0.4),
                     1);
    long before = 0;
    for (int i = 0; i < SETTLE + STEPS; i++) {
        swing(controls, veh_worksite_time(&site), amplitude);
        if (i == SETTLE)
            before = atomic_load(&allocations);
        veh_worksite_step(&site, controls);
    }
    const long count = atomic_load(&allocations) - before;
    assert_null(sim_world_fault(site.world));
    assert_true(sim_world_stats(site.world)->clusters >= 2);
    veh_worksite_finish(&site);
    veh_machine_def_finish(&harvester);
    dat_exercise_finish(&exercise);
    return count;
}

static void machines_at_rest_allocate_nothing(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++)
        assert_int_equal(allocated_on_site(threads, 0.0), 0);
}

static void swinging_cranes_allocate_nothing(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++)
        assert_int_equal(allocated_on_site(threads, 1.0), 0);
}

// ---- all solvers and both broad phases ----

static struct veh_machine_def model;

static long allocated_in(const char *file, enum sim_solver solver, enum sim_broad_phase broad,
                         int threads) {
    char path[512];
    struct sim_instance instance[2];
    path_of(path, file);
    assert_true(dat_load_model(path, &model, &d));
    struct sim_world_def def = model.model.world;
    def.solver = solver;
    def.broad_phase = broad;
    def.iterations = 10;
    def.threads = threads;
    struct sim_world *world = sim_world_create(&def);
    assert_non_null(world);
    struct sim_pose pose = sim_pose_identity();
    for (int i = 0; i < 2; i++) {
        pose.p.y = 150.0 * i;
        assert_true(sim_instance_create(&instance[i], world, &model.model, pose));
    }
    long before = 0;
    for (int i = 0; i < SETTLE + STEPS; i++) {
        if (i == SETTLE)
            before = atomic_load(&allocations);
        for (int k = 0; k < 2; k++)
            sim_instance_apply(&instance[k]);
        sim_world_step(world);
    }
    const long count = atomic_load(&allocations) - before;
    for (int i = 0; i < 2; i++)
        sim_instance_finish(&instance[i]);
    sim_world_destroy(world);
    veh_machine_def_finish(&model);
    return count;
}

static void no_solver_allocates(void **state) {
    (void)state;
    static const enum sim_solver solvers[] = {SIM_SOLVER_SPARSE, SIM_SOLVER_DANTZIG,
                                              SIM_SOLVER_PGS};
    for (size_t s = 0; s < sizeof solvers / sizeof solvers[0]; s++)
        assert_int_equal(allocated_in("bench/reference-harvester.yaml", solvers[s],
                                      s % 2 ? SIM_BROAD_SWEEP : SIM_BROAD_GRID, 2),
                         0);
}

static void piles_allocate_nothing(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++)
        for (int broad = 0; broad < 2; broad++)
            assert_int_equal(allocated_in("physics/stack.yaml", SIM_SOLVER_SPARSE,
                                          broad ? SIM_BROAD_SWEEP : SIM_BROAD_GRID, threads),
                             0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_counter_counts),
        cmocka_unit_test(machines_at_rest_allocate_nothing),
        cmocka_unit_test(swinging_cranes_allocate_nothing),
        cmocka_unit_test(no_solver_allocates),
        cmocka_unit_test(piles_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
