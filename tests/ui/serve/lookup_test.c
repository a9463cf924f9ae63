// Looking up a host with a resolver that answers late: this file's getaddrinfo() takes the place of
// the system's.
#include "ui/serve/lookup.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "tests/near.h"
#include "ui/serve/client.h"

static struct addrinfo place;
static int freed;
static bool silent; // the resolver does not answer until this is false
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void pause_for(int milliseconds) {
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
}

static bool is_silent(void) {
    pthread_mutex_lock(&mutex);
    const bool now = silent;
    pthread_mutex_unlock(&mutex);
    return now;
}

static void set_silent(bool now) {
    pthread_mutex_lock(&mutex);
    silent = now;
    pthread_mutex_unlock(&mutex);
}

static int times_freed(void) {
    pthread_mutex_lock(&mutex);
    const int times = freed;
    pthread_mutex_unlock(&mutex);
    return times;
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints,
                struct addrinfo **places) {
    (void)service, (void)hints;
    while (is_silent())
        pause_for(5);
    *places = &place;
    return strcmp(host, "nowhere") == 0 ? EAI_NONAME : 0;
}

void freeaddrinfo(struct addrinfo *places) {
    assert_ptr_equal(places, &place);
    pthread_mutex_lock(&mutex);
    freed++;
    pthread_mutex_unlock(&mutex);
}

static double clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void an_answer_is_waited_for(void **state) {
    (void)state;
    const struct addrinfo *places;
    set_silent(false);
    struct ui_lookup *lookup = ui_lookup_start("school", 8017);
    assert_int_equal(ui_lookup_wait(lookup, 10000, &places), UI_LOOKUP_FOUND);
    assert_ptr_equal(places, &place);
    ui_lookup_drop(lookup);
    lookup = ui_lookup_start("nowhere", 8017);
    assert_int_equal(ui_lookup_wait(lookup, 10000, &places), UI_LOOKUP_FAILED);
    ui_lookup_drop(lookup);
    ui_lookup_drop(NULL);
}

static void a_silent_resolver_holds_nobody_up(void **state) {
    (void)state;
    const struct addrinfo *places;
    const int before = times_freed();
    set_silent(true);
    struct ui_lookup *lookup = ui_lookup_start("school", 8017);
    assert_int_equal(ui_lookup_wait(lookup, 20, &places), UI_LOOKUP_UNDER_WAY);
    assert_int_equal(ui_lookup_wait(lookup, 20, &places), UI_LOOKUP_UNDER_WAY);
    ui_lookup_drop(lookup);
    assert_int_equal(times_freed(), before);
    set_silent(false); // its thread frees what nobody waits for
    for (int i = 0; i < 1000 && times_freed() == before; i++)
        pause_for(5);
    assert_int_equal(times_freed(), before + 1);
}

static void a_seat_gives_up_after_a_second(void **state) {
    (void)state;
    const struct ui_seat_place server = {.host = "school", .port = 8017};
    struct ui_seat_client client = ui_seat_client_of(&server);
    struct dat_problem problem = {""};
    char *body;
    size_t size;
    set_silent(true);
    const double start = clock_now();
    for (int i = 0; i < 2; i++) // the second attempt waits for the same answer
        assert_int_equal(
            ui_seat_client_post(&client, "/", "image/png", "", 0, &body, &size, &problem), 0);
    assert_true(clock_now() - start > 1.9);
    ui_seat_client_finish(&client);
    assert_true(clock_now() - start < 10.0);
    set_silent(false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_waited_for),
        cmocka_unit_test(a_silent_resolver_holds_nobody_up),
        cmocka_unit_test(a_seat_gives_up_after_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
