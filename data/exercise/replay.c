#include "data/exercise/replay.h"

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

// A recorded state is that after the last step of its chunk.
static void play_chunk(struct dat_practice *practice, struct dat_lever_reader *reader,
                       const struct dat_input_chunk *chunk, struct dat_replay *replay) {
    while (reader->step < chunk->first_step + chunk->steps &&
           dat_lever_reader_step(reader, practice))
        replay->steps++;
    if (chunk->has_state_hash)
        compare(replay, practice, chunk->state_hash);
}

static enum dat_replay_result play(struct dat_replay *replay, struct dat_problem *problem) {
    const struct dat_recorded *recorded = &replay->session;
    struct dat_practice practice;
    struct dat_lever_reader reader;
    if (!dat_practice_start(&practice, recorded->exercise, NULL, "", DAT_TRAINEE, problem))
        return DAT_REPLAY_FAILED;
    dat_lever_reader_init(&reader, recorded);
    for (int i = 0; i < recorded->inputs.count; i++)
        play_chunk(&practice, &reader, &recorded->inputs.items[i], replay);
    if (recorded->info.has_end_state_hash)
        compare(replay, &practice, recorded->info.end_state_hash);
    (void)dat_practice_finish(&practice, DAT_STOPPED, NULL);
    return DAT_REPLAY_DONE;
}

enum dat_replay_result dat_replay_run(struct dat_store *store, const struct dat_replay_def *def,
                                      struct dat_replay *replay, struct dat_diagnostics *d,
                                      struct dat_problem *problem) {
    *replay = (struct dat_replay){.differs = -1};
    const enum dat_replay_result result =
        dat_recorded_load(store, def, &replay->session, d, problem);
    return result == DAT_REPLAY_DONE ? play(replay, problem) : result;
}

void dat_replay_finish(struct dat_replay *replay) {
    dat_recorded_finish(&replay->session);
}

bool dat_replay_same(const struct dat_replay *replay) {
    return replay->states > 0 && replay->differs < 0;
}
