// What holds for every table of keys of a file.
#pragma once

#include "data/text/keys.h"
#include "tests/near.h"

// Every member of a section's struct belongs to exactly one key, so nothing is left unset.
static inline void assert_one_key_per_value(const struct dat_key_table *table) {
    for (int section = 0; section < table->section_count; section++) {
        const size_t values = table->sections[section].size / sizeof(struct dat_value);
        bool taken[256] = {false};
        assert_true(values <= sizeof taken);
        size_t keys = 0;
        for (int i = 0; i < table->key_count; i++) {
            const struct dat_key *key = &table->keys[i];
            if (key->section == section) {
                const size_t place = key->offset / sizeof(struct dat_value);
                assert_true(place < values && !taken[place]);
                taken[place] = true;
                keys++;
            }
        }
        assert_int_equal(keys, values);
    }
}
