#include "ui/cmd/work_beside.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "ui/cmd/bench_complain.h"
#include "ui/cmd/demo_site.h"

enum { MOST_TIMED = 20000 }; // steps

static const double most_owed = 0.25; // [s] as in the cab: beyond it the world is slower

struct ui_work_beside {
    struct ui_demo_site site;
    pthread_t thread;
    pthread_mutex_t lock; // held while a step is made, and by whoever changes what is below
    pthread_cond_t wake;
    bool running, going, ends;
    double step_size;        // [s]
    double since;            // [s] until when real has been counted
    double real, owed;       // [s] that have passed, and how far the world is behind
    double time[MOST_TIMED]; // [s] of steps
    int timed;
    long steps;
};

// The next round of the exercise begins where one is done.
static bool step(struct ui_work_beside *w) {
    const double begin = bench_work_clock();
    if (ui_demo_site_step(&w->site) != VEH_DEMO_GOING) {
        ui_demo_site_finish(&w->site);
        return ui_demo_site_start(&w->site, "first-harvest");
    }
    if (w->timed < MOST_TIMED)
        w->time[w->timed++] = bench_work_clock() - begin;
    w->steps++;
    return true;
}

// Makes the steps that are due; returns the time [s] until the next one.
static double catch_up(struct ui_work_beside *w) {
    const double now = bench_clock();
    w->real += now - w->since;
    w->owed += now - w->since;
    w->since = now;
    if (w->owed > most_owed)
        w->owed = most_owed;
    while (w->owed >= w->step_size && !w->ends) {
        w->ends = !step(w);
        w->owed -= w->step_size;
    }
    return w->step_size - w->owed;
}

static void *work(void *context) {
    struct ui_work_beside *w = context;
    pthread_mutex_lock(&w->lock);
    while (!w->ends) {
        while (!w->going && !w->ends)
            pthread_cond_wait(&w->wake, &w->lock);
        const double rest = w->going ? catch_up(w) : 0.0;
        pthread_mutex_unlock(&w->lock);
        nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * rest)}, NULL);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct ui_work_beside *ui_work_beside_start(void) {
    struct ui_work_beside *w = calloc(1, sizeof *w);
    if (w == NULL) {
        ui_bench_complain("out of memory");
        return NULL;
    }
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->wake, NULL);
    if (ui_demo_site_start(&w->site, "first-harvest")) {
        w->step_size = sim_world_step_size(w->site.practice.site.world);
        w->running = pthread_create(&w->thread, NULL, work, w) == 0;
        if (w->running || ui_bench_complain("no thread for the physics"))
            return w;
    }
    ui_work_beside_stop(w);
    return NULL;
}

void ui_work_beside_stop(struct ui_work_beside *w) {
    if (w == NULL)
        return;
    pthread_mutex_lock(&w->lock);
    w->ends = true;
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
    if (w->running)
        pthread_join(w->thread, NULL);
    ui_demo_site_finish(&w->site);
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

void ui_work_beside_let(struct ui_work_beside *w, bool go) {
    pthread_mutex_lock(&w->lock);
    if (w->going && !go)
        (void)catch_up(w);
    w->going = go;
    w->since = bench_clock();
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
}

struct ui_work_pace ui_work_beside_pace(const struct ui_work_beside *w) {
    struct ui_work_pace pace = {.steps = w->steps};
    double *sorted = malloc(MOST_TIMED * sizeof *sorted);
    if (w->real > 0.0)
        pace.share = (double)w->steps * w->step_size / w->real;
    if (sorted != NULL && w->timed > 0) {
        memcpy(sorted, w->time, (size_t)w->timed * sizeof *sorted);
        pace.step_median = bench_quantile(sorted, w->timed, 0.5);
    }
    free(sorted);
    return pace;
}
