#include "ui/input/bind_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <SDL_gamecontroller.h>
#include <SDL_keyboard.h>

#include "data/text/atomic_file.h"
#include "data/text/closest.h"
#include "data/text/keys.h"
#include "data/text/text.h"
#include "ui/input/response.h"

// ---- the keys of the file ----

struct file_keys {
    struct dat_value title, tip_control, controls, devices, functions;
};

struct row_keys {
    struct dat_value device, part, shifted, button_1_held, function, side;
};

struct device_keys {
    struct dat_value device, name, guid, dead_zone, curve;
};

struct function_keys {
    struct dat_value function, side, speed, rise, fall;
};

enum { FILE_SECTION, ROW_SECTION, DEVICE_SECTION, FUNCTION_SECTION };

#define DEVICES "keyboard|lever_1|lever_2|pedals|game_controller"

static const struct dat_key keys[] = {
    {FILE_SECTION, "title", DAT_KEY_TEXT, "", "", 0, 0, "", 0, offsetof(struct file_keys, title),
     "of a layout: what it is called"},
    {FILE_SECTION, "tip_control", DAT_KEY_YES_NO, "", "false", 0, 0, "", 0,
     offsetof(struct file_keys, tip_control),
     "the levers move the crane's tip: the aid is always on"},
    {FILE_SECTION, "controls", DAT_KEY_SECTIONS, "", "", 0, 0, "", ROW_SECTION,
     offsetof(struct file_keys, controls), "what moves what"},
    {FILE_SECTION, "devices", DAT_KEY_SECTIONS, "", "", 0, 0, "", DEVICE_SECTION,
     offsetof(struct file_keys, devices), "how levers, sticks and pedals answer"},
    {FILE_SECTION, "functions", DAT_KEY_SECTIONS, "", "", 0, 0, "", FUNCTION_SECTION,
     offsetof(struct file_keys, functions), "how fast functions become"},
    {ROW_SECTION, "device", DAT_KEY_CHOICE, "", NULL, 0, 0, DEVICES, 0,
     offsetof(struct row_keys, device), "the device"},
    {ROW_SECTION, "part", DAT_KEY_TEXT, "", NULL, 0, 0, "", 0, offsetof(struct row_keys, part),
     "a key's name, 'mouse axis 1', 'axis 1', 'button 1', 'hat up' or 'pedal 1'"},
    {ROW_SECTION, "shifted", DAT_KEY_YES_NO, "", "false", 0, 0, "", 0,
     offsetof(struct row_keys, shifted),
     "counts while the shift button is held: button 1 of lever 1, Back of a game controller"},
    {ROW_SECTION, "button_1_held", DAT_KEY_YES_NO, "", "false", 0, 0, "", 0,
     offsetof(struct row_keys, button_1_held), "the former name of 'shifted'"},
    {ROW_SECTION, "function", DAT_KEY_TEXT, "", NULL, 0, 0, "", 0,
     offsetof(struct row_keys, function), "what it moves"},
    {ROW_SECTION, "side", DAT_KEY_TEXT, "", "", 0, 0, "", 0, offsetof(struct row_keys, side),
     "to which side; of an axis: where its end to the right, or towards you, moves it"},
    {DEVICE_SECTION, "device", DAT_KEY_CHOICE, "", NULL, 0, 0, DEVICES, 0,
     offsetof(struct device_keys, device), "the device"},
    {DEVICE_SECTION, "name", DAT_KEY_TEXT, "", "", 0, 0, "", 0, offsetof(struct device_keys, name),
     "the joystick with this in its name is this device"},
    {DEVICE_SECTION, "guid", DAT_KEY_TEXT, "", "", 0, 0, "", 0, offsetof(struct device_keys, guid),
     "the joystick with this GUID is this device"},
    {DEVICE_SECTION, "dead_zone", DAT_KEY_NUMBER, "", "0.08", 0, 0.5, "", 0,
     offsetof(struct device_keys, dead_zone),
     "share of the travel around the middle that does nothing"},
    {DEVICE_SECTION, "curve", DAT_KEY_NUMBER, "", "0.55", 0, 1, "", 0,
     offsetof(struct device_keys, curve), "0: straight; 1: cubic, fine near the middle"},
    {FUNCTION_SECTION, "function", DAT_KEY_TEXT, "", NULL, 0, 0, "", 0,
     offsetof(struct function_keys, function), "what is moved"},
    {FUNCTION_SECTION, "side", DAT_KEY_TEXT, "", NULL, 0, 0, "", 0,
     offsetof(struct function_keys, side), "to which side"},
    {FUNCTION_SECTION, "speed", DAT_KEY_NUMBER, "", "1", 0.1, 1, "", 0,
     offsetof(struct function_keys, speed), "greatest share of the full speed"},
    {FUNCTION_SECTION, "rise_s", DAT_KEY_NUMBER, "s", "0", 0, 2, "", 0,
     offsetof(struct function_keys, rise), "time from rest to full speed"},
    {FUNCTION_SECTION, "fall_s", DAT_KEY_NUMBER, "s", "0", 0, 2, "", 0,
     offsetof(struct function_keys, fall), "time from full speed to rest"},
};

static const struct dat_key_section sections[] = {
    {"the file", "", sizeof(struct file_keys)},
    {"a row", "", sizeof(struct row_keys)},
    {"a device", "", sizeof(struct device_keys)},
    {"a function", "", sizeof(struct function_keys)},
};

static const struct dat_key_table table = {keys, sizeof keys / sizeof keys[0], sections,
                                           sizeof sections / sizeof sections[0]};

// ---- names of parts ----

static const char *const hats[] = {"up", "right", "down", "left"};

static void part_name(const struct ui_binding *b, char *text, size_t size) {
    const char *mouse = b->device == UI_DEVICE_KEYBOARD ? "mouse " : "";
    switch (b->part) {
    case UI_PART_KEY: // by its place, whatever is printed on it
        (void)snprintf(text, size, "%s", SDL_GetScancodeName((SDL_Scancode)b->index));
        break;
    case UI_PART_AXIS:
        (void)snprintf(text, size, "%saxis %d", mouse, b->index + 1);
        break;
    case UI_PART_PEDAL:
        (void)snprintf(text, size, "pedal %d", b->index + 1);
        break;
    case UI_PART_BUTTON:
        (void)snprintf(text, size, "%sbutton %d", mouse, b->index + 1);
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

bool ui_part_read(const char *text, struct ui_binding *b) {
    const bool pad = b->device == UI_DEVICE_PAD;
    if (b->device == UI_DEVICE_KEYBOARD && strncmp(text, "mouse ", 6) == 0) {
        b->part = UI_PART_AXIS;
        if (numbered(text + 6, "axis", 2, &b->index))
            return true;
        b->part = UI_PART_BUTTON;
        return numbered(text + 6, "button", 5, &b->index);
    }
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

static bool read_function(const struct dat_value *function, enum veh_control *control) {
    const char *names[VEH_CONTROL_COUNT];
    *control = veh_control_find(function->text);
    if (*control != VEH_CONTROL_COUNT)
        return true;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        names[i] = veh_control_info((enum veh_control)i)->name;
    const char *near = dat_closest(function->text, names, VEH_CONTROL_COUNT);
    dat_yaml_error(function->at, "there is no function '%.40s'%s%s%s", function->text,
                   near != NULL ? " (did you mean '" : ", expected one such as 'slew' or 'saw'",
                   near != NULL ? near : "", near != NULL ? "'?)" : "");
    return false;
}

// side is 1 or -1. A function with only one side need not name it.
static bool read_side(const struct dat_value *function, const struct dat_value *value,
                      enum veh_control control, double *side) {
    const struct veh_control_info *info = veh_control_info(control);
    *side = 1.0;
    if (info->negative == NULL || strcmp(value->text, info->positive) == 0)
        return true;
    *side = -1.0;
    if (strcmp(value->text, info->negative) == 0)
        return true;
    dat_yaml_error(value->at != NULL ? value->at : function->at,
                   "'side' expected %s or %s, found '%.20s'", info->positive, info->negative,
                   value->text);
    return false;
}

static bool read_shifted(const struct row_keys *row, struct ui_binding *b) {
    b->shifted = row->shifted.yes || row->button_1_held.yes;
    if (!b->shifted || ui_shift_button(b->device) >= 0)
        return true;
    dat_yaml_error(row->shifted.at != NULL ? row->shifted.at : row->button_1_held.at,
                   "the %s has no shift button; lever 1, game controllers and the mouse have one",
                   ui_device_name(b->device));
    return false;
}

static bool part_is_known(const struct row_keys *row, struct ui_binding *b) {
    if (!ui_part_read(row->part.text, b)) {
        dat_yaml_error(row->part.at, "the %s has no part '%.40s', expected one such as %s",
                       ui_device_name(b->device), row->part.text,
                       b->device == UI_DEVICE_KEYBOARD ? "A, Space or Up"
                       : b->device == UI_DEVICE_PEDALS ? "pedal 1"
                                                       : "axis 1 or button 2");
        return false;
    }
    if (!ui_binding_is_reserved(b))
        return true;
    dat_yaml_error(row->part.at, "'%.40s' is reserved for the program", row->part.text);
    return false;
}

// A part that does two things at once is a conflict that somebody overlooked.
static bool part_is_free(const struct row_keys *row, const struct ui_controls_file *content,
                         const struct ui_binding *b) {
    for (size_t i = 0; i < content->rows; i++) {
        if (!ui_binding_same_part(&content->row[i], b))
            continue;
        dat_yaml_error(row->part.at, "'%.40s' of the %s is used twice: for '%s' and for '%s'",
                       row->part.text, ui_device_name(b->device),
                       veh_control_info(content->row[i].control)->name,
                       veh_control_info(b->control)->name);
        return false;
    }
    return true;
}

static bool read_row(const struct dat_node *node, const struct ui_controls_file *content,
                     struct ui_binding *b) {
    struct row_keys row;
    if (!dat_keys_read(&table, ROW_SECTION, node, &row))
        return false;
    *b = (struct ui_binding){.device = (enum ui_device)row.device.choice};
    return read_function(&row.function, &b->control) && part_is_known(&row, b) &&
           read_shifted(&row, b) && part_is_free(&row, content, b) &&
           read_side(&row.function, &row.side, b->control, &b->scale);
}

static void read_rows(const struct dat_value *list, struct ui_controls_file *content) {
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        if (content->rows == UI_BINDINGS_MAX) {
            dat_yaml_error(item, "there are more than %d rows", UI_BINDINGS_MAX);
            return;
        }
        if (read_row(item, content, &content->row[content->rows]))
            content->rows++;
    }
}

static void read_match(const struct device_keys *k, struct ui_match *match) {
    if (k->guid.at != NULL &&
        (strlen(k->guid.text) != sizeof match->guid - 1 ||
         strspn(k->guid.text, "0123456789abcdefABCDEF") != strlen(k->guid.text)))
        dat_yaml_error(k->guid.at, "expected 32 hexadecimal digits, as 'kranich train --controls' "
                                   "prints them");
    if (strpbrk(k->name.text, "\"\\") != NULL || strlen(k->name.text) >= sizeof match->name)
        dat_yaml_error(k->name.at,
                       "expected a part of the joystick's name of at most %d letters, "
                       "without quotation marks",
                       (int)sizeof match->name - 1);
    (void)snprintf(match->name, sizeof match->name, "%.63s", k->name.text);
    (void)snprintf(match->guid, sizeof match->guid, "%.32s", k->guid.text);
}

static void read_devices(const struct dat_value *list, struct ui_controls_file *content) {
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        struct device_keys keys_read;
        if (!dat_keys_read(&table, DEVICE_SECTION, item, &keys_read))
            continue;
        struct ui_device_response *device = &content->responses.device[keys_read.device.choice];
        if (keys_read.device.choice == UI_DEVICE_KEYBOARD)
            dat_yaml_error(keys_read.device.at, "a keyboard has no travel to shape");
        read_match(&keys_read, &content->match[keys_read.device.choice]);
        if (keys_read.dead_zone.at != NULL)
            device->dead_zone = keys_read.dead_zone.number[0];
        if (keys_read.curve.at != NULL)
            device->curve = keys_read.curve.number[0];
    }
}

static void read_functions(const struct dat_value *list, struct ui_responses *responses) {
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        struct function_keys f;
        enum veh_control control;
        double side;
        if (!dat_keys_read(&table, FUNCTION_SECTION, item, &f) ||
            !read_function(&f.function, &control))
            continue;
        if (!ui_response_has_speed(control)) {
            dat_yaml_error(f.function.at, "'%s' is switched and has no speed", f.function.text);
            continue;
        }
        if (read_side(&f.function, &f.side, control, &side))
            responses->function[control][side < 0.0 ? UI_NEGATIVE : UI_POSITIVE] =
                (struct ui_side_response){
                    .speed = f.speed.number[0], .rise = f.rise.number[0], .fall = f.fall.number[0]};
    }
}

bool ui_controls_file_read(const char *text, const char *file, struct ui_controls_file *content,
                           struct dat_diagnostics *d) {
    struct file_keys keys_read;
    const int errors = d->errors;
    memset(content, 0, sizeof *content);
    content->responses = ui_standard_responses();
    struct dat_yaml *yaml = dat_yaml_load(text, file, d);
    if (yaml != NULL && dat_keys_read(&table, FILE_SECTION, dat_yaml_root(yaml), &keys_read)) {
        (void)snprintf(content->title, sizeof content->title, "%s", keys_read.title.text);
        content->tip_control = keys_read.tip_control.yes;
        content->has_rows = keys_read.controls.at != NULL;
        read_rows(&keys_read.controls, content);
        read_devices(&keys_read.devices, content);
        read_functions(&keys_read.functions, &content->responses);
    }
    dat_yaml_destroy(yaml);
    return yaml != NULL && d->errors == errors;
}

bool ui_bindings_read(const char *text, const char *file, struct dat_diagnostics *d) {
    struct ui_controls_file content;
    ui_bindings_restore();
    ui_responses_restore();
    ui_matches_set((struct ui_match[UI_DEVICE_COUNT]){0});
    if (!ui_controls_file_read(text, file, &content, d))
        return false;
    ui_responses_set(&content.responses);
    ui_matches_set(content.match);
    ui_bindings_set_tip_control(content.tip_control);
    return !content.has_rows || ui_bindings_set(content.row, content.rows);
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

// Text that grows up to a size.
struct text {
    char *text;
    size_t used, size;
    bool full;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(t->text + t->used, t->size - t->used, format, arguments);
    va_end(arguments);
    t->full = t->full || n < 0 || (size_t)n >= t->size - t->used;
    t->used = t->full ? t->used : t->used + (size_t)n;
}

static void add_row(struct text *t, const struct ui_binding *b) {
    char device[24], part[32];
    const struct veh_control_info *info = veh_control_info(b->control);
    word(DEVICES, (int)b->device, device, sizeof device);
    part_name(b, part, sizeof part);
    add(t, "  - {device: %s, part: \"%s%s\"%s, function: %s, side: %s}\n", device,
        strchr("\"\\", part[0]) != NULL ? "\\" : "", part, b->shifted ? ", shifted: true" : "",
        info->name, b->scale > 0.0 ? info->positive : info->negative);
}

static void add_responses(struct text *t, const struct ui_responses *r) {
    const struct ui_match *match = ui_matches();
    add(t, "devices:\n");
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++) {
        char device[24];
        word(DEVICES, i, device, sizeof device);
        add(t, "  - {device: %s", device);
        if (match[i].name[0] != '\0')
            add(t, ", name: \"%s\"", match[i].name);
        if (match[i].guid[0] != '\0')
            add(t, ", guid: \"%s\"", match[i].guid);
        add(t, ", dead_zone: %.6g, curve: %.6g}\n", r->device[i].dead_zone, r->device[i].curve);
    }
    add(t, "functions:\n");
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        const struct veh_control_info *info = veh_control_info((enum veh_control)i);
        for (int side = 0; side < UI_SIDES && ui_response_has_speed((enum veh_control)i); side++) {
            const struct ui_side_response *f = &r->function[i][side];
            add(t, "  - {function: %s, side: %s, speed: %.6g, rise_s: %.6g, fall_s: %.6g}\n",
                info->name, side == UI_NEGATIVE ? info->negative : info->positive, f->speed,
                f->rise, f->fall);
        }
    }
}

bool ui_bindings_write(char *text, size_t size) {
    size_t count;
    struct text t = {.text = text, .size = size};
    const struct ui_binding *b = ui_bindings(&count);
    add(&t,
        "# Keys and levers, written by Kranich (F2 in the window). Delete the file to\n"
        "# have those that the program brings.\n"
        "%scontrols:\n",
        ui_bindings_keep_tip_control() ? "tip_control: true\n" : "");
    for (size_t i = 0; i < count; i++)
        add_row(&t, &b[i]);
    if (!ui_responses_are_standard() || !ui_matches_are_standard())
        add_responses(&t, ui_responses());
    return !t.full;
}

bool ui_bindings_save(const char *path, struct dat_problem *problem) {
    static char text[32768];
    if (ui_bindings_are_standard() && ui_responses_are_standard() && ui_matches_are_standard()) {
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
