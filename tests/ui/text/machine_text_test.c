// Names in machine files: those of shipped machines are in German, any others stay unchanged.
#include "ui/text/machine_text.h"

#include <dirent.h>

#include "tests/data/machine_stand.h"
#include "tests/ui/german.h"
#include "ui/input/layout.h"
#include "vehicles/part/lock.h"

static void assert_german(const char *machine, const char *name) {
    if (strcmp(ui_machine_text(name), name) == 0)
        fail_msg("%s: '%s' is English in the German window: add it to ui/text/machine_text.c",
                 machine, name);
}

static void check_machine(const char *file) {
    static struct veh_machine_def def;
    machine_load(file, &def);
    assert_german(file, def.model.name);
    for (int i = 0; i < def.model.sensor_count; i++)
        if (def.model.sensors[i].label[0] != '\0')
            assert_german(file, def.model.sensors[i].label);
    for (int i = 0; i < def.part_count; i++)
        if (def.parts[i].kind == &veh_part_lock) {
            const char *name = ((const struct veh_lock_def *)def.parts[i].def)->name;
            const char *dot = strrchr(name, '.');
            assert_german(file, dot != NULL ? dot + 1 : name);
        }
    veh_machine_def_finish(&def);
}

// "ISO" and "SAE" are the same in all languages.
static void check_layouts(void) {
    static struct ui_layout layout[UI_LAYOUTS];
    const int count = ui_layouts_load(NULL, layout);
    assert_true(count > 3);
    for (int i = 0; i < count; i++)
        if (strlen(layout[i].title) > 3)
            assert_german("layouts", layout[i].title);
}

static void machines_that_ship_are_german(void **state) {
    (void)state;
    const char *root = getenv("KRANICH_ROOT");
    char path[512];
    int machines = 0;
    (void)snprintf(path, sizeof path, "%s/data/library/machines", root != NULL ? root : ".");
    DIR *folder = opendir(path);
    assert_non_null(folder);
    german_take();
    for (struct dirent *e; (e = readdir(folder)) != NULL;) {
        char *end = strstr(e->d_name, ".yaml");
        if (end == NULL)
            continue;
        *end = '\0';
        check_machine(e->d_name);
        machines++;
    }
    closedir(folder);
    assert_true(machines > 3);
    assert_string_equal(ui_machine_text("wheels"), "R\xC3\xA4"
                                                   "der");
    assert_string_equal(ui_machine_text("my own lock"), "my own lock");
    check_layouts();
    ui_language_restore();
    assert_string_equal(ui_machine_text("wheels"), "wheels");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_that_ship_are_german),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
