// Distant trees: a picture that turns about the stem to face the eye. The lower half of the
// picture is stretched to the tree's stem, the upper half to its crown.
varying vec3 texel;
varying vec3 tint;
varying vec3 across; // x: -1 to 1 over the width, y: height in the tree
varying vec4 air;
varying vec3 side;
varying vec3 lamp_light;

#ifdef VERTEX
layout(location = 0) in vec2 corner; // x: -1 to 1; y: 0 ground, 1 crown base, 2 top
layout(location = 3) in vec4 instance_position;
layout(location = 4) in vec4 instance_turn;
layout(location = 5) in vec4 instance_size;
uniform float layer;

void main() {
    vec3 axis = turned(instance_turn, vec3(0.0, 0.0, 1.0));
    vec3 way = eye.xyz - instance_position.xyz;
    side = normalize(cross(axis, way));
    float z = min(corner.y, 1.0) * instance_size.y +
              max(corner.y - 1.0, 0.0) * (instance_size.x - instance_size.y);
    vec3 world = instance_position.xyz + side * (corner.x * instance_size.z * 1.05) + axis * z;
    float chance = fract(instance_position.w);
    float mirrored = chance < 0.5 ? corner.x : -corner.x;
    texel = vec3(mirrored * 0.5 + 0.5, corner.y * 0.5, layer);
    tint = vec3(0.8 + 0.4 * fract(chance * 7.31)) *
           mix(vec3(1.06, 1.0, 0.86), vec3(0.92, 1.0, 1.05), fract(chance * 3.77));
    across = vec3(corner.x, z / instance_size.x, 0.0);
    lamp_light = lamps_around(world);
    air = haze_at(world);
    gl_Position = clip_from_world * vec4(world, 1.0);
}
#else
uniform sampler2DArray pictures;
out vec4 colour;

void main() {
    vec4 c = texture(pictures, texel);
    if (c.a < 0.35)
        discard;
    vec3 albedo = c.rgb * c.rgb / (c.a * c.a) * tint;
    float high = smoothstep(0.45, 0.6, texel.y);
    albedo = mix(albedo, vec3(0.80, 0.84, 0.90), 0.55 * weather.x * high * smoothstep(0.05, 0.2, c.g));
    vec3 towards = cross(side, vec3(0.0, 0.0, 1.0));
    vec3 n = side * across.x * 0.8 + towards * 0.6 + vec3(0.0, 0.0, 0.45);
    float lit = max(dot(n, sun.xyz) * 0.75 + 0.25, 0.0) * mix(0.15, 1.0, across.y);
    vec3 light = sun_light.rgb * lit + ambient(vec3(0.0, 0.0, 0.3)) * mix(0.6, 1.0, across.y) + lamp_light;
    colour = vec4(developed(albedo * light * (1.0 - air.a) + air.rgb), 1.0);
}
#endif
