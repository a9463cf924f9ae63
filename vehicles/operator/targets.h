// A course of targets: places that the operator must reach one after the other, with the crane's
// tip or with the whole machine. Exercises of the levers are made of them.
#pragma once

#include "vehicles/worksite.h"

enum veh_target_kind {
    VEH_TARGET_TIP, // the crane's tip is within the radius
    VEH_TARGET_GATE // the machine's frame is, seen from above
};

struct veh_target {
    enum veh_target_kind kind;
    struct sim_vec3 place; // [m] world
    double radius;         // [m] > 0
    double hold;           // [s] for which it must stay there without a break, 0: a touch is enough
};

// The direction of a fall: a stake that its top points to.
struct veh_fall {
    int tree;              // index into the stand
    struct sim_vec3 stake; // [m] world
};

// The progress of a machine along the course. Zeroed at the start.
struct veh_course_place {
    int reached; // targets so far
    double held; // [s] that it has been at the next one
};

// Looks at the machine after a step of dt [s]. At most one target is reached in a step.
void veh_course_follow(struct veh_course_place *at, const struct veh_target targets[], int count,
                       const struct veh_worksite *site, int machine, double dt);

// Angle [rad] between the direction of the tree's stem, from butt to top, and that from the place
// of the tree to its stake, both seen from above.
double veh_fall_error(const struct veh_fall *fall, const struct veh_worksite *site, int stem);
