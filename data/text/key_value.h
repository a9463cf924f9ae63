// A single value of a table of keys: how it is written, and its default. For data/text/keys.c.
#pragma once

#include "data/text/keys.h"

// Reads the node as the key's value into value, which holds the default. False after an error;
// value is then undefined.
bool dat_key_value_read(const struct dat_key *key, const struct dat_node *node,
                        struct dat_value *value);
// The value of a key that the file leaves out.
void dat_key_value_default(const struct dat_key *key, struct dat_value *value);
// Writes the words as "a, b or c".
void dat_key_list_words(const char *const *words, int count, char *buffer, size_t size);
