#include "data/exercise/production.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/forwarded.h"
#include "data/exercise/own_species.h"
#include "data/exercise/production_inside.h"
#include "data/record/damage.h"
#include "data/record/file_copies.h"
#include "sim/base/version.h"
#include "vehicles/part/bunk.h"

static void finish(struct dat_production *p) {
    dat_stops_finish(&p->stops);
    SIM_ARRAY_FREE(&p->track);
    SIM_ARRAY_FREE(&p->calibrations);
    SIM_ARRAY_FREE(&p->logs);
    SIM_ARRAY_FREE(&p->stems);
    SIM_ARRAY_FREE(&p->products);
    free(p->stem_of);
    dat_name_index_finish(&p->trees);
    dat_sources_finish(&p->recorded);
    dat_log_list_finish(&p->cut);
    dat_event_list_finish(&p->events);
    if (p->loaded)
        dat_exercise_finish(&p->exercise);
}

// ---- what the session was made of ----

static bool is_as_recorded(const struct dat_source_list *recorded,
                           const struct dat_source *source) {
    for (int i = 0; i < recorded->count; i++)
        if (strcmp(recorded->items[i].path, source->path) == 0)
            return recorded->items[i].hash == source->hash;
    return false;
}

// A species that the user has added since does not change what was felled.
static bool is_new_species(const struct dat_source_list *recorded,
                           const struct dat_source *source) {
    const struct dat_source_list *own = dat_own_species();
    bool is_own = false;
    for (int i = 0; i < own->count; i++)
        is_own = is_own || strcmp(own->items[i].path, source->path) == 0;
    for (int i = 0; i < recorded->count; i++)
        is_own = is_own && strcmp(recorded->items[i].path, source->path) != 0;
    return is_own;
}

// The scenario, its products and the site; the machine, which is read last, may be another by now.
static bool check_sources(const struct dat_production *p, struct dat_problem *problem) {
    const struct dat_source_list *read = &p->exercise.sources;
    const struct dat_source *changed = NULL;
    for (int i = 0; i < p->exercise.machine_source && changed == NULL; i++)
        if (!is_as_recorded(&p->recorded, &read->items[i]) &&
            !is_new_species(&p->recorded, &read->items[i]))
            changed = &read->items[i];
    if (changed != NULL)
        dat_problem_set(problem, "'%s' has changed since the session was recorded", changed->path);
    return changed == NULL;
}

static enum dat_production_result read_record(struct dat_production *p, struct dat_store *store,
                                              const struct dat_session_info *info,
                                              struct dat_problem *problem) {
    struct dat_name_list damage = {0};
    const bool ok = dat_session_check(store, info, &damage, problem) &&
                    dat_store_files(store, info->id, &p->recorded, problem) &&
                    dat_store_events(store, info->id, &p->events, problem) &&
                    dat_store_logs(store, info->id, &p->cut, problem);
    enum dat_production_result result = ok ? DAT_PRODUCTION_WRITTEN : DAT_PRODUCTION_FAILED;
    if (ok && damage.count > 0) {
        dat_problem_set(problem, "%s", damage.items[0]);
        result = DAT_PRODUCTION_REFUSED;
    }
    dat_name_list_finish(&damage);
    return result;
}

// The exercise as the session's copies have it, or else as its files are now.
static bool load_exercise(struct dat_production *p, struct dat_store *store,
                          const struct dat_session_info *info, const struct dat_settings *settings,
                          struct dat_diagnostics *d) {
    struct dat_copy_list copies;
    const bool complete = dat_store_copies(store, info->id, &p->recorded, &copies);
    dat_copies_use(complete ? &copies : NULL);
    const bool ok =
        dat_exercise_load_set(info->scenario_file, info->machine_file, settings, &p->exercise, d);
    dat_copies_use(NULL);
    dat_copies_finish(&copies);
    return ok;
}

static enum dat_production_result load(struct dat_production *p, struct dat_store *store,
                                       const struct dat_session_info *info,
                                       struct dat_problem *problem) {
    const enum dat_production_result result = read_record(p, store, info, problem);
    if (result != DAT_PRODUCTION_WRITTEN)
        return result;
    struct dat_diagnostics d;
    struct dat_settings settings;
    if (!dat_settings_parse(&settings, info->parameters)) {
        dat_problem_set(problem, "the parameters of its exercise cannot be read");
        return DAT_PRODUCTION_REFUSED;
    }
    p->loaded = load_exercise(p, store, info, &settings, &d);
    if (!p->loaded) {
        dat_problem_set(problem, "the exercise %s %s", info->scenario_file,
                        dat_diagnostics_first_error(&d));
        return DAT_PRODUCTION_REFUSED;
    }
    return check_sources(p, problem) ? DAT_PRODUCTION_WRITTEN : DAT_PRODUCTION_REFUSED;
}

// ---- species groups and products ----

static bool add_products(struct dat_production *p, const bool has_species[TER_SPECIES_MAX]) {
    const struct dat_scenario *scenario = &p->exercise.scenario;
    for (int i = 0; scenario->products != NULL && i < scenario->products->count; i++) {
        const struct veh_product *product = &scenario->products->product[i];
        for (int s = 0; s < ter_species_count(); s++) {
            if (!has_species[s] || !veh_product_takes(product, s))
                continue;
            if (!SIM_ARRAY_TRY(&p->products, p->products.count + 1))
                return false;
            p->products.items[p->products.count++] =
                (struct dat_stanford_product){.product = product, .species = (enum ter_species)s};
        }
    }
    return true;
}

static bool describe(struct dat_production *p, struct dat_hpr *hpr,
                     const struct dat_session_info *info) {
    const struct ter_stand *stand = &p->exercise.site.stand;
    struct dat_stanford *common = &hpr->common;
    *hpr = (struct dat_hpr){.common = {.program = p->program,
                                       .machine = info->machine,
                                       .trainee = info->trainee,
                                       .object = p->exercise.scenario.title}};
    hpr->session = info->id;
    (void)snprintf(p->program, sizeof p->program, "Kranich %s", sim_version());
    dat_stanford_date(info->start_utc, (double)info->steps * info->step, common->created);
    dat_stanford_date(info->start_utc, 0.0, common->start);
    for (int i = 0; i < stand->count; i++)
        common->has_species[stand->trees[i].species] = true;
    p->stem_of = malloc(((size_t)stand->count + 1) * sizeof *p->stem_of);
    for (int i = 0; i < stand->count && p->stem_of != NULL; i++)
        p->stem_of[i] = -1;
    const bool ok = p->stem_of != NULL &&
                    dat_name_index_init(&p->trees, stand->count > 0 ? stand->trees->id : NULL,
                                        stand->count, sizeof *stand->trees) &&
                    add_products(p, common->has_species) &&
                    dat_production_add_stems(p, info->start_utc);
    common->products = p->products.items;
    common->product_count = p->products.count;
    common->cut_to = p->exercise.scenario.products;
    hpr->stems = p->stems.items;
    hpr->stem_count = p->stems.count;
    hpr->logs = p->logs.items;
    hpr->log_count = p->logs.count;
    hpr->calibrations = p->calibrations.items;
    hpr->calibration_count = p->calibrations.count;
    return ok;
}

// Of a log's volume over bark, by its middle.
static double under_bark(const struct dat_hpr_log *log, const struct veh_bark *bark) {
    const double share = veh_under_bark(bark, log->mid) / fmax(log->mid, 1e-3);
    return log->volume * share * share;
}

static void count_groups(struct dat_mom *mom, const struct dat_hpr *hpr) {
    int first = 0;
    for (int i = 0; i < hpr->stem_count; i++) {
        const struct dat_hpr_stem *stem = &hpr->stems[i];
        const struct veh_bark bark = dat_stanford_bark(&hpr->common, stem->species);
        const bool has_logs = first < hpr->log_count && hpr->logs[first].stem == i;
        const enum dat_mom_processing processing =
            stem->bunch > 0 ? (has_logs ? DAT_MOM_BUNCHES : DAT_MOM_BUNCHES_FELLED)
                            : (has_logs ? DAT_MOM_SINGLE_TREES : DAT_MOM_SINGLE_FELLED);
        struct dat_mom_group *group = &mom->group[processing][stem->species];
        group->stems++;
        for (; first < hpr->log_count && hpr->logs[first].stem == i; first++) {
            group->over_bark += hpr->logs[first].volume;
            group->under_bark += under_bark(&hpr->logs[first], &bark);
        }
    }
}

static bool write_monitoring(struct dat_production *p, const struct dat_hpr *hpr,
                             const struct dat_session_info *info, const char *path,
                             struct dat_problem *problem) {
    struct dat_mom mom = dat_monitoring_of(info, &hpr->common, "Harvester", &p->stops);
    if (!dat_production_follow_machine(p, info->start_utc)) {
        dat_problem_set(problem, "out of memory");
        return false;
    }
    mom.common.track = p->track.items;
    mom.common.track_count = p->track.count;
    count_groups(&mom, hpr);
    return dat_mom_write(&mom, path, problem);
}

static bool write_message(struct dat_production *p, const struct dat_hpr *hpr,
                          const struct dat_session_info *info, enum dat_production_message message,
                          const char *path, struct dat_problem *problem) {
    switch (message) {
    case DAT_MESSAGE_HPR:
        return dat_hpr_write(hpr, path, problem);
    case DAT_MESSAGE_HQC:
        return dat_hqc_write(hpr, path, problem);
    case DAT_MESSAGE_MOM:
    case DAT_MESSAGE_FPR:
        break;
    }
    return write_monitoring(p, hpr, info, path, problem);
}

static enum dat_production_result write_forwarder(const struct dat_production *p,
                                                  const struct dat_session_info *info,
                                                  enum dat_production_message message,
                                                  const char *path, struct dat_problem *problem) {
    bool empty = false;
    const bool ok = message == DAT_MESSAGE_FPR
                        ? dat_forwarded_write(&p->exercise, info, path, &empty, problem)
                        : dat_forwarding_write(&p->exercise, info, &p->stops, path, problem);
    if (ok)
        return DAT_PRODUCTION_WRITTEN;
    return empty ? DAT_PRODUCTION_REFUSED : DAT_PRODUCTION_FAILED;
}

static enum dat_production_result write_loaded(struct dat_production *p,
                                               const struct dat_session_info *info,
                                               enum dat_production_message message,
                                               const char *path, struct dat_problem *problem) {
    struct dat_hpr hpr;
    const bool forwarder = veh_bunk_def(&p->exercise.machine) != NULL;
    if (message == DAT_MESSAGE_FPR || (message == DAT_MESSAGE_MOM && forwarder))
        return write_forwarder(p, info, message, path, problem);
    if (!describe(p, &hpr, info)) {
        dat_problem_set(problem, "out of memory");
        return DAT_PRODUCTION_FAILED;
    }
    if (hpr.stem_count == 0) {
        dat_problem_set(problem, "no tree was felled in session %lld", (long long)info->id);
        return DAT_PRODUCTION_REFUSED;
    }
    return write_message(p, &hpr, info, message, path, problem) ? DAT_PRODUCTION_WRITTEN
                                                                : DAT_PRODUCTION_FAILED;
}

enum dat_production_result dat_production_write(struct dat_store *store,
                                                const struct dat_session_info *info,
                                                enum dat_production_message message,
                                                const char *path, int *left_out,
                                                struct dat_problem *problem) {
    assert(store != NULL && info->id > 0 && path != NULL && left_out != NULL);
    struct dat_production *p = calloc(1, sizeof *p);
    if (p == NULL) {
        dat_problem_set(problem, "out of memory");
        return DAT_PRODUCTION_FAILED;
    }
    enum dat_production_result result = load(p, store, info, problem);
    if (result == DAT_PRODUCTION_WRITTEN && message == DAT_MESSAGE_MOM &&
        !dat_stops_read(&p->stops, store, info->id, problem))
        result = DAT_PRODUCTION_FAILED;
    if (result == DAT_PRODUCTION_WRITTEN)
        result = write_loaded(p, info, message, path, problem);
    *left_out = p->left_out;
    finish(p);
    free(p);
    return result;
}
