// The last log of a stem in a head with a top saw: it is fed only as far as the top saw cuts it
// off, and laid down where it is. The operator feeds by the lever, as the computer's keys count for
// the other saw.
#include "sim/base/math.h"
#include "vehicles/operator/harvest.h"
#include "vehicles/part/saw.h"

static const double in_place = 0.006;  // [m] from the place to cut
static const double calm_for = 0.2;    // [s] there, before the saw starts
static const double stalls_for = 0.6;  // [s] at branches
static const int most_run_ups = 4;     // for a log that is worth little
static const double moved = 0.003;     // [m]
static const double least_below = 0.5; // [m] of stem on the butt's side of the head
static const double far_gain = 0.55;   // of the lever, per square root of metres: as it brakes
static const double near_gain = 0.5;   // per metre
static const double slowest = 0.02;    // of the lever
static const double feeds_for = 6.0;   // [s] at most, saws for less
static const double swings_home = 0.3; // [s] of the bar

// The operator sees whether the wood above that length is thick enough for another log, which the
// computer has not measured yet.
static bool gives_more(const struct veh_worksite *site, int stem, double length) {
    const struct ter_stem *s = &site->stems.items[stem].stem;
    const struct veh_products *products = site->def.products;
    bool more = false;
    for (int i = 0; i < products->count && !more; i++) {
        const struct veh_product *p = &products->product[i];
        const double end = length + veh_product_cut_length(p, 0);
        more = veh_product_takes(p, (int)s->species) && end < ter_stem_length(s) &&
               ter_stem_diameter(s, end) >= p->min_top;
    }
    return more;
}

// [m] from the head's saw to the butt when the top saw is at the end of the last log that the
// computer has planned; 0: the saw at the butt's end is to cut it.
static double place_to_top(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_machine *machine = veh_demo_machine(&demo->base, site);
    const struct veh_saw_def *top = veh_top_saw_def(machine->def);
    const struct veh_plan *plan = &veh_head(machine)->computer.plan;
    if (top == NULL || demo->key != VEH_HARVEST_PROPOSED || plan->count != 1 || demo->no_top ||
        demo->work.items[demo->work.count - 1].logs == 0 || veh_harvest_bunched(demo, site) > 1)
        return 0.0;
    const double end = plan->log[0].from + plan->log[0].length;
    const double place = end - (top->place - veh_head_def(machine->def)->saw.place);
    const int stem = veh_head(machine)->stem;
    return place > least_below && stem >= 0 && !gives_more(site, stem, end) ? place : 0.0;
}

// As what is fed is measured the plan changes; where none is left the last one holds. False:
// another log is planned, or the top saw was of no use.
static bool follow_plan(struct veh_harvest *demo, const struct veh_worksite *site) {
    const double place = place_to_top(demo, site);
    const int planned = veh_head(veh_demo_machine(&demo->base, site))->computer.plan.count;
    demo->top_place = place > 0.0 ? place : demo->top_place;
    return !demo->no_top && demo->top_place > 0.0 && (place > 0.0 || planned == 0);
}

bool veh_harvest_tops(struct veh_harvest *demo, const struct veh_worksite *site) {
    demo->fed_at = veh_worksite_time(site);
    return follow_plan(demo, site);
}

static bool is_topped(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_event *events;
    for (int i = veh_worksite_events(site, &events) - 1; i >= 0; i--)
        if (events[i].kind == VEH_EVENT_STEM_TOPPED && events[i].machine == demo->base.task.machine)
            return true;
    return false;
}

// [s] for which the stem has not moved in the rollers.
static double rest_of(struct veh_harvest *demo, const struct veh_worksite *site) {
    const double length = veh_head(veh_demo_machine(&demo->base, site))->length;
    if (fabs(length - demo->fed) > moved) {
        demo->fed = length;
        demo->fed_at = veh_worksite_time(site);
    }
    return veh_worksite_time(site) - demo->fed_at;
}

// Branches hold it: with a swing, as often as for any top, which is worth little.
static void run_up(struct veh_harvest *demo, const struct veh_worksite *site) {
    if (++demo->run_ups < most_run_ups)
        veh_demo_enter(&demo->base, site, VEH_HARVEST_RUN_UP, VEH_SAY_RUNS_UP);
    else
        veh_harvest_lay_down(demo, site, VEH_SAY_LAYS_DOWN_TOP);
}

// The usual way: fed on to the saw at the butt's end.
static void give_up(struct veh_harvest *demo, const struct veh_worksite *site) {
    demo->no_top = true;
    veh_demo_enter(&demo->base, site, VEH_HARVEST_FEED, VEH_SAY_FEEDS);
}

void veh_harvest_top_cut(struct veh_harvest *demo, const struct veh_worksite *site,
                         struct veh_controls *levers) {
    const struct veh_head_state *head = veh_head(veh_demo_machine(&demo->base, site));
    const double elapsed = veh_demo_elapsed(&demo->base, site);
    const bool planned = demo->cut_through || follow_plan(demo, site);
    const double left = demo->top_place - head->length, rests = rest_of(demo, site);
    const bool sawing = veh_top_saw(veh_demo_machine(&demo->base, site))->sawing;
    veh_harvest_hold_stem(demo, site, 0.3, levers);
    if (demo->cut_through) {
        if (elapsed > swings_home)
            veh_harvest_lay_down(demo, site, VEH_SAY_LAYS_DOWN_LOG);
    } else if (is_topped(demo, site)) {
        demo->cut_through = true;
        veh_demo_enter(&demo->base, site, VEH_HARVEST_TOP_CUT, VEH_SAY_CUTS_TOP);
    } else if (head->stem < 0) {
        veh_harvest_lose(demo, site, VEH_SAY_LOST_STEM);
    } else if (!planned || elapsed > feeds_for) {
        give_up(demo, site);
    } else if (rests > stalls_for && fabs(left) > in_place) {
        run_up(demo, site);
    } else if (fabs(left) > in_place && !sawing) {
        const double speed =
            fmin(far_gain * sqrt(fabs(left)), fmax(near_gain * fabs(left), slowest));
        levers->value[VEH_FEED] = left > 0.0 ? speed : -speed;
    } else {
        levers->value[VEH_TOP_SAW] = rests > calm_for ? 1.0 : 0.0;
    }
}
