// The production of a session as a file, for the verbs that write it.
#pragma once

#include "data/exercise/production.h"
#include "data/record/store.h"
#include "ui/cmd/args.h"

// Writes a message of StanForD 2010 and says how many logs are left out. Returns an enum
// ui_exit, after a mistake was named.
int ui_write_production(const struct ui_args_def *def, struct dat_store *store,
                        const struct dat_session_info *info, enum dat_production_message message,
                        const char *path);
