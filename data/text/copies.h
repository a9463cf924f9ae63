// Texts that stand for files: those that a recorded session keeps, so that its exercise can be
// loaded as it was, whatever has become of the files since.
#pragma once

#include <stdbool.h>

struct dat_copy {
    char *path; // owned, absolute and without links
    char *text; // owned, as dat_text_load() gave it
};

struct dat_copy_list {
    struct dat_copy *items; // owned
    int count, capacity;
};

// Enters a text, which the list owns from then on, whatever the result. False: out of memory.
bool dat_copies_add(struct dat_copy_list *list, const char *path, char *text);
void dat_copies_finish(struct dat_copy_list *list); // accepts a zeroed struct

// Until the next call, the calling thread reads the files of the list, which must live as long, and
// no others: everything that goes through data/text/text.h. NULL: the files of the disk.
void dat_copies_use(const struct dat_copy_list *list);
bool dat_copies_used(void);

// The copy that stands for the file at path; NULL: none, or copies are not used. A path may hold
// ".." and links, as far as these are still there.
const struct dat_copy *dat_copies_find(const char *path);
// Whether there is a copy of that file, or of one in that folder.
bool dat_copies_have(const char *path);
