// A loop is moved by small steps in directions that its rows leave free. A row that is redundant at
// one pose only, as in a stretched four-bar, is not redundant at the next.
//
// Rows are linear in the velocities, so a step of length d leaves the poses in which the joints fit
// by an error of d^2, as a step in time does. Where the redundant rows stay redundant there, as in
// a flat loop whose bars remain in their plane, drift cannot make them contradict the others. In a
// loop such as Bennett's, which moves only because its lengths and angles agree, it does: they then
// act on the free motion, with a coefficient that is as small as the drift, and would stop it.
#include "sim/joint/mobility.h"

#include <math.h>

#include "sim/base/random.h"
#include "sim/joint/frames.h"
#include "sim/joint/joints.h"
#include "sim/joint/kinds.h"
#include "sim/solve/rank.h"

enum { MOST_ROWS = 96, MOST_BODIES = 20, MOST_COLUMNS = 6 * MOST_BODIES };
enum { POSES = 3, CORRECTIONS = 20 };
// All lengths below are shares of the size of the loop.
static const double step = 0.03;      // between two poses
static const double fits = 1e-12;     // error of joints that fit
static const double dependent = 1e-6; // what is left of a row that others imply
static const double followed = 1e-3;  // what must be left of a row to correct its error

struct trial {
    struct sim_world *world;
    const struct sim_joint_id *joints;
    int count;
    int body[MOST_BODIES], bodies; // that are moved: all but fixed ones, or but the first
    struct sim_pose pose[MOST_BODIES];
    double size;
    int rows;
    double a[MOST_ROWS * (MOST_COLUMNS + 1)];
    int order[MOST_ROWS];
    uint64_t random;
};

static const struct joint *joint_of(const struct trial *t, int i) {
    return &t->world->joints.items[t->joints[i].index];
}

static int place_of(const struct trial *t, int body) {
    for (int i = 0; i < t->bodies; i++)
        if (t->body[i] == body)
            return i;
    return -1;
}

static bool fixed(const struct sim_world *world, int body) {
    return body < 0 || world->bodies.items[body].fixed;
}

static struct sim_pose pose_of(const struct trial *t, int body) {
    const int place = place_of(t, body);
    return place >= 0 ? t->pose[place] : sim_centre_frame(t->world, body);
}

// Lists the bodies. A loop that is nowhere fixed moves against its first body: how the whole turns
// has nothing to do with its redundancy. False: there are too many.
static bool list_bodies(struct trial *t) {
    int base = joint_of(t, 0)->a;
    for (int i = 0; i < t->count; i++)
        if (fixed(t->world, joint_of(t, i)->a) || fixed(t->world, joint_of(t, i)->b))
            base = -1;
    for (int i = 0; i < 2 * t->count; i++) {
        const struct joint *joint = joint_of(t, i / 2);
        const int body = i % 2 ? joint->b : joint->a;
        if (fixed(t->world, body) || body == base)
            continue;
        t->size = fmax(t->size, sim_length(i % 2 ? joint->anchor_b : joint->anchor_a));
        if (place_of(t, body) >= 0)
            continue;
        if (t->bodies == MOST_BODIES)
            return false;
        t->body[t->bodies] = body;
        t->pose[t->bodies++] = sim_centre_frame(t->world, body);
    }
    return true;
}

static void append_rows(struct trial *t, int i) {
    struct joint *joint = &t->world->joints.items[t->joints[i].index];
    struct sim_row_builder r = {.world = t->world,
                                .work = t->world->work,
                                .joint = joint,
                                .kind = sim_joint_kind_of(joint),
                                .block = {place_of(t, joint->a), place_of(t, joint->b)},
                                .gain = 1.0};
    const struct sim_pose a = pose_of(t, joint->a), b = pose_of(t, joint->b);
    sim_row_builder_place(&r, sim_pose_mul(a, (struct sim_pose){joint->anchor_a, joint->frame_a}),
                          sim_pose_mul(b, (struct sim_pose){joint->anchor_b, joint->frame_b}));
    r.arm[0] = sim_sub(r.point, a.p);
    r.arm[1] = sim_sub(r.point, b.p);
    r.kind->rows(&r);
}

// The rows at the present poses, of unit length, with turns as the way of a point at the distance
// `size`; on the right what brings the joints together. Returns the largest of that, as a share.
static double fill(struct trial *t) {
    const int n = 6 * t->bodies;
    double largest = 0.0;
    t->world->work->rows.count = 0;
    for (int i = 0; i < t->count; i++)
        append_rows(t, i);
    t->rows = t->world->work->rows.count;
    for (int r = 0; r < t->rows && t->rows <= MOST_ROWS; r++) {
        const struct sim_row *row = &t->world->work->rows.items[r];
        double *a = &t->a[r * (n + 1)], square = 0.0;
        for (int i = 0; i <= n; i++)
            a[i] = 0.0;
        a[n] = row->rhs;
        for (int k = 0; k < row->count; k++)
            for (int i = 0; i < 6; i++) {
                const double v = row->j[k][i] / (i < 3 ? 1.0 : t->size);
                a[6 * row->body[k] + i] = v;
                square += v * v;
            }
        for (int i = 0; i <= n && square > 0.0; i++)
            a[i] /= sqrt(square);
        largest = sim_larger(largest, fabs(a[n]) / t->size);
    }
    return largest;
}

static int rank(struct trial *t, double least) {
    return sim_rank(t->a, t->rows, 6 * t->bodies, least, t->rows, t->order);
}

static void move(struct trial *t, const double *way) {
    for (int i = 0; i < t->bodies; i++, way += 6) {
        const struct sim_vec3 turn = {way[3] / t->size, way[4] / t->size, way[5] / t->size};
        t->pose[i].p = sim_add(t->pose[i].p, sim_vec3(way[0], way[1], way[2]));
        t->pose[i].q = sim_quat_unit(sim_quat_mul(sim_quat_exp(turn), t->pose[i].q));
    }
}

// Moves the bodies to where the joints fit. False: there is no such place nearby.
static bool fit(struct trial *t) {
    const int n = 6 * t->bodies;
    for (int i = 0; i < CORRECTIONS; i++) {
        if (fill(t) < fits)
            return true;
        double way[MOST_COLUMNS] = {0.0};
        const int found = rank(t, followed);
        for (int k = 0; k < found; k++) {
            const double *q = &t->a[t->order[k] * (n + 1)];
            for (int c = 0; c < n; c++)
                way[c] += q[n] * q[c];
        }
        move(t, way);
    }
    return false;
}

// Moves the bodies along a direction that the first `found` rows leave free. False: there is none.
static bool move_freely(struct trial *t, int found) {
    const int n = 6 * t->bodies;
    double way[MOST_COLUMNS], square = 0.0;
    for (int c = 0; c < n; c++)
        way[c] = sim_random_unit(&t->random) - 0.5;
    for (int k = 0; k < 2 * found; k++) { // a second time, against rounding
        const double *q = &t->a[t->order[k % found] * (n + 1)];
        double along = 0.0;
        for (int c = 0; c < n; c++)
            along += way[c] * q[c];
        for (int c = 0; c < n; c++)
            way[c] -= along * q[c];
    }
    for (int c = 0; c < n; c++)
        square += way[c] * way[c];
    if (found >= n || !(square > 1e-12))
        return false;
    for (int c = 0; c < n; c++)
        way[c] *= step * t->size / sqrt(square);
    move(t, way);
    return true;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

struct sim_mobility sim_loop_mobility(struct sim_world *world, const struct sim_joint_id *joints,
                                      int count) {
    struct trial t = {.world = world, .joints = joints, .count = count};
    struct sim_mobility none = {0};
    if (!list_bodies(&t))
        return none;
    (void)fill(&t);
    none.size = t.size;
    if (t.rows > MOST_ROWS || !(t.size > 0.0) || !fit(&t))
        return none;
    const int flat = 3 * (t.count - t.bodies); // rows that a flat loop's joints imply
    int found = rank(&t, dependent), implied = t.rows - found, beside = t.rows;
    for (int i = 0; i < POSES && implied > 0; i++) {
        if (!move_freely(&t, found))
            return none;
        (void)fill(&t);
        beside = smaller(beside, t.rows - rank(&t, dependent));
        if (!fit(&t))
            return none;
        found = rank(&t, dependent);
        implied = smaller(implied, t.rows - found);
    }
    return (struct sim_mobility){.redundant = implied > beside ? implied : 0,
                                 .in_space = implied > beside || (implied > 0 && implied < flat),
                                 .size = t.size};
}
