// Sky with haze at the horizon, thin clouds and the sun.
varying vec3 direction;

#ifdef VERTEX
void main() {
    // One triangle that covers the picture, at the far end of the depth range.
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;
    direction = ray.xyz + corner.x * ray_right.xyz + corner.y * ray_up.xyz;
    gl_Position = vec4(corner, 1.0, 1.0);
}
#else
out vec4 colour;
uniform sampler2D detail;

void main() {
    vec3 d = normalize(direction);
    float towards = max(dot(d, sun.xyz), 0.0);
    float height = clamp(d.z, 0.0, 1.0);
    vec3 horizon = mix(haze.rgb, sun_haze.rgb, towards * towards * towards);
    vec3 c = mix(horizon, zenith.rgb, sqrt(height));
    // Thin clouds on a plane high above.
    vec2 on_plane = d.xy / (height + 0.12);
    float cloud = texture(detail, on_plane * 0.11).a * 0.6 + texture(detail, on_plane * 0.31).a * 0.4;
    float cover = zenith.w;
    cloud = clamp(cloud * 3.2 - 1.95 + 2.0 * cover, 0.0, 1.0) * clamp(height * 5.0 - 0.2, 0.0, 1.0);
    // Lit by the sun from above, grey from below where they are closed.
    vec3 lit = sky_light.rgb * 1.15 + sun_light.rgb * (0.14 + 0.12 * towards);
    c = mix(c, mix(lit, horizon * 0.95, smoothstep(0.5, 1.0, cover)), cloud * 0.75);
    float t2 = towards * towards, t8 = t2 * t2 * t2 * t2;
    float t64 = t8 * t8 * t8 * t8 * t8 * t8 * t8 * t8;
    float disc = clamp((towards - 0.9994) * 2500.0, 0.0, 1.0);
    c += sun_light.rgb * (t64 * 0.13 + t8 * 0.04) + 11.0 * sun_light.rgb * disc;
    colour = vec4(developed(c), 1.0);
}
#endif
