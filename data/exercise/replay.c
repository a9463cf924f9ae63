#include "data/exercise/replay.h"

#include "data/record/input_codec.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

// Channel of the record for each control, -1: the record has none of that name.
static bool match_channels(const char *names, int channel[VEH_CONTROL_COUNT], int *count) {
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
    return *count >= 1 && *count <= DAT_INPUT_MAX;
}

static bool play_chunk(struct dat_practice *practice, const struct dat_input_chunk *chunk,
                       const int channel[VEH_CONTROL_COUNT], int channels) {
    struct dat_input_decoder decoder;
    double values[DAT_INPUT_MAX];
    dat_input_decoder_init(&decoder, chunk->bytes, chunk->size, chunk->steps, channels);
    while (dat_input_decode(&decoder, values)) {
        struct veh_controls controls = {0};
        for (int c = 0; c < VEH_CONTROL_COUNT; c++)
            controls.value[c] = channel[c] >= 0 ? values[channel[c]] : 0.0;
        dat_practice_step(practice, &controls);
    }
    return !decoder.damaged;
}

static enum dat_replay_result play(struct dat_store *store, const struct dat_session_info *info,
                                   struct dat_exercise *exercise, struct dat_replay *replay,
                                   struct dat_problem *problem) {
    int channel[VEH_CONTROL_COUNT], channels;
    if (!match_channels(info->input_names, channel, &channels)) {
        dat_problem_set(problem, "session %lld has no list of inputs", (long long)info->id);
        return DAT_REPLAY_NO_SUCH;
    }
    struct dat_input_list inputs = {0};
    struct dat_practice practice;
    enum dat_replay_result result = DAT_REPLAY_FAILED;
    if (dat_store_inputs(store, info->id, &inputs, problem) &&
        dat_practice_start(&practice, exercise, NULL, "", DAT_TRAINEE, problem)) {
        result = DAT_REPLAY_DONE;
        for (size_t i = 0; i < inputs.count && result == DAT_REPLAY_DONE; i++)
            if (!play_chunk(&practice, &inputs.items[i], channel, channels)) {
                dat_problem_set(problem, "the inputs of session %lld are damaged at step %lld",
                                (long long)info->id, (long long)inputs.items[i].first_step);
                result = DAT_REPLAY_NO_SUCH;
            }
        replay->steps = (int64_t)practice.site.steps;
        replay->replayed = veh_worksite_hash(&practice.site);
        (void)dat_practice_finish(&practice, DAT_STOPPED, NULL);
    }
    dat_input_list_finish(&inputs);
    return result;
}

static enum dat_replay_result
load_and_play(struct dat_store *store, const struct dat_session_info *info, const char *machine,
              struct dat_replay *replay, struct dat_diagnostics *d, struct dat_problem *problem) {
    struct dat_exercise *exercise = calloc(1, sizeof *exercise);
    if (exercise == NULL) {
        dat_problem_set(problem, "out of memory");
        return DAT_REPLAY_FAILED;
    }
    enum dat_replay_result result = DAT_REPLAY_BAD_FILE;
    if (dat_exercise_load(info->scenario_file, machine, exercise, d)) {
        replay->has_recorded = info->has_end_state_hash;
        replay->recorded = info->end_state_hash;
        replay->files_changed = exercise->hash != info->scenario_hash;
        replay->wrong_machine = strcmp(exercise->machine.model.name, info->machine) != 0;
        result = play(store, info, exercise, replay, problem);
        dat_exercise_finish(exercise);
    }
    free(exercise);
    return result;
}

enum dat_replay_result dat_replay_run(struct dat_store *store, int64_t id,
                                      const char *machine_or_null, struct dat_replay *replay,
                                      struct dat_diagnostics *d, struct dat_problem *problem) {
    struct dat_session_info info = {0};
    *replay = (struct dat_replay){0};
    dat_diagnostics_init(d, "", NULL);
    if (!dat_store_session(store, id, &info, problem))
        return DAT_REPLAY_FAILED;
    enum dat_replay_result result = DAT_REPLAY_NO_SUCH;
    if (info.id == 0)
        dat_problem_set(problem, "there is no session %lld, 'kranich sessions list' shows them",
                        (long long)id);
    else
        result = load_and_play(store, &info, machine_or_null, replay, d, problem);
    dat_session_info_finish(&info);
    return result;
}
