// The parts of `kranich machine`: what is measured (machine.c) and how it is written.
#pragma once

#include <jansson.h>

#include "data/figures.h"
#include "data/text/problem.h"
#include "vehicles/rig/sheet.h"

// A machine that was measured.
struct ui_machine_sheet {
    const char *file;          // as the user named it
    char name[SIM_MODEL_NAME]; // of the machine
    struct veh_sheet sheet;
    const struct dat_machine_class *class; // it is compared with; NULL: none
};

// machine_write.c
void ui_machine_print(const struct ui_machine_sheet *machine, FILE *file);
json_t *ui_machine_json(const struct ui_machine_sheet *machine); // the caller's
// The page of all machines, in Markdown; folder: where their pictures are, from the page.
// False with a sentence in problem.
bool ui_machine_write_page(const struct ui_machine_sheet *machines, int count, const char *path,
                           struct dat_problem *problem);
// One picture with the curves of all machines, as SVG.
bool ui_machine_draw(const struct ui_machine_sheet *machines, int count, const char *path,
                     struct dat_problem *problem);
