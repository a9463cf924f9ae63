// docs/commands.md against the program's own help.
#include "tests/manual.h"
#include "tests/ui/cmd/command_line.h"

// Runs `kranich help VERB`.
static void run_help(const char *verb) {
    assert_int_equal(RUN("help", verb), UI_EXIT_DONE);
    assert_string_equal(err, "");
}

static void print(FILE *file) {
    size_t count;
    const struct ui_command *commands = ui_commands(&count);
    for (size_t i = 0; i < count; i++) {
        run_help(commands[i].name);
        fprintf(file, "\n## %s\n\n```\n%s```\n", commands[i].name, out);
    }
}

static const struct manual_part part = {
    .page = "commands.md",
    .after = "--write` renews it).\n",
    .print = print,
    .test = "ui_cmd_help_test",
};

static void manual_is_the_help(void **state) {
    (void)state;
    manual_part_check(&part);
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
    if (manual_asked_to_write(argc, argv))
        return manual_part_write(&part);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manual_is_the_help),
        cmocka_unit_test(every_verb_has_help),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
