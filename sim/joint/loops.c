#include "sim/joint/loops.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "sim/joint/builder.h"
#include "sim/joint/joints.h"
#include "sim/joint/mobility.h"
#include "sim/solve/rank.h"

// [1/kg] Softness that leaves next to no impulse to a row.
static const double released = 1e12;

// ---- finding loops ----

// A spanning forest over the joints. Each joint beside it closes one loop; loops that share a joint
// are one, and their joints lead to the same representative.
struct forest {
    struct sim_world *world;
    int nodes;                      // the bodies, and behind them all that is fixed
    int *component, *depth, *above; // per node; above: the joint that leads to the root, -1: none
    int *same;                      // per joint: another one of its loops, or itself
    int *number, *loop;             // per representative: how many joints it has, and their loop
};

// Joints whose rows hold exactly. The rows of a screw depend on the turns it has made.
static bool holds(const struct joint *joint) {
    return joint->used && !joint->broken && joint->kind != SIM_JOINT_LINK &&
           joint->kind != SIM_JOINT_SCREW && !sim_softness_given(&joint->soft[0]) &&
           !sim_softness_given(&joint->soft[1]);
}

static int node_of(const struct forest *f, int body) {
    return body < 0 || f->world->bodies.items[body].fixed ? f->nodes - 1 : body;
}

static int other_end(const struct forest *f, int joint, int node) {
    const struct joint *j = &f->world->joints.items[joint];
    const int a = node_of(f, j->a);
    return a == node ? node_of(f, j->b) : a;
}

static void find_depths(struct forest *f) {
    struct sim_graph *graph = &f->world->graph;
    sim_graph_begin(graph, f->nodes);
    for (int i = 0; i < f->world->joints.count; i++) {
        const struct joint *joint = &f->world->joints.items[i];
        if (holds(joint))
            sim_graph_edge(graph, node_of(f, joint->a), node_of(f, joint->b), SIM_ONE_CLUSTER);
    }
    sim_graph_build(graph);
    (void)sim_graph_components(graph, SIM_ONE_CLUSTER, NULL, f->component);
    const int fixed = f->nodes - 1;
    for (int node = 0, next = 0; node < f->nodes; node++) {
        const bool lowest = f->component[node] == next; // of its component
        next += lowest;
        f->depth[node] = lowest && next - 1 != f->component[fixed] ? 0 : -1;
    }
    f->depth[fixed] = 0;
    sim_graph_paths(graph, SIM_ONE_CLUSTER, f->nodes, f->depth);
}

static int representative(const struct forest *f, int joint) {
    while (f->same[joint] != joint)
        joint = f->same[joint] = f->same[f->same[joint]];
    return joint;
}

// Both ends of a joint are followed upwards until they meet.
static void close_loop(struct forest *f, int joint) {
    int a = node_of(f, f->world->joints.items[joint].a), b = other_end(f, joint, a);
    while (a != b) {
        int *lower = f->depth[a] > f->depth[b] ? &a : &b;
        f->same[representative(f, f->above[*lower])] = representative(f, joint);
        *lower = other_end(f, f->above[*lower], *lower);
    }
}

static void find_cycles(struct forest *f) {
    const struct sim_world *world = f->world;
    for (int node = 0; node < f->nodes; node++)
        f->above[node] = -1;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < world->joints.count; i++) {
            f->same[i] = pass == 0 ? i : f->same[i];
            if (!holds(&world->joints.items[i]))
                continue;
            const int a = node_of(f, world->joints.items[i].a), b = other_end(f, i, a);
            const int lower = f->depth[a] > f->depth[b] ? a : b;
            if (pass == 0 && f->depth[a] != f->depth[b] && f->above[lower] < 0)
                f->above[lower] = i;
            else if (pass == 1 && f->above[lower] != i)
                close_loop(f, i);
        }
}

// Lists the joints of each representative that has several, in their order.
static void list_loops(struct forest *f, struct loops *loops) {
    const struct sim_world *world = f->world;
    const int joints = world->joints.count;
    SIM_ARRAY_RESERVE(&loops->joints, joints + 1);
    SIM_ARRAY_RESERVE(&loops->list, joints + 1);
    loops->list.count = loops->joints.count = 0;
    for (int i = 0; i < joints; i++)
        f->number[i] = 0, f->loop[i] = -1;
    for (int i = 0; i < joints; i++)
        f->number[representative(f, i)]++;
    for (int i = 0; i < joints; i++) {
        const int same = representative(f, i);
        if (f->number[same] < 2)
            continue;
        if (f->loop[same] < 0) {
            f->loop[same] = loops->list.count;
            loops->list.items[loops->list.count++] = (struct loop){.first = loops->joints.count};
            loops->joints.count += f->number[same];
        }
        struct loop *loop = &loops->list.items[f->loop[same]];
        loops->joints.items[loop->first + loop->count++] =
            (struct sim_joint_id){(uint32_t)i, world->joints.items[i].generation};
    }
}

// Takes over what is known of a loop of the same joints. False: there was none.
static bool known_before(const struct loops *before, const struct loops *now, struct loop *loop) {
    const struct sim_joint_id *joints = &now->joints.items[loop->first];
    for (int i = 0; i < before->list.count; i++) {
        const struct loop *old = &before->list.items[i];
        if (old->count != loop->count || memcmp(&before->joints.items[old->first], joints,
                                                (size_t)loop->count * sizeof *joints) != 0)
            continue;
        loop->mobility = old->mobility;
        return true;
    }
    return false;
}

static void search(struct sim_world *world, struct loops *loops) {
    const int nodes = world->bodies.count + 1, joints = world->joints.count;
    int *memory = SIM_ARRAY_RESERVE(&world->work->order, 3 * (nodes + joints));
    struct forest f = {.world = world,
                       .nodes = nodes,
                       .component = memory,
                       .depth = memory + nodes,
                       .above = memory + 2 * nodes,
                       .same = memory + 3 * nodes,
                       .number = memory + 3 * nodes + joints,
                       .loop = memory + 3 * nodes + 2 * joints};
    find_depths(&f);
    find_cycles(&f);
    list_loops(&f, loops);
}

static void note_loops_in_space(struct sim_world *world) {
    const struct loops *loops = &world->loops;
    for (int i = 0; i < world->joints.count; i++)
        world->joints.items[i].in_space = false;
    for (int i = 0; i < loops->list.count; i++) {
        const struct loop *loop = &loops->list.items[i];
        for (int k = 0; k < loop->count && loop->mobility.in_space; k++)
            world->joints.items[loops->joints.items[loop->first + k].index].in_space = true;
    }
}

void sim_find_loops(struct sim_world *world) {
    if (world->loops.known)
        return;
    const struct loops before = world->loops;
    struct loops *loops = &world->loops;
    *loops = world->loops_before;
    world->loops_before = before;
    search(world, loops);
    loops->known = true;
    loops->redundant = 0;
    for (int i = 0; i < loops->list.count; i++) {
        struct loop *loop = &loops->list.items[i];
        if (!known_before(&before, loops, loop))
            loop->mobility =
                sim_loop_mobility(world, &loops->joints.items[loop->first], loop->count);
        loops->redundant += loop->mobility.redundant;
    }
    note_loops_in_space(world);
}

// ---- releasing rows ----

// In one body with its neighbour a joint has no rows, which leaves the others no less redundant.
static bool complete(const struct sim_world *world, const struct loop *loop, int cluster) {
    bool acts = false;
    for (int i = 0; i < loop->count; i++) {
        const struct sim_joint_id id = world->loops.joints.items[loop->first + i];
        const struct joint *joint = &world->joints.items[id.index];
        const int a = sim_group_of(world, joint->a), b = sim_group_of(world, joint->b);
        if (!joint->used || joint->broken || (!joint->acts && a != b))
            return false;
        if (!joint->acts)
            continue;
        const int own = a >= 0 ? world->component.items[a] : -1;
        acts = true;
        if ((own >= 0 ? own : world->component.items[b]) != cluster)
            return false;
    }
    return acts;
}

// Place of a body's block among the columns.
static int column_of(int *block, int *blocks, int body) {
    int i = 0;
    while (i < *blocks && block[i] != body)
        i++;
    if (i == *blocks)
        block[(*blocks)++] = body;
    return 6 * i;
}

// Enters the hard rows of the loop's joints, of unit length and without right-hand sides, as in
// sim/joint/mobility.c; row: their indices. Returns how many there are.
static int fill(const struct sim_world *world, struct work *work, const struct loop *loop, int n,
                int *row, int *block) {
    int m = 0, blocks = 0;
    for (int i = 0; i < loop->count; i++) {
        const struct joint *joint =
            &world->joints.items[world->loops.joints.items[loop->first + i].index];
        for (int r = joint->first_row; joint->acts && r < joint->first_row + joint->row_count;
             r++) {
            const struct sim_row *from = &work->rows.items[r];
            double *to = &work->matrix.items[m * (n + 1)], square = 0.0;
            if (from->cfm > 0.0)
                continue;
            for (int c = 0; c <= n; c++)
                to[c] = 0.0;
            for (int k = 0; k < from->count; k++)
                for (int c = 0, at = column_of(block, &blocks, from->body[k]); c < 6; c++) {
                    const double v = from->j[k][c] / (c < 3 ? 1.0 : loop->mobility.size);
                    to[at + c] = v;
                    square += v * v;
                }
            for (int c = 0; c < n && square > 0.0; c++)
                to[c] /= sqrt(square);
            row[m++] = r;
        }
    }
    return m;
}

static void release(const struct sim_world *world, struct work *work, const struct loop *loop) {
    const int most = 6 * loop->count, bodies = 2 * loop->count, n = 6 * bodies;
    SIM_ARRAY_RESERVE(&work->matrix, most * (n + 1));
    int *row = SIM_ARRAY_RESERVE(&work->order, 2 * most + bodies);
    int *order = row + most, *block = order + most;
    const int m = fill(world, work, loop, n, row, block);
    const int kept = sim_rank(work->matrix.items, m, n, 0.0, m - loop->mobility.redundant, order);
    for (int i = kept; i < m; i++) {
        work->rows.items[row[order[i]]].cfm = released;
        work->rows.items[row[order[i]]].x = 0.0;
    }
}

void sim_loops_release(const struct sim_world *world, struct work *work, int cluster) {
    for (int i = 0; i < world->loops.list.count && world->loops.redundant > 0; i++) {
        const struct loop *loop = &world->loops.list.items[i];
        if (loop->mobility.redundant > 0 && complete(world, loop, cluster))
            release(world, work, loop);
    }
}

void sim_loops_finish(struct loops *loops) {
    SIM_ARRAY_FREE(&loops->list);
    SIM_ARRAY_FREE(&loops->joints);
}
