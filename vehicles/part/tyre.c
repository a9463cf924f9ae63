// Slip at any speed. The soil under the contact length L is sheared with the tread and left behind
// when the wheel has rolled on:
//   L ds/dt = (u - v) - max(|u|, |v|) s,   u = r w of the tread, v of the axle
// At a steady speed s is the slip (u - v) / max(|u|, |v|); at standstill it is the way by which
// the soil has been sheared, and the wheel holds without creeping. L is that of the nominal
// ground pressure, ter_contact_length().
//
// Brixius's gross traction GT(|s|) bounds the friction along the wheel, GT(1) that across it. The
// motion resistance MR(|s|) brakes the axle like an elastic-plastic spring (compare rolling.c):
//   F = -(k x + d v),   |k x|, |F| <= W MR
//
// Sinkage. Within L the soil deepens from the rut that was there to the rut that the wheel leaves
// (terrain/trails.h), so that a wheel stands on the mean of its footprint's cubes and half of its
// own. It sinks with the way it rolls, slowly also while it stands, and climbs only where it rolls:
// the lift is work that the drive does.
//
// Rim. Flattened by 0.65 of its section height a tyre lies on the flanges of its rim: lugs, carcass
// and flanges of a 710/45-26.5 take 40, 30 and 38 mm of its 320 (assumed). From there on rubber is
// crushed, along more and more of the flanges, and the stiffness grows by that of the tyre per
// 14 mm: to nine times where the rim would reach the ground, as of 0.03 m^2 of flanges on 70 mm of
// confined rubber of 10 MPa (assumed).
#include "vehicles/part/tyre.h"

#include <assert.h>
#include <stdio.h>

#include "sim/collide/collide.h"
#include "vehicles/site.h"

static const double crawl = 0.05;       // [m/s] below which a wheel more and more stands
static const double front_time = 0.05;  // [s] by which the front of the contact is ahead
static const double sinking_time = 0.5; // [s] of a wheel that stands
static const double standing = 0.05;    // [m/s] of the tread; slower is the rocking of a machine
static const double press_step = 0.02;  // [m] of tread, between two visits to the cells
static const double rolling_sine = 0.3; // least, of the angle between the axle and the vertical
static const double stiffness_share = 0.1, damping_share = 0.4; // of what is stable
static const double tight = 5e-3;          // [m] by which a tyre may reach into what is beside it
static const double size_tolerance = 0.03; // between the tyre's sizes and the wheel's cylinder
static const double rim_share = 0.65, rim_length = 0.044; // of the section height
static const double chain_grip = 1.3, chain_resistance = 0.01;
static const double track_resistance = 222.0 / 9810.0;

static const struct veh_key keys[] = {
    VEH_KEY(tyre, name, NAME, NULL, "its name, unique among the file's tyres"),
    VEH_KEY(tyre, wheel, BODY, NULL, "the wheel, whose cylinder is the tyre"),
    VEH_KEY_RANGE(tyre, width, NUMBER, "m", NULL, 0.05, 3, "of the tread"),
    VEH_KEY_RANGE(tyre, diameter, NUMBER, "m", NULL, 0.1, 5, "over the tread"),
    VEH_KEY_RANGE(tyre, section_height, NUMBER, "m", NULL, 0.02, 2, "from the rim to the tread"),
    VEH_KEY_RANGE(tyre, pressure_kpa, NUMBER, "kPa", "0", 0, 1000,
                  "of inflation; 0: always set for the load, so that the tyre flattens by a fifth "
                  "of its section height"),
    VEH_KEY_RANGE(
        tyre, track, NUMBER, "m", "0", 0, 5,
        "distance of the two axles of the bogie round whose wheels a track runs; 0: none. "
        "Both tyres of the bogie name it"),
    VEH_KEY_RANGE(tyre, chains, INTEGER, "", "0", 0, 1, "1: it wears chains"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_tyre_state, load),    VEH_STATE(veh_tyre_state, flat),
    VEH_STATE(veh_tyre_state, slip),    VEH_STATE(veh_tyre_state, hold),
    VEH_STATE(veh_tyre_state, force),   VEH_STATE(veh_tyre_state, sink),
    VEH_STATE(veh_tyre_state, bed),     VEH_STATE(veh_tyre_state, brash),
    VEH_STATE(veh_tyre_state, rolled),  VEH_STATE(veh_tyre_state, rolling),
    VEH_STATE(veh_tyre_state, sliding),
};

static struct ter_tyre tyre_of(const struct veh_tyre_def *def) {
    return (struct ter_tyre){.width = def->width,
                             .diameter = def->diameter,
                             .section_height = def->section_height,
                             .pressure = 1e3 * def->pressure_kpa,
                             .track = def->track};
}

// The cylinder among the shapes that touches the ground, NULL: none.
static const struct sim_shape *tread_of(const struct sim_shape *shapes, int count) {
    for (int i = 0; i < count; i++)
        if (shapes[i].kind == SIM_SHAPE_CYLINDER && shapes[i].collides)
            return &shapes[i];
    return NULL;
}

// ---- the definition ----

static bool differs(double size, double shape) {
    return fabs(size - shape) > size_tolerance * shape;
}

static bool joined(const struct sim_model *model, int a, int b) {
    for (int i = 0; i < model->joint_count; i++) {
        const struct sim_model_joint *joint = &model->joints[i];
        if ((joint->parent == a && joint->child == b) || (joint->parent == b && joint->child == a))
            return true;
    }
    return false;
}

// [m] How deep the shape at that pose reaches into the body, 0: it does not.
static double reach_into(const struct sim_model *model, int body, const struct sim_shape *shape,
                         const struct sim_pose *at) {
    const struct sim_model_body *b = &model->bodies[body];
    double depth = 0.0;
    for (int i = b->first_shape; i < b->first_shape + b->shape_count; i++) {
        const struct sim_pose pose = sim_pose_mul(b->pose, model->shapes[i].pose);
        struct sim_contact_point points[SIM_MAX_POINTS];
        const int count = model->shapes[i].collides
                              ? sim_collide(shape, at, &model->shapes[i], &pose, 0.0, points)
                              : 0;
        for (int k = 0; k < count; k++)
            depth = fmax(depth, points[k].depth);
    }
    return depth;
}

// The body into which the tyre reaches, -1: none. Into what carries the wheel it may.
static int in_the_way(const struct sim_model *model, int wheel, const struct sim_shape *tread,
                      double *depth) {
    const struct sim_pose at = sim_pose_mul(model->bodies[wheel].pose, tread->pose);
    for (int b = 0; b < model->body_count; b++) {
        *depth = b != wheel && !joined(model, wheel, b) ? reach_into(model, b, tread, &at) : 0.0;
        if (*depth > tight)
            return b;
    }
    return -1;
}

// Whether the other body carries a tyre in line with this one, a track's axle distance away.
static bool in_line(const struct sim_model *model, const struct veh_tyre_def *def, int other,
                    const struct sim_shape *tread) {
    const struct sim_model_body *wheel = &model->bodies[def->wheel], *body = &model->bodies[other];
    const struct sim_shape *shapes = &model->shapes[body->first_shape];
    const struct sim_shape *second = tread_of(shapes, body->shape_count);
    if (second == NULL || differs(def->diameter, 2.0 * second->radius[0]))
        return false;
    const struct sim_pose from = sim_pose_mul(wheel->pose, tread->pose);
    const struct sim_pose to = sim_pose_mul(body->pose, second->pose);
    const struct sim_vec3 axle = sim_rotate(from.q, sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 apart = sim_sub(to.p, from.p);
    return fabs(sim_dot(apart, axle)) < tread->half_length &&
           !differs(sim_length(apart), def->track);
}

// Whether a body carries the wheel and the other one round which its track runs.
static bool on_a_bogie(const struct sim_model *model, const struct veh_tyre_def *def,
                       const struct sim_shape *tread) {
    for (int beam = 0; beam < model->body_count; beam++) {
        if (beam == def->wheel || !joined(model, beam, def->wheel))
            continue;
        for (int b = 0; b < model->body_count; b++)
            if (b != def->wheel && joined(model, beam, b) && in_line(model, def, b, tread))
                return true;
    }
    return false;
}

static const char *problem(const void *definition, const struct sim_model *model, char *text,
                           size_t size) {
    const struct veh_tyre_def *def = definition;
    if (def->wheel < 0)
        return NULL; // reported at the key
    const struct sim_model_body *body = &model->bodies[def->wheel];
    const struct sim_shape *tread = tread_of(&model->shapes[body->first_shape], body->shape_count);
    double depth;
    int other;
    if (tread == NULL)
        (void)snprintf(text, size, "the wheel '%s' has no cylinder that collides", body->name);
    else if (differs(def->diameter, 2.0 * tread->radius[0]) ||
             differs(def->width, 2.0 * tread->half_length))
        (void)snprintf(text, size,
                       "the tyre is %.3g m wide with a diameter of %.3g m, expected the %.3g m and "
                       "%.3g m of the cylinder of '%s'",
                       def->width, def->diameter, 2.0 * tread->half_length, 2.0 * tread->radius[0],
                       body->name);
    else if (def->section_height >= 0.5 * def->diameter)
        (void)snprintf(text, size,
                       "'section_height' is %.3g m, expected less than half the diameter, %.3g m",
                       def->section_height, 0.5 * def->diameter);
    else if ((other = in_the_way(model, def->wheel, tread, &depth)) >= 0)
        (void)snprintf(text, size,
                       "the tyre is larger than its wheel house: it reaches %.2g m into '%s'",
                       depth, model->bodies[other].name);
    else if (def->track > 0.0 && def->chains)
        (void)snprintf(text, size, "a tyre cannot have both 'track' and 'chains'");
    else if (def->track > 0.0 && !on_a_bogie(model, def, tread))
        (void)snprintf(
            text, size,
            "a track needs a bogie, found no second wheel in line with '%s' at %.3g m on "
            "the body that carries it",
            body->name, def->track);
    else
        return NULL;
    return text;
}

// ---- the wheel on the ground ----

struct wheel {
    struct sim_body_id body;
    struct sim_vec3 axle, grain; // unit, in the world and in the body
    struct sim_vec3 forward;     // unit, along the ground
    struct sim_vec3 centre;      // [m]
    double tread, speed;         // [m/s] of the contact around the axle, and of the axle
    bool rolls;                  // its axle is not upright
};

static struct wheel look_at(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_tyre_def *def = part->def;
    struct wheel wheel = {.body = site->machines[part->machine].instance.bodies[def->wheel]};
    const struct sim_shape *shapes;
    const int count = sim_body_shapes(site->world, wheel.body, &shapes);
    const struct sim_shape *tread = tread_of(shapes, count);
    const struct sim_pose pose = sim_body_pose(site->world, wheel.body);
    struct sim_vec3 up;
    wheel.centre = sim_pose_point(pose, tread->pose.p);
    (void)ter_ground_height(site->def.ground, wheel.centre.x, wheel.centre.y, &up);
    wheel.grain = sim_rotate(tread->pose.q, sim_vec3(0.0, 0.0, 1.0));
    wheel.axle = sim_rotate(pose.q, wheel.grain);
    const struct sim_vec3 along = sim_cross(wheel.axle, up);
    wheel.rolls = sim_dot(along, along) > rolling_sine * rolling_sine;
    if (!wheel.rolls)
        return wheel;
    wheel.forward = sim_unit(along);
    const struct veh_tyre_state *tyre = part->state;
    wheel.tread = (tread->radius[0] - 0.5 * tyre->flat) *
                  sim_dot(sim_body_angular_velocity(site->world, wheel.body), wheel.axle);
    wheel.speed =
        sim_dot(sim_body_point_velocity(site->world, wheel.body, wheel.centre), wheel.forward);
    return wheel;
}

// Per load, of what the tyre wears.
static double worn_resistance(const struct veh_tyre_def *def) {
    if (def->track > 0.0)
        return track_resistance;
    return def->chains ? chain_resistance : 0.0;
}

static double cone_index_at(const struct veh_worksite *site, const struct veh_tyre_state *tyre,
                            const struct wheel *wheel) {
    const double x = wheel->centre.x, y = wheel->centre.y;
    const double soil = ter_soil_cone_index(&site->def.soil, x, y);
    return isinf(soil) ? soil
                       : soil * ter_brash_factor(tyre->brash) * ter_root_factor(&site->stand, x, y);
}

// [m^3] Cube of the depth that the wheel leaves on untouched soil.
static double own_cube(const struct veh_worksite *site, const struct veh_part *part,
                       const struct wheel *wheel) {
    const struct veh_tyre_state *tyre = part->state;
    const struct ter_tyre size = tyre_of(part->def);
    const double depth = ter_first_rut(&size, tyre->load, cone_index_at(site, tyre, wheel));
    return depth * depth * depth;
}

// Returns the slip at the front of the contact, which meets untouched soil: it is ahead of the
// mean.
static double slip(struct veh_tyre_state *tyre, const struct wheel *wheel, double length,
                   double h) {
    const double before = tyre->slip;
    const double tread = fabs(wheel->tread), speed = fabs(wheel->speed);
    tyre->rolling = fmax(tread, speed);
    tyre->sliding = fabs(wheel->tread - wheel->speed);
    tyre->slip = (tyre->slip + h * (wheel->tread - wheel->speed) / length) /
                 (1.0 + h * tyre->rolling / length);
    tyre->slip = sim_clamp(tyre->slip, -1.0, 1.0);
    return sim_clamp(tyre->slip + front_time * (tyre->slip - before) / h, -1.0, 1.0);
}

// Returns how steeply the wheel climbs out of where it stands, 0 or more.
static double sink(struct veh_tyre_state *tyre, double cube, double length, double h) {
    const double aim = ter_rut_depth(tyre->bed + 0.5 * cube);
    const double rate = h * tyre->rolling / length + (aim > tyre->sink ? h / sinking_time : 0.0);
    tyre->sink = (tyre->sink + rate * aim) / (1.0 + rate);
    return fmax(tyre->sink - aim, 0.0) / length;
}

// Brakes the axle with at most tyre->force.
static void resist(struct veh_worksite *site, struct veh_tyre_state *tyre,
                   const struct wheel *wheel) {
    const double h = sim_world_step_size(site->world);
    const double mass = sim_body_mass(site->world, wheel->body);
    const double k = stiffness_share * mass / (h * h), d = damping_share * mass / h;
    const double most = tyre->force;
    tyre->hold = sim_clamp(tyre->hold + h * wheel->speed, -most / k, most / k);
    const double force = sim_clamp(k * tyre->hold + d * wheel->speed, -most, most);
    sim_body_apply(site->world, wheel->body, sim_scale(wheel->forward, -force),
                   sim_vec3(0.0, 0.0, 0.0), wheel->centre);
}

// The slip whose traction holds the wheel: that of the sheared soil while it rolls, all of it where
// it stands. Otherwise the friction that just holds a machine on a slope would be a bound that each
// small motion reaches, and it would creep.
static double held_slip(const struct veh_tyre_state *tyre, double front) {
    const double rolls = fmin(tyre->rolling / crawl, 1.0);
    return 1.0 + rolls * (fabs(front) - 1.0);
}

static void before(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_tyre_def *def = part->def;
    struct veh_tyre_state *tyre = part->state;
    const struct wheel wheel = look_at(site, part);
    struct sim_footing footing = {.on = -1};
    if (wheel.rolls) {
        const struct ter_tyre size = tyre_of(def);
        const double h = sim_world_step_size(site->world), length = ter_contact_length(&size);
        const double grip = def->chains ? chain_grip : 1.0;
        const double mobility =
            ter_mobility_number(&size, tyre->load, cone_index_at(site, tyre, &wheel));
        const double front = slip(tyre, &wheel, length, h);
        const double climb = sink(tyre, own_cube(site, part, &wheel), length, h);
        tyre->force = tyre->load * (ter_motion_resistance(mobility, fabs(tyre->slip)) + climb +
                                    worn_resistance(def));
        resist(site, tyre, &wheel);
        footing = (struct sim_footing){
            .on = site->material_ground,
            .grain = wheel.grain,
            .friction = grip * ter_gross_traction(mobility, 1.0),
            .friction_across = grip * ter_gross_traction(mobility, held_slip(tyre, front)),
            .give = tyre->sink,
            .stop = rim_share * def->section_height,
            .stop_length = rim_length * def->section_height,
        };
    }
    sim_body_set_footing(site->world, wheel.body, &footing);
}

// ---- after the step ----

// Load and flattening by the contacts with the ground.
static void weigh(const struct veh_worksite *site, struct sim_body_id wheel,
                  struct veh_tyre_state *tyre) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    double load = 0.0, moment = 0.0;
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        const uint32_t a = c->a.index, b = c->b.index;
        if (!(a == wheel.index && b == site->ground.index) &&
            !(b == wheel.index && a == site->ground.index))
            continue;
        load += fmax(c->force, 0.0);
        moment += fmax(c->force, 0.0) * c->point.depth;
    }
    tyre->load = load;
    tyre->flat = load > 0.0 ? moment / load : 0.0;
}

// Leaves a rut. Spinning in place digs: each contact length of tread is another wheel.
static void press(struct veh_worksite *site, struct veh_part *part, const struct wheel *wheel) {
    const struct veh_tyre_def *def = part->def;
    struct veh_tyre_state *tyre = part->state;
    const struct ter_tyre size = tyre_of(def);
    const double cube = own_cube(site, part, wheel), length = ter_contact_length(&size);
    const double level =
        sqrt(wheel->forward.x * wheel->forward.x + wheel->forward.y * wheel->forward.y);
    if (level < rolling_sine)
        return;
    const struct ter_footprint print = {.x = wheel->centre.x,
                                        .y = wheel->centre.y,
                                        .dx = wheel->forward.x / level,
                                        .dy = wheel->forward.y / level,
                                        .length = length,
                                        .width = def->width};
    const double share = tyre->rolled / length;
    const struct ter_bed bed = ter_trails_press(&site->trails, &print, cube, share);
    tyre->bed = bed.cube + share * cube;
    tyre->brash = bed.brash;
    tyre->rolled = 0.0;
}

static void after(struct veh_worksite *site, struct veh_part *part) {
    struct veh_tyre_state *tyre = part->state;
    const struct wheel wheel = look_at(site, part);
    weigh(site, wheel.body, tyre);
    tyre->rolled += sim_world_step_size(site->world) * tyre->rolling;
    if (wheel.rolls && tyre->rolled >= press_step)
        press(site, part, &wheel);
}

// ---- for metrics ----

struct veh_treads veh_tyre_treads(const struct veh_worksite *site, int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    const double h = sim_world_step_size(site->world);
    struct veh_treads treads = {0};
    for (int i = 0; i < m->part_count; i++) {
        const struct veh_tyre_state *tyre = m->parts[i].state;
        if (m->parts[i].kind != &veh_part_tyre || !(tyre->load > 0.0) || tyre->rolling < standing)
            continue;
        treads.rolled += h * tyre->rolling;
        treads.slipped += h * tyre->sliding;
    }
    return treads;
}

double veh_tyre_rut_length(const struct veh_worksite *site, int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_part *part = veh_machine_part(&site->machines[machine], &veh_part_tyre);
    if (part == NULL)
        return 0.0;
    return site->trails.ruts.area / ((const struct veh_tyre_def *)part->def)->width;
}

// ---- measures ----

static const struct veh_tyre_state *state_of(const struct veh_part *part) {
    return part->state;
}

static double load(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return state_of(part)->load;
}

static double slip_of(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return state_of(part)->slip;
}

static double resistance(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return state_of(part)->force;
}

static double sinkage(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return state_of(part)->sink;
}

static double rut(const struct veh_worksite *site, const struct veh_part *part) {
    const struct sim_vec3 p = look_at(site, part).centre;
    return ter_trails_rut(&site->trails, p.x, p.y);
}

static const struct veh_measure measures[] = {
    [VEH_TYRE_LOAD] = {"load_N", "N", "on the ground", load},
    [VEH_TYRE_SLIP] = {"slip", "", "of the tread on the ground, 0 to 1; negative while it brakes",
                       slip_of},
    [VEH_TYRE_RESISTANCE] = {"resistance_N", "N", "motion resistance that the wheel has",
                             resistance},
    [VEH_TYRE_SINKAGE] = {"sinkage_m", "m", "of the wheel into the ground", sinkage},
    [VEH_TYRE_RUT] = {"rut_m", "m", "depth of the rut under the wheel", rut},
};

const struct veh_part_kind veh_part_tyre = {
    .id = VEH_PART_TYRE,
    .role = "tyres: what soil does to the wheels",
    .title = "a tyre",
    .help =
        "Traction, motion resistance and ruts of a wheel by Brixius's equations. On hard ground "
        "a tyre resists with 0.04 of its load. The stiffness of a tyre is that of its wheel's "
        "material: a wheel rolls on two points, each a spring of that stiffness in series with "
        "the ground's. Where the tyre is flattened by more than 0.65 of its section height it lies "
        "on its rim, and gets as stiff as the rubber between.",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_tyre_def),
    .problem = problem,
    .state_size = sizeof(struct veh_tyre_state),
    .state = VEH_STATE_TABLE(state),
    .before = before,
    .after = after,
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
};
