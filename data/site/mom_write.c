#include "data/site/mom_write.h"

#include <assert.h>
#include <math.h>

static void write_object(struct dat_xml *w, const struct dat_stanford *common) {
    dat_xml_open(w, "ObjectDefinition");
    dat_xml_leaf_with(w, "ObjectUserID", "agency", "Other", common->object);
    dat_xml_leaf(w, "ObjectName", common->object);
    dat_xml_leaf(w, "ForestCertification", "None");
    dat_xml_leaf_with(w, "ContractNumber", "ContractCategory", "", "1");
    dat_xml_leaf(w, "ObjectKey", "1");
    dat_xml_leaf(w, "StartDate", common->start);
    dat_xml_open(w, "SubObject");
    dat_xml_leaf_with(w, "SubObjectUserID", "agency", "Other", "1");
    dat_xml_leaf(w, "SubObjectName", common->object);
    dat_xml_leaf_with(w, "RealEstateIDSubObject", "agency", "Buyer", "1");
    dat_xml_leaf(w, "SubObjectKey", "1");
    dat_xml_close(w);
    dat_xml_close(w);
}

static void write_volume(struct dat_xml *w, const char *category, double volume) {
    dat_xml_open(w, "TotalVolumeOfHarvestedLogs");
    dat_xml_attribute(w, "harvestedLogsVolumeCategory", category);
    dat_xml_content(w, "%.4f", volume);
    dat_xml_close(w);
}

static const char *const categories[DAT_MOM_PROCESSINGS] = {
    [DAT_MOM_SINGLE_TREES] = "SingleTreeProcessing",
    [DAT_MOM_SINGLE_FELLED] = "SingleTreeFelling",
    [DAT_MOM_BUNCHES] = "MultiTreeProcessing",
    [DAT_MOM_BUNCHES_FELLED] = "MultiTreeFelling",
};

// Of a bunch, as in the .hpr, the volumes are estimates.
static void write_group(struct dat_xml *w, const struct dat_mom_group *group,
                        enum dat_mom_processing processing, enum ter_species species) {
    const bool bunched = processing == DAT_MOM_BUNCHES || processing == DAT_MOM_BUNCHES_FELLED;
    if (group->stems == 0)
        return;
    dat_xml_open(w, "HarvesterData");
    write_volume(w, bunched ? "m3sobEstimated" : "m3sob", group->over_bark);
    write_volume(w, bunched ? "m3subEstimated" : "m3sub", group->under_bark);
    dat_xml_leaf_number(w, "NumberOfHarvestedStems", group->stems);
    dat_xml_leaf(w, "ProcessingCategory", categories[processing]);
    dat_xml_leaf_number(w, "SpeciesGroupKey", dat_stanford_group_key(species));
    dat_xml_close(w);
}

static void write_fuel(struct dat_xml *w, const char *name, double fuel) {
    dat_xml_open(w, name);
    dat_xml_content(w, "%.3f", fuel);
    dat_xml_close(w);
}

static void write_forwarded(struct dat_xml *w, const struct dat_mom_forwarded *forwarded) {
    dat_xml_open(w, "ForwarderData");
    dat_xml_leaf_number(w, "ForwardedGreenMass", lround(forwarded->mass));
    dat_xml_open(w, "TotalForwardedVolume");
    dat_xml_attribute(w, "forwardedVolumeCategory", "Volume, m3sob");
    dat_xml_content(w, "%.4f", forwarded->volume);
    dat_xml_close(w);
    dat_xml_leaf_number(w, "NumberOfLoads", forwarded->loads);
    dat_xml_open(w, "DeliveryDefinitionEstimation");
    dat_xml_leaf(w, "DeliveryEstimationMethod", "Manual estimation by operator");
    dat_xml_leaf(w, "DeliveryEstimationUnit", "Volume, m3sob");
    dat_xml_close(w);
    dat_xml_close(w);
}

static void write_machine_data(struct dat_xml *w, const struct dat_mom *mom) {
    dat_xml_open(w, "OtherMachineData");
    dat_xml_leaf_number(w, "EngineTime", lround(mom->duration));
    dat_xml_leaf_number(w, "DrivenDistance", lround(mom->distance));
    write_fuel(w, "FuelConsumption", mom->fuel);
    for (int p = 0; p < DAT_MOM_PROCESSINGS; p++)
        for (int i = 0; i < ter_species_count(); i++)
            write_group(w, &mom->group[p][i], (enum dat_mom_processing)p, (enum ter_species)i);
    if (mom->category[0] == 'F')
        write_forwarded(w, &mom->forwarded);
    dat_xml_close(w);
}

// Nobody has said why.
static void write_down(struct dat_xml *w, const struct dat_mom *mom,
                       const struct dat_mom_stop *stop) {
    char begun[DAT_STANFORD_DATE];
    dat_stanford_date(mom->start_utc, stop->from, begun);
    dat_xml_open(w, "CombinedMachineDownTime");
    dat_xml_open(w, "Disturbance");
    dat_xml_leaf(w, "DisturbanceStandardCode", "Miscellaneous / other");
    dat_xml_open(w, "DisturbanceManufacturerCode");
    dat_xml_leaf(w, "Code", "0");
    dat_xml_leaf(w, "CodeDescription", "No lever was moved");
    dat_xml_close(w);
    dat_xml_close(w);
    dat_xml_leaf(w, "StartTime", begun);
    dat_xml_leaf_number(w, "TimeLength", lround(stop->length));
    dat_xml_open(w, "Extension");
    dat_xml_leaf_number(w, "EngineMinutes", (long)(stop->from / 60.0));
    dat_xml_close(w);
    dat_xml_close(w);
}

static void write_downs(struct dat_xml *w, const struct dat_mom *mom) {
    for (int i = 0; i < mom->stop_count; i++)
        if (mom->stops[i].length >= DAT_MOM_LONG_STOP)
            write_down(w, mom, &mom->stops[i]);
}

// How many of the shorter ones there were, minute by minute of their length.
static void write_short_downs(struct dat_xml *w, const struct dat_mom *mom) {
    for (int lower = 0; lower < DAT_MOM_LONG_STOP; lower += 60) {
        int count = 0;
        for (int i = 0; i < mom->stop_count; i++)
            count += mom->stops[i].length >= lower && mom->stops[i].length < lower + 60;
        dat_xml_open(w, "FrequencyShortDownTimes");
        dat_xml_leaf(w, "OperatorKey", "1");
        dat_xml_leaf(w, "ObjectKey", "1");
        dat_xml_leaf(w, "SubObjectKey", "1");
        dat_xml_open(w, "Extension");
        dat_xml_leaf_number(w, "SessionId", (long)mom->session);
        dat_xml_close(w);
        dat_xml_leaf_number(w, "LowerTimeLimit", lower);
        dat_xml_leaf_number(w, "UpperTimeLimit", lower + 60);
        dat_xml_leaf_number(w, "NoOfShortDownTimes", count);
        dat_xml_leaf(w, "StartTime", mom->common.start);
        dat_xml_leaf(w, "CombinedEndTime", mom->common.created);
        dat_xml_close(w);
    }
}

static void write_runs(struct dat_xml *w, const double run[DAT_MOM_RUNS]) {
    static const char *const names[DAT_MOM_RUNS] = {[DAT_MOM_TRAVEL] = "Terrain travel",
                                                    [DAT_MOM_PROCESSING] = "Processing",
                                                    [DAT_MOM_OTHER] = "Other work"};
    for (int i = 0; i < DAT_MOM_RUNS; i++) {
        if (lround(run[i]) == 0)
            continue;
        dat_xml_open(w, "CombinedMachineRunTime");
        if (i == DAT_MOM_OTHER)
            dat_xml_leaf_with(w, "MachineRunTimeCategory", "otherWorkCategory", "Unspecified",
                              names[i]);
        else
            dat_xml_leaf(w, "MachineRunTimeCategory", names[i]);
        dat_xml_leaf_number(w, "TimeLength", lround(run[i]));
        dat_xml_close(w);
    }
}

// The whole time is that of one operator at one task.
static void write_work(struct dat_xml *w, const struct dat_mom *mom) {
    dat_xml_open(w, "CombinedMachineWorkTime");
    dat_xml_leaf(w, "OperatorKey", "1");
    dat_xml_leaf(w, "StartTime", mom->common.start);
    dat_xml_leaf(w, "ObjectKey", "1");
    dat_xml_leaf(w, "SubObjectKey", "1");
    dat_xml_leaf(w, "MonitoringSettingsKey", "1");
    write_machine_data(w, mom);
    write_downs(w, mom);
    write_runs(w, mom->run);
    dat_xml_leaf(w, "CombinedEndTime", mom->common.created);
    dat_xml_open(w, "Extension");
    dat_xml_leaf_number(w, "SessionId", (long)mom->session);
    dat_xml_leaf(w, "SessionBreakReason", "OperationReportCreated");
    dat_xml_leaf(w, "MachineMode", "PowerMode");
    dat_xml_close(w);
    dat_xml_close(w);
}

// The session is one shift, in which the operator works and is logged in from beginning to end.
static void write_shift(struct dat_xml *w, const struct dat_mom *mom) {
    dat_xml_open(w, "OperatorShiftDefinition");
    dat_xml_leaf(w, "ShifKey", "1"); // as files spell it
    dat_xml_leaf(w, "OperatorKey", "1");
    dat_xml_leaf(w, "ObjectKey", "1");
    dat_xml_leaf(w, "SubObjectKey", "1");
    dat_xml_leaf(w, "ShiftStartTime", mom->common.start);
    dat_xml_leaf(w, "ShiftEndTime", mom->common.created);
    dat_xml_close(w);
    dat_xml_open(w, "OperatorWorkTime");
    dat_xml_attribute(w, "OperatorWorkTimeCategory", "MachineWorkTime");
    dat_xml_leaf(w, "OperatorKey", "1");
    dat_xml_leaf(w, "ObjectKey", "1");
    dat_xml_leaf(w, "SubObjectKey", "1");
    dat_xml_leaf(w, "MonitoringStartTime", mom->common.start);
    dat_xml_leaf_number(w, "MonitoringTimeLength", lround(mom->duration));
    dat_xml_open(w, "Extension");
    dat_xml_leaf_number(w, "SessionId", (long)mom->session);
    dat_xml_close(w);
    dat_xml_leaf(w, "ShifKey", "1");
    dat_xml_close(w);
    dat_xml_open(w, "OperatorLoginTime");
    dat_xml_leaf(w, "OperatorKey", "1");
    dat_xml_leaf(w, "MonitoringStartTime", mom->common.start);
    dat_xml_leaf_number(w, "MonitoringTimeLength", lround(mom->duration));
    dat_xml_close(w);
}

static void write_content(struct dat_xml *w, const void *content) {
    const struct dat_mom *mom = content;
    dat_stanford_write_groups(w, &mom->common);
    write_object(w, &mom->common);
    write_work(w, mom);
    write_shift(w, mom);
    dat_xml_open(w, "ReportInterval");
    dat_xml_leaf(w, "ReportStartTime", mom->common.start);
    dat_xml_leaf(w, "ReportEndTime", mom->common.created);
    dat_xml_close(w);
    dat_xml_open(w, "MonitoringSettings");
    dat_xml_leaf_number(w, "MonitoringFilterTimeDown", DAT_MOM_LONG_STOP);
    dat_xml_leaf(w, "MonitoringFilterTimeRun", "120");
    dat_xml_leaf_number(w, "MonitoringFilterTimeMinimum", DAT_MOM_LEAST_STOP);
    dat_xml_leaf(w, "MonitoringSettingsKey", "1");
    dat_xml_close(w);
    dat_xml_leaf_number(w, "MachineEngineTime", lround(mom->duration));
    dat_xml_leaf_number(w, "MachineDrivenDistance", lround(mom->distance));
    write_fuel(w, "MachineFuelConsumption", mom->fuel);
    write_short_downs(w, mom);
}

bool dat_mom_write(const struct dat_mom *mom, const char *path, struct dat_problem *problem) {
    assert(mom->common.without_authors && mom->duration >= 0.0);
    const struct dat_stanford_message message = {
        .root = "OperationalMonitoring",
        .type = "mom",
        .version = "3.1",
        .version_date = "2015-02-06",
        .category = mom->category,
        .head = mom->category[0] == 'H' ? DAT_STANFORD_HEAD_LAST : DAT_STANFORD_NO_HEAD,
        .common = &mom->common,
        .write = write_content};
    return dat_stanford_write(&message, mom, path, problem);
}
