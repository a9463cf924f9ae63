#include "ui/screen/event_shots.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "data/text/monotonic.h"
#include "ui/scene/daylight.h"
#include "ui/scene/guide_marks.h"
#include "ui/scene/target_marks.h"
#include "ui/screen/board.h"
#include "ui/screen/cab_views.h"
#include "ui/screen/hud_practice.h"
#include "ui/screen/lever_hint.h"
#include "ui/text/language.h"
#include "vehicles/part/crane.h"

enum { MOST = 400 }; // files are numbered with two or three digits

static const double falling = 1.7; // [s] after the cut the tree is on its way

// The direction from which a camera looks at an event.
struct angle {
    const char *name;
    enum ui_camera_mode mode;
    double yaw, pitch; // [rad] beside the mode's own
    double distance;   // [m]
};

static void take(struct ui_event_shots *shots, const struct dat_practice *practice,
                 const struct veh_controls *controls, const char *what, const struct angle *angle) {
    char path[640], problem[256];
    struct ui_camera_rig rig;
    struct ui_hud hud;
    const struct veh_worksite *site = &practice->site;
    memset(&hud, 0, sizeof hud);
    ui_camera_rig_init(&rig);
    ui_camera_rig_choose(&rig, angle->mode);
    if (angle->mode == UI_CAMERA_MACHINE)
        ui_camera_rig_turn_seat(&rig, site, 0);
    rig.yaw = angle->yaw;
    rig.pitch = angle->pitch;
    rig.distance = angle->distance;
    const struct ui_camera camera = ui_camera_rig_update(&rig, &shots->view, site, 0, 1.0, 0.0);
    // A display that has seen nothing before: it knows the speed, but not how long the saw has
    // run.
    hud.time = veh_worksite_time(site);
    hud.speed = veh_machine_speed(site, 0);
    ui_hud_from_practice(&hud, practice, controls, 0);
    if (shots->every > 0.0)
        snprintf(path, sizeof path, "%s/frame-%06d.png", shots->folder, shots->count);
    else
        snprintf(path, sizeof path, "%s/%02d-%s-%s.png", shots->folder, shots->count, what,
                 angle->name);
    struct ui_canvas *canvas = ui_shots_canvas(shots->shots);
    const bool flat = shots->stereo.mode == UI_STEREO_NONE;
    struct ui_view_table views = ui_view_table_of(&camera);
    ui_board_draw(&hud, canvas->font, &shots->board);
    const bool room = ui_worksite_scene_fill(&shots->view, site, 1.0, camera.pose.p) &&
                      ui_target_marks_add(&shots->view.scene, practice) &&
                      ui_guide_marks_add(&shots->view, practice, 1.0) &&
                      ui_landing_marks_add(&shots->view.scene, practice) &&
                      ui_cab_furnish(&shots->view, site, &rig, 1.0, &views, &shots->board);
    if (flat)
        ui_landing_marks_label(practice, &shots->view.scene, &camera, canvas);
    else
        ui_landing_names_put(&shots->names, practice, &shots->view.scene, &camera, canvas);
    const struct ui_hud_gap gap = ui_hud_draw(&hud, canvas);
    if ((practice->guides >> DAT_GUIDE_LEVER & 1u) != 0) {
        const struct dat_guide_target target = dat_guide_find(practice);
        const struct ui_lever_hint hint = {.lever = dat_guide_advise(practice, &target)};
        ui_lever_hint_draw(&hint, 0, &gap, canvas);
    }
    if (!room)
        snprintf(problem, sizeof problem, "a picture does not fit into memory");
    else if (ui_shots_write(shots->shots, &shots->view.scene, &views, &shots->stereo, path, problem,
                            sizeof problem))
        return;
    if (shots->problem[0] == '\0')
        memcpy(shots->problem, problem, sizeof problem);
}

// From outside, best from the crane's side and a little from the front; farther off where a whole
// tree is to be seen. The headings and aims are those of ui_camera_rig_update().
static struct angle outside(const struct dat_practice *practice, enum veh_event_sight sight) {
    const struct veh_worksite *site = &practice->site;
    const bool tree = sight == VEH_SEEN_FROM_FAR;
    const struct sim_pose machine = veh_machine_pose(site, 0);
    const struct sim_vec3 ahead = sim_rotate(machine.q, sim_vec3(1.0, 0.0, 0.0));
    struct sim_vec3 aim = machine.p;
    double side = 1.0;
    if (veh_crane_def(site->machines[0].def)) {
        const struct sim_vec3 tip = veh_machine_crane_tip(site, 0);
        side = sim_pose_local(machine, tip).y >= 0.0 ? 1.0 : -1.0;
        aim = sim_add_scaled(aim, sim_sub(tip, aim), 0.3);
    }
    struct angle angle = {"outside", UI_CAMERA_ORBIT, 0.0, tree ? -0.12 : 0.03, tree ? 19.0 : 12.5};
    angle.yaw = ui_camera_rig_clear_yaw(&site->stand, aim, atan2(ahead.y, ahead.x) + 0.35,
                                        angle.distance, -2.0 * side);
    return angle;
}

// Near the tip, best from beside it.
static struct angle beside_tip(const struct dat_practice *practice) {
    const struct veh_worksite *site = &practice->site;
    const struct sim_vec3 tip = veh_machine_crane_tip(site, 0);
    const struct sim_vec3 way = sim_sub(tip, veh_machine_pose(site, 0).p);
    struct angle angle = {"crane", UI_CAMERA_CRANE, 0.0, 0.0, 6.5};
    angle.yaw =
        ui_camera_rig_clear_yaw(&site->stand, tip, atan2(way.y, way.x) + 1.9, angle.distance, 0.0);
    return angle;
}

// From the seat and from outside; near the crane's tip where something happens there.
static void take_all(struct ui_event_shots *shots, const struct dat_practice *practice,
                     const struct veh_controls *controls, const char *what,
                     enum veh_event_sight sight) {
    static const struct angle seat = {"cab", UI_CAMERA_MACHINE, 0.0, 0.0, 0.0};
    if (shots->count >= MOST)
        return;
    const double start = dat_monotonic();
    const struct angle around = outside(practice, sight);
    take(shots, practice, controls, what, &seat);
    take(shots, practice, controls, what, &around);
    if (veh_crane_def(practice->site.machines[0].def) && sight != VEH_SEEN_NOWHERE) {
        const struct angle crane = beside_tip(practice);
        take(shots, practice, controls, what, &crane);
    }
    shots->count++;
    shots->seconds += dat_monotonic() - start;
}

// False with a sentence in shots->problem.
static bool open_shots(struct ui_event_shots *shots, const char *folder, int width, int height,
                       const struct dat_practice *practice) {
    const struct dat_exercise *exercise = practice->exercise;
    memset(shots, 0, sizeof *shots);
    ui_language_begin();
    snprintf(shots->folder, sizeof shots->folder, "%s", folder);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        snprintf(shots->problem, sizeof shots->problem, "%s: the folder cannot be made: %s", folder,
                 strerror(errno));
        return false;
    }
    shots->shots = ui_shots_create(width, height, false, shots->problem, sizeof shots->problem);
    shots->undrawn = shots->shots == NULL;
    if (shots->undrawn)
        return false;
    if (!ui_worksite_scene_init(&shots->view, &practice->site,
                                exercise->site.has_road ? &exercise->site.road : NULL)) {
        snprintf(shots->problem, sizeof shots->problem, "out of memory");
        ui_shots_destroy(shots->shots);
        return false;
    }
    ui_scene_set_weather(&shots->view.scene, &exercise->scenario.weather);
    return true;
}

static void close_shots(struct ui_event_shots *shots) {
    ui_worksite_scene_finish(&shots->view);
    ui_canvas_finish(&shots->board);
    ui_landing_names_finish(&shots->names);
    ui_shots_destroy(shots->shots);
    shots->shots = NULL;
}

bool ui_event_shots_begin(struct ui_event_shots *shots, const char *folder, int width, int height,
                          const struct ui_stereo *stereo, const struct dat_practice *practice) {
    const struct veh_controls hands_off = {{0.0}};
    if (!open_shots(shots, folder, width, height, practice))
        return false;
    shots->stereo = *stereo;
    take_all(shots, practice, &hands_off, "start", VEH_SEEN_AT_TIP);
    if (shots->problem[0] == '\0')
        return true;
    close_shots(shots);
    return false;
}

bool ui_event_shots_begin_film(struct ui_event_shots *shots, const char *folder, int width,
                               int height, double frames_per_second,
                               const struct dat_practice *practice) {
    if (!open_shots(shots, folder, width, height, practice))
        return false;
    shots->stereo = ui_default_stereo();
    shots->stereo.mode = UI_STEREO_NONE;
    shots->every = 1.0 / frames_per_second;
    shots->next = veh_worksite_time(&practice->site);
    return true;
}

// Where steps are farther apart than frames, a step has more than one.
static void take_frame(struct ui_event_shots *shots, const struct dat_practice *practice,
                       const struct veh_controls *controls) {
    static const struct angle seat = {"cab", UI_CAMERA_MACHINE, 0.0, 0.0, 0.0};
    const double start = dat_monotonic();
    while (veh_worksite_time(&practice->site) >= shots->next) {
        shots->next += shots->every;
        take(shots, practice, controls, "", &seat);
        shots->count++;
    }
    shots->seconds += dat_monotonic() - start;
}

void ui_event_shots_step(struct ui_event_shots *shots, const struct dat_practice *practice,
                         const struct veh_controls *controls) {
    assert(shots->shots != NULL);
    if (shots->every > 0.0) {
        take_frame(shots, practice, controls);
        return;
    }
    const struct veh_event *events;
    const double time = veh_worksite_time(&practice->site);
    const int count = veh_worksite_events(&practice->site, &events);
    for (int i = 0; i < count; i++) {
        const struct veh_event_info *info = veh_event_info(events[i].kind);
        if (events[i].kind == VEH_EVENT_TREE_FELLED)
            shots->later = time + falling;
        if (i == 0 || events[i].kind != events[i - 1].kind) // several logs at once look alike
            take_all(shots, practice, controls, veh_event_name(events[i].kind), info->sight);
    }
    if (practice->observer.course.reached != shots->reached)
        take_all(shots, practice, controls, "target", VEH_SEEN_AT_TIP);
    shots->reached = practice->observer.course.reached;
    if (shots->later > 0.0 && time >= shots->later) {
        shots->later = 0.0;
        take_all(shots, practice, controls, "tree_falling", VEH_SEEN_FROM_FAR);
    }
}

void ui_event_shots_finish(struct ui_event_shots *shots, const struct dat_practice *practice,
                           const struct veh_controls *controls) {
    assert(shots->shots != NULL);
    if (shots->every <= 0.0)
        take_all(shots, practice, controls, "end", VEH_SEEN_AT_TIP);
    close_shots(shots);
}
