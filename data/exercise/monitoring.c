#include "data/exercise/monitoring.h"

#include <math.h>

#include <jansson.h>

#include "data/exercise/recorded.h"
#include "data/exercise/time_study.h"
#include "data/metrics/metric.h"

// ---- stops ----

static bool moves(const struct veh_controls *levers) {
    bool any = false;
    for (int c = 0; c < VEH_CONTROL_COUNT && !any; c++)
        any = dat_lever_moves((enum veh_control)c, levers->value[c]);
    return any;
}

// Ends the present stop [s]; a short one is none.
static bool end_stop(struct dat_stop_list *list, struct dat_mom_stop *stop) {
    const bool counts = stop->length >= DAT_MOM_LEAST_STOP;
    if (counts && !SIM_ARRAY_TRY(&list->stops, list->stops.count + 1))
        return false;
    if (counts)
        list->stops.items[list->stops.count++] = *stop;
    stop->length = 0.0;
    return true;
}

static bool find_stops(struct dat_stop_list *list, const struct dat_recorded *recorded) {
    struct dat_lever_reader reader;
    struct veh_controls levers;
    struct dat_mom_stop stop = {0.0, 0.0};
    const double h = recorded->info.step;
    bool ok = true;
    dat_lever_reader_init(&reader, recorded);
    for (int64_t steps; ok && (steps = dat_lever_reader_run(&reader, &levers)) > 0;) {
        if (moves(&levers)) {
            ok = end_stop(list, &stop);
            continue;
        }
        if (stop.length <= 0.0)
            stop.from = (double)(reader.step - steps) * h;
        stop.length = (double)reader.step * h - stop.from;
    }
    return ok && end_stop(list, &stop);
}

bool dat_stops_read(struct dat_stop_list *list, struct dat_store *store, int64_t session,
                    struct dat_problem *problem) {
    static const struct dat_recorded empty;
    struct dat_recorded recorded = empty;
    const enum dat_replay_result result = dat_recorded_read(store, session, &recorded, problem);
    bool ok = result == DAT_REPLAY_DONE || result == DAT_REPLAY_DAMAGED;
    if (result == DAT_REPLAY_DONE && !find_stops(list, &recorded)) {
        dat_problem_set(problem, "out of memory");
        ok = false;
    }
    dat_recorded_finish(&recorded);
    return ok;
}

void dat_stops_finish(struct dat_stop_list *list) {
    SIM_ARRAY_FREE(&list->stops);
}

// ---- elements of work ----

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

static double down_time(const struct dat_mom *mom) {
    double sum = 0.0;
    for (int i = 0; i < mom->stop_count; i++)
        sum += mom->stops[i].length >= DAT_MOM_LONG_STOP ? mom->stops[i].length : 0.0;
    return sum;
}

// Recognised elements of work have times of their own; the rest of the session, as far as it was no
// down time, is other work.
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
    mom->run[DAT_MOM_OTHER] = fmax(mom->duration - mom->run[DAT_MOM_TRAVEL] -
                                       mom->run[DAT_MOM_PROCESSING] - down_time(mom),
                                   0.0);
}

struct dat_mom dat_monitoring_of(const struct dat_session_info *info,
                                 const struct dat_stanford *common, const char *category,
                                 const struct dat_stop_list *stops) {
    struct dat_mom mom = {.common = *common,
                          .category = category,
                          .session = info->id,
                          .start_utc = info->start_utc,
                          .stops = stops->stops.items,
                          .stop_count = stops->stops.count,
                          .duration = (double)info->steps * info->step};
    json_t *result = info->result != NULL ? json_loads(info->result, 0, NULL) : NULL;
    mom.common.without_authors = true;
    mom.distance = json_number_value(json_object_get(result, "driven_m"));
    mom.fuel = json_number_value(json_object_get(result, "fuel_l"));
    add_runs(&mom, result);
    json_decref(result);
    return mom;
}
