#include "data/site/hpr_write.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <libxml/xmlwriter.h>

#include "data/site/hpr.h"
#include "data/text/atomic_file.h"

enum { DBH_HEIGHT = 120, UNCLASSIFIED = 999999, GRADES = 8 }; // [cm] above the felling cut

// Double bark = constant + factor * diameter, both in mm: Zacco 1974, the other species' lines from
// German tables fitted in the same form.
static const struct {
    double constant, factor;
    int info; // SpeciesGroupInfo
} barks[TER_SPECIES_COUNT] = {
    [TER_SPRUCE] = {4.55, 0.0312, 2},   [TER_PINE] = {3.52, 0.0289, 1},
    [TER_BIRCH] = {1.631, 0.0790, 3},   [TER_DOUGLAS_FIR] = {1.591, 0.050146, 4},
    [TER_BEECH] = {2.0355, 0.02298, 5}, [TER_OAK] = {10.183, 0.0690, 6},
};

// Of both sides [m], by the diameter over bark [m].
static double bark_of(enum ter_species species, double diameter) {
    return fmin(0.001 * barks[species].constant + barks[species].factor * diameter, diameter);
}

// ---- elements ----

struct writer {
    xmlTextWriterPtr xml;
    const struct dat_hpr *hpr;
    bool failed;
};

static void note(struct writer *w, int result) {
    w->failed = w->failed || result < 0;
}

// What XML cannot hold becomes '?'.
static void make_writable(char *text) {
    const bool is_utf8 = xmlCheckUTF8((const unsigned char *)text) == 1;
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || (!is_utf8 && (unsigned char)*text >= 0x80))
            *text = '?';
}

static void open(struct writer *w, const char *name) {
    note(w, xmlTextWriterStartElement(w->xml, (const xmlChar *)name));
}

static void close(struct writer *w) {
    note(w, xmlTextWriterEndElement(w->xml));
}

static void attribute(struct writer *w, const char *name, const char *value) {
    note(w, xmlTextWriterWriteAttribute(w->xml, (const xmlChar *)name, (const xmlChar *)value));
}

static void attribute_number(struct writer *w, const char *name, long value) {
    char text[32];
    (void)snprintf(text, sizeof text, "%ld", value);
    attribute(w, name, text);
}

__attribute__((format(printf, 2, 3))) static void content(struct writer *w, const char *format,
                                                          ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    make_writable(text);
    note(w, xmlTextWriterWriteString(w->xml, (const xmlChar *)text));
}

static void leaf(struct writer *w, const char *name, const char *text) {
    open(w, name);
    content(w, "%s", text);
    close(w);
}

static void leaf_number(struct writer *w, const char *name, long value) {
    open(w, name);
    content(w, "%ld", value);
    close(w);
}

// An element with one attribute.
static void leaf_with(struct writer *w, const char *name, const char *key, const char *value,
                      const char *text) {
    open(w, name);
    attribute(w, key, value);
    content(w, "%s", text);
    close(w);
}

static void open_fixed(struct writer *w, const char *name) {
    open(w, name);
    attribute(w, "modificationRestricted", "false");
}

static void leaf_fixed(struct writer *w, const char *name, const char *text) {
    leaf_with(w, name, "modificationRestricted", "false", text);
}

static long millimetres(double metres) {
    return lround(1e3 * metres);
}

static long centimetres(double metres) {
    return lround(1e2 * metres);
}

// ---- machine ----

static void write_header(struct writer *w) {
    const struct dat_hpr *hpr = w->hpr;
    open(w, "HarvestedProductionHeader");
    leaf(w, "SenderApplication", hpr->program);
    leaf(w, "CreationDate", hpr->created);
    leaf(w, "ModificationDate", hpr->created);
    leaf(w, "ApplicationVersionCreated", hpr->program);
    leaf(w, "ApplicationVersionModified", hpr->program);
    leaf(w, "CountryCode", "276");
    close(w);
}

static void write_business(struct writer *w, const char *name, bool with_address) {
    open(w, name);
    if (with_address)
        leaf(w, "Address", "");
    leaf(w, "BusinessName", "Kranich");
    leaf(w, "BusinessID", "Kranich");
    close(w);
}

static void write_machine(struct writer *w) {
    const struct dat_hpr *hpr = w->hpr;
    char year[5];
    (void)snprintf(year, sizeof year, "%.4s", hpr->start);
    leaf(w, "MachineKey", hpr->machine);
    leaf_with(w, "MachineUserID", "agency", "Other", hpr->machine);
    leaf(w, "MachineOwnerID", "Kranich");
    leaf(w, "MachineApplicationVersion", hpr->program);
    leaf(w, "MachineBaseManufacturer", "Kranich");
    leaf_with(w, "MachineBaseModel", "baseModelYear", year, hpr->machine);
    leaf(w, "MachineHeadManufacturer", "Kranich");
    leaf_with(w, "MachineHeadModel", "headModelYear", year, hpr->machine);
    write_business(w, "MachineOwner", false);
    write_business(w, "LoggingContractor", true);
    open(w, "OperatorDefinition");
    leaf(w, "OperatorKey", "1");
    leaf_with(w, "OperatorUserID", "agency", "Other", hpr->trainee);
    open(w, "ContactInformation");
    leaf(w, "FirstName", hpr->trainee);
    close(w);
    close(w);
}

static void write_grades(struct writer *w) {
    open_fixed(w, "Grades");
    leaf(w, "StartGrade", "1");
    for (int i = 1; i <= GRADES; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "Grade %d", i);
        open(w, "Grade");
        leaf_number(w, "GradeNumber", i);
        leaf(w, "GradeName", name);
        close(w);
    }
    close(w);
}

static void write_bark(struct writer *w, enum ter_species species) {
    open(w, "BarkFunction");
    attribute(w, "barkFunctionCategory", "Swedish Zacco");
    attribute(w, "modificationRestricted", "false");
    open(w, "SwedishZacco");
    open(w, "ConstantA");
    content(w, "%.9g", barks[species].constant);
    close(w);
    open(w, "FactorB");
    content(w, "%.9g", barks[species].factor);
    close(w);
    close(w);
    close(w);
}

static long group_key(enum ter_species species) {
    return (long)species + 1;
}

static void write_group(struct writer *w, enum ter_species species) {
    const char *name = ter_species_name(species);
    open(w, "SpeciesGroupDefinition");
    leaf_with(w, "SpeciesGroupModificationDate", "modificationAuthor", "", w->hpr->start);
    leaf_with(w, "SpeciesGroupUserID", "agency", "Other", name);
    leaf(w, "SpeciesGroupName", name);
    open_fixed(w, "SpeciesGroupInfo");
    content(w, "%d", barks[species].info);
    close(w);
    leaf_fixed(w, "SpeciesGroupVersion", "1");
    open_fixed(w, "DBHHeight");
    content(w, "%d", DBH_HEIGHT);
    close(w);
    static const char *const types[] = {"Stem", "Pulpwood stem"};
    for (int i = 0; i < 2; i++) {
        open(w, "StemTypeDefinition");
        leaf_number(w, "StemTypeCode", i + 1);
        leaf(w, "StemTypeName", types[i]);
        close(w);
    }
    leaf_number(w, "SpeciesGroupKey", group_key(species));
    write_grades(w);
    write_bark(w, species);
    leaf_number(w, "SpeciesGroupPresentationOrder", group_key(species));
    close(w);
}

// ---- products ----

static void write_diameters_of(struct writer *w, const struct dat_hpr_product *product) {
    open_fixed(w, "DiameterDefinition");
    open(w, "DiameterClasses");
    attribute(w, "diameterClassCategory", "Top");
    open(w, "DiameterClass");
    leaf_number(w, "DiameterClassLowerLimit", millimetres(product->min_top));
    close(w);
    leaf(w, "DiameterClassMAX", "999");
    leaf(w, "DiameterClassAdjustment", "DiameterClassAdjustment1");
    leaf(w, "DiameterUnderBark", "false");
    close(w);
    leaf_number(w, "DiameterMINTop", millimetres(product->min_top));
    leaf(w, "DiameterMAXButt", "999");
    leaf(w, "DiameterTopPosition", "0");
    close(w);
}

static void write_lengths_of(struct writer *w, const struct dat_hpr_product *product) {
    open_fixed(w, "LengthDefinition");
    leaf(w, "LengthClassAdjustment", "LengthClassAdjustment1");
    open(w, "LengthClass");
    leaf_number(w, "LengthClassLowerLimit", centimetres(product->length));
    leaf(w, "LengthClassMargin", "0");
    close(w);
    leaf_number(w, "LengthClassMAX", centimetres(product->length) + 10);
    close(w);
    open_fixed(w, "CuttingWindowDefinition");
    leaf(w, "LowerLengthLimit", "0");
    leaf(w, "UpperLengthLimit", "5");
    close(w);
}

static void write_rules(struct writer *w) {
    open_fixed(w, "PermittedGradesDefinition");
    for (int i = 1; i <= GRADES; i++)
        leaf_number(w, "PermittedGradeNumber", i);
    close(w);
    open_fixed(w, "PriceDefinition");
    leaf(w, "VolumeDiameterAdjustment", "Measured diameter in mm");
    leaf(w, "VolumeDiameterCategory", "All diameters (solid volume)");
    leaf(w, "VolumeLengthCategory", "Physical length cm");
    leaf(w, "VolumeUnderBark", "true");
    close(w);
    open_fixed(w, "LengthDistributionDefinition");
    leaf(w, "DistributionAllowed", "false");
    leaf(w, "DistributionCategory", "Number of logs");
    leaf(w, "MAXDeviation", "0");
    leaf(w, "DistributionWithinProduct", "true");
    close(w);
    open_fixed(w, "LimitationDefinition");
    leaf(w, "LimitationCategory", "No limitation");
    leaf(w, "LimitationResult", "No action");
    close(w);
}

// The exercise has no prices: one class without a value.
static void write_matrix(struct writer *w, const struct dat_hpr_product *product) {
    static const char *const locks[] = {"modificationRestricted",
                                        "modificationRestrictedPrice",
                                        "modificationRestrictedDistribution",
                                        "modificationRestrictedLimitation",
                                        "modificationRestrictedBuckingCriteria",
                                        "modificationRestrictedLogColorMarking"};
    open(w, "ProductMatrixes");
    for (size_t i = 0; i < sizeof locks / sizeof locks[0]; i++)
        attribute(w, locks[i], "false");
    open(w, "ProductMatrixItem");
    attribute_number(w, "diameterClassLowerLimit", millimetres(product->min_top));
    attribute_number(w, "lengthClassLowerLimit", centimetres(product->length));
    leaf(w, "Price", "0");
    leaf(w, "Distribution", "0");
    leaf(w, "Limitation", "0");
    leaf(w, "BuckingCriteria", "No limit");
    open(w, "LogColorMarking");
    leaf(w, "Color1", "false");
    leaf(w, "Color2", "false");
    leaf(w, "Color3", "false");
    close(w);
    close(w);
    close(w);
}

static void write_product(struct writer *w, int index) {
    const struct dat_hpr_product *product = &w->hpr->products[index];
    char id[64];
    (void)snprintf(id, sizeof id, "%s-%d", ter_species_name(product->species), index + 1);
    open(w, "ProductDefinition");
    leaf_number(w, "ProductKey", index + 1);
    open(w, "ClassifiedProductDefinition");
    leaf(w, "ProductName", product->name);
    leaf(w, "ModificationDate", w->hpr->start);
    leaf_fixed(w, "ProductInfo", id);
    leaf_fixed(w, "ProductVersion", "1");
    write_business(w, "ProductBuyer", false);
    write_business(w, "ProductDestination", false);
    leaf(w, "ProductGroupName", product->name);
    leaf(w, "StemTypeCode", "1");
    leaf_with(w, "ProductUserID", "agency", "Other", id);
    leaf_number(w, "SpeciesGroupKey", group_key(product->species));
    leaf(w, "ManualFreeBuck", "true");
    leaf(w, "TopLogFreeBuck", "false");
    leaf(w, "ProductCondition", "Buck always");
    write_diameters_of(w, product);
    write_lengths_of(w, product);
    write_rules(w);
    write_matrix(w, product);
    leaf_number(w, "ProductPresentationOrder", index + 1);
    close(w);
    close(w);
}

static void write_unclassified(struct writer *w) {
    open(w, "ProductDefinition");
    leaf_number(w, "ProductKey", UNCLASSIFIED);
    open(w, "UnclassifiedProductDefinition");
    leaf(w, "ProductName", "Unclassified");
    leaf(w, "ModificationDate", w->hpr->start);
    close(w);
    close(w);
}

// ---- object ----

static void write_form(struct writer *w) {
    open(w, "LoggingForm");
    attribute(w, "agency", "Other");
    leaf(w, "LoggingFormCode", "0");
    leaf(w, "LoggingFormDescription", "0");
    close(w);
}

static void write_object(struct writer *w) {
    const struct dat_hpr *hpr = w->hpr;
    open(w, "ObjectDefinition");
    leaf_with(w, "ObjectUserID", "agency", "Other", hpr->object);
    leaf(w, "ObjectName", hpr->object);
    leaf_with(w, "ObjectModificationDate", "modificationAuthor", "", hpr->start);
    leaf(w, "ForestCertification", "None");
    write_form(w);
    open(w, "LoggingOrganisation");
    write_business(w, "ContactInformation", true);
    close(w);
    write_business(w, "ForestOwner", true);
    leaf(w, "ObjectKey", "1");
    leaf(w, "StartDate", hpr->start);
    open(w, "SubObject");
    leaf_with(w, "SubObjectUserID", "agency", "Other", "1");
    leaf(w, "SubObjectName", hpr->object);
    write_form(w);
    leaf_with(w, "RealEstateIDSubObject", "agency", "Other", "1");
    leaf(w, "SubObjectKey", "1");
    close(w);
    close(w);
}

// ---- stems ----

// The ratio of the volumes under and over bark, by Simpson's rule over the three diameters.
static double share_under_bark(enum ter_species species, const struct dat_hpr_log *log) {
    const double diameters[3] = {log->butt, log->mid, log->top};
    static const double weights[3] = {1.0, 4.0, 1.0};
    double over = 0.0;
    double under = 0.0;
    for (int i = 0; i < 3; i++) {
        const double d = diameters[i] - bark_of(species, diameters[i]);
        over += weights[i] * diameters[i] * diameters[i];
        under += weights[i] * d * d;
    }
    return over > 0.0 ? under / over : 0.0;
}

static void write_volume(struct writer *w, const char *category, double volume) {
    open(w, "LogVolume");
    attribute(w, "logVolumeCategory", category);
    attribute(w, "logMeasurementCategory", "Machine");
    content(w, "%.5f", volume);
    close(w);
}

static void write_diameter(struct writer *w, const char *category, double diameter) {
    open(w, "LogDiameter");
    attribute(w, "logDiameterCategory", category);
    content(w, "%ld", millimetres(diameter));
    close(w);
}

static void write_log(struct writer *w, enum ter_species species, const struct dat_hpr_log *log,
                      int key) {
    const double under = log->volume * share_under_bark(species, log);
    open(w, "Log");
    leaf_number(w, "LogKey", key);
    leaf_number(w, "ProductKey", log->product >= 0 ? log->product + 1 : UNCLASSIFIED);
    write_volume(w, "m3 (price)", under);
    write_volume(w, "m3sob", log->volume);
    write_volume(w, "m3sub", under);
    open(w, "CuttingCategory");
    leaf(w, "CuttingReason", log->product >= 0 ? "Automatic" : "Other manual");
    close(w);
    open(w, "LogMeasurement");
    attribute(w, "logMeasurementCategory", "Machine");
    write_diameter(w, "Butt ob", log->butt);
    write_diameter(w, "Butt ub", log->butt - bark_of(species, log->butt));
    write_diameter(w, "Mid ob", log->mid);
    write_diameter(w, "Mid ub", log->mid - bark_of(species, log->mid));
    write_diameter(w, "Top ob", log->top);
    write_diameter(w, "Top ub", log->top - bark_of(species, log->top));
    leaf_number(w, "LogLength", centimetres(log->length));
    close(w);
    close(w);
}

// Height [m] of the felling cut: the stem gets thinner upwards, so the butt's diameter has one
// place.
static double find_cut(const struct dat_hpr_stem *stem, double butt) {
    double low = 0.0;
    double high = ter_breast_height;
    for (int i = 0; i < 40; i++) {
        const double middle = 0.5 * (low + high);
        if (ter_species_diameter(stem->species, stem->dbh, stem->height, middle) > butt)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Every 10 cm, as far as logs were cut.
static void write_profile(struct writer *w, const struct dat_hpr_stem *stem,
                          const struct dat_hpr_log *logs, int count) {
    const double cut = find_cut(stem, logs[0].butt);
    double length = 0.0;
    for (int i = 0; i < count; i++)
        length += logs[i].length;
    const long end = lround(10.0 * floor(10.0 * fmin(length, stem->height - cut)));
    open(w, "StemDiameters");
    attribute(w, "diameterCategory", "Over bark");
    leaf(w, "DiameterMeasuredStartHeight", "0");
    leaf_number(w, "DiameterMeasuredEndHeight", end);
    for (long at = 0; at <= end; at += 10) {
        open(w, "DiameterValue");
        attribute_number(w, "diameterPosition", at);
        attribute(w, "diameterMeasurementCategory", "Average");
        content(w, "%ld",
                millimetres(ter_species_diameter(stem->species, stem->dbh, stem->height,
                                                 cut + 0.01 * (double)at)));
        close(w);
    }
    close(w);
}

static void write_dbh(struct writer *w, const struct dat_hpr_stem *stem) {
    leaf_number(w, "DBH", millimetres(stem->dbh));
    open(w, "ReferenceDiameter");
    attribute_number(w, "referenceDiameterHeight", DBH_HEIGHT);
    content(w, "%ld", millimetres(stem->dbh));
    close(w);
}

static void write_place(struct writer *w, const struct dat_hpr_stem *stem) {
    open(w, "StemCoordinates");
    attribute(w, "receiverPosition", "Crane tip position when felling the tree");
    attribute(w, "coordinateReferenceSystem", "WGS84");
    open(w, "Latitude");
    attribute(w, "latitudeCategory", "North");
    content(w, "%.8f", stem->geo.latitude);
    close(w);
    open(w, "Longitude");
    attribute(w, "longitudeCategory", "East");
    content(w, "%.8f", stem->geo.longitude);
    close(w);
    leaf_number(w, "Altitude", lround(stem->altitude));
    close(w);
}

static void write_processed(struct writer *w, const struct dat_hpr_stem *stem,
                            const struct dat_hpr_log *logs, int count) {
    open(w, "SingleTreeProcessedStem");
    write_dbh(w, stem);
    open(w, "StemGrade");
    leaf_with(w, "GradeValue", "gradeStartPosition", "0", "1");
    close(w);
    write_profile(w, stem, logs, count);
    for (int i = 0; i < count; i++)
        write_log(w, stem->species, &logs[i], i + 1);
    close(w);
}

static void write_stem(struct writer *w, int index, const struct dat_hpr_log *logs, int count) {
    const struct dat_hpr_stem *stem = &w->hpr->stems[index];
    open(w, "Stem");
    leaf_number(w, "StemKey", index + 1);
    leaf(w, "ObjectKey", "1");
    leaf(w, "SubObjectKey", "1");
    leaf_number(w, "SpeciesGroupKey", group_key(stem->species));
    leaf(w, "OperatorKey", "1");
    leaf(w, "HarvestDate", stem->date);
    leaf_number(w, "StemNumber", index + 1);
    leaf(w, "ProcessingCategory", count > 0 ? "SingleTreeProcessing" : "SingleTreeFelling");
    write_place(w, stem);
    if (count > 0) {
        leaf(w, "StumpTreatment", "false");
        write_processed(w, stem, logs, count);
    } else {
        open(w, "SingleTreeFelledStem");
        write_dbh(w, stem);
        close(w);
        leaf(w, "StumpTreatment", "false");
    }
    close(w);
}

static void write_stems(struct writer *w) {
    const struct dat_hpr *hpr = w->hpr;
    int first = 0;
    for (int i = 0; i < hpr->stem_count; i++) {
        int end = first;
        while (end < hpr->log_count && hpr->logs[end].stem == i)
            end++;
        write_stem(w, i, hpr->logs + first, end - first);
        first = end;
    }
    assert(first == hpr->log_count);
}

// ---- the message ----

static void write_root(struct writer *w) {
    static const char *const attributes[][2] = {
        {"xmlns", DAT_HPR_NAMESPACE},
        {"xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"},
        {"messageType", "hpr"},
        {"areaUnit", "ha"},
        {"diameterUnit", "mm"},
        {"lengthUnit", "cm"},
        {"volumeUnit", "m3"},
        {"weightUnit", "kg"},
        {"version", "3.6"},
        {"versionDate", "2020-02-07"},
        {"xsi:schemaLocation", DAT_HPR_NAMESPACE " HarvestedProduction_V3p6.xsd"},
    };
    open(w, "HarvestedProduction");
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
        attribute(w, attributes[i][0], attributes[i][1]);
}

static void write_message(struct writer *w) {
    note(w, xmlTextWriterSetIndent(w->xml, 1));
    note(w, xmlTextWriterSetIndentString(w->xml, (const xmlChar *)"\t"));
    note(w, xmlTextWriterStartDocument(w->xml, NULL, "UTF-8", NULL));
    write_root(w);
    write_header(w);
    open(w, "Machine");
    attribute(w, "machineCategory", "Harvester");
    write_machine(w);
    for (int i = 0; i < TER_SPECIES_COUNT; i++)
        if (w->hpr->has_species[i])
            write_group(w, (enum ter_species)i);
    for (int i = 0; i < w->hpr->product_count; i++)
        write_product(w, i);
    write_unclassified(w);
    write_object(w);
    write_stems(w);
    close(w);
    close(w);
    note(w, xmlTextWriterEndDocument(w->xml));
}

bool dat_hpr_write(const struct dat_hpr *hpr, const char *path, struct dat_problem *problem) {
    assert(hpr != NULL && path != NULL);
    xmlBufferPtr buffer = xmlBufferCreate();
    struct writer w = {.hpr = hpr};
    w.xml = buffer != NULL ? xmlNewTextWriterMemory(buffer, 0) : NULL;
    if (w.xml != NULL)
        write_message(&w);
    else
        w.failed = true;
    xmlFreeTextWriter(w.xml);
    bool ok = !w.failed;
    if (!ok)
        dat_problem_set(problem, "out of memory");
    else
        ok = dat_write_file(path, xmlBufferContent(buffer), (size_t)xmlBufferLength(buffer),
                            problem);
    xmlBufferFree(buffer);
    return ok;
}
