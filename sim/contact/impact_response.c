// Carries out one impact: response of the bodies to unit impulses, impulse, change of velocities.
// Joints take part: the response to an impulse fulfils the rows of the joints, J dv = 0.
#include "sim/contact/impact_response.h"

#include <assert.h>
#include <string.h>

#include "sim/contact/impact_law.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/frames.h"
#include "sim/joint/rows.h"

struct sim_vec3 sim_impact_velocity(const struct sim_world *world, const struct contact *c,
                                    struct sim_vec3 p, double time) {
    const struct group *a = &world->groups.items[c->group_a], *b = &world->groups.items[c->group_b];
    const struct sim_vec3 v = sim_sub(sim_group_velocity_at(a, p), sim_group_velocity_at(b, p));
    return sim_add_scaled(v, sim_sub(a->a, b->a), 0.5 * world->def.step + time);
}

// ---- responses ----

// The structure of the cluster: rows of joints and gears without force limits, all with rhs 0.
static void build_structure(struct sim_world *world, const struct cluster *c) {
    struct work *work = world->work;
    work->rows.count = 0;
    int node = 0;
    for (int i = 0; i < c->joint_count; i++) {
        const int joint = world->cluster_joints.items[c->first_joint + i];
        if (!world->joints.items[joint].acts)
            continue;
        (void)sim_joint_frame(world, joint); // at the current poses
        sim_joint_structure_rows(world, work, joint, node++);
    }
    for (int i = 0; i < c->differential_count; i++) {
        struct differential *d =
            &world->differentials
                 .items[world->cluster_differentials.items[c->first_differential + i]];
        if (!d->def.motor)
            sim_differential_rows(world, work, d, node++);
    }
    for (int i = 0; i < work->rows.count; i++)
        work->rows.items[i].rhs = 0.0;
}

static int cluster_of(const struct sim_world *world, const struct contact *c) {
    const struct group *a = &world->groups.items[c->group_a];
    return a->moves ? a->cluster : world->groups.items[c->group_b].cluster;
}

static void add_impulse(const struct sim_world *world, double (*velocity)[6], int group,
                        struct sim_vec3 impulse, struct sim_vec3 p) {
    const struct group *g = &world->groups.items[group];
    if (!g->moves)
        return;
    double *v = velocity[g->index];
    const struct sim_vec3 turn =
        sim_mat3_mul(&g->now.inverse, sim_cross(sim_sub(p, g->x), impulse));
    const double change[6] = {impulse.x * g->now.inverse_mass,
                              impulse.y * g->now.inverse_mass,
                              impulse.z * g->now.inverse_mass,
                              turn.x,
                              turn.y,
                              turn.z};
    for (int i = 0; i < 6; i++)
        v[i] += change[i];
}

// Velocities of the cluster's groups after a unit impulse along d at p on a and its opposite on b.
static void respond(struct sim_world *world, const struct contact *c, struct sim_vec3 d,
                    struct sim_vec3 p, double (*velocity)[6]) {
    const struct cluster *cluster = &world->clusters.items[cluster_of(world, c)];
    memset(velocity, 0, (size_t)cluster->group_count * sizeof *velocity);
    add_impulse(world, velocity, c->group_a, d, p);
    add_impulse(world, velocity, c->group_b, sim_neg(d), p);
    struct work *work = world->work;
    if (work->rows.count == 0)
        return;
    for (int i = 0; i < cluster->group_count; i++)
        work->inertia.items[i] =
            world->groups.items[world->cluster_groups.items[cluster->first_group + i]].now;
    for (int i = 0; i < work->rows.count; i++)
        work->rows.items[i].x = 0.0;
    struct sim_problem problem = {.bodies = cluster->group_count,
                                  .inertia = work->inertia.items,
                                  .velocity = velocity,
                                  .rows = work->rows.count,
                                  .row = work->rows.items};
    (void)sim_solve_sparse(&problem, &work->scratch);
}

static struct sim_vec3 response_at(const struct sim_world *world, double (*velocity)[6], int group,
                                   struct sim_vec3 p) {
    const struct group *g = &world->groups.items[group];
    if (!g->moves)
        return sim_vec3(0.0, 0.0, 0.0);
    const double *v = velocity[g->index];
    return sim_add(sim_vec3(v[0], v[1], v[2]),
                   sim_cross(sim_vec3(v[3], v[4], v[5]), sim_sub(p, g->x)));
}

// The same, as velocity of a relative to b along d at p.
static double response_along(const struct sim_world *world, const struct contact *c,
                             double (*velocity)[6], struct sim_vec3 d, struct sim_vec3 p) {
    return sim_dot(d, sim_sub(response_at(world, velocity, c->group_a, p),
                              response_at(world, velocity, c->group_b, p)));
}

// ---- several points at once ----

// Point of action of the sum of all compression impulses, which make v_n = 0 at the points that
// push; by projected Gauss-Seidel on K p + v = w.
static struct sim_vec3 common_point(struct sim_world *world, const struct sim_impact_event *event,
                                    double (*velocity)[6], int groups) {
    double k[SIM_IMPACT_POINTS][SIM_IMPACT_POINTS], v[SIM_IMPACT_POINTS];
    double p[SIM_IMPACT_POINTS] = {0};
    const struct contact *c = &world->contacts.items[event->contact];
    const struct sim_contact_point *point = event->point;
    const int n = event->count;
    for (int j = 0; j < n; j++) {
        const struct sim_vec3 at = point[j].position;
        v[j] = sim_dot(point[j].normal, sim_impact_velocity(world, c, at, event->time));
        respond(world, c, point[j].normal, at, velocity + j * groups);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            k[i][j] =
                response_along(world, c, velocity + j * groups, point[i].normal, point[i].position);
    for (int sweep = 0; sweep < 500; sweep++) {
        double change = 0.0;
        for (int i = 0; i < n; i++) {
            double w = v[i];
            for (int j = 0; j < n; j++)
                w += k[i][j] * p[j];
            const double better = k[i][i] > 0.0 ? fmax(0.0, p[i] - w / k[i][i]) : 0.0;
            change = fmax(change, fabs(better - p[i]) * k[i][i]);
            p[i] = better;
        }
        if (change < 1e-13)
            break;
    }
    struct sim_vec3 sum = {0.0, 0.0, 0.0};
    double total = 0.0;
    for (int i = 0; i < n; i++) {
        sum = sim_add_scaled(sum, point[i].position, p[i]);
        total += p[i];
    }
    return total > 0.0 ? sim_scale(sum, 1.0 / total) : point[0].position;
}

// ---- one impact ----

static void apply(struct sim_world *world, const struct cluster *cluster, double time,
                  double (*velocity)[6], const double impulse[3]) {
    for (int i = 0; i < cluster->group_count; i++) {
        const int index = world->cluster_groups.items[cluster->first_group + i];
        struct group *g = &world->groups.items[index];
        struct impact_motion *motion = &world->impact_motion.items[index];
        double change[6] = {0};
        for (int k = 0; k < 3; k++)
            for (int m = 0; m < 6; m++)
                change[m] += impulse[k] * velocity[k * cluster->group_count + i][m];
        const struct sim_vec3 dv = {change[0], change[1], change[2]};
        const struct sim_vec3 dw = {change[3], change[4], change[5]};
        g->v = sim_add(g->v, dv);
        g->w = sim_add(g->w, dw);
        g->momentum = sim_add(g->momentum, sim_mat3_mul(&g->now.inertia, dw));
        motion->shift = sim_add_scaled(motion->shift, dv, -time);
        motion->turn = sim_add_scaled(motion->turn, dw, -time);
    }
}

// Along and across the grain of the surfaces, and the normal.
static void place_axes(const struct contact *c, struct sim_vec3 n, struct sim_vec3 axis[3]) {
    const struct sim_vec3 along = sim_add_scaled(c->grain[0], n, -sim_dot(c->grain[0], n));
    axis[0] = sim_unit_or(along, sim_perpendicular(n));
    axis[1] = sim_cross(n, axis[0]);
    axis[2] = n;
}

static void make_room(struct sim_world *world, int groups, int directions) {
    SIM_ARRAY_RESERVE(&world->response, directions * groups);
    SIM_ARRAY_RESERVE(&world->work->inertia, groups);
}

void sim_impact_respond(struct sim_world *world, const struct sim_impact_event *event) {
    assert(event->contact >= 0 && event->contact < world->contacts.count);
    assert(event->count >= 1 && event->count <= SIM_IMPACT_POINTS);
    const struct contact *c = &world->contacts.items[event->contact];
    const struct cluster *cluster = &world->clusters.items[cluster_of(world, c)];
    const int groups = cluster->group_count;
    make_room(world, groups, event->count > 3 ? event->count : 3);
    build_structure(world, cluster);
    struct sim_vec3 p = event->point[0].position, axis[3];
    if (event->count > 1)
        p = common_point(world, event, world->response.items, groups);
    place_axes(c, event->point[0].normal, axis);
    struct sim_impact impact = {.friction = {c->pub.friction, c->pub.friction_across},
                                .restitution = c->pub.restitution,
                                .law = world->def.impact_law};
    const struct sim_vec3 v = sim_impact_velocity(world, c, p, event->time);
    for (int j = 0; j < 3; j++)
        respond(world, c, axis[j], p, world->response.items + j * groups);
    for (int i = 0; i < 3; i++) {
        impact.velocity[i] = sim_dot(axis[i], v);
        for (int j = 0; j < 3; j++)
            impact.k[i][j] =
                response_along(world, c, world->response.items + j * groups, axis[i], p);
    }
    double impulse[3];
    sim_impact_impulse(&impact, impulse);
    apply(world, cluster, event->time, world->response.items, impulse);
}
