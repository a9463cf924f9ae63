#include "ui/input/bind_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <SDL_gamecontroller.h>
#include <SDL_keyboard.h>

#include "data/text/atomic_file.h"
#include "data/text/closest.h"
#include "data/text/keys.h"
#include "data/text/text.h"

// ---- the keys of the file ----

struct file_keys {
    struct dat_value controls;
};

struct row_keys {
    struct dat_value device, part, shifted, button_1_held, function, side;
};

enum { FILE_SECTION, ROW_SECTION };

#define DEVICES "keyboard|lever_1|lever_2|pedals|game_controller"

static const struct dat_key keys[] = {
    {FILE_SECTION, "controls", DAT_KEY_SECTIONS, "", NULL, 0, 0, "", ROW_SECTION,
     offsetof(struct file_keys, controls), "what moves what"},
    {ROW_SECTION, "device", DAT_KEY_CHOICE, "", NULL, 0, 0, DEVICES, 0,
     offsetof(struct row_keys, device), "the device"},
    {ROW_SECTION, "part", DAT_KEY_TEXT, "", NULL, 0, 0, "", 0, offsetof(struct row_keys, part),
     "a key's name, 'axis 1', 'button 1', 'hat up' or 'pedal 1'"},
    {ROW_SECTION, "shifted", DAT_KEY_YES_NO, "", "false", 0, 0, "", 0,
     offsetof(struct row_keys, shifted),
     "counts while the shift button is held: button 1 of lever 1, Back of a game controller"},
    {ROW_SECTION, "button_1_held", DAT_KEY_YES_NO, "", "false", 0, 0, "", 0,
     offsetof(struct row_keys, button_1_held), "the former name of 'shifted'"},
    {ROW_SECTION, "function", DAT_KEY_TEXT, "", NULL, 0, 0, "", 0,
     offsetof(struct row_keys, function), "what it moves"},
    {ROW_SECTION, "side", DAT_KEY_TEXT, "", "", 0, 0, "", 0, offsetof(struct row_keys, side),
     "to which side; of an axis: where its end to the right, or towards you, moves it"},
};

static const struct dat_key_section sections[] = {
    {"the file", "", sizeof(struct file_keys)},
    {"a row", "", sizeof(struct row_keys)},
};

static const struct dat_key_table table = {keys, sizeof keys / sizeof keys[0], sections,
                                           sizeof sections / sizeof sections[0]};

// ---- names of parts ----

static const char *const hats[] = {"up", "right", "down", "left"};

static void part_name(const struct ui_binding *b, char *text, size_t size) {
    switch (b->part) {
    case UI_PART_KEY: // by its place, whatever is printed on it
        (void)snprintf(text, size, "%s", SDL_GetScancodeName((SDL_Scancode)b->index));
        break;
    case UI_PART_AXIS:
        (void)snprintf(text, size, "axis %d", b->index + 1);
        break;
    case UI_PART_PEDAL:
        (void)snprintf(text, size, "pedal %d", b->index + 1);
        break;
    case UI_PART_BUTTON:
        (void)snprintf(text, size, "button %d", b->index + 1);
        break;
    case UI_PART_HAT:
        (void)snprintf(text, size, "hat %s", hats[b->index]);
        break;
    }
}

// The number behind the word, counted from 1; false where there is another word or number.
static bool numbered(const char *text, const char *word, int most, int *index) {
    const size_t length = strlen(word);
    if (strncmp(text, word, length) != 0 || text[length] != ' ')
        return false;
    char *end;
    const long number = strtol(text + length + 1, &end, 10);
    if (end == text + length + 1 || *end != '\0' || number < 1 || number > most)
        return false;
    *index = (int)number - 1;
    return true;
}

static bool read_part(const char *text, struct ui_binding *b) {
    const bool pad = b->device == UI_DEVICE_PAD;
    if (b->device == UI_DEVICE_KEYBOARD) {
        b->part = UI_PART_KEY;
        b->index = (int)SDL_GetScancodeFromName(text);
        return b->index != SDL_SCANCODE_UNKNOWN && b->index < UI_KEYS;
    }
    if (b->device == UI_DEVICE_PEDALS) {
        b->part = UI_PART_PEDAL;
        return numbered(text, "pedal", UI_AXES, &b->index);
    }
    if (numbered(text, "axis", pad ? SDL_CONTROLLER_AXIS_MAX : UI_AXES, &b->index)) {
        b->part = UI_PART_AXIS;
        return true;
    }
    if (numbered(text, "button", pad ? SDL_CONTROLLER_BUTTON_DPAD_RIGHT + 1 : 64, &b->index)) {
        b->part = UI_PART_BUTTON;
        return true;
    }
    b->part = UI_PART_HAT;
    for (int i = 0; i < 4 && !pad; i++) {
        b->index = i;
        if (strncmp(text, "hat ", 4) == 0 && strcmp(text + 4, hats[i]) == 0)
            return true;
    }
    return false;
}

// ---- reading ----

static bool read_function(const struct row_keys *row, struct ui_binding *b) {
    const char *names[VEH_CONTROL_COUNT];
    b->control = veh_control_find(row->function.text);
    if (b->control != VEH_CONTROL_COUNT)
        return true;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        names[i] = veh_control_info((enum veh_control)i)->name;
    const char *near = dat_closest(row->function.text, names, VEH_CONTROL_COUNT);
    dat_yaml_error(row->function.at, "there is no function '%.40s'%s%s%s", row->function.text,
                   near != NULL ? " (did you mean '" : ", expected one such as 'slew' or 'saw'",
                   near != NULL ? near : "", near != NULL ? "'?)" : "");
    return false;
}

static bool read_side(const struct row_keys *row, struct ui_binding *b) {
    const struct veh_control_info *info = veh_control_info(b->control);
    const char *side = row->side.text;
    b->scale = 1.0;
    if (info->negative == NULL || strcmp(side, info->positive) == 0)
        return true;
    b->scale = -1.0;
    if (strcmp(side, info->negative) == 0)
        return true;
    const struct dat_node *at = row->side.at != NULL ? row->side.at : row->function.at;
    dat_yaml_error(at, "'side' expected %s or %s, found '%.20s'", info->positive, info->negative,
                   side);
    return false;
}

static bool read_row(const struct dat_node *node, struct ui_binding *b) {
    struct row_keys row;
    if (!dat_keys_read(&table, ROW_SECTION, node, &row))
        return false;
    *b = (struct ui_binding){.device = (enum ui_device)row.device.choice};
    if (!read_function(&row, b))
        return false;
    if (!read_part(row.part.text, b)) {
        dat_yaml_error(row.part.at, "the %s has no part '%.40s', expected one such as %s",
                       ui_device_name(b->device), row.part.text,
                       b->device == UI_DEVICE_KEYBOARD ? "A, Space or Up"
                       : b->device == UI_DEVICE_PEDALS ? "pedal 1"
                                                       : "axis 1 or button 2");
        return false;
    }
    if (ui_binding_is_reserved(b)) {
        dat_yaml_error(row.part.at, "'%.40s' is reserved for the program", row.part.text);
        return false;
    }
    b->shifted = row.shifted.yes || row.button_1_held.yes;
    if (b->shifted && ui_shift_button(b->device) < 0) {
        dat_yaml_error(row.shifted.at != NULL ? row.shifted.at : row.button_1_held.at,
                       "the %s has no shift button; lever 1 and game controllers have one",
                       ui_device_name(b->device));
        return false;
    }
    return read_side(&row, b);
}

static void read_rows(const struct dat_node *root, struct ui_binding *rows, size_t *count) {
    struct file_keys file;
    if (!dat_keys_read(&table, FILE_SECTION, root, &file))
        return;
    for (const struct dat_node *item = dat_keys_items(&file.controls); item != NULL;
         item = item->next) {
        if (*count == UI_BINDINGS_MAX) {
            dat_yaml_error(item, "there are more than %d rows", UI_BINDINGS_MAX);
            return;
        }
        if (read_row(item, &rows[*count]))
            (*count)++;
    }
}

bool ui_bindings_read(const char *text, const char *file, struct dat_diagnostics *d) {
    struct ui_binding rows[UI_BINDINGS_MAX];
    size_t count = 0;
    const int errors = d->errors;
    struct dat_yaml *yaml = dat_yaml_load(text, file, d);
    if (yaml != NULL)
        read_rows(dat_yaml_root(yaml), rows, &count);
    dat_yaml_destroy(yaml);
    if (yaml == NULL || d->errors != errors) {
        ui_bindings_restore();
        return false;
    }
    return ui_bindings_set(rows, count);
}

bool ui_bindings_load(const char *path, struct dat_diagnostics *d) {
    dat_diagnostics_init(d, path, NULL);
    if (access(path, F_OK) != 0)
        return true;
    char *text = dat_text_load(path, d);
    const bool ok = text != NULL && ui_bindings_read(text, path, d);
    free(text);
    return ok;
}

// ---- writing ----

// The nth of words separated by '|'.
static void word(const char *words, int n, char *text, size_t size) {
    for (; n > 0; n--)
        words = strchr(words, '|') + 1;
    (void)snprintf(text, size, "%.*s", (int)strcspn(words, "|"), words);
}

bool ui_bindings_write(char *text, size_t size) {
    static const char head[] =
        "# Keys and levers, written by Kranich (F2 in the window). Delete the file to\n"
        "# have those that the program brings.\n"
        "controls:\n";
    size_t count, used = sizeof head - 1;
    const struct ui_binding *b = ui_bindings(&count);
    if (size <= used)
        return false;
    memcpy(text, head, sizeof head);
    for (size_t i = 0; i < count; i++) {
        char device[24], part[32];
        const struct veh_control_info *info = veh_control_info(b[i].control);
        word(DEVICES, (int)b[i].device, device, sizeof device);
        part_name(&b[i], part, sizeof part);
        const int n = snprintf(text + used, size - used,
                               "  - {device: %s, part: \"%s%s\"%s, function: %s, side: %s}\n",
                               device, strchr("\"\\", part[0]) != NULL ? "\\" : "", part,
                               b[i].shifted ? ", shifted: true" : "", info->name,
                               b[i].scale > 0.0 ? info->positive : info->negative);
        if (n < 0 || (size_t)n >= size - used)
            return false;
        used += (size_t)n;
    }
    return true;
}

bool ui_bindings_save(const char *path, struct dat_problem *problem) {
    static char text[32768];
    if (ui_bindings_are_standard()) {
        if (remove(path) == 0 || errno == ENOENT)
            return true;
        dat_problem_set(problem, "%s cannot be removed: %s", path, strerror(errno));
        return false;
    }
    if (!ui_bindings_write(text, sizeof text)) {
        dat_problem_set(problem, "%s: there are too many keys and levers", path);
        return false;
    }
    return dat_make_folders(path, problem) && dat_write_file(path, text, strlen(text), problem);
}
