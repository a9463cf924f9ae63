// The top saw as a part of a machine: its keys and its state. The head drives it (head_saw.c).
#include "vehicles/part/head.h"

static const struct veh_key keys[] = {
    VEH_KEY(saw, joint, JOINT, NULL, "hinge of the saw bar"),
    VEH_KEY(saw, input, INPUT, "",
            "saws above one half; the motor of `joint` follows it, with a `base` that swings the "
            "bar home"),
    VEH_KEY_RANGE(saw, place, NUMBER, "m", NULL, 0.1, 5,
                  "from the head's saw to this one, along the stem"),
    VEH_KEY_RANGE(saw, area_rate, NUMBER, "m^2/s", "0.05", 1e-4, 10,
                  "cutting speed in spruce with all the power of its motor"),
    VEH_KEY_RANGE(saw, chain_speed, NUMBER, "m/s", "40", 1, 100, "of its chain in air"),
    VEH_KEY_RANGE(saw, least_press, NUMBER, "", "0.15", 0, 1,
                  "share of the bar's force that is left as the chain slows down"),
    VEH_KEY_RANGE(saw, bar, NUMBER, "m", "0.5", 0.05, 5, "usable length of the bar"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_saw_state, cut),     VEH_STATE(veh_saw_state, chain),
    VEH_STATE(veh_saw_state, power),   VEH_STATE(veh_saw_state, sawing),
    VEH_STATE(veh_saw_state, pinched), VEH_STATE(veh_saw_state, was_pressed),
};

const struct veh_saw_def *veh_top_saw_def(const struct veh_machine_def *def) {
    return veh_machine_def_part(def, &veh_part_top_saw);
}

const struct veh_saw_state *veh_top_saw(const struct veh_machine *machine) {
    const struct veh_part *part = veh_machine_part(machine, &veh_part_top_saw);
    return part != NULL ? part->state : NULL;
}

struct veh_saw veh_saw_at_work(const struct veh_machine *machine) {
    const struct veh_saw_state *top = veh_top_saw(machine);
    if (top != NULL && top->sawing)
        return (struct veh_saw){.def = veh_top_saw_def(machine->def), .state = top};
    return (struct veh_saw){.def = &veh_head_def(machine->def)->saw,
                            .state = &veh_head(machine)->saw};
}

static int saw_joint(const void *def) {
    return ((const struct veh_saw_def *)def)->joint;
}

const struct veh_part_kind veh_part_top_saw = {
    .id = VEH_PART_TOP_SAW,
    .role = "role: a second saw of the head",
    .title = "the top saw",
    .help =
        "A second saw of a harvester head, beyond the knives. It cuts tops and defects off what "
        "the head holds, and is locked while the head is upright as for felling.",
    .needs = &veh_part_head,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_saw_def),
    .state_size = sizeof(struct veh_saw_state),
    .state = VEH_STATE_TABLE(state),
    .saw_joint = saw_joint,
};
