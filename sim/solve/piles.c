#include "sim/solve/piles.h"

#include <assert.h>
#include <string.h>

// [rows] Up to this many contacts of piles are solved directly, with the machines: their active set
// is usually found within a few pivots, and they hold as exactly as joints do.
enum { FEW_ROWS = 150 };
enum { ROUNDS = 4, SWEEPS = 8 };
// [m/s] or [rad/s] Turns that agree by this end early: loads at rest begin with what the last step
// has found.
static const double agreed = 5e-4;
// Up to this many rows, a problem that the turns have not solved is solved directly after all: a
// machine that presses on its load is as stiff as the load.
enum { MOST_ROWS = 1000 };

static void finish_part(struct sim_piles_part *part) {
    SIM_ARRAY_FREE(&part->row);
    SIM_ARRAY_FREE(&part->point);
    SIM_ARRAY_FREE(&part->origin);
    SIM_ARRAY_FREE(&part->point_origin);
}

void sim_piles_finish(struct sim_piles *piles) {
    SIM_ARRAY_FREE(&piles->jointed);
    SIM_ARRAY_FREE(&piles->pile);
    SIM_ARRAY_FREE(&piles->member);
    SIM_ARRAY_FREE(&piles->place);
    SIM_ARRAY_FREE(&piles->free);
    SIM_ARRAY_FREE(&piles->inertia);
    SIM_ARRAY_FREE(&piles->velocity);
    SIM_ARRAY_FREE(&piles->own);
    SIM_ARRAY_FREE(&piles->push);
    SIM_ARRAY_FREE(&piles->pile_point);
    finish_part(&piles->machine);
    finish_part(&piles->contact);
    *piles = (struct sim_piles){0};
}

static bool unbounded(const struct sim_row *row) {
    return row->normal < 0 && isinf(row->low) && isinf(row->high);
}

static void find_jointed(struct sim_piles *piles, const struct sim_problem *p) {
    SIM_ARRAY_RESERVE(&piles->jointed, p->bodies);
    memset(piles->jointed.items, 0, (size_t)p->bodies * sizeof *piles->jointed.items);
    for (int r = 0; r < p->rows; r++)
        for (int k = 0; k < p->row[r].count && unbounded(&p->row[r]); k++)
            piles->jointed.items[p->row[r].body[k]] = true;
}

bool sim_piles_found(struct sim_piles *piles, const struct sim_problem *p) {
    int count = 0;
    if (p->rows + 3 * p->points <= FEW_ROWS)
        return false;
    find_jointed(piles, p);
    SIM_ARRAY_RESERVE(&piles->pile, p->rows + 1);
    for (int r = 0; r < p->rows; r++) {
        const struct sim_row *row = &p->row[r];
        piles->pile.items[r] = false;
        for (int k = 0; k < row->count && !unbounded(row); k++)
            piles->pile.items[r] = piles->pile.items[r] || !piles->jointed.items[row->body[k]];
        count += piles->pile.items[r];
    }
    SIM_ARRAY_RESERVE(&piles->pile_point, p->points + 1);
    for (int i = 0; i < p->points; i++) {
        const int *body = p->point[i].body;
        piles->pile_point.items[i] = (body[0] >= 0 && !piles->jointed.items[body[0]]) ||
                                     (body[1] >= 0 && !piles->jointed.items[body[1]]);
        count += piles->pile_point.items[i] ? 3 : 0;
    }
    return count > FEW_ROWS;
}

// ---- the two problems ----

static void gather_bodies(struct sim_piles *s, const struct sim_problem *p) {
    const int most = p->bodies > p->rows ? p->bodies : p->rows; // place is of both
    SIM_ARRAY_RESERVE(&s->member, p->bodies);
    SIM_ARRAY_RESERVE(&s->place, most);
    SIM_ARRAY_RESERVE(&s->free, p->bodies);
    SIM_ARRAY_RESERVE(&s->inertia, p->bodies);
    SIM_ARRAY_RESERVE(&s->velocity, p->bodies);
    memcpy(s->free.items, p->velocity, (size_t)p->bodies * sizeof *s->free.items);
    SIM_ARRAY_RESERVE(&s->own, p->bodies);
    SIM_ARRAY_RESERVE(&s->push, p->bodies);
    memset(s->push.items, 0, (size_t)p->bodies * sizeof *s->push.items);
    s->member.count = 0;
    for (int b = 0; b < p->bodies; b++) {
        s->place.items[b] = s->jointed.items[b] ? s->member.count : -1;
        if (!s->jointed.items[b])
            continue;
        s->inertia.items[s->member.count] = p->inertia[b];
        s->member.items[s->member.count++] = b;
    }
}

// Friction rows follow their normal rows into the same part.
static void gather_rows(struct sim_piles *s, const struct sim_problem *p, bool pile,
                        struct sim_piles_part *part) {
    const int most = p->rows + 3 * p->points + 1; // the direct solver makes rows of points
    SIM_ARRAY_RESERVE(&part->row, most);
    SIM_ARRAY_RESERVE(&part->origin, most);
    part->row.count = 0;
    for (int r = 0; r < p->rows; r++) {
        if (s->pile.items[r] != pile)
            continue;
        struct sim_row *row = &part->row.items[part->row.count];
        *row = p->row[r];
        for (int k = 0; k < row->count && !pile; k++)
            row->body[k] = s->place.items[row->body[k]];
        part->origin.items[part->row.count++] = r;
    }
}

static void gather_points(struct sim_piles *s, const struct sim_problem *p, bool pile,
                          struct sim_piles_part *part) {
    const int most = p->points + 1;
    SIM_ARRAY_RESERVE(&part->point, most);
    SIM_ARRAY_RESERVE(&part->point_origin, most);
    part->point.count = 0;
    for (int i = 0; i < p->points; i++) {
        if (s->pile_point.items[i] != pile)
            continue;
        struct sim_point *point = &part->point.items[part->point.count];
        *point = p->point[i];
        for (int k = 0; k < 2 && !pile; k++)
            point->body[k] = point->body[k] >= 0 ? s->place.items[point->body[k]] : -1;
        part->point_origin.items[part->point.count++] = i;
    }
}

// Called after the rows of both parts have been gathered: place no longer refers to bodies.
static void link_friction(struct sim_piles *s, struct sim_piles_part *part) {
    for (int i = 0; i < part->row.count; i++)
        s->place.items[part->origin.items[i]] = i;
    for (int i = 0; i < part->row.count; i++)
        if (part->row.items[i].normal >= 0)
            part->row.items[i].normal = s->place.items[part->row.items[i].normal];
}

// ---- turns ----

// The machines' velocities with the impulses of the last step on all their rows.
static void start_machines(struct sim_piles *s, const struct sim_problem *machines) {
    for (int i = 0; i < s->member.count; i++)
        memcpy(s->velocity.items[i], s->free.items[s->member.items[i]], sizeof *s->velocity.items);
    for (int r = 0; r < machines->rows; r++) {
        const struct sim_row *row = &machines->row[r];
        for (int k = 0; k < row->count && isfinite(row->x); k++) {
            const struct sim_inertia *m = &s->inertia.items[row->body[k]];
            const double *j = row->j[k];
            double *v = s->velocity.items[row->body[k]];
            const struct sim_vec3 w = sim_mat3_mul(&m->inverse, sim_vec3(j[3], j[4], j[5]));
            for (int c = 0; c < 3; c++)
                v[c] += m->inverse_mass * j[c] * row->x;
            v[3] += w.x * row->x, v[4] += w.y * row->x, v[5] += w.z * row->x;
        }
    }
}

// Contacts, with the impulses of the machines as given. velocity in: of the machines with all
// impulses; out: with those of the contacts alone.
static struct sim_solve_stats solve_contacts(struct sim_piles *s, struct sim_problem *p, int sweeps,
                                             struct sim_scratch *scratch) {
    struct sim_problem contacts = {.bodies = p->bodies,
                                   .inertia = p->inertia,
                                   .velocity = p->velocity,
                                   .rows = s->contact.row.count,
                                   .row = s->contact.row.items,
                                   .points = s->contact.point.count,
                                   .point = s->contact.point.items,
                                   .down = p->down};
    memcpy(p->velocity, s->free.items, (size_t)p->bodies * sizeof *s->free.items);
    for (int i = 0; i < s->member.count; i++)
        for (int c = 0; c < 6; c++) {
            s->own.items[i][c] = s->velocity.items[i][c] - s->push.items[i][c];
            p->velocity[s->member.items[i]][c] = s->own.items[i][c];
        }
    const struct sim_solve_stats stats = sim_solve_pgs(&contacts, sweeps, scratch);
    for (int i = 0; i < s->member.count; i++)
        for (int c = 0; c < 6; c++) {
            s->push.items[i][c] = p->velocity[s->member.items[i]][c] - s->own.items[i][c];
            s->velocity.items[i][c] = s->free.items[s->member.items[i]][c] + s->push.items[i][c];
        }
    return stats;
}

// Distance of the machines' velocities, at the contacts that push, from those with which the
// contacts were solved.
static double disagreement(const struct sim_piles *s, const struct sim_problem *p) {
    double most = 0.0;
    for (int i = 0; i < s->member.count; i++) {
        const double *push = s->push.items[i], *v = p->velocity[s->member.items[i]];
        for (int c = 0; c < 6; c++)
            if (push[c] > 0.0 || push[c] < 0.0)
                most = sim_larger(most, fabs(s->velocity.items[i][c] - v[c]));
    }
    return most;
}

static void store(const struct sim_piles_part *part, struct sim_problem *p) {
    for (int i = 0; i < part->row.count; i++)
        p->row[part->origin.items[i]].x = part->row.items[i].x;
    for (int i = 0; i < part->point.count; i++)
        memcpy(p->point[part->point_origin.items[i]].x, part->point.items[i].x,
               sizeof part->point.items[i].x);
}

struct sim_solve_stats sim_solve_piles(
    struct sim_piles *s, struct sim_problem *p, struct sim_scratch *scratch,
    struct sim_solve_stats (*direct)(struct sim_problem *problem, struct sim_scratch *scratch)) {
    struct sim_solve_stats stats = {.rows = p->rows + 3 * p->points};
    assert(s->jointed.capacity >= p->bodies && s->pile.capacity > p->rows);
    gather_bodies(s, p);
    for (int pile = 0; pile < 2; pile++) {
        gather_rows(s, p, pile, pile ? &s->contact : &s->machine);
        gather_points(s, p, pile, pile ? &s->contact : &s->machine);
    }
    link_friction(s, &s->machine);
    link_friction(s, &s->contact);
    struct sim_problem machines = {.bodies = s->member.count,
                                   .inertia = s->inertia.items,
                                   .velocity = s->velocity.items,
                                   .rows = s->machine.row.count,
                                   .row = s->machine.row.items,
                                   .points = s->machine.point.count,
                                   .point = s->machine.point.items,
                                   .down = p->down,
                                   .profile = p->profile,
                                   .sparse = p->sparse};
    const int points = sim_problem_expand(&machines);
    start_machines(s, &machines);
    sim_profile_lap(p->profile, SIM_STAGE_ORDER);
    const int rounds = machines.rows > 0 ? ROUNDS : 1;
    for (int round = 0; round < rounds; round++) {
        const struct sim_solve_stats contacts =
            solve_contacts(s, p, ROUNDS * SWEEPS / rounds, scratch);
        stats.iterations += contacts.iterations;
        sim_profile_lap(p->profile, SIM_STAGE_SOLVE);
        if (machines.rows > 0)
            stats.iterations += direct(&machines, scratch).iterations;
        if (contacts.residual <= agreed && disagreement(s, p) <= agreed)
            break;
    }
    sim_problem_collect(&machines, points);
    for (int i = 0; i < s->member.count; i++)
        memcpy(p->velocity[s->member.items[i]], s->velocity.items[i], sizeof *s->velocity.items);
    store(&s->machine, p);
    store(&s->contact, p);
    stats.residual = sim_problem_residual(p);
    sim_profile_lap(p->profile, SIM_STAGE_CHECK);
    if (!(stats.residual <= sim_solved_residual) && stats.rows <= MOST_ROWS && machines.rows > 0) {
        memcpy(p->velocity, s->free.items, (size_t)p->bodies * sizeof *s->free.items);
        const struct sim_solve_stats whole = direct(p, scratch);
        stats.iterations += whole.iterations;
        stats.residual = whole.residual;
    }
    stats.solved = stats.residual <= sim_solved_residual;
    return stats;
}
