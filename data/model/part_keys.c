// The keys of the parts of machines, from their own tables: a section per kind, and a key per kind
// at the outermost level of the file.
#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "data/model/keys.h"

#define MAX_KEYS 512

static struct dat_key keys[MAX_KEYS];
static struct dat_key_section sections[DAT_MODEL_SECTIONS];
static struct dat_key_table table = {.keys = keys, .sections = sections};

static const char *const names[] = {
#define NAME(ID, name, key, many) [VEH_PART_##ID] = key,
    VEH_PARTS(NAME)
#undef NAME
};
static const bool is_list[] = {
#define MANY(ID, name, key, many) [VEH_PART_##ID] = many,
    VEH_PARTS(MANY)
#undef MANY
};

// The type of a part's key, as files write it.
static const struct {
    enum dat_key_type type;
    const char *what; // for references
    int inner;
} types[] = {
    [VEH_KEY_NUMBER] = {DAT_KEY_NUMBER, "", 0},
    [VEH_KEY_INTEGER] = {DAT_KEY_INTEGER, "", 0},
    [VEH_KEY_NAME] = {DAT_KEY_NAME, "", 0},
    [VEH_KEY_POINT] = {DAT_KEY_VECTOR, "", 0},
    [VEH_KEY_SIZE] = {DAT_KEY_VECTOR, "", 0},
    [VEH_KEY_POSE] = {DAT_KEY_SECTION, "", DAT_SECTION_FRAME},
    [VEH_KEY_POLYLINE] = {DAT_KEY_PAIRS, "", 0},
    [VEH_KEY_BODY] = {DAT_KEY_REFERENCE, "a body", 0},
    [VEH_KEY_JOINT] = {DAT_KEY_REFERENCE, "a joint", 0},
    [VEH_KEY_INPUT] = {DAT_KEY_REFERENCE, "an input", 0},
    [VEH_KEY_BODIES] = {DAT_KEY_NAMES, "bodies", 0},
    [VEH_KEY_JOINTS] = {DAT_KEY_NAMES, "joints", 0},
    [VEH_KEY_AXES] = {DAT_KEY_NAMES, "joints and axes", 0},
    [VEH_KEY_INPUTS] = {DAT_KEY_NAMES, "inputs", 0},
    [VEH_KEY_DIFFERENTIALS] = {DAT_KEY_NAMES, "differentials", 0},
};

const char *dat_model_part_key(const struct veh_part_kind *kind) {
    assert(kind->id >= 0 && kind->id < VEH_PART_KINDS);
    return names[kind->id];
}

bool dat_model_part_is_list(const struct veh_part_kind *kind) {
    assert(kind->id >= 0 && kind->id < VEH_PART_KINDS);
    return is_list[kind->id];
}

static void append(struct dat_key key) {
    assert(table.key_count < MAX_KEYS);
    keys[table.key_count++] = key;
}

static void append_own(bool of_file) {
    for (int i = 0; i < dat_model_own_keys.key_count; i++)
        if ((dat_model_own_keys.keys[i].section == DAT_SECTION_FILE) == of_file)
            append(dat_model_own_keys.keys[i]);
}

static void append_key_of_file(int id) {
    append((struct dat_key){.section = DAT_SECTION_FILE,
                            .name = names[id],
                            .type = is_list[id] ? DAT_KEY_SECTIONS : DAT_KEY_SECTION,
                            .unit = "",
                            .standard = "",
                            .choices = "",
                            .inner = DAT_SECTION_PARTS + id,
                            .offset = offsetof(struct dat_model_file, machine_part) +
                                      (size_t)id * sizeof(struct dat_value),
                            .help = veh_part_kinds[id]->role});
}

static void append_section(int id) {
    const struct veh_part_kind *kind = veh_part_kinds[id];
    assert(kind->id == id && kind->key_count <= VEH_MAX_PART_KEYS);
    sections[DAT_SECTION_PARTS + id] = (struct dat_key_section){
        kind->title, kind->help, (size_t)kind->key_count * sizeof(struct dat_value)};
    for (int i = 0; i < kind->key_count; i++) {
        const struct veh_key *key = &kind->keys[i];
        append((struct dat_key){.section = DAT_SECTION_PARTS + id,
                                .name = key->name,
                                .type = types[key->type].type,
                                .unit = key->unit,
                                .standard = key->standard,
                                .low = key->low,
                                .high = key->high,
                                .choices = types[key->type].what,
                                .inner = types[key->type].inner,
                                .offset = (size_t)i * sizeof(struct dat_value),
                                .help = key->help});
    }
}

static void build(void) {
    memcpy(sections, dat_model_own_keys.sections,
           (size_t)dat_model_own_keys.section_count * sizeof *sections);
    table.section_count = DAT_MODEL_SECTIONS;
    append_own(true);
    for (int id = 0; id < VEH_PART_KINDS; id++)
        append_key_of_file(id);
    append_own(false);
    for (int id = 0; id < VEH_PART_KINDS; id++)
        append_section(id);
}

const struct dat_key_table *dat_model_keys(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, build);
    return &table;
}
