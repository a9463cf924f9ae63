#include "ui/serve/lookup.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

// Belongs to the thread and to whoever waits; the last of the two frees it.
struct ui_lookup {
    char host[256], service[8];
    pthread_mutex_t mutex;
    pthread_cond_t done;
    enum ui_lookup_state state;
    struct addrinfo *places;
    bool dropped;
};

static void finish(struct ui_lookup *lookup) {
    if (lookup->places != NULL)
        freeaddrinfo(lookup->places);
    pthread_cond_destroy(&lookup->done);
    pthread_mutex_destroy(&lookup->mutex);
    free(lookup);
}

static void *ask(void *data) {
    struct ui_lookup *lookup = data;
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *places = NULL;
    const bool found = getaddrinfo(lookup->host, lookup->service, &hints, &places) == 0;
    pthread_mutex_lock(&lookup->mutex);
    lookup->places = found ? places : NULL;
    lookup->state = found ? UI_LOOKUP_FOUND : UI_LOOKUP_FAILED;
    const bool dropped = lookup->dropped;
    pthread_cond_signal(&lookup->done);
    pthread_mutex_unlock(&lookup->mutex);
    if (dropped)
        finish(lookup);
    return NULL;
}

static bool start_thread(struct ui_lookup *lookup) {
    pthread_t thread;
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    const bool started = pthread_create(&thread, &detached, ask, lookup) == 0;
    pthread_attr_destroy(&detached);
    return started;
}

struct ui_lookup *ui_lookup_start(const char *host, int port) {
    assert(port > 0 && port <= 65535);
    pthread_condattr_t monotonic;
    struct ui_lookup *lookup = calloc(1, sizeof *lookup);
    if (lookup == NULL)
        return NULL;
    (void)snprintf(lookup->host, sizeof lookup->host, "%s", host);
    (void)snprintf(lookup->service, sizeof lookup->service, "%d", port);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&lookup->done, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&lookup->mutex, NULL);
    if (start_thread(lookup))
        return lookup;
    finish(lookup);
    return NULL;
}

enum ui_lookup_state ui_lookup_wait(struct ui_lookup *lookup, int patience,
                                    const struct addrinfo **places) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(patience % 1000) * 1000000;
    until.tv_sec += patience / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&lookup->mutex);
    while (lookup->state == UI_LOOKUP_UNDER_WAY &&
           pthread_cond_timedwait(&lookup->done, &lookup->mutex, &until) == 0)
        ;
    const enum ui_lookup_state state = lookup->state;
    *places = lookup->places;
    pthread_mutex_unlock(&lookup->mutex);
    return state;
}

void ui_lookup_drop(struct ui_lookup *lookup) {
    if (lookup == NULL)
        return;
    pthread_mutex_lock(&lookup->mutex);
    const bool over = lookup->state != UI_LOOKUP_UNDER_WAY;
    lookup->dropped = true;
    pthread_mutex_unlock(&lookup->mutex);
    if (over)
        finish(lookup);
}
