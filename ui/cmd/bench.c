// `kranich bench`: the time of a step, compared with other engines, and the errors left.
#include "bench/bench.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bench/points/report.h"
#include "data/text/json.h"
#include "data/text/table.h"
#include "ui/cmd/args.h"
#include "ui/cmd/bench_levers.h"
#include "ui/cmd/bench_pictures.h"
#include "ui/cmd/bench_sound.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/screen/exit_status.h"

struct values {
    const char *json, *svg;
    bool peers, list;
    long steps;
};

static const struct ui_option options[] = {
    {.name = "list",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, list),
     .help = "only print the names and what they measure"},
    {.name = "peers",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, peers),
     .help = "also run the engines of others that were found at build time"},
    {.name = "steps",
     .type = UI_OPTION_INTEGER,
     .value = "N",
     .low = 10,
     .high = 1e6,
     .offset = offsetof(struct values, steps),
     .help = "timed steps per engine and scene, where --list does not say otherwise"},
    {.name = "svg",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, svg),
     .help = "where NAME draws; default: solver-errors.svg for 'errors', NAME.svg for others"},
    UI_OPTION_JSON_FILE(struct values),
};

static const char *stage_names[SIM_STAGES] = {[SIM_STAGE_RECONFIGURE] = "reconfigure",
                                              [SIM_STAGE_COLLIDE] = "collide",
                                              [SIM_STAGE_CLUSTERS] = "clusters",
                                              [SIM_STAGE_PREDICT] = "predict",
                                              [SIM_STAGE_ROWS] = "rows",
                                              [SIM_STAGE_ORDER] = "order",
                                              [SIM_STAGE_FACTOR] = "factor",
                                              [SIM_STAGE_SOLVE] = "solve",
                                              [SIM_STAGE_CHECK] = "check",
                                              [SIM_STAGE_MOVE] = "move",
                                              [SIM_STAGE_MEASURE] = "measure"};

static double solver_seconds(const struct bench_result *r) {
    return r->stage[SIM_STAGE_ORDER] + r->stage[SIM_STAGE_FACTOR] + r->stage[SIM_STAGE_SOLVE] +
           r->stage[SIM_STAGE_CHECK];
}

// ---- output ----

static json_t *result_json(const struct bench_engine *engine, const struct bench_result *r) {
    json_t *json = json_object();
    dat_json_set_text(json, "engine", engine->name);
    dat_json_set_number(json, "median_us", 1e6 * r->median);
    dat_json_set_number(json, "quartile_low_us", 1e6 * r->low);
    dat_json_set_number(json, "quartile_high_us", 1e6 * r->high);
    dat_json_set_number(json, "fastest_tenth_us", 1e6 * r->fast);
    dat_json_set_number(json, "joint_error_m", r->errors.metres);
    dat_json_set_number(json, "joint_error_rad", r->errors.radians);
    dat_json_set_number(json, "moved_m", r->moved);
    dat_json_set_number(json, "overlap_m", r->overlap);
    if (engine->world != NULL) {
        json_t *stages = json_object();
        for (int s = 0; s < SIM_STAGES; s++)
            dat_json_set_number(stages, stage_names[s], 1e6 * r->stage[s]);
        dat_json_set(json, "stages_us", stages);
    }
    return json;
}

static void print_results(const struct bench_engine *const *engines,
                          const struct bench_result *results, int count) {
    struct dat_table table;
    dat_table_init(&table,
                   "engine|>median us|>middle half|>fastest tenth|>ratio|>solver us|>joint error m|"
                   ">rad|>moved m|>overlap mm");
    for (int e = 0; e < count; e++) {
        const struct bench_result *r = &results[e];
        if (!r->ran)
            continue;
        dat_table_add(&table, "%s", engines[e]->name);
        dat_table_add(&table, "%.1f", 1e6 * r->median);
        dat_table_add(&table, "%.1f-%.1f", 1e6 * r->low, 1e6 * r->high);
        dat_table_add(&table, "%.1f", 1e6 * r->fast);
        dat_table_add(&table, "%.2f", r->median / results[0].median);
        if (engines[e]->world != NULL)
            dat_table_add(&table, "%.1f", 1e6 * solver_seconds(r));
        else
            dat_table_add(&table, "-");
        dat_table_add(&table, "%.3g", r->errors.metres);
        dat_table_add(&table, "%.3g", r->errors.radians);
        dat_table_add(&table, "%.3g", r->moved);
        dat_table_add(&table, "%.2f", 1e3 * r->overlap);
    }
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
}

static void print_stages(const struct bench_engine *const *engines,
                         const struct bench_result *results, int count) {
    printf("stages, us per step:\n");
    for (int e = 0; e < count; e++) {
        if (!results[e].ran || engines[e]->world == NULL)
            continue;
        printf("  %s:", engines[e]->name);
        for (int s = 0; s < SIM_STAGES; s++)
            printf(" %s %.1f", stage_names[s], 1e6 * results[e].stage[s]);
        putchar('\n');
    }
}

// ---- the benchmarks ----

static int with_peers(const struct values *values, const struct bench_engine *const *own, int count,
                      const struct bench_engine **all) {
    memcpy(all, own, (size_t)count * sizeof *all);
    int peer_count = 0;
    const struct bench_engine *const *peers = bench_peers(&peer_count);
    for (int i = 0; values->peers && i < peer_count && count < BENCH_ENGINES; i++)
        all[count++] = peers[i];
    return count;
}

static void run_scene(const struct values *values, struct bench_scene *scene,
                      const struct bench_engine *const *own, int own_count, json_t *json) {
    const struct bench_engine *engines[BENCH_ENGINES];
    struct bench_result results[BENCH_ENGINES];
    const int count = with_peers(values, own, own_count, engines);
    printf("\n%s: %s\n", scene->name, scene->what);
    bench_run(scene, engines, count, (int)values->steps, results);
    print_results(engines, results, count);
    print_stages(engines, results, count);
    json_t *list = json_array();
    for (int e = 0; e < count; e++)
        if (results[e].ran)
            json_array_append_new(list, result_json(engines[e], &results[e]));
    dat_json_set(json, scene->name, list);
    bench_scene_finish(scene);
}

static const struct bench_engine *const exact[] = {&bench_sparse, &bench_dantzig, &bench_pgs_100};
static const struct bench_engine *const quick[] = {&bench_pgs_10};
static const struct bench_engine *const net[] = {&bench_pgs_10, &bench_sparse};
// A high stack needs shock propagation with so few sweeps; without, for comparison.
static const struct bench_engine *const stack[] = {&bench_pgs_10_shock, &bench_pgs_10};

static bool run_hold(const struct values *values, json_t *json) {
    struct bench_scene scene;
    if (!bench_harvester(&scene, false))
        return false;
    run_scene(values, &scene, exact, 3, json);
    return true;
}

static bool run_move(const struct values *values, json_t *json) {
    struct bench_scene scene;
    if (!bench_harvester(&scene, true))
        return false;
    run_scene(values, &scene, exact, 3, json);
    return true;
}

static bool run_net(const struct values *values, json_t *json) {
    struct bench_scene scene;
    if (!bench_net(&scene))
        return false;
    run_scene(values, &scene, net, 2, json);
    return true;
}

static bool run_wall(const struct values *values, json_t *json) {
    struct bench_scene scene;
    if (!bench_wall(&scene))
        return false;
    run_scene(values, &scene, stack, 2, json);
    return true;
}

static bool run_bunk_rest(const struct values *values, json_t *json) {
    struct bench_scene scene;
    if (!bench_bunk(&scene, false))
        return false;
    run_scene(values, &scene, quick, 1, json);
    return true;
}

static bool run_bunk_drop(const struct values *values, json_t *json) {
    struct bench_scene scene;
    if (!bench_bunk(&scene, true))
        return false;
    run_scene(values, &scene, quick, 1, json);
    return true;
}

static bool run_growth(const struct values *values, json_t *json) {
    enum { SIZES = 6 };
    static const int bodies[SIZES] = {10, 30, 100, 300, 1000, 2000};
    const struct bench_engine *engine = &bench_sparse;
    json_t *object = json_object();
    printf("\ngrowth: chains and trees of hinges, sparse\n");
    for (int kind = 0; kind < 2; kind++) {
        double x[SIZES], y[SIZES];
        const char *name = kind == 0 ? "chain" : "tree";
        json_t *list = json_array();
        for (int i = 0; i < SIZES; i++) {
            struct bench_scene scene;
            struct bench_result result;
            const int steps = 200000 / (bodies[i] + 100) < 50 ? 50 : 200000 / (bodies[i] + 100);
            if (!(kind == 0 ? bench_chain : bench_tree)(&scene, bodies[i]))
                return false;
            bench_run(&scene, &engine, 1, steps < (int)values->steps ? steps : (int)values->steps,
                      &result);
            bench_scene_finish(&scene);
            x[i] = bodies[i];
            y[i] = result.median;
            printf("  %s of %4d: %8.1f us per step, %.2f us per body\n", name, bodies[i],
                   1e6 * y[i], 1e6 * y[i] / x[i]);
            json_t *point = result_json(engine, &result);
            dat_json_set_integer(point, "bodies", bodies[i]);
            json_array_append_new(list, point);
        }
        const double exponent = bench_exponent(x, y, SIZES);
        printf("  %s: time grows with bodies to the power %.3f\n", name, exponent);
        dat_json_set(object, name, list);
        char key[32];
        snprintf(key, sizeof key, "%s_exponent", name);
        dat_json_set_number(object, key, exponent);
    }
    dat_json_set(json, "growth", object);
    return true;
}

static const char *sharing_names[BENCH_SHARINGS] = {
    [BENCH_ONE_THREAD] = "one thread",
    [BENCH_TWO_THREADS] = "two threads",
    [BENCH_TWO_WORLDS] = "two worlds apart",
};

static json_t *pair_json(const struct bench_pair *pair) {
    json_t *list = json_array();
    for (int w = 0; w < BENCH_SHARINGS; w++) {
        if (!pair->way[w].ran)
            continue;
        json_t *one = json_object();
        dat_json_set_text(one, "way", sharing_names[w]);
        dat_json_set_number(one, "median_us", 1e6 * pair->way[w].median);
        dat_json_set_number(one, "quartile_low_us", 1e6 * pair->way[w].low);
        dat_json_set_number(one, "quartile_high_us", 1e6 * pair->way[w].high);
        dat_json_set_number(one, "fastest_tenth_us", 1e6 * pair->way[w].fast);
        dat_json_set_number(one, "speed_up", pair->way[0].median / pair->way[w].median);
        dat_json_set_number(one, "speed_up_by_turns", pair->way[w].speed_up);
        json_array_append_new(list, one);
    }
    return list;
}

static void print_pair(const struct bench_pair *pair) {
    struct dat_table table;
    printf("\n%s: %s\n", pair->name, pair->what);
    dat_table_init(&table, "way|>median us|>middle half|>fastest tenth|>speed-up|>by turns");
    for (int w = 0; w < BENCH_SHARINGS; w++) {
        if (!pair->way[w].ran)
            continue;
        dat_table_add(&table, "%s", sharing_names[w]);
        dat_table_add(&table, "%.1f", 1e6 * pair->way[w].median);
        dat_table_add(&table, "%.1f-%.1f", 1e6 * pair->way[w].low, 1e6 * pair->way[w].high);
        dat_table_add(&table, "%.1f", 1e6 * pair->way[w].fast);
        dat_table_add(&table, "%.2f", pair->way[0].median / pair->way[w].median);
        dat_table_add(&table, "%.2f", pair->way[w].speed_up);
    }
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
    printf("stages on one thread, us per step:");
    for (int s = 0; s < SIM_STAGES; s++)
        printf(" %s %.1f", stage_names[s], 1e6 * pair->stages.stage[s]);
    printf(" outside of the world %.1f\n", 1e6 * pair->stages.rest);
    if (!pair->same)
        printf("one and two threads ended in different states\n");
}

static bool run_threads(const struct values *values, json_t *json) {
    json_t *object = json_object();
    bool ran = true;
    for (int i = 0; i < BENCH_PAIRS && ran; i++) {
        struct bench_pair pair;
        ran = bench_run_pair(i, (int)values->steps, &pair);
        if (!ran)
            continue;
        print_pair(&pair);
        dat_json_set(object, pair.name, pair_json(&pair));
    }
    dat_json_set(json, "threads", object);
    return ran;
}

static void print_site_stages(const struct bench_site_result results[2]) {
    printf("stages, us per step:\n");
    for (int k = 0; k < 2; k++) {
        printf("  %s:", results[k].name);
        for (int s = 0; s < SIM_STAGES; s++)
            printf(" %s %.1f", stage_names[s], 1e6 * results[k].result.stage[s]);
        printf(" outside of the world %.1f\n", 1e6 * results[k].rest);
    }
}

// results[1] is what the other is compared with.
static bool run_site_steps(int steps, json_t *json, const char *key, const char *what,
                           bool (*run)(int, struct bench_site_result[2])) {
    struct bench_site_result results[2];
    struct dat_table table;
    printf("\n%s: %s\n", key, what);
    if (!run(steps, results))
        return false;
    json_t *object = json_object();
    dat_table_init(&table, "scene|>there|>rows|>contacts|>median us|>middle half|>ratio|"
                           ">collide us|>solver us|>depth mm");
    for (int k = 0; k < 2; k++) {
        const struct bench_result *r = &results[k].result;
        dat_table_add(&table, "%s", results[k].name);
        dat_table_add(&table, "%d", results[k].count);
        dat_table_add(&table, "%d", results[k].rows);
        dat_table_add(&table, "%d", results[k].contacts);
        dat_table_add(&table, "%.1f", 1e6 * r->median);
        dat_table_add(&table, "%.1f-%.1f", 1e6 * r->low, 1e6 * r->high);
        dat_table_add(&table, "%.2f", r->median / results[1].result.median);
        dat_table_add(&table, "%.1f", 1e6 * r->stage[SIM_STAGE_COLLIDE]);
        dat_table_add(&table, "%.1f", 1e6 * solver_seconds(r));
        dat_table_add(&table, "%.2f", 1e3 * results[k].penetration);
        json_t *one = result_json(&bench_sparse, r);
        dat_json_set_integer(one, "there", results[k].count);
        dat_json_set_integer(one, "rows", results[k].rows);
        dat_json_set_integer(one, "contacts", results[k].contacts);
        dat_json_set_number(one, "depth_m", results[k].penetration);
        dat_json_set_number(one, "outside_us", 1e6 * results[k].rest);
        dat_json_set(object, results[k].name, one);
    }
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
    print_site_stages(results);
    dat_json_set(json, key, object);
    return true;
}

static bool run_site(const struct values *values, json_t *json, const char *key, const char *what,
                     bool (*run)(int, struct bench_site_result[2])) {
    return run_site_steps(values->steps < 400 ? (int)values->steps : 400, json, key, what, run);
}

static bool run_forwarder(const struct values *values, json_t *json) {
    return run_site(values, json, "forwarder", "100 logs in the bunk, loose and fused",
                    bench_site_forwarder);
}

static bool run_full_load(const struct values *values, json_t *json) {
    return run_site(values, json, "full-load", "a forwarder drives, 14 t fused and empty",
                    bench_site_full_load);
}

static bool run_reach(const struct values *values, json_t *json) {
    return run_site(values, json, "reach", "a grapple in 14 t, and the empty forwarder",
                    bench_site_reach);
}

static bool run_trees(const struct values *values, json_t *json) {
    return run_site(values, json, "trees", "a harvester among 1,000 active trees",
                    bench_site_trees);
}

static bool run_logs(const struct values *values, json_t *json) {
    return run_site(values, json, "logs", "a forwarder where 10,000 logs lie on 16 ha",
                    bench_site_logs);
}

static bool run_forest(const struct values *values, json_t *json) {
    return run_site(values, json, "forest", "a harvester in a forest of 1,000,000 trees on 10 km2",
                    bench_site_forest);
}

// All steps, since the work has to come round.
static bool run_soft_ground(const struct values *values, json_t *json) {
    return run_site_steps((int)values->steps, json, "soft-ground",
                          "a harvester at work on soft and on hard ground", bench_site_soft_ground);
}

static bool run_errors(const struct values *values, json_t *json) {
    return bench_error_experiment(json, values->svg);
}

static bool run_graph(const struct values *values, json_t *json) {
    (void)values;
    return bench_graph_gains(json);
}

static bool run_integrators(const struct values *values, json_t *json) {
    return bench_integrators(json, values->svg);
}

static bool run_experiments(const struct values *values, json_t *json) {
    return bench_experiments(json, values->svg);
}

static bool run_pictures(const struct values *values, json_t *json) {
    return ui_bench_pictures(values->steps < 20 ? (int)values->steps : 20, json);
}

// 3 s per rate of pictures unless fewer steps are asked for.
static bool run_levers(const struct values *values, json_t *json) {
    const double step = 0.012; // [s]
    return ui_bench_levers(step * (values->steps < 250 ? (double)values->steps : 250.0), json);
}

// A step is a second of sound.
static bool run_sound(const struct values *values, json_t *json) {
    return ui_bench_sound(values->steps < 60 ? (int)values->steps : 60, json);
}

static const struct bench {
    const char *name, *what, *steps;
    bool peers; // other engines can run it, too
    bool (*run)(const struct values *values, json_t *json);
    const char *svg; // the default of --svg; NULL: it does not draw
} benches[] = {
    {"harvester-hold", "the reference harvester stands still", "N", true, run_hold, NULL},
    {"harvester-move", "the reference harvester swings its crane", "N", true, run_move, NULL},
    {"growth", "chains and trees of 10 to 2,000 bodies", "N at most", false, run_growth, NULL},
    {"net", "net of 1,000 mass points", "N", true, run_net, NULL},
    {"wall", "wall of 240 boxes", "N", true, run_wall, NULL},
    {"bunk-rest", "100 loose logs at rest", "N", true, run_bunk_rest, NULL},
    {"bunk-drop", "100 logs dropped into a bunk", "N", true, run_bunk_drop, NULL},
    {"threads", "two scenes on one thread and on two", "N", false, run_threads, NULL},
    {"forwarder", "100 logs in its bunk, loose and fused", "N up to 400", false, run_forwarder,
     NULL},
    {"full-load", "a forwarder drives, 14 t fused and empty", "N up to 400", false, run_full_load,
     NULL},
    {"reach", "a grapple in 14 t, and the empty forwarder", "N up to 400", false, run_reach, NULL},
    {"trees", "a harvester among 1,000 active trees", "N up to 400", false, run_trees, NULL},
    {"logs", "10,000 logs that lie on 16 ha", "N up to 400", false, run_logs, NULL},
    {"forest", "1,000,000 trees on 10 km2 against 1,000", "N up to 400", false, run_forest, NULL},
    {"soft-ground", "a harvester at work on soft ground and on hard", "N", false, run_soft_ground,
     NULL},
    {"errors", "what solvers leave, uncorrected (figure 3.14)", "its own", false, run_errors,
     "solver-errors.svg"},
    {"graph", "scenes without and with the contact graph (table 4.1)", "its own", false, run_graph,
     NULL},
    {"integrators", "methods for mass points: growth, bounds, orders", "its own", false,
     run_integrators, "integrators.svg"},
    {"experiments", "mass points: published figures", "its own", false, run_experiments,
     "experiments.svg"},
    {"levers", "from a lever to the step that uses it", "N up to 250", false, run_levers, NULL},
    {"pictures", "ten views of an exercise in two sizes", "N up to 20", false, run_pictures, NULL},
    {"sound", "what a second of sound takes of a core", "N up to 60", false, run_sound, NULL},
};
enum { BENCHES = sizeof benches / sizeof benches[0] };

static void print_peers(FILE *file) {
    int count = 0;
    const struct bench_engine *const *peers = bench_peers(&count);
    if (count == 0)
        fputs("no other engine was found when this program was built: it looks for ODE, MuJoCo "
              "and Bullet",
              file);
    else
        fputs("other engines in this program: ", file);
    for (int i = 0; i < count; i++)
        fprintf(file, "%s%s", i == 0 ? "" : ", ", peers[i]->name);
    fputc('\n', file);
}

static int print_list(void) {
    struct dat_table table;
    dat_table_init(&table, "name|measures|steps|--peers");
    for (int i = 0; i < BENCHES; i++) {
        dat_table_add(&table, "%s", benches[i].name);
        dat_table_add(&table, "%s", benches[i].what);
        dat_table_add(&table, "%s", benches[i].steps);
        dat_table_add(&table, "%s", benches[i].peers ? "yes" : "-");
    }
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
    print_peers(stdout);
    return UI_EXIT_DONE;
}

static const struct bench *find_bench(const char *name) {
    for (int i = 0; i < BENCHES; i++)
        if (strcmp(name, benches[i].name) == 0)
            return &benches[i];
    return NULL;
}

// Says why --peers has no effect.
static void explain_peers(const struct bench *only) {
    int count = 0;
    (void)bench_peers(&count);
    if (count == 0) {
        fputs("kranich bench: note: ", stderr);
        print_peers(stderr);
    }
    if (only != NULL && !only->peers)
        fprintf(stderr, "kranich bench: note: '%s' is not for other engines\n", only->name);
}

static const struct ui_args_def def = {
    .verb = "bench",
    .usage = "[NAME]",
    .summary = "Measures how long a step takes: medians, ratios and joint errors",
    .help =
        "  NAME   one of the names of --list; default: all, which takes some minutes\n"
        "\n"
        "Engines, or scenes that are compared, take turns. Of each it prints:\n"
        "\n"
        "  median us       of all timed steps, what the thread has worked on each\n"
        "  middle half     from the first to the third quartile\n"
        "  fastest tenth   one step in ten takes less\n"
        "  ratio           of the median to that of the first engine, or of the other scene\n"
        "  solver us       order, factor, solve and check, of the stages\n"
        "  joint error     largest of all joints once the scene has settled: gap and angle\n"
        "  moved m         farthest way of a body from its place at the start\n"
        "  overlap mm      deepest of all pairs of shapes at the end\n"
        "  stages          medians by the clock on the wall, of steps of their own\n"
        "  beside physics  of 'pictures': median ms while a world steps in real time on another\n"
        "                  thread\n"
        "  event to step   of 'levers': from SDL's event to the start of the step that uses\n"
        "                  it: half of all and the longest\n"
        "  steps between   steps that began in between, at most\n"
        "  hand to step    from the movement of the lever, which is read before each step, also\n"
        "                  while a picture is drawn\n"
        "  speed-up        of 'threads': ratio of the medians\n"
        "  by turns        the same from turn to turn, and of that the median: where the\n"
        "                  clock of the processor changes, medians of all steps mix clocks\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_max = 1,
};

int ui_cmd_bench(int argc, char **argv) {
    struct values values = {.steps = 2000};
    struct ui_operands operands;
    const int parsed = ui_args_parse(&def, argc, argv, &values, &operands);
    if (parsed != UI_ARGS_PARSED)
        return parsed;
    if (values.list)
        return print_list();
    const struct bench *only = NULL;
    if (operands.count > 0 && (only = find_bench(operands.items[0])) == NULL)
        return ui_args_error(&def, "there is no benchmark '%s'; 'kranich bench --list' lists them",
                             operands.items[0]);
    if (values.svg != NULL && (only == NULL || only->svg == NULL))
        return ui_args_error(&def, "--svg needs the name of one benchmark that draws: 'errors', "
                                   "'integrators' or 'experiments'");
    if (values.peers)
        explain_peers(only);
    if (only != NULL && values.svg == NULL)
        values.svg = only->svg;
    json_t *json = json_object();
    int status = UI_EXIT_DONE;
    for (int i = 0; i < BENCHES && status == UI_EXIT_DONE; i++)
        if (only == NULL || only == &benches[i])
            status = benches[i].run(&values, json) ? UI_EXIT_DONE : UI_EXIT_ENVIRONMENT;
    struct dat_problem problem = {""};
    if (status == UI_EXIT_DONE && values.json != NULL &&
        !dat_json_write(json, 6, values.json, &problem))
        status = ui_args_environment_error(&def, "%s", problem.text);
    json_decref(json);
    return status;
}
