// The table of a recorded session: its lines, its levers, and the tip where the practice has it.
#include "data/exercise/telemetry.h"

#include <math.h>
#include <string.h>

#include "tests/data/exercise/recorded_session.h"
#include "vehicles/part/crane.h"

enum { STEPS = 230 };

static char *table;

static void record(void) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    struct veh_controls levers = {{0.0}};
    session_start("two-logs", session_store, &exercise, &practice);
    for (int i = 0; i < STEPS; i++) {
        levers.value[VEH_SLEW] = i < 100 ? 0.5 : -0.25;
        dat_practice_step(&practice, &levers);
    }
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    dat_exercise_finish(&exercise);
}

static int set_up(void **state) {
    (void)state;
    return session_set_up(record);
}

static int tear_down(void **state) {
    free(table);
    return session_tear_down(state);
}

// Index of the column of that name; the number of columns where there is none.
static int column(const char *line, const char *name) {
    const size_t size = strlen(name);
    int at = 0;
    for (; *line != '\n'; at++) {
        const size_t length = strcspn(line, ",\n");
        if (length == size && strncmp(line, name, size) == 0)
            return at;
        line += length + (line[length] == ',');
    }
    return at;
}

static double value(const char *line, int column) {
    for (int i = 0; i < column; i++) {
        line = strchr(line, ',');
        assert_non_null(line);
        line++;
    }
    return strtod(line, NULL);
}

static int commas(const char *line) {
    int count = 0;
    for (; *line != '\n'; line++)
        count += *line == ',';
    return count;
}

static void lines_are_a_twentieth_of_a_second_apart(void **state) {
    (void)state;
    static struct dat_playback playback;
    const struct dat_replay_def def = {.session = 1};
    struct dat_diagnostics d;
    size_t size;
    assert_int_equal(dat_playback_open(session_store, &def, &playback, &d, NULL), DAT_REPLAY_DONE);
    FILE *file = open_memstream(&table, &size);
    dat_telemetry_write(&playback, file);
    assert_int_equal(fclose(file), 0);
    const int slew = column(table, "lever.slew"), t = column(table, "t");
    const int x = column(table, "tip.x_m"), names = commas(table);
    assert_true(names > 40 && slew < names && x < names);
    int lines = 0;
    double last[2] = {0.0, 0.0};
    for (const char *line = strchr(table, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
        assert_int_equal(commas(line), names);
        assert_near(value(line, t), 0.05 * lines, 1e-9);
        assert_near(value(line, slew), lines == 0 ? 0.0 : lines <= 20 ? 0.5 : -0.25, 1e-3);
        last[0] = value(line, x);
        last[1] = value(line, x + 1);
        lines++;
    }
    assert_int_equal(lines, 1 + STEPS / 5);
    const struct sim_vec3 tip = veh_machine_crane_tip(&playback.practice.site, 0);
    assert_near(hypot(last[0] - tip.x, last[1] - tip.y), 0.0, 1e-6);
    dat_playback_finish(&playback);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_a_twentieth_of_a_second_apart),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
