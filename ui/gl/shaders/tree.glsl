// Trees from a mesh per species that is fitted to each tree's size. SHADOW: depth only.
// BAKE: plain colours for the pictures of distant trees. FADING: in a part of the pixels only.
varying vec3 texel; // z: layer
varying vec3 tint;
#ifdef FADING
flat varying float fade;
#endif
#ifndef SHADOW
varying vec4 air;
varying vec4 in_shadow; // w: 1 where the sun's shadows are not drawn, 0 where they are
varying vec4 around;    // light from everywhere else, with that of lamps at the corners; w: part
                        // of the sunlight by the direction in which the surface faces
varying vec2 crown;     // x: 0 on the stem, 1 at the outside of the crown; y: part of that under snow
#if defined(BAKE) || (defined(NIGHT) && !defined(CORNERS))
varying vec3 at;
varying vec3 normal;
#endif
#endif

#ifdef VERTEX
layout(location = 0) in vec3 shape;  // stem: cos, sin, part of the height; crown: unit cylinder
layout(location = 1) in vec3 facing;
layout(location = 2) in vec4 picture; // texture coordinates, layer, 1 on the crown
layout(location = 3) in uint instance;
uniform sampler2D forest;
tree_instance tree;

// Form of stems in stands: nearly a cone with a rounded back, and four roots at the butt.
float stem_radius(float z, vec2 side) {
    float top = max(tree.size.x - z, 0.0) / max(tree.size.x - 1.3, 0.1);
    float across = side.x * side.x;
    float roots = 0.42 + 0.28 * (8.0 * across * across - 8.0 * across + 1.0); // cos of 4 angles
    return tree.size.w * (pow(top, 0.75) + roots * exp(-3.2 * max(z, 0.0)));
}

// The bow of the lowest 5 m, towards the x axis that the tree had before its random turn.
vec2 bow(float z, float sweep, float chance) {
    float part = clamp(z / 5.0, 0.0, 1.0);
    float angle = 6.283 * chance;
    return 4.0 * sweep * part * (1.0 - part) * vec2(cos(angle), -sin(angle));
}

void main() {
    tree = tree_of(forest, instance);
    float z;
    vec3 p;
    float chance = fract(tree.position.w);
    float sweep = floor(tree.position.w) * 0.001;
#ifdef FADING
    fade = fading(instance);
#endif
#ifdef BAKE
    tint = vec3(1.0); // each tree has its own
#else
    tint = vec3(0.8 + 0.4 * fract(chance * 7.31));
#endif
    if (picture.w < 0.5) {
        // It begins in the ground, which may slope.
        z = shape.z > 0.0 ? shape.z * tree.size.x : -0.25;
        p = vec3(shape.xy * stem_radius(z, shape.xy) + bow(z, sweep, chance), z);
        texel = vec3(picture.x, z * 0.35 + chance, picture.z);
        // Pine turns orange towards the top, birch dark at the butt.
        if (picture.z > 3.5 && picture.z < 4.5)
            tint *= mix(vec3(1.0), vec3(1.45, 0.92, 0.55), smoothstep(0.25, 0.55, shape.z));
        else if (picture.z > 4.5)
            tint *= mix(vec3(0.35, 0.32, 0.3), vec3(1.0), smoothstep(0.2, 2.2, z));
    } else {
        // Dead branches hang below the crown, where there is a stem.
        bool dead = picture.w > 1.5;
        z = dead ? shape.z * tree.size.y : mix(tree.size.y, tree.size.x, shape.z);
        float grown = dead && tree.size.w <= 0.0 ? 0.0 : tree.size.z;
        p = vec3(shape.xy * grown + bow(z, sweep, chance), z);
        texel = picture.xyz;
#ifndef BAKE
        tint *= mix(vec3(1.06, 1.0, 0.86), vec3(0.92, 1.0, 1.05), fract(chance * 3.77));
#endif
    }
    vec3 world = tree.position.xyz + turned(tree.turn, p);
#ifndef SHADOW
    world += leaning(tree.turn, tree.size, max(z, 0.0) / tree.size.x, chance);
    vec3 n = turned(tree.turn, facing);
    float outside = picture.w < 0.5 ? 0.0 : min(length(shape.xy), 1.0);
    air = haze_at(world);
    in_shadow = shadow_from_world * vec4(world + n * 0.12, 1.0);
    in_shadow.w = max(beyond_shadows(world), 1.0 - sun.w);
    // Leaves let some light through to their shaded side.
    float through = picture.z < 2.5 ? 0.25 : 0.0;
    around = vec4(ambient(n) + lamps_at_corner(world, n),
                  max(dot(n, sun.xyz) * (1.0 - through) + through, 0.0));
    crown = vec2(outside, 0.75 * weather.x * smoothstep(0.15, 0.6, n.z));
#if defined(BAKE) || (defined(NIGHT) && !defined(CORNERS))
    at = world;
    normal = n;
#endif
    // Deep in the crown and low in the stand less of the sky is seen.
    tint *= picture.w < 0.5 ? mix(0.75, 1.0, shape.z) : mix(0.42, 1.0, outside) * mix(0.7, 1.0, shape.z);
#endif
#ifdef SHADOW
    gl_Position = shadow_from_world * vec4(world, 1.0);
    gl_Position.xyz = gl_Position.xyz * 2.0 - gl_Position.w;
#else
    gl_Position = clip_from_world * vec4(world, 1.0);
#endif
}
#else
uniform sampler2DArray leaves;
#ifdef SHADOW
void main() {
    if (texture(leaves, texel).a < 0.4)
        discard;
}
#else
#ifdef BAKE
layout(location = 0) out vec4 colour;
layout(location = 1) out vec4 facing_out; // right, towards the eye, up: 0 to 1
#else
out vec4 colour;
#endif

void main() {
    vec4 c = texture(leaves, texel);
    if (c.a < 0.45)
        discard;
#ifdef FADING
    if (left_out(fade))
        discard;
#endif
#ifndef BAKE
    // Branches do not hang right before the eye: nearer than 2.2 m.
    if (crown.x > 0.0 && gl_FragCoord.w > 0.45)
        discard;
#endif
    vec3 albedo = c.rgb * c.rgb * tint;
#ifdef BAKE
    colour = vec4(sqrt(albedo), 1.0);
    facing_out = vec4(0.5 + 0.5 * normalize(normal * vec3(1.0, -1.0, 1.0)), 1.0);
#else
    albedo = mix(albedo, vec3(0.85, 0.88, 0.93), crown.y * clamp(2.0 * crown.x - 0.2, 0.0, 1.0));
    vec3 light = around.rgb;
#ifndef NIGHT
    light += sun_light.rgb * (mix(lit_at(in_shadow.xyz), 0.75, in_shadow.w) * around.w);
#elif !defined(CORNERS)
    light += lamps(at, normalize(normal), vec3(0.0));
#endif
    colour = vec4(developed(albedo * light * (1.0 - air.a) + air.rgb), 1.0);
#endif
}
#endif
#endif
