#include "data/check.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/text/json.h"
#include "data/text/text.h"
#include "data/text/yaml.h"
#include "ui/can/setup.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/input/bind_file.h"
#include "ui/screen/exit_status.h"
#include "ui/screen/place.h"

static json_t *text_value(const char *text) {
    // File names need not be UTF-8, JSON strings must be.
    json_t *value = json_string(text);
    return value != NULL ? value : json_string("?");
}

static json_t *items_of(const struct dat_diagnostics *d, bool warnings) {
    json_t *items = json_array();
    for (int i = 0; i < d->kept; i++) {
        const struct dat_diagnostic *item = &d->item[i];
        if (item->warning == warnings) {
            json_array_append_new(items,
                                  json_pack("{s:o, s:i, s:i, s:o}", "file", text_value(item->file),
                                            "line", item->line, "column", item->column, "message",
                                            text_value(item->text)));
        }
    }
    return items;
}

static json_t *result_of(const char *path, const char *kind, const char *note,
                         const struct dat_diagnostics *d) {
    return json_pack("{s:o, s:o, s:b, s:s, s:i, s:o, s:i, s:o}", "file", text_value(path), "kind",
                     kind != NULL ? text_value(kind) : json_null(), "ok", dat_diagnostics_ok(d),
                     "note", note, "error_count", d->errors, "errors", items_of(d, false),
                     "warning_count", d->warnings, "warnings", items_of(d, true));
}

// A layout, or what F2 and F3 have written.
static bool read_levers(const char *text, const char *path, struct dat_diagnostics *d) {
    static struct ui_controls_file content; // large, and one at a time
    return ui_controls_file_read(text, path, &content, d);
}

static bool read_bus(const char *text, const char *path, struct dat_diagnostics *d) {
    static struct ui_can_setup content; // large, and one at a time
    return ui_can_setup_read(text, path, &content, d);
}

static bool read_place(const char *text, const char *path, struct dat_diagnostics *d) {
    static struct ui_place content; // large, and one at a time
    return ui_place_read(text, path, &content, d);
}

// Files that only the window reads, by a key that one of the kind has.
static const struct window_file {
    const char *key, *kind;
    bool (*read)(const char *text, const char *path, struct dat_diagnostics *d);
} window_files[] = {
    {"controls", "keys and levers", read_levers},  {"devices", "keys and levers", read_levers},
    {"functions", "keys and levers", read_levers}, {"port", "CAN bus", read_bus},
    {"screens", "place of training", read_place},
};

// NULL where the text is none of them.
static const struct window_file *window_file(const char *text, const char *path) {
    static struct dat_diagnostics d; // large; errors are reported by whoever reads the file
    const struct window_file *found = NULL;
    dat_diagnostics_init(&d, path, NULL);
    struct dat_yaml *yaml = dat_yaml_load(text, path, &d);
    for (size_t i = 0; yaml != NULL && i < sizeof window_files / sizeof window_files[0]; i++)
        if (found == NULL && dat_yaml_find(dat_yaml_root(yaml), window_files[i].key) != NULL)
            found = &window_files[i];
    dat_yaml_destroy(yaml);
    return found;
}

// The kind of the file as dat_check_file(), with those of the window.
static const char *check_file(const char *path, char note[DAT_CHECK_NOTE],
                              struct dat_diagnostics *d) {
    const char *const extension = strrchr(path, '.');
    dat_diagnostics_init(d, path, NULL);
    char *text =
        extension != NULL && strcmp(extension, ".yaml") == 0 ? dat_text_load(path, d) : NULL;
    const struct window_file *kind = text != NULL ? window_file(text, path) : NULL;
    note[0] = '\0';
    if (kind != NULL)
        (void)kind->read(text, path, d);
    free(text);
    return kind != NULL ? kind->kind : dat_check_file(path, note, d);
}

// Reports on one file; true if it has no errors.
static bool check_one(const char *path, json_t *results, bool quiet) {
    struct dat_diagnostics d;
    char note[DAT_CHECK_NOTE];
    const char *kind = check_file(path, note, &d);
    dat_diagnostics_print(&d, stderr);
    if (results != NULL)
        json_array_append_new(results, result_of(path, kind, note, &d));
    if (dat_diagnostics_ok(&d) && !quiet) {
        printf("%s: %s, no errors", path, kind);
        if (d.warnings > 0)
            printf(", %d warning%s", d.warnings, d.warnings == 1 ? "" : "s");
        printf("\n");
        if (note[0] != '\0')
            printf("  %s\n", note);
    }
    return dat_diagnostics_ok(&d);
}

struct values {
    const char *json;
};

static const struct ui_option options[] = {
    UI_OPTION_JSON_FILE(struct values),
};

static const struct ui_args_def def = {
    .verb = "check",
    .usage = "FILE...",
    .summary = "Reads files or a site and says what is wrong with them",
    .help = "  FILE   a machine, model, exercise, terrain, stand, road or levers file, or a site's "
            "folder\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 1,
    .operands_max = UI_OPERANDS_MAX,
};

int ui_cmd_check(int argc, char **argv) {
    struct values values = {0};
    struct ui_operands operands;
    const int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    json_t *results = values.json != NULL ? json_array() : NULL;
    // With the JSON on the standard output, nothing else may be printed there.
    const bool quiet = values.json != NULL && strcmp(values.json, "-") == 0;
    bool ok = true;
    for (int i = 0; i < operands.count; i++)
        ok = check_one(operands.items[i], results, quiet) && ok;
    struct dat_problem problem = {""};
    const bool written = values.json == NULL || dat_json_write(results, 15, values.json, &problem);
    json_decref(results);
    if (!written)
        return ui_args_environment_error(&def, "%s", problem.text);
    return ok ? UI_EXIT_DONE : UI_EXIT_USAGE;
}
