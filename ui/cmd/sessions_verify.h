// `kranich sessions verify`: whether records are undamaged.
#pragma once

#include "data/record/store.h"
#include "ui/cmd/args.h"

// Verifies session id, or with 0 all sessions and the database as a whole. store NULL: nothing has
// been recorded yet. json: a file to write, "-": the standard output, NULL: a sentence for people.
// Returns an enum ui_exit.
int ui_sessions_verify(const struct ui_args_def *def, struct dat_store *store, int64_t id,
                       const char *json);
