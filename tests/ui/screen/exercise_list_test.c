// The exercises of the library and of the user's own folder.
#include "ui/screen/exercise_list.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/near.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    setenv("XDG_DATA_HOME", scratch.folder, 1);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static void make_own_folder(void) {
    assert_int_equal(mkdir(tests_scratch_path(&scratch, "kranich"), 0777), 0);
    assert_int_equal(mkdir(tests_scratch_path(&scratch, "kranich/exercises"), 0777), 0);
}

static void write_own(const char *name, const char *title) {
    char path[64], text[512];
    snprintf(path, sizeof path, "kranich/exercises/%s.yaml", name);
    snprintf(text, sizeof text,
             "exercise: %s\nsite: x\nmachine: ../machines/forwarder.yaml\n"
             "start: {position: [14, 35.8], heading_deg: 23}\n",
             title);
    tests_scratch_write(&scratch, path, text);
}

static const struct ui_exercise *find(const struct ui_exercise_list *list, const char *title) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->items[i].title, title) == 0)
            return &list->items[i];
    return NULL;
}

static void the_users_exercises_follow_those_of_the_library(void **state) {
    (void)state;
    struct ui_exercise_list list;
    assert_true(ui_exercise_list_init(&list, NULL, NULL));
    const int shipped = list.count; // without a folder of the user's
    assert_true(shipped >= 2);
    assert_non_null(find(&list, "First harvest"));
    ui_exercise_list_finish(&list);
    make_own_folder();
    write_own("mine", "Our own slope");
    write_own("broken", "Bad\nkind: fly");
    assert_true(ui_exercise_list_init(&list, NULL, NULL));
    assert_int_equal(list.count, shipped + 2);
    assert_non_null(find(&list, "First harvest"));
    assert_string_equal(find(&list, "Our own slope")->machine, "forwarder");
    assert_non_null(strstr(find(&list, "broken")->text, "has mistakes: 'kranich check /"));
    ui_exercise_list_finish(&list);
}

// What has a place in the ladder comes first, in its order.
static void exercises_come_in_the_order_of_learning(void **state) {
    (void)state;
    struct ui_exercise_list list;
    make_own_folder();
    write_own("mine", "Our own slope");
    write_own("second", "Second\nladder: 15");
    assert_true(ui_exercise_list_init(&list, NULL, NULL));
    assert_string_equal(list.items[0].title, "Free levers");
    for (int i = 1; i < list.count; i++) {
        const int before = list.items[i - 1].ladder, now = list.items[i].ladder;
        assert_true(now == 0 || (before > 0 && before <= now));
    }
    assert_int_equal(find(&list, "Second")->ladder, 15);
    assert_int_equal(list.items[list.count - 1].ladder, 0);
    ui_exercise_list_finish(&list);
}

static void equal_titles_are_told_apart(void **state) {
    (void)state;
    struct ui_exercise_list list;
    make_own_folder();
    write_own("hard", "First harvest");
    write_own("first-load", "First load"); // even the file's name is the same
    assert_true(ui_exercise_list_init(&list, NULL, NULL));
    assert_null(find(&list, "First harvest"));
    assert_non_null(find(&list, "First harvest (hard)"));
    assert_non_null(find(&list, "First harvest (first-harvest)"));
    for (int i = 0; i < list.count; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(list.items[i].title, list.items[k].title);
    ui_exercise_list_finish(&list);
}

static const struct ui_exercise *named(const struct ui_exercise_list *list, const char *name) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, name) == 0)
            return &list->items[i];
    fail_msg("there is no exercise '%s'", name);
    return NULL;
}

// The first one, what an instructor has unlocked, and all without a place on the ladder are open;
// what is unlocked and not passed opens no other.
static void the_ladder_locks_what_comes_too_early(void **state) {
    (void)state;
    struct ui_exercise_list list;
    struct dat_problem problem = {""};
    make_own_folder();
    write_own("mine", "Our own slope");
    struct dat_store *store =
        dat_store_open(tests_scratch_path(&scratch, "s.db"), DAT_STORE_WRITE, &problem);
    assert_non_null(store);
    assert_true(
        dat_store_unlock(store, "Anna", (const char *const[]){"slalom"}, 1, true, &problem));
    assert_true(ui_exercise_list_init(&list, NULL, NULL));
    assert_true(ui_exercise_list_progress(&list, store, "Anna", &problem));
    for (int i = 0; i < list.count; i++)
        assert_int_equal(list.items[i].locked, i > 0 && list.items[i].ladder > 0 &&
                                                   strcmp(list.items[i].name, "slalom") != 0);
    assert_false(named(&list, "mine")->locked);
    assert_true(ui_exercise_list_progress(&list, NULL, "Anna", &problem)); // nothing is kept
    assert_false(named(&list, "slalom-backward")->locked);
    dat_store_close(store);
    ui_exercise_list_finish(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_ladder_locks_what_comes_too_early, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_users_exercises_follow_those_of_the_library, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(exercises_come_in_the_order_of_learning, set_up, tear_down),
        cmocka_unit_test_setup_teardown(equal_titles_are_told_apart, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
