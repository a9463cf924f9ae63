// `kranich sessions forget NAME`.
#pragma once

#include "ui/cmd/args.h"

// Deletes everything about the person in the database, NULL: the user's, on the server, NULL: that
// of the environment, if any, and among the settings. Returns an enum ui_exit.
int ui_sessions_forget(const struct ui_args_def *def, const char *name, const char *db,
                       const char *server, const char *json);
