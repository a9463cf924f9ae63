#include "data/exercise/replay.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/record/input_codec.h"
#include "data/record/inputs.h"

// Channel of the record for each control, -1: the record has none of that name. dat_inputs_check()
// has seen the names.
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

static enum dat_replay_result load_and_play(const struct dat_session_info *info,
                                            const struct dat_input_list *inputs,
                                            const char *machine, struct dat_replay *replay,
                                            struct dat_diagnostics *d,
                                            struct dat_problem *problem) {
    struct dat_exercise *exercise = calloc(1, sizeof *exercise);
    if (exercise == NULL) {
        dat_problem_set(problem, "out of memory");
        return DAT_REPLAY_FAILED;
    }
    enum dat_replay_result result = DAT_REPLAY_BAD_FILE;
    if (dat_exercise_load(info->scenario_file, machine, exercise, d)) {
        replay->other_machine = strcmp(exercise->machine.model.name, info->machine) != 0;
        result = play(info, inputs, exercise, replay, problem);
        dat_exercise_finish(exercise);
    }
    free(exercise);
    return result;
}

static enum dat_replay_result
replay_session(struct dat_store *store, const struct dat_session_info *info, const char *machine,
               struct dat_replay *replay, struct dat_diagnostics *d, struct dat_problem *problem) {
    struct dat_input_list inputs = {0};
    enum dat_replay_result result = DAT_REPLAY_FAILED;
    if (machine == NULL)
        machine = info->machine_file;
    replay->interrupted = info->outcome == DAT_INTERRUPTED || info->outcome == DAT_RUNNING;
    if (dat_session_changed_files(store, info->id, &replay->changed, problem) &&
        dat_store_inputs(store, info->id, &inputs, problem))
        // Damage is named before anything is computed.
        result = dat_inputs_check(info, &inputs, NULL, problem)
                     ? load_and_play(info, &inputs, machine, replay, d, problem)
                     : DAT_REPLAY_NO_SUCH;
    dat_input_list_finish(&inputs);
    return result;
}

enum dat_replay_result dat_replay_run(struct dat_store *store, int64_t id,
                                      const char *machine_or_null, struct dat_replay *replay,
                                      struct dat_diagnostics *d, struct dat_problem *problem) {
    assert(store != NULL && replay != NULL && d != NULL);
    struct dat_session_info info = {0};
    *replay = (struct dat_replay){.differs = -1};
    dat_diagnostics_init(d, "", NULL);
    enum dat_replay_result result = DAT_REPLAY_FAILED;
    if (dat_store_session(store, id, &info, problem)) {
        result = DAT_REPLAY_NO_SUCH;
        if (info.id == 0)
            dat_problem_set(problem, "there is no session %lld, 'kranich sessions list' shows them",
                            (long long)id);
        else
            result = replay_session(store, &info, machine_or_null, replay, d, problem);
    }
    dat_session_info_finish(&info);
    return result;
}

void dat_replay_finish(struct dat_replay *replay) {
    dat_name_list_finish(&replay->changed);
}

bool dat_replay_same(const struct dat_replay *replay) {
    return replay->states > 0 && replay->differs < 0;
}
