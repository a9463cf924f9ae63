#include "data/site/hpr_write.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "data/site/hqc_parts.h"
#include "sim/base/math.h"

#define EPSG "4326"                    // of the coordinates: WGS 84
static const double felling_cut = 0.1; // [m] above the ground, of a stem whose cut nobody knows

// ---- stems ----

// The ratio of the volumes under and over bark, by Simpson's rule over the three diameters.
static double share_under_bark(const struct veh_bark *bark, const struct dat_hpr_log *log) {
    const double diameters[3] = {log->butt, log->mid, log->top};
    static const double weights[3] = {1.0, 4.0, 1.0};
    double over = 0.0;
    double under = 0.0;
    for (int i = 0; i < 3; i++) {
        const double d = veh_under_bark(bark, diameters[i]);
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

static void write_pair(struct dat_xml *w, const struct veh_bark *bark, const char *place,
                       double diameter) {
    char category[16];
    (void)snprintf(category, sizeof category, "%s ob", place);
    write_diameter(w, category, diameter);
    (void)snprintf(category, sizeof category, "%s ub", place);
    write_diameter(w, category, veh_under_bark(bark, diameter));
}

static double length_of(const struct dat_hpr_log *log) {
    return log->measured_length > 0.0 ? log->measured_length : log->length;
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

// Factor of the taper at z [m] above the felling cut: what the machine has measured at breast
// height and in the middle and at the top of each log, over what the species' taper has there, and
// linear between. Below breast height it is the taper's swelling of what was measured there.
struct correction {
    const struct dat_hpr_stem *stem;
    double cut;                 // [m] height of the felling cut
    double from_z, from, z, to; // the two points about the present one
};

static void add_point(struct correction *c, double z, double measured) {
    const double d =
        ter_species_diameter(c->stem->species, c->stem->dbh, c->stem->height, c->cut + z);
    if (!(measured > 0.0 && d > 0.0) || z <= c->z)
        return;
    c->from_z = c->z;
    c->from = c->to;
    c->z = z;
    c->to = measured / d;
}

// at: [m] of the butt of the present log.
static double correction_at(const struct dat_hpr_stem *stem, double cut,
                            const struct dat_hpr_log *logs, int count, double z) {
    struct correction c = {.stem = stem, .cut = cut, .from = 1.0, .to = 1.0};
    double at = 0.0;
    add_point(&c, 0.01 * DAT_STANFORD_DBH_HEIGHT, stem->measured_dbh);
    c.from = c.to;
    for (int i = 0; i < count && c.z < z; i++) {
        const double length = length_of(&logs[i]);
        add_point(&c, at + 0.5 * length, logs[i].measured_mid);
        if (c.z < z)
            add_point(&c, at + length, logs[i].measured_top);
        at += length;
    }
    const double share =
        c.z > c.from_z ? sim_clamp((z - c.from_z) / (c.z - c.from_z), 0.0, 1.0) : 1.0;
    return c.from + share * (c.to - c.from);
}

static double profile_at(const struct dat_hpr_stem *stem, double cut,
                         const struct dat_hpr_log *logs, int count, double z) {
    return correction_at(stem, cut, logs, count, z) *
           ter_species_diameter(stem->species, stem->dbh, stem->height, cut + z);
}

// [m] A machine knows the large end of a log from the small end of the one below, and that of the
// first from breast height.
static double butt_of(const struct dat_hpr_stem *stem, const struct dat_hpr_log *logs, int count,
                      int index) {
    if (index > 0)
        return logs[index - 1].measured_top > 0.0 ? logs[index - 1].measured_top : logs[index].butt;
    return stem->measured_dbh > 0.0
               ? profile_at(stem, find_cut(stem, logs[0].butt), logs, count, 0.0)
               : logs[0].butt;
}

// The machine's measurements, or the true values where it has none.
static void write_measurement(struct dat_xml *w, const struct veh_bark *bark,
                              const struct dat_hpr_log *log, double butt) {
    const bool measured = log->measured_length > 0.0;
    dat_xml_open(w, "LogMeasurement");
    dat_xml_attribute(w, "logMeasurementCategory", "Machine");
    write_pair(w, bark, "Butt", butt);
    write_pair(w, bark, "Mid", log->measured_mid > 0.0 ? log->measured_mid : log->mid);
    write_pair(w, bark, "Top", log->measured_top > 0.0 ? log->measured_top : log->top);
    dat_xml_leaf_number(w, "LogLength",
                        dat_centimetres(measured ? log->measured_length : log->length));
    dat_xml_close(w);
}

// The first elements of a log.
static void open_log(struct dat_xml *w, const struct dat_hpr_log *log, int key) {
    dat_xml_open(w, "Log");
    dat_xml_leaf_number(w, "LogKey", key);
    dat_xml_leaf_number(w, "ProductKey",
                        log->product >= 0 ? log->product + 1 : DAT_STANFORD_UNCLASSIFIED);
}

static void write_cutting(struct dat_xml *w, const struct dat_hpr_log *log) {
    dat_xml_open(w, "CuttingCategory");
    dat_xml_leaf(w, "CuttingReason", log->product >= 0 ? "Automatic" : "Other manual");
    dat_xml_close(w);
}

// Of a bunch, real files have estimated volumes and no other.
static void write_volumes(struct dat_xml *w, const struct veh_bark *bark,
                          const struct dat_hpr_log *log, bool bunched) {
    const double under = log->volume * share_under_bark(bark, log);
    if (!bunched)
        write_volume(w, "m3 (price)", under);
    write_volume(w, bunched ? "m3sobEstimated" : "m3sob", log->volume);
    write_volume(w, bunched ? "m3subEstimated" : "m3sub", under);
}

static long whole_degrees(double angle) {
    return lround(angle) % 360;
}

static void write_decimal(struct dat_xml *w, const char *name, double value) {
    dat_xml_open(w, name);
    dat_xml_content(w, "%.2f", value);
    dat_xml_close(w);
}

// system: of the coordinates; NULL: the element does not say it.
static void open_coordinates(struct dat_xml *w, const char *name, const char *receiver,
                             const char *system, struct dat_geo geo) {
    dat_xml_open(w, name);
    dat_xml_attribute(w, "receiverPosition", receiver);
    if (system != NULL)
        dat_xml_attribute(w, "coordinateReferenceSystem", system);
    dat_stanford_write_place(w, geo);
}

// Where it lay at the cut. No receiver has measured that: the place is exact.
static void write_log_place(struct dat_xml *w, const struct dat_hpr_place *place,
                            const char *date) {
    open_coordinates(w, "LogCoordinates", "Product position", NULL, place->geo);
    write_decimal(w, "Altitude", place->altitude);
    dat_xml_leaf(w, "CoordinateDate", date);
    dat_xml_open(w, "Extension");
    dat_xml_leaf(w, "CoordinateEPSGcode", EPSG);
    write_decimal(w, "AccuracyCoordinateVertical", 0.0);
    dat_xml_leaf(w, "QualityIndicatorBearing", "Custom");
    write_decimal(w, "BearingAsDecimal", place->bearing);
    dat_xml_close(w);
    dat_xml_leaf_number(w, "LogBearing", whole_degrees(place->bearing));
    dat_xml_close(w);
}

// When and where it was cut, as some makers write it; at: [m] of its butt above the felling cut.
// Logs of bunches have no place in real files.
static void write_cutting_time(struct dat_xml *w, const struct dat_hpr_log *log, double at,
                               bool bunched) {
    const bool timed = log->cut_begun[0] != '\0', placed = log->place.known && !bunched;
    if (!timed && !placed)
        return;
    dat_xml_open(w, "Extension");
    if (timed) {
        dat_xml_leaf(w, "CuttingStartTime", log->cut_begun);
        dat_xml_leaf(w, "CuttingEndTime", log->cut_done);
    }
    dat_xml_leaf_number(w, "StartPos", dat_centimetres(at));
    if (placed)
        write_log_place(w, &log->place, log->cut_done);
    dat_xml_close(w);
}

// at: [m] of its butt above the felling cut, which is that thick.
static void write_log(struct dat_xml *w, const struct veh_bark *bark, const struct dat_hpr_log *log,
                      int key, double at, double butt, bool bunched) {
    open_log(w, log, key);
    write_volumes(w, bark, log, bunched);
    write_cutting(w, log);
    dat_xml_leaf(w, "TopSawing", log->top_sawn ? "true" : "false");
    dat_xml_leaf(w, "FindButtEndFunction", log->butt_found ? "true" : "false");
    write_cutting_time(w, log, at, bunched);
    write_measurement(w, bark, log, butt);
    dat_xml_close(w);
}

// Every 10 cm, as far as logs were cut.
static void write_profile(struct dat_xml *w, const struct dat_hpr_stem *stem,
                          const struct dat_hpr_log *logs, int count) {
    const double cut = find_cut(stem, logs[0].butt);
    double length = 0.0;
    for (int i = 0; i < count; i++)
        length += length_of(&logs[i]);
    const long end = lround(10.0 * floor(10.0 * fmin(length, stem->height - cut)));
    dat_xml_open(w, "StemDiameters");
    dat_xml_attribute(w, "diameterCategory", "Over bark");
    dat_xml_leaf(w, "DiameterMeasuredStartHeight", "0");
    dat_xml_leaf_number(w, "DiameterMeasuredEndHeight", end);
    for (long at = 0; at <= end; at += 10) {
        dat_xml_open(w, "DiameterValue");
        dat_xml_attribute_number(w, "diameterPosition", at);
        dat_xml_attribute(w, "diameterMeasurementCategory", "Average");
        const double z = 0.01 * (double)at;
        dat_xml_content(w, "%ld", dat_millimetres(profile_at(stem, cut, logs, count, z)));
        dat_xml_close(w);
    }
    dat_xml_close(w);
}

// A machine knows where it has cut, not where the ground was: its DBH lies that far above the cut.
static void write_dbh(struct dat_xml *w, const struct dat_hpr_stem *stem,
                      const struct dat_hpr_log *logs, int count) {
    const double height = 0.01 * DAT_STANFORD_DBH_HEIGHT;
    const double cut = count > 0 ? find_cut(stem, logs[0].butt) : 0.0;
    const double dbh =
        stem->measured_dbh > 0.0 ? stem->measured_dbh
        : count > 0 ? ter_species_diameter(stem->species, stem->dbh, stem->height, cut + height)
                    : stem->dbh;
    dat_xml_leaf_number(w, "DBH", dat_millimetres(dbh));
    dat_xml_open(w, "ReferenceDiameter");
    dat_xml_attribute_number(w, "referenceDiameterHeight", DAT_STANFORD_DBH_HEIGHT);
    dat_xml_content(w, "%ld", dat_millimetres(dbh));
    dat_xml_close(w);
}

static void write_coordinates(struct dat_xml *w, const char *receiver, struct dat_geo geo,
                              double altitude) {
    open_coordinates(w, "StemCoordinates", receiver, "WGS84", geo);
    dat_xml_leaf_number(w, "Altitude", lround(altitude));
    dat_xml_close(w);
}

static void write_place(struct dat_xml *w, const struct dat_hpr_stem *stem) {
    write_coordinates(w, "Crane tip position when felling the tree", stem->geo, stem->altitude);
}

static void write_stand(struct dat_xml *w, const struct dat_hpr_stand *stand) {
    if (stand->known)
        write_coordinates(w, "Base machine position", stand->geo, stand->altitude);
}

static void write_boom(struct dat_xml *w, const char *category, const struct dat_hpr_stand *stand) {
    if (!stand->known)
        return;
    dat_xml_open(w, "BoomPositioning");
    dat_xml_attribute(w, "boomPositioningCategory", category);
    dat_xml_leaf_number(w, "BoomAngle", whole_degrees(stand->boom_angle));
    dat_xml_leaf_number(w, "BoomExtension", dat_millimetres(stand->boom_extension));
    dat_xml_leaf_number(w, "MachineBearing", whole_degrees(stand->bearing));
    dat_xml_close(w);
}

static void write_grade(struct dat_xml *w, double from, int grade) {
    char position[16], value[16];
    (void)snprintf(position, sizeof position, "%ld", dat_centimetres(from));
    (void)snprintf(value, sizeof value, "%d", grade);
    dat_xml_open(w, "StemGrade");
    dat_xml_leaf_with(w, "GradeValue", "gradeStartPosition", position, value);
    dat_xml_close(w);
}

// One element per stretch, the first at the butt.
static void write_grades(struct dat_xml *w, const struct dat_hpr_stem *stem) {
    if (stem->grade_count == 0 || stem->grade[0].from >= 0.005)
        write_grade(w, 0.0, 1);
    for (int i = 0; i < stem->grade_count; i++)
        write_grade(w, stem->grade[i].from, stem->grade[i].grade);
}

// Stems of a bunch have no diameters along the stem: the knives feel the circle around all.
static void write_processed(struct dat_xml *w, const struct dat_hpr *hpr,
                            const struct dat_hpr_stem *stem, const struct dat_hpr_log *logs,
                            int count) {
    const struct veh_bark bark = dat_stanford_bark(&hpr->common, stem->species);
    const bool bunched = stem->bunch > 0;
    dat_xml_open(w, bunched ? "MultiTreeProcessedStem" : "SingleTreeProcessedStem");
    if (bunched)
        dat_xml_leaf_number(w, "StemBunchKey", stem->bunch);
    write_dbh(w, stem, logs, count);
    write_grades(w, stem);
    if (!bunched)
        write_profile(w, stem, logs, count);
    double at = 0.0;
    for (int i = 0; i < count; i++) {
        write_log(w, &bark, &logs[i], i + 1, at, butt_of(stem, logs, count, i), bunched);
        at += length_of(&logs[i]);
    }
    dat_xml_close(w);
}

// Of a stem that gave no logs, by the species' taper above the felling cut.
static void write_estimate(struct dat_xml *w, const struct dat_hpr *hpr,
                           const struct dat_hpr_stem *stem) {
    const struct veh_bark bark = dat_stanford_bark(&hpr->common, stem->species);
    const double step = 0.1;
    double over = 0.0, under = 0.0;
    for (double z = felling_cut + 0.5 * step; z < stem->height; z += step) {
        const double d = ter_species_diameter(stem->species, stem->dbh, stem->height, z);
        const double wood = fmax(veh_under_bark(&bark, d), 0.0);
        over += 0.25 * SIM_PI * d * d * step;
        under += 0.25 * SIM_PI * wood * wood * step;
    }
    for (int i = 0; i < 2; i++) {
        dat_xml_open(w, "StemVolume");
        dat_xml_attribute(w, "stemVolumeCategory", i == 0 ? "m3sobEstimated" : "m3subEstimated");
        dat_xml_content(w, "%.4f", i == 0 ? over : under);
        dat_xml_close(w);
    }
}

static void write_felled(struct dat_xml *w, const struct dat_hpr *hpr,
                         const struct dat_hpr_stem *stem) {
    const bool bunched = stem->bunch > 0;
    dat_xml_open(w, bunched ? "MultiTreeFelledStem" : "SingleTreeFelledStem");
    if (bunched)
        dat_xml_leaf_number(w, "StemBunchKey", stem->bunch);
    write_dbh(w, stem, NULL, 0);
    write_estimate(w, hpr, stem);
    dat_xml_close(w);
}

static const char *category_of(const struct dat_hpr_stem *stem, bool processed) {
    if (stem->bunch > 0)
        return processed ? "MultiTreeProcessing" : "MultiTreeFelling";
    return processed ? "SingleTreeProcessing" : "SingleTreeFelling";
}

// The elements of a stem before its place.
static void open_stem(struct dat_xml *w, const struct dat_hpr *hpr, int index, bool processed) {
    const struct dat_hpr_stem *stem = &hpr->stems[index];
    dat_xml_open(w, "Stem");
    dat_xml_leaf_number(w, "StemKey", index + 1);
    dat_xml_leaf(w, "ObjectKey", "1");
    dat_xml_leaf(w, "SubObjectKey", "1");
    dat_xml_leaf_number(w, "SpeciesGroupKey", dat_stanford_group_key(stem->species));
    dat_xml_leaf(w, "OperatorKey", "1");
    dat_xml_leaf(w, "HarvestDate", stem->date);
    dat_xml_leaf_number(w, "StemNumber", index + 1);
    dat_xml_leaf(w, "ProcessingCategory", category_of(stem, processed));
}

static void write_felling(struct dat_xml *w, const struct dat_hpr *hpr,
                          const struct dat_hpr_stem *stem) {
    const struct dat_hpr_stand *stand = &stem->stand;
    dat_xml_open(w, "Extension");
    if (hpr->session > 0)
        dat_xml_leaf_number(w, "SessionId", (long)hpr->session);
    if (stand->known) {
        dat_xml_leaf_number(w, "MachineBearing", whole_degrees(stand->bearing));
        dat_xml_leaf_number(w, "CraneAngle", whole_degrees(stand->boom_angle));
    }
    if (stem->cut_begun[0] != '\0') {
        dat_xml_leaf(w, "FellCutStartTime", stem->cut_begun);
        dat_xml_leaf(w, "FellCutEndTime", stem->date);
    }
    dat_xml_leaf(w, "CoordinateEPSGcode", EPSG);
    if (stand->known)
        write_decimal(w, "BearingAsDecimal", stand->bearing);
    dat_xml_close(w);
}

static void write_stem(struct dat_xml *w, const struct dat_hpr *hpr, int index,
                       const struct dat_hpr_log *logs, int count) {
    const struct dat_hpr_stem *stem = &hpr->stems[index];
    const bool felled_first = count == 0 && stem->bunch == 0; // as real files have it
    open_stem(w, hpr, index, count > 0);
    write_stand(w, &stem->stand);
    write_place(w, stem);
    if (felled_first)
        write_felled(w, hpr, stem);
    write_felling(w, hpr, stem);
    dat_xml_leaf(w, "StumpTreatment", "false");
    write_boom(w, "Felling", &stem->stand);
    if (count > 0)
        write_boom(w, "Last log cut", &logs[count - 1].stand);
    if (count > 0)
        write_processed(w, hpr, stem, logs, count);
    else if (!felled_first)
        write_felled(w, hpr, stem);
    dat_xml_close(w);
}

// Hands each stem over with its logs.
static void write_stems(struct dat_xml *w, const struct dat_hpr *hpr,
                        void (*write)(struct dat_xml *w, const struct dat_hpr *hpr, int index,
                                      const struct dat_hpr_log *logs, int count)) {
    int first = 0;
    for (int i = 0; i < hpr->stem_count; i++) {
        int end = first;
        while (end < hpr->log_count && hpr->logs[end].stem == i)
            end++;
        write(w, hpr, i, hpr->logs + first, end - first);
        first = end;
    }
    assert(first == hpr->log_count);
}

// ---- quality control ----

static void write_check(struct dat_xml *w, const char *who, double length, double mid, double top,
                        const char *date) {
    dat_xml_open(w, "LogMeasurement");
    dat_xml_attribute(w, "logMeasurementCategory", who);
    dat_xml_open(w, "LogDiameter");
    dat_xml_attribute(w, "logDiameterCategory", "Top ob");
    dat_xml_attribute(w, "diameterMeasurementCategory", "Average");
    dat_xml_content(w, "%ld", dat_millimetres(top));
    dat_xml_close(w);
    dat_xml_leaf_number(w, "LogLength", dat_centimetres(length));
    dat_xml_leaf(w, "MeasurementDate", date);
    if (mid > 0.0) {
        dat_xml_open(w, "ControlLogDiameter");
        dat_xml_attribute_number(w, "diameterPosition", dat_centimetres(0.5 * length));
        dat_xml_attribute(w, "controlLogDiameterCategory", "ob");
        dat_xml_attribute(w, "diameterMeasurementCategory", "Average");
        dat_xml_content(w, "%ld", dat_millimetres(mid));
        dat_xml_close(w);
    }
    dat_xml_close(w);
}

// cut: its time. A log that the operator has not measured has its true sizes as the operator's.
static void write_checked_log(struct dat_xml *w, const struct dat_hpr *hpr,
                              const struct veh_bark *bark, const struct dat_hpr_log *log, int key,
                              const char *cut) {
    const bool checked = log->checked_length > 0.0;
    open_log(w, log, key);
    write_volume(w, "m3sub", log->volume * share_under_bark(bark, log));
    write_cutting(w, log);
    write_check(w, "Machine", log->measured_length, log->measured_mid, log->measured_top, cut);
    if (checked)
        write_check(w, "Operator", log->checked_length, log->checked_mid, log->checked_top,
                    log->checked_at);
    else
        write_check(w, "Operator", log->length, log->mid, log->top, hpr->common.created);
    dat_xml_leaf(w, "CalibrationUseLog", checked ? "true" : "false");
    dat_xml_close(w);
}

static void write_checker(struct dat_xml *w, const struct dat_hpr *hpr, bool random) {
    dat_xml_open(w, "ControlMeasurementDefinition");
    dat_xml_attribute(w, "logMeasurementCategory", "Operator");
    dat_xml_open(w, "Measurer");
    dat_xml_leaf(w, "FirstName", hpr->common.trainee);
    dat_xml_close(w);
    dat_xml_leaf(w, "CaliperApplication", hpr->common.program);
    dat_xml_close(w);
    dat_xml_open(w, "ControlStemInfo");
    dat_xml_leaf(w, "RandomControlStemRejectedReason", "Not rejected");
    dat_xml_leaf(w, "RandomControlStemMeasurementMode", "Both diameters and lengths registered");
    dat_xml_leaf(w, "RandomControlStemSelection",
                 random ? "Randomly selected stem" : "Manually by operator selected stem");
    dat_xml_close(w);
}

static void write_checked_stem(struct dat_xml *w, const struct dat_hpr *hpr, int index,
                               const struct dat_hpr_log *logs, int count) {
    const struct dat_hpr_stem *stem = &hpr->stems[index];
    const struct veh_bark bark = dat_stanford_bark(&hpr->common, stem->species);
    int measured = 0;
    for (int i = 0; i < count; i++)
        measured += logs[i].measured_length > 0.0;
    if (measured == 0 || stem->bunch > 0)
        return;
    open_stem(w, hpr, index, true);
    write_place(w, &hpr->stems[index]);
    write_checker(w, hpr, stem->random);
    dat_xml_open(w, "SingleTreeProcessedStem");
    write_dbh(w, stem, logs, count);
    write_grades(w, stem);
    write_profile(w, stem, logs, count);
    for (int i = 0; i < count; i++)
        if (logs[i].measured_length > 0.0)
            write_checked_log(w, hpr, &bark, &logs[i], i + 1,
                              logs[i].cut_done[0] != '\0' ? logs[i].cut_done : stem->date);
    dat_xml_close(w);
    dat_xml_close(w);
}

// ---- the message ----

static void write_production(struct dat_xml *w, const void *content) {
    const struct dat_hpr *hpr = content;
    dat_stanford_write_groups(w, &hpr->common);
    dat_stanford_write_products(w, &hpr->common);
    dat_stanford_write_object(w, &hpr->common);
    write_stems(w, hpr, write_stem);
}

// Here products and object are part of the control, species groups of the machine.
static void write_control(struct dat_xml *w, const void *content) {
    const struct dat_hpr *hpr = content;
    dat_stanford_write_groups(w, &hpr->common);
    dat_xml_open(w, "ControlValues");
    dat_stanford_write_products(w, &hpr->common);
    dat_stanford_write_object(w, &hpr->common);
    dat_hqc_write_settings(w, &hpr->common);
    write_stems(w, hpr, write_checked_stem);
    dat_xml_close(w);
    dat_hqc_write_calibrations(w, hpr);
}

bool dat_hpr_write(const struct dat_hpr *hpr, const char *path, struct dat_problem *problem) {
    const struct dat_stanford_message message = {.root = "HarvestedProduction",
                                                 .type = "hpr",
                                                 .version = "3.6",
                                                 .version_date = "2020-02-07",
                                                 .category = "Harvester",
                                                 .head = DAT_STANFORD_HEAD_FIRST,
                                                 .common = &hpr->common,
                                                 .write = write_production};
    return dat_stanford_write(&message, hpr, path, problem);
}

bool dat_hqc_write(const struct dat_hpr *hpr, const char *path, struct dat_problem *problem) {
    const struct dat_stanford_message message = {.root = "HarvestingQualityControl",
                                                 .type = "hqc",
                                                 .version = "3.6",
                                                 .version_date = "2020-02-07",
                                                 .category = "Harvester",
                                                 .head = DAT_STANFORD_HEAD_FIRST,
                                                 .common = &hpr->common,
                                                 .write = write_control};
    return dat_stanford_write(&message, hpr, path, problem);
}
