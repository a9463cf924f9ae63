#include "data/text/utf8.h"

#include <string.h>

#include "tests/near.h"

struct row {
    const char *text;
    int line, column; // 0: the text is accepted
    const char *words;
};

// The bounds of each length are those of RFC 3629, section 4.
static const struct row rows[] = {
    {"", 0, 0, ""},
    {"tab\tand\r\nline\rbreaks\n", 0, 0, ""},
    {"\xc2\x80 \xdf\xbf", 0, 0, ""},
    {"\xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80", 0, 0, ""},
    {"\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf", 0, 0, ""},
    {"a\xc3", 1, 2, "byte 0xc3 is not valid UTF-8"}, // ends within a character
    {"\xc3\xa4\x80", 1, 2, "byte 0x80"},             // begins within one
    {"a\n\xc1\xbf", 2, 1, "byte 0xc1"},              // overlong
    {"a\rb\xe0\x9f\xbf", 2, 2, "byte 0xe0"},
    {"\r\n\xf0\x8f\xbf\xbf", 2, 1, "byte 0xf0"},
    {"\xed\xa0\x80", 1, 1, "byte 0xed"},     // a surrogate
    {"\xf4\x90\x80\x80", 1, 1, "byte 0xf4"}, // beyond the last character
    {"\xf5\x80\x80\x80", 1, 1, "byte 0xf5"},
    {"a\x01", 1, 2, "control character 0x01 is not allowed"},
    {"\x7f", 1, 1, "control character 0x7f"},
};

static void finds_the_first_byte_that_is_no_text(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct dat_diagnostics d;
        dat_diagnostics_init(&d, "t", NULL);
        const bool ok = dat_utf8_check(rows[i].text, "t", &d);
        const bool valid =
            ok || strncmp(rows[i].words, "control", 7) == 0 || strcmp(rows[i].text, "\x7f") == 0;
        assert_int_equal(dat_utf8_valid(rows[i].text), valid);
        if (ok != (rows[i].line == 0) || d.errors != !ok ||
            (!ok && (d.item[0].line != rows[i].line || d.item[0].column != rows[i].column ||
                     strstr(d.item[0].text, rows[i].words) == NULL))) {
            dat_diagnostics_print(&d, stderr);
            fail_msg("row %zu", i);
        }
    }
}

static void foreign_text_becomes_a_plain_line(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t most;
        const char *plain;
    } lines[] = {
        {"", 3, ""},
        {"a\r\n\x1b[31mb\x7f", 99, "a   [31mb "},
        {"\xc2\x9b\x33\x31m \xc2\xa0", 99, "  31m \xc2\xa0"}, // CSI as one character
        {"a\xff\xc3", 99, "a  "},
        {"ab\xc3\xa4", 4, "ab\xc3\xa4"},
        {"ab\xc3\xa4", 3, "ab"}, // not half of it
        {"\xf0\x9f\x8c\xb2", 3, ""},
        {"abc", 0, ""},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[32];
        (void)snprintf(text, sizeof text, "%s", lines[i].text);
        dat_utf8_make_plain(text, lines[i].most);
        assert_string_equal(text, lines[i].plain);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_text_becomes_a_plain_line),
        cmocka_unit_test(finds_the_first_byte_that_is_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
