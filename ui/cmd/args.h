// Arguments of a verb: one table of options drives the parser, the range checks and the help.
//
//   static const struct ui_option options[] = {
//       {.name = "db", .type = UI_OPTION_TEXT, .value = "FILE",
//        .offset = offsetof(struct values, db), .help = "the session database"},
//   };
//
// On the command line an option is `--name VALUE` or `--name=VALUE`, or `-n VALUE` where it has a
// letter; a flag has no value. Options
// and operands may come in any order; after `--` everything is an operand.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum ui_option_type {
    UI_OPTION_FLAG,    // bool
    UI_OPTION_TEXT,    // const char *, borrowed from argv; must not be empty
    UI_OPTION_OUTPUT,  // the same: a file to write, refused at once if it cannot be written
    UI_OPTION_NUMBER,  // double, low <= value <= high
    UI_OPTION_INTEGER, // long, the same
    UI_OPTION_CHOICE,  // int, index into the words of value
    UI_OPTION_TEXTS,   // struct ui_option_texts, one text each time the option is given
};

struct ui_option {
    const char *name; // without the dashes
    char letter;      // 'o': "-o VALUE" means the same; 0: there is none
    enum ui_option_type type;
    const char *value; // what the help calls the value: "FILE"; of a choice its words: "off|on".
                       // NULL for flags
    double low, high;  // of numbers; both 0: any
    const char *unit;  // of a number, for the help, NULL: none
    size_t offset;     // of the value in the caller's struct
    const char *help;  // without a final full stop
};

#define UI_OPTION_TEXTS_MAX 16

struct ui_option_texts {
    const char *items[UI_OPTION_TEXTS_MAX]; // borrowed from argv
    int count;
};

#define UI_OPERANDS_MAX 1024

struct ui_args_def {
    const char *verb;
    const char *usage;   // the operands, "EXERCISE"; "" where there are none
    const char *summary; // one sentence
    const char *help;    // more lines for --help, each with its line end, or NULL
    const struct ui_option *options;
    int option_count;
    int operands_min, operands_max; // at most UI_OPERANDS_MAX
};

struct ui_operands {
    const char *items[UI_OPERANDS_MAX]; // borrowed from argv
    int count;
};

// Result of ui_args_parse() beside an enum ui_exit.
#define UI_ARGS_PARSED (-1)

// Parses argv[1] to argv[argc - 1]. values: the caller's struct, filled with the defaults, which
// the given options replace. Returns UI_ARGS_PARSED; any other result is the exit status of the
// verb: UI_EXIT_DONE after --help was printed, UI_EXIT_USAGE after every mistake was named on
// stderr, UI_EXIT_ENVIRONMENT if a file of a UI_OPTION_OUTPUT cannot be written.
int ui_args_parse(const struct ui_args_def *def, int argc, char **argv, void *values,
                  struct ui_operands *operands);

// "2026-11-22", and with a time behind it, "2026-11-22T08:00".
bool ui_args_is_date(const char *text);

// Reads the number of a session, > 0, from an operand. False after the mistake was named.
bool ui_args_session(const struct ui_args_def *def, const char *text, int64_t *id);

// Prints a mistake that only the verb itself can see like the parser's, and returns UI_EXIT_USAGE.
int ui_args_error(const struct ui_args_def *def, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The same for a problem outside the program, such as a full disk; returns UI_EXIT_ENVIRONMENT.
int ui_args_environment_error(const struct ui_args_def *def, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
