// The attempts of trainees at an exercise: a figure of each of their sessions in their order, and
// what the group has reached in each attempt.
#pragma once

#include "data/record/session.h"
#include "data/report/html.h"
#include "sim/base/array.h"

struct dat_attempts {
    const char *trainee;       // not owned
    SIM_ARRAY(double) figures; // by date; NAN: the session has none
};
struct dat_attempt_list {
    struct dat_attempts *items; // by name
    int count, capacity;
};

// key: of the number in a session's result. Of the sessions of trainees that have a result and are
// of the exercise with these parameters (NULL: none). The names are the sessions'.
void dat_attempts_collect(struct dat_attempt_list *list, const struct dat_session_list *sessions,
                          const char *exercise, const char *parameters, const char *key);
void dat_attempts_finish(struct dat_attempt_list *list); // accepts a zeroed struct

// A line per trainee over the attempts, the group's median and its middle half. trainee: whose line
// alone is drawn; NULL: all. Writes nothing where nobody has a figure.
void dat_attempts_draw(const struct dat_report_out *out, const struct dat_attempt_list *list,
                       const char *trainee, enum dat_report_word title);
