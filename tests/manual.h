// Pages of docs/: the examples of files in them, and the parts that tests write.
#pragma once

#include <stdbool.h>
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

// ---- parts that a test writes ----

// A table or the like that the program itself prints. The test compares it with the page, and
// writes it there when called with `--write`.
struct manual_part {
    const char *page;  // in docs/
    const char *after; // text in the page before the part; NULL: the part begins the page
    const char *until; // begin of the first line behind the part; NULL: the part ends the page
    void (*print)(FILE *out); // the part as it should be
    const char *test;         // the test's program
};

enum { MANUAL_MOST = 1 << 19 }; // [bytes] of a page

// Reads the page into text, the part as it should be into wanted. Returns where the part begins in
// text, and *end is where it ends. Fails if the page lacks one of its marks.
static inline char *manual_part_find(const struct manual_part *part, char *text, char *wanted,
                                     char **end) {
    FILE *out = fmemopen(wanted, MANUAL_MOST, "w");
    assert_non_null(out);
    part->print(out);
    assert_int_equal(fclose(out), 0);
    manual_read(part->page, text, MANUAL_MOST);
    char *begin = text;
    if (part->after != NULL) {
        begin = strstr(text, part->after);
        assert_non_null(begin);
        begin += strlen(part->after);
    }
    *end = begin + strlen(begin);
    if (part->until != NULL) {
        char line[256];
        (void)snprintf(line, sizeof line, "\n%s", part->until);
        *end = strstr(begin, line);
        assert_non_null(*end);
        ++*end;
    }
    return begin;
}

static inline void manual_part_check(const struct manual_part *part) {
    static char text[MANUAL_MOST], wanted[MANUAL_MOST];
    char *end;
    const char *begin = manual_part_find(part, text, wanted, &end);
    *end = '\0';
    if (strcmp(begin, wanted) != 0)
        fail_msg("docs/%s differs from the program: run build/tests/%s --write", part->page,
                 part->test);
}

// Returns the exit status.
static inline int manual_part_write(const struct manual_part *part) {
    static char text[MANUAL_MOST], wanted[MANUAL_MOST];
    char *end, *begin = manual_part_find(part, text, wanted, &end);
    const size_t before = (size_t)(begin - text);
    FILE *file = fopen(manual_path(part->page), "w");
    if (file == NULL)
        return 1;
    const bool ok = fwrite(text, 1, before, file) == before && fputs(wanted, file) >= 0 &&
                    fputs(end, file) >= 0;
    return fclose(file) == 0 && ok ? 0 : 1;
}

static inline bool manual_asked_to_write(int argc, char **argv) {
    return argc == 2 && strcmp(argv[1], "--write") == 0;
}
