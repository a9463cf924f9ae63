// `kranich sessions export`: one session as JSON, or as the exercise of what it has left.
#pragma once

#include "data/record/json.h"
#include "data/record/store.h"
#include "ui/cmd/args.h"

// Damaged parts are written as far as they can be trusted, and named; numbers keep every bit where
// everything is asked for. path "-": the standard output. Returns an enum ui_exit.
int ui_sessions_export_json(const struct ui_args_def *def, struct dat_store *store,
                            const struct dat_session_info *info, enum dat_session_detail detail,
                            const char *path);

// Makes a forwarder's exercise of the logs that the session has left, in the folder.
// machine_or_null: a name of the library or a file, NULL: its forwarder. Lets go of the store while
// the session runs again. Returns an enum ui_exit.
int ui_sessions_export_exercise(const struct ui_args_def *def, struct dat_store *store, int64_t id,
                                const char *machine_or_null, const char *folder);
