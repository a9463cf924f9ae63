#include "data/exercise/playback.h"

#include <assert.h>

#include "data/exercise/practice_state.h"
#include "data/record/states.h"
#include "vehicles/snapshot.h"

#define MOST_KEPT 192 // states; one of a harvester in a stand takes some 100 kB

static const double first_spacing = 2.0; // [s] of the session

static void forget(struct dat_kept_state *kept) {
    sim_snapshot_finish(&kept->bytes);
}

// Every other state goes, and twice as far apart come the next.
static void thin_out(struct dat_playback *p) {
    int left = 0;
    for (int i = 0; i < p->kept.count; i++)
        if (i % 2 == 0)
            p->kept.items[left++] = p->kept.items[i];
        else
            forget(&p->kept.items[i]);
    p->kept.count = left;
    p->spacing *= 2;
}

static void keep(struct dat_playback *p) {
    const int64_t step = p->reader.step;
    if (p->kept.count > 0 && step < p->kept.items[p->kept.count - 1].step + p->spacing)
        return;
    if (p->kept.count == MOST_KEPT)
        thin_out(p);
    struct dat_kept_state state = {.step = step};
    dat_practice_save(&p->practice, &state.bytes);
    *SIM_ARRAY_PUSH(&p->kept) = state;
}

// States of a session that ran with other files would lead to what nobody has seen.
static bool may_use_states(const struct dat_recorded *recorded, const struct dat_replay_def *def) {
    return !recorded->other_machine && (recorded->changed.count == 0 || recorded->from_copies) &&
           (def->exercise == NULL || recorded->same_files) && def->machine == NULL;
}

enum dat_replay_result dat_playback_open(struct dat_store *store, const struct dat_replay_def *def,
                                         struct dat_playback *p, struct dat_diagnostics *d,
                                         struct dat_problem *problem) {
    *p = (struct dat_playback){.spacing = 1, .store = store};
    const enum dat_replay_result result = dat_recorded_load(store, def, &p->recorded, d, problem);
    if (result != DAT_REPLAY_DONE)
        return result;
    if (!dat_practice_start(&p->practice, p->recorded.exercise, NULL, "", DAT_TRAINEE, problem)) {
        p->practice = (struct dat_practice){.exercise = NULL};
        return DAT_REPLAY_FAILED;
    }
    // Without the list, everything is recomputed.
    if (may_use_states(&p->recorded, def))
        (void)dat_store_states(store, def->session, dat_practice_layout(&p->practice), &p->stored,
                               NULL);
    p->spacing = (int64_t)(first_spacing / sim_world_step_size(p->practice.site.world)) + 1;
    dat_lever_reader_init(&p->reader, &p->recorded);
    keep(p);
    return DAT_REPLAY_DONE;
}

void dat_playback_finish(struct dat_playback *p) {
    for (int i = 0; i < p->kept.count; i++)
        forget(&p->kept.items[i]);
    SIM_ARRAY_FREE(&p->kept);
    dat_step_list_finish(&p->stored);
    (void)dat_practice_finish(&p->practice, DAT_STOPPED, NULL);
    dat_recorded_finish(&p->recorded);
}

bool dat_playback_next(struct dat_playback *p, struct veh_controls *levers) {
    keep(p);
    dat_lever_reader_plan(&p->reader, &p->practice);
    const bool more = dat_lever_reader_next(&p->reader, levers);
    p->practice.guides = p->reader.guides;
    dat_fault_inject(&p->practice, more ? p->reader.fault : 0);
    return more;
}

static const struct dat_kept_state *last_before(const struct dat_playback *p, int64_t step) {
    int i = p->kept.count - 1;
    while (i > 0 && p->kept.items[i].step > step)
        i--;
    return &p->kept.items[i];
}

// The index of the last one at or before step; -1: there is none.
static int last_stored(const struct dat_playback *p, int64_t step) {
    int i = p->stored.count - 1;
    while (i >= 0 && p->stored.items[i] > step)
        i--;
    return i;
}

// False: the state cannot be used, and the practice may be in none.
static bool restore_stored(struct dat_playback *p, int64_t step) {
    struct dat_state state;
    if (!dat_store_state(p->store, p->recorded.info.id, step, &state, NULL))
        return false;
    const bool ok = dat_practice_restore(&p->practice, state.bytes, state.size) == NULL &&
                    veh_worksite_hash(&p->practice.site) == state.hash;
    dat_state_finish(&state);
    return ok;
}

static void restore_kept(struct dat_playback *p, const struct dat_kept_state *kept) {
    const char *problem = dat_practice_restore(&p->practice, kept->bytes.bytes, kept->bytes.size);
    assert(problem == NULL); // they are its own bytes
    (void)problem;
}

// Does the present state lie between the two steps?
static bool is_between(const struct dat_playback *p, int64_t from, int64_t to) {
    return p->reader.step >= from && p->reader.step <= to;
}

static void forget_stored(struct dat_playback *p, int index) {
    for (int i = index; i + 1 < p->stored.count; i++)
        p->stored.items[i] = p->stored.items[i + 1];
    p->stored.count--;
}

bool dat_playback_rewind(struct dat_playback *p, int64_t step) {
    assert(step >= 0 && step <= dat_recorded_steps(&p->recorded));
    const struct dat_kept_state *kept = last_before(p, step);
    bool lost = false;
    for (int i = last_stored(p, step); i >= 0 && p->stored.items[i] > kept->step; i--) {
        const int64_t stored = p->stored.items[i];
        if (!lost && is_between(p, stored, step))
            return false;
        if (restore_stored(p, stored)) {
            dat_lever_reader_seek(&p->reader, stored);
            return true;
        }
        forget_stored(p, i);
        lost = true;
    }
    if (!lost && is_between(p, kept->step, step))
        return false;
    restore_kept(p, kept);
    dat_lever_reader_seek(&p->reader, kept->step);
    return true;
}
