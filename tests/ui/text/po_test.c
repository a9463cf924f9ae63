#include "ui/text/po.h"

#include <stdlib.h>
#include <string.h>

#include "tests/data/bad_input.h"

static struct dat_diagnostics d;

static bool take(struct ui_po *po, const char *text) {
    dat_diagnostics_init(&d, "xx.po", text);
    return ui_po_read(po, text, "xx.po", &d);
}

static void strings_continue_and_escape(void **state) {
    (void)state;
    struct ui_po po;
    assert_true(take(&po, "# a comment\n"
                          "msgid \"\"\n"
                          "msgstr \"\"\n"
                          "\"Language: xx\\n\"\n"
                          "  \"MIME-Version: 1.0\\n\"\n"
                          "#: somewhere.c:12\n"
                          "#, fuzzy, c-format\n"
                          "msgctxt \"A\"\r\n"
                          "msgid \"a \\\"b\\\" \\\\ \\t%d\"\n"
                          "msgstr \"\xC3\xA4\"\n"
                          "msgid \"one\"\n"
                          "msgid_plural \"many\"\n"
                          "msgstr[0] \"\"\n"
                          "\"eins\"\n"
                          "msgstr[1] \"viele\"\n"
                          "#~ msgid \"gone\"\n"
                          "#~ msgstr \"weg\"")); // no end of line
    assert_int_equal(po.entries.count, 3);
    const struct ui_po_entry *e = po.entries.items;
    assert_string_equal(e[0].context.text, "");
    assert_string_equal(e[0].id.text, "");
    assert_string_equal(e[0].form[0].text, "Language: xx\nMIME-Version: 1.0\n");
    assert_string_equal(e[1].context.text, "A");
    assert_string_equal(e[1].id.text, "a \"b\" \\ \t%d");
    assert_string_equal(e[1].form[0].text, "\xC3\xA4");
    assert_true(e[1].fuzzy && !e[0].fuzzy && !e[2].fuzzy);
    assert_null(e[1].plural.text);
    assert_int_equal(e[1].form[0].line, 10);
    assert_int_equal(e[1].form[0].column, 8);
    assert_string_equal(e[2].context.text, "");
    assert_string_equal(e[2].plural.text, "many");
    assert_int_equal(e[2].forms, 2);
    assert_string_equal(e[2].form[0].text, "eins");
    assert_string_equal(e[2].form[1].text, "viele");
    ui_po_finish(&po);
    assert_true(take(&po, ""));
    assert_int_equal(po.entries.count, 0);
    ui_po_finish(&po);
}

static void bad_files_are_refused(void **state) {
    (void)state;
    static const struct bad_input rows[] = {
        {"msgid \"a\"\nmsgstr \"b\n", 2, 10, "the string has no closing quote"},
        {"msgid \"a\"\nmsgstr \"b", 2, 10, "the string has no closing quote"},
        {"msgid \"a\"\nmsgstr b\n", 2, 8, "expected a string in double quotes"},
        {"msgid \"a\"\nmsgstr\n", 2, 7, "expected a string in double quotes"},
        {"msgid \"a\"\nmsgstr \"\xC3\xA4\\q\"\n", 2, 10, "unknown escape sequence"},
        {"msgid \"a\"\nmsgstr \"\\", 2, 9, "unknown escape sequence"},
        {"msgid \"a\"\nmsgstr \"b\" c\n", 2, 12, "expected the end of the line"},
        {"msgid \"a\"\nmsgstr \"b\" # c\n", 2, 12, "expected the end of the line"},
        {"msgid \"a\"\nmsgstr \"b\"\nmsgstr \"c\"\n", 3, 7, "second translation"},
        {"msgid \"a\"\nmsgstr[0] \"b\"\n", 2, 7, "the entry has no 'msgid_plural'"},
        {"msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"b\"\n", 3, 7, "expected 'msgstr[0]'"},
        {"msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[1] \"b\"\n", 3, 7, "expected 'msgstr[0]'"},
        {"msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"\"\nmsgstr[0] \"\"\n", 4, 7,
         "expected 'msgstr[1]'"},
        {"msgstr \"a\"\n", 1, 1, "'msgstr' is not expected without 'msgid'"},
        {"msgctxt \"a\"\nmsgstr \"a\"\n", 2, 1, "'msgstr' is not expected behind 'msgctxt'"},
        {"msgid \"a\"\nmsgstr \"b\"\nmsgid_plural \"c\"\n", 3, 1, "not expected behind 'msgstr'"},
        {"msgid \"a\"\nmsgid \"b\"\nmsgstr \"c\"\n", 2, 0, "has no translation"},
        {"msgid \"a\"\n", 2, 0, "has no translation, expected 'msgstr'"},
        {"\"a\"\n", 1, 1, "the string belongs to no keyword"},
        {"msgstring \"a\"\n", 1, 1, "unknown keyword 'msgstring', expected 'msgstr'"},
        {" = 3\n", 1, 2, "expected a keyword such as 'msgid', a string or a comment"},
        {"msgid \"a\xff\"\n", 1, 9, "byte 0xff is not valid UTF-8"},
        {"msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\nmsgstr[2] \"\"\n"
         "msgstr[3] \"\"\nmsgstr[4] \"\"\nmsgstr[5] \"\"\nmsgstr[6] \"\"\n",
         9, 7, "expected at most 6 forms"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ui_po po;
        assert_false(take(&po, rows[i].text));
        assert_reported(&d, &rows[i]);
        ui_po_finish(&po);
    }
}

// One mistake is one error, and the next entry is read again.
static void all_mistakes_are_reported_once(void **state) {
    (void)state;
    struct ui_po po;
    assert_false(take(&po, "msgid \"a\\q\"\n\"b\"\nmsgstr \"c\"\n\"d\"\n\n"
                           "msgid \"b\"\nmsgstr \"b\"\n\n"
                           "msgid c\nmsgstr d\n"));
    assert_int_equal(d.errors, 2);
    assert_int_equal(d.item[0].line, 1);
    assert_int_equal(d.item[1].line, 9);
    ui_po_finish(&po);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_continue_and_escape),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(all_mistakes_are_reported_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
