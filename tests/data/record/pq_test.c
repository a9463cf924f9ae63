#define _GNU_SOURCE // RTLD_NEXT
#include <dlfcn.h>
#include <libpq-fe.h>
#include <math.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "tests/data/record/postgres.h"

static struct tests_postgres pg;

static int set_up(void **state) {
    (void)state;
    tests_postgres_create(&pg);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_postgres_remove(&pg);
    return 0;
}

#define assert_says(problem, words)                                                                \
    do {                                                                                           \
        if (strstr((problem).text, words) == NULL)                                                 \
            fail_msg("'%s' does not say '%s'", (problem).text, words);                             \
    } while (0)

// What PostgreSQL itself prints of the values that were sent is what they are.
static void values_keep_all_their_bits(void **state) {
    (void)state;
    static const char bytes[] = {'\0', '\\', '\n', (char)0xff, 'x'};
    static const struct {
        struct dat_pq_value value;
        const char *type, *text;
    } cases[] = {
        {{.type = DAT_PQ_INTEGER, .integer = INT64_MIN}, "bigint", "-9223372036854775808"},
        {{.type = DAT_PQ_INTEGER, .integer = 258}, "bigint", "258"},
        {{.type = DAT_PQ_REAL, .real = 0x1.123456789abcdp-7},
         "double precision",
         "0.008368055555555554"},
        {{.type = DAT_PQ_REAL, .real = -0.0}, "double precision", "-0"},
        {{.type = DAT_PQ_REAL, .real = 5e-324}, "double precision", "5e-324"},
        {{.type = DAT_PQ_TEXT, .bytes = "G\xc3\xbcnther\t", .size = 9}, "text", "G\xc3\xbcnther\t"},
        {{.type = DAT_PQ_BYTES, .bytes = bytes, .size = sizeof bytes}, "bytea", "\\x005c0aff78"},
        {{.type = DAT_PQ_TEXT, .bytes = "", .size = 0}, "text", ""},
    };
    struct dat_problem problem = {""};
    struct dat_pq *pq = tests_postgres_connect(&pg);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char sql[128];
        (void)snprintf(sql, sizeof sql, "SELECT v, v::text FROM (SELECT $1::%s AS v) AS t",
                       cases[i].type);
        struct dat_pq_rows *rows = dat_pq_query(pq, sql, &cases[i].value, 1, &problem);
        assert_non_null(rows);
        const struct dat_pq_value value = dat_pq_rows_value(rows, 0, 0);
        assert_int_equal(value.type, cases[i].value.type);
        assert_string_equal(dat_pq_rows_value(rows, 0, 1).bytes, cases[i].text);
        if (value.type == DAT_PQ_REAL)
            assert_memory_equal(&value.real, &cases[i].value.real, sizeof value.real);
        if (value.type == DAT_PQ_INTEGER)
            assert_true(value.integer == cases[i].value.integer);
        if (value.type == DAT_PQ_BYTES)
            assert_memory_equal(value.bytes, bytes, sizeof bytes);
        dat_pq_rows_destroy(rows);
    }
    const struct dat_pq_value nothing = dat_pq_text(NULL);
    struct dat_pq_rows *rows = dat_pq_query(pq, "SELECT $1::text", &nothing, 1, &problem);
    assert_int_equal(dat_pq_rows_value(rows, 0, 0).type, DAT_PQ_NULL);
    assert_int_equal(dat_pq_rows_integer(rows, 7), 7);
    dat_pq_rows_destroy(rows);
    dat_pq_destroy(pq);
}

// More rows than fit into the buffers of a socket.
static void many_rows_are_sent_at_once(void **state) {
    (void)state;
    enum { ROWS = 60000 };
    struct dat_problem problem = {""};
    struct dat_pq *pq = tests_postgres_connect(&pg);
    assert_true(
        dat_pq_execute(pq, "CREATE TEMP TABLE t (n bigint, r double precision, s text)", &problem));
    struct dat_pq_copy copy = {.count = 0};
    for (int i = 0; i < ROWS; i++) {
        const struct dat_pq_value n = dat_pq_integer(i), r = {.type = DAT_PQ_REAL, .real = 0.5 * i},
                                  s = dat_pq_text(i % 2 == 0 ? "a text of some length" : NULL);
        assert_true(dat_pq_copy_row(&copy, 3) && dat_pq_copy_value(&copy, &n) &&
                    dat_pq_copy_value(&copy, &r) && dat_pq_copy_value(&copy, &s));
    }
    assert_true(dat_pq_send(pq, "COPY t (n, r, s) FROM STDIN BINARY", &copy, &problem));
    dat_pq_copy_finish(&copy);
    struct dat_pq_rows *rows =
        dat_pq_query(pq,
                     "SELECT count(*), sum(n)::bigint, sum(r), count(s), min(length(s))::bigint "
                     "FROM t",
                     NULL, 0, &problem);
    assert_non_null(rows);
    assert_int_equal(dat_pq_rows_value(rows, 0, 0).integer, ROWS);
    assert_int_equal(dat_pq_rows_value(rows, 0, 1).integer, (int64_t)ROWS * (ROWS - 1) / 2);
    assert_near(dat_pq_rows_value(rows, 0, 2).real, 0.25 * ROWS * (ROWS - 1.0), 1e-6);
    assert_int_equal(dat_pq_rows_value(rows, 0, 3).integer, ROWS / 2);
    assert_int_equal(dat_pq_rows_value(rows, 0, 4).integer, 21);
    dat_pq_rows_destroy(rows);
    dat_pq_destroy(pq);
}

// The connection stays usable after an error, and tells refused rows from lost connections.
static void mistakes_are_told_apart(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    struct dat_pq *pq = tests_postgres_connect(&pg);
    assert_false(dat_pq_execute(pq, "SELECT 1 FROM nowhere", &problem));
    assert_says(problem, "the server at /");
    assert_says(problem, ": relation \"nowhere\" does not exist");
    assert_false(dat_pq_refused_values(pq));
    assert_true(dat_pq_is_up(pq));
    const struct dat_pq_value bad = dat_pq_text("\xff");
    assert_null(dat_pq_query(pq, "SELECT $1::text", &bad, 1, &problem));
    assert_says(problem, "invalid byte sequence for encoding \"UTF8\"");
    assert_true(dat_pq_refused_values(pq));
    assert_true(dat_pq_execute(pq, "CREATE TEMP TABLE u (n bigint PRIMARY KEY)", &problem));
    struct dat_pq_copy copy = {.count = 0};
    const struct dat_pq_value one = dat_pq_integer(1);
    for (int i = 0; i < 2; i++)
        assert_true(dat_pq_copy_row(&copy, 1) && dat_pq_copy_value(&copy, &one));
    assert_false(dat_pq_send(pq, "COPY u (n) FROM STDIN BINARY", &copy, &problem));
    dat_pq_copy_finish(&copy);
    assert_says(problem, "duplicate key value");
    assert_true(dat_pq_refused_values(pq));
    assert_true(dat_pq_execute(pq, "SET search_path = public", &problem));
    dat_pq_destroy(pq);
}

// libpq's own, unless memory is to be missing.
static bool no_memory;

int PQputCopyData(PGconn *connection, const char *bytes, int count) {
    typedef int put(PGconn *, const char *, int);
    put *real;
    void *symbol = dlsym(RTLD_NEXT, "PQputCopyData");
    memcpy(&real, &symbol, sizeof real);
    return no_memory ? 0 : real(connection, bytes, count);
}

// The rows that the server waits for do not come: the connection must not be used for others.
static void no_memory_for_rows_ends_the_connection(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    struct dat_pq *pq = tests_postgres_connect(&pg);
    struct dat_pq_copy copy = {.count = 0};
    const struct dat_pq_value one = dat_pq_integer(1);
    assert_true(dat_pq_execute(pq, "BEGIN; CREATE TABLE v (n bigint)", &problem));
    assert_true(dat_pq_copy_row(&copy, 1) && dat_pq_copy_value(&copy, &one));
    no_memory = true;
    assert_false(dat_pq_send(pq, "COPY v (n) FROM STDIN BINARY", &copy, &problem));
    no_memory = false;
    assert_string_equal(problem.text, "out of memory");
    assert_false(dat_pq_is_up(pq) || dat_pq_refused_values(pq));
    assert_true(dat_pq_connect(pq, &problem));
    assert_true(dat_pq_execute(pq, "CREATE TEMP TABLE v (n bigint)", &problem));
    copy.count = 0;
    assert_true(dat_pq_copy_row(&copy, 1) && dat_pq_copy_value(&copy, &one));
    assert_true(dat_pq_send(pq, "COPY v (n) FROM STDIN BINARY", &copy, &problem));
    dat_pq_copy_finish(&copy);
    dat_pq_destroy(pq);
}

static void connect_badly(const char *address, const char *words, const char *never) {
    struct dat_problem problem = {""};
    struct dat_pq *pq = dat_pq_create(address, &problem);
    assert_false(pq != NULL && dat_pq_connect(pq, &problem));
    assert_says(problem, words);
    if (never != NULL && strstr(problem.text, never) != NULL)
        fail_msg("'%s' has the password in it", problem.text);
    dat_pq_destroy(pq);
}

static void a_server_that_cannot_be_reached_is_named(void **state) {
    (void)state;
    char address[512];
    connect_badly("postgresql://school.invalid/kranich",
                  "the server school.invalid: could not "
                  "translate host name",
                  NULL);
    connect_badly("host=/nowhere", "the server at /nowhere: connection to server on socket", NULL);
    connect_badly("service=kranich", "service", NULL);
    connect_badly("postgresql://anna:pass%zz@host/", "the address of the server cannot be read",
                  "pass");
    connect_badly("password=hidden word", "the address of the server cannot be read", "hidden");
    (void)snprintf(address, sizeof address, "%s dbname=nowhere",
                   tests_postgres_address(&pg, "kranich"));
    connect_badly(address, "database \"nowhere\" does not exist", NULL);
}

static void a_wrong_password_is_not_repeated(void **state) {
    (void)state;
    char address[512];
    tests_postgres_run(&pg, "CREATE ROLE guest LOGIN PASSWORD 'secret'");
    unsetenv("PGPASSWORD");
    setenv("PGPASSFILE", "/nowhere/pgpass", 1);
    (void)snprintf(address, sizeof address, "%s", tests_postgres_address(&pg, "guest"));
    connect_badly(address, "no password supplied; the password belongs in the file ~/.pgpass",
                  NULL);
    setenv("PGPASSWORD", "wrongword", 1);
    connect_badly(address, "password authentication failed for user \"guest\"", "wrongword");
    setenv("PGPASSWORD", "secret", 1);
    struct dat_pq *pq = dat_pq_create(address, NULL);
    assert_true(pq != NULL && dat_pq_connect(pq, NULL) && dat_pq_is_up(pq));
    dat_pq_destroy(pq);
    unsetenv("PGPASSWORD");
}

static void *abort_soon(void *pq) {
    nanosleep(&(struct timespec){0, 100000000}, NULL);
    dat_pq_abort(pq);
    return NULL;
}

// Something that listens and never answers: another thread can end the call.
static void a_silent_server_can_be_left(void **state) {
    (void)state;
    char address[512];
    struct dat_problem problem = {""};
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    (void)snprintf(name.sun_path, sizeof name.sun_path, "%s",
                   tests_scratch_path(&pg.scratch, ".s.PGSQL.4444"));
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (const struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(listen(listener, 1), 0);
    (void)snprintf(address, sizeof address, "%s port=4444", tests_postgres_address(&pg, "kranich"));
    struct dat_pq *silent = dat_pq_create(address, NULL), *busy = tests_postgres_connect(&pg);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, abort_soon, silent), 0);
    assert_false(dat_pq_connect(silent, &problem));
    pthread_join(thread, NULL);
    assert_says(problem, "no answer in time");
    assert_int_equal(pthread_create(&thread, NULL, abort_soon, busy), 0);
    assert_false(dat_pq_execute(busy, "DO 'BEGIN PERFORM pg_sleep(1000); END'", &problem));
    pthread_join(thread, NULL);
    assert_false(dat_pq_is_up(busy));
    dat_pq_destroy(silent);
    dat_pq_destroy(busy);
    close(listener);
}

static void a_server_that_goes_away_is_missed(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    struct dat_pq *pq = tests_postgres_connect(&pg);
    tests_postgres_kill(&pg);
    assert_false(dat_pq_execute(pq, "SET search_path = public", &problem));
    assert_says(problem, "the server at /");
    assert_false(dat_pq_is_up(pq) || dat_pq_refused_values(pq));
    tests_postgres_start(&pg);
    assert_true(dat_pq_connect(pq, &problem));
    assert_true(dat_pq_execute(pq, "SET search_path = public", &problem));
    dat_pq_destroy(pq);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_keep_all_their_bits),
        cmocka_unit_test(many_rows_are_sent_at_once),
        cmocka_unit_test(mistakes_are_told_apart),
        cmocka_unit_test(no_memory_for_rows_ends_the_connection),
        cmocka_unit_test(a_server_that_cannot_be_reached_is_named),
        cmocka_unit_test(a_wrong_password_is_not_repeated),
        cmocka_unit_test(a_silent_server_can_be_left),
        cmocka_unit_test(a_server_that_goes_away_is_missed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
