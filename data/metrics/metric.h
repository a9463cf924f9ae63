// Metrics: the figures by which an exercise is judged. A metric is a row: name, unit, help, and how
// it starts, what an event or a step changes, and its value. The result, passing, the task's text,
// the JSON, the record and the manual are made of the rows.
//
// A metric sees events and observations, nothing else. Both follow from the record (the
// observations by replaying it), so that a metric can be computed again from it.
//
// A new metric: a line in DAT_METRICS, and its row in the file of its family.
#pragma once

#include "vehicles/worksite.h"

// Enumerator, row.
#define DAT_METRICS(METRIC)                                                                        \
    METRIC(TREES_FELLED, trees_felled)                                                             \
    METRIC(LOGS_CUT, logs_cut)                                                                     \
    METRIC(MAX_LENGTH_ERROR, max_length_error)                                                     \
    METRIC(LOGS_LOADED, logs_loaded)                                                               \
    METRIC(LOGS_FUSED, logs_fused)                                                                 \
    METRIC(LOGS_LOST, logs_lost)                                                                   \
    METRIC(PAYLOAD, payload)                                                                       \
    METRIC(CARRIED, carried)                                                                       \
    METRIC(TREES_HIT, trees_hit)                                                                   \
    METRIC(TIPS, tips)                                                                             \
    METRIC(DRIVEN, driven)

#define DAT_ENUMERATOR(NAME, name) DAT_##NAME,
enum dat_metric { DAT_METRICS(DAT_ENUMERATOR) DAT_METRIC_COUNT };
#undef DAT_ENUMERATOR

// What a step shows of a machine.
struct dat_observation {
    double way;       // [m] driven since the last observation in which it had moved, 0: it has not
    int logs_in_bunk; // loose and fused
    int logs_fused;   // of them, riding as one body with the machine
    double payload;   // [kg] of the logs in the bunk
};

struct dat_observer {
    int machine;
    struct sim_vec3 place; // [m] where it had last moved to
};
void dat_observer_start(struct dat_observer *observer, const struct veh_worksite *site,
                        int machine);
struct dat_observation dat_observe(struct dat_observer *observer, const struct veh_worksite *site);

// Parts that a machine must have for a metric to mean anything, as bits.
enum dat_need { DAT_NEEDS_HEAD = 1, DAT_NEEDS_GRAPPLE = 2, DAT_NEEDS_BUNK = 4 };
unsigned dat_machine_parts(const struct veh_machine_def *machine);

// A text with a number; "{}" stands for it.
struct dat_phrase {
    const char *one, *many; // NULL: nothing is said
};

#define DAT_METRIC_STATE 4 // numbers of a metric's private state, at most

struct dat_metric_info {
    const char *name; // "carried"
    const char *unit; // SI; "": a count
    const char *help;
    unsigned needs; // enum dat_need
    // A metric whose goal is its measure: logs that must be in the bunk for their way to count.
    // Itself: none.
    enum dat_metric measure;
    bool forbidden;         // an exercise in which it happened is not passed
    struct dat_phrase task; // as a goal: "fell {} trees"
    // state begins as zeros; value: what start, event and step have made of it so far. Each
    // function may be NULL.
    void (*start)(double state[], double measure);
    void (*event)(double state[], const struct veh_event *event);
    void (*step)(double state[], const struct dat_observation *now);
};

const struct dat_metric_info *dat_metric_info(enum dat_metric metric);
// "carried_m", in results. Writes to text and returns it.
const char *dat_metric_key(enum dat_metric metric, char *text, size_t size);
// Writes the phrase with the number, in the plural where it must be. Returns text.
const char *dat_phrase_say(const struct dat_phrase *phrase, double number, char *text, size_t size);
