#include "ui/cmd/simulate_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/closest.h"
#include "data/text/number.h"
#include "data/text/text.h"
#include "sim/model/snapshot.h"
#include "ui/screen/exit_status.h"

#define MOST_STATE (256ul << 20) // [byte]

// ---- inputs ----

static void report_unknown_input(const struct sim_model *model, const char *name) {
    enum { MOST = 32 };
    const char *names[MOST];
    char all[MOST * (SIM_MODEL_NAME + 2) + 8] = "";
    size_t used = 0;
    int count = 0;
    for (; count < MOST && count < model->input_count; count++) {
        names[count] = model->inputs[count].name;
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", count == 0 ? "" : ", ",
                                 names[count]);
    }
    const char *near = dat_closest(name, names, count);
    if (near != NULL)
        (void)ui_args_error(&ui_simulate_args,
                            "--inputs: the model has no input '%s', did you mean '%s'?", name,
                            near);
    else if (count == 0)
        (void)ui_args_error(&ui_simulate_args, "--inputs: the model has no input '%s', it has none",
                            name);
    else
        (void)ui_args_error(&ui_simulate_args,
                            "--inputs: the model has no input '%s'; it has %.600s%s", name, all,
                            model->input_count > count ? ", ..." : "");
}

// One NAME=X of the given length.
static bool set_input(struct sim_instance *instance, const char *text, size_t length) {
    const struct sim_model *model = instance->model;
    const char *equals = memchr(text, '=', length);
    char name[SIM_MODEL_NAME];
    double value = 0.0;
    const size_t name_length = equals != NULL ? (size_t)(equals - text) : length;
    (void)snprintf(name, sizeof name, "%.*s", (int)name_length, text);
    const int input = sim_model_find_input(model, name);
    if (input < 0) {
        report_unknown_input(model, name);
        return false;
    }
    const double low = model->inputs[input].low;
    const double high = model->inputs[input].high;
    if (equals == NULL ||
        dat_number_read(equals + 1, length - name_length - 1, &value) != DAT_NUMBER_OK ||
        value < low || value > high) {
        (void)ui_args_error(&ui_simulate_args, "--inputs: expected %s=X with X from %g to %g", name,
                            low, high);
        return false;
    }
    sim_instance_set_input(instance, input, value);
    return true;
}

bool ui_simulate_set_inputs(struct sim_instance *instance, const char *inputs) {
    bool ok = true;
    while (inputs != NULL && *inputs != '\0') {
        const size_t length = strcspn(inputs, ",");
        ok = set_input(instance, inputs, length) && ok;
        inputs += length + (inputs[length] == ',');
    }
    return ok;
}

bool ui_simulate_load_table(const char *path, struct sim_model *model,
                            struct dat_input_table *table, struct dat_diagnostics *d) {
    *table = (struct dat_input_table){0};
    if (path == NULL)
        return true;
    dat_diagnostics_init(d, path, NULL);
    char *text = dat_text_load(path, d);
    const bool ok = text != NULL && dat_read_input_table(text, model, table, d);
    dat_diagnostics_print(d, stderr);
    free(text);
    return ok;
}

// ---- states ----

int ui_simulate_restore(struct sim_instance *instance, const char *path) {
    if (path == NULL)
        return UI_EXIT_DONE;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return ui_args_error(&ui_simulate_args, "cannot read %s: %s", path, strerror(errno));
    const char *problem = "it is larger than 256 MB";
    unsigned char *bytes = malloc(MOST_STATE + 1);
    if (bytes == NULL) {
        (void)fclose(file);
        return ui_args_environment_error(&ui_simulate_args, "not enough memory");
    }
    const size_t size = fread(bytes, 1, MOST_STATE + 1, file);
    if (ferror(file) != 0)
        problem = "it cannot be read";
    else if (size <= MOST_STATE)
        problem = sim_instance_restore(instance, bytes, size);
    free(bytes);
    (void)fclose(file);
    if (problem == NULL)
        return UI_EXIT_DONE;
    return ui_args_error(&ui_simulate_args, "--restore %s: %s, expected what --save wrote", path,
                         problem);
}
