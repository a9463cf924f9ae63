// The record of a session: who did which exercise with which machine, what happened, the logs that
// were produced and every input of the operator. docs/database.md describes the same as tables.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dat_outcome {
    DAT_RUNNING,     // not ended, and the recording program is alive
    DAT_PASSED,      // the exercise's goals were reached
    DAT_FAILED,      // its goals were not reached
    DAT_STOPPED,     // the operator ended it
    DAT_ERROR,       // the program ended it, for instance because the dynamics left its bounds
    DAT_INTERRUPTED, // the program was killed or the machine lost power
};

// "passed" etc.; static storage.
const char *dat_outcome_name(enum dat_outcome outcome);

enum dat_operator { DAT_TRAINEE, DAT_DEMONSTRATOR };

const char *dat_operator_name(enum dat_operator who); // static storage

struct json_t;

// One row of the session table. All strings are owned, see dat_session_info_finish().
struct dat_session_info {
    int64_t id; // 0: there is no such session
    char *trainee, *exercise, *scenario_file, *machine, *program_version;
    char *machine_file; // NULL: not known, recorded before version 2 of the database
    uint64_t scenario_hash;
    enum dat_operator who;
    int64_t seed;
    double step;     // [s]
    int64_t steps;   // that were recorded
    char *start_utc; // "2024-05-17T09:30:00.000Z"
    char *end_utc;   // NULL: not ended
    enum dat_outcome outcome;
    bool has_end_state_hash;
    uint64_t end_state_hash;
    char *result;           // JSON object, or NULL; none in lists, see dat_store_result()
    struct json_t *figures; // of the result; NULL: not known, see dat_session_figures()
    char *input_names;      // JSON array of strings, one per input channel
    char *parameters;       // JSON object, those of the scenario; NULL: it has none
    int64_t event_count, log_count;
};

static inline bool dat_session_has_result(const struct dat_session_info *info) {
    return info->result != NULL || info->figures != NULL;
}
// Whether two sessions of an exercise had the same parameters, so that their figures compare. Their
// records have them; NULL: none.
bool dat_session_same_parameters(const char *a, const char *b);
void dat_session_info_finish(struct dat_session_info *info); // accepts a zeroed struct

struct dat_event {
    int64_t step;
    double time;  // [s] since the start of the session
    char *kind;   // owned: "tree_gripped", "log_cut", ...
    char *detail; // owned JSON value, or NULL
};

// A log that was cut. Position: its middle, in the world.
struct dat_log {
    int64_t step;
    double time; // [s]
    char species[32], assortment[64], tree[64];
    double length, target_length;                     // [m]; target 0: none
    double top_diameter, mid_diameter, butt_diameter; // [m]
    double volume;                                    // [m^3]
    double x, y, z;                                   // [m]
};

// The inputs of consecutive steps. data/record/input_codec.h has the encoding,
// data/record/inputs.h detects damage.
struct dat_input_chunk {
    int64_t first_step, steps;
    uint8_t *bytes; // owned
    size_t size;
    bool has_checksum; // false: recorded before version 2 of the database
    uint32_t checksum; // dat_input_checksum()
    bool has_state_hash;
    uint64_t state_hash; // of the world after the last of these steps
};

// The state of the simulation between two steps, for whom it belongs to only.
struct dat_state {
    int64_t step;    // that were made before
    uint64_t layout; // of the bytes: programs that differ in it cannot use them
    uint64_t hash;   // of the world
    uint8_t *bytes;  // owned; NULL: there is no state
    size_t size;     // of what they say
    size_t packed;   // bytes that it was compressed to, 0: it is not
};

void dat_state_finish(struct dat_state *state); // accepts a zeroed struct

// Lists own their items, and grow by SIM_ARRAY_TRY (sim/base/array.h).
struct dat_session_list {
    struct dat_session_info *items;
    int count, capacity;
};

struct dat_event_list {
    struct dat_event *items;
    int count, capacity;
};

struct dat_log_list {
    struct dat_log *items;
    int count, capacity;
};

struct dat_input_list {
    struct dat_input_chunk *items;
    int count, capacity;
};

struct dat_name_list {
    char **items;
    int count, capacity;
};

struct dat_step_list {
    int64_t *items;
    int count, capacity;
};

// Enters a copy of the text. False: out of memory, the list is unchanged.
bool dat_name_list_add(struct dat_name_list *list, const char *text);

// All accept a zeroed struct.
void dat_session_list_finish(struct dat_session_list *list);
void dat_event_list_finish(struct dat_event_list *list);
void dat_log_list_finish(struct dat_log_list *list);
void dat_input_list_finish(struct dat_input_list *list);
void dat_name_list_finish(struct dat_name_list *list);
void dat_step_list_finish(struct dat_step_list *list);

// The part of a record that a recorder passes to the database at a time.
struct dat_batch {
    struct dat_batch *next;         // the following batch, written in the same transaction
    int64_t steps;                  // of the session so far
    int64_t first_event, first_log; // numbers of the first items, counted from 1 in the session
    struct dat_event_list events;
    struct dat_log_list logs;
    struct dat_input_chunk chunk; // steps 0: none
    struct dat_state state;       // behind the last of these
};

void dat_batch_destroy(struct dat_batch *batch); // and all that follow it; NULL is allowed
