// A few threads that share the independent tasks of a step. A task's result does not depend on the
// thread or the time it runs at: each task writes only its own data, and the caller merges the
// results in the order of the tasks.
#pragma once

#define SIM_MOST_THREADS 64
#define SIM_MOST_TASKS 320 // of one run

struct sim_pool;

// threads: 2 to SIM_MOST_THREADS, including the caller's. The pool has fewer if the system allows
// no more. NULL: out of memory, or no thread could be started.
struct sim_pool *sim_pool_create(int threads);
void sim_pool_destroy(struct sim_pool *pool);      // NULL is allowed
int sim_pool_threads(const struct sim_pool *pool); // 1 for NULL

// thread is below sim_pool_threads(); two tasks that run at the same time have different ones.
typedef void sim_pool_task(void *context, int task, int thread);

// Runs tasks 0 to tasks - 1 (at most SIM_MOST_TASKS), each once, and returns when all are done.
// owner[task], below sim_pool_threads(), is the thread that takes the task if it is there in time,
// so that its data are still in that core's cache; NULL: neighbouring tasks go to the same thread.
// A thread takes its own tasks in ascending order and then steals work from the others. One run at
// a time, always from the same thread. With a NULL pool the caller runs all tasks.
void sim_pool_run(struct sim_pool *pool, int tasks, const int *owner, sim_pool_task *run,
                  void *context);
