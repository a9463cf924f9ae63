// All that ships has German names: exercises, machines and what the window shows of them.
#include "data/exercise/library_names.h"

#include <stdlib.h>

#include "data/exercise/library.h"
#include "data/exercise/scenario.h"
#include "data/model/read.h"
#include "data/text/text.h"
#include "tests/data/machine_stand.h"
#include "tests/scratch.h"
#include "vehicles/part/lock.h"

static struct veh_names names;

static void assert_german(const char *where, const char *name) {
    const char *dot = strrchr(name, '.');
    const char *german = veh_names_text(&names, "de", dot != NULL ? dot + 1 : name);
    if (strcmp(german, veh_names_text(&names, "fi", dot != NULL ? dot + 1 : name)) == 0 &&
        strcmp(name, "rotator") != 0 && strstr(german, "Rotator") == NULL)
        fail_msg("%s: '%s' has no German name in `translations`", where, name);
}

static void check_machine(const char *file) {
    static struct veh_machine_def def;
    machine_load(file, &def);
    assert_german(file, def.model.name);
    for (int i = 0; i < def.model.sensor_count; i++)
        if (def.model.sensors[i].label[0] != '\0')
            assert_german(file, def.model.sensors[i].label);
    for (int i = 0; i < def.model.joint_count; i++)
        if (strstr(def.model.joints[i].name, ".mount") == NULL &&
            strstr(def.model.joints[i].name, "hose") == NULL) // parts of ropes
            assert_german(file, def.model.joints[i].name);
    for (int i = 0; i < def.part_count; i++)
        if (def.parts[i].kind == &veh_part_lock)
            assert_german(file, ((const struct veh_lock_def *)def.parts[i].def)->name);
    veh_machine_def_finish(&def);
}

static void check_exercise(const char *path, const char *name) {
    static struct dat_scenario scenario;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    assert_true(text != NULL && dat_read_scenario(text, path, &scenario, &d));
    if (strcmp(dat_scenario_title(&scenario, "de"), scenario.title) == 0 &&
        strcmp(scenario.title, "Slalom") != 0)
        fail_msg("%s has no German title", name);
    assert_string_equal(veh_names_text(&names, "de", name), dat_scenario_title(&scenario, "de"));
    assert_string_equal(veh_names_text(&names, "fi", name), scenario.title);
    for (int i = 0; scenario.products != NULL && i < scenario.products->count; i++)
        assert_german(name, scenario.products->product[i].name);
    for (int i = 0; i < scenario.landing_count; i++)
        assert_german(name, scenario.landings[i].assortment);
    dat_scenario_finish(&scenario);
    free(text);
}

static void what_ships_has_german_names(void **state) {
    (void)state;
    struct dat_name_list list;
    struct dat_problem problem;
    char path[512];
    dat_library_names(NULL, &names);
    assert_int_equal(dat_library_list(NULL, "machines", &list, &problem), DAT_LIBRARY_FOUND);
    for (int i = 0; i < list.count; i++)
        check_machine(list.items[i]);
    dat_name_list_finish(&list);
    assert_int_equal(dat_library_list(NULL, "exercises", &list, &problem), DAT_LIBRARY_FOUND);
    for (int i = 0; i < list.count; i++) {
        (void)dat_library_find(NULL, "exercises", list.items[i], path, sizeof path, &problem);
        check_exercise(path, list.items[i]);
    }
    dat_name_list_finish(&list);
    veh_names_finish(&names);
}

static void a_machine_file_says_its_name(void **state) {
    (void)state;
    struct tests_scratch scratch;
    char title[64];
    tests_scratch_create(&scratch);
    char path[512];
    (void)snprintf(path, sizeof path, "%s", tests_scratch_path(&scratch, "m.yaml"));
    tests_scratch_write(&scratch, "m.yaml",
                        "name: Rig\ntranslations: [{language: de, names: {Rig: Gerät}}]\n");
    assert_true(dat_machine_title(path, "de", title, sizeof title));
    assert_string_equal(title, "Gerät");
    assert_true(dat_machine_title(path, "en", title, sizeof title));
    assert_string_equal(title, "Rig");
    tests_scratch_write(&scratch, "m.yaml", "kind: [\n");
    assert_false(dat_machine_title(path, "de", title, sizeof title));
    assert_false(dat_machine_title("/no/such", "de", title, sizeof title));
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_ships_has_german_names),
        cmocka_unit_test(a_machine_file_says_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
