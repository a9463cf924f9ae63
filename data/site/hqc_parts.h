// Parts of a quality control (.hqc) that harvested production has not: by which rules stems are
// chosen to be measured again, and the history of calibrations. For data/site/hpr_write.c.
#pragma once

#include "data/site/hpr_write.h"

// One ControlStemSettings for each species.
void dat_hqc_write_settings(struct dat_xml *w, const struct dat_stanford *common);
// CalibrationValues: what each calibration has changed, the newest first. Nothing without any.
void dat_hqc_write_calibrations(struct dat_xml *w, const struct dat_hpr *hpr);
