// Copies of a whole session database.
#pragma once

#include "data/record/store.h"

// Copies the database, as it is at one moment, to the file at path; sessions may run meanwhile. The
// file is there as a whole or not at all, is readable by the user alone, and needs no other file.
// False with a sentence in problem: the file cannot be written, is the database itself or a
// database in use, has the write-ahead log of an earlier database beside it, or exists and
// overwrite is false.
bool dat_store_backup(struct dat_store *store, const char *path, bool overwrite,
                      struct dat_problem *problem);
