// Three stages: the frame loop alone fills `front`; a finished front becomes a batch at the end of
// `ready`, which the mutex protects; the thread moves all of `ready` to the end of `unsaved`, the
// batches that are not in the database yet. `unsaved` belongs to the thread, and to the caller once
// the thread has ended.
#include "data/record/recorder.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "data/record/input_codec.h"
#include "data/record/states.h"
#include "data/text/monotonic.h"
#include "sim/base/array.h"
#include "sim/base/version.h"

static const double batch_real = 0.25;      // [s] of real time after which a batch ends
static const double batch_simulated = 0.5;  // [s] of simulated time, where it runs faster
static const double state_took = 0.5;       // [s] of steps after which a state is kept,
static const double state_simulated = 20.0; // [s] or of simulated time,
static const double state_apart = 1.0;      // [s] of it, at least
static const double try_again_after = 1.0;  // [s] after a failure

struct dat_recorder {
    struct dat_store *store;
    int64_t session;
    double step; // [s]
    uint64_t (*state_hash)(const void *simulation);
    bool (*save_state)(const void *simulation, struct dat_state *state);
    const void *simulation;

    // Of the frame loop:
    int64_t kept;                     // steps at the last state
    double took;                      // [s] that the steps since then took
    int64_t steps;                    // recorded so far
    int64_t event_count, log_count;   // recorded so far
    int64_t ended;                    // steps when the last batch ended
    double ended_at;                  // [s] time of that
    struct dat_input_encoder encoder; // the front's inputs
    struct dat_batch front;
    bool out_of_memory;

    // Of the thread:
    pthread_t thread;
    struct dat_batch *unsaved;

    pthread_mutex_t mutex;
    pthread_cond_t wake;    // for the thread: there is something to do
    pthread_cond_t written; // for the caller of flush: `attempt` has grown
    struct dat_batch *ready;
    bool stop;
    int64_t request, attempt;   // flushes requested, and the last one that a write has served
    struct dat_problem problem; // of the last attempt; "" if it succeeded
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

static void append_batches(struct dat_batch **list, struct dat_batch *batches) {
    while (*list != NULL)
        list = &(*list)->next;
    *list = batches;
}

static bool state_is_due(const struct dat_recorder *recorder) {
    const double simulated = (double)(recorder->steps - recorder->kept) * recorder->step;
    return recorder->save_state != NULL && recorder->state_hash != NULL &&
           simulated >= state_apart &&
           (simulated >= state_simulated || recorder->took >= state_took);
}

// A state that finds no memory is done without.
static void keep_state(struct dat_recorder *recorder, struct dat_batch *batch) {
    batch->state = (struct dat_state){.step = recorder->steps, .hash = batch->chunk.state_hash};
    if (!recorder->save_state(recorder->simulation, &batch->state))
        dat_state_finish(&batch->state);
    recorder->kept = recorder->steps;
    recorder->took = 0.0;
}

// Between steps: hands the front, with the state of the simulation, to the thread. False: out of
// memory, the front is unchanged.
static bool end_batch(struct dat_recorder *recorder) {
    recorder->ended_at = dat_monotonic();
    if (recorder->encoder.steps == 0 && recorder->front.events.count == 0 &&
        recorder->front.logs.count == 0)
        return true;
    struct dat_batch *batch = malloc(sizeof *batch);
    if (batch == NULL)
        return false;
    *batch = recorder->front;
    batch->steps = recorder->steps;
    struct dat_input_chunk *chunk = &batch->chunk;
    chunk->first_step = recorder->ended;
    chunk->bytes = dat_input_encoder_take(&recorder->encoder, &chunk->size, &chunk->steps);
    chunk->has_state_hash = recorder->state_hash != NULL;
    if (chunk->has_state_hash)
        chunk->state_hash = recorder->state_hash(recorder->simulation);
    if (state_is_due(recorder))
        keep_state(recorder, batch);
    recorder->ended = recorder->steps;
    recorder->front = (struct dat_batch){.first_event = recorder->event_count + 1,
                                         .first_log = recorder->log_count + 1};
    pthread_mutex_lock(&recorder->mutex);
    append_batches(&recorder->ready, batch);
    pthread_cond_signal(&recorder->wake);
    pthread_mutex_unlock(&recorder->mutex);
    return true;
}

static bool batch_is_due(const struct dat_recorder *recorder) {
    const double real = dat_monotonic() - recorder->ended_at;
    const double simulated = (double)(recorder->steps - recorder->ended) * recorder->step;
    return real >= batch_real || simulated >= batch_simulated;
}

// One attempt to write everything to the database. Called with the mutex held, which it releases
// meanwhile.
static void write_out(struct dat_recorder *recorder) {
    int64_t request = recorder->request;
    struct dat_batch *ready = recorder->ready;
    recorder->ready = NULL;
    struct dat_problem problem = {""};
    pthread_mutex_unlock(&recorder->mutex);
    for (struct dat_batch *batch = ready; batch != NULL; batch = batch->next)
        if (batch->state.bytes != NULL && !dat_state_compress(&batch->state))
            dat_state_finish(&batch->state);
    append_batches(&recorder->unsaved, ready);
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
    const struct timespec again = dat_monotonic_after(try_again_after);
    const bool failed = recorder->problem.text[0] != '\0';
    while (!recorder->stop && recorder->request == recorder->attempt &&
           (recorder->ready == NULL || failed))
        if (!failed)
            pthread_cond_wait(&recorder->wake, &recorder->mutex);
        else if (pthread_cond_timedwait(&recorder->wake, &recorder->mutex, &again) != 0)
            return;
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
        .parameters = (char *)(uintptr_t)def->parameters,
        .machine = (char *)(uintptr_t)def->machine,
        .machine_file = (char *)(uintptr_t)def->machine_file,
        .program_version = (char *)(uintptr_t)sim_version(),
        .who = def->who,
        .seed = (int64_t)def->seed,
        .step = def->step,
        .start_utc = start,
        .input_names = names,
    };
    int64_t id = dat_store_begin(store, &info, def->files, problem);
    free(names);
    return id;
}

static bool start_thread(struct dat_recorder *recorder) {
    pthread_mutex_init(&recorder->mutex, NULL);
    dat_cond_init(&recorder->wake);
    pthread_cond_init(&recorder->written, NULL);
    if (pthread_create(&recorder->thread, NULL, run, recorder) == 0)
        return true;
    pthread_cond_destroy(&recorder->written);
    pthread_cond_destroy(&recorder->wake);
    pthread_mutex_destroy(&recorder->mutex);
    return false;
}

static struct dat_recorder *create(struct dat_store *store, const struct dat_recording_def *def,
                                   struct dat_problem *problem) {
    assert(store != NULL && def->step > 0.0);
    assert(def->input_count >= 1 && def->input_count <= DAT_INPUT_MAX);
    struct dat_recorder *recorder = calloc(1, sizeof *recorder);
    if (recorder == NULL) {
        dat_problem_set(problem, "out of memory");
        return NULL;
    }
    recorder->store = store;
    recorder->step = def->step;
    recorder->state_hash = def->state_hash;
    recorder->save_state = def->save_state;
    recorder->simulation = def->simulation;
    recorder->ended_at = dat_monotonic();
    dat_input_encoder_init(&recorder->encoder, def->input_count);
    return recorder;
}

// Frees the recorder and returns NULL where it has no session or gets no thread.
static struct dat_recorder *start(struct dat_recorder *recorder, struct dat_problem *problem) {
    recorder->front = (struct dat_batch){.first_event = recorder->event_count + 1,
                                         .first_log = recorder->log_count + 1};
    recorder->ended = recorder->kept = recorder->steps;
    if (recorder->session != 0 && start_thread(recorder))
        return recorder;
    if (recorder->session != 0)
        dat_problem_set(problem, "the system allows no further thread");
    free(recorder);
    return NULL;
}

struct dat_recorder *dat_recorder_begin(struct dat_store *store,
                                        const struct dat_recording_def *def,
                                        struct dat_problem *problem) {
    struct dat_recorder *recorder = create(store, def, problem);
    if (recorder == NULL)
        return NULL;
    recorder->session = enter_session(store, def, problem);
    return start(recorder, problem);
}

static bool same_inputs(const struct dat_recording_def *def, const struct dat_session_info *info) {
    char *names = json_names(def->input_names, def->input_count);
    const bool same = names != NULL && strcmp(names, info->input_names) == 0;
    free(names);
    return same;
}

struct dat_recorder *dat_recorder_continue(struct dat_store *store,
                                           const struct dat_recording_def *def,
                                           const struct dat_session_info *info,
                                           struct dat_problem *problem) {
    if (!same_inputs(def, info)) {
        dat_problem_set(problem,
                        "session %lld was recorded with other levers, by program version %s",
                        (long long)info->id, info->program_version);
        return NULL;
    }
    struct dat_recorder *recorder = create(store, def, problem);
    if (recorder == NULL)
        return NULL;
    recorder->steps = info->steps;
    recorder->event_count = info->event_count;
    recorder->log_count = info->log_count;
    recorder->session = dat_store_reopen(store, info->id, problem) ? info->id : 0;
    return start(recorder, problem);
}

int64_t dat_recorder_session(const struct dat_recorder *recorder) {
    assert(recorder != NULL);
    return recorder->session;
}

void dat_recorder_step(struct dat_recorder *recorder, const double *inputs) {
    assert(recorder != NULL && inputs != NULL);
    // Out of memory: tried again before the next step.
    if (batch_is_due(recorder))
        (void)end_batch(recorder);
    if (dat_input_encode(&recorder->encoder, inputs))
        recorder->steps++;
    else
        recorder->out_of_memory = true;
}

void dat_recorder_took(struct dat_recorder *recorder, double seconds) {
    assert(recorder != NULL && seconds >= 0.0);
    recorder->took += seconds;
}

static int64_t last_step(const struct dat_recorder *recorder) {
    return recorder->steps > 0 ? recorder->steps - 1 : 0;
}

void dat_recorder_event(struct dat_recorder *recorder, const char *kind, const char *detail) {
    assert(recorder != NULL && kind != NULL && kind[0] != '\0');
#ifndef NDEBUG
    if (detail != NULL) {
        json_t *value = json_loads(detail, JSON_DECODE_ANY, NULL);
        assert(value != NULL);
        json_decref(value);
    }
#endif
    struct dat_event event = {.kind = strdup(kind), .detail = detail ? strdup(detail) : NULL};
    struct dat_event_list *list = &recorder->front.events;
    event.step = last_step(recorder);
    event.time = (double)recorder->steps * recorder->step;
    if (event.kind != NULL && (detail == NULL || event.detail != NULL) &&
        SIM_ARRAY_TRY(list, list->count + 1)) {
        list->items[list->count++] = event;
        recorder->event_count++;
    } else {
        recorder->out_of_memory = true;
        free(event.kind);
        free(event.detail);
    }
}

void dat_recorder_log(struct dat_recorder *recorder, const struct dat_log *log) {
    assert(recorder != NULL && log != NULL);
    assert(isfinite(log->length + log->target_length + log->top_diameter + log->mid_diameter +
                    log->butt_diameter + log->volume + log->x + log->y + log->z));
    struct dat_log_list *list = &recorder->front.logs;
    if (SIM_ARRAY_TRY(list, list->count + 1)) {
        struct dat_log *entry = &list->items[list->count++];
        *entry = *log;
        entry->step = last_step(recorder);
        entry->time = (double)recorder->steps * recorder->step;
        recorder->log_count++;
    } else {
        recorder->out_of_memory = true;
    }
}

// Needs the mutex.
static bool report_problem(const struct dat_recorder *recorder, struct dat_problem *problem) {
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
    assert(recorder != NULL);
    pthread_mutex_lock(&recorder->mutex);
    bool ok = report_problem(recorder, problem);
    pthread_mutex_unlock(&recorder->mutex);
    return ok;
}

bool dat_recorder_flush(struct dat_recorder *recorder, struct dat_problem *problem) {
    assert(recorder != NULL);
    const bool handed_over = end_batch(recorder);
    pthread_mutex_lock(&recorder->mutex);
    int64_t request = ++recorder->request;
    pthread_cond_signal(&recorder->wake);
    while (recorder->attempt < request)
        pthread_cond_wait(&recorder->written, &recorder->mutex);
    bool ok = report_problem(recorder, problem);
    pthread_mutex_unlock(&recorder->mutex);
    if (ok && !handed_over)
        dat_problem_set(problem, "out of memory");
    return ok && handed_over;
}

bool dat_recorder_end(struct dat_recorder *recorder, const struct dat_recording_end *end,
                      struct dat_problem *problem) {
    assert(end->outcome > DAT_RUNNING && end->outcome <= DAT_INTERRUPTED);
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
        .has_end_state_hash = recorder->state_hash != NULL,
    };
    if (info.has_end_state_hash)
        info.end_state_hash = recorder->state_hash(recorder->simulation);
    // An end after a gap would look complete.
    ok = ok && dat_store_end(recorder->store, recorder->session, &info, problem);
    pthread_cond_destroy(&recorder->written);
    pthread_cond_destroy(&recorder->wake);
    pthread_mutex_destroy(&recorder->mutex);
    dat_batch_destroy(recorder->unsaved);
    dat_batch_destroy(recorder->ready);
    dat_event_list_finish(&recorder->front.events);
    dat_log_list_finish(&recorder->front.logs);
    dat_input_encoder_finish(&recorder->encoder);
    free(recorder);
    return ok;
}
