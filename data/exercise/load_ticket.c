#include "data/exercise/load_ticket.h"

#include <assert.h>
#include <math.h>

#include "data/text/json.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/scale.h"
#include "vehicles/piles.h"

static bool is_open(const struct dat_load_tickets *tickets) {
    return tickets->items.count > 0 && tickets->items.items[tickets->items.count - 1].ended <= 0.0;
}

static double weighed(const struct veh_worksite *site, int machine) {
    return veh_machine_measure(site, machine, &veh_part_scale, VEH_SCALE_LOADED);
}

static void add_log(struct dat_load_ticket *ticket, const struct ter_stem *stem) {
    const double length = ter_stem_length(stem), volume = ter_stem_volume(stem, 0.0, length);
    ticket->logs++;
    ticket->volume += volume;
    ticket->mass += ter_stem_mass(stem).mass;
    int i = 0;
    while (i < ticket->lines && (ticket->line[i].species != stem->species ||
                                 fabs(ticket->line[i].length - length) > veh_pile_length))
        i++;
    if (i == DAT_TICKET_LINES)
        return;
    if (i == ticket->lines)
        ticket->line[ticket->lines++] =
            (struct dat_ticket_line){.species = stem->species, .length = length};
    ticket->line[i].logs++;
    ticket->line[i].volume += volume;
}

// Also logs that lie there and do not become part of the load; not those that hang over it.
static struct dat_load_ticket list_load(const struct veh_worksite *site, int machine) {
    struct dat_load_ticket ticket = {.largest = veh_worksite_time(site)};
    for (int k = 0; k < site->loose.count; k++) {
        const struct veh_stem *s = &site->stems.items[site->loose.items[k]];
        if ((s->load.bunk == machine || s->load.carried == machine) &&
            veh_bunk_carries(site, machine, site->loose.items[k]))
            add_log(&ticket, &s->stem);
    }
    return ticket;
}

static void note_load(struct dat_load_tickets *tickets, const struct veh_worksite *site,
                      int machine) {
    struct dat_load_ticket now = list_load(site, machine);
    if (!is_open(tickets))
        *SIM_ARRAY_PUSH(&tickets->items) =
            (struct dat_load_ticket){.began = veh_worksite_time(site)};
    struct dat_load_ticket *ticket = &tickets->items.items[tickets->items.count - 1];
    if (now.logs < ticket->logs)
        return;
    now.began = ticket->began;
    now.weighed = fmax(weighed(site, machine) - tickets->weighed_before, 0.0);
    *ticket = now;
}

void dat_load_tickets_step(struct dat_load_tickets *tickets, const struct veh_worksite *site,
                           int machine, double driven) {
    assert(machine >= 0 && machine < site->machine_count && driven >= 0.0);
    tickets->driven += driven;
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    bool loaded = !is_open(tickets) &&
                  veh_machine_measure(site, machine, &veh_part_bunk, VEH_BUNK_FUSED) > 0.0;
    for (int i = 0; i < count; i++)
        loaded = loaded ||
                 (events[i].machine == machine && (events[i].kind == VEH_EVENT_LOG_LOADED ||
                                                   events[i].kind == VEH_EVENT_LOG_KEPT_LOOSE));
    if (loaded)
        note_load(tickets, site, machine);
    if (!is_open(tickets) ||
        veh_machine_measure(site, machine, &veh_part_bunk, VEH_BUNK_LOGS) > 0.0)
        return;
    struct dat_load_ticket *ticket = &tickets->items.items[tickets->items.count - 1];
    ticket->ended = veh_worksite_time(site);
    ticket->driven = tickets->driven;
    tickets->driven = 0.0;
    tickets->weighed_before = weighed(site, machine);
}

void dat_load_tickets_finish(struct dat_load_tickets *tickets) {
    SIM_ARRAY_FREE(&tickets->items);
    *tickets = (struct dat_load_tickets){.weighed_before = 0.0};
}

static void set_lines(json_t *object, const struct dat_load_ticket *ticket) {
    json_t *list = json_array();
    for (int i = 0; i < ticket->lines; i++) {
        json_t *line = json_object();
        dat_json_set_text(line, "species", ter_species_name(ticket->line[i].species));
        dat_json_set_number(line, "length_m", ticket->line[i].length);
        dat_json_set_integer(line, "logs", ticket->line[i].logs);
        dat_json_set_number(line, "volume_m3", ticket->line[i].volume);
        json_array_append_new(list, line);
    }
    dat_json_set(object, "assortments", list);
}

void dat_load_json(const struct veh_worksite *site, int machine, json_t *object) {
    const struct dat_load_ticket load = list_load(site, machine);
    dat_json_set_integer(object, "logs", load.logs);
    dat_json_set_number(object, "volume_m3", load.volume);
    dat_json_set_number(object, "mass_kg", load.mass);
    set_lines(object, &load);
}

static json_t *ticket_json(const struct dat_load_ticket *ticket) {
    json_t *object = json_object();
    dat_json_set_number(object, "began_s", ticket->began);
    dat_json_set_number(object, "largest_s", ticket->largest);
    if (ticket->ended > 0.0)
        dat_json_set_number(object, "emptied_s", ticket->ended);
    if (ticket->ended > 0.0)
        dat_json_set_number(object, "driven_m", ticket->driven);
    dat_json_set_integer(object, "logs", ticket->logs);
    dat_json_set_number(object, "volume_m3", ticket->volume);
    dat_json_set_number(object, "mass_kg", ticket->mass);
    if (ticket->weighed > 0.0)
        dat_json_set_number(object, "weighed_kg", ticket->weighed);
    set_lines(object, ticket);
    return object;
}

json_t *dat_load_tickets_json(const struct dat_load_tickets *tickets) {
    json_t *array = json_array();
    for (int i = 0; i < tickets->items.count; i++)
        json_array_append_new(array, ticket_json(&tickets->items.items[i]));
    return array;
}
