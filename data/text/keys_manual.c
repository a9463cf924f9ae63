// The manual of a table of keys as Markdown.
#include "data/text/keys.h"

static void print_type(const struct dat_key_table *table, const struct dat_key *key, FILE *out) {
    static const char *const names[] = {
        [DAT_KEY_NUMBER] = "number",
        [DAT_KEY_INTEGER] = "whole number",
        [DAT_KEY_YES_NO] = "true or false",
        [DAT_KEY_TEXT] = "text",
        [DAT_KEY_NAME] = "name",
        [DAT_KEY_VECTOR] = "[x, y, z]",
        [DAT_KEY_PAIR] = "[a, b]",
        [DAT_KEY_INTERVAL] = "[low, high]",
        [DAT_KEY_SYMMETRIC] = "number or [low, high]",
        [DAT_KEY_INERTIA] = "[xx, yy, zz] or [xx, yy, zz, xy, xz, yz]",
        [DAT_KEY_AXIS] = "x, y, z, -x, -y, -z or [x, y, z]",
        [DAT_KEY_VECTORS] = "[[x, y, z], ...]",
        [DAT_KEY_PAIRS] = "[[a, b], ...]",
        [DAT_KEY_ROWS] = "[[number, ...], ...]",
        [DAT_KEY_TEXTS] = "{name: text, ...}",
        [DAT_KEY_NUMBERS] = "{name: number, ...}",
        [DAT_KEY_COLOUR] = "'#rrggbb' (sRGB)",
    };
    switch (key->type) {
    case DAT_KEY_CHOICE:
        for (const char *s = key->choices; *s != '\0'; s++)
            fputs(*s == '|' ? ", " : (const char[]){*s, '\0'}, out);
        break;
    case DAT_KEY_REFERENCE:
        fprintf(out, "name of %s", key->choices);
        break;
    case DAT_KEY_NAMES:
        fprintf(out, "list of names of %s", key->choices);
        break;
    case DAT_KEY_SECTION:
        fprintf(out, "group: %s", table->sections[key->inner].title);
        break;
    case DAT_KEY_SECTIONS:
        fprintf(out, "list: %s", table->sections[key->inner].title);
        break;
    default:
        fputs(names[key->type], out);
        break;
    }
}

static bool has_range(const struct dat_key *key) {
    switch (key->type) {
    case DAT_KEY_NUMBER:
    case DAT_KEY_INTEGER:
    case DAT_KEY_VECTOR:
    case DAT_KEY_PAIR:
    case DAT_KEY_INTERVAL:
    case DAT_KEY_SYMMETRIC:
    case DAT_KEY_INERTIA:
    case DAT_KEY_VECTORS:
    case DAT_KEY_PAIRS:
    case DAT_KEY_ROWS:
        return true;
    default:
        return false;
    }
}

static void print_key(const struct dat_key_table *table, const struct dat_key *key, FILE *out) {
    fprintf(out, "| `%s` | ", key->name);
    print_type(table, key, out);
    fprintf(out, " | %s | ", key->unit);
    fputs(key->standard == NULL ? "required" : key->standard, out);
    fputs(" | ", out);
    if (has_range(key))
        fprintf(out, "%g to %g", key->low, key->high);
    fprintf(out, " | %s |\n", key->help);
}

void dat_keys_print_markdown(const struct dat_key_table *table, FILE *out) {
    for (int section = 0; section < table->section_count; section++) {
        fprintf(out, "\n## %s\n\n%s\n\n", table->sections[section].title,
                table->sections[section].help);
        fputs("| key | value | unit | default | range | meaning |\n|--|--|--|--|--|--|\n", out);
        for (int i = 0; i < table->key_count; i++)
            if (table->keys[i].section == section && table->keys[i].type != DAT_KEY_GONE)
                print_key(table, &table->keys[i], out);
    }
}
