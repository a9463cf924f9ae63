// Dynamic reconfiguration, collider groups and clusters (Jung 4.1 to 4.3): three searches over the
// contact graph.
#include "sim/reconfigure.h"

#include "sim/joint/differential_impl.h"
#include "sim/joint/joints.h"
#include "sim/joint/loops.h"

static bool joint_fuses(const struct joint *joint) {
    return (joint->kind == SIM_JOINT_RIGID || joint->blocked) && !joint->forbid_unification;
}

// The fixed world is node body_count, so that joints to it are ordinary edges.
static void body_graph(struct sim_world *world) {
    sim_graph_begin(&world->graph, world->bodies.count + 1);
    for (int i = 0; i < world->joints.count; i++) {
        const struct joint *joint = &world->joints.items[i];
        if (!joint->used || joint->broken)
            continue;
        const int a = joint->a >= 0 ? joint->a : world->bodies.count;
        const int b = joint->b >= 0 ? joint->b : world->bodies.count;
        if ((a < world->bodies.count && !world->bodies.items[a].enabled) ||
            (b < world->bodies.count && !world->bodies.items[b].enabled))
            continue;
        unsigned meets = SIM_ONE_CLUSTER;
        if (joint_fuses(joint))
            meets |= SIM_ONE_BODY;
        if (!joint->separate_collider_groups)
            meets |= SIM_ONE_COLLIDER_GROUP;
        sim_graph_edge(&world->graph, a, b, meets);
    }
    sim_graph_build(&world->graph);
}

// [m^2] of a point that is fused with others: about the line of two of them, nothing else would
// keep the group from turning at any speed.
static const double point_gyration = 1e-6;

// About its own centre, world axes.
static struct sim_mat3 own_inertia(const struct body *b, bool alone) {
    const double i = b->mass.mass * point_gyration;
    if (alone || sim_mass_turns(&b->mass))
        return sim_mat3_rotated(&b->mass.inertia, b->q);
    return sim_mat3_diag(i, i, i);
}

// Mass, momentum and velocity of a new group from its members; linear and angular momentum are
// conserved.
static void gather(struct sim_world *world, struct group *group, int index) {
    struct sim_vec3 moment = {0}, p = {0}, force = {0};
    int members = 0;
    group->mass = group->drag = 0.0;
    for (int i = 0; i < world->bodies.count; i++) {
        const struct body *b = &world->bodies.items[i];
        if (b->group != index)
            continue;
        members++;
        group->mass += b->mass.mass;
        group->drag += b->drag;
        moment = sim_add_scaled(moment, b->x, b->mass.mass);
        p = sim_add_scaled(p, b->v, b->mass.mass);
        force = sim_add_scaled(force, b->a, b->mass.mass);
    }
    group->x = sim_scale(moment, 1.0 / group->mass);
    group->v = sim_scale(p, 1.0 / group->mass);
    group->a = sim_scale(force, 1.0 / group->mass);
    const bool alone = members == 1;
    const struct body *first = &world->bodies.items[group->body];
    if (alone && !sim_mass_turns(&first->mass))
        group->x = first->x; // free of rounding: no distance from itself makes an inertia
    struct sim_mat3 inertia = {0};
    struct sim_vec3 l = {0};
    for (int i = 0; i < world->bodies.count; i++) {
        const struct body *b = &world->bodies.items[i];
        if (b->group != index)
            continue;
        const struct sim_mat3 own = own_inertia(b, alone);
        const struct sim_vec3 d = sim_sub(b->x, group->x);
        const double dd = sim_dot(d, d), v[3] = {d.x, d.y, d.z};
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) // Steiner (Jung A.1)
                inertia.m[r][c] += own.m[r][c] + b->mass.mass * ((r == c ? dd : 0.0) - v[r] * v[c]);
        l = sim_add(l, sim_mat3_mul(&own, b->w));
        l = sim_add(l, sim_scale(sim_cross(d, sim_sub(b->v, group->v)), b->mass.mass));
    }
    const struct sim_mat3 inverse = sim_mat3_inverse(&inertia);
    group->momentum = l;
    group->w = sim_mat3_mul(&inverse, l);
    group->q = world->bodies.items[group->body].q;
    group->inertia = sim_mat3_rotated(&inertia, sim_quat_conj(group->q));
    group->inverse = sim_mat3_inverse(&group->inertia);
}

static void rest(struct sim_world *world, struct group *group) {
    group->x = world->bodies.items[group->body].x;
    group->q = world->bodies.items[group->body].q;
    group->mass = 0.0;
    group->v = group->w = group->momentum = sim_vec3(0.0, 0.0, 0.0);
}

static void place_members(struct sim_world *world) {
    for (int i = 0; i < world->bodies.count; i++) {
        struct body *b = &world->bodies.items[i];
        if (!b->used || b->group < 0)
            continue;
        const struct group *g = &world->groups.items[b->group];
        const struct sim_pose frame = {g->x, g->q};
        b->x_in_group = sim_pose_local(frame, b->x);
        b->q_in_group = sim_quat_mul(sim_quat_conj(g->q), b->q);
        b->v = sim_group_velocity_at(g, b->x);
        b->w = g->w;
    }
}

static void find_groups(struct sim_world *world, int *component) {
    const int n = world->bodies.count;
    const int found = sim_graph_components(&world->graph, SIM_ONE_BODY, NULL, component);
    SIM_ARRAY_RESERVE(&world->groups, found);
    world->groups.count = found;
    for (int g = 0; g < found; g++)
        world->groups.items[g] =
            (struct group){.moves = true, .body = -1, .cluster = -1, .index = -1};
    world->groups.items[component[n]].moves = false;
    for (int i = 0; i < n; i++) {
        struct body *b = &world->bodies.items[i];
        b->group = b->used && b->enabled ? component[i] : -1;
        if (b->group < 0)
            continue;
        struct group *g = &world->groups.items[component[i]];
        if (g->body < 0)
            g->body = i;
        if (b->fixed)
            g->moves = false;
    }
    for (int g = 0; g < found; g++) {
        struct group *group = &world->groups.items[g];
        if (group->body < 0)
            group->moves = false;
        else if (group->moves)
            gather(world, group, g);
        else
            rest(world, group);
    }
}

static bool differs(struct sim_vec3 a, struct sim_vec3 b) {
    return a.x < b.x || a.x > b.x || a.y < b.y || a.y > b.y || a.z < b.z || a.z > b.z;
}

// The angular velocity of a group is that of the middle of the last step. When groups are rebuilt,
// the momentum decides, since otherwise every change anywhere would disturb all turning bodies. A
// body whose velocity was set in between keeps that velocity.
static void hand_momentum_to_bodies(struct sim_world *world) {
    for (int i = 0; i < world->bodies.count; i++) {
        struct body *b = &world->bodies.items[i];
        if (!b->used || b->group < 0 || !world->groups.items[b->group].moves)
            continue;
        const struct group *g = &world->groups.items[b->group];
        if (differs(b->w, g->w) || differs(b->v, sim_group_velocity_at(g, b->x)))
            continue;
        const struct sim_mat3 inertia = sim_mat3_rotated(&g->inertia, g->q);
        const struct sim_mat3 inverse = sim_mat3_inverse(&inertia);
        b->w = sim_mat3_mul(&inverse, g->momentum);
        b->v = sim_add(g->v, sim_cross(b->w, sim_sub(b->x, g->x)));
    }
}

// Collider groups that lie entirely in one rigid group do not collide with each other. They are
// merged, so that the broad phase does not report all pairs of a fused load.
static void join_colliders(struct sim_world *world) {
    enum { NONE = -1, SEVERAL = -2 };
    const int n = world->bodies.count;
    SIM_ARRAY_RESERVE(&world->component, n + 1);
    int *owner = world->component.items; // per collider group: its rigid group
    int *first = world->path.items;      // per rigid group: its first collider group
    for (int i = 0; i <= n; i++)
        owner[i] = first[i] = NONE;
    for (int i = 0; i < n; i++) {
        const struct body *b = &world->bodies.items[i];
        if (b->group >= 0)
            owner[b->colliders] =
                owner[b->colliders] == NONE || owner[b->colliders] == b->group ? b->group : SEVERAL;
    }
    for (int i = 0; i < n; i++) {
        struct body *b = &world->bodies.items[i];
        if (b->group < 0 || owner[b->colliders] == SEVERAL)
            continue;
        if (first[b->group] == NONE)
            first[b->group] = b->colliders;
        b->colliders = first[b->group];
    }
}

void sim_forget(struct sim_world *world) {
    world->frames_known = world->rest_known = false;
    world->items_known = world->items_placed = world->clusters_known = false;
    world->loops.known = false;
}

void sim_reconfigure(struct sim_world *world) {
    if (!world->dirty)
        return;
    world->dirty = false;
    sim_forget(world);
    hand_momentum_to_bodies(world);
    body_graph(world);
    SIM_ARRAY_RESERVE(&world->path, world->bodies.count + 1);
    int *component = world->path.items;
    sim_graph_components(&world->graph, SIM_ONE_COLLIDER_GROUP, NULL, component);
    for (int i = 0; i < world->bodies.count; i++)
        world->bodies.items[i].colliders = component[i];
    find_groups(world, component);
    join_colliders(world);
    place_members(world);
}

static void cluster_edge(struct sim_world *world, int a, int b) {
    if (a >= 0 && b >= 0 && a != b)
        sim_graph_edge(&world->graph, a, b, SIM_ONE_CLUSTER);
}

static void cluster_edges(struct sim_world *world) {
    for (int i = 0; i < world->joints.count; i++) {
        const struct joint *joint = &world->joints.items[i];
        if (joint->used && !joint->broken)
            cluster_edge(world, sim_group_of(world, joint->a), sim_group_of(world, joint->b));
    }
    for (int i = 0; i < world->contacts.count; i++)
        cluster_edge(world, world->contact_touches.items[i].group_a,
                     world->contact_touches.items[i].group_b);
    for (int i = 0; i < world->differentials.count; i++) {
        const struct differential *d = &world->differentials.items[i];
        const struct joint *first = &world->joints.items[d->def.joint[0].index];
        for (int k = 1; d->used && !d->broken && k < d->def.count; k++) {
            const struct joint *other = &world->joints.items[d->def.joint[k].index];
            cluster_edge(world, sim_group_of(world, first->a), sim_group_of(world, other->a));
            cluster_edge(world, sim_group_of(world, first->a), sim_group_of(world, other->b));
            cluster_edge(world, sim_group_of(world, first->b), sim_group_of(world, other->a));
            cluster_edge(world, sim_group_of(world, first->b), sim_group_of(world, other->b));
        }
    }
}

// Uses the clusters of the last step if they are known: the groups themselves are in the caches of
// the cores that moved them.
static bool moves(const struct sim_world *world, int group) {
    return world->clusters_known ? world->component.items[group] >= 0
                                 : world->groups.items[group].moves;
}

// Lists the pairs of moving groups in contact; true if the list is the same as in the last step.
static bool same_touches(struct sim_world *world) {
    int count = 0;
    bool same = true;
    for (int i = 0; i < world->contacts.count; i++) {
        const int a = world->contact_touches.items[i].group_a,
                  b = world->contact_touches.items[i].group_b;
        struct touch *t = world->touches.items;
        if (!moves(world, a) || !moves(world, b) ||
            (count > 0 && t[count - 1].group_a == a && t[count - 1].group_b == b))
            continue;
        same =
            same && count < world->touches.count && t[count].group_a == a && t[count].group_b == b;
        t = SIM_ARRAY_RESERVE(&world->touches, count + 1);
        t[count++] = (struct touch){a, b};
    }
    same = same && count == world->touches.count;
    world->touches.count = count;
    return same;
}

// Finds the cluster of each group. Static groups take part in every cluster without joining
// clusters (Jung 4.3).
static void find_components(struct sim_world *world) {
    const int n = world->groups.count;
    sim_graph_begin(&world->graph, n);
    cluster_edges(world);
    sim_graph_build(&world->graph);
    SIM_ARRAY_RESERVE(&world->component, n + 1);
    SIM_ARRAY_RESERVE(&world->barrier, n + 1);
    for (int g = 0; g < n; g++)
        world->barrier.items[g] = !world->groups.items[g].moves;
    world->clusters.count = sim_graph_components(&world->graph, SIM_ONE_CLUSTER,
                                                 world->barrier.items, world->component.items);
    if (world->def.one_cluster && world->clusters.count > 1) {
        for (int g = 0; g < n; g++)
            world->component.items[g] = world->component.items[g] >= 0 ? 0 : -1;
        world->clusters.count = 1;
    }
}

static void list_groups(struct sim_world *world) {
    const int n = world->groups.count;
    SIM_ARRAY_RESERVE(&world->clusters, world->clusters.count + 1);
    SIM_ARRAY_RESERVE(&world->cluster_groups, n + 1);
    for (int c = 0; c <= world->clusters.count; c++)
        world->clusters.items[c] = (struct cluster){0};
    for (int g = 0; g < n; g++)
        if (world->component.items[g] >= 0)
            world->clusters.items[world->component.items[g]].group_count++;
    for (int c = 0; c < world->clusters.count; c++)
        world->clusters.items[c + 1].first_group =
            world->clusters.items[c].first_group + world->clusters.items[c].group_count;
    for (int c = 0; c < world->clusters.count; c++)
        world->clusters.items[c].group_count = 0;
    for (int g = 0; g < n; g++) {
        world->groups.items[g].cluster = world->component.items[g];
        if (world->component.items[g] < 0)
            continue;
        struct cluster *c = &world->clusters.items[world->component.items[g]];
        world->groups.items[g].index = c->group_count;
        world->cluster_groups.items[c->first_group + c->group_count++] = g;
    }
}

void sim_find_clusters(struct sim_world *world) {
    world->clusters_known = same_touches(world) && world->clusters_known;
    if (world->clusters_known)
        return;
    sim_find_loops(world);
    find_components(world);
    list_groups(world);
}
