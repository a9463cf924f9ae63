#include "data/site/xml_write.h"

#include <string.h>

#include "tests/near.h"

// What is written between <root> and </root>.
static void assert_written(void (*write)(struct dat_xml *w), const char *expected) {
    xmlBufferPtr buffer = xmlBufferCreate();
    struct dat_xml w = {.xml = xmlNewTextWriterMemory(buffer, 0)};
    dat_xml_open(&w, "root");
    write(&w);
    dat_xml_close(&w);
    xmlFreeTextWriter(w.xml);
    assert_false(w.failed);
    char whole[512];
    (void)snprintf(whole, sizeof whole, "<root>%s</root>", expected);
    assert_string_equal((const char *)xmlBufferContent(buffer), whole);
    xmlBufferFree(buffer);
}

static void leaves(struct dat_xml *w) {
    dat_xml_leaf(w, "A", "x < y & z");
    dat_xml_leaf_number(w, "B", -7);
    dat_xml_leaf_with(w, "C", "agency", "Other", "id");
    dat_xml_leaf_fixed(w, "D", "1");
}

static void bad_text(struct dat_xml *w) {
    dat_xml_leaf(w, "A", "a\x01z");    // no character of XML
    dat_xml_leaf(w, "B", "a\xffz");    // no UTF-8
    dat_xml_leaf(w, "C", "K\xc3\xa4"); // UTF-8
}

static void leaves_are_elements_with_their_attributes(void **state) {
    (void)state;
    assert_written(leaves, "<A>x &lt; y &amp; z</A><B>-7</B><C agency=\"Other\">id</C>"
                           "<D modificationRestricted=\"false\">1</D>");
}

static void what_xml_cannot_hold_becomes_a_question_mark(void **state) {
    (void)state;
    assert_written(bad_text, "<A>a?z</A><B>a?z</B><C>K\xc3\xa4</C>");
}

static void units_are_whole(void **state) {
    (void)state;
    assert_int_equal(dat_millimetres(0.2435), 244);
    assert_int_equal(dat_centimetres(4.896), 490);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_are_elements_with_their_attributes),
        cmocka_unit_test(what_xml_cannot_hold_becomes_a_question_mark),
        cmocka_unit_test(units_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
