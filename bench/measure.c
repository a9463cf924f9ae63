// Errors of joints, whoever computed the poses; medians, exponents.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "sim/collide/collide.h"

double bench_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_work_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

double bench_quantile(double *values, int count, double q) {
    assert(q >= 0.0 && q <= 1.0);
    if (count <= 0)
        return 0.0;
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[(int)(q * (count - 1) + 0.5)];
}

// The clock itself takes time, so the stages are measured apart from the timed steps.
struct bench_stages bench_profile(struct sim_world *world, double (*step)(void *self), void *self,
                                  int steps) {
    assert(world && step && steps > 0);
    struct sim_profile profile = {.now = bench_clock};
    struct bench_stages stages = {.rest = 0.0};
    double *seconds = calloc((size_t)steps * (SIM_STAGES + 1), sizeof *seconds);
    if (seconds == NULL)
        return stages;
    sim_world_set_profile(world, &profile);
    for (int i = 0; i < steps; i++) {
        memset(profile.seconds, 0, sizeof profile.seconds);
        double rest = step(self);
        for (int s = 0; s < SIM_STAGES; s++) {
            seconds[s * steps + i] = profile.seconds[s];
            rest -= profile.seconds[s];
        }
        seconds[SIM_STAGES * steps + i] = rest;
    }
    sim_world_set_profile(world, NULL);
    for (int s = 0; s < SIM_STAGES; s++)
        stages.stage[s] = bench_quantile(seconds + (size_t)s * (size_t)steps, steps, 0.5);
    stages.rest = bench_quantile(seconds + (size_t)SIM_STAGES * (size_t)steps, steps, 0.5);
    free(seconds);
    return stages;
}

double bench_exponent(const double *x, const double *y, int count) {
    assert(count >= 2);
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int i = 0; i < count; i++) {
        const double u = log(x[i]), v = log(y[i]);
        sx += u;
        sy += v;
        sxx += u * u;
        sxy += u * v;
    }
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

// The joint's frame in one of its bodies, moved along with it.
struct side {
    struct sim_vec3 anchor, axis[2];
    struct sim_quat turn; // from the start to now
};

static struct side side_of(const struct sim_model *model, const struct sim_model_joint *joint,
                           int body, struct sim_vec3 anchor, const struct sim_pose *pose) {
    if (body < 0)
        return (struct side){anchor, {joint->def.axis[0], joint->def.axis[1]}, sim_quat_identity()};
    const struct sim_pose start = model->bodies[body].pose, now = pose[body];
    struct side side = {.turn = sim_quat_mul(now.q, sim_quat_conj(start.q))};
    side.anchor = sim_pose_point(now, sim_pose_local(start, anchor));
    for (int i = 0; i < 2; i++)
        side.axis[i] = sim_rotate(side.turn, joint->def.axis[i]);
    return side;
}

// Angle [rad] by which a joint violates its orientation. The number of axes it turns about says
// what is left to hold: all three angles, an axis that both bodies share, two axes at right angles,
// or nothing.
static double angle_error(enum sim_joint_kind kind, const struct side *a, const struct side *b) {
    int turning = 0;
    for (int i = 0; i < sim_joint_kind_axes(kind); i++)
        turning += !sim_joint_kind_slides(kind, i);
    if (turning == 0)
        return sim_length(sim_quat_log(sim_quat_mul(b->turn, sim_quat_conj(a->turn))));
    if (sim_joint_kind_directions(kind) == 0)
        return 0.0; // a ball joint
    if (turning == 1)
        return asin(fmin(1.0, sim_length(sim_cross(a->axis[0], b->axis[0]))));
    return fabs(asin(sim_clamp(sim_dot(a->axis[0], b->axis[1]), -1.0, 1.0)));
}

static struct bench_errors joint_errors(enum sim_joint_kind kind, const struct side *a,
                                        const struct side *b) {
    struct sim_vec3 gap = sim_sub(b->anchor, a->anchor);
    for (int i = 0; i < sim_joint_kind_axes(kind); i++) {
        const int k = sim_joint_kind_along(kind, i);
        if (k >= 0 && sim_joint_kind_slides(kind, i))
            gap = sim_add_scaled(gap, a->axis[k], -sim_dot(gap, a->axis[k]));
    }
    return (struct bench_errors){.metres = sim_length(gap), .radians = angle_error(kind, a, b)};
}

// A link leaves the length free.
static double length_error(const struct sim_joint_def *def, const struct side *a,
                           const struct side *b) {
    if (def->kind != SIM_JOINT_DISTANCE)
        return 0.0;
    return fabs(sim_length(sim_sub(b->anchor, a->anchor)) -
                sim_length(sim_sub(def->anchor_b, def->anchor)));
}

struct bench_errors bench_joint_errors(const struct sim_model *model, int joint,
                                       const struct sim_pose *pose) {
    assert(joint >= 0 && joint < model->joint_count);
    const struct sim_model_joint *j = &model->joints[joint];
    const bool points = sim_joint_kind_points(j->def.kind);
    const struct sim_vec3 anchor_b = points ? j->def.anchor_b : j->def.anchor;
    const struct side a = side_of(model, j, j->parent, j->def.anchor, pose);
    const struct side b = side_of(model, j, j->child, anchor_b, pose);
    if (points)
        return (struct bench_errors){.metres = length_error(&j->def, &a, &b)};
    return joint_errors(j->def.kind, &a, &b);
}

struct bench_errors bench_errors(const struct sim_model *model, const struct sim_pose *pose) {
    struct bench_errors most = {0.0, 0.0};
    for (int i = 0; i < model->joint_count; i++) {
        const struct bench_errors e = bench_joint_errors(model, i, pose);
        most.metres = fmax(most.metres, e.metres);
        most.radians = fmax(most.radians, e.radians);
    }
    return most;
}

// ---- overlap ----

static double pair_overlap(const struct sim_model *model, const struct sim_pose *pose, int a,
                           int b) {
    const struct sim_model_body *of_a = &model->bodies[a], *of_b = &model->bodies[b];
    struct sim_contact_point points[SIM_MAX_POINTS];
    double deepest = 0.0;
    for (int i = 0; i < of_a->shape_count; i++) {
        const struct sim_shape *sa = &model->shapes[of_a->first_shape + i];
        const struct sim_pose pa = sim_pose_mul(pose[a], sa->pose);
        for (int k = 0; k < of_b->shape_count; k++) {
            const struct sim_shape *sb = &model->shapes[of_b->first_shape + k];
            const struct sim_pose pb = sim_pose_mul(pose[b], sb->pose);
            const double reach = sim_shape_radius(sa) + sim_shape_radius(sb);
            if (!sa->collides || !sb->collides || sim_length(sim_sub(pb.p, pa.p)) > reach)
                continue;
            const int count = sim_collide(sa, &pa, sb, &pb, 0.0, points);
            for (int n = 0; n < count; n++)
                deepest = fmax(deepest, points[n].depth);
        }
    }
    return deepest;
}

double bench_overlap(const struct sim_model *model, const struct sim_pose *pose) {
    double deepest = 0.0;
    for (int a = 0; a < model->body_count; a++)
        for (int b = a + 1; b < model->body_count; b++)
            if (!model->bodies[a].fixed || !model->bodies[b].fixed)
                deepest = fmax(deepest, pair_overlap(model, pose, a, b));
    return deepest;
}
