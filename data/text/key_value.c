#include "data/text/key_value.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/closest.h"
#include "sim/base/math.h"

static const double degree = SIM_PI / 180.0;

static double to_si(const struct dat_key *key, double number) {
    if (strcmp(key->unit, "deg") == 0)
        return number * degree;
    return strcmp(key->unit, "cm") == 0 ? number * 0.01 : number;
}

// " in m" or "".
static const char *in_unit(const struct dat_key *key, char *buffer, size_t size) {
    (void)snprintf(buffer, size, "%s%s", key->unit[0] != '\0' ? " in " : "", key->unit);
    return buffer;
}

// ---- numbers ----

static bool check_range(const struct dat_key *key, const struct dat_node *node, double number) {
    if (number >= key->low && number <= key->high)
        return true;
    const char *space = key->unit[0] != '\0' ? " " : "";
    if (key->low > 0.0 && number <= 0.0) {
        dat_yaml_error(node, "'%s' must be greater than 0%s%s, not %g", key->name, space, key->unit,
                       number);
    } else {
        dat_yaml_error(node, "'%s' must be from %g to %g%s%s, not %g", key->name, key->low,
                       key->high, space, key->unit, number);
    }
    return false;
}

// One number of the key; item is the scalar itself or an entry of a list.
static bool read_number(const struct dat_key *key, const struct dat_node *item, double *number) {
    char found[64];
    char unit[32];
    double value = 0.0;
    in_unit(key, unit, sizeof unit);
    dat_yaml_found(item, found, sizeof found);
    switch (dat_yaml_number(item, &value)) {
    case DAT_SCALAR_NONE:
        dat_yaml_error(item, "'%s' must be a number%s, found %s", key->name, unit, found);
        return false;
    case DAT_SCALAR_UNIT:
        dat_yaml_error(item, "'%s' must be a number%s without a unit, found %s", key->name, unit,
                       found);
        return false;
    case DAT_SCALAR_QUOTED:
        dat_yaml_error(item, "'%s' must be a number%s without quotes, found %s", key->name, unit,
                       found);
        return false;
    case DAT_SCALAR_NOT_FINITE:
        dat_yaml_error(item, "'%s' must be a finite number%s, found %s", key->name, unit, found);
        return false;
    case DAT_SCALAR_REFUSED:
        return false;
    case DAT_SCALAR_NUMBER:
        break;
    }
    if (!check_range(key, item, value))
        return false;
    *number = to_si(key, value);
    return true;
}

static bool read_list(const struct dat_key *key, const struct dat_node *node, int count,
                      struct dat_value *value) {
    static const char *const examples[] = {
        "", "", "[1, 2]", "[1, 0, 0]", "", "", "[1, 1, 1, 0, 0, 0]"};
    char found[64];
    char unit[32];
    if (node->kind != DAT_NODE_LIST || node->count != count) {
        dat_yaml_error(node, "'%s' must be %d numbers%s such as %s, found %s", key->name, count,
                       in_unit(key, unit, sizeof unit), examples[count],
                       dat_yaml_found(node, found, sizeof found));
        return false;
    }
    bool ok = true;
    int i = 0;
    for (const struct dat_node *item = node->first; item != NULL; item = item->next)
        ok = read_number(key, item, &value->number[i++]) && ok;
    value->count = count;
    return ok;
}

static bool read_interval(const struct dat_key *key, const struct dat_node *node,
                          struct dat_value *value) {
    if (key->type == DAT_KEY_SYMMETRIC && node->kind != DAT_NODE_LIST) {
        if (!read_number(key, node, &value->number[1]))
            return false;
        if (value->number[1] < 0.0) {
            dat_yaml_error(node,
                           "'%s' must not be negative; write [low, high] where the limits differ",
                           key->name);
            return false;
        }
        value->number[0] = -value->number[1];
        return true;
    }
    if (!read_list(key, node, 2, value))
        return false;
    const bool equal_allowed = key->type == DAT_KEY_SYMMETRIC;
    if (value->number[0] > value->number[1] ||
        (!equal_allowed && value->number[0] >= value->number[1])) {
        dat_yaml_error(node, "'%s' must be [low, high] with low below high", key->name);
        return false;
    }
    return true;
}

static bool read_integer(const struct dat_key *key, const struct dat_node *node,
                         struct dat_value *value) {
    if (!read_number(key, node, &value->number[0]))
        return false;
    if (floor(value->number[0]) < value->number[0]) {
        dat_yaml_error(node, "'%s' must be a whole number, not %g", key->name, value->number[0]);
        return false;
    }
    return true;
}

static bool read_axis(const struct dat_key *key, const struct dat_node *node,
                      struct dat_value *value) {
    static const char *const words[] = {"x", "-x", "y", "-y", "z", "-z"};
    if (node->kind == DAT_NODE_SCALAR) {
        for (int i = 0; i < 6; i++) {
            if (strcmp(node->text, words[i]) == 0) {
                value->number[i / 2] = i % 2 == 0 ? 1.0 : -1.0;
                return true;
            }
        }
    }
    if (node->kind != DAT_NODE_LIST || node->count != 3) {
        char found[64];
        dat_yaml_error(node,
                       "'%s' must be x, y, z, -x, -y, -z or 3 numbers such as [1, 0, 0], found %s",
                       key->name, dat_yaml_found(node, found, sizeof found));
        return false;
    }
    if (!read_list(key, node, 3, value))
        return false;
    const double *n = value->number;
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (length < 1e-6) {
        dat_yaml_error(node, "'%s' has no length, expected a direction such as [1, 0, 0]",
                       key->name);
        return false;
    }
    for (int i = 0; i < 3; i++)
        value->number[i] /= length;
    return true;
}

// ---- words ----

void dat_key_list_words(const char *const *words, int count, char *buffer, size_t size) {
    size_t used = 0;
    buffer[0] = '\0';
    for (int i = 0; i < count && used < size; i++) {
        const char *between = i == 0 ? "" : i == count - 1 ? " or " : ", ";
        const int wrote = snprintf(buffer + used, size - used, "%s%s", between, words[i]);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
}

static bool expect_word(const struct dat_key *key, const struct dat_node *node, const char *what) {
    char found[64];
    if (node->kind == DAT_NODE_SCALAR && node->text[0] != '\0')
        return true;
    dat_yaml_error(node, "'%s' must be %s, found %s", key->name, what,
                   dat_yaml_found(node, found, sizeof found));
    return false;
}

// marks: characters of names besides letters and digits.
static bool is_name(const char *word, const char *marks) {
    bool plain = isalpha((unsigned char)word[0]) || word[0] == '_';
    for (const char *s = word; *s != '\0'; s++)
        plain = plain && (isalnum((unsigned char)*s) || strchr(marks, *s) != NULL);
    return plain && strlen(word) <= DAT_NAME_MAX;
}

static bool read_name(const struct dat_key *key, const struct dat_node *node,
                      struct dat_value *value) {
    if (!expect_word(key, node, "a name"))
        return false;
    if (!is_name(node->text, "_-")) {
        char found[64];
        dat_yaml_error(node,
                       "'%s' must begin with a letter and have at most %d letters, digits, '_' and "
                       "'-', found %s",
                       key->name, DAT_NAME_MAX, dat_yaml_found(node, found, sizeof found));
        return false;
    }
    value->text = node->text;
    return true;
}

#define MAX_CHOICES 16

static int split_choices(const char *choices, char words[MAX_CHOICES][DAT_NAME_MAX + 1]) {
    int count = 0;
    while (*choices != '\0' && count < MAX_CHOICES) {
        const size_t length = strcspn(choices, "|");
        (void)snprintf(words[count++], DAT_NAME_MAX + 1, "%.*s", (int)length, choices);
        choices += length + (choices[length] == '|');
    }
    return count;
}

static int find_choice(const struct dat_key *key, const char *word) {
    char words[MAX_CHOICES][DAT_NAME_MAX + 1];
    const int count = split_choices(key->choices, words);
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

static bool read_choice(const struct dat_key *key, const struct dat_node *node,
                        struct dat_value *value) {
    char words[MAX_CHOICES][DAT_NAME_MAX + 1];
    const char *list[MAX_CHOICES];
    char all[160];
    char found[64];
    const int count = split_choices(key->choices, words);
    for (int i = 0; i < count; i++)
        list[i] = words[i];
    dat_key_list_words(list, count, all, sizeof all);
    if (!expect_word(key, node, all))
        return false;
    value->choice = find_choice(key, node->text);
    if (value->choice >= 0)
        return true;
    const char *near = dat_closest(node->text, list, count);
    dat_yaml_error(node, "'%s' must be %s, found %s%s%s%s", key->name, all,
                   dat_yaml_found(node, found, sizeof found),
                   near != NULL ? " (did you mean '" : "", near != NULL ? near : "",
                   near != NULL ? "'?)" : "");
    return false;
}

static bool read_yes_no(const struct dat_key *key, const struct dat_node *node,
                        struct dat_value *value) {
    const bool yes = node->kind == DAT_NODE_SCALAR && strcmp(node->text, "true") == 0;
    const bool no = node->kind == DAT_NODE_SCALAR && strcmp(node->text, "false") == 0;
    if (node->quoted || (!yes && !no)) {
        char found[64];
        dat_yaml_error(node, "'%s' must be true or false, found %s", key->name,
                       dat_yaml_found(node, found, sizeof found));
        return false;
    }
    value->yes = yes;
    return true;
}

static double linear_from_srgb(long byte) {
    const double s = (double)byte / 255.0;
    return s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
}

static bool parse_colour(const char *text, double rgb[3]) {
    if (text[0] != '#' || strlen(text) != 7 || strspn(text + 1, "0123456789abcdefABCDEF") != 6)
        return false;
    const long number = strtol(text + 1, NULL, 16);
    for (int i = 0; i < 3; i++)
        rgb[i] = linear_from_srgb((number >> (16 - 8 * i)) & 0xFF);
    return true;
}

static bool read_colour(const struct dat_key *key, const struct dat_node *node,
                        struct dat_value *value) {
    if (node->kind != DAT_NODE_SCALAR || !parse_colour(node->text, value->number)) {
        char found[64];
        dat_yaml_error(node, "'%s' must be a colour in quotes such as '#d8a020', found %s",
                       key->name, dat_yaml_found(node, found, sizeof found));
        return false;
    }
    return true;
}

static bool read_names(const struct dat_key *key, const struct dat_node *node) {
    char found[64];
    if (node->kind != DAT_NODE_LIST) {
        dat_yaml_error(node, "'%s' must be a list such as [one, two], found %s", key->name,
                       dat_yaml_found(node, found, sizeof found));
        return false;
    }
    bool ok = true;
    for (const struct dat_node *item = node->first; item != NULL; item = item->next)
        ok = expect_word(key, item, "names") && ok;
    return ok;
}

// A list of lists of count numbers.
static bool read_lists(const struct dat_key *key, const struct dat_node *node, int count) {
    char found[64];
    if (node->kind != DAT_NODE_LIST) {
        dat_yaml_error(node, "'%s' must be a list of %s, found %s", key->name,
                       count == 3 ? "points such as [[0, 0, 1], [1, 0, 0]]"
                                  : "pairs such as [[1, 2], [3, 4]]",
                       dat_yaml_found(node, found, sizeof found));
        return false;
    }
    bool ok = true;
    for (const struct dat_node *item = node->first; item != NULL; item = item->next) {
        struct dat_value value;
        ok = read_list(key, item, count, &value) && ok;
    }
    return ok;
}

static bool expect_kind(const struct dat_key *key, const struct dat_node *node,
                        enum dat_node_kind kind, const char *what) {
    char found[64];
    if (node->kind == kind)
        return true;
    dat_yaml_error(node, "'%s' must be %s, found %s", key->name, what,
                   dat_yaml_found(node, found, sizeof found));
    return false;
}

// A list of lists of numbers.
static bool read_rows(const struct dat_key *key, const struct dat_node *node) {
    if (!expect_kind(key, node, DAT_NODE_LIST, "a list of rows such as [[0, 1], [2, 3]]"))
        return false;
    bool ok = true;
    double value = 0.0;
    for (const struct dat_node *row = node->first; row != NULL; row = row->next) {
        ok = expect_kind(key, row, DAT_NODE_LIST, "a list of rows such as [[0, 1], [2, 3]]") && ok;
        for (const struct dat_node *i = row->first; i != NULL; i = i->next)
            ok = read_number(key, i, &value) && ok;
    }
    return ok;
}

static bool read_numbers(const struct dat_key *key, const struct dat_node *node) {
    if (!expect_kind(key, node, DAT_NODE_MAP, "a group of names with numbers"))
        return false;
    bool ok = true;
    for (const struct dat_node *i = node->first; i != NULL; i = i->next) {
        struct dat_key number = *key;
        double value = 0.0;
        number.name = i->key;
        if (!is_name(i->key, "_")) {
            dat_yaml_error_key(i,
                               "'%.40s' must begin with a letter and have at most %d letters, "
                               "digits and '_'",
                               i->key, DAT_NAME_MAX);
            ok = false;
        }
        ok = read_number(&number, i, &value) && ok;
    }
    return ok;
}

static bool read_texts(const struct dat_key *key, const struct dat_node *node) {
    if (!expect_kind(key, node, DAT_NODE_MAP, "a group of names with texts"))
        return false;
    bool ok = true;
    for (const struct dat_node *i = node->first; i != NULL; i = i->next) {
        char found[64];
        if (i->kind == DAT_NODE_SCALAR && i->text[0] != '\0')
            continue;
        dat_yaml_error(i, "expected a text for '%.40s', found %s", i->key,
                       dat_yaml_found(i, found, sizeof found));
        ok = false;
    }
    return ok;
}

bool dat_key_value_read(const struct dat_key *key, const struct dat_node *node,
                        struct dat_value *value) {
    switch (key->type) {
    case DAT_KEY_NUMBER:
        return read_number(key, node, &value->number[0]);
    case DAT_KEY_INTEGER:
        return read_integer(key, node, value);
    case DAT_KEY_YES_NO:
        return read_yes_no(key, node, value);
    case DAT_KEY_TEXT:
    case DAT_KEY_REFERENCE:
        value->text = node->text;
        return expect_word(key, node, key->type == DAT_KEY_TEXT ? "text" : "a name");
    case DAT_KEY_NAME:
        return read_name(key, node, value);
    case DAT_KEY_NAMES:
        return read_names(key, node);
    case DAT_KEY_CHOICE:
        return read_choice(key, node, value);
    case DAT_KEY_VECTOR:
        return read_list(key, node, 3, value);
    case DAT_KEY_PAIR:
        return read_list(key, node, 2, value);
    case DAT_KEY_INTERVAL:
    case DAT_KEY_SYMMETRIC:
        return read_interval(key, node, value);
    case DAT_KEY_INERTIA:
        return read_list(key, node, node->count == 6 ? 6 : 3, value);
    case DAT_KEY_AXIS:
        return read_axis(key, node, value);
    case DAT_KEY_VECTORS:
        return read_lists(key, node, 3);
    case DAT_KEY_PAIRS:
        return read_lists(key, node, 2);
    case DAT_KEY_ROWS:
        return read_rows(key, node);
    case DAT_KEY_COLOUR:
        return read_colour(key, node, value);
    case DAT_KEY_SECTION:
        return expect_kind(key, node, DAT_NODE_MAP, "a group of keys");
    case DAT_KEY_SECTIONS:
        return expect_kind(key, node, DAT_NODE_LIST, "a list ('- ...')");
    case DAT_KEY_NUMBERS:
        return read_numbers(key, node);
    case DAT_KEY_TEXTS:
        return read_texts(key, node);
    case DAT_KEY_GONE:
        dat_yaml_error_key(node, "'%s' is no longer used: %s", key->name, key->help);
        return false;
    }
    return false;
}

// ---- defaults ----

void dat_key_value_default(const struct dat_key *key, struct dat_value *value) {
    *value = (struct dat_value){.text = ""};
    const char *text = key->standard;
    if (text == NULL || text[0] == '\0')
        return;
    switch (key->type) {
    case DAT_KEY_YES_NO:
        value->yes = strcmp(text, "true") == 0;
        break;
    case DAT_KEY_CHOICE:
        value->choice = find_choice(key, text);
        break;
    case DAT_KEY_COLOUR:
        (void)parse_colour(text, value->number);
        break;
    case DAT_KEY_TEXT:
    case DAT_KEY_NAME:
    case DAT_KEY_REFERENCE:
        value->text = text;
        break;
    default:
        // "1.5" or "[1, 2, 3]"
        while (*text != '\0' && value->count < DAT_VALUE_NUMBERS) {
            char *end = NULL;
            text += strspn(text, "[], ");
            const double number = strtod(text, &end);
            if (end == text)
                break;
            value->number[value->count++] = to_si(key, number);
            text = end;
        }
        break;
    }
}
