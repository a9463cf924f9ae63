#include <assert.h>
#include <math.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/parts.h"

// A lamp reaches less far than the sun: it has a corner of the map, this part of a cascade's side.
enum { LAMP_SHARE = 4 };

// From clip space, -1 to 1, to texture space.
static const struct ui_mat4 half = {{0.5F, 0.0F, 0.0F, 0.0F, 0.0F, 0.5F, 0.0F, 0.0F, 0.0F, 0.0F,
                                     0.5F, 0.0F, 0.5F, 0.5F, 0.5F, 1.0F}};

// ---- maps ----

static bool make_map(unsigned *frame, unsigned *texture, int width, int height) {
    glGenTextures(1, texture);
    glBindTexture(GL_TEXTURE_2D, *texture);
    // Over the map's 270 to 400 m, 16 bits tell 4 to 6 mm apart.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT16, width, height, 0, GL_DEPTH_COMPONENT,
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

bool ui_gl_shadow_init(struct ui_gl_shadow *shadow, int size, int cascades) {
    assert(cascades >= 1 && cascades <= UI_GL_CASCADES);
    memset(shadow, 0, sizeof *shadow);
    shadow->size = size;
    shadow->cascades = cascades;
    const int real = size > 0 ? size : 1;
    for (int i = 0; i < 2; i++) {
        if (!make_map(&shadow->frame[i], &shadow->texture[i], cascades * real, real))
            return false;
        glClearDepth(1.0);
        glClear(GL_DEPTH_BUFFER_BIT);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return true;
}

void ui_gl_shadow_finish(struct ui_gl_shadow *shadow) {
    glDeleteFramebuffers(2, shadow->frame);
    glDeleteTextures(2, shadow->texture);
    memset(shadow, 0, sizeof *shadow);
}

void ui_gl_shadow_forget(struct ui_gl_shadow *shadow) {
    for (int i = 0; i < UI_GL_CASCADES; i++)
        shadow->cascade[i].valid = false;
}

// ---- where the sun's maps are ----

static const struct ui_gl_texels nothing = {0, 0, 0, 0};

static struct ui_gl_texels all_of(const struct ui_gl_shadow *shadow) {
    return (struct ui_gl_texels){0, 0, shadow->size, shadow->size};
}

// The near map measures depth as the far one does, so that one place is found from the other.
static void set_matrices(struct ui_gl_shadow *shadow, int i, struct sim_vec3 origin) {
    struct ui_gl_cascade *c = &shadow->cascade[i];
    const double deep = 2.0 * c->radius + 60.0; // [m] room for trees and slopes
    const struct sim_pose pose = ui_look_at(c->centre, sim_sub(c->centre, shadow->sun));
    c->clip = ui_ortho_matrix(&pose, origin, c->radius, c->radius, -deep, deep);
    for (int k = 2; i > 0 && k < 16; k += 4)
        c->clip.m[k] = shadow->cascade[0].clip.m[k];
    c->texture_from_world = ui_mat4_mul(&half, &c->clip);
}

static void aim_anew(struct ui_gl_shadow *shadow, int i, struct sim_vec3 focus,
                     struct sim_vec3 origin) {
    struct ui_gl_cascade *c = &shadow->cascade[i];
    c->centre = focus;
    c->valid = true;
    c->fresh[0] = c->dirty = all_of(shadow);
    c->fresh[1] = nothing;
    c->shift_x = c->shift_y = 0;
    set_matrices(shadow, i, origin);
}

// The strips that come into the map on the sides towards which it has moved.
static void find_fresh(const struct ui_gl_shadow *shadow, struct ui_gl_cascade *c) {
    const int size = shadow->size, x = c->shift_x, y = c->shift_y;
    const int left = x < 0 ? -x : 0, wide = size - (x < 0 ? -x : x);
    c->fresh[0] = (struct ui_gl_texels){x > 0 ? size - x : 0, 0, x < 0 ? -x : x, size};
    c->fresh[1] = (struct ui_gl_texels){left, y > 0 ? size - y : 0, wide, y < 0 ? -y : y};
    c->dirty = all_of(shadow);
}

// By whole texels, so that nothing flickers.
static void scroll(struct ui_gl_shadow *shadow, int i, const double move[2],
                   const struct sim_vec3 axis[2], struct sim_vec3 origin) {
    struct ui_gl_cascade *c = &shadow->cascade[i];
    const double texel = 2.0 * c->radius / shadow->size;
    c->shift_x = (int)lround(move[0] / texel);
    c->shift_y = (int)lround(move[1] / texel);
    c->centre = sim_add_scaled(c->centre, axis[0], c->shift_x * texel);
    c->centre = sim_add_scaled(c->centre, axis[1], c->shift_y * texel);
    find_fresh(shadow, c);
    set_matrices(shadow, i, origin);
}

bool ui_gl_shadow_aim(struct ui_gl_shadow *shadow, int i, struct sim_vec3 focus, double radius,
                      struct sim_vec3 sun, struct sim_vec3 origin) {
    static const double slack = 0.1;    // of the radius
    static const double room = 50.0;    // [m] along the sun's rays, of that in depth
    static const double longest = 0.75; // of the radius, to be worth it
    struct ui_gl_cascade *c = &shadow->cascade[i];
    const bool same_sun = sim_length(sim_sub(sun, shadow->sun)) < 1e-9;
    c->fresh[0] = c->fresh[1] = nothing;
    if (!same_sun)
        ui_gl_shadow_forget(shadow);
    if (radius != c->radius)
        c->valid = false;
    shadow->sun = sun;
    c->radius = radius;
    const struct sim_pose pose = ui_look_at(focus, sim_sub(focus, sun));
    const struct sim_vec3 axis[2] = {sim_rotate(pose.q, sim_vec3(0.0, -1.0, 0.0)),
                                     sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0))};
    const struct sim_vec3 way = sim_sub(focus, c->centre);
    const double move[2] = {sim_dot(way, axis[0]), sim_dot(way, axis[1])};
    const double most = fmax(fabs(move[0]), fabs(move[1])), along = fabs(sim_dot(way, sun));
    if (c->valid && most < slack * radius && along < room)
        return false;
    if (c->valid && most < longest * radius && along < room) {
        scroll(shadow, i, move, axis, origin);
        return true;
    }
    if (i == 0) // whose depth the others share
        ui_gl_shadow_forget(shadow);
    aim_anew(shadow, i, focus, origin);
    return true;
}

void ui_gl_shadow_near_place(const struct ui_gl_shadow *shadow, float place[4]) {
    const struct ui_gl_cascade *far = &shadow->cascade[0], *near = &shadow->cascade[1];
    place[0] = 0.0F;
    place[1] = place[2] = 9.0F; // never within
    place[3] = 1.0F / (float)shadow->cascades;
    if (shadow->cascades < 2 || !near->valid)
        return;
    // Both are squares along the same axes: u = 0.5 + (x - centre) / (2 radius).
    const float scale = (float)(far->radius / near->radius);
    const float *f = far->texture_from_world.m, *n = near->texture_from_world.m;
    place[0] = scale;
    place[1] = n[12] - scale * f[12];
    place[2] = n[13] - scale * f[13];
}

// ---- drawing ----

static void begin(const struct ui_gl_shadow *shadow, int cascade) {
    glViewport(cascade * shadow->size, 0, shadow->size, shadow->size);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_SCISSOR_TEST);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5F, 3.0F);
    ui_gl_counts_shadows(true);
}

static void cut_to(const struct ui_gl_shadow *shadow, int cascade,
                   const struct ui_gl_texels *part) {
    glScissor(cascade * shadow->size + part->x, part->y, part->width, part->height);
}

// A part of a cascade from one map to the other, its low corner then at (x, y).
static void copy(const struct ui_gl_shadow *shadow, int cascade, int from,
                 const struct ui_gl_texels *part, int x, int y) {
    const int left = cascade * shadow->size;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, shadow->frame[from]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, shadow->frame[1 - from]);
    ui_gl_copy_part(GL_DEPTH_BUFFER_BIT, left + part->x, part->y, part->width, part->height,
                    left + x, y);
}

void ui_gl_shadow_begin_still(const struct ui_gl_shadow *shadow, int cascade) {
    const struct ui_gl_cascade *c = &shadow->cascade[cascade];
    begin(shadow, cascade);
    glEnable(GL_DEPTH_CLAMP); // what is nearer to the sun casts shadows, too
    if (c->shift_x == 0 && c->shift_y == 0)
        return;
    const int x = c->shift_x, y = c->shift_y;
    const int wide = shadow->size - (x < 0 ? -x : x), high = shadow->size - (y < 0 ? -y : y);
    const struct ui_gl_texels kept = {x > 0 ? x : 0, y > 0 ? y : 0, wide, high};
    const struct ui_gl_texels moved = {x < 0 ? -x : 0, y < 0 ? -y : 0, wide, high};
    glDisable(GL_SCISSOR_TEST); // copies are cut, too
    copy(shadow, cascade, 0, &kept, moved.x, moved.y);
    copy(shadow, cascade, 1, &moved, moved.x, moved.y);
    glEnable(GL_SCISSOR_TEST);
}

void ui_gl_shadow_begin_part(const struct ui_gl_shadow *shadow, int cascade,
                             const struct ui_gl_texels *part) {
    glBindFramebuffer(GL_FRAMEBUFFER, shadow->frame[0]);
    cut_to(shadow, cascade, part);
    ui_gl_clear(GL_DEPTH_BUFFER_BIT, part->width, part->height, 1);
}

static struct ui_gl_texels join(const struct ui_gl_texels *a, const struct ui_gl_texels *b) {
    if (a->width == 0 || b->width == 0)
        return a->width == 0 ? *b : *a;
    const int x0 = a->x < b->x ? a->x : b->x, y0 = a->y < b->y ? a->y : b->y;
    const int ax = a->x + a->width, bx = b->x + b->width, ay = a->y + a->height,
              by = b->y + b->height;
    return (struct ui_gl_texels){x0, y0, (ax > bx ? ax : bx) - x0, (ay > by ? ay : by) - y0};
}

bool ui_gl_shadow_begin_moving(struct ui_gl_shadow *shadow, int cascade,
                               const struct ui_gl_texels *part) {
    struct ui_gl_cascade *c = &shadow->cascade[cascade];
    const struct ui_gl_texels old = join(&c->dirty, part);
    c->dirty = *part;
    begin(shadow, cascade);
    glEnable(GL_DEPTH_CLAMP);
    glDisable(GL_SCISSOR_TEST);
    if (old.width > 0)
        copy(shadow, cascade, 0, &old, old.x, old.y);
    glEnable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, shadow->frame[1]);
    cut_to(shadow, cascade, part);
    return part->width > 0;
}

void ui_gl_shadow_end(void) {
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_CLAMP);
    ui_gl_counts_shadows(false);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

// ---- parts of a cascade ----

struct ui_gl_texels ui_gl_shadow_texels(const struct ui_gl_shadow *shadow,
                                        const struct ui_gl_bounds *bounds) {
    int side[2][2];
    if (bounds->low[0] > bounds->high[0])
        return nothing;
    for (int k = 0; k < 2; k++) {
        const double low = floor(0.5 * ((double)bounds->low[k] + 1.0) * shadow->size) - 2.0;
        const double high = ceil(0.5 * ((double)bounds->high[k] + 1.0) * shadow->size) + 2.0;
        side[k][0] = (int)sim_clamp(low, 0.0, shadow->size);
        side[k][1] = (int)sim_clamp(high, 0.0, shadow->size);
    }
    const struct ui_gl_texels part = {side[0][0], side[1][0], side[0][1] - side[0][0],
                                      side[1][1] - side[1][0]};
    return part.width > 0 && part.height > 0 ? part : nothing;
}

struct ui_gl_bounds ui_gl_shadow_bounds(const struct ui_gl_shadow *shadow,
                                        const struct ui_gl_texels *part) {
    const float texel = 2.0F / (float)shadow->size;
    return (struct ui_gl_bounds){{(float)part->x * texel - 1.0F, (float)part->y * texel - 1.0F},
                                 {(float)(part->x + part->width) * texel - 1.0F,
                                  (float)(part->y + part->height) * texel - 1.0F}};
}

// ---- lamps ----

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
    const float high = 0.5F / LAMP_SHARE, wide = high / (float)shadow->cascades;
    const struct ui_mat4 corner = {{wide, 0.0F, 0.0F, 0.0F, 0.0F, high, 0.0F, 0.0F, 0.0F, 0.0F,
                                    0.5F, 0.0F, wide, high, 0.5F, 1.0F}};
    shadow->lamp_from_world[map] = ui_mat4_mul(&corner, &clip);
}

void ui_gl_shadow_begin_lamp(const struct ui_gl_shadow *shadow, int map) {
    assert(map == 0 || map == 1);
    const int side = shadow->size / LAMP_SHARE;
    const struct ui_gl_texels corner = {0, 0, side, side};
    glBindFramebuffer(GL_FRAMEBUFFER, shadow->frame[map]);
    begin(shadow, 0);
    cut_to(shadow, 0, &corner);
    ui_gl_clear(GL_DEPTH_BUFFER_BIT, side, side, 1);
    glViewport(0, 0, side, side);
}
