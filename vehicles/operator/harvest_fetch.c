// A stem that has come out of the head: it is found where it lies, gripped again near its butt, and
// fed back until the computer knows the butt. One that the wind has thrown is gripped likewise, as
// near to its plate of roots as the saw gets, and cut off it.
//
//   RELEASE -> FETCH -> LOWER -> HOLD -> FIND_BUTT -> FEED
//   FETCH -> LOWER -> HOLD -> CUT_FREE -> FALL of a thrown tree
//   FETCH, LOWER, HOLD, FIND_BUTT, CUT_FREE -> RELEASE where the head has missed it
#include "vehicles/operator/harvest.h"
#include "vehicles/site.h"

static const double enough_room = 0.6;  // [m] about the axis of a lying stem
static const double room_costs = 15.0;  // [m] from the butt per m
static const double head_length = 1.6;  // [m] from the saw to the upper knives
static const double hover = 0.6;        // [m] of the head above the stem before it comes down
static const double over_stem = 0.25;   // [m] level, from the place above the stem
static const double along_stem = 0.12;  // [rad] of the head from the stem
static const double laid_down = 0.3;    // sine of the head's slope along the stem
static const double stands_up = 0.4;    // sine of the slope of a stem that is laid down first
static const double butt_in = 1.0;      // [m] of the butt before the saw
static const double plate_in = 0.4;     // [m] of the butt there, before a plate of roots
static const double top_out = 3.0;      // [m] of stem beyond the saw at least
static const double place_step = 0.4;   // [m] between places to grip at
static const double tilt_gain = 4.0;    // of the lever per sine
static const double sunk = 0.05;        // [m] of the stem's axis from its place in the head
static const double sinking = 0.35;     // [m/s]
static const double at_rest = 0.04;     // [m/s] of a head that lies on something
static const double resting = 0.35;     // [m] from there, where stem or ground stops it
static const double most_beside = 0.15; // [m] of the saw beside the stem
static const double fetch_time = 15.0, lower_time = 8.0, grip_time = 4.0; // [s] at most
static const double hold_firmly = 0.9;                                    // [s]
static const double press_down = 0.15;  // [m] of the tip while the knives close
static const double lift = 1.0;         // [m] of the held stem
static const double lifting = 0.8;      // [m/s]
static const double lift_time = 1.5;    // [s]
static const double lay_down = 0.6;     // of the tilt's lever
static const double search_time = 12.0; // [s] at most
static const double by_eye = 0.03;      // [m] of the saw from the butt
static const double back_speed = 0.3;   // share of the rollers' speed
static const double key_time = 0.1;     // [s] a key is pressed
static const double saw_time = 6.0;     // [s] at most, through a butt
static const int most_fetches = 3;      // of a tree's stems

static const struct veh_head_state *head_of(const struct veh_harvest *demo,
                                            const struct veh_worksite *site) {
    return veh_head(veh_demo_machine(&demo->base, site));
}

// ---- the lying stem ----

static struct sim_vec3 axis_of(const struct veh_worksite *site, int stem) {
    return sim_rotate(veh_stem_pose(site, stem).q, sim_vec3(0.0, 0.0, 1.0));
}

// The longest piece of the present tree that is to be processed and gives a log; -1: none.
static int lost_stem(const struct veh_harvest *demo, const struct veh_worksite *site) {
    double longest = 0.0;
    int lost = -1;
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!s->used || s->tree != demo->tree || s->kind != VEH_STEM_FELLED ||
            veh_harvest_next_assortment(demo, site, i) < 0)
            continue;
        if (ter_stem_length(&s->stem) > longest) {
            longest = ter_stem_length(&s->stem);
            lost = i;
        }
    }
    return lost;
}

static struct sim_vec3 point_of(const struct veh_worksite *site, int stem, double z) {
    const double bow = ter_stem_bow(&site->stems.items[stem].stem, z);
    return sim_pose_point(veh_stem_pose(site, stem), sim_vec3(bow, 0.0, z));
}

// [m] from what else lies or stands there to a head whose saw is at z.
static double room_at(const struct veh_worksite *site, int stem, double z) {
    double room = enough_room;
    for (int i = 0; i < site->stems.count; i++)
        for (double at = z; i != stem && site->stems.items[i].used && at < z + head_length;
             at += 0.5 * head_length)
            room = fmin(room, veh_stem_distance(site, i, point_of(site, stem, at)));
    return room;
}

// [m] from the butt to the saw: as near to the butt as there is room and the crane reaches, with
// each try farther. Negative: it does not reach the stem.
static double choose_place(const struct veh_harvest *demo, const struct veh_worksite *site,
                           int stem) {
    const bool plate = site->stems.items[stem].stem.plate > 0.0;
    const double first = (plate ? plate_in : butt_in) + demo->fetches * place_step;
    const double last = ter_stem_length(&site->stems.items[stem].stem) - top_out;
    double best = (double)INFINITY, place = -1.0;
    for (double z = first; z < fmax(last, first + 0.5 * place_step); z += place_step) {
        const double cost = z + room_costs * (enough_room - room_at(site, stem, z));
        if (cost < best && veh_harvest_reaches(demo, site, point_of(site, stem, z))) {
            best = cost;
            place = z;
        }
    }
    return place;
}

void veh_harvest_lose(struct veh_harvest *demo, const struct veh_worksite *site,
                      enum veh_demo_saying why) {
    demo->hold = veh_machine_crane_tip(site, demo->base.task.machine);
    demo->lost = true;
    demo->left.tree = demo->tree;
    demo->left.why = why;
    veh_demo_enter(&demo->base, site, VEH_HARVEST_RELEASE, why);
}

// Goes for what there is of the present tree.
static bool go_for(struct veh_harvest *demo, const struct veh_worksite *site,
                   enum veh_demo_saying what) {
    demo->stem = demo->fetches < most_fetches ? lost_stem(demo, site) : -1;
    if (demo->stem < 0)
        return false;
    demo->grip_at = choose_place(demo, site, demo->stem);
    if (demo->grip_at < 0.0) {
        demo->left.why = VEH_SAY_STEM_OUT_OF_REACH;
        return false;
    }
    demo->fetches++;
    demo->rest_known = false; // the head hangs another way
    demo->base.frontier = VEH_HARVEST_FETCH;
    veh_demo_enter(&demo->base, site, VEH_HARVEST_FETCH, what);
    return true;
}

bool veh_harvest_fetches(struct veh_harvest *demo, const struct veh_worksite *site) {
    if (!demo->lost || demo->tree < 0)
        return false;
    demo->lost = false;
    return go_for(demo, site, VEH_SAY_FETCHES_STEM);
}

bool veh_harvest_reach_thrown(struct veh_harvest *demo, const struct veh_worksite *site) {
    return go_for(demo, site, VEH_SAY_REACHES_FOR_THROWN_TREE);
}

// ---- the head above it ----

// The head on its open side, the saw towards the butt. True: it lies along the stem.
static bool turn_along(const struct veh_harvest *demo, const struct veh_worksite *site,
                       struct veh_controls *levers) {
    const struct sim_pose head = veh_machine_head_frame(site, demo->base.task.machine);
    struct sim_vec3 u = axis_of(site, demo->stem);
    const double slope = u.z - sim_rotate(head.q, sim_vec3(0.0, 0.0, 1.0)).z;
    levers->value[VEH_TILT] = sim_clamp(tilt_gain * slope, -1.0, 1.0);
    u.z = 0.0;
    const double turn = veh_harvest_aim(demo, site, sim_unit_or(u, demo->fall), levers);
    return turn < along_stem && fabs(slope) < laid_down;
}

// Of the saw, when the stem rests against the head's rollers.
static struct sim_vec3 place_on_stem(const struct veh_harvest *demo,
                                     const struct veh_worksite *site) {
    const struct veh_head_def *head = veh_head_def(veh_demo_machine(&demo->base, site)->def);
    struct sim_vec3 p = point_of(site, demo->stem, demo->grip_at);
    p.z += 0.5 * ter_stem_diameter(&site->stems.items[demo->stem].stem, demo->grip_at) -
           head->wheel_rest;
    return p;
}

// It has broken, and what is left of it is looked for anew. True: it is there.
static bool is_there(struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_stem *s = &site->stems.items[demo->stem];
    const bool there = s->used && s->kind == VEH_STEM_FELLED && s->tree == demo->tree;
    if (!there)
        veh_harvest_lose(demo, site, VEH_SAY_STEM_BROKEN);
    return there;
}

void veh_harvest_fetch(struct veh_harvest *demo, const struct veh_worksite *site,
                       struct veh_controls *levers) {
    if (!is_there(demo, site))
        return;
    const bool along = turn_along(demo, site, levers);
    veh_harvest_choose_species(demo, site, levers);
    levers->value[VEH_GRIP] = -1.0;
    struct sim_vec3 above = place_on_stem(demo, site);
    above.z += hover;
    const struct sim_vec3 saw = veh_machine_head_frame(site, demo->base.task.machine).p;
    const double dx = above.x - saw.x, dy = above.y - saw.y;
    (void)veh_harvest_reach_for(demo, site, above, levers);
    if (along && dx * dx + dy * dy < over_stem * over_stem) {
        // It may have rolled on since.
        const double before = demo->grip_at, place = choose_place(demo, site, demo->stem);
        demo->grip_at = place > 0.0 ? place : before;
        if (fabs(demo->grip_at - before) < place_step)
            veh_demo_succeed(&demo->base, site, VEH_HARVEST_LOWER, VEH_SAY_LAYS_HEAD_ONTO_STEM);
    } else if (veh_demo_elapsed(&demo->base, site) > fetch_time) {
        veh_harvest_lose(demo, site, VEH_SAY_HEAD_NOT_ABOVE_STEM);
    }
}

static void close_on(struct veh_harvest *demo, const struct veh_worksite *site) {
    demo->hold = veh_machine_crane_tip(site, demo->base.task.machine);
    demo->hold.z -= press_down;
    demo->searched = veh_worksite_time(site);
    veh_demo_succeed(&demo->base, site, VEH_HARVEST_HOLD, VEH_SAY_CLOSES_ON_STEM);
}

void veh_harvest_lower(struct veh_harvest *demo, const struct veh_worksite *site,
                       struct veh_controls *levers) {
    if (!is_there(demo, site))
        return;
    const struct sim_vec3 goal = place_on_stem(demo, site);
    const struct sim_vec3 saw = veh_machine_head_frame(site, demo->base.task.machine).p;
    const struct sim_vec3 u = axis_of(site, demo->stem), o = sim_sub(saw, goal);
    const bool along = turn_along(demo, site, levers);
    const bool astride = along && fabs(o.x * u.y - o.y * u.x) < most_beside;
    levers->value[VEH_GRIP] = -1.0;
    // Down only where the knives come to both sides of it.
    struct sim_vec3 above = goal;
    if (!astride)
        above.z = fmax(goal.z, fmin(saw.z, goal.z + hover));
    (void)veh_harvest_head_to(demo, site, above, sinking, levers);
    const double speed = (saw.z - demo->height) / sim_world_step_size(site->world);
    demo->height = saw.z;
    if (astride && (o.z < sunk || (o.z < resting && fabs(speed) < at_rest)))
        close_on(demo, site);
    else if (veh_demo_elapsed(&demo->base, site) > lower_time)
        veh_harvest_lose(demo, site, VEH_SAY_HEAD_NOT_ON_STEM);
}

void veh_harvest_hold(struct veh_harvest *demo, const struct veh_worksite *site,
                      struct veh_controls *levers) {
    if (!is_there(demo, site))
        return;
    const double now = veh_worksite_time(site);
    (void)turn_along(demo, site, levers);
    levers->value[VEH_ROTATOR] = 0.0; // the knives turn it as they close
    levers->value[VEH_GRIP] = 1.0;
    veh_harvest_tip_to(demo, site, demo->hold, sinking, levers);
    if (head_of(demo, site)->stem != demo->stem ||
        !veh_harvest_lies_in_rollers(demo, site, demo->stem))
        demo->searched = now;
    if (now > demo->searched + hold_firmly && veh_harvest_is_thrown(demo, site)) {
        veh_demo_succeed(&demo->base, site, VEH_HARVEST_CUT_FREE, VEH_SAY_CUTS_OFF_ROOTS);
    } else if (now > demo->searched + hold_firmly) {
        demo->hold.z += lift;
        demo->searched = 0.0;
        veh_demo_succeed(&demo->base, site, VEH_HARVEST_FIND_BUTT, VEH_SAY_LOOKS_FOR_BUTT);
    } else if (veh_demo_elapsed(&demo->base, site) > grip_time) {
        veh_harvest_lose(demo, site, VEH_SAY_MISSED_LYING_STEM);
    }
}

// ---- the plate of roots ----

void veh_harvest_cut_free(struct veh_harvest *demo, const struct veh_worksite *site,
                          struct veh_controls *levers) {
    if (!is_there(demo, site))
        return;
    levers->value[VEH_SAW] = 1.0;
    veh_harvest_tip_to(demo, site, demo->hold, sinking, levers);
    if (!veh_harvest_is_thrown(demo, site)) {
        demo->hold = veh_machine_crane_tip(site, demo->base.task.machine);
        veh_demo_succeed(&demo->base, site, VEH_HARVEST_FALL, VEH_SAY_LIFTS_STEM);
    } else if (head_of(demo, site)->stem != demo->stem) {
        veh_harvest_lose(demo, site, VEH_SAY_LOST_STEM);
    } else if (veh_demo_elapsed(&demo->base, site) > saw_time) {
        veh_harvest_lose(demo, site, VEH_SAY_SAW_NOT_THROUGH);
    }
}

// ---- the butt ----

// By the photocell, else by eye. True: the computer may be told lengths.
static bool found_butt(struct veh_harvest *demo, const struct veh_worksite *site,
                       struct veh_controls *levers) {
    const struct veh_machine *m = veh_demo_machine(&demo->base, site);
    const double now = veh_worksite_time(site);
    if (veh_head_def(m->def)->butt_cell > 0.0) {
        if (demo->searched <= 0.0)
            demo->searched = now;
        levers->value[VEH_FIND_BUTT] = now < demo->searched + key_time ? 1.0 : 0.0;
        return veh_head(m)->computer.known;
    }
    const struct sim_pose pose = veh_stem_pose(site, demo->stem);
    const struct sim_vec3 saw = veh_machine_head_frame(site, demo->base.task.machine).p;
    const double beyond = sim_pose_local(pose, saw).z;
    levers->value[VEH_FEED] = fabs(beyond) < by_eye ? 0.0 : beyond > 0.0 ? -back_speed : back_speed;
    return fabs(beyond) < by_eye;
}

void veh_harvest_find_butt(struct veh_harvest *demo, const struct veh_worksite *site,
                           struct veh_controls *levers) {
    if (!is_there(demo, site))
        return;
    const double elapsed = veh_demo_elapsed(&demo->base, site);
    veh_harvest_tip_to(demo, site, demo->hold, lifting, levers);
    // The computer takes a stem that stands in the head for a tree on its roots.
    levers->value[VEH_TILT] = axis_of(site, demo->stem).z > stands_up ? -lay_down : 0.0;
    if (elapsed > lift_time && !veh_harvest_lies_in_rollers(demo, site, demo->stem)) {
        veh_harvest_lose(demo, site, VEH_SAY_STEM_ASKEW);
    } else if (head_of(demo, site)->stem != demo->stem || elapsed > search_time) {
        veh_harvest_lose(demo, site, VEH_SAY_BUTT_NOT_FOUND);
    } else if (elapsed > lift_time && found_butt(demo, site, levers)) {
        veh_harvest_choose_hold(demo, site);
        veh_harvest_start_log(demo, site);
    }
}
