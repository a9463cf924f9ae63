// A list of sessions as a database gives it, for the tests of what is made of many.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "data/record/session.h"
#include "sim/base/array.h"
#include "tests/near.h"

static struct dat_session_list some;

// A session of ten minutes. result: JSON, or NULL.
static inline struct dat_session_info *some_session(const char *trainee, const char *exercise,
                                                    const char *start, const char *result) {
    assert_true(SIM_ARRAY_TRY(&some, some.count + 1));
    struct dat_session_info *info = &some.items[some.count++];
    *info = (struct dat_session_info){.id = some.count,
                                      .trainee = strdup(trainee),
                                      .exercise = strdup(exercise),
                                      .machine = strdup("harvester"),
                                      .start_utc = strdup(start),
                                      .step = 0.01,
                                      .steps = 60000,
                                      .outcome = DAT_PASSED,
                                      .result = result != NULL ? strdup(result) : NULL};
    return info;
}

// Three of Anna, two of Bo, one of Carl and a demonstration.
static inline int some_sessions(void **state) {
    (void)state;
    some = (struct dat_session_list){0};
    some_session("Bo", "slalom", "2026-11-01T08:00:00.000Z",
                 "{\"points\": 40, \"mark\": \"none\"}");
    some_session("Anna", "slalom", "2026-11-02T08:00:00.000Z", "{\"points\": 50, \"time_s\": 90}");
    some_session("Anna", "slalom", "2026-11-03T08:00:00.000Z",
                 "{\"points\": 70, \"mark\": \"gold\", \"crane_control_percent\": 61.4}");
    some_session("Carl", "slalom", "2026-11-04T08:00:00.000Z", "{\"points\": 90}");
    some_session("Bo", "slalom", "2026-11-05T08:00:00.000Z", "{\"points\": 80}");
    some_session("Anna", "stacking", "2026-11-06T08:00:00.000Z", NULL);
    some_session("Anna", "slalom", "2026-11-07T08:00:00.000Z", "{\"points\": 100}")->who =
        DAT_DEMONSTRATOR;
    return 0;
}

static inline int no_sessions(void **state) {
    (void)state;
    for (int i = 0; i < some.count; i++)
        dat_session_info_finish(&some.items[i]);
    SIM_ARRAY_FREE(&some);
    return 0;
}
