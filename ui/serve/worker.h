// A thread beside the server's for answers that read databases, so that they do not delay the
// others.
#pragma once

#include <stdbool.h>

// A piece of work; the owner keeps it until it is done.
struct ui_serve_job {
    struct ui_serve_job *next;              // of the queue
    void (*work)(struct ui_serve_job *job); // in the thread; afterwards nothing touches the job
};

struct ui_serve_worker;

// NULL: out of memory, or no thread.
struct ui_serve_worker *ui_serve_worker_start(void);
// Jobs are done one after the other. False: too many wait.
bool ui_serve_worker_take(struct ui_serve_worker *worker, struct ui_serve_job *job);
// After the jobs that were taken; NULL is allowed.
void ui_serve_worker_stop(struct ui_serve_worker *worker);
