// Small helpers around OpenGL 3.3 core. Object names are unsigned, zero is none, so that headers
// need no OpenGL header. Everything here needs a current context.
#pragma once

#include <stdbool.h>

#include "ui/scene/scene.h"
#include "ui/scene/view.h"

// Texture units, the same in every program.
enum ui_gl_unit {
    UI_GL_UNIT_DETAIL,
    UI_GL_UNIT_COVER,
    UI_GL_UNIT_RUTS,
    UI_GL_UNIT_SHADOW,
    UI_GL_UNIT_LAMP,
    UI_GL_UNIT_LEAVES,
    UI_GL_UNIT_PICTURES,
    UI_GL_UNIT_FACINGS,
    UI_GL_UNIT_FOREST,
    UI_GL_UNIT_FONT,
    UI_GL_UNIT_LEFT,
    UI_GL_UNIT_RIGHT,
    UI_GL_UNIT_COUNT
};

// Mirrors the block Frame of ui/gl/shaders/common.glsl (std140).
struct ui_gl_frame {
    struct ui_mat4 clip_from_world;
    struct ui_mat4 shadow_from_world;
    float eye[4];
    float sun[4];
    float sun_light[4];
    float sky_light[4];
    float ground_light[4];
    float haze[4];
    float sun_haze[4];
    float ray[4];
    float ray_right[4];
    float ray_up[4];
    float shadow_centre[4];
    float rut_window[4];
    float zenith[4];
    float weather[4];
    float wind[4];
    float near_shadow[4];
    float lamp_place[UI_LAMPS][4];
    float lamp_way[UI_LAMPS][4];
    struct ui_mat4 lamp_from_world[2];
};

// Lights of a program's fragments. By day the light of lamps would cost half as much again
// as all others; at night, shadows of lamps per fragment are for what is near.
enum ui_gl_light { UI_GL_DAYLIGHT, UI_GL_LAMPS, UI_GL_LAMPS_AT_CORNERS, UI_GL_LIGHTS };

// Per light, what goes before a shader's text.
extern const char *const ui_gl_light_defines[UI_GL_LIGHTS];

// The text of ui/gl/shaders/NAME.glsl, built into the program; NULL where there is none.
const char *ui_gl_shader_text(const char *name);

// The program ui/gl/shaders/NAME.glsl with the given #define lines (may be ""), its block and its
// samplers bound; the caller deletes it. Zero with a line on stderr where the driver refuses it.
unsigned ui_gl_program(const char *name, const char *defines);

// Programs that are made from now on, those of shadows apart, show how often a fragment has looked
// into a texture, red of 255, instead of its colour. It is meant for tests and benchmarks.
void ui_gl_count_lookups(bool counted);

// Mipmapped texture of width * height RGBA bytes, row by row. Beyond its borders it repeats or is
// clamped. It stays bound to the active unit; the caller deletes it.
unsigned ui_gl_texture(int width, int height, const unsigned char *rgba, bool repeat);

// True where the processor draws (llvmpipe, softpipe, swr): pictures are then kept cheap.
bool ui_gl_is_software(void);

// [pixel] The widest texture and picture that the driver has.
int ui_gl_max_side(void);

// Largest sample count of a multisampled target.
int ui_gl_max_samples(void);

// Loads the functions of the context that is current. False: no OpenGL 3.3.
bool ui_gl_load(void);
