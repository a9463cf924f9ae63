// The demonstrator of a course: moves the crane's tip from target to target along straight lines,
// and drives through gates along a curve that it draws through them.
//
//   next target TIP -> MOVE until it is reached; GATE -> DRIVE as far as gates follow each other
#include <stdio.h>

#include "vehicles/operator/kind.h"
#include "vehicles/part/crane.h"

enum state { NEXT, MOVE, DRIVE };
enum { MOST_POINTS = 260, PIECES = 8 }; // of the curve; pieces between two gates

static const double tip_speed = 1.3;   // [m/s]
static const double look_ahead = 0.65; // [m] of the point that the tip runs after
static const double drive_speed = 1.2; // [m/s]
static const double run_out = 8.0;     // [m] of the curve beyond the last gate
static const double past_gate = 1.5;   // [m] beyond the last gate at which it stops

struct course {
    struct veh_demonstrator base;
    struct veh_course_place at;
    struct sim_vec3 from; // [m] where the tip was when it began to move to the target
    int last_gate;        // of those that follow each other
    struct ter_road_point point[MOST_POINTS];
    struct ter_road road; // through these gates
    struct veh_demo_drive drive;
    double closest; // [m] to the target so far
};

// ---- the curve through the gates ----

static void add_point(struct course *demo, double x, double y) {
    if (demo->road.count < MOST_POINTS)
        demo->point[demo->road.count++] = (struct ter_road_point){x, y, 4.0};
}

// Catmull-Rom: through b and c, with the directions that their neighbours give.
static double spline(double a, double b, double c, double d, double t) {
    return b +
           0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)));
}

// The place of the machine, then the gates from the next one on, then straight on.
static void draw_curve(struct course *demo, const struct veh_worksite *site) {
    const struct veh_target *targets = demo->base.task.targets;
    struct sim_vec3 knot[34];
    int knots = 0;
    knot[knots++] = veh_machine_pose(site, demo->base.task.machine).p;
    demo->last_gate = demo->at.reached;
    for (int i = demo->at.reached;
         i < demo->base.task.target_count && knots < 32 && targets[i].kind == VEH_TARGET_GATE;
         i++) {
        knot[knots++] = targets[i].place;
        demo->last_gate = i;
    }
    const struct sim_vec3 on =
        sim_unit_or(sim_sub(knot[knots - 1], knot[knots - 2]), sim_vec3(1.0, 0.0, 0.0));
    knot[knots] = sim_add_scaled(knot[knots - 1], on, run_out);
    knots++;
    demo->road = (struct ter_road){.points = demo->point};
    for (int i = 0; i + 1 < knots; i++) {
        const struct sim_vec3 b = knot[i], c = knot[i + 1];
        const struct sim_vec3 a = i > 0 ? knot[i - 1] : sim_sub(sim_scale(b, 2.0), c);
        const struct sim_vec3 d = i + 2 < knots ? knot[i + 2] : sim_sub(sim_scale(c, 2.0), b);
        for (int k = 0; k < PIECES; k++)
            add_point(demo, spline(a.x, b.x, c.x, d.x, (double)k / PIECES),
                      spline(a.y, b.y, c.y, d.y, (double)k / PIECES));
    }
    add_point(demo, knot[knots - 1].x, knot[knots - 1].y);
}

// ---- states ----

static void begin_next(struct course *demo, const struct veh_worksite *site) {
    const struct veh_target *target = &demo->base.task.targets[demo->at.reached];
    demo->base.frontier = NEXT;
    if (target->kind == VEH_TARGET_TIP) {
        demo->from = veh_machine_crane_tip(site, demo->base.task.machine);
        demo->closest = (double)INFINITY;
        veh_demo_succeed(&demo->base, site, MOVE, VEH_SAY_MOVES_TIP);
        return;
    }
    draw_curve(demo, site);
    demo->base.task.road = &demo->road;
    veh_demo_plan_drive(&demo->drive, ter_road_length(&demo->road) - run_out + past_gate);
    veh_demo_succeed(&demo->base, site, DRIVE, VEH_SAY_DRIVES_THROUGH_GATES);
}

// The tip runs after a point on the line to the target, and so along the line.
static void move(struct course *demo, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    const struct sim_vec3 target = demo->base.task.targets[demo->at.reached].place;
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    const struct sim_vec3 way = sim_sub(target, demo->from);
    const double length = sim_length(way);
    const struct sim_vec3 along = sim_unit_or(way, sim_vec3(0.0, 0.0, 1.0));
    const double done = sim_dot(sim_sub(tip, demo->from), along);
    struct veh_crane_control crane = demo->base.crane;
    crane.speed = tip_speed;
    (void)veh_crane_control_step(
        &crane, site, sim_add_scaled(demo->from, along, sim_clamp(done + look_ahead, 0.0, length)),
        levers);
    const double distance = sim_length(sim_sub(target, tip));
    if (distance < demo->closest - 0.1) {
        demo->closest = distance;
        veh_demo_made_progress(&demo->base, site);
    }
}

static void drive(struct course *demo, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    (void)veh_demo_drive(&demo->base, site, &demo->drive, levers);
}

// ---- interface ----

static bool suits(const struct veh_machine_def *machine, const struct veh_demo_task *task) {
    (void)machine;
    return task->target_count > 0;
}

static enum veh_demo_saying init(struct veh_demonstrator *base, const struct veh_worksite *site) {
    struct course *demo = (struct course *)base;
    demo->drive.speed = drive_speed;
    begin_next(demo, site);
    return VEH_SAY_NOTHING;
}

static enum veh_demo_result step(struct veh_demonstrator *base, const struct veh_worksite *site,
                                 struct veh_controls *levers) {
    struct course *demo = (struct course *)base;
    const int before = demo->at.reached, count = base->task.target_count;
    veh_course_follow(&demo->at, base->task.targets, count, site, base->task.machine,
                      sim_world_step_size(site->world));
    if (demo->at.reached == count)
        return VEH_DEMO_DONE;
    if (demo->at.reached > before && (base->state == MOVE || demo->at.reached > demo->last_gate))
        begin_next(demo, site);
    (base->state == MOVE ? move : drive)(demo, site, levers);
    return base->result;
}

static void explain(const struct veh_demonstrator *base, const struct veh_worksite *site,
                    char *text, size_t size) {
    const struct course *demo = (const struct course *)base;
    (void)site;
    VEH_DEMO_PRINT(base, text, size, TARGET_NOT_REACHED, demo->at.reached + 1,
                   base->task.target_count);
}

const struct veh_demo_kind veh_demo_targets = {
    .name = "targets",
    .size = sizeof(struct course),
    .suits = suits,
    .init = init,
    .step = step,
    .explain = explain,
};
