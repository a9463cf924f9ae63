#include "ui/scene/cab_scene.h"

#include <assert.h>

// Everything is in the frame of the eye while it looks straight ahead: x ahead, y left, z up [m].

static const float black[3] = {0.13F, 0.13F, 0.14F};
static const float grey[3] = {0.27F, 0.28F, 0.30F};
static const float silver[3] = {0.62F, 0.63F, 0.64F};
static const float glow[3] = {0.10F, 0.16F, 0.20F};
static const float red[3] = {0.75F, 0.12F, 0.08F};
static const float yellow[3] = {0.90F, 0.66F, 0.10F};

static const double lever_ahead = 0.60, lever_beside = 0.33, lever_foot = -0.48;
static const double lever_length = 0.17;
static const double floor_below = -1.38;

struct inside {
    struct ui_scene *scene;
    struct sim_pose eye;
    bool room; // there was memory for everything so far
};

static void add(struct inside *in, struct ui_primitive p, struct sim_pose at, enum ui_look look) {
    p.pose = sim_pose_mul(in->eye, sim_pose_mul(at, p.pose));
    p.look = look;
    in->room = ui_scene_add_primitive(in->scene, &p) && in->room;
}

static struct sim_pose at(double x, double y, double z) {
    return (struct sim_pose){sim_vec3(x, y, z), sim_pose_identity().q};
}

static void add_box(struct inside *in, struct sim_pose pose, struct sim_vec3 half,
                    const float colour[3]) {
    add(in, ui_box(half, colour), pose, UI_LOOK_PLAIN);
}

// A lever that leans forwards and to the left, with its bellows, its grip and two buttons.
static void add_lever(struct inside *in, double side, double forwards, double left) {
    const struct sim_pose foot = {
        sim_vec3(lever_ahead, side * lever_beside, lever_foot),
        sim_quat_mul(sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), ui_lever_lean * forwards),
                     sim_quat_axis_angle(sim_vec3(1.0, 0.0, 0.0), -ui_lever_lean * left))};
    struct ui_primitive bellows = ui_cylinder(0.045, 0.025, black);
    bellows.radius[1] = 0.016;
    bellows.pose.p.z = 0.025;
    add(in, bellows, foot, UI_LOOK_PLAIN);
    const struct sim_vec3 top = sim_vec3(0.015, 0.0, lever_length);
    add(in, ui_rod(sim_vec3(0.0, 0.0, 0.03), sim_vec3(0.0, 0.0, 0.09), 0.011, silver), foot,
        UI_LOOK_STEEL);
    add(in, ui_rod(sim_vec3(0.0, 0.0, 0.09), top, 0.025, black), foot, UI_LOOK_PLAIN);
    for (int i = 0; i < 3; i++) {
        struct ui_primitive button = ui_cylinder(0.007, 0.004, i == 1 ? red : yellow);
        button.pose.p = sim_vec3(0.006, 0.011 * (i - 1), lever_length + 0.024);
        add(in, button, foot, UI_LOOK_PLAIN);
    }
}

static void add_armrest(struct inside *in, double side) {
    add_box(in, at(lever_ahead - 0.28, side * (lever_beside + 0.03), lever_foot - 0.05),
            sim_vec3(0.22, 0.05, 0.03), grey);
    add_box(in, at(lever_ahead, side * lever_beside, lever_foot - 0.03),
            sim_vec3(0.085, 0.07, 0.03), black);
    for (int i = 0; i < 4; i++) // switches before the lever
        add_box(in, at(lever_ahead + 0.055, side * lever_beside + 0.03 * (i - 1.5), lever_foot),
                sim_vec3(0.008, 0.008, 0.006), i == 2 ? red : silver);
}

static void add_pedal(struct inside *in, double side, double pressed) {
    const struct sim_pose hinge = {
        sim_vec3(0.62, side * 0.14, floor_below + 0.04),
        sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), -0.75 + 0.35 * pressed)};
    struct ui_primitive plate = ui_box(sim_vec3(0.13, 0.06, 0.012), grey);
    plate.pose.p.x = 0.13;
    add(in, plate, hinge, UI_LOOK_STEEL);
}

// A flat thing at that place whose x is the given direction and whose y is level.
static struct sim_pose facing(struct sim_vec3 place, struct sim_vec3 x) {
    const struct sim_vec3 y = sim_unit(sim_cross(sim_vec3(0.0, 0.0, 1.0), x));
    const struct sim_vec3 z = sim_cross(x, y);
    const struct sim_mat3 m = {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
    return (struct sim_pose){place, sim_quat_from_mat3(&m)};
}

// The screen stands at the right post, turned towards the eye.
static struct ui_cab_screen add_screen(struct inside *in) {
    const struct sim_vec3 middle = sim_vec3(0.80, -0.54, -0.19);
    const struct sim_pose pose = facing(middle, sim_unit(sim_scale(middle, -1.0)));
    struct ui_cab_screen screen = {.half_width = 0.150, .half_height = 0.100};
    add_box(in, sim_pose_mul(pose, at(-0.020, 0.0, 0.0)),
            sim_vec3(0.018, screen.half_width + 0.018, screen.half_height + 0.018), black);
    add(in, ui_box(sim_vec3(0.001, screen.half_width, screen.half_height), glow),
        sim_pose_mul(pose, at(-0.002, 0.0, 0.0)), UI_LOOK_LAMP);
    // Its arm, down to the console.
    add(in,
        ui_rod(sim_pose_point(pose, sim_vec3(-0.03, 0.0, -0.09)), sim_vec3(0.72, -0.60, -0.75),
               0.016, grey),
        sim_pose_identity(), UI_LOOK_PLAIN);
    screen.pose = sim_pose_mul(in->eye, pose);
    return screen;
}

// A picture of that size in its housing, at that pose.
static void add_monitor(struct inside *in, struct sim_pose pose, double half_width,
                        double half_height, bool mirror) {
    static const double border = 0.012, deep = 0.015; // [m]
    add_box(in, sim_pose_mul(pose, at(-deep - 0.003, 0.0, 0.0)),
            sim_vec3(deep, half_width + border, half_height + border), black);
    const struct ui_monitor monitor = {.pose = sim_pose_mul(in->eye, pose),
                                       .half_width = half_width,
                                       .half_height = half_height,
                                       .mirror = mirror};
    (void)ui_scene_add_monitor(in->scene, &monitor);
}

// A mirror before each front post, which must not hide it. It is turned so that the eye sees along
// the machine's side: its normal halves the angle between the way to the eye and that way.
static void add_mirror(struct inside *in, double side) {
    const struct sim_vec3 place = sim_vec3(0.84, side * 0.57, 0.14);
    const struct sim_vec3 seen = sim_unit(sim_vec3(-1.0, side * 0.32, -0.25));
    const struct sim_vec3 normal = sim_unit(sim_add(sim_unit(sim_scale(place, -1.0)), seen));
    add_monitor(in, facing(place, normal), 0.085, 0.15, true);
    add(in,
        ui_rod(sim_vec3(0.86, side * 0.60, 0.28), sim_vec3(0.84, side * 0.74, 0.80), 0.012, black),
        sim_pose_identity(), UI_LOOK_PLAIN);
}

// The monitor stands at the left post.
static void add_camera_screen(struct inside *in) {
    const struct sim_vec3 place = sim_vec3(0.77, 0.54, -0.35);
    add_monitor(in, facing(place, sim_unit(sim_scale(place, -1.0))), 0.128, 0.085, false);
    add(in, ui_rod(sim_vec3(0.80, 0.56, -0.41), sim_vec3(0.78, 0.60, -0.85), 0.014, grey),
        sim_pose_identity(), UI_LOOK_PLAIN);
}

// A console on the right: switches in two rows, and the key of the engine.
static void add_console(struct inside *in) {
    add_box(in, at(0.50, -0.60, -0.80), sim_vec3(0.26, 0.09, 0.05), grey);
    for (int i = 0; i < 10; i++)
        add_box(in, at(0.40 + 0.06 * (i % 5), -0.57 - 0.05 * (i / 5), -0.745),
                sim_vec3(0.012, 0.009, 0.007), i == 7 ? yellow : black);
}

// The wiper, parked upright beside the left post; in the rain it sweeps the pane.
static void add_wiper(struct inside *in) {
    const double swept = in->scene->rain > 0.0
                             ? 0.5 - 0.5 * cos(2.0 * SIM_PI * in->scene->time / ui_wiper_period)
                             : 0.0;
    const struct sim_pose foot = {sim_vec3(0.96, 0.64, -1.0),
                                  sim_quat_axis_angle(sim_vec3(1.0, 0.0, 0.0), 1.15 * swept)};
    add(in, ui_rod(sim_vec3(0.0, 0.0, 0.0), sim_vec3(0.0, -0.015, 0.44), 0.012, black), foot,
        UI_LOOK_PLAIN);
    struct ui_primitive blade = ui_box(sim_vec3(0.008, 0.012, 0.40), black);
    blade.pose.p = sim_vec3(0.015, -0.02, 0.50);
    add(in, blade, foot, UI_LOOK_PLAIN);
}

bool ui_scene_add_cab(struct ui_worksite_scene *view, const struct veh_worksite *site, int machine,
                      int camera, double share, struct ui_cab_screen *screen) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    assert(camera >= 0 && camera < m->def->camera_count);
    const struct veh_camera_def *def = &m->def->cameras[camera];
    const struct sim_vec3 ahead = sim_rotate(def->pose.q, sim_vec3(1.0, 0.0, 0.0));
    const struct sim_quat level =
        sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), atan2(ahead.y, ahead.x));
    const struct sim_pose body =
        ui_worksite_body_pose(view, site, m->instance.bodies[def->body], share);
    struct inside in = {.scene = &view->scene,
                        .eye = sim_pose_mul(body, (struct sim_pose){def->pose.p, level}),
                        .room = true};
    const double *value = m->controls.value;
    // As the levers are assigned at first: while the crane rests, the left one drives.
    add_lever(&in, 1.0, sim_clamp(value[VEH_JIB] + value[VEH_DRIVE], -1.0, 1.0),
              sim_clamp(value[VEH_SLEW] + value[VEH_STEER], -1.0, 1.0));
    add_lever(&in, -1.0, -value[VEH_BOOM], value[VEH_ROTATOR]);
    for (int side = -1; side <= 1; side += 2) {
        add_armrest(&in, side);
        add_pedal(&in, side, sim_clamp(-side * value[VEH_DRIVE], 0.0, 1.0));
    }
    for (int side = -1; side <= 1; side += 2)
        add_mirror(&in, side);
    add_camera_screen(&in);
    add_console(&in);
    add_wiper(&in);
    *screen = add_screen(&in);
    return in.room;
}
