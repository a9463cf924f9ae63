#include "ui/screen/seat_file.h"

#include <stdlib.h>
#include <unistd.h>

#include "data/text/atomic_file.h"
#include "data/text/keys.h"
#include "data/text/text.h"

struct file_keys {
    struct dat_value ahead, up;
};

#define AT(member) 0, offsetof(struct file_keys, member)

// The limits are those of ui/scene/camera_rig.h.
static const struct dat_key keys[] = {
    {0, "ahead_m", DAT_KEY_NUMBER, "m", "0", -0.10, 0.10, "", AT(ahead), "from the seat's middle"},
    {0, "up_m", DAT_KEY_NUMBER, "m", "0", -0.08, 0.08, "", AT(up), "from the seat's middle"},
};

static const struct dat_key_section sections[] = {{"the file", "", sizeof(struct file_keys)}};
static const struct dat_key_table table = {keys, sizeof keys / sizeof keys[0], sections, 1};

static bool read_text(const char *text, const char *path, struct ui_camera_rig *rig,
                      struct dat_diagnostics *d) {
    struct file_keys read;
    const int errors = d->errors;
    struct dat_yaml *yaml = dat_yaml_load(text, path, d);
    bool ok = yaml != NULL && dat_keys_read(&table, 0, dat_yaml_root(yaml), &read);
    ok = ok && d->errors == errors;
    rig->seat_ahead = ok ? read.ahead.number[0] : 0.0;
    rig->seat_up = ok ? read.up.number[0] : 0.0;
    dat_yaml_destroy(yaml);
    return ok;
}

bool ui_seat_load(const char *path, struct ui_camera_rig *rig, struct dat_diagnostics *d) {
    dat_diagnostics_init(d, path, NULL);
    if (access(path, F_OK) != 0)
        return true;
    char *text = dat_text_load(path, d);
    const bool ok = text != NULL && read_text(text, path, rig, d);
    free(text);
    return ok;
}

bool ui_seat_save(const char *path, const struct ui_camera_rig *rig, struct dat_problem *problem) {
    char text[256];
    const int length = snprintf(text, sizeof text,
                                "# The operator's seat, written by Kranich when it is moved.\n"
                                "ahead_m: %.4g\nup_m: %.4g\n",
                                rig->seat_ahead, rig->seat_up);
    return dat_make_folders(path, problem) && dat_write_file(path, text, (size_t)length, problem);
}
