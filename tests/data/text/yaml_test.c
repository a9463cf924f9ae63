#include "data/text/yaml.h"

#include <stdlib.h>
#include <string.h>

#include "tests/data/bad_input.h"

static struct dat_diagnostics d;

static struct dat_yaml *load(const char *text) {
    dat_diagnostics_init(&d, "t.yaml", text);
    return dat_yaml_load(text, "t.yaml", &d);
}

static void assert_at(const struct dat_node *node, int line, int column) {
    assert_non_null(node);
    assert_int_equal(node->line, line);
    assert_int_equal(node->column, column);
}

static void nodes_know_where_they_stand(void **state) {
    (void)state;
    struct dat_yaml *yaml = load("a: 1\n"
                                 "bäum: [1, 'x', {k: \"y\"}]\n"
                                 "list:\n"
                                 "  - first: 1\n"
                                 "    second:\n"
                                 "  - plain\n");
    assert_non_null(yaml);
    const struct dat_node *root = dat_yaml_root(yaml);
    assert_int_equal(root->kind, DAT_NODE_MAP);
    assert_int_equal(root->count, 3);
    assert_at(dat_yaml_find(root, "a"), 1, 4);
    const struct dat_node *flow = dat_yaml_find(root, "b\xc3\xa4um");
    assert_at(flow, 2, 1);        // the place of a list is that of its key
    assert_at(flow->first, 2, 8); // columns count characters, not bytes
    const struct dat_node *quoted = flow->first->next;
    assert_at(quoted, 2, 11);
    assert_true(quoted->quoted);
    assert_at(quoted->next, 2, 17); // a map in a list: its first key
    const struct dat_node *list = dat_yaml_find(root, "list");
    assert_at(list->first, 4, 5);
    const struct dat_node *second = dat_yaml_find(list->first, "second");
    assert_int_equal(second->kind, DAT_NODE_EMPTY);
    assert_at(second, 5, 5);
    assert_at(list->first->next, 6, 5);
    assert_string_equal(list->first->next->text, "plain");
    dat_yaml_destroy(yaml);
}

static void all_duplicates_are_reported(void **state) {
    (void)state;
    assert_null(load("a: 1\nb: {x: 1, x: 2}\na: 3\n"));
    assert_int_equal(d.errors, 2);
    assert_int_equal(d.item[0].line, 2);
    assert_int_equal(d.item[0].column, 11);
    assert_int_equal(d.item[1].line, 3);
}

// Nine lines that stand for 9^9 values, and other ways to keep a reader busy.
static void bombs_are_refused(void **state) {
    (void)state;
    char bomb[4096] = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
    for (int i = 1; i < 9; i++) {
        (void)snprintf(bomb + strlen(bomb), sizeof bomb - strlen(bomb),
                       "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n", i, i,
                       i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
    }
    assert_null(load(bomb));
    assert_non_null(strstr(d.item[0].text, "more than"));
    char deep[20001];
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    assert_null(load(deep));
    const size_t size = 400 * 12;
    char *many = calloc(size + 1, 1);
    assert_non_null(many);
    for (int i = 0; i < 400; i++)
        (void)snprintf(many + strlen(many), 12, "k%d: 1\n", i);
    assert_null(load(many));
    assert_non_null(strstr(d.item[0].text, "more than 200 keys"));
    free(many);
}

static void numbers_are_told_from_other_scalars(void **state) {
    (void)state;
    static const struct {
        const char *text;
        enum dat_scalar kind;
        double value;
    } rows[] = {
        {"1", DAT_SCALAR_NUMBER, 1.0},         {"-2.5e-3", DAT_SCALAR_NUMBER, -2.5e-3},
        {".5", DAT_SCALAR_NUMBER, 0.5},        {"+3.", DAT_SCALAR_NUMBER, 3.0},
        {"5 m", DAT_SCALAR_UNIT, 0.0},         {"5m", DAT_SCALAR_UNIT, 0.0},
        {"1,5", DAT_SCALAR_UNIT, 0.0},         {"0x10", DAT_SCALAR_UNIT, 0.0},
        {"'5'", DAT_SCALAR_QUOTED, 0.0},       {"heavy", DAT_SCALAR_NONE, 0.0},
        {"[1]", DAT_SCALAR_NONE, 0.0},         {"", DAT_SCALAR_NONE, 0.0},
        {"nan", DAT_SCALAR_NOT_FINITE, 0.0},   {".inf", DAT_SCALAR_NOT_FINITE, 0.0},
        {"-.inf", DAT_SCALAR_NOT_FINITE, 0.0}, {"1e400", DAT_SCALAR_NOT_FINITE, 0.0},
        {"-x", DAT_SCALAR_NONE, 0.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "a: %s\n", rows[i].text);
        struct dat_yaml *yaml = load(text);
        assert_non_null(yaml);
        double value = 0.0;
        const enum dat_scalar kind = dat_yaml_number(dat_yaml_root(yaml)->first, &value);
        if (kind != rows[i].kind)
            fail_msg("'%s' is of kind %d, expected %d", rows[i].text, kind, rows[i].kind);
        assert_near(value, rows[i].value, 0.0);
        dat_yaml_destroy(yaml);
    }
}

static void bad_documents_are_refused(void **state) {
    (void)state;
    static const struct bad_input rows[] = {
        {"", 0, 0, "the file is empty"},
        {"# nothing\n", 0, 0, "the file is empty"},
        {"%YAML 2.0\n---\na: 1\n", 1, 1, "this version of YAML is not supported"},
        {"# x\n%YAML 3.0\n---\na: 1\n", 2, 1, "this version of YAML is not supported"},
        {"a: 1\n---\nb: 2\n", 2, 1, "a second document begins here"},
        {"%YAML 1.2\n---\na: |\n  ---\n--- # x\nb: 2\n", 5, 1, "a second document begins here"},
        {"a: 1\n...\n# x\nb: 2\n", 4, 1, "a second document begins here"},
        {"a: 1\rb: \x01\r", 2, 4, "control character"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_null(load(rows[i].text));
        assert_reported(&d, &rows[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_know_where_they_stand),
        cmocka_unit_test(all_duplicates_are_reported),
        cmocka_unit_test(bombs_are_refused),
        cmocka_unit_test(numbers_are_told_from_other_scalars),
        cmocka_unit_test(bad_documents_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
