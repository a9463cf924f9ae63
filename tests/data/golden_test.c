// The same bits with every compiler and optimisation: golden.txt has the state hash of each
// scene after some seconds.
//
// KRANICH_GOLDEN=check compares with the file (./test.sh does so in all of its builds),
// KRANICH_GOLDEN=renew writes it, for a change that is meant to move things differently. Otherwise
// each scene is only run twice, so that parallel changes of the dynamics do not conflict in the
// file.
#include "tests/data/golden.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SCENES = 128 };

static uint64_t ended[MOST_SCENES]; // by the first run of each scene

static void compare(const char *path) {
    uint64_t (*hash)(const char *, int);
    const char *name;
    int wrong = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (size_t i = 0; (name = scene(i, &hash)) != NULL; i++) {
        char line[LINE], expected[LINE];
        assert_non_null(fgets(line, sizeof line, file));
        (void)snprintf(expected, sizeof expected, "%s %016" PRIx64 "\n", name, ended[i]);
        if (strcmp(line, expected) == 0)
            continue;
        print_error("now %sin %s: %s", expected, path, line);
        wrong++;
    }
    fclose(file);
    if (wrong > 0)
        fail_msg("%d scenes move differently. Where the same build gave the golden hashes before "
                 "your change and you meant it: KRANICH_GOLDEN=renew meson test -C BUILD "
                 "data/golden",
                 wrong);
}

static void renew(const char *path) {
    uint64_t (*hash)(const char *, int);
    const char *name;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (size_t i = 0; (name = scene(i, &hash)) != NULL; i++)
        assert_true(fprintf(file, "%s %016" PRIx64 "\n", name, ended[i]) > 0);
    assert_int_equal(fclose(file), 0);
}

static void scenes_end_in_the_golden_state(void **state) {
    (void)state;
    char path[LINE];
    const char *name, *todo = getenv("KRANICH_GOLDEN");
    uint64_t (*hash)(const char *, int);
    for (size_t i = 0; (name = scene(i, &hash)) != NULL; i++) {
        assert_true(i < MOST_SCENES);
        ended[i] = hash(name, 1);
    }
    root_path(path, "tests/data", "golden", ".txt");
    if (todo != NULL && strcmp(todo, "renew") == 0)
        renew(path);
    if (todo != NULL)
        compare(path);
}

// The second run finds other things in its memory than the first.
static void scenes_repeat(void **state) {
    (void)state;
    uint64_t (*hash)(const char *, int);
    const char *name;
    for (size_t i = 0; (name = scene(i, &hash)) != NULL; i++) {
        const uint64_t again = hash(name, 1);
        if (again != ended[i])
            fail_msg("%s ended in %016" PRIx64 " and in %016" PRIx64, name, ended[i], again);
    }
}

// A hash that sees a lever move by the smallest step that is recorded.
static void a_touch_changes_the_hash(void **state) {
    (void)state;
    static struct dat_diagnostics d;
    uint64_t hash[2];
    for (int run = 0; run < 2; run++) {
        struct dat_problem problem = {""};
        struct dat_practice practice;
        char path[LINE];
        root_path(path, "data/library/exercises", "first-harvest", ".yaml");
        assert_true(dat_exercise_load(path, NULL, &exercise, &d));
        assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem));
        for (int i = 0; i < 200; i++) {
            struct veh_controls levers = {{0.0}};
            levers.value[VEH_SLEW] = run == 0 ? 0.5 : 0.5 + 1.0 / 1024.0;
            dat_practice_step(&practice, &levers);
        }
        hash[run] = veh_worksite_hash(&practice.site);
        assert_true(dat_practice_finish(&practice, DAT_FAILED, &problem));
        dat_exercise_finish(&exercise);
    }
    assert_true(hash[0] != hash[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_end_in_the_golden_state),
        cmocka_unit_test(scenes_repeat),
        cmocka_unit_test(a_touch_changes_the_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
