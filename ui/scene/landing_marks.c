#include "ui/scene/landing_marks.h"

#include <assert.h>
#include <math.h>

#include "sim/collide/ray.h"

static const double stake_radius = 0.04;               // [m]
static const double stake_height = 1.5;                // [m] where the pile may have any height
static const double board_foot = 1.6;                  // [m] below the board
static const double board_half[] = {0.02, 0.45, 0.25}; // [m]
static const double legible = 60.0;                    // [m] from the eye
static const float wood[3] = {0.62f, 0.5f, 0.34f};

const float *ui_assortment_colour(int product) {
    static const float colours[][3] = {{0.9f, 0.25f, 0.2f},   {0.15f, 0.45f, 0.9f},
                                       {0.95f, 0.8f, 0.15f},  {0.2f, 0.7f, 0.3f},
                                       {0.75f, 0.35f, 0.85f}, {0.95f, 0.55f, 0.15f}};
    assert(product >= 0);
    return colours[product % (int)(sizeof colours / sizeof colours[0])];
}

static struct sim_vec3 on_ground(const struct veh_worksite *site, const struct veh_landing *l,
                                 double along, double left) {
    const double c = sim_cos(l->heading), s = sim_sin(l->heading);
    const double x = l->x + c * along - s * left, y = l->y + s * along + c * left;
    return sim_vec3(x, y, ter_ground_height(site->def.ground, x, y, NULL));
}

static bool add_post(struct ui_scene *scene, struct sim_vec3 foot, double height,
                     const float colour[3]) {
    const struct sim_vec3 top = sim_add(foot, sim_vec3(0.0, 0.0, height));
    struct ui_primitive post = ui_rod(foot, top, stake_radius, colour);
    post.look = UI_LOOK_PLAIN;
    return ui_scene_add_primitive(scene, &post);
}

// At the rear left corner, its face across the logs.
static struct sim_vec3 board_of(const struct veh_worksite *site, const struct veh_landing *l) {
    const struct sim_vec3 foot = on_ground(site, l, -0.5 * l->length, 0.5 * l->width);
    return sim_add(foot, sim_vec3(0.0, 0.0, board_foot + board_half[2]));
}

static bool add_board(struct ui_scene *scene, const struct veh_worksite *site,
                      const struct veh_landing *l) {
    const struct sim_vec3 middle = board_of(site, l);
    struct ui_primitive board = ui_box(sim_vec3(board_half[0], board_half[1], board_half[2]),
                                       ui_assortment_colour(l->product));
    board.look = UI_LOOK_PLAIN;
    board.pose.p = middle;
    board.pose.q = sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), l->heading);
    const struct sim_vec3 foot = sim_add(middle, sim_vec3(0.0, 0.0, -board_foot - board_half[2]));
    return add_post(scene, foot, board_foot + 2.0 * board_half[2], wood) &&
           ui_scene_add_primitive(scene, &board);
}

bool ui_landing_marks_add(struct ui_scene *scene, const struct dat_practice *practice) {
    const struct veh_worksite *site = &practice->site;
    bool ok = true;
    for (int i = 0; i < site->def.landing_count; i++) {
        const struct veh_landing *l = &site->def.landings[i];
        const double height = isfinite(l->max_height) ? l->max_height : stake_height;
        for (int k = 0; k < 4; k++) {
            const struct sim_vec3 foot = on_ground(site, l, (k & 1 ? 0.5 : -0.5) * l->length,
                                                   (k & 2 ? 0.5 : -0.5) * l->width);
            ok = add_post(scene, foot, height, ui_assortment_colour(l->product)) && ok;
        }
        ok = add_board(scene, site, l) && ok;
    }
    return ok;
}

// Whether a machine stands between the eye and the point; the shapes around the eye hide nothing.
static bool is_hidden(const struct veh_worksite *site, struct sim_vec3 eye, struct sim_vec3 p) {
    const struct sim_vec3 way = sim_sub(p, eye);
    const struct sim_ray ray = {eye, sim_unit(way), sim_length(way)};
    for (int m = 0; m < site->machine_count; m++) {
        const struct veh_machine *machine = &site->machines[m];
        const struct sim_model *model = &machine->def->model;
        for (int b = 0; b < model->body_count; b++) {
            const struct sim_pose body = sim_body_pose(site->world, machine->instance.bodies[b]);
            const int first = model->bodies[b].first_shape;
            for (int i = first; i < first + model->bodies[b].shape_count; i++) {
                const struct sim_pose pose = sim_pose_mul(body, model->shapes[i].pose);
                struct sim_ray_hit hit;
                const enum sim_look look = model->visuals[i].look;
                if (look != SIM_LOOK_NONE && look != SIM_LOOK_GLASS &&
                    sim_ray_shape(&ray, &model->shapes[i], &pose, &hit) && hit.distance > 0.0)
                    return true;
            }
        }
    }
    return false;
}

void ui_landing_marks_label(const struct dat_practice *practice, const struct ui_camera *camera,
                            struct ui_canvas *canvas) {
    const struct veh_worksite *site = &practice->site;
    const struct ui_view view = ui_view_mono(camera, (double)canvas->width / canvas->height);
    for (int i = 0; i < site->def.landing_count; i++) {
        const struct veh_landing *l = &site->def.landings[i];
        const struct sim_vec3 middle = board_of(site, l);
        double at[3];
        if (sim_length(sim_sub(middle, camera->pose.p)) > legible ||
            !ui_view_project(&view, sim_add(middle, sim_vec3(0.0, 0.0, 2.0 * board_half[2])), at) ||
            fabs(at[0]) > 1.0 || fabs(at[1]) > 1.0 || is_hidden(site, camera->pose.p, middle))
            continue;
        ui_canvas_text_centred(canvas, UI_FACE_SMALL, (at[0] + 1.0) * 0.5 * canvas->width,
                               (1.0 - at[1]) * 0.5 * canvas->height, ui_white,
                               practice->exercise->scenario.landings[i].assortment);
    }
}
