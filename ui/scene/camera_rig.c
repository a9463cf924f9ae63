#include "ui/scene/camera_rig.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "ui/scene/machine_cameras.h"
#include "vehicles/part/crane.h"

static const double smooth_time = 0.35; // [s] in which two thirds of a movement are followed
static const double least_height = 0.6; // [m] above the ground
static const double beside = 2.5;       // [m] a stem as near as this fills the picture

void ui_camera_rig_init(struct ui_camera_rig *rig) {
    *rig = (struct ui_camera_rig){.mode = UI_CAMERA_MACHINE, .distance = 12.0};
}

void ui_camera_rig_choose(struct ui_camera_rig *rig, enum ui_camera_mode mode) {
    assert(mode <= UI_CAMERA_CRANE);
    const bool again = rig->mode == mode && mode != UI_CAMERA_MACHINE;
    rig->mode = mode;
    rig->settled = false;
    rig->yaw = 0.0;
    rig->pitch = 0.0;
    rig->look_yaw = rig->look_pitch = 0.0;
    rig->camera = 0;
    if (!again)
        rig->distance = mode == UI_CAMERA_CRANE ? 6.5 : 12.0;
}

void ui_camera_rig_next(struct ui_camera_rig *rig, const struct veh_machine_def *def) {
    if (rig->mode == UI_CAMERA_MACHINE && rig->camera + 1 < def->camera_count) {
        const int next = rig->camera + 1;
        ui_camera_rig_choose(rig, UI_CAMERA_MACHINE);
        rig->camera = next;
    } else if (rig->mode == UI_CAMERA_MACHINE) {
        ui_camera_rig_choose(rig, UI_CAMERA_ORBIT);
    } else if (rig->mode == UI_CAMERA_ORBIT && veh_crane_def(def)) {
        ui_camera_rig_choose(rig, UI_CAMERA_CRANE);
    } else {
        ui_camera_rig_choose(rig, UI_CAMERA_MACHINE);
    }
}

void ui_camera_rig_find(struct ui_camera_rig *rig, const struct veh_machine_def *def,
                        const char *name) {
    for (int i = 0; i < def->camera_count; i++) {
        if (strcmp(def->cameras[i].name, name) != 0)
            continue;
        ui_camera_rig_choose(rig, UI_CAMERA_MACHINE);
        rig->camera = i;
    }
}

void ui_camera_rig_turn(struct ui_camera_rig *rig, double right, double down) {
    const double most_down = rig->mode == UI_CAMERA_MACHINE ? 1.0 : 1.15;
    const double most_up = rig->mode == UI_CAMERA_MACHINE ? -1.0 : -0.30;
    rig->yaw = remainder(rig->yaw - 2.5 * right, 2.0 * SIM_PI);
    rig->pitch = sim_clamp(rig->pitch + 2.0 * down, most_up, most_down);
}

void ui_camera_rig_zoom(struct ui_camera_rig *rig, double notches) {
    rig->distance = sim_clamp(rig->distance * pow(0.88, notches), 2.5, 60.0);
}

void ui_camera_rig_move_seat(struct ui_camera_rig *rig, double ahead, double up) {
    rig->seat_ahead = sim_clamp(rig->seat_ahead + ahead, -ui_seat_travel, ui_seat_travel);
    rig->seat_up = sim_clamp(rig->seat_up + up, -ui_seat_lift, ui_seat_lift);
}

// Cameras that stand outside are named so; the others are an operator's eyes.
static bool is_seat(const struct veh_camera_def *def) {
    return strncmp(def->name, "outside", 7) != 0 && strcmp(def->name, "top") != 0;
}

void ui_camera_rig_turn_round(struct ui_camera_rig *rig, const struct veh_machine_def *def) {
    const int from = rig->mode == UI_CAMERA_MACHINE ? rig->camera : -1;
    ui_camera_rig_choose(rig, UI_CAMERA_MACHINE);
    for (int i = 1; i <= def->camera_count; i++) {
        const int next = (from + i) % def->camera_count;
        if (is_seat(&def->cameras[next])) {
            rig->camera = next;
            return;
        }
    }
}

void ui_camera_rig_turn_seat(struct ui_camera_rig *rig, const struct veh_worksite *site,
                             int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    double least = 1e9;
    ui_camera_rig_choose(rig, UI_CAMERA_MACHINE);
    if (!veh_crane_def(m->def) || fabs(veh_machine_speed(site, machine)) > 0.3)
        return;
    for (int i = 0; i < m->def->camera_count; i++) {
        const struct veh_camera_def *def = &m->def->cameras[i];
        const struct sim_pose body = sim_body_pose(site->world, m->instance.bodies[def->body]);
        const struct sim_vec3 way =
            sim_pose_local(sim_pose_mul(body, def->pose), veh_machine_crane_tip(site, machine));
        const double angle = fabs(atan2(way.y, way.x));
        if (is_seat(def) && angle < least - 0.2) {
            least = angle;
            rig->camera = i;
        }
    }
}

// The eyes alone turn to what is nearly ahead, the head to what is beside.
static double head_follows(double angle) {
    static const double eyes = 0.15, head = 0.8; // [rad]
    const double t = sim_clamp((fabs(angle) - eyes) / (head - eyes), 0.0, 1.0);
    return 0.85 * t * t * (3.0 - 2.0 * t);
}

// An operator looks at the crane's tip while working with it, and ahead while driving.
static void turn_head(struct ui_camera_rig *rig, const struct ui_worksite_scene *view,
                      const struct veh_worksite *site, int machine, double share,
                      struct sim_pose seat, double dt) {
    double yaw = 0.0, pitch = 0.0;
    if (veh_crane_def(site->machines[machine].def) && !rig->steady) {
        const struct sim_vec3 way =
            sim_pose_local(seat, ui_crane_hanging(view, site, machine, share));
        const double angle = atan2(way.y, way.x);
        const double drives = sim_clamp(fabs(veh_machine_speed(site, machine)) / 0.6, 0.0, 1.0);
        const double behind = sim_clamp((fabs(angle) - 1.75) / 0.35, 0.0, 1.0);
        const double works = (1.0 - drives) * (1.0 - behind);
        yaw = works * head_follows(angle) * angle;
        pitch = 0.5 * works * -atan2(way.z, hypot(way.x, way.y));
    }
    const double follow = rig->settled ? 1.0 - exp(-dt / (2.0 * smooth_time)) : 1.0;
    rig->look_yaw += follow * (yaw - rig->look_yaw);
    rig->look_pitch += follow * (pitch - rig->look_pitch);
    rig->settled = true;
}

static struct ui_camera machine_camera(struct ui_camera_rig *rig,
                                       const struct ui_worksite_scene *view,
                                       const struct veh_worksite *site, int machine, double share,
                                       double dt) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_camera_def *def = &m->def->cameras[rig->camera];
    const struct sim_pose body =
        ui_worksite_body_pose(view, site, m->instance.bodies[def->body], share);
    struct ui_camera camera = ui_default_camera();
    camera.pose = sim_pose_mul(body, def->pose);
    if (is_seat(def)) {
        camera.pose.p = sim_pose_point(camera.pose, sim_vec3(rig->seat_ahead, 0.0, rig->seat_up));
        turn_head(rig, view, site, machine, share, camera.pose, dt);
    }
    const struct sim_quat look =
        sim_quat_rpy(0.0, rig->pitch + rig->look_pitch, rig->yaw + rig->look_yaw);
    camera.pose.q = sim_quat_mul(camera.pose.q, look);
    camera.fov_y = def->fov;
    return camera;
}

int ui_camera_rig_seat(const struct ui_camera_rig *rig, const struct veh_machine_def *def) {
    const bool machine = rig->mode == UI_CAMERA_MACHINE && rig->camera < def->camera_count;
    return machine && is_seat(&def->cameras[rig->camera]) ? rig->camera : -1;
}

// The machine's frame in the picture.
static struct sim_pose machine_pose(const struct ui_worksite_scene *view,
                                    const struct veh_worksite *site, int machine, double share) {
    const struct veh_machine *m = &site->machines[machine];
    const int body = m->base.body;
    return ui_worksite_body_pose(view, site, m->instance.bodies[body], share);
}

static struct sim_vec3 aim_at(const struct ui_camera_rig *rig, const struct ui_worksite_scene *view,
                              const struct veh_worksite *site, int machine, double share,
                              struct sim_pose pose) {
    if (rig->mode == UI_CAMERA_CRANE && veh_crane_def(site->machines[machine].def))
        return ui_crane_hanging(view, site, machine, share);
    return sim_add(pose.p, sim_vec3(0.0, 0.0, 1.2));
}

// ---- trunks before the camera ----

enum { MOST_TRUNKS = 1024 };

struct trunks {
    int tree[MOST_TRUNKS];
    int count;
};

// Those that can be between aim and an eye in that distance [m] on any side.
static void find_trunks(const struct ter_stand *stand, struct sim_vec3 aim, double distance,
                        struct trunks *trunks) {
    const double reach = distance + 1.0;
    const int found = stand == NULL
                          ? 0
                          : ter_stand_query(stand, aim.x - reach, aim.y - reach, aim.x + reach,
                                            aim.y + reach, trunks->tree, MOST_TRUNKS);
    trunks->count = found < MOST_TRUNKS ? found : MOST_TRUNKS;
}

// Weight of a trunk at that angle [rad] from the middle of the picture: most before the subject,
// nothing at the edge.
static double weight_at(double angle) {
    static const double middle = 0.25, edge = 0.85; // [rad]
    const double part = angle / middle;
    return 3.0 * exp(-part * part) + fmax(1.0 - fabs(angle) / edge, 0.0);
}

static double hidden_by(const struct ter_stand *stand, const struct trunks *trunks,
                        struct sim_vec3 eye, struct sim_vec3 aim) {
    static const double subject = 1.0; // [m] around aim, where the trunk is that is worked at
    static const double nearest = 0.4; // [m] an eye in a trunk sees nothing
    const double dx = aim.x - eye.x, dy = aim.y - eye.y, length = hypot(dx, dy);
    double sum = 0.0;
    for (int i = 0; i < trunks->count; i++) {
        const struct ter_tree *t = &stand->trees[trunks->tree[i]];
        const double px = t->position.x - eye.x, py = t->position.y - eye.y;
        const double along = (px * dx + py * dy) / length, off = (px * dy - py * dx) / length;
        const double away = hypot(along, off);
        if (away < nearest + t->dbh)
            sum += SIM_PI;
        else if (along > 0.0 && along < length - subject)
            sum += t->dbh / away * weight_at(atan2(off, along));
    }
    return sum;
}

double ui_camera_rig_hidden(const struct ter_stand *stand, struct sim_vec3 eye,
                            struct sim_vec3 aim) {
    struct trunks trunks;
    find_trunks(stand, aim, hypot(aim.x - eye.x, aim.y - eye.y), &trunks);
    return hidden_by(stand, &trunks, eye, aim);
}

double ui_camera_rig_way_round(const struct ter_stand *stand, struct sim_vec3 aim, double yaw,
                               double distance, double usual) {
    assert(distance > 0.0);
    static const double most = 0.7, step = 0.05; // [rad]
    static const double turned = 0.12;           // cost of a radian of the way round,
    static const double change = 0.01;           // and of another one than usual
    struct trunks trunks;
    double least = 1e9, best = usual;
    find_trunks(stand, aim, distance, &trunks);
    for (int i = (int)-lrint(most / step); i <= (int)lrint(most / step); i++) {
        const double angle = step * i;
        const struct sim_vec3 eye = sim_vec3(aim.x - distance * cos(yaw + angle),
                                             aim.y - distance * sin(yaw + angle), aim.z);
        const double cost = hidden_by(stand, &trunks, eye, aim) + turned * fabs(angle) +
                            (fabs(angle - usual) > 0.5 * step ? change : 0.0);
        if (cost < least) {
            least = cost;
            best = angle;
        }
    }
    return best;
}

// Follows the way round that fits to where the camera wants to be. It is found again once that has
// changed, and left alone while the mouse goes round slowly.
static void go_round(struct ui_camera_rig *rig, const struct ter_stand *stand, double yaw,
                     double distance, double dt) {
    static const double moved = 0.4, turned = 0.05; // [m], [rad]
    const bool changed = !rig->settled || sim_length(sim_sub(rig->aim, rig->judged_aim)) > moved ||
                         fabs(distance - rig->judged_distance) > moved ||
                         fabs(remainder(yaw - rig->judged_yaw, 2.0 * SIM_PI)) > turned;
    if (rig->straight)
        return;
    if (changed) {
        rig->way_round = ui_camera_rig_way_round(stand, rig->aim, yaw, distance,
                                                 rig->settled ? rig->way_round : 0.0);
        rig->judged_aim = rig->aim;
        rig->judged_distance = distance;
        rig->judged_yaw = yaw;
    }
    const double follow = rig->settled ? 1.0 - exp(-dt / (2.0 * smooth_time)) : 1.0;
    rig->around += follow * (rig->way_round - rig->around);
}

static struct ui_camera outside_camera(struct ui_camera_rig *rig,
                                       const struct ui_worksite_scene *view,
                                       const struct veh_worksite *site, int machine, double share,
                                       double dt) {
    const struct sim_pose pose = machine_pose(view, site, machine, share);
    struct sim_vec3 ahead = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
    const struct sim_vec3 aim = aim_at(rig, view, site, machine, share, pose);
    if (rig->mode == UI_CAMERA_CRANE) // from beside and beyond the tip, the machine behind it
        ahead = sim_sub(aim, pose.p);
    const double heading = atan2(ahead.y, ahead.x);
    const double follow = rig->settled ? 1.0 - exp(-dt / smooth_time) : 1.0;
    rig->aim = sim_add_scaled(rig->aim, sim_sub(aim, rig->aim), follow);
    rig->heading += follow * remainder(heading - rig->heading, 2.0 * SIM_PI);
    const double wanted = rig->heading + rig->yaw + (rig->mode == UI_CAMERA_CRANE ? 1.9 : 0.35);
    const double pitch = sim_clamp(0.22 + rig->pitch, -0.15, 1.45);
    go_round(rig, &site->stand, wanted, cos(pitch) * rig->distance, dt);
    rig->settled = true;
    const double yaw = wanted + rig->around;
    const struct sim_vec3 back =
        sim_vec3(-cos(yaw) * cos(pitch), -sin(yaw) * cos(pitch), sin(pitch));
    struct ui_camera camera = ui_default_camera();
    struct sim_vec3 eye = sim_add_scaled(rig->aim, back, rig->distance);
    const double ground = ter_ground_height(site->def.ground, eye.x, eye.y, NULL);
    eye.z = fmax(eye.z, ground + least_height);
    camera.pose = ui_look_at(eye, rig->aim);
    return camera;
}

struct ui_camera ui_camera_rig_update(struct ui_camera_rig *rig,
                                      const struct ui_worksite_scene *view,
                                      const struct veh_worksite *site, int machine, double share,
                                      double dt) {
    assert(machine >= 0 && machine < site->machine_count && share >= 0.0 && share <= 1.0);
    const struct veh_machine_def *def = site->machines[machine].def;
    if (rig->mode == UI_CAMERA_MACHINE && rig->camera < def->camera_count)
        return machine_camera(rig, view, site, machine, share, dt);
    return outside_camera(rig, view, site, machine, share, dt);
}

// Stems between two points, those near the middle of the picture, and those beside the eye.
static int stems_between(const struct ter_stand *stand, struct sim_vec3 eye, struct sim_vec3 aim) {
    enum { MOST = 4096 }; // more than that hide everything
    int near[MOST], count = 0;
    const double dx = aim.x - eye.x, dy = aim.y - eye.y, length = hypot(dx, dy);
    const double margin = fmax(beside, 0.5 + 0.12 * length);
    const int found =
        stand == NULL
            ? 0
            : ter_stand_query(stand, fmin(eye.x, aim.x) - margin, fmin(eye.y, aim.y) - margin,
                              fmax(eye.x, aim.x) + margin, fmax(eye.y, aim.y) + margin, near, MOST);
    for (int i = 0; i < found && i < MOST; i++) {
        const struct ter_tree *t = &stand->trees[near[i]];
        const double px = t->position.x - eye.x, py = t->position.y - eye.y;
        const double along = (px * dx + py * dy) / length, off = (px * dy - py * dx) / length;
        const bool before = along > -1.0 && along < length - 1.0 && fabs(off) < 0.3 + 0.12 * along;
        count += before || hypot(px, py) < beside;
    }
    return count;
}

double ui_camera_rig_clear_yaw(const struct ter_stand *stand, struct sim_vec3 aim, double heading,
                               double distance, double preferred) {
    assert(distance > 0.0);
    double least = 1e9, best = preferred;
    for (int i = -31; i <= 31; i++) {
        const double yaw = 0.1 * i;
        const struct sim_vec3 eye = sim_vec3(aim.x - distance * cos(heading + yaw),
                                             aim.y - distance * sin(heading + yaw), aim.z);
        const double cost =
            stems_between(stand, eye, aim) + 0.8 * fabs(remainder(yaw - preferred, 2.0 * SIM_PI));
        if (cost < least) {
            least = cost;
            best = yaw;
        }
    }
    return best;
}
