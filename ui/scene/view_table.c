#include "ui/scene/view_table.h"

#include <assert.h>
#include <stddef.h>

static const struct ui_view_part whole = {0.0, 0.0, 1.0, 1.0};

struct ui_view_table ui_view_table_of(const struct ui_camera *camera) {
    return (struct ui_view_table){
        .row[0] = {.camera = *camera, .surface = UI_SURFACE_WINDOW, .rectangle = whole, .every = 1},
        .count = 1};
}

void ui_view_table_add_monitor(struct ui_view_table *table, int monitor,
                               const struct ui_camera *camera) {
    assert(monitor >= 0);
    if (table->count == UI_VIEWS)
        return;
    table->row[table->count++] =
        (struct ui_view_row){.camera = *camera, .surface = monitor, .rectangle = whole, .every = 2};
}

void ui_view_table_split(struct ui_view_table *table, const struct ui_camera *camera) {
    assert(table->count > 0 && table->row[0].surface == UI_SURFACE_WINDOW);
    if (table->count == UI_VIEWS)
        return;
    table->row[0].rectangle = (struct ui_view_part){0.0, 0.0, 0.5, 1.0};
    table->row[0].plane.half_width = 0.0;
    table->row[table->count++] =
        (struct ui_view_row){.camera = *camera,
                             .surface = UI_SURFACE_WINDOW,
                             .rectangle = (struct ui_view_part){0.5, 0.0, 0.5, 1.0},
                             .every = 1};
}

void ui_view_table_hurry(struct ui_view_table *table) {
    for (int i = 0; i < table->count; i++)
        table->row[i].every = 1;
    table->hurried = true;
}

bool ui_view_is_due(const struct ui_view_table *table, int row, unsigned long picture) {
    assert(row >= 0 && row < table->count && table->row[row].every > 0);
    const unsigned long every = (unsigned long)table->row[row].every;
    return table->row[row].surface == UI_SURFACE_WINDOW ||
           picture % every == (unsigned long)row % every;
}

struct ui_view ui_view_of_row(const struct ui_view_row *row, int width, int height,
                              const struct ui_stereo *stereo, enum ui_eye eye) {
    const double aspect = row->rectangle.width * width / (row->rectangle.height * height);
    const bool both = row->eye == UI_VIEW_EYES;
    const bool mono = stereo == NULL || (both && stereo->mode == UI_STEREO_NONE);
    if (!both)
        eye = row->eye == UI_VIEW_LEFT ? UI_EYE_LEFT : UI_EYE_RIGHT;
    if (row->plane.half_width > 0.0) {
        const double offset = mono ? 0.0 : 0.5 * stereo->eye_distance;
        return ui_view_through(&row->camera, &row->plane, eye == UI_EYE_LEFT ? offset : -offset);
    }
    if (mono)
        return ui_view_mono(&row->camera, aspect);
    return ui_view_eye(&row->camera, aspect, stereo, eye);
}

struct ui_camera ui_mirror_camera(struct sim_vec3 eye, const struct sim_pose *pose,
                                  double half_height, double radius) {
    assert(half_height > 0.0 && radius >= 0.0);
    const struct sim_vec3 normal = sim_rotate(pose->q, sim_vec3(1.0, 0.0, 0.0));
    const struct sim_vec3 way = sim_sub(eye, pose->p);
    const double distance = fmax(sim_length(way), 0.05);
    const double image = radius > 0.0 ? 1.0 / (1.0 / distance + 2.0 / radius) : distance;
    const struct sim_vec3 behind =
        sim_sub(way, sim_scale(normal, 2.0 * sim_dot(normal, way))); // the eye's image, if flat
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(sim_add_scaled(pose->p, sim_unit(behind), image), pose->p);
    camera.fov_y = 2.0 * atan(half_height / image);
    camera.near = image + half_height; // the tilted mirror itself is nearer
    return camera;
}
