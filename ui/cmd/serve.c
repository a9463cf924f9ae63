// `kranich serve`: the instructor's page.
#include <stdio.h>
#include <string.h>

#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/input/stop.h"
#include "ui/screen/exit_status.h"
#include "ui/serve/server.h"

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
        "  Open the first address that is printed, and start seats with the second one. The "
        "tokens\n"
        "  in them are kept in the files serve.token and seat.token beside the database; sessions\n"
        "  of the other databases in that folder are shown, too.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 0,
    .operands_max = 0,
};

static void print_addresses(const struct values *values, const struct ui_server *server) {
    char address[UI_SERVER_ADDRESS];
    printf("%s\n", ui_server_address(server, false, address));
    printf("seats: %s\n", ui_server_address(server, true, address));
    fflush(stdout);
    if (strncmp(values->bind, "127.", 4) != 0 && strcmp(values->bind, "::1") != 0)
        fprintf(stderr, "kranich serve: other computers can reach the page, and nothing is "
                        "encrypted: use it in the classroom's own network only\n");
}

int ui_cmd_serve(int argc, char **argv) {
    struct values values = {.bind = "127.0.0.1", .port = UI_SERVER_PORT};
    struct ui_operands operands;
    struct dat_problem problem = {""};
    const int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    ui_stop_on_signals();
    const struct ui_server_def what = {
        .db = values.db, .library = values.data, .bind = values.bind, .port = (int)values.port};
    struct ui_server *server = ui_server_start(&what, &problem);
    if (server == NULL)
        return ui_args_environment_error(&def, "%s", problem.text);
    print_addresses(&values, server);
    while (!ui_stop_requested())
        ui_server_run(server, 0.2);
    ui_server_stop(server);
    return UI_EXIT_DONE;
}
