#include "ui/cmd/sessions_forget.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "data/record/forget.h"
#include "data/text/json.h"
#include "data/text/paths.h"
#include "ui/cmd/server.h"
#include "ui/cmd/sessions_answer.h"
#include "ui/screen/exit_status.h"

// False where there is none yet, or the one that was named is missing.
static bool has_database(const char *db) {
    char path[PATH_MAX];
    if (db == NULL && !dat_default_database(path, sizeof path))
        return false;
    return access(db != NULL ? db : path, F_OK) == 0;
}

static bool forget_here(const char *db, const char *name, struct dat_forgotten *here,
                        struct dat_problem *problem) {
    *here = (struct dat_forgotten){.known = false};
    dat_forget_settings(name);
    if (db == NULL && !has_database(db))
        return true;
    struct dat_store *store =
        dat_store_open(db, has_database(db) ? DAT_STORE_WRITE : DAT_STORE_READ, problem);
    const bool ok = store != NULL && dat_store_forget(store, name, here, problem);
    dat_store_close(store);
    return ok;
}

static int report(const struct ui_args_def *def, const char *name, const struct dat_forgotten *here,
                  const struct dat_forgotten *there, const char *server, const char *json) {
    struct dat_problem problem;
    if (!here->known && !there->known)
        return ui_args_error(def,
                             server != NULL ? "there is no trainee '%s', neither here nor on %s"
                                            : "there is no trainee '%s' here, and no server is "
                                              "named (--server)",
                             name, server);
    if (json != NULL) {
        json_t *object = json_object();
        dat_json_set_integer(object, "deleted", here->sessions);
        if (server != NULL)
            dat_json_set_integer(object, "deleted_on_server", there->sessions);
        return ui_sessions_write_json(def, object, 15, json, &problem);
    }
    printf("%d session%s and the name are deleted here\n", here->sessions,
           here->sessions == 1 ? "" : "s");
    if (server != NULL)
        printf("%d session%s and the name are deleted on %s\n", there->sessions,
               there->sessions == 1 ? "" : "s", server);
    return UI_EXIT_DONE;
}

int ui_sessions_forget(const struct ui_args_def *def, const char *name, const char *db,
                       const char *server, const char *json) {
    struct dat_problem problem = {""};
    struct dat_forgotten here, there = {.known = false};
    char called[256];
    if (server == NULL)
        server = getenv("KRANICH_SERVER");
    const bool asks = server != NULL && server[0] != '\0';
    if (asks && !ui_server_readable(def, server))
        return UI_EXIT_USAGE;
    // The server first: where it is away, the name here still says what is to be repeated.
    if ((asks && !dat_server_forget(server, name, &there, called, sizeof called, &problem)) ||
        !forget_here(db, name, &here, &problem))
        return ui_args_environment_error(def, "%s", problem.text);
    return report(def, name, &here, &there, asks ? called : NULL, json);
}
