// Drawn piles: no log cuts into another or into the ground, the same seed gives the same pile, and
// physics brings it to rest where it was drawn.
#include <string.h>

#include "data/exercise/pile.h"
#include "tests/random.h"
#include "tests/vehicles/small_site.h"

static struct dat_pile random_pile(uint64_t *seed) {
    struct dat_pile pile = {.heading = random_between(seed, -3.0, 3.0),
                            .crossing = random_between(seed, 0.0, 1.0),
                            .width = random_between(seed, 1.2, 2.0),
                            .uneven = random_between(seed, 0.0, 0.5),
                            .kinds = 2};
    pile.seed = (uint64_t)random_between(seed, 0.0, 1e6);
    pile.kind[0] = (struct dat_pile_kind){TER_SPRUCE, 4.0, 0.12, 0.25, 8};
    pile.kind[1] = (struct dat_pile_kind){TER_PINE, 3.0, 0.20, 0.40, 4};
    return pile;
}

// [m] of the axis of a log at the share of its length.
static struct sim_vec3 on_axis(const struct dat_lying *log, double share) {
    return sim_pose_point(log->pose, sim_vec3(0.0, 0.0, share * ter_stem_length(&log->stem)));
}

// [m] of air, by comparing many points of both axes.
static double air(const struct dat_lying *a, const struct dat_lying *b) {
    double least = 10.0;
    for (int i = 0; i <= 100; i++) {
        for (int k = 0; k <= 100; k++) {
            const double ra =
                0.5 * ter_stem_diameter(&a->stem, 0.01 * i * ter_stem_length(&a->stem));
            const double rb =
                0.5 * ter_stem_diameter(&b->stem, 0.01 * k * ter_stem_length(&b->stem));
            const double way = sim_length(sim_sub(on_axis(a, 0.01 * i), on_axis(b, 0.01 * k)));
            least = fmin(least, way - ra - rb);
        }
    }
    return least;
}

static void no_log_cuts_into_another(void **state) {
    (void)state;
    struct small_site s;
    uint64_t seed = 1;
    small_site_init(&s, 0.2);
    for (int n = 0; n < 12; n++) {
        struct dat_lying_list list = {0};
        const struct dat_pile pile = random_pile(&seed);
        assert_int_equal(dat_pile_draw(&pile, 3, &s.ground, &list), DAT_PILE_DRAWN);
        assert_int_equal(list.count, 12);
        int thick = 0;
        for (int i = 0; i < list.count; i++) {
            assert_int_equal(list.items[i].pile, 4);
            thick += list.items[i].stem.species == TER_PINE;
            for (int k = 0; k < i; k++)
                assert_true(air(&list.items[i], &list.items[k]) > -1e-3);
            for (int k = 0; k <= 20; k++) {
                const struct sim_vec3 p = on_axis(&list.items[i], 0.05 * k);
                assert_true(p.z - 0.2 * p.x > 0.05);
            }
        }
        assert_int_equal(thick, 4);
        dat_lying_finish(&list);
    }
    small_site_finish(&s);
}

// On a place that is too narrow for its logs, a pile ends at its greatest height; none is put into
// another.
static void a_pile_without_room_is_not_drawn(void **state) {
    (void)state;
    struct small_site s;
    struct dat_lying_list list = {0};
    const struct dat_pile pile = {
        .width = 0.1, .kinds = 1, .kind = {{TER_PINE, 3.0, 0.38, 0.4, 30}}};
    small_site_init(&s, 0.0);
    assert_int_equal(dat_pile_draw(&pile, 0, &s.ground, &list), DAT_PILE_TOO_HIGH);
    assert_true(list.count >= 8 && list.count <= 11); // of 0.4 m each, below 4 m
    for (int i = 0; i < list.count; i++)
        for (int k = 0; k < i; k++)
            assert_true(air(&list.items[i], &list.items[k]) > -1e-3);
    dat_lying_finish(&list);
    small_site_finish(&s);
}

static void the_seed_decides(void **state) {
    (void)state;
    struct small_site s;
    struct dat_lying_list list[3] = {{0}};
    uint64_t seed = 5;
    small_site_init(&s, 0.0);
    struct dat_pile pile = random_pile(&seed);
    for (int i = 0; i < 3; i++) {
        pile.seed += i == 2;
        assert_int_equal(dat_pile_draw(&pile, 0, &s.ground, &list[i]), DAT_PILE_DRAWN);
    }
    for (int i = 0; i < list[0].count; i++) {
        const struct sim_vec3 p[3] = {list[0].items[i].pose.p, list[1].items[i].pose.p,
                                      list[2].items[i].pose.p};
        assert_true(memcmp(&p[0], &p[1], sizeof p[0]) == 0);
        assert_true(sim_length(sim_sub(p[0], p[2])) > 1e-3);
    }
    for (int i = 0; i < 3; i++)
        dat_lying_finish(&list[i]);
    small_site_finish(&s);
}

// On a slope of 5 %, crossed by up to 20 degrees: after eight seconds all of it is frozen, nothing
// was thrown or sank in, and no log has rolled far.
static void a_pile_comes_to_rest(void **state) {
    (void)state;
    struct small_site s;
    uint64_t seed = 9;
    for (int n = 0; n < 4; n++) {
        struct dat_lying_list list = {0};
        struct dat_pile pile = random_pile(&seed);
        pile.crossing = fmin(pile.crossing, 0.35);
        small_site_init(&s, 0.05);
        assert_int_equal(dat_pile_draw(&pile, 0, &s.ground, &list), DAT_PILE_DRAWN);
        assert_true(dat_lying_lay(&list, &s.site));
        double fastest = 0.0;
        for (int i = 0; i < 800; i++) {
            small_site_steps(&s, 1);
            for (int k = 0; k < s.site.loose.count; k++)
                fastest = fmax(fastest,
                               sim_length(sim_body_velocity(
                                   s.site.world, s.site.stems.items[s.site.loose.items[k]].body)));
        }
        assert_int_equal(s.site.frozen.count, 12);
        assert_true(fastest < 3.0); // as after a fall of 0.45 m
        assert_true(s.site.max_penetration < 0.03);
        for (int i = 0; i < list.count; i++) {
            const struct sim_vec3 now = veh_stem_pose(&s.site, i).p;
            assert_true(sim_length(sim_sub(now, list.items[i].pose.p)) < 3.0);
        }
        dat_lying_finish(&list);
        small_site_finish(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_log_cuts_into_another),
        cmocka_unit_test(a_pile_without_room_is_not_drawn),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(a_pile_comes_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
