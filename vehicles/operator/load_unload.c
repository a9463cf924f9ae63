// The demonstrator of loading: from the bunk into piles at the landing.
//
//   FOLD -> DRIVE -> REACH -> LOWER -> CLOSE -> LIFT -> BRING -> LAY -> OPEN -> RAISE -> REACH |
//   FOLD
//
// Each grip takes the most logs of one assortment from wherever they lie on top, and a few others
// with them only where they lie too close. Logs below others wait until those are on their pile.
// Logs that have come onto another pile are laid onto their own at once, those that have
// rolled off when the bunk is empty.
#include "vehicles/operator/load.h"

#include "vehicles/part/bunk.h"
#include "vehicles/site.h"

static const double least_value = -300.0; // [kg] of a grip that is tried at all
static const double above_pile = 0.4;     // [m] of the logs before they are laid down
static const double press_down = 0.25;    // [m] below the pile, for which the crane sinks
static const double level_depth = 0.5;    // [m] of the ends of a level bundle below the grip centre
static const double upper_worth = 2.5;    // times that a grip of what lies on others is worth
static const double mixed_most = 0.35; // share of logs for other piles in a bundle that is brought
static const double bring_fast = 2.0;  // [m/s]
static const double lay_fast = 2.0, lay_slowly = 0.7; // [m/s] far above the pile, near it
static const double sinks = 1.8;                      // [1/s] of the speed per height between them
static const double beside_bunk = 0.3;                // [m] of an end that is past its stakes
// [m] level, [rad] from the place, at which the bundle may already sink towards it.
static const double passed_by = 1.5, passed_turn = 0.35;
static const double clear_of_wheels = 1.7; // [m] from the machine's middle
static const double bring_time = 14.0;     // [s] in which the logs should be over the pile
static const double lay_time = 9.0;        // [s]

enum { PRISES_MOST = 2, SORTS_MOST = 3, SORTS_OF_LOAD = 6, REACHES_MOST = 12 };

int veh_load_count_piled(const struct veh_load *load, const struct veh_worksite *site) {
    int count = 0;
    for (int i = 0; i < site->stems.count; i++)
        count += site->stems.items[i].load.hauled && veh_load_rests_there(load, site, i) &&
                 veh_load_lies_right(load, site, i);
    return count;
}

// A log that no landing takes; -1: none.
static int find_stranger(const struct veh_load *load, const struct veh_worksite *site) {
    for (int i = 0; i < site->stems.count; i++)
        if (veh_load_aboard(load, site, i) && veh_load_landing_of(load, site, i) < 0)
            return i;
    return -1;
}

static void fail_without_landing(struct veh_load *load, const struct veh_worksite *site,
                                 int stranger) {
    const struct ter_stem *stem = &site->stems.items[stranger].stem;
    VEH_DEMO_FAIL(&load->base, NO_LANDING_TAKES, veh_demo_species(&load->base, stem->species),
                  ter_stem_length(stem));
}

static void drive_to_landing(struct veh_load *load, const struct veh_worksite *site) {
    if (veh_load_plan_landing(load, site))
        veh_demo_enter(&load->base, site, VEH_LOAD_FOLD, VEH_SAY_LAYS_CRANE_OVER_LOAD);
}

void veh_load_begin_unloading(struct veh_load *load, const struct veh_worksite *site) {
    load->unloading = true;
    load->aboard = veh_load_count_aboard(load, site);
    load->piled = veh_load_count_piled(load, site);
    load->tidied = load->sorted = load->vain_count = 0;
    load->arrives = true;
    load->tried_count = load->misses = load->failure_count = load->prised = load->reaches = 0;
    load->base.frontier = 0;
    if (!veh_load_find_landings(load, site))
        return;
    const int stranger = find_stranger(load, site);
    if (stranger >= 0) {
        fail_without_landing(load, site, stranger);
        return;
    }
    drive_to_landing(load, site);
    load->arrives = false;
}

static bool wants_present(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    return veh_load_landing_of(load, site, stem) == load->landing;
}

// Whether the logs for that landing lie in the valley between the other heaps.
static bool lies_between(const struct veh_load *load, const struct veh_worksite *site,
                         int landing) {
    for (int i = 0; i < site->stems.count && load->zone_count == VEH_LOAD_ZONES; i++) {
        const int kind = veh_load_kind_of(load, site, i);
        if (kind >= 0 && veh_load_aboard(load, site, i) &&
            veh_load_landing_of(load, site, i) == landing)
            return load->kinds[kind].zone == VEH_LOAD_ZONES - 1;
    }
    return false;
}

// The best grip for any landing within reach, rather of what lies on the others. pure: of one
// assortment.
static bool plan_grip(struct veh_load *load, const struct veh_worksite *site, bool pure,
                      double least) {
    struct veh_grip best = {.value = least};
    double most = least;
    int landing = -1;
    for (int k = 0; k < load->landing_count; k++) {
        load->landing = k;
        if (!veh_load_reaches_landing(load, site, k) ||
            !veh_load_plan_bunk_grip(load, site, wants_present, pure, least))
            continue;
        const double worth = load->grip.value > 0.0 && lies_between(load, site, k)
                                 ? upper_worth * load->grip.value
                                 : load->grip.value;
        if (worth <= most)
            continue;
        most = worth;
        best = load->grip;
        landing = k;
    }
    load->grip = best;
    load->landing = landing;
    return landing >= 0;
}

static bool wants_all(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    (void)load, (void)site, (void)stem;
    return true;
}

// Of several assortments: it clears the way to others, and the logs are sorted on the load. At last
// it also tries again what it could not grip, whatever that promises.
static bool plan_any(struct veh_load *load, const struct veh_worksite *site) {
    if (veh_load_plan_bunk_grip(load, site, wants_all, false, least_value))
        return true;
    load->failure_count = 0;
    return veh_load_plan_bunk_grip(load, site, wants_all, false, -(double)INFINITY);
}

// A new try is progress, a few times.
static void reach_into_bunk(struct veh_load *load, const struct veh_worksite *site) {
    if (load->reaches < REACHES_MOST)
        veh_demo_made_progress(&load->base, site);
    load->reaches++;
    veh_demo_enter(&load->base, site, VEH_LOAD_REACH, VEH_SAY_REACHES_INTO_BUNK);
}

static void give_up(struct veh_load *load, const struct veh_worksite *site) {
    for (int k = 0; k < load->landing_count; k++) {
        const double distance = veh_load_landing_place(load, k).distance;
        if (distance <= veh_load_reach_high)
            continue;
        VEH_DEMO_FAIL(&load->base, LANDING_OUT_OF_REACH, k + 1, distance, veh_load_reach_high);
        return;
    }
    VEH_DEMO_FAIL(&load->base, LOGS_LEFT_IN_BUNK, veh_load_count_aboard(load, site));
}

// Logs that have come onto a pile of others are laid onto their own while they lie on top; after
// the load, those beside their pile too where they are needed. False: there are none that it can
// grip, or it has tried often since it last got one there.
static bool tidy(struct veh_load *load, const struct veh_worksite *site, bool enough) {
    const bool all = load->aboard == 0 && !enough;
    if (load->tidied >= (all ? VEH_LOAD_TRIES : SORTS_MOST) ||
        (!all && load->sorted == SORTS_OF_LOAD) ||
        (!veh_load_plan_sorting_grip(load, site) &&
         (!all || !veh_load_plan_stray_grip(load, site))))
        return false;
    load->tidied++;
    load->sorted += !all;
    veh_demo_made_progress(&load->base, site);
    veh_demo_enter(&load->base, site, VEH_LOAD_REACH, VEH_SAY_REACHES_FOR_LOGS_BESIDE);
    return true;
}

// The bunk is empty, or enough logs lie in piles: the next load, or the end.
static void finish_load(struct veh_load *load, const struct veh_worksite *site) {
    const int piled = veh_load_count_piled(load, site);
    load->unloading = load->from_bunk = false;
    load->loaded = load->overflows = 0;
    if (piled >= load->base.task.unload)
        veh_demo_enter(&load->base, site, VEH_LOAD_DONE, VEH_SAY_DONE);
    else if (!veh_load_plan_layer(load, site, 0))
        VEH_DEMO_FAIL(&load->base, LOGS_LEFT_AROUND, piled, load->base.task.unload);
}

void veh_load_unload_next(struct veh_load *load, const struct veh_worksite *site) {
    const int aboard = veh_load_count_aboard(load, site);
    if (aboard < load->aboard) {
        load->aboard = aboard;
        load->tried_count = load->misses = load->failure_count = load->prised = load->reaches = 0;
        load->base.frontier = 0;
        veh_demo_made_progress(&load->base, site);
    }
    const int piled = veh_load_count_piled(load, site);
    if (piled > load->piled) {
        load->piled = piled;
        load->failure_count = load->tidied = 0;
    }
    const bool done = piled >= load->base.task.unload;
    if (tidy(load, site, done))
        return;
    if (aboard == 0) {
        finish_load(load, site);
        return;
    }
    if (!load->from_bunk) // back from logs beside their pile
        veh_demo_made_progress(&load->base, site);
    if (plan_grip(load, site, false, 0.0)) {
        reach_into_bunk(load, site);
        return;
    }
    if (done) { // the rest is not worth the trouble
        finish_load(load, site);
        return;
    }
    drive_to_landing(load, site);
    if (load->base.state == VEH_LOAD_FOLD)
        return;
    if (load->prised < PRISES_MOST && veh_load_plan_prising(load, site))
        reach_into_bunk(load, site);
    else if (plan_grip(load, site, true, least_value) || plan_any(load, site) ||
             veh_load_plan_prising(load, site)) // of a level load: each crevice that is left
        reach_into_bunk(load, site);
    else
        give_up(load, site);
}

// ---- states ----

// The landing of most of what hangs in the jaws; -1: the only ones that take it are full.
static int landing_of_held(const struct veh_load *load, const struct veh_worksite *site) {
    double mass[VEH_LOAD_LANDINGS] = {0.0};
    int most = -1;
    for (int i = 0; i < load->held_count; i++) {
        const int k = veh_load_landing_of(load, site, load->held[i]);
        if (k < 0)
            continue;
        mass[k] += veh_stem_mass(site, load->held[i]);
        if (most < 0 || mass[k] > mass[most])
            most = k;
    }
    return most;
}

// A truck that is full: the logs go back, and then to the next one. False: there is none.
static bool take_next_truck(struct veh_load *load, const struct veh_worksite *site) {
    load->landings[load->landing].full = true;
    if (veh_load_landing_of(load, site, load->held[0]) < 0)
        return false;
    veh_load_begin_putting_back(load, site);
    return true;
}

// Too many logs for other piles hang with those for the landing: sorting them there would take
// longer.
static bool is_mixed(const struct veh_load *load, const struct veh_worksite *site) {
    int others = 0;
    for (int i = 0; i < load->held_count; i++)
        others += veh_load_landing_of(load, site, load->held[i]) != load->landing &&
                  !veh_load_is_alone(load, site, load->held[i]);
    return others > mixed_most * load->held_count;
}

// Logs that came with others that lie right would come with them again.
static void note_vain(struct veh_load *load) {
    load->sorted -= load->sorted > 0;
    for (int i = 0; i < load->grip.count && load->vain_count < VEH_LOAD_VAIN; i++)
        load->vain[load->vain_count++] = load->grip.stems[i];
}

// It has gripped more of those that lie right than of the logs that it wants to lay elsewhere.
static bool is_in_vain(const struct veh_load *load, const struct veh_worksite *site) {
    return load->grip.count > 0 &&
           veh_load_landing_of(load, site, load->grip.stems[0]) != load->landing;
}

void veh_load_begin_bringing(struct veh_load *load, const struct veh_worksite *site) {
    load->landing = landing_of_held(load, site);
    if (load->landing < 0) {
        fail_without_landing(load, site, load->held[0]);
        return;
    }
    if (load->misses < VEH_LOAD_MISSES &&
        (load->from_bunk ? is_mixed(load, site) : is_in_vain(load, site))) {
        if (!load->from_bunk)
            note_vain(load);
        veh_load_begin_putting_back(load, site);
        return;
    }
    if (!veh_load_pile_place(load, site, load->landing, &load->goal)) {
        if (load->landings[load->landing].truck < 0 || !take_next_truck(load, site))
            VEH_DEMO_FAIL(&load->base, PILE_TOO_HIGH, load->landing + 1);
        return;
    }
    veh_demo_succeed(&load->base, site, VEH_LOAD_BRING, VEH_SAY_BRINGS_LOGS);
}

static struct sim_vec3 landing_direction(const struct veh_load *load) {
    const double heading = load->landings[load->landing].area.heading;
    return sim_vec3(sim_cos(heading), sim_sin(heading), 0.0);
}

// [m] outward along the bundle, for which no end of it comes down on the machine's wheels.
static double clear_of_machine(const struct veh_load *load, const struct veh_worksite *site,
                               struct sim_vec3 d) {
    const struct sim_pose machine = veh_machine_pose(site, load->base.task.machine);
    const double y = sim_pose_local(machine, load->goal).y, across = sim_unrotate(machine.q, d).y;
    const double inner = fabs(y) - 0.5 * (load->ends[0] + load->ends[1]) * fabs(across);
    if (load->landings[load->landing].truck >= 0 || fabs(across) < 0.5 || inner > clear_of_wheels)
        return 0.0;
    return (clear_of_wheels - inner) / across * (y < 0.0 ? -1.0 : 1.0);
}

// Where the grip centre is when the middle of the bundle is above the place, its lowest end at z.
static struct sim_vec3 over_place(const struct veh_load *load, const struct veh_worksite *site,
                                  double z) {
    const struct sim_vec3 d = landing_direction(load), x = {1.0, 0.0, 0.0};
    const double sense =
        sim_dot(sim_rotate(veh_jaws_pose(&load->jaws, site).q, x), d) < 0.0 ? -1.0 : 1.0;
    struct sim_vec3 p = sim_add_scaled(load->goal, d,
                                       clear_of_machine(load, site, d) -
                                           0.5 * sense * (load->ends[0] - load->ends[1]));
    p.z = z + load->depth;
    return p;
}

// The bundle is near to its place on the ground, and no end of it is above the machine any more: it
// may sink on the rest of its way.
static bool passes(const struct veh_load *load, const struct veh_worksite *site, struct sim_vec3 p,
                   double turn) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_pose jaws = veh_jaws_pose(&load->jaws, site);
    const struct sim_vec3 d = sim_sub(jaws.p, p);
    if (!load->from_bunk || load->landings[load->landing].truck >= 0 || turn > passed_turn ||
        d.x * d.x + d.y * d.y > passed_by * passed_by)
        return false;
    for (int end = 0; end < 2; end++) {
        const double x = end == 0 ? load->ends[0] : -load->ends[1];
        const struct sim_vec3 at =
            sim_sub(sim_pose_local(veh_load_bunk_pose(load, site),
                                   sim_pose_point(jaws, sim_vec3(x, 0.0, 0.0))),
                    bunk->centre);
        if (fabs(at.x) < 0.5 * bunk->size.x + beside_bunk &&
            fabs(at.y) < 0.5 * bunk->size.y + beside_bunk)
            return false;
    }
    return true;
}

// As high as over the stakes, so that the inner ends pass over them.
void veh_load_bring(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    int held[VEH_GRIP_LOGS];
    levers->value[VEH_GRIP] = 1.0;
    const double turn = veh_load_aim(load, site, landing_direction(load), levers);
    struct sim_vec3 p = over_place(load, site, load->goal.z + above_pile);
    const double high = veh_load_bunk_place(load, site, 0.0, veh_load_clear_height(load, site)).z;
    p.z = fmax(p.z, high);
    const double distance = veh_load_move_around(load, site, p, bring_fast, levers);
    if (veh_load_held(load, site, held) == 0)
        veh_load_miss(load, site);
    else if (veh_demo_elapsed(&load->base, site) > bring_time && veh_load_is_over_bunk(load, site))
        veh_load_begin_putting_back(load, site);
    else if ((distance < 0.4 && turn < 0.08) || passes(load, site, p, turn) ||
             veh_demo_elapsed(&load->base, site) > bring_time) {
        veh_load_begin_sinking(load, site);
        veh_demo_succeed(&load->base, site, VEH_LOAD_LAY, VEH_SAY_LAYS_LOGS);
    }
}

void veh_load_lay(struct veh_load *load, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    veh_load_aim(load, site, landing_direction(load), levers);
    struct sim_vec3 p = over_place(load, site, load->goal.z - press_down);
    const struct sim_vec3 now = veh_jaws_pose(&load->jaws, site).p;
    const double height = now.z - p.z;
    // An end that touches first turns the bundle level while the other sinks. Logs that are let go
    // before fall on each other, and roll off.
    p.z -= fmax(load->depth - level_depth, 0.0);
    const double speed = sim_clamp(sinks * (height - press_down), lay_slowly, lay_fast);
    const double distance = veh_load_move(load, site, p, speed, levers);
    const bool lands = veh_load_lands(load, site);
    const bool down = distance < 0.08 ||
                      (lands && (height < above_pile + press_down || veh_load_rests(load, site)));
    if (!down && veh_demo_elapsed(&load->base, site) < lay_time)
        return;
    load->goal = veh_jaws_pose(&load->jaws, site).p;
    veh_demo_enter(&load->base, site, VEH_LOAD_OPEN, VEH_SAY_OPENS_GRAPPLE);
}
