// Ground: colours by its cover, detail from a texture that repeats.
varying vec3 at;
varying vec3 up;
varying vec2 place;
varying vec4 air;
varying vec4 in_shadow;
varying vec3 beside; // light of lamps at the corners
flat varying vec4 detail_mean;
varying float spots_at; // large spots at the corners

uniform sampler2D detail; // r: litter, g: plants, b: gravel, a: large spots

// RUTS: with ruts, painted; DENT: under them, where the ground itself is lowered; BESIDE_RUTS: only
// where there are none.
#if defined(RUTS) || defined(BESIDE_RUTS)
uniform sampler2D ruts;        // r: depth, g, b: direction, doubled, a: brash
const float reach = 62.0;      // [m] from the middle of the texture
const float dent_reach = 24.0; // [m] from the eye, as in ui/gl/parts.h
#ifdef DENT
varying vec3 profile; // xy: slope of the depth, z: depth [m]
#endif

// Part of the depth by which the ground itself is lowered; the rest is painted.
float dented(vec2 p) {
    return 1.0 - smoothstep(dent_reach - 8.0, dent_reach, distance(p, eye.xy));
}
#endif

#ifdef VERTEX
#ifdef DENT
// Vertices are where four cells meet: the mean of these, whose corners do not show then.
vec3 rut_profile(vec2 p) {
    vec2 h = vec2(0.5 * rut_cell, -0.5 * rut_cell);
    float a = rut_depth(ruts, p + h.yy), b = rut_depth(ruts, p + h.xy);
    float c = rut_depth(ruts, p + h.yx), d = rut_depth(ruts, p + h.xx);
    vec2 rise = vec2(b + d - a - c, c + d - a - b);
    return vec3(rise / (2.0 * rut_cell), 0.25 * (a + b + c + d));
}
#endif

// Spots of some metres, as smooth as the mesh can show them.
float corner_spots(vec2 p) {
    return textureLod(detail, p * 0.043, 3.0).a;
}

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform vec4 ground_box; // low corner [m] and 1 / size [1/m]

void main() {
    at = position;
#ifdef DENT
    profile = rut_profile(at.xy);
    at.z -= profile.z * dented(at.xy);
#endif
    up = normal;
    place = (at.xy - ground_box.xy) * ground_box.zw;
    detail_mean = textureLod(detail, vec2(0.5), 32.0); // its smallest picture
    spots_at = corner_spots(at.xy);
    beside = lamps_at_corner(at, normalize(up));
    air = haze_at(at);
    in_shadow = shadow_from_world * vec4(at, 1.0);
    gl_Position = clip_from_world * vec4(at, 1.0);
}
#else
uniform sampler2D cover;  // r: gravel, g: grass, b: moss, a: shade of the crowns
#ifdef RUTS
// Prints of the lugs, at equal distances along a direction; x: height, yz: slope. A wave of
// parabolas: a processor computes sines for as long as it reads textures.
vec3 lugs(vec2 p, vec2 along) {
    const float distance = 0.26; // [m]
    float place = fract(dot(p, along) / distance) * 2.0 - 1.0, high = abs(place);
    return vec3(high * high * (6.0 - 4.0 * high) - 1.0,
                sign(place) * 4.0 * high * (1.0 - high) * along);
}

// The phase would run away where the direction turns: it is that of the two nearest of 12 fixed
// directions.
vec3 lugs_along(vec2 p, vec2 doubled) {
    const float sector = 3.14159265 / 12.0;
    float angle = 0.5 * atan(doubled.y, doubled.x) / sector;
    const mat2 next = mat2(0.9659258, 0.2588190, -0.2588190, 0.9659258); // turns by a sector
    float low = floor(angle);
    vec2 along = vec2(cos(low * sector), sin(low * sector));
    return mix(lugs(p, along), lugs(p, next * along), smoothstep(0.3, 0.7, angle - low));
}
#endif

const float fine_from = 14.0, fine_to = 20.0; // [m] from the eye

// What a pixel farther away would not show is not looked up there.
float nearness() {
    return 1.0 - smoothstep(fine_from, fine_to, distance(at, eye.xyz));
}

// A pixel of level ground far away is long and narrow: what arrives is the mean along it, or thin
// shadows would be dashes. Near the eye it is shorter than a texel of the map, and one is enough.
// Where the map ends it is not needed, nor at night.
float lit_along_pixel() {
#ifdef NIGHT
    return 0.0;
#else
    vec3 along = dFdy(in_shadow.xyz);
    float texels = length(along.xy) * float(textureSize(shadow_map, 0).y);
    int looks = beyond_shadows(at) >= 1.0 || sun.w <= 0.0 ? 0 : texels < 0.7 ? 1 : nearness() > 0.0 ? 4 : 2;
    vec3 step = along / max(float(looks), 1.0);
    vec3 first = in_shadow.xyz - 0.5 * float(looks - 1) * step;
    float lit = 0.0;
    for (int i = 0; i < looks; i++)
        lit += lit_at(first + float(i) * step);
    return lit / max(float(looks), 1.0);
#endif
}

out vec4 colour;

// What the pattern has near the eye, and far away.
vec4 pattern(vec2 p, float near, vec4 far) {
    vec2 right = dFdx(p), up = dFdy(p); // undefined within the branch
    if (near > 0.0)
        far = mix(far, textureGrad(detail, p, right, up), near);
    return far;
}

void main() {
#ifdef BESIDE_RUTS
    vec4 here = texture(ruts, (at.xy - rut_window.xy) / rut_side);
    if (here.r + here.a > 0.0)
        discard;
#endif
    vec4 kind = texture(cover, place);
    float near = nearness();
    vec4 fine = pattern(at.xy * 0.55, near, detail_mean);
    float spots = pattern(at.xy * 0.043, near, vec4(spots_at)).a;
    vec3 litter = mix(vec3(0.17, 0.13, 0.095), vec3(0.44, 0.36, 0.27), fine.r);
    vec3 moss = mix(vec3(0.14, 0.16, 0.08), vec3(0.34, 0.36, 0.20), fine.g);
    vec3 grass = mix(vec3(0.17, 0.19, 0.09), vec3(0.42, 0.42, 0.25), fine.g);
    vec3 gravel = mix(vec3(0.27, 0.25, 0.225), vec3(0.54, 0.51, 0.46), fine.b);
    float soft = clamp((kind.b + spots * 1.1 - 1.0 + (fine.g - 0.5) * 0.7) * 2.5 + 0.5, 0.0, 1.0);
    vec3 c = mix(litter, moss, soft);
    c = mix(c, grass, clamp((kind.g + (fine.g + spots - 1.0) * 0.6 - 0.45) * 3.0 + 0.5, 0.0, 1.0));
    c = mix(c, gravel, clamp((kind.r + (fine.b - 0.5) * 0.5 - 0.45) * 3.0 + 0.5, 0.0, 1.0));
    // Snow gathers first where the ground is low and green.
    float white = clamp(weather.x * 2.4 - (fine.r * 0.5 + 0.5 * spots) * (1.4 - weather.x), 0.0, 1.0);
    c = mix(c, vec3(0.90, 0.93, 0.97) * (0.94 + 0.08 * fine.b), white);
    c *= 1.0 - 0.22 * weather.y;
    vec3 n = normalize(up);
    float far = 1.0 - 0.85 * kind.a;
    float open = 1.0 - 0.45 * kind.a;
    float shade = 1.0;
#ifdef RUTS
    vec2 p = at.xy + (vec2(fine.r, fine.b) - 0.5) * 0.10;
    vec3 way = eye.xyz - at;
    float away = length(way);
    way /= away;
    float within = 1.0 - smoothstep(reach - 12.0, reach, length(at.xy - rut_window.zw));
    float lowered = dented(at.xy);
#ifdef DENT
    float deep = profile.z;
#else
    // Dents have a mesh of their own.
    float deep = 0.0;
    if (near > 0.0)
        deep = rut_depth(ruts, at.xy);
    if (deep * lowered > 0.01)
        discard;
#endif
    // Where the bottom is only painted it is seen through the surface: what is there lies farther
    // along the line of sight.
    p -= way.xy / max(way.z, 0.35) * deep * near * (1.0 - lowered);
    vec4 trace = texture(ruts, (p - rut_window.xy) / rut_side);
    float painted = trace.r * rut_deepest;
    vec3 rut, print = vec3(0.0); // xy: slope of the depth, z: depth [m]; prints of the lugs
#ifdef DENT
    rut = vec3(profile.xy, mix(painted, deep + dot(profile.xy, p - at.xy), lowered)) * within;
    vec2 along = trace.gb * 2.0 - 1.0;
    print = lugs_along(at.xy, along) * smoothstep(0.01, 0.05, rut.z) *
            clamp(1.5 - away / 22.0, 0.0, 1.0) * smoothstep(0.2, 0.7, length(along));
#else
    // Seen from afar: neither lugs nor the corners of cells show.
    rut = vec3(0.0, 0.0, painted);
    if (near > 0.0) {
        float ahead = rut_depth(ruts, p + vec2(rut_cell, 0.0));
        float left = rut_depth(ruts, p + vec2(0.0, rut_cell));
        rut.xy = vec2(ahead - painted, left - painted) * (near / rut_cell);
    }
    rut *= within;
#endif
    float brash = clamp(trace.a * 2.2 + (fine.g - 0.5) * 0.8 * step(0.01, trace.a), 0.0, 0.85);
    c = mix(c, mix(vec3(0.20, 0.17, 0.11), vec3(0.34, 0.33, 0.19), fine.r), brash * within);
    float churned = smoothstep(0.008, 0.05, rut.z * (0.6 + 0.8 * fine.r));
    vec3 soil = mix(vec3(0.15, 0.115, 0.085), vec3(0.30, 0.235, 0.175), fine.b);
    soil *= 1.0 - 0.35 * smoothstep(0.08, 0.3, rut.z);
    c = mix(c, soil * (1.0 + 0.25 * print.x), 0.94 * churned);
    n = normalize(n + vec3(rut.xy * 1.5 - 0.5 * print.yz, 0.0));
    // Sunlight reaches the bottom where the ground halfway up the ray is below it.
    if (near > 0.0 && rut.z > 0.03) {
        float half_way = rut_depth(ruts, p + 0.5 * rut.z * sun.xy / max(sun.z, 0.25));
        float reached = smoothstep(0.2, 0.6, half_way / max(rut.z, 0.02));
        shade = mix(1.0, reached, smoothstep(0.03, 0.1, rut.z) * near);
    }
    open *= 1.0 - 0.5 * smoothstep(0.0, 0.35, rut.z);
#endif
    c *= c * mix(0.75 + 0.5 * spots, 1.0, white);
    float lit = sunlight(lit_along_pixel(), at, far) * max(dot(n, sun.xyz), 0.0) * shade;
    vec3 light = sun_light.rgb * lit + ambient(n) * open + lamps(at, n, beside);
    colour = vec4(developed(c * light * (1.0 - air.a) + air.rgb), 1.0);
}
#endif
