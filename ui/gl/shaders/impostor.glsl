// Distant trees: a picture that turns about the stem to face the eye. The lower half of the
// picture is stretched to the tree's stem, the upper half to its crown. Forests show them one
// behind the other, so a fragment costs little: light is found at corners and as constants of the
// tree, and developed by a parabola through three points of the film curve.
varying vec3 texel;
varying float shade;    // root of the part of the light that arrives
flat varying vec3 dark; // what is shown of black,
flat varying vec3 rise; // how much more of the root of the albedo,
flat varying vec3 bend; // and of its square
#ifdef FADING
flat varying float fade;
#endif

#ifdef VERTEX
layout(location = 0) in vec2 corner; // x: -1 to 1; y: 0 ground, 1 crown base, 2 top
layout(location = 3) in vec4 instance_position;
layout(location = 4) in vec4 instance_turn;
layout(location = 5) in vec4 instance_size;
uniform float layer;

// Roots of albedos between 0 and twice this one are common; snow and the bark of birches, the last
// layer, are white.
#ifdef SNOW
const float common_root = 0.45;
#else
float common_root = layer > 1.5 ? 0.45 : 0.25;
#endif

// The light of the whole tree, developed: dark + s (rise + s bend) for s = 0, 1 and 2 common_root.
void develop_tree(vec3 light, vec4 air) {
    vec3 seen = light * (1.0 - air.a) * common_root * common_root;
    vec3 middle = developed(seen + air.rgb), bright = developed(4.0 * seen + air.rgb);
    dark = developed(air.rgb);
    bend = (bright - 2.0 * middle + dark) / (2.0 * common_root * common_root);
    rise = (middle - dark) / common_root - common_root * bend;
}

void main() {
    vec3 axis = turned(instance_turn, vec3(0.0, 0.0, 1.0));
    vec3 way = eye.xyz - instance_position.xyz;
    vec3 side = normalize(cross(axis, way));
    float z = min(corner.y, 1.0) * instance_size.y +
              max(corner.y - 1.0, 0.0) * (instance_size.x - instance_size.y);
    vec3 world = instance_position.xyz + side * (corner.x * instance_size.z * 1.05) + axis * z;
    float chance = fract(instance_position.w);
#ifdef FADING
    fade = fading(instance_position.w);
#endif
    world += leaning(instance_turn, instance_size, z / instance_size.x, chance);
    float mirrored = chance < 0.5 ? corner.x : -corner.x;
    texel = vec3(mirrored * 0.5 + 0.5, corner.y * 0.5, layer);
    vec3 tint = vec3(0.8 + 0.4 * fract(chance * 7.31)) *
                mix(vec3(1.06, 1.0, 0.86), vec3(0.92, 1.0, 1.05), fract(chance * 3.77));
    vec3 top = instance_position.xyz + axis * instance_size.x;
    vec3 n = cross(side, vec3(0.0, 0.0, 1.0)) * 0.6 + vec3(0.0, 0.0, 0.45);
    vec3 sky = ambient(vec3(0.0, 0.0, 0.3)) + lamps_around(0.5 * (instance_position.xyz + top));
    vec3 whole = sun_light.rgb * (max(dot(n, sun.xyz), 0.0) * 0.75 + 0.25) + sky;
    // Less arrives low in the stand and on the side away from the sun.
    float height = z / instance_size.x;
    float lit = max(dot(n + side * (corner.x * 0.8), sun.xyz) * 0.75 + 0.25, 0.0);
    vec3 here = sun_light.rgb * (lit * mix(0.3, 1.0, height)) + sky * mix(0.6, 1.0, height);
    shade = sqrt(here.g / whole.g);
    develop_tree(whole * tint, haze_at(0.5 * (instance_position.xyz + top)));
    gl_Position = clip_from_world * vec4(world, 1.0);
}
#else
uniform sampler2DArray pictures;
out vec4 colour;

void main() {
    vec4 c = texture(pictures, texel);
    if (c.a < 0.35)
        discard;
#ifdef FADING
    if (left_out(fade))
        discard;
#endif
    vec3 s = c.rgb * (shade / c.a);
#ifdef SNOW
    float high = smoothstep(0.45, 0.6, texel.y);
    s = mix(s, vec3(0.9, 0.92, 0.95) * shade, 0.55 * weather.x * high * smoothstep(0.05, 0.2, c.g));
#endif
    colour = vec4(dark + s * (rise + s * bend), 1.0);
}
#endif
