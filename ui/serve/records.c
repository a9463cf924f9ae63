#include "ui/serve/records.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/recorded.h"
#include "data/metrics/metric.h"
#include "data/record/json.h"
#include "data/record/store.h"
#include "data/report/page.h"
#include "data/text/json.h"

enum { MOST_DATABASES = 64, MOST_SESSIONS = 1000 };

// ---- databases ----

static bool is_database(const char *name) {
    const size_t length = strlen(name);
    return name[0] != '.' && length > 3 && strcmp(name + length - 3, ".db") == 0;
}

static int only_databases(const struct dirent *entry) {
    return is_database(entry->d_name);
}

// The database for reading, with all reads of one moment; NULL with a sentence in problem.
static struct dat_store *open_database(const char *folder, const char *name,
                                       struct dat_problem *problem) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        dat_problem_set(problem, "the path of the database '%s' is too long", name);
        return NULL;
    }
    struct dat_store *store = dat_store_open(path, DAT_STORE_READ, problem);
    if (store == NULL || dat_store_hold(store, problem))
        return store;
    dat_store_close(store);
    return NULL;
}

// ---- sessions ----

// The figures of the result by their names, and its points and mark.
static void add_result(json_t *object, const struct dat_session_info *info) {
    json_t *result = dat_session_figures(info), *metrics = json_object();
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const char *name = dat_metric_name((enum dat_metric)i);
        json_t *value = json_object_get(result, name);
        if (json_is_number(value))
            dat_json_set(metrics, name, json_incref(value));
    }
    dat_json_set(object, "metrics", metrics);
    const char *mark = json_string_value(json_object_get(result, "mark"));
    if (mark != NULL) {
        dat_json_set_text(object, "mark", mark);
        dat_json_set_number(object, "points", json_number_value(json_object_get(result, "points")));
    }
    json_decref(result);
}

static json_t *session_json(const char *name, const struct dat_session_info *info) {
    json_t *object = json_object();
    dat_json_set_text(object, "db", name);
    dat_json_set_integer(object, "id", info->id);
    dat_json_set_text(object, "trainee", info->trainee);
    dat_json_set_text(object, "exercise", info->exercise);
    dat_json_set_text(object, "machine", info->machine);
    dat_json_set_text(object, "start", info->start_utc);
    dat_json_set_number(object, "seconds", (double)info->steps * info->step);
    dat_json_set_text(object, "outcome", dat_outcome_name(info->outcome));
    dat_json_set_text(object, "operator", dat_operator_name(info->who));
    add_result(object, info);
    return object;
}

static bool add_sessions(const char *folder, const char *name, json_t *sessions,
                         struct dat_problem *problem) {
    struct dat_session_list list = {0};
    struct dat_store *store = open_database(folder, name, problem);
    if (store == NULL)
        return false;
    const bool read = dat_store_sessions(store, &list, problem);
    const int first = list.count > MOST_SESSIONS ? list.count - MOST_SESSIONS : 0;
    for (int i = first; i < list.count; i++)
        json_array_append_new(sessions, session_json(name, &list.items[i]));
    dat_session_list_finish(&list);
    dat_store_close(store);
    return read;
}

// "" where the database is damaged: the text is then none of JSON.
static const char *start_of(const json_t *session) {
    const char *start = json_string_value(json_object_get(session, "start"));
    return start != NULL ? start : "";
}

static int newer_first(const void *a, const void *b) {
    json_t *const *left = a, *const *right = b;
    return strcmp(start_of(*right), start_of(*left));
}

// A new array of the newest of them; takes sessions over.
static json_t *newest(json_t *sessions) {
    const size_t count = json_array_size(sessions);
    json_t *sorted = json_array(), **items = calloc(count + 1, sizeof(json_t *));
    for (size_t i = 0; items != NULL && i < count; i++)
        items[i] = json_array_get(sessions, i);
    if (items != NULL)
        qsort(items, count, sizeof(json_t *), newer_first);
    for (size_t i = 0; items != NULL && i < count && i < MOST_SESSIONS; i++)
        json_array_append(sorted, items[i]);
    free(items);
    json_decref(sessions);
    return sorted;
}

void ui_serve_sessions(const char *folder, struct ui_serve_answer *answer) {
    struct dirent **names = NULL;
    json_t *sessions = json_array(), *problems = json_array(), *object = json_object();
    const int count = scandir(folder, &names, only_databases, alphasort);
    for (int i = 0; i < count; i++) {
        struct dat_problem problem = {""};
        if (i < MOST_DATABASES && !add_sessions(folder, names[i]->d_name, sessions, &problem))
            json_array_append_new(problems, json_string(problem.text));
        free(names[i]);
    }
    free(names);
    dat_json_set(object, "sessions", newest(sessions));
    dat_json_set(object, "problems", problems);
    ui_serve_give(answer, "application/json", json_dumps(object, JSON_COMPACT));
    json_decref(object);
}

// ---- one session ----

static void write_page(struct dat_store *store, int64_t id, const struct dat_report_texts *texts,
                       const struct veh_names *names, struct ui_serve_answer *answer) {
    struct dat_problem problem = {""};
    struct dat_recorded recorded;
    struct dat_log_list logs = {0};
    struct dat_session_list sessions = {0};
    const enum dat_replay_result read = dat_recorded_read(store, id, &recorded, &problem);
    if (read == DAT_REPLAY_NO_SUCH)
        ui_serve_refuse(answer, 404, "%s", problem.text);
    else if (read == DAT_REPLAY_FAILED || !dat_store_logs(store, id, &logs, &problem) ||
             !dat_store_sessions(store, &sessions, &problem))
        ui_serve_refuse(answer, 503, "%s", problem.text);
    else
        ui_serve_give(
            answer, "text/html; charset=utf-8",
            dat_report_page(&recorded, &logs, &sessions, read == DAT_REPLAY_DONE, texts, names));
    answer->inline_style = true;
    dat_session_list_finish(&sessions);
    dat_log_list_finish(&logs);
    dat_recorded_finish(&recorded);
}

void ui_serve_report(const char *folder, const struct ui_serve_languages *reports, const char *what,
                     struct ui_serve_answer *answer) {
    struct dat_problem problem = {""};
    char name[NAME_MAX + 1], *end;
    const char *slash = strchr(what, '/');
    const size_t length = slash != NULL ? (size_t)(slash - what) : 0;
    const long long id = slash != NULL ? strtoll(slash + 1, &end, 10) : 0;
    if (slash == NULL || length >= sizeof name || id <= 0 || (*end != '\0' && *end != '/')) {
        ui_serve_refuse(answer, 404, "a session is named NAME.db/NUMBER");
        return;
    }
    snprintf(name, sizeof name, "%.*s", (int)length, what);
    struct dat_store *store = is_database(name) ? open_database(folder, name, &problem) : NULL;
    if (store == NULL)
        ui_serve_refuse(answer, 404, "%s",
                        problem.text[0] != '\0' ? problem.text : "there is no such database");
    else
        write_page(store, id, ui_serve_language(reports, *end != '\0' ? end + 1 : "en"),
                   &reports->names, answer);
    dat_store_close(store);
}
