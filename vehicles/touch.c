// What stems touch: one pass over the contacts of a step for all that the heuristics ask, stem by
// stem.
#include "vehicles/site.h"

static void note(struct veh_worksite *site, int stem, struct sim_body_id other,
                 const struct sim_contact *c) {
    struct veh_touch *touch = &site->stems[stem].touch;
    if (sim_body_user(site->world, other) == VEH_USER_GROUND)
        touch->ground_force += c->force;
    if (c->force <= 0.0)
        return;
    touch->pressed = true;
    if (veh_machine_of_body(site, other) >= 0)
        touch->machine = true;
    else if (!sim_body_moves(site->world, other))
        touch->fixed = true;
}

void veh_watch_touches(struct veh_worksite *site) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    for (int i = 0; i < site->stem_count; i++)
        site->stems[i].touch = (struct veh_touch){0};
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        const int a = veh_stem_of_body(site, c->a), b = veh_stem_of_body(site, c->b);
        if (a >= 0)
            note(site, a, c->b, c);
        if (b >= 0)
            note(site, b, c->a, c);
    }
}
