// Materials, pairs of them, and inputs, which all files of a model share by name.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/model/reader.h"

// Another file may repeat a material or an input, first seen at origin, with the same values.
static void check_again(const struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_value *name, const char *what,
                        const struct dat_model_origin *origin, bool same) {
    const struct dat_model_use *first = &r->use[origin->use];
    if (first == use) {
        dat_yaml_error(name->node, "duplicate %s '%s', the first is in line %d", what, name->text,
                       origin->line);
    } else if (!same) {
        dat_yaml_error(name->node, "%s '%s' differs from that in %.80s, line %d", what, name->text,
                       first->path, origin->line);
    }
}

static bool equal(double a, double b) {
    return a <= b && a >= b;
}

static bool same_material(const struct sim_material *a, const struct sim_material *b) {
    return equal(a->friction, b->friction) && equal(a->stiffness, b->stiffness) &&
           equal(a->damping, b->damping) && equal(a->restitution, b->restitution) &&
           equal(a->friction_across, b->friction_across) && equal(a->grain.x, b->grain.x) &&
           equal(fabs(a->grain.y), fabs(b->grain.y)) && equal(a->grain.z, b->grain.z);
}

static double given(const struct dat_value *value, double otherwise) {
    return value->node != NULL ? value->number[0] : otherwise;
}

static void read_material(struct dat_model_reader *r, struct dat_model_use *use,
                          const struct dat_node *item) {
    struct dat_model_material keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_MATERIAL, item, &keys);
    if (keys.name.node == NULL)
        return;
    struct sim_material material = {.friction = keys.friction.number[0],
                                    .stiffness = keys.stiffness.number[0],
                                    .damping = keys.damping.number[0],
                                    .restitution = keys.restitution.number[0]};
    if (keys.friction_across.node != NULL) {
        material.friction_across = keys.friction_across.number[0];
        material.grain = dat_model_mirror_point(use, dat_value_vec3(&keys.grain));
    } else if (keys.grain.node != NULL && keys.friction_across.at == NULL) {
        dat_yaml_error_key(keys.grain.node, "'grain' needs 'friction_across'");
    }
    (void)snprintf(material.name, sizeof material.name, "%s", keys.name.text);
    const int found = dat_model_find_material(r->model, material.name);
    if (found >= 0) {
        const struct sim_material *first = &r->model->materials[found];
        check_again(r, use, &keys.name, "material", &r->material_origins.items[found],
                    same_material(first, &material));
        return;
    }
    const struct dat_model_origin origin = {(int)(use - r->use), item->line};
    if (DAT_MODEL_NOTE(r, material_origins, origin))
        (void)DAT_MODEL_ADD(r, materials, material_count, material);
}

static void read_input(struct dat_model_reader *r, struct dat_model_use *use,
                       const struct dat_node *item) {
    struct dat_model_input keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_INPUT, item, &keys);
    if (keys.name.node == NULL)
        return;
    struct sim_model_input input = {.low = keys.range.number[0],
                                    .high = keys.range.number[1],
                                    .initial = keys.initial.number[0],
                                    .rate = keys.rate.number[0]};
    (void)snprintf(input.name, sizeof input.name, "%s", keys.name.text);
    if (input.initial < input.low || input.initial > input.high) {
        const struct dat_node *at = keys.initial.node != NULL ? keys.initial.node : item;
        dat_yaml_error(at, "'initial' is %g, expected %g to %g as in 'range'", input.initial,
                       input.low, input.high);
    }
    const int found = sim_model_find_input(r->model, input.name);
    if (found >= 0) {
        const struct sim_model_input *first = &r->model->inputs[found];
        check_again(r, use, &keys.name, "input", &r->input_origins.items[found],
                    equal(first->low, input.low) && equal(first->high, input.high) &&
                        equal(first->initial, input.initial) && equal(first->rate, input.rate));
        return;
    }
    const struct dat_model_origin origin = {(int)(use - r->use), item->line};
    if (DAT_MODEL_NOTE(r, input_origins, origin))
        (void)DAT_MODEL_ADD(r, inputs, input_count, input);
}

static bool of_worksite(const char *material) {
    static const char *const names[] = {"ground", "wood", "bark"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(material, names[i]) == 0)
            return true;
    return false;
}

static void read_pair(struct dat_model_reader *r, const struct dat_node *item) {
    struct dat_model_pair keys;
    if (!dat_keys_read(dat_model_keys(), DAT_SECTION_PAIR, item, &keys))
        return;
    const struct dat_node *names = keys.materials.node;
    if (names->count != 2) {
        dat_yaml_error(names, "'materials' must be two names such as [tyre, ground], found %d",
                       names->count);
        return;
    }
    const struct dat_node *name[2] = {names->first, names->first->next};
    for (int i = 0; i < 2; i++)
        if (!of_worksite(name[i]->text) && dat_model_material(r, name[i], name[i]->text) < 0)
            return;
    struct sim_model_pair pair;
    (void)snprintf(pair.a, sizeof pair.a, "%.31s", name[0]->text);
    (void)snprintf(pair.b, sizeof pair.b, "%.31s", name[1]->text);
    pair.pair.friction = given(&keys.friction, -1.0);
    pair.pair.friction_across = given(&keys.friction_across, pair.pair.friction);
    pair.pair.restitution = given(&keys.restitution, -1.0);
    pair.pair.rolling = keys.rolling.number[0];
    (void)DAT_MODEL_ADD(r, pairs, pair_count, pair);
}

void dat_model_read_shared(struct dat_model_reader *r, struct dat_model_use *use) {
    for (const struct dat_node *i = dat_keys_items(&use->keys.materials); i != NULL; i = i->next)
        read_material(r, use, i);
    for (const struct dat_node *i = dat_keys_items(&use->keys.inputs); i != NULL; i = i->next)
        read_input(r, use, i);
}

void dat_model_read_pairs(struct dat_model_reader *r, struct dat_model_use *use) {
    for (const struct dat_node *i = dat_keys_items(&use->keys.pairs); i != NULL; i = i->next)
        read_pair(r, i);
}
