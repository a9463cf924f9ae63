#include "data/figures.h"

#include <string.h>

#include "tests/near.h"

static const char head[] = "classes:\n"
                           "  - {name: small, kind: forwarder}\n"
                           "  - {name: large, kind: forwarder}\n"
                           "figures:\n"
                           "  - {figure: mass_t, classes: [small], from: 10, to: 12, "
                           "basis: verified, source: a}\n"
                           "  - {figure: mass_t, classes: [large], from: 15, to: 20, "
                           "basis: computed, source: b}\n";

static bool read(const char *more, struct dat_figures *figures, struct dat_diagnostics *d) {
    static char text[4096];
    (void)snprintf(text, sizeof text, "%s%s", head, more);
    dat_diagnostics_init(d, "figures.yaml", text);
    return dat_read_figures(text, "figures.yaml", figures, d);
}

static void figures_belong_to_classes(void **state) {
    (void)state;
    struct dat_figures figures;
    struct dat_diagnostics d;
    assert_true(read("  - {figure: reach_m, to: 9, basis: assumed, source: c}\n", &figures, &d));
    assert_int_equal(figures.class_count, 2);
    const struct dat_machine_class *large = dat_find_machine_class(&figures, "large");
    assert_non_null(large);
    assert_int_equal(large->kind, VEH_FORWARDER);
    assert_near(large->figure[VEH_FIGURE_MASS].from, 15.0, 0.0);
    assert_int_equal(large->figure[VEH_FIGURE_MASS].basis, DAT_BASIS_COMPUTED);
    assert_string_equal(large->figure[VEH_FIGURE_MASS].source, "b");
    for (int i = 0; i < 2; i++) // of all classes
        assert_near(figures.classes[i].figure[VEH_FIGURE_REACH].to, 9.0, 0.0);
    assert_false(large->figure[VEH_FIGURE_TYRE].known);
    assert_null(dat_find_machine_class(&figures, "huge"));
    dat_figures_finish(&figures);
}

static void the_class_is_that_of_the_nearest_mass(void **state) {
    (void)state;
    struct dat_figures figures;
    struct dat_diagnostics d;
    assert_true(read("", &figures, &d));
    const struct {
        double mass;
        const char *name;
    } cases[] = {{1.0, "small"}, {12.0, "small"}, {13.4, "small"}, {13.6, "large"}, {99, "large"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(dat_machine_class(&figures, VEH_FORWARDER, cases[i].mass)->name,
                            cases[i].name);
    assert_null(dat_machine_class(&figures, VEH_HARVESTER, 12.0));
    dat_figures_finish(&figures);
}

static void a_figure_is_within_below_or_above(void **state) {
    (void)state;
    const struct dat_real_figure range = {.known = true, .from = 1.0, .to = 2.0};
    const struct dat_real_figure open = {.known = true, .from = -(double)INFINITY, .to = 2.0};
    assert_int_equal(dat_judge(&range, 1.0), DAT_VERDICT_WITHIN);
    assert_int_equal(dat_judge(&range, 2.0), DAT_VERDICT_WITHIN);
    assert_int_equal(dat_judge(&range, 0.9), DAT_VERDICT_BELOW);
    assert_int_equal(dat_judge(&range, 2.1), DAT_VERDICT_ABOVE);
    assert_int_equal(dat_judge(&open, -1e9), DAT_VERDICT_WITHIN);
    assert_int_equal(dat_judge(&range, (double)NAN), DAT_VERDICT_NONE);
    assert_int_equal(dat_judge(&(struct dat_real_figure){.known = false}, 1.0), DAT_VERDICT_NONE);
}

static void mistakes_are_reported_where_they_are(void **state) {
    (void)state;
    const struct {
        const char *text;
        int column;
        const char *words;
    } cases[] = {
        {"  - {figure: reach, to: 9, basis: assumed, source: c}\n", 14, "did you mean 'reach_m'"},
        {"  - {figure: reach_m, basis: assumed, source: c}\n", 6, "needs 'from' or 'to'"},
        {"  - {figure: reach_m, from: 3, to: 2, basis: assumed, source: c}\n", 36,
         "less than 'from', 3"},
        {"  - {figure: reach_m, to: 9, basis: guessed, source: c}\n", 37, "guessed"},
        {"  - {figure: reach_m, classes: [huge], to: 9, basis: assumed, source: c}\n", 33,
         "there is no class 'huge'"},
        {"  - {figure: mass_t, to: 9, basis: assumed, source: c}\n", 14, "is given twice"},
        {"  - {figure: reach_m, to: 9, basis: assumed}\n", 6, "source"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct dat_figures figures;
        struct dat_diagnostics d;
        assert_false(read(cases[i].text, &figures, &d));
        assert_non_null(strstr(d.item[0].text, cases[i].words));
        assert_int_equal(d.item[0].line, 7);
        if (d.item[0].column != cases[i].column)
            fail_msg("%s: column %d, not %d", cases[i].words, d.item[0].column, cases[i].column);
    }
}

static void an_unknown_class_of_a_model_is_reported_at_its_place(void **state) {
    (void)state;
    struct dat_figures figures;
    struct dat_diagnostics d;
    assert_true(read("", &figures, &d));
    const char known[] = "kind: harvester\nname: a\nclass: large\n";
    const char unknown[] = "kind: harvester\nname: a\nclass: larg\n";
    dat_diagnostics_init(&d, "a.yaml", known);
    assert_true(dat_check_class(known, "a.yaml", &figures, &d));
    assert_true(dat_check_class("kind: harvester\nname: a\n", "a.yaml", &figures, &d));
    assert_int_equal(d.errors, 0);
    dat_diagnostics_init(&d, "a.yaml", unknown);
    assert_false(dat_check_class(unknown, "a.yaml", &figures, &d));
    assert_int_equal(d.item[0].line, 3);
    assert_int_equal(d.item[0].column, 8);
    assert_non_null(
        strstr(d.item[0].text, "no class 'larg' in figures.yaml (did you mean 'large'?)"));
    dat_figures_finish(&figures);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_belong_to_classes),
        cmocka_unit_test(the_class_is_that_of_the_nearest_mass),
        cmocka_unit_test(an_unknown_class_of_a_model_is_reported_at_its_place),
        cmocka_unit_test(a_figure_is_within_below_or_above),
        cmocka_unit_test(mistakes_are_reported_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
