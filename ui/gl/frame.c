#include <math.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"
#include "ui/scene/daylight.h"

static void put3(float out[4], struct sim_vec3 v, double w) {
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
    out[3] = (float)w;
}

static void put_light(const struct ui_scene *scene, bool shadows, struct ui_gl_frame *frame) {
    const struct ui_daylight light = ui_daylight_of(scene);
    put3(frame->sun, scene->sun, shadows ? 1.0 : 0.0);
    put3(frame->sun_light, light.sun, 0.0);
    put3(frame->sky_light, light.sky, 0.0);
    put3(frame->ground_light, light.ground, 0.0);
    put3(frame->haze, light.haze, scene->haze);
    put3(frame->sun_haze, light.glow, 0.0);
    put3(frame->zenith, light.zenith, scene->clouds);
}

// The first two lamps, whose shadows are drawn, and of the others those that shine into the view.
static void put_lamps(const struct ui_gl_look *look, struct ui_gl_frame *frame) {
    const struct ui_scene *scene = look->scene;
    const struct ui_frustum frustum = ui_frustum_of(&frame->clip_from_world);
    int count = 0;
    for (int i = 0; i < scene->lamps; i++) {
        const struct ui_lamp *lamp = &scene->lamp[i];
        float *place = frame->lamp_place[count], *way = frame->lamp_way[count];
        put3(place, sim_sub(lamp->pose.p, look->origin), lamp->cone);
        put3(way, sim_rotate(lamp->pose.q, sim_vec3(1.0, 0.0, 0.0)), lamp->strength);
        count += i < 2 || ui_frustum_sees_cone(&frustum, place, way, place[3]);
    }
    frame->weather[3] = (float)count;
}

static void put_weather(const struct ui_scene *scene, struct ui_gl_frame *frame) {
    frame->weather[0] = (float)scene->snow;
    frame->weather[1] = (float)scene->rain;
    frame->weather[2] = (float)fmod(scene->time, 3600.0);
    put3(frame->wind, scene->wind, sim_length(scene->wind));
}

static void put_ruts(const struct ui_rut_map *map, struct sim_vec3 origin,
                     struct ui_gl_frame *frame) {
    frame->rut_window[0] = (float)(map->x0 - origin.x);
    frame->rut_window[1] = (float)(map->y0 - origin.y);
    frame->rut_window[2] = (float)(map->x - origin.x);
    frame->rut_window[3] = (float)(map->y - origin.y);
}

static void put_camera(const struct ui_view *view, struct ui_gl_frame *frame) {
    const double u = 0.5 * (view->left + view->right) / view->near;
    const double v = 0.5 * (view->bottom + view->top) / view->near;
    const double half_width = 0.5 * (view->right - view->left) / view->near;
    const double half_height = 0.5 * (view->top - view->bottom) / view->near;
    put3(frame->ray, sim_rotate(view->pose.q, sim_vec3(1.0, -u, v)), 0.0);
    put3(frame->ray_right, sim_rotate(view->pose.q, sim_vec3(0.0, -half_width, 0.0)), 0.0);
    put3(frame->ray_up, sim_rotate(view->pose.q, sim_vec3(0.0, 0.0, half_height)), 0.0);
}

void ui_gl_frame_upload(unsigned block, const struct ui_gl_look *look, const struct ui_view *view,
                        const struct ui_gl_shadow *shadow, const struct ui_mat4 *drawn) {
    const struct ui_scene *scene = look->scene;
    const bool dark = ui_scene_is_dark(scene);
    struct ui_gl_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.clip_from_world = ui_view_matrix(view, look->origin);
    frame.shadow_from_world = drawn != NULL ? *drawn : shadow->cascade[0].texture_from_world;
    ui_gl_shadow_near_place(shadow, frame.near_shadow);
    memcpy(frame.lamp_from_world, shadow->lamp_from_world, sizeof frame.lamp_from_world);
    put3(frame.shadow_centre, sim_sub(shadow->cascade[0].centre, look->origin),
         shadow->cascade[0].radius);
    put_light(scene, shadow->size > 0 && !dark, &frame);
    put_weather(scene, &frame);
    put_lamps(look, &frame);
    put3(frame.eye, sim_sub(view->pose.p, look->origin), look->behind_glass && dark ? 1.0 : 0.0);
    put_camera(view, &frame);
    if (scene->ruts != NULL)
        put_ruts(scene->ruts, look->origin, &frame);
    glBindBuffer(GL_UNIFORM_BUFFER, block);
    ui_gl_upload(GL_UNIFORM_BUFFER, sizeof frame, &frame, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, block);
}
