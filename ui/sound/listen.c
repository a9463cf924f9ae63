#include "ui/sound/listen.h"

#include <math.h>

#include "vehicles/part/crane.h"
#include "vehicles/part/drive.h"
#include "vehicles/part/engine.h"
#include "vehicles/part/grapple.h"
#include "vehicles/part/head.h"
#include "vehicles/part/hydraulics.h"
#include "vehicles/part/tyre.h"

static const double usual_wind = 4.0;   // [m/s]
static const double downpour = 10.0;    // [mm/h]
static const double chain_speed = 40.0; // [m/s]
static const double chain_sags = 0.15;  // share of its speed that it loses in wood
static const double relief_from = 0.97; // of the highest pressure
static const double quiet_blow = 0.4; // [m/s] change of a stem's speed in a step that is not heard
static const double loud_energy = 2000.0;   // [J] of the loudest strike
static const double between_strikes = 0.03; // [s] a heap that falls is not a hundred strikes
static const double between_snaps = 0.04;   // [s] nor is a crown
static const double thick_branch = 3.0;     // [kg] of the loudest

// ---- machines ----

static void hear_engine(struct ui_heard *h, const struct veh_worksite *site, int machine) {
    const double rpm = veh_machine_measure(site, machine, &veh_part_engine, VEH_ENGINE_SPEED);
    h->value[UI_HEARD_ENGINE_SPEED] = rpm / 60.0;
    h->value[UI_HEARD_ENGINE_LOAD] = sim_clamp(
        veh_machine_measure(site, machine, &veh_part_engine, VEH_ENGINE_LOAD) / 100.0, 0.0, 1.0);
    h->value[UI_HEARD_FIRES] = veh_engine_runs(site, machine) ? 1.0 : 0.0;
}

static void hear_pump(struct ui_heard *h, const struct veh_worksite *site, int machine) {
    const struct veh_part *part = veh_machine_part(&site->machines[machine], &veh_part_hydraulics);
    if (part == NULL)
        return;
    const struct veh_hydraulics_def *def = part->def;
    const double most = def->displacement_cm3 * def->speed_rpm * 1e-3; // [l/min]
    const double pressure =
        veh_machine_measure(site, machine, &veh_part_hydraulics, VEH_HYDRAULICS_PRESSURE) /
        def->pressure_bar;
    const double flow =
        veh_machine_measure(site, machine, &veh_part_hydraulics, VEH_HYDRAULICS_FLOW) / most;
    h->value[UI_HEARD_PUMP_SPEED] = def->speed_rpm / 60.0 * veh_engine_pace(site, machine);
    h->value[UI_HEARD_PUMP_PRESSURE] = sim_clamp(pressure, 0.0, 1.0);
    h->value[UI_HEARD_PUMP_FLOW] = sim_clamp(flow, 0.0, 1.0);
    h->value[UI_HEARD_RELIEF] = pressure > relief_from ? 1.0 : 0.0;
}

static void hear_wheels(struct ui_heard *h, const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const double speed = fabs(veh_machine_speed(site, machine));
    h->value[UI_HEARD_GROUND_SPEED] = speed;
    for (int i = 0; i < m->part_count; i++) {
        if (m->parts[i].kind != &veh_part_tyre)
            continue;
        const struct veh_tyre_def *tyre = m->parts[i].def;
        if (tyre->track > 0.0)
            h->value[UI_HEARD_TRACK_SPEED] = speed;
        if (tyre->chains)
            h->value[UI_HEARD_LINK_SPEED] = speed;
    }
}

static double feed_speed(const struct veh_worksite *site, int machine, int stem) {
    if (stem < 0)
        return 0.0;
    const struct veh_machine *m = &site->machines[machine];
    const struct sim_pose frame = veh_machine_head_frame(site, machine);
    const struct sim_body_id head = m->instance.bodies[veh_head_def(m->def)->body];
    const struct sim_vec3 v =
        sim_sub(sim_body_point_velocity(site->world, site->stems.items[stem].body, frame.p),
                sim_body_point_velocity(site->world, head, frame.p));
    return fabs(sim_dot(v, sim_rotate(frame.q, (struct sim_vec3){0.0, 0.0, 1.0})));
}

static void hear_head(struct ui_listener *l, struct ui_heard *h, const struct veh_worksite *site,
                      int machine) {
    const struct veh_head_state *head = veh_head(&site->machines[machine]);
    if (head == NULL)
        return;
    const struct veh_saw_state *saw = veh_saw_at_work(&site->machines[machine]).state;
    const bool cutting = saw->sawing && saw->cut > l->cut[machine];
    l->cut[machine] = saw->cut;
    h->value[UI_HEARD_CUTTING] = cutting ? 1.0 : 0.0;
    h->value[UI_HEARD_CHAIN_SPEED] =
        saw->sawing ? chain_speed * (1.0 - (cutting ? chain_sags : 0.0)) : 0.0;
    h->value[UI_HEARD_FEED_SPEED] = feed_speed(site, machine, head->stem);
}

static struct sim_vec3 tool_of(const struct veh_worksite *site, int machine) {
    if (veh_head(&site->machines[machine]) != NULL)
        return veh_machine_head_frame(site, machine).p;
    if (veh_machine_part(&site->machines[machine], &veh_part_crane) != NULL)
        return veh_machine_crane_tip(site, machine);
    return veh_machine_pose(site, machine).p;
}

static void hear_machine(struct ui_listener *l, const struct veh_worksite *site, int machine) {
    struct ui_heard heard = {{0.0}};
    hear_engine(&heard, site, machine);
    hear_pump(&heard, site, machine);
    hear_head(l, &heard, site, machine);
    hear_wheels(&heard, site, machine);
    l->scene.machine[machine].heard = heard;
    l->scene.machine[machine].place[UI_VOICE_AT_CHASSIS] = veh_machine_pose(site, machine).p;
    l->scene.machine[machine].place[UI_VOICE_AT_TOOL] = tool_of(site, machine);
}

// ---- stems ----

static struct sim_vec3 top_of(const struct veh_worksite *site, const struct veh_stem *stem) {
    const struct sim_vec3 top = {0.0, 0.0, ter_stem_length(&stem->stem)};
    return sim_pose_point(sim_body_pose(site->world, stem->body), top);
}

// The fastest crown of a stem that comes down is heard with the first machine.
static void hear_falls(struct ui_listener *l, const struct veh_worksite *site) {
    double most = 0.0;
    for (int i = 0; i < site->loose.count; i++) {
        const struct veh_stem *stem = &site->stems.items[site->loose.items[i]];
        if (!stem->used || stem->kind != VEH_STEM_FELLED || stem->rest.down)
            continue;
        const struct sim_vec3 top = top_of(site, stem);
        const double speed = sim_length(sim_body_point_velocity(site->world, stem->body, top));
        if (speed > most) {
            most = speed;
            l->scene.machine[0].place[UI_VOICE_AT_CROWN] = top;
        }
    }
    l->scene.machine[0].heard.value[UI_HEARD_FALL_SPEED] = most;
}

static void strike(struct ui_listener *l, enum ui_strike_kind kind, double strength,
                   struct sim_vec3 place) {
    if (l->scene.strikes < UI_SOUND_STRIKES)
        l->scene.strike[l->scene.strikes++] =
            (struct ui_strike){kind, sim_clamp(strength, 0.0, 1.0), place};
}

static bool is_held(const struct veh_worksite *site, int stem) {
    for (int i = 0; i < site->machine_count; i++) {
        const struct veh_head_state *head = veh_head(&site->machines[i]);
        if (head != NULL && head->stem == stem)
            return true;
    }
    return site->stems.items[stem].load.grapples != 0;
}

// A blow of another body on a stem, by the change of the stem's speed. A stem that rests on
// something, or is pressed by a tool, is not struck.
static void hear_blow(struct ui_listener *l, const struct veh_worksite *site,
                      const struct sim_contact *c, struct sim_body_id body,
                      struct sim_body_id other) {
    const int stem = veh_stem_of_body(site, body);
    if (stem < 0 || !sim_body_moves(site->world, body) ||
        (veh_machine_of_body(site, other) >= 0 && is_held(site, stem)))
        return;
    const double mass = sim_body_mass(site->world, body);
    const double change = c->force * sim_world_step_size(site->world) / mass;
    if (change < quiet_blow)
        return;
    const bool ground = other.index == site->ground.index;
    strike(l, ground ? UI_STRIKE_THUD : UI_STRIKE_WOOD,
           sqrt(0.5 * mass * change * change / loud_energy), c->point.position);
    l->silence = between_strikes;
}

static void hear_blows(struct ui_listener *l, const struct veh_worksite *site) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    l->silence -= sim_world_step_size(site->world);
    for (int i = 0; i < count && l->silence <= 0.0; i++) {
        hear_blow(l, site, &contacts[i], contacts[i].a, contacts[i].b);
        if (l->silence <= 0.0)
            hear_blow(l, site, &contacts[i], contacts[i].b, contacts[i].a);
    }
}

// ---- branches ----

static void add_broken(struct veh_snapped *sum, const struct veh_snapped *more) {
    sum->mass += more->mass;
    if (more->heaviest > sum->heaviest) {
        sum->heaviest = more->heaviest;
        sum->place = more->place;
    }
}

// Those that the knives have cut off since the step before.
static struct veh_snapped cut_off(struct ui_listener *l, const struct veh_worksite *site,
                                  int machine) {
    const struct veh_head_state *head = veh_head(&site->machines[machine]);
    const double now = head != NULL ? head->delimbed : 0.0;
    const double mass = fmax(now - l->delimbed[machine], 0.0);
    l->delimbed[machine] = now;
    return (struct veh_snapped){mass, mass, l->scene.machine[machine].place[UI_VOICE_AT_TOOL]};
}

static void hear_branches(struct ui_listener *l, const struct veh_worksite *site) {
    add_broken(&l->snapped, &site->snapped);
    for (int i = 0; i < site->machine_count; i++) {
        const struct veh_snapped cut = cut_off(l, site, i);
        add_broken(&l->snapped, &cut);
    }
    l->unbroken -= sim_world_step_size(site->world);
    if (l->snapped.mass <= 0.0 || l->unbroken > 0.0)
        return;
    strike(l, UI_STRIKE_SNAP, sqrt(l->snapped.mass / thick_branch), l->snapped.place);
    l->snapped = (struct veh_snapped){0};
    l->unbroken = between_snaps;
}

// ---- events ----

static void hear_event(struct ui_listener *l, const struct veh_worksite *site,
                       const struct veh_event *event) {
    const int machine = event->machine >= 0 ? event->machine : 0;
    const struct sim_vec3 tool = l->scene.machine[machine].place[UI_VOICE_AT_TOOL];
    switch (event->kind) {
    case VEH_EVENT_LENGTH_REACHED:
        strike(l, UI_STRIKE_BEEP, 1.0, tool);
        break;
    case VEH_EVENT_TREE_GRIPPED:
    case VEH_EVENT_LOG_GRIPPED:
        strike(l, UI_STRIKE_CLANG, 0.4, tool);
        break;
    case VEH_EVENT_TREE_FELLED:
    case VEH_EVENT_TREE_BROKEN:
        strike(l, UI_STRIKE_CRACK, 1.0, tool);
        break;
    case VEH_EVENT_TREE_HIT:
        strike(l, UI_STRIKE_WOOD, 1.0, tool);
        break;
    case VEH_EVENT_TIPPED:
        strike(l, UI_STRIKE_THUD, 1.0, veh_machine_pose(site, machine).p);
        break;
    default:
        if (veh_event_info(event->kind)->warning)
            strike(l, UI_STRIKE_ALARM, 1.0, tool);
        break;
    }
}

// The air, the rain and the wiper, which only those in the cab hear.
static void hear_weather(struct ui_listener *l, const struct veh_worksite *site) {
    struct ui_heard *h = &l->scene.machine[0].heard;
    h->value[UI_HEARD_AIR] = fmin(l->wind / usual_wind, 4.0);
    h->value[UI_HEARD_RAIN] = fmin(l->rain / downpour, 1.0);
    if (l->scene.inside)
        h->value[UI_HEARD_WIPER] = fabs(sim_sin(2.0 * SIM_PI * l->wiper * veh_worksite_time(site)));
}

void ui_listen(struct ui_listener *l, const struct veh_worksite *site) {
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    l->scene.machines = site->machine_count;
    for (int i = 0; i < site->machine_count; i++)
        hear_machine(l, site, i);
    hear_weather(l, site);
    hear_falls(l, site);
    hear_blows(l, site);
    hear_branches(l, site);
    for (int i = 0; i < count; i++)
        hear_event(l, site, &events[i]);
}
