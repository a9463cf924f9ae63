// Special cases of rays against convex solids, by second methods: a capsule is the union of the
// balls between its two ends, and a ray meets a box where one of its points is inside.
#include "sim/collide/ray.h"
#include "sim/collide/ray_kinds.h"
#include "tests/near.h"
#include "tests/sim/oracle.h"

// [m] to the first ball between the ends, by the quadratic of each; infinite: none.
static double first_ball(const struct sim_ray *ray, const struct sim_shape *capsule) {
    enum { BALLS = 4000 };
    double first = (double)INFINITY;
    for (int i = 0; i <= BALLS; i++) {
        const double share = (double)i / BALLS;
        const double r = capsule->radius[0] + share * (capsule->radius[1] - capsule->radius[0]);
        const struct sim_vec3 centre = {0.0, 0.0, (2.0 * share - 1.0) * capsule->half_length};
        const struct sim_vec3 from = sim_sub(ray->origin, centre);
        const double b = sim_dot(from, ray->direction), c = sim_dot(from, from) - r * r;
        if (c <= 0.0)
            return 0.0;
        if (b < 0.0 && b * b >= c)
            first = fmin(first, -b - sqrt(b * b - c));
    }
    return first <= ray->length ? first : (double)INFINITY;
}

// Slender and stout capsules, one whose thin end is all but inside of the thick one, and one where
// it is; rays across and nearly along the axis, which are steeper than the cone.
static void capsules_are_hit_like_their_balls(void **state) {
    (void)state;
    static const double sizes[][3] = {
        {0.5, 0.3, 0.8}, {0.3, 0.3, 0.4}, {0.6, 0.1, 0.26}, {0.5, 0.1, 0.15}, {0.1, 0.7, 0.9}};
    uint64_t seed = 4;
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const struct sim_shape capsule = oracle_capsule(sizes[k][0], sizes[k][1], sizes[k][2]);
        int hits = 0;
        for (int i = 0; i < 300; i++) {
            const double aside = i % 2 == 0 ? 2.0 : 0.3;
            const struct sim_vec3 from = {random_between(&seed, -aside, aside),
                                          random_between(&seed, -aside, aside),
                                          random_between(&seed, -3.0, 3.0)};
            const struct sim_vec3 to = oracle_random_in(&seed, 0.3, 0.3, 0.9);
            const struct sim_ray ray = {from, sim_unit(sim_sub(to, from)), 4.0};
            const struct sim_pose here = sim_pose_identity();
            struct sim_ray_hit hit = {(double)INFINITY, {0.0, 0.0, 0.0}};
            const bool found = sim_ray_capsule(&ray, &capsule, &here, &hit);
            if (found && hit.distance > 0.0 && sim_dot(hit.normal, ray.direction) > -0.2)
                continue; // grazing: the gaps between the balls count
            assert_near(hit.distance, first_ball(&ray, &capsule), 1e-5);
            if (!found)
                continue;
            hits++;
            assert_near(sim_length(hit.normal), 1.0, 1e-12);
        }
        assert_true(hits > 50);
    }
}

// Where the ray is parallel to a line on the cone, the quadratic has no square.
static void a_ray_along_a_side_is_hit(void **state) {
    (void)state;
    const struct sim_shape capsule = oracle_capsule(0.5, 0.3, 0.8);
    const struct sim_pose here = sim_pose_identity();
    const double sine = 0.125, cosine = sqrt(1.0 - sine * sine);
    const struct sim_vec3 out = {cosine, 0.0, sine}, along = {-sine, 0.0, cosine};
    for (double depth = -0.05; depth < 0.2; depth += 0.1) {
        // From below the thick end, depth inside of the side's line at x > 0.
        const struct sim_vec3 on_line = sim_add_scaled(sim_vec3(0.0, 0.0, -0.8), out, 0.5 - depth);
        const struct sim_ray ray = {sim_add_scaled(on_line, along, -3.0), along, 10.0};
        struct sim_ray_hit hit;
        const bool found = sim_ray_capsule(&ray, &capsule, &here, &hit);
        assert_int_equal(found, depth > 0.0);
        if (found)
            assert_near(hit.distance, 3.0 - sqrt(0.25 - (0.5 - depth) * (0.5 - depth)), 1e-12);
    }
}

static bool inside(const struct sim_aabb *box, struct sim_vec3 p) {
    return p.x >= box->low.x && p.x <= box->high.x && p.y >= box->low.y && p.y <= box->high.y &&
           p.z >= box->low.z && p.z <= box->high.z;
}

// Boxes along the axes that are not centred: points of the ray that are inside, and for boxes that
// are a little larger or smaller.
static void boxes_are_met_where_a_point_is_inside(void **state) {
    (void)state;
    enum { POINTS = 2000 };
    uint64_t seed = 5;
    int met = 0;
    for (int i = 0; i < 1000; i++) {
        const struct sim_vec3 middle = oracle_random_in(&seed, 1.0, 1.0, 1.0);
        const struct sim_vec3 half = {random_between(&seed, 0.1, 1.0),
                                      random_between(&seed, 0.1, 1.0),
                                      random_between(&seed, 0.1, 1.0)};
        const struct sim_vec3 from = oracle_random_in(&seed, 3.0, 3.0, 3.0);
        const struct sim_vec3 to = sim_add(middle, oracle_random_in(&seed, 1.0, 1.0, 1.0));
        struct sim_ray ray = {from, sim_unit(sim_sub(to, from)), random_between(&seed, 0.5, 6.0)};
        if (i % 5 == 0) { // parallel to two pairs of faces
            ray.origin = sim_vec3(to.x, from.y, to.z);
            ray.direction = sim_vec3(0.0, i % 2 == 0 ? 1.0 : -1.0, 0.0);
        }
        const struct sim_aabb box = {sim_sub(middle, half), sim_add(middle, half)};
        const struct sim_vec3 gap = {0.003, 0.003, 0.003}; // a step of the points
        const struct sim_aabb larger = {sim_sub(box.low, gap), sim_add(box.high, gap)};
        bool any = false, near = false;
        for (int k = 0; k <= POINTS; k++) {
            const struct sim_vec3 p =
                sim_add_scaled(ray.origin, ray.direction, ray.length * k / POINTS);
            any = any || inside(&box, p);
            near = near || inside(&larger, p);
        }
        const bool found = sim_ray_meets_box(&ray, &box);
        assert_true(found ? near : !any);
        met += found;
    }
    assert_true(met > 100 && met < 900);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capsules_are_hit_like_their_balls),
        cmocka_unit_test(a_ray_along_a_side_is_hit),
        cmocka_unit_test(boxes_are_met_where_a_point_is_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
