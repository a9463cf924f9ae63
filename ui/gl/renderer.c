#include "ui/gl/renderer.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>

#include "ui/gl/counts.h"
#include "ui/gl/text.h"
#include "ui/scene/daylight.h"
#include "ui/scene/foliage.h"
#include "ui/scene/ground.h"

struct ui_gl_renderer {
    struct ui_gl_quality quality;
    struct sim_vec3 origin; // of all positions on the graphics card
    unsigned block;         // uniform block Frame
    unsigned detail;        // texture
    unsigned sky_program, compose_program;
    int compose_mode, compose_size; // uniforms
    unsigned empty_array;           // for triangles made in the shader
    struct ui_gl_ground ground;
    struct ui_gl_ruts ruts;
    struct ui_gl_trees trees;
    struct ui_gl_primitives primitives;
    struct ui_gl_shadow shadow;
    struct ui_gl_plants plants;
    struct ui_gl_monitors monitors;
    struct ui_gl_rain rain;
    struct ui_gl_smooth smooth;
    struct ui_gl_text text;
    unsigned long pictures; // drawn so far
    struct ui_gl_target eye[2];
    const struct sim_heightfield *loaded_ground;
    unsigned tree_revision;
    bool loaded;
};

struct ui_gl_quality ui_gl_low_quality(void) {
    return (struct ui_gl_quality){.samples = 0,
                                  .shadow_size = 1024,
                                  .shadow_radius = 38.0,
                                  .near_trees = 16.0,
                                  .middle_trees = 34.0,
                                  .surroundings = 90.0,
                                  .plants = 13.0,
                                  .cover_size = 512,
                                  .crowd = 4.5,
                                  .monitor_rate = 2,
                                  .shadow_rate = 2,
                                  .panes = 1.3};
}

struct ui_gl_quality ui_gl_high_quality(void) {
    return (struct ui_gl_quality){.smooth = true,
                                  .shadow_size = 2048,
                                  .shadow_radius = 70.0,
                                  .near_shadows = 18.0,
                                  .near_trees = 60.0,
                                  .middle_trees = 140.0,
                                  .surroundings = 200.0,
                                  .plants = 35.0,
                                  .cover_size = 1024,
                                  .far_normals = true,
                                  .crowd = 12.0,
                                  .monitor_rate = 1,
                                  .shadow_rate = 1};
}

struct ui_gl_quality ui_gl_default_quality(void) {
    return ui_gl_is_software() ? ui_gl_low_quality() : ui_gl_high_quality();
}

static bool load_detail(struct ui_gl_renderer *r) {
    enum { SIZE = 512 };
    unsigned char *rgba = malloc(SIZE * SIZE * 4);
    if (rgba == NULL)
        return false;
    ui_ground_detail_paint(rgba, SIZE);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_DETAIL);
    r->detail = ui_gl_texture(SIZE, SIZE, rgba, true);
    free(rgba);
    return true;
}

static int cascades_of(const struct ui_gl_quality *quality) {
    return quality->near_shadows > 0.0 ? 2 : 1;
}

static bool init(struct ui_gl_renderer *r) {
    r->sky_program = ui_gl_program("sky", "");
    r->compose_program = ui_gl_program("compose", "");
    if (r->sky_program == 0 || r->compose_program == 0)
        return false;
    r->compose_mode = glGetUniformLocation(r->compose_program, "mode");
    r->compose_size = glGetUniformLocation(r->compose_program, "size");
    glGenVertexArrays(1, &r->empty_array);
    glGenBuffers(1, &r->block);
    return load_detail(r) && ui_gl_ground_init(&r->ground) && ui_gl_ruts_init(&r->ruts) &&
           ui_gl_trees_init(&r->trees, &r->quality) && ui_gl_primitives_init(&r->primitives) &&
           ui_gl_plants_init(&r->plants) && ui_gl_monitors_init(&r->monitors) &&
           ui_gl_rain_init(&r->rain) && ui_gl_smooth_init(&r->smooth) &&
           ui_gl_text_init(&r->text) &&
           ui_gl_shadow_init(&r->shadow, r->quality.shadow_size, cascades_of(&r->quality));
}

// Maps that are larger than the driver's textures become as large as these.
static void limit_maps(struct ui_gl_quality *quality) {
    const int most = ui_gl_max_side();
    const int most_shadow = most / cascades_of(quality);
    if (quality->shadow_size <= most_shadow && quality->cover_size <= most)
        return;
    fprintf(stderr,
            "kranich: warning: the graphics driver's textures have at most %d pixels a side, so "
            "shadows or ground are coarser than asked for\n",
            most);
    quality->shadow_size = quality->shadow_size < most_shadow ? quality->shadow_size : most_shadow;
    quality->cover_size = quality->cover_size < most ? quality->cover_size : most;
}

struct ui_gl_renderer *ui_gl_renderer_create(const struct ui_gl_quality *quality) {
    assert(quality->samples >= 0 && quality->shadow_size >= 0 && quality->cover_size > 0);
    assert(quality->monitor_rate > 0 && quality->shadow_rate > 0 && quality->crowd > 0.0);
    struct ui_gl_renderer *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->quality = *quality;
    limit_maps(&r->quality);
    const int most = ui_gl_max_samples();
    r->quality.samples = quality->samples > most ? most : quality->samples;
    if (!init(r)) {
        ui_gl_renderer_destroy(r);
        return NULL;
    }
    return r;
}

void ui_gl_renderer_destroy(struct ui_gl_renderer *r) {
    if (r == NULL)
        return;
    ui_gl_target_finish(&r->eye[1]);
    ui_gl_target_finish(&r->eye[0]);
    ui_gl_text_finish(&r->text);
    ui_gl_smooth_finish(&r->smooth);
    ui_gl_rain_finish(&r->rain);
    ui_gl_monitors_finish(&r->monitors);
    ui_gl_plants_finish(&r->plants);
    ui_gl_shadow_finish(&r->shadow);
    ui_gl_primitives_finish(&r->primitives);
    ui_gl_trees_finish(&r->trees);
    ui_gl_ruts_finish(&r->ruts);
    ui_gl_ground_finish(&r->ground);
    glDeleteTextures(1, &r->detail);
    glDeleteBuffers(1, &r->block);
    glDeleteVertexArrays(1, &r->empty_array);
    glDeleteProgram(r->sky_program);
    glDeleteProgram(r->compose_program);
    free(r);
}

// ---- preparation ----

static bool load_static(struct ui_gl_renderer *r, const struct ui_scene *scene) {
    const bool new_ground = !r->loaded || r->loaded_ground != scene->ground ||
                            r->ground.revision != scene->ground_revision;
    const bool new_trees = new_ground || r->tree_revision != scene->tree_revision;
    bool room = true;
    if (new_ground) {
        const struct ui_ground_box box = ui_ground_box(scene);
        const double x = 0.5 * (box.x0 + box.x1), y = 0.5 * (box.y0 + box.y1);
        r->origin = sim_vec3(x, y, ui_ground_height(scene, x, y));
    }
    const struct ui_gl_look look = {.scene = scene, .origin = r->origin};
    if (new_ground) {
        room = ui_gl_ground_load(&r->ground, &look, &r->quality);
        ui_gl_trees_load_around(&r->trees, &look, r->quality.surroundings);
        ui_gl_plants_forget(&r->plants);
        r->shadow.lamps_drawn = 0;
    }
    if (new_trees) {
        ui_gl_trees_load(&r->trees, &look);
        ui_gl_shadow_forget(&r->shadow);
    }
    r->loaded = true;
    r->loaded_ground = scene->ground;
    r->tree_revision = scene->tree_revision;
    return room;
}

// Middle of the ground so near before the camera.
static struct sim_vec3 shadow_focus(const struct ui_scene *scene, const struct ui_camera *camera,
                                    double radius) {
    if (scene->plain)
        return scene->middle;
    struct sim_vec3 ahead = sim_rotate(camera->pose.q, sim_vec3(1.0, 0.0, 0.0));
    ahead.z = 0.0;
    struct sim_vec3 focus =
        sim_add_scaled(camera->pose.p, sim_unit_or(ahead, sim_vec3(0.0, 0.0, 0.0)), 0.55 * radius);
    focus.z = ui_ground_height(scene, focus.x, focus.y);
    return focus;
}

// [m] in a map of the sun's shadows.
static double half_texel(const struct ui_gl_renderer *r, int cascade) {
    return r->shadow.cascade[cascade].radius / r->shadow.size;
}

// The sun's maps belong to the first two lamps: nothing else casts shadows at night. The lamps take
// turns from picture to picture, once both have their map. Theirs are as fine at the far end of
// their reach as the sun's.
static void draw_lamp_shadows(struct ui_gl_renderer *r, const struct ui_gl_look *look,
                              const struct ui_view *view) {
    const struct ui_scene *scene = look->scene;
    ui_gl_shadow_forget(&r->shadow);
    for (int i = 0; i < 2 && i < scene->lamps; i++) {
        if (r->shadow.lamps_drawn > i && r->pictures % 2 != (unsigned long)i)
            continue;
        r->shadow.lamps_drawn = r->shadow.lamps_drawn > i ? r->shadow.lamps_drawn : i + 1;
        const struct sim_vec3 at = sim_sub(scene->lamp[i].pose.p, r->origin);
        const float centre[3] = {(float)at.x, (float)at.y, (float)at.z};
        ui_gl_shadow_aim_lamp(&r->shadow, i, &scene->lamp[i], r->origin, ui_gl_lamp_reach);
        ui_gl_frame_upload(r->block, look, view, &r->shadow, &r->shadow.lamp_whole);
        ui_gl_shadow_begin_lamp(&r->shadow, i);
        ui_gl_trees_draw_lamp_shadow(&r->trees, centre, ui_gl_lamp_reach);
        ui_gl_primitives_draw_shadow(&r->primitives, NULL, half_texel(r, 0));
        ui_gl_shadow_end();
    }
}

static void draw_still_shadows(struct ui_gl_renderer *r, int cascade) {
    const struct ui_gl_cascade *c = &r->shadow.cascade[cascade];
    // A wide one has thousands of trees, and texels as large as what a picture lacks.
    const bool wide = r->shadow.cascades > 1 && cascade == 0;
    ui_gl_shadow_begin_still(&r->shadow, cascade);
    for (int i = 0; i < 2; i++) {
        if (c->fresh[i].width == 0 || c->fresh[i].height == 0)
            continue;
        const struct ui_gl_bounds part = ui_gl_shadow_bounds(&r->shadow, &c->fresh[i]);
        ui_gl_shadow_begin_part(&r->shadow, cascade, &c->fresh[i]);
        ui_gl_trees_draw_shadow(&r->trees, wide, &c->clip, &part);
    }
}

static void draw_moving_shadows(struct ui_gl_renderer *r, int cascade) {
    const struct ui_gl_cascade *c = &r->shadow.cascade[cascade];
    struct ui_gl_bounds bounds = {{HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF}};
    ui_gl_primitives_bound(&r->primitives, &c->clip, &bounds);
    ui_gl_trees_bound_moving(&r->trees, &c->clip, &bounds);
    const struct ui_gl_texels part = ui_gl_shadow_texels(&r->shadow, &bounds);
    if (!ui_gl_shadow_begin_moving(&r->shadow, cascade, &part))
        return;
    const struct ui_frustum light = ui_frustum_of(&c->clip);
    ui_gl_trees_draw_moving_shadow(&r->trees);
    ui_gl_primitives_draw_shadow(&r->primitives, &light, half_texel(r, cascade));
}

// moving: also the shadows of what moves, if only those have changed.
static void draw_shadows(struct ui_gl_renderer *r, const struct ui_gl_look *look,
                         const struct ui_camera *camera, bool moving) {
    const struct ui_scene *scene = look->scene;
    const double radius[UI_GL_CASCADES] = {scene->plain ? scene->radius : r->quality.shadow_radius,
                                           scene->plain ? 0.5 * scene->radius
                                                        : r->quality.near_shadows};
    const struct ui_view view = ui_view_mono(camera, 1.0);
    const bool dark = ui_scene_is_dark(scene);
    for (int i = 0; i < r->shadow.cascades; i++) {
        const struct sim_vec3 focus = shadow_focus(scene, camera, radius[i]);
        const bool again = ui_gl_shadow_aim(&r->shadow, i, focus, radius[i], scene->sun, r->origin);
        if (r->quality.shadow_size == 0 || dark || (!again && !moving))
            continue;
        ui_gl_frame_upload(r->block, look, &view, &r->shadow,
                           &r->shadow.cascade[i].texture_from_world);
        if (again)
            draw_still_shadows(r, i);
        draw_moving_shadows(r, i);
        ui_gl_shadow_end();
    }
    if (r->quality.shadow_size == 0)
        return;
    if (dark)
        draw_lamp_shadows(r, look, &view);
    else
        r->shadow.lamps_drawn = 0;
}

// Takes over what changed in the scene since the last call. Once per picture, before the eyes.
// False where memory is missing: the picture then lacks something.
static bool prepare(struct ui_gl_renderer *r, const struct ui_scene *scene,
                    const struct ui_view_table *views) {
    const struct ui_camera *camera = &views->row[0].camera;
    bool room = load_static(r, scene);
    if (scene->lamps > 0)
        room = ui_gl_ground_make_night(&r->ground) && ui_gl_trees_make_night(&r->trees) &&
               ui_gl_primitives_make_night(&r->primitives) && room;
    const struct ui_gl_look look = {.scene = scene, .origin = r->origin, .eye = camera->pose.p};
    if (scene->ruts != NULL)
        ui_gl_ruts_load(&r->ruts, scene->ruts);
    ui_gl_ground_find_ruts(&r->ground, &look);
    ui_gl_trees_load_moving(&r->trees, &look);
    room = ui_gl_primitives_load(&r->primitives, &look, &r->quality) && room;
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_LEAVES);
    glBindTexture(GL_TEXTURE_2D_ARRAY, r->trees.leaves);
    const bool due = r->pictures % (unsigned long)r->quality.shadow_rate == 0;
    draw_shadows(r, &look, camera, due || views->hurried);
    return room;
}

// ---- drawing ----

static void bind_textures(const struct ui_gl_renderer *r, bool dark) {
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_DETAIL);
    glBindTexture(GL_TEXTURE_2D, r->detail);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_RUTS);
    glBindTexture(GL_TEXTURE_2D, r->ruts.texture);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_SHADOW);
    glBindTexture(GL_TEXTURE_2D, r->shadow.texture[dark ? 0 : 1]);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_LAMP);
    glBindTexture(GL_TEXTURE_2D, r->shadow.texture[1]);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_LEAVES);
    glBindTexture(GL_TEXTURE_2D_ARRAY, r->trees.leaves);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_PICTURES);
    glBindTexture(GL_TEXTURE_2D_ARRAY, r->trees.pictures);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_FACINGS);
    glBindTexture(GL_TEXTURE_2D_ARRAY, r->trees.facings);
    glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_FOREST);
    glBindTexture(GL_TEXTURE_2D, r->trees.forest.texture);
}

static void draw_sky(const struct ui_gl_renderer *r, const struct ui_scene *scene) {
    if (scene->plain)
        return; // cleared already
    ui_gl_use(r->sky_program);
    glBindVertexArray(r->empty_array);
    glDepthFunc(GL_LEQUAL);
    ui_gl_draw_arrays(3, 1);
    glDepthFunc(GL_LESS);
}

// Where a view is drawn, not yet resolved.
struct place {
    const struct ui_gl_target *target;
    int x, y, width, height; // [pixel] from its lower left corner
};

static struct place place_of(const struct ui_gl_target *target, const struct ui_view_part *part) {
    const int left = (int)(part->x * target->width + 0.5);
    const int bottom = (int)(part->y * target->height + 0.5);
    return (struct place){target, left, bottom,
                          (int)((part->x + part->width) * target->width + 0.5) - left,
                          (int)((part->y + part->height) * target->height + 0.5) - bottom};
}

// Clears the target for all of its views.
static void clear_target(const struct ui_scene *scene, const struct ui_gl_target *target) {
    glBindFramebuffer(GL_FRAMEBUFFER, target->frame);
    if (scene->plain)
        glClearColor(0.92F, 0.93F, 0.94F, 1.0F);
    // Else the sky fills all colours.
    ui_gl_clear(GL_DEPTH_BUFFER_BIT | (scene->plain ? GL_COLOR_BUFFER_BIT : 0U), target->width,
                target->height, target->samples);
}

static struct ui_gl_look look_of(const struct ui_gl_renderer *r, const struct ui_scene *scene,
                                 const struct ui_view_row *row, const struct ui_view *view,
                                 const struct place *place) {
    const struct ui_mat4 clip = ui_view_matrix(view, r->origin);
    return (struct ui_gl_look){.scene = scene,
                               .origin = r->origin,
                               .eye = view->pose.p,
                               .frustum = ui_frustum_of(&clip),
                               .pixels = place->height * view->near / (view->top - view->bottom),
                               .aliased = r->quality.samples == 0,
                               .night = scene->lamps > 0,
                               .behind_glass = row->behind_glass};
}

static void begin_view(const struct ui_gl_renderer *r, const struct ui_gl_look *look,
                       const struct ui_view *view, const struct place *place) {
    ui_gl_frame_upload(r->block, look, view, &r->shadow, NULL);
    bind_textures(r, ui_scene_is_dark(look->scene));
    glBindFramebuffer(GL_FRAMEBUFFER, place->target->frame);
    glViewport(place->x, place->y, place->width, place->height);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
}

static void draw_view(struct ui_gl_renderer *r, const struct ui_scene *scene,
                      const struct ui_view_row *row, const struct ui_view *view,
                      const struct place *place) {
    const struct ui_gl_look look = look_of(r, scene, row, view, place);
    begin_view(r, &look, view, place);
    // From near to far, so that little is drawn twice.
    ui_gl_primitives_draw(&r->primitives, &look);
    ui_gl_monitors_draw(&r->monitors, &look);
    ui_gl_trees_draw(&r->trees, &look, &r->quality);
    ui_gl_plants_draw(&r->plants, &look, r->quality.plants);
    ui_gl_ground_draw(&r->ground, &look);
    draw_sky(r, scene);
    ui_gl_primitives_draw_glass(&r->primitives);
    ui_gl_rain_draw(&r->rain, &look, (double)place->width / place->height);
}

// What a monitor shows is small: coarse trees and ground, no plants, no glass.
static bool draw_monitor(struct ui_gl_renderer *r, const struct ui_scene *scene,
                         const struct ui_view_row *row, int window_height) {
    const int i = row->surface;
    if (i >= scene->monitors)
        return true;
    if (!ui_gl_monitors_make(&r->monitors, i, &scene->monitor[i], window_height))
        return false;
    const struct ui_gl_target *target = &r->monitors.target[i];
    const struct place place = {target, 0, 0, target->width, target->height};
    const struct ui_view view =
        ui_view_of_row(row, target->width, target->height, NULL, UI_EYE_LEFT);
    struct ui_gl_look look = look_of(r, scene, row, &view, &place);
    struct ui_gl_quality quality = r->quality;
    look.coarser = 2;
    quality.near_trees = 0.0;
    quality.middle_trees *= 0.4;
    clear_target(scene, target);
    begin_view(r, &look, &view, &place);
    ui_gl_primitives_draw(&r->primitives, &look);
    ui_gl_trees_draw(&r->trees, &look, &quality);
    ui_gl_ground_draw(&r->ground, &look);
    draw_sky(r, scene);
    r->monitors.drawn[i] = true;
    return true;
}

// The eyes' textures into the resolved target.
static void compose(const struct ui_gl_renderer *r, const struct ui_stereo *stereo,
                    const struct ui_gl_target *target) {
    ui_gl_use(r->compose_program);
    glUniform1i(r->compose_mode, (int)stereo->mode);
    glUniform2f(r->compose_size, (float)target->width, (float)target->height);
    glBindFramebuffer(GL_FRAMEBUFFER, target->resolved);
    glViewport(0, 0, target->width, target->height);
    glDisable(GL_DEPTH_TEST);
    for (int i = 0; i < 2; i++) {
        glActiveTexture(GL_TEXTURE0 + UI_GL_UNIT_LEFT + (unsigned)i);
        glBindTexture(GL_TEXTURE_2D, r->eye[i].texture);
    }
    glBindVertexArray(r->empty_array);
    ui_gl_draw_arrays(3, 1);
    glEnable(GL_DEPTH_TEST);
}

// The monitors that are due, or have no picture yet.
static bool draw_monitors(struct ui_gl_renderer *r, const struct ui_scene *scene,
                          const struct ui_view_table *views, int window_height) {
    struct ui_view_table slow = *views;
    bool room = true;
    for (int i = 0; i < slow.count; i++) {
        const struct ui_view_row *row = &slow.row[i];
        if (row->surface == UI_SURFACE_WINDOW)
            continue;
        assert(row->surface < UI_MONITORS);
        slow.row[i].every = row->every > 1 ? row->every * r->quality.monitor_rate : 1;
        if (!r->monitors.drawn[row->surface] || ui_view_is_due(&slow, i, r->pictures))
            room = draw_monitor(r, scene, row, window_height) && room;
    }
    return room;
}

// The window's views of one eye, in the shape of the window, which the target may squeeze.
static void draw_window(struct ui_gl_renderer *r, const struct ui_scene *scene,
                        const struct ui_view_table *views, const struct ui_stereo *stereo,
                        enum ui_eye eye, const struct ui_gl_target *target,
                        const struct ui_gl_target *window) {
    clear_target(scene, target);
    for (int i = 0; i < views->count; i++) {
        const struct ui_view_row *row = &views->row[i];
        if (row->surface != UI_SURFACE_WINDOW)
            continue;
        const struct ui_view view = ui_view_of_row(row, window->width, window->height, stereo, eye);
        const struct place place = place_of(target, &row->rectangle);
        draw_view(r, scene, row, &view, &place);
    }
    ui_gl_target_resolve(target);
}

// The page and the names over a finished picture of the window's rows, which its frame may squeeze.
static void write_pages(struct ui_gl_renderer *r, const struct ui_scene *scene,
                        const struct ui_view_table *views, const struct ui_stereo *stereo,
                        enum ui_eye eye, const struct ui_gl_target *picture,
                        const struct ui_gl_target *window) {
    for (int i = 0; i < views->count; i++) {
        const struct ui_view_row *row = &views->row[i];
        if (row->surface != UI_SURFACE_WINDOW)
            continue;
        const struct ui_view view = ui_view_of_row(row, window->width, window->height, stereo, eye);
        const struct place place = place_of(picture, &row->rectangle);
        for (int k = scene->page.canvas != NULL ? -1 : 0; k < scene->names; k++) {
            const struct ui_page *page = k < 0 ? &scene->page : &scene->name[k];
            if (page->only == 0 || page->only == i + 1)
                ui_gl_text_draw_page(&r->text, page, &view, place.x, place.y, place.width,
                                     place.height);
        }
    }
}

void ui_gl_renderer_write(struct ui_gl_renderer *r, const struct ui_scene *scene,
                          const struct ui_view_table *views, const struct ui_stereo *stereo,
                          int width, int height) {
    const struct ui_gl_target frame = {.width = width, .height = height};
    write_pages(r, scene, views, stereo, UI_EYE_LEFT, &frame, &frame);
}

void ui_gl_renderer_forget_font(struct ui_gl_renderer *r) {
    ui_gl_text_forget(&r->text);
}

// The window's views of one eye, its edges smoothed if so wanted.
static bool draw_eye(struct ui_gl_renderer *r, const struct ui_scene *scene,
                     const struct ui_view_table *views, const struct ui_stereo *stereo,
                     enum ui_eye eye, const struct ui_gl_target *target,
                     const struct ui_gl_target *window) {
    const struct ui_gl_target *rough =
        r->quality.smooth ? ui_gl_smooth_begin(&r->smooth, target) : target;
    if (rough == NULL)
        return false;
    draw_window(r, scene, views, stereo, eye, rough, window);
    if (rough != target)
        ui_gl_smooth_end(&r->smooth, rough, target);
    return true;
}

bool ui_gl_renderer_views(struct ui_gl_renderer *r, const struct ui_scene *scene,
                          const struct ui_view_table *views, const struct ui_stereo *stereo,
                          struct ui_gl_target *target) {
    assert(views->count > 0 && views->row[0].surface == UI_SURFACE_WINDOW);
    bool room = prepare(r, scene, views);
    room = draw_monitors(r, scene, views, target->height) && room;
    r->pictures++;
    return ui_gl_renderer_again(r, scene, views, stereo, target) && room;
}

bool ui_gl_renderer_again(struct ui_gl_renderer *r, const struct ui_scene *scene,
                          const struct ui_view_table *views, const struct ui_stereo *stereo,
                          struct ui_gl_target *target) {
    assert(target->width > 0 && target->height > 0);
    if (stereo == NULL || stereo->mode == UI_STEREO_NONE) {
        const bool drawn = draw_eye(r, scene, views, stereo, UI_EYE_LEFT, target, target);
        glBindFramebuffer(GL_FRAMEBUFFER, target->resolved);
        if (!views->unwritten)
            write_pages(r, scene, views, stereo, UI_EYE_LEFT, target, target);
        return drawn;
    }
    // Side by side squeezes each eye into half the width, over-under into half the height; the
    // screen stretches it again.
    const int width =
        stereo->mode == UI_STEREO_SIDE_BY_SIDE ? (target->width + 1) / 2 : target->width;
    const int height =
        stereo->mode == UI_STEREO_OVER_UNDER ? (target->height + 1) / 2 : target->height;
    for (int i = 0; i < 2; i++) {
        if (!ui_gl_target_make(&r->eye[i], width, height, r->quality.samples) ||
            !draw_eye(r, scene, views, stereo, (enum ui_eye)i, &r->eye[i], target))
            return false;
        glBindFramebuffer(GL_FRAMEBUFFER, r->eye[i].resolved);
        write_pages(r, scene, views, stereo, (enum ui_eye)i, &r->eye[i], target);
    }
    compose(r, stereo, target);
    return true;
}

const struct ui_gl_target *ui_gl_renderer_eye(const struct ui_gl_renderer *r, enum ui_eye eye) {
    assert(eye == UI_EYE_LEFT || eye == UI_EYE_RIGHT);
    return &r->eye[eye];
}

void ui_gl_renderer_tree_counts(const struct ui_gl_renderer *r, int count[3]) {
    memcpy(count, r->trees.drawn, sizeof r->trees.drawn);
}
