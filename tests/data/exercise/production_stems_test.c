// Stems, logs and places of a session from its events, put together by hand: two trees of the first
// exercise, the second felled first.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/production_inside.h"
#include "tests/near.h"

static struct dat_exercise exercise;

static int set_up(void **state) {
    (void)state;
    static struct dat_diagnostics d;
    const char *root = getenv("KRANICH_ROOT");
    char path[512];
    (void)snprintf(path, sizeof path, "%s/data/library/exercises/first-harvest.yaml",
                   root != NULL ? root : ".");
    return !dat_exercise_load(path, NULL, &exercise, &d);
}

static int tear_down(void **state) {
    (void)state;
    dat_exercise_finish(&exercise);
    return 0;
}

static char felled[] = "tree_felled", cut[] = "log_cut", sawn[] = "saw_started",
            found[] = "butt_found", graded[] = "grade_marked";

// The exercise stays its owner's.
static void begin(struct dat_production *p, struct dat_event *events, int event_count,
                  struct dat_log *logs, int log_count) {
    const struct ter_stand *stand = &exercise.site.stand;
    memset(p, 0, sizeof *p);
    p->exercise = exercise;
    p->events = (struct dat_event_list){events, event_count, event_count};
    p->cut = (struct dat_log_list){logs, log_count, log_count};
    p->stem_of = malloc((size_t)stand->count * sizeof *p->stem_of);
    assert_non_null(p->stem_of);
    for (int i = 0; i < stand->count; i++)
        p->stem_of[i] = -1;
    assert_true(
        dat_name_index_init(&p->trees, stand->trees->id, stand->count, sizeof *stand->trees));
}

static void finish(struct dat_production *p) {
    dat_name_index_finish(&p->trees);
    free(p->stem_of);
    SIM_ARRAY_FREE(&p->stems);
    SIM_ARRAY_FREE(&p->logs);
    SIM_ARRAY_FREE(&p->calibrations);
    SIM_ARRAY_FREE(&p->track);
}

static const char start[] = "2026-11-24T10:00:00.000Z";

// step: in which it was cut. tree may be none of the stand's.
static struct dat_log log_of_tree(const char *tree, int64_t step, double length) {
    struct dat_log log = {.step = step,
                          .time = 0.01 * (double)step,
                          .length = length,
                          .butt_diameter = 0.3,
                          .mid_diameter = 0.28,
                          .top_diameter = 0.25,
                          .volume = 0.3};
    (void)snprintf(log.tree, sizeof log.tree, "%s", tree);
    return log;
}

// Stems are in the order of felling, logs in that of their stems; what belongs to none is counted.
static void logs_belong_to_their_stems(void **state) {
    (void)state;
    static char two[] = "{\"tree\":\"2\"}", one[] = "{\"tree\":\"1\"}", none[] = "{\"stem\":7}";
    struct dat_event events[] = {
        {100, 1.0, felled, two}, {200, 2.0, felled, one}, {300, 3.0, felled, none}};
    struct dat_log logs[] = {log_of_tree("1", 400, 4.9), log_of_tree("2", 500, 3.1),
                             log_of_tree("1", 600, 4.3), log_of_tree("99x", 700, 3.0)};
    struct dat_production p;
    begin(&p, events, 3, logs, 4);
    assert_true(dat_production_add_stems(&p, start));
    assert_int_equal(p.stems.count, 2);
    const int trees[] = {dat_name_index_find(&p.trees, "2"), dat_name_index_find(&p.trees, "1")};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(p.stem_of[trees[i]], i);
        assert_near(p.stems.items[i].dbh, exercise.site.stand.trees[trees[i]].dbh, 0.0);
        assert_false(p.stems.items[i].stand.known); // a record of before the event told it
    }
    assert_int_equal(p.logs.count, 3);
    assert_int_equal(p.left_out, 1);
    static const double lengths[] = {3.1, 4.9, 4.3};
    static const int stems[] = {0, 1, 1};
    for (int i = 0; i < 3; i++) {
        assert_near(p.logs.items[i].length, lengths[i], 0.0);
        assert_int_equal(p.logs.items[i].stem, stems[i]);
        assert_false(p.logs.items[i].place.known);
    }
    finish(&p);
}

// The machine at (0, 0) looks east. The log lies from 3 m north of it to the north-east: its
// bearing is 45 degrees. The boom points to its small end at (3, 6): 63 degrees to the left of the
// nose.
static void a_cut_has_its_bearings(void **state) {
    (void)state;
    static char tree[] = "{\"tree\":\"1\"}", late[] = "{\"tree\":\"1\",\"grade\":2,\"from_m\":3.0}";
    static char place[] = "{\"tree\":\"1\",\"butt_x_m\":0,\"butt_y_m\":3,\"top_x_m\":3,"
                          "\"top_y_m\":6,\"machine_x_m\":0,\"machine_y_m\":0,"
                          "\"machine_bearing_deg\":90}";
    struct dat_event events[] = {{100, 1.0, felled, tree},
                                 {150, 1.5, graded, late},
                                 {200, 2.0, found, tree},
                                 {300, 3.0, sawn, tree},
                                 {400, 4.0, cut, place}};
    struct dat_log logs[] = {log_of_tree("1", 400, 4.24), log_of_tree("1", 600, 3.0)};
    struct dat_production p;
    begin(&p, events, 5, logs, 2);
    assert_true(dat_production_add_stems(&p, start));
    const struct dat_hpr_log *log = &p.logs.items[0];
    assert_true(log->place.known && log->stand.known && log->butt_found);
    assert_near(log->place.bearing, 45.0, 1e-9);
    assert_near(log->stand.bearing, 90.0, 1e-9);
    assert_near(log->stand.boom_angle, sim_atan2(3.0, 6.0) * 180.0 / SIM_PI - 90.0 + 360.0, 1e-9);
    assert_near(log->stand.boom_extension, sqrt(45.0), 1e-9);
    const double altitude = ter_ground_height(&exercise.site.ground, 1.5, 4.5, NULL);
    assert_near(log->place.altitude, altitude, 1e-9);
    assert_string_equal(log->cut_begun + 10, "T10:00:03.000+00:00");
    assert_string_equal(log->cut_done + 10, "T10:00:04.000+00:00");
    assert_string_equal(p.logs.items[1].cut_begun, ""); // the saw was not started again
    assert_false(p.logs.items[1].butt_found);
    assert_int_equal(p.stems.items[0].grade_count, 1);
    assert_near(p.stems.items[0].grade[0].from, 3.0, 0.0);
    finish(&p);
}

// A place counts once, until the machine has moved on by more than a metre.
static void the_machine_leaves_a_track(void **state) {
    (void)state;
    static char here[] = "{\"tree\":\"1\",\"machine_x_m\":5,\"machine_y_m\":1}";
    static char near[] = "{\"tree\":\"2\",\"machine_x_m\":5.6,\"machine_y_m\":1.7}";
    static char there[] = "{\"tree\":\"2\",\"machine_x_m\":9,\"machine_y_m\":1}";
    struct dat_event events[] = {
        {100, 1.0, felled, here}, {200, 2.0, cut, near}, {300, 3.0, cut, there}};
    struct dat_production p;
    begin(&p, events, 3, NULL, 0);
    assert_true(dat_production_follow_machine(&p, start));
    assert_int_equal(p.track.count, 2);
    assert_string_equal(p.track.items[0].date + 10, "T10:00:01.000+00:00");
    assert_string_equal(p.track.items[1].date + 10, "T10:00:03.000+00:00");
    assert_near(p.track.items[1].altitude, ter_ground_height(&exercise.site.ground, 9.0, 1.0, NULL),
                1e-9);
    finish(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_belong_to_their_stems),
        cmocka_unit_test(a_cut_has_its_bearings),
        cmocka_unit_test(the_machine_leaves_a_track),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
