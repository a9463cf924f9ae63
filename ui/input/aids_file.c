#include "ui/input/aids_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/text/atomic_file.h"
#include "data/text/keys.h"
#include "data/text/text.h"

struct file_keys {
    struct dat_value value[VEH_CONTROL_COUNT]; // only those of settings are used
    struct dat_value guide[DAT_GUIDE_COUNT];
};

// clang-format off
#define SETTING(CONTROL, name, most, help) \
    {0, name, DAT_KEY_NUMBER, "", "0", 0, most, "", 0, \
     offsetof(struct file_keys, value) + (CONTROL) * sizeof(struct dat_value), help}
#define GUIDE(GUIDE, name) \
    {0, name, DAT_KEY_INTEGER, "", "0", 0, 1, "", 0, \
     offsetof(struct file_keys, guide) + (GUIDE) * sizeof(struct dat_value), "1: on"}
static const struct dat_key keys[] = {
    SETTING(VEH_TIP_CONTROL, "tip_control", 1, "1: on"),
    SETTING(VEH_CRANE_SLOWER, "crane_slower", 0.8, "share of the crane's speed that is taken away"),
    SETTING(VEH_SOFT_CRANE, "soft_crane", 1, "1: on, 0.5: half of it"),
    SETTING(VEH_SWING_DAMPING, "swing_damping", 1, "1: on, 0.5: half of it"),
    GUIDE(DAT_GUIDE_ARROW, "guide_arrow"),
    GUIDE(DAT_GUIDE_GHOST, "guide_ghost"),
    GUIDE(DAT_GUIDE_DEPTH, "guide_depth"),
    GUIDE(DAT_GUIDE_LEVER, "guide_lever"),
};
// clang-format on

static const struct dat_key_section sections[] = {{"the file", "", sizeof(struct file_keys)}};
static const struct dat_key_table table = {keys, sizeof keys / sizeof keys[0], sections, 1};

static bool is_setting(int control) {
    return veh_control_info((enum veh_control)control)->step > 0.0;
}

static bool read_text(const char *text, const char *file, struct veh_controls *settings,
                      unsigned *guides, struct dat_diagnostics *d) {
    struct file_keys read;
    const int errors = d->errors;
    struct dat_yaml *yaml = dat_yaml_load(text, file, d);
    bool ok = yaml != NULL && dat_keys_read(&table, 0, dat_yaml_root(yaml), &read);
    ok = ok && d->errors == errors;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        if (is_setting(i))
            settings->value[i] = ok ? read.value[i].number[0] : 0.0;
    *guides = 0;
    for (int i = 0; i < DAT_GUIDE_COUNT; i++)
        *guides |= ok && read.guide[i].number[0] > 0.5 ? 1u << i : 0u;
    dat_yaml_destroy(yaml);
    return ok;
}

bool ui_aids_load(const char *path, struct veh_controls *settings, unsigned *guides,
                  struct dat_diagnostics *d) {
    dat_diagnostics_init(d, path, NULL);
    if (access(path, F_OK) != 0)
        return true;
    char *text = dat_text_load(path, d);
    const bool ok = text != NULL && read_text(text, path, settings, guides, d);
    free(text);
    return ok;
}

bool ui_aids_save(const char *path, const struct veh_controls *settings, unsigned guides,
                  struct dat_problem *problem) {
    char text[1024] =
        "# Aids of the crane and guidance, written by Kranich when one is switched.\n";
    size_t used = strlen(text);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        if (!is_setting(i))
            continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s: %g\n",
                                 veh_control_info((enum veh_control)i)->name, settings->value[i]);
        assert(used < sizeof text);
    }
    for (int i = 0; i < DAT_GUIDE_COUNT; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s: %d\n",
                                 dat_guide_name((enum dat_guide)i), (int)(guides >> i & 1u));
    assert(used < sizeof text);
    return dat_make_folders(path, problem) && dat_write_file(path, text, used, problem);
}
