#include "data/site/instructions.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "data/site/hpr_species.h"
#include "data/site/xml_read.h"

// ---- .spi ----

struct spi_reader {
    struct dat_xml_source in;
    struct dat_species_groups *groups;
};

static bool read_id(struct dat_xml_source *in, const xmlNode *node, const char *name,
                    char id[DAT_USER_ID]) {
    const xmlNode *child = dat_xml_need(in, node, name);
    if (child == NULL)
        return false;
    dat_xml_text(child, id, DAT_USER_ID);
    return true;
}

// Other functions of bark than Zacco's line leave that of the species.
static bool read_bark(struct dat_xml_source *in, const xmlNode *group,
                      struct dat_species_group *g) {
    const xmlNode *function = dat_xml_child(group, "BarkFunction");
    const xmlNode *line = function != NULL ? dat_xml_child(function, "SwedishZacco") : NULL;
    double constant, factor;
    if (line == NULL)
        return true;
    if (!dat_xml_child_value(in, line, "ConstantA", 0.0, 100.0, &constant) ||
        !dat_xml_child_value(in, line, "FactorB", 0.0, 0.5, &factor))
        return false;
    g->bark = (struct veh_bark){.constant = 1e-3 * constant, .factor = factor};
    g->has_bark = true;
    return true;
}

// The grade that stems have until the operator says otherwise.
static bool read_start_grade(struct dat_xml_source *in, const xmlNode *group,
                             struct dat_species_group *g) {
    const xmlNode *grades = dat_xml_child(group, "Grades");
    const xmlNode *start = grades != NULL ? dat_xml_child(grades, "StartGrade") : NULL;
    double grade = 0.0;
    if (start != NULL && !dat_xml_value(in, start, 1.0, 9.0, &grade))
        return false;
    g->start_grade = (int)grade;
    return true;
}

static void read_group(void *user, const xmlNode *node) {
    enum {
        MOST = sizeof((struct dat_species_groups *)0)->items / sizeof(struct dat_species_group)
    };
    struct spi_reader *r = user;
    struct dat_species_group g = {.has_bark = false};
    char name[DAT_XML_TEXT], info[DAT_XML_TEXT] = "";
    const xmlNode *name_node = dat_xml_need(&r->in, node, "SpeciesGroupName");
    const xmlNode *info_node = dat_xml_child(node, "SpeciesGroupInfo");
    if (!read_id(&r->in, node, "SpeciesGroupUserID", g.id) || name_node == NULL ||
        !read_bark(&r->in, node, &g) || !read_start_grade(&r->in, node, &g))
        return;
    dat_xml_text(name_node, name, sizeof name);
    if (info_node != NULL)
        dat_xml_text(info_node, info, sizeof info);
    if (!dat_hpr_find_species(name, info, &g.species))
        dat_diagnose(r->in.d, dat_xml_line(name_node), 0,
                     "species group '%s' is of no known species", name);
    else if (r->groups->count == MOST)
        dat_diagnose(r->in.d, dat_xml_line(node), 0, "the file has more than %d species groups",
                     (int)MOST);
    else
        r->groups->items[r->groups->count++] = g;
}

bool dat_read_spi(const char *text, struct dat_species_groups *groups, struct dat_diagnostics *d) {
    static const struct dat_xml_part parts[] = {{"SpeciesGroupDefinition", read_group}};
    assert(text != NULL && d != NULL);
    groups->count = 0;
    struct spi_reader r = {.in = {.d = d}, .groups = groups};
    return dat_xml_walk(&r.in, text, "SpeciesGroupInstruction", parts, 1, &r);
}

// ---- .oin ----

struct oin_reader {
    struct dat_xml_source in;
    struct dat_object_products *object;
};

static void read_object(void *user, const xmlNode *node) {
    enum { MOST = sizeof((struct dat_object_products *)0)->ids / DAT_USER_ID };
    struct oin_reader *r = user;
    for (const xmlNode *id = dat_xml_child(node, "ProductUserID"); id != NULL;
         id = dat_xml_next(id->next, "ProductUserID")) {
        if (r->object->count == MOST) {
            dat_diagnose(r->in.d, dat_xml_line(id), 0, "the object has more than %d products",
                         (int)MOST);
            return;
        }
        dat_xml_text(id, r->object->ids[r->object->count++], DAT_USER_ID);
    }
    if (r->object->count == 0)
        dat_diagnose(r->in.d, dat_xml_line(node), 0, "the object has no 'ProductUserID'");
}

bool dat_read_oin(const char *text, struct dat_object_products *object, struct dat_diagnostics *d) {
    static const struct dat_xml_part parts[] = {{"ObjectDefinition", read_object}};
    assert(text != NULL && d != NULL);
    object->count = 0;
    struct oin_reader r = {.in = {.d = d}, .object = object};
    return dat_xml_walk(&r.in, text, "ObjectInstruction", parts, 1, &r);
}

// ---- .pin ----

struct pin_reader {
    struct dat_xml_source in;
    const struct dat_species_groups *groups;
    const struct dat_object_products *object;
    struct veh_products *products;
    char ids[VEH_MAX_PRODUCTS][DAT_USER_ID];
};

static bool text_is(const xmlNode *node, const char *name, const char *text) {
    char found[DAT_XML_TEXT] = "";
    const xmlNode *child = node != NULL ? dat_xml_child(node, name) : NULL;
    if (child != NULL)
        dat_xml_text(child, found, sizeof found);
    return strcmp(found, text) == 0;
}

// XML Schema's boolean is written as true or 1.
static bool is_yes(const xmlNode *node, const char *name) {
    return text_is(node, name, "true") || text_is(node, name, "1");
}

// A number of a child that may be missing.
static bool read_optional(struct pin_reader *r, const xmlNode *node, const char *name, double low,
                          double high, double *value) {
    const xmlNode *child = node != NULL ? dat_xml_child(node, name) : NULL;
    return child == NULL || dat_xml_value(&r->in, child, low, high, value);
}

// The lower limits of the classes, in the file's unit, rising.
static int read_limits(struct pin_reader *r, const xmlNode *node, const char *name, int most,
                       double high, double *limits) {
    char limit[40];
    int count = 0;
    (void)snprintf(limit, sizeof limit, "%sLowerLimit", name);
    for (const xmlNode *item = dat_xml_child(node, name); item != NULL;
         item = dat_xml_next(item->next, name)) {
        if (count == most) {
            dat_diagnose(r->in.d, dat_xml_line(item), 0, "more than %d classes '%s'", most, name);
            return 0;
        }
        if (!dat_xml_child_value(&r->in, item, limit, 0.0, high, &limits[count]))
            return 0;
        if (count > 0 && limits[count] <= limits[count - 1]) {
            dat_diagnose(r->in.d, dat_xml_line(item), 0,
                         "the class %g overlaps that of %g, expected rising classes", limits[count],
                         limits[count - 1]);
            return 0;
        }
        count++;
    }
    if (count == 0)
        dat_diagnose(r->in.d, dat_xml_line(node), 0, "'%s' has no '%s'", (const char *)node->name,
                     name);
    return count;
}

static bool read_diameters(struct pin_reader *r, const xmlNode *node, struct veh_product *p) {
    const xmlNode *definition = dat_xml_need(&r->in, node, "DiameterDefinition");
    const xmlNode *classes =
        definition != NULL ? dat_xml_need(&r->in, definition, "DiameterClasses") : NULL;
    double top = 0.0, butt = 2000.0, position = 0.0;
    if (classes == NULL)
        return false;
    p->diameter_count =
        read_limits(r, classes, "DiameterClass", VEH_MAX_DIAMETERS, 3000.0, p->diameter);
    if (p->diameter_count == 0 ||
        !read_optional(r, definition, "DiameterMINTop", 0.0, 3000.0, &top) ||
        !read_optional(r, definition, "DiameterMAXButt", 1.0, 3000.0, &butt) ||
        !read_optional(r, definition, "DiameterTopPosition", 0.0, 100.0, &position))
        return false;
    for (int i = 0; i < p->diameter_count; i++)
        p->diameter[i] *= 1e-3;
    p->min_top = fmax(1e-3 * top, p->diameter[0]);
    p->max_butt = 1e-3 * butt;
    p->top_position = 1e-2 * position;
    p->diameter_under_bark = is_yes(classes, "DiameterUnderBark");
    return true;
}

static bool read_lengths(struct pin_reader *r, const xmlNode *node, struct veh_product *p) {
    const xmlNode *definition = dat_xml_need(&r->in, node, "LengthDefinition");
    const xmlNode *window = dat_xml_child(node, "CuttingWindowDefinition");
    double low = 0.0, high = 10.0;
    if (definition == NULL)
        return false;
    p->length_count = read_limits(r, definition, "LengthClass", VEH_MAX_LENGTHS, 4000.0, p->length);
    if (p->length_count == 0 ||
        !read_optional(r, window, "LowerLengthLimit", -100.0, 100.0, &low) ||
        !read_optional(r, window, "UpperLengthLimit", -100.0, 100.0, &high))
        return false;
    for (int i = 0; i < p->length_count; i++)
        p->length[i] *= 1e-2;
    p->window_low = 1e-2 * low;
    p->window_high = 1e-2 * high;
    return true;
}

static bool read_payment(struct pin_reader *r, const xmlNode *node, struct veh_product *p) {
    static const struct {
        const char *name;
        enum veh_price_volume volume;
    } volumes[] = {{"All diameters (solid volume)", VEH_VOLUME_SOLID},
                   {"Mid", VEH_VOLUME_MID},
                   {"Top", VEH_VOLUME_TOP},
                   {"Calculated Norwegian mid", VEH_VOLUME_NORWEGIAN}};
    const xmlNode *price = dat_xml_need(&r->in, node, "PriceDefinition");
    const xmlNode *category =
        price != NULL ? dat_xml_need(&r->in, price, "VolumeDiameterCategory") : NULL;
    p->volume_under_bark = is_yes(price, "VolumeUnderBark");
    if (text_is(node, "ProductCondition", "Buck butt-log only"))
        p->place = VEH_BUTT_ONLY;
    else if (text_is(node, "ProductCondition", "Do not buck butt log"))
        p->place = VEH_NOT_BUTT;
    for (size_t i = 0; i < sizeof volumes / sizeof volumes[0] && category != NULL; i++) {
        if (text_is(price, "VolumeDiameterCategory", volumes[i].name)) {
            p->volume = volumes[i].volume;
            return true;
        }
    }
    if (category != NULL)
        dat_diagnose(r->in.d, dat_xml_line(category), 0,
                     "'VolumeDiameterCategory' is unknown, expected '%s', '%s', '%s' or '%s'",
                     volumes[0].name, volumes[1].name, volumes[2].name, volumes[3].name);
    return false;
}

// The grades that a log may have; without a list, any.
static bool read_grades(struct pin_reader *r, const xmlNode *node, struct veh_product *p) {
    const xmlNode *list = dat_xml_child(node, "PermittedGradesDefinition");
    for (const xmlNode *item = list != NULL ? dat_xml_child(list, "PermittedGradeNumber") : NULL;
         item != NULL; item = dat_xml_next(item->next, "PermittedGradeNumber")) {
        double grade;
        if (!dat_xml_value(&r->in, item, 1.0, 9.0, &grade))
            return false;
        p->grades = (uint16_t)(p->grades | 1U << (int)grade);
    }
    return true;
}

// Where no species group says how stems begin, they begin with the best grade that any product of
// the species permits.
static void find_start_grades(struct pin_reader *r) {
    for (int s = 0; s < ter_species_count(); s++) {
        bool given = false;
        for (int i = 0; i < r->groups->count; i++)
            given = given ||
                    ((int)r->groups->items[i].species == s && r->groups->items[i].start_grade > 0);
        int best = 9;
        for (int i = 0; i < r->products->count; i++)
            for (int g = best; g >= 1; g--)
                if (veh_product_takes(&r->products->product[i], s) &&
                    veh_product_permits(&r->products->product[i], 1U << g))
                    best = g;
        if (!given && r->products->count > 0)
            r->products->start_grade[s] = (uint8_t)best;
    }
}

// The class with that lower limit in the attribute, -1: none.
static int class_of(const xmlNode *item, const char *attribute, double unit, const double *limits,
                    int count) {
    char text[DAT_XML_TEXT];
    dat_xml_attribute_text(item, attribute, text, sizeof text);
    for (int i = 0; i < count; i++) {
        char expected[32];
        (void)snprintf(expected, sizeof expected, "%.0f", limits[i] / unit);
        if (strcmp(text, expected) == 0)
            return i;
    }
    return -1;
}

static bool read_cell(struct pin_reader *r, const xmlNode *item, bool shares,
                      struct veh_price_cell *cell) {
    static const char *const colours[] = {"Color1", "Color2", "Color3"};
    double share = 0.0;
    if (!dat_xml_child_value(&r->in, item, "Price", 0.0, 1e6, &cell->price) ||
        !read_optional(r, item, "Distribution", 0.0, 1e6, &share))
        return false;
    cell->target = shares ? share : 0.0;
    if (text_is(item, "BuckingCriteria", "Forbidden to buck the log even manually") ||
        text_is(item, "BuckingCriteria", "Only logs bucked manually allowed"))
        cell->price = 0.0;
    const xmlNode *marking = dat_xml_child(item, "LogColorMarking");
    for (int i = 0; i < 3; i++)
        if (marking != NULL && is_yes(marking, colours[i]))
            cell->colour = (uint8_t)(cell->colour | 1U << i);
    return true;
}

static bool read_matrix(struct pin_reader *r, const xmlNode *node, struct veh_product *p) {
    bool filled[VEH_MAX_DIAMETERS][VEH_MAX_LENGTHS] = {{false}};
    const xmlNode *matrix = dat_xml_need(&r->in, node, "ProductMatrixes");
    const bool shares =
        is_yes(dat_xml_child(node, "LengthDistributionDefinition"), "DistributionAllowed");
    if (matrix == NULL)
        return false;
    for (const xmlNode *item = dat_xml_child(matrix, "ProductMatrixItem"); item != NULL;
         item = dat_xml_next(item->next, "ProductMatrixItem")) {
        const int d =
            class_of(item, "diameterClassLowerLimit", 1e-3, p->diameter, p->diameter_count);
        const int l = class_of(item, "lengthClassLowerLimit", 1e-2, p->length, p->length_count);
        if (d < 0 || l < 0 || filled[d][l]) {
            dat_diagnose(r->in.d, dat_xml_line(item), 0,
                         d < 0 || l < 0 ? "the item is of a class that the product does not have"
                                        : "the matrix has this item twice");
            return false;
        }
        if (!read_cell(r, item, shares, &p->cell[d][l]))
            return false;
        filled[d][l] = true;
    }
    for (int d = 0; d < p->diameter_count; d++)
        for (int l = 0; l < p->length_count; l++)
            if (!filled[d][l]) {
                dat_diagnose(r->in.d, dat_xml_line(matrix), 0,
                             "the matrix has a gap: no item of %.0f mm and %.0f cm",
                             1e3 * p->diameter[d], 1e2 * p->length[l]);
                return false;
            }
    return true;
}

// The species whose name the id begins with ("Gran#2#APT_2").
static bool species_of_id(const char *id, enum ter_species *species) {
    char word[DAT_USER_ID];
    (void)snprintf(word, sizeof word, "%s", id);
    word[strcspn(word, "#._-:;/ ")] = '\0';
    return dat_hpr_find_species(word, "", species);
}

static bool read_species(struct pin_reader *r, const xmlNode *node, struct veh_product *p) {
    char id[DAT_USER_ID];
    enum ter_species species;
    if (!read_id(&r->in, node, "SpeciesGroupUserID", id))
        return false;
    for (int i = 0; i < r->groups->count; i++) {
        const struct dat_species_group *g = &r->groups->items[i];
        if (strcmp(g->id, id) != 0)
            continue;
        p->species = (int)g->species;
        if (g->has_bark)
            r->products->bark[g->species] = g->bark;
        if (g->start_grade > 0)
            r->products->start_grade[g->species] = (uint8_t)g->start_grade;
        return true;
    }
    if (species_of_id(id, &species)) {
        p->species = (int)species;
        return true;
    }
    dat_diagnose(r->in.d, dat_xml_line(node), 0, "species group '%s' is of no known species", id);
    return false;
}

static bool is_wanted(const struct pin_reader *r, const char *id) {
    for (int i = 0; i < r->object->count; i++)
        if (strcmp(r->object->ids[i], id) == 0)
            return true;
    return r->object->count == 0;
}

static bool read_classified(struct pin_reader *r, const xmlNode *node, struct veh_product *p) {
    char text[128];
    const xmlNode *name = dat_xml_need(&r->in, node, "ProductName");
    if (name == NULL || !read_species(r, node, p) || !read_diameters(r, node, p) ||
        !read_lengths(r, node, p) || !read_payment(r, node, p) || !read_grades(r, node, p) ||
        !read_matrix(r, node, p))
        return false;
    dat_xml_text(name, p->name, sizeof p->name);
    const char *problem = veh_product_problem(p, text, sizeof text);
    if (problem != NULL)
        dat_diagnose(r->in.d, dat_xml_line(node), 0, "%s", problem);
    return problem == NULL;
}

// Records and messages know a log's product by its name and species.
static bool has_own_name(struct pin_reader *r, const xmlNode *node, const struct veh_product *p) {
    for (int i = 0; i < r->products->count; i++) {
        const struct veh_product *other = &r->products->product[i];
        if (strcmp(other->name, p->name) != 0 || other->species != p->species)
            continue;
        dat_diagnose(r->in.d, dat_xml_line(dat_xml_child(node, "ProductName")), 0,
                     "duplicate name '%s' of products of one species", p->name);
        return false;
    }
    return true;
}

static void read_product(void *user, const xmlNode *node) {
    struct pin_reader *r = user;
    const xmlNode *classified = dat_xml_child(node, "ClassifiedProductDefinition");
    char id[DAT_USER_ID] = "";
    if (classified == NULL) // the unclassified one
        return;
    const bool outside = dat_xml_child(node, "ProductUserID") != NULL;
    if (!read_id(&r->in, outside ? node : classified, "ProductUserID", id) || !is_wanted(r, id))
        return;
    const int count = r->products->count;
    for (int i = 0; i < count; i++) {
        if (strcmp(r->ids[i], id) == 0) {
            dat_diagnose(r->in.d, dat_xml_line(node), 0, "duplicate product '%s'", id);
            return;
        }
    }
    if (count == VEH_MAX_PRODUCTS) {
        dat_diagnose(r->in.d, dat_xml_line(node), 0,
                     "more than %d products, expected an object (.oin) that chooses some",
                     VEH_MAX_PRODUCTS);
        return;
    }
    struct veh_product *p = &r->products->product[count];
    *p = (struct veh_product){.species = -1};
    if (read_classified(r, classified, p) && has_own_name(r, classified, p)) {
        memcpy(r->ids[count], id, sizeof id);
        r->products->count++;
    }
}

bool dat_read_pin(const char *text, const struct dat_species_groups *groups,
                  const struct dat_object_products *object, struct veh_products *products,
                  struct dat_diagnostics *d) {
    static const struct dat_xml_part parts[] = {{"ProductDefinition", read_product}};
    assert(text != NULL && groups != NULL && object != NULL && d != NULL);
    struct pin_reader r = {
        .in = {.d = d}, .groups = groups, .object = object, .products = products};
    *products = veh_default_products();
    const bool walked = dat_xml_walk(&r.in, text, "ProductInstruction", parts, 1, &r);
    find_start_grades(&r);
    if (walked && products->count == 0)
        dat_diagnose(d, 0, 0, "the file has no products%s",
                     object->count > 0 ? " of those that the object has" : "");
    return dat_diagnostics_ok(d);
}
