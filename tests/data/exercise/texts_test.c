// Steps of the task, and the texts of an exercise in the language of the window.
#include "data/exercise/scenario.h"
#include "tests/data/bad_input.h"

static struct dat_diagnostics d;
static struct dat_scenario scenario;

#define TRY                                                                                        \
    "exercise: Try\ndescription: All\nsite: s\nmachine: m\nstart: {position: [1, 2]}\n"            \
    "steps:\n"                                                                                     \
    "  - {prompt: Drive 5 m, until: {driven_m: {at_least: 5}}}\n"                                  \
    "  - {prompt: Come back, until: {driven_m: {at_least: 10}, tips: {at_most: 0}}}\n"

static bool read_scenario(const char *text) {
    dat_diagnostics_init(&d, "t.yaml", text);
    return dat_read_scenario(text, "t.yaml", &scenario, &d);
}

static void texts_follow_the_language(void **state) {
    (void)state;
    assert_true(read_scenario(TRY "translations:\n"
                                  "  - language: de\n"
                                  "    exercise: Versuch\n"
                                  "    prompts: [5 m fahren, Zurück]\n"
                                  "    names: {log: Holz}\n"
                                  "  - {language: sv, exercise: Prov, description: Allt}\n"));
    assert_int_equal(scenario.step_count, 2);
    assert_int_equal(scenario.steps[1].until_count, 2);
    assert_string_equal(dat_scenario_title(&scenario, "en"), "Try");
    assert_string_equal(veh_names_text(&scenario.names, "de", "log"), "Holz");
    assert_string_equal(veh_names_text(&scenario.names, "sv", "log"), "log");
    assert_string_equal(dat_scenario_title(&scenario, "de"), "Versuch");
    assert_string_equal(dat_scenario_title(&scenario, "fi"), "Try");
    assert_string_equal(dat_scenario_description(&scenario, "de"), "All");
    assert_string_equal(dat_scenario_description(&scenario, "sv"), "Allt");
    assert_string_equal(dat_scenario_prompt(&scenario, 1, "de"), "Zurück");
    assert_string_equal(dat_scenario_prompt(&scenario, 1, "sv"), "Come back");
    dat_scenario_finish(&scenario);
}

static const struct bad_input rows[] = {
    {TRY "translations: [{language: de, exercise: V, prompts: [Eins]}]\n", 9, 44,
     "1 prompts, but the exercise has 2 steps"},
    {TRY "translations:\n  - {language: de, exercise: V}\n  - {language: de, exercise: W}\n", 11,
     16, "duplicate language 'de'"},
    {TRY "assortments: [{name: log, length: 4}]\n"
         "translations: [{language: de, exercise: V, names: {lug: Holz}}]\n",
     10, 52, "the file has no name 'lug' (did you mean 'log'?)"},
    {TRY "translations: [{language: dr, exercise: V}]\n", 9, 27, "unknown language 'dr'"},
    {TRY "translations: [{language: de}]\n", 9, 17, "missing key 'exercise'"},
    {TRY "translations: [{language: 7, exercise: V}]\n", 9, 27, "must begin with a letter"},
};

static void every_mistake_is_named_at_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(read_scenario(rows[i].text));
        assert_reported(&d, &rows[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_follow_the_language),
        cmocka_unit_test(every_mistake_is_named_at_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
