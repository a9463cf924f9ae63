#include "ui/cmd/sessions_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <jansson.h>

#include "data/metrics/metric.h"
#include "data/record/json.h"
#include "data/report/history.h"
#include "data/text/atomic_file.h"
#include "data/text/json.h"
#include "data/text/table.h"
#include "ui/cmd/sessions_answer.h"
#include "ui/screen/exit_status.h"

void ui_session_duration(const struct dat_session_info *info, char *text, size_t size) {
    const long seconds = (long)((double)info->steps * info->step);
    if (seconds < 3600)
        snprintf(text, size, "%ld:%02ld", seconds / 60, seconds % 60);
    else
        snprintf(text, size, "%ld:%02ld:%02ld", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

// "2024-05-17 09:30" of "2024-05-17T09:30:00.000Z".
static void start_text(const struct dat_session_info *info, char *text, size_t size) {
    snprintf(text, size, "%.16s", info->start_utc);
    if (strlen(text) > 10)
        text[10] = ' ';
}

// ---- output ----

static int environment_error(const struct ui_args_def *def, const struct dat_problem *problem) {
    return ui_args_environment_error(def, "%s", problem->text);
}

static int write_csv(const struct ui_args_def *def, const struct dat_table *table,
                     const char *path) {
    struct dat_problem problem = {""};
    if (strcmp(path, "-") == 0) {
        dat_table_print_csv(table, stdout);
        return UI_EXIT_DONE;
    }
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL) {
        dat_problem_set(&problem, "out of memory");
        return environment_error(def, &problem);
    }
    dat_table_print_csv(table, file);
    const bool ok = fclose(file) == 0 && dat_write_file(path, text, size, &problem);
    free(text);
    return ok ? UI_EXIT_DONE : environment_error(def, &problem);
}

// ---- which ones ----

static bool matches(const struct dat_session_info *info, const struct ui_sessions_list *what) {
    return (what->trainee == NULL || strcasecmp(what->trainee, info->trainee) == 0) &&
           (what->exercise == NULL || strcasecmp(what->exercise, info->exercise) == 0) &&
           (what->since == NULL || strcmp(info->start_utc, what->since) >= 0);
}

static void keep_matching(struct dat_session_list *list, const struct ui_sessions_list *what) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (matches(&list->items[i], what))
            list->items[kept++] = list->items[i];
        else
            dat_session_info_finish(&list->items[i]);
    list->count = kept;
}

// ---- in which order ----

static int by_id(const void *a, const void *b) {
    const struct dat_session_info *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

static int by_trainee(const void *a, const void *b) {
    const struct dat_session_info *x = a, *y = b;
    const int order = strcmp(x->trainee, y->trainee);
    return order != 0 ? order : by_id(a, b);
}

static int by_exercise(const void *a, const void *b) {
    const struct dat_session_info *x = a, *y = b;
    const int order = strcmp(x->exercise, y->exercise);
    return order != 0 ? order : by_id(a, b);
}

static int falling(double x, double y, const void *a, const void *b) {
    return x > y ? -1 : x < y ? 1 : by_id(a, b);
}

static int by_duration(const void *a, const void *b) {
    const struct dat_session_info *x = a, *y = b;
    return falling((double)x->steps * x->step, (double)y->steps * y->step, a, b);
}

// A row to be sorted: a session and the figures of its result.
struct rated {
    struct dat_session_info info;
    double points; // -1: it has none
};

static int by_points(const void *a, const void *b) {
    return falling(((const struct rated *)a)->points, ((const struct rated *)b)->points, a, b);
}

static void sort_by_points(struct dat_session_list *list) {
    struct rated *rated = malloc((size_t)list->count * sizeof *rated);
    if (rated == NULL)
        return;
    for (int i = 0; i < list->count; i++) {
        const double points = dat_session_figure(&list->items[i], "points");
        rated[i] = (struct rated){list->items[i], isnan(points) ? -1.0 : points};
    }
    qsort(rated, (size_t)list->count, sizeof *rated, by_points);
    for (int i = 0; i < list->count; i++)
        list->items[i] = rated[i].info;
    free(rated);
}

static void sort(struct dat_session_list *list, enum ui_sessions_order order) {
    static int (*const orders[])(const void *, const void *) = {[UI_BY_ID] = by_id,
                                                                [UI_BY_TRAINEE] = by_trainee,
                                                                [UI_BY_EXERCISE] = by_exercise,
                                                                [UI_BY_DURATION] = by_duration};
    if (list->count > 0 && order == UI_BY_POINTS)
        sort_by_points(list);
    else if (list->count > 0)
        qsort(list->items, (size_t)list->count, sizeof list->items[0], orders[order]);
}

// ---- list ----

// The sessions of a server have a seat.
static void fill_table(struct dat_table *table, struct dat_store *store,
                       const struct dat_session_list *list) {
    char seat[128];
    const bool seats = store != NULL && dat_store_seat(store, 0, seat, sizeof seat) != NULL;
    dat_table_init(
        table, seats ? ">ID|START (UTC)|>DURATION|SEAT|TRAINEE|EXERCISE|MACHINE|>LOGS CUT|OUTCOME"
                     : ">ID|START (UTC)|>DURATION|TRAINEE|EXERCISE|MACHINE|>LOGS CUT|OUTCOME");
    for (int i = 0; i < list->count; i++) {
        const struct dat_session_info *info = &list->items[i];
        char start[32];
        char duration[32];
        start_text(info, start, sizeof start);
        ui_session_duration(info, duration, sizeof duration);
        dat_table_add(table, "%lld", (long long)info->id);
        dat_table_add(table, "%s", start);
        dat_table_add(table, "%s", duration);
        if (seats)
            dat_table_add(table, "%s", dat_store_seat(store, info->id, seat, sizeof seat));
        dat_table_add(table, "%s%s", info->trainee, info->who == DAT_DEMONSTRATOR ? " (demo)" : "");
        dat_table_add(table, "%s", info->exercise);
        dat_table_add(table, "%s", info->machine);
        dat_table_add(table, "%lld", (long long)info->log_count);
        dat_table_add(table, "%s", dat_outcome_name(info->outcome));
    }
}

static json_t *list_json(struct dat_store *store, const struct dat_session_list *list,
                         struct dat_problem *problem) {
    json_t *array = json_array();
    for (int i = 0; i < list->count; i++) {
        json_t *session = dat_session_json(store, &list->items[i], DAT_SESSION_SUMMARY, problem);
        if (session == NULL) {
            json_decref(array);
            return NULL;
        }
        json_array_append_new(array, session);
    }
    json_t *object = json_object();
    dat_json_set(object, "sessions", array);
    return object;
}

static void print_list(const struct dat_table *table, int count, bool filtered) {
    if (count > 0)
        dat_table_print(table, stdout);
    else
        puts(filtered ? "no session matches" : "no sessions have been recorded yet");
}

static int show_list(const struct ui_args_def *def, struct dat_store *store,
                     const struct dat_session_list *list, const struct ui_sessions_list *what) {
    struct dat_problem problem = {""};
    struct dat_table table;
    int status = UI_EXIT_DONE;
    fill_table(&table, store, list);
    if (what->csv != NULL)
        status = write_csv(def, &table, what->csv);
    if (what->json != NULL && status == UI_EXIT_DONE)
        status =
            ui_sessions_write_json(def, list_json(store, list, &problem), 15, what->json, &problem);
    if (what->csv == NULL && what->json == NULL)
        print_list(&table, list->count,
                   what->trainee != NULL || what->exercise != NULL || what->since != NULL);
    dat_table_finish(&table);
    return status;
}

int ui_sessions_list(const struct ui_args_def *def, struct dat_store *store,
                     const struct ui_sessions_list *what) {
    struct dat_problem problem = {""};
    struct dat_session_list list = {0};
    if (what->since != NULL && !ui_args_is_date(what->since))
        return ui_args_error(def,
                             "--since: '%s' is not a date, expected for instance 2026-11-22 or "
                             "2026-11-22T08:00",
                             what->since);
    int status;
    bool (*const read)(struct dat_store *, struct dat_session_list *, struct dat_problem *) =
        what->order == UI_BY_POINTS ? dat_store_sessions : dat_store_sessions_bare;
    if (store != NULL && !read(store, &list, &problem)) {
        status = environment_error(def, &problem);
    } else {
        keep_matching(&list, what);
        sort(&list, what->order);
        status = show_list(def, store, &list, what);
    }
    dat_session_list_finish(&list);
    return status;
}

// ---- compare ----

struct figures {
    struct dat_session_info info;
    json_t *result; // NULL: the session has none
};

static int load(const struct ui_args_def *def, struct dat_store *store, int64_t id,
                struct figures *figures) {
    struct dat_problem problem = {""};
    if (store != NULL && !dat_store_session(store, id, &figures->info, &problem))
        return environment_error(def, &problem);
    if (figures->info.id == 0)
        return ui_sessions_no_such(def, id);
    figures->result = dat_session_figures(&figures->info);
    if (figures->result == NULL)
        return ui_args_error(def, "session %lld has no result, it was interrupted", (long long)id);
    return UI_EXIT_DONE;
}

// A figure of the result; NaN: it has none of that name.
static double figure(const struct figures *figures, const char *name) {
    const json_t *value = json_object_get(figures->result, name);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static void add_number(struct dat_table *table, double value) {
    if (isnan(value))
        dat_table_add(table, "-");
    else
        dat_table_add(table, "%.4g", value);
}

static void add_row(struct dat_table *table, const struct figures both[2], const char *name,
                    const char *unit) {
    const double first = figure(&both[0], name), second = figure(&both[1], name);
    if (isnan(first) && isnan(second))
        return;
    dat_table_add(table, "%s", name);
    dat_table_add(table, "%s", unit);
    add_number(table, first);
    add_number(table, second);
    add_number(table, second - first);
}

static void compare_table(struct dat_table *table, const struct figures both[2]) {
    char head[128];
    snprintf(head, sizeof head, "FIGURE|UNIT|>SESSION %lld|>SESSION %lld|>DIFFERENCE",
             (long long)both[0].info.id, (long long)both[1].info.id);
    dat_table_init(table, head);
    add_row(table, both, "simulated_s", "s");
    for (int i = 0; i < DAT_METRIC_COUNT; i++)
        add_row(table, both, dat_metric_name((enum dat_metric)i),
                dat_metric_unit((enum dat_metric)i));
}

static json_t *compare_json(const struct figures both[2]) {
    json_t *object = json_object(), *sessions = json_array(), *difference = json_object();
    const char *name;
    json_t *value;
    for (int i = 0; i < 2; i++) {
        json_t *session = json_object();
        dat_json_set_integer(session, "id", both[i].info.id);
        dat_json_set_text(session, "trainee", both[i].info.trainee);
        dat_json_set_text(session, "exercise", both[i].info.exercise);
        if (both[i].info.parameters != NULL)
            dat_json_set(session, "parameters", json_loads(both[i].info.parameters, 0, NULL));
        dat_json_set(session, "result", json_incref(both[i].result));
        json_array_append_new(sessions, session);
    }
    json_object_foreach(both[0].result, name, value) {
        const double change = figure(&both[1], name) - figure(&both[0], name);
        if (!isnan(change))
            dat_json_set_number(difference, name, change);
    }
    dat_json_set(object, "sessions", sessions);
    dat_json_set(object, "difference", difference);
    return object;
}

static void print_who(const struct figures *figures) {
    char start[32];
    start_text(&figures->info, start, sizeof start);
    printf("session %lld: %s, %s, %s with %s, %s\n", (long long)figures->info.id,
           figures->info.trainee, start, figures->info.exercise, figures->info.machine,
           dat_outcome_name(figures->info.outcome));
    if (figures->info.parameters != NULL)
        printf("    parameters %s\n", figures->info.parameters);
}

static int show_comparison(const struct ui_args_def *def, const struct figures both[2],
                           const struct ui_sessions_list *what) {
    struct dat_problem problem = {""};
    struct dat_table table;
    int status = UI_EXIT_DONE;
    compare_table(&table, both);
    if (strcmp(both[0].info.exercise, both[1].info.exercise) != 0)
        fputs("kranich sessions: note: the sessions are of different exercises\n", stderr);
    else if (!dat_session_same_parameters(both[0].info.parameters, both[1].info.parameters))
        fputs("kranich sessions: note: the parameters of the exercise differ\n", stderr);
    if (what->csv != NULL)
        status = write_csv(def, &table, what->csv);
    if (what->json != NULL && status == UI_EXIT_DONE)
        status = ui_sessions_write_json(def, compare_json(both), 15, what->json, &problem);
    if (what->csv == NULL && what->json == NULL) {
        print_who(&both[0]);
        print_who(&both[1]);
        putchar('\n');
        dat_table_print(&table, stdout);
    }
    dat_table_finish(&table);
    return status;
}

int ui_sessions_compare(const struct ui_args_def *def, struct dat_store *store, int64_t first,
                        int64_t second, const struct ui_sessions_list *what) {
    struct figures both[2] = {{.result = NULL}, {.result = NULL}};
    int status = load(def, store, first, &both[0]);
    if (status == UI_EXIT_DONE)
        status = load(def, store, second, &both[1]);
    if (status == UI_EXIT_DONE)
        status = show_comparison(def, both, what);
    for (int i = 0; i < 2; i++) {
        json_decref(both[i].result);
        dat_session_info_finish(&both[i].info);
    }
    return status;
}
