// `kranich machine`: measures machines on the test stand and prints their data sheets.
#include "ui/cmd/machine.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "data/model/read.h"
#include "data/text/json.h"
#include "data/text/text.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/cmd/library_file.h"
#include "ui/screen/exit_status.h"

enum { MACHINES = 12 };

struct values {
    const char *json, *page, *svg, *class, *data;
};

static const struct ui_option options[] = {
    {.name = "class",
     .type = UI_OPTION_TEXT,
     .value = "NAME",
     .offset = offsetof(struct values, class),
     .help = "compare with this class of figures.yaml; default: the one of its kind and mass"},
    {.name = "page",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, page),
     .help = "write the data sheets as Markdown"},
    {.name = "svg",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, svg),
     .help = "draw the curves of all machines"},
    UI_OPTION_LIBRARY(struct values),
    UI_OPTION_JSON_FILE(struct values),
};

static const struct ui_args_def def = {
    .verb = "machine",
    .usage = "MACHINE...",
    .summary = "Measures machines on a test stand and compares them with real ones",
    .help = "  MACHINE   a file, or the name of one of the library's machines\n"
            "\n"
            "Everything is measured on the running machine. The real figures of its class, with\n"
            "their sources, are in figures.yaml of the library; a figure outside of them is\n"
            "marked 'below' or 'above'. Sources are verified, computed from verified numbers, or\n"
            "assumed.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 1,
    .operands_max = MACHINES,
};

// Everything that the verb holds while it runs.
struct run {
    struct values values;
    struct dat_figures figures;
    const struct dat_machine_class *class; // of --class; NULL: by kind and mass
    struct ui_machine_sheet *machines;     // MACHINES of them
    int count;
};

// ---- before anything is measured ----

static int load_figures(struct run *run) {
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char folder[2048], path[4096];
    if (dat_library_folder(run->values.data, folder, sizeof folder, &problem) != DAT_LIBRARY_FOUND)
        return ui_args_environment_error(&def, "%s", problem.text);
    (void)snprintf(path, sizeof path, "%s/figures.yaml", folder);
    if (!dat_load_figures(path, &run->figures, &d)) {
        dat_diagnostics_print(&d, stderr);
        return UI_EXIT_USAGE;
    }
    if (run->values.class == NULL)
        return UI_EXIT_DONE;
    run->class = dat_find_machine_class(&run->figures, run->values.class);
    return run->class != NULL
               ? UI_EXIT_DONE
               : ui_args_error(&def, "there is no class '%s' in %s", run->values.class, path);
}

// The class of the file must be known, unless the command line has another.
static bool class_is_known(const struct run *run, const char *path, struct dat_diagnostics *d) {
    char *text = run->class == NULL ? dat_text_load(path, d) : NULL;
    const bool known = text == NULL || dat_check_class(text, path, &run->figures, d);
    d->text = NULL; // nothing more is quoted from it
    free(text);
    return known;
}

static bool load_machine(const struct run *run, const char *path, struct veh_machine_def *machine) {
    struct dat_diagnostics d;
    bool loaded = dat_load_model(path, machine, &d);
    if (loaded && !class_is_known(run, path, &d)) {
        veh_machine_def_finish(machine);
        loaded = false;
    }
    const char *problem = loaded ? veh_sheet_problem(machine) : NULL;
    if (problem != NULL) {
        dat_diagnose(&d, 1, 1, "%s", problem);
        veh_machine_def_finish(machine);
        loaded = false;
    }
    dat_diagnostics_print(&d, stderr);
    return loaded;
}

// ---- measuring ----

static int measure(const struct veh_machine_def *machine, struct ui_machine_sheet *sheet) {
    int count;
    const struct veh_measurement *const *measurements = veh_measurements(&count);
    veh_sheet_init(&sheet->sheet);
    for (int i = 0; i < count; i++)
        if (!measurements[i]->measure(machine, &sheet->sheet))
            return ui_args_environment_error(&def, "not enough memory");
    return UI_EXIT_DONE;
}

// That of the command line, of the file, or of the machine's kind and mass. NULL: there is none.
static const struct dat_machine_class *
class_of(const struct run *run, const struct veh_machine_def *machine, double mass) {
    if (run->class != NULL)
        return run->class;
    return machine->class[0] == '\0' ? dat_machine_class(&run->figures, machine->kind, mass)
                                     : dat_find_machine_class(&run->figures, machine->class);
}

static int measure_operand(struct run *run, const char *operand) {
    char path[DAT_SCENARIO_PATH];
    const int found = ui_find_library_file(&def, run->values.data, "machines", operand, path);
    if (found != UI_EXIT_DONE)
        return found;
    struct veh_machine_def *machine = calloc(1, sizeof *machine);
    if (machine == NULL)
        return ui_args_environment_error(&def, "not enough memory");
    int status = UI_EXIT_USAGE;
    if (load_machine(run, path, machine)) {
        struct ui_machine_sheet *sheet = &run->machines[run->count++];
        sheet->file = operand;
        (void)snprintf(sheet->name, sizeof sheet->name, "%s", machine->model.name);
        status = measure(machine, sheet);
        sheet->class = class_of(run, machine, sheet->sheet.figure[VEH_FIGURE_MASS]);
        veh_machine_def_finish(machine);
    }
    free(machine);
    return status;
}

// ---- results ----

static int write_results(const struct run *run) {
    const struct values *values = &run->values;
    struct dat_problem problem = {""};
    json_t *json = json_array();
    for (int i = 0; i < run->count; i++)
        json_array_append_new(json, ui_machine_json(&run->machines[i]));
    bool written = true;
    if (values->json != NULL)
        written = dat_json_write(json, 6, values->json, &problem);
    json_decref(json);
    if (written && values->page != NULL)
        written = ui_machine_write_page(run->machines, run->count, values->page, &problem);
    if (written && values->svg != NULL)
        written = ui_machine_draw(run->machines, run->count, values->svg, &problem);
    return written ? UI_EXIT_DONE : ui_args_environment_error(&def, "%s", problem.text);
}

static int run_all(struct run *run, const struct ui_operands *operands) {
    int status = load_figures(run);
    const bool quiet = run->values.json != NULL && strcmp(run->values.json, "-") == 0;
    for (int i = 0; i < operands->count && status == UI_EXIT_DONE; i++) {
        status = measure_operand(run, operands->items[i]);
        if (status == UI_EXIT_DONE && !quiet)
            ui_machine_print(&run->machines[i], stdout);
    }
    return status == UI_EXIT_DONE ? write_results(run) : status;
}

int ui_cmd_machine(int argc, char **argv) {
    struct run run = {0};
    struct ui_operands operands;
    int status = ui_args_parse(&def, argc, argv, &run.values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    run.machines = calloc(MACHINES, sizeof *run.machines);
    status = run.machines != NULL ? run_all(&run, &operands)
                                  : ui_args_environment_error(&def, "not enough memory");
    free(run.machines);
    dat_figures_finish(&run.figures);
    return status;
}
