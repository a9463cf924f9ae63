// Precedes every other shader. VERTEX is defined in the vertex stage. Positions are metres
// relative to the renderer's origin; light is linear, textures and colours are squared on use.
#ifdef VERTEX
#define varying out
#else
#define varying in
#endif

layout(std140) uniform Frame {
    mat4 clip_from_world;
    mat4 shadow_from_world; // to texture coordinates and depth, all 0 to 1
    vec4 eye;           // w: 1 in a cab by night, whose displays glow
    vec4 sun;           // towards the sun; w: 1 with shadows, 0 without
    vec4 sun_light;
    vec4 sky_light;     // ambient from above
    vec4 ground_light;  // ambient from below
    vec4 haze;          // colour away from the sun, w: extinction [1/m]
    vec4 sun_haze;      // colour towards the sun
    vec4 ray;           // towards the middle of the picture,
    vec4 ray_right;     // to its right edge from there,
    vec4 ray_up;        // and to its upper edge
    vec4 shadow_centre; // w: radius [m]
    vec4 rut_window;    // xy: where the texture of ruts begins [m], zw: its middle
    vec4 zenith;        // colour of the sky above, w: clouds
    vec4 weather;       // x: snow, y: rain, z: time [s], w: number of lamps
    vec4 wind;          // [m/s], w: its speed
    vec4 near_shadow;   // x: times a place in the far map of shadows, + yz: that in the near one,
                        // w: part of the texture's width that one of them has
    vec4 lamp_place[8]; // w: cosine of half its cone
    vec4 lamp_way[8];   // where it shines, w: strength
    mat4 lamp_from_world[2]; // to texture coordinates and depth of the first two lamps' shadows
};

// 1 where the map of the sun's shadows ends, 0 well within.
float beyond_shadows(vec3 world) {
    float away = distance(world.xy, shadow_centre.xy) / shadow_centre.w;
    return clamp(away * 6.0 - 5.0, 0.0, 1.0);
}

const vec3 lamp_colour = vec3(1.0, 0.95, 0.84);

// What lamp i gives a surface without shadows.
float lamp_at(int i, vec3 world, vec3 normal) {
    vec3 way = lamp_place[i].xyz - world;
    float square = dot(way, way);
    way *= inversesqrt(square);
    float edge = lamp_place[i].w;
    float inside = smoothstep(edge, edge + 0.22, -dot(way, lamp_way[i].xyz));
    return inside * max(dot(normal, way), 0.0) * lamp_way[i].w / (20.0 + square);
}

// Depth of the rut [m]; the texture repeats, but shows only what is around its middle.
const float rut_cell = 0.25, rut_side = 512.0 * rut_cell; // [m] as in ui/scene/rut_map.h
const float rut_deepest = 0.5;                            // [m]

float rut_depth(sampler2D ruts, vec2 p) {
    return texture(ruts, (p - rut_window.xy) / rut_side).r * rut_deepest;
}

// Film curve (after the fit of Narkowicz), then the screen's gamma, taken as 2.
vec3 developed(vec3 c) {
    c = c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14);
    return sqrt(clamp(c, 0.0, 1.0));
}

vec3 ambient(vec3 normal) {
    return mix(ground_light.rgb, sky_light.rgb, normal.z * 0.5 + 0.5);
}

// By NIGHT lamps shine. Two of them cast shadows, and are computed per fragment; the light of the
// others has no edges, so that corners are enough. With CORNERS that goes for all of them.
#if defined(NIGHT) && !defined(CORNERS)
varying vec4 lamp_place_of[2]; // in the shadows of the first two
#endif

#ifdef VERTEX
// Light of the lamps that are computed at corners; prepares the others.
vec3 lamps_at_corner(vec3 world, vec3 normal) {
    vec3 light = vec3(0.0);
#ifdef NIGHT
#ifdef CORNERS
    const int first = 0;
#else
    const int first = 2;
    for (int i = 0; i < first; i++)
        lamp_place_of[i] = lamp_from_world[i] * vec4(world + 0.04 * normal, 1.0);
#endif
    float sum = 0.0;
    for (int i = first; i < int(weather.w); i++)
        sum += lamp_at(i, world, normal);
    light = sum * lamp_colour;
#endif
    return light;
}

// For small and distant things that are lit from any side.
vec3 lamps_around(vec3 world) {
    float sum = 0.0;
    for (int i = 0; i < int(weather.w); i++)
        sum += lamp_at(i, world, normalize(lamp_place[i].xyz - world));
    return 0.6 * sum * lamp_colour;
}

// rgb: what the air adds, a: what it takes away.
vec4 haze_at(vec3 world) {
    vec3 way = world - eye.xyz;
    float distance = length(way);
    float lost = 1.0 - exp(-distance * haze.w);
    float towards = max(dot(way, sun.xyz) / max(distance, 0.01), 0.0);
    return vec4(mix(haze.rgb, sun_haze.rgb, towards * towards * towards) * lost, lost);
}

vec3 turned(vec4 q, vec3 v) { // q: x, y, z, w
    vec3 t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

// An instance of a tree is its place in the forest, and from bit 24 on where it fades (STEPS of
// ui/gl/trees.c): in that part of the pixels it is left out, or drawn in minus that.
struct tree_instance {
    vec4 position; // w: sweep [mm] + random 0 to 1
    vec4 turn;
    vec4 size; // height, crown base, crown radius, radius at 1.3 m
};

tree_instance tree_of(sampler2D forest, uint drawn) {
    uint place = drawn & 0xffffffu;
    ivec2 at = ivec2(3 * int(place % 256u), int(place / 256u));
    return tree_instance(texelFetch(forest, at, 0), texelFetch(forest, at + ivec2(1, 0), 0),
                         texelFetch(forest, at + ivec2(2, 0), 0));
}

float fading(uint drawn) {
    float steps = float(drawn >> 24);
    return steps < 16.5 ? steps / 16.0 : 1.0 - steps / 16.0;
}

// How far a tree leans with the wind at that part of its height [m]: 0.4 m at a top of 20 m in a
// wind of 10 m/s (assumed), with the square of the wind's speed. Gusts have it swing about there and
// across at the frequency of conifers, from its diameter d and height h (Moore and Maguire, Trees 18
// (2004), 195-203: 0.0766 + 3.12 d / h^2 [Hz, cm, m]); a tree that lies does not.
vec3 leaning(vec4 q, vec4 size, float part, float chance) {
    float frequency = 0.0766 + 3.12 * 200.0 * max(size.w, 0.05) / (size.x * size.x);
    float turn = 6.283 * (frequency * weather.z + chance);
    float upright = max(1.0 - 2.0 * dot(q.xy, q.xy), 0.0);
    float lean = min(2e-4 * wind.w * size.x, 0.06 * size.x / max(wind.w, 0.1)) * part * part *
                 upright * upright;
    return lean * vec3(wind.xy * (0.6 + 0.4 * sin(turn)) +
                           vec2(-wind.y, wind.x) * (0.25 * sin(0.93 * turn + 1.6)),
                       0.0);
}
#else
uniform sampler2DShadow shadow_map;

// Whether a place in the far map of the sun's shadows is lit, from the near one where that has it.
// One lies beside the other in the texture.
float lit_at(vec3 place) {
    vec2 near = place.xy * near_shadow.x + near_shadow.yz;
    bool within = max(abs(near.x - 0.5), abs(near.y - 0.5)) < 0.49;
    vec2 at = within ? vec2(1.0 - near_shadow.w * (1.0 - near.x), near.y) : vec2(place.x * near_shadow.w, place.y);
    return texture(shadow_map, vec3(at, place.z));
}

// A number from 0 to 1 for each pixel that differs much from its neighbours' (interleaved gradient
// noise, J. Jimenez, Next generation post processing in Call of Duty, 2014): as a threshold it has no
// pattern to be seen.
float pixel_threshold() {
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
}

// Whether this pixel lacks what fades, so that one detail has just those that another lacks.
bool left_out(float fade) {
    float threshold = pixel_threshold();
    return fade > 0.0 ? threshold < fade : threshold >= -fade;
}

// Part of the sunlight that arrives where the map says lit; beyond the map it fades to far. Lamps
// outshine what is left of it in the dark.
float sunlight(float lit, vec3 world, float far) {
#ifdef NIGHT
    return 0.0;
#else
    return mix(lit, far, beyond_shadows(world)) * sun.w + far * (1.0 - sun.w);
#endif
}

float sunlit(vec3 world, vec4 place, float far) {
    return sunlight(lit_at(place.xyz), world, far);
}

#if defined(NIGHT) && !defined(CORNERS)
uniform sampler2DShadow lamp_map;

float lamp_shadow(sampler2DShadow map, vec4 place) {
    return place.w > 0.0 ? textureProj(map, place) : 1.0;
}

// At night the sun's map belongs to the first lamp. beside: lamps_at_corner().
vec3 lamps(vec3 world, vec3 normal, vec3 beside) {
    float first = lamp_at(0, world, normal) * lamp_shadow(shadow_map, lamp_place_of[0]);
    float second = lamp_at(1, world, normal) * lamp_shadow(lamp_map, lamp_place_of[1]);
    return (first + second) * lamp_colour + beside;
}
#elif defined(NIGHT)
vec3 lamps(vec3 world, vec3 normal, vec3 beside) {
    return beside;
}
#else
vec3 lamps(vec3 world, vec3 normal, vec3 beside) {
    return vec3(0.0);
}
#endif
#endif
