// Common to the kinds of demonstrators; for the files of demonstrators only. A kind is
// one file: a private state that begins with a struct veh_demonstrator, and a row in the table of
// demonstrator.c.
#pragma once

#include <stdio.h>

#include "vehicles/operator/crane_control.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/operator/novice.h"
#include "vehicles/operator/sayings.h"

struct veh_demo_kind {
    const char *name;
    size_t size; // of its state, which is zeroed before init
    bool (*suits)(const struct veh_machine_def *machine, const struct veh_demo_task *task);
    // Nothing, or why it cannot begin. The task has a road, and the crane's control is ready.
    enum veh_demo_saying (*init)(struct veh_demonstrator *demo, const struct veh_worksite *site);
    // Called while the result is VEH_DEMO_GOING, with the levers at rest; returns the new result.
    enum veh_demo_result (*step)(struct veh_demonstrator *demo, const struct veh_worksite *site,
                                 struct veh_controls *levers);
    // Writes what keeps it from making progress.
    void (*explain)(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                    char *text, size_t size);
    // NULL allowed: frees what its state owns; its time study, see veh_demo_work().
    void (*end)(struct veh_demonstrator *demo);
    const struct veh_tree_work *(*work)(const struct veh_demonstrator *demo, int *count);
    const struct veh_haul_work *(*hauls)(const struct veh_demonstrator *demo, int *count);
};

struct veh_demonstrator {
    const struct veh_demo_kind *kind;
    struct veh_demo_task task;
    struct veh_crane_control crane;
    struct veh_novice hands; // where the task wants a novice's
    enum veh_demo_result result;
    int state;            // present activity, of the kind's own enumeration
    int frontier;         // first activity that has not yet succeeded for the present tree or load
    double entered;       // [s] when its present activity began
    double progress;      // [s] when it last came closer to its aim
    double longest_pause; // [s] between two such moments
    int measured;         // stem whose log it went to with the caliper last
    bool goes_to_logs;
    char message[256];
};

// The logs of the last stem are measured again (measuring.c): true while the operator does that,
// with the levers for it. The other work stands still meanwhile.
bool veh_demo_measures(struct veh_demonstrator *demo, const struct veh_worksite *site,
                       struct veh_controls *levers);

extern const struct veh_demo_kind veh_demo_harvest, veh_demo_load, veh_demo_targets, veh_demo_tower;

// Begins another activity; what describes it to the user.
void veh_demo_enter(struct veh_demonstrator *demo, const struct veh_worksite *site, int state,
                    enum veh_demo_saying what);
// The same, after the present activity has reached its aim.
void veh_demo_succeed(struct veh_demonstrator *demo, const struct veh_worksite *site, int state,
                      enum veh_demo_saying what);
// 1, or for a novice how many times as long he takes before he tries again or gives up.
double veh_demo_slowness(const struct veh_demonstrator *demo);
// [m] by which a novice who looks at a tree means to cut it too high; others 0.
double veh_demo_aim_higher(struct veh_demonstrator *demo);
// [s] since the present activity began, by the clock of hands that may be slower.
double veh_demo_elapsed(const struct veh_demonstrator *demo, const struct veh_worksite *site);
// It has come closer to its aim than ever before.
void veh_demo_made_progress(struct veh_demonstrator *demo, const struct veh_worksite *site);
// In the language of the task; a format where the text has values.
const char *veh_demo_say(const struct veh_demonstrator *demo, enum veh_demo_saying what);
const char *veh_demo_species(const struct veh_demonstrator *demo, enum ter_species species);
// Gives up for a reason of its own, and writes a text, with the values of its format.
void veh_demo_fail(struct veh_demonstrator *demo, enum veh_demo_saying why, ...);
void veh_demo_print(const struct veh_demonstrator *demo, char *text, size_t size,
                    enum veh_demo_saying what, ...);
// The same two; the compiler checks the values against the English text.
#define VEH_DEMO_FORMAT(KEY, english) static const char veh_demo_english_##KEY[] = english;
VEH_DEMO_SAYINGS(VEH_DEMO_FORMAT)
#undef VEH_DEMO_FORMAT
#define VEH_DEMO_FAIL(demo, KEY, ...)                                                              \
    ((void)sizeof(snprintf(NULL, 0, veh_demo_english_##KEY, __VA_ARGS__)),                         \
     veh_demo_fail(demo, VEH_SAY_##KEY, __VA_ARGS__))
#define VEH_DEMO_PRINT(demo, text, size, KEY, ...)                                                 \
    ((void)sizeof(snprintf(NULL, 0, veh_demo_english_##KEY, __VA_ARGS__)),                         \
     veh_demo_print(demo, text, size, VEH_SAY_##KEY, __VA_ARGS__))
const struct veh_machine *veh_demo_machine(const struct veh_demonstrator *demo,
                                           const struct veh_worksite *site);
double veh_demo_ground(const struct veh_worksite *site, struct sim_vec3 p); // [m] height below p
// The foot of the slewing axis, [m] in the world.
struct sim_vec3 veh_demo_slew_base(const struct veh_demonstrator *demo,
                                   const struct veh_worksite *site);
// [m] by which it is ahead of the machine's origin.
double veh_demo_slew_ahead(const struct veh_demonstrator *demo, const struct veh_worksite *site);

// A drive along the road to a place; zeroed before the first.
struct veh_demo_drive {
    double along;   // [m] on the road, where it is to stop
    double speed;   // [m/s]
    double closest; // [m] to go, at least; 0: not driven yet
    double moved;   // [s] when the machine was last not at its place
    bool arrived;   // it has come to rest at its place, and only rocks there
};
// Plans a drive; the one before is forgotten.
void veh_demo_plan_drive(struct veh_demo_drive *drive, double along);
// Drives on. Returns the time [s] for which the machine has stood at its place.
double veh_demo_drive(struct veh_demonstrator *demo, const struct veh_worksite *site,
                      struct veh_demo_drive *drive, struct veh_controls *levers);
// Does it look along the direction heading [rad] of the road?
bool veh_demo_faces(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                    double heading);
