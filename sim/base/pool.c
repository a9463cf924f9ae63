// A work-stealing pool. Runs follow each other within microseconds and last little longer, so an
// idle worker spins for a while before it sleeps: waking a thread costs the caller a system call
// and takes many microseconds. Nobody waits for a late worker: the caller takes the tasks that are
// left.
//
// Each cache line that moves from core to core takes as long as a hundred arithmetic operations.
// Therefore a run is described in one place, which only the caller writes, and every thread has a
// lane of its own, from which it takes its tasks and where it counts those it has done. Nothing is
// reset between runs, since the counts in a lane belong to a certain round.
//
//   round  odd while a run is open. The description changes only while it is even.
//   taken  of a lane: the last round in which a task was taken from it, and how many were. A thread
//          takes a task by reading this and the description, checking that the round is still open,
//          and incrementing the value it has read. If that succeeds the description was that of
//          the round, which cannot end before this task is done.
//   done   of a lane: the last round in which its thread has done a task, and how many of them
//
// The caller stays until all tasks are done.
#include "sim/base/pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"

enum {
    SPINS = 2000,       // of a worker that waits for a round before it sleeps, about 100 us
    LAST_SPINS = 100,   // after these, when it has already announced that it sleeps
    YIELD_SPINS = 128,  // of a worker between two yields of its core: the caller may need it
    CALLER_SPINS = 200, // of the caller between two yields
    STEAL_SPINS = 15,   // before a thread steals tasks, about a microsecond
};

struct worker {
    struct sim_pool *pool;
    pthread_t thread;
    int number;
};

struct lane {
    alignas(SIM_LINES) atomic_ullong taken; // tally() of a round
    atomic_ullong done;
};

struct sim_pool {
    int threads;
    struct worker worker[SIM_MOST_THREADS]; // [0] is the caller
    alignas(SIM_LINES) atomic_ullong round;
    _Atomic(sim_pool_task *) run;
    _Atomic(void *) context;
    atomic_ushort order[SIM_MOST_TASKS];       // the tasks, thread by thread
    atomic_ushort first[SIM_MOST_THREADS + 1]; // of a thread in this order
    struct lane lane[SIM_MOST_THREADS];
    alignas(SIM_LINES) atomic_int sleeping;
    atomic_bool ending;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
};

static void breathe(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

// ---- tallies ----

static unsigned long long tally(unsigned long long round, int count) {
    return round << 16 | (unsigned)count;
}

// The number in a tally if it is of this round, else 0.
static int count_of(unsigned long long tally, unsigned long long round) {
    return tally >> 16 == round ? (int)(tally & 0xffff) : 0;
}

// ---- tasks ----

struct job {
    sim_pool_task *run;
    void *context;
    int task;
};

// Every read of the description is an acquire, so that the look at the round comes after all.
static bool take(struct sim_pool *pool, int lane, unsigned long long round, struct job *job) {
    atomic_ullong *taken = &pool->lane[lane].taken;
    unsigned long long before = atomic_load_explicit(taken, memory_order_acquire);
    do {
        const int count = count_of(before, round);
        const int next = atomic_load_explicit(&pool->first[lane], memory_order_acquire) + count;
        if (next >= atomic_load_explicit(&pool->first[lane + 1], memory_order_acquire))
            return false;
        job->task = atomic_load_explicit(&pool->order[next], memory_order_acquire);
        job->run = atomic_load_explicit(&pool->run, memory_order_acquire);
        job->context = atomic_load_explicit(&pool->context, memory_order_acquire);
        if (atomic_load_explicit(&pool->round, memory_order_acquire) != round)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(taken, &before,
                                                    tally(round, count_of(before, round) + 1),
                                                    memory_order_acq_rel, memory_order_acquire));
    return true;
}

static void work_lane(struct sim_pool *pool, int lane, int thread, unsigned long long round) {
    atomic_ullong *done = &pool->lane[thread].done;
    struct job job;
    while (take(pool, lane, round, &job)) {
        job.run(job.context, job.task, thread);
        const int count = count_of(atomic_load_explicit(done, memory_order_relaxed), round);
        atomic_store_explicit(done, tally(round, count + 1), memory_order_release);
    }
}

static bool all_done(const struct sim_pool *pool, unsigned long long round, int tasks) {
    int done = 0;
    for (int i = 0; i < pool->threads; i++)
        done += count_of(atomic_load_explicit(&pool->lane[i].done, memory_order_acquire), round);
    return done == tasks;
}

// False as soon as a round is over.
static bool still_open(const struct sim_pool *pool, int thread, unsigned long long round,
                       int tasks) {
    return thread == 0 ? !all_done(pool, round, tasks)
                       : atomic_load_explicit(&pool->round, memory_order_relaxed) == round;
}

// A thread that has done its own tasks waits for a moment before it steals others: a thread that is
// late by less keeps its tasks, whose machine is in its core's cache.
static void work(struct sim_pool *pool, int thread, unsigned long long round, int tasks) {
    work_lane(pool, thread, thread, round);
    for (int look = 0; look < STEAL_SPINS; look++) {
        if (!still_open(pool, thread, round, tasks))
            return;
        breathe();
    }
    for (int i = 1; i < pool->threads; i++)
        work_lane(pool, (thread + i) % pool->threads, thread, round);
}

// ---- runs ----

static void describe(struct sim_pool *pool, int tasks, const int *owner, sim_pool_task *run,
                     void *context) {
    int place[SIM_MOST_THREADS + 1] = {0};
    assert(tasks <= SIM_MOST_TASKS);
    for (int t = 0; t < tasks; t++) {
        const int thread = owner ? owner[t] : t * pool->threads / tasks;
        assert(thread >= 0 && thread < pool->threads);
        place[thread + 1]++;
    }
    for (int i = 0; i < pool->threads; i++) {
        place[i + 1] += place[i];
        atomic_store_explicit(&pool->first[i + 1], (unsigned short)place[i + 1],
                              memory_order_release);
    }
    for (int t = 0; t < tasks; t++) {
        const int thread = owner ? owner[t] : t * pool->threads / tasks;
        atomic_store_explicit(&pool->order[place[thread]++], (unsigned short)t,
                              memory_order_release);
    }
    atomic_store_explicit(&pool->run, run, memory_order_release);
    atomic_store_explicit(&pool->context, context, memory_order_release);
}

static void wake_sleepers(struct sim_pool *pool) {
    if (atomic_load_explicit(&pool->sleeping, memory_order_relaxed) == 0)
        return;
    pthread_mutex_lock(&pool->mutex);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
}

void sim_pool_run(struct sim_pool *pool, int tasks, const int *owner, sim_pool_task *run,
                  void *context) {
    assert(tasks >= 0 && run != NULL);
    if (pool == NULL || tasks < 2) {
        for (int t = 0; t < tasks; t++)
            run(context, t, 0);
        return;
    }
    const unsigned long long round = atomic_load_explicit(&pool->round, memory_order_relaxed) + 1;
    describe(pool, tasks, owner, run, context);
    atomic_store_explicit(&pool->round, round, memory_order_release);
    wake_sleepers(pool);
    work(pool, 0, round, tasks);
    // A worker may have lost its core in the middle of a task.
    for (int spin = 0; !all_done(pool, round, tasks); spin++)
        spin < CALLER_SPINS ? breathe() : (void)sched_yield();
    atomic_store_explicit(&pool->round, round + 1, memory_order_relaxed);
}

// ---- workers ----

static bool open_and_new(unsigned long long round, unsigned long long seen) {
    return round % 2 != 0 && round != seen;
}

// The next open round after seen, 0: none within that many spins.
static unsigned long long look_for_round(struct sim_pool *pool, unsigned long long seen,
                                         int spins) {
    for (int spin = 0; spin < spins; spin++) {
        const unsigned long long round = atomic_load_explicit(&pool->round, memory_order_acquire);
        if (open_and_new(round, seen))
            return round;
        if (atomic_load_explicit(&pool->ending, memory_order_relaxed))
            break;
        spin % YIELD_SPINS != YIELD_SPINS - 1 ? breathe() : (void)sched_yield();
    }
    return 0;
}

// Sleeps until a new round begins. It may be over by the time the worker is awake; then more rounds
// are likely to follow.
static void sleep_a_round(struct sim_pool *pool, unsigned long long seen) {
    pthread_mutex_lock(&pool->mutex);
    const unsigned long long round = atomic_load(&pool->round);
    while (!open_and_new(round, seen) && atomic_load(&pool->round) == round &&
           !atomic_load(&pool->ending))
        pthread_cond_wait(&pool->wake, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

// The next open round after seen, or 0 at the end. The caller opens a round and looks for sleepers
// without a fence in between, so a worker that has announced its sleep keeps spinning for a while,
// or it might miss that round.
static unsigned long long next_round(struct sim_pool *pool, unsigned long long seen) {
    while (!atomic_load(&pool->ending)) {
        unsigned long long round = look_for_round(pool, seen, SPINS);
        if (round != 0)
            return round;
        atomic_fetch_add(&pool->sleeping, 1);
        round = look_for_round(pool, seen, LAST_SPINS);
        if (round == 0)
            sleep_a_round(pool, seen);
        atomic_fetch_sub(&pool->sleeping, 1);
        if (round != 0)
            return round;
    }
    return 0;
}

static void *serve(void *memory) {
    const struct worker *self = memory;
    for (unsigned long long round = 0; (round = next_round(self->pool, round)) != 0;)
        work(self->pool, self->number, round, 0);
    return NULL;
}

// ---- creation ----

struct sim_pool *sim_pool_create(int threads) {
    assert(threads >= 2 && threads <= SIM_MOST_THREADS);
    struct sim_pool *pool = sim_aligned(sizeof *pool);
    if (pool == NULL)
        return NULL;
    memset(pool, 0, sizeof *pool);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    for (pool->threads = 1; pool->threads < threads; pool->threads++) {
        struct worker *worker = &pool->worker[pool->threads];
        *worker = (struct worker){.pool = pool, .number = pool->threads};
        if (pthread_create(&worker->thread, NULL, serve, worker) != 0)
            break;
    }
    if (pool->threads > 1)
        return pool;
    sim_pool_destroy(pool);
    return NULL;
}

void sim_pool_destroy(struct sim_pool *pool) {
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->ending, true);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 1; i < pool->threads; i++)
        pthread_join(pool->worker[i].thread, NULL);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

int sim_pool_threads(const struct sim_pool *pool) {
    return pool ? pool->threads : 1;
}
