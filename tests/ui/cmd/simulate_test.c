#include "tests/ui/cmd/command_line.h"

enum { MAX_ARGUMENTS = 20 };

static char folder[] = "/tmp/kranich-simulate-XXXXXX";
static char csv[64];
static char json[64];
static char bad[64];

static int set_up(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL)
        return 1;
    (void)snprintf(csv, sizeof csv, "%s/out.csv", folder);
    (void)snprintf(json, sizeof json, "%s/out.json", folder);
    (void)snprintf(bad, sizeof bad, "%s/bad.yaml", folder);
    FILE *file = fopen(bad, "w");
    return file == NULL || fputs("kind: model\nname: t\nbodys: []\n", file) < 0 ||
           fclose(file) != 0;
}

static int tear_down(void **state) {
    (void)state;
    (void)remove(csv);
    (void)remove(json);
    (void)remove(bad);
    return remove(folder);
}

// Runs `simulate` with the words of a line; %m stands for the pendulum's file.
static int simulate(const char *line) {
    char text[1024];
    char pendulum[512];
    const char *words[MAX_ARGUMENTS + 1] = {"kranich", "simulate"};
    int count = 2;
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(pendulum, sizeof pendulum, "%s/data/library/physics/pendulum.yaml",
                   root != NULL ? root : ".");
    (void)snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word != NULL && count < MAX_ARGUMENTS;
         word = strtok(NULL, " "))
        words[count++] = strcmp(word, "%m") == 0 ? pendulum : word;
    return run(words);
}

// Number of lines of the file; last receives the last of them.
static int lines_of(const char *path, char *last, size_t size) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    int count = 0;
    char line[128];
    while (fgets(line, sizeof line, file) != NULL) {
        (void)snprintf(last, size, "%.127s", line);
        count++;
    }
    (void)fclose(file);
    return count;
}

static void every_nth_step_is_written(void **state) {
    (void)state;
    char line[256];
    char last[128];
    (void)snprintf(line, sizeof line,
                   "%%m --duration 1 --step 0.002 --every 50 --signals angle --csv %s", csv);
    assert_int_equal(simulate(line), UI_EXIT_DONE);
    // header, the start and 500 / 50 rows
    assert_int_equal(lines_of(csv, last, sizeof last), 12);
    assert_int_equal(strncmp(last, "1,", 2), 0);
}

// The line with the hash in the JSON result of a run.
static void hash_of(const char *line, char hash[256]) {
    hash[0] = '\0';
    assert_int_equal(simulate(line), UI_EXIT_DONE);
    FILE *file = fopen(json, "r");
    assert_non_null(file);
    char text[256];
    while (fgets(text, sizeof text, file) != NULL)
        if (strstr(text, "state_hash") != NULL)
            (void)snprintf(hash, 256, "%s", text);
    (void)fclose(file);
    assert_true(hash[0] != '\0');
}

static void statistics_are_columns(void **state) {
    (void)state;
    char line[256];
    char last[128];
    (void)snprintf(line, sizeof line,
                   "%%m --duration 0.1 --step 0.002 --stats --signals "
                   "stats.rows,stats.unsolved,stats.parts --csv %s",
                   csv);
    assert_int_equal(simulate(line), UI_EXIT_DONE);
    assert_int_equal(lines_of(csv, last, sizeof last), 52);
    assert_string_equal(last, "0.1,5,0,1\n"); // the pendulum's hinge
}

static void the_result_is_repeatable(void **state) {
    (void)state;
    char line[256];
    char hash[2][256];
    for (int i = 0; i < 2; i++) {
        (void)snprintf(line, sizeof line, "%%m --duration 0.5 --threads %d --json %s", i + 1, json);
        hash_of(line, hash[i]);
    }
    assert_string_equal(hash[0], hash[1]);
    // With the JSON on standard output, the report is on standard error.
    assert_int_equal(simulate("%m --duration 0.1 --json -"), UI_EXIT_DONE);
    assert_ptr_equal(strchr(out, '{'), out);
    assert_contains(err, "simulated 0.1 s in ");
}

static void a_run_continues_from_a_saved_state(void **state) {
    (void)state;
    char line[256];
    char whole[256];
    char halves[256];
    (void)snprintf(line, sizeof line, "%%m --duration 1 --json %s", json);
    hash_of(line, whole);
    (void)snprintf(line, sizeof line, "%%m --duration 0.4 --save %s", csv);
    assert_int_equal(simulate(line), UI_EXIT_DONE);
    (void)snprintf(line, sizeof line, "%%m --duration 0.6 --restore %s --json %s", csv, json);
    hash_of(line, halves);
    assert_string_equal(halves, whole);
    (void)snprintf(line, sizeof line, "%%m --step 0.002 --restore %s", csv);
    assert_int_equal(simulate(line), UI_EXIT_USAGE);
    (void)snprintf(line, sizeof line, "%%m --restore %s", json);
    assert_int_equal(simulate(line), UI_EXIT_USAGE);
    assert_int_equal(simulate("%m --restore /nowhere/state"), UI_EXIT_USAGE);
    assert_int_equal(simulate("%m --duration 0.1 --save /nowhere/state"), UI_EXIT_ENVIRONMENT);
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

// A body on a rail that a table pushes to and fro: a run in two parts equals the whole one.
static void inputs_follow_a_table(void **state) {
    (void)state;
    char model[64], table[64], line[512], whole[256], halves[256];
    (void)snprintf(model, sizeof model, "%s/rail.yaml", folder);
    (void)snprintf(table, sizeof table, "%s/inputs.csv", folder);
    write_text(model, "kind: model\nname: rail\nworld: {gravity: [0, 0, 0]}\n"
                      "inputs: [{name: push, range: [-10, 10]}]\n"
                      "bodies: [{name: a, shapes: [{sphere: 0.1, mass: 2}]}]\n"
                      "joints:\n  - {name: a, kind: prismatic, parent: world, child: a, axis: x,\n"
                      "     motor: {mode: force, input: push, scale: 1}}\n");
    write_text(table, "#form=ramps\n#repeat_s=0.5\ntime_s,push\n0,4\n0.2,-1\n");
    (void)snprintf(line, sizeof line, "%s --duration 1 --inputs-file %s --json %s", model, table,
                   json);
    hash_of(line, whole);
    (void)snprintf(line, sizeof line, "%s --duration 1 --json %s", model, json);
    hash_of(line, halves);
    assert_string_not_equal(halves, whole);
    (void)snprintf(line, sizeof line, "%s --duration 0.33 --inputs-file %s --save %s", model, table,
                   csv);
    assert_int_equal(simulate(line), UI_EXIT_DONE);
    (void)snprintf(line, sizeof line, "%s --duration 0.67 --inputs-file %s --restore %s --json %s",
                   model, table, csv, json);
    hash_of(line, halves);
    assert_string_equal(halves, whole);
    write_text(table, "time_s,push\n1,4\n0.2,-1\n");
    (void)snprintf(line, sizeof line, "%s --inputs-file %s", model, table);
    assert_int_equal(simulate(line), UI_EXIT_USAGE);
    (void)remove(model);
    (void)remove(table);
}

static void bad_use_is_refused(void **state) {
    (void)state;
    static const char *const lines[] = {
        "",
        "%m --duration",
        "%m --duration long",
        "%m --step 0",
        "%m --solver magic",
        "%m --every 0",
        "%m --colour red",
        "%m %m",
        "%m --signals nothing.*",
        "%m --inputs lift=1",
        "%m --inputs-file /nowhere/inputs.csv",
        "/nowhere/model.yaml",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (simulate(lines[i]) != UI_EXIT_USAGE)
            fail_msg("'%s' was accepted", lines[i]);
    assert_int_equal(simulate(bad), UI_EXIT_USAGE);
    assert_int_equal(simulate("%m --inputs lift=1"), UI_EXIT_USAGE);
    assert_string_equal(err, "kranich simulate: error: --inputs: the model has no input 'lift', it "
                             "has none\n");
}

static void a_full_disk_is_noticed(void **state) {
    (void)state;
    assert_int_equal(simulate("%m --duration 1 --csv /nowhere/out.csv"), UI_EXIT_ENVIRONMENT);
    if (access("/dev/full", W_OK) == 0)
        assert_int_equal(simulate("%m --duration 1 --csv /dev/full"), UI_EXIT_ENVIRONMENT);
}

// One sweep of Gauss-Seidel leaves a ton on an arm of light links unsolved. The model is written
// where other tests write their signals.
static void a_run_without_a_solved_step_fails(void **state) {
    (void)state;
    char line[160];
    FILE *file = fopen(csv, "w");
    assert_non_null(file);
    (void)fputs("kind: model\nname: arm\nworld: {step: 0.05, gravity: [0, 0, -100], solver: pgs, "
                "iterations: 1, cold_start: true}\nbodies:\n",
                file);
    for (int i = 0; i < 6; i++)
        (void)fprintf(file,
                      "  - {name: b%d, position: [%d, 0, 0], shapes: [{sphere: 0.3, mass: %d}]}\n",
                      i, i, i == 5 ? 1000 : 1);
    (void)fputs(
        "joints:\n  - {name: j0, kind: ball, parent: world, child: b0, anchor: [0, 0, 0]}\n", file);
    for (int i = 1; i < 6; i++)
        (void)fprintf(file,
                      "  - {name: j%d, kind: ball, parent: b%d, child: b%d, anchor: [%g, 0, 0]}\n",
                      i, i - 1, i, i - 0.5);
    assert_int_equal(fclose(file), 0);
    (void)snprintf(line, sizeof line, "%s --duration 0.5", csv);
    assert_int_equal(simulate(line), UI_EXIT_CHECK_FAILED);
}

// Threads that snap are events: they are named with their time, and the run is no failure.
static void broken_threads_are_named(void **state) {
    (void)state;
    char line[256];
    char text[2048] = "";
    write_text(
        csv,
        "kind: model\nname: thread\nbodies:\n"
        "  - {name: b, position: [0, 0, -1], shapes: [{sphere: 0.1, mass: 10}]}\n"
        "joints:\n"
        "  - {name: cord, kind: link, parent: world, child: b, longest: 1, break_force: 98}\n"
        "threads:\n"
        "  - {name: rope, points: [{body: world}, {body: b}], longest: 1.5, break_force: 1}\n");
    (void)snprintf(line, sizeof line, "%s --duration 1 --json %s", csv, json);
    assert_int_equal(simulate(line), UI_EXIT_DONE);
    FILE *file = fopen(json, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    const char *broken = strstr(text, "\"broken\"");
    assert_non_null(broken);
    assert_non_null(strstr(broken, "\"cord\""));
    assert_non_null(strstr(broken, "\"rope\""));
}

// A wheel of 10 t on a rod of 1 kg is too much for one sweep, while the exact solver holds it.
static void joints_that_come_apart_fail_the_run(void **state) {
    (void)state;
    write_text(
        csv,
        "kind: model\nname: arm\nworld: {iterations: 1, cold_start: true}\nbodies:\n"
        "  - {name: rod, shapes: [{box: [1, 0.1, 0.1], position: [0.5, 0, 0], mass: 1}]}\n"
        "  - {name: load, position: [1, 0, -1], shapes: [{sphere: 0.5, mass: 10000}]}\n"
        "joints:\n  - {name: root, kind: hinge, parent: world, child: rod, axis: y}\n"
        "  - {name: tip, kind: hinge, parent: rod, child: load, anchor: [1, 0, 0], axis: y}\n");
    for (int exact = 0; exact < 2; exact++) {
        char line[160];
        (void)snprintf(line, sizeof line, "%s --duration 2 --step 0.002 --solver %s", csv,
                       exact == 1 ? "sparse" : "pgs");
        assert_int_equal(simulate(line), exact == 1 ? UI_EXIT_DONE : UI_EXIT_CHECK_FAILED);
    }
}

// Two arms turn by four and six radians per step: no solver knows where their joints are then.
static void too_fast_turns_fail_with_every_solver(void **state) {
    (void)state;
    const char *const solvers[] = {"sparse", "dantzig", "pgs"};
    write_text(csv,
               "kind: model\nname: arms\nbodies:\n"
               "  - {name: upper, angular_velocity: [0, 40, 0],\n"
               "     shapes: [{box: [1, 0.1, 0.1], position: [0.5, 0, 0], mass: 1}]}\n"
               "  - {name: lower, angular_velocity: [0, -60, 0], position: [1, 0, 0],\n"
               "     shapes: [{box: [1, 0.1, 0.1], position: [0.5, 0, 0], mass: 1}]}\n"
               "joints:\n  - {name: shoulder, kind: ball, parent: world, child: upper}\n"
               "  - {name: elbow, kind: ball, parent: upper, child: lower, anchor: [1, 0, 0]}\n");
    for (int s = 0; s < 3; s++) {
        char line[160];
        (void)snprintf(line, sizeof line, "%s --duration 2 --step 0.1 --solver %s", csv,
                       solvers[s]);
        assert_int_equal(simulate(line), UI_EXIT_CHECK_FAILED);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_that_come_apart_fail_the_run),
        cmocka_unit_test(too_fast_turns_fail_with_every_solver),
        cmocka_unit_test(a_run_without_a_solved_step_fails),
        cmocka_unit_test(statistics_are_columns),
        cmocka_unit_test(every_nth_step_is_written),
        cmocka_unit_test(the_result_is_repeatable),
        cmocka_unit_test(a_run_continues_from_a_saved_state),
        cmocka_unit_test(inputs_follow_a_table),
        cmocka_unit_test(bad_use_is_refused),
        cmocka_unit_test(broken_threads_are_named),
        cmocka_unit_test(a_full_disk_is_noticed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
