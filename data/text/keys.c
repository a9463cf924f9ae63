#include "data/text/keys.h"

#include <assert.h>
#include <string.h>

#include "data/text/closest.h"
#include "data/text/key_value.h"

static struct dat_value *value_of(const struct dat_key *key, void *values) {
    return (struct dat_value *)((char *)values + key->offset);
}

static const struct dat_key *find_key(const struct dat_key_table *table, int section,
                                      const char *name) {
    for (int i = 0; i < table->key_count; i++)
        if (table->keys[i].section == section && strcmp(table->keys[i].name, name) == 0)
            return &table->keys[i];
    return NULL;
}

// Length of the name without a unit at its end ("_mm", "_deg").
static size_t stem_length(const char *name) {
    static const char *const suffixes[] = {
        "_deg", "_rad", "_mm", "_cm", "_dm", "_m",  "_km",  "_s",  "_ms", "_kg",  "_g",  "_t",
        "_n",   "_N",   "_kn", "_kN", "_nm", "_Nm", "_bar", "_pa", "_hz", "_kmh", "_rpm"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        const size_t n = strlen(suffixes[i]);
        if (length > n && strcmp(name + length - n, suffixes[i]) == 0)
            return length - n;
    }
    return length;
}

static void report_unknown(const struct dat_key_table *table, int section,
                           const struct dat_node *node) {
    const char *names[64] = {NULL};
    int count = 0;
    const size_t stem = stem_length(node->key);
    for (int i = 0; i < table->key_count; i++) {
        const struct dat_key *key = &table->keys[i];
        if (key->section != section || key->type == DAT_KEY_GONE || count == 64)
            continue;
        names[count++] = key->name;
        if (key->unit[0] != '\0' && stem_length(key->name) == stem &&
            strncmp(key->name, node->key, stem) == 0) {
            dat_yaml_error_key(node, "unknown key '%s', expected '%s' in %s", node->key, key->name,
                               key->unit);
            return;
        }
    }
    // "4,9" in a list in braces: two entries for YAML.
    if (node->kind == DAT_NODE_EMPTY && node->key[strspn(node->key, "0123456789")] == '\0') {
        dat_yaml_error_key(node,
                           "'%.40s' is not a key; write numbers with a decimal point, not a comma",
                           node->key);
        return;
    }
    const char *near = dat_closest(node->key, names, count);
    if (near != NULL) {
        dat_yaml_error_key(node, "unknown key '%.40s' (did you mean '%s'?)", node->key, near);
        return;
    }
    char all[180];
    dat_key_list_words(names, count, all, sizeof all);
    dat_yaml_error_key(node, "unknown key '%.40s', expected %s%s", node->key, all,
                       strlen(all) == sizeof all - 1 ? "..." : "");
}

void dat_keys_defaults(const struct dat_key_table *table, int section, void *values) {
    assert(section >= 0 && section < table->section_count);
    for (int i = 0; i < table->key_count; i++)
        if (table->keys[i].section == section)
            dat_key_value_default(&table->keys[i], value_of(&table->keys[i], values));
}

bool dat_keys_read(const struct dat_key_table *table, int section, const struct dat_node *node,
                   void *values) {
    assert(section >= 0 && section < table->section_count);
    bool ok = true;
    dat_keys_defaults(table, section, values);
    if (node->kind != DAT_NODE_MAP) {
        char found[64];
        dat_yaml_error(node, "%s must be a group of keys, found %s", table->sections[section].title,
                       dat_yaml_found(node, found, sizeof found));
        return false;
    }
    for (const struct dat_node *child = node->first; child != NULL; child = child->next) {
        const struct dat_key *key = find_key(table, section, child->key);
        if (key == NULL) {
            report_unknown(table, section, child);
            ok = false;
            continue;
        }
        struct dat_value *value = value_of(key, values);
        if (dat_key_value_read(key, child, value)) {
            value->node = child;
        } else {
            dat_key_value_default(key, value);
            ok = false;
        }
        value->at = child;
    }
    for (int i = 0; i < table->key_count; i++) {
        const struct dat_key *key = &table->keys[i];
        if (key->section == section && key->standard == NULL && value_of(key, values)->at == NULL) {
            dat_yaml_error_key(node, "missing key '%s': %s", key->name, key->help);
            ok = false;
        }
    }
    return ok;
}

bool dat_keys_numbers(const struct dat_node *node, int count, double number[]) {
    int read = 0;
    for (const struct dat_node *i = node->first; i != NULL && read < count; i = i->next) {
        if (dat_yaml_number(i, &number[read]) != DAT_SCALAR_NUMBER)
            return false;
        read++;
    }
    return node->kind == DAT_NODE_LIST && node->count == count && read == count;
}

const struct dat_node *dat_keys_items(const struct dat_value *value) {
    return value->node != NULL ? value->node->first : NULL;
}
