#include "vehicles/part/head.h"

#include <assert.h>

#include "vehicles/part/crane.h"
#include "vehicles/part/engine.h"
#include "vehicles/site.h"

static const double brash_radius = 1.5;     // [m] around the head, in which branches fall
static const double in_position = 0.010;    // [m] of the target: feeding stops
static const double out_of_position = 0.02; // [m] feeding starts again
static const double feed_braking = 6.0;     // [m/s^2] planned deceleration
static const double slowest_feed = 0.06;    // [m/s] creep towards the target
// [J/m^2] of the chain in softwood: 36 J/cm^2 (Nevrkla et al. 2025, 46 % of 77.8 J/cm^2 at the
// motor).
static const double saw_energy = 3.6e5;
static const double head_efficiency = 0.7; // of its pump, lines and motors
static const double grip_memory = 0.4;     // [s] a stem that bounces in the head is not lost
static const double bar_home = 0.02;       // [rad]
static const double grip_range = 0.9;      // [m] from the saw to a tree that is about to be gripped
static const double widest_gap = 3.5;      // [rad] between bodies that hold a stem by themselves

enum { MAX_GRIPS = 64 }; // contacts of a stem with the head that are looked at

static const struct veh_key keys[] = {
    VEH_KEY(head, body, BODY, NULL, "frame of the head"),
    VEH_KEY(head, stem, POSE, "",
            "where a gripped stem lies, in the frame of the head: the origin is on the stem's axis "
            "in the saw's cut plane, z runs along the stem to its top, x out of the open side of "
            "the head"),
    VEH_KEY(head, saw_joint, JOINT, NULL, "hinge of the saw bar"),
    VEH_KEY_RANGE(head, saw_reach_m, NUMBER, "m", "0.6", 0.01, 5,
                  "the saw cuts a stem whose axis is not farther from that origin"),
    VEH_KEY_RANGE(head, saw_area_rate, NUMBER, "m^2/s", "0.1", 1e-4, 10, "cutting speed"),
    VEH_KEY_RANGE(
        head, saw_bar, NUMBER, "m", "0.75", 0.05, 5,
        "usable length of the bar: the far side of a stem that it cuts is not farther from "
        "its hinge"),
    VEH_KEY_RANGE(head, saw_speed, NUMBER, "rad/s", "5", 0.1, 50, "of the bar in air"),
    VEH_KEY(head, knives, JOINTS, "",
            "joints of the knives; a stem is held while two of their and the rollers' bodies press "
            "on it"),
    VEH_KEY(head, rollers, JOINTS, "", "joints of the feed rollers, likewise"),
    VEH_KEY_RANGE(head, roller_radius, NUMBER, "m", "0.2", 0.01, 2,
                  "radius of the feed rollers: with the speed of their motor it gives the speed of "
                  "feeding"),
    VEH_KEY(head, grip_input, INPUT, "", "closes knives and rollers"),
    VEH_KEY(head, feed_input, INPUT, "", "turns the rollers"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_head_state, stem),
    VEH_STATE(veh_head_state, length),
    VEH_STATE(veh_head_state, diameter),
    VEH_STATE(veh_head_state, target),
    VEH_STATE(veh_head_state, in_position),
    VEH_STATE(veh_head_state, closed),
    VEH_STATE(veh_head_state, cut),
    VEH_STATE(veh_head_state, sawing),
    VEH_STATE(veh_head_state, lost),
    VEH_STATE(veh_head_state, saw_was_pressed),
    VEH_STATE(veh_head_state, assortment_was_pressed),
};

const struct veh_head_def *veh_head_def(const struct veh_machine_def *def) {
    return veh_machine_def_part(def, &veh_part_head);
}

static const struct veh_head_def *head_def(const struct veh_machine *machine) {
    return veh_machine_part(machine, &veh_part_head)->def;
}

static struct veh_head_state *head_of(const struct veh_machine *machine) {
    return veh_machine_part(machine, &veh_part_head)->state;
}

const struct veh_head_state *veh_head(const struct veh_machine *machine) {
    return veh_machine_part(machine, &veh_part_head) ? head_of(machine) : NULL;
}

struct sim_pose veh_machine_head_frame(const struct veh_worksite *site, int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_head_def *def = head_def(m);
    return sim_pose_mul(sim_body_pose(site->world, m->instance.bodies[def->body]), def->stem);
}

// ---- geometry ----

struct stem_place {
    double length;         // [m] from the end on the saw's side to the cut plane
    double z;              // [m] from the butt to the cut plane
    double diameter;       // [m] there
    struct sim_vec3 point; // [m] of the stem's axis in the cut plane, head's stem frame
    double speed;          // [m/s] of feeding: how fast length grows
    bool crosses; // the axis passes the cut plane between the stem's ends, not too slanting
};

static struct stem_place place_in_head(const struct veh_worksite *site, int machine, int stem) {
    struct stem_place place = {0};
    const struct veh_stem *s = &site->stems.items[stem];
    const struct sim_pose head = veh_machine_head_frame(site, machine);
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const double total = ter_stem_length(&s->stem);
    const struct sim_vec3 n = sim_rotate(head.q, sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 u = sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0));
    const double along = sim_dot(u, n);
    if (fabs(along) < 0.5)
        return place;
    place.z = sim_dot(sim_sub(head.p, pose.p), n) / along;
    place.length = along > 0.0 ? place.z : total - place.z;
    place.diameter = ter_stem_diameter(&s->stem, place.z);
    const struct sim_vec3 p = sim_add_scaled(pose.p, u, place.z);
    place.point = sim_pose_local(head, p);
    const struct sim_body_id frame =
        site->machines[machine].instance.bodies[head_def(&site->machines[machine])->body];
    place.speed = sim_dot(n, sim_sub(sim_body_point_velocity(site->world, frame, p),
                                     sim_body_point_velocity(site->world, s->body, p)));
    place.crosses = place.z > -0.5 && place.z < total;
    return place;
}

// Whether the body is behind a joint of the knives or rollers; *which numbers them.
static bool gripping(const struct veh_machine *m, uint32_t body, int *which) {
    const struct veh_head_def *def = head_def(m);
    const struct veh_list *const lists[] = {&def->knives, &def->rollers};
    const struct sim_model_joint *joints = m->instance.model->joints;
    *which = 0;
    for (int l = 0; l < 2; l++)
        for (int i = 0; i < lists[l]->count; i++, ++*which)
            if (m->instance.bodies[joints[lists[l]->index[i]].child].index == body)
                return true;
    return false;
}

// The stem that a gripping body presses on in this contact, -1: none.
static int pressed_stem(const struct veh_worksite *site, const struct veh_machine *m,
                        const struct sim_contact *c) {
    int which;
    if (c->force <= 0.0)
        return -1;
    if (gripping(m, c->a.index, &which))
        return veh_stem_of_body(site, c->b);
    return gripping(m, c->b.index, &which) ? veh_stem_of_body(site, c->a) : -1;
}

static int bodies_pressing(const struct veh_worksite *site, const struct veh_machine *m, int stem) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    const uint32_t own = site->stems.items[stem].body.index;
    uint64_t touching = 0;
    int bodies = 0;
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        if (c->force <= 0.0 || (c->a.index != own && c->b.index != own))
            continue;
        int which;
        if (!gripping(m, c->a.index == own ? c->b.index : c->a.index, &which) ||
            touching >> which & 1u)
            continue;
        touching |= UINT64_C(1) << which;
        bodies++;
    }
    return bodies;
}

// The largest angle [rad] about the stem's axis without a body that presses on it.
static double largest_gap(const struct veh_worksite *site, const struct veh_machine *m, int stem) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    const struct sim_pose pose = veh_stem_pose(site, stem);
    double angle[MAX_GRIPS], largest = 0.0;
    int n = 0;
    for (int i = 0; i < count && n < MAX_GRIPS; i++) {
        if (pressed_stem(site, m, &contacts[i]) != stem)
            continue;
        const struct sim_vec3 p = sim_pose_local(pose, contacts[i].point.position);
        angle[n++] = sim_atan2(p.y, p.x);
    }
    for (int i = 0; i < n; i++) {
        double next = 2.0 * SIM_PI; // to the contact that follows in the sense of rotation
        for (int k = 0; k < n; k++) {
            const double ahead = angle[k] - angle[i];
            if (k != i)
                next = fmin(next, ahead <= 0.0 ? ahead + 2.0 * SIM_PI : ahead);
        }
        largest = fmax(largest, next);
    }
    return largest;
}

// Knives whose tips reach beyond the stem's axis, out of the open side of the head.
static int knives_around(const struct veh_worksite *site, const struct veh_machine *m, int machine,
                         int stem) {
    const struct veh_head_def *def = head_def(m);
    const struct sim_pose head = veh_machine_head_frame(site, machine);
    const double axis = place_in_head(site, machine, stem).point.x;
    int around = 0;
    for (int i = 0; i < def->knives.count; i++) {
        const int knife = m->instance.model->joints[def->knives.index[i]].child;
        const struct sim_pose pose = sim_body_pose(site->world, m->instance.bodies[knife]);
        const struct sim_shape *shapes;
        const int count = sim_body_shapes(site->world, m->instance.bodies[knife], &shapes);
        bool beyond = false;
        for (int s = 0; s < count && !beyond; s++) {
            const struct sim_pose at =
                sim_pose_mul(sim_pose_inverse(head), sim_pose_mul(pose, shapes[s].pose));
            beyond = sim_shape_bounds(&shapes[s], &at, 0.0).high.x > axis;
        }
        around += beyond;
    }
    return around;
}

// A held stem cannot leave sideways: it is pressed on from opposite sides, or at least two knives
// are around it. One that only leans on the outside of closed knives is not held.
static bool encloses(const struct veh_worksite *site, int machine, int stem) {
    const struct veh_machine *m = &site->machines[machine];
    return largest_gap(site, m, stem) < widest_gap || knives_around(site, m, machine, stem) >= 2;
}

// The stem that most gripping bodies press on, the first of equals; -1: fewer than two do.
static int gripped_stem(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    int best = -1, most = 1;
    for (int i = 0; i < count; i++) {
        const int stem = pressed_stem(site, m, &contacts[i]);
        if (stem < 0 || stem == best)
            continue;
        const int bodies = bodies_pressing(site, m, stem);
        if (bodies < 2 || !encloses(site, machine, stem))
            continue;
        if (bodies > most || (bodies == most && best >= 0 && stem < best)) {
            most = bodies;
            best = stem;
        }
    }
    return best;
}

// ---- levers to inputs ----

static bool gives_a_log(const struct veh_worksite *site, const struct ter_stem *stem) {
    for (int i = 0; i < site->def.assortment_count; i++) {
        const struct veh_assortment *a = &site->def.assortments[i];
        if (ter_stem_length(stem) >= a->length && ter_stem_diameter(stem, a->length) >= a->min_top)
            return true;
    }
    return false;
}

// A stem that is let go and gives no further log is a top.
static void let_go(struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    struct veh_stem *stem = &site->stems.items[head_of(m)->stem];
    if (stem->kind == VEH_STEM_FELLED && !gives_a_log(site, &stem->stem))
        stem->kind = VEH_STEM_TOP;
    veh_site_event(site, &veh_part_head,
                   (struct veh_event){.kind = VEH_EVENT_STEM_RELEASED,
                                      .machine = machine,
                                      .stem = head_of(m)->stem,
                                      .tree = stem->tree});
}

static void latch_grip(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    const double grip = m->controls.value[VEH_GRIP];
    if (grip > 0.5)
        head_of(m)->closed = true;
    if (grip < -0.5 || m->controls.value[VEH_STEM_RELEASE] > 0.5) {
        if (head_of(m)->closed && head_of(m)->stem >= 0)
            let_go(site, machine);
        head_of(m)->closed = false;
        head_of(m)->target = 0.0;
    }
    sim_instance_set_input(&m->instance, head_def(m)->grip_input, head_of(m)->closed ? 1.0 : -1.0);
}

static void choose_assortment(struct veh_worksite *site, struct veh_machine *m) {
    struct veh_head_state *head = head_of(m);
    const bool holds = head->stem >= 0 && site->stems.items[head->stem].kind == VEH_STEM_FELLED;
    for (int i = 0; i < VEH_MAX_ASSORTMENTS; i++) {
        const bool pressed = m->controls.value[VEH_ASSORTMENT_1 + i] > 0.5;
        if (pressed && !head->assortment_was_pressed[i] && i < site->def.assortment_count &&
            holds) {
            head->target = site->def.assortments[i].length;
            head->in_position = false;
        }
        head->assortment_was_pressed[i] = pressed;
    }
}

// Speed towards the target that can still be braked to rest there.
static double automatic_speed(const struct veh_head_state *head, double fastest) {
    const double error = head->target - head->length;
    if (head->in_position)
        return 0.0;
    const double braking = sqrt(2.0 * feed_braking * fabs(error)) * 0.8;
    const double near = fmax(2.5 * fabs(error), slowest_feed);
    const double speed = fmin(fmin(braking, near), fastest);
    return error > 0.0 ? speed : -speed;
}

// [m/s] at full input: what the rollers' motor asks for at their rim.
static double feed_speed(const struct veh_machine *m) {
    const struct veh_head_def *def = head_def(m);
    for (int i = 0; i < def->rollers.count; i++) {
        const struct sim_model_joint *joint = &m->instance.model->joints[def->rollers.index[i]];
        if (joint->input[0] >= 0 && joint->input[0] == def->feed_input)
            return fabs(joint->input_scale[0]) * def->roller_radius;
    }
    return 0.0;
}

static void feed(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    struct veh_head_state *head = head_of(m);
    const double fastest = feed_speed(m);
    double asked = m->controls.value[VEH_FEED];
    if (fabs(asked) > 0.05) {
        head->target = 0.0; // the hand takes over
        head->in_position = false;
    } else if (head->target > 0.0 && head->stem >= 0 && !head->sawing && fastest > 0.0) {
        asked = automatic_speed(head, fastest) / fastest;
    }
    sim_instance_set_input(&m->instance, head_def(m)->feed_input, asked);
}

// ---- saw ----

struct bar_view {
    double angle;        // [rad] of the bar beyond the stem's near edge, negative: not there yet
    double span;         // [rad] the stem takes up, seen from the bar's hinge
    double chord_moment; // [m^2] chord times its distance from the hinge: area per angle
    bool reaches;        // the bar is long enough to pass through
};

static struct bar_view look_along_bar(const struct veh_worksite *site, int machine,
                                      const struct stem_place *place) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_head_def *def = head_def(m);
    const struct sim_joint_id saw = m->instance.joints[def->saw_joint];
    const struct sim_pose head = veh_machine_head_frame(site, machine);
    struct sim_vec3 hinge = sim_pose_local(head, sim_joint_anchor(site->world, saw));
    // The bar's long axis at home is the direction from the hinge to the bar's centre.
    const struct sim_model *model = m->instance.model;
    const struct sim_body_id bar = m->instance.bodies[model->joints[def->saw_joint].child];
    const struct sim_shape *shapes;
    struct sim_vec3 middle = {0.5, 0.0, 0.0};
    if (sim_body_shapes(site->world, bar, &shapes) > 0)
        middle =
            sim_pose_local(head, sim_pose_point(sim_body_pose(site->world, bar), shapes[0].pose.p));
    const struct sim_vec3 b = sim_sub(middle, hinge), s = sim_sub(place->point, hinge);
    const double distance = sqrt(s.x * s.x + s.y * s.y), radius = 0.5 * place->diameter;
    struct bar_view view = {0};
    view.reaches = distance > 1e-3 && distance + radius <= def->saw_bar;
    // Angle of the stem's centre beyond the bar, counted in the sense in which the bar swings.
    const double ahead = sim_atan2(b.x * s.y - b.y * s.x, b.x * s.x + b.y * s.y);
    const double half = distance > radius
                            ? sim_atan2(radius, sqrt(distance * distance - radius * radius))
                            : 0.5 * SIM_PI;
    view.span = 2.0 * half;
    view.angle = half - ahead;
    const double off = distance * sim_sin(ahead);
    view.chord_moment = 2.0 * sqrt(fmax(radius * radius - off * off, 0.0)) * distance;
    return view;
}

static double bar_target_speed(const struct veh_head_def *def, const struct bar_view *view,
                               bool cutting) {
    if (!cutting || view->chord_moment < 1e-3)
        return def->saw_speed;
    return fmin(def->saw_speed, def->saw_area_rate / view->chord_moment);
}

static int stem_under_saw(const struct veh_worksite *site, int machine) {
    const struct veh_head_state *head = head_of(&site->machines[machine]);
    if (head->stem >= 0)
        return head->stem;
    const double reach = head_def(&site->machines[machine])->saw_reach_m;
    const struct sim_vec3 cut = veh_machine_head_frame(site, machine).p;
    for (int i = 0; i < site->stems.count; i++) {
        if (!site->stems.items[i].used || site->stems.items[i].kind == VEH_STEM_STUMP ||
            veh_stem_distance(site, i, cut) > 1.1 * reach)
            continue;
        const struct stem_place place = place_in_head(site, machine, i);
        if (place.crosses && place.z > 0.0 && sim_length(place.point) < reach)
            return i;
    }
    return -1;
}

static void saw_control(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    const struct veh_head_def *def = head_def(m);
    const bool pressed = m->controls.value[VEH_SAW] > 0.5 && veh_engine_runs(site, machine);
    const struct sim_joint_id saw = m->instance.joints[def->saw_joint];
    struct sim_axis *axis = sim_joint_free_axis(site->world, saw, 0);
    axis->motor.target = -def->saw_speed; // home
    if (pressed && !head_of(m)->saw_was_pressed)
        veh_site_event(site, &veh_part_head,
                       (struct veh_event){.kind = VEH_EVENT_SAW_STARTED,
                                          .machine = machine,
                                          .stem = head_of(m)->stem,
                                          .tree = -1});
    head_of(m)->saw_was_pressed = pressed;
    head_of(m)->sawing = sim_joint_position(site->world, saw, 0) > bar_home;
    if (!pressed)
        return;
    head_of(m)->sawing = true;
    axis->motor.target = def->saw_speed;
    const int stem = stem_under_saw(site, machine);
    if (stem < 0)
        return;
    const struct stem_place place = place_in_head(site, machine, stem);
    const struct bar_view view = look_along_bar(site, machine, &place);
    const bool in_wood =
        place.crosses && view.reaches && view.angle > 0.0 && view.angle < view.span;
    axis->motor.target = bar_target_speed(def, &view, in_wood);
}

// ---- after the step ----

// The branches of a log fell off as the knives passed them: they lie below the head.
static void strew_branches(struct veh_worksite *site, int machine, int log) {
    const struct sim_vec3 p = veh_machine_head_frame(site, machine).p;
    ter_trails_strew(&site->trails, p.x, p.y, brash_radius,
                     ter_stem_branch_mass(&site->stems.items[log].stem));
}

static void log_cut(struct veh_worksite *site, int machine, int log, double length) {
    struct veh_head_state *head = head_of(&site->machines[machine]);
    if (log < 0)
        return;
    site->stems.items[log].target = head->target;
    strew_branches(site, machine, log);
    veh_site_event(site, &veh_part_head,
                   (struct veh_event){.kind = VEH_EVENT_LOG_CUT,
                                      .machine = machine,
                                      .stem = log,
                                      .tree = site->stems.items[log].tree,
                                      .number = {length, head->target}});
}

static void cut_through(struct veh_worksite *site, int machine, int stem,
                        const struct stem_place *place) {
    struct veh_head_state *head = head_of(&site->machines[machine]);
    const bool standing = site->stems.items[stem].kind == VEH_STEM_STANDING;
    const int tree = site->stems.items[stem].tree;
    const bool butt_first = fabs(place->length - place->z) < 1e-9;
    int lower = -1;
    const int upper = veh_stem_cut(site, stem, place->z, &lower);
    if (upper < 0)
        return; // less than a slice
    head->stem = butt_first ? upper : lower;
    if (standing)
        veh_site_event(
            site, &veh_part_head,
            (struct veh_event){
                .kind = VEH_EVENT_TREE_FELLED, .machine = machine, .stem = upper, .tree = tree});
    else
        log_cut(site, machine, butt_first ? lower : upper, place->length);
    head->target = 0.0;
    head->in_position = false;
    head->cut = 0.0;
}

static void saw_observe(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    const double angle =
        sim_joint_position(site->world, m->instance.joints[head_def(m)->saw_joint], 0);
    const bool sawing = !(angle < bar_home || m->controls.value[VEH_SAW] <= 0.5);
    const int stem = sawing ? stem_under_saw(site, machine) : -1;
    if (stem < 0) {
        head_of(m)->cut = 0.0;
        return;
    }
    const struct stem_place place = place_in_head(site, machine, stem);
    const struct bar_view view = look_along_bar(site, machine, &place);
    if (!place.crosses || !view.reaches || place.z < 0.02)
        return;
    const bool entered = head_of(m)->cut > 0.0 || view.angle < 0.5 * view.span;
    const double share = sim_clamp(view.angle / view.span, 0.0, 1.0);
    if (entered)
        head_of(m)->cut = share;
    if (entered && share >= 1.0)
        cut_through(site, machine, stem, &place);
}

// The stem that the head holds now, -1: none. One that bounces in the head is not lost at once.
static int held_stem(const struct veh_worksite *site, int machine) {
    struct veh_head_state *head = head_of(&site->machines[machine]);
    const int felt = head->closed ? gripped_stem(site, machine) : -1;
    head->lost = felt >= 0 ? 0.0 : head->lost + sim_world_step_size(site->world);
    const bool keep = felt < 0 && head->closed && head->stem >= 0 && head->lost < grip_memory &&
                      site->stems.items[head->stem].used;
    return keep ? head->stem : felt;
}

static void watch_target(struct veh_worksite *site, int machine, const struct stem_place *place) {
    struct veh_head_state *head = head_of(&site->machines[machine]);
    if (head->target <= 0.0)
        return;
    const double error = fabs(head->target - place->length);
    if (!head->in_position && error < in_position && fabs(place->speed) < 0.05) {
        head->in_position = true;
        veh_site_event(site, &veh_part_head,
                       (struct veh_event){.kind = VEH_EVENT_LENGTH_REACHED,
                                          .machine = machine,
                                          .stem = head->stem,
                                          .tree = site->stems.items[head->stem].tree,
                                          .number = {place->length, head->target}});
    } else if (error > out_of_position) {
        head->in_position = false;
    }
}

static void measure(struct veh_worksite *site, int machine) {
    struct veh_head_state *head = head_of(&site->machines[machine]);
    const int before = head->stem;
    head->stem = held_stem(site, machine);
    if (head->stem < 0) {
        head->length = head->diameter = 0.0;
        head->in_position = false;
        return;
    }
    const struct stem_place place = place_in_head(site, machine, head->stem);
    head->length = place.length;
    head->diameter = place.diameter;
    if (before < 0)
        veh_site_event(site, &veh_part_head,
                       (struct veh_event){.kind = VEH_EVENT_TREE_GRIPPED,
                                          .machine = machine,
                                          .stem = head->stem,
                                          .tree = site->stems.items[head->stem].tree,
                                          .number = {place.diameter}});
    watch_target(site, machine, &place);
}

// ---- measures ----

static double length(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_head_state *)part->state)->length;
}

static double diameter(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_head_state *)part->state)->diameter;
}

static double tilt(const struct veh_worksite *site, const struct veh_part *part) {
    const struct sim_pose head = veh_machine_head_frame(site, part->machine);
    return sim_acos(sim_rotate(head.q, sim_vec3(0.0, 0.0, 1.0)).z);
}

static const struct veh_measure measures[] = {
    [VEH_HEAD_LENGTH] = {"length_m", "m", "of the gripped stem, from the butt to the saw, 0: none",
                         length},
    [VEH_HEAD_DIAMETER] = {"diameter_m", "m", "of that stem over bark at the saw", diameter},
    [VEH_HEAD_TILT] = {"tilt_rad", "rad",
                       "of the stem's place from upright: 0 for felling, a quarter turn to process",
                       tilt},
};

// ---- kind ----

static void begin(struct veh_part *part) {
    struct veh_head_state *head = part->state;
    head->stem = -1;
}

static void before(struct veh_worksite *site, struct veh_part *part) {
    latch_grip(site, part->machine);
    choose_assortment(site, &site->machines[part->machine]);
    feed(site, part->machine);
    saw_control(site, part->machine);
}

// [W] that rollers and saw take at the engine's shaft.
static double power(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_head_def *def = head_def(m);
    double power = head_of(m)->cut > 0.0 ? saw_energy * def->saw_area_rate : 0.0;
    for (int i = 0; i < def->rollers.count; i++) {
        const struct sim_joint_id joint = m->instance.joints[def->rollers.index[i]];
        power += fmax(sim_joint_motor_force(site->world, joint, 0) *
                          sim_joint_speed(site->world, joint, 0),
                      0.0);
    }
    return power / head_efficiency;
}

static void after(struct veh_worksite *site, struct veh_part *part) {
    measure(site, part->machine);
    saw_observe(site, part->machine);
    veh_engine_take(site, part->machine, power(site, part->machine));
}

static bool tool(const struct veh_worksite *site, const struct veh_part *part,
                 struct sim_vec3 *place) {
    *place = veh_machine_head_frame(site, part->machine).p;
    return true;
}

static int parent_of(const struct sim_model *model, int body) {
    for (int i = 0; i < model->joint_count; i++)
        if (model->joints[i].child == body)
            return model->joints[i].parent;
    return -1;
}

// Whether the body is one of those that slew with the crane, up to the saw; without a crane, of
// those that hang on the head.
static bool slews(const struct veh_machine *m, uint32_t body) {
    const struct sim_model *model = m->instance.model;
    const struct veh_crane_def *crane = veh_crane_def(m->def);
    const int first = crane != NULL ? model->joints[crane->slew].child : head_def(m)->body;
    int index = model->body_count - 1;
    while (index >= 0 && m->instance.bodies[index].index != body)
        index--;
    for (int i = 0; i < model->body_count && index >= 0 && index != first; i++)
        index = parent_of(model, index);
    return index == first;
}

// Head and crane may touch the held stem and the tree that the head is about to grip. The carrier
// may not, and the tree's neighbours must not be touched at all.
static bool works_on(const struct veh_worksite *site, const struct veh_part *part, uint32_t body,
                     int stem) {
    const struct veh_machine *m = &site->machines[part->machine];
    const struct sim_vec3 saw = veh_machine_head_frame(site, part->machine).p;
    const bool in_work =
        head_of(m)->stem == stem || veh_stem_distance(site, stem, saw) < grip_range;
    return in_work && slews(m, body);
}

static unsigned controls(const void *def) {
    (void)def;
    return 1u << VEH_STEM_RELEASE | ((1u << VEH_MAX_ASSORTMENTS) - 1u) << VEH_ASSORTMENT_1;
}

const struct veh_part_kind veh_part_head = {
    .id = VEH_PART_HEAD,
    .role = "role: the harvester head",
    .title = "the head",
    .help = "A harvester head.",
    .needed_by = 1u << VEH_HARVESTER,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_head_def),
    .state_size = sizeof(struct veh_head_state),
    .state = VEH_STATE_TABLE(state),
    .begin = begin,
    .before = before,
    .after = after,
    .controls = controls,
    .events = VEH_EVENT_BIT(TREE_GRIPPED) | VEH_EVENT_BIT(SAW_STARTED) |
              VEH_EVENT_BIT(TREE_FELLED) | VEH_EVENT_BIT(LENGTH_REACHED) | VEH_EVENT_BIT(LOG_CUT) |
              VEH_EVENT_BIT(STEM_RELEASED),
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .tool = tool,
    .works_on = works_on,
};
