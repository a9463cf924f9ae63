#include "data/exercise/truck.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/exercise.h"
#include "data/exercise/footprint.h"
#include "data/exercise/landing_make.h"
#include "data/exercise/scenario_read.h"
#include "data/model/read.h"
#include "data/text/paths.h"
#include "data/text/text.h"
#include "data/text/yaml.h"
#include "vehicles/part/bunk.h"

bool dat_read_truck(const struct dat_node *item, struct dat_truck *truck) {
    struct dat_scenario_truck keys;
    const bool complete = dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_TRUCK, item, &keys);
    *truck = (struct dat_truck){.x = keys.position.number[0],
                                .y = keys.position.number[1],
                                .heading = keys.heading_deg.number[0],
                                .place = dat_place_of(item),
                                .of_file = dat_place_of(keys.machine.node)};
    dat_read_path(&keys.machine, truck->file, sizeof truck->file);
    return complete;
}

// A diagnostic quotes the file. Of a file elsewhere that is no model nothing may be quoted, see
// dat_path_leaves_folder().
static bool may_be_shown(const struct dat_truck *truck, const char *path) {
    struct dat_diagnostics ignored;
    if (!dat_path_leaves_folder(truck->file))
        return true;
    dat_diagnostics_init(&ignored, path, NULL);
    char *text = dat_text_load(path, &ignored);
    const bool model = text == NULL || dat_yaml_has_key(text, "kind");
    free(text);
    return model;
}

// Returns the fault of the file's place, written into why where it has details; NULL: none.
static const char *file_problem(const struct dat_exercise *exercise, const struct dat_truck *truck,
                                char path[DAT_TRUCK_PATH], char *why, size_t size) {
    if (!dat_site_neighbour(exercise->path, truck->file, path, DAT_TRUCK_PATH))
        return "the path of the truck is too long";
    if (!dat_text_is_there(path))
        (void)snprintf(why, size, "the truck '%.100s' cannot be read: %s", truck->file,
                       strerror(errno));
    else if (!may_be_shown(truck, path))
        (void)snprintf(why, size,
                       "'%.80s' is outside this file's folder and not a model; none of it is shown",
                       truck->file);
    else
        return NULL;
    return why;
}

// The shapes of a model seen from above, in a box along its axes.
static struct sim_aabb extent(const struct veh_machine_def *def) {
    struct sim_aabb all = {.low = {(double)INFINITY, (double)INFINITY, 0.0},
                           .high = {-(double)INFINITY, -(double)INFINITY, 0.0}};
    for (int b = 0; b < def->model.body_count; b++) {
        const struct sim_model_body *body = &def->model.bodies[b];
        for (int i = 0; i < body->shape_count; i++) {
            const struct sim_shape *shape = &def->model.shapes[body->first_shape + i];
            const struct sim_pose pose = sim_pose_mul(body->pose, shape->pose);
            const struct sim_aabb box = sim_shape_bounds(shape, &pose, 0.0);
            all.low.x = fmin(all.low.x, box.low.x);
            all.low.y = fmin(all.low.y, box.low.y);
            all.high.x = fmax(all.high.x, box.high.x);
            all.high.y = fmax(all.high.y, box.high.y);
        }
    }
    return all;
}

// Writes the obstacle at the truck's place into why; NULL: the place is free.
static const char *place_problem(const struct dat_exercise *exercise, const struct dat_truck *truck,
                                 const struct sim_aabb *box, char *why, size_t size) {
    const struct ter_ground *ground = &exercise->site.ground;
    const double x = truck->x - ground->origin_x, y = truck->y - ground->origin_y;
    const double c = sim_cos(truck->heading), s = sim_sin(truck->heading);
    for (int i = 0; i < 4; i++) {
        const double ahead = i & 1 ? box->high.x : box->low.x;
        const double left = i & 2 ? box->high.y : box->low.y;
        if (!ter_ground_contains(ground, x + c * ahead - s * left, y + s * ahead + c * left))
            return "the truck stands half off the site";
    }
    for (int i = 0; i < exercise->site.stand.count; i++) {
        const struct ter_tree *tree = &exercise->site.stand.trees[i];
        const double dx = tree->position.x - x, dy = tree->position.y - y;
        const double ahead = c * dx + s * dy, left = c * dy - s * dx, r = ter_tree_radius(tree);
        if (tree->status == TER_TREE_FELLED || ahead < box->low.x - r || ahead > box->high.x + r ||
            left < box->low.y - r || left > box->high.y + r)
            continue;
        (void)snprintf(why, size, "the truck is not free: tree '%s' stands there", tree->id);
        return why;
    }
    return NULL;
}

static struct dat_footprint footprint_of(const struct dat_exercise *exercise,
                                         const struct veh_machine_def *def, double x, double y,
                                         double heading) {
    const struct ter_ground *ground = &exercise->site.ground;
    const struct sim_aabb box = extent(def);
    return dat_footprint_at(x - ground->origin_x, y - ground->origin_y, heading, box.low, box.high);
}

// The same for the machine at its start and the trucks earlier in the list.
static const char *other_problem(const struct dat_exercise *exercise, int index, char *why,
                                 size_t size) {
    const struct dat_scenario *scenario = &exercise->scenario;
    const struct dat_truck *truck = &scenario->trucks[index];
    const struct dat_footprint own =
        footprint_of(exercise, &exercise->trucks[index], truck->x, truck->y, truck->heading);
    if (exercise->machine.model.body_count > 0) {
        const struct dat_footprint machine =
            footprint_of(exercise, &exercise->machine, scenario->x, scenario->y, scenario->heading);
        if (dat_footprints_overlap(&own, &machine, 0.0))
            return "the truck stands where the machine starts, expected a free place";
    }
    for (int i = 0; i < index; i++) {
        const struct dat_truck *other = &scenario->trucks[i];
        const struct dat_footprint place =
            footprint_of(exercise, &exercise->trucks[i], other->x, other->y, other->heading);
        if (exercise->trucks[i].model.body_count == 0 || !dat_footprints_overlap(&own, &place, 0.0))
            continue;
        (void)snprintf(why, size, "the truck stands where that of line %d does", other->place.line);
        return why;
    }
    return NULL;
}

// False after an error.
static bool load_truck(struct dat_exercise *exercise, const char *text, int index,
                       struct dat_diagnostics *d) {
    const struct dat_truck *truck = &exercise->scenario.trucks[index];
    struct veh_machine_def *def = &exercise->trucks[index];
    char path[DAT_TRUCK_PATH], why[256];
    struct dat_diagnostics part;
    const char *problem = file_problem(exercise, truck, path, why, sizeof why);
    struct dat_place place = truck->of_file;
    if (problem == NULL) {
        const bool loaded = dat_load_model_sources(path, def, &exercise->sources, &part);
        dat_diagnostics_append(d, &part);
        if (!loaded)
            return false;
        if (veh_bunk_def(def) == NULL)
            problem = "the truck has no bunk";
    }
    if (problem == NULL) {
        const struct sim_aabb box = extent(def);
        problem = place_problem(exercise, truck, &box, why, sizeof why);
        if (problem == NULL)
            problem = other_problem(exercise, index, why, sizeof why);
        place = truck->place;
    }
    if (problem != NULL)
        dat_diagnose_in(d, exercise->path, text, place.line, place.column, "%s", problem);
    return problem == NULL;
}

void dat_trucks_load(struct dat_exercise *exercise, const char *text, struct dat_diagnostics *d) {
    const int count = exercise->scenario.truck_count;
    exercise->trucks = calloc((size_t)count + 1, sizeof *exercise->trucks);
    if (exercise->trucks == NULL) {
        dat_diagnose_in(d, exercise->path, NULL, 0, 0, "not enough memory for the exercise");
        return;
    }
    for (int i = 0; i < count; i++)
        (void)load_truck(exercise, text, i, d);
}

// A stem along a line is within the rectangle that the truck takes up.
static bool stands_on(const struct dat_footprint *truck, struct sim_vec3 butt, struct sim_vec3 tip,
                      double radius) {
    const struct sim_vec3 d = sim_sub(tip, butt);
    const double length = sqrt(d.x * d.x + d.y * d.y);
    const struct dat_footprint log =
        dat_footprint_at(butt.x, butt.y, sim_atan2(d.y, d.x), sim_vec3(0.0, -radius, 0.0),
                         sim_vec3(length, radius, 0.0));
    return dat_footprints_overlap(truck, &log, 0.0);
}

static bool on_lying(const struct dat_footprint *truck, const struct dat_lying *item) {
    const double length = ter_stem_length(&item->stem);
    return !item->slash && !item->rut &&
           stands_on(truck, sim_pose_point(item->pose, sim_vec3(0.0, 0.0, 0.0)),
                     sim_pose_point(item->pose, sim_vec3(0.0, 0.0, length)),
                     0.5 * ter_stem_diameter(&item->stem, 0.5 * length));
}

static bool on_log(const struct dat_footprint *truck, const struct dat_exercise *exercise,
                   const struct dat_scenario_log *log) {
    const struct ter_ground *ground = &exercise->site.ground;
    const struct sim_vec3 half = {0.5 * log->length * sim_cos(log->heading),
                                  0.5 * log->length * sim_sin(log->heading), 0.0};
    const struct sim_vec3 p = {log->x - ground->origin_x, log->y - ground->origin_y, 0.0};
    return stands_on(truck, sim_sub(p, half), sim_add(p, half), 0.5 * log->mid_diameter);
}

// The name of the thing under the truck, written into why; NULL: nothing is there.
static const char *ground_problem(const struct dat_exercise *exercise,
                                  const struct dat_footprint *truck, char *why, size_t size) {
    const struct dat_scenario *scenario = &exercise->scenario;
    for (int i = 0; i < scenario->landing_count && exercise->landings != NULL; i++) {
        const struct dat_footprint area = dat_landing_footprint(&exercise->landings[i]);
        if (!dat_footprints_overlap(truck, &area, 0.0))
            continue;
        (void)snprintf(why, size, "the truck stands on the landing of line %d",
                       scenario->landings[i].place.line);
        return why;
    }
    for (int i = 0; i < scenario->log_count; i++) {
        if (!on_log(truck, exercise, &scenario->logs[i]))
            continue;
        (void)snprintf(why, size, "the truck stands on the log of line %d",
                       scenario->logs[i].place.line);
        return why;
    }
    for (int i = 0; i < exercise->lying.count; i++) {
        const struct dat_lying *item = &exercise->lying.items[i];
        if (!on_lying(truck, item))
            continue;
        if (item->pile > 0)
            (void)snprintf(why, size, "the truck stands on the pile of line %d",
                           scenario->piles[item->pile - 1].place.line);
        else
            (void)snprintf(why, size, "the truck stands on what lies there, a stem of '%.100s'",
                           scenario->lying);
        return why;
    }
    return NULL;
}

void dat_trucks_check(const struct dat_exercise *exercise, const char *text,
                      struct dat_diagnostics *d) {
    for (int i = 0; i < exercise->scenario.truck_count && exercise->trucks != NULL; i++) {
        const struct dat_truck *truck = &exercise->scenario.trucks[i];
        char why[192];
        if (exercise->trucks[i].model.body_count == 0)
            continue; // it has not been read
        const struct dat_footprint own =
            footprint_of(exercise, &exercise->trucks[i], truck->x, truck->y, truck->heading);
        const char *problem = ground_problem(exercise, &own, why, sizeof why);
        if (problem != NULL)
            dat_diagnose_in(d, exercise->path, text, truck->place.line, truck->place.column, "%s",
                            problem);
    }
}

bool dat_trucks_add(const struct dat_exercise *exercise, struct veh_worksite *site) {
    const struct ter_ground *ground = &exercise->site.ground;
    for (int i = 0; i < exercise->scenario.truck_count; i++) {
        const struct dat_truck *truck = &exercise->scenario.trucks[i];
        if (veh_worksite_add_unmanned(site, &exercise->trucks[i], truck->x - ground->origin_x,
                                      truck->y - ground->origin_y, truck->heading) < 0)
            return false;
    }
    return true;
}
