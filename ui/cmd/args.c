#include "ui/cmd/args.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/atomic_file.h"
#include "data/text/closest.h"
#include "ui/screen/exit_status.h"

#define HELP_COLUMN 26
#define OPTIONS_MAX 64

static void say(const struct ui_args_def *def, const char *format, va_list arguments) {
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    // An argument may contain anything, but must not control the terminal.
    for (char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    fprintf(stderr, "kranich %s: error: %s\n", def->verb, text);
}

int ui_args_error(const struct ui_args_def *def, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(def, format, arguments);
    va_end(arguments);
    return UI_EXIT_USAGE;
}

int ui_args_environment_error(const struct ui_args_def *def, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(def, format, arguments);
    va_end(arguments);
    return UI_EXIT_ENVIRONMENT;
}

// ---- help ----

static void print_range(const struct ui_option *option, FILE *file) {
    if (option->low < option->high)
        fprintf(file, ", %g to %g", option->low, option->high);
    if (option->unit != NULL)
        fprintf(file, " %s", option->unit);
}

// Without low < high, any value is.
static bool is_in_range(const struct ui_option *option, double value) {
    return option->low >= option->high || (value >= option->low && value <= option->high);
}

static void print_default(const struct ui_option *option, const void *values, FILE *file) {
    const void *place = (const char *)values + option->offset;
    const char *text;
    switch (option->type) {
    case UI_OPTION_FLAG:
    case UI_OPTION_TEXTS:
        break;
    case UI_OPTION_TEXT:
    case UI_OPTION_OUTPUT:
        memcpy(&text, place, sizeof text);
        if (text != NULL)
            fprintf(file, " (default %s)", text);
        break;
    case UI_OPTION_NUMBER: {
        double number;
        memcpy(&number, place, sizeof number);
        print_range(option, file);
        if (is_in_range(option, number) && !isnan(number)) // otherwise: no default
            fprintf(file, " (default %g)", number);
        break;
    }
    case UI_OPTION_INTEGER: {
        long number;
        memcpy(&number, place, sizeof number);
        print_range(option, file);
        fprintf(file, " (default %ld)", number);
        break;
    }
    case UI_OPTION_CHOICE: {
        int index;
        memcpy(&index, place, sizeof index);
        const char *word = option->value;
        for (; index > 0 && word != NULL; index--)
            word = strchr(word, '|') != NULL ? strchr(word, '|') + 1 : NULL;
        if (word != NULL)
            fprintf(file, " (default %.*s)", (int)strcspn(word, "|"), word);
        break;
    }
    }
}

// As for --help. values holds the defaults.
static void print_help(const struct ui_args_def *def, const void *values, FILE *file) {
    fprintf(file, "usage: kranich %s%s%s%s\n\n%s.\n", def->verb, def->usage[0] != '\0' ? " " : "",
            def->usage, def->option_count > 0 ? " [OPTIONS]" : "", def->summary);
    if (def->help != NULL)
        fprintf(file, "\n%s", def->help);
    fputs("\noptions:\n", file);
    for (int i = 0; i < def->option_count; i++) {
        const struct ui_option *option = &def->options[i];
        int width = option->letter != 0 ? fprintf(file, "  -%c,", option->letter) : 0;
        width +=
            fprintf(file, "%*s--%s%s%s", option->letter != 0 ? 1 : 2, "", option->name,
                    option->value != NULL ? " " : "", option->value != NULL ? option->value : "");
        if (width >= HELP_COLUMN) {
            fputc('\n', file);
            width = 0;
        }
        fprintf(file, "%*s%s", HELP_COLUMN - width, "", option->help);
        print_default(option, values, file);
        fputc('\n', file);
    }
    fprintf(file, "%-*s%s\n", HELP_COLUMN, "  --help", "show this");
}

// ---- parsing ----

static const struct ui_option *find(const struct ui_args_def *def, const char *name,
                                    size_t length) {
    for (int i = 0; i < def->option_count; i++)
        if (strlen(def->options[i].name) == length &&
            strncmp(def->options[i].name, name, length) == 0)
            return &def->options[i];
    return NULL;
}

static void unknown(const struct ui_args_def *def, const char *argument) {
    const char *names[OPTIONS_MAX + 1];
    int count = 0;
    for (int i = 0; i < def->option_count; i++)
        names[count++] = def->options[i].name;
    names[count++] = "help";
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(argument + 2, "="), argument + 2);
    const char *near = dat_closest(word, names, count);
    if (near != NULL)
        ui_args_error(def, "unknown option '--%s', did you mean '--%s'?", word, near);
    else
        ui_args_error(def, "unknown option '--%s', 'kranich %s --help' lists the options", word,
                      def->verb);
}

static bool check_range(const struct ui_args_def *def, const struct ui_option *option,
                        const char *text, double value) {
    if (is_in_range(option, value))
        return true;
    ui_args_error(def, "--%s is %s, expected %g to %g%s%s", option->name, text, option->low,
                  option->high, option->unit != NULL ? " " : "",
                  option->unit != NULL ? option->unit : "");
    return false;
}

static bool set_number(const struct ui_args_def *def, const struct ui_option *option,
                       const char *text, void *place) {
    char *end;
    double value = strtod(text, &end);
    // strtod() also accepts hexadecimal numbers, inf and nan.
    bool plain = strspn(text, "+-.0123456789eE") == strlen(text);
    if (!plain || end == text || *end != '\0' || !isfinite(value)) {
        ui_args_error(def, "--%s is '%s', expected a number", option->name, text);
        return false;
    }
    if (!check_range(def, option, text, value))
        return false;
    memcpy(place, &value, sizeof value);
    return true;
}

static bool set_integer(const struct ui_args_def *def, const struct ui_option *option,
                        const char *text, void *place) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    bool plain = strspn(text, "+-0123456789") == strlen(text);
    if (!plain || end == text || *end != '\0' || errno != 0) {
        ui_args_error(def, "--%s is '%s', expected a whole number", option->name, text);
        return false;
    }
    if (!check_range(def, option, text, (double)value))
        return false;
    memcpy(place, &value, sizeof value);
    return true;
}

static bool set_choice(const struct ui_args_def *def, const struct ui_option *option,
                       const char *text, void *place) {
    size_t length = strlen(text);
    int index = 0;
    for (const char *word = option->value;; index++) {
        size_t word_length = strcspn(word, "|");
        if (word_length == length && strncmp(word, text, length) == 0) {
            memcpy(place, &index, sizeof index);
            return true;
        }
        if (word[word_length] == '\0')
            break;
        word += word_length + 1;
    }
    ui_args_error(def, "--%s is '%s', expected one of %s", option->name, text, option->value);
    return false;
}

// One more of several texts.
static bool add_text(const struct ui_args_def *def, const struct ui_option *option,
                     const char *text, void *place) {
    struct ui_option_texts *texts = place;
    if (texts->count == UI_OPTION_TEXTS_MAX) {
        ui_args_error(def, "--%s is given more than %d times", option->name, UI_OPTION_TEXTS_MAX);
        return false;
    }
    texts->items[texts->count++] = text;
    return true;
}

static bool set_value(const struct ui_args_def *def, const struct ui_option *option,
                      const char *text, void *values) {
    void *place = (char *)values + option->offset;
    switch (option->type) {
    case UI_OPTION_NUMBER:
        return set_number(def, option, text, place);
    case UI_OPTION_INTEGER:
        return set_integer(def, option, text, place);
    case UI_OPTION_CHOICE:
        return set_choice(def, option, text, place);
    case UI_OPTION_TEXT:
    case UI_OPTION_TEXTS:
    case UI_OPTION_OUTPUT:
    case UI_OPTION_FLAG:
        break;
    }
    if (text[0] == '\0') {
        ui_args_error(def, "--%s is empty, expected %s", option->name, option->value);
        return false;
    }
    if (option->type == UI_OPTION_TEXTS)
        return add_text(def, option, text, place);
    memcpy(place, &text, sizeof text);
    return true;
}

// Reads the option at argv[*i], and moves *i to its last argument.
static bool parse_option(const struct ui_args_def *def, int argc, char **argv, int *i,
                         void *values) {
    const char *name = argv[*i] + 2;
    const char *equals = strchr(name, '=');
    const struct ui_option *option =
        find(def, name, equals != NULL ? (size_t)(equals - name) : strlen(name));
    if (option == NULL) {
        unknown(def, argv[*i]);
        // Otherwise its value, if it has one, would be taken for an operand.
        if (equals == NULL && *i + 1 < argc && argv[*i + 1][0] != '-')
            (*i)++;
        return false;
    }
    if (option->type == UI_OPTION_FLAG) {
        if (equals != NULL) {
            ui_args_error(def, "--%s takes no value", option->name);
            return false;
        }
        bool yes = true;
        memcpy((char *)values + option->offset, &yes, sizeof yes);
        return true;
    }
    if (equals != NULL)
        return set_value(def, option, equals + 1, values);
    if (*i + 1 >= argc || strncmp(argv[*i + 1], "--", 2) == 0) {
        ui_args_error(def, "--%s needs a value: --%s %s", option->name, option->name,
                      option->value);
        return false;
    }
    return set_value(def, option, argv[++*i], values);
}

// The same for '-o'.
static bool parse_letter(const struct ui_args_def *def, int argc, char **argv, int *i,
                         void *values) {
    const char *argument = argv[*i];
    for (int k = 0; k < def->option_count; k++) {
        const struct ui_option *option = &def->options[k];
        if (option->letter == '\0' || option->letter != argument[1] || argument[2] != '\0')
            continue;
        if (*i + 1 < argc)
            return set_value(def, option, argv[++*i], values);
        ui_args_error(def, "-%c needs a value: -%c %s", option->letter, option->letter,
                      option->value);
        return false;
    }
    ui_args_error(def, "unknown option '%s', options begin with '--'", argument);
    return false;
}

static bool add_operand(const struct ui_args_def *def, struct ui_operands *operands,
                        const char *argument) {
    if (operands->count >= def->operands_max) {
        if (operands->count++ == def->operands_max)
            ui_args_error(def, "unexpected argument '%s', usage: kranich %s %s", argument,
                          def->verb, def->usage);
        return false;
    }
    operands->items[operands->count++] = argument;
    return true;
}

static bool is_help(int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

// A run of an hour must not end with a result that cannot be written.
static bool outputs_are_writable(const struct ui_args_def *def, const void *values) {
    bool ok = true;
    for (int i = 0; i < def->option_count; i++) {
        const struct ui_option *option = &def->options[i];
        struct dat_problem problem = {""};
        const char *path;
        if (option->type != UI_OPTION_OUTPUT)
            continue;
        memcpy(&path, (const char *)values + option->offset, sizeof path);
        if (path != NULL && !dat_can_write_file(path, &problem)) {
            ui_args_error(def, "--%s: %s", option->name, problem.text);
            ok = false;
        }
    }
    return ok;
}

int ui_args_parse(const struct ui_args_def *def, int argc, char **argv, void *values,
                  struct ui_operands *operands) {
    assert(def->option_count <= OPTIONS_MAX && def->operands_max <= UI_OPERANDS_MAX);
    assert(argc >= 1 && def->operands_min <= def->operands_max);
    *operands = (struct ui_operands){0};
    if (is_help(argc, argv)) {
        print_help(def, values, stdout);
        return UI_EXIT_DONE;
    }
    bool ok = true;
    bool only_operands = false;
    for (int i = 1; i < argc; i++)
        if (only_operands || argv[i][0] != '-' || argv[i][1] == '\0')
            ok &= add_operand(def, operands, argv[i]);
        else if (strcmp(argv[i], "--") == 0)
            only_operands = true;
        else if (argv[i][1] == '-')
            ok &= parse_option(def, argc, argv, &i, values);
        else
            ok &= parse_letter(def, argc, argv, &i, values);
    if (ok && operands->count < def->operands_min) {
        ok = false;
        ui_args_error(def, "something is missing, usage: kranich %s %s", def->verb, def->usage);
    }
    if (!ok)
        return UI_EXIT_USAGE;
    return outputs_are_writable(def, values) ? UI_ARGS_PARSED : UI_EXIT_ENVIRONMENT;
}

// Digits where the pattern has a 0, the same character elsewhere; a time may be missing.
bool ui_args_is_date(const char *text) {
    static const char pattern[] = "0000-00-00T00:00:00";
    const size_t length = strlen(text);
    if (length != 10 && length != 16 && length != 19)
        return false;
    for (size_t i = 0; i < length; i++)
        if (pattern[i] == '0' ? !isdigit((unsigned char)text[i]) : text[i] != pattern[i])
            return false;
    return true;
}

bool ui_args_session(const struct ui_args_def *def, const char *text, int64_t *id) {
    char *end;
    errno = 0;
    *id = strtoll(text, &end, 10);
    const bool ok = text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *id > 0;
    if (!ok)
        ui_args_error(def, "'%s' is not the number of a session", text);
    return ok;
}
