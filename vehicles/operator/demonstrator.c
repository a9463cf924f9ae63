#include "vehicles/operator/demonstrator.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "vehicles/operator/kind.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/engine.h"
#include "vehicles/part/head.h"

static const struct veh_demo_kind *const kinds[] = {&veh_demo_targets, &veh_demo_harvest,
                                                    &veh_demo_tower, &veh_demo_load};
static const double leaning_cosine = 0.985; // of the angle to the ground, 10 degrees
static const double draw_in_speed = 0.6;    // [m/s]
static const double start_period = 3.0;     // [s]
static const double patience = 60.0;        // [s] without progress
static const double closer_by = 0.25;       // [m] on the road that count as progress
static const double at_place = 0.15;        // [m]
static const double at_standstill = 0.05;   // [m/s]

static const struct veh_demo_words english = {veh_demo_saying_english, ter_species_name};

static const struct veh_demo_words *words_of(const struct veh_demo_task *task) {
    return task->words != NULL ? task->words : &english;
}

static const struct veh_demo_kind *kind_for(const struct veh_machine_def *machine,
                                            const struct veh_demo_task *task) {
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i]->suits(machine, task))
            return kinds[i];
    return NULL;
}

struct veh_demonstrator *veh_demo_create(const struct veh_worksite *site,
                                         const struct veh_demo_task *task, const char **reason) {
    assert(site != NULL && reason != NULL && task->machine >= 0 &&
           task->machine < site->machine_count);
    const struct veh_demo_kind *kind = kind_for(site->machines[task->machine].def, task);
    struct veh_demonstrator *demo = kind != NULL ? calloc(1, kind->size) : NULL;
    if (demo == NULL) {
        *reason = words_of(task)->say(kind != NULL ? VEH_SAY_OUT_OF_MEMORY : VEH_SAY_NO_WORK);
        return NULL;
    }
    enum veh_demo_saying why = VEH_SAY_NOTHING;
    *demo = (struct veh_demonstrator){.kind = kind, .task = *task, .result = VEH_DEMO_GOING};
    demo->progress = veh_worksite_time(site);
    demo->measured = -1;
    if (task->novice > 0)
        veh_novice_init(&demo->hands, task->novice, task->novice_seed);
    if (task->target_count == 0 && task->tower.logs == 0 &&
        (task->road == NULL || task->road->count < 2))
        why = VEH_SAY_NO_ROAD;
    else if (!veh_crane_control_init(&demo->crane, site, task->machine))
        why = VEH_SAY_NO_CRANE;
    else
        why = kind->init(demo, site);
    *reason = why != VEH_SAY_NOTHING ? veh_demo_say(demo, why) : NULL;
    if (why == VEH_SAY_NOTHING)
        return demo;
    free(demo);
    return NULL;
}

void veh_demo_destroy(struct veh_demonstrator *demo) {
    if (demo != NULL && demo->kind->end != NULL)
        demo->kind->end(demo);
    free(demo);
}

// Gives up for a reason there is in any state. False: there is none.
static bool in_trouble(struct veh_demonstrator *demo, const struct veh_worksite *site) {
    const char *fault = sim_world_fault(site->world);
    if (fault != NULL)
        VEH_DEMO_FAIL(demo, FAULT, fault);
    else if (site->machines[demo->task.machine].tipped)
        veh_demo_fail(demo, VEH_SAY_TIPPED_OVER);
    return demo->result == VEH_DEMO_FAILED;
}

double veh_demo_slowness(const struct veh_demonstrator *demo) {
    return demo->task.novice > 0 ? demo->hands.hands.patience : 1.0;
}

double veh_demo_aim_higher(struct veh_demonstrator *demo) {
    return demo->task.novice > 0 ? veh_novice_aim_higher(&demo->hands) : 0.0;
}

static void give_up(struct veh_demonstrator *demo, const struct veh_worksite *site) {
    char why[200];
    demo->kind->explain(demo, site, why, sizeof why);
    VEH_DEMO_FAIL(demo, NO_PROGRESS, patience * veh_demo_slowness(demo), why);
}

// Where the tip is to go so that the machine stands upright again, which leans towards it or away.
static struct sim_vec3 relief(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                              struct sim_vec3 lean) {
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->task.machine);
    const struct veh_head_state *head = veh_head(&site->machines[demo->task.machine]);
    struct sim_vec3 in = sim_sub(veh_demo_slew_base(demo, site), tip);
    in.z = 0.0;
    in = sim_unit_or(in, in);
    if (sim_dot(lean, in) > 0.0) // it presses on something
        return sim_add(tip, sim_vec3(0.0, 0.0, 1.0));
    if (head == NULL || head->stem < 0)
        return sim_add(tip, in);
    // A stem that is too heavy is set down; one that has jammed is not pulled at any more.
    const struct sim_vec3 over = veh_machine_head_frame(site, demo->task.machine).p;
    return sim_vec3(over.x, over.y, tip.z - 1.0);
}

// A head that is pressed against something, or a load far out, lifts the machine: where that leans
// on the ground the hand lets go of the crane, and takes the load off it.
static void keep_upright(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                         struct veh_controls *levers) {
    const struct sim_pose pose = veh_machine_pose(site, demo->task.machine);
    const struct sim_vec3 up = sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0));
    struct sim_vec3 normal;
    (void)ter_ground_height(site->def.ground, pose.p.x, pose.p.y, &normal);
    if (sim_dot(up, normal) >= leaning_cosine)
        return;
    const double grip = fmin(levers->value[VEH_GRIP], 0.0); // what lets go helps
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        if (veh_control_info((enum veh_control)i)->crane)
            levers->value[i] = 0.0;
    levers->value[VEH_GRIP] = grip;
    struct veh_crane_control crane = demo->crane;
    crane.speed = draw_in_speed;
    veh_crane_control_step(&crane, site, relief(demo, site, sim_sub(up, normal)), levers);
    const struct veh_head_state *head = veh_head(&site->machines[demo->task.machine]);
    if (head != NULL && head->stem >= 0 && site->stems.items[head->stem].kind == VEH_STEM_STANDING)
        levers->value[VEH_GRIP] = -1.0; // what has roots does not come
}

// Starts an engine that has stalled. The starter turns for more than a second after a press, and
// stops at the next.
static void keep_running(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                         struct veh_controls *levers) {
    if (!veh_engine_runs(site, demo->task.machine))
        levers->value[VEH_ENGINE] = fmod(veh_worksite_time(site), start_period) < 0.5 ? 1.0 : 0.0;
}

enum veh_demo_result veh_demo_step(struct veh_demonstrator *demo, const struct veh_worksite *site,
                                   struct veh_controls *levers) {
    assert(demo->task.machine < site->machine_count);
    *levers = (struct veh_controls){0};
    if (demo->result != VEH_DEMO_GOING)
        return demo->result;
    if (!in_trouble(demo, site) && !veh_demo_measures(demo, site, levers))
        demo->result = demo->kind->step(demo, site, levers);
    keep_upright(demo, site, levers);
    keep_running(demo, site, levers);
    const double pause = veh_worksite_time(site) - demo->progress;
    demo->longest_pause = fmax(demo->longest_pause, pause);
    if (demo->result == VEH_DEMO_GOING && pause > patience * veh_demo_slowness(demo))
        give_up(demo, site);
    if (demo->result != VEH_DEMO_GOING)
        *levers = (struct veh_controls){0};
    else if (demo->task.novice > 0)
        veh_novice_move(&demo->hands, sim_world_step_size(site->world), levers);
    return demo->result;
}

const char *veh_demo_message(const struct veh_demonstrator *demo) {
    return demo->message;
}

double veh_demo_longest_pause(const struct veh_demonstrator *demo) {
    return demo->longest_pause;
}

const struct veh_tree_work *veh_demo_work(const struct veh_demonstrator *demo, int *count) {
    *count = 0;
    return demo->kind->work != NULL ? demo->kind->work(demo, count) : NULL;
}

const struct veh_haul_work *veh_demo_hauls(const struct veh_demonstrator *demo, int *count) {
    *count = 0;
    return demo->kind->hauls != NULL ? demo->kind->hauls(demo, count) : NULL;
}

// ---- for the kinds ----

void veh_demo_enter(struct veh_demonstrator *demo, const struct veh_worksite *site, int state,
                    enum veh_demo_saying what) {
    demo->state = state;
    demo->entered = veh_worksite_time(site);
    snprintf(demo->message, sizeof demo->message, "%s", veh_demo_say(demo, what));
}

void veh_demo_succeed(struct veh_demonstrator *demo, const struct veh_worksite *site, int state,
                      enum veh_demo_saying what) {
    if (demo->state >= demo->frontier) {
        demo->frontier = demo->state + 1;
        veh_demo_made_progress(demo, site);
    }
    veh_demo_enter(demo, site, state, what);
}

double veh_demo_elapsed(const struct veh_demonstrator *demo, const struct veh_worksite *site) {
    return (veh_worksite_time(site) - demo->entered) / veh_demo_slowness(demo);
}

void veh_demo_made_progress(struct veh_demonstrator *demo, const struct veh_worksite *site) {
    demo->progress = veh_worksite_time(site);
}

const char *veh_demo_say(const struct veh_demonstrator *demo, enum veh_demo_saying what) {
    return words_of(&demo->task)->say(what);
}

const char *veh_demo_species(const struct veh_demonstrator *demo, enum ter_species species) {
    return words_of(&demo->task)->species(species);
}

void veh_demo_fail(struct veh_demonstrator *demo, enum veh_demo_saying why, ...) {
    va_list values;
    va_start(values, why);
    (void)vsnprintf(demo->message, sizeof demo->message, veh_demo_say(demo, why), values);
    va_end(values);
    demo->result = VEH_DEMO_FAILED;
}

void veh_demo_print(const struct veh_demonstrator *demo, char *text, size_t size,
                    enum veh_demo_saying what, ...) {
    va_list values;
    va_start(values, what);
    (void)vsnprintf(text, size, veh_demo_say(demo, what), values);
    va_end(values);
}

const struct veh_machine *veh_demo_machine(const struct veh_demonstrator *demo,
                                           const struct veh_worksite *site) {
    return &site->machines[demo->task.machine];
}

double veh_demo_ground(const struct veh_worksite *site, struct sim_vec3 p) {
    return ter_ground_height(site->def.ground, p.x, p.y, NULL);
}

struct sim_vec3 veh_demo_slew_base(const struct veh_demonstrator *demo,
                                   const struct veh_worksite *site) {
    const struct veh_machine *m = veh_demo_machine(demo, site);
    return sim_joint_anchor(site->world, m->instance.joints[demo->crane.slew.joint]);
}

double veh_demo_slew_ahead(const struct veh_demonstrator *demo, const struct veh_worksite *site) {
    const struct sim_pose pose = veh_machine_pose(site, demo->task.machine);
    return sim_dot(sim_sub(veh_demo_slew_base(demo, site), pose.p),
                   sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0)));
}

void veh_demo_plan_drive(struct veh_demo_drive *drive, double along) {
    drive->along = along;
    drive->closest = 0.0;
    drive->arrived = false;
}

double veh_demo_drive(struct veh_demonstrator *demo, const struct veh_worksite *site,
                      struct veh_demo_drive *drive, struct veh_controls *levers) {
    const int machine = demo->task.machine;
    const double to_go =
        fabs(veh_drive_along(site, machine, demo->task.road, drive->along, drive->speed, levers));
    if (drive->closest <= 0.0 || to_go < drive->closest - closer_by) {
        drive->closest = to_go;
        veh_demo_made_progress(demo, site);
    }
    const bool rests = fabs(veh_machine_speed(site, machine)) < at_standstill;
    drive->arrived = to_go < at_place && (drive->arrived || rests);
    if (to_go >= at_place || !rests)
        drive->moved = veh_worksite_time(site);
    return veh_worksite_time(site) - drive->moved;
}

bool veh_demo_faces(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                    double heading) {
    const struct sim_vec3 x =
        sim_rotate(veh_machine_pose(site, demo->task.machine).q, sim_vec3(1.0, 0.0, 0.0));
    return x.x * sim_cos(heading) + x.y * sim_sin(heading) >= 0.0;
}
