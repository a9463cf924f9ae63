// The names of exercises and machines, and of the things in them, in each language, from the
// library's files alone: also for sessions whose files are not loaded.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "vehicles/names.h"

// Those of all exercises and machines; an exercise's title by the name of its file. folder_or_null
// is that of --data. Files that cannot be read are left out. Aborts where memory is missing; the
// caller finishes names.
void dat_library_names(const char *folder_or_null, struct veh_names *names);
// The name in the machine file at path, in that language. False: there is none.
bool dat_machine_title(const char *path, const char *language, char *title, size_t size);
