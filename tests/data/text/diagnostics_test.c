#include "data/text/diagnostics.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

// The text that dat_diagnostics_print() writes; the caller frees it.
static char *printed(const struct dat_diagnostics *d) {
    FILE *file = tmpfile();
    assert_non_null(file);
    dat_diagnostics_print(d, file);
    const long size = ftell(file);
    rewind(file);
    char *text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    return text;
}

static void prints(const struct dat_diagnostics *d, const char *expected) {
    char *text = printed(d);
    assert_string_equal(text, expected);
    free(text);
}

static void quotes_the_line_with_a_caret(void **state) {
    (void)state;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "a.txt", "one\r\ntwo three\r\nfour\n");
    assert_true(dat_diagnostics_ok(&d));
    dat_diagnose(&d, 2, 5, "'%s' is unknown, expected %d", "three", 3);
    assert_false(dat_diagnostics_ok(&d));
    prints(&d, "a.txt:2:5: error: 'three' is unknown, expected 3\n"
               "    two three\n"
               "        ^\n");
}

static void leaves_out_what_is_unknown(void **state) {
    (void)state;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "a.txt", NULL);
    dat_diagnose(&d, 0, 0, "no file");
    dat_diagnose(&d, 3, 0, "no column");
    dat_diagnose(&d, 3, 1, "no text");
    prints(&d, "a.txt: error: no file\n"
               "a.txt:3: error: no column\n"
               "a.txt:3:1: error: no text\n");
}

static void accepts_positions_outside_the_text(void **state) {
    (void)state;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "a.txt", "x\n");
    dat_diagnose(&d, 9, 1, "past the end");
    dat_diagnose(&d, 1, 99, "past the line");
    prints(&d, "a.txt:9:1: error: past the end\n"
               "a.txt:1:99: error: past the line\n"
               "    x\n"
               "     ^\n");
}

static void counts_characters_not_bytes(void **state) {
    (void)state;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "a.txt", "\xC3\xA4\xC3\xB6:x");
    dat_diagnose(&d, 1, 4, "here");
    assert_int_equal(d.item[0].caret, 3);
    assert_string_equal(d.item[0].quote, "\xC3\xA4\xC3\xB6:x");
}

static void shows_the_part_of_a_long_line_around_the_column(void **state) {
    (void)state;
    char line[1001];
    memset(line, 'a', sizeof line - 1);
    line[1000] = '\0';
    line[500] = '!';
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "a.txt", line);
    dat_diagnose(&d, 1, 501, "here");
    assert_true(d.item[0].caret >= 0);
    assert_int_equal(d.item[0].quote[d.item[0].caret], '!');
}

static void replaces_control_characters(void **state) {
    (void)state;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "a.txt", "a\x1b[2J\tb");
    dat_diagnose(&d, 1, 1, "bad '%s'", "\x1b[2J");
    assert_string_equal(d.item[0].text, "bad '?[2J'");
    assert_string_equal(d.item[0].quote, "a?[2J b");
}

static void does_not_cut_a_character_in_half(void **state) {
    (void)state;
    char long_word[400];
    for (int i = 0; i < 199; i++)
        memcpy(long_word + 2 * i, "\xC3\xA4", 2);
    long_word[398] = '\0';
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "a.txt", NULL);
    dat_diagnose(&d, 1, 1, "%s", long_word);
    const size_t length = strlen(d.item[0].text);
    assert_int_equal(length, 254); // 127 characters of two bytes; 255 would end in half of one
}

static void keeps_twenty_and_counts_all(void **state) {
    (void)state;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "a.txt", NULL);
    for (int i = 1; i <= 25; i++)
        dat_diagnose(&d, i, 1, "bad");
    assert_int_equal(d.errors, 25);
    assert_int_equal(d.kept, 20);
    char *text = printed(&d);
    assert_non_null(strstr(text, "a.txt:20:1: error: bad\nand 5 more errors\n"));
    assert_null(strstr(text, "a.txt:21"));
    free(text);
}

static void names_the_part_file(void **state) {
    (void)state;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "machine.yaml", "outer");
    dat_diagnose_in(&d, "parts/crane.yaml", "inner", 1, 3, "bad");
    prints(&d, "parts/crane.yaml:1:3: error: bad\n"
               "    inner\n"
               "      ^\n");
}

static void appends_other_diagnostics(void **state) {
    (void)state;
    struct dat_diagnostics d;
    struct dat_diagnostics part;
    dat_diagnostics_init(&d, "a", NULL);
    dat_diagnostics_init(&part, "b", NULL);
    for (int i = 1; i <= 15; i++) {
        dat_diagnose(&d, i, 1, "first");
        dat_diagnose(&part, i, 1, "second");
    }
    dat_diagnostics_append(&d, &part);
    assert_int_equal(d.errors, 30);
    assert_int_equal(d.kept, 20);
    assert_string_equal(d.item[15].file, "b");
}

static void warnings_do_not_refuse(void **state) {
    (void)state;
    struct dat_diagnostics d;
    struct dat_diagnostics all;
    dat_diagnostics_init(&d, "a.txt", "one\n");
    dat_diagnostics_init(&all, "b.txt", NULL);
    dat_warn(&d, 1, 2, "odd");
    dat_warn(&d, 0, 0, "odd too");
    assert_true(dat_diagnostics_ok(&d));
    assert_null(dat_diagnostics_first_error(&d));
    prints(&d, "a.txt:1:2: warning: odd\n"
               "    one\n"
               "     ^\n"
               "a.txt: warning: odd too\n");
    dat_diagnose(&d, 1, 1, "bad");
    assert_string_equal(dat_diagnostics_first_error(&d), "bad");
    dat_diagnostics_append(&all, &d);
    assert_int_equal(all.errors, 1);
    assert_int_equal(all.warnings, 2);
}

// Many warnings must not push out the errors behind them.
static void warnings_and_errors_are_kept_apart(void **state) {
    (void)state;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "a.txt", NULL);
    for (int i = 1; i <= 21; i++)
        dat_warn(&d, i, 1, "odd");
    dat_diagnose(&d, 30, 1, "bad");
    char *text = printed(&d);
    assert_non_null(strstr(text, "a.txt:30:1: error: bad\nand 1 more warning\n"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_the_line_with_a_caret),
        cmocka_unit_test(leaves_out_what_is_unknown),
        cmocka_unit_test(accepts_positions_outside_the_text),
        cmocka_unit_test(counts_characters_not_bytes),
        cmocka_unit_test(shows_the_part_of_a_long_line_around_the_column),
        cmocka_unit_test(replaces_control_characters),
        cmocka_unit_test(does_not_cut_a_character_in_half),
        cmocka_unit_test(keeps_twenty_and_counts_all),
        cmocka_unit_test(names_the_part_file),
        cmocka_unit_test(appends_other_diagnostics),
        cmocka_unit_test(warnings_do_not_refuse),
        cmocka_unit_test(warnings_and_errors_are_kept_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
