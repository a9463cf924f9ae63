// The accumulating arms as a part of a machine: their keys, their state, what they measure. The
// head moves them (head_bunch.c).
#include "vehicles/part/multi_tree.h"

#include <stdio.h>

static const struct veh_key keys[] = {
    VEH_KEY(multi_tree, press, INPUTS, NULL,
            "of each arm, the input whose motor draws it back against the stems at 1 and away from "
            "them at -1"),
    VEH_KEY(multi_tree, swing, INPUTS, NULL,
            "of the same arms, the input whose motor swings each across the stems at 1 and out of "
            "their way at -1"),
    VEH_KEY_RANGE(multi_tree, most, INTEGER, "", "5", 2, VEH_MAX_BUNCH,
                  "stems that the arms hold at once"),
    VEH_KEY_RANGE(multi_tree, stage_time, NUMBER, "s", "0.5", 0.1, 5,
                  "of each of the four stages in which an arm reaches around a further stem: out "
                  "from between, away, across, back; the arms do so one after the other"),
    VEH_KEY_RANGE(
        multi_tree, ease, NUMBER, "", "0.3", 0, 1,
        "share of the force of knives and roller arms while an arm comes out from between "
        "stems"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_multi_tree_state, closed),      VEH_STATE(veh_multi_tree_state, again),
    VEH_STATE(veh_multi_tree_state, was_pressed), VEH_STATE(veh_multi_tree_state, left),
    VEH_STATE(veh_multi_tree_state, stem),        VEH_STATE(veh_multi_tree_state, out),
    VEH_STATE(veh_multi_tree_state, brake),       VEH_STATE(veh_multi_tree_state, braked),
    VEH_STATE(veh_multi_tree_state, bunch.area),  VEH_STATE(veh_multi_tree_state, bunch.count),
    VEH_STATE(veh_multi_tree_state, number),      VEH_STATE(veh_multi_tree_state, told),
    VEH_STATE(veh_multi_tree_state, cut.booked),  VEH_STATE(veh_multi_tree_state, cut.length),
    VEH_STATE(veh_multi_tree_state, cut.top),     VEH_STATE(veh_multi_tree_state, cut.target),
    VEH_STATE(veh_multi_tree_state, cut.product), VEH_STATE(veh_multi_tree_state, cut.colour),
};

const struct veh_multi_tree_def *veh_multi_tree_def(const struct veh_machine_def *def) {
    return veh_machine_def_part(def, &veh_part_multi_tree);
}

const struct veh_multi_tree_state *veh_multi_tree(const struct veh_machine *machine) {
    const struct veh_part *part = veh_machine_part(machine, &veh_part_multi_tree);
    return part != NULL ? part->state : NULL;
}

static double stems(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_multi_tree_state *)part->state)->bunch.count;
}

static const struct veh_measure measures[] = {
    {"bunched_stems", "", "felled stems in the head", stems},
};

static const char *problem(const void *part_def, const struct sim_model *model, char *text,
                           size_t size) {
    (void)model;
    const struct veh_multi_tree_def *def = part_def;
    if (def->press.count == def->swing.count && def->press.count > 0)
        return NULL;
    (void)snprintf(text, size, "'press' has %d inputs and 'swing' %d, expected one of each per arm",
                   def->press.count, def->swing.count);
    return text;
}

static unsigned controls(const void *part_def) {
    (void)part_def;
    return 1u << VEH_MULTI_TREE;
}

const struct veh_part_kind veh_part_multi_tree = {
    .id = VEH_PART_MULTI_TREE,
    .role = "role: accumulating arms of the head",
    .title = "multi-tree handling",
    .help =
        "Accumulating arms of a harvester head. They hold felled stems upright while knives and "
        "rollers open for the next tree; then all are fed and cut together.",
    .needs = &veh_part_head,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_multi_tree_def),
    .problem = problem,
    .state_size = sizeof(struct veh_multi_tree_state),
    .state = VEH_STATE_TABLE(state),
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .controls = controls,
};
