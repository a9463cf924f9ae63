// A person is deleted: nothing of the name is left in the files of the database, nor in a server's
// rows, and nothing comes back from the seat.
#include "data/record/forget.h"

#include <sys/stat.h>

#include "data/record/progress.h"
#include "data/record/send.h"
#include "data/text/paths.h"
#include "tests/data/record/seats_place.h"

static const char name[] = "Zacharias Querulant";

static void record(struct dat_store *store, const char *trainee) {
    struct dat_recorder *recorder = tests_seats_begin(store, trainee);
    tests_seats_record(recorder, 0, 300);
    tests_seats_end(recorder);
}

static void send(struct dat_store *store, const char *seat, int sessions) {
    struct dat_sent sent;
    struct dat_sender *sender = seats_place_send(store, seat, &sent);
    assert_int_equal(sent.sessions, sessions);
    dat_sender_destroy(sender);
}

// How often the file has the name.
static int count_in(const char *path) {
    FILE *file = fopen(path, "rb");
    struct stat info;
    if (file == NULL || fstat(fileno(file), &info) != 0)
        return 0;
    char *bytes = calloc(1, (size_t)info.st_size + 1);
    assert_int_equal(fread(bytes, 1, (size_t)info.st_size, file), info.st_size);
    fclose(file);
    int count = 0;
    for (size_t i = 0; i + sizeof name - 1 <= (size_t)info.st_size; i++)
        count += memcmp(bytes + i, name, sizeof name - 1) == 0;
    free(bytes);
    return count;
}

static int count_in_files(const char *path) {
    char log[600];
    (void)snprintf(log, sizeof log, "%s-wal", path);
    return count_in(path) + count_in(log);
}

static void no_byte_of_the_name_is_left(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    struct dat_forgotten forgotten;
    struct dat_progress progress;
    struct dat_name_list names;
    char path[512];
    (void)snprintf(path, sizeof path, "%s", tests_scratch_path(&scratch, "bytes.db"));
    struct dat_store *store = tests_seats_open(path);
    record(store, name);
    record(store, "Anna");
    record(store, name);
    assert_true(dat_store_unlock(store, name, (const char *const[]){"shift"}, 1, true, &problem));
    assert_true(count_in_files(path) > 0);
    if (!dat_store_forget(store, name, &forgotten, &problem))
        fail_msg("%s", problem.text);
    assert_true(forgotten.known);
    assert_int_equal(forgotten.sessions, 2);
    assert_int_equal(count_in_files(path), 0); // also while it is open
    assert_true(dat_store_progress(store, name, &progress, NULL));
    assert_int_equal(progress.count, 0);
    dat_progress_finish(&progress);
    assert_true(dat_store_trainees(store, &names, NULL));
    assert_int_equal(names.count, 1);
    assert_string_equal(names.items[0], "Anna");
    dat_name_list_finish(&names);
    assert_true(dat_store_forget(store, name, &forgotten, &problem));
    assert_false(forgotten.known);
    assert_int_equal(dat_store_trainee(store, name, &problem) > 0, true); // who has no sessions
    assert_true(dat_store_forget(store, name, &forgotten, &problem));
    assert_true(forgotten.known && forgotten.sessions == 0);
    dat_store_close(store);
}

static void forget_there(bool known, int sessions) {
    struct dat_problem problem = {""};
    struct dat_forgotten forgotten;
    char server[256];
    if (!dat_server_forget(tests_postgres_address(&pg, "kranich"), name, &forgotten, server,
                           sizeof server, &problem))
        fail_msg("%s", problem.text);
    assert_int_equal(forgotten.known, known);
    assert_int_equal(forgotten.sessions, sessions);
    assert_int_equal(strncmp(server, "the server at /", 15), 0);
}

// Of two seats; both have the sessions still, and do not send them again.
static void a_server_forgets_for_good(void **state) {
    (void)state;
    forget_there(false, 0); // before there is a session database
    struct dat_store *left = tests_seats_open(tests_scratch_path(&scratch, "left.db")),
                     *right = tests_seats_open(tests_scratch_path(&scratch, "right.db"));
    record(left, name);
    record(left, "Anna");
    record(right, name);
    record(right, name);
    struct dat_recorder *running = tests_seats_begin(right, name);
    send(left, "left", 2);
    send(right, "right", 3);
    forget_there(true, 4);
    tests_seats_record(running, 0, 200);
    tests_seats_end(running);
    send(left, "left", 0);
    send(right, "right", 0);
    forget_there(false, 0);
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(*) FROM session"), 1);
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(*) FROM trainee"), 1);
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(DISTINCT session_id) FROM event"), 1);
    record(left, name); // a new one is another matter
    send(left, "left", 1);
    forget_there(true, 1);
    dat_store_close(left);
    dat_store_close(right);
}

static void a_role_that_may_only_read_forgets_nothing(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    struct dat_forgotten forgotten;
    char server[256];
    tests_postgres_run(&pg, "CREATE ROLE reader LOGIN; GRANT pg_read_all_data TO reader");
    assert_false(dat_server_forget(tests_postgres_address(&pg, "reader"), "Anna", &forgotten,
                                   server, sizeof server, &problem));
    assert_non_null(strstr(problem.text, "permission denied"));
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(*) FROM session"), 1);
}

static void settings_with_the_name_are_removed(void **state) {
    (void)state;
    char aids[512], seat[512], others[512];
    setenv("XDG_CONFIG_HOME", scratch.folder, 1);
    assert_int_equal(mkdir(tests_scratch_path(&scratch, "kranich"), 0700), 0);
    assert_int_equal(mkdir(tests_scratch_path(&scratch, "kranich/aids"), 0700), 0);
    assert_int_equal(mkdir(tests_scratch_path(&scratch, "kranich/seats"), 0700), 0);
    assert_true(dat_operators_aids(name, aids, sizeof aids) &&
                dat_operators_seat(name, seat, sizeof seat) &&
                dat_operators_seat("Anna", others, sizeof others));
    const char *const files[] = {aids, seat, others};
    for (int i = 0; i < 3; i++)
        fclose(fopen(files[i], "w"));
    dat_forget_settings(name);
    for (int i = 0; i < 3; i++)
        assert_int_equal(access(files[i], F_OK) == 0, i == 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_byte_of_the_name_is_left),
        cmocka_unit_test(a_server_forgets_for_good),
        cmocka_unit_test(a_role_that_may_only_read_forgets_nothing),
        cmocka_unit_test(settings_with_the_name_are_removed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
