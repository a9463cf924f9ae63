#include "data/report/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/record/json.h"

double dat_session_figure(const struct dat_session_info *info, const char *key) {
    json_t *result = dat_session_figures(info);
    const json_t *value = json_object_get(result, key);
    const double number = json_is_number(value) ? json_number_value(value) : (double)NAN;
    json_decref(result);
    return number;
}

static bool is_like(const struct dat_session_info *a, const struct dat_session_info *b) {
    return a->id != b->id && strcmp(a->exercise, b->exercise) == 0 &&
           strcmp(a->machine, b->machine) == 0 &&
           dat_session_same_parameters(a->parameters, b->parameters);
}

int64_t dat_session_rival(const struct dat_session_list *sessions,
                          const struct dat_session_info *info) {
    int64_t best[2] = {0, 0};
    double most[2] = {0.0, 0.0}; // points of the demonstrator and of the trainee
    for (int i = 0; i < sessions->count; i++) {
        const struct dat_session_info *other = &sessions->items[i];
        const bool own = other->who == DAT_TRAINEE;
        if (!is_like(other, info) || (own && strcmp(other->trainee, info->trainee) != 0))
            continue;
        const double points = dat_session_figure(other, "points"); // NaN is not more
        if (points > most[own]) {
            most[own] = points;
            best[own] = other->id;
        }
    }
    return best[1] != 0 ? best[1] : best[0];
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void dat_quantiles_sort(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, by_size);
}

double dat_quantile(const double *values, int count, double share) {
    const double at = share * (count - 1);
    const int i = (int)at;
    const double next = values[i + 1 < count ? i + 1 : i];
    return values[i] + (at - i) * (next - values[i]);
}

void dat_history_collect(struct dat_history *history, const struct dat_session_list *sessions,
                         const char *exercise, const char *parameters, const char *trainee,
                         const char *key) {
    SIM_ARRAY(double) group = {.items = NULL};
    *history = (struct dat_history){.most = 0.0};
    for (int i = 0; i < sessions->count; i++) {
        const struct dat_session_info *info = &sessions->items[i];
        if (info->who != DAT_TRAINEE || !dat_session_has_result(info) ||
            strcmp(info->exercise, exercise) != 0 ||
            !dat_session_same_parameters(info->parameters, parameters))
            continue;
        const double value = dat_session_figure(info, key);
        history->most = fmax(history->most, value); // NAN is left out
        if (strcmp(info->trainee, trainee) == 0)
            *SIM_ARRAY_PUSH(&history->own) = value;
        else if (isfinite(value))
            *SIM_ARRAY_PUSH(&group) = value;
    }
    history->group = group.count;
    if (group.count > 0) {
        dat_quantiles_sort(group.items, group.count);
        history->low = dat_quantile(group.items, group.count, 0.25);
        history->high = dat_quantile(group.items, group.count, 0.75);
    }
    SIM_ARRAY_FREE(&group);
}

void dat_history_finish(struct dat_history *history) {
    SIM_ARRAY_FREE(&history->own);
}
