// Two batches: the frame loop fills `front`; the thread takes it over as a whole and appends it to
// `unsaved`, the list of what is not in the database yet. `unsaved` belongs to the thread alone (to
// the caller after the thread's end), all else that both use is under the mutex.
#include "data/record/recorder.h"

#include "data/record/input_codec.h"
#include "sim/base/version.h"

#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WRITE_EVERY 0.25          // [s] of real time
#define WRITE_EVERY_SIMULATED 0.5 // [s] of simulated time
#define TRY_AGAIN_AFTER 1.0       // [s] after a failure

struct dat_recorder {
    struct dat_store *store;
    int64_t session;
    double step;
    int64_t steps;                    // recorded so far
    size_t event_count, log_count;    // recorded so far
    int64_t taken;                    // steps when the front was taken over last
    struct dat_input_encoder encoder; // the front's inputs
    struct dat_batch front;
    struct dat_batch *unsaved;

    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake;    // for the thread: there is something to do at once
    pthread_cond_t written; // for the caller of flush: `attempt` has grown
    bool due;               // write now
    bool stop;
    bool out_of_memory;
    int64_t request, attempt;   // flushes asked for, and the last that a write has served
    struct dat_problem problem; // of the last attempt; "" where it went well
};

static void text_of_now(char *text, size_t size) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct tm utc;
    gmtime_r(&now.tv_sec, &utc);
    char seconds[32];
    strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text, size, "%s.%03ldZ", seconds, now.tv_nsec / 1000000);
}

// The front becomes the end of the unsaved list. Needs the mutex. False: out of memory, the front
// stays as it is.
static bool take_front(struct dat_recorder *recorder) {
    bool empty = recorder->encoder.steps == 0 && recorder->front.events.count == 0 &&
                 recorder->front.logs.count == 0;
    if (empty)
        return true;
    struct dat_batch *batch = malloc(sizeof *batch);
    if (batch == NULL)
        return false;
    *batch = recorder->front;
    batch->steps = recorder->steps;
    batch->chunk.first_step = recorder->taken;
    batch->chunk.bytes =
        dat_input_encoder_take(&recorder->encoder, &batch->chunk.size, &batch->chunk.steps);
    recorder->taken = recorder->steps;
    recorder->front = (struct dat_batch){.first_event = recorder->event_count + 1,
                                         .first_log = recorder->log_count + 1};
    struct dat_batch **end = &recorder->unsaved;
    while (*end != NULL)
        end = &(*end)->next;
    *end = batch;
    return true;
}

// One attempt to get everything into the database. Called with the mutex held, which is given up
// while the disk works.
static void write_out(struct dat_recorder *recorder) {
    int64_t request = recorder->request;
    bool ok = take_front(recorder);
    recorder->due = false;
    struct dat_problem problem = {""};
    pthread_mutex_unlock(&recorder->mutex);
    if (!ok)
        dat_problem_set(&problem, "out of memory");
    if (recorder->unsaved != NULL &&
        dat_store_append(recorder->store, recorder->session, recorder->unsaved, &problem)) {
        dat_batch_destroy(recorder->unsaved);
        recorder->unsaved = NULL;
    }
    pthread_mutex_lock(&recorder->mutex);
    recorder->problem = problem;
    recorder->attempt = request;
    pthread_cond_broadcast(&recorder->written);
}

static void wait_for_work(struct dat_recorder *recorder) {
    double seconds = recorder->problem.text[0] != '\0' ? TRY_AGAIN_AFTER : WRITE_EVERY;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    long nanoseconds = until.tv_nsec + (long)(seconds * 1e9);
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    // While the disk fails, only a flush or the end is worth another attempt before the time.
    while (!recorder->stop && recorder->request == recorder->attempt &&
           (!recorder->due || recorder->problem.text[0] != '\0')) {
        if (pthread_cond_timedwait(&recorder->wake, &recorder->mutex, &until) != 0)
            return;
    }
}

static void *run(void *data) {
    struct dat_recorder *recorder = data;
    pthread_mutex_lock(&recorder->mutex);
    while (!recorder->stop) {
        wait_for_work(recorder);
        write_out(recorder);
    }
    pthread_mutex_unlock(&recorder->mutex);
    return NULL;
}

static char *json_names(const char *const *names, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_string(names[i]));
    char *text = json_dumps(array, JSON_COMPACT);
    json_decref(array);
    return text;
}

static int64_t enter_session(struct dat_store *store, const struct dat_recording_def *def,
                             struct dat_problem *problem) {
    char start[64];
    text_of_now(start, sizeof start);
    char *names = json_names(def->input_names, def->input_count);
    if (names == NULL) {
        dat_problem_set(problem, "out of memory");
        return 0;
    }
    // The casts only take const away; dat_store_begin() changes nothing.
    struct dat_session_info info = {
        .trainee = (char *)(uintptr_t)def->trainee,
        .exercise = (char *)(uintptr_t)def->exercise,
        .scenario_file = (char *)(uintptr_t)def->scenario_file,
        .scenario_hash = def->scenario_hash,
        .machine = (char *)(uintptr_t)def->machine,
        .program_version = (char *)(uintptr_t)sim_version(),
        .who = def->who,
        .seed = (int64_t)def->seed,
        .step = def->step,
        .start_utc = start,
        .input_names = names,
    };
    int64_t id = dat_store_begin(store, &info, problem);
    free(names);
    return id;
}

static bool start_thread(struct dat_recorder *recorder) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&recorder->mutex, NULL);
    pthread_cond_init(&recorder->wake, &monotonic);
    pthread_cond_init(&recorder->written, NULL);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&recorder->thread, NULL, run, recorder) == 0)
        return true;
    pthread_cond_destroy(&recorder->written);
    pthread_cond_destroy(&recorder->wake);
    pthread_mutex_destroy(&recorder->mutex);
    return false;
}

struct dat_recorder *dat_recorder_begin(struct dat_store *store,
                                        const struct dat_recording_def *def,
                                        struct dat_problem *problem) {
    struct dat_recorder *recorder = calloc(1, sizeof *recorder);
    if (recorder == NULL) {
        dat_problem_set(problem, "out of memory");
        return NULL;
    }
    recorder->store = store;
    recorder->step = def->step;
    recorder->front = (struct dat_batch){.first_event = 1, .first_log = 1};
    dat_input_encoder_init(&recorder->encoder, def->input_count);
    recorder->session = enter_session(store, def, problem);
    if (recorder->session == 0) {
        free(recorder);
        return NULL;
    }
    if (!start_thread(recorder)) {
        dat_problem_set(problem, "the system allows no further thread");
        free(recorder);
        return NULL;
    }
    return recorder;
}

int64_t dat_recorder_session(const struct dat_recorder *recorder) {
    return recorder->session;
}

void dat_recorder_step(struct dat_recorder *recorder, const double *inputs) {
    pthread_mutex_lock(&recorder->mutex);
    if (dat_input_encode(&recorder->encoder, inputs))
        recorder->steps++;
    else
        recorder->out_of_memory = true;
    if ((double)(recorder->steps - recorder->taken) * recorder->step >= WRITE_EVERY_SIMULATED &&
        !recorder->due) {
        recorder->due = true;
        pthread_cond_signal(&recorder->wake);
    }
    pthread_mutex_unlock(&recorder->mutex);
}

static int64_t last_step(const struct dat_recorder *recorder) {
    return recorder->steps > 0 ? recorder->steps - 1 : 0;
}

void dat_recorder_event(struct dat_recorder *recorder, const char *kind, const char *detail) {
#ifndef NDEBUG
    if (detail != NULL) {
        json_t *value = json_loads(detail, JSON_DECODE_ANY, NULL);
        assert(value != NULL);
        json_decref(value);
    }
#endif
    struct dat_event event = {.kind = strdup(kind), .detail = detail ? strdup(detail) : NULL};
    pthread_mutex_lock(&recorder->mutex);
    struct dat_event_list *list = &recorder->front.events;
    event.step = last_step(recorder);
    event.time = (double)recorder->steps * recorder->step;
    if (event.kind != NULL && (detail == NULL || event.detail != NULL) &&
        dat_list_reserve(&list->items, list->count, &list->capacity, sizeof *list->items)) {
        list->items[list->count++] = event;
        recorder->event_count++;
    } else {
        recorder->out_of_memory = true;
        free(event.kind);
        free(event.detail);
    }
    pthread_mutex_unlock(&recorder->mutex);
}

void dat_recorder_log(struct dat_recorder *recorder, const struct dat_log *log) {
    assert(isfinite(log->length + log->target_length + log->top_diameter + log->mid_diameter +
                    log->butt_diameter + log->volume + log->x + log->y + log->z));
    pthread_mutex_lock(&recorder->mutex);
    struct dat_log_list *list = &recorder->front.logs;
    if (dat_list_reserve(&list->items, list->count, &list->capacity, sizeof *list->items)) {
        struct dat_log *entry = &list->items[list->count++];
        *entry = *log;
        entry->step = last_step(recorder);
        entry->time = (double)recorder->steps * recorder->step;
        recorder->log_count++;
    } else {
        recorder->out_of_memory = true;
    }
    pthread_mutex_unlock(&recorder->mutex);
}

// Needs the mutex.
static bool tell_problem(const struct dat_recorder *recorder, struct dat_problem *problem) {
    if (recorder->out_of_memory) {
        dat_problem_set(problem, "out of memory: the record of the session has gaps");
        return false;
    }
    if (recorder->problem.text[0] == '\0')
        return true;
    dat_problem_set(problem, "%s", recorder->problem.text);
    return false;
}

bool dat_recorder_ok(struct dat_recorder *recorder, struct dat_problem *problem) {
    pthread_mutex_lock(&recorder->mutex);
    bool ok = tell_problem(recorder, problem);
    pthread_mutex_unlock(&recorder->mutex);
    return ok;
}

bool dat_recorder_flush(struct dat_recorder *recorder, struct dat_problem *problem) {
    pthread_mutex_lock(&recorder->mutex);
    int64_t request = ++recorder->request;
    pthread_cond_signal(&recorder->wake);
    while (recorder->attempt < request)
        pthread_cond_wait(&recorder->written, &recorder->mutex);
    bool ok = tell_problem(recorder, problem);
    pthread_mutex_unlock(&recorder->mutex);
    return ok;
}

bool dat_recorder_end(struct dat_recorder *recorder, const struct dat_recording_end *end,
                      struct dat_problem *problem) {
    assert(end->outcome != DAT_RUNNING);
    bool ok = dat_recorder_flush(recorder, problem);
    pthread_mutex_lock(&recorder->mutex);
    recorder->stop = true;
    pthread_cond_signal(&recorder->wake);
    pthread_mutex_unlock(&recorder->mutex);
    pthread_join(recorder->thread, NULL);
    char now[64];
    text_of_now(now, sizeof now);
    struct dat_session_info info = {
        .end_utc = now,
        .outcome = end->outcome,
        .result = (char *)(uintptr_t)end->result,
        .has_end_state_hash = end->has_state_hash,
        .end_state_hash = end->state_hash,
    };
    // An end after a gap would look complete.
    ok = ok && dat_store_end(recorder->store, recorder->session, &info, problem);
    pthread_cond_destroy(&recorder->written);
    pthread_cond_destroy(&recorder->wake);
    pthread_mutex_destroy(&recorder->mutex);
    dat_batch_destroy(recorder->unsaved);
    dat_event_list_finish(&recorder->front.events);
    dat_log_list_finish(&recorder->front.logs);
    dat_input_encoder_finish(&recorder->encoder);
    free(recorder);
    return ok;
}
