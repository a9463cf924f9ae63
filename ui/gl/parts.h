// The parts of the renderer, each in its own file. Positions on the graphics card are relative to
// the renderer's origin. All functions need the current context. init is false where the driver
// refuses something, with a line on stderr, or memory is missing; finish accepts a zeroed part.
#pragma once

#include <math.h>
#include <stdint.h>

#include "sim/base/array.h"
#include "ui/gl/base.h"
#include "ui/gl/target.h"
#include "ui/scene/rut_map.h"
#include "ui/scene/scene.h"
#include "ui/scene/shape_mesh.h"

// The amount of detail; chosen for the graphics card.
struct ui_gl_quality {
    int samples;          // per pixel, 0 or 1: no smoothing of edges
    bool smooth;          // edges of the finished picture, instead of samples
    int shadow_size;      // [pixel] 0: no shadows
    double shadow_radius; // [m]
    double near_shadows;  // [m] as many pixels again for the ground so near; 0: none
    double near_trees;    // [m] full meshes up to here,
    double middle_trees;  // [m] coarser ones up to here, pictures beyond
    double surroundings;  // [m] width of the forest around the ground
    double plants;        // [m] grass and shrubs up to here, 0: none
    int cover_size;       // [pixel] of the map of ground covers
    bool far_normals;     // pixel by pixel for pictures of trees; else their crowns are cones
    double crowd;         // [stems/m] a tree behind a row of so many per metre of its width is
                          // hidden for the most part, and drawn less often the more they are
    int monitor_rate;     // mirrors and monitors get a picture so many times less often
    int shadow_rate;      // shadows of what moves are drawn in one of so many pictures
    double panes;         // [m] panes whose middle is nearer to the eye are left out: those of a
                          // cab cover the picture twice, and hardly show from inside
};

// The part of the scene that this picture shows.
struct ui_gl_look {
    const struct ui_scene *scene;
    struct sim_vec3 origin;
    struct sim_vec3 eye;       // world
    struct ui_frustum frustum; // relative to origin
    int coarser;               // levels of detail that a small picture does without
    double pixels;             // that something 1 m wide covers in a distance of 1 m
    bool aliased;              // one sample per pixel
    bool night;                // lamps shine: programs that add their light
    bool behind_glass;         // as of the view's row
};

// ---- ruts: a texture of struct ui_rut_map ----

struct ui_gl_ruts {
    unsigned texture;
    unsigned char (*shown)[UI_RUT_CELLS][UI_RUT_CHANNELS]; // owned, per slot: what the texture has
};

bool ui_gl_ruts_init(struct ui_gl_ruts *ruts);
void ui_gl_ruts_finish(struct ui_gl_ruts *ruts);
// Uploads the tiles of the map that the texture does not have yet.
void ui_gl_ruts_load(struct ui_gl_ruts *ruts, const struct ui_rut_map *map);

// ---- ground: chunks of the heightfield in levels of detail ----

#define UI_GL_GROUND_LEVELS 5

struct ui_gl_chunk {
    float centre[3], radius; // [m] of the ball around it, relative to origin
    int first_vertex;
    bool rutted; // a tile of the scene's ruts reaches into it
};

// The programs that may draw a chunk, in this order: one with ruts is drawn twice, since the
// colours of ruts cost twice those of the ground beside them.
enum {
    UI_GL_DENTED_GROUND,
    UI_GL_GROUND_BESIDE_RUTS,
    UI_GL_RUTTED_GROUND,
    UI_GL_LEVEL_GROUND,
    UI_GL_GROUND_PROGRAMS
};

struct ui_gl_ground_vertex {
    float position[3]; // [m] relative to origin
    int16_t normal[4];
};

// A point of the ground with its normal, from slopes over 2 * step [m].
struct ui_gl_ground_vertex ui_gl_ground_vertex_at(const struct ui_gl_look *look, double x, double y,
                                                  double step);
// Describes struct ui_gl_ground_vertex in the bound buffer to the bound vertex array.
void ui_gl_ground_attributes(void);

// ---- dents: the ground under ruts near the eye, lowered by their depth ----

#define UI_GL_DENTS 512 // tiles of ruts

static const double ui_gl_dent_reach = 24.0; // [m] from the eye, as in ui/gl/shaders/terrain.glsl

struct ui_gl_dents {
    unsigned vertex_array, vertices, indices;
    struct ui_gl_ground_vertex *vertex; // owned, what the buffer has
    short slot[UI_GL_DENTS];            // of the tiles in the buffer, in the map of ruts
    bool listed[UI_RUT_SLOTS];          // per slot
    int count;
};

bool ui_gl_dents_init(struct ui_gl_dents *dents);
void ui_gl_dents_finish(struct ui_gl_dents *dents);
// The ground has changed.
void ui_gl_dents_forget(struct ui_gl_dents *dents);
// Takes over the tiles of the scene's map around the eye; those beyond UI_GL_DENTS stay level.
void ui_gl_dents_find(struct ui_gl_dents *dents, const struct ui_gl_look *look);
// With the program in use.
void ui_gl_dents_draw(const struct ui_gl_dents *dents);

struct ui_gl_ground {
    unsigned program[UI_GL_LIGHTS][UI_GL_GROUND_PROGRAMS];
    int ground_box[UI_GL_LIGHTS][UI_GL_GROUND_PROGRAMS]; // uniforms
    unsigned vertex_array, vertices, indices, cover;
    struct ui_gl_dents dents;
    int level_start[UI_GL_GROUND_LEVELS], level_count[UI_GL_GROUND_LEVELS]; // of indices
    struct ui_gl_chunk *chunk;                                              // owned
    int chunks, chunk_columns;
    double spacing;                               // [m] of the field
    int around_start, around_count, around_first; // the land outside the field
    float box[4];      // low corner relative to origin [m], 1 / size [1/m]
    unsigned revision; // scene->ground_revision at the last load
    bool made;         // there is something to draw
};

bool ui_gl_ground_init(struct ui_gl_ground *ground);
// Makes the programs for the night, where they have not been made yet; so do those of trees and
// primitives.
bool ui_gl_ground_make_night(struct ui_gl_ground *ground);
void ui_gl_ground_finish(struct ui_gl_ground *ground);
// Builds the buffers anew for the scene's ground, of which there may be none. False where memory is
// missing.
bool ui_gl_ground_load(struct ui_gl_ground *ground, const struct ui_gl_look *look,
                       const struct ui_gl_quality *quality);
// Finds the chunks with ruts and the dents in the scene's map.
void ui_gl_ground_find_ruts(struct ui_gl_ground *ground, const struct ui_gl_look *look);
void ui_gl_ground_draw(const struct ui_gl_ground *ground, const struct ui_gl_look *look);

// ---- places in a cascade of shadows, see below ----

struct ui_gl_texels { // of a cascade
    int x, y, width, height;
};

struct ui_gl_bounds { // in a cascade's clip space, -1 to 1; low above high: none
    float low[2], high[2];
};

// Widens them by a ball about the place (relative to origin).
static inline void ui_gl_bounds_widen(struct ui_gl_bounds *bounds, const struct ui_mat4 *clip,
                                      const float place[3], float radius) {
    for (int k = 0; k < 2; k++) {
        const float *m = clip->m + k;
        const float at = m[0] * place[0] + m[4] * place[1] + m[8] * place[2] + m[12];
        const float reach = radius * sqrtf(m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);
        bounds->low[k] = fminf(bounds->low[k], at - reach);
        bounds->high[k] = fmaxf(bounds->high[k], at + reach);
    }
}

// ---- trees ----

struct ui_gl_tree {    // three texels, as the shader reads it
    float position[4]; // w: whole part: sweep [mm], rest: random, which also turns it
    float turn[4];     // x, y, z, w
    float size[4];     // height, crown base, crown radius, radius at 1.3 m
};

// Trees of a square of the ground, one behind the other in their list, and the sphere around them.
struct ui_gl_tree_cell {
    int first, count;
    float centre[3], radius;
};

struct ui_gl_tree_list {
    SIM_ARRAY(struct ui_gl_tree) trees;      // owned
    SIM_ARRAY(unsigned char) species;        // owned, per tree
    SIM_ARRAY(struct ui_gl_tree_cell) cells; // owned; none: it has not been sorted
    int first;                               // its first tree's place in the forest
};

// The texture of all trees: those that stand still are sent once. Instances are numbers of places.
struct ui_gl_forest {
    unsigned texture;
    int rows; // of the texture, of UI_GL_FOREST_ROW trees each
};

enum { UI_GL_FOREST_ROW = 256 };

void ui_gl_forest_init(struct ui_gl_forest *forest);
void ui_gl_forest_finish(struct ui_gl_forest *forest);
// Room for so many trees; those that were there are gone.
void ui_gl_forest_reserve(struct ui_gl_forest *forest, int count);
// Sends trees to the places from first on.
void ui_gl_forest_put(struct ui_gl_forest *forest, int first, const struct ui_gl_tree *trees,
                      int count);

// Instances of one mesh: places in the forest, with steps of fading from bit 24 on.
struct ui_gl_tree_bin {
    SIM_ARRAY(uint32_t) drawn; // owned
};

enum { UI_GL_TREE_NEAR, UI_GL_TREE_MIDDLE, UI_GL_TREE_FAR, UI_GL_TREE_LEVELS };

struct ui_gl_tree_mesh {
    unsigned vertex_array, vertices, indices;
    int index_count;
};

struct ui_gl_trees {
    unsigned program[2][UI_GL_LIGHTS];           // [1]: fading from one detail to the next
    unsigned shadow_program, far_shadow_program; // of meshes, of pictures
    unsigned far_program[2][2];                  // [1]: fading; [][1]: under snow
    int far_layer[2][2], far_shadow_layer;       // uniforms
    unsigned leaves;
    unsigned pictures, facings; // of distant trees: colours, and normals where these are
    unsigned instances;         // streamed
    struct ui_gl_forest forest;
    bool forest_is_old; // its trees that stand are to be sent
    struct ui_gl_tree_mesh mesh[UI_SPECIES_COUNT][UI_GL_TREE_LEVELS];
    struct ui_gl_tree_list standing, moving, around;
    double density; // [1/m2] of the trees that stand
    // Of this picture, likewise.
    struct ui_gl_tree_bin bin[2][UI_SPECIES_COUNT][UI_GL_TREE_LEVELS];
    int drawn[UI_GL_TREE_LEVELS]; // in the last picture
};

#define UI_GL_TREE_SIDES 8 // from which each species has a picture, as in impostor.glsl

// Describes the instances in the bound buffer to the bound vertex array.
void ui_gl_tree_attributes(void);
// Binds a new vertex array with buffers.
void ui_gl_tree_mesh_start(struct ui_gl_tree_mesh *mesh);
// Draws the pictures from the near meshes, and makes the far ones, which fit round these.
bool ui_gl_tree_pictures_bake(struct ui_gl_trees *trees);

bool ui_gl_trees_init(struct ui_gl_trees *trees, const struct ui_gl_quality *quality);
bool ui_gl_trees_make_night(struct ui_gl_trees *trees);
void ui_gl_trees_finish(struct ui_gl_trees *trees);
// Take over the scene's trees: those that stand still, those that move, and the forest of that
// width [m] around the ground.
void ui_gl_trees_load(struct ui_gl_trees *trees, const struct ui_gl_look *look);
void ui_gl_trees_load_moving(struct ui_gl_trees *trees, const struct ui_gl_look *look);
void ui_gl_trees_load_around(struct ui_gl_trees *trees, const struct ui_gl_look *look,
                             double width);
void ui_gl_trees_draw(struct ui_gl_trees *trees, const struct ui_gl_look *look,
                      const struct ui_gl_quality *quality);
// Depth of the trees that stand still in a part of a cascade, as meshes or as pictures that face
// the sun, or of those that move.
void ui_gl_trees_draw_shadow(struct ui_gl_trees *trees, bool pictures, const struct ui_mat4 *clip,
                             const struct ui_gl_bounds *part);
void ui_gl_trees_draw_moving_shadow(struct ui_gl_trees *trees);
// Depth of all trees within radius [m] of centre (relative to origin).
void ui_gl_trees_draw_lamp_shadow(struct ui_gl_trees *trees, const float centre[3], double radius);
// Widens the bounds in a cascade by those of the trees that move.
void ui_gl_trees_bound_moving(const struct ui_gl_trees *trees, const struct ui_mat4 *clip,
                              struct ui_gl_bounds *bounds);

// ---- primitives ----

// A mesh on the graphics card. Meshes have no id: one at the same address with the same count,
// radius and volume is taken for the same.
struct ui_gl_surface {
    const struct sim_mesh *mesh; // not used after the picture for which it was loaded
    int triangles;
    double radius, volume; // [m], [m^3]
    unsigned vertex_array, vertices;
};

#define UI_GL_SURFACES 256

// Describes struct ui_shape_vertex in the bound buffer to the bound vertex array, and enables the
// attributes of an instance.
void ui_gl_shape_attributes(void);

struct ui_gl_surfaces {
    struct ui_gl_surface surface[UI_GL_SURFACES];
    int count;
};

// Index of the mesh in the list, loaded if it is not there; -1 where the list is full, or memory is
// missing. Before the next picture, the caller empties a full list with finish.
int ui_gl_surfaces_find(struct ui_gl_surfaces *surfaces, const struct sim_mesh *mesh);
void ui_gl_surfaces_finish(struct ui_gl_surfaces *surfaces);

struct ui_gl_instance { // one primitive, as the shader reads it
    float position[4];  // w: unused
    float turn[4];      // x, y, z, w
    float size[4];      // w: radius at the -z end
    float colour[4];    // w: radius at the +z end
};

// Instances of one material and kind, one behind the other.
struct ui_gl_group {
    int first, count;
};

struct ui_gl_shape {
    unsigned vertex_array, vertices, indices;
    int index_count;
};

struct ui_gl_extent {
    float radius; // [m] of a ball about the instance's origin that holds it
    float error;  // [m] by which its coarse mesh differs
};

struct ui_gl_primitives {
    struct ui_gl_surfaces surfaces;
    unsigned program[UI_GL_LIGHTS][UI_LOOK_COUNT], shadow_program;
    unsigned glass_instances;  // streamed
    unsigned chosen_instances; // streamed, those of a view
    struct ui_gl_shape shape[UI_SHAPE_KIND_COUNT][UI_SHAPE_DETAILS];
    SIM_ARRAY(struct ui_gl_instance) list; // owned, those of this picture
    SIM_ARRAY(struct ui_gl_extent) extent; // owned, per instance
    SIM_ARRAY(short) surface;              // owned, per instance: index in surfaces, -1: none
    // Opaque ones, [1]: so near to the eye that lamps shine at corners; last: surfaces.
    struct ui_gl_group group[2][UI_LOOK_COUNT][UI_SHAPE_KIND_COUNT + 1];
    // Those of the view, or of the map of shadows: the fine ones of a group before its coarse ones.
    SIM_ARRAY(struct ui_gl_instance) chosen; // owned
    SIM_ARRAY(short) chosen_surface;         // owned
    SIM_ARRAY(int) coarse;                   // owned, of the group that is being looked through
    struct ui_gl_group part[2][UI_LOOK_COUNT][UI_SHAPE_KIND_COUNT + 1][UI_SHAPE_DETAILS];
    int glass_first;
    SIM_ARRAY(unsigned char) glass_kind; // owned, per instance of glass
};

bool ui_gl_primitives_init(struct ui_gl_primitives *primitives);
bool ui_gl_primitives_make_night(struct ui_gl_primitives *primitives);
void ui_gl_primitives_finish(struct ui_gl_primitives *primitives);
// False where memory is missing.
bool ui_gl_primitives_load(struct ui_gl_primitives *primitives, const struct ui_gl_look *look,
                           const struct ui_gl_quality *quality);
// Draws what the view sees of the opaque ones, by coarse meshes where these differ by less than a
// third of a pixel. Where look->aliased, thin ones are as wide as a pixel.
void ui_gl_primitives_draw(struct ui_gl_primitives *primitives, const struct ui_gl_look *look);
void ui_gl_primitives_draw_glass(const struct ui_gl_primitives *primitives);
// Those that the light sees (NULL: all), by coarse meshes where these differ by less than error
// [m].
void ui_gl_primitives_draw_shadow(struct ui_gl_primitives *primitives,
                                  const struct ui_frustum *light, double error);
// Widens the bounds in a cascade.
void ui_gl_primitives_bound(const struct ui_gl_primitives *primitives, const struct ui_mat4 *clip,
                            struct ui_gl_bounds *bounds);

// ---- shadows: what stands still is drawn once, kept and scrolled from picture to picture ----

static const double ui_gl_lamp_reach = 26.0; // [m] of the shadows that lamps cast

#define UI_GL_CASCADES 2

// A square of ground that the sun shines on.
struct ui_gl_cascade {
    struct sim_vec3 centre; // world
    double radius;          // [m]
    struct ui_mat4 clip, texture_from_world;
    bool valid; // its map of what stands still
    // Since it was aimed last: by so many texels the map has moved over the ground; what has to be
    // drawn of what stands still.
    int shift_x, shift_y;
    struct ui_gl_texels fresh[2];
    struct ui_gl_texels dirty; // where the map with what moves differs from the other
};

struct ui_gl_shadow {
    unsigned frame[2], texture[2]; // [0]: what stands still, [1]: with what moves
    int size;                      // of a cascade [pixel]
    int cascades;                  // beside each other: one, or a far and a near one
    struct ui_gl_cascade cascade[UI_GL_CASCADES];
    struct sim_vec3 sun;               // of the map of what stands still
    struct ui_mat4 lamp_from_world[2]; // at night a corner of map i belongs to lamp i
    struct ui_mat4 lamp_whole;         // the last lamp's, onto a whole map: to draw its shadows
    int lamps_drawn;                   // so many of the maps are those of lamps
};

// size [pixel], 0: an empty map that lights everything.
bool ui_gl_shadow_init(struct ui_gl_shadow *shadow, int size, int cascades);
void ui_gl_shadow_finish(struct ui_gl_shadow *shadow);
// The map of all that stands still has to be drawn anew.
void ui_gl_shadow_forget(struct ui_gl_shadow *shadow);
// Aims a cascade at the ground around focus (world), the far one first. sun: unit vector towards
// it. True where some of what stands still has to be drawn, see fresh.
bool ui_gl_shadow_aim(struct ui_gl_shadow *shadow, int cascade, struct sim_vec3 focus,
                      double radius, struct sim_vec3 sun, struct sim_vec3 origin);
// From a place in the far cascade to that in the near one, 0 to 1: x times [0] + [1], y times [0] +
// [2]; [3]: the part of the map's width that a cascade has.
void ui_gl_shadow_near_place(const struct ui_gl_shadow *shadow, float place[4]);
// The map of what stands still: once per picture and cascade, then per part of it, which is
// cleared.
void ui_gl_shadow_begin_still(const struct ui_gl_shadow *shadow, int cascade);
void ui_gl_shadow_begin_part(const struct ui_gl_shadow *shadow, int cascade,
                             const struct ui_gl_texels *part);
// The map with what moves, which is all in that part. False where there is none.
bool ui_gl_shadow_begin_moving(struct ui_gl_shadow *shadow, int cascade,
                               const struct ui_gl_texels *part);
// At night: points map 0 or 1 at what the lamp shines on up to reach [m], and clears it. The maps
// are then no longer those of the sun.
void ui_gl_shadow_aim_lamp(struct ui_gl_shadow *shadow, int map, const struct ui_lamp *lamp,
                           struct sim_vec3 origin, double reach);
void ui_gl_shadow_begin_lamp(const struct ui_gl_shadow *shadow, int map);
void ui_gl_shadow_end(void);

// The texels that bounds touch, and the bounds of texels.
struct ui_gl_texels ui_gl_shadow_texels(const struct ui_gl_shadow *shadow,
                                        const struct ui_gl_bounds *bounds);
struct ui_gl_bounds ui_gl_shadow_bounds(const struct ui_gl_shadow *shadow,
                                        const struct ui_gl_texels *part);

// ---- the block Frame, which all programs share ----

// Fills the block for that view of the look's scene, and binds it. drawn: the map of shadows that
// is drawn next, to texture space; NULL: none.
void ui_gl_frame_upload(unsigned block, const struct ui_gl_look *look, const struct ui_view *view,
                        const struct ui_gl_shadow *shadow, const struct ui_mat4 *drawn);

// ---- rain ----

struct ui_gl_rain {
    unsigned program[2], empty_array; // [0]: streaks in the air, [1]: drops on the pane
    int aspect[2];                    // uniforms
};

bool ui_gl_rain_init(struct ui_gl_rain *rain);
void ui_gl_rain_finish(struct ui_gl_rain *rain);
// Where it rains: over the finished view, with drops where the scene's eye is behind glass. aspect:
// width / height of the view.
void ui_gl_rain_draw(const struct ui_gl_rain *rain, const struct ui_gl_look *look, double aspect);

// ---- monitors: small pictures of the scene that it shows itself ----

struct ui_gl_monitors {
    unsigned program, empty_array;
    int middle, right, up, side; // uniforms
    struct ui_gl_target target[UI_MONITORS];
    bool drawn[UI_MONITORS]; // the target has a picture
};

bool ui_gl_monitors_init(struct ui_gl_monitors *monitors);
void ui_gl_monitors_finish(struct ui_gl_monitors *monitors);
// Makes the target of the monitor, a quarter as high as the window's picture [pixel]. False where
// the driver has no room.
bool ui_gl_monitors_make(struct ui_gl_monitors *monitors, int monitor,
                         const struct ui_monitor *shown, int window_height);
// Those with a picture; one without is dark.
void ui_gl_monitors_draw(const struct ui_gl_monitors *monitors, const struct ui_gl_look *look);

// ---- edges of a finished picture, smoothed on its way from a rough one ----

#define UI_GL_ROUGH_PICTURES 3 // sizes that are kept

struct ui_gl_smooth {
    unsigned program, empty_array;
    int size; // uniform
    struct ui_gl_target rough[UI_GL_ROUGH_PICTURES];
    unsigned long used[UI_GL_ROUGH_PICTURES]; // begun at its last use
    unsigned long begun;                      // pictures so far
};

bool ui_gl_smooth_init(struct ui_gl_smooth *smooth);
void ui_gl_smooth_finish(struct ui_gl_smooth *smooth);
// A picture of the target's size to be drawn into instead of it, until the next call. NULL where
// the driver has no room.
const struct ui_gl_target *ui_gl_smooth_begin(struct ui_gl_smooth *smooth,
                                              const struct ui_gl_target *target);
// From the rough picture into the resolved target.
void ui_gl_smooth_end(const struct ui_gl_smooth *smooth, const struct ui_gl_target *rough,
                      const struct ui_gl_target *target);

// ---- small plants near the eye ----

struct ui_gl_plant {   // one instance, as the shader reads it
    float position[4]; // w: size [m]
    float turn[2];     // cosine, sine
    float layer;       // enum ui_leaf_layer
    float shade;
};

// Those around a place.
struct ui_gl_bed {
    unsigned vertex_array, instances;
    int count;
    struct sim_vec3 centre; // world
    unsigned long used;     // the number of the draw that used it last, 0: nothing has been sown
};

#define UI_GL_BEDS 4 // views with eyes of their own that keep their plants

struct ui_gl_plants {
    unsigned program, vertices;
    SIM_ARRAY(struct ui_gl_plant) list; // owned, of the bed that is sown
    struct ui_gl_bed bed[UI_GL_BEDS];
    unsigned long draws;
};

bool ui_gl_plants_init(struct ui_gl_plants *plants);
void ui_gl_plants_finish(struct ui_gl_plants *plants);
// The ground has changed.
void ui_gl_plants_forget(struct ui_gl_plants *plants);
// Those within radius [m] of the eye.
void ui_gl_plants_draw(struct ui_gl_plants *plants, const struct ui_gl_look *look, double radius);
