// Hull on a heightfield.
#include "sim/collide/ground_parts.h"
#include "sim/shape/hull.h"

enum { FEATURE_CORNER = 0, FEATURE_EDGE = 256, FEATURE_FACE = 4096 };

void sim_collide_hull_field(const struct sim_shape *a, const struct sim_pose *pose_a,
                            const struct sim_shape *b, const struct sim_pose *pose_b,
                            struct sim_contacts *contacts) {
    struct sim_ground_parts parts;
    if (!sim_ground_parts_begin(&parts, a, pose_a, b, pose_b, contacts->margin))
        return;
    const struct sim_hull *hull = a->hull;
    const struct sim_mat3 m = sim_mat3_from_quat(pose_a->q);
    const struct sim_vec3 centre = sim_add(pose_a->p, sim_mat3_mul(&m, hull->centre));
    struct sim_vec3 corner[SIM_HULL_MAX_CORNERS];
    for (int i = 0; i < hull->corner_count; i++) {
        corner[i] = sim_add(centre, sim_mat3_mul(&m, hull->corners[i]));
        sim_ground_parts_corner(&parts, corner[i], FEATURE_CORNER + (uint32_t)i);
    }
    const double deepest = sim_contacts_deepest(&parts.many);
    for (int e = 0; e < hull->edge_count; e++)
        sim_ground_parts_edge(&parts, corner[hull->edges[e].corner[0]],
                              corner[hull->edges[e].corner[1]], FEATURE_EDGE + 2 * (uint32_t)e);
    for (int f = 0; f < hull->face_count; f++) {
        const struct sim_hull_face *face = &hull->faces[f];
        struct sim_vec3 loop[SIM_HULL_MAX_CORNERS];
        for (int i = 0; i < face->count; i++)
            loop[i] = corner[hull->loop_corner[face->first + i]];
        sim_ground_parts_face(&parts, loop, face->count, sim_mat3_mul(&m, face->normal), deepest,
                              FEATURE_FACE + (uint32_t)f);
    }
    sim_ground_parts_end(&parts, pose_a, contacts);
}
