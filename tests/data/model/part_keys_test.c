// The sections of a machine's parts in the table of keys, against the parts' own tables.
#include <string.h>

#include "data/model/keys.h"
#include "tests/near.h"

static void each_kind_has_its_keys_in_order(void **state) {
    (void)state;
    const struct dat_key_table *table = dat_model_keys();
    for (int id = 0; id < VEH_PART_KINDS; id++) {
        const struct veh_part_kind *kind = veh_part_kinds[id];
        int found = 0;
        for (int i = 0; i < table->key_count; i++) {
            const struct dat_key *key = &table->keys[i];
            if (key->section != DAT_SECTION_PARTS + id)
                continue;
            assert_true(found < kind->key_count);
            const struct veh_key *own = &kind->keys[found];
            assert_string_equal(key->name, own->name);
            assert_ptr_equal(key->standard, own->standard); // NULL: the file must have it
            assert_near(key->low, own->low, 0.0);
            assert_near(key->high, own->high, 0.0);
            assert_int_equal(key->offset, (size_t)found * sizeof(struct dat_value));
            found++;
        }
        assert_int_equal(found, kind->key_count);
        assert_int_equal(table->sections[DAT_SECTION_PARTS + id].size,
                         (size_t)found * sizeof(struct dat_value));
    }
}

// At the outermost level a file names each kind once, as a group of keys or as a list of such.
static void a_file_names_each_kind_once(void **state) {
    (void)state;
    const struct dat_key_table *table = dat_model_keys();
    for (int id = 0; id < VEH_PART_KINDS; id++) {
        const struct veh_part_kind *kind = veh_part_kinds[id];
        int found = 0;
        for (int i = 0; i < table->key_count; i++) {
            const struct dat_key *key = &table->keys[i];
            if (key->section != DAT_SECTION_FILE || key->inner != DAT_SECTION_PARTS + id)
                continue;
            assert_string_equal(key->name, dat_model_part_key(kind));
            assert_int_equal(key->type,
                             dat_model_part_is_list(kind) ? DAT_KEY_SECTIONS : DAT_KEY_SECTION);
            assert_string_equal(key->help, kind->role);
            found++;
        }
        assert_int_equal(found, 1);
    }
}

// However often it is asked for.
static void the_table_is_built_once(void **state) {
    (void)state;
    const int keys = dat_model_keys()->key_count;
    assert_ptr_equal(dat_model_keys(), dat_model_keys());
    assert_int_equal(dat_model_keys()->key_count, keys);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_has_its_keys_in_order),
        cmocka_unit_test(a_file_names_each_kind_once),
        cmocka_unit_test(the_table_is_built_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
