// Simulation clusters (Jung 4.3): their members, and inverse dynamics of each.
#include "sim/cluster.h"

#include <stddef.h>

#include "sim/contact/contact_impl.h"
#include "sim/joint/builder.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/guide_impl.h"
#include "sim/joint/kinds.h"
#include "sim/joint/load.h"
#include "sim/joint/loops.h"
#include "sim/joint/resistance_impl.h"
#include "sim/joint/rows.h"
#include "sim/motion.h"
#include "sim/repeat.h"

// ---- members ----

// Reads a separate list: the groups themselves are in the caches of the cores that moved them.
static int cluster_of_groups(const struct sim_world *world, int ga, int gb) {
    const int cluster = ga >= 0 ? world->component.items[ga] : -1;
    return cluster >= 0 || gb < 0 ? cluster : world->component.items[gb];
}

// The cluster in which the joint has rows; -1: it has none.
static int cluster_of_joint(const struct sim_world *world, const struct joint *joint) {
    if (!joint->used || joint->broken)
        return -1;
    const int ga = sim_group_of(world, joint->a), gb = sim_group_of(world, joint->b);
    if (ga == gb || (joint->a >= 0 && ga < 0) || (joint->b >= 0 && gb < 0))
        return -1; // one body, or one of them is out of the simulation
    return cluster_of_groups(world, ga, gb);
}

static int cluster_of_differential(const struct sim_world *world, const struct differential *d) {
    int cluster = -1;
    for (int i = 0; d->used && !d->broken && i < d->def.count; i++) {
        const struct joint *joint = &world->joints.items[d->def.joint[i].index];
        if (joint->broken)
            return -1;
        if (cluster < 0)
            cluster = cluster_of_joint(world, joint);
    }
    return cluster;
}

// Static bodies and joints are kept behind the last cluster, since they also have coordinates and
// forces.
static int or_rest(const struct sim_world *world, int cluster) {
    return cluster >= 0 ? cluster : world->clusters.count;
}

static int joint_at(const struct sim_world *world, int i) {
    const struct joint *joint = &world->joints.items[i];
    const int ga = sim_group_of(world, joint->a), gb = sim_group_of(world, joint->b);
    return joint->used ? or_rest(world, cluster_of_groups(world, ga, gb)) : -1;
}

static int body_at(const struct sim_world *world, int i) {
    const struct body *body = &world->bodies.items[i];
    return or_rest(world, cluster_of_groups(world, body->used ? body->group : -1, -1));
}

static int differential_at(const struct sim_world *world, int i) {
    return cluster_of_differential(world, &world->differentials.items[i]);
}

static int cluster_of_body(const struct sim_world *world, struct sim_body_id body) {
    const int group = world->bodies.items[body.index].group;
    return cluster_of_groups(world, group, -1);
}

static int resistance_at(const struct sim_world *world, int i) {
    const struct resistance *r = &world->resistances.items[i];
    return r->used ? cluster_of_body(world, r->def.body) : -1;
}

static int guide_at(const struct sim_world *world, int i) {
    const struct guide *guide = &world->guides.items[i];
    return guide->used ? cluster_of_body(world, guide->def.body) : -1;
}

static int contact_at(const struct sim_world *world, int i) {
    return cluster_of_groups(world, world->contact_touches.items[i].group_a,
                             world->contact_touches.items[i].group_b);
}

// Sorts indices below count by cluster. first(c) and number(c) are ints of cluster c.
static void sort(struct sim_world *world, int count, int (*at)(const struct sim_world *, int),
                 size_t first, size_t number, struct members *members) {
#define FIELD(c, offset) (*(int *)((char *)&world->clusters.items[c] + (offset)))
    const int clusters = world->clusters.count + 1;
    SIM_ARRAY_RESERVE(members, count + 1);
    members->count = count;
    for (int c = 0; c < clusters; c++)
        FIELD(c, number) = 0;
    for (int i = 0; i < count; i++) {
        const int c = at(world, i);
        if (c >= 0)
            FIELD(c, number)++;
    }
    for (int c = 0, sum = 0; c < clusters; c++) {
        FIELD(c, first) = sum;
        sum += FIELD(c, number);
        FIELD(c, number) = 0;
    }
    for (int i = 0; i < count; i++) {
        const int c = at(world, i);
        if (c >= 0)
            members->items[FIELD(c, first) + FIELD(c, number)++] = i;
    }
#undef FIELD
}

static void mark_jointed(struct sim_world *world, int body, const struct joint *joint) {
    const int index = sim_group_of(world, body);
    if (index < 0)
        return;
    struct group *group = &world->groups.items[index];
    group->jointed = true;
    group->held = group->held || joint->kind != SIM_JOINT_BALL || joint->blocked;
    group->looped = group->looped || joint->in_space;
}

static void note_acting_joints(struct sim_world *world) {
    for (int i = 0; i < world->groups.count; i++) {
        struct group *group = &world->groups.items[i];
        group->jointed = group->held = group->looped = false;
    }
    for (int i = 0; i < world->joints.count; i++) {
        struct joint *joint = &world->joints.items[i];
        const int cluster = cluster_of_joint(world, joint);
        joint->acts = cluster >= 0;
        if (cluster < 0)
            continue;
        struct cluster *c = &world->clusters.items[cluster];
        c->acting_joints++;
        c->pivots += sim_joint_kind_of(joint)->pivots;
        c->measured += joint->measured;
        mark_jointed(world, joint->a, joint);
        mark_jointed(world, joint->b, joint);
    }
}

static void count_driven(struct sim_world *world) {
    for (int i = 0; i <= world->clusters.count; i++) {
        struct cluster *c = &world->clusters.items[i];
        for (int k = 0; k < c->joint_count; k++) {
            const int index = world->cluster_joints.items[c->first_joint + k];
            const struct joint *joint = &world->joints.items[index];
            c->driven += joint->measured || sim_joint_kind_axes(joint->kind) > 0;
        }
    }
}

static void sort_joints(struct sim_world *world) {
    sort(world, world->joints.count, joint_at, offsetof(struct cluster, first_joint),
         offsetof(struct cluster, joint_count), &world->cluster_joints);
    note_acting_joints(world);
    count_driven(world);
    sort(world, world->differentials.count, differential_at,
         offsetof(struct cluster, first_differential), offsetof(struct cluster, differential_count),
         &world->cluster_differentials);
}

static void sort_bodies(struct sim_world *world) {
    sort(world, world->bodies.count, body_at, offsetof(struct cluster, first_body),
         offsetof(struct cluster, body_count), &world->cluster_bodies);
    world->enabled_bodies = 0;
    for (int i = 0; i < world->bodies.count; i++)
        world->enabled_bodies += world->bodies.items[i].used && world->bodies.items[i].group >= 0;
    sort(world, world->resistances.count, resistance_at, offsetof(struct cluster, first_resistance),
         offsetof(struct cluster, resistance_count), &world->cluster_resistances);
    sort(world, world->guides.count, guide_at, offsetof(struct cluster, first_guide),
         offsetof(struct cluster, guide_count), &world->cluster_guides);
}

static void sort_contacts(struct sim_world *world) {
    sort(world, world->contacts.count, contact_at, offsetof(struct cluster, first_contact),
         offsetof(struct cluster, contact_count), &world->cluster_contacts);
}

// Cluster numbers change from step to step; the first body of a machine does not.
static void find_kept(struct sim_world *world) {
    SIM_ARRAY_RESERVE(&world->sparse, world->bodies.count);
    while (world->sparse.count < world->bodies.count)
        world->sparse.items[world->sparse.count++] = NULL;
    for (int i = 0; i < world->clusters.count; i++) {
        struct cluster *c = &world->clusters.items[i];
        const int first = world->cluster_groups.items[c->first_group];
        c->sparse = &world->sparse.items[world->groups.items[first].body];
    }
}

// The most exact solver that a body of the cluster requests; the enum lists them in this order. A
// pile of logs that touches a machine gets the machine's solver, not the other way round.
static void choose_solvers(struct sim_world *world) {
    for (int i = 0; i < world->clusters.count; i++)
        world->clusters.items[i].solver = SIM_SOLVER_PGS;
    for (int i = 0; i < world->bodies.count; i++) {
        const struct body *body = &world->bodies.items[i];
        const int cluster =
            body->used && body->group >= 0 ? world->groups.items[body->group].cluster : -1;
        if (cluster < 0)
            continue;
        const enum sim_solver wanted = body->has_solver ? body->solver : world->def.solver;
        if (wanted < world->clusters.items[cluster].solver)
            world->clusters.items[cluster].solver = wanted;
    }
}

// ---- inverse dynamics ----

// Points of the contacts. A solver may convert them to rows, so room is reserved for these.
static void build_points(struct sim_world *world, struct work *work, const struct cluster *c,
                         int node) {
    SIM_ARRAY_RESERVE(&work->points, c->contact_count + 1);
    SIM_ARRAY_RESERVE(&work->rows, work->rows.count + 3 * c->contact_count + 1);
    work->points.count = 0;
    for (int i = 0; i < c->contact_count; i++) {
        struct contact *contact =
            &world->contacts.items[world->cluster_contacts.items[c->first_contact + i]];
        if (contact->bounces)
            continue;
        struct sim_point *point = &work->points.items[work->points.count++];
        sim_contact_point(world, contact, point);
        point->node = node++;
    }
}

static void build_rows(struct sim_world *world, struct work *work, const struct cluster *c) {
    work->rows.count = 0;
    int node = 0;
    for (int i = 0; i < c->joint_count; i++) {
        const int joint = world->cluster_joints.items[c->first_joint + i];
        if (world->joints.items[joint].acts)
            sim_joint_rows(world, work, joint, node++);
    }
    sim_loops_release(world, work, (int)(c - world->clusters.items));
    for (int i = 0; i < c->differential_count; i++) {
        const int d = world->cluster_differentials.items[c->first_differential + i];
        sim_differential_rows(world, work, &world->differentials.items[d], node++);
    }
    for (int i = 0; i < c->resistance_count; i++) {
        const int r = world->cluster_resistances.items[c->first_resistance + i];
        sim_resistance_rows(world, work, &world->resistances.items[r], node++);
    }
    for (int i = 0; i < c->guide_count; i++) {
        const int guide = world->cluster_guides.items[c->first_guide + i];
        sim_guide_rows(world, work, &world->guides.items[guide], node++);
    }
    build_points(world, work, c, node);
}

static void store_rows(struct sim_world *world, const struct work *work, const struct cluster *c) {
    for (int i = 0; i < c->joint_count; i++) {
        const int joint = world->cluster_joints.items[c->first_joint + i];
        if (!world->joints.items[joint].acts)
            continue;
        sim_joint_store(&world->joints.items[joint], work->rows.items);
        if (world->joints.items[joint].measured)
            sim_joint_store_load(world, work, joint);
    }
    for (int i = 0; i < c->differential_count; i++) {
        const int d = world->cluster_differentials.items[c->first_differential + i];
        sim_differential_store(&world->differentials.items[d], work->rows.items);
    }
    const struct sim_point *point = work->points.items;
    for (int i = 0; i < c->contact_count; i++) {
        struct contact *contact =
            &world->contacts.items[world->cluster_contacts.items[c->first_contact + i]];
        sim_contact_store(world, contact, contact->bounces ? NULL : point++);
    }
    for (int i = 0; i < c->resistance_count; i++) {
        struct resistance *r =
            &world->resistances.items[world->cluster_resistances.items[c->first_resistance + i]];
        r->impulse = work->rows.items[r->row].x;
    }
    for (int i = 0; i < c->guide_count; i++) {
        const int guide = world->cluster_guides.items[c->first_guide + i];
        sim_guide_store(world, &world->guides.items[guide], work->rows.items);
    }
}

static void gather(const struct sim_world *world, struct work *work, const struct cluster *c) {
    SIM_ARRAY_RESERVE(&work->inertia, c->group_count);
    SIM_ARRAY_RESERVE(&work->velocity, c->group_count);
    for (int i = 0; i < c->group_count; i++) {
        const struct group *group = sim_cluster_group(world, c, i);
        double *v = work->velocity.items[i];
        work->inertia.items[i] = group->now;
        v[0] = group->v.x, v[1] = group->v.y, v[2] = group->v.z;
        v[3] = group->w.x, v[4] = group->w.y, v[5] = group->w.z;
    }
}

static void scatter(struct sim_world *world, const struct work *work, const struct cluster *c) {
    for (int i = 0; i < c->group_count; i++) {
        struct group *group = sim_cluster_group(world, c, i);
        const double *v = work->velocity.items[i];
        group->v = sim_vec3(v[0], v[1], v[2]);
        if (!sim_group_turns(group))
            continue;
        group->w = sim_vec3(v[3], v[4], v[5]);
        group->momentum = sim_mat3_mul(&group->now.inertia, group->w);
    }
}

// [m] or [rad] Above this joint error, its impulses start with the smaller share below.
static const double tracked = 1e-7;

// The impulses of the last step, from which Gauss-Seidel starts, include the correction of the
// joints' errors. Let r be the share of a motion that the sweeps leave unsolved, and a the share of
// its impulse u that is carried over. With the speed v and the error e in units of a step's impulse
//   u' = r a u - (1 - r) (v + k_er e),   v' = v + u',   e' = e + v',
// which is unstable for r near 1 unless a <= 1 - k_er. Without an error to correct, a = 1 is stable
// and carries a load at rest with few sweeps.
// All rows of a joint have the same share: a force and the torque of its lever, which balance each
// other, would leave a large torque if one of them was cut.
static double share_of_impulse(const struct sim_world *world, double error) {
    return 1.0 - world->def.k_er * (error < tracked ? error / tracked : 1.0);
}

// [m] or [rad] The error that a row takes back.
static double error_of(const struct sim_world *world, const struct sim_row *row) {
    const bool structure = isinf(row->low) && isinf(row->high) && !(row->cfm > 0.0);
    if (!structure || !(world->def.k_er > 0.0))
        return 0.0;
    return fabs(row->rhs) * world->def.step / world->def.k_er;
}

static void begin_impulses(const struct sim_world *world, const struct cluster *c,
                           struct sim_problem *problem) {
    const int joints = c->acting_joints + c->differential_count; // their nodes come first
    struct sim_row *row = problem->row;
    for (int i = 0; i < problem->points && world->def.cold_start; i++)
        for (int k = 0; k < 3; k++)
            problem->point[i].x[k] = 0.0;
    for (int i = 0; i < problem->rows && world->def.cold_start; i++)
        row[i].x = 0.0;
    for (int i = 0, end; i < problem->rows && row[i].node < joints; i = end) {
        double error = 0.0;
        for (end = i; end < problem->rows && row[end].node == row[i].node; end++)
            error = sim_larger(error, error_of(world, &row[end]));
        for (int k = i; k < end; k++)
            row[k].x *= share_of_impulse(world, error);
    }
}

static struct sim_solve_stats solve(const struct sim_world *world, const struct cluster *c,
                                    struct work *work, struct sim_problem *problem) {
    switch (c->solver) {
    case SIM_SOLVER_DANTZIG:
        return sim_solve_dantzig(problem, &work->scratch);
    case SIM_SOLVER_PGS:
        return sim_solve_pgs(problem, world->def.iterations, &work->scratch);
    default:
        return sim_solve_sparse(problem, &work->scratch);
    }
}

void sim_cluster_solve(struct sim_world *world, struct work *work, struct cluster *c,
                       struct sim_profile *profile) {
    c->stats = (struct sim_solve_stats){.solved = true};
    if (c->acting_joints + c->differential_count + c->contact_count + c->resistance_count +
            c->guide_count ==
        0)
        return;
    build_rows(world, work, c);
    gather(world, work, c);
    sim_profile_lap(profile, SIM_STAGE_ROWS);
    struct sim_problem problem = {.bodies = c->group_count,
                                  .inertia = work->inertia.items,
                                  .velocity = work->velocity.items,
                                  .rows = work->rows.count,
                                  .row = work->rows.items,
                                  .points = work->points.count,
                                  .point = work->points.items,
                                  .down = world->down,
                                  .profile = profile,
                                  .sparse = c->sparse};
    if (c->solver == SIM_SOLVER_PGS)
        begin_impulses(world, c, &problem);
    c->stats = solve(world, c, work, &problem);
    struct repeats repeats = sim_repeats_begin(&problem);
    while (sim_repeat(world, work, c, &repeats)) {
        const int before = c->stats.iterations;
        gather(world, work, c);
        c->stats = solve(world, c, work, &problem);
        c->stats.iterations += before;
    }
    sim_profile_lap(profile, SIM_STAGE_SOLVE);
    scatter(world, work, c);
    store_rows(world, work, c);
    sim_profile_lap(profile, SIM_STAGE_ROWS);
}

void sim_sort_clusters(struct sim_world *world) {
    sort_contacts(world);
    if (world->clusters_known)
        return;
    sort_bodies(world);
    sort_joints(world);
    find_kept(world);
    choose_solvers(world);
    world->clusters_known = true;
}
