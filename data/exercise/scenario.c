#include "data/exercise/scenario.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/guide.h"
#include "data/exercise/scenario_read.h"
#include "data/text/name_index.h"
#include "terrain/soil.h"

void dat_read_text(const struct dat_value *value, char *text, size_t size) {
    if (strlen(value->text) >= size) {
        dat_yaml_error(value->node, "'%s' is longer than %d bytes", value->node->key,
                       (int)size - 1);
    }
    (void)snprintf(text, size, "%s", value->text);
}

void dat_read_path(const struct dat_value *value, char *path, size_t size) {
    dat_read_text(value, path, size);
    if (path[0] == '/') {
        dat_yaml_error(value->node, "'%s' must be a path relative to this file, found '%.80s'",
                       value->node->key, path);
    }
}

// Appends the pairs of a list behind the first class. Returns how many classes there are then.
static int read_classes(const struct dat_value *list, double unit, int most, double *limits,
                        double *values) {
    int count = 1;
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        double pair[2];
        if (count == most) {
            dat_yaml_error(item, "more than %d classes", most);
            break;
        }
        if (!dat_keys_numbers(item, 2, pair))
            continue;
        limits[count] = unit * pair[0];
        values[count++] = pair[1];
    }
    return count;
}

// The price of a class is that of its length times the factor of its diameter.
static void read_matrix(const struct dat_scenario_assortment *keys, struct veh_product *p) {
    double price[VEH_MAX_LENGTHS] = {keys->price.number[0]}, factor[VEH_MAX_DIAMETERS] = {1.0};
    p->length_count = read_classes(&keys->longer, 1.0, VEH_MAX_LENGTHS, p->length, price);
    p->diameter_count = read_classes(&keys->thicker, 0.01, VEH_MAX_DIAMETERS, p->diameter, factor);
    for (int d = 0; d < p->diameter_count; d++)
        for (int l = 0; l < p->length_count; l++)
            p->cell[d][l].price = price[l] * factor[d];
}

static void read_assortment(const struct dat_node *item, struct veh_products *products) {
    struct dat_scenario_assortment keys;
    (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_ASSORTMENT, item, &keys);
    struct veh_product *p = &products->product[products->count++];
    *p = (struct veh_product){.species = -1,
                              .volume_under_bark = true,
                              .grades = veh_grades_up_to((int)keys.worst_grade.number[0]),
                              .min_top = keys.min_top_cm.number[0],
                              .max_butt = keys.max_butt_cm.number[0],
                              .window_low = keys.window_cm.number[0],
                              .window_high = keys.window_cm.number[1],
                              .length = {keys.length.number[0]},
                              .diameter = {keys.min_top_cm.number[0]}};
    read_matrix(&keys, p);
    dat_read_text(&keys.name, p->name, sizeof p->name);
    enum ter_species species;
    if (strcmp(keys.species.text, "any") != 0 && dat_find_species(&keys.species, &species))
        p->species = (int)species;
    char text[128];
    const char *problem = veh_product_problem(p, text, sizeof text);
    if (problem != NULL)
        dat_yaml_error(item, "%s", problem);
    for (int i = 0; i < products->count - 1; i++)
        if (keys.name.node != NULL && strcmp(products->product[i].name, p->name) == 0)
            dat_yaml_error(keys.name.node, "duplicate assortment '%s'", p->name);
}

static void read_assortments(const struct dat_value *list, struct dat_scenario *scenario) {
    if (dat_keys_items(list) == NULL)
        return;
    scenario->products = malloc(sizeof *scenario->products);
    if (scenario->products == NULL) {
        dat_yaml_error(list->node, "not enough memory to read the file");
        return;
    }
    *scenario->products = veh_default_products();
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        if (scenario->products->count == VEH_PRODUCT_KEYS) {
            dat_yaml_error(item, "more than %d assortments", VEH_PRODUCT_KEYS);
            return;
        }
        read_assortment(item, scenario->products);
    }
}

// Files of products, which take the place of the list.
static void read_product_files(const struct dat_scenario_file *file,
                               struct dat_scenario *scenario) {
    const struct dat_value *const values[DAT_PRODUCT_FILES] = {
        &file->products, &file->species_groups, &file->object};
    for (int i = 0; i < DAT_PRODUCT_FILES; i++) {
        if (values[i]->node == NULL)
            continue;
        dat_read_path(values[i], scenario->product_file[i], sizeof scenario->product_file[i]);
        scenario->product_place[i] = dat_place_of(values[i]->node);
        if (i > 0 && file->products.at == NULL)
            dat_yaml_error_key(values[i]->node, "'%s' is of no use without 'products'",
                               values[i]->node->key);
    }
    if (file->products.node != NULL && file->assortments.at != NULL)
        dat_yaml_error_key(file->products.node,
                           "'products' beside 'assortments', expected one of them");
}

// Reports ids that occur twice in the list. Items with too long an id are not among the trees.
static void check_trees(const struct dat_value *list, const struct dat_scenario *scenario) {
    struct dat_name_index ids;
    if (!dat_name_index_init(&ids, scenario->trees->id, scenario->tree_count,
                             sizeof *scenario->trees))
        dat_yaml_error(list->node, "not enough memory to read the file");
    int i = 0;
    for (const struct dat_node *item = dat_keys_items(list); i < ids.count; item = item->next) {
        if (strlen(item->text) >= TER_TREE_ID_SIZE)
            continue;
        if (dat_name_index_find(&ids, item->text) != i)
            dat_yaml_error(item, "duplicate tree '%s'", item->text);
        i++;
    }
    dat_name_index_finish(&ids);
}

static void read_trees(const struct dat_value *list, struct dat_scenario *scenario) {
    if (list->node == NULL || list->node->count == 0)
        return;
    scenario->trees = calloc((size_t)list->node->count, sizeof *scenario->trees);
    if (scenario->trees == NULL) {
        dat_yaml_error(list->node, "not enough memory to read the file");
        return;
    }
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        struct dat_scenario_tree *tree = &scenario->trees[scenario->tree_count];
        if (strlen(item->text) >= sizeof tree->id) {
            dat_yaml_error(item, "a tree's id has at most %d bytes", TER_TREE_ID_SIZE - 1);
            continue;
        }
        (void)snprintf(tree->id, sizeof tree->id, "%s", item->text);
        tree->place = dat_place_of(item);
        scenario->tree_count++;
    }
    check_trees(list, scenario);
}

static void report_impossible_log(const struct dat_scenario_log *log,
                                  const struct dat_value *length) {
    dat_yaml_error(length->node,
                   "no %s yields a log of %g m with %g cm in its middle, expected a shorter or "
                   "thicker one",
                   ter_species_name(log->species), log->length, 100 * log->mid_diameter);
}

// Adds the row of logs that one entry means; scenario->logs has room for all.
static void read_log(const struct dat_node *item, struct dat_scenario *scenario) {
    struct dat_scenario_log_keys keys;
    bool complete = dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_LOG, item, &keys);
    struct dat_scenario_log log = {.length = keys.length.number[0],
                                   .mid_diameter = keys.mid_diameter_cm.number[0],
                                   .heading = keys.heading_deg.number[0],
                                   .place = dat_place_of(item)};
    complete = dat_find_species(&keys.species, &log.species) && complete;
    if (!complete)
        return;
    struct ter_stem stem;
    if (!dat_scenario_log_stem(&log, &stem)) {
        report_impossible_log(&log, &keys.length);
        return;
    }
    int count = (int)keys.count.number[0];
    if (scenario->log_count + count > DAT_SCENARIO_MAX_LOGS) {
        dat_yaml_error(item, "more than %d logs in all", DAT_SCENARIO_MAX_LOGS);
        return;
    }
    for (int i = 0; i < count; i++) {
        double left = i * keys.spacing.number[0];
        log.x = keys.position.number[0] - left * sim_sin(log.heading);
        log.y = keys.position.number[1] + left * sim_cos(log.heading);
        scenario->logs[scenario->log_count++] = log;
    }
}

static void read_logs(const struct dat_value *list, struct dat_scenario *scenario) {
    if (list->node == NULL || list->node->count == 0)
        return;
    scenario->logs = calloc(DAT_SCENARIO_MAX_LOGS, sizeof *scenario->logs);
    if (scenario->logs == NULL) {
        dat_yaml_error(list->node, "not enough memory to read the file");
        return;
    }
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next)
        read_log(item, scenario);
}

static void read_piles(const struct dat_value *list, struct dat_scenario *scenario) {
    if (list->node == NULL || list->node->count == 0)
        return;
    scenario->piles = calloc((size_t)list->node->count, sizeof *scenario->piles);
    if (scenario->piles == NULL) {
        dat_yaml_error(list->node, "not enough memory to read the file");
        return;
    }
    int logs = scenario->log_count;
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        struct dat_pile *pile = &scenario->piles[scenario->pile_count];
        if (!dat_read_pile(item, pile))
            continue;
        scenario->pile_count++;
        logs += dat_pile_logs(pile);
        if (logs > DAT_SCENARIO_MAX_LOGS) {
            dat_yaml_error(item, "more than %d logs in all", DAT_SCENARIO_MAX_LOGS);
            return;
        }
    }
}

static void read_landings(const struct dat_value *list, struct dat_scenario *scenario) {
    if (list->node == NULL || list->node->count == 0)
        return;
    scenario->landings = calloc((size_t)list->node->count, sizeof *scenario->landings);
    if (scenario->landings == NULL) {
        dat_yaml_error(list->node, "not enough memory to read the file");
        return;
    }
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        if (scenario->landing_count == DAT_LANDING_MAX) {
            dat_yaml_error(item, "more than %d landings", DAT_LANDING_MAX);
            return;
        }
        if (dat_read_landing(item, &scenario->landings[scenario->landing_count]))
            scenario->landing_count++;
    }
}

static void read_trucks(const struct dat_value *list, struct dat_scenario *scenario) {
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        if (scenario->truck_count == DAT_TRUCK_MAX) {
            dat_yaml_error(item, "more than %d trucks", DAT_TRUCK_MAX);
            return;
        }
        if (dat_read_truck(item, &scenario->trucks[scenario->truck_count]))
            scenario->truck_count++;
    }
}

static void read_bursts(const struct dat_value *list, struct dat_scenario *scenario) {
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        struct dat_scenario_hose_burst keys;
        (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_HOSE_BURST, item, &keys);
        if (scenario->burst_count == DAT_SCENARIO_MAX_BURSTS) {
            dat_yaml_error(item, "more than %d hose bursts", DAT_SCENARIO_MAX_BURSTS);
            return;
        }
        struct veh_fault *burst = &scenario->bursts[scenario->burst_count];
        scenario->burst_place[scenario->burst_count++] = dat_place_of(keys.valve.node);
        *burst = (struct veh_fault){.kind = VEH_FAULT_HOSE, .time = keys.time.number[0]};
        dat_read_text(&keys.valve, burst->name, sizeof burst->name);
    }
}

static void read_load(const struct dat_value *group, struct dat_scenario *scenario) {
    struct dat_scenario_load_keys keys;
    struct dat_scenario_load load = {.place = dat_place_of(group->node)};
    struct ter_stem stem;
    const bool read = dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_LOAD, group->node, &keys);
    if (!dat_find_species(&keys.species, &load.species) || !read)
        return;
    load.count = (int)keys.count.number[0];
    load.length = keys.length.number[0];
    load.mid_diameter = keys.mid_diameter_cm.number[0];
    const struct dat_scenario_log log = dat_scenario_load_log(&load);
    if (dat_scenario_log_stem(&log, &stem))
        scenario->load = load;
    else
        report_impossible_log(&log, &keys.length);
}

static void read_start(const struct dat_scenario_file *file, struct dat_scenario *scenario) {
    struct dat_scenario_start start;
    dat_keys_defaults(&dat_scenario_keys, DAT_SCENARIO_START, &start);
    if (file->start.node != NULL)
        (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_START, file->start.node, &start);
    scenario->x = start.position.number[0];
    scenario->y = start.position.number[1];
    scenario->heading = start.heading_deg.number[0];
    scenario->start_place = dat_place_of(start.position.node);
    scenario->has_tip = start.tip.node != NULL;
    for (int i = 0; i < 3; i++)
        scenario->tip[i] = start.tip.number[i];
    scenario->tip_place = dat_place_of(start.tip.node);
    if (start.load.node != NULL)
        read_load(&start.load, scenario);
}

static void read_head_off(const struct dat_value *group, struct dat_scenario *scenario) {
    struct dat_scenario_head_off keys;
    if (group->node != NULL &&
        dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_HEAD_OFF, group->node, &keys))
        scenario->head_off = (struct veh_head_off){.length = 1e-3 * keys.length_mm.number[0],
                                                   .scale = 1e-3 * keys.length_mm_per_m.number[0],
                                                   .thin = 1e-3 * keys.thin_mm.number[0],
                                                   .thick = 1e-3 * keys.thick_mm.number[0]};
}

static void read_soil(const struct dat_value *group, struct dat_scenario *scenario) {
    struct dat_scenario_soil keys;
    if (group->node == NULL ||
        !dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_SOIL, group->node, &keys))
        return;
    const bool class = keys.class.node != NULL, water = keys.water_percent.node != NULL;
    if (keys.cone_index_kpa.node != NULL && (class || water))
        dat_yaml_error_key(keys.cone_index_kpa.node,
                           "'cone_index_kpa' beside '%s', expected one "
                           "of them",
                           class ? "class" : "water_percent");
    else if (keys.cone_index_kpa.node != NULL)
        scenario->cone_index = 1e3 * keys.cone_index_kpa.number[0];
    else if (class && water)
        scenario->cone_index = ter_soil_class_cone_index((enum ter_soil_class)keys.class.choice,
                                                         keys.water_percent.number[0]);
    else
        dat_yaml_error_key(group->node, "'soil' needs 'class' and 'water_percent', or "
                                        "'cone_index_kpa'");
}

static void fix_aid(struct dat_scenario *scenario, enum veh_control control, double value) {
    scenario->aid_fixed[control] = true;
    scenario->aid_value[control] = value;
}

static void read_aids(const struct dat_value *group, struct dat_scenario *scenario) {
    struct dat_scenario_aids keys;
    if (group->node == NULL)
        return;
    (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_AIDS, group->node, &keys);
    const struct {
        enum veh_control control;
        const struct dat_value *value;
    } switches[] = {{VEH_TIP_CONTROL, &keys.tip_control},
                    {VEH_SOFT_CRANE, &keys.soft_crane},
                    {VEH_SWING_DAMPING, &keys.swing_damping}};
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        if (switches[i].value->choice > 0) // off, perhaps half, on
            fix_aid(scenario, switches[i].control,
                    (switches[i].value->choice - 1) * veh_control_info(switches[i].control)->step);
    const struct dat_value *const guides[DAT_GUIDE_COUNT] = {[DAT_GUIDE_ARROW] = &keys.guide_arrow,
                                                             [DAT_GUIDE_GHOST] = &keys.guide_ghost,
                                                             [DAT_GUIDE_DEPTH] = &keys.guide_depth,
                                                             [DAT_GUIDE_LEVER] = &keys.guide_lever};
    for (int i = 0; i < DAT_GUIDE_COUNT; i++) {
        scenario->guides_fixed |= guides[i]->choice > 0 ? 1u << i : 0u; // off, on
        scenario->guides_on |= guides[i]->choice > 1 ? 1u << i : 0u;
    }
    if (keys.crane_speed.node != NULL)
        fix_aid(scenario, VEH_CRANE_SLOWER, 1.0 - keys.crane_speed.number[0]);
}

void dat_scenario_fix_aids(const struct dat_scenario *scenario, struct veh_controls *controls) {
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        if (scenario->aid_fixed[i])
            controls->value[i] = scenario->aid_value[i];
}

unsigned dat_scenario_guides(const struct dat_scenario *scenario, unsigned switched_on) {
    return (switched_on & ~scenario->guides_fixed) | scenario->guides_on;
}

// The values that are no group or list, and the files that they name.
static void read_plain(const struct dat_node *root, const struct dat_scenario_file *file,
                       struct dat_scenario *scenario) {
    dat_read_text(&file->exercise, scenario->title, sizeof scenario->title);
    scenario->description = strdup(file->description.text);
    if (scenario->description == NULL)
        dat_yaml_error(root, "not enough memory to read the file");
    dat_read_path(&file->site, scenario->site, sizeof scenario->site);
    scenario->site_place = dat_place_of(file->site.node);
    dat_read_path(&file->machine, scenario->machine, sizeof scenario->machine);
    scenario->machine_place = dat_place_of(file->machine.node);
    if (file->lying.node != NULL)
        dat_read_path(&file->lying, scenario->lying, sizeof scenario->lying);
    scenario->lying_place = dat_place_of(file->lying.node);
    dat_read_text(&file->camera, scenario->camera, sizeof scenario->camera);
    scenario->camera_place = dat_place_of(file->camera.node);
    scenario->time_limit = file->time_limit.number[0];
    scenario->ladder = (int)file->ladder.number[0];
    scenario->seed = (uint64_t)file->seed.number[0];
    scenario->stand_seed = file->stand_seed.node != NULL ? (int64_t)file->stand_seed.number[0] : -1;
    scenario->stand_seed_place = dat_place_of(file->stand_seed.node);
    scenario->parameter_count = dat_read_parameters(&file->parameters, scenario->parameters);
}

static void read_contents(const struct dat_node *root, struct dat_scenario *scenario) {
    struct dat_scenario_file file;
    (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_FILE, root, &file);
    read_plain(root, &file, scenario);
    read_start(&file, scenario);
    dat_read_weather(&file.sun, &file.weather, file.visibility.number[0], &scenario->weather);
    read_head_off(&file.head_off, scenario);
    read_soil(&file.soil, scenario);
    read_aids(&file.aids, scenario);
    read_assortments(&file.assortments, scenario);
    read_trees(&file.trees, scenario);
    dat_read_falls(&file.falls, scenario);
    read_logs(&file.logs, scenario);
    read_piles(&file.piles, scenario);
    read_landings(&file.landings, scenario);
    read_trucks(&file.trucks, scenario);
    read_bursts(&file.hose_bursts, scenario);
    dat_read_targets(&file.targets, scenario);
    dat_read_goals(&file.goals, scenario);
    dat_read_tower(&file.tower, scenario);
    dat_read_steps(&file.steps, scenario);
    dat_read_translations(&file.translations, scenario);
    read_product_files(&file, scenario);
    if (scenario->needs & DAT_NEEDS_HEAD && file.assortments.at == NULL && file.products.at == NULL)
        dat_yaml_error(file.goals.node != NULL ? file.goals.node : file.steps.node,
                       "the goals are those of a harvester, which needs 'assortments' or "
                       "'products' to cut to");
}

// One sentence instead of one per key where the file is of another kind.
static bool is_model(const struct dat_node *root) {
    const struct dat_node *bodies = dat_yaml_find(root, "bodies");
    if (bodies == NULL || dat_yaml_find(root, "exercise") != NULL)
        return false;
    dat_yaml_error_key(bodies, "the file is a machine or a model, expected an exercise");
    return true;
}

bool dat_read_scenario(const char *text, const char *file, struct dat_scenario *scenario,
                       struct dat_diagnostics *d) {
    return dat_read_scenario_set(text, file, NULL, scenario, d);
}

bool dat_read_scenario_set(const char *text, const char *file, const struct dat_settings *settings,
                           struct dat_scenario *scenario, struct dat_diagnostics *d) {
    const int errors = d->errors;
    *scenario = (struct dat_scenario){0};
    struct dat_yaml *yaml = dat_yaml_load(text, file, d);
    if (yaml != NULL && !is_model(dat_yaml_root(yaml))) {
        (void)dat_settings_apply(dat_yaml_root(yaml), settings); // reports by itself
        read_contents(dat_yaml_root(yaml), scenario);
    }
    dat_yaml_destroy(yaml);
    if (yaml == NULL || d->errors != errors) {
        dat_scenario_finish(scenario);
        return false;
    }
    return true;
}

void dat_scenario_finish(struct dat_scenario *scenario) {
    dat_scenario_texts_finish(scenario);
    free(scenario->products);
    free(scenario->trees);
    free(scenario->logs);
    free(scenario->piles);
    free(scenario->landings);
    *scenario = (struct dat_scenario){0};
}

// The piece of a tree with that DBH [m] and the usual height.
static struct ter_stem piece_of(const struct dat_scenario_log *log, double dbh) {
    struct ter_height_curve curve = ter_default_height_curve(dbh);
    double height = ter_species_height(log->species, &curve, dbh);
    return (struct ter_stem){.species = log->species,
                             .dbh = dbh,
                             .height = height,
                             .from = ter_breast_height,
                             .to = ter_breast_height + log->length,
                             .crown_base = ter_species_crown_base(log->species, dbh, height),
                             .limbs_from = height};
}

struct dat_scenario_log dat_scenario_load_log(const struct dat_scenario_load *load) {
    return (struct dat_scenario_log){
        .species = load->species, .length = load->length, .mid_diameter = load->mid_diameter};
}

bool dat_scenario_log_stem(const struct dat_scenario_log *log, struct ter_stem *stem) {
    assert(log->length > 0.0 && log->mid_diameter > 0.0);
    // The diameter grows with the DBH, so bisection finds the tree.
    double low = 0.03;
    double high = 2.0;
    for (int i = 0; i < 60; i++) {
        double dbh = 0.5 * (low + high);
        *stem = piece_of(log, dbh);
        double middle = ter_breast_height + 0.5 * log->length;
        double diameter = middle < stem->height
                              ? ter_species_diameter(log->species, dbh, stem->height, middle)
                              : 0.0;
        if (diameter < log->mid_diameter)
            low = dbh;
        else
            high = dbh;
    }
    *stem = piece_of(log, high);
    return stem->to < stem->height - 0.1 && high < 1.99 &&
           ter_stem_diameter(stem, log->length) > 0.02;
}
