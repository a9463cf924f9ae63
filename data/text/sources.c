// realpath() is not in the POSIX subset that the project asks for.
#define _XOPEN_SOURCE 700

#include "data/text/sources.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/copies.h"
#include "data/text/text.h"
#include "sim/base/array.h"

uint64_t dat_text_hash(const char *text) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return hash;
}

static bool is_listed(const struct dat_source_list *list, const char *path) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->items[i].path, path) == 0)
            return true;
    return false;
}

bool dat_sources_add_hash(struct dat_source_list *list, const char *path, uint64_t hash) {
    if (is_listed(list, path))
        return true;
    char *copy = SIM_ARRAY_TRY(list, list->count + 1) ? strdup(path) : NULL;
    if (copy == NULL)
        return false;
    list->items[list->count++] = (struct dat_source){copy, hash};
    return true;
}

bool dat_sources_add(struct dat_source_list *list, const char *path, const char *text) {
    if (list == NULL)
        return true;
    const struct dat_copy *copy = dat_copies_find(path);
    char *real = copy != NULL ? strdup(copy->path) : realpath(path, NULL);
    // If the file has been removed since it was read, its name as typed must do.
    const bool ok = dat_sources_add_hash(list, real != NULL ? real : path, dat_text_hash(text));
    free(real);
    return ok;
}

bool dat_sources_append(struct dat_source_list *list, const struct dat_source_list *part) {
    bool ok = true;
    for (int i = 0; ok && i < part->count; i++)
        ok = dat_sources_add_hash(list, part->items[i].path, part->items[i].hash);
    return ok;
}

void dat_sources_finish(struct dat_source_list *list) {
    for (int i = 0; i < list->count; i++)
        free(list->items[i].path);
    free(list->items);
    *list = (struct dat_source_list){0};
}

// The present text of the file; NULL: it cannot be read.
static char *load(const struct dat_source *source) {
    struct dat_diagnostics ignored;
    dat_diagnostics_init(&ignored, source->path, NULL);
    return dat_text_load(source->path, &ignored);
}

char *dat_source_text(const struct dat_source *source) {
    char *text = load(source);
    if (text != NULL && dat_text_hash(text) == source->hash)
        return text;
    free(text);
    return NULL;
}

enum dat_source_state dat_source_state(const struct dat_source *source) {
    char *text = load(source);
    if (text == NULL)
        return DAT_SOURCE_MISSING;
    const bool same = dat_text_hash(text) == source->hash;
    free(text);
    return same ? DAT_SOURCE_SAME : DAT_SOURCE_CHANGED;
}

const char *dat_source_state_name(enum dat_source_state state) {
    static const char *const names[] = {"same", "changed", "missing"};
    assert((size_t)state < sizeof names / sizeof names[0]);
    return names[state];
}
