// Pages of docs/, and the examples of files in them.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

// Static storage.
static inline const char *manual_path(const char *page) {
    static char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/docs/%s", root != NULL ? root : ".", page);
    return path;
}

// Reads the whole page, which is shorter than size.
static inline void manual_read(const char *page, char *text, size_t size) {
    FILE *file = fopen(manual_path(page), "r");
    assert_non_null(file);
    const size_t used = fread(text, 1, size, file);
    (void)fclose(file);
    if (used == size)
        fail_msg("docs/%s is longer than the test reads", page);
    text[used] = '\0';
}

// Returns the page's example from the line that begins so to the fence, in text.
static inline const char *manual_example(const char *page, const char *first, char *text,
                                         size_t size) {
    char wanted[64];
    (void)snprintf(wanted, sizeof wanted, "\n%s", first);
    manual_read(page, text, size);
    char *example = strstr(text, wanted);
    assert_non_null(example);
    char *fence = strstr(example, "```");
    assert_non_null(fence);
    *fence = '\0';
    return example;
}
