#include "data/exercise/forwarded.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "data/exercise/monitoring.h"
#include "data/site/fpr_write.h"
#include "sim/base/array.h"
#include "sim/base/version.h"
#include "vehicles/piles.h"

struct forwarded {
    const struct veh_products *assortments; // NULL: none
    SIM_ARRAY(struct dat_fpr_product) products;
    SIM_ARRAY(struct dat_fpr_load) loads;
    SIM_ARRAY(struct dat_fpr_part) parts;
    double volume, mass; // [m^3], [kg] of all loads
    char program[64];
};

static void finish(struct forwarded *f) {
    SIM_ARRAY_FREE(&f->products);
    SIM_ARRAY_FREE(&f->loads);
    SIM_ARRAY_FREE(&f->parts);
}

static double number(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

// The assortment that logs of that length [m] are of; NULL: of none.
static const char *assortment_of(const struct forwarded *f, enum ter_species species,
                                 double length) {
    for (int i = 0; f->assortments != NULL && i < f->assortments->count; i++) {
        const struct veh_product *p = &f->assortments->product[i];
        for (int k = 0; veh_product_takes(p, (int)species) && k < p->length_count; k++)
            if (fabs(length - p->length[k]) <= veh_pile_length)
                return p->name;
    }
    return NULL;
}

// Its index, entered where it is new.
static int product_of(struct forwarded *f, enum ter_species species, double length) {
    struct dat_fpr_product product = {.species = species};
    const char *name = assortment_of(f, species, length);
    if (name != NULL)
        (void)snprintf(product.name, sizeof product.name, "%s", name);
    else
        (void)snprintf(product.name, sizeof product.name, "%s %.1f m", ter_species_name(species),
                       length);
    for (int i = 0; i < f->products.count; i++)
        if (f->products.items[i].species == species &&
            strcmp(f->products.items[i].name, product.name) == 0)
            return i;
    *SIM_ARRAY_PUSH(&f->products) = product;
    return f->products.count - 1;
}

// Under bark as a log of the mean thickness has it.
static double under_bark(const struct forwarded *f, enum ter_species species, double volume,
                         double length, double logs) {
    const struct dat_stanford common = {.cut_to = f->assortments};
    const struct veh_bark bark = dat_stanford_bark(&common, species);
    const double d = sqrt(volume / fmax(logs * length, 1e-3) * 4.0 / SIM_PI);
    const double share = veh_under_bark(&bark, d) / fmax(d, 1e-3);
    return volume * share * share;
}

static void add_part(struct forwarded *f, const json_t *line) {
    const char *name = json_string_value(json_object_get(line, "species"));
    const double length = number(line, "length_m"), volume = number(line, "volume_m3");
    enum ter_species species;
    if (name == NULL || !ter_species_find(name, &species))
        return;
    const int product = product_of(f, species, length);
    *SIM_ARRAY_PUSH(&f->parts) = (struct dat_fpr_part){
        .product = product,
        .over_bark = volume,
        .under_bark = under_bark(f, species, volume, length, number(line, "logs"))};
}

static void add_loads(struct forwarded *f, const json_t *result,
                      const struct dat_session_info *info) {
    const json_t *loads = json_object_get(result, "loads");
    for (size_t i = 0; i < json_array_size(loads); i++) {
        const json_t *ticket = json_array_get(loads, i);
        const json_t *lines = json_object_get(ticket, "assortments");
        struct dat_fpr_load load = {.distance = number(ticket, "driven_m"),
                                    .first = f->parts.count};
        if (json_object_get(ticket, "emptied_s") == NULL)
            continue; // it is still in the bunk
        for (size_t k = 0; k < json_array_size(lines); k++)
            add_part(f, json_array_get(lines, k));
        load.count = f->parts.count - load.first;
        if (load.count == 0)
            continue;
        dat_stanford_date(info->start_utc, number(ticket, "emptied_s"), load.unloaded);
        f->volume += number(ticket, "volume_m3");
        f->mass += number(ticket, "mass_kg");
        *SIM_ARRAY_PUSH(&f->loads) = load;
    }
}

static struct dat_stanford common_of(const struct dat_exercise *exercise,
                                     const struct dat_session_info *info, char *program,
                                     size_t size) {
    struct dat_stanford common = {.program = program,
                                  .machine = info->machine,
                                  .trainee = info->trainee,
                                  .object = exercise->scenario.title,
                                  .cut_to = exercise->scenario.products};
    (void)snprintf(program, size, "Kranich %s", sim_version());
    dat_stanford_date(info->start_utc, (double)info->steps * info->step, common.created);
    dat_stanford_date(info->start_utc, 0.0, common.start);
    return common;
}

bool dat_forwarded_write(const struct dat_exercise *exercise, const struct dat_session_info *info,
                         const char *path, bool *empty, struct dat_problem *problem) {
    struct forwarded f = {.assortments = exercise->scenario.products};
    json_t *result = info->result != NULL ? json_loads(info->result, 0, NULL) : NULL;
    add_loads(&f, result, info);
    json_decref(result);
    struct dat_fpr fpr = {.common = common_of(exercise, info, f.program, sizeof f.program),
                          .products = f.products.items,
                          .product_count = f.products.count,
                          .loads = f.loads.items,
                          .load_count = f.loads.count,
                          .parts = f.parts.items,
                          .density = f.mass / fmax(f.volume, 1e-6)};
    for (int i = 0; i < f.products.count; i++)
        fpr.common.has_species[f.products.items[i].species] = true;
    *empty = f.loads.count == 0;
    bool ok = false;
    if (*empty)
        dat_problem_set(problem, "no load was unloaded in session %lld", (long long)info->id);
    else if (!(fpr.density > 0.0))
        dat_problem_set(problem, "the loads of session %lld have no masses", (long long)info->id);
    else
        ok = dat_fpr_write(&fpr, path, problem);
    finish(&f);
    return ok;
}

bool dat_forwarding_write(const struct dat_exercise *exercise, const struct dat_session_info *info,
                          const struct dat_stop_list *stops, const char *path,
                          struct dat_problem *problem) {
    struct forwarded f = {.assortments = exercise->scenario.products};
    const struct dat_stanford common = common_of(exercise, info, f.program, sizeof f.program);
    struct dat_mom mom = dat_monitoring_of(info, &common, "Forwarder", stops);
    json_t *result = info->result != NULL ? json_loads(info->result, 0, NULL) : NULL;
    add_loads(&f, result, info);
    json_decref(result);
    mom.forwarded = (struct dat_mom_forwarded){f.loads.count, f.volume, f.mass};
    const bool ok = dat_mom_write(&mom, path, problem);
    finish(&f);
    return ok;
}
