#include "ui/scene/model_marks.h"

#include <math.h>
#include <string.h>

#include "ui/text/text.h"

enum { LABELS = 64 };

static const double axis_share = 0.085; // of the model's size to each side of the anchor
static const struct ui_colour turning = {205, 45, 25, 255};
static const struct ui_colour sliding = {20, 85, 205, 255};
static const struct ui_colour pushing = {125, 30, 165, 255};
static const struct ui_colour holding = {70, 70, 70, 255};
static const struct ui_colour paper = {255, 255, 255, 215};
static const struct ui_colour ink = {25, 30, 28, 255};

struct point {
    double x, y; // [pixel]
};

struct label_box {
    double x, y, width, height;
};

// The drawing in progress.
struct drawing {
    const struct ui_model_marks *marks;
    struct ui_view view;
    struct ui_canvas *canvas;
    double s; // [pixel] of a letter's height, the measure of all lines
    struct label_box taken[LABELS];
    int labels;
};

// False where the point lies behind the eye or far outside of the picture.
static bool on_picture(const struct drawing *d, struct sim_vec3 p, struct point *at) {
    double ndc[3];
    // Written so that what is not a number is nowhere.
    if (!ui_view_project(&d->view, p, ndc) || !(fabs(ndc[0]) <= 4.0 && fabs(ndc[1]) <= 4.0))
        return false;
    *at = (struct point){(0.5 + 0.5 * ndc[0]) * d->canvas->width,
                         (0.5 - 0.5 * ndc[1]) * d->canvas->height};
    return true;
}

// With a soft border: nothing else smooths what lies over the picture.
static void soft_line(const struct drawing *d, struct point a, struct point b, double thickness,
                      struct ui_colour colour) {
    struct ui_colour soft = colour;
    soft.a = 90;
    ui_canvas_line(d->canvas, a.x, a.y, b.x, b.y, thickness + 1.3, soft);
    ui_canvas_line(d->canvas, a.x, a.y, b.x, b.y, thickness, colour);
}

// The head of an arrow that ends at `to`; one that is seen from its end has none.
static void arrow_head(const struct drawing *d, struct point from, struct point to,
                       struct ui_colour colour) {
    const double length = hypot(to.x - from.x, to.y - from.y), size = 0.55 * d->s;
    if (length < size)
        return;
    const double ux = (to.x - from.x) / length, uy = (to.y - from.y) / length;
    const struct point left = {to.x - size * (ux + 0.55 * uy), to.y - size * (uy - 0.55 * ux)};
    const struct point right = {to.x - size * (ux - 0.55 * uy), to.y - size * (uy + 0.55 * ux)};
    soft_line(d, left, to, 0.13 * d->s, colour);
    soft_line(d, right, to, 0.13 * d->s, colour);
}

static void dot(const struct drawing *d, struct point at, double size, struct ui_colour colour) {
    ui_canvas_box(d->canvas, at.x - 0.5 * size - 1.0, at.y - 0.5 * size - 1.0, size + 2.0,
                  size + 2.0, paper);
    ui_canvas_box(d->canvas, at.x - 0.5 * size, at.y - 0.5 * size, size, size, colour);
}

static void draw_axis(const struct drawing *d, struct sim_vec3 anchor, struct sim_vec3 axis,
                      bool slides) {
    const double half = axis_share * d->marks->size;
    const struct ui_colour colour = slides ? sliding : turning;
    struct point a, b;
    if (!on_picture(d, sim_add_scaled(anchor, axis, -half), &a) ||
        !on_picture(d, sim_add_scaled(anchor, axis, half), &b))
        return;
    soft_line(d, a, b, 0.16 * d->s, colour);
    arrow_head(d, a, b, colour);
    if (slides)
        arrow_head(d, b, a, colour);
}

// A force pulls at its point; a torque has two heads.
static void draw_force(const struct drawing *d, const struct ui_force_mark *mark, bool turns) {
    const double length = 2.0 * axis_share * d->marks->size;
    const struct sim_vec3 tip = sim_add_scaled(mark->point, mark->vector, length);
    struct point a, b, second;
    if (!on_picture(d, mark->point, &a) || !on_picture(d, tip, &b) ||
        !on_picture(d, sim_add_scaled(mark->point, mark->vector, 0.8 * length), &second))
        return;
    soft_line(d, a, b, 0.16 * d->s, pushing);
    arrow_head(d, a, b, pushing);
    if (turns)
        arrow_head(d, a, second, pushing);
}

static bool is_free(const struct drawing *d, const struct label_box *box) {
    if (box->x < 0.0 || box->y < 0.0 || box->x + box->width > d->canvas->width ||
        box->y + box->height > d->canvas->height)
        return false;
    for (int i = 0; i < d->labels; i++) {
        const struct label_box *t = &d->taken[i];
        if (box->x < t->x + t->width && t->x < box->x + box->width && box->y < t->y + t->height &&
            t->y < box->y + box->height)
            return false;
    }
    return true;
}

// Beside the anchor where there is room.
static void draw_name(struct drawing *d, struct point at, const char *name) {
    static const struct point place[] = {{0.0, -1.0}, {0.0, 1.0},   {1.0, -0.6}, {-1.0, -0.6},
                                         {1.0, 0.6},  {-1.0, 0.6},  {0.0, -2.0}, {0.0, 2.0},
                                         {1.0, -1.7}, {-1.0, -1.7}, {1.0, 1.7},  {-1.0, 1.7}};
    const double width = ui_font_width(d->canvas->font, UI_FACE_SMALL, name) + 0.5 * d->s;
    const double height = 1.25 * d->s;
    for (size_t i = 0; i < sizeof place / sizeof place[0] && d->labels < LABELS; i++) {
        const struct label_box box = {at.x - 0.5 * width + place[i].x * (0.5 * width + 0.9 * d->s),
                                      at.y - 0.5 * height + place[i].y * 1.5 * height, width,
                                      height};
        if (!is_free(d, &box))
            continue;
        d->taken[d->labels++] = box;
        ui_canvas_box(d->canvas, box.x, box.y, box.width, box.height, paper);
        ui_canvas_text(d->canvas, UI_FACE_SMALL, box.x + 0.25 * d->s, box.y + 0.05 * d->s, ink,
                       name);
        return;
    }
}

static void draw_joint(const struct drawing *d, const struct sim_model_joint *joint,
                       const struct ui_joint_mark *mark) {
    const int axes = sim_joint_kind_axes(joint->def.kind);
    struct point at;
    // The two angles of a ball have no axes of their own.
    for (int k = 0; k < axes && joint->def.kind != SIM_JOINT_BALL; k++)
        draw_axis(d, mark->anchor, mark->axis[k], sim_joint_kind_slides(joint->def.kind, k));
    if (on_picture(d, mark->anchor, &at))
        dot(d, at, axes > 0 ? 0.38 * d->s : 0.55 * d->s, axes > 0 ? turning : holding);
}

void ui_model_marks_draw(const struct ui_model_marks *marks, const struct sim_model *model,
                         const struct ui_model_frame *frame, const struct ui_camera *camera,
                         struct ui_canvas *canvas) {
    struct drawing d = {.marks = marks,
                        .view = ui_view_mono(camera, (double)canvas->width / canvas->height),
                        .canvas = canvas,
                        .s = canvas->font->line_height[UI_FACE_SMALL]};
    struct point at;
    for (int i = 0; marks->axes && i < model->joint_count; i++)
        if (!frame->joint[i].broken)
            draw_joint(&d, &model->joints[i], &frame->joint[i]);
    for (int i = 0; marks->axes && i < model->force_count; i++)
        if (sim_length(frame->force[i].vector) > 0.0)
            draw_force(&d, &frame->force[i], model->forces[i].turns);
    // The title's place, and the anchors: no name may hide them.
    d.taken[d.labels++] = (struct label_box){0.0, 0.0, canvas->width, 2.0 * d.s};
    for (int i = 0; marks->axes && i < model->joint_count && d.labels < LABELS / 2; i++) {
        if (on_picture(&d, frame->joint[i].anchor, &at))
            d.taken[d.labels++] =
                (struct label_box){at.x - 0.4 * d.s, at.y - 0.4 * d.s, 0.8 * d.s, 0.8 * d.s};
    }
    for (int i = 0; marks->axes && marks->names && i < model->joint_count; i++)
        if (!frame->joint[i].broken && on_picture(&d, frame->joint[i].anchor, &at))
            draw_name(&d, at, model->joints[i].name);
}

void ui_model_title_draw(const struct sim_model *model, double time, double grid,
                         struct ui_canvas *canvas) {
    char text[96];
    const double s = canvas->font->line_height[UI_FACE_SMALL];
    ui_canvas_text(canvas, UI_FACE_NORMAL, 0.6 * s, 0.4 * s, ink, model->name);
    ui_print(text, sizeof text, "%.2f s", time);
    ui_canvas_text_right(canvas, UI_FACE_NORMAL, canvas->width - 0.6 * s, 0.4 * s, ink, text);
    if (grid <= 0.0)
        return;
    UI_WRITE(text, sizeof text, MODEL_GRID, grid);
    ui_canvas_text_right(canvas, UI_FACE_SMALL, canvas->width - 0.6 * s, canvas->height - 1.5 * s,
                         ink, text);
}
