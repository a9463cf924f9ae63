#include "ui/can/bus.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const double retry_interval = 1.0; // [s]
// A bus of 1 Mbit/s carries fewer frames in a second; what a flood leaves waits for the next call.
enum { FRAMES_AT_ONCE = 8000 };

static bool open_port(struct ui_can_bus *bus, char *problem, size_t size) {
    const struct ui_can_setup *setup = &bus->setup;
    if (!ui_can_port_open(&bus->port, setup->port, setup->bit_rate, problem, size))
        return false;
    bus->node = (struct ui_j1939_node){.name = ui_j1939_name(1), .address = setup->address};
    const struct ui_can_frame claim = ui_j1939_claim(&bus->node);
    // An interface that is down can be opened, but not written to.
    if (ui_can_port_write(&bus->port, &claim) || errno != ENETDOWN)
        return true;
    (void)snprintf(problem, size, "%s: the interface is down", setup->port);
    ui_can_port_close(&bus->port);
    return false;
}

bool ui_can_bus_open(struct ui_can_bus *bus, const struct ui_can_setup *setup, char *problem,
                     size_t size) {
    *bus = (struct ui_can_bus){.setup = *setup, .port = {.file = -1}};
    for (int i = 0; i < UI_CAN_LEVERS; i++)
        ui_can_stick_init(&bus->stick[i]);
    ui_can_unit_init(&bus->unit);
    return setup->port[0] == '\0' || open_port(bus, problem, size);
}

static void try_again(struct ui_can_bus *bus, struct ui_input *input, double now) {
    char problem[UI_CAN_NAME + 128];
    if (now < bus->retry)
        return;
    bus->retry = now + retry_interval;
    if (!open_port(bus, problem, sizeof problem))
        return;
    if (bus->lost)
        ui_input_say(input, false, UI_TEXT_CAN_BUS_AGAIN);
    bus->lost = false;
}

static void take_frame(struct ui_can_bus *bus, const struct ui_can_frame *frame, double now) {
    struct ui_can_frame claim;
    if (ui_j1939_defend(&bus->node, frame, &claim))
        (void)ui_can_port_write(&bus->port, &claim);
    for (int i = 0; i < bus->setup.levers; i++)
        (void)ui_can_lever_take(&bus->stick[i].lever, &bus->setup.lever[i], frame, now);
    (void)ui_can_lever_take(&bus->unit.lever, &bus->setup.unit.commands, frame, now);
}

static void take_frames(struct ui_can_bus *bus, struct ui_input *input, double now) {
    enum ui_can_result result = UI_CAN_EMPTY;
    struct ui_can_frame frame;
    for (int n = 0; n < FRAMES_AT_ONCE; n++) {
        result = ui_can_port_read(&bus->port, &frame);
        if (result != UI_CAN_FRAME)
            break;
        take_frame(bus, &frame, now);
    }
    if (result != UI_CAN_GONE)
        return;
    ui_can_port_close(&bus->port);
    bus->lost = true;
    bus->retry = now + retry_interval;
    ui_input_say(input, true, UI_TEXT_CAN_BUS_GONE);
}

void ui_can_bus_update(struct ui_can_bus *bus, struct ui_input *input, double now) {
    if (bus->setup.port[0] == '\0')
        return;
    if (bus->port.file < 0)
        try_again(bus, input, now);
    if (bus->port.file >= 0)
        take_frames(bus, input, now);
    for (int i = 0; i < bus->setup.levers; i++)
        ui_can_stick_follow(&bus->stick[i], &bus->setup.lever[i], input, now);
}

void ui_can_bus_command(struct ui_can_bus *bus, struct ui_input *input, double now,
                        struct veh_controls *controls) {
    if (bus->setup.unit.commands.signals == 0)
        return;
    if (bus->port.file >= 0)
        take_frames(bus, input, now);
    ui_can_unit_command(&bus->unit, &bus->setup.unit, input, now, controls);
}

void ui_can_bus_report(struct ui_can_bus *bus, const struct veh_worksite *site) {
    struct ui_can_frame frame[UI_CAN_MESSAGES];
    if (bus->setup.unit.commands.signals == 0)
        return;
    const int count =
        ui_can_unit_report(&bus->unit, &bus->setup.unit, site, bus->node.address, frame);
    for (int i = 0; i < count && bus->node.address != UI_J1939_NOBODY; i++)
        (void)ui_can_port_write(&bus->port, &frame[i]);
}

void ui_can_bus_close(struct ui_can_bus *bus) {
    for (int i = 0; i < bus->setup.levers; i++)
        ui_can_stick_unplug(&bus->stick[i]);
    if (bus->setup.port[0] != '\0')
        ui_can_port_close(&bus->port);
    memset(bus, 0, sizeof *bus);
}
