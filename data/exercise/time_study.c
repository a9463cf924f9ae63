#include "data/exercise/time_study.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "data/text/json.h"

// ---- while it runs ----

static void name_tree(struct dat_studied_tree *tree, const struct veh_worksite *site) {
    if (tree->work.tree < 0)
        return;
    const struct ter_tree *of_stand = &site->stand.trees[tree->work.tree];
    (void)snprintf(tree->id, sizeof tree->id, "%s", of_stand->id);
    tree->species = of_stand->species;
}

void dat_time_study_step(struct dat_time_study *study, const struct dat_observer *observer,
                         const struct veh_worksite *site) {
    while (study->trees.count < observer->harvest.trees)
        *SIM_ARRAY_PUSH(&study->trees) = (struct dat_studied_tree){.id = ""};
    while (study->loads.count < observer->haul.loads)
        *SIM_ARRAY_PUSH(&study->loads) = (struct veh_haul_work){0};
    study->trees.count = observer->harvest.trees;
    study->loads.count = observer->haul.loads;
    if (study->trees.count > 0) {
        struct dat_studied_tree *last = &study->trees.items[study->trees.count - 1];
        last->work = observer->harvest.present;
        name_tree(last, site);
    }
    if (study->loads.count > 0)
        study->loads.items[study->loads.count - 1] = observer->haul.present;
}

void dat_time_study_finish(struct dat_time_study *study) {
    SIM_ARRAY_FREE(&study->trees);
    SIM_ARRAY_FREE(&study->loads);
}

// ---- as JSON ----

// "boom in": "boom_in_s".
static const char *key_of(const char *element, const char *unit, char key[32]) {
    (void)snprintf(key, 32, "%s_%s", element, unit);
    for (char *c = key; *c != '\0'; c++)
        *c = *c == ' ' ? '_' : *c;
    return key;
}

static json_t *tree_json(const struct dat_studied_tree *tree) {
    char key[32];
    json_t *object = json_object();
    dat_json_set_text(object, "tree", tree->id);
    dat_json_set_text(object, "species", ter_species_name(tree->species));
    dat_json_set_integer(object, "logs", tree->work.logs);
    dat_json_set_number(object, "volume_m3", tree->work.volume);
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        dat_json_set_number(object,
                            key_of(veh_work_element_name((enum veh_work_element)e), "s", key),
                            tree->work.seconds[e]);
    return object;
}

static json_t *load_json(const struct veh_haul_work *load, int number) {
    char key[32];
    json_t *object = json_object();
    dat_json_set_integer(object, "load", number);
    dat_json_set_integer(object, "logs", load->logs);
    dat_json_set_integer(object, "stops", load->stops);
    dat_json_set_integer(object, "grips", load->grips);
    dat_json_set_integer(object, "unload_grips", load->unload_grips);
    dat_json_set_number(object, "volume_m3", load->volume);
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++) {
        const char *name = veh_haul_element_name((enum veh_haul_element)e);
        dat_json_set_number(object, key_of(name, "s", key), load->seconds[e]);
        if (load->distance[e] > 0.0)
            dat_json_set_number(object, key_of(name, "m", key), load->distance[e]);
    }
    return object;
}

json_t *dat_time_study_json(const struct dat_time_study *study,
                            const struct dat_observer *observer) {
    json_t *array = json_array();
    for (int i = 0; i < study->trees.count; i++) {
        struct dat_studied_tree tree = study->trees.items[i];
        if (i + 1 == study->trees.count)
            tree.work = dat_harvest_work_present(&observer->harvest);
        json_array_append_new(array, tree_json(&tree));
    }
    for (int i = 0; i < study->loads.count; i++) {
        struct veh_haul_work load = study->loads.items[i];
        if (i + 1 == study->loads.count)
            load = dat_haul_work_present(&observer->haul);
        json_array_append_new(array, load_json(&load, i + 1));
    }
    return array;
}

// ---- from JSON ----

static double number(const json_t *object, const char *key) {
    const double value = json_number_value(json_object_get(object, key));
    return value > 0.0 ? value : 0.0;
}

static int count(const json_t *object, const char *key) {
    const double value = number(object, key);
    return value < 1e6 ? (int)value : 0;
}

static void read_tree(struct dat_studied_tree *tree, const json_t *object) {
    char key[32];
    const char *id = json_string_value(json_object_get(object, "tree"));
    const char *species = json_string_value(json_object_get(object, "species"));
    *tree = (struct dat_studied_tree){
        .species = TER_SPRUCE,
        .work = {.tree = -1, .logs = count(object, "logs"), .volume = number(object, "volume_m3")}};
    (void)snprintf(tree->id, sizeof tree->id, "%s", id != NULL ? id : "");
    for (char *c = tree->id; *c != '\0'; c++) // a terminal would obey control characters
        *c = (unsigned char)*c < 0x20 || *c == 0x7f ? '?' : *c;
    if (species != NULL)
        (void)ter_species_find(species, &tree->species);
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        tree->work.seconds[e] =
            number(object, key_of(veh_work_element_name((enum veh_work_element)e), "s", key));
}

static void read_load(struct veh_haul_work *load, const json_t *object) {
    char key[32];
    *load = (struct veh_haul_work){.logs = count(object, "logs"),
                                   .stops = count(object, "stops"),
                                   .grips = count(object, "grips"),
                                   .unload_grips = count(object, "unload_grips"),
                                   .volume = number(object, "volume_m3")};
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++) {
        const char *name = veh_haul_element_name((enum veh_haul_element)e);
        load->seconds[e] = number(object, key_of(name, "s", key));
        load->distance[e] = number(object, key_of(name, "m", key));
    }
}

void dat_time_study_read(struct dat_time_study *study, const json_t *array) {
    size_t i;
    const json_t *item;
    *study = (struct dat_time_study){.trees = {.items = NULL}};
    json_array_foreach(array, i, item) {
        if (json_object_get(item, "tree") != NULL)
            read_tree(SIM_ARRAY_PUSH(&study->trees), item);
        else if (json_object_get(item, "load") != NULL)
            read_load(SIM_ARRAY_PUSH(&study->loads), item);
    }
}

// ---- beside what is published ----

struct dat_tree_mean dat_time_study_mean(const struct dat_time_study *study) {
    struct dat_tree_mean mean = {.all = 0.0};
    const int trees = study->trees.count;
    assert(trees > 0);
    for (int i = 0; i < trees; i++) {
        const struct dat_studied_tree *tree = &study->trees.items[i];
        mean.brunberg += veh_work_brunberg(tree->work.volume) / trees;
        for (int e = 0; e < VEH_WORK_ELEMENTS; e++) {
            struct veh_work_range range;
            mean.seconds[e] += tree->work.seconds[e] / trees;
            mean.all += tree->work.seconds[e] / trees;
            if (!veh_work_published((enum veh_work_element)e, tree->species, tree->work.volume,
                                    &range))
                continue;
            mean.published[e].low += range.low / trees;
            mean.published[e].mean += range.mean / trees;
            mean.published[e].high += range.high / trees;
        }
    }
    return mean;
}
