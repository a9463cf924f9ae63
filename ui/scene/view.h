// Cameras and projections, without any graphics library.
//
// A camera looks along its x axis, y is left and z is up, as on a machine. Clip space is OpenGL's:
// x right, y up, z from -1 (near) to 1 (far).
#pragma once

#include "sim/base/math.h"

struct ui_mat4 {
    float m[16]; // column by column
};

struct ui_camera {
    struct sim_pose pose;
    double fov_y;     // [rad] vertical field of view
    double near, far; // [m]
};

// One eye: its pose and frustum.
struct ui_view {
    struct sim_pose pose;
    double left, right, bottom, top; // [m] of the window in the near plane, x to the right
    double near, far;                // [m]
};

// A screen before the eyes, in the frame of the camera between them: the pose of its middle, x away
// from the eyes, z up.
struct ui_view_plane {
    struct sim_pose pose;
    double half_width, half_height; // [m] 0: there is none
};

enum ui_stereo_mode {
    UI_STEREO_NONE,
    UI_STEREO_SIDE_BY_SIDE, // left eye in the left half
    UI_STEREO_OVER_UNDER,   // left eye in the upper half
    UI_STEREO_ANAGLYPH,     // left eye red, right eye cyan
    UI_STEREO_ROWS,         // left eye in the even rows of the screen
    UI_STEREO_QUAD_BUFFER,  // left and right back buffer of the graphics card
    UI_STEREO_MODE_COUNT
};

struct ui_stereo {
    enum ui_stereo_mode mode;
    double eye_distance;    // [m]
    double screen_distance; // [m] from the eyes to what is seen at the depth of the screen
};

enum ui_eye { UI_EYE_LEFT, UI_EYE_RIGHT };

// 60 degrees, 0.15 m to 600 m: near enough for the posts of a cab, and 24 bits of depth still
// separate 1 cm at 20 m.
struct ui_camera ui_default_camera(void);
// Mode none; 65 mm is the mean eye distance of adults, 6 m is where the head usually works.
struct ui_stereo ui_default_stereo(void);

// "none", "side-by-side", "over-under", "anaglyph", "rows", "quad-buffer"
const char *ui_stereo_mode_name(enum ui_stereo_mode mode);
// UI_STEREO_MODE_COUNT where there is no mode of that name.
enum ui_stereo_mode ui_stereo_mode_find(const char *name);

// Camera at eye that looks at target with the horizon level.
struct sim_pose ui_look_at(struct sim_vec3 eye, struct sim_vec3 target);

// aspect: width / height of the picture.
struct ui_view ui_view_mono(const struct ui_camera *camera, double aspect);

// Off-axis frustum: the eyes stand eye_distance apart on the camera's y axis and look through the
// same window in the plane at screen_distance. A point at depth z is drawn with the parallax below.
struct ui_view ui_view_eye(const struct ui_camera *camera, double aspect,
                           const struct ui_stereo *stereo, enum ui_eye eye);

// The view of an eye through the plane as through a window of the same size: the frustum from the
// eye, offset [m] to the left of the camera, through the plane's corners. The eye must be before
// it.
struct ui_view ui_view_through(const struct ui_camera *camera, const struct ui_view_plane *plane,
                               double offset);

// Where the right eye sees a point of that depth [m] minus where the left eye sees it, on the plane
// of the screen [m]: e (1 - d / z). Zero on the screen, e at infinity, negative in front.
double ui_stereo_parallax(const struct ui_stereo *stereo, double depth);

// Clip space from the world, whose coordinates are given relative to origin: keeps single
// precision good far from the world's origin.
struct ui_mat4 ui_view_matrix(const struct ui_view *view, struct sim_vec3 origin);

// Clip space coordinates divided by w, in double precision. False behind the eye.
bool ui_view_project(const struct ui_view *view, struct sim_vec3 point, double ndc[3]);

struct ui_mat4 ui_mat4_mul(const struct ui_mat4 *a, const struct ui_mat4 *b);
// Box in the frame of pose (x forward) onto clip space: a parallel projection.
struct ui_mat4 ui_ortho_matrix(const struct sim_pose *pose, struct sim_vec3 origin,
                               double half_width, double half_height, double near, double far);

// Planes a x + b y + c z + d >= 0 inside, taken from a clip matrix, unit normals.
struct ui_frustum {
    float plane[6][4];
};
struct ui_frustum ui_frustum_of(const struct ui_mat4 *clip);
bool ui_frustum_sees_sphere(const struct ui_frustum *frustum, const float centre[3], float radius);
// Whether any of an infinite cone may be inside. axis: unit vector; cosine: of half its angle.
bool ui_frustum_sees_cone(const struct ui_frustum *frustum, const float apex[3],
                          const float axis[3], float cosine);
