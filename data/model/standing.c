// Refuses machines that fall over, or hang on some of their wheels, in the pose of the file.
#include <math.h>

#include "data/model/reader.h"
#include "vehicles/part/drive.h"

static const double most_step = 0.3; // [m] of the ground between two wheels
enum { DIRECTIONS = 360 };           // in which the centre may be beyond the wheels
enum { LEAST_WHEELS = 3 };           // that hold something up by themselves

// Of the wheel's colliding shapes, in the model's frame; high below low: it has none.
static struct sim_aabb box_of(const struct sim_model *model, int wheel) {
    const struct sim_model_body *body = &model->bodies[wheel];
    struct sim_aabb box = {.low = {(double)INFINITY, (double)INFINITY, (double)INFINITY},
                           .high = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY}};
    for (int i = 0; i < body->shape_count; i++) {
        const struct sim_shape *shape = &model->shapes[body->first_shape + i];
        const struct sim_pose at = sim_pose_mul(body->pose, shape->pose);
        const struct sim_aabb own = sim_shape_bounds(shape, &at, 0.0);
        if (!shape->collides)
            continue;
        sim_aabb_include(&box, own.low);
        sim_aabb_include(&box, own.high);
    }
    return box;
}

static struct sim_vec3 centre_of_gravity(const struct sim_model *model) {
    struct sim_vec3 sum = {0.0, 0.0, 0.0};
    double mass = 0.0;
    for (int i = 0; i < model->body_count; i++) {
        const struct sim_mass own = sim_model_body_mass(model, &model->bodies[i]);
        sum = sim_add_scaled(sum, sim_pose_point(model->bodies[i].pose, own.centre), own.mass);
        mass += own.mass;
    }
    return sim_scale(sum, 1.0 / mass);
}

// [m] by which the point is beyond the line through the outermost wheels in the direction where
// that is most; negative: it is between the wheels. Each wheel bears on its whole width.
static double beyond(const struct sim_model *model, const struct veh_list *wheels,
                     struct sim_vec3 p) {
    double most = -(double)INFINITY;
    for (int k = 0; k < DIRECTIONS; k++) {
        const double angle = 2.0 * SIM_PI * k / DIRECTIONS;
        const double x = sim_cos(angle), y = sim_sin(angle);
        double support = -(double)INFINITY;
        for (int i = 0; i < wheels->count; i++) {
            const struct sim_aabb box = box_of(model, wheels->index[i]);
            const double along = x * 0.5 * (box.low.x + box.high.x);
            support = fmax(support, along + fmax(y * box.low.y, y * box.high.y));
        }
        most = fmax(most, x * p.x + y * p.y - support);
    }
    return most;
}

static void check_level(const struct sim_model *model, const struct veh_list *wheels,
                        const struct dat_node *node) {
    int lowest = wheels->index[0], highest = lowest;
    for (int i = 1; i < wheels->count; i++) {
        const double z = box_of(model, wheels->index[i]).low.z;
        if (z < box_of(model, lowest).low.z)
            lowest = wheels->index[i];
        if (z > box_of(model, highest).low.z)
            highest = wheels->index[i];
    }
    const double step = box_of(model, highest).low.z - box_of(model, lowest).low.z;
    if (step > most_step) {
        dat_yaml_error_key(node,
                           "the machine cannot stand on all wheels: '%s' ends %.2f m above '%s', "
                           "expected at most %g m",
                           model->bodies[highest].name, step, model->bodies[lowest].name,
                           most_step);
    }
}

void dat_model_check_standing(const struct dat_model_reader *r) {
    const struct veh_drive_def *drive = veh_drive_def(r->out);
    const struct dat_node *node = NULL;
    for (int i = 0; i < r->use_count && node == NULL; i++)
        node = r->use[i].keys.machine_part[VEH_PART_DRIVE].node;
    if (drive == NULL || node == NULL || drive->wheels.count < LEAST_WHEELS)
        return;
    check_level(r->model, &drive->wheels, node);
    const struct sim_vec3 centre = centre_of_gravity(r->model);
    const double off = beyond(r->model, &drive->wheels, centre);
    if (off > 0.0) {
        dat_yaml_error_key(node,
                           "the machine cannot stand: its centre of gravity at [%.2f, %.2f] is "
                           "%.2f m beyond its wheels",
                           centre.x, centre.y, off);
    }
}
