#include "data/site/hpr_write.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/site/hpr.h"
#include "data/site/hpr_products.h"
#include "data/text/atomic_file.h"

enum {
    DBH_HEIGHT = 120,
    UNCLASSIFIED = 999999,
    GRADES = DAT_HPR_GRADES
}; // [cm] above the felling cut

static const int species_info[TER_SPECIES_COUNT] = {
    [TER_SPRUCE] = 2,      [TER_PINE] = 1,  [TER_BIRCH] = 3,
    [TER_DOUGLAS_FIR] = 4, [TER_BEECH] = 5, [TER_OAK] = 6,
}; // SpeciesGroupInfo

// Of both sides [m], by the diameter over bark [m].
static double bark_of(enum ter_species species, double diameter) {
    const struct veh_bark bark = veh_default_bark(species);
    return diameter - veh_under_bark(&bark, diameter);
}

// ---- machine ----

static void write_header(struct dat_xml *w) {
    const struct dat_hpr *hpr = w->hpr;
    dat_xml_open(w, "HarvestedProductionHeader");
    dat_xml_leaf(w, "SenderApplication", hpr->program);
    dat_xml_leaf(w, "CreationDate", hpr->created);
    dat_xml_leaf(w, "ModificationDate", hpr->created);
    dat_xml_leaf(w, "ApplicationVersionCreated", hpr->program);
    dat_xml_leaf(w, "ApplicationVersionModified", hpr->program);
    dat_xml_leaf(w, "CountryCode", "276");
    dat_xml_close(w);
}

static void write_machine(struct dat_xml *w) {
    const struct dat_hpr *hpr = w->hpr;
    char year[5];
    (void)snprintf(year, sizeof year, "%.4s", hpr->start);
    dat_xml_leaf(w, "MachineKey", hpr->machine);
    dat_xml_leaf_with(w, "MachineUserID", "agency", "Other", hpr->machine);
    dat_xml_leaf(w, "MachineOwnerID", "Kranich");
    dat_xml_leaf(w, "MachineApplicationVersion", hpr->program);
    dat_xml_leaf(w, "MachineBaseManufacturer", "Kranich");
    dat_xml_leaf_with(w, "MachineBaseModel", "baseModelYear", year, hpr->machine);
    dat_xml_leaf(w, "MachineHeadManufacturer", "Kranich");
    dat_xml_leaf_with(w, "MachineHeadModel", "headModelYear", year, hpr->machine);
    dat_hpr_write_business(w, "MachineOwner", false);
    dat_hpr_write_business(w, "LoggingContractor", true);
    dat_xml_open(w, "OperatorDefinition");
    dat_xml_leaf(w, "OperatorKey", "1");
    dat_xml_leaf_with(w, "OperatorUserID", "agency", "Other", hpr->trainee);
    dat_xml_open(w, "ContactInformation");
    dat_xml_leaf(w, "FirstName", hpr->trainee);
    dat_xml_close(w);
    dat_xml_close(w);
}

static void write_grades(struct dat_xml *w) {
    dat_xml_open_fixed(w, "Grades");
    dat_xml_leaf(w, "StartGrade", "1");
    for (int i = 1; i <= GRADES; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "Grade %d", i);
        dat_xml_open(w, "Grade");
        dat_xml_leaf_number(w, "GradeNumber", i);
        dat_xml_leaf(w, "GradeName", name);
        dat_xml_close(w);
    }
    dat_xml_close(w);
}

static void write_bark(struct dat_xml *w, enum ter_species species) {
    const struct veh_bark bark = veh_default_bark(species);
    dat_xml_open(w, "BarkFunction");
    dat_xml_attribute(w, "barkFunctionCategory", "Swedish Zacco");
    dat_xml_attribute(w, "modificationRestricted", "false");
    dat_xml_open(w, "SwedishZacco");
    dat_xml_open(w, "ConstantA");
    dat_xml_content(w, "%.9g", 1e3 * bark.constant);
    dat_xml_close(w);
    dat_xml_open(w, "FactorB");
    dat_xml_content(w, "%.9g", bark.factor);
    dat_xml_close(w);
    dat_xml_close(w);
    dat_xml_close(w);
}

static void write_group(struct dat_xml *w, enum ter_species species) {
    const char *name = ter_species_name(species);
    dat_xml_open(w, "SpeciesGroupDefinition");
    dat_xml_leaf_with(w, "SpeciesGroupModificationDate", "modificationAuthor", "", w->hpr->start);
    dat_xml_leaf_with(w, "SpeciesGroupUserID", "agency", "Other", name);
    dat_xml_leaf(w, "SpeciesGroupName", name);
    dat_xml_open_fixed(w, "SpeciesGroupInfo");
    dat_xml_content(w, "%d", species_info[species]);
    dat_xml_close(w);
    dat_xml_leaf_fixed(w, "SpeciesGroupVersion", "1");
    dat_xml_open_fixed(w, "DBHHeight");
    dat_xml_content(w, "%d", DBH_HEIGHT);
    dat_xml_close(w);
    static const char *const types[] = {"Stem", "Pulpwood stem"};
    for (int i = 0; i < 2; i++) {
        dat_xml_open(w, "StemTypeDefinition");
        dat_xml_leaf_number(w, "StemTypeCode", i + 1);
        dat_xml_leaf(w, "StemTypeName", types[i]);
        dat_xml_close(w);
    }
    dat_xml_leaf_number(w, "SpeciesGroupKey", dat_hpr_group_key(species));
    write_grades(w);
    write_bark(w, species);
    dat_xml_leaf_number(w, "SpeciesGroupPresentationOrder", dat_hpr_group_key(species));
    dat_xml_close(w);
}

// ---- products ----

static void write_unclassified(struct dat_xml *w) {
    dat_xml_open(w, "ProductDefinition");
    dat_xml_leaf_number(w, "ProductKey", UNCLASSIFIED);
    dat_xml_open(w, "UnclassifiedProductDefinition");
    dat_xml_leaf(w, "ProductName", "Unclassified");
    dat_xml_leaf(w, "ModificationDate", w->hpr->start);
    dat_xml_close(w);
    dat_xml_close(w);
}

// ---- object ----

static void write_form(struct dat_xml *w) {
    dat_xml_open(w, "LoggingForm");
    dat_xml_attribute(w, "agency", "Other");
    dat_xml_leaf(w, "LoggingFormCode", "0");
    dat_xml_leaf(w, "LoggingFormDescription", "0");
    dat_xml_close(w);
}

static void write_object(struct dat_xml *w) {
    const struct dat_hpr *hpr = w->hpr;
    dat_xml_open(w, "ObjectDefinition");
    dat_xml_leaf_with(w, "ObjectUserID", "agency", "Other", hpr->object);
    dat_xml_leaf(w, "ObjectName", hpr->object);
    dat_xml_leaf_with(w, "ObjectModificationDate", "modificationAuthor", "", hpr->start);
    dat_xml_leaf(w, "ForestCertification", "None");
    write_form(w);
    dat_xml_open(w, "LoggingOrganisation");
    dat_hpr_write_business(w, "ContactInformation", true);
    dat_xml_close(w);
    dat_hpr_write_business(w, "ForestOwner", true);
    dat_xml_leaf(w, "ObjectKey", "1");
    dat_xml_leaf(w, "StartDate", hpr->start);
    dat_xml_open(w, "SubObject");
    dat_xml_leaf_with(w, "SubObjectUserID", "agency", "Other", "1");
    dat_xml_leaf(w, "SubObjectName", hpr->object);
    write_form(w);
    dat_xml_leaf_with(w, "RealEstateIDSubObject", "agency", "Other", "1");
    dat_xml_leaf(w, "SubObjectKey", "1");
    dat_xml_close(w);
    dat_xml_close(w);
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

static void write_volume(struct dat_xml *w, const char *category, double volume) {
    dat_xml_open(w, "LogVolume");
    dat_xml_attribute(w, "logVolumeCategory", category);
    dat_xml_attribute(w, "logMeasurementCategory", "Machine");
    dat_xml_content(w, "%.5f", volume);
    dat_xml_close(w);
}

static void write_diameter(struct dat_xml *w, const char *category, double diameter) {
    dat_xml_open(w, "LogDiameter");
    dat_xml_attribute(w, "logDiameterCategory", category);
    dat_xml_content(w, "%ld", dat_millimetres(diameter));
    dat_xml_close(w);
}

static void write_log(struct dat_xml *w, enum ter_species species, const struct dat_hpr_log *log,
                      int key) {
    const double under = log->volume * share_under_bark(species, log);
    dat_xml_open(w, "Log");
    dat_xml_leaf_number(w, "LogKey", key);
    dat_xml_leaf_number(w, "ProductKey", log->product >= 0 ? log->product + 1 : UNCLASSIFIED);
    write_volume(w, "m3 (price)", under);
    write_volume(w, "m3sob", log->volume);
    write_volume(w, "m3sub", under);
    dat_xml_open(w, "CuttingCategory");
    dat_xml_leaf(w, "CuttingReason", log->product >= 0 ? "Automatic" : "Other manual");
    dat_xml_close(w);
    dat_xml_open(w, "LogMeasurement");
    dat_xml_attribute(w, "logMeasurementCategory", "Machine");
    write_diameter(w, "Butt ob", log->butt);
    write_diameter(w, "Butt ub", log->butt - bark_of(species, log->butt));
    write_diameter(w, "Mid ob", log->mid);
    write_diameter(w, "Mid ub", log->mid - bark_of(species, log->mid));
    write_diameter(w, "Top ob", log->top);
    write_diameter(w, "Top ub", log->top - bark_of(species, log->top));
    dat_xml_leaf_number(w, "LogLength", dat_centimetres(log->length));
    dat_xml_close(w);
    dat_xml_close(w);
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
static void write_profile(struct dat_xml *w, const struct dat_hpr_stem *stem,
                          const struct dat_hpr_log *logs, int count) {
    const double cut = find_cut(stem, logs[0].butt);
    double length = 0.0;
    for (int i = 0; i < count; i++)
        length += logs[i].length;
    const long end = lround(10.0 * floor(10.0 * fmin(length, stem->height - cut)));
    dat_xml_open(w, "StemDiameters");
    dat_xml_attribute(w, "diameterCategory", "Over bark");
    dat_xml_leaf(w, "DiameterMeasuredStartHeight", "0");
    dat_xml_leaf_number(w, "DiameterMeasuredEndHeight", end);
    for (long at = 0; at <= end; at += 10) {
        dat_xml_open(w, "DiameterValue");
        dat_xml_attribute_number(w, "diameterPosition", at);
        dat_xml_attribute(w, "diameterMeasurementCategory", "Average");
        dat_xml_content(w, "%ld",
                        dat_millimetres(ter_species_diameter(stem->species, stem->dbh, stem->height,
                                                             cut + 0.01 * (double)at)));
        dat_xml_close(w);
    }
    dat_xml_close(w);
}

static void write_dbh(struct dat_xml *w, const struct dat_hpr_stem *stem) {
    dat_xml_leaf_number(w, "DBH", dat_millimetres(stem->dbh));
    dat_xml_open(w, "ReferenceDiameter");
    dat_xml_attribute_number(w, "referenceDiameterHeight", DBH_HEIGHT);
    dat_xml_content(w, "%ld", dat_millimetres(stem->dbh));
    dat_xml_close(w);
}

static void write_place(struct dat_xml *w, const struct dat_hpr_stem *stem) {
    dat_xml_open(w, "StemCoordinates");
    dat_xml_attribute(w, "receiverPosition", "Crane tip position when felling the tree");
    dat_xml_attribute(w, "coordinateReferenceSystem", "WGS84");
    dat_xml_open(w, "Latitude");
    dat_xml_attribute(w, "latitudeCategory", "North");
    dat_xml_content(w, "%.8f", stem->geo.latitude);
    dat_xml_close(w);
    dat_xml_open(w, "Longitude");
    dat_xml_attribute(w, "longitudeCategory", "East");
    dat_xml_content(w, "%.8f", stem->geo.longitude);
    dat_xml_close(w);
    dat_xml_leaf_number(w, "Altitude", lround(stem->altitude));
    dat_xml_close(w);
}

static void write_processed(struct dat_xml *w, const struct dat_hpr_stem *stem,
                            const struct dat_hpr_log *logs, int count) {
    dat_xml_open(w, "SingleTreeProcessedStem");
    write_dbh(w, stem);
    dat_xml_open(w, "StemGrade");
    dat_xml_leaf_with(w, "GradeValue", "gradeStartPosition", "0", "1");
    dat_xml_close(w);
    write_profile(w, stem, logs, count);
    for (int i = 0; i < count; i++)
        write_log(w, stem->species, &logs[i], i + 1);
    dat_xml_close(w);
}

static void write_stem(struct dat_xml *w, int index, const struct dat_hpr_log *logs, int count) {
    const struct dat_hpr_stem *stem = &w->hpr->stems[index];
    dat_xml_open(w, "Stem");
    dat_xml_leaf_number(w, "StemKey", index + 1);
    dat_xml_leaf(w, "ObjectKey", "1");
    dat_xml_leaf(w, "SubObjectKey", "1");
    dat_xml_leaf_number(w, "SpeciesGroupKey", dat_hpr_group_key(stem->species));
    dat_xml_leaf(w, "OperatorKey", "1");
    dat_xml_leaf(w, "HarvestDate", stem->date);
    dat_xml_leaf_number(w, "StemNumber", index + 1);
    dat_xml_leaf(w, "ProcessingCategory", count > 0 ? "SingleTreeProcessing" : "SingleTreeFelling");
    write_place(w, stem);
    if (count > 0) {
        dat_xml_leaf(w, "StumpTreatment", "false");
        write_processed(w, stem, logs, count);
    } else {
        dat_xml_open(w, "SingleTreeFelledStem");
        write_dbh(w, stem);
        dat_xml_close(w);
        dat_xml_leaf(w, "StumpTreatment", "false");
    }
    dat_xml_close(w);
}

static void write_stems(struct dat_xml *w) {
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

static void write_root(struct dat_xml *w) {
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
    dat_xml_open(w, "HarvestedProduction");
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
        dat_xml_attribute(w, attributes[i][0], attributes[i][1]);
}

static void write_message(struct dat_xml *w) {
    dat_xml_note(w, xmlTextWriterSetIndent(w->xml, 1));
    dat_xml_note(w, xmlTextWriterSetIndentString(w->xml, (const xmlChar *)"\t"));
    dat_xml_note(w, xmlTextWriterStartDocument(w->xml, NULL, "UTF-8", NULL));
    write_root(w);
    write_header(w);
    dat_xml_open(w, "Machine");
    dat_xml_attribute(w, "machineCategory", "Harvester");
    write_machine(w);
    for (int i = 0; i < TER_SPECIES_COUNT; i++)
        if (w->hpr->has_species[i])
            write_group(w, (enum ter_species)i);
    for (int i = 0; i < w->hpr->product_count; i++)
        dat_hpr_write_product(w, i);
    write_unclassified(w);
    write_object(w);
    write_stems(w);
    dat_xml_close(w);
    dat_xml_close(w);
    dat_xml_note(w, xmlTextWriterEndDocument(w->xml));
}

bool dat_hpr_write(const struct dat_hpr *hpr, const char *path, struct dat_problem *problem) {
    assert(hpr != NULL && path != NULL);
    xmlBufferPtr buffer = xmlBufferCreate();
    struct dat_xml w = {.hpr = hpr};
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
