#include "data/record/forwarder.h"

#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/record/send.h"
#include "data/text/monotonic.h"

enum { LOOK_AGAIN = 1, TRY_AGAIN = 2 }; // [s]

struct dat_forwarder {
    struct dat_sender *sender;
    char buffer[256]; // what sentences call the database
    dat_store_tell *tell;
    pthread_t thread;
    bool away;                  // of the thread: the user was told
    bool stateless;             // of the thread: the server takes no states
    struct dat_problem refusal; // of the thread: that the user was told last
    pthread_mutex_t mutex;
    pthread_cond_t change;
    bool stop, left; // asked to, and has done so
};

static void DAT_PRINTF(2, 3) tell(struct dat_forwarder *forwarder, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    forwarder->tell(text);
}

// False: the server is away.
static bool send_all(struct dat_forwarder *forwarder) {
    struct dat_problem problem = {""};
    struct dat_sent sent;
    const bool ok = dat_sender_send(forwarder->sender, &sent, &problem);
    // A running session that the server refuses is refused at every look.
    if (sent.refused > 0 && strcmp(sent.refusal.text, forwarder->refusal.text) != 0) {
        forwarder->refusal = sent.refusal;
        tell(forwarder, "%s", sent.refusal.text);
    }
    if (!ok && !forwarder->away)
        tell(forwarder, "%s; sessions are kept in %s and sent when it is back", problem.text,
             forwarder->buffer);
    else if (ok && forwarder->away) {
        tell(forwarder, "%s is back, and has all sessions", dat_sender_server(forwarder->sender));
        forwarder->stateless = false; // another version of the server may take states
    }
    forwarder->away = !ok;
    return ok;
}

// False: nothing is left.
static bool send_states(struct dat_forwarder *forwarder) {
    struct dat_problem problem;
    bool more = false;
    if (forwarder->stateless || dat_sender_send_states(forwarder->sender, &more, &problem))
        return more;
    forwarder->stateless = true;
    tell(forwarder, "%s; replays from there begin at the start", problem.text);
    return false;
}

// Until the flag is set, for so many seconds at most. Needs the mutex.
static void wait_for(struct dat_forwarder *forwarder, const bool *flag, int seconds) {
    const struct timespec until = dat_monotonic_after(seconds);
    while (!*flag && pthread_cond_timedwait(&forwarder->change, &forwarder->mutex, &until) == 0)
        continue;
}

// The last look comes after the request to stop, so that it sees everything. A server that was away
// until then is not asked once more.
static void *run(void *data) {
    struct dat_forwarder *forwarder = data;
    bool ok = true, last = false, more = false;
    pthread_mutex_lock(&forwarder->mutex);
    while ((!last || more) && (ok || !forwarder->stop)) {
        last = forwarder->stop;
        pthread_mutex_unlock(&forwarder->mutex);
        ok = send_all(forwarder);
        more = ok && send_states(forwarder);
        pthread_mutex_lock(&forwarder->mutex);
        if (!last && !more)
            wait_for(forwarder, &forwarder->stop, ok ? LOOK_AGAIN : TRY_AGAIN);
    }
    forwarder->left = true;
    pthread_cond_broadcast(&forwarder->change);
    pthread_mutex_unlock(&forwarder->mutex);
    return NULL;
}

static bool start_thread(struct dat_forwarder *forwarder) {
    pthread_mutex_init(&forwarder->mutex, NULL);
    dat_cond_init(&forwarder->change);
    if (pthread_create(&forwarder->thread, NULL, run, forwarder) == 0)
        return true;
    pthread_cond_destroy(&forwarder->change);
    pthread_mutex_destroy(&forwarder->mutex);
    return false;
}

struct dat_forwarder *dat_forwarder_start(struct dat_store *store, const char *address,
                                          const char *seat, dat_store_tell *tell_user,
                                          struct dat_problem *problem) {
    assert(store != NULL && tell_user != NULL);
    struct dat_forwarder *forwarder = calloc(1, sizeof *forwarder);
    if (forwarder == NULL) {
        dat_problem_set(problem, "out of memory");
        return NULL;
    }
    (void)snprintf(forwarder->buffer, sizeof forwarder->buffer, "%s", dat_store_path(store));
    forwarder->tell = tell_user;
    forwarder->sender = dat_sender_create(dat_store_path(store), address, seat, problem);
    if (forwarder->sender != NULL) {
        if (start_thread(forwarder))
            return forwarder;
        dat_problem_set(problem, "the system allows no further thread");
    }
    dat_sender_destroy(forwarder->sender);
    free(forwarder);
    return NULL;
}

void dat_forwarder_stop(struct dat_forwarder *forwarder, int patience) {
    if (forwarder == NULL)
        return;
    pthread_mutex_lock(&forwarder->mutex);
    forwarder->stop = true;
    pthread_cond_broadcast(&forwarder->change);
    wait_for(forwarder, &forwarder->left, patience);
    if (!forwarder->left)
        dat_sender_abort(forwarder->sender);
    pthread_mutex_unlock(&forwarder->mutex);
    pthread_join(forwarder->thread, NULL);
    pthread_cond_destroy(&forwarder->change);
    pthread_mutex_destroy(&forwarder->mutex);
    dat_sender_destroy(forwarder->sender);
    free(forwarder);
}
