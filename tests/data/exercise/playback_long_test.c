// An hour of a harvester's shift is recorded, and every place of it is near: a jump ends with the
// recorded states, and simulates no more than lies behind the state before. The same holds for a
// replay of a server that the hour was sent to. With KRANICH_PRINT=1, what sending, opening and
// jumping take is printed, and the number of states.
#include <stdlib.h>
#include <time.h>

#include "data/exercise/playback.h"
#include "data/record/send.h"
#include "tests/data/exercise/recorded_session.h"
#include "tests/data/exercise/shipped.h"
#include "tests/data/record/postgres.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/snapshot.h"

enum { STEPS = 360000, PLACES = 12 };

static double now_by(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double now(void) {
    return now_by(CLOCK_MONOTONIC);
}

// What this program alone takes, whatever else the computer does.
static double processor(void) {
    return now_by(CLOCK_PROCESS_CPUTIME_ID);
}

// The demonstrator as long as it has something to do, and then an untidy operator.
static void record_an_hour(void) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    struct veh_controls levers;
    load_shipped(&exercise, "shift", NULL);
    assert_true(
        dat_practice_start(&practice, &exercise, session_store, "Test", DAT_DEMONSTRATOR, NULL));
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason = NULL;
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    assert_non_null(demo);
    int steps = 0;
    for (; steps < STEPS && veh_demo_step(demo, &practice.site, &levers) == VEH_DEMO_GOING; steps++)
        dat_practice_step(&practice, &levers);
    veh_demo_destroy(demo);
    const double worked = steps * 0.01;
    session_drive(&practice, steps, STEPS - steps);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    dat_exercise_finish(&exercise);
    if (getenv("KRANICH_PRINT") != NULL)
        printf("the demonstrator has worked for %.0f s\n", worked);
}

static int set_up(void **state) {
    (void)state;
    return session_set_up(record_an_hour);
}

static void play_to(struct dat_playback *playback, int64_t step) {
    struct veh_controls levers;
    while (playback->reader.step < step && dat_playback_next(playback, &levers))
        dat_practice_step(&playback->practice, &levers);
    assert_int_equal(playback->reader.step, step);
}

// Goes to the end of a chunk, whose state is recorded; returns the steps that it took.
static int64_t jump(struct dat_playback *playback, const struct dat_input_chunk *chunk) {
    const int64_t goal = chunk->first_step + chunk->steps;
    (void)dat_playback_rewind(playback, goal);
    const int64_t left = goal - playback->reader.step;
    play_to(playback, goal);
    assert_true(chunk->has_state_hash);
    assert_true(veh_worksite_hash(&playback->practice.site) == chunk->state_hash);
    return left;
}

// start: of what belongs to opening.
static void visit_places(struct dat_store *place_of_session, double start) {
    static struct dat_playback playback;
    static struct dat_diagnostics d;
    const struct dat_replay_def def = {.session = 1};
    const bool print = getenv("KRANICH_PRINT") != NULL;
    assert_int_equal(dat_playback_open(place_of_session, &def, &playback, &d, NULL),
                     DAT_REPLAY_DONE);
    if (print)
        printf("opened in %.2f s\n", now() - start);
    const struct dat_input_list *chunks = &playback.recorded.inputs;
    assert_int_equal(dat_recorded_steps(&playback.recorded), STEPS);
    for (int i = 0; i < PLACES; i++) { // to and fro
        const int64_t place = (int64_t)i * 7 % PLACES;
        start = now();
        const double busy = processor();
        const int64_t left = jump(&playback, &chunks->items[place * chunks->count / PLACES + 40]);
        assert_in_range(left, 0, 2050); // a state every 20 s, with a chunk of half a second
        if (print)
            printf("jump to %6.0f s: %5lld steps, %.2f s, %.2f s of the processor\n",
                   (double)playback.reader.step * 0.01, (long long)left, now() - start,
                   processor() - busy);
    }
    assert_in_range(jump(&playback, &chunks->items[chunks->count - 1]), 0, 2050);
    assert_true(veh_worksite_hash(&playback.practice.site) ==
                playback.recorded.info.end_state_hash);
    if (print)
        printf("%d states\n", playback.stored.count);
    dat_playback_finish(&playback);
}

static void every_place_of_an_hour_is_near(void **state) {
    (void)state;
    visit_places(session_store, now());
}

static void every_place_is_near_from_a_server(void **state) {
    (void)state;
    static struct tests_postgres pg;
    struct dat_problem problem = {""};
    struct dat_sent sent;
    tests_postgres_create(&pg);
    struct dat_sender *sender = dat_sender_create(
        dat_store_path(session_store), tests_postgres_address(&pg, "kranich"), "seat", &problem);
    double start = now();
    assert_true(sender != NULL && dat_sender_send(sender, &sent, &problem));
    const double rows = now() - start;
    for (bool more = true; more;)
        assert_true(dat_sender_send_states(sender, &more, &problem));
    if (getenv("KRANICH_PRINT") != NULL)
        printf("sent in %.2f s, and the states in %.2f s\n", rows, now() - start - rows);
    dat_sender_destroy(sender);
    start = now();
    struct dat_store *server =
        dat_store_open_server(tests_postgres_address(&pg, "kranich"), NULL, &problem);
    assert_non_null(server);
    visit_places(server, start);
    dat_store_close(server);
    tests_postgres_remove(&pg);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_place_of_an_hour_is_near),
                                       cmocka_unit_test(every_place_is_near_from_a_server)};
    return cmocka_run_group_tests(tests, set_up, session_tear_down);
}
