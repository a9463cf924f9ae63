#include "data/site/xml_read.h"

#include <stdlib.h>
#include <string.h>

#include "tests/data/bad_input.h"

#define ROOT "<Root xmlns=\"" DAT_STANFORD_NAMESPACE "\" diameterUnit=\"mm\" lengthUnit=\"cm\">\n"

struct found {
    struct dat_xml_source source;
    char names[10]; // first letters
    int lines[10], count;
    double value;
};

static void note(void *user, const xmlNode *node) {
    struct found *f = user;
    char text[DAT_XML_TEXT];
    dat_xml_text(node, text, sizeof text);
    f->names[f->count] = text[0];
    f->lines[f->count++] = dat_xml_line(node);
}

static void need(void *user, const xmlNode *node) {
    struct found *f = user;
    (void)dat_xml_child_value(&f->source, node, "Value", 0.0, 10.0, &f->value);
}

static const struct dat_xml_part parts[] = {{"Part", note}, {"Needs", need}};

static bool walk(const char *text, struct found *f, struct dat_diagnostics *d) {
    dat_diagnostics_init(d, "t.xml", text);
    *f = (struct found){.source = {.d = d}};
    return dat_xml_walk(&f->source, text, "Root", parts, 2, f);
}

static void parts_are_found_in_the_root_and_in_the_machine(void **state) {
    (void)state;
    struct found f;
    struct dat_diagnostics d;
    assert_true(walk(ROOT
                     "<Part> a </Part>\n<Machine>\n<Part>b</Part><Other><Part>no</Part></Other>"
                     "</Machine>\n<Else><Part>no</Part></Else><Part>c</Part></Root>",
                     &f, &d));
    assert_string_equal(f.names, "abc");
    assert_int_equal(f.lines[0], 2);
    assert_int_equal(f.lines[1], 4);
    assert_int_equal(f.lines[2], 5);
}

static void values_have_a_range(void **state) {
    (void)state;
    struct found f;
    struct dat_diagnostics d;
    assert_true(walk(ROOT "<Needs><Value> 2.5 </Value></Needs></Root>", &f, &d));
    assert_near(f.value, 2.5, 0.0);
}

static void mistakes_are_named_by_line(void **state) {
    (void)state;
    static const struct bad_input table[] = {
        {"", 1, 0, "well-formed"},
        {"\n<Other/>", 2, 0, "the message is 'Other', expected 'Root'"},
        {"<Root/>", 1, 0, "namespace is not StanForD 2010"},
        {"<Root xmlns=\"" DAT_STANFORD_NAMESPACE "\" diameterUnit=\"mm\"/>", 1, 0,
         "units are unknown"},
        {ROOT "<Needs/></Root>", 2, 0, "'Needs' has no 'Value'"},
        {ROOT "<Needs><Value>11</Value></Needs></Root>", 2, 0, "'Value' is '11', expected 0 to 10"},
        {ROOT "<Needs><Value>1,5</Value></Needs></Root>", 2, 0, "'Value' is '1,5'"},
        {ROOT "<Part>", 2, 0, "cut off: '</Root>' is missing"},
        {ROOT "<Part>1</Part>\n<Needs", 3, 0, "cut off: '</Root>' is missing"},
        {ROOT "<Part>1</Other></Root>", 2, 0, "well-formed XML: Opening and ending tag mismatch"},
        {"<a:Root xmlns:a=\"" DAT_STANFORD_NAMESPACE
         "\" diameterUnit=\"mm\" lengthUnit=\"cm\"></a:Root >\n<x/>",
         2, 0, "end of the document"},
        {"<Other\nxmlns=\"x\">\n\n\n<a/></Other>", 2, 0, "the message is 'Other'"},
        {ROOT "\n<!DOCTYPE Root []></Root>", 3, 0, "document type declaration is not allowed"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct found f;
        struct dat_diagnostics d;
        assert_false(walk(table[i].text, &f, &d));
        assert_reported(&d, &table[i]);
    }
}

static void nothing_is_read_after_a_stop(void **state) {
    (void)state;
    struct found f;
    struct dat_diagnostics d;
    assert_false(walk(ROOT "<Part>a</Part><Part>b</Part", &f, &d));
    assert_int_equal(d.errors, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_found_in_the_root_and_in_the_machine),
        cmocka_unit_test(values_have_a_range),
        cmocka_unit_test(mistakes_are_named_by_line),
        cmocka_unit_test(nothing_is_read_after_a_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
