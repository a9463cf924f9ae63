// Rain: streaks in a box around the eye, or, with DROPS, drops on the pane before it, between two
// sweeps of the wiper.
varying vec3 shape; // xy: -1 to 1 over the quad, z: opacity

#ifdef VERTEX
uniform float aspect;
const float wiper_period = 1.6; // [s] as in ui/scene/scene.h

vec4 chance(int i) {
    vec4 p = fract(vec4(float(i)) * vec4(0.1031, 0.1130, 0.0973, 0.1099));
    p += dot(p, p.wzxy + 33.33);
    return fract((p.xxyz + p.yzzw) * p.zywx);
}

void main() {
    vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2 % 2) * 2.0 - 1.0;
    if (gl_VertexID > 2)
        corner = -vec2((gl_VertexID - 3) % 2, (gl_VertexID - 3) / 2 % 2) * 2.0 + 1.0;
    float time = weather.z;
#ifdef DROPS
    // A drop appears some time after the wiper has passed it on its way out, and stays until then.
    vec4 c = chance(gl_InstanceID);
    float phase = fract(time / wiper_period + 0.18 * c.x);
    vec4 d = chance(gl_InstanceID + 997 * int(floor(time / wiper_period + 0.18 * c.x)) % 7919);
    float born = 0.75 * d.w;
    float seen = step(born, phase) * weather.y;
    vec2 middle = vec2(d.x, d.y) * 2.0 - 1.0;
    middle.y -= 0.05 * (phase - born) * d.z;
    float radius = (0.006 + 0.014 * d.z * d.z) * (0.5 + 0.5 * weather.y);
    gl_Position = vec4(middle + corner * radius * vec2(1.0 / aspect, 1.25), 0.0, 1.0);
    shape = vec3(corner, 0.85 * seen);
    if (seen <= 0.0)
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#else
    vec4 c = chance(gl_InstanceID);
    const vec3 box = vec3(14.0, 14.0, 9.0); // [m]
    vec3 fall = vec3(0.5 * wind.xy, -8.0);  // [m/s], near the ground the wind has half its speed
    vec3 at = c.xyz * box + fall * time * (0.9 + 0.2 * c.w);
    at = eye.xyz + mod(at - eye.xyz, box) - 0.5 * box;
    vec3 way = at - eye.xyz;
    vec3 along = normalize(fall) * 0.16;
    vec3 side = normalize(cross(along, way)) * max(0.0025, 0.0009 * length(way));
    gl_Position = clip_from_world * vec4(at + corner.x * side + corner.y * along, 1.0);
    shape = vec3(corner, 0.30 * weather.y * smoothstep(1.2, 2.5, length(way)));
#endif
}
#else
out vec4 colour;

void main() {
#ifdef DROPS
    float r = dot(shape.xy, shape.xy);
    if (r > 1.0)
        discard;
    // It shows the scene upside down: dark above, bright below, with a rim.
    vec3 c = mix(haze.rgb * 1.1, ground_light.rgb * 0.25, smoothstep(-0.5, 0.8, shape.y));
    colour = vec4(developed(c), shape.z * (0.30 + 0.45 * r * r));
#else
    colour = vec4(developed(haze.rgb * 1.25 + 0.03), shape.z * (1.0 - abs(shape.y)));
#endif
}
#endif
