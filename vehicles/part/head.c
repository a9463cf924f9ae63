// The head as a part of a machine: its keys, its state, what it measures and what it answers.
#include <assert.h>
#include <stdio.h>

#include "vehicles/part/crane.h"
#include "vehicles/part/engine.h"
#include "vehicles/part/head_inside.h"
#include "vehicles/site.h"

static const double grip_range = 0.9; // [m] from the saw to a tree that is about to be gripped

// A row of the table of keys for a member of the saw.
#define SAW_KEY(member, type, unit, standard, low, high, help)                                     \
    {                                                                                              \
        "saw_" #member, VEH_KEY_##type, unit, standard, low, high,                                 \
            offsetof(struct veh_head_def, saw.member), help                                        \
    }

static const struct veh_key keys[] = {
    VEH_KEY(head, body, BODY, NULL, "frame of the head"),
    VEH_KEY(head, stem, POSE, "",
            "where a gripped stem lies, in the frame of the head: the origin is on the stem's axis "
            "in the saw's cut plane, z runs along the stem to its top, x out of the open side of "
            "the head"),
    SAW_KEY(joint, JOINT, "", NULL, 0, 0, "hinge of the saw bar"),
    VEH_KEY_RANGE(head, saw_reach_m, NUMBER, "m", "0.6", 0.01, 5,
                  "the saw cuts a stem whose axis is not farther from that origin"),
    SAW_KEY(area_rate, NUMBER, "m^2/s", "0.1", 1e-4, 10,
            "cutting speed in spruce with all the power of the saw's motor"),
    SAW_KEY(chain_speed, NUMBER, "m/s", "40", 1, 100, "of the saw's chain in air"),
    SAW_KEY(least_press, NUMBER, "", "0.15", 0, 1,
            "share of the bar's force that is left as the chain slows down; 1: the bar is "
            "always pressed with all its force, and can stop the chain"),
    SAW_KEY(bar, NUMBER, "m", "0.75", 0.05, 5,
            "usable length of the bar: the far side of a stem that it cuts is not farther from "
            "its hinge"),
    VEH_KEY(head, knives, JOINTS, "",
            "joints of the knives; a stem is held while two of their and the rollers' bodies press "
            "on it"),
    VEH_KEY(head, rollers, JOINTS, "", "joints of the feed rollers, likewise"),
    VEH_KEY_RANGE(head, roller_radius, NUMBER, "m", "0.2", 0.01, 2,
                  "radius of the feed rollers: with the speed of their motor it gives the speed of "
                  "feeding"),
    VEH_KEY_RANGE(head, feed_power_w, NUMBER, "W", "0", 0, 1e6,
                  "of the rollers at their rims: the faster they turn the less force they have; 0: "
                  "no bound"),
    VEH_KEY_RANGE(head, branch_force, NUMBER, "N/m", "2e5", 0, 2e6,
                  "peak of the force that cuts a green softwood branch, per metre of its diameter: "
                  "2e5 is usual; knives that are blunt need half as much again"),
    VEH_KEY_RANGE(head, knife_life, NUMBER, "J", "0", 0, 1e12,
                  "cutting work that makes sharp knives blunt, such as 2e7; load times way on soil "
                  "counts a hundred times; 0: they stay as sharp as they are"),
    VEH_KEY_RANGE(head, knife_feed_press, NUMBER, "1/m", "1000", 0, 1000,
                  "share of the knives' force with which they press while the rollers turn, per "
                  "metre of the stem's diameter, 0.25 to 1: little, so that they slide; all of the "
                  "force holds the stem for the saw"),
    VEH_KEY(head, grip_input, INPUT, "", "closes knives and rollers"),
    VEH_KEY(head, feed_input, INPUT, "", "turns the rollers"),
    SAW_KEY(input, INPUT, "", "", 0, 0,
            "saws above one half; the motor of `saw_joint` follows it, with a `base` that swings "
            "the bar home"),
    VEH_KEY(
        head, feelers, JOINTS, "",
        "joints that tell the stem's thickness, as a rule of one knife of each pair, at most 4; "
        "the one nearest to the saw first"),
    VEH_KEY_RANGE(
        head, feeler_thickness, POLYLINE, "", "", -10, 10,
        "pairs of their coordinate (rad or m, rising) and the diameter in m that it means"),
    VEH_KEY_RANGE(head, wheel_place, NUMBER, "m", "0.5", -5, 5,
                  "from the saw to the measuring wheel, along the stem"),
    VEH_KEY_RANGE(head, wheel_rest, NUMBER, "m", "0.15", 0, 5,
                  "from the origin of `stem` back to where a stem's bark touches the wheel"),
    VEH_KEY_RANGE(head, wheel_travel, NUMBER, "m", "0.06", 0.001, 5,
                  "how far its arm follows a stem that does not lie there"),
    VEH_KEY_RANGE(head, wheel_pulse, NUMBER, "m", "0.002", 1e-4, 0.1,
                  "length of the stem per pulse of the wheel"),
    VEH_KEY_RANGE(
        head, butt_cell, NUMBER, "m", "0", 0, 2,
        "from the saw to a photocell that sees wood, along the stem: with it the head finds "
        "the butt of a lying stem by itself; 0: it has none"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_head_state, stem),
    VEH_STATE(veh_head_state, length),
    VEH_STATE(veh_head_state, diameter),
    VEH_STATE(veh_head_state, target),
    VEH_STATE(veh_head_state, in_position),
    VEH_STATE(veh_head_state, closed),
    VEH_STATE(veh_head_state, saw.cut),
    VEH_STATE(veh_head_state, saw.chain),
    VEH_STATE(veh_head_state, saw.power),
    VEH_STATE(veh_head_state, saw.sawing),
    VEH_STATE(veh_head_state, saw.pinched),
    VEH_STATE(veh_head_state, saw.was_pressed),
    VEH_STATE(veh_head_state, lost),
    VEH_STATE(veh_head_state, brake),
    VEH_STATE(veh_head_state, braked),
    VEH_STATE(veh_head_state, delimbed),
    VEH_STATE(veh_head_state, worn),
    VEH_STATE(veh_head_state, edge_set),
    VEH_STATE(veh_head_state, gauges.random),
    VEH_STATE(veh_head_state, gauges.rim),
    VEH_STATE(veh_head_state, gauges.turned),
    VEH_STATE(veh_head_state, gauges.scale),
    VEH_STATE(veh_head_state, gauges.offset),
    VEH_STATE(veh_head_state, gauges.out_of_round),
    VEH_STATE(veh_head_state, gauges.length),
    VEH_STATE(veh_head_state, gauges.stem),
    VEH_STATE(veh_head_state, gauges.rooted),
    VEH_STATE(veh_head_state, gauges.whorl),
    VEH_STATE(veh_head_state, computer.length),
    VEH_STATE(veh_head_state, computer.butt_height),
    VEH_STATE(veh_head_state, computer.end),
    VEH_STATE(veh_head_state, computer.dbh),
    VEH_STATE(veh_head_state, computer.height),
    VEH_STATE(veh_head_state, computer.thickness),
    VEH_STATE(veh_head_state, computer.target),
    VEH_STATE(veh_head_state, computer.species),
    VEH_STATE(veh_head_state, computer.product),
    VEH_STATE(veh_head_state, computer.length_class),
    VEH_STATE(veh_head_state, computer.known),
    VEH_STATE(veh_head_state, computer.forced),
    VEH_STATE(veh_head_state, computer.in_position),
    VEH_STATE(veh_head_state, computer.was_closed),
    VEH_STATE(veh_head_state, computer.was_upright),
    VEH_STATE(veh_head_state, computer.proposal_was_pressed),
    VEH_STATE(veh_head_state, computer.species_was_pressed),
    VEH_STATE(veh_head_state, computer.grade_was_pressed),
    VEH_STATE(veh_head_state, computer.find_butt_was_pressed),
    VEH_STATE(veh_head_state, computer.finding),
    VEH_STATE(veh_head_state, computer.covered),
    VEH_STATE(veh_head_state, computer.searched),
    VEH_STATE(veh_head_state, computer.grades.from),
    VEH_STATE(veh_head_state, computer.grades.grade),
    VEH_STATE(veh_head_state, computer.grades.count),
    VEH_STATE(veh_head_state, computer.product_was_pressed),
    VEH_STATE(veh_head_state, computer.profile),
    VEH_STATE(veh_head_state, computer.plan.log),
    VEH_STATE(veh_head_state, computer.plan.count),
    VEH_STATE(veh_head_state, computer.plan.value),
    VEH_STATE(veh_head_state, computer.plan.measured),
    VEH_STATE(veh_head_state, computer.tally),
    VEH_STATE(veh_head_state, computer.memory),
    VEH_STATE(veh_head_state, computer.calibrate_was_pressed),
    VEH_STATE(veh_head_state, computer.refuse_was_pressed),
    VEH_STATE(veh_head_state, computer.calibration.used),
    VEH_STATE(veh_head_state, computer.calibration.proposed),
    VEH_STATE(veh_head_state, computer.calibration.ready),
    VEH_STATE(veh_head_state, computer.calibration.asked),
    VEH_STATE(veh_head_state, computer.calibration.chosen),
    VEH_STATE(veh_head_state, computer.calibration.over),
    VEH_STATE(veh_head_state, computer.calibration.logs),
    VEH_STATE(veh_head_state, computer.calibration.log),
    VEH_STATE(veh_head_state, computer.calibration.read),
    VEH_STATE(veh_head_state, computer.calibration.pairs),
    VEH_STATE(veh_head_state, computer.calibration.machine),
    VEH_STATE(veh_head_state, computer.calibration.caliper),
    VEH_STATE(veh_head_state, computer.calibration.length_off),
    VEH_STATE(veh_head_state, computer.calibration.diameter_off),
    VEH_STATE(veh_head_state, computer.calibration.chance),
    VEH_STATE(veh_head_state, caliper.stem),
    VEH_STATE(veh_head_state, caliper.tree),
    VEH_STATE(veh_head_state, caliper.next),
    VEH_STATE(veh_head_state, caliper.count),
    VEH_STATE(veh_head_state, caliper.time),
};

const struct veh_head_def *veh_head_def(const struct veh_machine_def *def) {
    return veh_machine_def_part(def, &veh_part_head);
}

const struct veh_head_def *veh_head_def_of(const struct veh_machine *machine) {
    return veh_machine_part(machine, &veh_part_head)->def;
}

struct veh_head_state *veh_head_of(const struct veh_machine *machine) {
    return veh_machine_part(machine, &veh_part_head)->state;
}

const struct veh_head_state *veh_head(const struct veh_machine *machine) {
    return veh_machine_part(machine, &veh_part_head) ? veh_head_of(machine) : NULL;
}

struct sim_pose veh_machine_head_frame(const struct veh_worksite *site, int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_head_def *def = veh_head_def_of(m);
    return sim_pose_mul(sim_body_pose(site->world, m->instance.bodies[def->body]), def->stem);
}

static void measure(struct veh_worksite *site, int machine) {
    struct veh_head_state *head = veh_head_of(&site->machines[machine]);
    const int before = head->stem;
    head->stem = veh_head_held_stem(site, machine);
    veh_head_gauge(site, machine, before);
    if (head->stem < 0)
        return;
    const struct veh_head_place place = veh_head_place(site, machine, head->stem);
    if (before < 0)
        veh_site_event(site, &veh_part_head,
                       (struct veh_event){.kind = VEH_EVENT_TREE_GRIPPED,
                                          .machine = machine,
                                          .stem = head->stem,
                                          .tree = site->stems.items[head->stem].tree,
                                          .number = {place.diameter}});
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

static double branches(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_head_state *)part->state)->delimbed;
}

static double apportionment(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_head_state *head = part->state;
    return veh_apportionment(site->def.products, &head->computer.tally);
}

static double sharpness(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return 1.0 - ((const struct veh_head_state *)part->state)->worn;
}

static const struct veh_measure measures[] = {
    [VEH_HEAD_LENGTH] = {"length_m", "m", "of the gripped stem, from the butt to the saw, 0: none",
                         length},
    [VEH_HEAD_DIAMETER] = {"diameter_m", "m", "of that stem over bark at the saw", diameter},
    [VEH_HEAD_TILT] = {"tilt_rad", "rad",
                       "of the stem's place from upright: 0 for felling, a quarter turn to process",
                       tilt},
    [VEH_HEAD_BRANCHES] = {"delimbed_kg", "kg", "branches that the knives have cut off so far",
                           branches},
    [VEH_HEAD_APPORTIONMENT] =
        {"apportionment", "1",
         "share of the logs that were cut as their shares were wanted, 1: all", apportionment},
    [VEH_HEAD_SHARPNESS] = {"knife_sharpness", "1", "of the knives' edges: 1 sharp, 0 blunt",
                            sharpness},
};

// ---- kind ----

static const char *problem(const void *part_def, const struct sim_model *model, char *text,
                           size_t size) {
    (void)model;
    const struct veh_head_def *def = part_def;
    const struct veh_polyline *table = &def->feeler_thickness;
    if (def->feelers.count > VEH_MAX_FEELERS) {
        (void)snprintf(text, size, "'feelers' has %d joints, expected at most %d",
                       def->feelers.count, VEH_MAX_FEELERS);
        return text;
    }
    for (int i = 1; i < table->count; i++)
        if ((table->y[i] - table->y[i - 1]) * (table->y[1] - table->y[0]) <= 0.0)
            return "the diameters of 'feeler_thickness' must all rise or all fall";
    return NULL;
}

static void begin(struct veh_part *part) {
    struct veh_head_state *head = part->state;
    head->stem = head->gauges.stem = -1;
    head->edge_set = -1.0;
    veh_computer_begin(&head->computer);
}

static void before(struct veh_worksite *site, struct veh_part *part) {
    veh_head_latch(site, part->machine);
    veh_head_gather(site, part->machine);
    veh_head_feed(site, part->machine);
    veh_head_resist(site, part->machine);
    veh_head_saw(site, part->machine);
}

static void actuate(struct veh_worksite *site, struct veh_part *part) {
    veh_head_squeeze(site, part->machine);
}

static void after(struct veh_worksite *site, struct veh_part *part) {
    veh_head_watch_bunch(site, part->machine);
    measure(site, part->machine);
    veh_head_delimb(site, part->machine);
    veh_head_wear(site, part->machine);
    veh_head_cut(site, part->machine);
    const double power = veh_head_grip_power(site, part->machine) +
                         veh_head_saw_power(site, part->machine) +
                         veh_head_feed_power(site, part->machine);
    veh_engine_take(site, part->machine, power / veh_head_efficiency);
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
    const int first = crane != NULL ? model->joints[crane->slew].child : veh_head_def_of(m)->body;
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
    const bool in_work = veh_head_of(m)->stem == stem || veh_head_member(m, stem) >= 0 ||
                         veh_stem_distance(site, stem, saw) < grip_range;
    return in_work && slews(m, body);
}

static unsigned controls(const void *part_def) {
    const struct veh_head_def *def = part_def;
    const unsigned options = def->butt_cell > 0.0 ? 1u << VEH_FIND_BUTT : 0;
    return options | 1u << VEH_STEM_RELEASE | ((1u << VEH_PRODUCT_KEYS) - 1u) << VEH_ASSORTMENT_1 |
           1u << VEH_PROPOSAL | 1u << VEH_SPECIES | 1u << VEH_GRADE | 1u << VEH_CALIBRATE;
}

static const char *sensor(const void *definition, int i) {
    const struct veh_head_def *def = definition;
    if (i == 2 && !(def->butt_cell > 0.0))
        return NULL;
    static const char *const names[] = {VEH_HEAD_WHEEL, VEH_HEAD_KNIVES, VEH_HEAD_PHOTOCELL};
    return i < 3 ? names[i] : NULL;
}

static int saw_joint(const void *def) {
    return ((const struct veh_head_def *)def)->saw.joint;
}

static int knives(const void *part_def) {
    const struct veh_head_def *def = part_def;
    return def->knives.count > 0 ? def->body : -1;
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
    .problem = problem,
    .state_size = sizeof(struct veh_head_state),
    .state = VEH_STATE_TABLE(state),
    .begin = begin,
    .before = before,
    .actuate = actuate,
    .after = after,
    .controls = controls,
    .events = VEH_EVENT_BIT(TREE_GRIPPED) | VEH_EVENT_BIT(SAW_STARTED) |
              VEH_EVENT_BIT(SAW_STALLED) | VEH_EVENT_BIT(BAR_PINCHED) |
              VEH_EVENT_BIT(LENGTH_REACHED) | VEH_EVENT_BIT(CUT_PROPOSED) |
              VEH_EVENT_BIT(BUTT_FOUND) | VEH_EVENT_BIT(CUT_FORCED) | VEH_EVENT_BIT(GRADE_MARKED) |
              VEH_EVENT_BIT(LOG_REJECTED) | VEH_EVENT_BIT(LOG_MEASURED) | VEH_EVENT_BIT(LOG_CUT) |
              VEH_EVENT_BIT(CONTROL_STEM) | VEH_EVENT_BIT(LOG_CHECKED) |
              VEH_EVENT_BIT(CONTROL_MEASURED) | VEH_EVENT_BIT(LENGTH_CALIBRATED) |
              VEH_EVENT_BIT(DIAMETER_CALIBRATED) | VEH_EVENT_BIT(CALIBRATION_REFUSED) |
              VEH_EVENT_BIT(STEM_TOPPED) | VEH_EVENT_BIT(STEM_BUNCHED) | VEH_EVENT_BIT(ARMS_FULL) |
              VEH_EVENT_BIT(CUT_TOO_SMALL) | VEH_EVENT_BIT(STEM_RELEASED),
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .tool = tool,
    .sensor = sensor,
    .saw_joint = saw_joint,
    .knives = knives,
    .works_on = works_on,
};
