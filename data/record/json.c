#include "data/record/json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "data/record/damage.h"
#include "data/record/input_codec.h"
#include "data/record/inputs.h"
#include "data/text/json.h"

json_t *dat_names_json(const struct dat_name_list *list) {
    json_t *array = json_array();
    for (int i = 0; i < list->count; i++) {
        json_t *text = json_string(list->items[i]);
        json_array_append_new(array, text != NULL ? text : json_null());
    }
    return array;
}

json_t *dat_session_figures(const struct dat_session_info *info) {
    if (info->figures != NULL)
        return json_incref(info->figures);
    return info->result != NULL ? json_loads(info->result, 0, NULL) : NULL;
}

// The text as the JSON value it is; the text itself where it is none.
static json_t *parsed(const char *text) {
    if (text == NULL)
        return json_null();
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    return value != NULL ? value : json_string(text);
}

static json_t *summary(const struct dat_session_info *info, const char *result) {
    json_t *object = json_object();
    dat_json_set_integer(object, "id", info->id);
    dat_json_set_text(object, "trainee", info->trainee);
    dat_json_set_text(object, "exercise", info->exercise);
    dat_json_set_text(object, "scenario_file", info->scenario_file);
    dat_json_set_hash(object, "scenario_hash", info->scenario_hash);
    dat_json_set_text(object, "machine", info->machine);
    dat_json_set_text(object, "machine_file", info->machine_file);
    dat_json_set_text(object, "operator", dat_operator_name(info->who));
    dat_json_set_integer(object, "seed", info->seed);
    if (info->parameters != NULL)
        dat_json_set(object, "parameters", parsed(info->parameters));
    dat_json_set_text(object, "program_version", info->program_version);
    dat_json_set_text(object, "start_utc", info->start_utc);
    dat_json_set_text(object, "end_utc", info->end_utc);
    dat_json_set_text(object, "outcome", dat_outcome_name(info->outcome));
    dat_json_set_number(object, "step_s", info->step);
    dat_json_set_integer(object, "steps", info->steps);
    dat_json_set_number(object, "duration_s", (double)info->steps * info->step);
    if (info->has_end_state_hash)
        dat_json_set_hash(object, "end_state_hash", info->end_state_hash);
    else
        dat_json_set(object, "end_state_hash", json_null());
    dat_json_set_integer(object, "event_count", info->event_count);
    dat_json_set_integer(object, "log_count", info->log_count);
    dat_json_set(object, "result", parsed(result));
    return object;
}

static json_t *events_json(const struct dat_event_list *list) {
    json_t *array = json_array();
    for (int i = 0; i < list->count; i++) {
        const struct dat_event *event = &list->items[i];
        json_t *object = json_object();
        dat_json_set_integer(object, "step", event->step);
        dat_json_set_number(object, "time_s", event->time);
        dat_json_set_text(object, "kind", event->kind);
        if (event->detail != NULL)
            dat_json_set(object, "detail", parsed(event->detail));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *logs_json(const struct dat_log_list *list) {
    json_t *array = json_array();
    for (int i = 0; i < list->count; i++) {
        const struct dat_log *log = &list->items[i];
        json_t *object = json_object();
        dat_json_set_integer(object, "step", log->step);
        dat_json_set_number(object, "time_s", log->time);
        dat_json_set_text(object, "species", log->species);
        dat_json_set_text(object, "assortment", log->assortment);
        dat_json_set_text(object, "tree", log->tree);
        dat_json_set_number(object, "length_m", log->length);
        dat_json_set(object, "target_length_m",
                     log->target_length > 0 ? dat_json_number(log->target_length) : json_null());
        dat_json_set_number(object, "top_diameter_m", log->top_diameter);
        dat_json_set_number(object, "mid_diameter_m", log->mid_diameter);
        dat_json_set_number(object, "butt_diameter_m", log->butt_diameter);
        dat_json_set_number(object, "volume_m3", log->volume);
        dat_json_set_number(object, "x_m", log->x);
        dat_json_set_number(object, "y_m", log->y);
        dat_json_set_number(object, "z_m", log->z);
        json_array_append_new(array, object);
    }
    return array;
}

// Appends [step, channel, value] for every channel that changes.
static void append_changes(json_t *changes, const struct dat_input_chunk *chunk, int channels,
                           double *last) {
    struct dat_input_decoder decoder;
    double values[DAT_INPUT_MAX];
    dat_input_decoder_init(&decoder, chunk->bytes, chunk->size, chunk->steps, channels);
    for (int64_t step = chunk->first_step; dat_input_decode(&decoder, values); step++) {
        for (int i = 0; i < channels; i++) {
            if (memcmp(&values[i], &last[i], sizeof values[i]) == 0)
                continue;
            last[i] = values[i];
            json_t *change = json_array();
            json_array_append_new(change, json_integer(step));
            json_array_append_new(change, json_integer(i));
            json_array_append_new(change, dat_json_number(values[i]));
            json_array_append_new(changes, change);
        }
    }
}

// Of damaged inputs, only the chunks before the damage.
static json_t *inputs_json(const struct dat_session_info *info, const struct dat_input_list *list) {
    json_t *changes = json_array();
    double last[DAT_INPUT_MAX] = {0};
    int sound;
    const bool damaged = !dat_inputs_check(info, list, &sound, NULL);
    const int channels = dat_session_channels(info);
    for (int i = 0; i < sound; i++)
        append_changes(changes, &list->items[i], channels, last);
    json_t *object = json_object();
    dat_json_set(object, "names", parsed(info->input_names));
    dat_json_set_yes_no(object, "damaged", damaged);
    dat_json_set(object, "changes", changes);
    return object;
}

static json_t *files_json(const struct dat_source_list *list) {
    json_t *array = json_array();
    for (int i = 0; i < list->count; i++) {
        json_t *object = json_object();
        dat_json_set_text(object, "path", list->items[i].path);
        dat_json_set_hash(object, "hash", list->items[i].hash);
        dat_json_set_text(object, "now", dat_source_state_name(dat_source_state(&list->items[i])));
        json_array_append_new(array, object);
    }
    return array;
}

static bool add_damage(json_t *object, struct dat_store *store, const struct dat_session_info *info,
                       struct dat_problem *problem) {
    struct dat_name_list damage;
    const bool ok = dat_session_check(store, info, &damage, problem);
    dat_json_set(object, "damage", dat_names_json(&damage));
    dat_name_list_finish(&damage);
    return ok;
}

static bool add_record(json_t *object, struct dat_store *store, int64_t id,
                       struct dat_problem *problem) {
    struct dat_source_list files = {0};
    struct dat_event_list events = {0};
    struct dat_log_list logs = {0};
    bool ok = dat_store_files(store, id, &files, problem) &&
              dat_store_events(store, id, &events, problem) &&
              dat_store_logs(store, id, &logs, problem);
    if (ok) {
        dat_json_set(object, "files", files_json(&files));
        dat_json_set(object, "events", events_json(&events));
        dat_json_set(object, "logs", logs_json(&logs));
    }
    dat_sources_finish(&files);
    dat_event_list_finish(&events);
    dat_log_list_finish(&logs);
    return ok;
}

static bool add_inputs(json_t *object, struct dat_store *store, const struct dat_session_info *info,
                       struct dat_problem *problem) {
    struct dat_input_list inputs = {0};
    bool ok = dat_store_inputs(store, info->id, &inputs, problem);
    if (ok)
        dat_json_set(object, "inputs", inputs_json(info, &inputs));
    dat_input_list_finish(&inputs);
    return ok;
}

json_t *dat_session_json(struct dat_store *store, const struct dat_session_info *info,
                         enum dat_session_detail detail, struct dat_problem *problem) {
    assert(store != NULL && info->id != 0);
    char seat[128], *result = NULL;
    if (info->result == NULL && !dat_store_result(store, info->id, &result, problem))
        return NULL;
    json_t *object = summary(info, info->result != NULL ? info->result : result);
    free(result);
    if (dat_store_seat(store, info->id, seat, sizeof seat) != NULL)
        dat_json_set_text(object, "seat", seat);
    bool ok = true;
    if (detail >= DAT_SESSION_RECORD)
        ok = add_damage(object, store, info, problem) &&
             add_record(object, store, info->id, problem);
    if (ok && detail >= DAT_SESSION_ALL)
        ok = add_inputs(object, store, info, problem);
    if (ok)
        return object;
    json_decref(object);
    return NULL;
}
