#include "data/text/name_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

struct item {
    int before;
    char name[12];
};

static struct dat_name_index index_of(const struct item *items, int count) {
    struct dat_name_index index;
    assert_true(dat_name_index_init(&index, count > 0 ? items->name : NULL, count, sizeof *items));
    return index;
}

static void finds_the_first_of_equal_names(void **state) {
    (void)state;
    static const struct item items[] = {
        {0, "oak"}, {0, "beech"}, {0, "oak"}, {0, ""}, {0, "beech"}};
    struct dat_name_index index = index_of(items, 5);
    assert_int_equal(dat_name_index_find(&index, "oak"), 0);
    assert_int_equal(dat_name_index_find(&index, "beech"), 1);
    assert_int_equal(dat_name_index_find(&index, ""), 3);
    assert_int_equal(dat_name_index_find(&index, "bee"), -1);
    assert_int_equal(dat_name_index_find(&index, "pine"), -1);
    dat_name_index_finish(&index);
}

static void finds_nothing_among_no_names(void **state) {
    (void)state;
    struct dat_name_index index = index_of(NULL, 0);
    assert_int_equal(dat_name_index_find(&index, "oak"), -1);
    dat_name_index_finish(&index);
    assert_int_equal(dat_name_index_find(&index, "oak"), -1);
}

// Against a search from the first item to the last.
static void agrees_with_a_plain_search(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    static struct item items[COUNT];
    for (int i = 0; i < COUNT; i++)
        snprintf(items[i].name, sizeof items[i].name, "%d", i * i % 701);
    struct dat_name_index index = index_of(items, COUNT);
    for (int name = 0; name < 701; name++) {
        char word[12];
        snprintf(word, sizeof word, "%d", name);
        int first = 0;
        while (first < COUNT && strcmp(items[first].name, word) != 0)
            first++;
        assert_int_equal(dat_name_index_find(&index, word), first < COUNT ? first : -1);
    }
    dat_name_index_finish(&index);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_first_of_equal_names),
        cmocka_unit_test(finds_nothing_among_no_names),
        cmocka_unit_test(agrees_with_a_plain_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
