#include <assert.h>
#include <string.h>

#include "sim/solve/pgs_packed.h"

enum {
    FEW = 16, // joints: with fewer there is little to gain, and errors propagate best along a chain
              // in its own order
};

// A run with friction in it.
static void make_contact(struct sim_pgs_run *run) {
    if (run->kind != SIM_PGS_MANY)
        run->kind = SIM_PGS_CONTACT;
}

static int find_runs(const struct sim_problem *problem, struct sim_pgs_run *runs, int *row_run) {
    const struct sim_row *row = problem->row;
    int count = 0, zeros = problem->bodies;
    bool friction = false;
    for (int i = 0; i < problem->rows; i++) {
        if (i == 0 || !sim_pgs_same_bodies(&row[i], &row[i - 1])) {
            runs[count++] = (struct sim_pgs_run){
                .first = i,
                .kind = row[i].count > 2                   ? SIM_PGS_MANY
                        : sim_pgs_is_rod(problem, &row[i]) ? SIM_PGS_ROD
                                                           : SIM_PGS_JOINT,
                .bodies = row[i].count,
                .zeros = row[i].count == 2 ? -1 : zeros++,
            };
            memcpy(runs[count - 1].body, row[i].body, sizeof row[i].body);
        }
        runs[count - 1].count++;
        row_run[i] = count - 1;
        friction = friction || row[i].normal >= 0;
    }
    for (int i = 0; i < count && friction; i++) {
        const struct sim_pgs_run run = runs[i];
        for (int k = run.first; k < run.first + run.count; k++) {
            if (row[k].normal < 0)
                continue;
            make_contact(&runs[i]);
            make_contact(&runs[row_run[row[k].normal]]);
        }
    }
    return count;
}

// Colours with many members keep dependent rows apart.
int sim_pgs_colour(const int *body, int count, uint64_t *met, int *members, int *colours) {
    assert(*colours >= 0 && *colours <= SIM_PGS_COLOURS);
    uint64_t taken = 0;
    for (int k = 0; k < count; k++)
        taken |= body[k] >= 0 ? met[body[k]] : 0;
    int best = -1;
    for (int c = 0; c < *colours; c++)
        if ((taken >> c & 1) == 0 && (best < 0 || members[c] < members[best]))
            best = c;
    if (best < 0)
        best = *colours < SIM_PGS_COLOURS ? (*colours)++ : SIM_PGS_COLOURS - 1;
    members[best]++;
    for (int k = 0; k < count; k++)
        if (body[k] >= 0)
            met[body[k]] |= (uint64_t)1 << best;
    return best;
}

int sim_pgs_meet(const int *body, int count, uint64_t *met, int most) {
    assert(most >= 0 && most <= SIM_PGS_COLOURS);
    for (int k = 0; k < count; k++)
        if (body[k] >= 0 && ++met[body[k]] > (uint64_t)most && most < SIM_PGS_COLOURS)
            most++;
    return most;
}

// Leaves met at 0.
static int fewest_colours(const struct sim_problem *problem, const struct sim_pgs_run *run,
                          int runs, enum sim_pgs_kind kind, uint64_t *met) {
    const size_t size = (size_t)problem->bodies * sizeof *met;
    int most = 0;
    memset(met, 0, size);
    for (int i = 0; i < runs; i++)
        if (run[i].kind == kind)
            most = sim_pgs_meet(run[i].body, run[i].bodies, met, most);
    memset(met, 0, size);
    return most;
}

static void sort_runs(const struct sim_pgs_run *run, int runs, struct sim_pgs_run *sorted) {
    int place[SIM_PGS_KINDS * SIM_PGS_COLOURS + 1] = {0};
    for (int i = 0; i < runs; i++)
        place[(int)run[i].kind * SIM_PGS_COLOURS + run[i].colour + 1]++;
    for (int c = 0; c < SIM_PGS_KINDS * SIM_PGS_COLOURS; c++)
        place[c + 1] += place[c];
    for (int i = 0; i < runs; i++)
        sorted[place[(int)run[i].kind * SIM_PGS_COLOURS + run[i].colour]++] = run[i];
}

// count: runs of this kind
static void colour_runs(const struct sim_problem *problem, struct sim_pgs_run *run, int runs,
                        enum sim_pgs_kind kind, int count, uint64_t *met) {
    int members[SIM_PGS_COLOURS] = {0};
    int colours = fewest_colours(problem, run, runs, kind, met);
    const bool few = count < FEW && (kind == SIM_PGS_JOINT || kind == SIM_PGS_ROD);
    for (int i = 0; i < runs; i++)
        if (run[i].kind == kind && few)
            run[i].colour = kind == SIM_PGS_ROD ? members[0]++ : 0;
        else if (run[i].kind == kind)
            run[i].colour = sim_pgs_colour(run[i].body, run[i].bodies, met, members, &colours);
}

int sim_pgs_order(const struct sim_problem *problem, struct sim_pgs_run *run,
                  struct sim_pgs_run *sorted, int *row_run, uint64_t *met) {
    const int runs = find_runs(problem, run, row_run);
    int count[SIM_PGS_KINDS] = {0};
    for (int i = 0; i < runs; i++)
        count[run[i].kind]++;
    for (int kind = 0; kind < SIM_PGS_KINDS; kind++)
        if (count[kind] > 0)
            colour_runs(problem, run, runs, (enum sim_pgs_kind)kind, count[kind], met);
    sort_runs(run, runs, sorted);
    return runs;
}
