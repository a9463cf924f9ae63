#include "ui/scene/landing_marks.h"

#include <assert.h>
#include <math.h>

#include "ui/scene/sight.h"
#include "ui/text/file_text.h"

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

// Whether something of the picture hides the middle or an end of a text that is centred on the
// point. half_width: of the text, per metre of its distance.
static bool is_hidden(const struct ui_scene *scene, const struct sim_pose *eye, struct sim_vec3 p,
                      double half_width) {
    const double depth = sim_pose_local(*eye, p).x;
    for (int side = -1; side <= 1; side++) {
        const struct sim_vec3 aside = sim_vec3(0.0, side * half_width * depth, 0.0);
        if (ui_scene_hides(scene, eye->p, sim_add(p, sim_rotate(eye->q, aside))))
            return true;
    }
    return false;
}

struct label {
    const char *name;
    struct sim_vec3 place; // of the middle of its upper border
    double at[3];          // the same in the picture, -1 to 1
    double width;          // [pixel]
};

// [m] per metre of distance.
static double pixel_of(const struct ui_camera *camera, const struct ui_canvas *canvas) {
    return 2.0 * tan(0.5 * camera->fov_y) / canvas->height;
}

// The name on that landing's board. False: it is too far away, hidden or beside the picture.
static bool find_label(const struct dat_practice *practice, int landing,
                       const struct ui_scene *scene, const struct ui_camera *camera,
                       const struct ui_canvas *canvas, struct label *label) {
    const struct veh_worksite *site = &practice->site;
    const struct dat_scenario *scenario = &practice->exercise->scenario;
    const struct ui_view view = ui_view_mono(camera, (double)canvas->width / canvas->height);
    label->place = sim_add(board_of(site, &site->def.landings[landing]),
                           sim_vec3(0.0, 0.0, 2.0 * board_half[2]));
    label->name = ui_file_text(&scenario->names, scenario->landings[landing].assortment);
    label->width = ui_font_width(canvas->font, UI_FACE_SMALL, label->name);
    return sim_length(sim_sub(label->place, camera->pose.p)) <= legible &&
           ui_view_project(&view, label->place, label->at) && fabs(label->at[0]) <= 1.0 &&
           fabs(label->at[1]) <= 1.0 &&
           !is_hidden(scene, &camera->pose, label->place,
                      0.5 * label->width * pixel_of(camera, canvas));
}

void ui_landing_marks_label(const struct dat_practice *practice, const struct ui_scene *scene,
                            const struct ui_camera *camera, struct ui_canvas *canvas) {
    struct label label;
    for (int i = 0; i < practice->site.def.landing_count; i++)
        if (find_label(practice, i, scene, camera, canvas, &label))
            ui_canvas_text_centred(canvas, UI_FACE_SMALL, (label.at[0] + 1.0) * 0.5 * canvas->width,
                                   (1.0 - label.at[1]) * 0.5 * canvas->height, ui_white,
                                   label.name);
}

// A page at the landing's distance that looks at the camera, its letters as large as flat ones.
static struct ui_page page_of(const struct label *label, const struct ui_camera *camera,
                              const struct ui_canvas *canvas, double pixel) {
    const double depth = sim_pose_local(camera->pose, label->place).x;
    struct ui_page page = {.canvas = canvas,
                           .half_width = 0.5 * canvas->width * pixel * depth,
                           .half_height = 0.5 * canvas->height * pixel * depth};
    const struct sim_vec3 down = sim_vec3(0.0, 0.0, -page.half_height);
    page.pose.p = sim_add(label->place, sim_rotate(camera->pose.q, down));
    page.pose.q =
        sim_quat_mul(camera->pose.q, sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), SIM_PI));
    return page;
}

void ui_landing_names_put(struct ui_landing_names *names, const struct dat_practice *practice,
                          struct ui_scene *scene, const struct ui_camera *camera,
                          const struct ui_canvas *canvas) {
    struct label label;
    for (int i = 0; i < practice->site.def.landing_count && scene->names < UI_NAMES; i++) {
        if (!find_label(practice, i, scene, camera, canvas, &label))
            continue;
        struct ui_canvas *c = &names->canvas[scene->names];
        ui_canvas_begin(c, canvas->font, (int)label.width + 2,
                        canvas->font->line_height[UI_FACE_SMALL]);
        ui_canvas_text(c, UI_FACE_SMALL, 1.0, 0.0, ui_white, label.name);
        scene->name[scene->names++] = page_of(&label, camera, c, pixel_of(camera, canvas));
    }
}

void ui_landing_names_put_apart(struct ui_landing_names *names, const struct dat_practice *practice,
                                struct ui_scene *scene, const struct ui_view_table *views,
                                const struct ui_canvas *canvas) {
    for (int i = 0; i < views->count; i++) {
        const struct ui_view_row *row = &views->row[i];
        const int before = scene->names;
        if (row->surface != UI_SURFACE_WINDOW)
            continue;
        struct ui_canvas part = *canvas; // only its size and its letters are looked at
        part.width = (int)(row->rectangle.width * canvas->width);
        part.height = (int)(row->rectangle.height * canvas->height);
        ui_landing_names_put(names, practice, scene, &row->camera, &part);
        for (int k = before; k < scene->names; k++)
            scene->name[k].only = i + 1;
    }
}

void ui_landing_names_finish(struct ui_landing_names *names) {
    for (int i = 0; i < UI_NAMES; i++)
        ui_canvas_finish(&names->canvas[i]);
}
