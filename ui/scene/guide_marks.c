#include "ui/scene/guide_marks.h"

#include <math.h>

#include "ui/scene/ghost.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/grapple.h"
#include "vehicles/part/head.h"

enum { RING_PIECES = 20 };

static const double rod = 0.05;         // [m] radius of arrows
static const double line = 0.012;       // [m] radius of plumb lines
static const double head_length = 0.5;  // [m] of an arrow's head
static const double over_target = 0.9;  // [m] of an arrow's tip above the target
static const double ring_room = 0.5;    // [m] of the ring around the target
static const double ring_height = 0.12; // [m] above the ground
static const double pointer = 1.1;      // [m] of the arrow at the tip
static const double near_enough = 2.5;  // [m] from the target it needs no pointer
static const double ahead_of_cab = 7.0; // [m] of the pointer to a gate
static const double ghost_ends = 0.6;   // [m] from its place: the tool is there itself
static const float bright[3] = {1.0f, 0.55f, 0.05f}, own[3] = {0.1f, 0.6f, 1.0f};

static bool add(struct ui_scene *scene, struct ui_primitive p, enum ui_look look) {
    p.look = look;
    return ui_scene_add_primitive(scene, &p);
}

// From a towards b, with its head at b.
static bool add_arrow(struct ui_scene *scene, struct sim_vec3 a, struct sim_vec3 b) {
    const struct sim_vec3 d = sim_unit_or(sim_sub(b, a), sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 neck = sim_add_scaled(b, d, -head_length);
    struct ui_primitive cone = ui_rod(neck, b, 4.0 * rod, bright);
    cone.kind = UI_SHAPE_CYLINDER;
    cone.half_length = 0.5 * head_length;
    cone.radius[0] = 4.0 * rod;
    cone.radius[1] = 0.0;
    return add(scene, ui_rod(a, neck, rod, bright), UI_LOOK_LAMP) && add(scene, cone, UI_LOOK_LAMP);
}

static bool add_ring(struct ui_scene *scene, const struct ter_ground *ground,
                     const struct dat_guide_target *target) {
    const double r = target->radius + ring_room;
    struct sim_vec3 before = {0.0, 0.0, 0.0};
    bool ok = true;
    for (int i = 0; i <= RING_PIECES; i++) {
        const double angle = 2.0 * SIM_PI * i / RING_PIECES;
        struct sim_vec3 p = {target->place.x + r * sim_cos(angle),
                             target->place.y + r * sim_sin(angle), 0.0};
        p.z = ter_ground_height(ground, p.x, p.y, NULL) + ring_height;
        ok = (i == 0 || add(scene, ui_rod(before, p, rod, bright), UI_LOOK_LAMP)) && ok;
        before = p;
    }
    return ok;
}

// Above the target, and beside the crane's tip where that is far away: it leads there even where
// the target is out of sight.
static bool add_arrows(struct ui_scene *scene, const struct dat_practice *p,
                       const struct dat_guide_target *target) {
    const bool gate = target->kind == DAT_GUIDE_GATE;
    const struct sim_vec3 over = sim_add(target->place, sim_vec3(0.0, 0.0, over_target));
    const struct sim_pose machine = veh_machine_pose(&p->site, 0);
    const struct sim_vec3 from = gate ? sim_pose_point(machine, sim_vec3(ahead_of_cab, 0.0, 2.2))
                                      : veh_machine_crane_tip(&p->site, 0);
    const struct sim_vec3 way = sim_sub(target->place, from);
    bool ok = add_arrow(scene, sim_add(over, sim_vec3(0.0, 0.0, 1.0)), over) &&
              (gate || add_ring(scene, p->site.def.ground, target));
    if (sim_length(way) > near_enough) {
        const struct sim_vec3 d = sim_unit_or(way, sim_vec3(1.0, 0.0, 0.0));
        const struct sim_vec3 begin = sim_add_scaled(from, d, 0.5 * rod + (gate ? 0.0 : 0.6));
        ok = add_arrow(scene, begin, sim_add_scaled(begin, d, pointer)) && ok;
    }
    return ok;
}

static bool add_plumb_line(struct ui_scene *scene, const struct ter_ground *ground,
                           struct sim_vec3 p, const float colour[3]) {
    const struct sim_vec3 foot = {p.x, p.y, ter_ground_height(ground, p.x, p.y, NULL)};
    return p.z < foot.z + 0.05 || add(scene, ui_rod(foot, p, line, colour), UI_LOOK_LAMP);
}

// ---- the ghost ----

// A frame with that x, and the other direction as z or nearly so.
static struct sim_pose frame(struct sim_vec3 p, struct sim_vec3 x, struct sim_vec3 z) {
    const struct sim_vec3 y = sim_unit_or(sim_cross(z, x), sim_vec3(0.0, 1.0, 0.0));
    const struct sim_vec3 up = sim_cross(x, y);
    const struct sim_mat3 r = {{{x.x, y.x, up.x}, {x.y, y.y, up.y}, {x.z, y.z, up.z}}};
    return (struct sim_pose){p, sim_quat_from_mat3(&r)};
}

struct tool {
    int body;            // its base
    struct sim_pose now; // [m] world: its working frame
    struct sim_pose at;  // the same at the target
};

// False: the machine has none, or it has no place there.
static bool find_tool(const struct dat_practice *p, const struct dat_guide_target *target,
                      struct tool *tool) {
    const struct veh_machine *m = &p->site.machines[0];
    const struct veh_head_def *head = veh_head_def(m->def);
    const struct veh_grapple_def *grapple = veh_grapple_def(m->def);
    const struct sim_vec3 up = {0.0, 0.0, 1.0};
    if (target->kind < DAT_GUIDE_TREE || (head == NULL && grapple == NULL))
        return false;
    if (head != NULL) {
        tool->body = head->body;
        tool->now = veh_machine_head_frame(&p->site, 0);
        // The open side faces a standing tree, and the ground above a lying stem.
        tool->at = target->kind == DAT_GUIDE_TREE
                       ? frame(target->place, target->along, up)
                       : frame(target->place, sim_vec3(0.0, 0.0, -1.0), target->along);
        return true;
    }
    const struct sim_pose base = sim_body_pose(p->site.world, m->instance.bodies[grapple->body]);
    tool->body = grapple->body;
    tool->now = (struct sim_pose){sim_pose_point(base, grapple->centre), base.q};
    tool->at = frame(target->place, target->along, up);
    return true;
}

// The base and what is jointed to it, one after the other.
static int bodies_of(const struct sim_model *model, int base, int body[], int most) {
    int count = 0;
    body[count++] = base;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < model->joint_count && count < most; j++) {
            const int child = model->joints[j].child;
            bool known = child == base || model->joints[j].parent != body[i];
            for (int k = 0; k < count; k++)
                known = known || body[k] == child;
            if (!known)
                body[count++] = child;
        }
    return count;
}

static bool add_ghost(struct ui_worksite_scene *view, const struct dat_practice *p,
                      const struct dat_guide_target *target, double share) {
    enum { MOST = 32 };
    const struct veh_machine *m = &p->site.machines[0];
    const struct sim_model *model = &m->def->model;
    struct tool tool;
    int body[MOST];
    bool ok = true;
    if (!find_tool(p, target, &tool) || sim_length(sim_sub(tool.at.p, tool.now.p)) < ghost_ends)
        return true;
    const struct sim_pose shift = sim_pose_mul(tool.at, sim_pose_inverse(tool.now));
    const int count = bodies_of(model, tool.body, body, MOST);
    for (int i = 0; i < count; i++) {
        const struct sim_pose pose = sim_pose_mul(
            shift, ui_worksite_body_pose(view, &p->site, m->instance.bodies[body[i]], share));
        ok = ui_ghost_body(&view->scene, model, body[i], pose) && ok;
    }
    return ok;
}

bool ui_guide_marks_add(struct ui_worksite_scene *view, const struct dat_practice *p,
                        double share) {
    const bool arrow = p->guides >> DAT_GUIDE_ARROW & 1u, ghost = p->guides >> DAT_GUIDE_GHOST & 1u;
    const bool depth = p->guides >> DAT_GUIDE_DEPTH & 1u;
    if (!arrow && !ghost && !depth)
        return true;
    const struct dat_guide_target target = dat_guide_find(p);
    if (target.kind == DAT_GUIDE_NOTHING)
        return true;
    struct ui_scene *scene = &view->scene;
    const struct ter_ground *ground = p->site.def.ground;
    bool ok = !arrow || add_arrows(scene, p, &target);
    ok = (!ghost || add_ghost(view, p, &target, share)) && ok;
    if (depth && target.kind != DAT_GUIDE_GATE)
        ok = add_plumb_line(scene, ground, target.place, bright) &&
             add_plumb_line(scene, ground, veh_machine_crane_tip(&p->site, 0), own) && ok;
    return ok;
}
