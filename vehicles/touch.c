// Contacts of stems: one pass over the contacts of a step for all that the heuristics ask, stem by
// stem.
#include "vehicles/site.h"

static const double hit_speed = 1.0;     // [m/s] that a log of a load would get, were it loose
static const double ground_holds = 0.55; // friction of bark on soil

// The machine to whose bunk, or to the load fused with it, the body belongs; -1: none.
static int load_of(const struct veh_worksite *site, struct sim_body_id body) {
    const int stem = veh_stem_of_body(site, body);
    if (stem >= 0)
        return site->stems.items[stem].load.bunk;
    const int machine = veh_machine_of_body(site, body);
    if (machine < 0 || site->machines[machine].load_body < 0)
        return -1;
    const struct veh_machine *m = &site->machines[machine];
    const struct sim_body_id bunk = m->instance.bodies[m->load_body];
    return bunk.index == body.index || sim_body_fused(site->world, bunk, body) ? machine : -1;
}

// The speed that a push would give a log of the load. A stem strikes it with the speed that it had
// before the step, as two bodies that stick together, of which one may stand; other machines with
// their loads and the ground push with their force. The log's own machine is the grapple's
// matter.
static double struck(const struct veh_worksite *site, int stem, struct sim_body_id other,
                     const struct sim_contact *c) {
    const struct veh_stem *s = &site->stems.items[stem];
    const double mass = sim_body_mass(site->world, s->body);
    const int striking = veh_stem_of_body(site, other);
    if (striking < 0 || site->stems.items[striking].load.bunk >= 0)
        return veh_machine_of_body(site, other) == s->load.bunk
                   ? 0.0
                   : c->force * sim_world_step_size(site->world) / mass;
    const struct veh_stem *o = &site->stems.items[striking];
    const struct sim_vec3 p = c->point.position;
    const struct sim_vec3 arm = sim_sub(p, sim_body_centre(site->world, other));
    const struct sim_vec3 speed = sim_sub(sim_add(o->v, sim_cross(o->w, arm)),
                                          sim_body_point_velocity(site->world, s->body, p));
    const double towards = c->a.index == s->body.index ? 1.0 : -1.0; // the normal points to a
    const double own = sim_body_mass(site->world, other);
    const double share = sim_body_moves(site->world, other) ? own / (own + mass) : 1.0;
    return share * towards * sim_dot(speed, c->point.normal);
}

static void note(struct veh_worksite *site, int stem, struct sim_body_id other,
                 const struct sim_contact *c) {
    struct veh_touch *touch = &site->stems.items[stem].touch;
    if (c->force <= 0.0)
        return;
    touch->pressed = true;
    if (veh_machine_of_body(site, other) >= 0)
        touch->machine = true;
    else if (!sim_body_moves(site->world, other))
        touch->fixed = true;
    if (touch->load < 0)
        touch->load = load_of(site, other);
    if (site->stems.items[stem].load.bunk >= 0 && struck(site, stem, other, c) > hit_speed)
        touch->hit = true;
}

// Index of the body's stem; -1: it is none, or has roots, or is frozen.
static int loose_stem(const struct veh_worksite *site, struct sim_body_id body) {
    const int stem = veh_stem_of_body(site, body);
    const struct veh_stem *s = stem >= 0 ? &site->stems.items[stem] : NULL;
    return s != NULL && !veh_stem_rooted(s->kind) && !veh_stem_frozen(s) ? stem : -1;
}

// A machine that drives against a frozen stem, itself or with its load, pushes it away, as far as
// friction does not hold it.
static void note_push(struct veh_worksite *site, struct sim_body_id body, struct sim_body_id other,
                      const struct sim_contact *c) {
    const int stem = veh_stem_of_body(site, body);
    if (stem < 0 || c->force <= 0.0 || !veh_stem_frozen(&site->stems.items[stem]) ||
        (veh_machine_of_body(site, other) < 0 && load_of(site, other) < 0))
        return;
    const double sense = c->a.index == body.index ? 1.0 : -1.0; // the normal points to a
    const struct sim_vec3 push =
        sim_scale(sim_add_scaled(c->tangential, c->point.normal, c->force), sense);
    const double weight = sim_body_mass(site->world, body) * sim_length(site->def.world.gravity);
    if (sqrt(push.x * push.x + push.y * push.y) > ground_holds * (weight - push.z))
        site->stems.items[stem].touch.machine = true;
}

void veh_watch_touches(struct veh_worksite *site) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    for (int k = 0; k < site->loose.count; k++)
        site->stems.items[site->loose.items[k]].touch = (struct veh_touch){.load = -1};
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        const int a = loose_stem(site, c->a), b = loose_stem(site, c->b);
        if (a >= 0)
            note(site, a, c->b, c);
        if (b >= 0)
            note(site, b, c->a, c);
        note_push(site, c->a, c->b, c);
        note_push(site, c->b, c->a, c);
    }
    for (int k = 0; k < site->loose.count; k++) {
        struct veh_stem *s = &site->stems.items[site->loose.items[k]];
        s->v = sim_body_velocity(site->world, s->body);
        s->w = sim_body_angular_velocity(site->world, s->body);
    }
}
