// A database that is damaged keeps nobody from training.
#pragma once

#include "data/record/store.h"

// dat_store_open(path, DAT_STORE_WRITE, ...), but where the database is found damaged it is kept
// beside as PATH.damaged-TIME, and a new one is begun: kept tells that in a sentence, and is empty
// otherwise. A file that is no SQLite database at all is left alone and refused.
struct dat_store *dat_store_open_or_replace(const char *path, struct dat_problem *kept,
                                            struct dat_problem *problem);
