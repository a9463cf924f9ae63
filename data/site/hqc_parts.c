#include "data/site/hqc_parts.h"

#include <stdio.h>

// ---- rules ----

void dat_hqc_write_settings(struct dat_xml *w, const struct dat_stanford *common) {
    for (int i = 0; i < ter_species_count(); i++) {
        if (!common->has_species[i])
            continue;
        dat_xml_open(w, "ControlStemSettings");
        dat_xml_leaf_number(w, "RandomFrequency", VEH_CONTROL_ONE_IN);
        dat_xml_leaf(w, "RandomFrequencyCategory", "Number of stems");
        dat_xml_leaf(w, "RandomMINDBH", "0");
        dat_xml_leaf(w, "RandomMINLength", "0");
        dat_xml_leaf(w, "RandomLogNotification", "0");
        dat_xml_leaf(w, "RandomStartTime", "00:00:00+00:00"); // all day
        dat_xml_leaf(w, "RandomEndTime", "00:00:00+00:00");
        dat_xml_leaf(w, "RandomSettingDateTime", common->start);
        dat_xml_leaf_with(w, "SpeciesGroupUserID", "agency", "Other",
                          ter_species_name((enum ter_species)i));
        dat_xml_leaf(w, "ProcessingCategory", "SingleTreeProcessing");
        dat_xml_close(w);
    }
}

// ---- calibrations ----

static const double positions[] = {3.0, 5.0}; // [m] of logs
static const struct veh_correction none;

// Up to the reason; all species have the same.
static void open_calibration(struct dat_xml *w, const char *name,
                             const struct dat_hpr_calibration *c) {
    char element[40], why[160];
    dat_xml_open(w, name);
    dat_xml_leaf_with(w, "SpeciesGroupUserID", "agency", "Other", "COMMON");
    dat_xml_leaf(w, "OperatorKey", "1");
    dat_xml_leaf(w, "CalibrationDate", c->date);
    (void)snprintf(element, sizeof element, "%sReason", name);
    dat_xml_leaf(w, element, "Other reason");
    (void)snprintf(element, sizeof element, "%sDescription", name);
    (void)snprintf(
        why, sizeof why,
        "%s control measurement of %d logs: machine %+.0f mm in length, %+.0f mm in diameter",
        c->routine ? "Routine" : "Operator's own", c->logs, 1e3 * c->length_off,
        1e3 * c->diameter_off);
    dat_xml_leaf(w, element, why);
}

static void write_adjustment(struct dat_xml *w, const char *element, const char *attribute,
                             long position, double metres) {
    dat_xml_open(w, element);
    dat_xml_attribute_number(w, attribute, position);
    dat_xml_content(w, "%.1f", 1e3 * metres);
    dat_xml_close(w);
}

static void write_diameters(struct dat_xml *w, const struct dat_hpr_calibration *c,
                            const struct veh_correction *before) {
    open_calibration(w, "DiameterCalibration", c);
    for (int i = 0; i < VEH_CALIBRATION_CLASSES; i++)
        write_adjustment(w, "DiameterCalibrationAdjustment", "diameterCalibrationPosition",
                         dat_millimetres(veh_calibration_class(i)),
                         c->add.diameter[i] - before->diameter[i]);
    dat_xml_close(w);
}

static void write_lengths(struct dat_xml *w, const struct dat_hpr_calibration *c,
                          const struct veh_correction *before) {
    static const char position[] = "lengthCalibrationPosition";
    double change = 0.0;
    open_calibration(w, "LengthCalibration", c);
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        change = c->add.length - before->length + positions[i] * (c->add.scale - before->scale);
        write_adjustment(w, "LengthCalibrationAdjustment", position, dat_centimetres(positions[i]),
                         change);
    }
    write_adjustment(w, "LengthCalibrationAdjustmentButtLog", position, 500, change);
    dat_xml_close(w);
}

void dat_hqc_write_calibrations(struct dat_xml *w, const struct dat_hpr *hpr) {
    void (*const write[])(struct dat_xml *, const struct dat_hpr_calibration *,
                          const struct veh_correction *) = {write_diameters, write_lengths};
    if (hpr->calibration_count == 0)
        return;
    dat_xml_open(w, "CalibrationValues");
    for (int kind = 0; kind < 2; kind++)
        for (int i = hpr->calibration_count - 1; i >= 0; i--)
            write[kind](w, &hpr->calibrations[i], i > 0 ? &hpr->calibrations[i - 1].add : &none);
    dat_xml_close(w);
}
