// A demonstrator speaks the window's language, with the values of its sentences.
#include "ui/text/demo_text.h"

#include "tests/data/machine_stand.h"
#include "tests/ui/german.h"

static struct machine_stand s;
static struct ter_road_point points[] = {{.x = 0.0, .width = 4.0}, {.x = 40.0, .width = 4.0}};
static const struct ter_road road = {.points = points, .count = 2};

static const char *reason_of(const struct veh_demo_task *task) {
    const char *reason;
    assert_null(veh_demo_create(&s.site, task, &reason));
    return reason;
}

static void reasons_are_german(void **state) {
    (void)state;
    machine_stand_carrier(&s, "forwarder");
    struct veh_demo_task task = {.road = &road, .words = ui_demo_words()};
    german_take();
    assert_string_equal(
        reason_of(&task),
        "f\xC3\xBCr diese Maschine gibt es nichts zu f\xC3\xA4llen und nichts zu laden");
    task.logs = 1;
    assert_string_equal(reason_of(&task),
                        "kein Abschnitt liegt in Reichweite des Krans an der Gasse");
    task.words = NULL; // that of the command line
    assert_string_equal(reason_of(&task), "no log lies within the crane's reach of the road");
    ui_language_restore();
    task.words = ui_demo_words();
    assert_string_equal(reason_of(&task), "no log lies within the crane's reach of the road");
    machine_stand_finish(&s);
}

static void sentences_have_their_values(void **state) {
    (void)state;
    machine_stand_carrier(&s, "harvester");
    assert_true(ter_stand_add(&s.site.stand, &(struct ter_tree){.id = "b12",
                                                                .species = TER_SPRUCE,
                                                                .position = {20.0, 25.0, 0.0},
                                                                .height = 20.0,
                                                                .dbh = 0.2}));
    const int trees[] = {0};
    const struct veh_demo_task task = {
        .road = &road, .trees = trees, .tree_count = 1, .words = ui_demo_words()};
    const char *reason;
    german_take();
    struct veh_demonstrator *demo = veh_demo_create(&s.site, &task, &reason);
    assert_non_null(demo);
    assert_string_equal(veh_demo_message(demo),
                        "Baum 'b12' ist nicht gef\xC3\xA4llt, 25.0 m von der Gasse entfernt");
    veh_demo_destroy(demo);
    ui_language_restore();
    machine_stand_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_german),
        cmocka_unit_test(sentences_have_their_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
