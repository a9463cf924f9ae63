// Blows on trees that stay, by a log that flies against one.
#include "data/metrics/damage.h"

#include <math.h>

#include "data/metrics/score.h"
#include "tests/vehicles/flying_log.h"

static struct small_site s;

// Returns what was seen in three seconds, and in *told what the events say of blows.
static struct dat_damage strike(enum ter_tree_status status, double speed) {
    struct dat_damage all = {.hit = 0};
    small_site_throw_log(&s, status, speed);
    for (int i = 0; i < 300; i++) {
        small_site_steps(&s, 1);
        const struct dat_damage now = dat_damage_watch(&s.site);
        all.bark += now.bark;
        all.force = fmax(all.force, now.force);
    }
    small_site_finish(&s);
    return all;
}

static void a_blow_on_a_tree_that_stays_counts(void **state) {
    (void)state;
    const struct dat_damage hard = strike(TER_TREE_CROP, 6.0);
    assert_int_equal(hard.bark, 1);
    assert_true(hard.force > 8000.0);
    const struct dat_damage soft = strike(TER_TREE_STANDING, 0.05);
    assert_int_equal(soft.bark, 0);
    assert_true(soft.force < 8000.0);
}

static void a_tree_that_is_to_be_felled_does_not(void **state) {
    (void)state;
    const struct dat_damage marked = strike(TER_TREE_MARKED, 6.0);
    assert_int_equal(marked.bark, 0);
    assert_near(marked.force, 0.0, 0.0);
}

static void steps_add_up(void **state) {
    (void)state;
    struct dat_score score;
    dat_score_start(&score, NULL, 0, 0);
    for (int i = 1; i <= 3; i++) {
        const struct dat_observation now = {
            .damage = {.hit = i == 1, .bark = 1, .crown = i, .down = i == 2, .force = 1000.0 * i}};
        dat_score_step(&score, &now);
    }
    assert_near(dat_score_value(&score, DAT_STAYING_HIT), 1.0, 0.0);
    assert_near(dat_score_value(&score, DAT_STAYING_BARK), 3.0, 0.0);
    assert_near(dat_score_value(&score, DAT_STAYING_CROWN), 6.0, 0.0);
    assert_near(dat_score_value(&score, DAT_STAYING_DOWN), 1.0, 0.0);
    assert_near(dat_score_value(&score, DAT_STAYING_FORCE), 3000.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_blow_on_a_tree_that_stays_counts),
        cmocka_unit_test(a_tree_that_is_to_be_felled_does_not),
        cmocka_unit_test(steps_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
