// Convex solids: Gilbert, Johnson and Keerthi (sim/collide/gjk.c). Spheres and capsules are
// replaced by their cores, the hull of points and balls that is left when the smaller radius is
// peeled off. Heightfields and meshes are searched triangle by triangle, the nearest candidates
// first.
#include "sim/collide/distance.h"

#include <assert.h>

#include "sim/collide/solid.h"
#include "sim/shape/mesh.h"

struct convex {
    struct sim_solid solid;
    struct sim_balls balls; // where solid.balls points to
    double skin;            // [m] the surface lies this far outside of the solid
};

static void make_solid(struct convex *c, const struct sim_shape *shape,
                       const struct sim_pose *pose) {
    c->skin = 0.0;
    c->solid = sim_solid_of(shape, pose);
}

static void make_sphere(struct convex *c, const struct sim_shape *shape,
                        const struct sim_pose *pose) {
    c->skin = shape->radius[0];
    c->balls = (struct sim_balls){1, {pose->p}, {0.0}};
    c->solid = (struct sim_solid){.centre = pose->p, .balls = &c->balls};
}

static void make_capsule(struct convex *c, const struct sim_shape *shape,
                         const struct sim_pose *pose) {
    const struct sim_vec3 axis = sim_rotate(pose->q, sim_vec3(0.0, 0.0, shape->half_length));
    c->skin = fmin(shape->radius[0], shape->radius[1]);
    c->balls = (struct sim_balls){2,
                                  {sim_sub(pose->p, axis), sim_add(pose->p, axis)},
                                  {shape->radius[0] - c->skin, shape->radius[1] - c->skin}};
    c->solid = (struct sim_solid){.centre = pose->p, .balls = &c->balls};
}

// A shape that is no mesh and no heightfield.
static void make_convex(struct convex *c, const struct sim_shape *shape,
                        const struct sim_pose *pose) {
    if (shape->kind == SIM_SHAPE_SPHERE)
        make_sphere(c, shape, pose);
    else if (shape->kind == SIM_SHAPE_CAPSULE)
        make_capsule(c, shape, pose);
    else
        make_solid(c, shape, pose);
}

static double convex_distance(const struct convex *a, const struct convex *b) {
    const double core = sim_solid_distance(&a->solid, 0.0, &b->solid, 0.0).distance;
    return fmax(0.0, core - a->skin - b->skin);
}

static double box_distance(const struct sim_aabb *a, const struct sim_aabb *b) {
    const double x = fmax(0.0, fmax(a->low.x - b->high.x, b->low.x - a->high.x));
    const double y = fmax(0.0, fmax(a->low.y - b->high.y, b->low.y - a->high.y));
    const double z = fmax(0.0, fmax(a->low.z - b->high.z, b->low.z - a->high.z));
    return sqrt(x * x + y * y + z * z);
}

// ---- heightfield ----

struct patch {
    const struct sim_heightfield *field;
    struct sim_vec3 at;    // [m] of the field
    struct sim_aabb reach; // [m] the shape grown by the distance known at first
};

// The place of column or row k; -1 and count are beyond the border and beyond the reach.
static double place(int k, int count, double origin, double spacing, double low, double high) {
    if (k < 0)
        return fmin(low, origin) - spacing;
    if (k >= count)
        return fmax(high, origin + spacing * (count - 1)) + spacing;
    return origin + spacing * k;
}

static struct sim_vec3 sample(const struct patch *patch, int i, int j) {
    const struct sim_heightfield *f = patch->field;
    const double x = place(i, f->columns, patch->at.x + f->x0, f->spacing, patch->reach.low.x,
                           patch->reach.high.x);
    const double y =
        place(j, f->rows, patch->at.y + f->y0, f->spacing, patch->reach.low.y, patch->reach.high.y);
    const int column = i < 0 ? 0 : i >= f->columns ? f->columns - 1 : i;
    const int row = j < 0 ? 0 : j >= f->rows ? f->rows - 1 : j;
    return sim_vec3(x, y, patch->at.z + f->heights[(long)row * f->columns + column]);
}

// A triangle of the ground or of a mesh.
static void make_triangle(struct convex *c, const struct sim_vec3 corner[3]) {
    *c = (struct convex){.balls = {3, {corner[0], corner[1], corner[2]}, {0.0}}};
    c->solid.centre = sim_scale(sim_add(sim_add(corner[0], corner[1]), corner[2]), 1.0 / 3.0);
    c->solid.balls = &c->balls;
}

static double triangle_distance(const struct convex *a, const struct sim_vec3 corner[3]) {
    struct convex triangle;
    make_triangle(&triangle, corner);
    return convex_distance(a, &triangle);
}

// The two triangles of the cell from (i, j) to (i + 1, j + 1).
static double cell_distance(const struct convex *a, const struct sim_aabb *bounds,
                            const struct patch *patch, int i, int j, double best) {
    const struct sim_vec3 c[4] = {sample(patch, i, j), sample(patch, i + 1, j),
                                  sample(patch, i + 1, j + 1), sample(patch, i, j + 1)};
    const struct sim_aabb box = sim_aabb_of(c, 4);
    if (!(box_distance(&box, bounds) < best))
        return best;
    const struct sim_vec3 low[3] = {c[0], c[1], c[2]}, high[3] = {c[0], c[2], c[3]};
    best = fmin(best, triangle_distance(a, low));
    return fmin(best, triangle_distance(a, high));
}

// The column or row of the cell that x is in, -1 and count - 1 beyond the border.
static int cell(double x, double origin, double spacing, int count) {
    return (int)sim_clamp(floor((x - origin) / spacing), -1.0, count - 1);
}

// A convex solid with its bounds.
struct part {
    struct convex convex;
    struct sim_aabb bounds;
};

static double field_distance(const struct part *part, const struct sim_heightfield *f,
                             struct sim_vec3 at, double most) {
    const struct sim_aabb bounds = part->bounds;
    const struct sim_vec3 middle = sim_scale(sim_add(bounds.low, bounds.high), 0.5);
    const double above =
        middle.z - at.z - sim_heightfield_height(f, middle.x - at.x, middle.y - at.y, NULL);
    if (!(above > 0.0))
        return 0.0;
    // The ground straight below is no farther than this.
    double best = fmin(most, above);
    const struct patch patch = {f,
                                at,
                                {sim_sub(bounds.low, sim_vec3(best, best, best)),
                                 sim_add(bounds.high, sim_vec3(best, best, best))}};
    const double x = at.x + f->x0, y = at.y + f->y0;
    const int i0 = cell(patch.reach.low.x, x, f->spacing, f->columns);
    const int i1 = cell(patch.reach.high.x, x, f->spacing, f->columns);
    const int j0 = cell(patch.reach.low.y, y, f->spacing, f->rows);
    const int j1 = cell(patch.reach.high.y, y, f->spacing, f->rows);
    // The cell below the middle first: it makes most of the others too far away.
    best = cell_distance(&part->convex, &bounds, &patch, cell(middle.x, x, f->spacing, f->columns),
                         cell(middle.y, y, f->spacing, f->rows), best);
    for (int j = j0; j <= j1; j++)
        for (int i = i0; i <= i1; i++)
            best = cell_distance(&part->convex, &bounds, &patch, i, j, best);
    return best;
}

// ---- meshes ----

static struct sim_aabb node_bounds(const struct sim_mesh_node *node, const struct sim_pose *pose) {
    const struct sim_aabb *own = &node->box;
    const struct sim_shape box = {.kind = SIM_SHAPE_BOX,
                                  .half = sim_scale(sim_sub(own->high, own->low), 0.5)};
    const struct sim_pose at = {sim_pose_point(*pose, sim_scale(sim_add(own->low, own->high), 0.5)),
                                pose->q};
    return sim_shape_bounds(&box, &at, 0.0);
}

static void world_corners(const struct sim_mesh *mesh, int t, const struct sim_pose *pose,
                          struct sim_vec3 corner[3]) {
    for (int i = 0; i < 3; i++)
        corner[i] = sim_pose_point(*pose, mesh->vertices[mesh->triangles[t].vertex[i]]);
}

static double mesh_distance(const struct part *part, const struct sim_mesh *mesh,
                            const struct sim_pose *pose, double best) {
    // A part that is wholly inside of the solid has each of its points there.
    const struct sim_vec3 some = sim_solid_support(&part->convex.solid, sim_vec3(0, 0, 1), 0.0);
    if (sim_mesh_is_solid(mesh) && sim_mesh_distance(mesh, sim_pose_local(*pose, some)) < 0.0)
        return 0.0;
    struct sim_mesh_walk walk = {0};
    const struct sim_mesh_node *node;
    while ((node = sim_mesh_walk_next(mesh, &walk)) != NULL) {
        const struct sim_aabb bounds = node_bounds(node, pose);
        if (!(box_distance(&bounds, &part->bounds) < best))
            continue;
        for (int i = 0; i < node->count; i++) {
            struct sim_vec3 corner[3];
            world_corners(mesh, node->first + i, pose, corner);
            best = fmin(best, triangle_distance(&part->convex, corner));
        }
        sim_mesh_walk_into(mesh, &walk, node);
    }
    return best;
}

// Of the part and any shape, most if that is farther.
static double part_distance(const struct part *part, const struct sim_shape *b,
                            const struct sim_pose *pose_b, const struct sim_aabb *bounds_b,
                            double most) {
    if (b->kind == SIM_SHAPE_HEIGHTFIELD)
        return field_distance(part, b->field, pose_b->p, most);
    if (!(box_distance(&part->bounds, bounds_b) < most))
        return most;
    if (b->kind == SIM_SHAPE_MESH)
        return mesh_distance(part, b->mesh, pose_b, most);
    struct convex other;
    make_convex(&other, b, pose_b);
    return fmin(most, convex_distance(&part->convex, &other));
}

// The distance of a mesh, triangle by triangle, from a mesh or heightfield.
static double mesh_parts(const struct sim_shape *a, const struct sim_pose *pose_a,
                         const struct sim_shape *b, const struct sim_pose *pose_b, double best) {
    const struct sim_aabb bounds_b = sim_shape_bounds(b, pose_b, 0.0);
    const struct sim_mesh *mesh = a->mesh;
    if (b->kind == SIM_SHAPE_MESH && sim_mesh_is_solid(mesh) &&
        sim_mesh_distance(
            mesh, sim_pose_local(*pose_a, sim_pose_point(*pose_b, b->mesh->vertices[0]))) < 0.0)
        return 0.0;
    struct sim_mesh_walk walk = {0};
    const struct sim_mesh_node *node;
    while ((node = sim_mesh_walk_next(mesh, &walk)) != NULL) {
        const struct sim_aabb bounds = node_bounds(node, pose_a);
        if (b->kind != SIM_SHAPE_HEIGHTFIELD && !(box_distance(&bounds, &bounds_b) < best))
            continue;
        for (int i = 0; i < node->count; i++) {
            struct sim_vec3 corner[3];
            struct part part;
            world_corners(mesh, node->first + i, pose_a, corner);
            make_triangle(&part.convex, corner);
            part.bounds = sim_aabb_of(corner, 3);
            best = part_distance(&part, b, pose_b, &bounds_b, best);
        }
        sim_mesh_walk_into(mesh, &walk, node);
    }
    return best;
}

double sim_shape_distance(const struct sim_shape *a, const struct sim_pose *pose_a,
                          const struct sim_shape *b, const struct sim_pose *pose_b, double most) {
    assert((unsigned)a->kind < SIM_SHAPE_KIND_COUNT && (unsigned)b->kind < SIM_SHAPE_KIND_COUNT);
    assert(most >= 0.0);
    const bool field_a = a->kind == SIM_SHAPE_HEIGHTFIELD;
    const bool field_b = b->kind == SIM_SHAPE_HEIGHTFIELD;
    if (field_a && field_b)
        return most;
    // A convex solid first, then a mesh, then a heightfield.
    if (field_a || (a->kind == SIM_SHAPE_MESH && b->kind != SIM_SHAPE_MESH && !field_b))
        return sim_shape_distance(b, pose_b, a, pose_a, most);
    if (a->kind == SIM_SHAPE_MESH)
        return mesh_parts(a, pose_a, b, pose_b, most);
    struct part part;
    make_convex(&part.convex, a, pose_a);
    part.bounds = sim_shape_bounds(a, pose_a, 0.0);
    const struct sim_aabb bounds_b = sim_shape_bounds(b, pose_b, 0.0);
    return part_distance(&part, b, pose_b, &bounds_b, most);
}
