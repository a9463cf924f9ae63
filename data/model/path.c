// The curve of a joint that holds a point on it, and the outline of one that holds it in a plane.
#include <stdlib.h>

#include "data/model/reader.h"
#include "sim/joint/outline.h"
#include "sim/shape/curve.h"

static const double touch = 1e-3; // [m] that the point may be away from its curve

static void refuse(const struct dat_value *key, enum sim_joint_kind kind) {
    if (key->at != NULL)
        dat_yaml_error_key(key->at, "a joint of kind %s has no '%s'", sim_joint_kind_name(kind),
                           key->at->key);
}

// The points in the model frame, which the model owns; NULL after an error.
static struct sim_vec3 *read_points(struct dat_model_reader *r, const struct dat_model_use *use,
                                    const struct dat_value *path, int *count) {
    struct sim_vec3 *points = calloc((size_t)path->node->count + 1, sizeof *points);
    double p[3];
    *count = 0;
    if (points == NULL) {
        (void)dat_model_out_of_memory(r);
        return NULL;
    }
    for (const struct dat_node *i = dat_keys_items(path); i != NULL; i = i->next)
        if (dat_keys_numbers(i, 3, p))
            points[(*count)++] = dat_model_place_point(use, sim_vec3(p[0], p[1], p[2]));
    if (!DAT_MODEL_ADD(r, paths, path_count, points)) {
        free(points);
        return NULL;
    }
    return points;
}

// Refuses what no curve runs through, and a point beside it.
static void check(const struct dat_value *path, const struct sim_joint_def *def) {
    const char *problem = NULL;
    struct sim_curve *curve =
        sim_curve_create(def->path, def->path_count, def->path_closed, &problem);
    if (curve == NULL) {
        dat_yaml_error(path->node, "%s, found %d points", problem, def->path_count);
        return;
    }
    const struct sim_curve_place place = sim_curve_nearest(curve, def->anchor);
    const double away = sim_length(sim_sub(place.p, def->anchor));
    if (away > touch)
        dat_yaml_error(path->node,
                       "the anchor is %g m away from the path, whose nearest place is [%.4g, %.4g, "
                       "%.4g]",
                       away, place.p.x, place.p.y, place.p.z);
    sim_curve_destroy(curve);
}

void dat_model_read_path(struct dat_model_reader *r, const struct dat_model_use *use,
                         const struct dat_node *item, const struct dat_model_joint *keys,
                         struct sim_joint_def *def) {
    if (def->kind != SIM_JOINT_PATH) {
        refuse(&keys->path, def->kind);
        refuse(&keys->closed, def->kind);
        return;
    }
    if (keys->path.at == NULL)
        dat_yaml_error(item,
                       "missing key 'path': a joint of kind path needs the points of its curve");
    if (keys->path.node == NULL)
        return;
    def->path = read_points(r, use, &keys->path, &def->path_count);
    def->path_closed = keys->closed.yes;
    if (def->path != NULL)
        check(&keys->path, def);
}

void dat_model_read_outline(struct dat_model_reader *r, const struct dat_model_use *use,
                            const struct dat_value *outline, int errors_before,
                            struct sim_joint_def *def) {
    if (def->kind != SIM_JOINT_PLANE)
        refuse(outline, def->kind);
    if (def->kind != SIM_JOINT_PLANE || outline->node == NULL)
        return;
    def->outline = read_points(r, use, outline, &def->outline_count);
    if (dat_model_errors(r) > errors_before)
        return;
    const char *problem =
        def->outline_count > 0 ? sim_outline_problem(def) : "an outline has 3 to 100 corners";
    if (problem != NULL)
        dat_yaml_error(outline->node, "%s, found %d corners", problem, def->outline_count);
}
