// The table of views: a row for each picture that is taken of a scene, whether it fills the window,
// a part of it, a mirror or a monitor. A screen fills the table, the renderer goes through it.
#pragma once

#include "ui/scene/view.h"

#define UI_VIEWS 8

enum { UI_SURFACE_WINDOW = -1 }; // else a row's surface is a monitor of the scene

// Which eye a row of the window is drawn for.
enum ui_view_eye {
    UI_VIEW_EYES, // both, as the window's stereo mode shows them
    UI_VIEW_LEFT, // this one alone, such as for one of two projectors
    UI_VIEW_RIGHT
};

// A part of a surface, in shares of its width and height from its lower left corner.
struct ui_view_part {
    double x, y, width, height;
};

struct ui_view_row {
    struct ui_camera camera;
    int surface;
    struct ui_view_part rectangle; // of the window; a monitor is always filled
    enum ui_view_eye eye;
    struct ui_view_plane plane; // the screen that the row fills; without one the camera's own shape
    int every;         // drawn anew in one of so many pictures, from 1; the window always is
    bool behind_glass; // the camera is an eye in a cab: rain runs down its panes
};

struct ui_view_table {
    struct ui_view_row row[UI_VIEWS];
    int count;
    bool hurried;   // nothing waits for its turn, neither rows nor shadows
    bool unwritten; // the scene's page is left out: the caller writes it onto the larger picture
};

// One camera that fills the window for both eyes.
struct ui_view_table ui_view_table_of(const struct ui_camera *camera);

// Appends a row that shows the camera on a monitor of the scene in every second picture; a full
// table keeps what it has.
void ui_view_table_add_monitor(struct ui_view_table *table, int monitor,
                               const struct ui_camera *camera);

// Divides the window: the first row keeps the left half, the camera gets the right one. Both have
// the cameras' own shapes then.
void ui_view_table_split(struct ui_view_table *table, const struct ui_camera *camera);

// Everything is drawn in every picture: for pictures that are no film.
void ui_view_table_hurry(struct ui_view_table *table);

// True where the row is drawn in the picture of that number. Rows of the same rate take turns.
bool ui_view_is_due(const struct ui_view_table *table, int row, unsigned long picture);

// The row's frustum; width and height of its surface [pixel]. stereo may be NULL.
struct ui_view ui_view_of_row(const struct ui_view_row *row, int width, int height,
                              const struct ui_stereo *stereo, enum ui_eye eye);

// The view of an eye in a mirror: the camera stands behind the mirror's middle, where the eye's
// image is, and sees what is before the mirror; its picture has to be shown with its sides
// exchanged. pose: of the mirror, x is its normal on the eye's side, z is up. half_height [m].
// radius [m] of a convex mirror; 0: flat. The image of an eye at the distance d is at 1 / (1/d +
// 2/radius).
struct ui_camera ui_mirror_camera(struct sim_vec3 eye, const struct sim_pose *pose,
                                  double half_height, double radius);
