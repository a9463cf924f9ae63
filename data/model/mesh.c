// The mesh of a shape: from a file beside the model, or vertices and triangles in the model itself.
#include "sim/shape/mesh.h"

#include <stdlib.h>
#include <string.h>

#include "data/model/obj.h"
#include "data/model/reader.h"
#include "sim/shape/sphere_tree.h"

static bool load_file(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_value *file, struct dat_obj *obj) {
    char path[256];
    char *text = dat_model_load_file(r, use, file, "mesh file", path, sizeof path);
    if (text == NULL)
        return false;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, path, text);
    const bool ok = dat_read_obj(text, obj, &d);
    dat_model_report_file(r, file, "mesh file", path, &d);
    free(text);
    return ok;
}

static bool is_corner(double number, int count) {
    return number >= 0.0 && number < count && number <= floor(number);
}

static bool read_lists(const struct dat_model_mesh *keys, struct dat_obj *obj) {
    const int vertices = keys->vertices.node->count;
    const int triangles = keys->triangles.node->count;
    obj->vertices = calloc((size_t)vertices + 1, sizeof *obj->vertices);
    obj->triangles = calloc((size_t)triangles + 1, sizeof *obj->triangles);
    if (obj->vertices == NULL || obj->triangles == NULL) {
        dat_yaml_error(keys->vertices.node, "not enough memory for the mesh");
        return false;
    }
    bool ok = true;
    double p[3];
    for (const struct dat_node *i = dat_keys_items(&keys->vertices); i != NULL; i = i->next) {
        const bool read = dat_keys_numbers(i, 3, p);
        ok = ok && read;
        obj->vertices[obj->vertex_count++] =
            read ? sim_vec3(p[0], p[1], p[2]) : sim_vec3(0.0, 0.0, 0.0);
    }
    for (const struct dat_node *i = dat_keys_items(&keys->triangles); i != NULL; i = i->next) {
        if (!dat_keys_numbers(i, 3, p)) {
            ok = false;
            continue;
        }
        if (!is_corner(p[0], vertices) || !is_corner(p[1], vertices) ||
            !is_corner(p[2], vertices)) {
            dat_yaml_error(i, "the triangle [%g, %g, %g] must name vertices 0 to %d", p[0], p[1],
                           p[2], vertices - 1);
            ok = false;
            continue;
        }
        int *t = obj->triangles[obj->triangle_count++];
        for (int k = 0; k < 3; k++)
            t[k] = (int)p[k];
    }
    return ok;
}

// A mirror reverses the order of a triangle's corners.
static void place(const struct dat_model_use *use, double scale, struct dat_obj *obj) {
    for (int i = 0; i < obj->vertex_count; i++)
        obj->vertices[i] = dat_model_mirror_point(use, sim_scale(obj->vertices[i], scale));
    for (int t = 0; t < obj->triangle_count && use->mirror; t++) {
        const int swap = obj->triangles[t][1];
        obj->triangles[t][1] = obj->triangles[t][2];
        obj->triangles[t][2] = swap;
    }
}

static bool read_source(struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_node *node, const struct dat_model_mesh *keys,
                        struct dat_obj *obj) {
    const bool lists = keys->vertices.at != NULL || keys->triangles.at != NULL;
    if ((keys->file.at != NULL) == lists) {
        dat_yaml_error_key(node, "a mesh needs 'file', or 'vertices' and 'triangles'");
        return false;
    }
    if (!lists)
        return keys->file.node != NULL && load_file(r, use, &keys->file, obj);
    if (keys->vertices.at == NULL || keys->triangles.at == NULL) {
        dat_yaml_error_key(node, "a mesh needs both 'vertices' and 'triangles'");
        return false;
    }
    return keys->vertices.node != NULL && keys->triangles.node != NULL && read_lists(keys, obj);
}

static bool read_levels(struct dat_model_reader *r, const struct dat_model_mesh *keys,
                        struct sim_shape *shape) {
    const int levels = (int)keys->levels.number[0];
    if (levels == 0)
        return true;
    const char *problem = NULL;
    struct sim_sphere_tree *tree = sim_sphere_tree_create(shape->mesh, levels, &problem);
    if (tree == NULL) {
        dat_yaml_error_key(keys->levels.node, "%s", problem);
        return false;
    }
    if (!DAT_MODEL_ADD(r, trees, tree_count, tree)) {
        sim_sphere_tree_destroy(tree);
        return false;
    }
    shape->tree = tree;
    return true;
}

bool dat_model_read_mesh(struct dat_model_reader *r, const struct dat_model_use *use,
                         const struct dat_node *node, struct sim_shape *shape) {
    struct dat_model_mesh keys;
    struct dat_obj obj = {0};
    if (!dat_keys_read(dat_model_keys(), DAT_SECTION_MESH, node, &keys) ||
        !read_source(r, use, node, &keys, &obj)) {
        dat_obj_finish(&obj);
        return false;
    }
    place(use, keys.scale.number[0], &obj);
    const char *problem = NULL;
    struct sim_mesh *mesh =
        sim_mesh_create(obj.vertices, obj.vertex_count, (const int(*)[3])obj.triangles,
                        obj.triangle_count, &problem);
    dat_obj_finish(&obj);
    if (mesh == NULL) {
        dat_yaml_error_key(node, "%s", problem);
        return false;
    }
    if (!DAT_MODEL_ADD(r, meshes, mesh_count, mesh)) {
        sim_mesh_destroy(mesh);
        return false;
    }
    shape->kind = SIM_SHAPE_MESH;
    shape->mesh = mesh;
    return read_levels(r, &keys, shape);
}
