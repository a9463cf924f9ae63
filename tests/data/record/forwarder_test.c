#include "data/record/forwarder.h"

#include "tests/data/record/seats_place.h"

// ---- what the user is told ----

static pthread_mutex_t told_mutex = PTHREAD_MUTEX_INITIALIZER;
static char told[2][8192]; // by the forwarder of each seat

static void tell(char *text, const char *sentence) {
    pthread_mutex_lock(&told_mutex);
    const size_t used = strlen(text);
    (void)snprintf(text + used, sizeof told[0] - used, "%s\n", sentence);
    pthread_mutex_unlock(&told_mutex);
}

static void tell_first(const char *sentence) {
    tell(told[0], sentence);
}

static void tell_second(const char *sentence) {
    tell(told[1], sentence);
}

static void tell_nobody(const char *sentence) {
    fail_msg("'%s'", sentence);
}

// How often the words were told.
static int count_told(int seat, const char *words) {
    int count = 0;
    pthread_mutex_lock(&told_mutex);
    for (const char *at = told[seat]; (at = strstr(at, words)) != NULL; at++)
        count++;
    pthread_mutex_unlock(&told_mutex);
    return count;
}

static void wait_until_told(int seat, const char *words) {
    for (int i = 0; i < 3000 && count_told(seat, words) == 0; i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    assert_int_equal(count_told(seat, words), 1);
}

// ---- seats ----

struct seat {
    char path[512];
    struct dat_store *store;
    struct dat_forwarder *forwarder;
    struct dat_recorder *recorder;
};

static struct dat_forwarder *start(struct seat *seat, const char *name, dat_store_tell *say) {
    struct dat_problem problem = {""};
    struct dat_forwarder *forwarder = dat_forwarder_start(
        seat->store, tests_postgres_address(&pg, "kranich"), name, say, &problem);
    if (forwarder == NULL)
        fail_msg("%s", problem.text);
    return forwarder;
}

static void open_seat(struct seat *seat, const char *name, dat_store_tell *say) {
    (void)snprintf(seat->path, sizeof seat->path, "%s", tests_scratch_path(&scratch, name));
    seat->store = tests_seats_open(seat->path);
    seat->forwarder = start(seat, name, say);
    seat->recorder = tests_seats_begin(seat->store, "Anna");
}

// With patience for a computer that does much else: what is sent last must arrive.
static void close_seat(struct seat *seat) {
    dat_forwarder_stop(seat->forwarder, 120);
    dat_store_close(seat->store);
}

static void what_was_recorded_last_is_sent_before_the_end(void **state) {
    (void)state;
    struct seat seat;
    open_seat(&seat, "quick", tell_nobody);
    tests_seats_record(seat.recorder, 0, 500);
    tests_seats_end(seat.recorder);
    close_seat(&seat);
    tests_seats_compare(&pg, seat.path, "quick");
}

static void record_both(struct seat seats[2], int64_t from, int64_t to) {
    for (int64_t step = from; step < to; step += 10)
        for (int i = 0; i < 2; i++)
            tests_seats_record(seats[i].recorder, step, step + 10);
}

// Two seats write at once; the server is killed while they do and comes back. Nothing is lost and
// nothing is there twice.
static void seats_outlive_a_server_that_is_killed(void **state) {
    (void)state;
    struct seat seats[2];
    open_seat(&seats[0], "first", tell_first);
    open_seat(&seats[1], "second", tell_second);
    record_both(seats, 0, 3000);
    while (tests_postgres_number(&pg, "SELECT count(DISTINCT seat_id) FROM session") < 3)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    tests_postgres_kill(&pg);
    record_both(seats, 3000, 6000);
    for (int i = 0; i < 2; i++)
        wait_until_told(i, "sessions are kept in ");
    record_both(seats, 6000, 9000);
    tests_seats_end(seats[0].recorder);
    seats[0].recorder = tests_seats_begin(seats[0].store, "Bo");
    tests_postgres_start(&pg);
    record_both(seats, 9000, 9100);
    for (int i = 0; i < 2; i++) {
        wait_until_told(i, " is back, and has all sessions");
        tests_seats_end(seats[i].recorder);
        close_seat(&seats[i]);
        assert_int_equal(count_told(i, "sessions are kept in "), 1);
    }
    tests_seats_compare(&pg, seats[0].path, "first");
    tests_seats_compare(&pg, seats[1].path, "second");
}

// Neither the recording nor the end of the program waits for a server that is away.
static void a_server_that_is_never_there_harms_nothing(void **state) {
    (void)state;
    struct seat seat;
    tests_postgres_kill(&pg);
    told[0][0] = '\0';
    open_seat(&seat, "alone", tell_first);
    tests_seats_record(seat.recorder, 0, 500);
    wait_until_told(0, "sessions are kept in ");
    tests_seats_end(seat.recorder);
    close_seat(&seat);
    tests_postgres_start(&pg);
    // The next program sends it, without a new session.
    seat.store = tests_seats_open(seat.path);
    seat.forwarder = start(&seat, "alone", tell_nobody);
    close_seat(&seat);
    tests_seats_compare(&pg, seat.path, "alone");
}

// Its text is no UTF-8. It is refused while it runs, and again at its end.
static void a_refusal_is_told_once(void **state) {
    (void)state;
    struct seat seat;
    (void)snprintf(seat.path, sizeof seat.path, "%s", tests_scratch_path(&scratch, "refused"));
    told[0][0] = '\0';
    seat.store = tests_seats_open(seat.path);
    seat.recorder = tests_seats_begin(seat.store, "Anna");
    sqlite3 *db; // as earlier versions have recorded it
    assert_int_equal(sqlite3_open(seat.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE trainee SET name = CAST(x'ff' AS TEXT)", 0, 0, 0),
                     SQLITE_OK);
    sqlite3_close(db);
    tests_seats_record(seat.recorder, 0, 100);
    seat.forwarder = start(&seat, "refused", tell_first);
    wait_until_told(0, "session 1 stays here, ");
    tests_seats_record(seat.recorder, 100, 500);
    tests_seats_end(seat.recorder);
    close_seat(&seat);
    assert_int_equal(count_told(0, "session 1 stays here, "), 1);
}

static void an_address_that_cannot_be_read_is_refused(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    struct dat_store *store = tests_seats_open(tests_scratch_path(&scratch, "address.db"));
    assert_null(dat_forwarder_start(store, "school", "seat", tell_nobody, &problem));
    assert_non_null(strstr(problem.text, "expected one such as postgresql://USER@HOST/DATABASE"));
    dat_store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_recorded_last_is_sent_before_the_end),
        cmocka_unit_test(seats_outlive_a_server_that_is_killed),
        cmocka_unit_test(a_server_that_is_never_there_harms_nothing),
        cmocka_unit_test(a_refusal_is_told_once),
        cmocka_unit_test(an_address_that_cannot_be_read_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
