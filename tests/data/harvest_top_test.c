// The demonstrator of a harvester whose head has a top saw ends the last log of a stem with it: the
// stem stays where it is in the head, and the log is as long as planned.
#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"
#include "vehicles/part/head.h"

static struct dat_exercise exercise;
static struct dat_practice practice;
static int topped, logs;
static double length; // [m] of the log that the top saw has ended

// [m] by which the stem in the head has moved along it, from the start of the top saw until it was
// through.
static double moved;
static double begun; // [m] where its butt was then

static double butt_in_head(int stem) {
    const struct sim_pose head = veh_machine_head_frame(&practice.site, 0);
    return sim_pose_local(head, veh_stem_pose(&practice.site, stem).p).z;
}

static void watch(void) {
    const struct veh_event *events;
    const int count = veh_worksite_events(&practice.site, &events);
    for (int i = 0; i < count; i++) {
        logs += events[i].kind == VEH_EVENT_LOG_CUT;
        if (events[i].kind == VEH_EVENT_SAW_STARTED && events[i].number[0] > 0.5)
            begun = butt_in_head(events[i].stem);
        if (events[i].kind != VEH_EVENT_STEM_TOPPED)
            continue;
        topped++;
        length = events[i].number[0];
        moved = fabs(butt_in_head(veh_head(&practice.site.machines[0])->stem) - begun);
    }
}

// Fells and cuts the first tree alone.
static void harvest(const char *machine) {
    struct dat_problem problem = {""};
    topped = logs = 0;
    load_shipped(&exercise, "bucking", machine);
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem));
    struct veh_demo_task task = dat_exercise_task(&exercise);
    task.tree_count = 1;
    const char *reason = "";
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    assert_non_null(demo);
    struct veh_controls levers = {{0.0}};
    enum veh_demo_result result;
    while ((result = veh_demo_step(demo, &practice.site, &levers)) == VEH_DEMO_GOING) {
        dat_practice_step(&practice, &levers);
        watch();
    }
    assert_int_equal(result, VEH_DEMO_DONE);
    veh_demo_destroy(demo);
}

static void end(void) {
    struct dat_problem problem = {""};
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

// [m] by which the length is off the nearest one that a product of the exercise is cut to.
static double off_length(double cut) {
    const struct veh_products *products = practice.site.def.products;
    double off = (double)INFINITY;
    for (int p = 0; p < products->count; p++)
        for (int l = 0; l < products->product[p].length_count; l++)
            off = fmin(off, fabs(veh_product_cut_length(&products->product[p], l) - cut));
    return off;
}

static void the_last_log_ends_at_the_top_saw(void **state) {
    (void)state;
    harvest("harvester-8w");
    assert_int_equal(topped, 1);
    assert_true(logs >= 4);
    assert_near(moved, 0.0, 3e-3);
    assert_near(off_length(length), 0.0, 0.02);
    int ended = 0; // it is a log of a product, with that length
    for (int i = 0; i < practice.site.stems.count; i++) {
        const struct veh_stem *s = &practice.site.stems.items[i];
        ended += s->used && s->kind == VEH_STEM_LOG && s->product >= 0 &&
                 fabs(ter_stem_length(&s->stem) - length) < 1e-9;
    }
    assert_int_equal(ended, 1);
    end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_log_ends_at_the_top_saw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
