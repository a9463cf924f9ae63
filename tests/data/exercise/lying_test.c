#include "data/exercise/lying.h"

#include <string.h>

#include "tests/near.h"

#define HEAD                                                                                       \
    "kind;species;dbh_cm;height_m;from_m;to_m;crown_base_m;limbs_from_m;seed;x;y;z;qw;qx;qy;qz;"   \
    "brash_kg_m2\n"
#define LOG "log;spruce;28;21;1;5;11;21;7;"

static bool read(const char *text, struct dat_lying_list *list, struct dat_diagnostics *d) {
    struct ter_ground ground;
    assert_true(ter_ground_init(&ground, 11, 11, 0.0, 0.0, 1.0));
    ground.origin_x = 100.0;
    dat_diagnostics_init(d, "lying.csv", text);
    const bool ok = dat_read_lying(text, &ground, list, d);
    ter_ground_finish(&ground);
    return ok;
}

static void stems_and_slash_are_read(void **state) {
    (void)state;
    struct dat_lying_list list;
    struct dat_diagnostics d;
    assert_true(read(HEAD LOG "105;5;0.2;0.8;0.6;0;0;\nslash;;;;;;;;;102;3;;;;;;1.5\n"
                              "stump;oak;40;20;0.1;0.2;9;0.1;4294967295;101;1;0;1;0;0;0;\n",
                     &list, &d));
    assert_int_equal(list.count, 3);
    assert_int_equal(dat_lying_logs(&list), 1);
    assert_near(list.items[0].pose.p.x, 5.0, 1e-12);
    assert_near(list.items[0].stem.dbh, 0.28, 1e-12);
    assert_true(list.items[1].slash);
    assert_near(list.items[1].brash, 1.5, 0.0);
    assert_int_equal(list.items[2].kind, VEH_STEM_STUMP);
    assert_true(list.items[2].stem.seed == UINT32_MAX);
    dat_lying_finish(&list);
}

static void defects_and_colours_are_read(void **state) {
    (void)state;
    struct dat_lying_list list;
    struct dat_diagnostics d;
    assert_true(read("kind;species;dbh_cm;height_m;from_m;to_m;crown_base_m;limbs_from_m;seed;x;y;"
                     "z;qw;qx;qy;qz;rot_m;sweep_cm;fork_m;dead;colour\n" LOG
                     "105;5;0.2;0.8;0.6;0;0;3;8;4;1;5\n",
                     &list, &d));
    const struct ter_defects *defects = &list.items[0].stem.defects;
    assert_near(defects->rot, 3.0, 0.0);
    assert_near(defects->sweep, 0.08, 1e-15);
    assert_near(defects->fork, 4.0, 0.0);
    assert_true(defects->dead);
    assert_int_equal(list.items[0].colour, 5);
    dat_lying_finish(&list);
}

static void a_top_may_have_a_plate_of_roots(void **state) {
    (void)state;
    struct dat_lying_list list;
    struct dat_diagnostics d;
#define PLATE                                                                                      \
    "kind;species;dbh_cm;height_m;from_m;to_m;crown_base_m;limbs_from_m;seed;x;y;z;qw;qx;qy;qz;"   \
    "plate_m\n"
#define STUB ";spruce;28;21;0;0.8;11;0;7;105;5;0.6;1;0;0;0;"
    assert_true(read(PLATE "top" STUB "1.2\ntop" STUB "\n", &list, &d));
    assert_near(list.items[0].stem.plate, 1.2, 0.0);
    assert_near(list.items[1].stem.plate, 0.0, 0.0);
    dat_lying_finish(&list);
    assert_false(read(PLATE "log" STUB "1.2\nfelled" STUB "9\n", &list, &d));
    assert_int_equal(d.errors, 2);
    assert_non_null(strstr(d.item[0].text, "a log has no plate of roots"));
    assert_non_null(strstr(d.item[1].text, "plate_m is 9, expected 0 to 5"));
}

// Four branches per digit, the lowest first; the share follows from them.
static void broken_branches_are_read(void **state) {
    (void)state;
    struct dat_lying_list list;
    struct dat_diagnostics d;
#define TORN                                                                                       \
    "kind;species;dbh_cm;height_m;from_m;to_m;crown_base_m;limbs_from_m;seed;x;y;z;qw;qx;qy;qz;"   \
    "broken_1;broken_2\n"
#define WHOLE "felled;spruce;28;21;0.1;21;11;0.1;7;105;5;0.6;1;0;0;0;"
    assert_true(read(TORN WHOLE
                     "00000000a1;\n" WHOLE ";\n" WHOLE
                     "0000000000000000000000000000000000000000000000000000;ffffffffffff\n",
                     &list, &d));
    assert_int_equal(list.items[0].stem.broken.bits[1], 0x1a); // 33, 35, 36
    assert_near(list.items[1].stem.broken.share, 0.0, 0.0);
    const struct ter_stem *torn = &list.items[2].stem, *whole = &list.items[1].stem;
    assert_int_equal(torn->broken.bits[6], 0xffff0000U);
    assert_near(ter_stem_branch_mass(torn),
                (1.0 - torn->broken.share) * ter_stem_branch_mass(whole), 1e-9);
    assert_true(torn->broken.share > 0.02);
    dat_lying_finish(&list);
    assert_false(read(TORN WHOLE "0g;\n", &list, &d));
    assert_non_null(strstr(d.item[0].text, "broken_1 is '0g', expected at most 52 digits"));
}

static void a_rut_lies_where_it_was_driven(void **state) {
    (void)state;
    struct dat_lying_list list;
    struct dat_diagnostics d;
    assert_true(read("kind;x;y;rut_m\nrut;105;5;0.15\n", &list, &d));
    assert_int_equal(list.count, 1);
    assert_true(list.items[0].rut && !list.items[0].slash);
    assert_near(list.items[0].depth, 0.15, 0.0);
    assert_int_equal(dat_lying_logs(&list), 0);
    dat_lying_finish(&list);
    assert_false(read("kind;x;y\nrut;105;5\n", &list, &d));
    assert_non_null(strstr(d.item[0].text, "a rut needs 'rut_m'"));
}

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int column;
        const char *words;
    } bad[] = {
        {"branch;;;;;;;;;105;5;;;;;;\n", 1, "unknown kind 'branch', expected log, top, felled"},
        {"slash;;;;;;;;;105;5;;;;;;\n", 1, "a slash needs 'brash_kg_m2'"},
        {LOG "105;5;;1;0;0;0;\n", 1, "a log needs 'z'"},
        {LOG "95;5;0.2;1;0;0;0;\n", 30, "the log is off the terrain"},
        {LOG "105;5;0.2;1;1;0;0;\n", 40, "add up to 2, expected 1"},
        {"log;elm;28;21;1;5;11;21;7;105;5;0.2;1;0;0;0;\n", 5, "unknown species 'elm'"},
        {"log;oak;28;21;5;5;11;21;7;105;5;0.2;1;0;0;0;\n", 17, "from 5 m to 5 m of a tree of 21 m"},
        {"log;oak;28;99;1;5;11;21;7;105;5;0.2;1;0;0;0;\n", 12, "height_m is 99, expected 3 to 70"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct dat_lying_list list;
        struct dat_diagnostics d;
        char text[400];
        (void)snprintf(text, sizeof text, "%s%s", HEAD, bad[i].text);
        assert_false(read(text, &list, &d));
        if (strstr(d.item[0].text, bad[i].words) == NULL)
            fail_msg("'%s' lacks '%s'", d.item[0].text, bad[i].words);
        assert_int_equal(d.item[0].line, 2);
        assert_int_equal(d.item[0].column, bad[i].column);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stems_and_slash_are_read),
        cmocka_unit_test(defects_and_colours_are_read),
        cmocka_unit_test(a_top_may_have_a_plate_of_roots),
        cmocka_unit_test(broken_branches_are_read),
        cmocka_unit_test(a_rut_lies_where_it_was_driven),
        cmocka_unit_test(mistakes_are_named_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
