// The files of a model: the file itself, and its parts with theirs.
#include <string.h>

#include "data/model/reader.h"
#include "data/text/paths.h"
#include "data/text/text.h"

void dat_model_folder(const char *path, char *folder, size_t size) {
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - path) + (slash == path);
    length = length < size ? length : size - 1;
    memcpy(folder, path, length);
    folder[length] = '\0';
}

static bool is_exercise(const struct dat_node *root) {
    return dat_yaml_find(root, "exercise") != NULL && dat_yaml_find(root, "bodies") == NULL;
}

bool dat_model_open(struct dat_model_reader *r, struct dat_model_use *use, const char *text) {
    struct dat_diagnostics *d = r->d;
    for (const struct dat_model_use *other = r->use; other < use; other++)
        if (other->text != NULL && use->text != NULL && strcmp(other->path, use->path) == 0)
            d = &r->again;
    dat_keys_defaults(dat_model_keys(), DAT_SECTION_FILE, &use->keys);
    use->yaml = dat_yaml_load(text, use->path, d);
    if (use->yaml == NULL)
        return false;
    const struct dat_node *root = dat_yaml_root(use->yaml);
    if (is_exercise(root)) { // one sentence instead of one per key
        dat_yaml_error_key(dat_yaml_find(root, "exercise"),
                           "the file is an exercise, expected a machine or a model");
        return false;
    }
    if (!dat_model_evaluate(use))
        r->values_missing = true;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_FILE, root, &use->keys);
    dat_model_check_parameters(use);
    return true;
}

// The path of a file that the use names, at most size bytes; false after an error.
static bool find_file(const struct dat_model_use *use, const struct dat_value *file, char *path,
                      size_t size) {
    if (file->text[0] == '/') {
        dat_yaml_error(file->node, "'file' must be a path relative to this file, found '%.80s'",
                       file->text);
        return false;
    }
    const size_t folder = strlen(use->folder), name = strlen(file->text);
    const bool slash = folder > 0 && use->folder[folder - 1] != '/';
    if (folder + slash + name >= size) {
        dat_yaml_error(file->node, "the path '%.60s...' is longer than %zu bytes", file->text,
                       size - 1);
        return false;
    }
    memcpy(path, use->folder, folder);
    path[folder] = '/';
    memcpy(path + folder + slash, file->text, name + 1);
    return true;
}

char *dat_model_load_file(struct dat_model_reader *r, const struct dat_model_use *use,
                          const struct dat_value *file, const char *what, char *path, size_t size) {
    if (!r->parts_allowed) {
        dat_yaml_error(file->node, "a %s cannot be read here: the text does not come from a folder",
                       what);
        return NULL;
    }
    if (!find_file(use, file, path, size))
        return NULL;
    struct dat_diagnostics problem;
    dat_diagnostics_init(&problem, path, NULL);
    char *text = dat_text_load(path, &problem);
    if (text == NULL) {
        dat_yaml_error(file->node, "%s '%.80s' %.100s", what, path,
                       dat_diagnostics_first_error(&problem));
        return NULL;
    }
    dat_model_note_source(r, path, text);
    return text;
}

void dat_model_report_file(struct dat_model_reader *r, const struct dat_value *file,
                           const char *what, const char *path, const struct dat_diagnostics *d) {
    if (d->errors > 0)
        dat_yaml_error(file->node, "%s '%.80s' has %d error%s", what, path, d->errors,
                       d->errors == 1 ? "" : "s");
    if (!dat_path_leaves_folder(file->text))
        dat_diagnostics_append(r->d, d);
}

// Sets the path of a part's file; false after an error.
static bool find_part_file(struct dat_model_reader *r, const struct dat_model_use *parent,
                           struct dat_model_use *use) {
    const struct dat_value *file = &use->part.file;
    if (!find_file(parent, file, use->path, sizeof use->path))
        return false;
    for (int i = use->parent; i >= 0; i = r->use[i].parent) {
        if (dat_text_same_file(use->path, r->use[i].path)) {
            dat_yaml_error(file->node, "'%.80s' is a part of itself", file->text);
            return false;
        }
    }
    return true;
}

static bool load_part_text(struct dat_model_reader *r, struct dat_model_use *use) {
    struct dat_diagnostics problem;
    dat_diagnostics_init(&problem, use->path, NULL);
    use->text = dat_text_load(use->path, &problem);
    if (use->text == NULL) {
        dat_yaml_error(use->part.file.node, "part file '%.80s' %.100s", use->path,
                       dat_diagnostics_first_error(&problem));
        return false;
    }
    dat_model_note_source(r, use->path, use->text);
    return true;
}

static bool part_is_allowed(const struct dat_model_reader *r, const struct dat_model_use *parent,
                            const struct dat_model_part *part) {
    const struct dat_node *node = part->file.node;
    if (!r->parts_allowed)
        dat_yaml_error(node, "a part cannot be read here: the text does not come from a folder");
    else if (parent->depth == DAT_PART_DEPTH)
        dat_yaml_error(node, "parts may be nested at most %d levels deep", DAT_PART_DEPTH);
    else if (r->use_count == DAT_MAX_FILES)
        dat_yaml_error(node, "the machine has more than %d parts", DAT_MAX_FILES - 1);
    else
        return true;
    return false;
}

// Opens a part of parent and returns it, NULL after an error.
static struct dat_model_use *open_part(struct dat_model_reader *r, int parent_index,
                                       const struct dat_node *item) {
    const struct dat_model_use *parent = &r->use[parent_index];
    struct dat_model_part part;
    const bool complete = dat_keys_read(dat_model_keys(), DAT_SECTION_PART, item, &part);
    dat_model_check_name(dat_keys_items(&parent->keys.parts), item);
    if (!complete || !part_is_allowed(r, parent, &part))
        return NULL;
    struct dat_model_use *use = &r->use[r->use_count];
    *use = (struct dat_model_use){.parent = parent_index, .depth = parent->depth + 1, .part = part};
    char prefix[sizeof use->prefix];
    const int length = snprintf(prefix, sizeof prefix, "%s%s.", parent->prefix, part.name.text);
    if (length >= (int)sizeof use->prefix) {
        dat_yaml_error(part.name.node, "the prefix of the part is longer than %d characters",
                       (int)sizeof use->prefix - 1);
        return NULL;
    }
    memcpy(use->prefix, prefix, sizeof prefix);
    if (!find_part_file(r, parent, use) || !load_part_text(r, use))
        return NULL;
    dat_model_folder(use->path, use->folder, sizeof use->folder);
    // P1 M1 P2 M2 = P1 (M1 P2 M1) (M1 M2)
    use->pose = dat_model_place_pose(parent, dat_value_pose(&part.position, &part.rotation_deg));
    use->mirror = parent->mirror != part.mirror.yes;
    r->use_count++;
    if (dat_path_leaves_folder(part.file.text) && !dat_yaml_has_key(use->text, "kind")) {
        dat_yaml_error(part.file.node,
                       "'%.80s' is outside this file's folder and not a part; none of it is shown",
                       part.file.text);
        return NULL;
    }
    (void)dat_model_open(r, use, use->text);
    if (use->keys.kind.node != NULL && use->keys.kind.choice != 2) {
        dat_yaml_error(part.file.node, "the file of a part must be of kind 'part', found '%s'",
                       use->keys.kind.node->text);
    }
    return use;
}

void dat_model_open_parts(struct dat_model_reader *r) {
    // Each use is opened behind the last, so this walks breadth-first without recursion.
    for (int index = 0; index < r->use_count; index++)
        for (const struct dat_node *item = dat_keys_items(&r->use[index].keys.parts); item != NULL;
             item = item->next)
            (void)open_part(r, index, item);
}
