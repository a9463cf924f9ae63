// A picture of the scene that is shown in it: a mirror or the screen of a camera.
varying vec2 texel;

#ifdef VERTEX
uniform vec3 middle; // of the monitor
uniform vec3 right;  // from there to its border
uniform vec3 up;
uniform float side; // -1: a mirror exchanges the sides

void main() {
    vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2 % 2) * 2.0 - 1.0;
    if (gl_VertexID > 2) // two triangles: 0 1 2, 3 2 1
        corner = -vec2((gl_VertexID - 3) % 2, (gl_VertexID - 3) / 2 % 2) * 2.0 + 1.0;
    texel = vec2(corner.x * side, corner.y) * 0.5 + 0.5;
    gl_Position = clip_from_world * vec4(middle + corner.x * right + corner.y * up, 1.0);
}
#else
uniform sampler2D left_eye;
out vec4 colour;

void main() {
    colour = vec4(texture(left_eye, texel).rgb * 0.92, 1.0);
}
#endif
