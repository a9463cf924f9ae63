// Ground: colours by its cover, detail from a texture that repeats.
varying vec3 at;
varying vec3 up;
varying vec2 place;
varying vec4 air;
varying vec4 in_shadow;

#ifdef VERTEX
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform vec4 ground_box; // low corner [m] and 1 / size [1/m]

void main() {
    at = position;
    up = normal;
    place = (position.xy - ground_box.xy) * ground_box.zw;
    air = haze_at(position);
    in_shadow = shadow_from_world * vec4(position, 1.0);
    gl_Position = clip_from_world * vec4(position, 1.0);
}
#else
uniform sampler2D cover;  // r: gravel, g: grass, b: moss, a: shade of the crowns
uniform sampler2D detail; // r: litter, g: plants, b: gravel, a: large spots
out vec4 colour;

void main() {
    vec4 kind = texture(cover, place);
    vec4 fine = texture(detail, at.xy * 0.55);
    vec4 coarse = texture(detail, at.xy * 0.043);
    float spots = coarse.a;
    vec3 litter = mix(vec3(0.17, 0.13, 0.095), vec3(0.44, 0.36, 0.27), fine.r);
    vec3 moss = mix(vec3(0.14, 0.16, 0.08), vec3(0.34, 0.36, 0.20), fine.g);
    vec3 grass = mix(vec3(0.17, 0.19, 0.09), vec3(0.42, 0.42, 0.25), fine.g);
    vec3 gravel = mix(vec3(0.27, 0.25, 0.225), vec3(0.54, 0.51, 0.46), fine.b);
    float soft = clamp((kind.b + spots * 1.1 - 1.0 + (fine.g - 0.5) * 0.7) * 2.5 + 0.5, 0.0, 1.0);
    vec3 c = mix(litter, moss, soft);
    c = mix(c, grass, clamp((kind.g + (fine.g + spots - 1.0) * 0.6 - 0.45) * 3.0 + 0.5, 0.0, 1.0));
    c = mix(c, gravel, clamp((kind.r + (fine.b - 0.5) * 0.5 - 0.45) * 3.0 + 0.5, 0.0, 1.0));
    c *= c * (0.75 + 0.5 * spots);
    vec3 n = normalize(up);
    float far = 1.0 - 0.85 * kind.a;
    float lit = sunlit(at, in_shadow, far) * max(dot(n, sun.xyz), 0.0);
    float open = 1.0 - 0.45 * kind.a;
    vec3 light = sun_light.rgb * lit + ambient(n) * open;
    colour = vec4(developed(c * light * (1.0 - air.a) + air.rgb), 1.0);
}
#endif
