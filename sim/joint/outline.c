// A point in a plane that stays within a polygon of three or more points of a rigid body (Schmitt
// and Thuering 2000, section 4). As the polygon is convex, the point is inside where it is on the
// inner side of every edge, and each edge is a one-sided row like the limit of an axis.
#include "sim/joint/outline.h"

#include <assert.h>

#include "sim/joint/joints.h"
#include "sim/state/state.h"

static const double touch = 1e-6;    // [m] that the point may be outside at creation
static const double flat = 1e-3;     // [m] that a corner may be beside the plane
static const double straight = 1e-9; // of the size: distance from a line, on which it still is

struct point {
    double x, y; // [m]
};

static struct point corner(const struct sim_joint_def *def, int i) {
    const struct sim_vec3 d = sim_sub(def->outline[i % def->outline_count], def->anchor);
    return (struct point){sim_dot(def->axis[1], d),
                          sim_dot(sim_cross(def->axis[0], def->axis[1]), d)};
}

static double apart(struct point a, struct point b) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    return sqrt(dx * dx + dy * dy);
}

// The edge from corner i to the next with the inside on its left; reversed: on its right.
static struct sim_outline_edge edge_at(const struct sim_joint_def *def, int i, bool reversed) {
    const struct point a = corner(def, i), b = corner(def, i + 1);
    const double scale = (reversed ? -1.0 : 1.0) / apart(a, b);
    const struct sim_outline_edge edge = {.s = scale * (a.y - b.y), .t = scale * (b.x - a.x)};
    return (struct sim_outline_edge){
        .s = edge.s, .t = edge.t, .offset = -edge.s * a.x - edge.t * a.y};
}

static double distance(const struct sim_outline_edge *edge, struct point p) {
    return edge->s * p.x + edge->t * p.y + edge->offset;
}

// Twice the area, negative if the corners run clockwise.
static double area(const struct sim_joint_def *def) {
    const struct point o = corner(def, 0);
    double sum = 0.0;
    for (int i = 1; i + 1 < def->outline_count; i++) {
        const struct point a = corner(def, i), b = corner(def, i + 1);
        sum += (a.x - o.x) * (b.y - o.y) - (b.x - o.x) * (a.y - o.y);
    }
    return sum;
}

static double size_of(const struct sim_joint_def *def) {
    double size = 0.0;
    for (int i = 1; i < def->outline_count; i++)
        size = fmax(size, apart(corner(def, 0), corner(def, i)));
    return size;
}

static bool repeats_corner(const struct sim_joint_def *def, double least) {
    for (int i = 0; i < def->outline_count; i++)
        if (!(apart(corner(def, i), corner(def, i + 1)) > least))
            return true;
    return false;
}

// The farthest that any corner is from the line through the first two [m].
static double width(const struct sim_joint_def *def) {
    const struct sim_outline_edge edge = edge_at(def, 0, false);
    double most = 0.0;
    for (int i = 2; i < def->outline_count; i++)
        most = fmax(most, fabs(distance(&edge, corner(def, i))));
    return most;
}

// All corners are on the inner side of every edge. Unlike the sense of each turn, this also tells a
// pentagram from a pentagon.
static bool convex(const struct sim_joint_def *def, double least) {
    for (int i = 0; i < def->outline_count; i++) {
        const struct sim_outline_edge edge = edge_at(def, i, area(def) < 0.0);
        for (int k = 0; k < def->outline_count; k++)
            if (distance(&edge, corner(def, k)) < -least)
                return false;
    }
    return true;
}

static bool in_plane(const struct sim_joint_def *def) {
    for (int i = 0; i < def->outline_count; i++)
        if (!(fabs(sim_dot(def->axis[0], sim_sub(def->outline[i], def->anchor))) < flat))
            return false;
    return true;
}

static bool holds_anchor(const struct sim_joint_def *def) {
    for (int i = 0; i < def->outline_count; i++)
        if (edge_at(def, i, area(def) < 0.0).offset < -touch)
            return false;
    return true;
}

const char *sim_outline_problem(const struct sim_joint_def *def) {
    if (def->outline_count == 0)
        return NULL;
    if (def->kind != SIM_JOINT_PLANE)
        return "only a plane has an outline";
    if (def->outline_count < 3 || def->outline_count > SIM_OUTLINE_MAX_CORNERS)
        return "an outline has 3 to 100 corners";
    if (!in_plane(def))
        return "a corner of the outline is not in the joint's plane";
    const double least = straight * size_of(def);
    if (repeats_corner(def, least))
        return "two neighbouring corners of the outline are in one place";
    if (!(width(def) > least))
        return "all corners of the outline are in one line";
    if (!convex(def, least))
        return "the outline is not convex";
    if (!holds_anchor(def))
        return "the anchor is outside of the outline";
    return NULL;
}

void sim_outline_create(struct sim_world *world, const struct sim_joint_def *def,
                        struct joint *joint) {
    assert(sim_outline_problem(def) == NULL);
    joint->first_edge = world->edges.count;
    joint->edges = def->outline_count;
    for (int i = 0; i < def->outline_count; i++)
        *SIM_ARRAY_PUSH(&world->edges) = edge_at(def, i, area(def) < 0.0);
}

static const struct sim_outline_edge *edge_of(const struct sim_world *world,
                                              const struct joint *joint, int i) {
    assert(i >= 0 && i < joint->edges);
    return &world->edges.items[joint->first_edge + i];
}

double sim_outline_distance(const struct sim_world *world, const struct joint *joint, int i) {
    return distance(edge_of(world, joint, i),
                    (struct point){joint->position[0], joint->position[1]});
}

double sim_outline_speed(const struct sim_world *world, const struct joint *joint, int i) {
    const struct sim_outline_edge *edge = edge_of(world, joint, i);
    return edge->s * joint->speed[0] + edge->t * joint->speed[1];
}
