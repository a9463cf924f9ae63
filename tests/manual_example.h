// Examples of files in the manuals.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

// Returns the example of that page of docs/ from the line that begins so to the fence: the rest of
// text.
static inline const char *manual_example(const char *page, const char *first, char *text,
                                         size_t size) {
    char path[512], wanted[64];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/docs/%s", root != NULL ? root : ".", page);
    (void)snprintf(wanted, sizeof wanted, "\n%s", first);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
    char *example = strstr(text, wanted);
    assert_non_null(example);
    char *fence = strstr(example, "```");
    assert_non_null(fence);
    *fence = '\0';
    return example;
}
