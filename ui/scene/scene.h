// The contents of a picture: a neutral list that knows neither dynamics nor graphics. A screen
// fills it before each frame; the renderer only reads it.
#pragma once

#include "sim/base/array.h"
#include "sim/shape/shape.h"
#include "ui/scene/view.h"

struct ui_canvas;
struct ui_rut_map;

enum ui_shape_kind {
    UI_SHAPE_BOX,      // half
    UI_SHAPE_SPHERE,   // radius[0]
    UI_SHAPE_CAPSULE,  // axis local z, half_length, radius at the -z and +z end
    UI_SHAPE_CYLINDER, // the same with flat ends
    UI_SHAPE_WHEEL,    // a tyre on its rim: axle local z, radius[0], half_length is half its width
    UI_SHAPE_KIND_COUNT,
    UI_SHAPE_SURFACE = UI_SHAPE_KIND_COUNT // mesh: no kind of its own, each is another
};

enum ui_look {
    UI_LOOK_PAINT,
    UI_LOOK_STEEL,
    UI_LOOK_TYRE, // rubber; on a wheel, colour is the rim's
    UI_LOOK_BARK,
    UI_LOOK_LOG,  // bark, and cut wood on the flat ends
    UI_LOOK_WOOD, // cut wood with rings about the local z axis
    UI_LOOK_GLASS,
    UI_LOOK_LAMP,  // glows by itself
    UI_LOOK_PLAIN, // matt and clean
    UI_LOOK_COUNT
};

struct ui_primitive {
    enum ui_shape_kind kind;
    enum ui_look look;
    struct sim_pose pose;
    double radius[2];            // [m]
    double half_length;          // [m]
    struct sim_vec3 half;        // [m]
    float colour[3];             // as on a screen, 0 to 1
    double along;                // [m] of a round piece of a stem: where its middle is on the stem
    const struct sim_mesh *mesh; // not owned; must live until the picture is taken
};

enum ui_species { UI_SPRUCE, UI_PINE, UI_BIRCH, UI_SPECIES_COUNT };

struct ui_tree {
    enum ui_species species;
    struct sim_pose pose; // of the stem at ground level, z along the stem
    double dbh;           // [m] diameter at 1.3 m; 0: the crown alone
    double height;        // [m]
    double crown_base;    // [m] above the pose's origin
    double crown_width;   // [m] diameter
    double sweep;         // [m] of its lowest 5 m, a bow towards the pose's x (terrain/defects.h)
    bool moving;          // false: the same as in the last frame unless tree_revision differs
};

struct ui_road {
    const struct sim_vec3 *point; // centre line, the scene does not own it
    int count;
    double width; // [m]
};

#define UI_ROADS_MAX 16

// A flat picture in the scene: a mirror, or the screen of a camera. A table of views says what it
// shows (ui/scene/view_table.h).
struct ui_monitor {
    struct sim_pose pose;           // of its middle; x: towards the viewer, y: to the right, z: up
    double half_width, half_height; // [m]
    bool mirror;                    // its sides are exchanged
};

#define UI_MONITORS 4

// Letters on a flat screen in the scene, such as a computer's page: a canvas that fills the screen.
struct ui_page {
    const struct ui_canvas *canvas; // not owned, must live until the picture is taken; NULL: none
    struct sim_pose pose;           // as of a monitor
    double half_width, half_height; // [m]
    int only;                       // 1 + the row of the window that shows it; 0: all of them do
};

#define UI_NAMES 16

// A lamp that shines along the x axis of its pose.
struct ui_lamp {
    struct sim_pose pose;
    double strength; // of its light at the distance d: strength / (20 m^2 + d^2)
    double cone;     // cosine of half its angle
};

#define UI_LAMPS 8

static const double ui_wiper_period = 1.6; // [s] as in ui/gl/shaders/rain.glsl

struct ui_scene {
    const struct sim_heightfield *ground; // not owned; NULL: no ground
    unsigned ground_revision;             // counts changes of ground or roads
    const struct ui_rut_map *ruts;        // not owned; NULL: none. Its changes need no count
    struct ui_road road[UI_ROADS_MAX];
    int roads;
    SIM_ARRAY(struct ui_tree) trees;           // owned
    unsigned tree_revision;                    // counts changes of trees that are not moving
    bool surroundings;                         // forest around the ground, where nothing can drive
    SIM_ARRAY(struct ui_primitive) primitives; // owned
    struct ui_monitor monitor[UI_MONITORS];
    int monitors;
    struct ui_page page;
    struct ui_page name[UI_NAMES]; // that float in the scene, where both eyes are to see them
    int names;
    struct ui_lamp lamp[UI_LAMPS]; // the first two cast shadows
    int lamps;
    struct sim_vec3 sun;  // unit vector towards the sun
    double haze;          // [1/m] part of the light lost per metre
    double clouds;        // 0: clear, 1: overcast
    double rain;          // 0: none, 1: a downpour
    double snow;          // 0: none, 1: nothing of the ground is seen
    struct sim_vec3 wind; // [m/s] level
    double time;          // [s] for what falls and wipes
    bool plain;           // a plain light background instead of the sky, and fine shadows only in
                          // the ball that is looked at:
    struct sim_vec3 middle;
    double radius; // [m]
};

// Empty; afternoon sun.
void ui_scene_init(struct ui_scene *scene);
// Accepts a zeroed scene.
void ui_scene_finish(struct ui_scene *scene);

// [1/m] The haze in which 2 % of a contrast arrive from a distance [m] (Koschmieder 1924).
double ui_haze_of_visibility(double visibility);

// False where memory is missing.
bool ui_scene_add_primitive(struct ui_scene *scene, const struct ui_primitive *primitive);
bool ui_scene_add_tree(struct ui_scene *scene, const struct ui_tree *tree);
// Index of the monitor; -1 where there are as many as there can be.
int ui_scene_add_monitor(struct ui_scene *scene, const struct ui_monitor *monitor);
// Monitors, page and lamps are cleared with the primitives. The caller counts tree_revision up
// where the new list differs in trees that do not move.
void ui_scene_clear_primitives(struct ui_scene *scene);
void ui_scene_clear_trees(struct ui_scene *scene);

// Shapes in one line, to be given colour and pose by the caller.
struct ui_primitive ui_box(struct sim_vec3 half, const float colour[3]);
struct ui_primitive ui_cylinder(double radius, double half_length, const float colour[3]);
// A round rod from a to b, in its place [m].
struct ui_primitive ui_rod(struct sim_vec3 a, struct sim_vec3 b, double radius,
                           const float colour[3]);
