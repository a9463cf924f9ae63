#include <assert.h>
#include <math.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"

// A lamp reaches less far than the sun: it has a corner of the map, this part of its side.
enum { LAMP_SHARE = 4 };

// From clip space, -1 to 1, to texture space.
static const struct ui_mat4 half = {{0.5F, 0.0F, 0.0F, 0.0F, 0.0F, 0.5F, 0.0F, 0.0F, 0.0F, 0.0F,
                                     0.5F, 0.0F, 0.5F, 0.5F, 0.5F, 1.0F}};

static bool make_map(unsigned *frame, unsigned *texture, int size) {
    glGenTextures(1, texture);
    glBindTexture(GL_TEXTURE_2D, *texture);
    // Over the map's 270 to 400 m, 16 bits tell 4 to 6 mm apart.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT16, size, size, 0, GL_DEPTH_COMPONENT,
                 GL_UNSIGNED_SHORT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glGenFramebuffers(1, frame);
    glBindFramebuffer(GL_FRAMEBUFFER, *frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, *texture, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool ui_gl_shadow_init(struct ui_gl_shadow *shadow, int size, double radius) {
    memset(shadow, 0, sizeof *shadow);
    shadow->size = size;
    shadow->radius = radius;
    const int real = size > 0 ? size : 1;
    for (int i = 0; i < 2; i++) {
        if (!make_map(&shadow->frame[i], &shadow->texture[i], real))
            return false;
        glClearDepth(1.0);
        ui_gl_clear(GL_DEPTH_BUFFER_BIT, real, real, 1);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return true;
}

void ui_gl_shadow_finish(struct ui_gl_shadow *shadow) {
    glDeleteFramebuffers(2, shadow->frame);
    glDeleteTextures(2, shadow->texture);
    memset(shadow, 0, sizeof *shadow);
}

bool ui_gl_shadow_aim(struct ui_gl_shadow *shadow, struct sim_vec3 focus, struct sim_vec3 sun,
                      struct sim_vec3 origin) {
    const double moved = sim_length(sim_sub(focus, shadow->centre));
    const bool same_sun = sim_length(sim_sub(sun, shadow->sun)) < 1e-9;
    if (shadow->valid && same_sun && moved < 0.2 * shadow->radius)
        return false;
    shadow->sun = sun;
    shadow->centre = focus;
    shadow->valid = true;
    const double deep = 2.0 * shadow->radius + 60.0; // [m] room for trees and slopes
    const struct sim_pose pose = ui_look_at(focus, sim_sub(focus, sun));
    shadow->clip = ui_ortho_matrix(&pose, origin, shadow->radius, shadow->radius, -deep, deep);
    shadow->texture_from_world = ui_mat4_mul(&half, &shadow->clip);
    return true;
}

static void begin(const struct ui_gl_shadow *shadow) {
    glViewport(0, 0, shadow->size, shadow->size);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5F, 3.0F);
    ui_gl_counts_shadows(true);
}

void ui_gl_shadow_begin_still(const struct ui_gl_shadow *shadow) {
    glBindFramebuffer(GL_FRAMEBUFFER, shadow->frame[0]);
    begin(shadow);
    ui_gl_clear(GL_DEPTH_BUFFER_BIT, shadow->size, shadow->size, 1);
}

void ui_gl_shadow_begin_moving(const struct ui_gl_shadow *shadow) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, shadow->frame[0]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, shadow->frame[1]);
    begin(shadow);
    ui_gl_copy(GL_DEPTH_BUFFER_BIT, shadow->size, shadow->size, 1);
    glBindFramebuffer(GL_FRAMEBUFFER, shadow->frame[1]);
}

void ui_gl_shadow_aim_lamp(struct ui_gl_shadow *shadow, int map, const struct ui_lamp *lamp,
                           struct sim_vec3 origin, double reach) {
    assert(map == 0 || map == 1);
    static const double near = 0.7; // [m] beyond the edge of the roof that carries the lamp
    struct ui_camera camera = ui_default_camera();
    camera.pose = lamp->pose;
    camera.fov_y = 2.0 * acos(lamp->cone);
    camera.near = near;
    camera.far = reach;
    const struct ui_view view = ui_view_mono(&camera, 1.0);
    const struct ui_mat4 clip = ui_view_matrix(&view, origin);
    shadow->lamp_whole = ui_mat4_mul(&half, &clip);
    const float part = 0.5F / LAMP_SHARE;
    const struct ui_mat4 corner = {{part, 0.0F, 0.0F, 0.0F, 0.0F, part, 0.0F, 0.0F, 0.0F, 0.0F,
                                    0.5F, 0.0F, part, part, 0.5F, 1.0F}};
    shadow->lamp_from_world[map] = ui_mat4_mul(&corner, &clip);
}

void ui_gl_shadow_begin_lamp(const struct ui_gl_shadow *shadow, int map) {
    assert(map == 0 || map == 1);
    glBindFramebuffer(GL_FRAMEBUFFER, shadow->frame[map]);
    begin(shadow);
    ui_gl_clear(GL_DEPTH_BUFFER_BIT, shadow->size, shadow->size, 1);
    const int side = shadow->size / LAMP_SHARE;
    glViewport(0, 0, side, side);
}

void ui_gl_shadow_end(void) {
    glDisable(GL_POLYGON_OFFSET_FILL);
    ui_gl_counts_shadows(false);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}
