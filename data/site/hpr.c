#include "data/site/hpr.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "data/site/draft.h"
#include "data/site/hpr_place.h"
#include "data/site/hpr_species.h"
#include "data/site/hpr_taper.h"
#include "data/site/stand.h"
#include "data/site/xml_read.h"
#include "data/text/number.h"

enum { MAX_GROUPS = 1000, MAX_POINTS = 512 };

static_assert(DAT_XML_KEY == TER_TREE_ID_SIZE, "a stem's key is a tree's id");

struct group {
    char key[DAT_XML_KEY];
    enum ter_species species;
    double stump; // [m] height of the felling cut, from which positions count
};

struct hpr_reader {
    struct dat_xml_source in;
    SIM_ARRAY(struct group) groups;
    SIM_ARRAY(struct dat_hpr_place) stems;
    struct dat_diagnostics *faults; // of single stems, which are left out; NULL: they are errors
    int skipped;
};

// ---- species groups ----

static const struct group *find_group(const struct hpr_reader *r, const char *key) {
    for (int i = 0; i < r->groups.count; i++)
        if (strcmp(r->groups.items[i].key, key) == 0)
            return &r->groups.items[i];
    return NULL;
}

static void read_group(void *user, const xmlNode *node) {
    struct hpr_reader *r = user;
    struct group group;
    char name[DAT_XML_TEXT] = "";
    char info[DAT_XML_TEXT] = "";
    double height; // [cm] of DBH above the felling cut
    const xmlNode *info_node = dat_xml_child(node, "SpeciesGroupInfo");
    const xmlNode *name_node = dat_xml_need(&r->in, node, "SpeciesGroupName");
    if (name_node == NULL || !dat_xml_key(&r->in, node, "SpeciesGroupKey", group.key) ||
        !dat_xml_child_value(&r->in, node, "DBHHeight", 80.0, 160.0, &height))
        return;
    dat_xml_text(name_node, name, sizeof name);
    if (info_node != NULL)
        dat_xml_text(info_node, info, sizeof info);
    if (!dat_hpr_find_species(name, info, &group.species)) {
        group.species = TER_SPRUCE;
        dat_warn(r->in.d, dat_xml_line(name_node), 0,
                 "species group '%s' is of no known species, its stems become spruces", name);
    }
    group.stump = fmax(ter_breast_height - 0.01 * height, 0.0);
    if (find_group(r, group.key) != NULL)
        dat_diagnose(r->in.d, dat_xml_line(node), 0, "duplicate species group '%s'", group.key);
    else if (r->groups.count == MAX_GROUPS || !SIM_ARRAY_TRY(&r->groups, r->groups.count + 1))
        dat_diagnose(r->in.d, dat_xml_line(node), 0, "the file has more than %d species groups",
                     r->groups.count);
    else
        r->groups.items[r->groups.count++] = group;
}

// ---- diameters along a stem ----

static bool add_point(struct dat_hpr_point points[MAX_POINTS], int *count, double height,
                      double diameter) {
    // At breast height and below, all heights fit alike.
    if (height <= ter_breast_height + 0.2 || diameter <= 0.0 || *count == MAX_POINTS)
        return false;
    points[(*count)++] = (struct dat_hpr_point){height, diameter};
    return true;
}

// The diameters of a log whose butt is at that height [m]. False after an error; *length [m].
static bool read_log(struct hpr_reader *r, const xmlNode *log, double butt,
                     struct dat_hpr_point points[MAX_POINTS], int *count, double *length) {
    double cm;
    const xmlNode *measures = dat_xml_need(&r->in, log, "LogMeasurement");
    if (measures == NULL || !dat_xml_child_value(&r->in, measures, "LogLength", 0.0, 4000.0, &cm))
        return false;
    *length = 0.01 * cm;
    for (const xmlNode *node = dat_xml_child(measures, "LogDiameter"); node != NULL;
         node = dat_xml_next(node->next, "LogDiameter")) {
        char category[DAT_XML_TEXT];
        double mm;
        dat_xml_attribute_text(node, "logDiameterCategory", category, sizeof category);
        if (!dat_xml_value(&r->in, node, 0.0, 3000.0, &mm))
            return false;
        if (strcmp(category, "Mid ob") == 0)
            (void)add_point(points, count, butt + 0.5 * *length, 0.001 * mm);
        else if (strcmp(category, "Top ob") == 0)
            (void)add_point(points, count, butt + *length, 0.001 * mm);
    }
    return true;
}

static bool read_logs(struct hpr_reader *r, const xmlNode *body, double stump,
                      struct dat_hpr_point points[MAX_POINTS], int *count) {
    double butt = stump;
    double length;
    for (const xmlNode *log = dat_xml_child(body, "Log"); log != NULL;
         log = dat_xml_next(log->next, "Log")) {
        if (!read_log(r, log, butt, points, count, &length))
            return false;
        butt += length;
    }
    return true;
}

// The diameters along the stem, where the file has them. Every fifth of the usual ones, 10 cm
// apart, says all about the taper.
static bool read_diameters(struct hpr_reader *r, const xmlNode *body, double stump,
                           struct dat_hpr_point points[MAX_POINTS], int *count) {
    const xmlNode *list = dat_xml_child(body, "StemDiameters");
    double last = -HUGE_VAL; // [m]
    for (const xmlNode *node = list != NULL ? dat_xml_child(list, "DiameterValue") : NULL;
         node != NULL; node = dat_xml_next(node->next, "DiameterValue")) {
        char position[DAT_XML_TEXT];
        double cm;
        double mm;
        dat_xml_attribute_text(node, "diameterPosition", position, sizeof position);
        if (dat_number_read(position, strlen(position), &cm) != DAT_NUMBER_OK || cm < 0.0 ||
            cm > 7000.0) {
            dat_diagnose(r->in.d, dat_xml_line(node), 0,
                         "diameterPosition is '%s', expected 0 to 7000", position);
            return false;
        }
        if (!dat_xml_value(&r->in, node, 0.0, 3000.0, &mm))
            return false;
        const double height = stump + 0.01 * cm;
        if (height > last + 0.45 && add_point(points, count, height, 0.001 * mm))
            last = height;
    }
    return true;
}

// ---- stems ----

static bool read_degrees(struct hpr_reader *r, const xmlNode *coordinates, const char *name,
                         const char *category, const char *negative, double limit,
                         double *degrees) {
    char side[DAT_XML_TEXT];
    const xmlNode *node = dat_xml_need(&r->in, coordinates, name);
    if (node == NULL || !dat_xml_value(&r->in, node, -limit, limit, degrees))
        return false;
    dat_xml_attribute_text(node, category, side, sizeof side);
    if (strcmp(side, negative) == 0)
        *degrees = -*degrees;
    return true;
}

// Of several places, that of the crane's tip.
static bool read_place(struct hpr_reader *r, const xmlNode *stem, struct dat_hpr_place *place) {
    const xmlNode *chosen = dat_xml_need(&r->in, stem, "StemCoordinates");
    char receiver[DAT_XML_TEXT];
    place->of_machine = true;
    for (const xmlNode *node = chosen; node != NULL && place->of_machine;
         node = dat_xml_next(node->next, "StemCoordinates")) {
        dat_xml_attribute_text(node, "receiverPosition", receiver, sizeof receiver);
        if (strcmp(receiver, "Base machine position") != 0) {
            place->of_machine = false;
            chosen = node;
        }
    }
    return chosen != NULL &&
           read_degrees(r, chosen, "Latitude", "latitudeCategory", "South", 80.0,
                        &place->geo.latitude) &&
           read_degrees(r, chosen, "Longitude", "longitudeCategory", "West", 180.0,
                        &place->geo.longitude);
}

static const xmlNode *body_of(struct hpr_reader *r, const xmlNode *stem) {
    static const char *const names[] = {"SingleTreeProcessedStem", "MultiTreeProcessedStem",
                                        "SingleTreeFelledStem", "MultiTreeFelledStem"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const xmlNode *body = dat_xml_child(stem, names[i]);
        if (body != NULL)
            return body;
    }
    dat_diagnose(r->in.d, dat_xml_line(stem), 0, "'Stem' has no '%s' and none of its kind",
                 names[0]);
    return NULL;
}

static bool read_tree(struct hpr_reader *r, const xmlNode *stem, struct ter_tree *tree) {
    char key[DAT_XML_KEY];
    double mm;
    struct dat_hpr_point points[MAX_POINTS];
    int count = 0;
    if (!dat_xml_key(&r->in, stem, "StemKey", tree->id) ||
        !dat_xml_key(&r->in, stem, "SpeciesGroupKey", key))
        return false;
    const struct group *group = find_group(r, key);
    if (group == NULL) {
        dat_diagnose(r->in.d, dat_xml_line(stem), 0,
                     "stem '%s' is of the unknown species group '%s'", tree->id, key);
        return false;
    }
    const xmlNode *body = body_of(r, stem);
    if (body == NULL || !dat_xml_child_value(&r->in, body, "DBH", 10.0, 2000.0, &mm) ||
        !read_diameters(r, body, group->stump, points, &count) ||
        !read_logs(r, body, group->stump, points, &count))
        return false;
    tree->species = group->species;
    tree->status = TER_TREE_MARKED;
    tree->dbh = 0.001 * mm;
    if (count > 0)
        tree->height = dat_hpr_fit_height(tree, points, count);
    return true;
}

// Its faults go where bad stems are left out.
static bool read_whole(struct hpr_reader *r, const xmlNode *node, struct dat_hpr_place *place) {
    struct dat_diagnostics *d = r->in.d;
    if (r->faults != NULL)
        r->in.d = r->faults;
    const bool good = read_tree(r, node, &place->tree) && read_place(r, node, place);
    r->in.d = d;
    r->skipped += !good;
    return good;
}

static void read_stem(void *user, const xmlNode *node) {
    struct hpr_reader *r = user;
    struct dat_hpr_place place = {.line = dat_xml_line(node)};
    if (r->stems.count == DAT_STAND_MAX_TREES) {
        dat_diagnose(r->in.d, place.line, 0, "the file has more than %d stems",
                     DAT_STAND_MAX_TREES);
        r->in.stopped = true;
    } else if (read_whole(r, node, &place)) {
        if (SIM_ARRAY_TRY(&r->stems, r->stems.count + 1))
            r->stems.items[r->stems.count++] = place;
        else
            dat_diagnose(r->in.d, 0, 0, "not enough memory to read the file");
    }
}

// ---- the document ----

static void make_stand(struct hpr_reader *r, const struct ter_ground *ground,
                       struct ter_stand *stand, int *crs) {
    struct dat_stand_draft draft = {
        .ground = ground, .stand = stand, .d = r->in.d, .faults = r->faults, .skipped = r->skipped};
    const int errors = r->in.d->errors;
    if (dat_hpr_place_stems(r->stems.items, r->stems.count, &draft, crs)) {
        dat_stand_draft_check_ids(&draft);
        if (r->in.d->errors == errors)
            (void)dat_stand_draft_complete(&draft);
        dat_stand_draft_tell(&draft);
    }
    SIM_ARRAY_FREE(&draft.lines);
}

// A comment <!--bad_trees=skip--> before the root leaves bad stems out.
static bool skips_bad_trees(const char *text) {
    const char *mark = strstr(text, "<!--bad_trees=skip-->");
    const char *root = strstr(text, "<HarvestedProduction");
    return mark != NULL && root != NULL && mark < root;
}

bool dat_read_hpr(const char *text, const struct ter_ground *ground, struct ter_stand *stand,
                  int *crs, struct dat_diagnostics *d) {
    static const struct dat_xml_part parts[] = {{"SpeciesGroupDefinition", read_group},
                                                {"Stem", read_stem}};
    assert(text != NULL && d != NULL);
    struct hpr_reader r = {.in = {.d = d}};
    const int errors = d->errors;
    int epsg = 0;
    struct dat_diagnostics faults;
    dat_diagnostics_init(&faults, d->file, text);
    if (skips_bad_trees(text))
        r.faults = &faults;
    ter_stand_init(stand);
    if (dat_xml_walk(&r.in, text, "HarvestedProduction", parts, 2, &r)) {
        if (r.stems.count == 0)
            dat_diagnose(d, 0, 0, "the file has no stems, expected at least one");
        else
            make_stand(&r, ground, stand, &epsg);
    }
    if (crs != NULL)
        *crs = epsg;
    SIM_ARRAY_FREE(&r.groups);
    SIM_ARRAY_FREE(&r.stems);
    if (d->errors != errors) {
        ter_stand_finish(stand);
        return false;
    }
    return true;
}
