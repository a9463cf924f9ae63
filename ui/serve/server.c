#include "ui/serve/server.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/record/store.h"
#include "data/text/paths.h"
#include "ui/serve/http.h"

static const double turn = 0.2; // [s] after which the thread looks whether it is to stop

struct ui_server {
    struct ui_serve_desk desk;
    struct ui_serve_http *http;
    char bind[64];
    pthread_t thread;
    bool beside; // the thread runs
    atomic_bool stop;
};

// The folder of the database; creates what is missing.
static bool open_folder(const char *db, char folder[PATH_MAX], struct dat_problem *problem) {
    char path[PATH_MAX];
    if (db != NULL && strlen(db) >= sizeof path) {
        dat_problem_set(problem, "the path of --db is longer than %d characters", PATH_MAX - 1);
        return false;
    }
    if (db != NULL)
        snprintf(path, sizeof path, "%s", db);
    else if (!dat_default_database(path, sizeof path)) {
        dat_problem_set(problem, "there is no data folder: set HOME or give --db FILE");
        return false;
    }
    if (access(path, F_OK) != 0) { // one that exists may be in use
        struct dat_store *store = dat_store_open(path, DAT_STORE_WRITE, problem);
        if (store == NULL)
            return false;
        dat_store_close(store);
    }
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        *slash = '\0';
    snprintf(folder, PATH_MAX, "%s", slash == NULL ? "." : slash == path ? "/" : path);
    return true;
}

struct ui_server *ui_server_start(const struct ui_server_def *def, struct dat_problem *problem) {
    char folder[PATH_MAX];
    if (!open_folder(def->db, folder, problem))
        return NULL;
    struct ui_server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        dat_problem_set(problem, "out of memory");
        return NULL;
    }
    snprintf(server->bind, sizeof server->bind, "%s", def->bind);
    if (ui_serve_desk_init(&server->desk, folder, def->library, problem))
        server->http = ui_serve_http_start(&server->desk, def->bind, def->port, problem);
    if (server->http != NULL)
        return server;
    ui_server_stop(server);
    return NULL;
}

void ui_server_run(struct ui_server *server, double seconds) {
    ui_serve_http_run(server->http, seconds);
}

static void *run(void *data) {
    struct ui_server *server = data;
    while (!server->stop)
        ui_server_run(server, turn);
    return NULL;
}

bool ui_server_run_beside(struct ui_server *server) {
    server->beside = pthread_create(&server->thread, NULL, run, server) == 0;
    return server->beside;
}

const char *ui_server_address(const struct ui_server *server, bool seats,
                              char text[UI_SERVER_ADDRESS]) {
    char host[65] = "localhost";
    const bool all = strcmp(server->bind, "0.0.0.0") == 0 || strcmp(server->bind, "::") == 0;
    const bool six = !all && strchr(server->bind, ':') != NULL;
    if (all)
        (void)gethostname(host, sizeof host - 1);
    snprintf(text, UI_SERVER_ADDRESS, "http://%s%s%s:%d/?token=%s", six ? "[" : "",
             all ? host : server->bind, six ? "]" : "", ui_serve_http_port(server->http),
             seats ? server->desk.seat_token : server->desk.token);
    return text;
}

void ui_server_stop(struct ui_server *server) {
    if (server == NULL)
        return;
    server->stop = true;
    if (server->beside)
        pthread_join(server->thread, NULL);
    ui_serve_http_stop(server->http);
    ui_serve_desk_finish(&server->desk);
    free(server);
}
