// Flat drawing over the picture, or on a screen in the scene; pixels count from the upper left
// corner.
varying vec2 texel;
varying vec4 tint;

#ifdef VERTEX
layout(location = 0) in vec4 place; // [pixel], and texture coordinates in the font's picture
layout(location = 1) in vec4 paint;
uniform mat4 clip_from_canvas;

void main() {
    texel = place.zw;
    tint = paint;
    gl_Position = clip_from_canvas * vec4(place.xy, 0.0, 1.0);
}
#else
uniform sampler2D font;
out vec4 colour;

void main() {
    colour = vec4(tint.rgb, tint.a * texture(font, texel).r);
}
#endif
