#include "ui/screen/beside.h"

#include <math.h>
#include <time.h>

#include <SDL.h>

#include "data/text/monotonic.h"

static const double least = 0.0005, most = 1.0; // [s] between two turns

static void *run(void *context) {
    struct ui_beside *b = context;
    pthread_mutex_lock(&b->lock);
    while (!b->ends) {
        if (!b->wanted) {
            pthread_cond_wait(&b->wake, &b->lock);
            continue;
        }
        const double rest = b->work(b->context);
        const struct timespec due = dat_monotonic_after(fmin(fmax(rest, least), most));
        if (b->wanted && !b->ends)
            pthread_cond_timedwait(&b->wake, &b->lock, &due);
    }
    pthread_mutex_unlock(&b->lock);
    SDL_TLSCleanup(); // SDL keeps the thread's last error, and knows only of its own threads' ends
    return NULL;
}

static bool start(struct ui_beside *b) {
    dat_cond_init(&b->wake);
    pthread_mutex_init(&b->lock, NULL);
    b->wanted = b->ends = false;
    b->running = pthread_create(&b->thread, NULL, run, b) == 0;
    if (b->running)
        return true;
    pthread_cond_destroy(&b->wake);
    pthread_mutex_destroy(&b->lock);
    return false;
}

void ui_beside_begin(struct ui_beside *b, ui_beside_work *work, void *context) {
    if (!b->running && !start(b))
        return;
    pthread_mutex_lock(&b->lock);
    b->work = work;
    b->context = context;
    b->wanted = true;
    pthread_cond_signal(&b->wake);
    pthread_mutex_unlock(&b->lock);
}

void ui_beside_end(struct ui_beside *b) {
    if (!b->running)
        return;
    pthread_mutex_lock(&b->lock);
    b->wanted = false;
    pthread_mutex_unlock(&b->lock);
}

void ui_beside_finish(struct ui_beside *b) {
    if (!b->running)
        return;
    pthread_mutex_lock(&b->lock);
    b->ends = true;
    pthread_cond_signal(&b->wake);
    pthread_mutex_unlock(&b->lock);
    pthread_join(b->thread, NULL);
    pthread_cond_destroy(&b->wake);
    pthread_mutex_destroy(&b->lock);
    b->running = false;
}
