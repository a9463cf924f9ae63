// The gain of the analysis of the contact graph (Jung 4.6, table 4.1): the same scene without and
// with one of its three stages.
//
//   one body          wheels that stand are fused with what carries them, against 6 joints with
//                     their couplings
//   collision groups  the links of a chain are one group, against every link its own
//   clusters          machines and stacks that do not touch are solved one by one, against as one
//                     problem
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "data/text/json.h"
#include "data/text/table.h"

enum { MODELS = 3, BLOCK = 10 };
static const double apart = 1000.0; // [m] between models: each has its own ground

// One side of a comparison: models side by side in a world of their own.
struct side {
    struct bench_scene scene[MODELS];
    int models;
    struct sim_world_def def;
    struct sim_world *world;
    struct sim_instance instance[MODELS];
    double *seconds, *stage, *solver;
    struct sim_step_stats stats; // of the last step
};

struct comparison {
    const char *what, *scene, *solver;
    bool (*build)(struct side *side, bool with);
    enum sim_stage stage; // what it costs or saves besides the solver
    int steps;
};

// ---- scenes ----

static bool add_harvester(struct side *s) {
    struct bench_scene *scene = &s->scene[s->models];
    if (!bench_harvester(scene, false))
        return false;
    s->models++;
    s->def = scene->model.world;
    return true;
}

// All hinges of the six wheels.
static bool wheels(struct side *s, bool with) {
    if (!add_harvester(s))
        return false;
    struct sim_model *model = &s->scene[0].model;
    for (int i = 0; i < model->joint_count; i++)
        if (strncmp(model->joints[i].name, "wheel_", 6) == 0)
            model->joints[i].def.blocked = with;
    return true;
}

static bool wheels_dense(struct side *s, bool with) {
    const bool built = wheels(s, with);
    s->def.solver = SIM_SOLVER_DANTZIG;
    return built;
}

// Links shorter than their distance, so that neighbours have a gap of 3 cm and never touch.
static bool chain(struct side *s, bool with) {
    if (!bench_chain(&s->scene[0], 200))
        return false;
    s->models = 1;
    struct sim_model *model = &s->scene[0].model;
    s->def = model->world;
    for (int i = 0; i < model->shape_count; i++) {
        model->shapes[i].half.z *= 0.85;
        model->shapes[i].collides = true;
    }
    for (int i = 0; i < model->joint_count; i++)
        model->joints[i].def.separate_collider_groups = !with;
    return true;
}

static bool machines(struct side *s, bool with) {
    for (int i = 0; i < MODELS; i++)
        if (!add_harvester(s))
            return false;
    s->def.one_cluster = !with;
    return true;
}

static bool machines_dense(struct side *s, bool with) {
    const bool built = machines(s, with);
    s->def.solver = SIM_SOLVER_DANTZIG;
    return built;
}

static bool stacks(struct side *s, bool with) {
    for (int i = 0; i < 2; i++) {
        if (!bench_wall(&s->scene[i]))
            return false;
        s->models++;
    }
    s->def = s->scene[0].model.world;
    s->def.solver = SIM_SOLVER_PGS;
    s->def.iterations = 10;
    s->def.one_cluster = !with;
    return true;
}

static const struct comparison comparisons[] = {
    {"one body", "wheels of the harvester", "sparse", wheels, SIM_STAGE_RECONFIGURE, 400},
    {"one body", "wheels of the harvester", "dantzig", wheels_dense, SIM_STAGE_RECONFIGURE, 200},
    {"collision groups", "chain of 200 links", "sparse", chain, SIM_STAGE_COLLIDE, 200},
    {"clusters", "three harvesters", "sparse", machines, SIM_STAGE_CLUSTERS, 200},
    {"clusters", "three harvesters", "dantzig", machines_dense, SIM_STAGE_CLUSTERS, 30},
    {"clusters", "two walls of 240 boxes", "pgs-10", stacks, SIM_STAGE_CLUSTERS, 60},
};
enum { COMPARISONS = sizeof comparisons / sizeof comparisons[0] };

// ---- measuring ----

static void finish(struct side *s) {
    for (int i = 0; i < s->models; i++) {
        sim_instance_finish(&s->instance[i]);
        bench_scene_finish(&s->scene[i]);
    }
    sim_world_destroy(s->world);
    free(s->seconds);
    free(s->stage);
    free(s->solver);
}

static bool start(struct side *s, const struct comparison *c, bool with) {
    *s = (struct side){0};
    if (!c->build(s, with))
        return false;
    const size_t size = (size_t)c->steps * sizeof(double);
    s->seconds = malloc(size);
    s->stage = malloc(size);
    s->solver = malloc(size);
    s->world = sim_world_create(&s->def);
    bool made = s->world != NULL && s->seconds != NULL && s->stage != NULL && s->solver != NULL;
    for (int i = 0; made && i < s->models; i++)
        made = sim_instance_create(
            &s->instance[i], s->world, &s->scene[i].model,
            (struct sim_pose){sim_vec3(0.0, apart * i, 0.0), sim_quat_identity()});
    if (!made)
        fputs("kranich bench: error: not enough memory\n", stderr);
    return made;
}

static void step(struct side *s) {
    for (int i = 0; i < s->models; i++)
        sim_instance_apply(&s->instance[i]);
    sim_world_step(s->world);
}

static void measure(struct side *s, const struct comparison *c, int i) {
    // The same clock for the step and its parts, or on a busy computer a part takes longer.
    struct sim_profile profile = {.now = bench_work_clock};
    sim_world_set_profile(s->world, &profile);
    const double begin = bench_work_clock();
    step(s);
    s->seconds[i] = bench_work_clock() - begin;
    sim_world_set_profile(s->world, NULL);
    s->stage[i] = profile.seconds[c->stage];
    s->solver[i] = profile.seconds[SIM_STAGE_ROWS] + profile.seconds[SIM_STAGE_ORDER] +
                   profile.seconds[SIM_STAGE_FACTOR] + profile.seconds[SIM_STAGE_SOLVE] +
                   profile.seconds[SIM_STAGE_CHECK];
    s->stats = *sim_world_stats(s->world);
}

// Without and with take turns, like the engines of other benchmarks.
static bool compare(const struct comparison *c, struct side side[2]) {
    const bool made = start(&side[0], c, false);
    if (!start(&side[1], c, true) || !made)
        return false;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < c->steps / 4; i++)
            step(&side[k]);
    for (int done = 0; done < c->steps; done += BLOCK)
        for (int k = 0; k < 2; k++)
            for (int i = done; i < done + BLOCK && i < c->steps; i++)
                measure(&side[k], c, i);
    return true;
}

struct numbers {
    double step, solver, stage; // [s] medians
};

static struct numbers medians(struct side *s, int steps) {
    return (struct numbers){bench_quantile(s->seconds, steps, 0.5),
                            bench_quantile(s->solver, steps, 0.5),
                            bench_quantile(s->stage, steps, 0.5)};
}

// ---- output ----

static json_t *side_json(const struct side *s, const struct numbers *n) {
    json_t *json = json_object();
    dat_json_set_integer(json, "rows", s->stats.rows);
    dat_json_set_integer(json, "bodies", s->stats.groups);
    dat_json_set_integer(json, "clusters", s->stats.clusters);
    dat_json_set_number(json, "median_us", 1e6 * n->step);
    dat_json_set_number(json, "inverse_dynamics_us", 1e6 * n->solver);
    dat_json_set_number(json, "stage_us", 1e6 * n->stage);
    return json;
}

static void add_line(struct dat_table *table, const struct comparison *c, const struct side side[2],
                     const struct numbers n[2]) {
    dat_table_add(table, "%s", c->what);
    dat_table_add(table, "%s, %s", c->scene, c->solver);
    for (int k = 0; k < 2; k++) {
        dat_table_add(table, "%d/%d", side[k].stats.rows, side[k].stats.clusters);
        dat_table_add(table, "%.1f", 1e6 * n[k].solver);
        dat_table_add(table, "%.1f", 1e6 * n[k].stage);
        dat_table_add(table, "%.1f", 1e6 * n[k].step);
    }
    dat_table_add(table, "%.2f", n[0].step / n[1].step);
}

bool bench_graph_gains(json_t *json) {
    struct dat_table table;
    json_t *list = json_array();
    bool done = true;
    printf("\ngraph: a step without and with stages of the contact graph, us "
           "(inverse dynamics, the stage itself, all)\n");
    dat_table_init(&table, "stage|scene, solver|>rows/clusters|>inverse|>stage|>step|"
                           ">rows/clusters|>inverse|>stage|>step|>gain");
    for (int i = 0; i < COMPARISONS && done; i++) {
        struct side side[2] = {{.models = 0}};
        const struct comparison *c = &comparisons[i];
        done = compare(c, side);
        if (done) {
            const struct numbers n[2] = {medians(&side[0], c->steps), medians(&side[1], c->steps)};
            add_line(&table, c, side, n);
            json_t *object = json_object();
            dat_json_set_text(object, "stage", c->what);
            dat_json_set_text(object, "scene", c->scene);
            dat_json_set_text(object, "solver", c->solver);
            dat_json_set(object, "without", side_json(&side[0], &n[0]));
            dat_json_set(object, "with", side_json(&side[1], &n[1]));
            json_array_append_new(list, object);
        }
        finish(&side[0]);
        finish(&side[1]);
    }
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
    dat_json_set(json, "graph", list);
    return done;
}
