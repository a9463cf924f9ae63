#include "ui/cmd/server.h"

#include <stdio.h>
#include <stdlib.h>

#include "data/record/pq.h"
#include "data/record/send.h"
#include "ui/screen/exit_status.h"

static void tell(const char *sentence) {
    fprintf(stderr, "kranich: note: %s\n", sentence);
}

bool ui_server_readable(const struct ui_args_def *def, const char *server) {
    struct dat_problem problem = {""};
    if (server == NULL || dat_pq_address(server, &problem))
        return true;
    ui_args_error(def, "%s", problem.text);
    return false;
}

int ui_forward(const struct ui_args_def *def, const char *server, const char *seat,
               struct dat_store *store, struct dat_forwarder **forwarder) {
    struct dat_problem problem = {""};
    *forwarder = NULL;
    if (server == NULL)
        server = getenv("KRANICH_SERVER");
    if (server == NULL || server[0] == '\0' || store == NULL)
        return UI_EXIT_DONE;
    *forwarder = dat_forwarder_start(store, server, seat, tell, &problem);
    return *forwarder != NULL ? UI_EXIT_DONE : ui_args_error(def, "%s", problem.text);
}

static int print_sent(const struct ui_args_def *def, const struct dat_sent *sent,
                      const char *server) {
    printf("%d session%s sent to %s\n", sent->sessions, sent->sessions == 1 ? "" : "s", server);
    return sent->refused == 0 ? UI_EXIT_DONE
                              : ui_args_environment_error(def, "%s", sent->refusal.text);
}

int ui_send_sessions(const struct ui_args_def *def, const char *server, const char *db) {
    struct dat_problem problem = {""};
    struct dat_sent sent;
    if (!ui_server_readable(def, server))
        return UI_EXIT_USAGE;
    // A program that was killed has left sessions without an end, an older one no name.
    struct dat_store *store = dat_store_open(db, DAT_STORE_WRITE, &problem);
    struct dat_sender *sender =
        store != NULL ? dat_sender_create(dat_store_path(store), server, NULL, &problem) : NULL;
    bool ok = sender != NULL && dat_sender_send(sender, &sent, &problem), more = ok;
    while (more && ok)
        ok = dat_sender_send_states(sender, &more, &problem);
    const int status = ok ? print_sent(def, &sent, dat_sender_server(sender))
                          : ui_args_environment_error(def, "%s", problem.text);
    dat_sender_destroy(sender);
    dat_store_close(store);
    return status;
}

struct dat_store *ui_open_sessions(const struct ui_args_def *def, const char *server,
                                   const char *db, int *status) {
    struct dat_problem problem = {""};
    *status = UI_EXIT_USAGE;
    if (server != NULL && db != NULL) {
        ui_args_error(def, "--server and --db exclude each other");
        return NULL;
    }
    if (!ui_server_readable(def, server))
        return NULL;
    struct dat_store *store = server != NULL ? dat_store_open_server(server, tell, &problem)
                                             : dat_store_open(db, DAT_STORE_READ, &problem);
    *status = store != NULL ? UI_EXIT_DONE : ui_args_environment_error(def, "%s", problem.text);
    return store;
}
