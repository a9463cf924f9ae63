// Sessions on a PostgreSQL server: the option --server of the verbs that record and of those that
// read.
#pragma once

#include "data/record/forwarder.h"
#include "ui/cmd/args.h"

#define UI_OPTION_SEND_TO_SERVER(VALUES)                                                           \
    {                                                                                              \
        .name = "server", .type = UI_OPTION_TEXT, .value = "ADDRESS",                              \
        .offset = offsetof(VALUES, server),                                                        \
        .help = "sends what is recorded to this PostgreSQL server too, such as "                   \
                "postgresql://USER@HOST/DATABASE (default: the environment's KRANICH_SERVER)"      \
    }

#define UI_OPTION_READ_FROM_SERVER(VALUES)                                                         \
    {                                                                                              \
        .name = "server", .type = UI_OPTION_TEXT, .value = "ADDRESS",                              \
        .offset = offsetof(VALUES, server),                                                        \
        .help = "reads what seats have sent to this PostgreSQL server, such as "                   \
                "postgresql://USER@HOST/DATABASE, instead of the session database"                 \
    }

// Sends what is recorded into the store to the server of the option, else to that of the
// environment; *forwarder is NULL where neither names one. seat: see dat_sender_create(). Returns
// an enum ui_exit; after UI_EXIT_DONE, dat_forwarder_stop() comes before dat_store_close().
int ui_forward(const struct ui_args_def *def, const char *server, const char *seat,
               struct dat_store *store, struct dat_forwarder **forwarder);

// Whether the address of the server can be read, NULL: none is given. Else says so, which is bad
// usage.
bool ui_server_readable(const struct ui_args_def *def, const char *server);

// Sends the sessions of the database that the server lacks, and says how many they were. Returns an
// enum ui_exit.
int ui_send_sessions(const struct ui_args_def *def, const char *server, const char *db);

// The sessions of the server for reading where it is not NULL, else those of the database. NULL
// after a mistake was named, with an enum ui_exit in *status.
struct dat_store *ui_open_sessions(const struct ui_args_def *def, const char *server,
                                   const char *db, int *status);
