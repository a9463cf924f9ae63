#include "ui/cmd/sessions_show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/record/damage.h"
#include "data/text/table.h"
#include "ui/cmd/sessions_answer.h"
#include "ui/cmd/sessions_list.h"
#include "ui/cmd/time_study.h"

enum { FIELD = 20, METRIC = 31 }; // columns of their longest names

static void print_wide(const char *name, const char *text, int width) {
    printf("%-*s ", width, name);
    for (; *text != '\0'; text++)
        putchar((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text);
    putchar('\n');
}

static void print_field(const char *name, const char *text) {
    print_wide(name, text, FIELD);
}

static void print_result(const char *result) {
    json_t *object = result != NULL ? json_loads(result, 0, NULL) : NULL;
    const char *key;
    json_t *value;
    if (json_object_size(object) > 0)
        puts("\nresult");
    json_object_foreach(object, key, value) {
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6) | JSON_COMPACT);
        if (strcmp(key, "exercise") == 0 || strcmp(key, "state_hash") == 0)
            ; // printed above
        else if (text != NULL && !json_is_array(value) && !json_is_object(value))
            print_wide(key, json_is_string(value) ? json_string_value(value) : text, METRIC);
        free(text);
    }
    ui_time_study_print(object);
    json_decref(object);
}

// The session's files that have changed since it was recorded.
static void print_files(const struct dat_source_list *files) {
    for (int i = 0; i < files->count; i++) {
        char text[4096 + 64];
        const enum dat_source_state state = dat_source_state(&files->items[i]);
        if (state == DAT_SOURCE_SAME)
            continue;
        snprintf(text, sizeof text, "%s (%s)", files->items[i].path,
                 state == DAT_SOURCE_CHANGED ? "changed since the session was recorded"
                                             : "cannot be read any more");
        print_field("file", text);
    }
}

static void print_summary(struct dat_store *store, const struct dat_session_info *info) {
    char text[128];
    snprintf(text, sizeof text, "%lld", (long long)info->id);
    print_field("session", text);
    if (dat_store_seat(store, info->id, text, sizeof text) != NULL)
        print_field("seat", text);
    print_field("trainee", info->trainee);
    print_field("operator", dat_operator_name(info->who));
    print_field("exercise", info->exercise);
    print_field("scenario file", info->scenario_file);
    print_field("machine", info->machine);
    snprintf(text, sizeof text, "%lld", (long long)info->seed);
    print_field("seed", text);
    print_field("program version", info->program_version);
    print_field("start (UTC)", info->start_utc);
    print_field("end (UTC)", info->end_utc != NULL ? info->end_utc : "-");
    ui_session_duration(info, text, sizeof text);
    print_field("duration", text);
    snprintf(text, sizeof text, "%lld of %g s", (long long)info->steps, info->step);
    print_field("steps", text);
    print_field("outcome", dat_outcome_name(info->outcome));
    if (info->has_end_state_hash) {
        snprintf(text, sizeof text, "%016llx", (unsigned long long)info->end_state_hash);
        print_field("end state hash", text);
    }
}

// A JSON object as "tree 17, length 4.9"; other values as they are.
static void detail_text(const char *detail, char *text, size_t size) {
    size_t used = 0;
    const char *key;
    json_t *value;
    json_t *object = detail != NULL ? json_loads(detail, JSON_DECODE_ANY, NULL) : NULL;
    snprintf(text, size, "%s", detail != NULL && !json_is_object(object) ? detail : "");
    json_object_foreach(object, key, value) {
        char *dump = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(5) | JSON_COMPACT);
        int length = snprintf(text + used, size - used, "%s%s %s", used > 0 ? ", " : "", key,
                              json_is_string(value) ? json_string_value(value)
                              : dump != NULL        ? dump
                                                    : "");
        free(dump);
        if (length < 0 || (size_t)length >= size - used)
            break;
        used += (size_t)length;
    }
    json_decref(object);
}

static void print_events(const struct dat_event_list *list) {
    struct dat_table table;
    dat_table_init(&table, ">TIME s|EVENT|DETAIL");
    for (int i = 0; i < list->count; i++) {
        dat_table_add(&table, "%.2f", list->items[i].time);
        dat_table_add(&table, "%s", list->items[i].kind);
        char detail[200];
        detail_text(list->items[i].detail, detail, sizeof detail);
        dat_table_add(&table, "%s", detail);
    }
    puts("\nevents");
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
}

static void print_logs(const struct dat_log_list *list) {
    struct dat_table table;
    dat_table_init(&table, ">TIME s|SPECIES|ASSORTMENT|TREE|>LENGTH m|>TARGET m|>TOP cm|>MID "
                           "cm|>BUTT cm|>VOLUME m3");
    for (int i = 0; i < list->count; i++) {
        const struct dat_log *log = &list->items[i];
        dat_table_add(&table, "%.2f", log->time);
        dat_table_add(&table, "%s", log->species);
        dat_table_add(&table, "%s", log->assortment);
        dat_table_add(&table, "%s", log->tree);
        dat_table_add(&table, "%.3f", log->length);
        if (log->target_length > 0)
            dat_table_add(&table, "%.3f", log->target_length);
        else
            dat_table_add(&table, "-");
        dat_table_add(&table, "%.1f", 100 * log->top_diameter);
        dat_table_add(&table, "%.1f", 100 * log->mid_diameter);
        dat_table_add(&table, "%.1f", 100 * log->butt_diameter);
        dat_table_add(&table, "%.3f", log->volume);
    }
    puts("\nlogs");
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
}

int ui_sessions_show(const struct ui_args_def *def, struct dat_store *store,
                     const struct dat_session_info *info) {
    struct dat_problem problem = {""};
    struct dat_event_list events = {0};
    struct dat_log_list logs = {0};
    struct dat_source_list files = {0};
    struct dat_name_list damage = {0};
    bool ok = dat_session_check(store, info, &damage, &problem) &&
              dat_store_files(store, info->id, &files, &problem) &&
              dat_store_events(store, info->id, &events, &problem) &&
              dat_store_logs(store, info->id, &logs, &problem);
    if (ok) {
        print_summary(store, info);
        print_files(&files);
        print_result(info->result);
        if (events.count > 0)
            print_events(&events);
        if (logs.count > 0)
            print_logs(&logs);
    }
    dat_sources_finish(&files);
    dat_event_list_finish(&events);
    dat_log_list_finish(&logs);
    const int status = ok ? ui_sessions_report_damage(def, &damage)
                          : ui_args_environment_error(def, "%s", problem.text);
    dat_name_list_finish(&damage);
    return status;
}
