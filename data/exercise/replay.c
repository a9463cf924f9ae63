#include "data/exercise/replay.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/record/damage.h"
#include "data/record/input_codec.h"
#include "data/record/inputs.h"

// The channel of the record for each control, -1: the record has none of that name. The names have
// passed dat_inputs_check().
static void match_channels(const char *names, int channel[VEH_CONTROL_COUNT], int *count) {
    json_t *array = json_loads(names, 0, NULL);
    *count = (int)json_array_size(array);
    for (int c = 0; c < VEH_CONTROL_COUNT; c++) {
        channel[c] = -1;
        for (int i = 0; i < *count; i++) {
            const char *name = json_string_value(json_array_get(array, (size_t)i));
            if (name != NULL && strcmp(name, veh_control_info((enum veh_control)c)->name) == 0)
                channel[c] = i;
        }
    }
    json_decref(array);
}

static void compare(struct dat_replay *replay, const struct dat_practice *practice,
                    uint64_t recorded) {
    replay->states++;
    replay->recorded = recorded;
    replay->replayed = veh_worksite_hash(&practice->site);
    if (replay->replayed == recorded && replay->differs < 0)
        replay->proved = replay->steps;
    else if (replay->differs < 0)
        replay->differs = replay->steps;
}

static void play_chunk(struct dat_practice *practice, const struct dat_input_chunk *chunk,
                       const int channel[VEH_CONTROL_COUNT], int channels,
                       struct dat_replay *replay) {
    struct dat_input_decoder decoder;
    double values[DAT_INPUT_MAX];
    dat_input_decoder_init(&decoder, chunk->bytes, chunk->size, chunk->steps, channels);
    while (dat_input_decode(&decoder, values)) {
        struct veh_controls controls = {0};
        for (int c = 0; c < VEH_CONTROL_COUNT; c++)
            controls.value[c] = channel[c] >= 0 ? values[channel[c]] : 0.0;
        dat_practice_step(practice, &controls);
        replay->steps++;
    }
    if (chunk->has_state_hash)
        compare(replay, practice, chunk->state_hash);
}

static enum dat_replay_result play(const struct dat_session_info *info,
                                   const struct dat_input_list *inputs,
                                   struct dat_exercise *exercise, struct dat_replay *replay,
                                   struct dat_problem *problem) {
    struct dat_practice practice;
    int channel[VEH_CONTROL_COUNT];
    int channels;
    match_channels(info->input_names, channel, &channels);
    if (!dat_practice_start(&practice, exercise, NULL, "", DAT_TRAINEE, problem))
        return DAT_REPLAY_FAILED;
    for (int i = 0; i < inputs->count; i++)
        play_chunk(&practice, &inputs->items[i], channel, channels, replay);
    if (info->has_end_state_hash)
        compare(replay, &practice, info->end_state_hash);
    (void)dat_practice_finish(&practice, DAT_STOPPED, NULL);
    return DAT_REPLAY_DONE;
}

// ---- files ----

static bool has_hash(const struct dat_source_list *list, uint64_t hash) {
    for (int i = 0; i < list->count; i++)
        if (list->items[i].hash == hash)
            return true;
    return false;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

// The present file in the role of a recorded one: the scenario, or else the file of the same name.
// NULL: there is none.
static const struct dat_source *successor(const struct dat_source_list *recorded, int file,
                                          const struct dat_source_list *read) {
    if (file == 0)
        return &read->items[0];
    for (int i = 1; i < read->count; i++)
        if (strcmp(base_name(read->items[i].path), base_name(recorded->items[file].path)) == 0)
            return &read->items[i];
    return NULL;
}

// Compares the contents of files that may have moved. Enters a sentence for each that differs.
static bool compare_files(const struct dat_source_list *recorded,
                          const struct dat_source_list *read, struct dat_name_list *changed) {
    bool ok = true;
    for (int i = 0; ok && i < recorded->count; i++) {
        char text[PATH_MAX + 64];
        const struct dat_source *now = successor(recorded, i, read);
        if (has_hash(read, recorded->items[i].hash))
            continue;
        if (now != NULL)
            (void)snprintf(text, sizeof text, "%s has other contents than the file of the session",
                           now->path);
        else
            (void)snprintf(text, sizeof text, "the exercise no longer uses %s",
                           recorded->items[i].path);
        ok = dat_name_list_add(changed, text);
    }
    return ok;
}

// The files that were read for the replay against those of the session.
static bool check_files(const struct dat_session_info *info, const struct dat_source_list *recorded,
                        const struct dat_source_list *read, struct dat_replay *replay) {
    char *path = info->scenario_file;
    struct dat_source scenario = {path, info->scenario_hash};
    const struct dat_source_list only = {.items = &scenario, .count = 1};
    // Before version 2 of the database, only the scenario was recorded.
    if (!compare_files(recorded->count > 0 ? recorded : &only, read, &replay->changed))
        return false;
    replay->same_files = replay->changed.count == 0;
    return true;
}

// ---- the session ----

// The parts of a session's record that its replay needs.
struct recorded {
    struct dat_session_info info;
    struct dat_input_list inputs;
    struct dat_source_list files;
};

static enum dat_replay_result load_and_play(const struct recorded *recorded,
                                            const struct dat_replay_def *def,
                                            struct dat_replay *replay, struct dat_diagnostics *d,
                                            struct dat_problem *problem) {
    const struct dat_session_info *info = &recorded->info;
    const bool moved = def->exercise != NULL;
    const char *path = moved ? def->exercise : info->scenario_file;
    const char *machine = def->machine != NULL || moved ? def->machine : info->machine_file;
    struct dat_exercise *exercise = calloc(1, sizeof *exercise);
    if (exercise == NULL) {
        dat_problem_set(problem, "out of memory");
        return DAT_REPLAY_FAILED;
    }
    enum dat_replay_result result = DAT_REPLAY_BAD_FILE;
    if (dat_exercise_load(path, machine, exercise, d)) {
        replay->other_machine = strcmp(exercise->machine.model.name, info->machine) != 0;
        if (moved && !check_files(info, &recorded->files, &exercise->sources, replay)) {
            dat_problem_set(problem, "out of memory");
            result = DAT_REPLAY_FAILED;
        } else {
            result = play(info, &recorded->inputs, exercise, replay, problem);
        }
        dat_exercise_finish(exercise);
    }
    free(exercise);
    return result;
}

static enum dat_replay_result read_session(struct dat_store *store,
                                           const struct dat_replay_def *def,
                                           struct recorded *recorded, struct dat_replay *replay,
                                           struct dat_problem *problem) {
    struct dat_session_info *info = &recorded->info;
    if (!dat_store_session(store, def->session, info, problem))
        return DAT_REPLAY_FAILED;
    if (info->id == 0) {
        dat_problem_set(problem,
                        "there is no session %" PRId64 ", 'kranich sessions list' shows them",
                        def->session);
        return DAT_REPLAY_NO_SUCH;
    }
    replay->interrupted = info->outcome == DAT_INTERRUPTED || info->outcome == DAT_RUNNING;
    if (!dat_session_check(store, info, &replay->damage, problem) ||
        !dat_store_inputs(store, info->id, &recorded->inputs, problem) ||
        !dat_store_files(store, info->id, &recorded->files, problem) ||
        (def->exercise == NULL &&
         !dat_session_changed_files(store, info->id, &replay->changed, problem)))
        return DAT_REPLAY_FAILED;
    return dat_inputs_check(info, &recorded->inputs, NULL, NULL) ? DAT_REPLAY_DONE
                                                                 : DAT_REPLAY_DAMAGED;
}

enum dat_replay_result dat_replay_run(struct dat_store *store, const struct dat_replay_def *def,
                                      struct dat_replay *replay, struct dat_diagnostics *d,
                                      struct dat_problem *problem) {
    assert(store != NULL && def->session > 0);
    struct recorded recorded = {.info = {.id = 0}};
    *replay = (struct dat_replay){.differs = -1};
    dat_diagnostics_init(d, "", NULL);
    enum dat_replay_result result = DAT_REPLAY_FAILED;
    if (dat_store_hold(store, problem)) {
        result = read_session(store, def, &recorded, replay, problem);
        dat_store_release(store); // not during the replay, which takes long
    }
    if (result == DAT_REPLAY_DONE)
        result = load_and_play(&recorded, def, replay, d, problem);
    dat_sources_finish(&recorded.files);
    dat_input_list_finish(&recorded.inputs);
    dat_session_info_finish(&recorded.info);
    return result;
}

void dat_replay_finish(struct dat_replay *replay) {
    dat_name_list_finish(&replay->changed);
    dat_name_list_finish(&replay->damage);
}

bool dat_replay_same(const struct dat_replay *replay) {
    return replay->states > 0 && replay->differs < 0;
}
