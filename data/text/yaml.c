#include "data/text/yaml.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libfyaml.h>

#include "data/text/number.h"
#include "data/text/utf8.h"

#define BLOCK_BYTES (64UL * 1024)

// Nodes and texts are allocated from blocks that are freed with the tree.
struct block {
    struct block *before;
    size_t used, size;
    max_align_t bytes[];
};

struct dat_yaml {
    char file[256];
    const char *text;
    struct dat_diagnostics *d;
    const struct dat_node *root;
    struct block *blocks;
    int nodes;
    bool too_much; // an error after which reading on makes no sense
    bool failed;   // an error after which the tree is not handed out
};

static void *take(struct dat_yaml *yaml, size_t size) {
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (yaml->blocks == NULL || yaml->blocks->size - yaml->blocks->used < size) {
        const size_t room = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        struct block *block = malloc(sizeof *block + room);
        if (block == NULL)
            return NULL;
        *block = (struct block){.before = yaml->blocks, .size = room};
        yaml->blocks = block;
    }
    void *memory = (char *)yaml->blocks->bytes + yaml->blocks->used;
    yaml->blocks->used += size;
    memset(memory, 0, size);
    return memory;
}

static const char *take_text(struct dat_yaml *yaml, const char *text, size_t length) {
    char *copy = take(yaml, length + 1);
    if (copy != NULL && length > 0)
        memcpy(copy, text, length);
    return copy;
}

// ---- from libfyaml's tree to ours ----

static bool limits_hold(struct dat_yaml *yaml, const struct dat_node *node, int depth) {
    if (yaml->too_much)
        return false;
    if (depth > DAT_YAML_DEPTH) {
        dat_yaml_error(node, "nested deeper than %d levels", DAT_YAML_DEPTH);
        yaml->too_much = true;
    } else if (++yaml->nodes > DAT_YAML_NODES) {
        dat_yaml_error(node,
                       "the file has more than %d values (an alias counts each time it is used)",
                       DAT_YAML_NODES);
        yaml->too_much = true;
    }
    return !yaml->too_much;
}

static bool out_of_memory(struct dat_yaml *yaml) {
    dat_diagnose_in(yaml->d, yaml->file, NULL, 0, 0, "not enough memory to read the file");
    yaml->too_much = true;
    return false;
}

static void mark(struct fy_node *from, int *line, int *column) {
    struct fy_token *token =
        from != NULL && fy_node_is_scalar(from) ? fy_node_get_scalar_token(from) : NULL;
    const struct fy_mark *at = token != NULL ? fy_token_start_mark(token) : NULL;
    if (at != NULL) {
        // libfyaml points behind the quote or the asterisk.
        const enum fy_scalar_style style = fy_token_scalar_style(token);
        const bool behind =
            fy_node_is_alias(from) || style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
        *line = at->line + 1;
        *column = at->column + (behind && at->column > 0 ? 0 : 1);
    }
}

static bool convert(struct dat_yaml *yaml, struct fy_node *from, struct dat_node *to, int depth);

static bool convert_scalar(struct dat_yaml *yaml, struct fy_node *from, struct dat_node *to) {
    size_t length = 0;
    const char *text = fy_node_get_scalar(from, &length);
    struct fy_token *token = fy_node_get_scalar_token(from);
    to->quoted = token != NULL && fy_token_scalar_style(token) != FYSS_PLAIN;
    const bool null_word =
        (length == 1 && text[0] == '~') || (length == 4 && memcmp(text, "null", 4) == 0);
    if (!to->quoted && (text == NULL || length == 0 || null_word))
        return true;
    mark(from, &to->line, &to->column);
    to->kind = DAT_NODE_SCALAR;
    to->text = take_text(yaml, text, length);
    if (to->text == NULL)
        return out_of_memory(yaml);
    if (strlen(to->text) != length) {
        dat_yaml_error(to, "the text contains a zero character");
        yaml->too_much = true;
        return false;
    }
    return true;
}

static struct dat_node *append(struct dat_yaml *yaml, struct dat_node *parent,
                               struct dat_node *last) {
    struct dat_node *node = take(yaml, sizeof *node);
    if (node == NULL) {
        out_of_memory(yaml);
        return NULL;
    }
    *node =
        (struct dat_node){.line = parent->line, .column = parent->column, .text = "", .yaml = yaml};
    if (last == NULL)
        parent->first = node;
    else
        last->next = node;
    parent->count++;
    return node;
}

static bool convert_list(struct dat_yaml *yaml, struct fy_node *from, struct dat_node *to,
                         int depth) {
    to->kind = DAT_NODE_LIST;
    struct dat_node *last = NULL;
    void *at = NULL;
    for (struct fy_node *item; (item = fy_node_sequence_iterate(from, &at)) != NULL;) {
        last = append(yaml, to, last);
        if (last == NULL || !convert(yaml, item, last, depth + 1))
            return false;
    }
    return true;
}

static bool convert_key(struct dat_yaml *yaml, struct fy_node *key, struct dat_node *to) {
    size_t length = 0;
    const char *text = key != NULL && fy_node_is_scalar(key) && !fy_node_is_alias(key)
                           ? fy_node_get_scalar(key, &length)
                           : NULL;
    mark(key, &to->line, &to->column);
    to->key_line = to->line;
    to->key_column = to->column;
    if (text == NULL) {
        dat_yaml_error(to, "a key must be a word");
        yaml->too_much = true;
        return false;
    }
    to->key = take_text(yaml, text, length);
    return to->key != NULL || out_of_memory(yaml);
}

// libfyaml's own search for duplicate keys takes quadratic time in comparisons of whole nodes and
// stops at the first, so it is switched off.
static bool check_duplicate(struct dat_yaml *yaml, const struct dat_node *map,
                            const struct dat_node *child) {
    if (map->count > DAT_YAML_KEYS) {
        dat_yaml_error_key(child, "the group has more than %d keys", DAT_YAML_KEYS);
        yaml->too_much = true;
        return false;
    }
    const struct dat_node *first = dat_yaml_find(map, child->key);
    if (first != child) {
        dat_yaml_error_key(child, "duplicate key '%s', the first is in line %d", child->key,
                           first->key_line);
        yaml->failed = true;
    }
    return true;
}

static bool convert_map(struct dat_yaml *yaml, struct fy_node *from, struct dat_node *to,
                        int depth) {
    to->kind = DAT_NODE_MAP;
    struct dat_node *last = NULL;
    void *at = NULL;
    for (struct fy_node_pair *pair; (pair = fy_node_mapping_iterate(from, &at)) != NULL;) {
        last = append(yaml, to, last);
        if (last == NULL || !convert_key(yaml, fy_node_pair_key(pair), last) ||
            !check_duplicate(yaml, to, last) ||
            !convert(yaml, fy_node_pair_value(pair), last, depth + 1))
            return false;
    }
    return true;
}

// The place of a list or map without a key of its own is that of its first entry.
static void settle_position(struct dat_node *node) {
    if (node->key == NULL && node->first != NULL) {
        node->line = node->first->line;
        node->column = node->first->column;
        if (node->first->key != NULL) {
            node->line = node->first->key_line;
            node->column = node->first->key_column;
        }
    }
}

static bool convert(struct dat_yaml *yaml, struct fy_node *from, struct dat_node *to, int depth) {
    if (!limits_hold(yaml, to, depth))
        return false;
    if (from == NULL)
        return true;
    if (fy_node_is_alias(from)) {
        mark(from, &to->line, &to->column);
        struct fy_node *meant = fy_node_resolve_alias(from);
        if (meant == NULL) {
            dat_yaml_error(to, "the alias has no anchor (&name) before it");
            yaml->too_much = true;
            return false;
        }
        return convert(yaml, meant, to, depth + 1);
    }
    switch (fy_node_get_type(from)) {
    case FYNT_SCALAR:
        return convert_scalar(yaml, from, to);
    case FYNT_SEQUENCE:
        if (!convert_list(yaml, from, to, depth))
            return false;
        break;
    case FYNT_MAPPING:
        if (!convert_map(yaml, from, to, depth))
            return false;
        break;
    }
    settle_position(to);
    return true;
}

// ---- loading ----

static void report_syntax(struct dat_yaml *yaml, struct fy_diag *diag) {
    int reported = 0;
    void *at = NULL;
    for (struct fy_diag_error *e; (e = fy_diag_errors_iterate(diag, &at)) != NULL; reported++) {
        dat_diagnose_in(yaml->d, yaml->file, yaml->text, e->line, e->column, "%s",
                        e->msg != NULL ? e->msg : "the file is not valid YAML");
    }
    if (reported == 0)
        dat_diagnose_in(yaml->d, yaml->file, NULL, 0, 0, "the file is not valid YAML");
}

static const char *next_line(const char *text) {
    text += strcspn(text, "\r\n");
    return *text == '\0' ? text : text + (text[0] == '\r' && text[1] == '\n' ? 2 : 1);
}

// The line of a %YAML directive for a version that is not 1.x, 0 where there is none. libfyaml
// stops at it without a message.
static int foreign_version_line(const char *text) {
    int line = 1;
    for (; *text == '%' || *text == '#' || *text == '\n' || *text == '\r'; line++) {
        if (strncmp(text, "%YAML", 5) == 0 &&
            strncmp(text + 5 + strspn(text + 5, " \t"), "1.", 2) != 0)
            return line;
        text = next_line(text);
    }
    return 0;
}

static void report_no_document(struct dat_yaml *yaml, struct fy_diag *diag) {
    void *at = NULL;
    const int line = foreign_version_line(yaml->text);
    if (fy_diag_errors_iterate(diag, &at) != NULL) {
        report_syntax(yaml, diag);
    } else if (line > 0) {
        dat_diagnose_in(
            yaml->d, yaml->file, yaml->text, line, 1,
            "this version of YAML is not supported, expected %%YAML 1.2 or no directive");
    } else {
        dat_diagnose_in(yaml->d, yaml->file, NULL, 0, 0, "the file is empty");
    }
}

static bool convert_document(struct dat_yaml *yaml, struct fy_parser *parser,
                             struct fy_diag *diag) {
    struct fy_document *document = fy_parse_load_document(parser);
    if (document == NULL) {
        report_no_document(yaml, diag);
        return false;
    }
    struct dat_node *root = take(yaml, sizeof *root);
    bool ok = root != NULL || out_of_memory(yaml);
    if (ok) {
        *root = (struct dat_node){.line = 1, .column = 1, .text = "", .yaml = yaml};
        yaml->root = root;
        ok = convert(yaml, fy_document_root(document), root, 0);
    }
    fy_parse_document_destroy(parser, document);
    return ok;
}

static bool is_marker(const char *line, const char *marker) {
    return strncmp(line, marker, 3) == 0 && (line[3] == '\0' || strchr(" \t\r\n", line[3]) != NULL);
}

// The line in which a second document begins. YAML allows "---" and "..." at the beginning of a
// line as markers only, whatever is around them.
static int second_document_line(const char *text) {
    bool began = false; // the first document
    bool ended = false;
    for (int line = 1; *text != '\0'; line++, text = next_line(text)) {
        const char first = text[strspn(text, " \t")];
        if (began && is_marker(text, "...")) {
            ended = true;
        } else if (is_marker(text, "---") || (first != '\0' && strchr("%#\r\n", first) == NULL)) {
            if (ended || (began && is_marker(text, "---")))
                return line;
            began = true;
        }
    }
    return 0;
}

static bool no_second_document(struct dat_yaml *yaml, struct fy_parser *parser,
                               struct fy_diag *diag) {
    struct fy_document *document = fy_parse_load_document(parser);
    void *at = NULL;
    if (document != NULL) {
        dat_diagnose_in(yaml->d, yaml->file, yaml->text, second_document_line(yaml->text), 1,
                        "a second document begins here, expected a single one");
        fy_parse_document_destroy(parser, document);
        return false;
    }
    if (fy_diag_errors_iterate(diag, &at) != NULL) {
        report_syntax(yaml, diag);
        return false;
    }
    return true;
}

static bool parse(struct dat_yaml *yaml) {
    struct fy_diag_cfg diag_config;
    fy_diag_cfg_default(&diag_config);
    diag_config.colorize = false;
    diag_config.fp = NULL;
    struct fy_diag *diag = fy_diag_create(&diag_config);
    if (diag == NULL)
        return out_of_memory(yaml);
    fy_diag_set_collect_errors(diag, true);
    // Not FYPCF_RESOLVE_DOCUMENT: a few lines of nested aliases would keep it busy for minutes.
    const struct fy_parse_cfg config = {
        .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_ALLOW_DUPLICATE_KEYS, .diag = diag};
    struct fy_parser *parser = fy_parser_create(&config);
    bool ok = parser != NULL && fy_parser_set_string(parser, yaml->text, FY_NT) == 0;
    if (!ok)
        out_of_memory(yaml);
    else
        ok = convert_document(yaml, parser, diag) && no_second_document(yaml, parser, diag);
    if (parser != NULL)
        fy_parser_destroy(parser);
    fy_diag_destroy(diag);
    return ok && !yaml->failed;
}

struct dat_yaml *dat_yaml_load(const char *text, const char *file, struct dat_diagnostics *d) {
    assert(text != NULL && file != NULL && d != NULL);
    struct dat_yaml *yaml = calloc(1, sizeof *yaml);
    if (yaml == NULL) {
        dat_diagnose_in(d, file, NULL, 0, 0, "not enough memory to read the file");
        return NULL;
    }
    (void)snprintf(yaml->file, sizeof yaml->file, "%s", file);
    yaml->text = text;
    yaml->d = d;
    bool ok = false;
    if (strlen(text) > (size_t)DAT_YAML_MAX_BYTES) {
        dat_diagnose_in(d, file, NULL, 0, 0, "the file is larger than %ld bytes",
                        DAT_YAML_MAX_BYTES);
    } else {
        ok = dat_utf8_check(text, file, d) && parse(yaml);
    }
    if (!ok) {
        dat_yaml_destroy(yaml);
        return NULL;
    }
    return yaml;
}

void dat_yaml_destroy(struct dat_yaml *yaml) {
    if (yaml == NULL)
        return;
    while (yaml->blocks != NULL) {
        struct block *before = yaml->blocks->before;
        free(yaml->blocks);
        yaml->blocks = before;
    }
    free(yaml);
}

const struct dat_node *dat_yaml_root(const struct dat_yaml *yaml) {
    return yaml->root;
}

// ---- nodes ----

static void report(const struct dat_node *node, int line, int column, const char *format,
                   va_list arguments) {
    char sentence[256];
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    dat_diagnose_in(node->yaml->d, node->yaml->file, node->yaml->text, line, column, "%s",
                    sentence);
}

void dat_yaml_error(const struct dat_node *node, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(node, node->line, node->column, format, arguments);
    va_end(arguments);
}

void dat_yaml_error_key(const struct dat_node *node, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (node->key != NULL)
        report(node, node->key_line, node->key_column, format, arguments);
    else
        report(node, node->line, node->column, format, arguments);
    va_end(arguments);
}

const struct dat_node *dat_yaml_find(const struct dat_node *map, const char *key) {
    assert(map != NULL && key != NULL);
    for (const struct dat_node *child = map->first; child != NULL; child = child->next)
        if (child->key != NULL && strcmp(child->key, key) == 0)
            return child;
    return NULL;
}

bool dat_yaml_has_key(const char *text, const char *key) {
    struct dat_diagnostics ignored;
    dat_diagnostics_init(&ignored, "", NULL);
    struct dat_yaml *yaml = dat_yaml_load(text, "", &ignored);
    const bool found = yaml != NULL && dat_yaml_find(dat_yaml_root(yaml), key) != NULL;
    dat_yaml_destroy(yaml);
    return found;
}

const char *dat_yaml_found(const struct dat_node *node, char *buffer, size_t size) {
    switch (node->kind) {
    case DAT_NODE_EMPTY:
        (void)snprintf(buffer, size, "nothing");
        break;
    case DAT_NODE_SCALAR:
        (void)snprintf(buffer, size, "'%.40s'%s", node->text, strlen(node->text) > 40 ? "..." : "");
        break;
    case DAT_NODE_LIST:
        (void)snprintf(buffer, size, "a list of %d", node->count);
        break;
    case DAT_NODE_MAP:
        (void)snprintf(buffer, size, "a group of keys");
        break;
    }
    return buffer;
}

bool dat_yaml_replace(const struct dat_node *node, const char *text) {
    // Nodes are constant for their users only.
    struct dat_node *changed = (struct dat_node *)(uintptr_t)node;
    struct dat_yaml *yaml = (struct dat_yaml *)(uintptr_t)node->yaml;
    assert(node->kind == DAT_NODE_SCALAR);
    const char *copy = text != NULL ? take_text(yaml, text, strlen(text)) : NULL;
    changed->quoted = false;
    changed->refused = copy == NULL;
    if (copy != NULL)
        changed->text = copy;
    return copy != NULL || text == NULL || out_of_memory(yaml);
}

enum dat_scalar dat_yaml_number(const struct dat_node *node, double *value) {
    if (node->kind != DAT_NODE_SCALAR)
        return DAT_SCALAR_NONE;
    if (node->refused)
        return DAT_SCALAR_REFUSED;
    const char *s = node->text;
    double number = 0.0;
    enum dat_number kind = dat_number_read(s, strlen(s), &number);
    const char *first = s + (*s == '+' || *s == '-');
    // YAML writes .inf and .nan.
    if (kind == DAT_NUMBER_NONE && first[0] == '.' &&
        dat_number_read(first + 1, strlen(first + 1), &number) == DAT_NUMBER_NOT_FINITE)
        kind = DAT_NUMBER_NOT_FINITE;
    if (kind == DAT_NUMBER_NOT_FINITE)
        return DAT_SCALAR_NOT_FINITE;
    if (kind == DAT_NUMBER_NONE)
        return *first >= '0' && *first <= '9' ? DAT_SCALAR_UNIT : DAT_SCALAR_NONE;
    if (node->quoted)
        return DAT_SCALAR_QUOTED;
    *value = number;
    return DAT_SCALAR_NUMBER;
}
