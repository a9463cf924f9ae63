// Distant trees: a picture that turns about the stem to face the eye, of the eight that were taken
// from all sides the one that the eye sees. The lower half of the picture is stretched to the tree's
// stem, the upper half to its crown. Forests show them one behind the other, so a fragment costs
// little: all light but its direction is a constant of the tree, developed by a parabola through
// three points of the film curve. ROUND: crowns are lit like cones, at their corners, and not by the
// normals that were taken with the pictures. SHADOW: depth only, of what the sun sees.
varying vec2 texel;
flat varying vec3 side_of; // layers of two pictures, part of the second
#ifndef SHADOW
#ifdef ROUND
varying vec3 root; // of the light that arrives, as a part of that of which the tree is developed
#else
varying vec2 arrives;     // part of the light that arrives so high: of the sun's, of the sky's
flat varying vec3 to_sun; // to the right, towards the eye, up
flat varying vec3 direct; // light, as parts of that of which the tree is developed: of the sun,
flat varying vec3 level;  // of the surroundings on a level normal,
flat varying vec3 above;  // how much more it is on one that looks up
#endif
flat varying vec3 dark;    // what is shown of black,
flat varying vec3 rise;    // how much more of the root of the albedo,
flat varying vec3 bend;    // and of its square
#ifdef FADING
flat varying float fade;
#endif
#endif

#ifdef VERTEX
layout(location = 0) in vec2 corner; // x: -1 to 1; y: 0 ground, 1 crown base, 2 top
layout(location = 3) in uint instance;
uniform sampler2D forest;
tree_instance tree;
uniform float layer;

const float sides = 8.0; // UI_GL_TREE_SIDES

#ifndef SHADOW
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
#endif

// Within an eighth of the way from one picture to the next, pixels are taken from both.
void choose_side(vec3 way) {
    vec3 own = turned(vec4(-tree.turn.xyz, tree.turn.w), way);
    float place = atan(own.y, own.x) * (sides / 6.2831853) + sides;
    float low = floor(place);
    side_of = vec3(layer * sides + vec2(mod(low, sides), mod(low + 1.0, sides)),
                   clamp((place - low) * 4.0 - 1.5, 0.0, 1.0));
}

void main() {
    tree = tree_of(forest, instance);
    vec3 axis = turned(tree.turn, vec3(0.0, 0.0, 1.0));
#ifdef SHADOW
    vec3 way = sun.xyz;
#else
    vec3 way = eye.xyz - tree.position.xyz;
#endif
    vec3 side = normalize(cross(axis, way));
    float z = min(corner.y, 1.0) * tree.size.y +
              max(corner.y - 1.0, 0.0) * (tree.size.x - tree.size.y);
    vec3 world = tree.position.xyz + side * (corner.x * tree.size.z * 1.05) + axis * z;
    choose_side(way);
    texel = vec2(corner.x, corner.y) * 0.5 + vec2(0.5, 0.0);
#ifdef SHADOW
    gl_Position = shadow_from_world * vec4(world, 1.0);
    gl_Position.xyz = gl_Position.xyz * 2.0 - gl_Position.w;
#else
    float chance = fract(tree.position.w);
#ifdef FADING
    fade = fading(instance);
#endif
    world += leaning(tree.turn, tree.size, z / tree.size.x, chance);
    vec3 tint = vec3(0.8 + 0.4 * fract(chance * 7.31)) *
                mix(vec3(1.06, 1.0, 0.86), vec3(0.92, 1.0, 1.05), fract(chance * 3.77));
    vec3 middle = tree.position.xyz + 0.5 * axis * tree.size.x;
    vec3 sunward = vec3(dot(side, sun.xyz), dot(cross(side, axis), sun.xyz), dot(axis, sun.xyz));
    vec3 around = 0.5 * (ground_light.rgb + sky_light.rgb) + lamps_around(middle);
    vec3 whole = sun_light.rgb + around;
    vec3 higher = 0.5 * (sky_light.rgb - ground_light.rgb);
    // Less arrives low in the stand. In the mean of crown and directions the picture is as bright as
    // the mesh then (tests/ui/gl/trees_test.c): it has the crown's bright outside at the edges.
    vec2 part = mix(vec2(0.25, 0.5), vec2(0.62, 0.82), z / tree.size.x);
#ifdef ROUND
    float lit = max(dot(vec3(1.2 * corner.x, 0.45, 0.5), sunward) * 0.75 + 0.25, 0.0);
    root = sqrt((sun_light.rgb * (lit * part.x) + (around + 0.45 * higher) * part.y) / whole);
#else
    to_sun = sunward;
    direct = sun_light.rgb / whole;
    level = around / whole;
    above = higher / whole;
    arrives = part;
#endif
    develop_tree(whole * tint, haze_at(middle));
    gl_Position = clip_from_world * vec4(world, 1.0);
#endif
}
#else
uniform sampler2DArray pictures;

// What is seen from that side; between two, pixels are taken from both.
vec3 place_of_pixel() {
    return vec3(texel, pixel_threshold() < side_of.z ? side_of.y : side_of.x);
}

#ifdef SHADOW
void main() {
    if (texture(pictures, place_of_pixel()).a < 0.35)
        discard;
}
#else
#ifndef ROUND
uniform sampler2DArray facings;
#endif
out vec4 colour;

void main() {
    vec3 place = place_of_pixel();
    vec4 c = texture(pictures, place);
    if (c.a < 0.35)
        discard;
#ifdef FADING
    if (left_out(fade))
        discard;
#endif
    vec3 s = c.rgb / c.a;
#ifdef ROUND
    float up = 0.5;
    vec3 light = root;
#else
    // Without filter, which would cost more than it shows; beside the tree there is none.
    vec4 facing = texture(facings, place);
    vec3 n = facing.a > 0.3 ? facing.rgb * (2.0 / facing.a) - 1.0 : vec3(0.0, 0.6, 0.8);
    // Leaves let some light through to their shaded side.
    float through = texel.y > 0.5 ? 0.25 : 0.0;
    float lit = max(dot(n, to_sun) * (1.0 - through) + through, 0.0);
    float up = n.z;
    vec3 light = sqrt(direct * (lit * arrives.x) + (level + above * n.z) * arrives.y);
#endif
#ifdef SNOW
    float high = smoothstep(0.45, 0.6, texel.y) * smoothstep(0.1, 0.5, up);
    s = mix(s, vec3(0.9, 0.92, 0.95), 0.7 * weather.x * high);
#endif
    s *= light;
    colour = vec4(dark + s * (rise + s * bend), 1.0);
}
#endif
#endif
