// Load tickets: what each load of a forwarder held when it was largest, as the paper or the
// computer's file that goes with the wood does.
#pragma once

#include <jansson.h>

#include "sim/base/array.h"
#include "terrain/species.h"
#include "vehicles/worksite.h"

#define DAT_TICKET_LINES 12

struct dat_ticket_line {
    enum ter_species species;
    double length; // [m] of the first; others differ by veh_pile_length at most
    int logs;
    double volume; // [m^3] over bark
};

struct dat_load_ticket {
    double began, largest, ended; // [s] first log, most logs, empty again; ended 0: not yet
    double driven; // [m] from the unloading before, or from the start, until it was empty again
    int logs;
    double volume, mass;                           // [m^3] over bark, [kg]
    double weighed;                                // [kg] by the crane's scale, 0: nothing of it
    struct dat_ticket_line line[DAT_TICKET_LINES]; // in the order in which they were found
    int lines;                                     // what fits into none is only in the sums
};

struct dat_load_tickets {
    SIM_ARRAY(struct dat_load_ticket) items; // the last one is open until its bunk is empty
    double weighed_before;                   // [kg] by the scale, before the open ticket
    double driven;                           // [m] since the last unloading
};

// After each step of the worksite, whose events are still there. driven: [m] by which the machine
// has moved since the last call.
void dat_load_tickets_step(struct dat_load_tickets *tickets, const struct veh_worksite *site,
                           int machine, double driven);
void dat_load_tickets_finish(struct dat_load_tickets *tickets); // accepts a zeroed struct
// Enters what lies in the machine's bunk now, in the words of a ticket.
void dat_load_json(const struct veh_worksite *site, int machine, json_t *object);
// An array of objects, which the caller releases; NULL: out of memory.
json_t *dat_load_tickets_json(const struct dat_load_tickets *tickets);
