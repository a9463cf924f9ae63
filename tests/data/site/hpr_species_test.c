#include "data/site/hpr_species.h"

#include "tests/near.h"

static void groups_are_known_by_name_and_number(void **state) {
    (void)state;
    static const struct {
        const char *name, *info;
        enum ter_species species;
    } table[] = {
        {"GRAN", "1", TER_SPRUCE}, // the name counts
        {"Bj\xc3\xb6rk", "", TER_BIRCH},
        {"BJ\xc3\x96RK", "", TER_BIRCH}, // capitals of Latin-1
        {"T\xc3\x98RRGRAN", "", TER_SPRUCE},
        {"Picea abies", "", TER_SPRUCE},
        {"Dgl", "", TER_DOUGLAS_FIR},
        {"Fichte", "", TER_SPRUCE},
        {"Biovirke", "1", TER_PINE},
        {"APT 2", "2", TER_SPRUCE},
        {"", "3", TER_BIRCH},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        enum ter_species species;
        if (!dat_hpr_find_species(table[i].name, table[i].info, &species))
            fail_msg("'%s' is unknown", table[i].name);
        assert_int_equal(species, table[i].species);
    }
}

static void others_are_not(void **state) {
    (void)state;
    enum ter_species species;
    assert_false(dat_hpr_find_species("Biovirke", "", &species));
    assert_false(dat_hpr_find_species("Biovirke", "5", &species));
    assert_false(dat_hpr_find_species("Biovirke", "11", &species));
    assert_false(dat_hpr_find_species("gra", "", &species));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_are_known_by_name_and_number),
        cmocka_unit_test(others_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
