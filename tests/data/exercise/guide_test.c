// Guidance: what is next, which lever leads there, and that its use is recorded and counted.
#include "data/exercise/guide.h"

#include "data/exercise/replay.h"
#include "tests/data/exercise/recorded_session.h"
#include "tests/scratch_store.h"
#include "vehicles/part/crane.h"

static struct dat_exercise exercise;
static struct dat_practice practice;

static void finish(void) {
    struct dat_problem problem = {""};
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

static void the_next_target_is_found(void **state) {
    (void)state;
    static const struct {
        const char *exercise;
        enum dat_guide_kind kind;
    } rows[] = {{"touch-points", DAT_GUIDE_TIP},
                {"slalom", DAT_GUIDE_GATE},
                {"first-harvest", DAT_GUIDE_TREE},
                {"two-logs", DAT_GUIDE_LOG},
                {"tower", DAT_GUIDE_LOG}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        session_start(rows[i].exercise, NULL, &exercise, &practice);
        const struct dat_guide_target target = dat_guide_find(&practice);
        assert_int_equal(target.kind, rows[i].kind);
        assert_true(dat_guide_advise(&practice, &target).known);
        finish();
    }
}

// A log in the grapple goes to the first place of the tower; one that lies there is not fetched.
static void a_tower_has_a_next_place(void **state) {
    (void)state;
    session_start("tower", NULL, &exercise, &practice);
    struct veh_worksite *site = &practice.site;
    const struct veh_tower_plan *plan = &exercise.tower;
    assert_int_equal(plan->logs, 5);
    const int first = site->stems.count - 1;
    site->stems.items[first].load.grapples = 1;
    struct dat_guide_target target = dat_guide_find(&practice);
    assert_int_equal(target.kind, DAT_GUIDE_LAY);
    assert_near(hypot(target.place.x - plan->x, target.place.y - plan->y), 0.5 * plan->spacing,
                1e-9);
    assert_near(target.radius, 0.1, 0.005);
    assert_near(target.place.z, 10.0 + target.radius, 1e-9); // the yard is level
    site->stems.items[first].load.grapples = 0;
    struct ter_stem log = site->stems.items[first].stem;
    const int laid = veh_worksite_add_log(site, &log, target.place.x, target.place.y, -1.0, 0.0);
    assert_true(veh_tower_has(site, plan, laid));
    target = dat_guide_find(&practice);
    assert_int_equal(target.kind, DAT_GUIDE_LOG);
    assert_true(hypot(target.place.x - plan->x, target.place.y - plan->y) > 2.0);
    finish();
}

// A trainee who does nothing but push the advised lever comes to the ball.
static void advice_leads_to_the_target(void **state) {
    (void)state;
    session_start("touch-points", NULL, &exercise, &practice);
    for (int i = 0; i < 4000 && practice.observer.course.reached == 0; i++) {
        struct veh_controls levers = {{0.0}};
        const struct dat_guide_target target = dat_guide_find(&practice);
        const struct dat_guide_lever advice = dat_guide_advise(&practice, &target);
        if (advice.known)
            levers.value[advice.control] = 0.4 * advice.side;
        dat_practice_step(&practice, &levers);
    }
    assert_int_equal(practice.observer.course.reached, 1);
    finish();
}

// A gate behind the machine is driven to backward.
static void a_gate_is_driven_to(void **state) {
    (void)state;
    session_start("slalom", NULL, &exercise, &practice);
    struct dat_guide_target target = {.kind = DAT_GUIDE_GATE,
                                      .place = veh_machine_pose(&practice.site, 0).p};
    target.place.x += 20.0;
    struct dat_guide_lever advice = dat_guide_advise(&practice, &target);
    assert_int_equal(advice.control, VEH_DRIVE);
    assert_near(advice.side, 1.0, 0.0);
    target.place.y += 20.0;
    advice = dat_guide_advise(&practice, &target);
    assert_int_equal(advice.control, VEH_STEER);
    assert_near(advice.side, 1.0, 0.0);
    target.place.x -= 40.0;
    target.place.y -= 20.0;
    advice = dat_guide_advise(&practice, &target);
    assert_int_equal(advice.control, VEH_DRIVE);
    assert_near(advice.side, -1.0, 0.0);
    finish();
}

// A replay has the same guidance, and with it the same score.
static void use_is_recorded_and_counted(void **state) {
    (void)state;
    static struct dat_recorded recorded;
    struct tests_scratch scratch;
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    const struct veh_controls rest = {{0.0}};
    struct dat_store *store = tests_scratch_store(&scratch);
    session_start("touch-points", store, &exercise, &practice);
    for (int i = 0; i < 200; i++) {
        practice.guides = i < 50 ? 1u << DAT_GUIDE_ARROW | 1u << DAT_GUIDE_LEVER : 0u;
        dat_practice_step(&practice, &rest);
    }
    const double guided = dat_score_value(&practice.score, DAT_GUIDED);
    assert_near(guided, 25.0, 1e-6);
    finish();
    const struct dat_replay_def def = {.session = 1};
    assert_int_equal(dat_recorded_load(store, &def, &recorded, &d, &problem), DAT_REPLAY_DONE);
    struct dat_lever_reader reader;
    dat_lever_reader_init(&reader, &recorded);
    assert_true(dat_practice_start(&practice, recorded.exercise, NULL, "", DAT_TRAINEE, &problem));
    assert_true(dat_lever_reader_step(&reader, &practice));
    assert_int_equal(practice.guides, 1u << DAT_GUIDE_ARROW | 1u << DAT_GUIDE_LEVER);
    while (dat_lever_reader_step(&reader, &practice))
        continue;
    assert_near(dat_score_value(&practice.score, DAT_GUIDED), guided, 0.0);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_recorded_finish(&recorded);
    dat_store_close(store);
    tests_scratch_remove(&scratch);
}

// The exercise's word counts: on, off, and what the trainee has switched otherwise.
static void an_exercise_fixes_guidance(void **state) {
    (void)state;
    const struct dat_scenario scenario = {.guides_fixed = 3u, .guides_on = 1u};
    assert_int_equal(dat_scenario_guides(&scenario, 0u), 1u);
    assert_int_equal(dat_scenario_guides(&scenario, 2u | 8u), 1u | 8u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_next_target_is_found),    cmocka_unit_test(a_tower_has_a_next_place),
        cmocka_unit_test(advice_leads_to_the_target),  cmocka_unit_test(a_gate_is_driven_to),
        cmocka_unit_test(use_is_recorded_and_counted), cmocka_unit_test(an_exercise_fixes_guidance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
