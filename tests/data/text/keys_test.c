// Sections of a table of keys: unknown, missing and wrong keys.
#include "data/text/keys.h"

#include <string.h>

#include "tests/near.h"

struct file {
    struct dat_value name, tree;
};
struct tree {
    struct dat_value height_m, crown, points;
};

static const struct dat_key keys[] = {
    {0, "name", DAT_KEY_TEXT, "", NULL, 0, 0, "", 0, offsetof(struct file, name), "its title"},
    {0, "tree", DAT_KEY_SECTION, "", "", 0, 0, "", 1, offsetof(struct file, tree), "a tree"},
    {1, "height_m", DAT_KEY_NUMBER, "m", "20", 1, 100, "", 0, offsetof(struct tree, height_m),
     "its height"},
    {1, "crown", DAT_KEY_NUMBER, "m", "", 1, 100, "", 0, offsetof(struct tree, crown),
     "width of its crown"},
    {1, "points", DAT_KEY_VECTORS, "m", "", -9, 9, "", 0, offsetof(struct tree, points), "points"},
};
static const struct dat_key_section sections[] = {
    {"the file", "All there is.", sizeof(struct file)},
    {"a tree", "A spruce.", sizeof(struct tree)},
};
static const struct dat_key_table table = {
    .keys = keys, .key_count = 5, .sections = sections, .section_count = 2};

static struct dat_diagnostics d;
static struct dat_yaml *yaml;

static bool read_file(const char *text, struct file *file) {
    dat_diagnostics_init(&d, "t.yaml", text);
    yaml = dat_yaml_load(text, "t.yaml", &d);
    assert_non_null(yaml);
    return dat_keys_read(&table, 0, dat_yaml_root(yaml), file);
}

static bool read_tree(const char *text, struct tree *tree) {
    struct file file;
    assert_true(read_file(text, &file));
    return dat_keys_read(&table, 1, file.tree.node, tree);
}

static void values_are_at_their_offsets(void **state) {
    (void)state;
    struct tree tree;
    assert_true(read_tree("name: a\ntree: {crown: 4, points: [[1, 2, 3]]}\n", &tree));
    assert_near(tree.crown.number[0], 4.0, 0.0);
    assert_ptr_equal(tree.crown.node, tree.crown.at);
    assert_null(tree.height_m.node);
    assert_near(tree.height_m.number[0], 20.0, 0.0);
    double p[3];
    assert_true(dat_keys_numbers(dat_keys_items(&tree.points), 3, p));
    assert_near(p[2], 3.0, 0.0);
    assert_null(dat_keys_items(&tree.height_m));
    dat_yaml_destroy(yaml);
}

static void wrong_value_keeps_its_place_and_the_default(void **state) {
    (void)state;
    struct tree tree;
    assert_false(read_tree("name: a\ntree: {height_m: 400}\n", &tree));
    assert_null(tree.height_m.node);
    assert_non_null(tree.height_m.at);
    assert_near(tree.height_m.number[0], 20.0, 0.0);
    dat_yaml_destroy(yaml);
}

static void refused(const char *text, int line, int column, const char *words) {
    struct file file;
    struct tree tree;
    const bool ok = read_file(text, &file);
    if (file.tree.node != NULL)
        (void)dat_keys_read(&table, 1, file.tree.node, &tree);
    if ((ok && d.errors == 0) || d.item[0].line != line || d.item[0].column != column ||
        strstr(d.item[0].text, words) == NULL) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("expected %d:%d \"%s\"", line, column, words);
    }
    dat_yaml_destroy(yaml);
}

static void keys_are_checked(void **state) {
    (void)state;
    refused("tree: {}\n", 1, 1, "missing key 'name': its title");
    refused("name: a\nsite: b\n", 2, 1, "unknown key 'site', expected name or tree");
    refused("name: a\ntere: {}\n", 2, 1, "unknown key 'tere' (did you mean 'tree'?)");
    refused("name: a\ntree: {height_mm: 3}\n", 2, 8, "expected 'height_m' in m");
    refused("name: a\ntree: {crown: 4,5}\n", 2, 17, "with a decimal point, not a comma");
    refused("- a\n", 1, 3, "the file must be a group of keys, found a list of 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_at_their_offsets),
        cmocka_unit_test(wrong_value_keeps_its_place_and_the_default),
        cmocka_unit_test(keys_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
