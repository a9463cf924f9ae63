#include "data/site/stanford_parts.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "data/site/xml_read.h"
#include "data/text/atomic_file.h"
#include "vehicles/computer/products.h"

enum { DBH_HEIGHT = DAT_STANFORD_DBH_HEIGHT };

// ---- dates ----

static int days_of(int year, int month) {
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap ? 1 : 0);
}

void dat_stanford_date(const char *start, double seconds, char date[DAT_STANFORD_DATE]) {
    int year;
    int month;
    int day;
    int hour;
    int minute;
    double second;
    if (sscanf(start, "%d-%d-%dT%d:%d:%lfZ", &year, &month, &day, &hour, &minute, &second) != 6 ||
        month < 1 || month > 12 || year < 1 || year > 9999) {
        (void)snprintf(date, DAT_STANFORD_DATE, "%s", start);
        return;
    }
    const long long total =
        llround(1e3 * (3600.0 * hour + 60.0 * minute + second + seconds)); // [ms] of the first day
    const int ms = (int)(total % 86400000);
    for (long long days = total / 86400000; days > 0; days--) {
        if (++day <= days_of(year, month))
            continue;
        day = 1;
        month = month % 12 + 1;
        year += month == 1 ? 1 : 0;
    }
    (void)snprintf(date, DAT_STANFORD_DATE, "%04d-%02d-%02dT%02d:%02d:%02d.%03d+00:00", year, month,
                   day, ms / 3600000, ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
}

// ---- persons ----

void dat_stanford_write_business(struct dat_xml *w, const char *name, bool with_address) {
    dat_xml_open(w, name);
    if (with_address)
        dat_xml_leaf(w, "Address", "");
    dat_xml_leaf(w, "BusinessName", "Kranich");
    dat_xml_leaf(w, "BusinessID", "Kranich");
    dat_xml_close(w);
}

long dat_stanford_group_key(enum ter_species species) {
    return (long)species + 1;
}

// ---- machine ----

static void write_header(struct dat_xml *w, const char *name, const struct dat_stanford *common) {
    dat_xml_open(w, name);
    dat_xml_leaf(w, "SenderApplication", common->program);
    dat_xml_leaf(w, "CreationDate", common->created);
    dat_xml_leaf(w, "ModificationDate", common->created);
    dat_xml_leaf(w, "ApplicationVersionCreated", common->program);
    dat_xml_leaf(w, "ApplicationVersionModified", common->program);
    dat_xml_leaf(w, "CountryCode", "276");
    dat_xml_close(w);
}

static void write_head(struct dat_xml *w, const struct dat_stanford *common, const char *year) {
    dat_xml_leaf(w, "MachineHeadManufacturer", "Kranich");
    dat_xml_leaf_with(w, "MachineHeadModel", "headModelYear", year, common->machine);
}

static void write_operator(struct dat_xml *w, const struct dat_stanford *common, bool persons) {
    dat_xml_open(w, "OperatorDefinition");
    dat_xml_leaf(w, "OperatorKey", "1");
    if (persons)
        dat_xml_leaf(w, "OperatorUserID", common->trainee);
    else
        dat_xml_leaf_with(w, "OperatorUserID", "agency", "Other", common->trainee);
    dat_xml_open(w, "ContactInformation");
    dat_xml_leaf(w, "FirstName", common->trainee);
    dat_xml_leaf(w, "LastName", "");
    dat_xml_close(w);
    dat_xml_close(w);
}

static void write_person(struct dat_xml *w, const char *name) {
    dat_xml_open(w, name);
    dat_xml_leaf(w, "FirstName", "");
    dat_xml_leaf(w, "LastName", "Kranich");
    dat_xml_leaf(w, "BusinessName", "Kranich");
    dat_xml_leaf(w, "BusinessID", "Kranich");
    dat_xml_close(w);
}

static void write_persons(struct dat_xml *w, const struct dat_stanford *common) {
    dat_xml_leaf(w, "MachineBaseModel", common->machine);
    write_person(w, "MachineOwner");
    write_person(w, "LoggingContractor");
    write_operator(w, common, true);
}

void dat_stanford_write_place(struct dat_xml *w, struct dat_geo geo) {
    dat_xml_open(w, "Latitude");
    dat_xml_attribute(w, "latitudeCategory", "North");
    dat_xml_content(w, "%.8f", geo.latitude);
    dat_xml_close(w);
    dat_xml_open(w, "Longitude");
    dat_xml_attribute(w, "longitudeCategory", "East");
    dat_xml_content(w, "%.8f", geo.longitude);
    dat_xml_close(w);
}

static void write_track(struct dat_xml *w, const struct dat_stanford *common) {
    if (common->track_count == 0)
        return;
    dat_xml_open(w, "Tracking");
    for (int i = 0; i < common->track_count; i++) {
        dat_xml_open(w, "TrackCoordinates");
        dat_xml_attribute(w, "receiverPosition", "Base machine position");
        dat_xml_attribute(w, "coordinateReferenceSystem", "WGS84");
        dat_stanford_write_place(w, common->track[i].geo);
        dat_xml_leaf_number(w, "Altitude", lround(common->track[i].altitude));
        dat_xml_leaf(w, "CoordinateDate", common->track[i].date);
        dat_xml_close(w);
    }
    dat_xml_close(w);
}

static void write_machine(struct dat_xml *w, const struct dat_stanford *common,
                          enum dat_stanford_head head, bool persons) {
    char year[5];
    (void)snprintf(year, sizeof year, "%.4s", common->start);
    dat_xml_leaf(w, "MachineKey", common->machine);
    dat_xml_leaf_with(w, "MachineUserID", "agency", "Other", common->machine);
    dat_xml_leaf(w, "MachineOwnerID", "Kranich");
    dat_xml_leaf(w, "MachineApplicationVersion", common->program);
    dat_xml_leaf(w, "MachineBaseManufacturer", "Kranich");
    if (persons) {
        write_persons(w, common);
        return;
    }
    dat_xml_leaf_with(w, "MachineBaseModel", "baseModelYear", year, common->machine);
    if (head == DAT_STANFORD_HEAD_FIRST)
        write_head(w, common, year);
    dat_stanford_write_business(w, "MachineOwner", false);
    dat_stanford_write_business(w, "LoggingContractor", true);
    write_operator(w, common, false);
    write_track(w, common);
    if (head == DAT_STANFORD_HEAD_LAST) {
        dat_xml_leaf(w, "MachineHeadManufacturer", "Kranich");
        dat_xml_leaf(w, "MachineHeadModel", common->machine);
    }
}

// ---- species groups ----

static void write_grades(struct dat_xml *w) {
    dat_xml_open_fixed(w, "Grades");
    dat_xml_leaf(w, "StartGrade", "1");
    dat_xml_leaf(w, "MTHStartGrade", "1");
    for (int i = 1; i <= DAT_STANFORD_GRADES; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "Grade %d", i);
        dat_xml_open(w, "Grade");
        dat_xml_leaf_number(w, "GradeNumber", i);
        dat_xml_leaf(w, "GradeName", name);
        dat_xml_close(w);
    }
    dat_xml_close(w);
}

struct veh_bark dat_stanford_bark(const struct dat_stanford *common, enum ter_species species) {
    assert((int)species < ter_species_count());
    return common->cut_to != NULL ? common->cut_to->bark[species] : veh_default_bark(species);
}

static void write_bark(struct dat_xml *w, struct veh_bark bark) {
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

static void write_group(struct dat_xml *w, const struct dat_stanford *common,
                        enum ter_species species) {
    const char *name = ter_species_name(species);
    dat_xml_open(w, "SpeciesGroupDefinition");
    if (common->without_authors)
        dat_xml_leaf(w, "SpeciesGroupModificationDate", common->start);
    else
        dat_xml_leaf_with(w, "SpeciesGroupModificationDate", "modificationAuthor", "",
                          common->start);
    dat_xml_leaf_with(w, "SpeciesGroupUserID", "agency", "Other", name);
    dat_xml_leaf(w, "SpeciesGroupName", name);
    dat_xml_open_fixed(w, "SpeciesGroupInfo");
    dat_xml_content(w, "%d", ter_species_def(species)->group_number);
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
    dat_xml_leaf_number(w, "SpeciesGroupKey", dat_stanford_group_key(species));
    write_grades(w);
    write_bark(w, dat_stanford_bark(common, species));
    dat_xml_leaf_number(w, "SpeciesGroupPresentationOrder", dat_stanford_group_key(species));
    dat_xml_close(w);
}

void dat_stanford_write_groups(struct dat_xml *w, const struct dat_stanford *common) {
    for (int i = 0; i < ter_species_count(); i++)
        if (common->has_species[i])
            write_group(w, common, (enum ter_species)i);
}

// ---- object ----

static void write_form(struct dat_xml *w) {
    dat_xml_open(w, "LoggingForm");
    dat_xml_attribute(w, "agency", "Other");
    dat_xml_leaf(w, "LoggingFormCode", "0");
    dat_xml_leaf(w, "LoggingFormDescription", "0");
    dat_xml_close(w);
}

void dat_stanford_write_object(struct dat_xml *w, const struct dat_stanford *common) {
    dat_xml_open(w, "ObjectDefinition");
    dat_xml_leaf_with(w, "ObjectUserID", "agency", "Other", common->object);
    dat_xml_leaf(w, "ObjectName", common->object);
    dat_xml_leaf_with(w, "ObjectModificationDate", "modificationAuthor", "", common->start);
    dat_xml_leaf(w, "ForestCertification", "None");
    write_form(w);
    dat_xml_open(w, "LoggingOrganisation");
    dat_stanford_write_business(w, "ContactInformation", true);
    dat_xml_close(w);
    dat_stanford_write_business(w, "ForestOwner", true);
    dat_xml_leaf(w, "ObjectKey", "1");
    dat_xml_leaf(w, "StartDate", common->start);
    dat_xml_open(w, "SubObject");
    dat_xml_leaf_with(w, "SubObjectUserID", "agency", "Other", "1");
    dat_xml_leaf(w, "SubObjectName", common->object);
    write_form(w);
    dat_xml_leaf_with(w, "RealEstateIDSubObject", "agency", "Other", "1");
    dat_xml_leaf(w, "SubObjectKey", "1");
    dat_xml_close(w);
    dat_xml_close(w);
}

// ---- the message ----

static void write_root(struct dat_xml *w, const struct dat_stanford_message *message) {
    const char *const attributes[][2] = {
        {"xmlns", DAT_STANFORD_NAMESPACE},
        {"xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"},
        {"messageType", message->type},
        {"areaUnit", "ha"},
        {"diameterUnit", "mm"},
        {"lengthUnit", "cm"},
        {"volumeUnit", "m3"},
        {"weightUnit", "kg"},
        {"version", message->version},
        {"versionDate", message->version_date},
    };
    char schema[128];
    (void)snprintf(schema, sizeof schema, DAT_STANFORD_NAMESPACE " %s_V%cp%c.xsd", message->root,
                   message->version[0], message->version[2]);
    dat_xml_open(w, message->root);
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
        dat_xml_attribute(w, attributes[i][0], attributes[i][1]);
    dat_xml_attribute(w, "xsi:schemaLocation", schema);
}

static void write_message(struct dat_xml *w, const struct dat_stanford_message *message,
                          const void *content) {
    char header[64];
    (void)snprintf(header, sizeof header, "%sHeader", message->root);
    dat_xml_note(w, xmlTextWriterSetIndent(w->xml, 1));
    dat_xml_note(w, xmlTextWriterSetIndentString(w->xml, (const xmlChar *)"\t"));
    dat_xml_note(w, xmlTextWriterStartDocument(w->xml, NULL, "UTF-8", NULL));
    write_root(w, message);
    write_header(w, header, message->common);
    dat_xml_open(w, "Machine");
    dat_xml_attribute(w, "machineCategory", message->category);
    write_machine(w, message->common, message->head, message->persons);
    message->write(w, content);
    dat_xml_close(w);
    dat_xml_close(w);
    dat_xml_note(w, xmlTextWriterEndDocument(w->xml));
}

bool dat_stanford_write(const struct dat_stanford_message *message, const void *content,
                        const char *path, struct dat_problem *problem) {
    assert(message->write != NULL && message->common != NULL && path != NULL);
    xmlBufferPtr buffer = xmlBufferCreate();
    struct dat_xml w = {.xml = buffer != NULL ? xmlNewTextWriterMemory(buffer, 0) : NULL};
    if (w.xml != NULL)
        write_message(&w, message, content);
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
