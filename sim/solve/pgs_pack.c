#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "sim/base/pair.h"
#include "sim/solve/pgs_packed.h"

enum {
    SIDE_BY_SIDE = 8, // runs that take turns: more would spread the reads over too many lines
};

struct packing {
    const struct sim_problem *problem;
    struct sim_pgs_run *run, *sorted;
    uint64_t *met;
    int *row_run;
    int *place; // in the sweep of each row of the problem outside of blocks, -1: left out
};

static void put(struct sim_pgs_blocks *blocks, int k, const double *from, double s) {
    for (int c = 0; c < 4; c++)
        blocks->four[k][c] = from[c] * s;
    for (int c = 0; c < 2; c++)
        blocks->two[k][c] = from[c + 4] * s;
}

static void pack_row(const struct packing *p, struct sim_pgs *pgs, int source) {
    const int place = pgs->rows;
    const struct sim_row *from = &p->problem->row[source];
    const struct sim_pgs_run *run = &p->run[p->row_run[source]];
    double response[SIM_ROW_BODIES][6], d = from->cfm;
    for (int k = 0; k < from->count; k++)
        d += sim_pgs_respond(&p->problem->inertia[from->body[k]], from->j[k], response[k]);
    if (!sim_pgs_movable(d)) {
        pgs->left_out++;
        return;
    }
    p->place[source] = pgs->rows++;
    const double inverse = 1.0 / d;
    struct sim_pgs_row *row = &pgs->row[place];
    *row = (struct sim_pgs_row){.rhs = from->rhs * inverse,
                                .keep = 1.0 - from->cfm * inverse,
                                .low = from->low,
                                .high = from->high,
                                .diagonal = d,
                                .body = {0, SIM_PGS_STRIDE * run->zeros},
                                .normal = place,
                                .more = -1};
    struct sim_pgs_more *more = NULL;
    if (from->count > 2) {
        row->more = pgs->mores++;
        more = &pgs->more[row->more];
        *more = (struct sim_pgs_more){.body = {0, SIM_PGS_STRIDE * run->zeros}};
    }
    for (int k = 0; k < from->count; k++) {
        put(k < 2 ? &row->j : &more->j, k % 2, from->j[k], inverse);
        put(k < 2 ? &row->response : &more->response, k % 2, response[k], 1.0);
        *(k < 2 ? &row->body[k] : &more->body[k - 2]) = SIM_PGS_STRIDE * from->body[k];
    }
    pgs->source[place] = source;
    pgs->x[place] = isfinite(from->x) ? from->x : 0.0;
}

// A normal row that was left out allows no friction.
static void link_friction(const struct packing *p, struct sim_pgs *pgs) {
    for (int i = 0; i < pgs->rows; i++) {
        struct sim_pgs_row *row = &pgs->row[i];
        const struct sim_row *from = &p->problem->row[pgs->source[i]];
        if (from->normal < 0)
            continue;
        row->low = row->high = 0.0;
        if (p->place[from->normal] < 0)
            continue;
        row->friction = from->friction;
        row->normal = p->place[from->normal];
    }
}

// Packs the first rows of some runs of one colour, then their second rows, and so on.
static void take_turns(const struct packing *p, struct sim_pgs *pgs, const struct sim_pgs_run *run,
                       int runs) {
    int longest = 0;
    for (int i = 0; i < runs; i++)
        longest = run[i].count > longest ? run[i].count : longest;
    for (int k = 0; k < longest; k++)
        for (int i = 0; i < runs; i++)
            if (k < run[i].count)
                pack_row(p, pgs, run[i].first + k);
}

// Neighbours in the sweep are far apart in memory.
static void fetch(const struct sim_row *row) {
    for (size_t byte = 0; byte < offsetof(struct sim_row, j[2]); byte += 64)
        __builtin_prefetch((const char *)row + byte);
}

// Rods of one colour, four at a time; the members of the last colour may have met. Returns how many
// runs are rods.
static int pack_rods(const struct packing *p, struct sim_pgs *pgs, int runs, int zeros) {
    const struct sim_pgs_run *run = p->sorted;
    int i = 0;
    for (int end; i < runs && run[i].kind == SIM_PGS_ROD; i = end) {
        const int most = run[i].colour == SIM_PGS_COLOURS - 1 ? 1 : SIM_PGS_WIDTH;
        for (end = i + 1; end < runs && end < i + most; end++)
            if (run[end].kind != SIM_PGS_ROD || run[end].colour != run[i].colour)
                break;
        for (int next = end; next < runs && next < end + SIM_PGS_WIDTH; next++)
            fetch(&p->problem->row[run[next].first]);
        sim_pgs_pack_rods(pgs, &run[i], end - i, zeros);
    }
    return i;
}

static void pack_runs(const struct packing *p, struct sim_pgs *pgs, int runs, int zeros) {
    const struct sim_pgs_run *run = p->sorted;
    int joints = pack_rods(p, pgs, runs, zeros);
    for (; joints < runs && run[joints].kind == SIM_PGS_JOINT; joints++)
        (void)sim_pgs_pack_blocks(pgs, p->problem, &run[joints]);
    for (int i = 0; i < p->problem->rows; i++)
        p->place[i] = -1;
    for (int i = joints, end; i < runs; i = end) {
        for (end = i + 1; end < runs && end < i + SIDE_BY_SIDE; end++)
            if (run[end].colour != run[i].colour || run[end].kind != run[i].kind)
                break;
        take_turns(p, pgs, &run[i], end - i);
        if (run[i].kind == SIM_PGS_MANY)
            pgs->many = pgs->rows;
    }
    link_friction(p, pgs);
}

// Numbers of items to make room for.
struct room {
    unsigned long rods, blocks, mores;
};

// At most; a run counts as one with friction by its own rows.
static struct room count_room(const struct sim_problem *problem) {
    const struct sim_row *row = problem->row;
    struct room room = {0};
    for (int i = 0, end; i < problem->rows; i = end) {
        bool friction = false;
        for (end = i; end < problem->rows && sim_pgs_same_bodies(&row[i], &row[end]); end++)
            friction = friction || row[end].normal >= 0;
        const struct sim_pgs_run run = {.first = i, .count = end - i};
        if (row[i].count > 2)
            room.mores += (unsigned long)run.count;
        else if (!friction && sim_pgs_is_rod(problem, &row[i]))
            room.rods += (unsigned long)run.count;
        else if (!friction)
            room.blocks += (unsigned long)sim_pgs_pack_blocks(NULL, problem, &run);
    }
    return room;
}

// Every row may be a run, which may need zeros.
static bool reserve(struct packing *p, struct sim_pgs *pgs, struct sim_scratch *scratch) {
    const unsigned long n = (unsigned long)p->problem->rows;
    const unsigned long bodies = (unsigned long)p->problem->bodies;
    const struct room room = count_room(p->problem);
    const unsigned long velocity = (bodies + n + 1) * SIM_PGS_STRIDE * sizeof *pgs->velocity;
    const unsigned long per_row = sizeof *pgs->row + sizeof *pgs->x + sizeof *pgs->source +
                                  2 * sizeof *p->run + 2 * sizeof *p->place;
    if (!sim_scratch_reserve(
            scratch, n * per_row + room.blocks * sizeof *pgs->block + room.rods * sizeof *pgs->rod +
                         room.mores * sizeof *pgs->more + sim_pgs_team_room(p->problem) + velocity +
                         bodies * sizeof *p->met + 4 * SIM_SCRATCH_LINE))
        return false;
    pgs->row = sim_scratch_take_lines(scratch, n * sizeof *pgs->row);
    pgs->rod = sim_scratch_take_lines(scratch, room.rods * sizeof *pgs->rod);
    pgs->block = sim_scratch_take_lines(scratch, room.blocks * sizeof *pgs->block);
    pgs->velocity = sim_scratch_take_lines(scratch, velocity);
    pgs->more = sim_scratch_take_unset(scratch, room.mores * sizeof *pgs->more);
    pgs->x = sim_scratch_take_unset(scratch, n * sizeof *pgs->x);
    pgs->source = sim_scratch_take_unset(scratch, n * sizeof *pgs->source);
    p->met = sim_scratch_take_unset(scratch, bodies * sizeof *p->met);
    p->run = sim_scratch_take_unset(scratch, n * sizeof *p->run);
    p->sorted = sim_scratch_take_unset(scratch, n * sizeof *p->sorted);
    p->row_run = sim_scratch_take_unset(scratch, n * sizeof *p->row_run);
    p->place = sim_scratch_take_unset(scratch, n * sizeof *p->place);
    return true;
}

// Velocities of the bodies, then zeros for each run without a second body, and zeros for the
// points, whose number as a body is returned.
static int load_velocities(const struct packing *p, struct sim_pgs *pgs, int runs) {
    const struct sim_problem *problem = p->problem;
    int count = problem->bodies;
    for (int i = 0; i < runs; i++)
        count = p->run[i].zeros >= count ? p->run[i].zeros + 1 : count;
    memset(pgs->velocity, 0, ((size_t)count + 1) * SIM_PGS_STRIDE * sizeof *pgs->velocity);
    for (int i = 0; i < problem->bodies; i++)
        memcpy(&pgs->velocity[SIM_PGS_STRIDE * i], problem->velocity[i],
               sizeof problem->velocity[i]);
    return count;
}

bool sim_pgs_pack(struct sim_pgs *pgs, const struct sim_problem *problem,
                  struct sim_scratch *scratch) {
    struct packing p = {.problem = problem};
    assert(problem->bodies >= 0 && problem->rows >= 0 && problem->points >= 0);
    *pgs = (struct sim_pgs){.problem = problem, .wide = SIM_WIDE};
    if (!reserve(&p, pgs, scratch))
        return false;
    const int runs = sim_pgs_order(problem, p.run, p.sorted, p.row_run, p.met);
    const int zeros = load_velocities(&p, pgs, runs);
    pack_runs(&p, pgs, runs, zeros);
    sim_pgs_form_teams(pgs, zeros, scratch);
    return true;
}
