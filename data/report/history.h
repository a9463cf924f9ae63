// A figure of an exercise over the sessions: the trainee's own, and the group's.
#pragma once

#include "data/record/session.h"
#include "sim/base/array.h"

// The number of the key in the session's result; NAN: it has none.
double dat_session_figure(const struct dat_session_info *info, const char *key);

// The session that one would like to see beside this one: the same trainee's best other one of the
// exercise with the same machine and parameters, otherwise the demonstrator's. 0: there is none
// with points.
int64_t dat_session_rival(const struct dat_session_list *sessions,
                          const struct dat_session_info *info);

// Of count > 0 sorted values, between which it is straight; share 0.25: the lower quartile.
double dat_quantile(const double *values, int count, double share);
void dat_quantiles_sort(double *values, int count);

struct dat_history {
    SIM_ARRAY(double) own; // by date, in the unit of the result; NAN: the session has none
    int group;             // sessions of the others that have the figure
    double low, high;      // quartiles of the group, where it has two sessions or more
    double most;           // largest of all
};

// key: of the number in a session's result, such as "points". Demonstrations and sessions without a
// result are left out, and those with other parameters (JSON, NULL: none). exercise and trainee are
// names.
void dat_history_collect(struct dat_history *history, const struct dat_session_list *sessions,
                         const char *exercise, const char *parameters, const char *trainee,
                         const char *key);
void dat_history_finish(struct dat_history *history); // accepts a zeroed struct
