// Both eyes in one picture. mode: enum ui_stereo_mode.
#ifdef VERTEX
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;
    gl_Position = vec4(corner, 0.0, 1.0);
}
#else
uniform sampler2D left_eye;
uniform sampler2D right_eye;
uniform int mode;
uniform vec2 size; // [pixel]
out vec4 colour;

const int SIDE_BY_SIDE = 1, OVER_UNDER = 2, ROWS = 4; // else an anaglyph

void main() {
    vec2 at = gl_FragCoord.xy / size;
    if (mode == SIDE_BY_SIDE) {
        vec2 half_at = vec2(fract(at.x * 2.0), at.y);
        colour = at.x < 0.5 ? texture(left_eye, half_at) : texture(right_eye, half_at);
        return;
    }
    if (mode == OVER_UNDER) {
        vec2 half_at = vec2(at.x, fract(at.y * 2.0));
        colour = at.y < 0.5 ? texture(right_eye, half_at) : texture(left_eye, half_at);
        return;
    }
    vec3 l = texture(left_eye, at).rgb;
    vec3 r = texture(right_eye, at).rgb;
    if (mode == ROWS) {
        int row = int(size.y) - 1 - int(gl_FragCoord.y); // from the top of the screen
        colour = vec4((row & 1) == 0 ? l : r, 1.0);
        return;
    }
    // Half of the colour is kept on the red side, so that green trees do not flicker between the
    // eyes: what the red glass sees is the brightness of all colours.
    float grey = dot(l, vec3(0.45, 0.45, 0.10));
    colour = vec4(grey, r.g, r.b, 1.0);
}
#endif
