#include "data/exercise/resume_session.h"

#include <string.h>

#include "data/text/progress.h"

static bool may_be_resumed(const struct dat_recorded *recorded, struct dat_problem *problem) {
    const struct dat_session_info *info = &recorded->info;
    if (info->outcome != DAT_INTERRUPTED)
        dat_problem_set(problem, "session %lld is not interrupted, it %s", (long long)info->id,
                        info->outcome == DAT_RUNNING ? "runs" : "has an end");
    else if (info->who != DAT_TRAINEE)
        dat_problem_set(problem, "session %lld is the demonstrator's", (long long)info->id);
    else if (recorded->damage.count > 0)
        dat_problem_set(problem, "%s", recorded->damage.items[0]);
    else if (recorded->changed.count > 0 &&
             !recorded->from_copies) // goals and marks leave no trace in the states
        dat_problem_set(problem, "session %lld cannot be resumed: %s", (long long)info->id,
                        recorded->changed.items[0]);
    else
        return true;
    return false;
}

static void refuse_other_states(const struct dat_recorded *recorded, int64_t step,
                                struct dat_problem *problem) {
    dat_problem_set(
        problem,
        "session %lld cannot be resumed: up to step %lld, this program comes to another "
        "state than version %s, which recorded it",
        (long long)recorded->info.id, (long long)step, recorded->info.program_version);
}

// False: a state is not the recorded one.
static bool make_steps(const struct dat_recorded *recorded, struct dat_practice *practice,
                       struct dat_problem *problem) {
    struct dat_lever_reader reader;
    const double steps = (double)dat_recorded_steps(recorded);
    dat_lever_reader_init(&reader, recorded);
    for (int i = 0; i < recorded->inputs.count; i++) {
        const struct dat_input_chunk *chunk = &recorded->inputs.items[i];
        while (reader.step < chunk->first_step + chunk->steps &&
               dat_lever_reader_step(&reader, practice))
            continue;
        if (chunk->has_state_hash && veh_worksite_hash(&practice->site) != chunk->state_hash) {
            refuse_other_states(recorded, reader.step, problem);
            return false;
        }
        dat_progress_report("session", (double)reader.step / steps);
    }
    if (reader.step == recorded->info.steps)
        return true;
    dat_problem_set(problem, "session %lld cannot be resumed: %lld of its %lld steps are recorded",
                    (long long)recorded->info.id, (long long)reader.step,
                    (long long)recorded->info.steps);
    return false;
}

enum dat_resume_result dat_resume_session(struct dat_store *store, int64_t session,
                                          struct dat_recorded *recorded,
                                          struct dat_practice *practice, struct dat_diagnostics *d,
                                          struct dat_problem *problem) {
    const struct dat_replay_def def = {.session = session};
    *practice = (struct dat_practice){.exercise = NULL};
    const enum dat_replay_result result = dat_recorded_load(store, &def, recorded, d, problem);
    if (result == DAT_REPLAY_BAD_FILE)
        return DAT_RESUME_BAD_FILE;
    if (result == DAT_REPLAY_FAILED)
        return DAT_RESUME_FAILED;
    if (result == DAT_REPLAY_NO_SUCH || !may_be_resumed(recorded, problem))
        return DAT_RESUME_REFUSED;
    if (!dat_practice_start(practice, recorded->exercise, NULL, "", DAT_TRAINEE, problem)) {
        *practice = (struct dat_practice){.exercise = NULL};
        return DAT_RESUME_FAILED;
    }
    if (!make_steps(recorded, practice, problem))
        return DAT_RESUME_REFUSED;
    return dat_practice_record_on(practice, store, &recorded->info, problem) ? DAT_RESUMED
                                                                             : DAT_RESUME_FAILED;
}
