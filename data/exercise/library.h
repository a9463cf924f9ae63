// The library: the folders `exercises`, `machines` and `sites` with the files that ship with
// Kranich, or those of --data DIR.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "data/record/session.h"
#include "data/text/problem.h"

enum dat_library_result {
    DAT_LIBRARY_FOUND,
    DAT_LIBRARY_NO_SUCH, // nothing of that name: the user's mistake
    DAT_LIBRARY_MISSING, // there is no library: the environment
};

// The library's folder: folder_or_null (from --data) or the default one. Without DAT_LIBRARY_FOUND,
// here and below, problem has a sentence.
enum dat_library_result dat_library_folder(const char *folder_or_null, char *path, size_t size,
                                           struct dat_problem *problem);

// The path of the file that name means. kind is "exercises" or "machines". A name that contains '/'
// or ends with ".yaml" is a path and used as it is; any other is KIND/NAME.yaml in the library. If
// there is none, problem lists the names in the library. path has room for size bytes.
enum dat_library_result dat_library_find(const char *folder_or_null, const char *kind,
                                         const char *name, char *path, size_t size,
                                         struct dat_problem *problem);

// The names of the library's exercises or machines, sorted. The caller finishes the list in any
// case.
enum dat_library_result dat_library_list(const char *folder_or_null, const char *kind,
                                         struct dat_name_list *names, struct dat_problem *problem);
