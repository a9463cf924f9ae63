// One table describes the keys of a kind of file; it drives the reader, the range checks and the
// manual.
//
// A section is a group of keys (a body, a joint, ...). dat_keys_read() fills one struct dat_value
// per key of a section, at the key's offset in a struct of the reader's own; the meaning of the
// values and the references between sections are up to the reader.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "data/text/yaml.h"

#define DAT_VALUE_NUMBERS 6

enum dat_key_type {
    DAT_KEY_NUMBER,    // number[0]
    DAT_KEY_INTEGER,   // number[0]
    DAT_KEY_YES_NO,    // yes
    DAT_KEY_TEXT,      // text, any
    DAT_KEY_NAME,      // text: letters, digits, '_', '-'; at most DAT_NAME_MAX
    DAT_KEY_NAMES,     // node: list of names of other things
    DAT_KEY_REFERENCE, // text: the name of another thing
    DAT_KEY_CHOICE,    // choice: index into the words of choices
    DAT_KEY_VECTOR,    // number[0..2]
    DAT_KEY_PAIR,      // number[0..1]
    DAT_KEY_INTERVAL,  // number[0] < number[1]
    DAT_KEY_SYMMETRIC, // number[0] <= number[1]; one number f means [-f, f]
    DAT_KEY_INERTIA,   // 3 or 6 numbers, count
    DAT_KEY_AXIS,      // unit vector; x, -x, y, -y, z, -z or 3 numbers
    DAT_KEY_VECTORS,   // node: list of lists of 3 numbers; read each with dat_keys_numbers()
    DAT_KEY_PAIRS,     // node: list of lists of 2 numbers; read each with dat_keys_numbers()
    DAT_KEY_ROWS,      // node: list of lists of numbers; read each with dat_keys_numbers()
    DAT_KEY_COLOUR,    // linear RGB in number[0..2], written '#rrggbb' as sRGB
    DAT_KEY_SECTION,   // node: one group of keys
    DAT_KEY_SECTIONS,  // node: list of groups of keys
    DAT_KEY_NUMBERS,   // node: a group of names of the user's own with a number each
    DAT_KEY_TEXTS,     // node: a group of names of the user's own with a text each
    DAT_KEY_GONE,      // of older files, refused: help says what to write instead
};

#define DAT_NAME_MAX 31

// Degrees become radians and centimetres metres in dat_value (units "deg" and "cm"); every other
// unit must be an SI unit.
struct dat_key {
    int section;
    const char *name;
    enum dat_key_type type;
    const char *unit; // "" where numbers have none
    // The default as a file would write it; "": may be left out; NULL: required.
    const char *standard;
    double low, high;    // of numbers, in the file's unit; low > 0 reads as "greater than 0"
    const char *choices; // CHOICE: words separated by '|'; REFERENCE, NAMES: what kind of thing
    int inner;           // SECTION, SECTIONS: which section
    size_t offset;       // of the struct dat_value
    const char *help;
};

struct dat_key_section {
    const char *title; // "A body (`bodies`)"
    const char *help;
    size_t size; // of the reader's struct of values
};

struct dat_key_table {
    const struct dat_key *keys; // grouped by section
    int key_count;
    const struct dat_key_section *sections;
    int section_count;
};

struct dat_value {
    const struct dat_node *node; // NULL where the key was left out or its value was wrong
    const struct dat_node *at;   // the same, but also set where the value was wrong
    double number[DAT_VALUE_NUMBERS];
    int count; // of numbers
    int choice;
    bool yes;
    const char *text; // "" where left out
};

// Reads the map into values (a struct of sections[section].size bytes that consists of struct
// dat_value only): unknown keys, missing keys, wrong types, units and ranges become diagnostics,
// wrong values are replaced by defaults. False where anything was wrong. node may be of any kind.
bool dat_keys_read(const struct dat_key_table *table, int section, const struct dat_node *node,
                   void *values);

// The values of a section that the file leaves out altogether.
void dat_keys_defaults(const struct dat_key_table *table, int section, void *values);

// The first entry of a list, walk on with ->next. NULL where the key was left out or was wrong.
const struct dat_node *dat_keys_items(const struct dat_value *value);

// The numbers of one of the lists of a DAT_KEY_VECTORS (count 3) or DAT_KEY_PAIRS (2) value, or of
// a row of DAT_KEY_ROWS. False without an error where it was wrong, which dat_keys_read() has
// reported.
bool dat_keys_numbers(const struct dat_node *node, int count, double number[]);

// The manual of the table: a heading, a sentence and a table of keys per section.
void dat_keys_print_markdown(const struct dat_key_table *table, FILE *out);
