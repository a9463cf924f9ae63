// Grass and shrubs: two crossed pictures each.
varying vec3 texel;
varying vec3 tint;
varying vec3 at;
varying vec4 air;
varying vec3 lamp_light;
varying vec4 in_shadow;

#ifdef VERTEX
layout(location = 0) in vec4 corner;            // x, y, z in sizes, w: picture's x
layout(location = 3) in vec4 instance_position; // w: size
layout(location = 4) in vec4 instance_kind;     // cos, sin, layer, brightness
uniform sampler2D ruts;

void main() {
    vec2 c = instance_kind.xy;
    vec3 p = vec3(corner.x * c.x - corner.y * c.y, corner.x * c.y + corner.y * c.x, corner.z);
    // Wheels press it into the ground.
    float stands = 1.0 - smoothstep(0.01, 0.04, rut_depth(ruts, instance_position.xy));
    stands *= 1.0 - smoothstep(0.3, 0.95, weather.x); // snow covers it
    vec3 world = instance_position.xyz + p * instance_position.w * stands;
    // Gusts run over the ground with the wind.
    float gust = sin(4.0 * weather.z - dot(instance_position.xy, wind.xy) / max(wind.w, 0.1));
    world.xy += wind.xy * (0.012 * p.z * instance_position.w * stands * (0.6 + 0.4 * gust));
    texel = vec3(corner.w, 1.0 - corner.z, instance_kind.z);
    tint = vec3(instance_kind.w * mix(0.55, 1.0, corner.z));
    at = world;
    air = haze_at(world);
    lamp_light = 0.55 * lamps_around(instance_position.xyz + vec3(0.0, 0.0, 0.2));
    in_shadow = shadow_from_world * vec4(world + vec3(0.0, 0.0, 0.1), 1.0);
    gl_Position = clip_from_world * vec4(world, 1.0);
}
#else
uniform sampler2DArray leaves;
out vec4 colour;

void main() {
    vec4 c = texture(leaves, texel);
    if (c.a < 0.45)
        discard;
    float lit = sunlit(at, in_shadow, 0.6) * (0.2 + 0.4 * max(sun.z, 0.0));
    vec3 light = sun_light.rgb * lit + ambient(vec3(0.0, 0.0, 0.7)) + lamp_light;
    colour = vec4(developed(c.rgb * c.rgb * tint * light * (1.0 - air.a) + air.rgb), 1.0);
}
#endif
