// `kranich sessions show`: one session for people to read.
#pragma once

#include "data/record/store.h"
#include "ui/cmd/args.h"

// Prints the session with its changed files, result, events and logs, and then what is damaged of
// its record. Returns an enum ui_exit.
int ui_sessions_show(const struct ui_args_def *def, struct dat_store *store,
                     const struct dat_session_info *info);
