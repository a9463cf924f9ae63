#include "ui/scene/chips_scene.h"

#include <assert.h>
#include <math.h>

#include "ui/scene/noise.h"
#include "vehicles/part/head.h"

static const double life = 0.7;      // [s]
static const double speed = 3.5;     // [m/s] of the chain's drag, a fraction of the chain's
static const double gravity = 9.81;  // [m/s^2]
static const double largest = 0.008; // [m] half of a chip's length
static const float fresh[3] = {0.88F, 0.74F, 0.50F};

static double chance(uint32_t seed, uint32_t of) {
    return (double)ui_hash_unit(ui_hash(seed + of));
}

// One chip that left the bar age [s] ago; across: along the bar's hinge, out: along the bar.
static struct ui_primitive chip(struct sim_pose bar, uint32_t seed, double age) {
    const struct sim_vec3 way =
        sim_vec3(speed * (0.4 + 0.6 * chance(seed, 1)), 2.4 * (chance(seed, 2) - 0.5),
                 2.4 * (chance(seed, 3) - 0.5));
    const double size = largest * (0.35 + 0.65 * chance(seed, 4) * chance(seed, 5));
    struct ui_primitive p = ui_box(sim_vec3(size, 0.6 * size, 0.25 * size), fresh);
    p.look = UI_LOOK_PLAIN;
    p.pose.p = sim_add_scaled(bar.p, sim_rotate(bar.q, way), age);
    p.pose.p.z -= 0.5 * gravity * age * age;
    p.pose.q = sim_quat_rpy(9.0 * age + chance(seed, 6), 14.0 * age, 6.0 * chance(seed, 7));
    return p;
}

bool ui_scene_add_chips(struct ui_worksite_scene *view, const struct veh_worksite *site,
                        int machine, double share) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    if (veh_head(m) == NULL)
        return true;
    const struct veh_saw saw = veh_saw_at_work(m);
    if (!saw.state->sawing || saw.state->cut <= 0.0)
        return true;
    const struct sim_pose bar = ui_worksite_body_pose(
        view, site, m->instance.bodies[m->def->model.joints[saw.def->joint].child], share);
    bool room = true;
    for (int i = 0; i < UI_CHIPS; i++) {
        const double time = veh_worksite_time(site) + life * i / UI_CHIPS;
        const double turn = floor(time / life);
        const struct ui_primitive p = chip(bar, ui_hash2(i, (int)turn, 83), time - turn * life);
        if (p.pose.p.z > ter_ground_height(site->def.ground, p.pose.p.x, p.pose.p.y, NULL))
            room = ui_scene_add_primitive(&view->scene, &p) && room;
    }
    return room;
}
