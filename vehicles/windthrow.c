// Trees that the wind has thrown. The plate of roots has turned about its lee edge, where the last
// roots bend, and stands on that edge; the stem lies in its branches beyond it, from the plate's
// middle down to where it meets the ground. So it rests on two places:
//
//   butt = foot + e d + e (cos a up + sin a d),    axis = cos a d - sin a up
//
// with the direction d of the throw, half an edge e of the plate and the slope a at which the stem
// just touches the ground. Cut off, the plate has its centre on the other side of its edge, and
// tips back by its weight.
#include "terrain/root_plate.h"
#include "vehicles/site.h"

enum { PLACES = 32, HALVINGS = 40 };   // along the stem that are looked at; of the slope's range
static const double steepest = 0.7;    // [rad]
static const double pressed_in = 1e-3; // [m] by which it rests in the ground at most

struct throw {
    struct sim_vec3 edge, way; // the middle of the lee edge; unit, level: where it has fallen
    struct ter_stem stem;
    double half_edge;
};

static struct sim_pose pose_at(const struct throw *t, double slope) {
    const double c = sim_cos(slope), s = sim_sin(slope);
    const struct sim_vec3 up = {0.0, 0.0, 1.0};
    const struct sim_vec3 x = sim_add_scaled(sim_scale(up, c), t->way, s);
    const struct sim_vec3 z = sim_add_scaled(sim_scale(t->way, c), up, -s);
    const struct sim_vec3 y = sim_cross(z, x);
    const struct sim_mat3 r = {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
    return (struct sim_pose){sim_add_scaled(t->edge, x, t->half_edge), sim_quat_from_mat3(&r)};
}

// [m] of the stem's lowest place above the ground.
static double clearance(const struct veh_worksite *site, const struct throw *t, double slope) {
    const struct sim_pose pose = pose_at(t, slope);
    const double length = ter_stem_length(&t->stem);
    double least = (double)INFINITY;
    for (int i = 0; i <= PLACES; i++) {
        const double z = length * i / PLACES;
        const struct sim_vec3 p = sim_pose_point(pose, sim_vec3(ter_stem_bow(&t->stem, z), 0.0, z));
        const double radius = 0.5 * ter_stem_diameter(&t->stem, z);
        least = fmin(least, p.z - radius - ter_ground_height(site->def.ground, p.x, p.y, NULL));
    }
    return least;
}

static struct sim_pose resting_pose(const struct veh_worksite *site, const struct throw *t) {
    double high = -steepest, low = steepest; // the stem's slope downwards
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (high + low);
        if (clearance(site, t, middle) > -pressed_in)
            high = middle;
        else
            low = middle;
    }
    return pose_at(t, high);
}

static void lay(struct veh_worksite *site, int index) {
    const struct ter_tree *tree = &site->stand.trees[index];
    struct throw t = {.stem = ter_tree_stem(tree),
                      .way = {sim_cos(tree->thrown_to), sim_sin(tree->thrown_to), 0.0}};
    t.half_edge = ter_root_plate_half_edge(t.stem.plate);
    t.edge = sim_add_scaled(tree->position, t.way, t.half_edge);
    t.edge.z = ter_ground_height(site->def.ground, t.edge.x, t.edge.y, NULL);
    const int stem = veh_stem_create(site, &t.stem, resting_pose(site, &t), VEH_STEM_FELLED, index);
    site->stems.items[stem].rest.down = true;
    veh_stem_freeze(site, stem);
}

void veh_lay_windthrow(struct veh_worksite *site) {
    for (int i = 0; i < site->stand.count; i++)
        if (site->stand.trees[i].thrown && site->stand.trees[i].status != TER_TREE_FELLED)
            lay(site, i);
}
