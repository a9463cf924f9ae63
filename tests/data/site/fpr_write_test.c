#include "data/site/fpr_write.h"

#include "tests/data/site/structure.h"

// Two loads of two products; the caller frees it.
static char *written(void) {
    static const struct dat_fpr_product products[] = {{"Pulp & chips", TER_SPRUCE},
                                                      {"Sawlogs", TER_PINE}};
    static const struct dat_fpr_part parts[] = {{1, 4.5, 4.0}, {0, 6.25, 5.5}, {1, 9.0, 8.0}};
    static const struct dat_fpr_load loads[] = {
        {"2024-05-17T10:00:00.000+00:00", 323.4, 0, 2},
        {"2024-05-17T10:25:00.000+00:00", 87.0, 2, 1},
    };
    const struct dat_fpr fpr = {.common = {.program = "Kranich 0",
                                           .machine = "m",
                                           .trainee = "t",
                                           .object = "o",
                                           .created = "2024-05-17T10:30:00.000+00:00",
                                           .start = "2024-05-17T09:30:00.000+00:00",
                                           .has_species = {[TER_SPRUCE] = true, [TER_PINE] = true}},
                                .products = products,
                                .product_count = 2,
                                .loads = loads,
                                .load_count = 2,
                                .parts = parts,
                                .density = 871.6};
    const char *path = "fpr_write_test.fpr";
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    assert_true(dat_fpr_write(&fpr, path, &problem));
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    assert_non_null(text);
    (void)remove(path);
    return text;
}

static void the_structure_is_that_of_real_files(void **state) {
    (void)state;
    struct structure s = load_structure("fpr_structure.txt");
    char *text = written();
    xmlDocPtr doc = xmlReadMemory(text, (int)strlen(text), NULL, NULL, XML_PARSE_NOBLANKS);
    assert_non_null(doc);
    const xmlNode *root = xmlDocGetRootElement(doc);
    assert_true(has_name(&s, 0, (const char *)root->name));
    check_element(&s, 0, root);
    xmlFreeDoc(doc);
    free(text);
    free(s.text);
}

static int count(const char *text, const char *words) {
    int n = 0;
    for (const char *at = strstr(text, words); at != NULL; at = strstr(at + 1, words))
        n++;
    return n;
}

static void loads_have_their_parts(void **state) {
    (void)state;
    char *text = written();
    assert_int_equal(count(text, "<Load>"), 2);
    assert_int_equal(count(text, "<PartialLoad>"), 3);
    assert_non_null(strstr(text, "machineCategory=\"Forwarder\""));
    assert_non_null(strstr(text, "<DistanceFromLastUnloading>323<"));
    assert_non_null(strstr(text, "<UnloadingTime>2024-05-17T10:25:00.000+00:00<"));
    assert_non_null(strstr(text, "=\"Volume, m3sob\">6.2500<"));
    assert_non_null(strstr(text, "=\"Volume, m3sub\">5.5000<"));
    assert_non_null(strstr(text, "<ProductName>Pulp &amp; chips<"));
    assert_int_equal(count(text, "=\"On bark\">872<"), 2);
    assert_int_equal(count(text, "<SpeciesGroupName>"), 2);
    const char *last = strstr(strstr(text, "<PartialLoadKey>3<"), "<DeliveryKey>");
    assert_memory_equal(last, "<DeliveryKey>2<", 15);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_structure_is_that_of_real_files),
        cmocka_unit_test(loads_have_their_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
