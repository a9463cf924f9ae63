// `kranich sessions trust`: whose states a replay may begin with.
#pragma once

#include "data/record/store.h"
#include "ui/cmd/args.h"

// Lists who has sealed the states of the store, NULL: there is none; or trusts whose key begins
// with which, or all. Returns an enum ui_exit.
int ui_sessions_trust(const struct ui_args_def *def, struct dat_store *store, const char *which,
                      const char *json);
