#include "vehicles/operator/targets.h"

#include <assert.h>

#include "vehicles/part/crane.h"
#include "vehicles/site.h"

static bool is_there(const struct veh_target *target, const struct veh_worksite *site,
                     int machine) {
    struct sim_vec3 d =
        sim_sub(target->kind == VEH_TARGET_GATE ? veh_machine_pose(site, machine).p
                                                : veh_machine_crane_tip(site, machine),
                target->place);
    if (target->kind == VEH_TARGET_GATE)
        d.z = 0.0;
    return sim_length(d) <= target->radius;
}

void veh_course_follow(struct veh_course_place *at, const struct veh_target targets[], int count,
                       const struct veh_worksite *site, int machine, double dt) {
    assert(at->reached >= 0 && at->reached <= count && dt >= 0.0);
    if (at->reached == count)
        return;
    const struct veh_target *target = &targets[at->reached];
    if (!is_there(target, site, machine)) {
        at->held = 0.0;
        return;
    }
    at->held += dt;
    if (at->held < target->hold)
        return;
    *at = (struct veh_course_place){.reached = at->reached + 1};
}

double veh_fall_error(const struct veh_fall *fall, const struct veh_worksite *site, int stem) {
    assert(stem >= 0 && stem < site->stems.count && site->stems.items[stem].tree == fall->tree);
    const struct sim_vec3 lies = sim_rotate(veh_stem_pose(site, stem).q, sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 wish = sim_sub(fall->stake, site->stand.trees[fall->tree].position);
    return fabs(sim_atan2(wish.x * lies.y - wish.y * lies.x, wish.x * lies.x + wish.y * lies.y));
}
