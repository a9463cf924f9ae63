#include "data/record/progress.h"

#include "tests/scratch.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static struct dat_store *open_store(void) {
    struct dat_problem problem = {""};
    struct dat_store *store =
        dat_store_open(tests_scratch_path(&scratch, "s.db"), DAT_STORE_WRITE, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    return store;
}

static void do_session(struct dat_store *store, const char *trainee, const char *exercise,
                       enum dat_operator who, enum dat_outcome outcome, const char *result) {
    struct dat_problem problem = {""};
    char name[32], exercise_name[32], text[64], x[] = "x", start[] = "2024-01-01T00:00:00.000Z";
    char names[] = "[\"drive\"]";
    (void)snprintf(name, sizeof name, "%s", trainee);
    (void)snprintf(exercise_name, sizeof exercise_name, "%s", exercise);
    (void)snprintf(text, sizeof text, "%s", result);
    struct dat_session_info info = {.trainee = name,
                                    .exercise = exercise_name,
                                    .scenario_file = x,
                                    .machine = x,
                                    .program_version = x,
                                    .who = who,
                                    .step = 0.01,
                                    .start_utc = start,
                                    .end_utc = start,
                                    .outcome = outcome,
                                    .result = text,
                                    .input_names = names};
    const int64_t id = dat_store_begin(store, &info, NULL, &problem);
    if (id == 0 || !dat_store_end(store, id, &info, &problem))
        fail_msg("%s", problem.text);
}

static struct dat_progress progress_of(struct dat_store *store, const char *trainee) {
    struct dat_progress progress;
    struct dat_problem problem = {""};
    if (!dat_store_progress(store, trainee, &progress, &problem))
        fail_msg("%s", problem.text);
    return progress;
}

// The best mark of the trainee's own sessions that were passed.
static void the_best_mark_counts(void **state) {
    (void)state;
    struct dat_store *store = open_store();
    do_session(store, "Anna", "a", DAT_TRAINEE, DAT_PASSED, "{\"mark\":\"silver\"}");
    do_session(store, "Anna", "a", DAT_TRAINEE, DAT_PASSED, "{\"mark\":\"bronze\"}");
    do_session(store, "Anna", "a", DAT_TRAINEE, DAT_STOPPED, "{\"mark\":\"gold\"}");
    do_session(store, "Anna", "b", DAT_DEMONSTRATOR, DAT_PASSED, "{\"mark\":\"gold\"}");
    do_session(store, "Anna", "c", DAT_TRAINEE, DAT_PASSED, "{}");
    do_session(store, "Bert", "b", DAT_TRAINEE, DAT_PASSED, "{\"mark\":\"gold\"}");
    struct dat_progress progress = progress_of(store, "Anna");
    assert_int_equal(progress.count, 2);
    assert_int_equal(dat_progress_find(&progress, "a")->mark, 2);
    assert_null(dat_progress_find(&progress, "b"));
    assert_true(dat_progress_find(&progress, "c")->passed);
    assert_int_equal(dat_progress_find(&progress, "c")->mark, 0);
    dat_progress_finish(&progress);
    progress = progress_of(store, "nobody");
    assert_int_equal(progress.count, 0);
    dat_progress_finish(&progress);
    dat_store_close(store);
}

static void what_is_unlocked_stays_so_until_it_is_locked(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    struct dat_store *store = open_store();
    for (int i = 0; i < 2; i++) // twice is once
        assert_true(dat_store_unlock(store, "Anna", (const char *const[]){"a"}, 1, true, &problem));
    assert_true(dat_store_unlock(store, "Bert", (const char *const[]){"b"}, 1, true, &problem));
    dat_store_close(store);
    store = open_store();
    struct dat_progress progress = progress_of(store, "Anna");
    assert_int_equal(progress.count, 1);
    assert_true(dat_progress_find(&progress, "a")->unlocked);
    assert_false(dat_progress_find(&progress, "a")->passed);
    dat_progress_finish(&progress);
    assert_true(dat_store_unlock(store, "Anna", (const char *const[]){"a"}, 1, false, &problem));
    progress = progress_of(store, "Anna");
    assert_int_equal(progress.count, 0);
    dat_progress_finish(&progress);
    assert_false(dat_store_unlock(store, "  ", (const char *const[]){"a"}, 1, true, &problem));
    assert_non_null(strstr(problem.text, "name is empty"));
    dat_store_close(store);
}

// Locking exercises of a name that the store does not know makes no trainee; unlocking does.
static void locking_creates_no_trainee(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    struct dat_name_list names;
    struct dat_store *store = open_store();
    const char *const all[] = {"a", "b"};
    assert_true(dat_store_trainees(store, &names, &problem));
    const int before = names.count;
    dat_name_list_finish(&names);
    assert_true(dat_store_unlock(store, "Nobody", all, 2, false, &problem));
    assert_true(dat_store_trainees(store, &names, &problem));
    assert_int_equal(names.count, before);
    dat_name_list_finish(&names);
    assert_true(dat_store_unlock(store, "Nobody", all, 2, true, &problem));
    struct dat_progress progress = progress_of(store, "Nobody");
    assert_int_equal(progress.count, 2);
    dat_progress_finish(&progress);
    dat_store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_best_mark_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_unlocked_stays_so_until_it_is_locked, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(locking_creates_no_trainee, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
