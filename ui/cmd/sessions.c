// `kranich sessions`: shows and manages what was recorded.
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "data/record/backup.h"
#include "data/record/json.h"
#include "data/text/json.h"
#include "data/text/paths.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/cmd/production.h"
#include "ui/cmd/server.h"
#include "ui/cmd/sessions_answer.h"
#include "ui/cmd/sessions_export.h"
#include "ui/cmd/sessions_forget.h"
#include "ui/cmd/sessions_list.h"
#include "ui/cmd/sessions_show.h"
#include "ui/cmd/sessions_trust.h"
#include "ui/cmd/sessions_verify.h"
#include "ui/screen/exit_status.h"

struct values {
    const char *db, *server, *json, *csv, *hpr, *hqc, *mom, *fpr, *machine, *trainee, *exercise,
        *since;
    int order; // enum ui_sessions_order
    bool overwrite;
};

static const struct ui_option options[] = {
    {.name = "server",
     .type = UI_OPTION_TEXT,
     .value = "ADDRESS",
     .offset = offsetof(struct values, server),
     .help = "the sessions that seats have sent to this PostgreSQL server, such as "
             "postgresql://USER@HOST/DATABASE, instead of the session database; with 'send': the "
             "server to send to; with 'forget': also there (default: the environment's "
             "KRANICH_SERVER)"},
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
    {.name = "sort",
     .type = UI_OPTION_CHOICE,
     .value = UI_SESSIONS_ORDERS,
     .offset = offsetof(struct values, order),
     .help = "with 'list': by number, which is the order in time, by name, or the longest or best "
             "first"},
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
    .usage = "list | show ID | compare ID ID | verify [ID] | delete ID | forget NAME | export ID | "
             "backup "
             "FILE | send | trust [KEY | all]",
    .summary =
        "Shows, compares, verifies, deletes, exports, backs up or sends recorded sessions, or "
        "forgets a trainee; says whose states replays may begin with",
    .help =
        "  list         all sessions, the oldest first\n"
        "  show ID      one session with its events and logs\n"
        "  compare ID ID  the figures of two sessions and their difference\n"
        "  verify [ID]  whether the record of a session is undamaged; without ID, of all\n"
        "               sessions, and the database as a whole\n"
        "  delete ID    deletes a session and all that was recorded of it\n"
        "  forget NAME  deletes a trainee: the name, all sessions, and what was unlocked, here "
        "and\n"
        "               on the server\n"
        "  export ID    everything about a session, inputs included, as JSON; or its\n"
        "               production (--hpr, --hqc, --mom, --fpr), or what it has left (--exercise)\n"
        "  backup FILE  copies the whole database into a file, also while a session runs\n"
        "  send         sends what the server of --server does not have yet\n"
        "  trust        who has sealed the states by which replays jump; with the first digits of "
        "a\n"
        "               KEY, or all: this user's replays use its states from now on\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 1,
    .operands_max = 3,
};

static int environment_error(const struct dat_problem *problem) {
    return ui_args_environment_error(&def, "%s", problem->text);
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
        status = ui_sessions_no_such(&def, id);
    else if (everything && values->exercise != NULL)
        status = ui_sessions_export_exercise(&def, store, id, values->machine, values->exercise);
    else if (everything && file != NULL)
        status = ui_write_production(&def, store, &info, message, file);
    else if (everything || values->json != NULL)
        status = ui_sessions_export_json(&def, store, &info,
                                         everything ? DAT_SESSION_ALL : DAT_SESSION_RECORD,
                                         values->json != NULL ? values->json : "-");
    else
        status = ui_sessions_show(&def, store, &info);
    dat_session_info_finish(&info);
    return status;
}

// ---- delete, back up ----

static int delete_session(struct dat_store *store, int64_t id, const struct values *values) {
    struct dat_problem problem = {""};
    bool found = false;
    if (store != NULL && !dat_store_delete(store, id, &found, &problem))
        return environment_error(&problem);
    if (!found)
        return ui_sessions_no_such(&def, id);
    if (values->json != NULL) {
        json_t *object = json_object();
        dat_json_set_integer(object, "deleted", id);
        return ui_sessions_write_json(&def, object, 15, values->json, &problem);
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
        !dat_store_sessions_bare(store, &list, &problem))
        return environment_error(&problem);
    const int count = list.count;
    dat_session_list_finish(&list);
    if (values->json != NULL) {
        json_t *object = json_object();
        dat_json_set_text(object, "backup", path);
        dat_json_set_integer(object, "sessions", count);
        return ui_sessions_write_json(&def, object, 15, values->json, &problem);
    }
    printf("%d session%s copied to %s\n", count, count == 1 ? "" : "s", path);
    return UI_EXIT_DONE;
}

// *store is NULL if the default database does not exist yet, which is not a mistake.
static int open_store(const struct values *values, enum dat_store_mode mode,
                      struct dat_store **store) {
    struct dat_problem problem = {""};
    char path[PATH_MAX];
    int status = UI_EXIT_DONE;
    *store = NULL;
    if (values->server != NULL) {
        *store = ui_open_sessions(&def, values->server, values->db, &status);
        return status;
    }
    if (values->db == NULL && dat_default_database(path, sizeof path) && access(path, F_OK) != 0 &&
        errno == ENOENT)
        return status;
    // Writing creates a database, but there is nothing to delete in a new one.
    if (values->db != NULL && access(values->db, F_OK) != 0)
        mode = DAT_STORE_READ;
    *store = dat_store_open(values->db, mode, &problem);
    return *store != NULL ? status : environment_error(&problem);
}

enum action { LIST, SHOW, COMPARE, VERIFY, DELETE, FORGET, EXPORT, BACKUP, SEND, TRUST, ACTIONS };

static const struct {
    const char *name;
    int least, most; // numbers of sessions
} actions[ACTIONS] = {
    [LIST] = {"list", 0, 0},     [SHOW] = {"show", 1, 1},     [COMPARE] = {"compare", 2, 2},
    [VERIFY] = {"verify", 0, 1}, [DELETE] = {"delete", 1, 1}, [EXPORT] = {"export", 1, 1},
    [BACKUP] = {"backup", 0, 1},                            // the name of a file
    [FORGET] = {"forget", 0, 1},                            // of a person
    [SEND] = {"send", 0, 0},     [TRUST] = {"trust", 0, 1}, // digits of a key
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
                      "unknown action '%s', expected list, show, compare, verify, delete, forget, "
                      "export, backup, send or trust",
                      operands->items[0]);
    else if (action == BACKUP && count != 1)
        ui_args_error(&def, "'backup' needs the name of a file");
    else if (action == FORGET && count != 1)
        ui_args_error(&def, "'forget' needs one name of a trainee, in quotes where it has blanks");
    else if (count > actions[action].most && actions[action].most == 0)
        ui_args_error(&def, "'%s' takes no number", actions[action].name);
    else if (count > actions[action].most)
        ui_args_error(&def, "'%s' takes %d number%s", actions[action].name, actions[action].most,
                      actions[action].most == 1 ? "" : "s");
    else if (count < actions[action].least)
        ui_args_error(&def, "'%s' needs the number%s", actions[action].name,
                      actions[action].least > 1 ? "s of two sessions" : " of a session");
    else if (action == BACKUP || action == FORGET || action == TRUST ||
             ((count < 1 || ui_args_session(&def, operands->items[1], &id[0])) &&
              (count < 2 || ui_args_session(&def, operands->items[2], &id[1]))))
        return action;
    return ACTIONS;
}

static int act(struct dat_store *store, enum action action, const int64_t id[2], const char *name,
               const struct values *values) {
    const struct ui_sessions_list list = {.trainee = values->trainee,
                                          .exercise = values->exercise,
                                          .since = values->since,
                                          .order = (enum ui_sessions_order)values->order,
                                          .json = values->json,
                                          .csv = values->csv};
    switch (action) {
    case LIST:
        return ui_sessions_list(&def, store, &list);
    case COMPARE:
        return ui_sessions_compare(&def, store, id[0], id[1], &list);
    case VERIFY:
        return ui_sessions_verify(&def, store, id[0], values->json);
    case DELETE:
        return delete_session(store, id[0], values);
    case BACKUP:
        return back_up(store, name, values);
    case TRUST:
        return ui_sessions_trust(&def, store, name, values->json);
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
    else if (values->order != UI_BY_ID && action != LIST)
        ui_args_error(&def, "'--sort' belongs to 'list'");
    else if (values->server == NULL && action == SEND)
        ui_args_error(&def, "'send' needs --server ADDRESS");
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
    if (action == SEND)
        return ui_send_sessions(&def, values.server, values.db);
    if (action == FORGET)
        return ui_sessions_forget(&def, operands.items[1], values.db, values.server, values.json);
    struct dat_problem problem = {""};
    struct dat_store *store;
    status = open_store(&values, action == DELETE ? DAT_STORE_WRITE : DAT_STORE_READ, &store);
    if (status != UI_EXIT_DONE)
        return status;
    if (store != NULL && !dat_store_hold(store, &problem))
        status = environment_error(&problem);
    else
        status = act(store, action, id, operands.count > 1 ? operands.items[1] : NULL, &values);
    dat_store_close(store);
    return status;
}
