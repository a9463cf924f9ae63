#include "ui/cmd/args.h"

#include "tests/capture.h"
#include "ui/screen/exit_status.h"

struct values {
    const char *file, *result;
    double step;
    long count;
    int solver;
    bool quiet;
};

static const struct ui_option options[] = {
    {.name = "file",
     .type = UI_OPTION_TEXT,
     .value = "FILE",
     .offset = offsetof(struct values, file),
     .help = "a file"},
    {.name = "step",
     .type = UI_OPTION_NUMBER,
     .value = "H",
     .low = 0.001,
     .high = 0.1,
     .unit = "s",
     .offset = offsetof(struct values, step),
     .help = "length of a step"},
    {.name = "count",
     .type = UI_OPTION_INTEGER,
     .value = "N",
     .low = -5,
     .high = 5,
     .offset = offsetof(struct values, count),
     .help = "how many"},
    {.name = "solver",
     .type = UI_OPTION_CHOICE,
     .value = "dantzig|pgs",
     .offset = offsetof(struct values, solver),
     .help = "which solver"},
    {.name = "quiet",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, quiet),
     .help = "say nothing"},
    {.name = "result",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, result),
     .help = "where the result is written"},
};

static const struct ui_args_def def = {.verb = "try",
                                       .usage = "MODEL [MORE]",
                                       .summary = "Tries a model",
                                       .options = options,
                                       .option_count = sizeof options / sizeof options[0],
                                       .operands_min = 1,
                                       .operands_max = 2};

static struct values values;
static struct ui_operands operands;
static char out[8192], err[8192];

// Parses the words of the line, which are separated by blanks; "''" is an empty word.
static int parse(const char *line) {
    static char text[512];
    char *argv[64] = {text};
    int argc = 1;
    snprintf(text, sizeof text, "try %s", line);
    for (char *word = strchr(text, ' '); word != NULL; word = strchr(word, ' ')) {
        *word++ = '\0';
        if (*word != '\0')
            argv[argc++] = strncmp(word, "''", 2) == 0 ? word + 2 : word;
    }
    values = (struct values){.step = 0.01, .count = 1, .solver = 1};
    struct tests_capture capture;
    tests_capture_begin(&capture);
    const int status = ui_args_parse(&def, argc, argv, &values, &operands);
    tests_capture_end(&capture, out, err, sizeof out);
    return status;
}

static void defaults_stay(void **state) {
    (void)state;
    assert_int_equal(parse("a.yaml"), UI_ARGS_PARSED);
    assert_int_equal(operands.count, 1);
    assert_string_equal(operands.items[0], "a.yaml");
    assert_null(values.file);
    assert_near(values.step, 0.01, 0.0);
    assert_int_equal(values.count, 1);
    assert_int_equal(values.solver, 1);
    assert_false(values.quiet);
    assert_string_equal(err, "");
}

static void all_kinds_of_options_are_read(void **state) {
    (void)state;
    assert_int_equal(parse("--file x --step 1e-2 a --count=-5 b --solver dantzig --quiet"),
                     UI_ARGS_PARSED);
    assert_string_equal(values.file, "x");
    assert_near(values.step, 0.01, 0.0);
    assert_int_equal(values.count, -5);
    assert_int_equal(values.solver, 0);
    assert_true(values.quiet);
    assert_int_equal(operands.count, 2);
    assert_string_equal(operands.items[1], "b");
    assert_int_equal(parse("--file=a=b - -- --quiet"), UI_ARGS_PARSED);
    assert_string_equal(values.file, "a=b");
    assert_string_equal(operands.items[0], "-");
    assert_string_equal(operands.items[1], "--quiet");
    assert_int_equal(parse("a --count -3 --file -"), UI_ARGS_PARSED);
    assert_int_equal(values.count, -3);
    assert_string_equal(values.file, "-");
}

static void mistakes_are_named(void **state) {
    (void)state;
    static const struct {
        const char *line, *words;
    } cases[] = {
        {"", "something is missing, usage: kranich try MODEL [MORE]"},
        {"a b c", "unexpected argument 'c'"},
        {"a --stepp 3", "unknown option '--stepp', did you mean '--step'?"},
        {"a --stepp=3", "unknown option '--stepp', did you mean '--step'?"},
        {"a --hlep", "did you mean '--help'?"},
        {"a --zzzzzzzz", "'kranich try --help' lists the options"},
        {"a -q", "unknown option '-q', options begin with '--'"},
        {"a --step", "--step needs a value: --step H"},
        {"a --step --quiet", "--step needs a value: --step H"},
        {"a --step 0,01", "--step is '0,01', expected a number"},
        {"a --step nan", "--step is 'nan', expected a number"},
        {"a --step 0x1p-7", "--step is '0x1p-7', expected a number"},
        {"a --step 1e999", "--step is '1e999', expected a number"},
        {"a --step 1", "--step is 1, expected 0.001 to 0.1 s"},
        {"a --count 1.5", "--count is '1.5', expected a whole number"},
        {"a --count 6", "--count is 6, expected -5 to 5"},
        {"a --count 99999999999999999999", "expected a whole number"},
        {"a --solver pg", "--solver is 'pg', expected one of dantzig|pgs"},
        {"a --solver ''", "--solver is '', expected one of"},
        {"a --file ''", "--file is empty, expected FILE"},
        {"a --quiet=yes", "--quiet takes no value"},
        {"a --\033[2J", "unknown option '--?[2J'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(parse(cases[i].line), UI_EXIT_USAGE);
        assert_contains(err, cases[i].words);
        assert_contains(err, "kranich try: error: ");
        assert_string_equal(out, "");
    }
}

static void every_mistake_is_named(void **state) {
    (void)state;
    assert_int_equal(parse("a --stepp 3 --count 9 --solver x"), UI_EXIT_USAGE);
    assert_contains(err, "--stepp");
    assert_contains(err, "--count");
    assert_contains(err, "--solver");
    // The unknown option's value is no operand.
    assert_null(strstr(err, "unexpected argument"));
}

static void help_shows_the_table(void **state) {
    (void)state;
    assert_int_equal(parse("--nonsense --help"), UI_EXIT_DONE);
    assert_string_equal(err, "");
    assert_contains(out, "usage: kranich try MODEL [MORE] [OPTIONS]\n\nTries a model.\n");
    assert_contains(out, "  --step H                length of a step, 0.001 to 0.1 s (default "
                         "0.01)\n");
    assert_contains(out, "  --count N               how many, -5 to 5 (default 1)\n");
    assert_contains(out, "  --solver dantzig|pgs    which solver (default pgs)\n");
    assert_contains(out, "  --quiet                 say nothing\n");
    assert_contains(out, "  --help");
    assert_int_equal(parse("a -- --help"), UI_ARGS_PARSED);
}

// Before any work is done, and as a problem of the environment, not of the usage.
static void files_that_cannot_be_written_are_refused(void **state) {
    (void)state;
    assert_int_equal(parse("a --result /nowhere/x.json"), UI_EXIT_ENVIRONMENT);
    assert_string_equal(err, "kranich try: error: --result: /nowhere/x.json cannot be written: No "
                             "such file or directory\n");
    assert_int_equal(parse("a --result /tmp"), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "/tmp cannot be written: Is a directory");
    assert_int_equal(parse("a --result -"), UI_ARGS_PARSED);
    assert_int_equal(parse("a --result /dev/null"), UI_ARGS_PARSED);
    assert_string_equal(values.result, "/dev/null");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_stay),
        cmocka_unit_test(all_kinds_of_options_are_read),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(every_mistake_is_named),
        cmocka_unit_test(help_shows_the_table),
        cmocka_unit_test(files_that_cannot_be_written_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
