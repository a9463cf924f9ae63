#include "sim/repeat.h"

#include <string.h>

#include "sim/joint/rows.h"
#include "sim/motion.h"

// Solutions of a step after the first one.
enum { REPEATS = 3, REPEATS_SLENDER = 12 };
// Pivots of a solution that may be repeated. Many of them come with many contacts, where friction
// decides and not the arcs of a fast joint, and the work of a step must stay bounded.
enum { EASY = 12 };
// [rad^2] per step: angle by which the solution turns a body, times what it lacks to the angle by
// which its middle was predicted, as far as the two have different directions.
static const double aside = 1e-4;
// [rad] per step: change of a turn from one solution to the next that must not grow. Near a pose
// where the rows of a loop hardly differ, arcs ask for ever faster turns.
static const double runaway = 0.1;

struct repeats sim_repeats_begin(const struct sim_problem *problem) {
    return (struct repeats){.problem = problem, .weight = 1.0};
}

// ---- the first solution ----

enum { OF_GROUP = 9 }; // numbers that are kept of each: velocities, and the turn of its inertia

static void keep(const struct sim_world *world, struct work *work, const struct cluster *c,
                 const struct sim_problem *problem) {
    SIM_ARRAY_RESERVE(&work->kept, OF_GROUP * c->group_count + problem->rows + 3 * problem->points);
    double *to = work->kept.items;
    for (int i = 0; i < c->group_count; i++, to += OF_GROUP) {
        const struct sim_vec3 turned = sim_cluster_group(world, c, i)->turned;
        memcpy(to, work->velocity.items[i], sizeof work->velocity.items[i]);
        to[6] = turned.x, to[7] = turned.y, to[8] = turned.z;
    }
    for (int i = 0; i < problem->rows; i++)
        *to++ = problem->row[i].x;
    for (int i = 0; i < problem->points; i++, to += 3)
        memcpy(to, problem->point[i].x, sizeof problem->point[i].x);
}

static void take_back(const struct sim_world *world, struct work *work, const struct cluster *c,
                      const struct sim_problem *problem) {
    const double *from = work->kept.items;
    for (int i = 0; i < c->group_count; i++, from += OF_GROUP) {
        struct group *group = sim_cluster_group(world, c, i);
        memcpy(work->velocity.items[i], from, sizeof work->velocity.items[i]);
        if (sim_group_turns(group))
            sim_group_turn(group, sim_vec3(from[6], from[7], from[8]), world->def.step);
    }
    for (int i = 0; i < problem->rows; i++)
        problem->row[i].x = *from++;
    for (int i = 0; i < problem->points; i++, from += 3)
        memcpy(problem->point[i].x, from, sizeof problem->point[i].x);
}

// ---- the next one ----

static bool worth_repeating(const struct cluster *c, const struct repeats *r) {
    return c->stats.solved && (c->solver == SIM_SOLVER_PGS || c->stats.iterations <= EASY) &&
           r->done < (r->weight > 1.0 ? REPEATS_SLENDER : REPEATS);
}

// Notes the largest of the turns that were found otherwise. False: they grow from one solution to
// the next.
static bool turns_settle(const struct sim_world *world, const struct work *work,
                         const struct cluster *c, struct repeats *r) {
    double change = 0.0;
    for (int i = 0; i < c->group_count; i++) {
        const struct group *group = sim_cluster_group(world, c, i);
        const double *w = work->velocity.items[i] + 3;
        if (group->jointed && sim_group_turns(group))
            change = fmax(change, world->def.step * sim_length(sim_sub(sim_vec3(w[0], w[1], w[2]),
                                                                       group->turned)));
    }
    const bool settle = !(change > fmax(r->change, runaway));
    r->change = change;
    return settle;
}

// Does the solution turn a jointed body fast and otherwise than predicted?
static bool turns_otherwise(const struct group *group, const double *w, double h) {
    const struct sim_vec3 turn = {w[0], w[1], w[2]};
    const struct sim_vec3 across = sim_cross(turn, sim_sub(turn, group->turned));
    const double weight = sim_turn_weight(group, w, h);
    return group->jointed && weight * h * h * sim_length(across) > aside;
}

// Is there anything to do anew? Notes arcs and the largest weight.
static bool look(const struct sim_world *world, const struct work *work, const struct cluster *c,
                 struct repeats *r) {
    const double h = world->def.step;
    bool found = false;
    for (int i = 0; i < c->group_count; i++) {
        const struct group *group = sim_cluster_group(world, c, i);
        const double *w = work->velocity.items[i] + 3;
        if (!sim_group_turns(group))
            continue;
        r->weight = fmax(r->weight, sim_turn_weight(group, w, h));
        r->arcs = r->arcs || sim_turns_far(group, w, h);
        found = found || turns_otherwise(group, w, h);
    }
    return found || r->arcs;
}

// False: nothing has changed.
static bool make_anew(struct sim_world *world, struct work *work, const struct cluster *c,
                      const struct repeats *r) {
    const double h = world->def.step;
    double(*v)[6] = work->velocity.items;
    bool changed = false;
    for (int i = 0; i < c->group_count; i++) {
        struct group *group = sim_cluster_group(world, c, i);
        if (!sim_group_turns(group) || !turns_otherwise(group, &v[i][3], h))
            continue;
        sim_group_turn(group, sim_vec3(v[i][3], v[i][4], v[i][5]), h);
        changed = true;
    }
    for (int i = 0; i < c->joint_count && r->arcs; i++) {
        const int joint = world->cluster_joints.items[c->first_joint + i];
        if (world->joints.items[joint].acts && sim_joint_follow_arc(world, work, joint, v))
            changed = true;
    }
    return changed;
}

bool sim_repeat(struct sim_world *world, struct work *work, struct cluster *c, struct repeats *r) {
    if (r->done > 0 && !turns_settle(world, work, c, r)) {
        const int iterations = c->stats.iterations;
        take_back(world, work, c, r->problem);
        c->stats = r->first;
        c->stats.iterations = iterations;
        return false;
    }
    if (!worth_repeating(c, r) || !look(world, work, c, r))
        return false;
    if (r->done == 0) {
        r->first = c->stats;
        keep(world, work, c, r->problem);
        (void)turns_settle(world, work, c, r);
    }
    r->done++;
    return make_anew(world, work, c, r);
}
