#include "data/exercise/monitoring.h"

#include <math.h>

#include <jansson.h>

#include "data/exercise/time_study.h"

static enum dat_mom_run run_of_tree(enum veh_work_element element) {
    return element == VEH_WORK_MOVING  ? DAT_MOM_TRAVEL
           : element == VEH_WORK_OTHER ? DAT_MOM_OTHER
                                       : DAT_MOM_PROCESSING;
}

static enum dat_mom_run run_of_load(enum veh_haul_element element) {
    return element == VEH_HAUL_OTHER                                      ? DAT_MOM_OTHER
           : element == VEH_HAUL_LOADING || element == VEH_HAUL_UNLOADING ? DAT_MOM_PROCESSING
                                                                          : DAT_MOM_TRAVEL;
}

// Recognised elements of work have times of their own; the rest of the session is other work.
static void add_runs(struct dat_mom *mom, const json_t *result) {
    struct dat_time_study study = {0};
    dat_time_study_read(&study, json_object_get(result, "time_study"));
    for (int i = 0; i < study.trees.count; i++)
        for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
            mom->run[run_of_tree((enum veh_work_element)e)] += study.trees.items[i].work.seconds[e];
    for (int i = 0; i < study.loads.count; i++)
        for (int e = 0; e < VEH_HAUL_ELEMENTS; e++)
            mom->run[run_of_load((enum veh_haul_element)e)] += study.loads.items[i].seconds[e];
    dat_time_study_finish(&study);
    mom->run[DAT_MOM_OTHER] =
        fmax(mom->duration - mom->run[DAT_MOM_TRAVEL] - mom->run[DAT_MOM_PROCESSING], 0.0);
}

struct dat_mom dat_monitoring_of(const struct dat_session_info *info,
                                 const struct dat_stanford *common, const char *category) {
    struct dat_mom mom = {.common = *common,
                          .category = category,
                          .session = info->id,
                          .duration = (double)info->steps * info->step};
    json_t *result = info->result != NULL ? json_loads(info->result, 0, NULL) : NULL;
    mom.common.without_authors = true;
    mom.distance = json_number_value(json_object_get(result, "driven_m"));
    mom.fuel = json_number_value(json_object_get(result, "fuel_l"));
    add_runs(&mom, result);
    json_decref(result);
    return mom;
}
