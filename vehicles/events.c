#include "vehicles/events.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "sim/base/array.h"
#include "vehicles/site.h"

#define MACHINE VEH_OF_MACHINE
#define STEM VEH_OF_STEM
#define TREE VEH_OF_TREE

static const struct veh_event_info tree_gripped = {
    .title = "Stem gripped",
    .meaning = "the head has closed around a stem, standing or lying",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"diameter_m", "m", "over bark at the saw", 2}},
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info saw_started = {
    .title = "Saw started",
    .meaning = "the operator has started a saw",
    .subjects = MACHINE | STEM,
    .number = {{"top", "", "1: the top saw, 0: the other", 0}},
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info saw_stalled = {
    .title = "Saw stalled",
    .meaning = "the saw's chain has stopped in the wood: the bar was pressed too hard, or the "
               "engine had too little power",
    .subjects = MACHINE | STEM,
    .number = {{"top", "", "1: of the top saw, 0: of the other", 0}},
    .sentence = "The saw has stalled",
    .warning = true,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info tree_felled = {
    .title = "Tree felled",
    .meaning = "a standing tree has been cut off its stump; the stem is the part above the cut",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"stump_height_m", "m", "of the cut above the foot of the tree", 2},
               {"machine_x_m", "m", "of the machine's place on the site", 1},
               {"machine_y_m", "m", "likewise", 1},
               {"machine_bearing_deg", "deg", "of its nose, clockwise from the y axis, 0 to 360",
                0}},
    .sentence = "Tree felled",
    .sight = VEH_SEEN_FROM_FAR,
};

static const struct veh_event_info bar_pinched = {
    .title = "Bar pinched",
    .meaning =
        "a tree that leans back has closed the cut on the saw's bar, which stays there until "
        "the tree is pushed forwards",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"force_n", "N", "with which the tree squeezes the bar", 0}},
    .sentence = "The bar is pinched: push the tree",
    .warning = true,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info butt_split = {
    .title = "Butt split",
    .meaning = "the tree fell before it was sawn far enough, and its butt has split",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"split_m", "m", "length of the split", 1},
               {"lost_m3", "m^3", "volume of the stem over that length", 3}},
    .sentence = "The butt has split over {split_m} m",
    .warning = true,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info stem_down = {
    .title = "Tree on the ground",
    .meaning = "a felled tree has come to rest on the ground",
    .subjects = STEM | TREE,
    .sight = VEH_SEEN_FROM_FAR,
};

static const struct veh_event_info cut_proposed = {
    .title = "Cut proposed",
    .meaning = "the head's computer feeds to a cut of its own plan",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"target_m", "m", "length to be cut", 2}},
    .text = {"product", "the product that the log is to be"},
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info cut_forced = {
    .title = "Length chosen",
    .meaning = "the operator has chosen a length by key",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"target_m", "m", "length to be cut", 2}},
    .text = {"product", "the product that the log is to be"},
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info grade_marked = {
    .title = "Grade marked",
    .meaning = "the operator has told the head's computer that from the saw upwards the wood is of "
               "another grade",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"from_m", "m", "above the felling cut", 2}, {"grade", "", "1: best", 0}},
    .sentence = "Grade {grade} from {from_m} m",
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info log_rejected = {
    .title = "Log rejected",
    .meaning = "the log that is cut with this event has rot, a bow or a fork that its product does "
               "not permit",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"length_m", "m", "of the log", 2}, {"grade", "", "of the log, 1: best", 0}},
    .text = {"product", "the product that it was cut as"},
    .sentence = "The log is of grade {grade}, too bad for its product",
    .warning = true,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info log_measured = {
    .title = "Log measured",
    .meaning = "what the head's computer has measured of the log that is cut with this event",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"measured_length_m", "m", "by the measuring wheel", 2},
               {"measured_top_m", "m", "diameter over bark at the small end, by the knives", 3},
               {"measured_mid_m", "m", "in the middle, 0: not known", 3},
               {"measured_dbh_m", "m", "of its tree, 1.2 m above the felling cut, 0: not known",
                3}},
    .text = {"product", "the product that it counts as"},
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info length_reached = {
    .title = "Length reached",
    .meaning = "the head has fed the stem to the length of an assortment",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"length_m", "m", "from the butt to the saw, as measured", 2},
               {"target_m", "m", "length to be cut", 2}},
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info butt_found = {
    .title = "Butt found",
    .meaning = "the butt of a stem has come to the head's photocell, and its lengths count from it",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"length_m", "m", "from the butt to the saw", 2}},
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info log_cut = {
    .title = "Log cut",
    .meaning = "a log has been cut off; the stem is the log",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"length_m", "m", "of the log", 2},
               {"target_m", "m", "length to be cut, 0: cut by hand", 2},
               {"top_m", "m", "diameter over bark at its small end", 3},
               {"butt_x_m", "m", "of its large end on the site", 1},
               {"butt_y_m", "m", "likewise", 1},
               {"top_x_m", "m", "of its small end", 1},
               {"top_y_m", "m", "likewise", 1},
               {"machine_x_m", "m", "of the machine's place", 1},
               {"machine_y_m", "m", "likewise", 1},
               {"machine_bearing_deg", "deg", "of its nose, clockwise from the y axis, 0 to 360",
                0}},
    .sentence = "Log of {length_m} m cut",
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info control_stem = {
    .title = "Control stem",
    .meaning =
        "chance has chosen the stem whose first log was cut with this event: its logs are to "
        "be measured again, with caliper and tape",
    .subjects = MACHINE | STEM | TREE,
    .sentence = "Control stem: measure its logs when the head is empty",
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info log_checked = {
    .title = "Log checked",
    .meaning = "the operator has measured the log with caliper and tape",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"length_m", "m", "of the log", 3},
               {"mid_m", "m", "diameter over bark in its middle", 3},
               {"top_m", "m", "at its small end", 3},
               {"log", "", "number from the butt", 0}},
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info control_measured = {
    .title = "Control measurement",
    .meaning = "the operator is back from the logs; the computer has compared",
    .subjects = MACHINE,
    .number = {{"logs", "", "that were measured twice", 0},
               {"length_off_mm", "mm", "by how much too long it had measured them, on average", 0},
               {"diameter_off_mm", "mm", "by how much too thick", 0},
               {"proposed", "", "1: the computer proposes a correction", 0}},
    .sentence =
        "Control of {logs} logs: lengths {length_off_mm} mm off, diameters {diameter_off_mm} mm",
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info length_calibrated = {
    .title = "Length calibrated",
    .meaning = "the operator has accepted what the computer proposed; from now on it corrects "
               "lengths so",
    .subjects = MACHINE,
    .number = {{"add_mm", "mm", "to each log", 1},
               {"add_mm_per_m", "mm/m", "to each metre", 2},
               {"logs", "", "that it was found from", 0}},
    .sentence = "Calibrated: lengths {add_mm} mm and {add_mm_per_m} mm per metre",
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info diameter_calibrated = {
    .title = "Diameter calibrated",
    .meaning = "the same for diameters, one event for each class; between two classes the "
               "correction is linear",
    .subjects = MACHINE,
    .number = {{"class_mm", "mm", "diameter in the middle of the class", 0},
               {"add_mm", "mm", "to such diameters", 1}},
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info calibration_refused = {
    .title = "Calibration refused",
    .meaning = "the operator has refused what the computer proposed; nothing has changed",
    .subjects = MACHINE,
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info stem_topped = {
    .title = "Top cut off",
    .meaning = "the top saw has cut a top or a defect off the stem in the head; the stem is what "
               "was cut off",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"length_m", "m", "of what is left in the head", 2},
               {"measured_length_m", "m", "of that as measured, 0: its butt is not known", 2}},
    .sentence = "Top cut off, {length_m} m are left",
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info stem_bunched = {
    .title = "Stems bunched",
    .meaning = "the head is about to cut or to lay down several stems that it holds together; one "
               "event for each of them",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"bunch", "", "number of the bunch in the session, from 1", 0},
               {"stems", "", "that are held together", 0}},
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info arms_full = {
    .title = "Accumulating arms full",
    .meaning = "the accumulating arms were to take a stem that the knives hold, but hold as many "
               "as they can; the stem stays in the knives",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"stems", "", "that the arms hold", 0}},
    .sentence = "The accumulating arms are full: {stems} stems",
    .warning = true,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info cut_too_small = {
    .title = "Too little to cut off",
    .meaning = "a saw has passed through the stem, but what it cuts off is shorter than 2 cm or "
               "lighter than 50 g, and stays on the stem",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"length_m", "m", "from the end on the saw's side to the cut", 2}},
    .sentence = "Too little to cut off",
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info stem_released = {
    .title = "Stem released",
    .meaning = "the head has let a stem go",
    .subjects = MACHINE | STEM | TREE,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info log_gripped = {
    .title = "Log gripped",
    .meaning = "a grapple has gripped a log",
    .subjects = MACHINE | STEM,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info log_loaded = {
    .title = "Log loaded",
    .meaning = "a log has come to rest in the bunk",
    .subjects = MACHINE | STEM,
    .sentence = "Log loaded",
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info log_unloaded = {
    .title = "Log loose from the load",
    .meaning = "a log has come loose from the load",
    .subjects = MACHINE | STEM,
    .text = {"criterion", "why: `grapple`, `slipping` (the bunk leans or jerks more than friction "
                          "holds) or `struck`"},
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info log_lost = {
    .title = "Log lost",
    .meaning = "a log has left the bunk without the grapple",
    .subjects = MACHINE | STEM,
    .sentence = "A log fell off the load",
    .warning = true,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info log_kept_loose = {
    .title = "Log not part of the load",
    .meaning = "a log has lain on the load for 3 s without becoming part of it",
    .subjects = MACHINE | STEM,
    .number = {{"criteria", "", "number of criteria that speak against it", 0}},
    .text = {"criterion", "the first of them: `outside` the loading space, `in_air`, `moving`, "
                          "`grapple`, `tilted`, `slipping` or `struck`"},
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info grip_weighed = {
    .title = "Grip weighed",
    .meaning = "the grapple has let go of what the crane's scale has weighed",
    .subjects = MACHINE,
    .number = {{"weight_kg", "kg", "mean of the calm readings", 0}, {"logs", "", "in the grip", 0}},
    .text = {"what", "species and length, or `mixed`"},
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info tree_hit = {
    .title = "Tree hit",
    .meaning = "a machine has hit a standing tree; at most once per tree",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"force_n", "N", "with which the machine presses on the tree", 0}},
    .text = {"part", "body of the machine's model that presses"},
    .sentence = "A standing tree was hit",
    .warning = true,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info tree_damaged = {
    .title = "Tree damaged",
    .meaning =
        "a stem has struck the bark of a standing tree, or a falling one has torn its crown; "
        "at most once per tree",
    .subjects = STEM | TREE,
    .number = {{"force_n", "N", "of the stem on the tree", 0}},
    .text = {"part", "of the tree: bark, crown or top"},
    .sentence = "A standing tree was damaged",
    .warning = true,
    .sight = VEH_SEEN_FROM_FAR,
};

static const struct veh_event_info tree_broken = {
    .title = "Tree broken",
    .meaning = "a machine or a stem has broken a standing tree; the stem is the part above the "
               "break",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"dbh_m", "m", "of the tree", 2},
               {"moment_n_m", "N m", "at the foot of the tree as it broke", 0}},
    .sentence = "A standing tree was broken",
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info tree_uprooted = {
    .title = "Tree uprooted",
    .meaning = "a machine or a falling tree has pushed a standing tree over with its roots",
    .subjects = MACHINE | STEM | TREE,
    .number = {{"dbh_m", "m", "of the tree", 2},
               {"moment_n_m", "N m", "at the foot of the tree as its roots gave way", 0}},
    .sentence = "A standing tree was pushed over with its roots",
    .warning = true,
    .sight = VEH_SEEN_FROM_FAR,
};

static const struct veh_event_info hose_burst = {
    .title = "Hose burst",
    .meaning = "a hose of the hydraulics has burst, and a function has lost its pressure",
    .subjects = MACHINE,
    .text = {"valve", "name of the function's valve"},
    .sentence = "A hydraulic hose has burst",
    .warning = true,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info engine_stalled = {
    .title = "Engine stalled",
    .meaning = "the load has stalled the engine; it has to be started again",
    .subjects = MACHINE,
    .sentence = "The engine has stalled",
    .warning = true,
    .sight = VEH_SEEN_NOWHERE,
};

static const struct veh_event_info tip_near = {
    .title = "About to tip over",
    .meaning = "the wheels of one side or end carry nearly nothing; again once they carry an "
               "eighth of the weight",
    .subjects = MACHINE,
    .number = {{"share_percent", "%", "of the weight on these wheels", 1}},
    .sentence = "The machine is about to tip over",
    .warning = true,
    .sight = VEH_SEEN_FROM_FAR,
};

static const struct veh_event_info tipped = {
    .title = "Tipped over",
    .meaning = "the machine has tipped over",
    .subjects = MACHINE,
    .sentence = "The machine has tipped over",
    .warning = true,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info left_terrain = {
    .title = "Terrain left",
    .meaning = "the machine has driven over the edge of the terrain, beyond which the "
               "ground is not known",
    .subjects = MACHINE,
    .sentence = "The machine has left the terrain",
    .warning = true,
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info unsolved = {
    .title = "Steps without a solution",
    .meaning = "the solver of the dynamics has made steps without a solution; at most once "
               "in 10 s",
    .number = {{"residual_m_per_s", "m/s", "largest residual", 2},
               {"steps", "", "number of these steps since the last such event", 0}},
    .sight = VEH_SEEN_AT_TIP,
};

static const struct veh_event_info fault = {
    .title = "Simulation stopped",
    .meaning = "the dynamics has stopped",
    .text = {"fault", "why"},
    .sight = VEH_SEEN_AT_TIP,
};

static const struct {
    const struct veh_event_info *info;
    const char *name;
} table[] = {
#define ROW(KIND, name) [VEH_EVENT_##KIND] = {&name, #name},
    VEH_EVENTS(ROW)
#undef ROW
};
_Static_assert(VEH_EVENT_COUNT <= 64, "struct veh_part_kind has a bit for each");

const struct veh_event_info *veh_event_info(enum veh_event_kind kind) {
    assert(kind >= 0 && kind < VEH_EVENT_COUNT);
    return table[kind].info;
}

const char *veh_event_name(enum veh_event_kind kind) {
    assert(kind >= 0 && kind < VEH_EVENT_COUNT);
    return table[kind].name;
}

// The number whose key is between the braces, -1: none.
static int number_named(const struct veh_event_info *info, const char *key, size_t length) {
    for (int i = 0; i < VEH_EVENT_NUMBERS; i++)
        if (info->number[i].key != NULL && strlen(info->number[i].key) == length &&
            memcmp(info->number[i].key, key, length) == 0)
            return i;
    return -1;
}

const char *veh_event_say(const struct veh_event *event, const char *sentence, char mark,
                          char *text, size_t size) {
    assert(event && sentence != NULL && size > 0);
    const struct veh_event_info *info = veh_event_info(event->kind);
    size_t used = 0;
    while (*sentence && used + 1 < size) {
        const char *end = *sentence == '{' ? strchr(sentence, '}') : NULL;
        const int i = end ? number_named(info, sentence + 1, (size_t)(end - sentence - 1)) : -1;
        if (i < 0) {
            text[used++] = *sentence++;
            continue;
        }
        const size_t begin = used;
        used += (size_t)snprintf(text + used, size - used, "%.*f", info->number[i].decimals,
                                 event->number[i]);
        char *point = strchr(text + begin, '.');
        if (point != NULL)
            *point = mark;
        sentence = end + 1;
    }
    text[used < size ? used : size - 1] = '\0';
    return text;
}

void veh_site_event(struct veh_worksite *site, const struct veh_part_kind *by,
                    struct veh_event event) {
    const unsigned subjects = veh_event_info(event.kind)->subjects;
    const uint64_t raised = by != NULL ? by->events : veh_site_events;
    assert(raised >> event.kind & 1u);
    assert(event.machine < 0 || subjects & MACHINE);
    assert(event.stem < 0 || subjects & STEM);
    assert(event.tree < 0 || subjects & TREE);
    (void)subjects, (void)raised;
    if (!SIM_ARRAY_TRY(&site->events, site->events.count + 1))
        return; // rather an event lost than the session
    event.time = veh_worksite_time(site);
    site->events.items[site->events.count++] = event;
}

int veh_worksite_events(const struct veh_worksite *site, const struct veh_event **events) {
    assert(site && events != NULL);
    *events = site->events.items;
    return site->events.count;
}
