// A few threads that share the independent tasks of a step. Who does a task and when has no
// influence on what it computes: a task writes only what is its own, and whoever started the run
// puts the results together in the order of the tasks.
#pragma once

#define SIM_MOST_THREADS 64
#define SIM_MOST_TASKS 320 // of one run

struct sim_pool;

// threads: 2 to SIM_MOST_THREADS, the caller's counted in. Where the system allows fewer, the pool
// has fewer. NULL: out of memory, or not one more thread.
struct sim_pool *sim_pool_create(int threads);
void sim_pool_destroy(struct sim_pool *pool);      // NULL is allowed
int sim_pool_threads(const struct sim_pool *pool); // 1 for NULL

// thread is below sim_pool_threads(); two tasks that run at the same time have different ones.
typedef void sim_pool_task(void *context, int task, int thread);

// Runs tasks 0 to tasks - 1, each once, and returns when all are done. owner[task] is the thread
// that takes the task if it is there in time, so that what lies in a core's cache is found there in
// the next step; NULL: neighbouring tasks go to the same thread. A thread takes its own tasks in
// ascending order, then those that others have left. One run at a time, all of the same caller.
// With a NULL pool the caller does everything itself.
void sim_pool_run(struct sim_pool *pool, int tasks, const int *owner, sim_pool_task *run,
                  void *context);
