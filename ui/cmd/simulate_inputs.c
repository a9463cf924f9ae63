#include "ui/cmd/simulate_inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/closest.h"
#include "data/text/number.h"
#include "data/text/text.h"

static void no_such_input(const struct sim_model *model, const char *name) {
    enum { MOST = 32 };
    const char *names[MOST];
    int count = 0;
    while (count < MOST && count < model->input_count) {
        names[count] = model->inputs[count].name;
        count++;
    }
    const char *near = dat_closest(name, names, count);
    fprintf(stderr, "kranich simulate: error: --inputs: the model has no input '%s'", name);
    if (near != NULL) {
        fprintf(stderr, ", did you mean '%s'?\n", near);
        return;
    }
    for (int i = 0; i < count; i++)
        fprintf(stderr, "%s%s", i == 0 ? "; it has " : ", ", names[i]);
    fputs(model->input_count > count ? ", ...\n" : count == 0 ? ", it has none\n" : "\n", stderr);
}

// One NAME=X of the given length.
static bool set_input(struct sim_instance *instance, const char *text, size_t length) {
    const struct sim_model *model = instance->model;
    const char *equals = memchr(text, '=', length);
    char name[SIM_MODEL_NAME];
    double value = 0.0;
    const size_t name_length = equals != NULL ? (size_t)(equals - text) : length;
    (void)snprintf(name, sizeof name, "%.*s", (int)(name_length < 63 ? name_length : 63), text);
    const int input = sim_model_find_input(model, name);
    if (input < 0) {
        no_such_input(model, name);
        return false;
    }
    const double low = model->inputs[input].low;
    const double high = model->inputs[input].high;
    if (equals == NULL ||
        dat_number_read(equals + 1, length - name_length - 1, &value) != DAT_NUMBER_OK ||
        value < low || value > high) {
        fprintf(stderr, "kranich simulate: error: --inputs: expected %s=X with X from %g to %g\n",
                name, low, high);
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

bool ui_simulate_load_table(const char *path, const struct sim_model *model,
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
