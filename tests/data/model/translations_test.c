// Names of a machine file in other languages: what is taken, and errors with their places.
#include "data/model/read.h"
#include "tests/data/bad_input.h"

#define MODEL                                                                                      \
    "kind: model\nname: Rig\nbodies:\n  - {name: arm, mass: 1, inertia: [1, 1, 1]}\n"              \
    "sensors: [{name: roll, kind: roll, body: arm, label: Side slope}]\ntranslations:\n"

static struct dat_diagnostics d;
static struct veh_machine_def def;

static bool read(const char *text) {
    dat_diagnostics_init(&d, "t.yaml", text);
    return dat_read_model(text, "t.yaml", NULL, &def, &d);
}

static void names_are_those_of_the_file(void **state) {
    (void)state;
    assert_true(read(MODEL "  - {language: de, names: {Rig: Gerät, Side slope: Querneigung}}\n"
                           "  - {language: en, names: {arm: the arm}}\n"));
    assert_string_equal(veh_names_text(&def.names, "de", def.model.name), "Gerät");
    assert_string_equal(veh_names_text(&def.names, "de", def.model.sensors[0].label),
                        "Querneigung");
    assert_string_equal(veh_names_text(&def.names, "en", "arm"), "the arm");
    assert_string_equal(veh_names_text(&def.names, "en", "Rig"), "Rig");
    veh_machine_def_finish(&def);
}

static const struct bad_input rows[] = {
    {MODEL "  - {language: dr, names: {Rig: Gerät}}\n", 7, 16, "unknown language 'dr'"},
    {MODEL "  - {language: de, names: {Side slop: Querneigung}}\n", 7, 28,
     "the file has no name 'Side slop' (did you mean 'Side slope'?)"},
    {MODEL "  - {language: de, names: {boom: Hubarm}}\n", 7, 28, "the file has no name 'boom'"},
    {MODEL "  - {language: de, names: {Rig: [a]}}\n", 7, 28, "expected a text for 'Rig'"},
    {MODEL "  - {language: de, names: Rig}\n", 7, 27,
     "'names' must be a group of names with texts"},
    {MODEL "  - {language: de}\n", 7, 6, "missing key 'names'"},
    {MODEL "  - {names: {Rig: a}}\n", 7, 6, "missing key 'language'"},
    {MODEL "  - language: de\n    names:\n      Rig: "
           "0123456789012345678901234567890123456789012345678901234567890123\n",
     9, 12, "the name is longer than 63 bytes"},
};

static void errors_name_place_and_cause(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(read(rows[i].text));
        assert_reported(&d, &rows[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_of_the_file),
        cmocka_unit_test(errors_name_place_and_cause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
