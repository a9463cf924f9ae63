#include "ui/can/setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data/text/keys.h"
#include "data/text/text.h"
#include "ui/can/j1939.h"
#include "ui/input/bind_file.h"

// ---- the keys of the file ----

struct file_keys {
    struct dat_value port, bit_rate, address, levers;
};

struct lever_keys {
    struct dat_value device, source, joystick, silence, signals;
};

struct signal_keys {
    struct dat_value part, group, byte, bit, length, low, middle, high;
};

enum { FILE_SECTION, LEVER_SECTION, SIGNAL_SECTION };

#define DEVICES "lever_1|lever_2|pedals"

static const struct dat_key keys[] = {
    {FILE_SECTION, "port", DAT_KEY_TEXT, "", NULL, 0, 0, "", 0, offsetof(struct file_keys, port),
     "a network interface such as can0, or the serial line of an adapter such as /dev/ttyACM0"},
    {FILE_SECTION, "bit_rate_kbit_s", DAT_KEY_INTEGER, "", "250", 10, 1000, "", 0,
     offsetof(struct file_keys, bit_rate), "of a serial line's bus"},
    {FILE_SECTION, "address", DAT_KEY_INTEGER, "", "128", 0, 247, "", 0,
     offsetof(struct file_keys, address), "that the program claims for itself"},
    {FILE_SECTION, "levers", DAT_KEY_SECTIONS, "", NULL, 0, 0, "", LEVER_SECTION,
     offsetof(struct file_keys, levers), "what speaks on the bus"},
    {LEVER_SECTION, "device", DAT_KEY_CHOICE, "", NULL, 0, 0, DEVICES, 0,
     offsetof(struct lever_keys, device), "what it is used as"},
    {LEVER_SECTION, "source", DAT_KEY_INTEGER, "", NULL, 0, 253, "", 0,
     offsetof(struct lever_keys, source), "its address"},
    {LEVER_SECTION, "joystick", DAT_KEY_INTEGER, "", "0", 0, 3, "", 0,
     offsetof(struct lever_keys, joystick),
     "number of the standard's joystick messages that it sends, 0: none"},
    {LEVER_SECTION, "silence_s", DAT_KEY_NUMBER, "s", "0.06", 0.01, 2, "", 0,
     offsetof(struct lever_keys, silence), "without a message for so long it is neutral"},
    {LEVER_SECTION, "signals", DAT_KEY_SECTIONS, "", "", 0, 0, "", SIGNAL_SECTION,
     offsetof(struct lever_keys, signals), "what it sends in messages of its maker's own"},
    {SIGNAL_SECTION, "part", DAT_KEY_TEXT, "", NULL, 0, 0, "", 0,
     offsetof(struct signal_keys, part), "'axis 3', 'button 13' or 'pedal 1'"},
    {SIGNAL_SECTION, "group", DAT_KEY_INTEGER, "", NULL, 0, 0x3FFFF, "", 0,
     offsetof(struct signal_keys, group), "the message's parameter group number"},
    {SIGNAL_SECTION, "byte", DAT_KEY_INTEGER, "", NULL, 1, 8, "", 0,
     offsetof(struct signal_keys, byte), "where the field begins, counted from 1"},
    {SIGNAL_SECTION, "bit", DAT_KEY_INTEGER, "", "1", 1, 8, "", 0,
     offsetof(struct signal_keys, bit), "its lowest bit in there, counted from 1"},
    {SIGNAL_SECTION, "length", DAT_KEY_INTEGER, "", NULL, 1, 32, "", 0,
     offsetof(struct signal_keys, length), "bits; 2 of a button"},
    {SIGNAL_SECTION, "low", DAT_KEY_INTEGER, "", "0", 0, 4294967295.0, "", 0,
     offsetof(struct signal_keys, low), "number at the left or far end, of a pedal at rest"},
    {SIGNAL_SECTION, "middle", DAT_KEY_INTEGER, "", "", 0, 4294967295.0, "", 0,
     offsetof(struct signal_keys, middle), "number in the middle (default: half way)"},
    {SIGNAL_SECTION, "high", DAT_KEY_INTEGER, "", "0", 0, 4294967295.0, "", 0,
     offsetof(struct signal_keys, high),
     "number at the right or near end, of a pedal at the floor"},
};

static const struct dat_key_section sections[] = {
    {"the file", "", sizeof(struct file_keys)},
    {"a lever", "", sizeof(struct lever_keys)},
    {"a signal", "", sizeof(struct signal_keys)},
};

static const struct dat_key_table table = {keys, sizeof keys / sizeof keys[0], sections,
                                           sizeof sections / sizeof sections[0]};

// ---- reading ----

static bool read_part(const struct dat_value *part, enum ui_device device,
                      struct ui_can_signal *s) {
    struct ui_binding b = {.device = device};
    const bool known = ui_part_read(part->text, &b) && b.part != UI_PART_HAT;
    if (!known)
        dat_yaml_error(part->at, "there is no part '%.40s', expected one such as %s", part->text,
                       device == UI_DEVICE_PEDALS ? "pedal 1" : "axis 3 or button 13");
    s->part = b.part;
    s->index = b.index;
    return known;
}

static bool is_used(const struct ui_can_lever_def *def, const struct ui_can_signal *s) {
    for (int i = 0; i < def->signals; i++)
        if (def->signal[i].part == s->part && def->signal[i].index == s->index)
            return true;
    return false;
}

static bool read_range(const struct signal_keys *k, struct ui_can_signal *s) {
    s->low = k->low.number[0];
    s->high = k->high.number[0];
    s->middle = k->middle.at != NULL ? k->middle.number[0] : 0.5 * (s->low + s->high);
    if (fmax(s->low, s->high) >= ldexp(1.0, s->length)) {
        dat_yaml_error(k->length.at, "a field of %d bits holds no more than %.0f", s->length,
                       ldexp(1.0, s->length) - 1.0);
        return false;
    }
    if ((s->low < s->middle && s->middle < s->high) || (s->low > s->middle && s->middle > s->high))
        return true;
    dat_yaml_error(k->part.at, "'low', 'middle' and 'high' of an axis must rise or fall");
    return false;
}

static void read_signal(const struct dat_node *node, struct ui_can_lever_def *def) {
    struct signal_keys k;
    if (!dat_keys_read(&table, SIGNAL_SECTION, node, &k))
        return;
    struct ui_can_signal s = {.group = (uint32_t)k.group.number[0],
                              .coding = UI_CAN_NUMBER,
                              .offset = 8 * ((int)k.byte.number[0] - 1) + (int)k.bit.number[0] - 1,
                              .length = (int)k.length.number[0]};
    if (!read_part(&k.part, def->device, &s))
        return;
    if (s.part == UI_PART_BUTTON)
        s.coding = UI_CAN_J1939_BUTTON;
    if (s.offset + s.length > 64)
        dat_yaml_error(k.length.at, "the field ends behind the eighth byte");
    else if (s.part == UI_PART_BUTTON && s.length != 2)
        dat_yaml_error(k.length.at, "'length' of a button must be 2");
    else if (is_used(def, &s))
        dat_yaml_error(k.part.at, "'%.40s' is sent twice", k.part.text);
    else if (def->signals == UI_CAN_SIGNALS)
        dat_yaml_error(node, "there are more than %d signals", UI_CAN_SIGNALS);
    else if (s.part == UI_PART_BUTTON || read_range(&k, &s))
        def->signal[def->signals++] = s;
}

static enum ui_device device_of(int choice) {
    static const enum ui_device devices[] = {UI_DEVICE_LEFT, UI_DEVICE_RIGHT, UI_DEVICE_PEDALS};
    return devices[choice];
}

static bool is_new(const struct lever_keys *k, const struct ui_can_setup *setup,
                   const struct ui_can_lever_def *def) {
    for (int i = 0; i < setup->levers; i++) {
        if (setup->lever[i].device != def->device)
            continue;
        dat_yaml_error(k->device.at, "the %s is there twice", ui_device_name(def->device));
        return false;
    }
    return true;
}

// Messages that two devices would take for their own.
static bool is_its_own(const struct lever_keys *k, const struct ui_can_setup *setup,
                       const struct ui_can_lever_def *def) {
    for (int i = 0; i < setup->levers; i++)
        for (int j = 0; setup->lever[i].source == def->source && j < setup->lever[i].signals; j++)
            for (int n = 0; n < def->signals; n++) {
                const struct ui_can_signal *a = &setup->lever[i].signal[j], *b = &def->signal[n];
                if (a->group != b->group || a->offset != b->offset)
                    continue;
                dat_yaml_error(k->source.at, "address %d sends the same for the %s already",
                               def->source, ui_device_name(setup->lever[i].device));
                return false;
            }
    return true;
}

static void read_lever(const struct dat_node *node, struct ui_can_setup *setup) {
    struct lever_keys k;
    if (!dat_keys_read(&table, LEVER_SECTION, node, &k))
        return;
    struct ui_can_lever_def def = {.device = device_of(k.device.choice),
                                   .source = (uint8_t)k.source.number[0],
                                   .silence = k.silence.number[0]};
    const int joystick = (int)k.joystick.number[0];
    if (joystick > 0 && def.device == UI_DEVICE_PEDALS)
        dat_yaml_error(k.joystick.at, "pedals send no joystick messages, describe their 'signals'");
    else if (joystick > 0)
        (void)ui_can_add_joystick(&def, joystick);
    for (const struct dat_node *s = dat_keys_items(&k.signals); s != NULL; s = s->next)
        read_signal(s, &def);
    if (joystick == 0 && k.signals.at == NULL)
        dat_yaml_error(node, "the %s sends nothing, expected 'joystick' or 'signals'",
                       ui_device_name(def.device));
    if (is_new(&k, setup, &def) && is_its_own(&k, setup, &def))
        setup->lever[setup->levers++] = def;
}

static void read_file(const struct file_keys *k, struct ui_can_setup *setup) {
    setup->bit_rate = (int)k->bit_rate.number[0];
    setup->address = (uint8_t)k->address.number[0];
    (void)snprintf(setup->port, sizeof setup->port, "%s", k->port.text);
    if (strlen(k->port.text) >= sizeof setup->port)
        dat_yaml_error(k->port.at, "'port' has more than %d letters", UI_CAN_NAME - 1);
    if (!ui_can_bit_rate_is_known(setup->bit_rate))
        dat_yaml_error(k->bit_rate.at, "expected 10, 20, 50, 100, 125, 250, 500, 800 or 1000");
    for (const struct dat_node *item = dat_keys_items(&k->levers); item != NULL; item = item->next)
        read_lever(item, setup);
}

bool ui_can_setup_read(const char *text, const char *file, struct ui_can_setup *setup,
                       struct dat_diagnostics *d) {
    struct file_keys k;
    const int errors = d->errors;
    memset(setup, 0, sizeof *setup);
    struct dat_yaml *yaml = dat_yaml_load(text, file, d);
    if (yaml != NULL && dat_keys_read(&table, FILE_SECTION, dat_yaml_root(yaml), &k))
        read_file(&k, setup);
    dat_yaml_destroy(yaml);
    if (yaml != NULL && d->errors == errors)
        return true;
    memset(setup, 0, sizeof *setup);
    return false;
}

bool ui_can_setup_load(const char *path, struct ui_can_setup *setup, struct dat_diagnostics *d) {
    memset(setup, 0, sizeof *setup);
    dat_diagnostics_init(d, path, NULL);
    if (access(path, F_OK) != 0)
        return true;
    char *text = dat_text_load(path, d);
    const bool ok = text != NULL && ui_can_setup_read(text, path, setup, d);
    free(text);
    return ok;
}
