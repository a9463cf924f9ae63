#include "sim/solve/piles.h"

#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"

// Contacts of piles, as rows, up to which the direct solver takes them along: below, it usually
// finds their active set within a few pivots, and they hold as exactly as joints do.
enum { FEW_ROWS = 300 };
enum { ROUNDS = 4, SWEEPS = 8 };
// Rows up to which the direct solver is asked after all where the turns have not solved the
// problem: a machine that presses on its load is as stiff as the load.
enum { MOST_ROWS = 1000 };

static void finish_part(struct sim_piles_part *part) {
    free(part->row);
    free(part->point);
    free(part->origin);
    free(part->point_origin);
}

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
    free(piles->pile_point);
    finish_part(&piles->machine);
    finish_part(&piles->contact);
    *piles = (struct sim_piles){0};
}

static bool unbounded(const struct sim_row *row) {
    return row->normal < 0 && isinf(row->low) && isinf(row->high);
}

static void find_jointed(struct sim_piles *piles, const struct sim_problem *p) {
    piles->jointed =
        sim_grow(piles->jointed, &piles->jointed_capacity, p->bodies, sizeof *piles->jointed);
    memset(piles->jointed, 0, (size_t)p->bodies * sizeof *piles->jointed);
    for (int r = 0; r < p->rows; r++)
        for (int k = 0; k < p->row[r].count && unbounded(&p->row[r]); k++)
            piles->jointed[p->row[r].body[k]] = true;
}

bool sim_piles_found(struct sim_piles *piles, const struct sim_problem *p) {
    int count = 0;
    if (p->rows + 3 * p->points <= FEW_ROWS)
        return false;
    find_jointed(piles, p);
    piles->pile = sim_grow(piles->pile, &piles->pile_capacity, p->rows + 1, sizeof *piles->pile);
    for (int r = 0; r < p->rows; r++) {
        const struct sim_row *row = &p->row[r];
        piles->pile[r] = false;
        for (int k = 0; k < row->count && !unbounded(row); k++)
            piles->pile[r] = piles->pile[r] || !piles->jointed[row->body[k]];
        count += piles->pile[r];
    }
    piles->pile_point = sim_grow(piles->pile_point, &piles->pile_point_capacity, p->points + 1,
                                 sizeof *piles->pile_point);
    for (int i = 0; i < p->points; i++) {
        const int *body = p->point[i].body;
        piles->pile_point[i] = (body[0] >= 0 && !piles->jointed[body[0]]) ||
                               (body[1] >= 0 && !piles->jointed[body[1]]);
        count += piles->pile_point[i] ? 3 : 0;
    }
    return count > FEW_ROWS;
}

// ---- the two problems ----

static void gather_bodies(struct sim_piles *s, const struct sim_problem *p) {
    const int most = p->bodies > p->rows ? p->bodies : p->rows; // place is of both
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
    const int most = p->rows + 3 * p->points + 1; // the direct solver makes rows of points
    part->row = sim_grow(part->row, &part->row_capacity, most, sizeof *part->row);
    part->origin = sim_grow(part->origin, &part->origin_capacity, most, sizeof *part->origin);
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
}

static void gather_points(struct sim_piles *s, const struct sim_problem *p, bool pile,
                          struct sim_piles_part *part) {
    const int most = p->points + 1;
    part->point = sim_grow(part->point, &part->point_capacity, most, sizeof *part->point);
    part->point_origin = sim_grow(part->point_origin, &part->point_origin_capacity, most,
                                  sizeof *part->point_origin);
    part->points = 0;
    for (int i = 0; i < p->points; i++) {
        if (s->pile_point[i] != pile)
            continue;
        struct sim_point *point = &part->point[part->points];
        *point = p->point[i];
        for (int k = 0; k < 2 && !pile; k++)
            point->body[k] = point->body[k] >= 0 ? s->place[point->body[k]] : -1;
        part->point_origin[part->points++] = i;
    }
}

// After the rows of both parts have been gathered: bodies are not asked for any more.
static void link_friction(struct sim_piles *s, struct sim_piles_part *part) {
    for (int i = 0; i < part->rows; i++)
        s->place[part->origin[i]] = i;
    for (int i = 0; i < part->rows; i++)
        if (part->row[i].normal >= 0)
            part->row[i].normal = s->place[part->row[i].normal];
}

// ---- turns ----

// The machines' velocities with the impulses of the last step on all their rows.
static void start_machines(struct sim_piles *s, const struct sim_problem *machines) {
    for (int i = 0; i < s->members; i++)
        memcpy(s->velocity[i], s->free[s->member[i]], sizeof s->velocity[i]);
    for (int r = 0; r < machines->rows; r++) {
        const struct sim_row *row = &machines->row[r];
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
                                   .row = s->contact.row,
                                   .points = s->contact.points,
                                   .point = s->contact.point,
                                   .down = p->down};
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
    for (int i = 0; i < part->points; i++)
        memcpy(p->point[part->point_origin[i]].x, part->point[i].x, sizeof part->point[i].x);
}

struct sim_solve_stats sim_solve_piles(
    struct sim_piles *s, struct sim_problem *p, struct sim_scratch *scratch,
    struct sim_solve_stats (*direct)(struct sim_problem *problem, struct sim_scratch *scratch)) {
    struct sim_solve_stats stats = {.rows = p->rows + 3 * p->points};
    gather_bodies(s, p);
    for (int pile = 0; pile < 2; pile++) {
        gather_rows(s, p, pile, pile ? &s->contact : &s->machine);
        gather_points(s, p, pile, pile ? &s->contact : &s->machine);
    }
    link_friction(s, &s->machine);
    link_friction(s, &s->contact);
    struct sim_problem machines = {.bodies = s->members,
                                   .inertia = s->inertia,
                                   .velocity = s->velocity,
                                   .rows = s->machine.rows,
                                   .row = s->machine.row,
                                   .points = s->machine.points,
                                   .point = s->machine.point,
                                   .down = p->down,
                                   .profile = p->profile,
                                   .sparse = p->sparse};
    const int points = sim_problem_expand(&machines);
    start_machines(s, &machines);
    sim_profile_lap(p->profile, SIM_STAGE_ORDER);
    const int rounds = machines.rows > 0 ? ROUNDS : 1;
    for (int round = 0; round < rounds; round++) {
        stats.iterations += solve_contacts(s, p, ROUNDS * SWEEPS / rounds, scratch);
        sim_profile_lap(p->profile, SIM_STAGE_SOLVE);
        if (machines.rows > 0)
            stats.iterations += direct(&machines, scratch).iterations;
    }
    sim_problem_collect(&machines, points);
    for (int i = 0; i < s->members; i++)
        memcpy(p->velocity[s->member[i]], s->velocity[i], sizeof s->velocity[i]);
    store(&s->machine, p);
    store(&s->contact, p);
    stats.residual = sim_problem_residual(p);
    sim_profile_lap(p->profile, SIM_STAGE_CHECK);
    if (!(stats.residual <= SIM_SOLVED) && stats.rows <= MOST_ROWS && machines.rows > 0) {
        memcpy(p->velocity, s->free, (size_t)p->bodies * sizeof *s->free);
        const struct sim_solve_stats whole = direct(p, scratch);
        stats.iterations += whole.iterations;
        stats.residual = whole.residual;
    }
    stats.solved = stats.residual <= SIM_SOLVED;
    return stats;
}
