// realpath() is not in the POSIX subset that the project asks for.
#define _XOPEN_SOURCE 700

#include "data/text/copies.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/base/array.h"

static _Thread_local const struct dat_copy_list *in_use;

bool dat_copies_add(struct dat_copy_list *list, const char *path, char *text) {
    char *own = SIM_ARRAY_TRY(list, list->count + 1) ? strdup(path) : NULL;
    if (own == NULL) {
        free(text);
        return false;
    }
    list->items[list->count++] = (struct dat_copy){own, text};
    return true;
}

void dat_copies_finish(struct dat_copy_list *list) {
    for (int i = 0; i < list->count; i++) {
        free(list->items[i].path);
        free(list->items[i].text);
    }
    free(list->items);
    *list = (struct dat_copy_list){.count = 0};
}

void dat_copies_use(const struct dat_copy_list *list) {
    in_use = list;
}

bool dat_copies_used(void) {
    return in_use != NULL;
}

// ---- finding ----

// The part of the path before its last component.
static size_t parent(const char *path, size_t length) {
    while (length > 0 && path[--length] != '/')
        ;
    return length;
}

// The absolute path without "." and "..", which are taken as they read. False: it is too long.
static bool plain_path(const char *path, char plain[PATH_MAX]) {
    size_t size = 0;
    if (path[0] != '/') {
        if (getcwd(plain, PATH_MAX) == NULL)
            return false;
        size = strcmp(plain, "/") == 0 ? 0 : strlen(plain);
    }
    while (*path != '\0') {
        const size_t length = strcspn(path, "/");
        if (length == 2 && strncmp(path, "..", 2) == 0) {
            size = parent(plain, size);
        } else if (length > 0 && !(length == 1 && path[0] == '.')) {
            if (size + length + 2 > PATH_MAX)
                return false;
            plain[size++] = '/';
            memcpy(plain + size, path, length);
            size += length;
        }
        path += length + (path[length] == '/');
    }
    plain[size] = '\0';
    return true;
}

// The same without links, as far as its folders are there.
static bool follow_links(const char *plain, char real[PATH_MAX]) {
    char folder[PATH_MAX];
    char *found = NULL;
    size_t length = strlen(plain);
    memcpy(folder, plain, length + 1);
    while (length > 0 && (found = realpath(folder, NULL)) == NULL) {
        length = parent(folder, length);
        folder[length] = '\0';
    }
    const int written =
        snprintf(real, PATH_MAX, "%s%s", found != NULL ? found : "", plain + length);
    free(found);
    return written >= 0 && written < PATH_MAX;
}

static const struct dat_copy *listed(const char *path, bool or_folder) {
    const size_t length = strlen(path);
    for (int i = 0; i < in_use->count; i++) {
        const char *copy = in_use->items[i].path;
        if (strncmp(copy, path, length) == 0 &&
            (copy[length] == '\0' || (or_folder && copy[length] == '/')))
            return &in_use->items[i];
    }
    return NULL;
}

static const struct dat_copy *find(const char *path, bool or_folder) {
    char plain[PATH_MAX], real[PATH_MAX];
    if (in_use == NULL || !plain_path(path, plain))
        return NULL;
    const struct dat_copy *copy = listed(plain, or_folder);
    return copy != NULL || !follow_links(plain, real) ? copy : listed(real, or_folder);
}

const struct dat_copy *dat_copies_find(const char *path) {
    return find(path, false);
}

bool dat_copies_have(const char *path) {
    return find(path, true) != NULL;
}
