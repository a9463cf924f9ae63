// A YAML text as a tree of nodes that know their places in the file.
//
// Syntax errors, duplicate keys, text that is not UTF-8, nesting deeper than DAT_YAML_DEPTH and
// more than DAT_YAML_NODES nodes (aliases count every time they are used) become diagnostics.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "data/text/diagnostics.h"

#define DAT_YAML_DEPTH 24
#define DAT_YAML_NODES 200000
#define DAT_YAML_KEYS 200 // in one map
#define DAT_YAML_MAX_BYTES (4L * 1024 * 1024)

struct dat_yaml;

enum dat_node_kind {
    DAT_NODE_EMPTY, // nothing behind the key, "null" or "~"
    DAT_NODE_SCALAR,
    DAT_NODE_LIST,
    DAT_NODE_MAP,
};

// Read only; lives as long as its dat_yaml.
struct dat_node {
    enum dat_node_kind kind;
    int line, column;             // from 1; of a list or a map: of its key or its first entry
    const char *key;              // NULL where the parent is not a map
    int key_line, key_column;     // 0 where there is no key
    const char *text;             // of a scalar, else ""
    bool quoted;                  // the scalar is in quotes
    bool refused;                 // its error has been reported
    int count;                    // of children
    const struct dat_node *first; // child
    const struct dat_node *next;  // sibling
    const struct dat_yaml *yaml;
};

// The tree of text (borrowed while the tree lives; for quoting), NULL after a diagnostic in d. file
// is the name for messages. d must outlive the tree: dat_yaml_error() writes to it.
struct dat_yaml *dat_yaml_load(const char *text, const char *file, struct dat_diagnostics *d);
void dat_yaml_destroy(struct dat_yaml *yaml); // NULL is allowed
const struct dat_node *dat_yaml_root(const struct dat_yaml *yaml);

// An error at the node, or at its key (at the node where it has none).
void dat_yaml_error(const struct dat_node *node, const char *format, ...) DAT_PRINTF(2, 3);
void dat_yaml_error_key(const struct dat_node *node, const char *format, ...) DAT_PRINTF(2, 3);

// The child of a map with that key, or NULL.
const struct dat_node *dat_yaml_find(const struct dat_node *map, const char *key);

// Whether text is YAML whose outermost group has that key.
bool dat_yaml_has_key(const char *text, const char *key);

// Describes the node, for the end of a message: "nothing", "a list of 3", "'abc'". Writes to buffer
// and returns it.
const char *dat_yaml_found(const struct dat_node *node, char *buffer, size_t size);

// Makes the scalar text in place of what it is, as if it had been written there without quotes.
// text NULL: its error has been reported, and it has no number. False: out of memory, which is
// reported.
bool dat_yaml_replace(const struct dat_node *node, const char *text);

enum dat_scalar {
    DAT_SCALAR_NUMBER,
    DAT_SCALAR_NONE,       // no number at all
    DAT_SCALAR_UNIT,       // a number with something behind it
    DAT_SCALAR_QUOTED,     // a number in quotes
    DAT_SCALAR_NOT_FINITE, // nan, inf or beyond double
    DAT_SCALAR_REFUSED     // its error has been reported
};
// The number of a scalar; value is left alone unless DAT_SCALAR_NUMBER is returned.
enum dat_scalar dat_yaml_number(const struct dat_node *node, double *value);
