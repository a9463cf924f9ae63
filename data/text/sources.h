// The files that something was loaded from, each with a 64-bit FNV-1a hash of its text, which tells
// whether it has changed since. The hash finds every change that happens by accident or in good
// faith; it is no protection against forgery.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dat_source {
    char *path;    // owned, absolute and without links
    uint64_t hash; // of the text as dat_text_load() gives it
};

struct dat_source_list {
    struct dat_source *items; // owned; a file that was read twice is here once
    int count, capacity;
};

// Enters the file at path, whose text was just read. list may be NULL; then nothing is entered.
// False: out of memory, the list is as before.
bool dat_sources_add(struct dat_source_list *list, const char *path, const char *text);
// The same for a file whose path and hash are known from elsewhere.
bool dat_sources_add_hash(struct dat_source_list *list, const char *path, uint64_t hash);
// Enters all of part, too.
bool dat_sources_append(struct dat_source_list *list, const struct dat_source_list *part);
void dat_sources_finish(struct dat_source_list *list); // accepts a zeroed struct

enum dat_source_state { DAT_SOURCE_SAME, DAT_SOURCE_CHANGED, DAT_SOURCE_MISSING };

// The 64-bit FNV-1a hash of a text.
uint64_t dat_text_hash(const char *text);
// The text of the file, which the caller frees, where it still has its hash; else NULL.
char *dat_source_text(const struct dat_source *source);

// Reads the file again and compares it. A file that cannot be read is missing.
enum dat_source_state dat_source_state(const struct dat_source *source);
const char *dat_source_state_name(enum dat_source_state state); // "same", ...; static storage
