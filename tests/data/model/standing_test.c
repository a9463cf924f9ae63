// Machines that cannot stand are refused at the drive before anything moves.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/model/read.h"
#include "tests/near.h"

static struct dat_diagnostics d;
static struct veh_machine_def def;

// A forwarder of a frame on four wheels, with a load of 900 kg on it at place, and one wheel at
// another height. Its drive begins in line 24.
static bool read_machine(const char *load, const char *height) {
    static char text[4096];
    (void)snprintf(
        text, sizeof text,
        "kind: forwarder\nname: t\ninputs: [{name: drive}, {name: slew}, {name: grip}]\nbodies:\n"
        "  - {name: frame, position: [0, 0, 1], shapes: [{box: [4, 1, 0.2], mass: 100}]}\n"
        "  - {name: load, position: %s, mass: 900, shapes: [{sphere: 0.4}]}\n"
        "  - {name: a, position: [2, 1, 0.5], shapes: [{sphere: 0.5, mass: 1}]}\n"
        "  - {name: b, position: [2, -1, 0.5], shapes: [{sphere: 0.5, mass: 1}]}\n"
        "  - {name: c, position: [-2, 1, 0.5], shapes: [{sphere: 0.5, mass: 1}]}\n"
        "  - {name: d, position: [-2, -1, %s], shapes: [{sphere: 0.5, mass: 1}]}\n"
        "joints:\n"
        "  - {name: a, kind: hinge, parent: frame, child: a, axis: y}\n"
        "  - {name: b, kind: hinge, parent: frame, child: b, axis: y}\n"
        "  - {name: c, kind: hinge, parent: frame, child: c, axis: y}\n"
        "  - {name: d, kind: hinge, parent: frame, child: d, axis: y}\n"
        "  - {name: load, kind: hinge, parent: frame, child: load, axis: z}\n"
        "crane: {slew: load, boom: a, jib: b, tip_body: load}\n"
        "grapple: {body: load, tongs: [load]}\n"
        "bunk: {body: frame, centre: [0, 0, 1], size: [1, 1, 1]}\n"
        "cameras:\n"
        "  - {name: cab, body: frame}\n"
        "activation:\n"
        "  low: [-9, -9, -9]\n"
        "drive: {body: frame, drive_input: drive, speed_max: 2, wheels: [a, b, c, d]}\n",
        load, height);
    dat_diagnostics_init(&d, "t.yaml", text);
    return dat_read_model(text, "t.yaml", NULL, &def, &d);
}

static void refused(const char *load, const char *height, const char *words) {
    assert_false(read_machine(load, height));
    for (int i = 0; i < d.kept; i++)
        if (d.item[i].line == 24 && d.item[i].column == 1 && strstr(d.item[i].text, words) != NULL)
            return;
    dat_diagnostics_print(&d, stderr);
    fail_msg("expected 24:1 '%s'", words);
}

static void accepted(const char *load, const char *height) {
    if (!read_machine(load, height)) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
    veh_machine_def_finish(&def);
}

// 900 of 1,004 kg: the centre is nearly below the load.
static void the_centre_of_gravity_is_between_the_wheels(void **state) {
    (void)state;
    accepted("[0, 0, 2]", "0.5");
    accepted("[2.2, 0, 2]", "0.5"); // 1.97 m ahead, the wheels stand at 2 m
    refused("[2.5, 0, 2]", "0.5", "centre of gravity at [2.24, 0.00] is 0.24 m beyond its wheels");
    refused("[-2.5, 0, 2]", "0.5", "is 0.24 m beyond its wheels");
    accepted("[0, 1.6, 2]", "0.5"); // above the outer half of a wheel
    refused("[0, 2, 2]", "0.5", "centre of gravity at [0.00, 1.79] is 0.29 m beyond its wheels");
}

static void wheels_stand_on_one_level(void **state) {
    (void)state;
    accepted("[0, 0, 2]", "0.7");
    refused("[0, 0, 2]", "0.9", "'d' ends 0.40 m above 'a', expected at most 0.3 m");
    refused("[0, 0, 2]", "0.1", "'a' ends 0.40 m above 'd'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_centre_of_gravity_is_between_the_wheels),
        cmocka_unit_test(wheels_stand_on_one_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
