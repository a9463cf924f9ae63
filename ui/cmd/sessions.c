// `kranich sessions`: shows and manages what was recorded.
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "data/exercise/export.h"
#include "data/exercise/library.h"
#include "data/record/backup.h"
#include "data/record/damage.h"
#include "data/record/json.h"
#include "data/text/json.h"
#include "data/text/paths.h"
#include "data/text/table.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/cmd/production.h"
#include "ui/cmd/sessions_list.h"
#include "ui/screen/exit_status.h"

struct values {
    const char *db, *json, *csv, *hpr, *hqc, *mom, *fpr, *machine, *trainee, *exercise, *since;
    bool overwrite;
};

static const struct ui_option options[] = {
    UI_OPTION_DATABASE(struct values),
    UI_OPTION_JSON_FILE(struct values),
    {.name = "csv",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, csv),
     .help = "with 'list' and 'compare': write the table as CSV, '-' is the standard output"},
    {.name = "trainee",
     .type = UI_OPTION_TEXT,
     .value = "NAME",
     .offset = offsetof(struct values, trainee),
     .help = "with 'list': only the sessions of this trainee"},
    {.name = "exercise",
     .type = UI_OPTION_TEXT,
     .value = "NAME",
     .offset = offsetof(struct values, exercise),
     .help = "with 'list': only those of this exercise; with 'export': a folder for the "
             "forwarder's exercise, the logs, stumps and slash where the session has left them"},
    {.name = "since",
     .type = UI_OPTION_TEXT,
     .value = "DATE",
     .offset = offsetof(struct values, since),
     .help = "with 'list': only those that began on this day (UTC) or later"},
    {.name = "hpr",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, hpr),
     .help = "with 'export': the harvested production (StanForD 2010) instead of JSON"},
    {.name = "hqc",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, hqc),
     .help = "with 'export': the quality control, what the machine and a caliper have measured"},
    {.name = "mom",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, mom),
     .help = "with 'export': the monitoring of time, distance and fuel"},
    {.name = "fpr",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct values, fpr),
     .help = "with 'export': the forwarded production, the loads that were unloaded"},
    {.name = "machine",
     .type = UI_OPTION_TEXT,
     .value = "MACHINE",
     .offset = offsetof(struct values, machine),
     .help = "with 'export --exercise': the forwarder, a name or a file (default forwarder)"},
    {.name = "overwrite",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct values, overwrite),
     .help = "with 'backup': replace the file where it exists"},
};

static const struct ui_args_def def = {
    .verb = "sessions",
    .usage = "list | show ID | compare ID ID | verify [ID] | delete ID | export ID | backup FILE",
    .summary = "Shows, compares, verifies, deletes, exports or backs up recorded sessions",
    .help =
        "  list         all sessions, the oldest first\n"
        "  show ID      one session with its events and logs\n"
        "  compare ID ID  the figures of two sessions and their difference\n"
        "  verify [ID]  whether the record of a session is undamaged; without ID, of all\n"
        "               sessions, and the database as a whole\n"
        "  delete ID    deletes a session and all that was recorded of it\n"
        "  export ID    everything about a session, inputs included, as JSON; or its\n"
        "               production (--hpr, --hqc, --mom, --fpr), or what it has left (--exercise)\n"
        "  backup FILE  copies the whole database into a file, also while a session runs\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 1,
    .operands_max = 3,
};

static int environment_error(const struct dat_problem *problem) {
    return ui_args_environment_error(&def, "%s", problem->text);
}

// Prints or writes the JSON value, which is taken over. NULL: problem says why.
static int finish_json(json_t *value, int digits, const char *path, struct dat_problem *problem) {
    bool ok = value != NULL && dat_json_write(value, digits, path, problem);
    json_decref(value);
    return ok ? UI_EXIT_DONE : environment_error(problem);
}

static void print_field(const char *name, const char *text) {
    printf("%-20s ", name);
    for (; *text != '\0'; text++)
        putchar((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text);
    putchar('\n');
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
            print_field(key, json_is_string(value) ? json_string_value(value) : text);
        free(text);
    }
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

static void print_summary(const struct dat_session_info *info) {
    char text[64];
    snprintf(text, sizeof text, "%lld", (long long)info->id);
    print_field("session", text);
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

// Prints the damage on the standard error output.
static int report_damage(const struct dat_name_list *damage) {
    for (int i = 0; i < damage->count; i++)
        (void)ui_args_error(&def, "%s", damage->items[i]);
    return damage->count > 0 ? UI_EXIT_USAGE : UI_EXIT_DONE;
}

static int print_session(struct dat_store *store, const struct dat_session_info *info) {
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
        print_summary(info);
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
    const int status = ok ? report_damage(&damage) : environment_error(&problem);
    dat_name_list_finish(&damage);
    return status;
}

static int no_such_session(int64_t id) {
    return ui_args_error(&def, "there is no session %lld, 'kranich sessions list' shows them",
                         (long long)id);
}

// The session as JSON. Damaged parts are written as far as they can be trusted, and named.
static int write_session(struct dat_store *store, const struct dat_session_info *info,
                         bool everything, const char *path) {
    struct dat_problem problem = {""};
    json_t *session =
        dat_session_json(store, info, everything ? DAT_SESSION_ALL : DAT_SESSION_RECORD, &problem);
    json_t *damage = json_incref(json_object_get(session, "damage"));
    int status = finish_json(session, everything ? 17 : 15, path, &problem);
    for (size_t i = 0; status != UI_EXIT_ENVIRONMENT && i < json_array_size(damage); i++)
        status = ui_args_error(&def, "%s", json_string_value(json_array_get(damage, i)));
    json_decref(damage);
    return status;
}

// Makes a forwarder's exercise of the logs that the session has left.
static int write_exercise(struct dat_store *store, int64_t id, const struct values *values) {
    const char *name = values->machine != NULL ? values->machine : "forwarder";
    const char *folder = values->exercise;
    struct dat_problem problem = {""};
    char machine[DAT_SCENARIO_PATH];
    int logs = 0;
    switch (dat_library_find(NULL, "machines", name, machine, sizeof machine, &problem)) {
    case DAT_LIBRARY_FOUND:
        break;
    case DAT_LIBRARY_NO_SUCH:
        return ui_args_error(&def, "%s", problem.text);
    case DAT_LIBRARY_MISSING:
        return environment_error(&problem);
    }
    dat_store_release(store); // running it again takes long
    switch (dat_export_exercise(store, id, machine, folder, &logs, &problem)) {
    case DAT_EXPORT_FAILED:
        return environment_error(&problem);
    case DAT_EXPORT_REFUSED:
        return ui_args_error(&def, "%s", problem.text);
    case DAT_EXPORT_WRITTEN:
        break;
    }
    printf("%s/forward.yaml: %d log%s to load\n", folder, logs, logs == 1 ? "" : "s");
    return UI_EXIT_DONE;
}

// The message that an option asks for; NULL: none.
static const char *message_of(const struct values *values, enum dat_production_message *message) {
    *message = values->hpr != NULL   ? DAT_MESSAGE_HPR
               : values->hqc != NULL ? DAT_MESSAGE_HQC
               : values->mom != NULL ? DAT_MESSAGE_MOM
                                     : DAT_MESSAGE_FPR;
    return values->hpr != NULL   ? values->hpr
           : values->hqc != NULL ? values->hqc
           : values->mom != NULL ? values->mom
                                 : values->fpr;
}

static int show_session(struct dat_store *store, int64_t id, bool everything,
                        const struct values *values) {
    struct dat_problem problem = {""};
    struct dat_session_info info = {0};
    enum dat_production_message message;
    const char *file = message_of(values, &message);
    int status = UI_EXIT_DONE;
    if (store != NULL && !dat_store_session(store, id, &info, &problem))
        status = environment_error(&problem);
    else if (info.id == 0)
        status = no_such_session(id);
    else if (everything && values->exercise != NULL)
        status = write_exercise(store, id, values);
    else if (everything && file != NULL)
        status = ui_write_production(&def, store, &info, message, file);
    else if (everything || values->json != NULL)
        status = write_session(store, &info, everything, values->json != NULL ? values->json : "-");
    else
        status = print_session(store, &info);
    dat_session_info_finish(&info);
    return status;
}

// ---- verify ----

struct verified {
    int sessions;
    struct dat_name_list damage; // of all of them
};

static bool move_names(struct dat_name_list *all, struct dat_name_list *part) {
    bool ok = true;
    for (int i = 0; ok && i < part->count; i++)
        ok = dat_name_list_add(all, part->items[i]);
    dat_name_list_finish(part);
    return ok;
}

// Verifies session id, or with 0 all sessions and the database as a whole. False with a sentence in
// problem.
static bool verify_sessions(struct dat_store *store, int64_t id, struct verified *verified,
                            struct dat_problem *problem) {
    struct dat_session_list list = {0};
    struct dat_name_list damage = {0};
    bool ok = id != 0 || dat_store_check(store, &damage, problem);
    ok = move_names(&verified->damage, &damage) && ok && dat_store_sessions(store, &list, problem);
    for (int i = 0; ok && i < list.count; i++) {
        if (id != 0 && list.items[i].id != id)
            continue;
        ok = dat_session_check(store, &list.items[i], &damage, problem);
        ok = move_names(&verified->damage, &damage) && ok;
        verified->sessions++;
    }
    dat_session_list_finish(&list);
    return ok;
}

static int report_verified(const struct verified *verified, int64_t id,
                           const struct values *values) {
    struct dat_problem problem = {""};
    const bool sound = verified->damage.count == 0;
    if (values->json != NULL) {
        json_t *object = json_object();
        dat_json_set_integer(object, "sessions", verified->sessions);
        dat_json_set(object, "damage", dat_names_json(&verified->damage));
        const int status = finish_json(object, 15, values->json, &problem);
        if (status != UI_EXIT_DONE)
            return status;
    } else if (sound && id != 0) {
        printf("session %lld is undamaged\n", (long long)id);
    } else if (sound) {
        printf("the database is undamaged, with %d session%s\n", verified->sessions,
               verified->sessions == 1 ? "" : "s");
    }
    return report_damage(&verified->damage);
}

static int verify(struct dat_store *store, int64_t id, const struct values *values) {
    struct dat_problem problem = {""};
    struct verified verified = {0};
    int status;
    if (store != NULL && !verify_sessions(store, id, &verified, &problem))
        status = environment_error(&problem);
    else if (id != 0 && verified.sessions == 0)
        status = no_such_session(id);
    else
        status = report_verified(&verified, id, values);
    dat_name_list_finish(&verified.damage);
    return status;
}

// ---- delete, back up ----

static int delete_session(struct dat_store *store, int64_t id, const struct values *values) {
    struct dat_problem problem = {""};
    bool found = false;
    if (store != NULL && !dat_store_delete(store, id, &found, &problem))
        return environment_error(&problem);
    if (!found)
        return no_such_session(id);
    if (values->json != NULL) {
        json_t *object = json_object();
        dat_json_set_integer(object, "deleted", id);
        return finish_json(object, 15, values->json, &problem);
    }
    printf("session %lld is deleted\n", (long long)id);
    return UI_EXIT_DONE;
}

static int back_up(struct dat_store *store, const char *path, const struct values *values) {
    struct dat_problem problem = {""};
    struct dat_session_list list = {0};
    if (store == NULL)
        return ui_args_error(&def, "no sessions have been recorded yet");
    if (!dat_store_backup(store, path, values->overwrite, &problem) ||
        !dat_store_sessions(store, &list, &problem))
        return environment_error(&problem);
    const int count = list.count;
    dat_session_list_finish(&list);
    if (values->json != NULL) {
        json_t *object = json_object();
        dat_json_set_text(object, "backup", path);
        dat_json_set_integer(object, "sessions", count);
        return finish_json(object, 15, values->json, &problem);
    }
    printf("%d session%s copied to %s\n", count, count == 1 ? "" : "s", path);
    return UI_EXIT_DONE;
}

// *store is NULL if the default database does not exist yet, which is not a mistake.
static bool open_store(const struct values *values, enum dat_store_mode mode,
                       struct dat_store **store, struct dat_problem *problem) {
    char path[PATH_MAX];
    *store = NULL;
    if (values->db == NULL && dat_default_database(path, sizeof path) && access(path, F_OK) != 0 &&
        errno == ENOENT)
        return true;
    // Writing creates a database, but there is nothing to delete in a new one.
    if (values->db != NULL && access(values->db, F_OK) != 0)
        mode = DAT_STORE_READ;
    *store = dat_store_open(values->db, mode, problem);
    return *store != NULL;
}

enum action { LIST, SHOW, COMPARE, VERIFY, DELETE, EXPORT, BACKUP, ACTIONS };

static const struct {
    const char *name;
    int least, most; // numbers of sessions
} actions[ACTIONS] = {
    [LIST] = {"list", 0, 0},     [SHOW] = {"show", 1, 1},     [COMPARE] = {"compare", 2, 2},
    [VERIFY] = {"verify", 0, 1}, [DELETE] = {"delete", 1, 1}, [EXPORT] = {"export", 1, 1},
    [BACKUP] = {"backup", 0, 1}, // the name of a file
};

static enum action find_action(const char *name) {
    enum action action = LIST;
    while (action < ACTIONS && strcmp(actions[action].name, name) != 0)
        action++;
    return action;
}

// Reads the action and the numbers of its sessions, 0: all. ACTIONS after a mistake was named.
static enum action parse_action(const struct ui_operands *operands, int64_t id[2]) {
    const enum action action = find_action(operands->items[0]);
    const int count = operands->count - 1;
    if (action == ACTIONS)
        ui_args_error(&def,
                      "unknown action '%s', expected list, show, compare, verify, delete, export "
                      "or backup",
                      operands->items[0]);
    else if (action == BACKUP && count != 1)
        ui_args_error(&def, "'backup' needs the name of a file");
    else if (count > actions[action].most && actions[action].most == 0)
        ui_args_error(&def, "'%s' takes no number", actions[action].name);
    else if (count > actions[action].most)
        ui_args_error(&def, "'%s' takes %d number%s", actions[action].name, actions[action].most,
                      actions[action].most == 1 ? "" : "s");
    else if (count < actions[action].least)
        ui_args_error(&def, "'%s' needs the number%s", actions[action].name,
                      actions[action].least > 1 ? "s of two sessions" : " of a session");
    else if (action == BACKUP ||
             ((count < 1 || ui_args_session(&def, operands->items[1], &id[0])) &&
              (count < 2 || ui_args_session(&def, operands->items[2], &id[1]))))
        return action;
    return ACTIONS;
}

static int act(struct dat_store *store, enum action action, const int64_t id[2], const char *file,
               const struct values *values) {
    const struct ui_sessions_list list = {.trainee = values->trainee,
                                          .exercise = values->exercise,
                                          .since = values->since,
                                          .json = values->json,
                                          .csv = values->csv};
    switch (action) {
    case LIST:
        return ui_sessions_list(&def, store, &list);
    case COMPARE:
        return ui_sessions_compare(&def, store, id[0], id[1], &list);
    case VERIFY:
        return verify(store, id[0], values);
    case DELETE:
        return delete_session(store, id[0], values);
    case BACKUP:
        return back_up(store, file, values);
    default:
        return show_session(store, id[0], action == EXPORT, values);
    }
}

// An export has one output, and the messages are exports. False: a mistake was named.
static bool check_outputs(const struct values *values, enum action action) {
    const struct {
        const char *value, *name;
    } outputs[] = {
        {values->hpr, "--hpr"},   {values->hqc, "--hqc"},
        {values->mom, "--mom"},   {values->fpr, "--fpr"},
        {values->json, "--json"}, {action == EXPORT ? values->exercise : NULL, "--exercise"}};
    const char *given = NULL;
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        if (outputs[i].value == NULL)
            continue;
        if (i < 4 && action != EXPORT) {
            ui_args_error(&def, "'%s' belongs to 'export'", outputs[i].name);
            return false;
        }
        if (given != NULL && action == EXPORT) {
            ui_args_error(&def, "'%s' and '%s' exclude each other", given, outputs[i].name);
            return false;
        }
        given = outputs[i].name;
    }
    return true;
}

// Options that mean nothing to the action are a misunderstanding, not noise. False: one was named.
static bool check_options(const struct values *values, enum action action) {
    if (!check_outputs(values, action))
        return false;
    if (values->csv != NULL && action != LIST && action != COMPARE)
        ui_args_error(&def, "'--csv' belongs to 'list' and 'compare'");
    else if ((values->trainee != NULL || values->since != NULL) && action != LIST)
        ui_args_error(&def, "'--trainee' and '--since' belong to 'list'");
    else if (values->machine != NULL && (action != EXPORT || values->exercise == NULL))
        ui_args_error(&def, "'--machine' belongs to 'export --exercise'");
    else if (values->exercise != NULL && action != LIST && action != EXPORT)
        ui_args_error(&def, "'--exercise' belongs to 'list' and 'export'");
    else
        return true;
    return false;
}

int ui_cmd_sessions(int argc, char **argv) {
    struct values values = {0};
    struct ui_operands operands;
    int64_t id[2] = {0, 0};
    int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    const enum action action = parse_action(&operands, id);
    if (action == ACTIONS || !check_options(&values, action))
        return UI_EXIT_USAGE;
    struct dat_problem problem = {""};
    struct dat_store *store;
    if (!open_store(&values, action == DELETE ? DAT_STORE_WRITE : DAT_STORE_READ, &store, &problem))
        return environment_error(&problem);
    if (store != NULL && !dat_store_hold(store, &problem))
        status = environment_error(&problem);
    else
        status = act(store, action, id, operands.count > 1 ? operands.items[1] : NULL, &values);
    dat_store_close(store);
    return status;
}
