#include <stdlib.h>

#include "vehicles/site.h"

static const char *const names[] = {
    [VEH_EVENT_TREE_GRIPPED] = "tree_gripped",
    [VEH_EVENT_SAW_STARTED] = "saw_started",
    [VEH_EVENT_TREE_FELLED] = "tree_felled",
    [VEH_EVENT_STEM_DOWN] = "stem_down",
    [VEH_EVENT_LENGTH_REACHED] = "length_reached",
    [VEH_EVENT_LOG_CUT] = "log_cut",
    [VEH_EVENT_STEM_RELEASED] = "stem_released",
    [VEH_EVENT_LOG_GRIPPED] = "log_gripped",
    [VEH_EVENT_LOG_LOADED] = "log_loaded",
    [VEH_EVENT_LOG_UNLOADED] = "log_unloaded",
    [VEH_EVENT_LOG_LOST] = "log_lost",
    [VEH_EVENT_TREE_HIT] = "tree_hit",
    [VEH_EVENT_TIPPED] = "tipped",
    [VEH_EVENT_UNSOLVED] = "unsolved",
    [VEH_EVENT_FAULT] = "fault",
};

const char *veh_event_name(enum veh_event_kind kind) {
    return names[kind];
}

void veh_site_event(struct veh_worksite *site, struct veh_event event) {
    if (site->event_count == site->event_capacity) {
        const int capacity = site->event_capacity ? 2 * site->event_capacity : 32;
        struct veh_event *bigger = realloc(site->events, (size_t)capacity * sizeof *site->events);
        if (!bigger)
            return; // an event less is better than a session less
        site->events = bigger;
        site->event_capacity = capacity;
    }
    event.time = sim_world_time(site->world);
    site->events[site->event_count++] = event;
}

int veh_worksite_events(const struct veh_worksite *site, const struct veh_event **events) {
    *events = site->events;
    return site->event_count;
}
