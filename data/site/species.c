#include "data/site/species.h"

#include <assert.h>
#include <string.h>

#include "data/site/species_keys.h"
#include "data/text/closest.h"

// Copies a text of limited length; a longer one is an error.
static void read_text(const struct dat_node *node, const char *text, char *copy, size_t size) {
    if (node == NULL)
        return;
    if (text[0] == '\0' || strlen(text) >= size)
        dat_yaml_error(node, "'%.40s' has %zu bytes, expected 1 to %zu", text, strlen(text),
                       size - 1);
    (void)snprintf(copy, size, "%s", text);
}

// As many rows of as many numbers, one behind the other.
static void read_rows(const struct dat_value *value, int rows, int columns, double *numbers) {
    if (value->node == NULL)
        return;
    if (value->node->count != rows)
        dat_yaml_error(value->node, "'%s' has rows: %d, expected %d", value->node->key,
                       value->node->count, rows);
    int row = 0;
    for (const struct dat_node *item = dat_keys_items(value); item != NULL && row < rows;
         item = item->next, row++)
        if (!dat_keys_numbers(item, columns, numbers + row * columns))
            dat_yaml_error(item, "a row of '%s' has numbers: %d, expected %d", value->node->key,
                           item->count, columns);
}

static void read_taper(const struct dat_species_file *keys, struct ter_species_def *def) {
    static const int rows[] = {1, 3, 1}, columns[] = {8, 3, 3}; // by enum ter_taper
    def->taper = (enum ter_taper)keys->taper.choice;
    if (keys->taper.node != NULL)
        read_rows(&keys->taper_coefficients, rows[def->taper], columns[def->taper],
                  def->taper_coefficients);
}

static void read_names(const struct dat_species_file *keys, struct ter_species_def *def) {
    enum { MOST = sizeof def->other_names / sizeof def->other_names[0] };
    int count = 0;
    read_text(keys->species.node, keys->species.text, def->species, sizeof def->species);
    read_text(keys->latin_name.node, keys->latin_name.text, def->latin_name,
              sizeof def->latin_name);
    read_text(keys->code.node, keys->code.text, def->code, sizeof def->code);
    for (const struct dat_node *item = dat_keys_items(&keys->other_names); item != NULL;
         item = item->next, count++) {
        if (count == MOST) {
            dat_yaml_error(item, "more than %d other names", (int)MOST);
            return;
        }
        read_text(item, item->text, def->other_names[count], sizeof def->other_names[count]);
    }
}

static void read_branches(const struct dat_value *group, struct ter_branching *branches) {
    struct dat_species_branches keys;
    if (group->node == NULL ||
        !dat_keys_read(&dat_species_keys, DAT_SPECIES_BRANCHES, group->node, &keys))
        return;
    *branches =
        (struct ter_branching){.spacing = keys.spacing.number[0],
                               .per_whorl = (int)keys.per_whorl.number[0],
                               .between = (int)keys.between.number[0],
                               .whorled = keys.whorled.yes,
                               .thickest = {keys.thickest.number[0], keys.thickest.number[1]},
                               .angle = keys.angle.number[0],
                               .dead = keys.dead.number[0],
                               .toughness = keys.toughness.number[0]};
}

static void read_pair(const struct dat_value *value, double pair[2]) {
    pair[0] = value->number[0];
    pair[1] = value->number[1];
}

static void read_crown(const struct dat_node *root, const struct dat_species_file *keys,
                       struct ter_species_def *def) {
    read_rows(&keys->crown_width, 1, 4, def->crown_width);
    read_rows(&keys->crown_base, 1, 4, def->crown_base);
    read_rows(&keys->crown_mass, 2, 5, def->crown_mass);
    read_pair(&keys->drag, def->drag);
    def->crown_share = keys->crown_share.number[0];
    if ((keys->crown_mass.at != NULL) == (keys->crown_share.at != NULL))
        dat_yaml_error(root, "a species needs either 'crown_mass' or 'crown_share'");
    read_branches(&keys->branches, &def->branches);
}

static void read_file(const struct dat_node *root, struct dat_diagnostics *d,
                      struct ter_species_def *def) {
    const int errors = d->errors;
    struct dat_species_file keys;
    (void)dat_keys_read(&dat_species_keys, DAT_SPECIES_FILE, root, &keys);
    read_names(&keys, def);
    def->group_number = (int)keys.group_number.number[0];
    def->picture = (enum ter_picture)keys.picture.choice;
    read_taper(&keys, def);
    read_pair(&keys.bark, def->bark);
    read_pair(&keys.height_curve, def->height_curve);
    read_rows(&keys.top_heights, 1, 4, def->top_heights);
    def->green_density = keys.green_density.number[0];
    def->bending_strength = keys.bending_strength.number[0];
    def->elasticity = keys.elasticity.number[0];
    read_crown(root, &keys, def);
    const char *problem = d->errors == errors ? ter_species_problem(def) : NULL;
    if (problem != NULL)
        dat_yaml_error(root, "%s", problem);
}

bool dat_read_species(const char *text, const char *file, struct ter_species_def *def,
                      struct dat_diagnostics *d) {
    assert(text != NULL && d != NULL);
    const int errors = d->errors;
    memset(def, 0, sizeof *def);
    struct dat_yaml *yaml = dat_yaml_load(text, file, d);
    if (yaml != NULL)
        read_file(dat_yaml_root(yaml), d, def);
    dat_yaml_destroy(yaml);
    return yaml != NULL && d->errors == errors;
}

bool dat_find_species(const struct dat_value *value, enum ter_species *species) {
    if (value->node == NULL || ter_species_find(value->text, species))
        return value->node != NULL;
    const char *names[TER_SPECIES_MAX];
    for (int i = 0; i < ter_species_count(); i++)
        names[i] = ter_species_name((enum ter_species)i);
    const char *near = dat_closest(value->text, names, ter_species_count());
    dat_yaml_error(value->node, "unknown species '%.40s'%s%s%s, expected one such as %s, %s or %s",
                   value->text, near != NULL ? " (did you mean '" : "", near != NULL ? near : "",
                   near != NULL ? "'?)" : "", names[0], names[1], names[2]);
    return false;
}
