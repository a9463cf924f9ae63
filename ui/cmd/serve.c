// `kranich serve`: the instructor's page.
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/record/store.h"
#include "data/text/paths.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/input/stop.h"
#include "ui/screen/exit_status.h"
#include "ui/serve/http.h"

struct values {
    const char *bind, *db, *data;
    long port;
};

static const struct ui_option options[] = {
    {.name = "bind",
     .type = UI_OPTION_TEXT,
     .value = "ADDRESS",
     .offset = offsetof(struct values, bind),
     .help = "the network that may reach it: 127.0.0.1 is this computer alone, 0.0.0.0 all"},
    {.name = "port",
     .type = UI_OPTION_INTEGER,
     .value = "N",
     .low = 0,
     .high = 65535,
     .offset = offsetof(struct values, port),
     .help = "of TCP; 0: any that is free"},
    UI_OPTION_DATABASE(struct values),
    UI_OPTION_LIBRARY(struct values),
};

static const struct ui_args_def def = {
    .verb = "serve",
    .usage = "",
    .summary = "Shows the instructor's page in a web browser until Ctrl+C ends it",
    .help =
        "  Open the address that is printed. The token in it is kept in the file serve.token\n"
        "  beside the database; sessions of the other databases in that folder are shown, too.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 0,
    .operands_max = 0,
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

static void print_address(const struct values *values, const struct ui_serve_http *http,
                          const struct ui_serve_desk *desk) {
    char host[HOST_NAME_MAX + 1] = "localhost";
    const bool all = strcmp(values->bind, "0.0.0.0") == 0 || strcmp(values->bind, "::") == 0;
    const bool six = !all && strchr(values->bind, ':') != NULL;
    if (all)
        (void)gethostname(host, sizeof host - 1);
    printf("http://%s%s%s:%d/?token=%s\n", six ? "[" : "", all ? host : values->bind,
           six ? "]" : "", ui_serve_http_port(http), desk->token);
    fflush(stdout);
    if (strncmp(values->bind, "127.", 4) != 0 && strcmp(values->bind, "::1") != 0)
        fprintf(stderr, "kranich serve: other computers can reach the page, and nothing is "
                        "encrypted: use it in the classroom's own network only\n");
}

int ui_cmd_serve(int argc, char **argv) {
    struct values values = {.bind = "127.0.0.1", .port = 8017};
    struct ui_operands operands;
    struct dat_problem problem = {""};
    char folder[PATH_MAX];
    const int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    static struct ui_serve_desk desk; // large, and one at a time
    ui_stop_on_signals();
    struct ui_serve_http *http = NULL;
    if (open_folder(values.db, folder, &problem) &&
        ui_serve_desk_init(&desk, folder, values.data, &problem))
        http = ui_serve_http_start(&desk, values.bind, (int)values.port, &problem);
    if (http != NULL)
        print_address(&values, http, &desk);
    while (http != NULL && !ui_stop_requested())
        ui_serve_http_run(http, 0.2);
    const bool served = http != NULL;
    ui_serve_http_stop(http);
    ui_serve_desk_finish(&desk);
    return served ? UI_EXIT_DONE : ui_args_environment_error(&def, "%s", problem.text);
}
