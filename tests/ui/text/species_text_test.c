#include "ui/text/species_text.h"

#include <stdlib.h>

#include "tests/near.h"
#include "ui/text/language.h"

static void read_german(void) {
    struct dat_problem problem = {""};
    assert_true(ui_language_change("de", false, &problem));
}

static int restore(void **state) {
    (void)state;
    ui_language_restore();
    return 0;
}

// English names are those of the species' own files, so that the window and the JSON agree.
static void english_names_are_those_of_the_table(void **state) {
    (void)state;
    for (int i = 0; i < TER_SPECIES_COUNT; i++)
        assert_string_equal(ui_species_name((enum ter_species)i),
                            ter_species_name((enum ter_species)i));
}

static void names_are_in_the_language(void **state) {
    (void)state;
    read_german();
    assert_string_equal(ui_species_name(TER_SPRUCE), "Fichte");
    assert_string_equal(ui_species_name(TER_DOUGLAS_FIR), "Douglasie");
    struct ter_species_def larch = *ter_species_def(TER_PINE);
    (void)snprintf(larch.species, sizeof larch.species, "larch");
    assert_true(ter_species_add(&larch));
    assert_string_equal(ui_species_name(TER_SPECIES_COUNT), "larch");
    ter_species_forget_added();
}

static void a_grip_is_in_the_language(void **state) {
    (void)state;
    char text[32];
    assert_string_equal(ui_species_in_tongs("pine, 4.0 m", text, sizeof text), "pine, 4.0 m");
    assert_string_equal(ui_species_in_tongs("mixed", text, sizeof text), "mixed");
    read_german();
    assert_string_equal(ui_species_in_tongs("pine, 4.0 m", text, sizeof text), "Kiefer, 4,0 m");
    assert_string_equal(ui_species_in_tongs("mixed", text, sizeof text), "gemischt");
    assert_string_equal(ui_species_in_tongs("larch, 3.1 m", text, sizeof text), "larch, 3.1 m");
    assert_string_equal(ui_species_in_tongs("", text, sizeof text), "");
    assert_string_equal(ui_species_in_tongs("Douglas fir, 12.3 m", text, 8), "Douglas");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(english_names_are_those_of_the_table),
        cmocka_unit_test_teardown(names_are_in_the_language, restore),
        cmocka_unit_test_teardown(a_grip_is_in_the_language, restore),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
