#include "ui/gl/base.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>
#include <glad/gl.h>

#include "ui/gl/counts.h"

// SDL returns an object pointer; the union keeps -Wpedantic quiet.
static GLADapiproc find_function(const char *name) {
    union {
        void *object;
        GLADapiproc function;
    } u;
    u.object = SDL_GL_GetProcAddress(name);
    return u.function;
}

static bool software; // of the context that was loaded last

static bool draws_by_processor(void) {
    static const char *const names[] = {"llvmpipe", "softpipe", "SWR", "swrast"};
    const char *driver = (const char *)glGetString(GL_RENDERER);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (driver != NULL && strstr(driver, names[i]) != NULL)
            return true;
    return false;
}

bool ui_gl_load(void) {
    const int version = gladLoadGL(find_function);
    software = version != 0 && draws_by_processor();
    return GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) >= 33;
}

static bool counts_lookups;

void ui_gl_count_lookups(bool counted) {
    counts_lookups = counted;
}

// Around the text of a fragment's shader: the macros do not expand themselves.
static const char count_begin[] =
    "int lookups = 0;\n"
    "#define texture(map, at) (lookups++, texture(map, at))\n"
    "#define textureGrad(map, at, x, y) (lookups++, textureGrad(map, at, x, y))\n"
    "#define textureProj(map, at) (lookups++, textureProj(map, at))\n"
    "#define main looked_up\n";
static const char count_end[] =
    "\n#undef main\n"
    "void main() {\n"
    "    looked_up();\n"
    "    colour = vec4(float(lookups) / 255.0, 0.0, 0.0, lookups > 0 ? 1.0 : 0.0);\n"
    "}\n";

// Neither shadows nor the pictures of distant trees show colours of the scene.
static bool is_counted(GLenum stage, const char *defines) {
    return counts_lookups && stage == GL_FRAGMENT_SHADER && strstr(defines, "SHADOW") == NULL &&
           strstr(defines, "BAKE") == NULL;
}

static unsigned compile(GLenum stage, const char *name, const char *defines) {
    const bool counted = is_counted(stage, defines);
    const char *source[] = {
        "#version 330 core\n",
        stage == GL_VERTEX_SHADER ? "#define VERTEX\n" : "",
        defines,
        counted ? count_begin : "",
        ui_gl_shader_text("common"),
        "\n#line 1\n",
        ui_gl_shader_text(name),
        counted ? count_end : "",
    };
    const unsigned shader = glCreateShader(stage);
    glShaderSource(shader, (GLsizei)(sizeof source / sizeof source[0]), source, NULL);
    glCompileShader(shader);
    GLint done = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (!done) {
        char log[1024] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        fprintf(stderr, "kranich: error: the graphics driver refuses %s.glsl: %s\n", name, log);
        glDeleteShader(shader);
        return 0;
    }
    return shader;
}

static void bind_inputs(unsigned program) {
    static const struct {
        const char *name;
        enum ui_gl_unit unit;
    } sampler[] = {
        {"detail", UI_GL_UNIT_DETAIL},     {"cover", UI_GL_UNIT_COVER},
        {"ruts", UI_GL_UNIT_RUTS},         {"shadow_map", UI_GL_UNIT_SHADOW},
        {"lamp_map", UI_GL_UNIT_LAMP},     {"leaves", UI_GL_UNIT_LEAVES},
        {"pictures", UI_GL_UNIT_PICTURES}, {"facings", UI_GL_UNIT_FACINGS},
        {"forest", UI_GL_UNIT_FOREST},     {"font", UI_GL_UNIT_FONT},
        {"left_eye", UI_GL_UNIT_LEFT},     {"right_eye", UI_GL_UNIT_RIGHT},
    };
    _Static_assert(sizeof sampler / sizeof sampler[0] == UI_GL_UNIT_COUNT, "a unit has no sampler");
    ui_gl_use(program);
    for (size_t i = 0; i < sizeof sampler / sizeof sampler[0]; i++) {
        const GLint place = glGetUniformLocation(program, sampler[i].name);
        if (place >= 0)
            glUniform1i(place, (GLint)sampler[i].unit);
    }
    const GLuint block = glGetUniformBlockIndex(program, "Frame");
    if (block != GL_INVALID_INDEX)
        glUniformBlockBinding(program, block, 0);
}

const char *const ui_gl_light_defines[UI_GL_LIGHTS] = {[UI_GL_DAYLIGHT] = "",
                                                       [UI_GL_LAMPS] = "#define NIGHT\n",
                                                       [UI_GL_LAMPS_AT_CORNERS] =
                                                           "#define NIGHT\n#define CORNERS\n"};

unsigned ui_gl_program(const char *name, const char *defines) {
    const unsigned vertex = compile(GL_VERTEX_SHADER, name, defines);
    const unsigned fragment = vertex != 0 ? compile(GL_FRAGMENT_SHADER, name, defines) : 0;
    if (fragment == 0) {
        glDeleteShader(vertex);
        return 0;
    }
    unsigned program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    GLint done = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (!done) {
        char log[1024] = "";
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        fprintf(stderr, "kranich: error: the graphics driver refuses %s.glsl: %s\n", name, log);
        glDeleteProgram(program);
        return 0;
    }
    ui_gl_counts_name(program, name, defines);
    bind_inputs(program);
    return program;
}

unsigned ui_gl_texture(int width, int height, const unsigned char *rgba, bool repeat) {
    assert(width > 0 && height > 0);
    unsigned texture = 0;
    const GLint wrap = repeat ? GL_REPEAT : GL_CLAMP_TO_EDGE;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    // A processor reads eight texels to mix two levels, and the step between them is hardly seen.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                    ui_gl_is_software() ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR);
    glGenerateMipmap(GL_TEXTURE_2D);
    return texture;
}

bool ui_gl_is_software(void) {
    return software;
}

int ui_gl_max_side(void) {
    GLint texture = 0, buffer = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &buffer);
    return texture < buffer ? texture : buffer;
}

int ui_gl_max_samples(void) {
    GLint samples = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    return samples;
}
