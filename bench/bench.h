// Benchmarks: scenes that any rigid-body engine can run, engines that run them side by side, and
// what comes out. Times are medians of single steps, as the thread has worked on them; engines take
// turns in blocks of steps within one process, so that what else the machine does meets all of
// them.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "sim/base/profile.h"
#include "sim/model/model.h"

#define BENCH_INPUTS 8

// A scene is a model of bodies whose frames lie in their centres of mass.
struct bench_scene {
    const char *name, *what;
    struct sim_model model; // owned; its world is what all engines take gravity and step from
    const double *swing;    // amplitude of each input, NULL: all stay 0
    double settle;          // [s] before anything is measured
    bool crowded;           // with thousands of contact rows: only for engines that take few sweeps
    const char *mjcf;       // file of the library that holds the same for MuJoCo, NULL: none
};

// Reads a model of the library that ships: "machines/harvester.yaml". The caller finishes *def.
// False: there is none, or it is faulty, which was reported on stderr.
struct veh_machine_def;
bool bench_load(const char *file, struct veh_machine_def *def);

// The scenes. False: out of memory or an unreadable file, which was reported on stderr.
bool bench_harvester(struct bench_scene *scene, bool move);
bool bench_chain(struct bench_scene *scene, int bodies);
bool bench_tree(struct bench_scene *scene, int bodies);
bool bench_net(struct bench_scene *scene);
bool bench_wall(struct bench_scene *scene);
bool bench_bunk(struct bench_scene *scene, bool drop);
void bench_scene_finish(struct bench_scene *scene); // accepts a zeroed struct
// Value of an input at time t [s].
double bench_input(const struct bench_scene *scene, int input, double time);
// Is the shape the scene's level ground? Engines that have planes take one.
bool bench_is_ground(const struct sim_model_body *body, const struct sim_shape *shape);
// Coefficient of friction of the shape's material, the default's where it has none.
double bench_friction(const struct sim_model *model, const struct sim_shape *shape);
// Mass properties of a body of the scene.
struct sim_mass bench_mass(const struct sim_model *model, int body);

// Errors of a joint, and the largest of a scene, in the poses given, whoever computed them:
// distance of the anchors [m] and angle [rad].
struct bench_errors {
    double metres, radians;
};
struct bench_errors bench_joint_errors(const struct sim_model *model, int joint,
                                       const struct sim_pose *pose);
struct bench_errors bench_errors(const struct sim_model *model, const struct sim_pose *pose);

// Deepest overlap [m] of the shapes of two bodies in the poses given, 0 or more.
double bench_overlap(const struct sim_model *model, const struct sim_pose *pose);

// An engine, with its settings.
struct bench_engine {
    const char *name;
    int solver, iterations; // meaning is the engine's own
    bool thorough;          // direct or with many sweeps: left out of crowded scenes
    // NULL: it cannot do this scene.
    void *(*create)(const struct bench_engine *engine, const struct bench_scene *scene);
    void (*set_input)(void *self, int input, double value); // of the next step
    void (*step)(void *self);
    void (*poses)(void *self, struct sim_pose *pose); // of all bodies of the model
    void (*destroy)(void *self);
    // The world whose stages can be measured. NULL: it has none.
    struct sim_world *(*world)(void *self);
};
extern const struct bench_engine bench_sparse, bench_dantzig, bench_pgs_10, bench_pgs_100,
    bench_pgs_10_shock; // the last with shock propagation (Jung 4.4.1)
// Engines of others that were found at build time; count may be 0.
const struct bench_engine *const *bench_peers(int *count);

struct bench_result {
    double median, low, high;   // [s] per step; the middle half lies between low and high
    double fast;                // [s] the fastest tenth takes less: what others left alone
    struct bench_errors errors; // largest after settling
    double moved;               // [m] farthest way of a body from its place at the start
    double overlap;             // [m] at the end
    double stage[SIM_STAGES];   // [s] median per step, from a run of its own
    bool ran;
};

// Where the time of a world's steps goes, by the clock on the wall.
struct bench_stages {
    double stage[SIM_STAGES], rest; // [s] per step, medians; outside of the world
};
// step: makes one, which begins and ends with sim_world_step() or has that inside; returns the
// seconds that it took. Zeros where memory is missing.
struct bench_stages bench_profile(struct sim_world *world, double (*step)(void *self), void *self,
                                  int steps);

#define BENCH_ENGINES 12

// Runs the scene in all engines for steps timed steps each.
void bench_run(const struct bench_scene *scene, const struct bench_engine *const *engines,
               int count, int steps, struct bench_result *results);

// The same world on one thread and on two, in turns.
enum bench_sharing {
    BENCH_ONE_THREAD,
    BENCH_TWO_THREADS,
    BENCH_TWO_WORLDS, // a world per machine and thread: what two threads can give at most
    BENCH_SHARINGS
};
struct bench_pair {
    const char *name, *what;
    struct {
        double median, low, high; // [s] per step, as above
        double fast;              // [s] a tenth of the steps were faster
        double speed_up;          // against one thread: median over the turns of the ratio of two
                                  // neighbouring turns' medians, since clocks change meanwhile
        bool ran;
    } way[BENCH_SHARINGS];
    struct bench_stages stages; // on one thread
    bool same;                  // one and two threads ended in the same state
};
#define BENCH_PAIRS 2
// number: below BENCH_PAIRS. False: out of memory or an unreadable file, which was reported on
// stderr.
bool bench_run_pair(int number, int steps, struct bench_pair *pair);

double bench_clock(void); // [s], monotonic
// [s] that the calling thread has worked, without the time that other programs were given its core.
double bench_work_clock(void);
// Sorts values and returns the quantile q (0 to 1).
double bench_quantile(double *values, int count, double q);
// Slope of log y over log x by least squares: the exponent of growth.
double bench_exponent(const double *x, const double *y, int count);

// ---- experiments of their own ----

// The error experiment of Jung 3.5.3: what adds up when nothing corrects it.
#define BENCH_ERROR_SERIES 8
#define BENCH_ERROR_STEPS 83 // of 12 ms: about a second
struct bench_error_curve {
    const char *name;                // of the solver
    double median;                   // [s] per step
    double time[BENCH_ERROR_STEPS];  // [s]
    double error[BENCH_ERROR_STEPS]; // sum of squares over all joints [m^2 + rad^2]
};
// Fills the first steps points of curves (BENCH_ERROR_SERIES). Returns their number; 0: failed,
// reported on stderr.
int bench_error_run(int steps, struct bench_error_curve *curves);
// Runs it, prints the table, adds it to json and draws figure 3.14 into svg (NULL: no picture).
bool bench_error_experiment(json_t *json, const char *svg);

// The gain of the stages of the contact graph (Jung 4.6, table 4.1): prints the table, adds it to
// json.
bool bench_graph_gains(json_t *json);

// Worksites, each against what it is to be compared with: 100 logs in a forwarder's bunk, loose and
// fused; a harvester among 1,000 trees and without; a forwarder where 10,000 logs lie about and
// where none do; a harvester in a forest of 1,000,000 trees on 10 km2 and in one of 1,000 as dense;
// a harvester that fells and processes trees on soft and on hard ground. False: failed, reported on
// stderr.
struct bench_site_result {
    const char *name;
    struct bench_result result;
    double rest; // [s] per step outside of the world, median
    int count;   // logs in the bunk (fused: as part of it), trees in the dynamics, logs, trees,
                 // felled
    int rows, contacts; // in the last step
    double penetration; // [m] deepest contact then
};
bool bench_site_forwarder(int steps, struct bench_site_result results[2]);
bool bench_site_full_load(int steps, struct bench_site_result results[2]);
bool bench_site_reach(int steps, struct bench_site_result results[2]);
bool bench_site_trees(int steps, struct bench_site_result results[2]);
bool bench_site_logs(int steps, struct bench_site_result results[2]);
bool bench_site_forest(int steps, struct bench_site_result results[2]);
bool bench_site_soft_ground(int steps, struct bench_site_result results[2]);
