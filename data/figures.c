#include "data/figures.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/closest.h"
#include "data/text/keys.h"
#include "data/text/text.h"

// ---- keys ----

enum section { SECTION_FILE, SECTION_CLASS, SECTION_FIGURE, SECTIONS };

struct file_keys {
    struct dat_value classes, figures;
};
struct class_keys {
    struct dat_value name, kind;
};
struct figure_keys {
    struct dat_value figure, classes, from, to, basis, source;
};

// clang-format off
#define KEY(SECTION, group, key, type, standard, choices, inner, help) \
    {SECTION_##SECTION, #key, DAT_KEY_##type, "", standard, -1e9, 1e9, choices, inner, \
     offsetof(struct group##_keys, key), help}

static const struct dat_key keys[] = {
    KEY(FILE, file, classes, SECTIONS, NULL, "", SECTION_CLASS, "the classes of machines"),
    KEY(FILE, file, figures, SECTIONS, NULL, "", SECTION_FIGURE, "what is known about them"),

    KEY(CLASS, class, name, NAME, NULL, "", 0, "its name"),
    KEY(CLASS, class, kind, CHOICE, NULL, "harvester|forwarder", 0, "of its machines"),

    KEY(FIGURE, figure, figure, NAME, NULL, "", 0, "name of a figure of `kranich machine`"),
    KEY(FIGURE, figure, classes, NAMES, "", "classes", 0, "those it is for; default: all"),
    KEY(FIGURE, figure, from, NUMBER, "", "", 0, "lowest real value"),
    KEY(FIGURE, figure, to, NUMBER, "", "", 0, "highest real value"),
    KEY(FIGURE, figure, basis, CHOICE, NULL, DAT_BASIS_WORDS, 0, "how sure it is"),
    KEY(FIGURE, figure, source, TEXT, NULL, "", 0, "where it is from"),
};

static const struct dat_key_section sections[SECTIONS] = {
    [SECTION_FILE] = {"the file", "", sizeof(struct file_keys)},
    [SECTION_CLASS] = {"a class", "", sizeof(struct class_keys)},
    [SECTION_FIGURE] = {"a figure", "", sizeof(struct figure_keys)},
};
// clang-format on

static const struct dat_key_table table = {keys, sizeof keys / sizeof keys[0], sections, SECTIONS};

// ---- reading ----

static void read_class(const struct dat_node *item, struct dat_figures *figures) {
    static const enum veh_machine_kind kinds[] = {VEH_HARVESTER, VEH_FORWARDER};
    struct class_keys values;
    if (!dat_keys_read(&table, SECTION_CLASS, item, &values))
        return;
    if (dat_find_machine_class(figures, values.name.text) != NULL)
        dat_yaml_error(values.name.node, "duplicate class '%s'", values.name.text);
    struct dat_machine_class *class = &figures->classes[figures->class_count++];
    (void)snprintf(class->name, sizeof class->name, "%s", values.name.text);
    class->kind = kinds[values.kind.choice];
}

static enum veh_figure find_figure(const struct dat_node *node) {
    const enum veh_figure figure = veh_figure_find(node->text);
    if (figure != VEH_FIGURE_COUNT)
        return figure;
    const char *names[VEH_FIGURE_COUNT];
    for (int i = 0; i < VEH_FIGURE_COUNT; i++)
        names[i] = veh_figure_info((enum veh_figure)i)->name;
    const char *near = dat_closest(node->text, names, VEH_FIGURE_COUNT);
    dat_yaml_error(node, "there is no figure '%s'%s%s%s", node->text,
                   near != NULL ? ", did you mean '" : "", near != NULL ? near : "",
                   near != NULL ? "'?" : "");
    return figure;
}

static void set_figure(struct dat_machine_class *class, enum veh_figure figure,
                       const struct dat_real_figure *real, const struct dat_node *node) {
    if (class->figure[figure].known)
        dat_yaml_error(node, "'%s' of class '%s' is given twice", veh_figure_info(figure)->name,
                       class->name);
    class->figure[figure] = *real;
}

static void set_figures(const struct figure_keys *values, enum veh_figure figure,
                        const struct dat_real_figure *real, struct dat_figures *figures) {
    for (const struct dat_node *item = dat_keys_items(&values->classes); item != NULL;
         item = item->next) {
        struct dat_machine_class *class = NULL;
        for (int i = 0; i < figures->class_count; i++)
            if (strcmp(figures->classes[i].name, item->text) == 0)
                class = &figures->classes[i];
        if (class == NULL)
            dat_yaml_error(item, "there is no class '%s' above", item->text);
        else
            set_figure(class, figure, real, values->figure.node);
    }
    for (int i = 0; values->classes.at == NULL && i < figures->class_count; i++)
        set_figure(&figures->classes[i], figure, real, values->figure.node);
}

static void read_figure(const struct dat_node *item, struct dat_figures *figures) {
    struct figure_keys values;
    if (!dat_keys_read(&table, SECTION_FIGURE, item, &values))
        return;
    const bool low = values.from.node != NULL, high = values.to.node != NULL;
    struct dat_real_figure real = {.known = true,
                                   .from = low ? values.from.number[0] : -(double)INFINITY,
                                   .to = high ? values.to.number[0] : (double)INFINITY,
                                   .basis = (enum dat_basis)values.basis.choice};
    if (!low && !high)
        dat_yaml_error(item, "a figure needs 'from' or 'to'");
    if (real.from > real.to)
        dat_yaml_error(values.to.node, "'to' is %g, less than 'from', %g", real.to, real.from);
    if (strlen(values.source.text) >= sizeof real.source)
        dat_yaml_error(values.source.node, "a source has at most %d bytes", DAT_FIGURE_SOURCE - 1);
    (void)snprintf(real.source, sizeof real.source, "%s", values.source.text);
    const enum veh_figure figure = find_figure(values.figure.node);
    if (figure != VEH_FIGURE_COUNT)
        set_figures(&values, figure, &real, figures);
}

static void read_contents(const struct dat_node *root, struct dat_figures *figures) {
    struct file_keys values;
    (void)dat_keys_read(&table, SECTION_FILE, root, &values);
    const int count = values.classes.node != NULL ? values.classes.node->count : 0;
    figures->classes = calloc((size_t)count + 1, sizeof *figures->classes);
    if (figures->classes == NULL) {
        dat_yaml_error(root, "not enough memory to read the file");
        return;
    }
    for (const struct dat_node *i = dat_keys_items(&values.classes); i != NULL; i = i->next)
        read_class(i, figures);
    for (const struct dat_node *i = dat_keys_items(&values.figures); i != NULL; i = i->next)
        read_figure(i, figures);
}

bool dat_read_figures(const char *text, const char *file, struct dat_figures *figures,
                      struct dat_diagnostics *d) {
    const int errors = d->errors;
    *figures = (struct dat_figures){0};
    struct dat_yaml *yaml = dat_yaml_load(text, file, d);
    if (yaml != NULL)
        read_contents(dat_yaml_root(yaml), figures);
    dat_yaml_destroy(yaml);
    if (yaml != NULL && d->errors == errors)
        return true;
    dat_figures_finish(figures);
    return false;
}

bool dat_load_figures(const char *path, struct dat_figures *figures, struct dat_diagnostics *d) {
    *figures = (struct dat_figures){0};
    dat_diagnostics_init(d, path, NULL);
    char *text = dat_text_load(path, d);
    const bool ok = text != NULL && dat_read_figures(text, path, figures, d);
    free(text);
    d->text = NULL;
    return ok;
}

void dat_figures_finish(struct dat_figures *figures) {
    free(figures->classes);
    *figures = (struct dat_figures){0};
}

// ---- answers ----

// [t] From the class's range of masses; 0 inside.
static double mass_apart(const struct dat_machine_class *class, double mass) {
    const struct dat_real_figure *real = &class->figure[VEH_FIGURE_MASS];
    return real->known ? fmax(fmax(real->from - mass, mass - real->to), 0.0) : (double)INFINITY;
}

const struct dat_machine_class *dat_machine_class(const struct dat_figures *figures,
                                                  enum veh_machine_kind kind, double mass) {
    const struct dat_machine_class *nearest = NULL;
    for (int i = 0; i < figures->class_count; i++) {
        const struct dat_machine_class *class = &figures->classes[i];
        if (class->kind == kind &&
            (nearest == NULL || mass_apart(class, mass) < mass_apart(nearest, mass)))
            nearest = class;
    }
    return nearest;
}

const struct dat_machine_class *dat_find_machine_class(const struct dat_figures *figures,
                                                       const char *name) {
    assert(name != NULL);
    for (int i = 0; i < figures->class_count; i++)
        if (strcmp(figures->classes[i].name, name) == 0)
            return &figures->classes[i];
    return NULL;
}

static void report_class(const struct dat_node *node, const struct dat_figures *figures) {
    enum { MOST = 64 };
    const char *names[MOST];
    int count = 0;
    for (; count < figures->class_count && count < MOST; count++)
        names[count] = figures->classes[count].name;
    const char *closest = dat_closest(node->text, names, count);
    dat_yaml_error(node, "there is no class '%.60s' in figures.yaml%s%s%s", node->text,
                   closest != NULL ? " (did you mean '" : "", closest != NULL ? closest : "",
                   closest != NULL ? "'?)" : "");
}

bool dat_check_class(const char *text, const char *file, const struct dat_figures *figures,
                     struct dat_diagnostics *d) {
    struct dat_yaml *yaml = dat_yaml_load(text, file, d);
    assert(yaml != NULL || d->errors > 0);
    const struct dat_node *node = yaml != NULL ? dat_yaml_find(dat_yaml_root(yaml), "class") : NULL;
    const bool known = node == NULL || dat_find_machine_class(figures, node->text) != NULL;
    if (!known)
        report_class(node, figures);
    dat_yaml_destroy(yaml);
    return known;
}

enum dat_verdict dat_judge(const struct dat_real_figure *real, double value) {
    if (!real->known || isnan(value))
        return DAT_VERDICT_NONE;
    if (value < real->from)
        return DAT_VERDICT_BELOW;
    return value > real->to ? DAT_VERDICT_ABOVE : DAT_VERDICT_WITHIN;
}
