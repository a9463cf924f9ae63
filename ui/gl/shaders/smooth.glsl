// Smooths edges of a finished picture (after the idea of Lottes' FXAA): where brightness jumps,
// pixels are mixed along the edge. Cheaper than several samples per pixel where the processor
// draws, and it reaches the borders of leaves, too.
#ifdef VERTEX
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;
    gl_Position = vec4(corner, 0.0, 1.0);
}
#else
uniform sampler2D left_eye; // the picture
uniform vec2 size;          // [pixel]
out vec4 colour;

float brightness(vec3 c) {
    return dot(c, vec3(0.30, 0.59, 0.11));
}

void main() {
    vec2 pixel = 1.0 / size, at = gl_FragCoord.xy * pixel;
    vec3 middle = texture(left_eye, at).rgb;
    float nw = brightness(texture(left_eye, at + vec2(-0.5, 0.5) * pixel).rgb);
    float ne = brightness(texture(left_eye, at + vec2(0.5, 0.5) * pixel).rgb);
    float sw = brightness(texture(left_eye, at + vec2(-0.5, -0.5) * pixel).rgb);
    float se = brightness(texture(left_eye, at + vec2(0.5, -0.5) * pixel).rgb);
    float m = brightness(middle);
    float low = min(m, min(min(nw, ne), min(sw, se)));
    float high = max(m, max(max(nw, ne), max(sw, se)));
    if (high - low < max(0.04, 0.11 * high)) {
        colour = vec4(middle, 1.0);
        return;
    }
    vec2 along = vec2((sw + se) - (nw + ne), (nw + sw) - (ne + se));
    float least = min(abs(along.x), abs(along.y)) + 0.03;
    along = clamp(along / least, -4.0, 4.0) * pixel;
    vec3 near = 0.5 * (texture(left_eye, at - along / 6.0).rgb +
                       texture(left_eye, at + along / 6.0).rgb);
    vec3 far = 0.5 * near + 0.25 * (texture(left_eye, at - along * 0.5).rgb +
                                    texture(left_eye, at + along * 0.5).rgb);
    float f = brightness(far);
    colour = vec4(f < low || f > high ? near : far, 1.0);
}
#endif
