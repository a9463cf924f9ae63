#include "data/check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "data/exercise/exercise.h"
#include "data/exercise/library.h"
#include "data/exercise/lying.h"
#include "data/figures.h"
#include "data/model/obj.h"
#include "data/model/read.h"
#include "data/site/asc.h"
#include "data/site/hpr.h"
#include "data/site/instructions.h"
#include "data/site/inventory.h"
#include "data/site/planting.h"
#include "data/site/products.h"
#include "data/site/road.h"
#include "data/site/site.h"
#include "data/site/species.h"
#include "data/site/stand.h"
#include "data/site/xyz.h"
#include "data/text/csv.h"
#include "data/text/text.h"
#include "data/text/yaml.h"
#include "sim/shape/mesh.h"

enum { PATH_SIZE = 4096 };

// A file, and where a note about it goes.
struct checked {
    const char *path, *text;
    char *note; // DAT_CHECK_NOTE bytes
};

// Recognition and reader of a kind of file. The file must have the key, as a column in the header
// of a table or as a key at the outermost level of a YAML file; NULL: the extension is enough.
struct check_kind {
    const char *name, *extension, *key;
    void (*check)(const struct checked *file, struct dat_diagnostics *d);
};

static bool has_extension(const char *path, const char *extension) {
    const size_t n = strlen(path);
    const size_t m = strlen(extension);
    if (n < m)
        return false;
    for (size_t i = 0; i < m; i++)
        if (tolower((unsigned char)path[n - m + i]) != extension[i])
            return false;
    return true;
}

static void describe_stand(const struct ter_stand *stand, char *note) {
    struct dat_inventory inventory;
    if (dat_inventory_take(stand, &inventory) && inventory.trees > 0)
        dat_inventory_text(&inventory, note, DAT_CHECK_NOTE);
}

static void check_terrain(const struct checked *file, struct dat_diagnostics *d) {
    struct ter_ground ground;
    const bool points = has_extension(file->path, ".xyz");
    if ((points ? dat_read_xyz : dat_read_asc)(file->text, &ground, d))
        ter_ground_finish(&ground);
}

// The terrain beside a file, for checking that the file's places are on it. False if there is
// none or it has errors, which are reported when it is checked itself.
static bool load_neighbour(const char *path, struct ter_ground *ground) {
    static const char *const names[] = {"terrain.asc", "terrain.xyz"};
    for (int i = 0; i < 2; i++) {
        char neighbour[PATH_SIZE];
        struct dat_diagnostics d;
        if (!dat_site_neighbour(path, names[i], neighbour, sizeof neighbour))
            return false;
        dat_diagnostics_init(&d, neighbour, NULL);
        char *text = dat_text_load(neighbour, &d);
        const bool ok = text != NULL && (i == 0 ? dat_read_asc : dat_read_xyz)(text, ground, &d);
        free(text);
        if (ok)
            return true;
    }
    return false;
}

static void check_soil(const struct checked *file, struct dat_diagnostics *d) {
    struct ter_ground ground = {0}, map;
    const bool has_ground = load_neighbour(file->path, &ground);
    if (dat_read_soil(file->text, has_ground ? &ground : NULL, &map, d))
        ter_ground_finish(&map);
    ter_ground_finish(&ground);
}

static void check_stand(const struct checked *file, struct dat_diagnostics *d) {
    struct ter_ground ground = {0};
    struct ter_stand stand;
    const bool has_ground = load_neighbour(file->path, &ground);
    if (dat_read_stand(file->text, has_ground ? &ground : NULL, &stand, NULL, d)) {
        describe_stand(&stand, file->note);
        ter_stand_finish(&stand);
    }
    ter_ground_finish(&ground);
}

static void check_lying(const struct checked *file, struct dat_diagnostics *d) {
    struct ter_ground ground = {0};
    struct dat_lying_list list;
    const bool has_ground = load_neighbour(file->path, &ground);
    if (dat_read_lying(file->text, has_ground ? &ground : NULL, &list, d))
        dat_lying_finish(&list);
    ter_ground_finish(&ground);
}

static void check_hpr(const struct checked *file, struct dat_diagnostics *d) {
    struct ter_ground ground = {0};
    struct ter_stand stand;
    const bool has_ground = load_neighbour(file->path, &ground);
    if (dat_read_hpr(file->text, has_ground ? &ground : NULL, &stand, NULL, d)) {
        describe_stand(&stand, file->note);
        ter_stand_finish(&stand);
    }
    ter_ground_finish(&ground);
}

static void check_road(const struct checked *file, struct dat_diagnostics *d) {
    struct ter_ground ground = {0};
    struct ter_road road;
    const bool has_ground = load_neighbour(file->path, &ground);
    if (dat_read_road(file->text, has_ground ? &ground : NULL, &road, d))
        ter_road_finish(&road);
    ter_ground_finish(&ground);
}

static void check_planting(const struct checked *file, struct dat_diagnostics *d) {
    struct ter_ground ground = {0};
    struct ter_planting planting;
    struct ter_stand stand;
    if (!load_neighbour(file->path, &ground)) {
        (void)dat_read_planting(file->text, file->path, NULL, &planting, d);
    } else if (dat_grow_stand(file->text, file->path, &ground, NULL, -1, &stand, d)) {
        describe_stand(&stand, file->note);
        ter_stand_finish(&stand);
    }
    ter_ground_finish(&ground);
}

static void check_species(const struct checked *file, struct dat_diagnostics *d) {
    struct ter_species_def def;
    (void)dat_read_species(file->text, file->path, &def, d);
}

static void check_products(const struct checked *file, struct dat_diagnostics *d) {
    struct veh_products products;
    (void)dat_read_products(file->text, file->path, &products, d);
}

// Alone: with all products, and species by the words of their groups.
static void check_pin(const struct checked *file, struct dat_diagnostics *d) {
    static const struct dat_species_groups groups;
    static const struct dat_object_products object;
    struct veh_products products;
    (void)dat_read_pin(file->text, &groups, &object, &products, d);
}

static void check_spi(const struct checked *file, struct dat_diagnostics *d) {
    struct dat_species_groups groups;
    (void)dat_read_spi(file->text, &groups, d);
}

static void check_oin(const struct checked *file, struct dat_diagnostics *d) {
    struct dat_object_products object;
    (void)dat_read_oin(file->text, &object, d);
}

static void check_mesh(const struct checked *file, struct dat_diagnostics *d) {
    struct dat_obj obj;
    if (!dat_read_obj(file->text, &obj, d))
        return;
    const char *problem = NULL;
    struct sim_mesh *mesh =
        sim_mesh_create(obj.vertices, obj.vertex_count, (const int(*)[3])obj.triangles,
                        obj.triangle_count, &problem);
    if (mesh == NULL)
        dat_diagnose(d, obj.face_line, 1, "%s", problem);
    sim_mesh_destroy(mesh);
    dat_obj_finish(&obj);
}

// Against the figures of the library, if there is one.
static void check_class(const struct checked *file, struct dat_diagnostics *d) {
    char library[PATH_SIZE / 2], path[PATH_SIZE];
    struct dat_problem problem = {""};
    struct dat_figures figures;
    struct dat_diagnostics own; // of figures.yaml, which is checked by itself
    if (dat_library_folder(NULL, library, sizeof library, &problem) != DAT_LIBRARY_FOUND)
        return;
    (void)snprintf(path, sizeof path, "%s/figures.yaml", library);
    if (!dat_load_figures(path, &figures, &own))
        return;
    (void)dat_check_class(file->text, file->path, &figures, d);
    dat_figures_finish(&figures);
}

static void check_model(const struct checked *file, struct dat_diagnostics *d) {
    struct veh_machine_def def;
    char folder[PATH_SIZE];
    const char *slash = strrchr(file->path, '/');
    (void)snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - file->path) + 1 : 0,
                   file->path);
    if (dat_read_model(file->text, file->path, folder, &def, d)) {
        check_class(file, d);
        veh_machine_def_finish(&def);
    }
}

static void check_exercise(const struct checked *file, struct dat_diagnostics *d) {
    struct dat_exercise exercise;
    struct dat_diagnostics all;
    if (dat_exercise_load(file->path, NULL, &exercise, &all))
        dat_exercise_finish(&exercise);
    dat_diagnostics_append(d, &all);
}

static void check_figures(const struct checked *file, struct dat_diagnostics *d) {
    struct dat_figures figures;
    if (dat_read_figures(file->text, file->path, &figures, d))
        dat_figures_finish(&figures);
}

// One kind per line; the first that fits is chosen.
static const struct check_kind kinds[] = {
    {"soil map", "soil.asc", NULL, check_soil},
    {"terrain", ".asc", NULL, check_terrain},
    {"terrain", ".xyz", NULL, check_terrain},
    {"logs and stumps", ".csv", "from_m", check_lying},
    {"stand", ".csv", "species", check_stand},
    {"harvested production", ".hpr", NULL, check_hpr},
    {"road", ".csv", "width_m", check_road},
    {"exercise", ".yaml", "exercise", check_exercise},
    {"model", ".yaml", "kind", check_model},
    {"stand's recipe", ".yaml", "stand", check_planting},
    {"species", ".yaml", "taper", check_species},
    {"products", ".yaml", "products", check_products},
    {"product instruction", ".pin", NULL, check_pin},
    {"species groups", ".spi", NULL, check_spi},
    {"object instruction", ".oin", NULL, check_oin},
    {"mesh", ".obj", NULL, check_mesh},
    {"figures", ".yaml", "figures", check_figures},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

// Whether the file has the key of its kind. root: of a YAML file, else NULL.
static bool has_key(const struct check_kind *kind, const char *text, const struct dat_node *root) {
    if (kind->key == NULL)
        return true;
    if (root != NULL)
        return dat_yaml_find(root, kind->key) != NULL;
    char names[1024];
    char wanted[64];
    dat_csv_header(text, names, sizeof names);
    (void)snprintf(wanted, sizeof wanted, "|%s|", kind->key);
    return strstr(names, wanted) != NULL;
}

// Lists the keys of the kinds with that extension, or all extensions where it is NULL.
static void list(const char *path, bool keys, char *words, size_t size) {
    size_t used = 0;
    words[0] = '\0';
    for (int i = 0; i < KINDS; i++) {
        // A whole name is one of the files with its extension.
        bool repeated =
            kinds[i].extension[0] != '.' || (keys && !has_extension(path, kinds[i].extension));
        for (int k = 0; k < i && !keys; k++)
            repeated = repeated || strcmp(kinds[k].extension, kinds[i].extension) == 0;
        if (repeated)
            continue;
        const int n = snprintf(words + used, size - used, "%s%s%s%s%s", used > 0 ? ", " : "",
                               keys ? kinds[i].key : kinds[i].extension, keys ? " (" : "",
                               keys ? kinds[i].name : "", keys ? ")" : "");
        if (n < 0 || (size_t)n >= size - used)
            return;
        used += (size_t)n;
    }
}

// Reports why no kind fits.
static void report_kind(const char *path, const struct dat_node *root, struct dat_diagnostics *d) {
    const bool is_yaml = root != NULL;
    const bool is_table = has_extension(path, ".csv");
    char words[160];
    list(path, is_yaml || is_table, words, sizeof words);
    if (is_table) {
        dat_diagnose(d, 1, 1, "cannot tell what this table is, expected one of the columns %s",
                     words);
    } else if (!is_yaml) {
        dat_diagnose(d, 0, 0, "is of unknown kind, expected a file name that ends in %s", words);
    } else if (root->first == NULL || root->kind != DAT_NODE_MAP) {
        dat_yaml_error(root, "the file has no keys, expected one that tells its kind: %s", words);
    } else {
        dat_yaml_error_key(root->first, "the file begins with '%.60s', expected one of the keys %s",
                           root->first->key, words);
    }
}

// The kind of the file; NULL with an error in d.
static const struct check_kind *find_kind(const char *path, const char *text,
                                          struct dat_diagnostics *d) {
    const struct check_kind *found = NULL;
    struct dat_yaml *yaml = NULL;
    if (has_extension(path, ".yaml")) {
        yaml = dat_yaml_load(text, path, d);
        if (yaml == NULL)
            return NULL;
    }
    const struct dat_node *root = yaml != NULL ? dat_yaml_root(yaml) : NULL;
    for (int i = 0; i < KINDS && found == NULL; i++)
        if (has_extension(path, kinds[i].extension) && has_key(&kinds[i], text, root))
            found = &kinds[i];
    if (found == NULL)
        report_kind(path, root, d);
    dat_yaml_destroy(yaml);
    return found;
}

static const char *check_folder(const char *path, char *note, struct dat_diagnostics *d) {
    static const char *const names[] = {"terrain.asc", "terrain.xyz"};
    bool has_terrain = false;
    for (int i = 0; i < 2; i++) {
        char terrain[PATH_SIZE];
        struct stat info;
        const int n = snprintf(terrain, sizeof terrain, "%s/%s", path, names[i]);
        has_terrain =
            has_terrain || (n > 0 && (size_t)n < sizeof terrain && stat(terrain, &info) == 0);
    }
    if (!has_terrain) {
        dat_diagnose(d, 0, 0,
                     "is a folder without terrain.asc or terrain.xyz, expected a file or a site");
        return NULL;
    }
    struct dat_site site;
    if (dat_site_load(path, &site, d)) {
        describe_stand(&site.stand, note);
        dat_site_finish(&site);
    }
    return "site";
}

const char *dat_check_file(const char *path, char note[DAT_CHECK_NOTE], struct dat_diagnostics *d) {
    char unread[DAT_CHECK_NOTE];
    struct checked file = {.path = path, .note = note != NULL ? note : unread};
    struct stat info;
    file.note[0] = '\0';
    dat_diagnostics_init(d, path, NULL);
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return check_folder(path, file.note, d);
    char *text = dat_text_load(path, d);
    if (text == NULL)
        return NULL;
    file.text = text;
    const struct check_kind *kind = find_kind(path, text, d);
    if (kind != NULL)
        kind->check(&file, d);
    free(text);
    d->text = NULL;
    return kind != NULL ? kind->name : NULL;
}
