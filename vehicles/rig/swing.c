// The tool hangs from the crane's tip and gets a kick away from the machine.
#include "vehicles/part/crane.h"
#include "vehicles/rig/decay.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

static const double side = 0.5 * SIM_PI;        // [rad]
static const double radius = 6.0, height = 4.5; // [m] of the tip
static const double kick = 1.0;                 // [m/s] of the tool's centre
enum { SAMPLES = 2000, TOOL_MOST = 64 };        // steps, bodies

// Bodies that hang from the tip and are not fused to it.
struct tool {
    struct sim_body_id body[TOOL_MOST];
    int count;
};

static bool has(const struct tool *tool, struct sim_body_id body) {
    for (int i = 0; i < tool->count; i++)
        if (tool->body[i].index == body.index)
            return true;
    return false;
}

static struct tool find_tool(const struct veh_rig *rig) {
    const struct sim_model *model = &veh_rig_machine(rig)->def->model;
    const struct sim_body_id tip =
        veh_rig_body(rig, veh_crane_def(veh_rig_machine(rig)->def)->tip_body);
    struct tool tool = {.body = {tip}, .count = 1};
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < model->joint_count && tool.count < TOOL_MOST; i++) {
            const int parent = model->joints[i].parent, child = model->joints[i].child;
            if (parent < 0 || !has(&tool, veh_rig_body(rig, parent)) ||
                has(&tool, veh_rig_body(rig, child)))
                continue;
            tool.body[tool.count++] = veh_rig_body(rig, child);
            more = true;
        }
    }
    struct tool hanging = {.count = 0};
    for (int i = 1; i < tool.count; i++)
        if (!sim_body_fused(rig->site.world, tip, tool.body[i]))
            hanging.body[hanging.count++] = tool.body[i];
    return hanging;
}

static struct sim_vec3 centre(const struct veh_rig *rig, const struct tool *tool) {
    struct sim_vec3 sum = {0.0, 0.0, 0.0};
    double mass = 0.0;
    for (int i = 0; i < tool->count; i++) {
        const double m = sim_body_mass(rig->site.world, tool->body[i]);
        sum = sim_add_scaled(sum, sim_body_centre(rig->site.world, tool->body[i]), m);
        mass += m;
    }
    return sim_scale(sum, 1.0 / mass);
}

// The tool turns as a whole about the tip.
static void kick_tool(struct veh_rig *rig, const struct tool *tool, struct sim_vec3 away) {
    struct sim_world *world = rig->site.world;
    const struct sim_vec3 tip = veh_rig_tip(rig), up = {0.0, 0.0, 1.0};
    const double length = sim_length(sim_sub(centre(rig, tool), tip));
    const struct sim_vec3 w = sim_scale(sim_cross(away, up), kick / length);
    for (int i = 0; i < tool->count; i++)
        sim_body_set_velocity(world, tool->body[i],
                              sim_cross(w, sim_sub(sim_body_centre(world, tool->body[i]), tip)), w);
}

// [deg] Of the tool's centre below the tip, away from the machine.
static double angle(const struct veh_rig *rig, const struct tool *tool, struct sim_vec3 away) {
    const struct sim_vec3 d = sim_sub(centre(rig, tool), veh_rig_tip(rig));
    return sim_atan2(sim_dot(d, away), -d.z) * 180.0 / SIM_PI;
}

static void swing(struct veh_rig *rig, const struct tool *tool, struct veh_sheet *sheet) {
    static const struct sim_vec3 away = {0.0, 1.0, 0.0};
    double samples[SAMPLES];
    kick_tool(rig, tool, away);
    for (int i = 0; i < SAMPLES; i++) {
        veh_rig_step(rig);
        samples[i] = angle(rig, tool, away);
    }
    const double h = sim_world_step_size(rig->site.world);
    const struct veh_decay decay = veh_decay_of(samples, SAMPLES, h);
    for (int i = 0; i < SAMPLES; i += 2)
        veh_curve_add(&sheet->curve[VEH_CURVE_SWING], i * h, samples[i]);
    sheet->figure[VEH_FIGURE_SWING_PERIOD] = decay.period;
    sheet->figure[VEH_FIGURE_SWINGS] = decay.swings;
    sheet->figure[VEH_FIGURE_SWING_REST] = fabs(decay.rest);
}

static bool measure(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    struct veh_rig rig;
    if (veh_crane_def(machine) == NULL)
        return true;
    if (!veh_rig_init(&rig, &(struct veh_rig_def){.machine = machine, .tied = true}))
        return false;
    (void)veh_rig_reach_out(&rig, radius, side, height);
    const struct tool tool = find_tool(&rig);
    if (tool.count > 0)
        swing(&rig, &tool, sheet);
    veh_rig_finish(&rig);
    return true;
}

const struct veh_measurement veh_measure_swing = {
    "swing", "how the tool swings after a kick of 1 m/s", measure};
