// Steps follow each other within microseconds and consist of parts that last not much longer, so a
// worker that has nothing to do looks for the next run for a while before it sleeps: a sleeping
// thread costs the caller a system call and comes many microseconds late. Nobody waits for a worker
// that has not come: the caller takes the tasks that are left.
//
// A run is described by plain members. What keeps them safe:
//   round   odd while a run is open
//   inside  workers that may look at the description. A worker counts itself in and then looks at
//           round again; the caller closes the round and then waits until nobody is inside. Both
//           orders are sequentially consistent, so that at least one of the two sees the other.
//   left    tasks that are not done; the caller stays until there are none
#include "sim/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    LOOKS = 2000,   // of a worker at the round before it sleeps, some ten microseconds
    SHARED = 128,   // looks before it offers its core to others: the caller may be waiting for it
    PATIENCE = 200, // looks of the caller before it does the same
};

struct worker {
    struct sim_pool *pool;
    pthread_t thread;
    int number;
};

struct sim_pool {
    int threads;
    struct worker worker[SIM_MOST_THREADS]; // [0] is the caller
    sim_pool_task *run;
    void *context;
    const int *owner;
    int tasks;
    atomic_bool taken[SIM_MOST_TASKS];
    atomic_int left, inside, sleeping;
    atomic_uint round;
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

// ---- tasks -----------------------------------------------------------------------------------

static int owner_of(const struct sim_pool *pool, int task) {
    return pool->owner ? pool->owner[task] : task * pool->threads / pool->tasks;
}

static void take(struct sim_pool *pool, int task, int thread) {
    if (atomic_load_explicit(&pool->taken[task], memory_order_relaxed) ||
        atomic_exchange_explicit(&pool->taken[task], true, memory_order_relaxed))
        return;
    pool->run(pool->context, task, thread);
    atomic_fetch_sub_explicit(&pool->left, 1, memory_order_acq_rel);
}

static void work(struct sim_pool *pool, int thread) {
    for (int t = 0; t < pool->tasks; t++)
        if (owner_of(pool, t) == thread)
            take(pool, t, thread);
    for (int t = 0; t < pool->tasks; t++)
        take(pool, t, thread);
}

void sim_pool_run(struct sim_pool *pool, int tasks, const int *owner, sim_pool_task *run,
                  void *context) {
    if (!pool || tasks < 2) {
        for (int t = 0; t < tasks; t++)
            run(context, t, 0);
        return;
    }
    pool->tasks = tasks;
    pool->owner = owner;
    pool->run = run;
    pool->context = context;
    for (int t = 0; t < tasks; t++)
        atomic_store_explicit(&pool->taken[t], false, memory_order_relaxed);
    atomic_store_explicit(&pool->left, tasks, memory_order_relaxed);
    atomic_fetch_add(&pool->round, 1);
    if (atomic_load(&pool->sleeping) > 0) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->mutex);
    }
    work(pool, 0);
    // A worker may have lost its core in the middle of a task.
    for (int look = 0; atomic_load_explicit(&pool->left, memory_order_acquire) > 0; look++)
        look < PATIENCE ? breathe() : (void)sched_yield();
    atomic_fetch_add(&pool->round, 1);
    for (int look = 0; atomic_load(&pool->inside) > 0; look++)
        look < PATIENCE ? breathe() : (void)sched_yield();
}

// ---- workers ---------------------------------------------------------------------------------

static bool open_and_new(unsigned round, unsigned seen) {
    return round % 2 != 0 && round != seen;
}

// Sleeps until there is a round that was not there when it fell asleep, which may be over by the
// time it wakes up; then more of them are to be expected.
static void sleep_a_round(struct sim_pool *pool, unsigned seen) {
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleeping, 1);
    const unsigned round = atomic_load(&pool->round);
    while (!open_and_new(round, seen) && atomic_load(&pool->round) == round &&
           !atomic_load(&pool->ending))
        pthread_cond_wait(&pool->wake, &pool->mutex);
    atomic_fetch_sub(&pool->sleeping, 1);
    pthread_mutex_unlock(&pool->mutex);
}

// The next open round after seen, or an even number at the end.
static unsigned next_round(struct sim_pool *pool, unsigned seen) {
    while (!atomic_load(&pool->ending)) {
        for (int look = 0; look < LOOKS; look++) {
            const unsigned round = atomic_load(&pool->round);
            if (open_and_new(round, seen))
                return round;
            if (atomic_load_explicit(&pool->ending, memory_order_relaxed))
                break;
            look % SHARED != SHARED - 1 ? breathe() : (void)sched_yield();
        }
        sleep_a_round(pool, seen);
    }
    return 0;
}

static void *serve(void *memory) {
    const struct worker *self = memory;
    struct sim_pool *pool = self->pool;
    for (unsigned round = 0; (round = next_round(pool, round)) != 0;) {
        atomic_fetch_add(&pool->inside, 1);
        if (atomic_load(&pool->round) == round)
            work(pool, self->number);
        atomic_fetch_sub(&pool->inside, 1);
    }
    return NULL;
}

// ---- creation --------------------------------------------------------------------------------

struct sim_pool *sim_pool_create(int threads) {
    struct sim_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
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
    if (!pool)
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
