#include "ui/serve/worker.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST_WAITING = 16 };

struct ui_serve_worker {
    pthread_t thread;
    pthread_mutex_t mutex; // of what follows
    pthread_cond_t wake;
    struct ui_serve_job *first, **end; // waiting, the oldest first
    int waiting;
    bool stop;
};

// Waits for the next job; NULL: the thread is to stop.
static struct ui_serve_job *next_job(struct ui_serve_worker *worker) {
    pthread_mutex_lock(&worker->mutex);
    while (worker->first == NULL && !worker->stop)
        pthread_cond_wait(&worker->wake, &worker->mutex);
    struct ui_serve_job *job = worker->first;
    if (job != NULL) {
        worker->first = job->next;
        worker->waiting--;
        if (worker->first == NULL)
            worker->end = &worker->first;
    }
    pthread_mutex_unlock(&worker->mutex);
    return job;
}

static void *run(void *data) {
    struct ui_serve_job *job;
    while ((job = next_job(data)) != NULL)
        job->work(job);
    return NULL;
}

struct ui_serve_worker *ui_serve_worker_start(void) {
    struct ui_serve_worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL)
        return NULL;
    worker->end = &worker->first;
    pthread_mutex_init(&worker->mutex, NULL);
    pthread_cond_init(&worker->wake, NULL);
    if (pthread_create(&worker->thread, NULL, run, worker) == 0)
        return worker;
    pthread_cond_destroy(&worker->wake);
    pthread_mutex_destroy(&worker->mutex);
    free(worker);
    return NULL;
}

bool ui_serve_worker_take(struct ui_serve_worker *worker, struct ui_serve_job *job) {
    pthread_mutex_lock(&worker->mutex);
    const bool room = worker->waiting < MOST_WAITING;
    if (room) {
        job->next = NULL;
        *worker->end = job;
        worker->end = &job->next;
        worker->waiting++;
        pthread_cond_signal(&worker->wake);
    }
    pthread_mutex_unlock(&worker->mutex);
    return room;
}

void ui_serve_worker_stop(struct ui_serve_worker *worker) {
    if (worker == NULL)
        return;
    pthread_mutex_lock(&worker->mutex);
    worker->stop = true;
    pthread_cond_signal(&worker->wake);
    pthread_mutex_unlock(&worker->mutex);
    pthread_join(worker->thread, NULL);
    pthread_cond_destroy(&worker->wake);
    pthread_mutex_destroy(&worker->mutex);
    free(worker);
}
