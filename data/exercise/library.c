#include "data/exercise/library.h"

#include <assert.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "data/text/closest.h"
#include "data/text/paths.h"

static const char extension[] = ".yaml";

static bool is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool is_file_name(const char *name) {
    size_t length = strlen(name);
    size_t end = sizeof extension - 1;
    return name[0] != '.' && length > end && strcmp(name + length - end, extension) == 0;
}

enum dat_library_result dat_library_folder(const char *folder_or_null, char *path, size_t size,
                                           struct dat_problem *problem) {
    if (folder_or_null == NULL) {
        if (dat_default_library(path, size))
            return DAT_LIBRARY_FOUND;
        dat_problem_set(problem, "the library of machines and exercises is missing: install "
                                 "Kranich, or name the folder with --data DIR");
        return DAT_LIBRARY_MISSING;
    }
    int length = snprintf(path, size, "%s", folder_or_null);
    if (length >= 0 && (size_t)length < size && is_folder(path))
        return DAT_LIBRARY_FOUND;
    dat_problem_set(problem, "the library %s is not a folder", folder_or_null);
    return DAT_LIBRARY_MISSING;
}

static int compare_names(const void *a, const void *b) {
    const char *const *left = a;
    const char *const *right = b;
    return strcmp(*left, *right);
}

static bool add_name(struct dat_name_list *names, const char *file) {
    if (!dat_name_list_add(names, file))
        return false;
    char *name = names->items[names->count - 1];
    name[strlen(name) - (sizeof extension - 1)] = '\0';
    return true;
}

enum dat_library_result dat_library_list(const char *folder_or_null, const char *kind,
                                         struct dat_name_list *names, struct dat_problem *problem) {
    char library[PATH_MAX];
    char folder[PATH_MAX + 32];
    *names = (struct dat_name_list){0};
    enum dat_library_result result =
        dat_library_folder(folder_or_null, library, sizeof library, problem);
    if (result != DAT_LIBRARY_FOUND)
        return result;
    snprintf(folder, sizeof folder, "%s/%s", library, kind);
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        dat_problem_set(problem, "the library %s has no folder %s", library, kind);
        return DAT_LIBRARY_MISSING;
    }
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        if (is_file_name(entry->d_name) && !add_name(names, entry->d_name)) {
            closedir(dir);
            dat_problem_set(problem, "out of memory");
            return DAT_LIBRARY_MISSING;
        }
    }
    closedir(dir);
    if (names->count > 0)
        qsort(names->items, (size_t)names->count, sizeof *names->items, compare_names);
    return DAT_LIBRARY_FOUND;
}

static void report_missing(const char *library, const char *kind, const char *name,
                           const struct dat_name_list *names, struct dat_problem *problem) {
    char all[400] = "";
    size_t used = 0;
    for (int i = 0; i < names->count && used < sizeof all; i++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "",
                                 names->items[i]);
    // "exercises" without its plural s.
    int one = (int)strlen(kind) - 1;
    const char *near = dat_closest(name, (const char *const *)names->items, names->count);
    if (names->count == 0)
        dat_problem_set(problem, "there is no %.*s '%.64s': %.150s/%s is empty", one, kind, name,
                        library, kind);
    else
        dat_problem_set(problem, "there is no %.*s '%.64s'%s%s%s; %.150s has %s", one, kind, name,
                        near != NULL ? ", did you mean '" : "", near != NULL ? near : "",
                        near != NULL ? "'?" : "", library, all);
}

enum dat_library_result dat_library_find(const char *folder_or_null, const char *kind,
                                         const char *name, char *path, size_t size,
                                         struct dat_problem *problem) {
    assert(kind[0] != '\0' && size > 0);
    char library[PATH_MAX];
    if (strchr(name, '/') != NULL || is_file_name(name)) {
        int length = snprintf(path, size, "%s", name);
        if (length >= 0 && (size_t)length < size)
            return DAT_LIBRARY_FOUND;
        dat_problem_set(problem, "the path %.100s... is too long", name);
        return DAT_LIBRARY_NO_SUCH;
    }
    struct dat_name_list names;
    enum dat_library_result result = dat_library_list(folder_or_null, kind, &names, problem);
    if (result == DAT_LIBRARY_FOUND) {
        dat_library_folder(folder_or_null, library, sizeof library, NULL);
        bool found = false;
        for (int i = 0; i < names.count; i++)
            found = found || strcmp(names.items[i], name) == 0;
        int length = snprintf(path, size, "%s/%s/%s%s", library, kind, name, extension);
        if (!found) {
            report_missing(library, kind, name, &names, problem);
            result = DAT_LIBRARY_NO_SUCH;
        } else if (length < 0 || (size_t)length >= size) {
            dat_problem_set(problem, "the path of the library is too long: %.150s", library);
            result = DAT_LIBRARY_MISSING;
        }
    }
    dat_name_list_finish(&names);
    return result;
}
