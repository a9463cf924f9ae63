#include "ui/scene/shape_mesh.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const float turn = 6.2831853F;

static int add_vertex(struct ui_shape_mesh *mesh, const struct ui_shape_vertex *vertex) {
    assert(mesh->vertices < UI_SHAPE_MESH_VERTICES);
    mesh->vertex[mesh->vertices] = *vertex;
    return mesh->vertices++;
}

static void add_triangle(struct ui_shape_mesh *mesh, int a, int b, int c) {
    assert(mesh->indices + 3 <= UI_SHAPE_MESH_INDICES);
    mesh->index[mesh->indices++] = (uint16_t)a;
    mesh->index[mesh->indices++] = (uint16_t)b;
    mesh->index[mesh->indices++] = (uint16_t)c;
}

static void add_quad(struct ui_shape_mesh *mesh, int a, int b, int c, int d) {
    add_triangle(mesh, a, b, c);
    add_triangle(mesh, a, c, d);
}

// Vertex of the corner with the given signs on the face across axis k.
static int box_vertex(const int sign[3], int k) {
    const int corner = (sign[0] > 0 ? 1 : 0) + (sign[1] > 0 ? 2 : 0) + (sign[2] > 0 ? 4 : 0);
    return 3 * corner + k;
}

// The face on that side of axis k.
static void add_face(struct ui_shape_mesh *mesh, int k, int side) {
    const int u = (k + 1) % 3, v = (k + 2) % 3;
    int face[4];
    for (int i = 0; i < 4; i++) {
        int sign[3] = {0, 0, 0};
        sign[k] = side;
        sign[u] = i == 0 || i == 3 ? -1 : 1;
        sign[v] = i < 2 ? -1 : 1;
        face[i] = box_vertex(sign, k);
    }
    add_quad(mesh, face[0], face[1], face[2], face[3]);
}

// Corners and faces alone.
static void build_sharp_box(struct ui_shape_mesh *mesh) {
    for (int corner = 0; corner < 8; corner++) {
        const float s[3] = {corner & 1 ? 1.0F : -1.0F, corner & 2 ? 1.0F : -1.0F,
                            corner & 4 ? 1.0F : -1.0F};
        for (int k = 0; k < 3; k++) {
            struct ui_shape_vertex v = {.corner = {s[0], s[1], s[2]},
                                        .outward = {s[0], s[1], s[2]}};
            v.normal[k] = s[k];
            add_vertex(mesh, &v);
        }
    }
    for (int k = 0; k < 3; k++)
        for (int side = -1; side <= 1; side += 2)
            add_face(mesh, k, side);
}

// Six faces, drawn in by the radius of the edges, twelve edges and eight corners between them. The
// normals are the faces', so that the edges look round.
static void build_box(struct ui_shape_mesh *mesh) {
    for (int corner = 0; corner < 8; corner++) {
        const float s[3] = {corner & 1 ? 1.0F : -1.0F, corner & 2 ? 1.0F : -1.0F,
                            corner & 4 ? 1.0F : -1.0F};
        for (int k = 0; k < 3; k++) {
            struct ui_shape_vertex v = {.corner = {s[0], s[1], s[2]}};
            v.outward[k] = s[k];
            v.normal[k] = s[k];
            add_vertex(mesh, &v);
        }
    }
    for (int k = 0; k < 3; k++) {
        const int u = (k + 1) % 3, v = (k + 2) % 3;
        for (int side = -1; side <= 1; side += 2)
            add_face(mesh, k, side);
        // The four edges along axis k, between faces across u and v.
        for (int i = 0; i < 4; i++) {
            int low[3], high[3];
            low[k] = -1;
            high[k] = 1;
            low[u] = high[u] = i & 1 ? 1 : -1;
            low[v] = high[v] = i & 2 ? 1 : -1;
            add_quad(mesh, box_vertex(low, u), box_vertex(high, u), box_vertex(high, v),
                     box_vertex(low, v));
        }
    }
    for (int corner = 0; corner < 8; corner++)
        add_triangle(mesh, 3 * corner, 3 * corner + 1, 3 * corner + 2);
}

// One ring of a lathe's profile: radius and height as parts of radius and half length.
struct ring {
    float out;            // times the radius
    float lift;           // times the radius, along the axis (round ends)
    float end;            // times the half length
    float n_out, n_along; // normal
    float rim;            // 1 on the rim of a wheel
};

static void turn_profile(struct ui_shape_mesh *mesh, const struct ring *ring, int rings,
                         int sides) {
    const int first = mesh->vertices;
    for (int r = 0; r < rings; r++) {
        for (int s = 0; s <= sides; s++) {
            const float angle = turn * (float)s / (float)sides;
            const float c = cosf(angle), d = sinf(angle);
            add_vertex(mesh, &(struct ui_shape_vertex){
                                 .corner = {0.0F, 0.0F, ring[r].end},
                                 .outward = {ring[r].out * c, ring[r].out * d, ring[r].lift},
                                 .normal = {ring[r].n_out * c, ring[r].n_out * d, ring[r].n_along},
                                 .second = ring[r].end > 0.0F ? 1.0F : 0.0F,
                                 .rim = ring[r].rim});
        }
    }
    for (int r = 0; r + 1 < rings; r++) {
        for (int s = 0; s < sides; s++) {
            const int a = first + r * (sides + 1) + s, b = a + sides + 1;
            if (ring[r].out > 0.0F) // else a and a + 1 are one point of the axis
                add_triangle(mesh, a, a + 1, b + 1);
            if (ring[r + 1].out > 0.0F)
                add_triangle(mesh, a, b + 1, b);
        }
    }
}

// half: rings from the pole to the widest one.
static void build_capsule(struct ui_shape_mesh *mesh, int half, int sides) {
    struct ring ring[8];
    assert(half >= 2 && half <= 4);
    for (int i = 0; i < 2 * half; i++) {
        // From -90 to 0 degrees around the lower centre, from 0 to 90 around the upper.
        const int step = i < half ? i - (half - 1) : i - half;
        const float angle = 0.25F * turn / (float)(half - 1) * (float)step;
        const bool pole = step == 1 - half || step == half - 1;
        const float out = pole ? 0.0F : cosf(angle);
        ring[i] = (struct ring){out, sinf(angle), i < half ? -1.0F : 1.0F, out, sinf(angle), 0.0F};
    }
    turn_profile(mesh, ring, 2 * half, sides);
}

// A flat end as a fan.
static void add_end(struct ui_shape_mesh *mesh, float end, int sides) {
    const int first = mesh->vertices;
    for (int s = 0; s < sides; s++) {
        const float angle = turn * (float)s / (float)sides;
        add_vertex(mesh, &(struct ui_shape_vertex){.corner = {0.0F, 0.0F, end},
                                                   .outward = {cosf(angle), sinf(angle), 0.0F},
                                                   .normal = {0.0F, 0.0F, end},
                                                   .second = end > 0.0F ? 1.0F : 0.0F});
    }
    for (int s = 1; s + 1 < sides; s++)
        add_triangle(mesh, first, first + s, first + s + 1);
}

// Sides about the axis; of a round end, of the circle along the axis.
enum { SIDES = 24, COARSE_SIDES = 6, COARSE_WHEEL_SIDES = 12, COARSE_ROUND = 8 };

static void build_coarse_cylinder(struct ui_shape_mesh *mesh) {
    static const struct ring side[] = {{1.0F, 0.0F, -1.0F, 1.0F, 0.0F, 0.0F},
                                       {1.0F, 0.0F, 1.0F, 1.0F, 0.0F, 0.0F}};
    turn_profile(mesh, side, 2, COARSE_SIDES);
    add_end(mesh, -1.0F, COARSE_SIDES);
    add_end(mesh, 1.0F, COARSE_SIDES);
}

static void build_cylinder(struct ui_shape_mesh *mesh) {
    static const struct ring ring[] = {
        {0.0F, 0.0F, -1.0F, 0.0F, -1.0F, 0.0F}, {1.0F, 0.0F, -1.0F, 0.0F, -1.0F, 0.0F},
        {1.0F, 0.0F, -1.0F, 1.0F, 0.0F, 0.0F},  {1.0F, 0.0F, 1.0F, 1.0F, 0.0F, 0.0F},
        {1.0F, 0.0F, 1.0F, 0.0F, 1.0F, 0.0F},   {0.0F, 0.0F, 1.0F, 0.0F, 1.0F, 0.0F},
    };
    turn_profile(mesh, ring, 2, SIDES);
    turn_profile(mesh, ring + 2, 2, SIDES);
    turn_profile(mesh, ring + 4, 2, SIDES);
}

// A tyre with round shoulders and a dished rim on both sides.
static void build_wheel(struct ui_shape_mesh *mesh) {
    static const struct ring tyre[] = {
        {0.56F, 0.0F, -0.86F, 0.0F, -1.0F, 0.0F},  {0.78F, 0.0F, -1.0F, 0.0F, -1.0F, 0.0F},
        {0.93F, 0.0F, -0.96F, 0.5F, -0.85F, 0.0F}, {1.0F, 0.0F, -0.78F, 0.9F, -0.43F, 0.0F},
        {1.0F, 0.0F, 0.78F, 0.9F, 0.43F, 0.0F},    {0.93F, 0.0F, 0.96F, 0.5F, 0.85F, 0.0F},
        {0.78F, 0.0F, 1.0F, 0.0F, 1.0F, 0.0F},     {0.56F, 0.0F, 0.86F, 0.0F, 1.0F, 0.0F},
    };
    turn_profile(mesh, tyre, 8, 22);
    for (int side = -1; side <= 1; side += 2) {
        const float s = (float)side;
        const struct ring rim[] = {
            {0.56F, 0.0F, s * 0.86F, 0.0F, s, 1.0F},
            {0.52F, 0.0F, s * 0.84F, -0.6F, s * 0.8F, 1.0F},
            {0.47F, 0.0F, s * 0.45F, -0.6F, s * 0.8F, 1.0F},
            {0.24F, 0.0F, s * 0.40F, 0.0F, s, 1.0F},
            {0.22F, 0.0F, s * 0.62F, 0.7F, s * 0.7F, 1.0F},
            {0.0F, 0.0F, s * 0.64F, 0.0F, s, 1.0F},
        };
        turn_profile(mesh, rim, 6, 12);
    }
}

static void build_coarse_wheel(struct ui_shape_mesh *mesh) {
    static const struct ring tyre[] = {
        {0.56F, 0.0F, -0.86F, 0.0F, -1.0F, 0.0F}, {0.93F, 0.0F, -0.96F, 0.5F, -0.85F, 0.0F},
        {1.0F, 0.0F, -0.78F, 0.9F, -0.43F, 0.0F}, {1.0F, 0.0F, 0.78F, 0.9F, 0.43F, 0.0F},
        {0.93F, 0.0F, 0.96F, 0.5F, 0.85F, 0.0F},  {0.56F, 0.0F, 0.86F, 0.0F, 1.0F, 0.0F},
    };
    turn_profile(mesh, tyre, 6, COARSE_WHEEL_SIDES);
    for (int side = -1; side <= 1; side += 2) {
        const float s = (float)side;
        const struct ring rim[] = {
            {0.56F, 0.0F, s * 0.86F, -0.6F, s * 0.8F, 1.0F},
            {0.47F, 0.0F, s * 0.45F, -0.6F, s * 0.8F, 1.0F},
            {0.24F, 0.0F, s * 0.40F, 0.0F, s, 1.0F},
            {0.0F, 0.0F, s * 0.64F, 0.0F, s, 1.0F},
        };
        turn_profile(mesh, rim, 4, COARSE_SIDES);
    }
}

static void build_fine(struct ui_shape_mesh *mesh, enum ui_shape_kind kind) {
    switch (kind) {
    case UI_SHAPE_BOX:
        build_box(mesh);
        break;
    case UI_SHAPE_SPHERE:
        build_capsule(mesh, 4, 12);
        break;
    case UI_SHAPE_CAPSULE:
        build_capsule(mesh, 4, 10);
        break;
    case UI_SHAPE_WHEEL:
        build_wheel(mesh);
        break;
    case UI_SHAPE_CYLINDER:
    case UI_SHAPE_KIND_COUNT:
        build_cylinder(mesh);
        break;
    }
}

static void build_coarse(struct ui_shape_mesh *mesh, enum ui_shape_kind kind) {
    switch (kind) {
    case UI_SHAPE_BOX:
        build_sharp_box(mesh);
        break;
    case UI_SHAPE_SPHERE:
    case UI_SHAPE_CAPSULE:
        build_capsule(mesh, COARSE_ROUND / 4 + 1, COARSE_SIDES);
        break;
    case UI_SHAPE_WHEEL:
        build_coarse_wheel(mesh);
        break;
    case UI_SHAPE_CYLINDER:
    case UI_SHAPE_KIND_COUNT:
        build_coarse_cylinder(mesh);
        break;
    }
}

// With a radius of half a size, and the first radius equal to the second.
static struct sim_vec3 corner_of(const struct ui_shape_vertex *v) {
    return sim_vec3((double)(v->corner[0] + 0.5F * v->outward[0]),
                    (double)(v->corner[1] + 0.5F * v->outward[1]),
                    (double)(v->corner[2] + 0.5F * v->outward[2]));
}

// Corners go round against the clock where a triangle is seen from outside, so that those of the
// far side can be left out.
static void turn_outward(struct ui_shape_mesh *mesh) {
    for (int i = 0; i < mesh->indices; i += 3) {
        struct sim_vec3 p[3], normal = {0.0, 0.0, 0.0};
        uint16_t *index = mesh->index + i;
        for (int k = 0; k < 3; k++) {
            const struct ui_shape_vertex *v = &mesh->vertex[index[k]];
            const float *n = v->normal;
            p[k] = corner_of(v);
            normal = sim_add(normal, sim_vec3((double)n[0], (double)n[1], (double)n[2]));
        }
        if (sim_dot(sim_cross(sim_sub(p[1], p[0]), sim_sub(p[2], p[0])), normal) >= 0.0)
            continue;
        const uint16_t second = index[1];
        index[1] = index[2];
        index[2] = second;
    }
}

void ui_shape_mesh_build(struct ui_shape_mesh *mesh, enum ui_shape_kind kind,
                         enum ui_shape_detail detail) {
    assert(kind < UI_SHAPE_KIND_COUNT);
    memset(mesh, 0, sizeof *mesh);
    if (detail == UI_SHAPE_FINE)
        build_fine(mesh, kind);
    else
        build_coarse(mesh, kind);
    turn_outward(mesh);
}

// Of a circle of radius 1 a polygon of that many sides cuts off this much.
static double cut_off(int sides) {
    return 1.0 - cos(SIM_PI / sides);
}

double ui_shape_coarse_error(const struct ui_primitive *p) {
    float size[3], radius[2];
    if (p->kind == UI_SHAPE_SURFACE)
        return HUGE_VAL;
    ui_shape_fit(p, size, radius);
    const double widest = (double)fmaxf(radius[0], radius[1]);
    if (p->kind == UI_SHAPE_BOX) // a corner's way to its ball
        return (sqrt(3.0) - 1.0) * widest;
    if (p->kind == UI_SHAPE_WHEEL)
        return widest * cut_off(COARSE_WHEEL_SIDES);
    if (p->kind == UI_SHAPE_CYLINDER)
        return widest * cut_off(COARSE_SIDES);
    return widest * (1.0 - (1.0 - cut_off(COARSE_SIDES)) * (1.0 - cut_off(COARSE_ROUND)));
}

void ui_shape_mesh_surface(const struct sim_mesh *mesh, struct ui_shape_vertex *vertex) {
    for (int t = 0; t < mesh->triangle_count; t++) {
        const struct sim_mesh_triangle *tri = &mesh->triangles[t];
        const struct sim_vec3 n = tri->normal;
        for (int i = 0; i < 3; i++) {
            const struct sim_vec3 p = mesh->vertices[tri->vertex[i]];
            vertex[3 * t + i] =
                (struct ui_shape_vertex){.corner = {(float)p.x, (float)p.y, (float)p.z},
                                         .normal = {(float)n.x, (float)n.y, (float)n.z}};
        }
    }
}

void ui_shape_fit(const struct ui_primitive *p, float size[3], float radius[2]) {
    if (p->kind == UI_SHAPE_SURFACE) {
        size[0] = size[1] = size[2] = 1.0F;
        radius[0] = radius[1] = 0.0F;
        return;
    }
    if (p->kind == UI_SHAPE_BOX) {
        const double least = fmin(p->half.x, fmin(p->half.y, p->half.z));
        const double edge = fmin(0.035, 0.35 * least);
        size[0] = (float)(p->half.x - edge);
        size[1] = (float)(p->half.y - edge);
        size[2] = (float)(p->half.z - edge);
        radius[0] = radius[1] = (float)edge;
        return;
    }
    // The corners of round meshes lie on their axis, so that size[0] is free for the shader's bark.
    size[0] = (float)p->along;
    size[1] = 0.0F;
    size[2] = p->kind == UI_SHAPE_SPHERE ? 0.0F : (float)p->half_length;
    radius[0] = (float)p->radius[0];
    const bool one = p->kind == UI_SHAPE_SPHERE || p->kind == UI_SHAPE_WHEEL;
    radius[1] = (float)p->radius[one ? 0 : 1];
}

double ui_primitive_reach(const struct ui_primitive *p) {
    if (p->kind == UI_SHAPE_BOX)
        return sim_length(p->half);
    if (p->kind == UI_SHAPE_SURFACE)
        return p->mesh->radius;
    const double widest = fmax(p->radius[0], p->radius[1]);
    return p->kind == UI_SHAPE_SPHERE ? p->radius[0] : p->half_length + widest;
}
