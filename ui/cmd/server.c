#include "ui/cmd/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "ui/screen/exit_status.h"

static void tell(const char *sentence) {
    fprintf(stderr, "kranich: note: %s\n", sentence);
}

int ui_forward(const struct ui_args_def *def, const char *server, const char *seat,
               struct dat_store *store, struct dat_forwarder **forwarder) {
    char host[128] = "";
    struct dat_problem problem = {""};
    *forwarder = NULL;
    if (server == NULL)
        server = getenv("KRANICH_SERVER");
    if (server == NULL || server[0] == '\0' || store == NULL)
        return UI_EXIT_DONE;
    (void)gethostname(host, sizeof host - 1);
    *forwarder = dat_forwarder_start(store, server, seat != NULL ? seat : host, tell, &problem);
    return *forwarder != NULL ? UI_EXIT_DONE : ui_args_error(def, "%s", problem.text);
}

struct dat_store *ui_open_sessions(const char *server, const char *db,
                                   struct dat_problem *problem) {
    if (server == NULL)
        return dat_store_open(db, DAT_STORE_READ, problem);
    if (db == NULL)
        return dat_store_open_server(server, problem);
    dat_problem_set(problem, "--server and --db exclude each other");
    return NULL;
}
