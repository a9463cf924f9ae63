#include "data/site/planting.h"

#include <assert.h>
#include <math.h>

#include "data/site/planting_keys.h"
#include "data/site/stand.h"
#include "data/text/progress.h"
#include "data/text/yaml.h"

static const double mean_of_top = 1.0 / 1.05; // mean height per top height, as of crowns

// Mean diameter and height from what is given of them.
static void read_size(const struct dat_node *item, const struct dat_planting_species *keys,
                      struct ter_planting_species *s) {
    if (keys->height.node != NULL && keys->age_years.node != NULL) {
        dat_yaml_error_key(keys->age_years.node,
                           "'age_years' beside 'height', expected one of them");
    } else if (keys->height.node != NULL) {
        s->height = keys->height.number[0];
    } else if (keys->age_years.node != NULL) {
        const double top =
            ter_top_height(s->species, keys->age_years.number[0], keys->site_index.number[0]);
        s->height = fmax(mean_of_top * top, 4.0);
    } else if (keys->diameter_cm.node != NULL) {
        s->height = ter_default_height_curve(keys->diameter_cm.number[0]).hg;
    } else if (keys->diameter_cm.at == NULL && keys->height.at == NULL &&
               keys->age_years.at == NULL) {
        dat_yaml_error(item, "a species needs 'diameter_cm', 'height' or 'age_years'");
    }
    if (keys->diameter_cm.node != NULL)
        s->diameter = keys->diameter_cm.number[0];
    else if (s->height > 0.0)
        s->diameter = fmax(ter_ordinary_diameter(fmin(s->height, 45.0)), 0.05);
}

static void read_species(const struct dat_node *item, struct ter_planting *planting) {
    struct dat_planting_species keys;
    if (planting->species_count == TER_PLANTING_SPECIES) {
        dat_yaml_error(item, "more than %d species", TER_PLANTING_SPECIES);
        return;
    }
    struct ter_planting_species *s = &planting->species[planting->species_count++];
    if (!dat_keys_read(&dat_planting_keys, DAT_PLANTING_SPECIES, item, &keys))
        return;
    if (!ter_species_find(keys.species.text, &s->species)) {
        dat_yaml_error(
            keys.species.node,
            "unknown species '%.40s', expected spruce, pine, birch, douglas fir, beech or "
            "oak, by that name, in Latin or by forest code (Fi, Ki, Bi, Dgl, Bu, Ei)",
            keys.species.text);
        return;
    }
    s->share = 0.01 * keys.share_percent.number[0];
    s->shape = keys.shape.number[0];
    read_size(item, &keys, s);
}

static void read_mixture(const struct dat_value *list, struct ter_planting *planting) {
    double sum = 0.0;
    if (list->node == NULL)
        return;
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next)
        read_species(item, planting);
    for (int i = 0; i < planting->species_count; i++)
        sum += planting->species[i].share;
    if (planting->species_count == 0)
        dat_yaml_error(list->node, "the list is empty, expected at least one species");
    else if (fabs(sum - 1.0) > 0.005)
        dat_yaml_error(list->node, "the shares add up to %g %%, expected 100 %%", 100.0 * sum);
}

static void read_area(const struct dat_value *list, const struct ter_ground *ground,
                      struct ter_planting *planting) {
    if (list->node == NULL)
        return;
    if (list->node->count < 3 || list->node->count > TER_PLANTING_CORNERS) {
        dat_yaml_error(list->node, "the area has %d corners, expected 3 to %d", list->node->count,
                       TER_PLANTING_CORNERS);
        return;
    }
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        double *corner = planting->corner[planting->corners];
        if (!dat_keys_numbers(item, 2, corner))
            return;
        if (ground != NULL) {
            corner[0] -= ground->origin_x;
            corner[1] -= ground->origin_y;
            if (!ter_ground_contains(ground, corner[0], corner[1]))
                dat_yaml_error(
                    item,
                    "the corner is off the terrain, expected x %.1f to %.1f and y %.1f to %.1f",
                    ground->field.x0 + ground->origin_x,
                    ter_ground_x_max(ground) + ground->origin_x,
                    ground->field.y0 + ground->origin_y,
                    ter_ground_y_max(ground) + ground->origin_y);
        }
        planting->corners++;
    }
}

static void read_strip_roads(const struct dat_value *group, struct ter_planting *planting) {
    struct dat_planting_strip_roads keys;
    if (group->node == NULL ||
        !dat_keys_read(&dat_planting_keys, DAT_PLANTING_STRIP_ROADS, group->node, &keys))
        return;
    planting->strip_spacing = keys.spacing.number[0];
    planting->strip_width = keys.width.number[0];
    if (planting->strip_width > 0.9 * planting->strip_spacing)
        dat_yaml_error(group->node, "strip roads of %g m every %g m leave no room for trees",
                       planting->strip_width, planting->strip_spacing);
}

static void read_file(const struct dat_node *root, const struct ter_ground *ground,
                      struct ter_planting *planting) {
    struct dat_planting_file keys;
    (void)dat_keys_read(&dat_planting_keys, DAT_PLANTING_FILE, root, &keys);
    planting->seed = (uint64_t)keys.seed.number[0];
    planting->pattern = (enum ter_planting_pattern)keys.stand.choice;
    planting->density = 1e-4 * keys.density_per_ha.number[0];
    planting->row_distance = keys.row_distance.number[0];
    planting->marked = 0.01 * keys.marked_percent.number[0];
    planting->defects =
        (struct ter_defect_shares){.rot = 0.01 * keys.rot_percent.number[0],
                                   .sweep = 0.01 * keys.sweep_percent.number[0],
                                   .fork = 0.01 * keys.fork_percent.number[0],
                                   .broken_top = 0.01 * keys.broken_top_percent.number[0],
                                   .dead = 0.01 * keys.dead_percent.number[0]};
    planting->heading = keys.heading_deg.number[0];
    read_mixture(&keys.species, planting);
    read_strip_roads(&keys.strip_roads, planting);
    read_area(&keys.area, ground, planting);
    if (ground != NULL && keys.density_per_ha.node != NULL &&
        ter_planting_expected(planting, ground) > DAT_STAND_MAX_TREES)
        dat_yaml_error(keys.density_per_ha.node,
                       "the stand would have %.0f trees, expected at most %d: a smaller density or "
                       "an 'area'",
                       ter_planting_expected(planting, ground), DAT_STAND_MAX_TREES);
}

bool dat_read_planting(const char *text, const char *file, const struct ter_ground *ground,
                       struct ter_planting *planting, struct dat_diagnostics *d) {
    assert(text != NULL && d != NULL);
    const int errors = d->errors;
    *planting = (struct ter_planting){0};
    struct dat_yaml *yaml = dat_yaml_load(text, file, d);
    if (yaml != NULL)
        read_file(dat_yaml_root(yaml), ground, planting);
    dat_yaml_destroy(yaml);
    return yaml != NULL && d->errors == errors;
}

static void report(double share) {
    dat_progress_report("stand", share);
}

bool dat_grow_stand(const char *text, const char *file, const struct ter_ground *ground,
                    const struct ter_road *road, int64_t seed, struct ter_stand *stand,
                    struct dat_diagnostics *d) {
    struct ter_planting planting;
    ter_stand_init(stand);
    if (!dat_read_planting(text, file, ground, &planting, d) || ground == NULL)
        return false;
    if (seed >= 0)
        planting.seed = (uint64_t)seed;
    if (!ter_planting_grow(&planting, ground, road, stand, report) || !ter_stand_index(stand))
        dat_diagnose(d, 0, 0, "not enough memory for the stand");
    else if (stand->count == 0)
        dat_diagnose(d, 1, 1,
                     "the stand has no trees, expected an area beside roads and strip roads");
    else
        return true;
    ter_stand_finish(stand);
    return false;
}
