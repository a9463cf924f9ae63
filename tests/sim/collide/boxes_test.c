// Two boxes, four numbers at a time: the directions against trying all of them one by one, the
// patches against those that are made for all kinds of sides, and both with and without the
// instructions that not every processor has; all to the last bit.
#include <string.h>

#include "sim/collide/box.h"
#include "tests/near.h"
#include "tests/sim/oracle.h"

enum { CASES = 60000 };

// Boxes that lie on each other, side by side, askew, or anyhow.
static struct sim_shape random_box(uint64_t *seed) {
    struct sim_shape shape = {.kind = SIM_SHAPE_BOX, .pose = sim_pose_identity()};
    const bool brick = random_between(seed, 0.0, 1.0) < 0.5;
    shape.half.x = brick ? 0.2 : random_between(seed, 0.05, 1.0);
    shape.half.y = brick ? 0.1 : random_between(seed, 0.05, 1.0);
    shape.half.z = brick ? 0.1 : random_between(seed, 0.05, 1.0);
    return shape;
}

static struct sim_pose random_pose(uint64_t *seed, const struct sim_shape *a,
                                   const struct sim_shape *b) {
    struct sim_pose pose = sim_pose_identity();
    const double kind = random_between(seed, 0.0, 1.0);
    const struct sim_vec3 far = sim_add(a->half, b->half);
    pose.p = oracle_random_in(seed, far.x, far.y, far.z);
    if (kind < 0.3) // flush, or nearly so
        pose.p = sim_vec3(0.0, random_between(seed, 0.0, 2e-3),
                          far.z + random_between(seed, -2e-3, 8e-3));
    else if (kind < 0.6)
        pose.p.z = far.z + random_between(seed, -5e-3, 8e-3);
    if (kind > 0.8)
        pose.q = oracle_random_quat(seed);
    else if (kind > 0.1)
        pose.q = sim_quat_axis_angle(oracle_random_unit(seed), random_between(seed, -0.02, 0.02));
    if (kind > 0.4 && kind < 0.6)
        pose.q = sim_quat_mul(sim_quat_rpy(0.0, 0.0, random_between(seed, -3.0, 3.0)), pose.q);
    return pose;
}

static void random_pair(uint64_t *seed, struct sim_box box[2]) {
    const struct sim_shape a = random_box(seed), b = random_box(seed);
    const struct sim_pose all = oracle_random_pose(seed), pose = random_pose(seed, &a, &b);
    const struct sim_pose pose_a = sim_pose_mul(all, pose);
    sim_box_of(&a, &pose_a, &box[0]);
    sim_box_of(&b, &all, &box[1]);
}

// The direction n, turned towards a, and how far the boxes overlap along it.
static double overlap_along(const struct sim_box *a, const struct sim_box *b, struct sim_vec3 *n) {
    if (sim_dot(sim_sub(a->solid.centre, b->solid.centre), *n) < 0.0)
        *n = sim_neg(*n);
    return sim_solid_reach(&b->solid, *n) + sim_solid_reach(&a->solid, sim_neg(*n));
}

// Least overlap along faces and along products of edges.
static void try_all(const struct sim_box *a, const struct sim_box *b, double least[2]) {
    least[0] = least[1] = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        struct sim_vec3 n = a->solid.axis[i];
        least[0] = fmin(least[0], overlap_along(a, b, &n));
        n = b->solid.axis[i];
        least[0] = fmin(least[0], overlap_along(a, b, &n));
        for (int j = 0; j < 3; j++) {
            n = sim_cross(a->solid.axis[i], b->solid.axis[j]);
            if (sim_length(n) <= 1e-3)
                continue;
            n = sim_unit(n);
            least[1] = fmin(least[1], overlap_along(a, b, &n));
        }
    }
}

static void directions_are_the_best_of_all(void **state) {
    (void)state;
    const double margin = 0.01, rounding = 1e-12; // [m]
    uint64_t seed = 3;
    int edges = 0, faces = 0;
    for (int i = 0; i < CASES; i++) {
        struct sim_box box[2];
        random_pair(&seed, box);
        double least[2];
        try_all(&box[0], &box[1], least);
        const double limit = least[0] - sim_face_bonus(least[0]);
        const double overlap = least[1] < limit ? least[1] : least[0];
        struct sim_direction best;
        const bool touch = sim_boxes_direction(&box[0], &box[1], margin, &best);
        if (fabs(overlap + margin) < rounding || fabs(least[1] - limit) < rounding)
            continue; // rounding decides
        assert_int_equal(touch, least[0] > -margin && overlap > -margin);
        if (!touch)
            continue;
        assert_near(best.overlap, overlap, rounding);
        struct sim_vec3 n = best.n;
        assert_near(overlap_along(&box[0], &box[1], &n), overlap, rounding);
        assert_true(best.source == SIM_NORMAL_OTHER ? least[1] < limit : least[1] > limit);
        *(best.source == SIM_NORMAL_OTHER ? &edges : &faces) += 1;
    }
    assert_true(edges > CASES / 100 && faces > CASES / 4);
}

static void sort_by_feature(struct sim_contact_point *points, int count) {
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && points[k].feature < points[k - 1].feature; k--) {
            const struct sim_contact_point swap = points[k];
            points[k] = points[k - 1];
            points[k - 1] = swap;
        }
}

static void assert_same_points(const struct sim_contact_point *a, const struct sim_contact_point *b,
                               int count) {
    for (int i = 0; i < count; i++) {
        assert_int_equal(a[i].feature, b[i].feature);
        assert_memory_equal(&a[i].position, &b[i].position, sizeof a[i].position);
        assert_memory_equal(&a[i].normal, &b[i].normal, sizeof a[i].normal);
        assert_memory_equal(&a[i].depth, &b[i].depth, sizeof a[i].depth);
    }
}

static void patches_are_those_of_all_sides(void **state) {
    (void)state;
    uint64_t seed = 4;
    int patches = 0, points = 0;
    for (int i = 0; i < CASES; i++) {
        struct sim_box box[2];
        struct sim_direction best;
        struct sim_contact_point four[SIM_MAX_POINTS], one[SIM_MAX_POINTS];
        struct sim_contacts all = {one, 0, SIM_MAX_POINTS, 0.01};
        struct sim_contacts contacts = {four, 0, SIM_MAX_POINTS, 0.01};
        random_pair(&seed, box);
        if (!sim_boxes_direction(&box[0], &box[1], 0.01, &best) || best.source == SIM_NORMAL_OTHER)
            continue;
        sim_add_patch(&box[0].solid, &box[1].solid, &best, &all);
        sim_boxes_collide(&box[0], &box[1], &contacts);
        sort_by_feature(one, all.count);
        sort_by_feature(four, contacts.count);
        assert_int_equal(contacts.count, all.count);
        assert_same_points(four, one, all.count);
        patches++;
        points += all.count;
    }
    assert_true(patches > CASES / 4 && points > 3 * patches);
}

static void wide_and_narrow_give_the_same_bits(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < CASES; i++) {
        struct sim_box box[2];
        struct sim_direction best, narrow;
        random_pair(&seed, box);
        const bool touch = sim_boxes_direction(&box[0], &box[1], 0.01, &best);
        assert_int_equal(touch, sim_boxes_direction_narrow(&box[0], &box[1], 0.01, &narrow));
        if (!touch)
            continue;
        assert_memory_equal(&best.n, &narrow.n, sizeof best.n);
        assert_memory_equal(&best.overlap, &narrow.overlap, sizeof best.overlap);
        assert_int_equal(best.source, narrow.source);
        struct sim_contact_point points[2][SIM_MAX_POINTS];
        double deepest[2];
        struct sim_contacts a = {points[0], 0, SIM_MAX_POINTS, 0.01};
        struct sim_contacts b = {points[1], 0, SIM_MAX_POINTS, 0.01};
        assert_int_equal(sim_boxes_patch(&box[0], &box[1], best.n, &deepest[0], &a),
                         sim_boxes_patch_narrow(&box[0], &box[1], best.n, &deepest[1], &b));
        assert_int_equal(a.count, b.count);
        assert_same_points(points[0], points[1], a.count);
        assert_memory_equal(&deepest[0], &deepest[1], sizeof deepest[0]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_are_the_best_of_all),
        cmocka_unit_test(patches_are_those_of_all_sides),
        cmocka_unit_test(wide_and_narrow_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
