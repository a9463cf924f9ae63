// The place of a database on the disk: its folder, its file, the lock that lets only one program
// write to it, and the space left.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "data/text/problem.h"

// Creates the folders that the path lies in, for the user alone. False with a sentence in problem.
bool dat_store_folders(const char *path, struct dat_problem *problem);

// Creates the folders above path (for the user alone, as the XDG specification asks) and an empty
// file at path (readable by the user alone) unless they exist. Writes the path without links to
// real, which has at least PATH_MAX bytes. False with a sentence in problem.
bool dat_store_place_create(const char *path, char *real, struct dat_problem *problem);

// The same for a database that must exist; creates nothing.
bool dat_store_place_find(const char *path, char *real, struct dat_problem *problem);

// Takes the write lock of the database at path: a lock on the file PATH.lock, which the system
// releases however the process ends. Returns its descriptor, which the caller closes, or -1 with a
// sentence in problem that names the process holding the lock.
int dat_store_lock(const char *path, struct dat_problem *problem);

// Whether another process or descriptor holds the write lock now.
bool dat_store_is_locked(const char *path);

// [bytes] free that a session needs to begin: an hour of inputs takes up to 10 MB.
#define DAT_ROOM_FOR_A_SESSION 16000000U

// False with a sentence in problem if the disk of path has less than bytes left.
bool dat_store_has_room(const char *path, size_t bytes, struct dat_problem *problem);
