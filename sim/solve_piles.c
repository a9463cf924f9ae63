#include "sim/solve_piles.h"

#include <stdlib.h>
#include <string.h>

#include "sim/array.h"

// Contacts of piles, as rows, up to which the direct solver takes them along: below, it usually
// finds their active set within a few pivots, and they hold as exactly as joints do.
enum { FEW_ROWS = 300 };
enum { ROUNDS = 4, SWEEPS = 8 };

void sim_piles_finish(struct sim_piles *piles) {
    free(piles->jointed);
    free(piles->pile);
    free(piles->member);
    free(piles->place);
    free(piles->free);
    free(piles->inertia);
    free(piles->velocity);
    free(piles->own);
    free(piles->push);
    free(piles->machine.row);
    free(piles->machine.origin);
    free(piles->contact.row);
    free(piles->contact.origin);
    *piles = (struct sim_piles){0};
}

static bool unbounded(const struct sim_row *row) {
    return row->normal < 0 && isinf(row->low) && isinf(row->high);
}

bool sim_piles_found(struct sim_piles *piles, const struct sim_problem *p) {
    int count = 0;
    if (p->rows <= FEW_ROWS)
        return false;
    piles->jointed =
        sim_grow(piles->jointed, &piles->jointed_capacity, p->bodies, sizeof *piles->jointed);
    piles->pile = sim_grow(piles->pile, &piles->pile_capacity, p->rows, sizeof *piles->pile);
    memset(piles->jointed, 0, (size_t)p->bodies * sizeof *piles->jointed);
    for (int r = 0; r < p->rows; r++)
        for (int k = 0; k < p->row[r].count && unbounded(&p->row[r]); k++)
            piles->jointed[p->row[r].body[k]] = true;
    for (int r = 0; r < p->rows; r++) {
        const struct sim_row *row = &p->row[r];
        piles->pile[r] = false;
        for (int k = 0; k < row->count && !unbounded(row); k++)
            piles->pile[r] = piles->pile[r] || !piles->jointed[row->body[k]];
        count += piles->pile[r];
    }
    return count > FEW_ROWS;
}

// ---- the two problems ------------------------------------------------------------------------

static void gather_bodies(struct sim_piles *s, const struct sim_problem *p) {
    const int most = p->bodies > p->rows ? p->bodies : p->rows;
    s->member = sim_grow(s->member, &s->member_capacity, p->bodies, sizeof *s->member);
    s->place = sim_grow(s->place, &s->place_capacity, most, sizeof *s->place);
    s->free = sim_grow(s->free, &s->free_capacity, p->bodies, sizeof *s->free);
    s->inertia = sim_grow(s->inertia, &s->inertia_capacity, p->bodies, sizeof *s->inertia);
    s->velocity = sim_grow(s->velocity, &s->velocity_capacity, p->bodies, sizeof *s->velocity);
    memcpy(s->free, p->velocity, (size_t)p->bodies * sizeof *s->free);
    s->own = sim_grow(s->own, &s->own_capacity, p->bodies, sizeof *s->own);
    s->push = sim_grow(s->push, &s->push_capacity, p->bodies, sizeof *s->push);
    memset(s->push, 0, (size_t)p->bodies * sizeof *s->push);
    s->members = 0;
    for (int b = 0; b < p->bodies; b++) {
        s->place[b] = s->jointed[b] ? s->members : -1;
        if (!s->jointed[b])
            continue;
        s->inertia[s->members] = p->inertia[b];
        s->member[s->members++] = b;
    }
}

// Friction rows follow their normal rows into the same part.
static void gather_rows(struct sim_piles *s, const struct sim_problem *p, bool pile,
                        struct sim_piles_part *part) {
    part->row = sim_grow(part->row, &part->row_capacity, p->rows, sizeof *part->row);
    part->origin = sim_grow(part->origin, &part->origin_capacity, p->rows, sizeof *part->origin);
    part->rows = 0;
    for (int r = 0; r < p->rows; r++) {
        if (s->pile[r] != pile)
            continue;
        struct sim_row *row = &part->row[part->rows];
        *row = p->row[r];
        for (int k = 0; k < row->count && !pile; k++)
            row->body[k] = s->place[row->body[k]];
        part->origin[part->rows++] = r;
    }
    for (int i = 0; i < part->rows; i++)
        s->place[part->origin[i]] = i; // bodies are not asked for any more
    for (int i = 0; i < part->rows; i++)
        if (part->row[i].normal >= 0)
            part->row[i].normal = s->place[part->row[i].normal];
}

// ---- turns -----------------------------------------------------------------------------------

// The machines' velocities with the impulses of the last step on all their rows.
static void start_machines(struct sim_piles *s) {
    for (int i = 0; i < s->members; i++)
        memcpy(s->velocity[i], s->free[s->member[i]], sizeof s->velocity[i]);
    for (int r = 0; r < s->machine.rows; r++) {
        const struct sim_row *row = &s->machine.row[r];
        for (int k = 0; k < row->count && isfinite(row->x); k++) {
            const struct sim_inertia *m = &s->inertia[row->body[k]];
            const double *j = row->j[k];
            double *v = s->velocity[row->body[k]];
            const struct sim_vec3 w = sim_mat3_mul(&m->inverse, sim_vec3(j[3], j[4], j[5]));
            for (int c = 0; c < 3; c++)
                v[c] += m->inverse_mass * j[c] * row->x;
            v[3] += w.x * row->x, v[4] += w.y * row->x, v[5] += w.z * row->x;
        }
    }
}

// Contacts, with the impulses of the machines as given. velocity in: of the machines with all
// impulses; out: with those of the contacts alone.
static int solve_contacts(struct sim_piles *s, struct sim_problem *p, int sweeps,
                          struct sim_scratch *scratch) {
    struct sim_problem contacts = {.bodies = p->bodies,
                                   .inertia = p->inertia,
                                   .velocity = p->velocity,
                                   .rows = s->contact.rows,
                                   .row = s->contact.row};
    memcpy(p->velocity, s->free, (size_t)p->bodies * sizeof *s->free);
    for (int i = 0; i < s->members; i++)
        for (int c = 0; c < 6; c++) {
            s->own[i][c] = s->velocity[i][c] - s->push[i][c];
            p->velocity[s->member[i]][c] = s->own[i][c];
        }
    const struct sim_solve_stats stats = sim_solve_pgs(&contacts, sweeps, scratch);
    for (int i = 0; i < s->members; i++)
        for (int c = 0; c < 6; c++) {
            s->push[i][c] = p->velocity[s->member[i]][c] - s->own[i][c];
            s->velocity[i][c] = s->free[s->member[i]][c] + s->push[i][c];
        }
    return stats.iterations;
}

static void store(const struct sim_piles_part *part, struct sim_problem *p) {
    for (int i = 0; i < part->rows; i++)
        p->row[part->origin[i]].x = part->row[i].x;
}

struct sim_solve_stats sim_solve_piles(
    struct sim_piles *s, struct sim_problem *p, struct sim_scratch *scratch,
    struct sim_solve_stats (*direct)(struct sim_problem *problem, struct sim_scratch *scratch)) {
    struct sim_solve_stats stats = {.rows = p->rows, .solved = true};
    gather_bodies(s, p);
    gather_rows(s, p, false, &s->machine);
    gather_rows(s, p, true, &s->contact);
    struct sim_problem machines = {.bodies = s->members,
                                   .inertia = s->inertia,
                                   .velocity = s->velocity,
                                   .rows = s->machine.rows,
                                   .row = s->machine.row,
                                   .profile = p->profile,
                                   .sparse = p->sparse};
    start_machines(s);
    sim_profile_lap(p->profile, SIM_STAGE_ORDER);
    const int rounds = s->machine.rows > 0 ? ROUNDS : 1;
    for (int round = 0; round < rounds; round++) {
        stats.iterations += solve_contacts(s, p, ROUNDS * SWEEPS / rounds, scratch);
        sim_profile_lap(p->profile, SIM_STAGE_SOLVE);
        if (s->machine.rows > 0)
            stats.solved = direct(&machines, scratch).solved;
    }
    for (int i = 0; i < s->members; i++)
        memcpy(p->velocity[s->member[i]], s->velocity[i], sizeof s->velocity[i]);
    store(&s->machine, p);
    store(&s->contact, p);
    stats.residual = sim_problem_residual(p);
    stats.solved = stats.solved && isfinite(stats.residual);
    sim_profile_lap(p->profile, SIM_STAGE_CHECK);
    return stats;
}
