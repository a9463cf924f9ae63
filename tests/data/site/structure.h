// Compares a message with the elements and attributes that real files have, in their order.
// hpr_structure.txt explains the form of the lists.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>

#include "data/text/text.h"
#include "tests/near.h"

enum { STRUCTURE_LINES = 600 };

// Lines ended by NUL.
struct structure {
    char *text, *lines[STRUCTURE_LINES];
    int count;
};

static inline struct structure load_structure(const char *name) {
    char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    struct structure s = {0};
    struct dat_diagnostics d;
    (void)snprintf(path, sizeof path, "%s/tests/data/site/%s", root != NULL ? root : ".", name);
    dat_diagnostics_init(&d, path, NULL);
    s.text = dat_text_load(path, &d);
    assert_non_null(s.text);
    char *rest = s.text;
    for (char *line = strtok_r(rest, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        if (line[0] != '#') {
            assert_true(s.count < STRUCTURE_LINES);
            s.lines[s.count++] = line;
        }
    return s;
}

static inline int depth_of(const struct structure *s, int line) {
    return line < s->count ? (int)strspn(s->lines[line], " ") : -1;
}

static inline bool has_name(const struct structure *s, int line, const char *name) {
    const char *at = s->lines[line] + depth_of(s, line);
    return strncmp(at, name, strlen(name)) == 0 && strchr(" ", at[strlen(name)]) != NULL;
}

static inline void check_element(const struct structure *s, int line, const xmlNode *node);

static inline void check_attributes(const struct structure *s, int line, const xmlNode *node) {
    const char *after = s->lines[line];
    for (const xmlAttr *a = node->properties; a != NULL; a = a->next) {
        char word[80];
        (void)snprintf(word, sizeof word, "@%s", (const char *)a->name);
        after = strstr(after, word);
        if (after == NULL)
            fail_msg("unknown attribute or order: %s %s", (const char *)node->name, word);
    }
}

// Each child is known, in order, and none is missing that real files always have.
static inline void check_children(const struct structure *s, int line, const xmlNode *node) {
    const int depth = depth_of(s, line) + 2;
    const xmlNode *child = node->children;
    for (int i = line + 1; depth_of(s, i) >= depth; i++) {
        if (depth_of(s, i) != depth)
            continue;
        const bool needed = strstr(s->lines[i], " !") != NULL;
        bool found = false;
        while (child != NULL && child->type == XML_ELEMENT_NODE &&
               has_name(s, i, (const char *)child->name)) {
            check_element(s, i, child);
            child = child->next;
            found = true;
        }
        if (needed && !found)
            fail_msg("'%s' lacks '%s'", (const char *)node->name, s->lines[i] + depth);
    }
    if (child != NULL && child->type == XML_ELEMENT_NODE)
        fail_msg("unknown element or order: %s in %s", (const char *)child->name,
                 (const char *)node->name);
}

static inline void check_element(const struct structure *s, int line, const xmlNode *node) {
    check_attributes(s, line, node);
    check_children(s, line, node);
}
