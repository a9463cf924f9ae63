#pragma once

// A folder for the files of a test. It lies in $TMPDIR or /tmp and is removed with all that is in
// it.

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/near.h"

struct tests_scratch {
    char folder[256];
};

static inline void tests_scratch_create(struct tests_scratch *scratch) {
    const char *parent = getenv("TMPDIR");
    snprintf(scratch->folder, sizeof scratch->folder, "%s/kranich-test-XXXXXX",
             parent != NULL && parent[0] == '/' ? parent : "/tmp");
    assert_non_null(mkdtemp(scratch->folder));
}

// Static storage for four paths at a time.
static inline const char *tests_scratch_path(const struct tests_scratch *scratch,
                                             const char *name) {
    static char paths[4][512];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", scratch->folder, name);
    return path;
}

static inline void tests_scratch_write(const struct tests_scratch *scratch, const char *name,
                                       const char *text) {
    FILE *file = fopen(tests_scratch_path(scratch, name), "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

// The text of a file; the caller frees it.
static inline char *tests_scratch_read(const struct tests_scratch *scratch, const char *name) {
    FILE *file = fopen(tests_scratch_path(scratch, name), "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) < (1 << 20) - 1);
    fclose(file);
    return text;
}

// Links the project's library into the folder, for files that name sites and machines relative to
// themselves. Returns 0, or -1 as symlink does.
static inline int tests_scratch_link_library(const struct tests_scratch *scratch) {
    const char *root = getenv("KRANICH_ROOT");
    char library[512];
    (void)snprintf(library, sizeof library, "%s/data/library", root != NULL ? root : ".");
    return symlink(library, tests_scratch_path(scratch, "library"));
}

// Takes the descriptor of an open folder over.
static inline void tests_empty_folder(int folder) {
    DIR *dir = fdopendir(folder);
    if (dir == NULL)
        return;
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (unlinkat(folder, entry->d_name, 0) == 0)
            continue;
        tests_empty_folder(openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
        unlinkat(folder, entry->d_name, AT_REMOVEDIR);
    }
    closedir(dir);
}

static inline void tests_scratch_remove(struct tests_scratch *scratch) {
    tests_empty_folder(open(scratch->folder, O_RDONLY | O_DIRECTORY));
    rmdir(scratch->folder);
}
