// Where a stem lies in the head, and whether knives and rollers hold it. Gripping itself is contact
// and friction.
#include "vehicles/part/head_inside.h"
#include "vehicles/site.h"

static const double grip_memory = 0.4; // [s] a stem that bounces in the head is not lost
static const double widest_gap = 3.5;  // [rad] between bodies that hold a stem by themselves

enum { MAX_GRIPS = 64 }; // contacts of a stem with the head that are looked at

struct veh_head_place veh_head_place(const struct veh_worksite *site, int machine, int stem) {
    return veh_head_place_at(site, machine, stem, 0.0);
}

struct veh_head_place veh_head_place_at(const struct veh_worksite *site, int machine, int stem,
                                        double beyond) {
    struct veh_head_place place = {0};
    const struct veh_stem *s = &site->stems.items[stem];
    struct sim_pose head = veh_machine_head_frame(site, machine);
    head.p = sim_pose_point(head, sim_vec3(0.0, 0.0, beyond));
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const double total = ter_stem_length(&s->stem);
    const struct sim_vec3 n = sim_rotate(head.q, sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 u = sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0));
    const double along = sim_dot(u, n);
    if (fabs(along) < 0.5)
        return place;
    place.z = sim_dot(sim_sub(head.p, pose.p), n) / along;
    place.butt_first = along > 0.0;
    place.length = place.butt_first ? place.z : total - place.z;
    place.diameter = ter_stem_diameter(&s->stem, place.z);
    const double bow = ter_stem_bow(&s->stem, place.z);
    struct sim_vec3 p = sim_add_scaled(pose.p, u, place.z);
    if (bow != 0.0)
        p = sim_add_scaled(p, sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0)), bow);
    place.point = sim_pose_local(head, p);
    const struct sim_body_id frame =
        site->machines[machine].instance.bodies[veh_head_def_of(&site->machines[machine])->body];
    place.speed = sim_dot(n, sim_sub(sim_body_point_velocity(site->world, frame, p),
                                     sim_body_point_velocity(site->world, s->body, p)));
    place.crosses = place.z > -0.5 && place.z < total;
    return place;
}

// Whether the body is behind a joint of the knives or rollers; *which numbers them.
static bool gripping(const struct veh_machine *m, uint32_t body, int *which) {
    const struct veh_head_def *def = veh_head_def_of(m);
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
        const double bow = ter_stem_bow(&site->stems.items[stem].stem, p.z);
        angle[n++] = sim_atan2(p.y, p.x - bow);
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
    const struct veh_head_def *def = veh_head_def_of(m);
    const struct sim_pose head = veh_machine_head_frame(site, machine);
    const double axis = veh_head_place(site, machine, stem).point.x;
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

// Among stems that are gripped: the more bodies press on one the higher it ranks. While arms hold
// others a tree that stands comes first, then one that is new; a bunch that lies keeps the stem
// that was held before, and comes before what is none of it.
static int rank(const struct veh_worksite *site, const struct veh_machine *m, int stem,
                int bodies) {
    const bool arms = veh_head_arms_hold(m);
    if (!arms && veh_head_felled(m) == 1)
        return bodies;
    const bool stands = site->stems.items[stem].kind == VEH_STEM_STANDING;
    const bool held = veh_head_of(m)->stem == stem, member = veh_head_member(m, stem) >= 0;
    return bodies + MAX_GRIPS * (arms && stands ? 3 : arms != member ? 2 : 0) + MAX_GRIPS * held;
}

// The gripped stem that ranks highest, the first of equals; -1: on none do two bodies press.
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
        const int worth = rank(site, m, stem, bodies);
        if (worth > most || (worth == most && best >= 0 && stem < best)) {
            most = worth;
            best = stem;
        }
    }
    return best;
}

static bool gives_a_log(const struct veh_worksite *site, const struct ter_stem *stem) {
    const struct veh_products *products = site->def.products;
    for (int i = 0; i < products->count; i++) {
        const struct veh_product *p = &products->product[i];
        const double length = veh_product_cut_length(p, 0);
        if (veh_product_takes(p, (int)stem->species) && ter_stem_length(stem) >= length &&
            ter_stem_diameter(stem, length) >= p->min_top)
            return true;
    }
    return false;
}

void veh_head_leave(struct veh_worksite *site, int stem) {
    struct veh_stem *s = &site->stems.items[stem];
    if (s->kind == VEH_STEM_FELLED && !gives_a_log(site, &s->stem))
        s->kind = VEH_STEM_TOP;
}

static void let_stem_go(struct veh_worksite *site, int machine, int stem) {
    veh_head_leave(site, stem);
    veh_site_event(site, &veh_part_head,
                   (struct veh_event){.kind = VEH_EVENT_STEM_RELEASED,
                                      .machine = machine,
                                      .stem = stem,
                                      .tree = site->stems.items[stem].tree});
}

void veh_head_let_go(struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_multi_tree_state *b = veh_head_bunch(m);
    const int held = veh_head_of(m)->closed ? veh_head_of(m)->stem : -1;
    veh_head_tell_bunch(site, machine);
    if (held >= 0) {
        veh_head_finish_logs(site, machine);
        let_stem_go(site, machine, held);
    }
    for (int i = 0; b != NULL && i < b->bunch.count; i++)
        if (b->stem[i] != held)
            let_stem_go(site, machine, b->stem[i]);
    veh_head_bunch_clear(site, machine);
}

// Knives and rollers open. The stems in the accumulating arms stay in the head unless all is let
// go.
static void open_jaws(struct veh_worksite *site, int machine, bool all) {
    const struct veh_machine *m = &site->machines[machine];
    struct veh_head_state *head = veh_head_of(m);
    if (all || !veh_head_arms_hold(m))
        veh_head_let_go(site, machine);
    else if (head->closed && head->stem >= 0 && veh_head_member(m, head->stem) < 0)
        let_stem_go(site, machine, head->stem);
    head->closed = false;
}

void veh_head_latch(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    const double grip = m->controls.value[VEH_GRIP];
    if (grip > 0.5)
        veh_head_of(m)->closed = true;
    const bool release = m->controls.value[VEH_STEM_RELEASE] > 0.5;
    if (grip < -0.5 || release)
        open_jaws(site, machine, release);
    sim_instance_set_input(&m->instance, veh_head_def_of(m)->grip_input,
                           veh_head_of(m)->closed ? 1.0 : -1.0);
}

int veh_head_held_stem(const struct veh_worksite *site, int machine) {
    struct veh_head_state *head = veh_head_of(&site->machines[machine]);
    const int felt = head->closed ? gripped_stem(site, machine) : -1;
    head->lost = felt >= 0 ? 0.0 : head->lost + sim_world_step_size(site->world);
    const bool keep = felt < 0 && head->closed && head->stem >= 0 && head->lost < grip_memory &&
                      site->stems.items[head->stem].used;
    return keep ? head->stem : felt;
}

double veh_head_grip_power(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const int input = veh_head_def_of(m)->grip_input;
    double power = 0.0;
    for (int i = 0; i < m->def->model.joint_count && input >= 0; i++)
        if (m->def->model.joints[i].input[0] == input)
            power += fmax(sim_joint_motor_force(site->world, m->instance.joints[i], 0) *
                              sim_joint_speed(site->world, m->instance.joints[i], 0),
                          0.0);
    return power;
}
