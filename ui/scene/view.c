#include "ui/scene/view.h"

#include <assert.h>
#include <string.h>

static const char *const mode_names[UI_STEREO_MODE_COUNT] = {
    "none", "side-by-side", "over-under", "anaglyph", "rows", "quad-buffer"};

struct ui_camera ui_default_camera(void) {
    return (struct ui_camera){
        .pose = sim_pose_identity(), .fov_y = SIM_PI / 3.0, .near = 0.15, .far = 600.0};
}

struct ui_stereo ui_default_stereo(void) {
    return (struct ui_stereo){
        .mode = UI_STEREO_NONE, .eye_distance = 0.065, .screen_distance = 6.0};
}

const char *ui_stereo_mode_name(enum ui_stereo_mode mode) {
    assert(mode < UI_STEREO_MODE_COUNT);
    return mode_names[mode];
}

enum ui_stereo_mode ui_stereo_mode_find(const char *name) {
    int i = 0;
    while (i < UI_STEREO_MODE_COUNT && strcmp(mode_names[i], name) != 0)
        i++;
    return (enum ui_stereo_mode)i;
}

struct sim_pose ui_look_at(struct sim_vec3 eye, struct sim_vec3 target) {
    const struct sim_vec3 x = sim_unit_or(sim_sub(target, eye), sim_vec3(1.0, 0.0, 0.0));
    const double yaw = atan2(x.y, x.x);
    const double pitch = -asin(sim_clamp(x.z, -1.0, 1.0));
    return (struct sim_pose){eye, sim_quat_rpy(0.0, pitch, yaw)};
}

struct ui_view ui_view_mono(const struct ui_camera *camera, double aspect) {
    assert(aspect > 0.0 && camera->near > 0.0 && camera->near < camera->far);
    const double top = camera->near * tan(0.5 * camera->fov_y);
    const double right = top * aspect;
    return (struct ui_view){camera->pose, -right, right, -top, top, camera->near, camera->far};
}

struct ui_view ui_view_eye(const struct ui_camera *camera, double aspect,
                           const struct ui_stereo *stereo, enum ui_eye eye) {
    assert(eye == UI_EYE_LEFT || eye == UI_EYE_RIGHT);
    struct ui_view view = ui_view_mono(camera, aspect);
    const double side = eye == UI_EYE_LEFT ? 0.5 : -0.5;
    const double offset = side * stereo->eye_distance;
    view.pose.p = sim_pose_point(camera->pose, sim_vec3(0.0, offset, 0.0));
    // Seen from an eye that stands offset to the left, the window lies offset to the right.
    const double shift = offset * camera->near / stereo->screen_distance;
    view.left += shift;
    view.right += shift;
    return view;
}

struct ui_view ui_view_through(const struct ui_camera *camera, const struct ui_view_plane *plane,
                               double offset) {
    const struct sim_vec3 eye = sim_vec3(0.0, offset, 0.0);
    const struct sim_vec3 middle = sim_unrotate(plane->pose.q, sim_sub(plane->pose.p, eye));
    assert(middle.x > 0.0 && plane->half_width > 0.0 && plane->half_height > 0.0);
    const double scale = camera->near / middle.x;
    return (struct ui_view){
        .pose = {sim_pose_point(camera->pose, eye), sim_quat_mul(camera->pose.q, plane->pose.q)},
        .left = scale * (-middle.y - plane->half_width),
        .right = scale * (-middle.y + plane->half_width),
        .bottom = scale * (middle.z - plane->half_height),
        .top = scale * (middle.z + plane->half_height),
        .near = camera->near,
        .far = camera->far};
}

double ui_stereo_parallax(const struct ui_stereo *stereo, double depth) {
    return stereo->eye_distance * (1.0 - stereo->screen_distance / depth);
}

// Rows of the rotation from the world to the eye: right, up, back.
static void eye_axes(const struct sim_pose *pose, struct sim_vec3 axis[3]) {
    axis[0] = sim_rotate(pose->q, sim_vec3(0.0, -1.0, 0.0));
    axis[1] = sim_rotate(pose->q, sim_vec3(0.0, 0.0, 1.0));
    axis[2] = sim_rotate(pose->q, sim_vec3(-1.0, 0.0, 0.0));
}

static struct ui_mat4 eye_from_world(const struct sim_pose *pose, struct sim_vec3 origin) {
    struct sim_vec3 axis[3];
    eye_axes(pose, axis);
    const struct sim_vec3 eye = sim_sub(pose->p, origin);
    struct ui_mat4 r = {{0.0F}};
    for (int row = 0; row < 3; row++) {
        r.m[row] = (float)axis[row].x;
        r.m[4 + row] = (float)axis[row].y;
        r.m[8 + row] = (float)axis[row].z;
        r.m[12 + row] = (float)-sim_dot(axis[row], eye);
    }
    r.m[15] = 1.0F;
    return r;
}

struct ui_mat4 ui_mat4_mul(const struct ui_mat4 *a, const struct ui_mat4 *b) {
    struct ui_mat4 r;
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 4; row++) {
            float sum = 0.0F;
            for (int k = 0; k < 4; k++)
                sum += a->m[4 * k + row] * b->m[4 * column + k];
            r.m[4 * column + row] = sum;
        }
    }
    return r;
}

struct ui_mat4 ui_view_matrix(const struct ui_view *view, struct sim_vec3 origin) {
    const double width = view->right - view->left;
    const double height = view->top - view->bottom;
    const double depth = view->far - view->near;
    struct ui_mat4 p = {{0.0F}};
    p.m[0] = (float)(2.0 * view->near / width);
    p.m[5] = (float)(2.0 * view->near / height);
    p.m[8] = (float)((view->right + view->left) / width);
    p.m[9] = (float)((view->top + view->bottom) / height);
    p.m[10] = (float)(-(view->far + view->near) / depth);
    p.m[11] = -1.0F;
    p.m[14] = (float)(-2.0 * view->far * view->near / depth);
    const struct ui_mat4 eye = eye_from_world(&view->pose, origin);
    return ui_mat4_mul(&p, &eye);
}

bool ui_view_project(const struct ui_view *view, struct sim_vec3 point, double ndc[3]) {
    const struct sim_vec3 local = sim_pose_local(view->pose, point);
    if (local.x <= 0.0)
        return false;
    const double x = -local.y * view->near / local.x;
    const double y = local.z * view->near / local.x;
    ndc[0] = (2.0 * x - view->right - view->left) / (view->right - view->left);
    ndc[1] = (2.0 * y - view->top - view->bottom) / (view->top - view->bottom);
    ndc[2] = (view->far + view->near - 2.0 * view->far * view->near / local.x) /
             (view->far - view->near);
    return true;
}

struct ui_mat4 ui_ortho_matrix(const struct sim_pose *pose, struct sim_vec3 origin,
                               double half_width, double half_height, double near, double far) {
    assert(half_width > 0.0 && half_height > 0.0 && near < far);
    struct ui_mat4 p = {{0.0F}};
    p.m[0] = (float)(1.0 / half_width);
    p.m[5] = (float)(1.0 / half_height);
    p.m[10] = (float)(-2.0 / (far - near));
    p.m[14] = (float)(-(far + near) / (far - near));
    p.m[15] = 1.0F;
    const struct ui_mat4 eye = eye_from_world(pose, origin);
    return ui_mat4_mul(&p, &eye);
}

struct ui_frustum ui_frustum_of(const struct ui_mat4 *clip) {
    struct ui_frustum f;
    for (int i = 0; i < 6; i++) {
        const float sign = i % 2 == 0 ? 1.0F : -1.0F;
        float *plane = f.plane[i];
        for (int k = 0; k < 4; k++)
            plane[k] = clip->m[4 * k + 3] + sign * clip->m[4 * k + i / 2];
        const float length = sqrtf(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
        for (int k = 0; k < 4; k++)
            plane[k] /= length;
    }
    return f;
}

bool ui_frustum_sees_sphere(const struct ui_frustum *frustum, const float centre[3], float radius) {
    for (int i = 0; i < 6; i++) {
        const float *plane = frustum->plane[i];
        if (plane[0] * centre[0] + plane[1] * centre[1] + plane[2] * centre[2] + plane[3] < -radius)
            return false;
    }
    return true;
}

bool ui_frustum_sees_cone(const struct ui_frustum *frustum, const float apex[3],
                          const float axis[3], float cosine) {
    assert(cosine >= -1.0F && cosine <= 1.0F);
    const float sine = sqrtf(1.0F - cosine * cosine);
    for (int i = 0; i < 6; i++) {
        const float *p = frustum->plane[i];
        const float height = p[0] * apex[0] + p[1] * apex[1] + p[2] * apex[2] + p[3];
        const float along = p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2];
        // Along the line of the cone that rises most, if not along the plane's normal itself.
        const float across = sqrtf(fmaxf(1.0F - along * along, 0.0F));
        const bool rises = along > cosine || along * cosine + across * sine > 0.0F;
        if (height < 0.0F && !rises)
            return false;
    }
    return true;
}
