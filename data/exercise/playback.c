#include "data/exercise/playback.h"

#include <assert.h>
#include <stdlib.h>

#define MOST_KEPT 192 // states; one of a harvester in a stand takes some 100 kB

static const double first_spacing = 2.0; // [s] of the session

static void forget(struct dat_kept_state *kept) {
    sim_snapshot_finish(&kept->site);
    dat_load_tickets_finish(&kept->tickets);
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
    struct dat_kept_state state = {.step = step,
                                   .score = p->practice.score,
                                   .observer = p->practice.observer,
                                   .task_step = p->practice.task_step,
                                   .last_tree = p->practice.last_tree,
                                   .logs = p->practice.logs.count};
    dat_load_tickets_copy(&state.tickets, &p->practice.tickets);
    veh_worksite_save(&p->practice.site, &state.site);
    *SIM_ARRAY_PUSH(&p->kept) = state;
}

enum dat_replay_result dat_playback_open(struct dat_store *store, const struct dat_replay_def *def,
                                         struct dat_playback *p, struct dat_diagnostics *d,
                                         struct dat_problem *problem) {
    *p = (struct dat_playback){.spacing = 1};
    const enum dat_replay_result result = dat_recorded_load(store, def, &p->recorded, d, problem);
    if (result != DAT_REPLAY_DONE)
        return result;
    if (!dat_practice_start(&p->practice, p->recorded.exercise, NULL, "", DAT_TRAINEE, problem)) {
        p->practice = (struct dat_practice){.exercise = NULL};
        return DAT_REPLAY_FAILED;
    }
    p->spacing = (int64_t)(first_spacing / sim_world_step_size(p->practice.site.world)) + 1;
    dat_lever_reader_init(&p->reader, &p->recorded);
    keep(p);
    return DAT_REPLAY_DONE;
}

void dat_playback_finish(struct dat_playback *p) {
    for (int i = 0; i < p->kept.count; i++)
        forget(&p->kept.items[i]);
    SIM_ARRAY_FREE(&p->kept);
    (void)dat_practice_finish(&p->practice, DAT_STOPPED, NULL);
    dat_recorded_finish(&p->recorded);
}

bool dat_playback_next(struct dat_playback *p, struct veh_controls *levers) {
    keep(p);
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

bool dat_playback_rewind(struct dat_playback *p, int64_t step) {
    assert(step >= 0 && step <= dat_recorded_steps(&p->recorded));
    const struct dat_kept_state *kept = last_before(p, step);
    if (p->reader.step <= step && p->reader.step >= kept->step)
        return false;
    const char *problem =
        veh_worksite_restore(&p->practice.site, kept->site.bytes, kept->site.size);
    assert(problem == NULL); // they are its own bytes
    (void)problem;
    p->practice.score = kept->score;
    p->practice.observer = kept->observer;
    p->practice.task_step = kept->task_step;
    p->practice.faults.due = 0;
    p->practice.last_tree = kept->last_tree;
    p->practice.logs.count = kept->logs;
    dat_load_tickets_copy(&p->practice.tickets, &kept->tickets);
    dat_lever_reader_seek(&p->reader, kept->step);
    return true;
}
