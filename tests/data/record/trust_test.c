// The file of the signers whose states are used.
#include "data/record/trust.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "tests/scratch.h"

static struct tests_scratch scratch;
static char path[512];

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    setenv("XDG_DATA_HOME", tests_scratch_path(&scratch, "data"), 1);
    (void)snprintf(path, sizeof path, "%s",
                   tests_scratch_path(&scratch, "data/kranich/states.trusted"));
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static struct dat_trust read_trust(void) {
    struct dat_trust trust;
    struct dat_problem problem = {""};
    if (!dat_trust_read(&trust, &problem))
        fail_msg("%s", problem.text);
    return trust;
}

static void write_file(const char *text) {
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void refuse(const char *words) {
    struct dat_trust trust;
    struct dat_problem problem = {""};
    assert_false(dat_trust_read(&trust, &problem));
    if (strstr(problem.text, words) == NULL)
        fail_msg("'%s' does not say '%s'", problem.text, words);
    assert_int_equal(trust.count, trust.has_own); // nobody else
}

static void nobody_is_trusted_at_first(void **state) {
    (void)state;
    assert_int_equal(read_trust().count, 0);
}

static void the_own_key_and_those_of_the_file_are_trusted(void **state) {
    (void)state;
    uint8_t first[DAT_SIGNER], second[DAT_SIGNER], own[DAT_SIGNER];
    struct dat_seal_key key;
    struct stat info;
    memset(first, 0x1f, sizeof first);
    memset(second, 0xa0, sizeof second);
    assert_true(dat_trust_add(first, "Seat 3\nof \x1b[31mtwo", NULL)); // makes one line
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    struct dat_trust trust = read_trust();
    assert_int_equal(trust.count, 1);
    assert_true(dat_trust_has(&trust, first));
    assert_false(trust.has_own || dat_trust_has(&trust, second));
    assert_true(dat_seal_key_read(&key, true, NULL) && dat_seal_signer(&key, own));
    assert_true(dat_trust_add(second, "", NULL));
    trust = read_trust();
    assert_int_equal(trust.count, 3);
    assert_true(trust.has_own && dat_trust_has(&trust, own));
    assert_true(dat_trust_has(&trust, first) && dat_trust_has(&trust, second));
}

static void an_open_last_line_is_ended(void **state) {
    (void)state;
    static const char key[] = "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f";
    uint8_t added[DAT_SIGNER];
    memset(added, 0xa0, sizeof added);
    write_file(key);
    assert_true(dat_trust_add(added, "Seat 4", NULL));
    const struct dat_trust trust = read_trust();
    assert_int_equal(trust.count, 2 + trust.has_own);
    assert_true(dat_trust_has(&trust, added));
}

// A computer's name is free text for all who can edit the file.
static void a_long_name_is_one_line(void **state) {
    (void)state;
    char text[2048];
    const int used = snprintf(text, sizeof text, "%s ",
                              "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f");
    memset(text + used, 'a', 1500);
    (void)snprintf(text + used + 1500, sizeof text - (size_t)used - 1500, "\n%s",
                   "2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f Seat 4\n");
    write_file(text);
    const struct dat_trust trust = read_trust();
    assert_int_equal(trust.count, 2 + trust.has_own);
}

static void anything_else_is_refused(void **state) {
    (void)state;
    static const char key[] = "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f";
    static const char *const wrong[] = {"Seat 3\n", "\n",       "1f1f Seat 3\n",
                                        "%sa\n",    "%.63sg\n", "%.63sG\n"};
    char text[256];
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        (void)snprintf(text, sizeof text, "%s Seat 3\n", key);
        const size_t used = strlen(text);
        if (strncmp(wrong[i], "%s", 2) == 0)
            (void)snprintf(text + used, sizeof text - used, "%sa\n", key);
        else if (wrong[i][0] == '%')
            (void)snprintf(text + used, sizeof text - used, "%.63s%s", key, wrong[i] + 5);
        else
            (void)snprintf(text + used, sizeof text - used, "%s", wrong[i]);
        write_file(text);
        refuse("states.trusted:2: error: no trusted key");
    }
    write_file("");
    assert_int_equal(chmod(path, 0620), 0);
    refuse("others can write to the trusted keys");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("elsewhere", path), 0);
    refuse("cannot be read");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_trusted_at_first),
        cmocka_unit_test(the_own_key_and_those_of_the_file_are_trusted),
        cmocka_unit_test(an_open_last_line_is_ended),
        cmocka_unit_test(a_long_name_is_one_line),
        cmocka_unit_test(anything_else_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
