// Clusters are independent of each other, so they are shared among the threads: each cluster is
// processed by one thread, from forces to joint coordinates. Sums over all clusters are formed
// afterwards, in the order of the clusters.
#include "sim/dynamics.h"

#include <stdio.h>

#include "sim/cluster.h"
#include "sim/contact/contact_impl.h"
#include "sim/motion.h"

// Work of a cluster, about 50 ns each. Solving costs as much as everything else together.
static const int group_cost = 20, joint_cost = 10, contact_cost = 8, body_cost = 1;
// The least work for the other threads that makes waking them worthwhile.
static const int worth_sharing = 200;
// Shares per thread; more than one, so that other threads can take over from a late or slow one.
enum { SHARES = 2 };
// Shares of about the same cost have the same rank.
enum { RANKS = 8 };

static int cost_of(const struct cluster *c) {
    return group_cost * c->group_count + joint_cost * (c->joint_count + c->differential_count) +
           contact_cost * c->contact_count + body_cost * c->body_count;
}

// ---- one cluster ----

static void move_cluster(struct sim_world *world, struct work *work, struct cluster *c,
                         struct sim_profile *profile) {
    sim_cluster_take_contacts(world, c);
    sim_cluster_predict(world, c);
    sim_cluster_resist_rolling(world, c);
    sim_profile_lap(profile, SIM_STAGE_PREDICT);
    sim_cluster_solve(world, work, c, profile);
    sim_cluster_move(world, c);
    sim_profile_lap(profile, SIM_STAGE_MOVE);
    sim_cluster_measure(world, c, true);
    sim_profile_lap(profile, SIM_STAGE_MEASURE);
}

// Static bodies and joints: discards their forces and updates their coordinates. Clusters read from
// them, so this comes last.
static void move_rest(struct sim_world *world) {
    struct cluster *rest = &world->clusters.items[world->clusters.count];
    sim_cluster_predict(world, rest);
    rest->stats.solved = true;
    rest->absurd = -1;
    sim_cluster_measure(world, rest, !world->rest_known);
    world->rest_known = true;
    world->rest_pushed = false;
    sim_profile_lap(world->profile, SIM_STAGE_MEASURE);
}

// ---- shares ----

// Neighbouring clusters; shares are sorted by size, largest first, but similar sizes keep their
// order, so that one contact more or less does not move a machine to another core.
struct share {
    int first, end, cost, rank;
};

struct deal {
    struct sim_world *world;
    struct share share[SIM_MOST_TASKS];
    int owner[SIM_MOST_TASKS];
    int count, total; // total: cost of all
};

static void close_share(struct deal *deal, struct share share) {
    int place = deal->count++;
    share.rank = RANKS * share.cost / (deal->total + 1);
    for (; place > 0 && deal->share[place - 1].rank < share.rank; place--)
        deal->share[place] = deal->share[place - 1];
    deal->share[place] = share;
}

// Cuts the clusters into shares of about the same cost; a larger cluster is a share of its own.
static void cut(struct deal *deal, int pieces) {
    const struct cluster *clusters = deal->world->clusters.items;
    const int count = deal->world->clusters.count, most = deal->total / pieces + 1;
    struct share share = {0};
    for (int c = 0; c < count; c++) {
        const int cost = cost_of(&clusters[c]);
        if (share.end > share.first && share.cost + cost > most) {
            close_share(deal, share);
            share = (struct share){.first = c};
        }
        share.end = c + 1;
        share.cost += cost;
    }
    close_share(deal, share);
}

// Each share goes to the thread with the least load; the result depends on the costs only.
static void deal_out(struct deal *deal, int threads) {
    int load[SIM_MOST_THREADS] = {0};
    for (int s = 0; s < deal->count; s++) {
        int least = 0;
        for (int t = 1; t < threads; t++)
            if (load[t] < load[least])
                least = t;
        deal->owner[s] = least;
        load[least] += deal->share[s].rank + 1;
    }
}

static void move_share(void *context, int task, int thread) {
    const struct deal *deal = context;
    struct sim_world *world = deal->world;
    struct work *work = &world->work[thread];
    struct sim_profile *profile = world->profile ? &work->profile : NULL;
    sim_profile_begin(profile);
    for (int c = deal->share[task].first; c < deal->share[task].end; c++)
        move_cluster(world, work, &world->clusters.items[c], profile);
}

static void begin_profiles(struct sim_world *world, int threads) {
    for (int t = 0; t < threads && world->profile; t++)
        world->work[t].profile = (struct sim_profile){.now = world->profile->now};
}

static void end_profiles(struct sim_world *world, int threads) {
    for (int t = 0; t < threads && world->profile; t++)
        for (int s = 0; s < SIM_STAGES; s++)
            world->profile->seconds[s] += world->work[t].profile.seconds[s];
    sim_profile_begin(world->profile);
}

// For stages that process the same bodies before the clusters are shared again.
static void note_threads(const struct deal *deal) {
    struct sim_world *world = deal->world;
    SIM_ARRAY_RESERVE(&world->cluster_thread, world->clusters.count);
    for (int s = 0; s < deal->count; s++)
        for (int c = deal->share[s].first; c < deal->share[s].end; c++)
            world->cluster_thread.items[c] = deal->owner[s];
}

// ---- all clusters ----

static void move_alone(struct sim_world *world) {
    for (int c = 0; c < world->clusters.count; c++)
        move_cluster(world, world->work, &world->clusters.items[c], world->profile);
}

static void move_together(struct sim_world *world, int total, int threads) {
    struct deal deal;
    deal.world = world;
    deal.count = 0;
    deal.total = total;
    cut(&deal, SHARES * threads);
    deal_out(&deal, threads);
    note_threads(&deal);
    sim_work_level(world->work, threads);
    begin_profiles(world, threads);
    sim_pool_run(world->pool, deal.count, deal.owner, move_share, &deal);
    end_profiles(world, threads);
}

static void add_up(struct sim_world *world) {
    struct sim_step_stats *stats = &world->stats;
    int absurd = -1;
    for (int i = 0; i <= world->clusters.count; i++) {
        const struct cluster *c = &world->clusters.items[i];
        stats->rows += c->stats.rows;
        stats->iterations += c->stats.iterations;
        stats->regularisations += c->stats.regularisations;
        stats->unsolved += c->stats.solved ? 0 : 1;
        stats->residual = sim_larger(stats->residual, c->stats.residual);
        stats->joint_error = sim_larger(stats->joint_error, c->joint_error);
        stats->joint_error_angle = sim_larger(stats->joint_error_angle, c->joint_error_angle);
        stats->penetration = sim_larger(stats->penetration, c->penetration);
        if (c->absurd >= 0 && (absurd < 0 || c->absurd < absurd))
            absurd = c->absurd;
    }
    if (absurd < 0 || world->fault[0])
        return;
    const struct group *group = &world->groups.items[absurd];
    snprintf(world->fault, sizeof world->fault,
             "body '%s' moves at %g m/s, turning at %g rad/s: the state is not usable",
             world->bodies.items[group->body].name, sim_length(group->v), sim_length(group->w));
}

void sim_move_clusters(struct sim_world *world) {
    const int threads = sim_pool_threads(world->pool);
    int total = 0, largest = 0;
    for (int c = 0; c < world->clusters.count && threads > 1; c++) {
        const int cost = cost_of(&world->clusters.items[c]);
        total += cost;
        largest = cost > largest ? cost : largest;
    }
    sim_make_room_to_publish(world);
    world->clusters_shared = total - largest >= worth_sharing;
    if (world->clusters_shared)
        move_together(world, total, threads);
    else
        move_alone(world);
    world->items_placed = world->items_known;
    move_rest(world);
    add_up(world);
}
