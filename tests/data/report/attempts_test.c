#include "data/report/attempts.h"

#include "tests/data/report/some_sessions.h"

static void attempts_are_those_of_trainees_in_their_order(void **state) {
    (void)state;
    struct dat_attempt_list list;
    dat_attempts_collect(&list, &some, "slalom", NULL, "points");
    assert_int_equal(list.count, 3);
    assert_string_equal(list.items[0].trainee, "Anna");
    assert_int_equal(list.items[0].figures.count, 2); // without what the demonstrator showed
    assert_near(list.items[0].figures.items[1], 70.0, 0.0);
    assert_string_equal(list.items[2].trainee, "Carl");
    dat_attempts_finish(&list);
    dat_attempts_collect(&list, &some, "slalom", "{\"row\":3}", "points");
    assert_int_equal(list.count, 0); // others have set it so
    dat_attempts_finish(&list);
}

static char *draw(const char *key, const char *trainee) {
    char *text = NULL;
    size_t size = 0;
    struct dat_attempt_list list;
    const struct dat_report_out out = {.file = open_memstream(&text, &size),
                                       .texts = dat_report_english()};
    dat_attempts_collect(&list, &some, "slalom", NULL, key);
    dat_attempts_draw(&out, &list, trainee, DAT_WORD_POINTS);
    dat_attempts_finish(&list);
    assert_int_equal(fclose(out.file), 0);
    return text;
}

// 0 to 100 lie between the heights 204 and 10, and two attempts between 50 and 710.
static void lines_lead_through_the_figures(void **state) {
    (void)state;
    char *text = draw("points", NULL);
    assert_non_null(strstr(text, "d=\"M50.0 107.0L710.0 68.2\"")); // Anna: 50, 70
    assert_non_null(strstr(text, ">100</text>"));
    assert_non_null(strstr(text, "<title>Carl: 90.0</title>"));
    assert_non_null(strstr(text, "stroke-dasharray=\"5 4\" d=\"M50.0 107.0L710.0 58.5\""));
    // The quartiles of 40, 50 and 90 are 45 and 70, those of 70 and 80 are 72.5 and 77.5.
    assert_non_null(strstr(text, "d=\"M50.0 68.2L710.0 53.6L710.0 63.4L50.0 116.7Z\""));
    free(text);
    text = draw("points", "Bo");
    assert_null(strstr(text, "Carl"));
    assert_non_null(strstr(text, "Bo: 80.0"));
    free(text);
    text = draw("fuel_l", NULL);
    assert_string_equal(text, "");
    free(text);
}

// Of more trainees than there are colours none has a name at the side, and all have one at their
// dots.
static void a_crowd_has_no_names_at_its_side(void **state) {
    (void)state;
    enum { MANY = 11 };
    char names[MANY][16];
    double figures[MANY];
    struct dat_attempts items[MANY] = {{.trainee = NULL}};
    for (int count = MANY - 1; count <= MANY; count++) {
        char *text = NULL;
        size_t size = 0;
        const struct dat_report_out out = {.file = open_memstream(&text, &size),
                                           .texts = dat_report_english()};
        for (int i = 0; i < count; i++) {
            (void)snprintf(names[i], sizeof names[i], "Trainee %d", i);
            figures[i] = 10.0 + i;
            items[i].trainee = names[i];
            items[i].figures.items = &figures[i];
            items[i].figures.count = 1;
        }
        const struct dat_attempt_list list = {.items = items, .count = count};
        dat_attempts_draw(&out, &list, NULL, DAT_WORD_POINTS);
        assert_int_equal(fclose(out.file), 0);
        assert_non_null(strstr(text, "<title>Trainee 9: 19.0</title>"));
        assert_true((strstr(text, ">Trainee 9</text>") != NULL) == (count < MANY));
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attempts_are_those_of_trainees_in_their_order),
        cmocka_unit_test(lines_lead_through_the_figures),
        cmocka_unit_test(a_crowd_has_no_names_at_its_side),
    };
    return cmocka_run_group_tests(tests, some_sessions, no_sessions);
}
