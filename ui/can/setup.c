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
    struct dat_value port, bit_rate, address, levers, computer;
};

struct lever_keys {
    struct dat_value device, source, joystick, silence, signals;
};

struct signal_keys {
    struct dat_value part, group, byte, bit, length, low, middle, high;
};

struct computer_keys {
    struct dat_value source, silence, commands, messages;
};

struct command_keys {
    struct dat_value function, group, byte, bit, length, low, middle, high;
};

struct message_keys {
    struct dat_value group, every, fields;
};

struct field_keys {
    struct dat_value quantity, name, byte, bit, length, zero, resolution;
};

enum {
    FILE_SECTION,
    LEVER_SECTION,
    SIGNAL_SECTION,
    COMPUTER_SECTION,
    COMMAND_SECTION,
    MESSAGE_SECTION,
    FIELD_SECTION
};

#define DEVICES "lever_1|lever_2|pedals"

// Keys that all fields of messages have.
#define GROUP_ROW(SECTION, KEYS)                                                                   \
    {                                                                                              \
        SECTION, "group", DAT_KEY_INTEGER, "", NULL, 0, 0x3FFFF, "", 0,                            \
            offsetof(struct KEYS, group), "the message's parameter group number"                   \
    }
#define BYTE_ROW(SECTION, KEYS)                                                                    \
    {                                                                                              \
        SECTION, "byte", DAT_KEY_INTEGER, "", NULL, 1, 8, "", 0, offsetof(struct KEYS, byte),      \
            "where the field begins, counted from 1"                                               \
    }
#define BIT_ROW(SECTION, KEYS)                                                                     \
    {                                                                                              \
        SECTION, "bit", DAT_KEY_INTEGER, "", "1", 1, 8, "", 0, offsetof(struct KEYS, bit),         \
            "its lowest bit in there, counted from 1"                                              \
    }

static const struct dat_key keys[] = {
    {FILE_SECTION, "port", DAT_KEY_TEXT, "", NULL, 0, 0, "", 0, offsetof(struct file_keys, port),
     "a network interface such as can0, or the serial line of an adapter such as /dev/ttyACM0"},
    {FILE_SECTION, "bit_rate_kbit_s", DAT_KEY_INTEGER, "", "250", 10, 1000, "", 0,
     offsetof(struct file_keys, bit_rate), "of a serial line's bus"},
    {FILE_SECTION, "address", DAT_KEY_INTEGER, "", "128", 0, 247, "", 0,
     offsetof(struct file_keys, address), "that the program claims for itself"},
    {FILE_SECTION, "levers", DAT_KEY_SECTIONS, "", "", 0, 0, "", LEVER_SECTION,
     offsetof(struct file_keys, levers), "levers and pedals on the bus"},
    {FILE_SECTION, "computer", DAT_KEY_SECTION, "", "", 0, 0, "", COMPUTER_SECTION,
     offsetof(struct file_keys, computer), "a board computer in place of the program's own"},
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
    GROUP_ROW(SIGNAL_SECTION, signal_keys),
    BYTE_ROW(SIGNAL_SECTION, signal_keys),
    BIT_ROW(SIGNAL_SECTION, signal_keys),
    {SIGNAL_SECTION, "length", DAT_KEY_INTEGER, "", NULL, 1, 32, "", 0,
     offsetof(struct signal_keys, length), "bits; 2 of a button"},
    {SIGNAL_SECTION, "low", DAT_KEY_INTEGER, "", "0", 0, 4294967295.0, "", 0,
     offsetof(struct signal_keys, low), "number at the left or far end, of a pedal at rest"},
    {SIGNAL_SECTION, "middle", DAT_KEY_INTEGER, "", "", 0, 4294967295.0, "", 0,
     offsetof(struct signal_keys, middle), "number in the middle (default: half way)"},
    {SIGNAL_SECTION, "high", DAT_KEY_INTEGER, "", "0", 0, 4294967295.0, "", 0,
     offsetof(struct signal_keys, high),
     "number at the right or near end, of a pedal at the floor"},
    {COMPUTER_SECTION, "source", DAT_KEY_INTEGER, "", NULL, 0, 253, "", 0,
     offsetof(struct computer_keys, source), "its address"},
    {COMPUTER_SECTION, "silence_s", DAT_KEY_NUMBER, "s", "0.06", 0.01, 2, "", 0,
     offsetof(struct computer_keys, silence),
     "without a command for so long its functions are neutral"},
    {COMPUTER_SECTION, "commands", DAT_KEY_SECTIONS, "", NULL, 0, 0, "", COMMAND_SECTION,
     offsetof(struct computer_keys, commands), "what it has the machine do"},
    {COMPUTER_SECTION, "messages", DAT_KEY_SECTIONS, "", "", 0, 0, "", MESSAGE_SECTION,
     offsetof(struct computer_keys, messages), "what the program tells it"},
    {COMMAND_SECTION, "function", DAT_KEY_TEXT, "", NULL, 0, 0, "", 0,
     offsetof(struct command_keys, function), "such as feed, as in the file of the controls"},
    GROUP_ROW(COMMAND_SECTION, command_keys),
    BYTE_ROW(COMMAND_SECTION, command_keys),
    BIT_ROW(COMMAND_SECTION, command_keys),
    {COMMAND_SECTION, "length", DAT_KEY_INTEGER, "", NULL, 1, 32, "", 0,
     offsetof(struct command_keys, length), "bits; 2 of a switch, which has no 'low' and 'high'"},
    {COMMAND_SECTION, "low", DAT_KEY_INTEGER, "", "", 0, 4294967295.0, "", 0,
     offsetof(struct command_keys, low),
     "number at full speed backwards, or at rest of a function that knows no backwards"},
    {COMMAND_SECTION, "middle", DAT_KEY_INTEGER, "", "", 0, 4294967295.0, "", 0,
     offsetof(struct command_keys, middle), "number at rest (default: half way)"},
    {COMMAND_SECTION, "high", DAT_KEY_INTEGER, "", "", 0, 4294967295.0, "", 0,
     offsetof(struct command_keys, high), "number at full speed forwards"},
    GROUP_ROW(MESSAGE_SECTION, message_keys),
    {MESSAGE_SECTION, "every_s", DAT_KEY_NUMBER, "s", "0", 0, 10, "", 0,
     offsetof(struct message_keys, every), "between two of them, 0: in each step of 10 ms"},
    {MESSAGE_SECTION, "fields", DAT_KEY_SECTIONS, "", NULL, 0, 0, "", FIELD_SECTION,
     offsetof(struct message_keys, fields), "what is in it"},
    {FIELD_SECTION, "quantity", DAT_KEY_CHOICE, "", NULL, 0, 0, UI_CAN_QUANTITIES, 0,
     offsetof(struct field_keys, quantity), "what is measured or asked for"},
    {FIELD_SECTION, "name", DAT_KEY_TEXT, "", "", 0, 0, "", 0, offsetof(struct field_keys, name),
     "of the function of a lever, of the joint or of the sensor"},
    BYTE_ROW(FIELD_SECTION, field_keys),
    BIT_ROW(FIELD_SECTION, field_keys),
    {FIELD_SECTION, "length", DAT_KEY_INTEGER, "", NULL, 2, 32, "", 0,
     offsetof(struct field_keys, length), "bits; all ones: the machine has no such thing"},
    {FIELD_SECTION, "zero", DAT_KEY_NUMBER, "", "0", -1e6, 1e6, "", 0,
     offsetof(struct field_keys, zero), "what the number 0 means (m, rad, SI)"},
    {FIELD_SECTION, "resolution", DAT_KEY_NUMBER, "", "1", 1e-9, 1e6, "", 0,
     offsetof(struct field_keys, resolution), "what each further number adds"},
};

static const struct dat_key_section sections[] = {
    {"the file", "", sizeof(struct file_keys)},
    {"a lever", "", sizeof(struct lever_keys)},
    {"a signal", "", sizeof(struct signal_keys)},
    {"a board computer", "", sizeof(struct computer_keys)},
    {"a command", "", sizeof(struct command_keys)},
    {"a message", "", sizeof(struct message_keys)},
    {"a field", "", sizeof(struct field_keys)},
};

static const struct dat_key_table table = {keys, sizeof keys / sizeof keys[0], sections,
                                           sizeof sections / sizeof sections[0]};

// ---- fields of a message ----

// Bits from the first one, and whether they are within the eight bytes.
static bool read_place(const struct dat_value *byte, const struct dat_value *bit,
                       const struct dat_value *length, int *offset, int *bits) {
    *offset = 8 * ((int)byte->number[0] - 1) + (int)bit->number[0] - 1;
    *bits = (int)length->number[0];
    if (*offset + *bits > 64)
        dat_yaml_error(length->at, "the field ends behind the eighth byte");
    return *offset + *bits <= 64;
}

// what is to blame where the numbers have no order.
static bool read_range(const struct dat_value *low, const struct dat_value *middle,
                       const struct dat_value *high, const struct dat_value *length,
                       const struct dat_value *what, struct ui_can_signal *s) {
    s->low = low->number[0];
    s->high = high->number[0];
    s->middle = middle->at != NULL ? middle->number[0] : 0.5 * (s->low + s->high);
    if (fmax(s->low, s->high) >= ldexp(1.0, s->length)) {
        dat_yaml_error(length->at, "a field of %d bits holds no more than %.0f", s->length,
                       ldexp(1.0, s->length) - 1.0);
        return false;
    }
    if ((s->low < s->middle && s->middle < s->high) || (s->low > s->middle && s->middle > s->high))
        return true;
    dat_yaml_error(what->at, "'low', 'middle' and 'high' of an axis must rise or fall");
    return false;
}

// ---- levers ----

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

static void read_signal(const struct dat_node *node, struct ui_can_lever_def *def) {
    struct signal_keys k;
    if (!dat_keys_read(&table, SIGNAL_SECTION, node, &k))
        return;
    struct ui_can_signal s = {.group = (uint32_t)k.group.number[0], .coding = UI_CAN_NUMBER};
    if (!read_place(&k.byte, &k.bit, &k.length, &s.offset, &s.length) ||
        !read_part(&k.part, def->device, &s))
        return;
    if (s.part == UI_PART_BUTTON)
        s.coding = UI_CAN_J1939_BUTTON;
    if (s.part == UI_PART_BUTTON && s.length != 2)
        dat_yaml_error(k.length.at, "'length' of a button must be 2");
    else if (is_used(def, &s))
        dat_yaml_error(k.part.at, "'%.40s' is sent twice", k.part.text);
    else if (def->signals == UI_CAN_SIGNALS)
        dat_yaml_error(node, "there are more than %d signals", UI_CAN_SIGNALS);
    else if (s.part == UI_PART_BUTTON ||
             read_range(&k.low, &k.middle, &k.high, &k.length, &k.part, &s))
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

// ---- the board computer ----

static enum veh_control read_function(const struct dat_value *name) {
    const enum veh_control control = veh_control_find(name->text);
    if (control == VEH_CONTROL_COUNT)
        dat_yaml_error(name->at, "there is no function '%.40s', expected one such as feed or saw",
                       name->text);
    return control;
}

// The next axis, pedal or button of the commands' own, which nobody else sees.
static bool assign_part(const struct command_keys *k, enum veh_control control,
                        const struct ui_can_unit_def *unit, struct ui_can_signal *s) {
    const bool number = k->low.at != NULL || k->high.at != NULL;
    s->part = !number                                       ? UI_PART_BUTTON
              : veh_control_info(control)->negative != NULL ? UI_PART_AXIS
                                                            : UI_PART_PEDAL;
    s->coding = number ? UI_CAN_NUMBER : UI_CAN_J1939_BUTTON;
    for (int i = 0; i < unit->commands.signals; i++)
        s->index += (unit->commands.signal[i].part == UI_PART_BUTTON) == !number;
    if (!number && s->length != 2)
        dat_yaml_error(k->length.at,
                       "'length' of a switch must be 2; a speed has 'low' and 'high'");
    else if (number && s->index >= UI_AXES)
        dat_yaml_error(k->function.at, "there are more than %d speeds", UI_AXES);
    else
        return !number || read_range(&k->low, &k->middle, &k->high, &k->length, &k->function, s);
    return false;
}

static void read_command(const struct dat_node *node, struct ui_can_unit_def *unit) {
    struct command_keys k;
    if (!dat_keys_read(&table, COMMAND_SECTION, node, &k))
        return;
    struct ui_can_signal s = {.group = (uint32_t)k.group.number[0]};
    const enum veh_control control = read_function(&k.function);
    if (control == VEH_CONTROL_COUNT ||
        !read_place(&k.byte, &k.bit, &k.length, &s.offset, &s.length))
        return;
    bool twice = false;
    for (int i = 0; i < unit->commands.signals; i++)
        twice = twice || unit->function[i] == control;
    if (twice)
        dat_yaml_error(k.function.at, "'%.40s' is commanded twice", k.function.text);
    else if (veh_control_info(control)->step > 0.0)
        dat_yaml_error(k.function.at, "'%.40s' is a setting of the operator's", k.function.text);
    else if (assign_part(&k, control, unit, &s)) {
        unit->function[unit->commands.signals] = control;
        unit->commands.signal[unit->commands.signals++] = s;
    }
}

static bool read_name(const struct field_keys *k, struct ui_can_field *f) {
    const bool named = f->quantity >= UI_CAN_LEVER;
    if (named != (k->name.text[0] != '\0')) {
        dat_yaml_error(k->quantity.at, named ? "'%s' needs a 'name'" : "'%s' has no 'name'",
                       k->quantity.text);
        return false;
    }
    if (f->quantity == UI_CAN_LEVER) {
        f->control = read_function(&k->name);
        return f->control != VEH_CONTROL_COUNT;
    }
    (void)snprintf(f->name, sizeof f->name, "%s", k->name.text);
    if (strlen(k->name.text) < sizeof f->name)
        return true;
    dat_yaml_error(k->name.at, "'name' has more than %d letters", (int)sizeof f->name - 1);
    return false;
}

static void read_field(const struct dat_node *node, struct ui_can_message *message) {
    struct field_keys k;
    if (!dat_keys_read(&table, FIELD_SECTION, node, &k))
        return;
    struct ui_can_field f = {.quantity = (enum ui_can_quantity)k.quantity.choice,
                             .zero = k.zero.number[0],
                             .resolution = k.resolution.number[0]};
    if (!read_name(&k, &f) || !read_place(&k.byte, &k.bit, &k.length, &f.offset, &f.length))
        return;
    bool apart = true;
    for (int i = 0; i < message->fields; i++) {
        const struct ui_can_field *other = &message->field[i];
        apart = apart &&
                (f.offset >= other->offset + other->length || other->offset >= f.offset + f.length);
    }
    if (!apart)
        dat_yaml_error(k.byte.at, "the field overlaps another one of this message");
    else if (message->fields == UI_CAN_FIELDS)
        dat_yaml_error(node, "there are more than %d fields", UI_CAN_FIELDS);
    else
        message->field[message->fields++] = f;
}

static void read_message(const struct dat_node *node, struct ui_can_unit_def *unit) {
    struct message_keys k;
    if (!dat_keys_read(&table, MESSAGE_SECTION, node, &k))
        return;
    struct ui_can_message message = {.group = (uint32_t)k.group.number[0],
                                     .every = k.every.number[0]};
    for (const struct dat_node *f = dat_keys_items(&k.fields); f != NULL; f = f->next)
        read_field(f, &message);
    if (unit->messages == UI_CAN_MESSAGES)
        dat_yaml_error(node, "there are more than %d messages", UI_CAN_MESSAGES);
    else
        unit->message[unit->messages++] = message;
}

static void read_computer(const struct dat_node *node, struct ui_can_unit_def *unit) {
    struct computer_keys k;
    if (!dat_keys_read(&table, COMPUTER_SECTION, node, &k))
        return;
    unit->commands.source = (uint8_t)k.source.number[0];
    unit->commands.silence = k.silence.number[0];
    for (const struct dat_node *c = dat_keys_items(&k.commands); c != NULL; c = c->next)
        read_command(c, unit);
    for (const struct dat_node *m = dat_keys_items(&k.messages); m != NULL; m = m->next)
        read_message(m, unit);
    if (dat_keys_items(&k.commands) == NULL)
        dat_yaml_error(k.commands.at, "the board computer commands nothing");
}

// ---- the file ----

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
    if (k->computer.node != NULL)
        read_computer(k->computer.node, &setup->unit);
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
