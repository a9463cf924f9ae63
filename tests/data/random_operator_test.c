// A random operator: levers moved without sense, by which the dynamics must hold together. Four
// cases, either machine, empty and loaded, on the shipped site and on the same site tilted.
//
// KRANICH_SOAK=HOURS runs each case for so many simulated hours (suite `soak`), and prints what it
// has seen to standard error, with each step that took more processor time than it simulates.
// Everything but that time follows from the number of a run, which a failure names.
//
// data_random_operator_test [CASE [RUN]] runs one case only, from that run on.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/exercise/practice.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"

enum { RUNS = 4 };               // of a case
static const double run = 30.0;  // [s]
static const double lead = 60.0; // [s] in which the demonstrator gets a load, at most

// Bars. Runs of ten hours per case stay at 6 mm at the joints (the saw bar's hinge, hit by a tree).
// Work is counted instead of timed: pivots of all ways and sweeps of the second best, of which a
// pile may need five.
static const double most_joint_error = 0.015;
// [m] By which a tyre of 0.57 MN/m gives way under all of a machine of 23 t. An hour of random
// levers comes to 0.31, where a machine is about to tip over or drives against a trunk.
static const double most_penetration = 0.4;
static const int most_iterations = 900;
static const double most_unsolved = 1e-3; // share of the steps
static const double real_time = 0.01;     // [s] of a step

struct seen {
    double joint_error, penetration, residual; // [m], [m], [m/s] of solved steps
    int iterations;
    long steps, unsolved, late; // late: steps that took longer than real time
    double slowest;             // [s] of processor time
};

static unsigned first_run; // 0: that of the case
static struct dat_exercise exercise;
static struct dat_practice practice;
static uint64_t random_state;

static double random_share(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

// ---- the exercise ----

// A plane that rises along x comes on top of the site.
static void tilt(double slope) {
    struct ter_ground *g = &exercise.site.ground;
    for (int i = 0; i < g->field.rows * g->field.columns; i++)
        g->heights[i] += slope * g->field.spacing * (i % g->field.columns);
    for (int i = 0; i < exercise.site.stand.count; i++) {
        struct ter_tree *tree = &exercise.site.stand.trees[i];
        tree->position.z += slope * (tree->position.x - g->field.x0);
    }
}

static void start(const char *name, double slope) {
    static struct dat_diagnostics d;
    struct dat_problem problem = {""};
    char path[512];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/exercises/%s.yaml",
                   root != NULL ? root : ".", name);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    tilt(slope);
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem));
}

static void finish(void) {
    struct dat_problem problem = {""};
    assert_true(dat_practice_finish(&practice, DAT_FAILED, &problem));
    dat_exercise_finish(&exercise);
}

// With a tree in the head, the saw in the wood, logs on the ground and in the bunk.
static void get_loaded(double until) {
    struct veh_controls levers;
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason;
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    assert_non_null(demo);
    while (veh_worksite_time(&practice.site) < until &&
           veh_demo_step(demo, &practice.site, &levers) == VEH_DEMO_GOING)
        dat_practice_step(&practice, &levers);
    veh_demo_destroy(demo);
}

// ---- the operator ----

// Each lever holds a value for 0.2 to 3.2 s; a third of the time it is let go.
struct hands {
    struct veh_controls levers;
    double until[VEH_CONTROL_COUNT]; // [s]
    // Levers are thrown to their ends, the crane most of all inwards: onto its own machine.
    bool crush;
};

static double new_value(const struct hands *hands, enum veh_control control) {
    const bool momentary = veh_control_info(control)->momentary;
    if (momentary)
        return random_share() < 0.2 ? 1.0 : 0.0;
    if (hands->crush && (control == VEH_JIB || control == VEH_TELESCOPE))
        return random_share() < 0.8 ? -1.0 : 1.0;
    if (hands->crush)
        return random_share() < 0.5 ? -1.0 : 1.0;
    const double value = 2.0 * random_share() - 1.0;
    return random_share() < 0.35 ? 0.0 : value;
}

static void move(struct hands *hands, double time) {
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        if (time < hands->until[i])
            continue;
        hands->until[i] = time + 0.2 + (hands->crush ? 1.5 : 3.0) * random_share();
        hands->levers.value[i] = new_value(hands, (enum veh_control)i);
        if (i == VEH_BRAKE && random_share() < 0.7)
            hands->levers.value[i] = 0.0;
    }
}

static void look(struct seen *seen, unsigned seed) {
    const struct sim_step_stats *s = sim_world_stats(practice.site.world);
    const char *fault = sim_world_fault(practice.site.world);
    if (fault != NULL)
        fail_msg("run %u, step %ld: %s", seed, seen->steps, fault);
    seen->joint_error = sim_larger(seen->joint_error, s->joint_error);
    seen->penetration = sim_larger(seen->penetration, s->penetration);
    seen->iterations = s->iterations > seen->iterations ? s->iterations : seen->iterations;
    if (s->unsolved == 0)
        seen->residual = sim_larger(seen->residual, s->residual);
    seen->unsolved += s->unsolved > 0;
    seen->steps++;
    if (!(s->joint_error <= most_joint_error) || !(s->penetration <= most_penetration) ||
        s->iterations > most_iterations)
        fail_msg("run %u at %.2f s: joint error %.4f m, penetration %.4f m, %d iterations", seed,
                 veh_worksite_time(&practice.site), s->joint_error, s->penetration, s->iterations);
}

static double processor_time(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void step(struct seen *seen, const struct veh_controls *levers, unsigned seed) {
    const double before = processor_time();
    dat_practice_step(&practice, levers);
    const double took = processor_time() - before;
    seen->slowest = sim_larger(seen->slowest, took);
    if (took <= real_time)
        return;
    seen->late++;
    if (getenv("KRANICH_SOAK") != NULL)
        fprintf(stderr, "run %u at %.2f s: %.1f ms, %d iterations\n", seed,
                veh_worksite_time(&practice.site), 1e3 * took,
                sim_world_stats(practice.site.world)->iterations);
}

static void shake(struct seen *seen, unsigned seed) {
    struct hands hands = {.crush = seed % 2 == 0};
    const double end = veh_worksite_time(&practice.site) + run;
    random_state = seed;
    while (veh_worksite_time(&practice.site) < end && !practice.site.machines[0].tipped) {
        move(&hands, veh_worksite_time(&practice.site));
        step(seen, &hands.levers, seed);
        look(seen, seed);
    }
    assert_true(sim_vec3_finite(veh_machine_pose(&practice.site, 0).p));
}

// ---- cases ----

static void operate(const char *name, bool loaded, unsigned first) {
    const char *soak = getenv("KRANICH_SOAK");
    const double hours = soak != NULL ? strtod(soak, NULL) : 0.0;
    const double steps = hours * 3600.0 / 0.01;
    struct seen seen = {0};
    for (unsigned i = 0; i < RUNS || (double)seen.steps < steps; i++) {
        const unsigned seed = (first_run > 0 ? first_run : first) + i;
        start(name, seed % 4 < 2 ? 0.0 : 0.12);
        random_state = seed;
        if (loaded)
            get_loaded(lead * (0.3 + 0.7 * random_share()));
        shake(&seen, seed);
        finish();
    }
    if (soak != NULL)
        fprintf(stderr,
                "%s, %s: %ld steps, joint error %.4f m, penetration %.3f m, residual of a solved "
                "step %.4f m/s, %ld unsolved, at most %d iterations, %ld late, slowest %.1f ms\n",
                name, loaded ? "loaded" : "empty", seen.steps, seen.joint_error, seen.penetration,
                seen.residual, seen.unsolved, seen.iterations, seen.late, 1e3 * seen.slowest);
    assert_true((double)seen.unsolved <= most_unsolved * (double)seen.steps);
}

static void harvester(void **state) {
    (void)state;
    operate("first-harvest", false, 1);
}

static void harvester_at_work(void **state) {
    (void)state;
    operate("first-harvest", true, 1001);
}

static void forwarder(void **state) {
    (void)state;
    operate("first-load", false, 2001);
}

static void forwarder_at_work(void **state) {
    (void)state;
    operate("first-load", true, 3001);
}

static bool is_case(const struct CMUnitTest tests[], size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(tests[i].name, name) == 0)
            return true;
    fprintf(stderr, "there is no case '%s'\n", name);
    return false;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(harvester),
        cmocka_unit_test(harvester_at_work),
        cmocka_unit_test(forwarder),
        cmocka_unit_test(forwarder_at_work),
    };
    if (argc > 1 && !is_case(tests, sizeof tests / sizeof tests[0], argv[1]))
        return EXIT_FAILURE;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    if (argc > 2)
        first_run = (unsigned)strtoul(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
