// The elements at the head of every message.
#include "data/site/stanford_parts.h"

#include <stdlib.h>
#include <string.h>

#include "data/text/text.h"
#include "tests/near.h"

static const char path[] = "stanford_parts_test.xml";

static void write_own(struct dat_xml *w, const void *content) {
    dat_xml_leaf(w, "Own", content);
}

static char *written(enum dat_stanford_head head) {
    const struct dat_stanford common = {.program = "Kranich 0",
                                        .machine = "m",
                                        .trainee = "t",
                                        .object = "o",
                                        .created = "2024-05-17T10:00:00.000+00:00",
                                        .start = "2024-05-17T09:30:00.000+00:00"};
    const struct dat_stanford_message message = {.root = "TestedMessage",
                                                 .type = "tst",
                                                 .version = "2.1",
                                                 .version_date = "2014-02-06",
                                                 .category = "Harvester",
                                                 .head = head,
                                                 .common = &common,
                                                 .write = write_own};
    struct dat_problem problem;
    struct dat_diagnostics d;
    assert_true(dat_stanford_write(&message, "content", path, &problem));
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    assert_non_null(text);
    (void)remove(path);
    return text;
}

// The words follow each other in the text.
static void assert_order(const char *text, const char *const words[], int count) {
    const char *at = text;
    for (int i = 0; i < count; i++) {
        at = strstr(at, words[i]);
        if (at == NULL)
            fail_msg("'%s' is missing or out of order", words[i]);
    }
}

static void a_message_has_root_header_machine_and_its_own(void **state) {
    (void)state;
    static const char *const words[] = {"<TestedMessage xmlns=\"urn:skogforsk:stanford2010\"",
                                        "messageType=\"tst\"",
                                        "version=\"2.1\" versionDate=\"2014-02-06\"",
                                        "urn:skogforsk:stanford2010 TestedMessage_V2p1.xsd",
                                        "<TestedMessageHeader>",
                                        "<CreationDate>2024-05-17T10:00:00.000+00:00",
                                        "<Machine machineCategory=\"Harvester\">",
                                        "<MachineKey>m<",
                                        "<OperatorDefinition>",
                                        "<FirstName>t<",
                                        "<Own>content</Own>",
                                        "</Machine>",
                                        "</TestedMessage>"};
    char *text = written(DAT_STANFORD_NO_HEAD);
    assert_order(text, words, sizeof words / sizeof words[0]);
    assert_null(strstr(text, "MachineHead"));
    free(text);
}

static void the_head_has_two_places(void **state) {
    (void)state;
    static const char *const first[] = {"<MachineHeadModel", "<MachineOwner>"};
    static const char *const last[] = {"</OperatorDefinition>", "<MachineHeadModel>"};
    char *text = written(DAT_STANFORD_HEAD_FIRST);
    assert_order(text, first, 2);
    free(text);
    text = written(DAT_STANFORD_HEAD_LAST);
    assert_order(text, last, 2);
    free(text);
}

static void a_place_that_cannot_be_written_is_named(void **state) {
    (void)state;
    const struct dat_stanford common = {.program = "", .machine = "", .trainee = "", .object = ""};
    const struct dat_stanford_message message = {.root = "T",
                                                 .type = "",
                                                 .version = "2.1",
                                                 .version_date = "",
                                                 .category = "",
                                                 .common = &common,
                                                 .write = write_own};
    struct dat_problem problem = {""};
    assert_false(dat_stanford_write(&message, "", "/nonexistent/a.xml", &problem));
    assert_non_null(strstr(problem.text, "/nonexistent/a.xml"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_has_root_header_machine_and_its_own),
        cmocka_unit_test(the_head_has_two_places),
        cmocka_unit_test(a_place_that_cannot_be_written_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
