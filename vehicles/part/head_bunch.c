// Several stems in the head. Accumulating arms take the stem that knives and rollers hold, these
// open for the next tree, and all stand in the head until it tilts. Then the arms let go, and
// knives and rollers hold, feed and cut the bunch as they do one stem, by contact and friction.
#include <assert.h>

#include "vehicles/part/head_inside.h"
#include "vehicles/site.h"

static const double gone_after = 0.4; // [s] out of the head
static const double upper_arm = 1.0;  // [m] above the saw

enum { STAGES = 4 }; // of an arm's way around a further stem

struct veh_multi_tree_state *veh_head_bunch(const struct veh_machine *machine) {
    const struct veh_part *part = veh_machine_part(machine, &veh_part_multi_tree);
    return part != NULL ? part->state : NULL;
}

int veh_head_member(const struct veh_machine *machine, int stem) {
    const struct veh_multi_tree_state *b = veh_head_bunch(machine);
    for (int i = 0; b != NULL && i < b->bunch.count; i++)
        if (b->stem[i] == stem)
            return i;
    return -1;
}

int veh_head_stems(const struct veh_worksite *site, int machine, int stems[VEH_MAX_BUNCH + 1]) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_multi_tree_state *b = veh_head_bunch(m);
    const int held = veh_head_of(m)->stem;
    int count = 0;
    if (held < 0)
        return 0;
    stems[count++] = held;
    if (b == NULL || site->stems.items[held].kind == VEH_STEM_STANDING)
        return count;
    for (int i = 0; i < b->bunch.count; i++)
        if (b->stem[i] != held)
            stems[count++] = b->stem[i];
    return count;
}

int veh_head_felled(const struct veh_machine *machine) {
    const struct veh_multi_tree_state *b = veh_head_bunch(machine);
    return b != NULL && b->bunch.count > 1 ? b->bunch.count : 1;
}

void veh_head_bunch_add(struct veh_worksite *site, int machine, int stem) {
    const struct veh_machine *m = &site->machines[machine];
    struct veh_multi_tree_state *b = veh_head_bunch(m);
    if (b == NULL || stem < 0 || veh_head_member(m, stem) >= 0)
        return;
    const int i = b->bunch.count;
    if (!veh_bunch_add(&b->bunch, veh_head_of(m)->computer.thickness))
        return;
    b->stem[i] = stem;
    b->out[i] = 0.0;
    b->brake[i] = (struct sim_joint_id){0};
    b->told = false;
}

static void leave(struct veh_worksite *site, struct veh_multi_tree_state *b, int member) {
    site->stems.items[b->stem[member]].arms = 0.0;
    if (sim_joint_valid(site->world, b->brake[member]))
        sim_joint_destroy(site->world, b->brake[member]);
    veh_bunch_remove(&b->bunch, member);
    for (int i = member; i < b->bunch.count; i++) {
        b->stem[i] = b->stem[i + 1];
        b->out[i] = b->out[i + 1];
        b->brake[i] = b->brake[i + 1];
        b->braked[i] = b->braked[i + 1];
    }
}

void veh_head_bunch_replace(const struct veh_machine *machine, int stem, int by) {
    const int member = veh_head_member(machine, stem);
    if (member >= 0)
        veh_head_bunch(machine)->stem[member] = by;
}

void veh_head_bunch_clear(struct veh_worksite *site, int machine) {
    struct veh_multi_tree_state *b = veh_head_bunch(&site->machines[machine]);
    if (b == NULL)
        return;
    while (b->bunch.count > 0)
        leave(site, b, b->bunch.count - 1);
    b->closed = b->told = false;
    b->left = 0.0;
}

void veh_head_tell_bunch(struct veh_worksite *site, int machine) {
    struct veh_multi_tree_state *b = veh_head_bunch(&site->machines[machine]);
    if (b == NULL || b->told || b->bunch.count < 2)
        return;
    b->told = true;
    b->number++;
    for (int i = 0; i < b->bunch.count; i++)
        veh_site_event(site, &veh_part_head,
                       (struct veh_event){.kind = VEH_EVENT_STEM_BUNCHED,
                                          .machine = machine,
                                          .stem = b->stem[i],
                                          .tree = site->stems.items[b->stem[i]].tree,
                                          .number = {b->number, b->bunch.count}});
}

bool veh_head_arms_hold(const struct veh_machine *machine) {
    const struct veh_multi_tree_state *b = veh_head_bunch(machine);
    return b != NULL && b->closed;
}

// Progress of an arm on its way, in stages since it set out; negative: others are before it.
static double stage_of(const struct veh_multi_tree_def *def, const struct veh_multi_tree_state *b,
                       int arm) {
    return (double)STAGES * (def->press.count - arm) - b->left / def->stage_time;
}

bool veh_head_arms_part(const struct veh_machine *machine) {
    const struct veh_multi_tree_state *b = veh_head_bunch(machine);
    const struct veh_multi_tree_def *def = veh_multi_tree_def(machine->def);
    bool parts = false;
    for (int i = 0; b != NULL && b->closed && b->again && i < def->press.count; i++)
        parts = parts || (stage_of(def, b, i) >= 0.0 && stage_of(def, b, i) < 1.0);
    return parts;
}

// Moves an arm. At rest it stands beside the stems, drawn back. Around a further stem it swings out
// from between the stems, slides away, swings across and slides back, while the others hold; the
// first time it begins by sliding away.
static void move_arm(struct veh_machine *m, const struct veh_multi_tree_state *b, int arm) {
    const struct veh_multi_tree_def *def = veh_multi_tree_def(m->def);
    const double stage = stage_of(def, b, arm);
    const bool across = b->closed && (stage < 0.0 ? b->again : stage >= 2.0);
    const bool back = !b->closed || stage < 1.0 || stage >= 3.0;
    sim_instance_set_input(&m->instance, def->swing.index[arm], across ? 1.0 : -1.0);
    sim_instance_set_input(&m->instance, def->press.index[arm], back ? 1.0 : -1.0);
}

// Whether the stem crosses the head where stems lie.
static bool lies_in_head(const struct veh_worksite *site, int machine, int stem) {
    const struct veh_head_place place = veh_head_place(site, machine, stem);
    const double reach = veh_head_def_of(&site->machines[machine])->saw_reach_m;
    const struct sim_vec3 p = place.point;
    return place.crosses && p.x * p.x + p.y * p.y < reach * reach;
}

void veh_head_watch_bunch(struct veh_worksite *site, int machine) {
    struct veh_multi_tree_state *b = veh_head_bunch(&site->machines[machine]);
    for (int i = b != NULL ? b->bunch.count - 1 : -1; i >= 0; i--) {
        const bool used = site->stems.items[b->stem[i]].used;
        const bool inside = used && lies_in_head(site, machine, b->stem[i]);
        b->out[i] = inside ? 0.0 : b->out[i] + sim_world_step_size(site->world);
        if (!used || b->out[i] > gone_after)
            leave(site, b, i);
    }
}

static void tell_full(struct veh_worksite *site, int machine, int stem, int held) {
    veh_site_event(site, &veh_part_head,
                   (struct veh_event){.kind = VEH_EVENT_ARMS_FULL,
                                      .machine = machine,
                                      .stem = stem,
                                      .tree = site->stems.items[stem].tree,
                                      .number = {held}});
}

// The key takes what the knives hold into the arms, which open for it if they hold others; with
// open knives it opens the arms.
static void press(struct veh_worksite *site, int machine, struct veh_multi_tree_state *b) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_multi_tree_def *def = veh_multi_tree_def(m->def);
    const struct veh_head_state *head = veh_head_of(m);
    if (!head->closed) {
        veh_head_let_go(site, machine);
        return;
    }
    if (head->stem < 0 || !veh_head_upright(site, machine))
        return;
    const bool joins = veh_head_member(m, head->stem) < 0;
    if (b->bunch.count + joins > def->most) {
        tell_full(site, machine, head->stem, b->bunch.count + joins - 1);
        return;
    }
    if (site->stems.items[head->stem].kind != VEH_STEM_STANDING)
        veh_head_bunch_add(site, machine, head->stem);
    b->again = b->closed;
    b->closed = true;
    b->left = def->stage_time * (STAGES * def->press.count - (b->again ? 0 : 1));
}

void veh_head_gather(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    struct veh_multi_tree_state *b = veh_head_bunch(m);
    if (b == NULL)
        return;
    if (veh_button_pressed(m->controls.value[VEH_MULTI_TREE], &b->was_pressed))
        press(site, machine, b);
    b->left = fmax(b->left - sim_world_step_size(site->world), 0.0);
    // Knives and rollers have the bunch to themselves once it lies.
    if (veh_head_of(m)->closed && !veh_head_upright(site, machine))
        b->closed = false;
    if (!veh_head_of(m)->saw.sawing)
        b->cut.booked = false;
    for (int i = 0; i < b->bunch.count; i++)
        site->stems.items[b->stem[i]].arms =
            b->closed ? fmax(veh_head_place(site, machine, b->stem[i]).z + upper_arm, upper_arm)
                      : 0.0;
    for (int i = 0; i < veh_multi_tree_def(m->def)->press.count; i++)
        move_arm(m, b, i);
}
