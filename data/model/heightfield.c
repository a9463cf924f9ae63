// The heightfield of a shape: a grid of heights in the model itself, or a terrain file beside it.
#include <stdlib.h>
#include <string.h>

#include "data/model/reader.h"
#include "data/site/asc.h"
#include "data/text/text.h"
#include "sim/shape/mesh.h"

// A grid as it is read; heights, rows * columns, is owned.
struct grid {
    int columns, rows;
    double x0, y0, spacing; // [m]
    double *heights;        // [m]
};

static bool load_file(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_value *file, struct grid *grid) {
    char path[256];
    char *text = dat_model_load_file(r, use, file, "terrain file", path, sizeof path);
    if (text == NULL)
        return false;
    struct dat_diagnostics d;
    struct ter_ground ground = {0};
    dat_diagnostics_init(&d, path, text);
    const bool ok = dat_read_asc(text, &ground, &d);
    dat_model_report_file(r, file, "terrain file", path, &d);
    if (ok)
        *grid = (struct grid){.columns = ground.field.columns,
                              .rows = ground.field.rows,
                              .x0 = ground.field.x0,
                              .y0 = ground.field.y0,
                              .spacing = ground.field.spacing,
                              .heights = ground.heights};
    free(text);
    return ok;
}

// The rows of the list, which are of one length.
static bool read_rows(const struct dat_value *list, struct grid *grid) {
    const struct dat_node *first = list->node->first;
    grid->rows = list->node->count;
    grid->columns = first != NULL ? first->count : 0;
    if (grid->rows < 2 || grid->columns < 2) {
        dat_yaml_error(list->node, "found %d x %d heights, expected at least 2 x 2", grid->rows,
                       grid->columns);
        return false;
    }
    grid->heights = calloc((size_t)grid->rows * (size_t)grid->columns, sizeof *grid->heights);
    if (grid->heights == NULL) {
        dat_yaml_error(list->node, "not enough memory for the heights");
        return false;
    }
    double *row = grid->heights;
    for (const struct dat_node *i = first; i != NULL; i = i->next, row += grid->columns) {
        if (i->count != grid->columns) {
            dat_yaml_error(i, "this row has %d heights, expected %d as in the first", i->count,
                           grid->columns);
            return false;
        }
        if (!dat_keys_numbers(i, grid->columns, row))
            return false;
    }
    return true;
}

static bool read_source(struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_node *node, const struct dat_model_heightfield *keys,
                        struct grid *grid) {
    if ((keys->file.at != NULL) == (keys->heights.at != NULL)) {
        dat_yaml_error_key(node, "a heightfield needs 'file' or 'heights'");
        return false;
    }
    if (keys->file.at != NULL) {
        if (keys->spacing.at != NULL)
            dat_yaml_error_key(keys->spacing.at, "the file says what the 'spacing' is");
        return keys->spacing.at == NULL && keys->file.node != NULL &&
               load_file(r, use, &keys->file, grid);
    }
    if (keys->spacing.at == NULL)
        dat_yaml_error_key(node, "'heights' need a 'spacing'");
    grid->spacing = keys->spacing.number[0];
    return keys->heights.node != NULL && read_rows(&keys->heights, grid) &&
           keys->spacing.node != NULL;
}

// A mirrored field runs the other way along y.
static void mirror(struct grid *grid) {
    grid->y0 = -(grid->y0 + (grid->rows - 1) * grid->spacing);
    for (int low = 0, high = grid->rows - 1; low < high; low++, high--) {
        double *a = grid->heights + (long)low * grid->columns;
        double *b = grid->heights + (long)high * grid->columns;
        for (int i = 0; i < grid->columns; i++) {
            const double swap = a[i];
            a[i] = b[i];
            b[i] = swap;
        }
    }
}

// The picture of the field: its triangles.
static struct sim_mesh *mesh_of(const struct grid *grid, const char **problem) {
    const int cells = (grid->columns - 1) * (grid->rows - 1);
    struct sim_vec3 *vertices =
        calloc((size_t)grid->columns * (size_t)grid->rows, sizeof *vertices);
    int(*triangles)[3] = calloc(2 * (size_t)cells, sizeof *triangles);
    struct sim_mesh *mesh = NULL;
    *problem = "not enough memory for the heights";
    if (vertices != NULL && triangles != NULL) {
        for (int k = 0; k < grid->columns * grid->rows; k++)
            vertices[k] = sim_vec3(grid->x0 + k % grid->columns * grid->spacing,
                                   grid->y0 + k / grid->columns * grid->spacing, grid->heights[k]);
        for (int c = 0; c < cells; c++) {
            const int near = c / (grid->columns - 1) * grid->columns + c % (grid->columns - 1);
            const int far = near + grid->columns;
            const int pair[2][3] = {{near, near + 1, far + 1}, {near, far + 1, far}};
            memcpy(triangles[2 * c], pair, sizeof pair);
        }
        mesh = sim_mesh_create(vertices, grid->columns * grid->rows, (const int(*)[3])triangles,
                               2 * cells, problem);
    }
    free(triangles);
    free(vertices);
    return mesh;
}

// The field and its heights are one block of memory, which the model owns.
static bool own_field(struct dat_model_reader *r, const struct grid *grid,
                      struct sim_shape *shape) {
    const size_t size = (size_t)grid->columns * (size_t)grid->rows * sizeof *grid->heights;
    struct sim_heightfield *field = malloc(sizeof *field + size);
    if (field == NULL)
        return dat_model_out_of_memory(r);
    double *heights = (double *)(field + 1);
    memcpy(heights, grid->heights, size);
    *field = (struct sim_heightfield){.columns = grid->columns,
                                      .rows = grid->rows,
                                      .x0 = grid->x0,
                                      .y0 = grid->y0,
                                      .spacing = grid->spacing,
                                      .heights = heights};
    if (!DAT_MODEL_ADD(r, fields, field_count, field)) {
        free(field);
        return false;
    }
    shape->field = field;
    return true;
}

static bool own_picture(struct dat_model_reader *r, const struct dat_node *node,
                        const struct grid *grid, struct sim_shape *shape) {
    const char *problem = NULL;
    struct sim_mesh *mesh = mesh_of(grid, &problem);
    if (mesh == NULL) {
        dat_yaml_error_key(node, "%d x %d heights: %s", grid->rows, grid->columns, problem);
        return false;
    }
    if (!DAT_MODEL_ADD(r, meshes, mesh_count, mesh)) {
        sim_mesh_destroy(mesh);
        return false;
    }
    shape->mesh = mesh;
    return true;
}

bool dat_model_read_heightfield(struct dat_model_reader *r, const struct dat_model_use *use,
                                const struct dat_node *node, struct sim_shape *shape) {
    struct dat_model_heightfield keys;
    struct grid grid = {0};
    bool ok = dat_keys_read(dat_model_keys(), DAT_SECTION_HEIGHTFIELD, node, &keys) &&
              read_source(r, use, node, &keys, &grid);
    if (ok && use->mirror)
        mirror(&grid);
    shape->kind = SIM_SHAPE_HEIGHTFIELD;
    ok = ok && own_field(r, &grid, shape) && own_picture(r, node, &grid, shape);
    free(grid.heights);
    return ok;
}
