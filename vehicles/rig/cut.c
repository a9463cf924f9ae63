// The harvester head in a vice: how fast it feeds, how fast it cuts, and the thickest stem that its
// bar cuts in one go.
#include "vehicles/part/head.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"
#include "vehicles/site.h"

static const double side = 0.5 * SIM_PI;          // [rad]
static const double radius = 5.0, height = 6.0;   // [m] of the tip: room below the head
static const double opening = 2.0, closing = 2.0; // [s]
static const double tilting = 5.0, lying = 1.2;   // [s] at most; [rad] from upright
static const double thin = 0.12;                  // [m] that is cross-cut
static const double fed = 0.20, fed_length = 8.0; // [m] the stem that is fed
static const double feeding = 1.2, window = 0.1;  // [s]
static const double above_flare = 0.15;           // of a tree's height
static const double below = 0.5;                  // [m] from the butt to the cut
static const double cut_length = 3.0;             // [m] of stems that are cut
static const double cutting = 12.0;               // [s] at most
static const double far_out = 1.2;                // [m] from where a thick stem comes
static const double push = 1.0, push_speed = 0.5; // of its weight, for the head hangs askew; [m/s]
static const double pushing = 5.0;                // [s]
static const double thickest = 1.4, thinnest = 0.1, fine = 0.01; // [m]

// Lets the head down until it lies.
static void lay(struct veh_rig *rig) {
    rig->levers.value[VEH_TILT] = -1.0;
    for (double t = 0.0;
         t < tilting && veh_machine_measure(&rig->site, 0, &veh_part_head, VEH_HEAD_TILT) < lying;
         t += 0.1)
        veh_rig_run(rig, 0.1);
    rig->levers.value[VEH_TILT] = 0.0;
}

// The head hangs open over the ground and is then held as it is. lies: as for processing.
static bool vice(struct veh_rig *rig, const struct veh_machine_def *machine, bool lies) {
    if (!veh_rig_init(rig, &(struct veh_rig_def){.machine = machine, .tied = true}))
        return false;
    (void)veh_rig_reach_out(rig, radius, side, height);
    rig->levers.value[VEH_GRIP] = -1.0;
    veh_rig_run(rig, opening);
    rig->levers.value[VEH_GRIP] = 0.0;
    if (lies)
        lay(rig);
    veh_rig_tie(rig, veh_rig_body(rig, veh_head_def(machine)->body));
    return true;
}

// A spruce stem without branches that has the diameter [m] at that distance from its butt.
static struct ter_stem stem_of(double diameter, double length, double at) {
    struct ter_stem stem = {.species = TER_SPRUCE,
                            .dbh = diameter,
                            .height = 3.0 * length + 60.0 * diameter,
                            .to = length};
    stem.from = above_flare * stem.height;
    stem.to += stem.from;
    stem.limbs_from = stem.crown_base = stem.height;
    for (int i = 0; i < 8; i++)
        stem.dbh *= diameter / ter_stem_diameter(&stem, at);
    return stem;
}

// Puts the stem upright into the head, out [m] from where a gripped one lies.
static int put_stem(struct veh_rig *rig, const struct ter_stem *stem, double down, double out) {
    struct sim_pose pose = veh_machine_head_frame(&rig->site, 0);
    pose.p = sim_pose_point(pose, sim_vec3(out, 0.0, -down));
    return veh_stem_create(&rig->site, stem, pose, VEH_STEM_FELLED, -1);
}

static struct sim_body_id body_of(const struct veh_rig *rig, int stem) {
    return rig->site.stems.items[stem].body;
}

// Closes the head around the stem, which is held meanwhile.
static int grip(struct veh_rig *rig, const struct ter_stem *stem, double down) {
    const int index = put_stem(rig, stem, down, 0.0);
    const struct sim_joint_id held = veh_rig_tie(rig, body_of(rig, index));
    rig->levers.value[VEH_GRIP] = 1.0;
    veh_rig_run(rig, closing);
    sim_joint_destroy(rig->site.world, held);
    rig->levers.value[VEH_GRIP] = 0.0;
    return index;
}

// [s] Until the bar is through; infinite: it does not get through.
static double saw(struct veh_rig *rig, enum veh_control lever, enum veh_event_kind cut) {
    const double start = veh_worksite_time(&rig->site);
    rig->levers.value[lever] = 1.0;
    while (veh_worksite_time(&rig->site) < start + cutting) {
        const struct veh_event *events;
        veh_rig_step(rig);
        const int count = veh_worksite_events(&rig->site, &events);
        for (int i = 0; i < count; i++)
            if (events[i].kind == cut)
                return veh_worksite_time(&rig->site) - start;
    }
    return (double)INFINITY;
}

// ---- measurements ----

static bool measure_feed(const struct veh_machine_def *machine, double *speed) {
    struct veh_rig rig;
    if (!vice(&rig, machine, false))
        return false;
    const struct ter_stem stem = stem_of(fed, fed_length, 0.5 * fed_length);
    const int index = grip(&rig, &stem, below);
    rig.levers.value[VEH_FEED] = 1.0;
    *speed = 0.0;
    for (double t = 0.0; t < feeding; t += window) {
        const struct sim_vec3 before = sim_body_centre(rig.site.world, body_of(&rig, index));
        veh_rig_run(&rig, window);
        const struct sim_vec3 after = sim_body_centre(rig.site.world, body_of(&rig, index));
        *speed = fmax(*speed, sim_length(sim_sub(after, before)) / window);
    }
    veh_rig_finish(&rig);
    return true;
}

static bool measure_cross_cut(const struct veh_machine_def *machine, double *time) {
    struct veh_rig rig;
    if (!vice(&rig, machine, false))
        return false;
    const struct ter_stem stem = stem_of(thin, cut_length, below);
    (void)grip(&rig, &stem, below);
    const double seconds = saw(&rig, VEH_SAW, VEH_EVENT_LOG_CUT);
    *time = isinf(seconds) ? (double)NAN : seconds;
    veh_rig_finish(&rig);
    return true;
}

static bool measure_top_cut(const struct veh_machine_def *machine, double *time) {
    const struct veh_saw_def *top = veh_top_saw_def(machine);
    struct veh_rig rig;
    if (top == NULL)
        return true;
    if (!vice(&rig, machine, true))
        return false;
    const struct ter_stem stem = stem_of(thin, cut_length, below + top->place);
    (void)grip(&rig, &stem, below);
    const double seconds = saw(&rig, VEH_TOP_SAW, VEH_EVENT_STEM_TOPPED);
    *time = isinf(seconds) ? (double)NAN : seconds;
    veh_rig_finish(&rig);
    return true;
}

// A stem slides into the open head until it meets the rollers; then it is sawn.
static bool cuts(const struct veh_machine_def *machine, double diameter, bool *through) {
    struct veh_rig rig;
    if (!vice(&rig, machine, false))
        return false;
    const struct ter_stem stem = stem_of(diameter, cut_length, below);
    const int index = put_stem(&rig, &stem, below, far_out + diameter);
    const struct sim_vec3 out =
        sim_rotate(veh_machine_head_frame(&rig.site, 0).q, sim_vec3(1.0, 0.0, 0.0));
    struct sim_joint_def slide = sim_default_joint_def();
    slide.kind = SIM_JOINT_PRISMATIC;
    slide.separate_collider_groups = true;
    slide.a = rig.site.ground;
    slide.b = body_of(&rig, index);
    slide.anchor = sim_body_centre(rig.site.world, slide.b);
    slide.axis[0] = out;
    const double force = push * 9.81 * sim_body_mass(rig.site.world, slide.b);
    slide.free_axis[0].motor = (struct sim_motor){.mode = SIM_MOTOR_VELOCITY,
                                                  .target = -push_speed,
                                                  .force_low = -force,
                                                  .force_high = force};
    (void)sim_joint_create(rig.site.world, &slide);
    veh_rig_run(&rig, pushing);
    (void)veh_rig_tie(&rig, slide.b);
    *through = !isinf(saw(&rig, VEH_SAW, VEH_EVENT_LOG_CUT));
    veh_rig_finish(&rig);
    return true;
}

static bool measure_thickest(const struct veh_machine_def *machine, double *diameter) {
    double low = thinnest, high = thickest;
    while (high - low > fine) {
        bool through;
        if (!cuts(machine, 0.5 * (low + high), &through))
            return false;
        *(through ? &low : &high) = 0.5 * (low + high);
    }
    *diameter = 100.0 * low;
    return true;
}

static bool measure(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    return veh_head_def(machine) == NULL ||
           (measure_feed(machine, &sheet->figure[VEH_FIGURE_FEED]) &&
            measure_cross_cut(machine, &sheet->figure[VEH_FIGURE_CROSS_CUT]) &&
            measure_thickest(machine, &sheet->figure[VEH_FIGURE_THICKEST]) &&
            measure_top_cut(machine, &sheet->figure[VEH_FIGURE_TOP_CUT]));
}

const struct veh_measurement veh_measure_cut = {
    "cut", "speed of feeding, time of a cross-cut, thickest stem, time of a top cut", measure};
