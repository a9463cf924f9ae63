#include "terrain/ground.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ter_ground_init(struct ter_ground *ground, int columns, int rows, double x0, double y0,
                     double spacing) {
    assert(columns >= 2 && rows >= 2 && spacing > 0.0);
    memset(ground, 0, sizeof *ground);
    ground->heights = calloc((size_t)columns * (size_t)rows, sizeof *ground->heights);
    if (ground->heights == NULL)
        return false;
    ground->field = (struct sim_heightfield){
        .columns = columns,
        .rows = rows,
        .x0 = x0,
        .y0 = y0,
        .spacing = spacing,
        .heights = ground->heights,
    };
    return true;
}

void ter_ground_finish(struct ter_ground *ground) {
    free(ground->heights);
    memset(ground, 0, sizeof *ground);
}

double ter_ground_x_max(const struct ter_ground *ground) {
    return ground->field.x0 + (ground->field.columns - 1) * ground->field.spacing;
}

double ter_ground_y_max(const struct ter_ground *ground) {
    return ground->field.y0 + (ground->field.rows - 1) * ground->field.spacing;
}

bool ter_ground_contains(const struct ter_ground *ground, double x, double y) {
    return x >= ground->field.x0 && x <= ter_ground_x_max(ground) && y >= ground->field.y0 &&
           y <= ter_ground_y_max(ground);
}

double ter_ground_height(const struct ter_ground *ground, double x, double y,
                         struct sim_vec3 *normal) {
    return sim_heightfield_height(&ground->field, x, y, normal);
}

struct sim_shape ter_ground_shape(const struct ter_ground *ground, int material) {
    assert(ground->field.heights != NULL && ground->field.heights == ground->heights);
    return (struct sim_shape){
        .kind = SIM_SHAPE_HEIGHTFIELD,
        .pose = sim_pose_identity(),
        .field = &ground->field,
        .material = material,
        .collides = true,
    };
}
