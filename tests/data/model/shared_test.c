// Materials and inputs, which all files of a model share by name.
#include <string.h>

#include "data/model/read.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;
static struct dat_diagnostics d;
static struct veh_machine_def def;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

// A model and a part of it, each with these lines.
static bool load(const char *of_model, const char *of_part) {
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "kind: part\nname: part\nbodies: [{name: b, fixed: true}]\n%s", of_part);
    tests_scratch_write(&scratch, "part.yaml", text);
    (void)snprintf(text, sizeof text,
                   "kind: model\nname: t\n%sparts: [{name: p, file: part.yaml, mirror: true}]\n",
                   of_model);
    tests_scratch_write(&scratch, "t.yaml", text);
    return dat_load_model(tests_scratch_path(&scratch, "t.yaml"), &def, &d);
}

static void the_same_thing_is_there_once(void **state) {
    (void)state;
    static const char tyre[] = "materials: [{name: tyre, friction: 0.8, restitution: 0.1}]\n"
                               "inputs: [{name: lift, range: [-1, 1], rate: 2}]\n";
    assert_true(load(tyre, tyre));
    assert_int_equal(def.model.material_count, 1);
    assert_int_equal(def.model.input_count, 1);
    assert_near(def.model.materials[0].friction, 0.8, 0.0);
    assert_near(def.model.inputs[0].rate, 2.0, 0.0);
    veh_machine_def_finish(&def);
}

// The grain of wood has no sense, so that a mirrored part has the same one.
static void grain_has_no_sense(void **state) {
    (void)state;
    static const char wood[] =
        "materials: [{name: plank, friction: 0.4, friction_across: 0.6, grain: [0, 1, 0]}]\n";
    assert_true(load(wood, wood));
    assert_int_equal(def.model.material_count, 1);
    veh_machine_def_finish(&def);
}

static void another_thing_of_the_name_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *model, *part, *words;
        int line;
    } rows[] = {
        {"materials: [{name: m, friction: 0.8}]\n", "materials: [{name: m, friction: 0.7}]\n",
         "material 'm' differs from that in ", 4},
        {"inputs: [{name: i, range: [0, 1]}]\n", "inputs: [{name: i}]\n",
         "input 'i' differs from that in ", 4},
        {"", "inputs:\n  - {name: i}\n  - {name: i}\n",
         "duplicate input 'i', the first is in line 5", 6},
        {"", "inputs: [{name: i, range: [0, 1], initial: -1}]\n",
         "'initial' is -1, expected 0 to 1 as in 'range'", 4},
        {"", "materials: [{name: m, grain: [1, 0, 0]}]\n", "'grain' needs 'friction_across'", 4},
        {"", "pairs: [{materials: [ground, m], friction: 1}]\n", "there is no material 'm'", 4},
        {"", "pairs: [{materials: [ground], friction: 1}]\n", "must be two names", 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (load(rows[i].model, rows[i].part) || d.item[0].line != rows[i].line ||
            strstr(d.item[0].file, "/part.yaml") == NULL ||
            strstr(d.item[0].text, rows[i].words) == NULL) {
            dat_diagnostics_print(&d, stderr);
            fail_msg("expected line %d: %s", rows[i].line, rows[i].words);
        }
    }
}

// A pair may name materials of any file, and those of the worksite, which no file has. Friction
// across the grain is that along it unless it is given; what is left out is not changed.
static void pairs_know_all_materials(void **state) {
    (void)state;
    assert_true(load("pairs: [{materials: [tyre, bark], friction: 0.9},\n"
                     "        {materials: [tyre, tyre], restitution: 0.2}]\n",
                     "materials: [{name: tyre, friction: 0.8}]\n"));
    assert_int_equal(def.model.pair_count, 2);
    const struct sim_model_pair *rough = &def.model.pairs[0], *hard = &def.model.pairs[1];
    assert_string_equal(rough->a, "tyre");
    assert_string_equal(rough->b, "bark");
    assert_near(rough->pair.friction, 0.9, 0.0);
    assert_near(rough->pair.friction_across, 0.9, 0.0);
    assert_true(rough->pair.restitution < 0.0);
    assert_near(hard->pair.restitution, 0.2, 0.0);
    assert_true(hard->pair.friction < 0.0);
    veh_machine_def_finish(&def);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_thing_is_there_once),
        cmocka_unit_test(grain_has_no_sense),
        cmocka_unit_test(another_thing_of_the_name_is_refused),
        cmocka_unit_test(pairs_know_all_materials),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
