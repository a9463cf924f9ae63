#include "data/model/names.h"

#include "tests/near.h"

// Without a list of known names, whatever a group has is taken.
static void a_group_of_names_is_read(void **state) {
    (void)state;
    static const char text[] = "names: {saw log: Sägeholz, pulpwood: Industrieholz}\n";
    struct dat_diagnostics d;
    struct veh_names names = {.items = NULL};
    dat_diagnostics_init(&d, "t.yaml", text);
    struct dat_yaml *yaml = dat_yaml_load(text, "t.yaml", &d);
    const struct dat_value group = {.node = dat_yaml_find(dat_yaml_root(yaml), "names")};
    const struct dat_value none = {.node = NULL};
    dat_read_names(&group, "de", NULL, &names);
    dat_read_names(&none, "de", NULL, &names);
    assert_int_equal(names.count, 2);
    assert_string_equal(veh_names_text(&names, "de", "saw log"), "Sägeholz");
    assert_int_equal(d.errors, 0);
    struct dat_known_names known = {.items = NULL};
    dat_known_names_add(&known, "saw log");
    dat_known_names_add(&known, "");
    dat_known_names_add(&known, NULL);
    assert_int_equal(known.count, 1);
    dat_read_names(&group, "sv", &known, &names);
    assert_int_equal(d.errors, 1);
    assert_int_equal(names.count, 3);
    dat_known_names_finish(&known);
    veh_names_finish(&names);
    dat_yaml_destroy(yaml);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_group_of_names_is_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
