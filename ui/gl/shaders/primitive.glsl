// Boxes, capsules, cylinders, wheels: instances of a mesh per kind; and surfaces, a mesh each.
// SHADOW: depth only. Else LOOK is the material, one of the constants below: a program has the
// texture look-ups and lights of its material only, and the linker drops what it does not use.
// Glass covers the picture in a cab, so its colour is found at its corners.
const int PAINT = 0, STEEL = 1, TYRE = 2, BARK = 3, LOG = 4, WOOD = 5, GLASS = 6, LAMP = 7, PLAIN = 8;

#ifdef SHADOW
#elif LOOK == 6
varying vec4 pane;
#else
varying vec3 at;
varying vec3 local; // in the shape's frame [m]
varying vec3 normal;
varying vec3 local_normal;
varying vec4 air;
varying vec4 in_shadow;
varying vec3 tint;
varying vec3 beside; // light of lamps at the corners
flat varying int rim; // 1 on the rim of a wheel
flat varying float along; // of bark: where the middle of this piece is on its stem [m]
#endif

#ifdef VERTEX
layout(location = 0) in vec3 corner;  // times the instance's size
layout(location = 1) in vec3 outward; // times the radius
layout(location = 2) in vec3 facing;
layout(location = 3) in vec2 choice;  // x: 0 first, 1 second radius; y: 1 on a wheel's rim
layout(location = 4) in vec4 instance_position;
layout(location = 5) in vec4 instance_turn;
layout(location = 6) in vec4 instance_size; // w: radius at the -z end
layout(location = 7) in vec4 instance_colour; // w: radius at the +z end

void main() {
    float radius = mix(instance_size.w, instance_colour.w, choice.x);
    vec3 p = corner * instance_size.xyz + outward * radius;
    vec3 world = instance_position.xyz + turned(instance_turn, p);
#ifdef SHADOW
    gl_Position = shadow_from_world * vec4(world, 1.0);
    gl_Position.xyz = gl_Position.xyz * 2.0 - gl_Position.w;
#elif LOOK == 6
    // More of the sky is mirrored where the pane is seen at an angle.
    float edge = 1.0 - abs(dot(turned(instance_turn, facing), normalize(eye.xyz - world)));
    float mirror = 0.06 + 0.45 * edge * edge * edge;
    vec3 sky = mix(haze.rgb, sky_light.rgb, 0.5) * 0.8;
    vec3 tint = instance_colour.rgb;
    // Of a pane's two faces the one towards the eye is drawn, for both.
    pane = vec4(developed(mix(tint * tint * 0.2, sky, mirror * 0.6)), mirror * (2.0 - mirror));
    gl_Position = clip_from_world * vec4(world, 1.0);
#else
    at = world;
    local = p;
    local_normal = facing;
    normal = turned(instance_turn, facing);
    air = haze_at(world);
    // A texel's width off the surface, or it would shade itself.
    float off = min(0.09, 0.0024 * shadow_centre.w);
    in_shadow = shadow_from_world * vec4(world + normal * off, 1.0);
    tint = instance_colour.rgb;
    beside = lamps_at_corner(world, normal);
    rim = int(choice.y + 0.5);
    along = instance_size.x;
    gl_Position = clip_from_world * vec4(world, 1.0);
#endif
}
#elif defined(SHADOW)
void main() {}
#elif LOOK == 6
out vec4 colour;

void main() {
    colour = pane;
}
#else
uniform sampler2D detail;
uniform sampler2DArray leaves;
out vec4 colour;

const float cab_reach = 1.9; // [m] of the displays' light
const vec3 cab_glow = vec3(1.3, 1.55, 2.0);

// The detail texture wrapped around the z axis, or laid on the flat ends.
vec4 wrapped_detail(float scale) {
    vec2 place = abs(local_normal.z) > 0.8 ? local.xy : vec2(local.x - local.y, local.z);
    return texture(detail, place * scale);
}

vec3 wood() {
    float ring = length(local.xy + 0.008 * (texture(detail, local.xy * 2.0).a - 0.5)) * 90.0;
    float late = fract(ring);
    vec3 c = mix(vec3(0.80, 0.64, 0.42), vec3(0.66, 0.47, 0.27), late * late);
    return c * (0.92 + 0.16 * texture(detail, local.xy * 3.0).r);
}

// The bark of the standing trees (enum ui_leaf_layer), chosen by the colour: birch is white, pine
// is red.
vec3 bark() {
    float layer = tint.g > 0.7 ? 5.0 : tint.r - tint.g > 0.12 ? 4.0 : 3.0;
    vec3 place = vec3(atan(local.y, local.x) * 0.159155, (local.z + along) * 0.35, layer);
    // The angle jumps on one side of the stem: no step of the picture there, and no coarse line.
    vec2 across = vec2(dFdx(place.x), dFdy(place.x));
    across -= floor(across + 0.5);
    vec3 c = textureGrad(leaves, place, vec2(across.x, dFdx(place.y)), vec2(across.y, dFdy(place.y))).rgb;
    return c * (layer == 4.0 ? vec3(1.12, 0.92, 0.78) : vec3(0.9));
}

vec3 tyre(out float shine) {
    shine = 0.05;
    if (rim == 1)
        return tint * (0.8 + 0.3 * wrapped_detail(0.8).a);
    // Lugs in a chevron.
    float angle = atan(local.y, local.x);
    float lug = fract(angle * 3.5014 + abs(local.z) * 1.6);
    float tread = abs(local_normal.z) < 0.6 ? smoothstep(0.35, 0.45, lug) : 0.75;
    float dirt = wrapped_detail(1.0).a;
    return mix(vec3(0.16, 0.15, 0.14), vec3(0.24, 0.225, 0.21), tread) + dirt * dirt * 0.12;
}

void main() {
    vec3 n = normalize(normal);
    vec3 to_eye = normalize(eye.xyz - at);
    float shine = 0.0;
    vec3 c;
    if (LOOK == BARK || (LOOK == LOG && abs(local_normal.z) < 0.8))
        c = bark();
    else if (LOOK == WOOD || LOOK == LOG)
        c = wood();
    else if (LOOK == TYRE)
        c = tyre(shine);
    else if (LOOK == STEEL) {
        c = tint * (0.75 + 0.4 * wrapped_detail(1.7).b);
        shine = 0.5;
    } else if (LOOK == PLAIN) {
        c = tint;
        shine = 0.06;
    } else {
        // Paint that has been in the forest: dust in spots, lighter on top.
        float dust = wrapped_detail(0.31).a * 0.7 + wrapped_detail(1.3).r * 0.3;
        c = mix(tint, vec3(0.42, 0.37, 0.30), clamp(dust * 1.3 - 0.55, 0.0, 0.45));
        shine = 0.28;
    }
    if ((LOOK == BARK || LOOK == LOG) && weather.x > 0.0)
        c = mix(c, vec3(0.92, 0.94, 0.97), 0.8 * weather.x * smoothstep(0.35, 0.8, n.z));
    c *= c;
    float lit = sunlit(at, in_shadow, 0.8) * max(dot(n, sun.xyz), 0.0);
    vec3 light = sun_light.rgb * lit + ambient(n) + lamps(at, n, beside);
#ifdef NIGHT
    float glow = max(1.0 - distance(eye.xyz, at) / cab_reach, 0.0) * eye.w;
    light += glow * cab_glow * (0.3 + 0.7 * max(dot(n, to_eye), 0.0));
#endif
    vec3 halfway = normalize(to_eye + sun.xyz);
    float gloss = max(dot(n, halfway), 0.0);
    gloss *= gloss;
    gloss *= gloss;
    gloss *= gloss;
    gloss *= gloss;
    float rim = 1.0 - max(dot(n, to_eye), 0.0);
    vec3 mirrored = (sun_light.rgb * gloss * gloss * lit * 0.9 + ambient(reflect(-to_eye, n)) *
                    (0.12 + 0.6 * rim * rim * rim)) * shine;
    vec3 result = c * light + mirrored;
    if (LOOK == LAMP)
        result = tint * tint * 1.6 + c * light * 0.2;
    colour = vec4(developed(result * (1.0 - air.a) + air.rgb), 1.0);
}
#endif
