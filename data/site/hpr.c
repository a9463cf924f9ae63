#include "data/site/hpr.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include <libxml/xmlreader.h>

#include "data/site/draft.h"
#include "data/site/hpr_place.h"
#include "data/site/stand.h"
#include "data/text/number.h"

enum { KEY_SIZE = TER_TREE_ID_SIZE, VALUE_SIZE = 128, MAX_GROUPS = 1000, MAX_POINTS = 512 };

static const double least_height = 3.0; // [m]
static const double most_height = 70.0; // [m]

struct group {
    char key[KEY_SIZE];
    enum ter_species species;
    double stump; // [m] height of the felling cut, from which positions count
};

// A diameter of the stem.
struct point {
    double height, diameter; // [m] above the ground, over bark
};

struct hpr_reader {
    xmlTextReaderPtr xml;
    struct dat_diagnostics *d;
    SIM_ARRAY(struct group) groups;
    SIM_ARRAY(struct dat_hpr_place) stems;
    bool stopped; // what follows makes no sense
};

// ---- elements ----

static bool is_element(const xmlNode *node, const char *name) {
    return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

// The first element of that name from node on, among its siblings.
static xmlNode *element_from(xmlNode *node, const char *name) {
    while (node != NULL && !is_element(node, name))
        node = node->next;
    return node;
}

static xmlNode *child_of(const xmlNode *node, const char *name) {
    return element_from(node->children, name);
}

static int line_of(const xmlNode *node) {
    return (int)xmlGetLineNo(node);
}

// A text without the white space around it, cut to size.
static void copy_trimmed(char *text, size_t size, const xmlChar *content) {
    const char *from = content != NULL ? (const char *)content : "";
    while (isspace((unsigned char)*from))
        from++;
    size_t length = strlen(from);
    while (length > 0 && isspace((unsigned char)from[length - 1]))
        length--;
    (void)snprintf(text, size, "%.*s", (int)(length < size ? length : size - 1), from);
}

static void text_of(const xmlNode *node, char *text, size_t size) {
    xmlChar *content = xmlNodeGetContent(node);
    copy_trimmed(text, size, content);
    xmlFree(content);
}

static void attribute_of(const xmlNode *node, const char *name, char *text, size_t size) {
    xmlChar *content = xmlGetProp(node, (const xmlChar *)name);
    copy_trimmed(text, size, content);
    xmlFree(content);
}

// The child of that name; NULL after an error where there is none.
static xmlNode *need_child(struct hpr_reader *r, const xmlNode *node, const char *name) {
    xmlNode *child = child_of(node, name);
    if (child == NULL)
        dat_diagnose(r->d, line_of(node), 0, "'%s' has no '%s'", (const char *)node->name, name);
    return child;
}

// A short text that identifies something.
static bool read_key(struct hpr_reader *r, const xmlNode *node, const char *name,
                     char key[KEY_SIZE]) {
    char text[VALUE_SIZE];
    const xmlNode *child = need_child(r, node, name);
    if (child == NULL)
        return false;
    text_of(child, text, sizeof text);
    if (text[0] == '\0' || strlen(text) >= KEY_SIZE) {
        dat_diagnose(r->d, line_of(child), 0, "'%s' is '%s', expected 1 to %d bytes", name, text,
                     KEY_SIZE - 1);
        return false;
    }
    memcpy(key, text, strlen(text) + 1);
    return true;
}

static bool read_value(struct hpr_reader *r, const xmlNode *node, double low, double high,
                       double *value) {
    char text[VALUE_SIZE];
    text_of(node, text, sizeof text);
    if (dat_number_read(text, strlen(text), value) == DAT_NUMBER_OK && *value >= low &&
        *value <= high)
        return true;
    dat_diagnose(r->d, line_of(node), 0, "'%s' is '%s', expected %g to %g",
                 (const char *)node->name, text, low, high);
    return false;
}

static bool read_child_value(struct hpr_reader *r, const xmlNode *node, const char *name,
                             double low, double high, double *value) {
    const xmlNode *child = need_child(r, node, name);
    return child != NULL && read_value(r, child, low, high, value);
}

// ---- species groups ----

// Compares as a reader would: in any case, also of the letters of Latin-1 with marks.
static bool same_name(const char *a, const char *b) {
    unsigned char before = 0;
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        const unsigned char p = (unsigned char)*a;
        const unsigned char q = (unsigned char)*b;
        const bool marked = before == 0xc3 && ((p ^ q) == 0x20 || p == q);
        if (tolower(p) != tolower(q) && !marked)
            return false;
        before = p;
    }
    return *a == '\0' && *b == '\0';
}

static bool find_species(const char *name, const char *info, enum ter_species *species) {
    // Names in the languages of the makers' machines; the stand's names are known besides.
    static const struct {
        const char *name;
        enum ter_species species;
    } names[] = {
        {"furu", TER_PINE},
        {"tall", TER_PINE},
        {"kiefer", TER_PINE},
        {"mänty", TER_PINE},
        {"gran", TER_SPRUCE},
        {"tørrgran", TER_SPRUCE},
        {"fichte", TER_SPRUCE},
        {"kuusi", TER_SPRUCE},
        {"lauv", TER_BIRCH},
        {"löv", TER_BIRCH},
        {"løv", TER_BIRCH},
        {"bjørk", TER_BIRCH},
        {"björk", TER_BIRCH},
        {"bjork", TER_BIRCH},
        {"birke", TER_BIRCH},
        {"koivu", TER_BIRCH},
        {"buche", TER_BEECH},
        {"bok", TER_BEECH},
        {"bøk", TER_BEECH},
        {"eiche", TER_OAK},
        {"ek", TER_OAK},
        {"eik", TER_OAK},
        {"douglasie", TER_DOUGLAS_FIR},
    };
    // SpeciesGroupInfo in Nordic files.
    static const enum ter_species numbers[] = {TER_PINE, TER_SPRUCE, TER_BIRCH};
    if (ter_species_find(name, species))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (same_name(name, names[i].name)) {
            *species = names[i].species;
            return true;
        }
    }
    if (info[0] < '1' || info[0] > '3' || info[1] != '\0')
        return false;
    *species = numbers[info[0] - '1'];
    return true;
}

static const struct group *find_group(const struct hpr_reader *r, const char *key) {
    for (int i = 0; i < r->groups.count; i++)
        if (strcmp(r->groups.items[i].key, key) == 0)
            return &r->groups.items[i];
    return NULL;
}

static void read_group(struct hpr_reader *r, const xmlNode *node) {
    struct group group;
    char name[VALUE_SIZE] = "";
    char info[VALUE_SIZE] = "";
    double height; // [cm] of DBH above the felling cut
    const xmlNode *info_node = child_of(node, "SpeciesGroupInfo");
    const xmlNode *name_node = need_child(r, node, "SpeciesGroupName");
    if (name_node == NULL || !read_key(r, node, "SpeciesGroupKey", group.key) ||
        !read_child_value(r, node, "DBHHeight", 80.0, 160.0, &height))
        return;
    text_of(name_node, name, sizeof name);
    if (info_node != NULL)
        text_of(info_node, info, sizeof info);
    if (!find_species(name, info, &group.species)) {
        group.species = TER_SPRUCE;
        dat_warn(r->d, line_of(name_node), 0,
                 "species group '%s' is of no known species, its stems become spruces", name);
    }
    group.stump = fmax(ter_breast_height - 0.01 * height, 0.0);
    if (find_group(r, group.key) != NULL)
        dat_diagnose(r->d, line_of(node), 0, "duplicate species group '%s'", group.key);
    else if (r->groups.count == MAX_GROUPS || !SIM_ARRAY_TRY(&r->groups, r->groups.count + 1))
        dat_diagnose(r->d, line_of(node), 0, "the file has more than %d species groups",
                     r->groups.count);
    else
        r->groups.items[r->groups.count++] = group;
}

// ---- the height of a stem ----

// How far the height is from what the points say, and from that of an ordinary tree of this
// diameter: sum of squares, each in units of its standard deviation. The second matters where a
// stem has one short log, whose taper says little.
static double misfit(const struct ter_tree *tree, double height, const struct point *points,
                     int count) {
    static const double diameter_error = 0.005; // [m] of a head and of the taper function
    static const double height_spread = 0.3;    // of heights in ordinary stands, relative
    const struct ter_height_curve curve = ter_default_height_curve(tree->dbh);
    const double usual = ter_species_height(tree->species, &curve, tree->dbh);
    const double unusual = (height - usual) / (height_spread * usual);
    double sum = unusual * unusual;
    for (int i = 0; i < count; i++) {
        const double diameter =
            ter_species_diameter(tree->species, tree->dbh, height, points[i].height);
        const double error = (diameter - points[i].diameter) / diameter_error;
        sum += error * error;
    }
    return sum;
}

// The height of the least misfit: a coarse search, then the golden
// section around its best. A tree ends above its highest point.
static double fit_height(const struct ter_tree *tree, const struct point *points, int count) {
    enum { COARSE = 32, FINE = 30 };
    static const double golden = 0.6180339887498949;
    double low = least_height;
    for (int i = 0; i < count; i++)
        low = fmax(low, points[i].height + 0.1);
    if (low >= most_height)
        return most_height;
    const double step = (most_height - low) / COARSE;
    int best = 0;
    for (int i = 1; i <= COARSE; i++)
        if (misfit(tree, low + i * step, points, count) <
            misfit(tree, low + best * step, points, count))
            best = i;
    double a = low + fmax(best - 1, 0) * step;
    double b = low + fmin(best + 1, COARSE) * step;
    for (int i = 0; i < FINE; i++) {
        const double p = b - golden * (b - a);
        const double q = a + golden * (b - a);
        if (misfit(tree, p, points, count) < misfit(tree, q, points, count))
            b = q;
        else
            a = p;
    }
    return round(0.5 * (a + b) * 1e3) / 1e3; // to a millimetre: libm differs between processors
}

static bool add_point(struct point points[MAX_POINTS], int *count, double height, double diameter) {
    // At breast height and below, all heights fit alike.
    if (height <= ter_breast_height + 0.2 || diameter <= 0.0 || *count == MAX_POINTS)
        return false;
    points[(*count)++] = (struct point){height, diameter};
    return true;
}

// The diameters of a log whose butt is at that height [m]. False after an error; *length [m].
static bool read_log(struct hpr_reader *r, const xmlNode *log, double butt,
                     struct point points[MAX_POINTS], int *count, double *length) {
    double cm;
    const xmlNode *measures = need_child(r, log, "LogMeasurement");
    if (measures == NULL || !read_child_value(r, measures, "LogLength", 0.0, 4000.0, &cm))
        return false;
    *length = 0.01 * cm;
    for (const xmlNode *node = child_of(measures, "LogDiameter"); node != NULL;
         node = element_from(node->next, "LogDiameter")) {
        char category[VALUE_SIZE];
        double mm;
        attribute_of(node, "logDiameterCategory", category, sizeof category);
        if (!read_value(r, node, 0.0, 3000.0, &mm))
            return false;
        if (strcmp(category, "Mid ob") == 0)
            (void)add_point(points, count, butt + 0.5 * *length, 0.001 * mm);
        else if (strcmp(category, "Top ob") == 0)
            (void)add_point(points, count, butt + *length, 0.001 * mm);
    }
    return true;
}

static bool read_logs(struct hpr_reader *r, const xmlNode *body, double stump,
                      struct point points[MAX_POINTS], int *count) {
    double butt = stump;
    double length;
    for (const xmlNode *log = child_of(body, "Log"); log != NULL;
         log = element_from(log->next, "Log")) {
        if (!read_log(r, log, butt, points, count, &length))
            return false;
        butt += length;
    }
    return true;
}

// The diameters along the stem, where the file has them. Every fifth of the usual ones, 10 cm
// apart, says all about the taper.
static bool read_diameters(struct hpr_reader *r, const xmlNode *body, double stump,
                           struct point points[MAX_POINTS], int *count) {
    const xmlNode *list = child_of(body, "StemDiameters");
    double last = -HUGE_VAL; // [m]
    for (const xmlNode *node = list != NULL ? child_of(list, "DiameterValue") : NULL; node != NULL;
         node = element_from(node->next, "DiameterValue")) {
        char position[VALUE_SIZE];
        double cm;
        double mm;
        attribute_of(node, "diameterPosition", position, sizeof position);
        if (dat_number_read(position, strlen(position), &cm) != DAT_NUMBER_OK || cm < 0.0 ||
            cm > 7000.0) {
            dat_diagnose(r->d, line_of(node), 0, "diameterPosition is '%s', expected 0 to 7000",
                         position);
            return false;
        }
        if (!read_value(r, node, 0.0, 3000.0, &mm))
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
    char side[VALUE_SIZE];
    const xmlNode *node = need_child(r, coordinates, name);
    if (node == NULL || !read_value(r, node, -limit, limit, degrees))
        return false;
    attribute_of(node, category, side, sizeof side);
    if (strcmp(side, negative) == 0)
        *degrees = -*degrees;
    return true;
}

// Of several places, that of the crane's tip.
static bool read_place(struct hpr_reader *r, const xmlNode *stem, struct dat_hpr_place *place) {
    const xmlNode *chosen = need_child(r, stem, "StemCoordinates");
    char receiver[VALUE_SIZE];
    place->of_machine = true;
    for (const xmlNode *node = chosen; node != NULL && place->of_machine;
         node = element_from(node->next, "StemCoordinates")) {
        attribute_of(node, "receiverPosition", receiver, sizeof receiver);
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
        const xmlNode *body = child_of(stem, names[i]);
        if (body != NULL)
            return body;
    }
    dat_diagnose(r->d, line_of(stem), 0, "'Stem' has no '%s' and none of its kind", names[0]);
    return NULL;
}

static bool read_tree(struct hpr_reader *r, const xmlNode *stem, struct ter_tree *tree) {
    char key[KEY_SIZE];
    double mm;
    struct point points[MAX_POINTS];
    int count = 0;
    if (!read_key(r, stem, "StemKey", tree->id) || !read_key(r, stem, "SpeciesGroupKey", key))
        return false;
    const struct group *group = find_group(r, key);
    if (group == NULL) {
        dat_diagnose(r->d, line_of(stem), 0, "stem '%s' is of the unknown species group '%s'",
                     tree->id, key);
        return false;
    }
    const xmlNode *body = body_of(r, stem);
    if (body == NULL || !read_child_value(r, body, "DBH", 10.0, 2000.0, &mm) ||
        !read_diameters(r, body, group->stump, points, &count) ||
        !read_logs(r, body, group->stump, points, &count))
        return false;
    tree->species = group->species;
    tree->status = TER_TREE_MARKED;
    tree->dbh = 0.001 * mm;
    if (count > 0)
        tree->height = fit_height(tree, points, count);
    return true;
}

static void read_stem(struct hpr_reader *r, const xmlNode *node) {
    struct dat_hpr_place place = {.line = line_of(node)};
    if (r->stems.count == DAT_STAND_MAX_TREES) {
        dat_diagnose(r->d, place.line, 0, "the file has more than %d stems", DAT_STAND_MAX_TREES);
        r->stopped = true;
    } else if (read_tree(r, node, &place.tree) && read_place(r, node, &place)) {
        if (SIM_ARRAY_TRY(&r->stems, r->stems.count + 1))
            r->stems.items[r->stems.count++] = place;
        else
            dat_diagnose(r->d, 0, 0, "not enough memory to read the file");
    }
}

// ---- the document ----

// Only the first error: all others follow from it.
static void report_xml(void *data, xmlErrorPtr error) {
    struct hpr_reader *r = data;
    char text[200];
    if (r->stopped || error->level < XML_ERR_ERROR)
        return;
    copy_trimmed(text, sizeof text, (const xmlChar *)error->message);
    dat_diagnose(r->d, error->line, 0, "is not well-formed XML: %s", text);
    r->stopped = true;
}

static void stop(struct hpr_reader *r, int line, const char *sentence) {
    dat_diagnose(r->d, line, 0, "%s", sentence);
    r->stopped = true;
}

static bool has_unit(xmlTextReaderPtr xml, const char *name, const char *unit) {
    xmlChar *value = xmlTextReaderGetAttribute(xml, (const xmlChar *)name);
    const bool same = value != NULL && strcmp((const char *)value, unit) == 0;
    xmlFree(value);
    return same;
}

static void read_root(struct hpr_reader *r, int line) {
    const xmlChar *space = xmlTextReaderConstNamespaceUri(r->xml);
    const char *name = (const char *)xmlTextReaderConstLocalName(r->xml);
    if (strcmp(name, "HarvestedProduction") != 0)
        stop(r, line, "the message is no harvested production, expected 'HarvestedProduction'");
    else if (space == NULL || strcmp((const char *)space, DAT_HPR_NAMESPACE) != 0)
        stop(r, line,
             "the namespace is not StanForD 2010, expected xmlns=\"" DAT_HPR_NAMESPACE "\"");
    else if (!has_unit(r->xml, "diameterUnit", "mm") || !has_unit(r->xml, "lengthUnit", "cm"))
        stop(r, line, "the units are unknown, expected diameterUnit=\"mm\" lengthUnit=\"cm\"");
}

// The elements inside the machine's. True: the element is done with, or of no interest.
static bool read_part(struct hpr_reader *r) {
    const char *name = (const char *)xmlTextReaderConstLocalName(r->xml);
    const bool is_stem = strcmp(name, "Stem") == 0;
    if (!is_stem && strcmp(name, "SpeciesGroupDefinition") != 0)
        return true;
    const xmlNode *node = xmlTextReaderExpand(r->xml);
    if (node == NULL || r->stopped)
        return true;
    if (is_stem)
        read_stem(r, node);
    else
        read_group(r, node);
    return true;
}

// True: with all that the node contains.
static bool read_node(struct hpr_reader *r) {
    const int depth = xmlTextReaderDepth(r->xml);
    const int type = xmlTextReaderNodeType(r->xml);
    const int line = xmlTextReaderGetParserLineNumber(r->xml);
    if (type != XML_READER_TYPE_ELEMENT)
        return false;
    if (depth == 0)
        read_root(r, line);
    else if (depth > 1)
        return read_part(r);
    else
        return strcmp((const char *)xmlTextReaderConstLocalName(r->xml), "Machine") != 0;
    return false;
}

// Entities are declared in the document type alone. Refused before parsing, because the parser runs
// ahead of what it has told; not even a comment may show one.
static void check_document_type(struct hpr_reader *r, const char *text) {
    const char *found = strstr(text, "<!DOCTYPE");
    int line = 1;
    if (found == NULL)
        return;
    for (const char *p = text; p < found; p++)
        line += *p == '\n';
    stop(r, line, "a document type declaration is not allowed");
}

static void read_document(struct hpr_reader *r) {
    int more = r->stopped ? 0 : xmlTextReaderRead(r->xml);
    while (more == 1 && !r->stopped) {
        const bool done = read_node(r);
        if (!r->stopped)
            more = done ? xmlTextReaderNext(r->xml) : xmlTextReaderRead(r->xml);
    }
    if (more < 0 && !r->stopped)
        stop(r, 0, "is not well-formed XML");
    if (dat_diagnostics_ok(r->d) && r->stems.count == 0)
        dat_diagnose(r->d, 0, 0, "the file has no stems, expected at least one");
}

static void make_stand(struct hpr_reader *r, const struct ter_ground *ground,
                       struct ter_stand *stand, int *crs) {
    struct dat_stand_draft draft = {.ground = ground, .stand = stand, .d = r->d};
    const int errors = r->d->errors;
    if (dat_hpr_place_stems(r->stems.items, r->stems.count, &draft, crs)) {
        dat_stand_draft_check_ids(&draft);
        if (r->d->errors == errors)
            (void)dat_stand_draft_complete(&draft);
    }
    SIM_ARRAY_FREE(&draft.lines);
}

bool dat_read_hpr(const char *text, const struct ter_ground *ground, struct ter_stand *stand,
                  int *crs, struct dat_diagnostics *d) {
    assert(text != NULL && d != NULL);
    struct hpr_reader r = {.d = d};
    const int errors = d->errors;
    const size_t size = strlen(text);
    int epsg = 0;
    ter_stand_init(stand);
    if (size > (size_t)DAT_HPR_MAX_BYTES) {
        dat_diagnose(d, 0, 0, "is %zu MB long, expected at most %ld MB", size / (1024 * 1024),
                     DAT_HPR_MAX_BYTES / (1024 * 1024));
        return false;
    }
    r.xml = xmlReaderForMemory(text, (int)size, NULL, NULL, XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    if (r.xml == NULL) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        return false;
    }
    xmlTextReaderSetStructuredErrorHandler(r.xml, report_xml, &r);
    check_document_type(&r, text);
    read_document(&r);
    xmlFreeTextReader(r.xml);
    if (d->errors == errors)
        make_stand(&r, ground, stand, &epsg);
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
