// A person is forgotten in a database; tests/ui/cmd/server_test.c does it on a server, too.
#include "ui/cmd/sessions_forget.h"

#include <jansson.h>

#include "tests/ui/cmd/sessions_case.h"

static void a_person_goes_with_all_sessions(void **state) {
    (void)state;
    unsetenv("KRANICH_SERVER");
    assert_int_equal(SESSIONS("forget", "J\xC3\xBCrgen"), UI_EXIT_DONE);
    assert_string_equal(out, "1 session and the name are deleted here\n");
    assert_int_equal(SESSIONS("list"), UI_EXIT_DONE);
    assert_null(strstr(out, "J\xC3\xBCrgen"));
    assert_contains(out, "Anna"); // nobody else
    assert_int_equal(SESSIONS("forget", "Anna", "--json", "-"), UI_EXIT_DONE);
    json_t *object = json_loads(out, 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(object, "deleted")), 1);
    assert_null(json_object_get(object, "deleted_on_server")); // none was asked
    json_decref(object);
    assert_string_equal(err, "");
}

// Another case of letters is another person.
static void an_unknown_name_is_a_mistake(void **state) {
    (void)state;
    assert_int_equal(SESSIONS("forget", "anna"), UI_EXIT_USAGE);
    assert_contains(err, "there is no trainee 'anna' here, and no server is named (--server)");
    assert_int_equal(SESSIONS("forget", "Anna", "--server", "school"), UI_EXIT_USAGE);
    assert_contains(err, "the address of the server cannot be read");
    assert_int_equal(SESSIONS("list"), UI_EXIT_DONE);
    assert_contains(out, "Anna"); // is still there
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_person_goes_with_all_sessions, set_up_with_two,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_unknown_name_is_a_mistake, set_up_with_two, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
