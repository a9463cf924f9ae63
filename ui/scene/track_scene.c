#include "ui/scene/track_scene.h"

#include <math.h>

#include "vehicles/part/tyre.h"

static const float steel[3] = {0.30F, 0.28F, 0.26F};
static const double pitch = 0.24;        // [m] from plate to plate, about
static const double plate_thick = 0.036; // [m]
static const double link_radius = 0.018; // [m] of chains

// A wheel that wears something, in the picture.
struct wheel {
    struct sim_vec3 centre;    // [m]
    struct sim_vec3 axle;      // unit
    struct sim_vec3 mark;      // unit, across the axle: turns with the wheel
    double radius, half_width; // [m]
};

static struct wheel wheel_of(const struct ui_worksite_scene *view, const struct veh_worksite *site,
                             const struct veh_machine *machine, const struct veh_tyre_def *def,
                             double share) {
    const struct sim_model *model = &machine->def->model;
    const struct sim_model_body *body = &model->bodies[def->wheel];
    const struct sim_pose pose =
        ui_worksite_body_pose(view, site, machine->instance.bodies[def->wheel], share);
    struct wheel wheel = {.radius = 0.5 * def->diameter, .half_width = 0.5 * def->width};
    for (int i = body->first_shape; i < body->first_shape + body->shape_count; i++) {
        const struct sim_shape *shape = &model->shapes[i];
        if (shape->kind != SIM_SHAPE_CYLINDER || !shape->collides)
            continue;
        const struct sim_pose at = sim_pose_mul(pose, shape->pose);
        wheel.centre = at.p;
        wheel.axle = sim_rotate(at.q, sim_vec3(0.0, 0.0, 1.0));
        wheel.mark = sim_rotate(at.q, sim_vec3(1.0, 0.0, 0.0));
    }
    return wheel;
}

// The frame with x along, z outward; y is then along the axle, or against it.
static struct sim_quat frame_of(struct sim_vec3 along, struct sim_vec3 out) {
    const struct sim_vec3 y = sim_cross(out, along);
    const struct sim_mat3 m = {
        {{along.x, y.x, out.x}, {along.y, y.y, out.y}, {along.z, y.z, out.z}}};
    return sim_quat_from_mat3(&m);
}

static bool add_box(struct ui_scene *scene, struct sim_pose pose, struct sim_vec3 middle,
                    struct sim_vec3 half) {
    struct ui_primitive p = ui_box(half, steel);
    p.look = UI_LOOK_STEEL;
    p.pose = pose;
    p.pose.p = sim_pose_point(pose, middle);
    return ui_scene_add_primitive(scene, &p);
}

// ---- tracks ----

// The belt round two wheels: the half circle round the first, along the top to the second, round
// it, and back below.
struct belt {
    struct wheel wheel;    // the first
    struct sim_vec3 ahead; // unit, from the first to the second
    struct sim_vec3 up;    // unit, across it and the axle
    double apart, radius;  // [m]
};

static double length_of(const struct belt *b) {
    return 2.0 * (b->apart + SIM_PI * b->radius);
}

// The place s [m] along the belt, 0 to its length: from below the first wheel round its back.
static struct sim_pose place_on(const struct belt *b, double s) {
    const double round = SIM_PI * b->radius;
    double angle, x = 0.0;
    if (s < round) {
        angle = s / b->radius;
    } else if (s < round + b->apart) {
        angle = SIM_PI;
        x = s - round;
    } else if (s < 2.0 * round + b->apart) {
        angle = (s - b->apart) / b->radius;
        x = b->apart;
    } else {
        angle = 2.0 * SIM_PI;
        x = length_of(b) - s;
    }
    // Angle 0 is below, a half turn above; the way there is behind the wheel.
    const struct sim_vec3 out =
        sim_add_scaled(sim_scale(b->ahead, -sin(angle)), b->up, -cos(angle));
    const struct sim_vec3 along =
        sim_add_scaled(sim_scale(b->ahead, -cos(angle)), b->up, sin(angle));
    const struct sim_vec3 middle = sim_add_scaled(b->wheel.centre, b->ahead, x);
    return (struct sim_pose){sim_add_scaled(middle, out, b->radius), frame_of(along, out)};
}

// A plate with its grouser, and the links to the next one.
static bool add_plate(struct ui_scene *scene, const struct belt *b, double s, double step) {
    const struct sim_pose at = place_on(b, s);
    const double wide = b->wheel.half_width + 0.04;
    bool room = add_box(scene, at, sim_vec3(0.0, 0.0, 0.0),
                        sim_vec3(0.29 * step, wide, 0.5 * plate_thick)) &&
                add_box(scene, at, sim_vec3(0.0, 0.0, 0.03), sim_vec3(0.014, 0.94 * wide, 0.03));
    const struct sim_pose between = place_on(b, fmod(s + 0.5 * step, length_of(b)));
    for (int side = -1; side <= 1; side += 2)
        room = add_box(scene, between, sim_vec3(0.0, side * 0.82 * wide, 0.0),
                       sim_vec3(0.34 * step, 0.03, 0.014)) &&
               room;
    return room;
}

static bool add_track(struct ui_scene *scene, const struct wheel *first,
                      const struct wheel *second) {
    const struct sim_vec3 way = sim_sub(second->centre, first->centre);
    const struct sim_vec3 ahead =
        sim_unit(sim_add_scaled(way, first->axle, -sim_dot(way, first->axle)));
    const struct belt b = {.wheel = *first,
                           .ahead = ahead,
                           .up = sim_cross(ahead, first->axle),
                           .apart = sim_length(way),
                           .radius = first->radius + 0.5 * plate_thick};
    const int plates = (int)lround(length_of(&b) / pitch);
    const double step = length_of(&b) / plates;
    // A whole number of plates for a turn of the wheel: no plate jumps where the angle does.
    const double turn = atan2(sim_dot(first->mark, b.up), sim_dot(first->mark, ahead));
    const double passed = turn / (2.0 * SIM_PI) * round(2.0 * SIM_PI * b.radius / step);
    const double phase = -step * (passed - floor(passed));
    bool room = true;
    for (int i = 0; i < plates; i++)
        room = add_plate(scene, &b, step * (i + 1) + phase, step) && room;
    return room;
}

// ---- chains ----

static bool add_link(struct ui_scene *scene, struct sim_vec3 a, struct sim_vec3 b) {
    const struct sim_vec3 way = sim_sub(b, a);
    struct ui_primitive p =
        ui_box(sim_vec3(link_radius, link_radius, 0.5 * sim_length(way)), steel);
    p.look = UI_LOOK_STEEL;
    p.pose.p = sim_scale(sim_add(a, b), 0.5);
    p.pose.q = sim_quat_between(sim_vec3(0.0, 0.0, 1.0), sim_unit(way));
    return ui_scene_add_primitive(scene, &p);
}

// A zigzag across the tread, and a ring on both shoulders.
static bool add_chains(struct ui_scene *scene, const struct wheel *wheel) {
    enum { CORNERS = 20 };
    const struct sim_vec3 across = sim_cross(wheel->axle, wheel->mark);
    const double radius = wheel->radius + 0.5 * link_radius;
    struct sim_vec3 tread[CORNERS], shoulder[CORNERS][2];
    for (int i = 0; i < CORNERS; i++) {
        const double angle = 2.0 * SIM_PI * i / CORNERS;
        const struct sim_vec3 out =
            sim_add_scaled(sim_scale(wheel->mark, cos(angle)), across, sin(angle));
        const double side = (i % 2 == 0 ? 0.8 : -0.8) * wheel->half_width;
        tread[i] = sim_add_scaled(sim_add_scaled(wheel->centre, out, radius), wheel->axle, side);
        for (int k = 0; k < 2; k++)
            shoulder[i][k] = sim_add_scaled(sim_add_scaled(wheel->centre, out, 0.9 * wheel->radius),
                                            wheel->axle, (k == 0 ? 1.0 : -1.0) * wheel->half_width);
    }
    bool room = true;
    for (int i = 0; i < CORNERS; i++) {
        const int next = (i + 1) % CORNERS;
        room = add_link(scene, tread[i], tread[next]) &&
               add_link(scene, tread[i], shoulder[i][i % 2]) && room;
        for (int k = 0; k < 2; k++)
            room = add_link(scene, shoulder[i][k], shoulder[next][k]) && room;
    }
    return room;
}

// ---- a machine's ----

// The wheel at the other end of the track, among the tyres after this one: each track once.
static const struct veh_tyre_def *partner_of(const struct veh_machine *machine, int part,
                                             double tolerance) {
    const struct veh_tyre_def *def = machine->parts[part].def;
    const struct sim_model_body *bodies = machine->def->model.bodies;
    for (int i = part + 1; i < machine->part_count; i++) {
        const struct veh_tyre_def *other = machine->parts[i].def;
        if (machine->parts[i].kind != &veh_part_tyre || !(other->track > 0.0))
            continue;
        const double apart =
            sim_length(sim_sub(bodies[other->wheel].pose.p, bodies[def->wheel].pose.p));
        if (fabs(apart - def->track) < tolerance)
            return other;
    }
    return NULL;
}

bool ui_scene_add_tracks(struct ui_worksite_scene *view, const struct veh_worksite *site,
                         const struct veh_machine *machine, double share) {
    bool room = true;
    for (int i = 0; i < machine->part_count; i++) {
        const struct veh_tyre_def *def = machine->parts[i].def;
        if (machine->parts[i].kind != &veh_part_tyre || (!(def->track > 0.0) && !def->chains))
            continue;
        const struct wheel wheel = wheel_of(view, site, machine, def, share);
        const struct veh_tyre_def *partner =
            def->track > 0.0 ? partner_of(machine, i, 0.02 * def->track) : NULL;
        if (partner != NULL) {
            const struct wheel second = wheel_of(view, site, machine, partner, share);
            room = add_track(&view->scene, &wheel, &second) && room;
        }
        if (def->chains)
            room = add_chains(&view->scene, &wheel) && room;
    }
    return room;
}
