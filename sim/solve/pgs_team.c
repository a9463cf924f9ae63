// From contact points to teams. The order of the sweep is that of the colours, see
// sim/solve/pgs_packed.h, and two teams of a colour take turns.
#include <assert.h>
#include <string.h>

#include "sim/solve/pgs_packed.h"

enum { LONG = 8 }; // [points] runs that are longer count as equally long

// Consecutive points that act on the same bodies in the same way.
struct run {
    const int *body;
    int first, count, colour;
};

struct forming {
    const struct sim_problem *problem;
    struct run *run, *sorted;
    uint64_t *met;
    int runs;
};

unsigned long sim_pgs_team_room(const struct sim_problem *problem) {
    const unsigned long n = (unsigned long)problem->points; // every point may be alone
    return n * (sizeof(struct sim_pgs_team) + sizeof(struct sim_pgs_point) +
                2 * sizeof(struct run)) +
           (unsigned long)problem->bodies * sizeof(uint64_t) + 2 * SIM_SCRATCH_LINE;
}

// ---- order ----

static bool alike(const struct sim_point *a, const struct sim_point *b) {
    return a->body[0] == b->body[0] && a->body[1] == b->body[1] && a->relieved == b->relieved;
}

static void find_runs(struct forming *f) {
    const struct sim_point *point = f->problem->point;
    f->runs = 0;
    for (int i = 0; i < f->problem->points; i++) {
        if (i == 0 || !alike(&point[i], &point[i - 1]))
            f->run[f->runs++] = (struct run){.body = point[i].body, .first = i};
        f->run[f->runs - 1].count++;
    }
}

// Leaves met at 0.
static int fewest_colours(struct forming *f) {
    const size_t size = (size_t)f->problem->bodies * sizeof *f->met;
    int most = 0;
    memset(f->met, 0, size);
    for (int i = 0; i < f->runs; i++)
        most = sim_pgs_meet(f->run[i].body, 2, f->met, most);
    memset(f->met, 0, size);
    return most;
}

// Long runs first, so that they do not share a team with short ones.
static int rank_of(const struct run *run) {
    return run->colour * LONG + (run->count < LONG ? LONG - run->count : 0);
}

static void sort_runs(struct forming *f) {
    int place[SIM_PGS_COLOURS * LONG + 1] = {0};
    for (int i = 0; i < f->runs; i++)
        place[rank_of(&f->run[i]) + 1]++;
    for (int c = 0; c < SIM_PGS_COLOURS * LONG; c++)
        place[c + 1] += place[c];
    for (int i = 0; i < f->runs; i++)
        f->sorted[place[rank_of(&f->run[i])]++] = f->run[i];
}

static void order_runs(struct forming *f) {
    int members[SIM_PGS_COLOURS] = {0};
    find_runs(f);
    int colours = fewest_colours(f);
    for (int i = 0; i < f->runs; i++)
        f->run[i].colour = sim_pgs_colour(f->run[i].body, 2, f->met, members, &colours);
    sort_runs(f);
}

// ---- teams ----

static void enter_body(struct sim_pgs_team *team, int lane, int k, const struct sim_inertia *m) {
    const double inverse[6] = {m->inverse.m[0][0], m->inverse.m[1][1], m->inverse.m[2][2],
                               m->inverse.m[0][1], m->inverse.m[0][2], m->inverse.m[1][2]};
    team->inverse_mass[k][lane] = m->inverse_mass;
    for (int i = 0; i < 6; i++)
        team->inverse[k][i][lane] = inverse[i];
}

static void enter_run(struct sim_pgs_team *team, int lane, const struct sim_problem *problem,
                      const struct run *run) {
    for (int k = 0; k < 2; k++) {
        if (run->body[k] < 0)
            continue;
        team->body[k][lane] = SIM_PGS_STRIDE * run->body[k];
        enter_body(team, lane, k, &problem->inertia[run->body[k]]);
    }
    team->count = run->count > team->count ? run->count : team->count;
    if (!problem->point[run->first].relieved)
        return;
    team->relieved = true;
    team->down[0][lane] = problem->down.x;
    team->down[1][lane] = problem->down.y;
    team->down[2][lane] = problem->down.z;
}

static void add_team(struct sim_pgs *pgs, int zeros, const struct run *run, int runs) {
    struct sim_pgs_team *team = &pgs->team[pgs->teams++];
    const bool alone = run->colour == SIM_PGS_COLOURS - 1; // its members may have met
    *team = (struct sim_pgs_team){.first = pgs->points,
                                  .colour = alone ? SIM_PGS_COLOURS + pgs->teams : run->colour};
    for (int k = 0; k < 2; k++)
        for (int l = 0; l < SIM_PGS_WIDTH; l++)
            team->body[k][l] = SIM_PGS_STRIDE * zeros;
    for (int l = 0; l < runs; l++)
        enter_run(team, l, pgs->problem, &run[l]);
    for (int k = 0; k < team->count; k++, pgs->points++)
        for (int l = 0; l < SIM_PGS_WIDTH; l++)
            pgs->point[pgs->points].source[l] =
                l < runs && k < run[l].count ? run[l].first + k : -1;
}

void sim_pgs_form_teams(struct sim_pgs *pgs, int zeros, struct sim_scratch *scratch) {
    struct forming f = {.problem = pgs->problem};
    assert(zeros >= f.problem->bodies && f.problem->points >= 0);
    const unsigned long n = (unsigned long)f.problem->points;
    pgs->team = sim_scratch_take_unset(scratch, n * sizeof *pgs->team);
    f.met = sim_scratch_take_unset(scratch, (unsigned long)f.problem->bodies * sizeof *f.met);
    f.run = sim_scratch_take_unset(scratch, n * sizeof *f.run);
    f.sorted = sim_scratch_take_unset(scratch, n * sizeof *f.sorted);
    pgs->point = sim_scratch_take_lines(scratch, n * sizeof *pgs->point);
    pgs->teams = pgs->points = 0;
    if (n == 0)
        return;
    order_runs(&f);
    for (int i = 0, end; i < f.runs; i = end) {
        const int colour = f.sorted[i].colour;
        const int most = colour == SIM_PGS_COLOURS - 1 ? 1 : SIM_PGS_WIDTH;
        for (end = i + 1; end < f.runs && end < i + most; end++)
            if (f.sorted[end].colour != colour)
                break;
        add_team(pgs, zeros, &f.sorted[i], end - i);
    }
}
