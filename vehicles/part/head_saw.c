// The saw: its bar swings through the stem under it, and a stem that it has passed through becomes
// two.
#include "vehicles/part/engine.h"
#include "vehicles/part/head_inside.h"
#include "vehicles/site.h"

static const double brash_radius = 1.5; // [m] around the head, in which branches fall
// [J/m^2] of the chain in softwood: 36 J/cm^2 (Nevrkla et al. 2025, 46 % of 77.8 J/cm^2 at the
// motor).
static const double saw_energy = 3.6e5;
static const double bar_home = 0.02; // [rad]

struct bar_view {
    double angle;        // [rad] of the bar beyond the stem's near edge, negative: not there yet
    double span;         // [rad] the stem takes up, seen from the bar's hinge
    double chord_moment; // [m^2] chord times its distance from the hinge: area per angle
    bool reaches;        // the bar is long enough to pass through
};

static struct bar_view look_along_bar(const struct veh_worksite *site, int machine,
                                      const struct veh_head_place *place) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_head_def *def = veh_head_def_of(m);
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
    const struct veh_head_state *head = veh_head_of(&site->machines[machine]);
    if (head->stem >= 0)
        return head->stem;
    const double reach = veh_head_def_of(&site->machines[machine])->saw_reach_m;
    const struct sim_vec3 cut = veh_machine_head_frame(site, machine).p;
    for (int i = 0; i < site->stems.count; i++) {
        if (!site->stems.items[i].used || site->stems.items[i].kind == VEH_STEM_STUMP ||
            veh_stem_distance(site, i, cut) > 1.1 * reach)
            continue;
        const struct veh_head_place place = veh_head_place(site, machine, i);
        if (place.crosses && place.z > 0.0 && sim_length(place.point) < reach)
            return i;
    }
    return -1;
}

void veh_head_saw(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    const struct veh_head_def *def = veh_head_def_of(m);
    const bool pressed = m->controls.value[VEH_SAW] > 0.5 && veh_engine_runs(site, machine);
    const struct sim_joint_id saw = m->instance.joints[def->saw_joint];
    struct sim_axis *axis = sim_joint_free_axis(site->world, saw, 0);
    axis->motor.target = -def->saw_speed; // home
    if (pressed && !veh_head_of(m)->saw_was_pressed)
        veh_site_event(site, &veh_part_head,
                       (struct veh_event){.kind = VEH_EVENT_SAW_STARTED,
                                          .machine = machine,
                                          .stem = veh_head_of(m)->stem,
                                          .tree = -1});
    veh_head_of(m)->saw_was_pressed = pressed;
    veh_head_of(m)->sawing = sim_joint_position(site->world, saw, 0) > bar_home;
    if (!pressed)
        return;
    veh_head_of(m)->sawing = true;
    axis->motor.target = def->saw_speed;
    const int stem = stem_under_saw(site, machine);
    if (stem < 0)
        return;
    const struct veh_head_place place = veh_head_place(site, machine, stem);
    const struct bar_view view = look_along_bar(site, machine, &place);
    const bool in_wood =
        place.crosses && view.reaches && view.angle > 0.0 && view.angle < view.span;
    axis->motor.target = bar_target_speed(def, &view, in_wood);
}

// The branches of a log fell off as the knives passed them: they lie below the head.
static void strew_branches(struct veh_worksite *site, int machine, int log) {
    const struct sim_vec3 p = veh_machine_head_frame(site, machine).p;
    ter_trails_strew(&site->trails, p.x, p.y, brash_radius,
                     ter_stem_branch_mass(&site->stems.items[log].stem));
}

static void log_cut(struct veh_worksite *site, int machine, int log, double length) {
    struct veh_head_state *head = veh_head_of(&site->machines[machine]);
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
                        const struct veh_head_place *place) {
    struct veh_head_state *head = veh_head_of(&site->machines[machine]);
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

void veh_head_cut(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    const double angle =
        sim_joint_position(site->world, m->instance.joints[veh_head_def_of(m)->saw_joint], 0);
    const bool sawing = !(angle < bar_home || m->controls.value[VEH_SAW] <= 0.5);
    const int stem = sawing ? stem_under_saw(site, machine) : -1;
    if (stem < 0) {
        veh_head_of(m)->cut = 0.0;
        return;
    }
    const struct veh_head_place place = veh_head_place(site, machine, stem);
    const struct bar_view view = look_along_bar(site, machine, &place);
    if (!place.crosses || !view.reaches || place.z < 0.02)
        return;
    const bool entered = veh_head_of(m)->cut > 0.0 || view.angle < 0.5 * view.span;
    const double share = sim_clamp(view.angle / view.span, 0.0, 1.0);
    if (entered)
        veh_head_of(m)->cut = share;
    if (entered && share >= 1.0)
        cut_through(site, machine, stem, &place);
}

double veh_head_saw_power(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    return veh_head_of(m)->cut > 0.0 ? saw_energy * veh_head_def_of(m)->saw_area_rate : 0.0;
}
