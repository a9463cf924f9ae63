#include "sim/base/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "tests/near.h"

struct tally {
    int threads;
    int done[SIM_MOST_TASKS]; // not atomic: the caller must see them afterwards
    int sum;                  // of task 0, from what the run before has left
    atomic_int busy[SIM_MOST_THREADS];
    atomic_int wrong;
};

static void count(void *context, int task, int thread) {
    struct tally *tally = context;
    if (thread < 0 || thread >= tally->threads || atomic_fetch_add(&tally->busy[thread], 1) != 0)
        atomic_fetch_add(&tally->wrong, 1);
    tally->done[task]++;
    if (task == 0)
        tally->sum++;
    atomic_fetch_sub(&tally->busy[thread], 1);
}

static void pause_for(long microseconds) {
    nanosleep(&(struct timespec){0, 1000 * microseconds}, NULL);
}

static void check_runs(int threads, int runs, bool pauses) {
    struct sim_pool *pool = sim_pool_create(threads);
    assert_non_null(pool);
    assert_int_equal(sim_pool_threads(pool), threads);
    struct tally tally = {.threads = threads};
    int expected[SIM_MOST_TASKS] = {0};
    int owner[SIM_MOST_TASKS];
    for (int i = 0; i < SIM_MOST_TASKS; i++)
        owner[i] = (i * 5 + 1) % threads;
    for (int run = 0; run < runs; run++) {
        const int tasks = run % 37 == 0 ? SIM_MOST_TASKS : run % 11;
        sim_pool_run(pool, tasks, run % 2 ? owner : NULL, count, &tally);
        for (int i = 0; i < tasks; i++)
            expected[i]++;
        assert_memory_equal(tally.done, expected, sizeof expected);
        assert_int_equal(tally.sum, expected[0]);
        if (pauses)
            pause_for(run % 3 * 300); // long enough for the workers to fall asleep
    }
    assert_int_equal(atomic_load(&tally.wrong), 0);
    sim_pool_destroy(pool);
}

static void every_task_runs_once(void **state) {
    (void)state;
    check_runs(2, 5000, false);
    check_runs(3, 2000, false);
    check_runs(7, 500, false);
}

static void sleeping_workers_come_back(void **state) {
    (void)state;
    check_runs(2, 200, true);
    check_runs(5, 100, true);
}

// Each of two tasks waits for the other: one thread alone would never end.
static void wait_for_the_other(void *context, int task, int thread) {
    (void)thread;
    atomic_int *there = context;
    atomic_store(&there[task], 1);
    while (atomic_load(&there[1 - task]) == 0)
        pause_for(10);
}

static void tasks_run_at_the_same_time(void **state) {
    (void)state;
    struct sim_pool *pool = sim_pool_create(2);
    assert_non_null(pool);
    for (int run = 0; run < 20; run++) {
        atomic_int there[2] = {0, 0};
        sim_pool_run(pool, 2, NULL, wait_for_the_other, there);
    }
    sim_pool_destroy(pool);
}

// A late worker keeps nobody waiting: the other threads take its tasks.
static void one_thread_can_do_all(void *context, int task, int thread) {
    int *by = context;
    by[task] = thread;
    if (thread != 0)
        pause_for(20000);
}

static void work_is_taken_over(void **state) {
    (void)state;
    enum { TASKS = 40 };
    struct sim_pool *pool = sim_pool_create(2);
    int owner[TASKS], by[TASKS];
    for (int i = 0; i < TASKS; i++)
        owner[i] = 1;
    assert_non_null(pool);
    sim_pool_run(pool, TASKS, owner, one_thread_can_do_all, by);
    int taken_over = 0;
    for (int i = 0; i < TASKS; i++)
        taken_over += by[i] == 0;
    assert_true(taken_over > TASKS / 2);
    sim_pool_destroy(pool);
}

static void no_pool_is_one_thread(void **state) {
    (void)state;
    struct tally tally = {.threads = 1};
    assert_int_equal(sim_pool_threads(NULL), 1);
    sim_pool_run(NULL, 20, NULL, count, &tally);
    for (int i = 0; i < 20; i++)
        assert_int_equal(tally.done[i], 1);
    assert_int_equal(atomic_load(&tally.wrong), 0);
    sim_pool_destroy(NULL);
}

static void an_idle_pool_ends(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        struct sim_pool *pool = sim_pool_create(2 + i % 4);
        assert_non_null(pool);
        pause_for(i % 2 * 500);
        sim_pool_destroy(pool);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_runs_once),       cmocka_unit_test(sleeping_workers_come_back),
        cmocka_unit_test(tasks_run_at_the_same_time), cmocka_unit_test(work_is_taken_over),
        cmocka_unit_test(no_pool_is_one_thread),      cmocka_unit_test(an_idle_pool_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
