// docs/commands.md against the program's own help.
#include <stdbool.h>
#include <stdlib.h>

#include "tests/ui/cmd/command_line.h"

// The written part of the manual ends with this line; the help follows.
static const char marker[] = "--write` renews it).\n";

enum { MOST = 1 << 17 };
static char manual[MOST], expected[MOST];

static const char *manual_path(void) {
    static char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    snprintf(path, sizeof path, "%s/docs/commands.md", root != NULL ? root : ".");
    return path;
}

// Runs `kranich help VERB`.
static void run_help(const char *verb) {
    assert_int_equal(RUN("help", verb), UI_EXIT_DONE);
    assert_string_equal(err, "");
}

static void generate(void) {
    size_t count, used = 0;
    const struct ui_command *commands = ui_commands(&count);
    for (size_t i = 0; i < count; i++) {
        run_help(commands[i].name);
        used += (size_t)snprintf(expected + used, sizeof expected - used, "\n## %s\n\n```\n%s```\n",
                                 commands[i].name, out);
        assert_true(used < sizeof expected);
    }
}

static char *read_manual(void) {
    FILE *file = fopen(manual_path(), "r");
    assert_non_null(file);
    manual[fread(manual, 1, sizeof manual - 1, file)] = '\0';
    fclose(file);
    char *rest = strstr(manual, marker);
    return rest != NULL ? rest + strlen(marker) : NULL;
}

static void manual_is_the_help(void **state) {
    (void)state;
    generate();
    const char *rest = read_manual();
    assert_non_null(rest);
    if (strcmp(rest, expected) != 0)
        fail_msg(
            "docs/commands.md differs from the help: run build/tests/ui_cmd_help_test --write");
}

static int write_manual(void) {
    generate();
    char *rest = read_manual();
    if (rest == NULL)
        return 1;
    *rest = '\0';
    FILE *file = fopen(manual_path(), "w");
    bool ok = file != NULL && fputs(manual, file) >= 0 && fputs(expected, file) >= 0;
    return file != NULL && fclose(file) == 0 && ok ? 0 : 1;
}

// Every verb explains itself, and refuses an unknown option.
static void every_verb_has_help(void **state) {
    (void)state;
    size_t count;
    const struct ui_command *commands = ui_commands(&count);
    for (size_t i = 0; i < count; i++) {
        run_help(commands[i].name);
        assert_contains(out, "usage: kranich ");
        assert_contains(out, commands[i].name);
        assert_int_equal(RUN(commands[i].name, "--no-such-option"), UI_EXIT_USAGE);
    }
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return write_manual();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manual_is_the_help),
        cmocka_unit_test(every_verb_has_help),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
