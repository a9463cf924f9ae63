#include "data/metrics/damage.h"

#include <math.h>
#include <string.h>

#include "data/metrics/rows.h"
#include "vehicles/site.h"

static bool stays(const struct veh_worksite *site, int tree) {
    return tree >= 0 && (site->stand.trees[tree].status == TER_TREE_STANDING ||
                         site->stand.trees[tree].status == TER_TREE_CROP);
}

static void count(struct dat_damage *now, const struct veh_event *event) {
    switch (event->kind) {
    case VEH_EVENT_TREE_HIT:
        now->hit++;
        break;
    case VEH_EVENT_TREE_DAMAGED:
        if (strcmp(event->text, veh_damage_name(TER_DAMAGE_BARK)) == 0)
            now->bark++;
        else
            now->crown++;
        break;
    case VEH_EVENT_TREE_BROKEN:
    case VEH_EVENT_TREE_UPROOTED:
        now->down++;
        break;
    default:
        break;
    }
}

// [N] of a contact on a tree that stays, 0: it is none.
static double blow(const struct veh_worksite *site, const struct sim_contact *c) {
    const struct sim_body_id body[2] = {c->a, c->b};
    for (int k = 0; k < 2; k++) {
        const int stem = veh_stem_of_body(site, body[k]);
        const struct veh_stem *s = stem >= 0 ? &site->stems.items[stem] : NULL;
        if (s == NULL || s->kind != VEH_STEM_STANDING || veh_stem_is_thin(s) ||
            !stays(site, s->tree))
            continue;
        const int machine = veh_machine_of_body(site, body[1 - k]);
        const int other = veh_stem_of_body(site, body[1 - k]);
        const bool strikes =
            machine >= 0 ? !veh_machine_works_on(site, machine, body[1 - k], stem) : other >= 0;
        return strikes ? c->force : 0.0;
    }
    return 0.0;
}

struct dat_damage dat_damage_watch(const struct veh_worksite *site) {
    struct dat_damage now = {.hit = 0};
    const struct veh_event *events;
    const struct sim_contact *contacts;
    const int event_count = veh_worksite_events(site, &events);
    const int contact_count = sim_world_contacts(site->world, &contacts);
    for (int i = 0; i < event_count; i++)
        if (stays(site, events[i].tree))
            count(&now, &events[i]);
    for (int i = 0; i < contact_count; i++)
        if (contacts[i].force > now.force)
            now.force = fmax(now.force, blow(site, &contacts[i]));
    return now;
}

// ---- the metrics ----

static void count_hit(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count += now->damage.hit;
}

const struct dat_metric_info dat_metric_staying_hit = {
    .row = {.title = "Staying trees hit", .unless_zero = true},
    .step = count_hit,
    .value = dat_tally_value,
    .advice = "Lift the load over or swing it around the trees that stay, and look where the rear "
              "goes.",
};

static void count_bark(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count += now->damage.bark;
}

const struct dat_metric_info dat_metric_staying_bark = {
    .row = {.title = "Staying trees with wounds in the bark", .unless_zero = true},
    .step = count_bark,
    .value = dat_tally_value,
    .advice = "Feed stems where no tree stands behind them, and lay them down instead of letting "
              "them fall.",
};

static void count_crown(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count += now->damage.crown;
}

const struct dat_metric_info dat_metric_staying_crown = {
    .row = {.title = "Staying trees with torn crowns", .unless_zero = true},
    .step = count_crown,
    .value = dat_tally_value,
    .advice = "Fell into a gap of the crowns.",
};

static void count_down(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count += now->damage.down;
}

const struct dat_metric_info dat_metric_staying_down = {
    .row = {.title = "Staying trees broken or pushed over", .unless_zero = true},
    .step = count_down,
    .value = dat_tally_value,
};

static void press(union dat_metric_state *state, const struct dat_observation *now) {
    state->error.largest = fmax(state->error.largest, now->damage.force);
}

static double hardest(const union dat_metric_state *state) {
    return state->error.largest;
}

const struct dat_metric_info dat_metric_staying_force_max_N = {
    .row = {"Hardest blow on a staying tree", "kN", .per_si = 1e-3, .unless_zero = true,
            .decimals = 1},
    .step = press,
    .value = hardest,
};
