#include "data/text/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/near.h"

struct fixture {
    char path[64];
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    memcpy(f->path, "/tmp/kranich-text-XXXXXX", sizeof "/tmp/kranich-text-XXXXXX");
    const int fd = mkstemp(f->path);
    *state = f;
    return fd < 0 || close(fd) != 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    unlink(f->path);
    free(f);
    return 0;
}

static void write_bytes(const char *path, const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void reads_the_whole_file(void **state) {
    const struct fixture *f = *state;
    write_bytes(f->path, "one\r\ntwo", 8);
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, f->path, NULL);
    char *text = dat_text_load(f->path, &d);
    assert_string_equal(text, "one\r\ntwo");
    assert_ptr_equal(d.text, text);
    free(text);
}

// The line breaks of old spreadsheets; readers need not know them.
static void replaces_lone_returns(void **state) {
    const struct fixture *f = *state;
    write_bytes(f->path, "\rone\r\ntwo\r\rthree\r", 17);
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, f->path, NULL);
    char *text = dat_text_load(f->path, &d);
    assert_string_equal(text, "\none\r\ntwo\n\nthree\n");
    free(text);
}

static void reads_an_empty_file(void **state) {
    const struct fixture *f = *state;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, f->path, NULL);
    char *text = dat_text_load(f->path, &d);
    assert_string_equal(text, "");
    free(text);
}

static void leaves_out_the_byte_order_mark(void **state) {
    const struct fixture *f = *state;
    write_bytes(f->path, "\xEF\xBB\xBFx", 4);
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, f->path, NULL);
    char *text = dat_text_load(f->path, &d);
    assert_string_equal(text, "x");
    free(text);
}

static void refuses(const char *path, int line, int column, const char *words) {
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, path, NULL);
    assert_null(dat_text_load(path, &d));
    assert_int_equal(d.errors, 1);
    assert_int_equal(d.item[0].line, line);
    assert_int_equal(d.item[0].column, column);
    if (strstr(d.item[0].text, words) == NULL)
        fail_msg("'%s' lacks '%s'", d.item[0].text, words);
}

static void refuses_what_is_no_text_file(void **state) {
    const struct fixture *f = *state;
    write_bytes(f->path, "ab\nc\0d", 6);
    refuses(f->path, 2, 2, "zero byte");
    refuses("/tmp", 0, 0, "is a folder");
    refuses("/nowhere/at-all.txt", 0, 0, "No such file");
    refuses("/dev/null", 0, 0, "not a regular file");
    unlink(f->path);
    assert_int_equal(mkfifo(f->path, 0600), 0);
    refuses(f->path, 0, 0, "not a regular file");
}

static void refuses_a_huge_file(void **state) {
    const struct fixture *f = *state;
    assert_int_equal(truncate(f->path, DAT_TEXT_MAX_BYTES + 1), 0); // sparse: takes no room
    refuses(f->path, 0, 0, "expected at most 256 MB");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_the_whole_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(replaces_lone_returns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reads_an_empty_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(leaves_out_the_byte_order_mark, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_what_is_no_text_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_a_huge_file, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
