// Where the picture is taken from: the machine's own cameras, or one that circles it.
#pragma once

#include "ui/scene/worksite_scene.h"

enum ui_camera_mode {
    UI_CAMERA_MACHINE, // a camera of the machine file
    UI_CAMERA_ORBIT,   // around the machine, from behind
    UI_CAMERA_CRANE    // around the tip of the crane
};

// [m] to each side of the middle, as driver's seats have
static const double ui_seat_travel = 0.10, ui_seat_lift = 0.08;

struct ui_camera_rig {
    enum ui_camera_mode mode;
    int camera;                  // of the machine file
    double yaw, pitch;           // [rad] of the mouse: look around in the cab, go around outside
    double distance;             // [m] outside
    double seat_ahead, seat_up;  // [m] from the place of the machine file
    double look_yaw, look_pitch; // [rad] of the operator, who watches the tip of the crane
    struct sim_vec3 aim;         // [m] world, follows smoothly
    double heading;              // [rad] of the machine, follows smoothly
    double around, way_round;    // [rad] by which trunks are avoided, now and once it has followed
    struct sim_vec3 judged_aim;  // [m] the way round was found for it,
    double judged_yaw;           // [rad]
    double judged_distance;      // and [m]
    bool straight;               // goes round no trunks: for views that are compared
    bool steady;                 // screens surround the operators, who turn their own heads
    bool settled;                // aim and heading are known
};

// In the cab.
void ui_camera_rig_init(struct ui_camera_rig *rig);
// Keys 1, 2 and 3.
void ui_camera_rig_choose(struct ui_camera_rig *rig, enum ui_camera_mode mode);
// Key C: each camera of the machine, then around the machine, then around the crane's tip.
void ui_camera_rig_next(struct ui_camera_rig *rig, const struct veh_machine_def *def);
// The machine's camera of that name; unchanged where there is none.
void ui_camera_rig_find(struct ui_camera_rig *rig, const struct veh_machine_def *def,
                        const char *name);
// The seat that looks to the crane's tip best while the machine stands, the first one while it
// drives: some machines' seats turn round for work with the crane.
void ui_camera_rig_turn_seat(struct ui_camera_rig *rig, const struct veh_worksite *site,
                             int machine);
// From one seat of the machine to its next, from outside into the cab.
void ui_camera_rig_turn_round(struct ui_camera_rig *rig, const struct veh_machine_def *def);
// The mouse was moved, by shares of the window's height; its wheel was turned by notches.
void ui_camera_rig_turn(struct ui_camera_rig *rig, double right, double down);
void ui_camera_rig_zoom(struct ui_camera_rig *rig, double notches);

// Adjusts the seat by so many metres, within ui_seat_travel and ui_seat_lift.
void ui_camera_rig_move_seat(struct ui_camera_rig *rig, double ahead, double up);

// The machine's camera in whose seat the eye is, -1: it is outside.
int ui_camera_rig_seat(const struct ui_camera_rig *rig, const struct veh_machine_def *def);

// The camera after dt [s]. share: 0 at the state before the last step, 1 at that after it.
struct ui_camera ui_camera_rig_update(struct ui_camera_rig *rig,
                                      const struct ui_worksite_scene *view,
                                      const struct veh_worksite *site, int machine, double share,
                                      double dt);

// Angle [rad] to be added to yaw so that few trunks stand between the eye and aim or fill the
// picture from near the eye. usual: the angle that is kept unless another one is clearly better.
// yaw [rad]: where the eye looks in a distance [m] from aim. stand may be NULL.
double ui_camera_rig_way_round(const struct ter_stand *stand, struct sim_vec3 aim, double yaw,
                               double distance, double usual);

// [rad] of the picture that trunks before aim cover, those in its middle counted four times, those
// at its edges not.
double ui_camera_rig_hidden(const struct ter_stand *stand, struct sim_vec3 eye,
                            struct sim_vec3 aim);

// A yaw [rad] near preferred from which few standing trees hide aim. heading [rad]: where the mode
// looks without being turned. distance [m]: from the eye to aim. stand may be NULL.
double ui_camera_rig_clear_yaw(const struct ter_stand *stand, struct sim_vec3 aim, double heading,
                               double distance, double preferred);
