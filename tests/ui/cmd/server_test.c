#include "ui/cmd/server.h"

#include "tests/data/record/postgres.h"
#include "tests/ui/cmd/command_line.h"

static struct tests_postgres pg;
static char db[512], address[512];

// Session 1 of the server: a third of a second of the forwarder.
static int set_up(void **state) {
    (void)state;
    tests_postgres_create(&pg);
    (void)snprintf(db, sizeof db, "%s", tests_scratch_path(&pg.scratch, "seat.db"));
    (void)snprintf(address, sizeof address, "postgresql:///postgres?user=kranich&host=%s",
                   pg.scratch.folder);
    return RUN("train", "first-load", "--headless", "--duration", "0.3", "--db", db, "--server",
               address, "--seat", "Seat 3", "--trainee", "Anna");
}

static int tear_down(void **state) {
    (void)state;
    tests_postgres_remove(&pg);
    return 0;
}

static void sessions_are_read_from_the_server(void **state) {
    (void)state;
    assert_string_equal(err, "");
    unlink(db); // it is not needed
    assert_int_equal(RUN("sessions", "list", "--server", address), UI_EXIT_DONE);
    assert_contains(out, "Seat 3  Anna     first-load");
    assert_contains(out, "  SEAT    TRAINEE  EXERCISE");
    assert_int_equal(RUN("sessions", "show", "1", "--server", address), UI_EXIT_DONE);
    assert_contains(out, "Seat 3");
    assert_int_equal(RUN("sessions", "show", "1", "--server", address, "--json", "-"),
                     UI_EXIT_DONE);
    assert_contains(out, "\"seat\": \"Seat 3\"");
    assert_int_equal(RUN("sessions", "verify", "--server", address), UI_EXIT_DONE);
    const char *copy = tests_scratch_path(&pg.scratch, "all.db");
    assert_int_equal(RUN("sessions", "backup", copy, "--server", address), UI_EXIT_DONE);
    assert_int_equal(RUN("replay", "1", "--verify", "--db", copy), UI_EXIT_DONE);
    assert_int_equal(RUN("sessions", "compare", "1", "1", "--server", address), UI_EXIT_DONE);
    assert_contains(out, "DIFFERENCE");
    assert_int_equal(RUN("report", "1", "--server", address), UI_EXIT_DONE);
    assert_contains(out, "Anna");
    assert_string_equal(err, "");
}

static void a_session_of_the_server_replays_to_the_same_bits(void **state) {
    (void)state;
    assert_int_equal(RUN("replay", "1", "--verify", "--server", address), UI_EXIT_DONE);
    assert_contains(out, "the end is the same, bit for bit");
    assert_string_equal(err, "");
}

// The environment names the server for the demonstrator, too.
static void the_environment_names_a_server(void **state) {
    (void)state;
    setenv("KRANICH_SERVER", address, 1);
    assert_int_equal(RUN("train", "first-load", "--headless", "--duration", "0.1", "--db", db,
                         "--seat", "Seat 4", "--trainee", "Bo"),
                     UI_EXIT_DONE);
    assert_int_equal(RUN("train", "first-load", "--headless", "--duration", "0.1", "--no-record"),
                     UI_EXIT_DONE);
    unsetenv("KRANICH_SERVER");
    assert_int_equal(RUN("sessions", "list", "--server", address), UI_EXIT_DONE);
    assert_contains(out, "Seat 4  Bo");
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(*) FROM session"), 2);
}

// An exercise does not wait for a server that is away.
static void training_does_not_need_the_server(void **state) {
    (void)state;
    assert_int_equal(RUN("train", "first-load", "--headless", "--duration", "0.1", "--db", db,
                         "--server", "host=/nowhere", "--trainee", "Trainee"),
                     UI_EXIT_DONE);
    assert_contains(err, "kranich: note: the server at /nowhere: connection to server on socket");
    assert_contains(err, "; sessions are kept in ");
    assert_string_equal(strstr(err, "\n"), "\n"); // said once
}

// 'sessions send' sends the missing sessions without training; the seat keeps its name.
static void sessions_are_sent_and_deleted(void **state) {
    (void)state;
    assert_int_equal(RUN("sessions", "send", "--db", db, "--server", address), UI_EXIT_DONE);
    assert_contains(out, "1 session sent to the server at ");
    assert_int_equal(RUN("sessions", "send", "--db", db, "--server", address), UI_EXIT_DONE);
    assert_contains(out, "0 sessions sent to the server at ");
    assert_int_equal(RUN("sessions", "list", "--server", address), UI_EXIT_DONE);
    assert_contains(out, "Seat 4  Trainee");
    assert_int_equal(RUN("sessions", "delete", "1", "--server", address), UI_EXIT_DONE);
    assert_string_equal(out, "session 1 is deleted\n");
    assert_int_equal(RUN("sessions", "delete", "1", "--server", address), UI_EXIT_USAGE);
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(*) FROM session"), 2);
}

static void mistakes_are_named(void **state) {
    (void)state;
    assert_int_equal(RUN("train", "first-load", "--headless", "--db", db, "--server", "school"),
                     UI_EXIT_USAGE);
    assert_contains(err, "the address of the server cannot be read");
    assert_int_equal(RUN("demo", "first-load", "--headless", "--no-record", "--server", address),
                     UI_EXIT_USAGE);
    assert_contains(err, "--server and --no-record exclude each other");
    assert_int_equal(RUN("sessions", "list", "--server", "school:5432"), UI_EXIT_USAGE);
    assert_contains(err, "the address of the server cannot be read");
    assert_int_equal(RUN("replay", "1", "--verify", "--server", "school"), UI_EXIT_USAGE);
    assert_int_equal(RUN("report", "1", "--server", "school"), UI_EXIT_USAGE);
    assert_int_equal(RUN("sessions", "send", "--db", db, "--server", "school"), UI_EXIT_USAGE);
    assert_int_equal(RUN("sessions", "forget", "Anna", "--server", "school"), UI_EXIT_USAGE);
    assert_int_equal(RUN("sessions", "list", "--server", address, "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "--server and --db exclude each other");
    assert_int_equal(RUN("sessions", "send"), UI_EXIT_USAGE);
    assert_contains(err, "'send' needs --server ADDRESS");
    assert_int_equal(RUN("sessions", "send", "--db", db, "--server", "host=/nowhere"),
                     UI_EXIT_ENVIRONMENT);
    assert_contains(err, "the server at /nowhere: ");
    assert_int_equal(RUN("replay", "99", "--verify", "--server", address), UI_EXIT_USAGE);
    assert_contains(err, "there is no session 99");
    assert_int_equal(RUN("report", "1", "--server", "host=/nowhere"), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "the server at /nowhere: ");
}

// One command for the seat's database and the server.
static void a_person_is_forgotten_here_and_there(void **state) {
    (void)state;
    char path[512];
    (void)snprintf(path, sizeof path, "%s", tests_scratch_path(&pg.scratch, "person.db"));
    assert_int_equal(RUN("train", "first-load", "--headless", "--duration", "0.1", "--db", path,
                         "--server", address, "--seat", "Seat 5", "--trainee", "Quentin"),
                     UI_EXIT_DONE);
    assert_int_equal(
        RUN("sessions", "forget", "Quentin", "--db", path, "--server", "host=/nowhere"),
        UI_EXIT_ENVIRONMENT);
    assert_int_equal(RUN("sessions", "list", "--db", path), UI_EXIT_DONE);
    assert_contains(out, "Quentin"); // nothing has changed
    assert_int_equal(RUN("sessions", "forget", "Quentin", "--db", path, "--server", address),
                     UI_EXIT_DONE);
    assert_contains(out, "1 session and the name are deleted here\n");
    assert_contains(out, "1 session and the name are deleted on the server at /");
    assert_int_equal(RUN("sessions", "list", "--db", path), UI_EXIT_DONE);
    assert_null(strstr(out, "Quentin"));
    assert_int_equal(RUN("sessions", "list", "--server", address), UI_EXIT_DONE);
    assert_null(strstr(out, "Quentin"));
    assert_int_equal(RUN("sessions", "forget", "Quentin", "--db", path, "--server", address),
                     UI_EXIT_USAGE);
    assert_contains(err, "there is no trainee 'Quentin', neither here nor on the server at /");
    assert_int_equal(RUN("sessions", "forget", "--db", path), UI_EXIT_USAGE);
    assert_contains(err, "'forget' needs one name of a trainee");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_are_read_from_the_server),
        cmocka_unit_test(a_session_of_the_server_replays_to_the_same_bits),
        cmocka_unit_test(the_environment_names_a_server),
        cmocka_unit_test(training_does_not_need_the_server),
        cmocka_unit_test(sessions_are_sent_and_deleted),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(a_person_is_forgotten_here_and_there),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
