// The saws: their bars swing through the stem, and a stem that one has passed through becomes two.
// The saw at the butt's end fells and cuts logs; that at the top's end, which some heads have, cuts
// a top or a defect off what the head holds. It is locked while the head is upright as for felling.
//
// Teeth that are pressed harder cut deeper. In wood of the specific energy E, at the chain's speed
// u and with a chord b of the stem at the distance r from the bar's hinge, a bar that turns at w
// takes
//
//   F = E b r w / u     along the chain                 m du/dt = min(P / u, F_most) - F
//   T = k F r           about the hinge of the bar
//
// T is a damping of that hinge, so the force of the bar's own motor decides how deep the teeth
// cut, and the saw motor's power P how fast the chain then runs. The head takes force off the bar
// as the chain slows down; pressed harder than F_most allows, the chain stops in the wood.
#include "vehicles/part/engine.h"
#include "vehicles/part/head_inside.h"
#include "vehicles/site.h"

// [J/m^2] of the chain in spruce: 36 J/cm^2 (Nevrkla et al. 2025, 46 % of 77.8 J/cm^2 at the
// motor). It rises with the density of the wood.
static const double saw_energy = 3.6e5;
static const double eased_by_rot = 0.7; // of the energy that decayed wood no longer takes
static const double feed_share = 0.6;   // k
// Of a blunt chain, whose teeth rub instead of cutting: E and k times as much. Assumed; cutting
// time and energy depend on nothing as much as on sharpness (Poje and Mihelic 2020).
static const double blunt = 2.0;
static const double pulls_down_to = 0.5; // of the full speed: below it pressure bounds the motor
static const double chain_mass = 2.0;    // [kg] m: chain, sprocket and motor at the chain's speed
static const double chain_stop = 0.3;    // [s] in which the chain stops in air
static const double crawling = 0.02;     // of the full speed, below which teeth no longer cut
static const double stalled = 0.1;       // of the full speed: the chain is said to have stopped
static const double full_force_at = 1.0, least_force_at = 0.6; // of the full speed: of the bar
static const double least_z = 0.02;     // [m] from the butt: a slice is not cut off
static const double bar_home = 0.02;    // [rad]
static const double bar_friction = 0.3; // of wood that squeezes the bar, on each of its sides

// One of a head's saws.
struct saw {
    int machine;
    bool top;
    const struct veh_saw_def *def;
    struct veh_saw_state *state;
    struct sim_joint_id joint;
};

enum { SAWS = 2 }; // the head's own, then the top saw

// False: the head has no such saw.
static bool saw_of(const struct veh_worksite *site, int machine, int which, struct saw *saw) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_part *top = veh_machine_part(m, &veh_part_top_saw);
    if (which > 0 && top == NULL)
        return false;
    *saw = (struct saw){.machine = machine,
                        .top = which > 0,
                        .def = which > 0 ? top->def : &veh_head_def_of(m)->saw,
                        .state = which > 0 ? top->state : &veh_head_of(m)->saw};
    saw->joint = m->instance.joints[saw->def->joint];
    return true;
}

static struct veh_head_place place_of(const struct veh_worksite *site, const struct saw *saw,
                                      int stem) {
    return veh_head_place_at(site, saw->machine, stem, saw->def->place);
}

struct bar_view {
    double angle;        // [rad] of the bar beyond the stem's near edge, negative: not there yet
    double span;         // [rad] the stem takes up, seen from the bar's hinge
    double distance;     // [m] of the stem's axis from the bar's hinge
    double radius;       // [m] of the stem
    double bar;          // [m] usable length
    double before;       // [rad] the angle before the bar's last step
    struct sim_vec3 way; // unit, world: of the bar through the wood
    struct sim_vec3 out; // unit, world: from the bar's hinge to the stem's axis
};

// [m] Thickness of the wood that is too far away for the bar, 0 or less: none.
static double out_of_reach(const struct bar_view *view) {
    return view->distance + view->radius - view->bar;
}

static bool reaches(const struct bar_view *view) {
    return view->distance > 1e-3 && out_of_reach(view) < 2.0 * view->radius;
}

// World: along the side of the bar that cuts, which lies on a line through its hinge. A box's
// longest edges are parallel to it; of any other shape the middle lies on it.
static struct sim_vec3 along_bar(const struct veh_worksite *site, const struct saw *saw) {
    const struct veh_machine *m = &site->machines[saw->machine];
    const int child = m->instance.model->joints[saw->def->joint].child;
    const struct sim_body_id bar = m->instance.bodies[child];
    const struct sim_pose pose = sim_body_pose(site->world, bar);
    const struct sim_shape *shapes;
    if (sim_body_shapes(site->world, bar, &shapes) == 0)
        return sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
    const struct sim_vec3 hinge = sim_joint_anchor(site->world, saw->joint);
    const struct sim_vec3 out = sim_sub(sim_pose_point(pose, shapes[0].pose.p), hinge);
    if (shapes[0].kind != SIM_SHAPE_BOX)
        return out;
    const struct sim_vec3 h = shapes[0].half;
    const bool x = h.x >= h.y && h.x >= h.z, y = !x && h.y >= h.z;
    const struct sim_vec3 long_edge = {x, y, !x && !y};
    const struct sim_vec3 edge = sim_rotate(pose.q, sim_rotate(shapes[0].pose.q, long_edge));
    return sim_dot(edge, out) < 0.0 ? sim_neg(edge) : edge;
}

static struct bar_view look_along_bar(const struct veh_worksite *site, const struct saw *saw,
                                      const struct veh_head_place *place) {
    const struct sim_pose head = veh_machine_head_frame(site, saw->machine);
    struct sim_vec3 hinge = sim_pose_local(head, sim_joint_anchor(site->world, saw->joint));
    const struct sim_vec3 b = sim_unrotate(head.q, along_bar(site, saw));
    const struct sim_vec3 s = sim_sub(place->point, hinge);
    const double distance = sqrt(s.x * s.x + s.y * s.y), radius = 0.5 * place->diameter;
    const double half = distance > radius
                            ? sim_atan2(radius, sqrt(distance * distance - radius * radius))
                            : 0.5 * SIM_PI;
    // Angle of the stem's centre beyond the bar, counted in the sense in which the bar swings.
    const double sense = sim_unrotate(head.q, sim_joint_axis(site->world, saw->joint, 0)).z;
    const double left = sim_atan2(b.x * s.y - b.y * s.x, b.x * s.x + b.y * s.y);
    const double ahead = sense < 0.0 ? -left : left;
    const struct sim_vec3 way = sim_scale(sim_vec3(-b.y, b.x, 0.0), sense < 0.0 ? -1.0 : 1.0);
    return (struct bar_view){.angle = half - ahead,
                             .span = 2.0 * half,
                             .distance = distance,
                             .radius = radius,
                             .bar = saw->def->bar,
                             .way = sim_rotate(head.q, sim_unit(way)),
                             .out = sim_rotate(head.q, sim_unit(sim_vec3(s.x, s.y, 0.0)))};
}

// The wood that the bar has left when it has come to that angle: behind it, and of a stem that it
// does not pass through, more and more from the hinge outwards, up to its length.
static struct veh_bite bite_at(const struct bar_view *view, double angle) {
    const double far = out_of_reach(view), share = sim_clamp(angle / view->span, 0.0, 1.0);
    if (far > 0.0)
        return (struct veh_bite){.left = 2.0 * view->radius * (1.0 - share) + far * share,
                                 .normal = view->out};
    const double beyond = view->radius + view->distance * sim_sin(0.5 * view->span - angle);
    return (struct veh_bite){.left = share < 1.0 ? beyond : 0.0, .normal = view->way};
}

// [m] of the stem's chord along the bar at that angle beyond the near edge; 0: outside.
static double chord(const struct bar_view *view, double angle) {
    if (!reaches(view) || angle <= 0.0 || angle >= view->span)
        return 0.0;
    const double off = view->distance * sim_sin(0.5 * view->span - angle);
    const double half = sqrt(fmax(view->radius * view->radius - off * off, 0.0));
    const double middle = view->distance * sim_cos(0.5 * view->span - angle);
    return fmax(fmin(middle + half, view->bar) - (middle - half), 0.0);
}

// [m] of wood along the bar at that angle: less where the stem has been cut before.
static double wood_along(const struct veh_worksite *site, int stem,
                         const struct veh_head_place *place, const struct bar_view *view,
                         double angle) {
    const struct veh_bite bite = bite_at(view, angle);
    const bool uncut = bite.left < veh_stem_uncut(site, stem, place->z, bite.normal);
    return uncut ? chord(view, angle) : 0.0;
}

// Without a stem in the head the first that lies before the saw.
static int free_stem_under_saw(const struct veh_worksite *site, const struct saw *saw) {
    const struct veh_machine *m = &site->machines[saw->machine];
    const double reach = veh_head_def_of(m)->saw_reach_m;
    const struct sim_vec3 cut = sim_pose_point(veh_machine_head_frame(site, saw->machine),
                                               sim_vec3(0.0, 0.0, saw->def->place));
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!s->used || veh_stem_dormant(s) || s->kind == VEH_STEM_STUMP ||
            veh_stem_distance(site, i, cut) > 1.1 * reach)
            continue;
        const struct veh_head_place place = place_of(site, saw, i);
        if (place.crosses && place.z > 0.0 && sim_length(place.point) < reach)
            return i;
    }
    return -1;
}

// Returns the number of stems that the bar is to cut.
static int stems_under_saw(const struct veh_worksite *site, const struct saw *saw,
                           int stems[VEH_MAX_BUNCH + 1]) {
    const int count = veh_head_stems(site, saw->machine, stems);
    if (count > 0)
        return count;
    stems[0] = free_stem_under_saw(site, saw);
    return stems[0] >= 0;
}

// Factor of E and of k.
static double bluntness(const struct veh_worksite *site, const struct saw *saw) {
    const struct sim_model *model = &site->machines[saw->machine].def->model;
    const char *joint = model->joints[saw->def->joint].name;
    return veh_fault_is_on(site, VEH_FAULT_CHAIN, joint) ? blunt : 1.0;
}

// [J/m^2] to cut the stem at z [m] from its butt.
static double energy_of(const struct veh_worksite *site, const struct saw *saw, int stem,
                        double z) {
    const struct ter_stem *s = &site->stems.items[stem].stem;
    return bluntness(site, saw) * saw_energy * ter_stem_density(s) /
           ter_species_green_density(TER_SPRUCE) * (1.0 - eased_by_rot * ter_stem_rot_share(s, z));
}

// [W] of the saw's motor with all the power that it can have.
static double full_power(const struct veh_saw_def *def) {
    return saw_energy * def->area_rate;
}

// The share of its force with which the bar is pressed on the wood.
static double press(const struct veh_saw_def *def, double chain) {
    const double pace = chain / def->chain_speed;
    return sim_clamp((pace - least_force_at) / (full_force_at - least_force_at), def->least_press,
                     1.0);
}

// [N] Friction of a tree that leans back on the bar.
static double squeeze(const struct veh_worksite *site, int stem) {
    return 2.0 * bar_friction * site->stems.items[stem].kerf.pinch;
}

// The tree holds the bar once its friction is more than the bar's motor overcomes.
static void watch_pinch(struct veh_worksite *site, const struct saw *saw, int stem, double friction,
                        double torque) {
    const bool pinched = friction > torque;
    if (pinched && !saw->state->pinched)
        veh_site_event(site, &veh_part_head,
                       (struct veh_event){.kind = VEH_EVENT_BAR_PINCHED,
                                          .machine = saw->machine,
                                          .stem = stem,
                                          .tree = site->stems.items[stem].tree,
                                          .number = {site->stems.items[stem].kerf.pinch}});
    saw->state->pinched = pinched;
}

// Dry friction [N m] on a hinge that its motor turns: what it leaves of the motor's torque, or,
// where that is nothing, what it takes to turn the hinge by force.
static void hold_bar(struct sim_axis *axis, double friction) {
    const double torque = axis->motor.force_high;
    if (friction > torque)
        axis->motor.target = 0.0;
    axis->motor.force_high = fabs(torque - friction);
    axis->motor.force_low = -axis->motor.force_high;
}

// The damping [N m s] that a stem's wood puts on the bar's hinge in the next step, with the chord
// where the bar will be in its middle.
static double damping_of(const struct veh_worksite *site, const struct saw *saw, int stem,
                         double speed) {
    const struct veh_head_place place = place_of(site, saw, stem);
    const struct bar_view view = look_along_bar(site, saw, &place);
    const double half = 0.5 * sim_world_step_size(site->world) * fmax(speed, 0.0);
    const double b = place.crosses ? wood_along(site, stem, &place, &view, view.angle + half) : 0.0;
    if (!(b > 0.0)) // beyond the tip the stem has no wood to ask
        return 0.0;
    const double u = fmax(saw->state->chain, crawling * saw->def->chain_speed);
    return bluntness(site, saw) * feed_share * energy_of(site, saw, stem, place.z) * b *
           view.distance * view.distance / u;
}

// Asks the wood for its resistance: sets the friction of a bar that a tree squeezes, and the
// damping of the bar's hinge.
static void resist(struct veh_worksite *site, const struct saw *saw, struct sim_axis *axis,
                   double speed) {
    int stems[VEH_MAX_BUNCH + 1];
    const int count = stems_under_saw(site, saw, stems);
    saw->state->pinched = saw->state->pinched && count > 0;
    if (count == 0)
        return;
    const struct veh_head_place place = place_of(site, saw, stems[0]);
    const struct bar_view view = look_along_bar(site, saw, &place);
    const double friction = squeeze(site, stems[0]) * view.distance;
    watch_pinch(site, saw, stems[0], friction, axis->motor.force_high);
    hold_bar(axis, friction);
    for (int i = 0; i < count && saw->state->was_pressed; i++)
        axis->damping += damping_of(site, saw, stems[i], speed);
}

static void tell(struct veh_worksite *site, const struct saw *saw, enum veh_event_kind kind) {
    veh_site_event(site, &veh_part_head,
                   (struct veh_event){.kind = kind,
                                      .machine = saw->machine,
                                      .stem = veh_head_of(&site->machines[saw->machine])->stem,
                                      .tree = -1,
                                      .number = {saw->top}});
}

// Reads the lever and sets the bar's motor. Returns the power [W] that its chain would take.
static double start(struct veh_worksite *site, const struct saw *saw) {
    struct veh_machine *m = &site->machines[saw->machine];
    const bool locked = saw->top && veh_head_upright(site, saw->machine);
    const bool pressed = saw->def->input >= 0 && m->instance.input[saw->def->input] > 0.5 &&
                         !locked && veh_engine_runs(site, saw->machine);
    if (!pressed)
        sim_instance_set_input(&m->instance, saw->def->input, 0.0);
    const struct sim_axis *usual = &m->instance.model->joints[saw->def->joint].def.free_axis[0];
    struct sim_axis *axis = sim_joint_free_axis(site->world, saw->joint, 0);
    if (pressed && !saw->state->was_pressed)
        tell(site, saw, VEH_EVENT_SAW_STARTED);
    const double share = pressed ? press(saw->def, saw->state->chain) : 1.0;
    axis->motor.force_low = share * usual->motor.force_low;
    axis->motor.force_high = share * usual->motor.force_high;
    axis->damping = usual->damping;
    saw->state->was_pressed = pressed;
    saw->state->sawing = pressed || sim_joint_position(site->world, saw->joint, 0) > bar_home;
    return pressed ? full_power(saw->def) : 0.0;
}

void veh_head_saw(struct veh_worksite *site, int machine) {
    struct saw saw[SAWS];
    double wish[SAWS] = {0.0}, sum = 0.0;
    int count = 0;
    while (count < SAWS && saw_of(site, machine, count, &saw[count])) {
        wish[count] = start(site, &saw[count]);
        sum += wish[count++];
    }
    const double power = veh_head_efficiency *
                         veh_engine_ask(site, machine, VEH_ENGINE_SAW, sum / veh_head_efficiency);
    for (int i = 0; i < count; i++)
        saw[i].state->power = wish[i] > 0.0 ? power * (wish[i] / sum) : 0.0;
}

void veh_head_squeeze(struct veh_worksite *site, int machine) {
    struct saw saw;
    for (int i = 0; i < SAWS; i++)
        if (saw_of(site, machine, i, &saw) && saw.state->sawing)
            resist(site, &saw, sim_joint_free_axis(site->world, saw.joint, 0),
                   sim_joint_speed(site->world, saw.joint, 0));
}

// The chain after a step in which the wood took that power [W].
static void drive_chain(struct veh_worksite *site, const struct saw *saw, double wood) {
    struct veh_saw_state *state = saw->state;
    const double h = sim_world_step_size(site->world), full = saw->def->chain_speed;
    const double before = state->chain, u = fmax(before, crawling * full);
    if (!state->was_pressed) {
        state->chain = fmax(before - full * h / chain_stop, 0.0);
        state->power = 0.0;
        return;
    }
    const double most = full_power(saw->def) / (pulls_down_to * full);
    const double power = fmin(state->power, full_power(saw->def));
    const double pull = fmin(power / u, most);
    state->chain = sim_clamp(before + (pull - wood / u) * h / chain_mass, 0.0, full);
    state->power = fmax(wood + chain_mass * (state->chain - before) / h * u, 0.0);
    if (wood > 0.0 && before > stalled * full && state->chain <= stalled * full)
        tell(site, saw, VEH_EVENT_SAW_STALLED);
}

static void log_cut(struct veh_worksite *site, int machine, int log, int member, double length,
                    double target) {
    site->stems.items[log].target = target;
    veh_head_gauge_cut(site, machine, log, member);
    veh_head_tell_log(site, machine, log, length, target);
}

static void tell_too_small(struct veh_worksite *site, const struct saw *saw, int stem,
                           const struct veh_head_place *place) {
    veh_site_event(site, &veh_part_head,
                   (struct veh_event){.kind = VEH_EVENT_CUT_TOO_SMALL,
                                      .machine = saw->machine,
                                      .stem = stem,
                                      .tree = site->stems.items[stem].tree,
                                      .number = {place->length}});
}

// The head keeps what is on the other side of the saw: of the one at the top, what is below it.
// False: what it would cut off is a slice, or too light for a body.
static bool cut_stem(struct veh_worksite *site, const struct saw *saw, int stem, double target,
                     const struct veh_head_place *place) {
    const struct veh_machine *m = &site->machines[saw->machine];
    const bool was_log = site->stems.items[stem].kind == VEH_STEM_LOG;
    int lower = -1;
    veh_head_tell_bunch(site, saw->machine);
    const int upper = veh_stem_cut(site, stem, place->z, &lower);
    if (upper < 0)
        return false;
    const int kept = place->butt_first != saw->top ? upper : lower;
    const int other = kept == upper ? lower : upper;
    const int member = veh_head_member(m, stem);
    veh_head_bunch_replace(m, stem, kept);
    if (member < 0 || veh_head_of(m)->stem == stem)
        veh_head_of(m)->stem = kept;
    if (saw->top)
        veh_head_top(site, saw->machine, kept, other, place->length, was_log);
    else if (other >= 0)
        log_cut(site, saw->machine, other, member, place->length, target);
    return true;
}

// The stem keeps its kerf until the bar, or a second cut from the other side, has passed through.
// share: [0..1] of it that the bar has cut; target: [m] length that is being fed to.
static void bite(struct veh_worksite *site, const struct saw *saw, int stem, double *share,
                 double target, const struct veh_head_place *place, const struct bar_view *view) {
    const bool rooted = veh_stem_has_roots(&site->stems.items[stem]);
    const bool entered = *share > 0.0 || view->angle < 0.5 * view->span;
    const bool cuts = entered && saw->state->was_pressed;
    *share = cuts ? sim_clamp(view->angle / view->span, 0.0, 1.0) : 0.0;
    struct veh_bite reached = bite_at(view, view->angle);
    reached.machine = saw->machine;
    reached.z = place->z;
    if (view->angle <= 0.0 || !(cuts || veh_stem_sawn(&site->stems.items[stem])) ||
        !veh_stem_saw(site, stem, &reached))
        return;
    const bool passes = cuts && view->before < view->span;
    if (!rooted && !cut_stem(site, saw, stem, target, place) && passes)
        tell_too_small(site, saw, stem, place);
    *share = 0.0;
}

// The power [W] that the wood took in the last step, in which the bar turned so far [rad].
static double wood_power(const struct veh_worksite *site, const struct saw *saw, int stem,
                         const struct veh_head_place *place, const struct bar_view *view,
                         double turned) {
    const double b = wood_along(site, stem, place, view, view->angle - 0.5 * turned);
    return energy_of(site, saw, stem, place->z) * b * view->distance * turned /
           sim_world_step_size(site->world);
}

// [m] Length that is being fed to; of a bunch of which the bar has cut some stems, that of these.
static double target_of(const struct veh_machine *m) {
    const struct veh_multi_tree_state *bunch = veh_multi_tree(m);
    return bunch != NULL && bunch->cut.booked ? bunch->cut.target : veh_head_of(m)->target;
}

// A bar that comes back to a kerf slips into it, however close that is to the stem's end.
static bool cuts_at(const struct veh_worksite *site, int stem, const struct veh_head_place *place) {
    return place->crosses &&
           (place->z >= least_z || veh_stem_kerf_at(&site->stems.items[stem], place->z));
}

static void cut(struct veh_worksite *site, const struct saw *saw) {
    const bool out = sim_joint_position(site->world, saw->joint, 0) >= bar_home;
    const double target = target_of(&site->machines[saw->machine]);
    const double turned =
        fmax(sim_joint_speed(site->world, saw->joint, 0), 0.0) * sim_world_step_size(site->world);
    int stems[VEH_MAX_BUNCH + 1];
    struct veh_head_place place[VEH_MAX_BUNCH + 1];
    struct bar_view view[VEH_MAX_BUNCH + 1];
    const int count = out ? stems_under_saw(site, saw, stems) : 0;
    double wood = 0.0;
    for (int i = 0; i < count; i++) {
        place[i] = place_of(site, saw, stems[i]);
        view[i] = look_along_bar(site, saw, &place[i]);
        view[i].before = view[i].angle - turned;
        wood +=
            place[i].crosses ? wood_power(site, saw, stems[i], &place[i], &view[i], turned) : 0.0;
    }
    drive_chain(site, saw, count > 0 ? wood + squeeze(site, stems[0]) * saw->state->chain : 0.0);
    // The display shows the share of the first stem. That of the others is not kept: the bar may
    // enter them wherever it is.
    double others;
    if (count == 0)
        saw->state->cut = 0.0;
    for (int i = 0; i < count; i++) {
        double *share = i == 0 ? &saw->state->cut : &others;
        others = saw->state->was_pressed;
        if (reaches(&view[i]) && cuts_at(site, stems[i], &place[i]))
            bite(site, saw, stems[i], share, target, &place[i], &view[i]);
        else
            *share = 0.0;
    }
}

void veh_head_cut(struct veh_worksite *site, int machine) {
    struct saw saw;
    for (int i = 0; i < SAWS; i++)
        if (saw_of(site, machine, i, &saw))
            cut(site, &saw);
}

double veh_head_saw_power(const struct veh_worksite *site, int machine) {
    const struct veh_saw_state *top = veh_top_saw(&site->machines[machine]);
    return veh_head_of(&site->machines[machine])->saw.power + (top != NULL ? top->power : 0.0);
}
