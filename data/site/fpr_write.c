#include "data/site/fpr_write.h"

#include <assert.h>
#include <math.h>

// Keys count from 1. A product has one delivery, with its key; all go to the same place.

static void write_group(struct dat_xml *w, const struct dat_stanford *common,
                        enum ter_species species) {
    const char *name = ter_species_name(species);
    dat_xml_open(w, "SpeciesGroupDefinition");
    dat_xml_leaf_with(w, "SpeciesGroupModificationDate", "modificationAuthor", "", common->start);
    dat_xml_leaf_with(w, "SpeciesGroupUserID", "agency", "Other", name);
    dat_xml_leaf(w, "SpeciesGroupName", name);
    dat_xml_open_fixed(w, "SpeciesGroupInfo");
    dat_xml_content(w, "%d", ter_species_def(species)->group_number);
    dat_xml_close(w);
    dat_xml_leaf_fixed(w, "SpeciesGroupVersion", "1");
    dat_xml_open(w, "StemTypeDefinition");
    dat_xml_leaf(w, "StemTypeCode", "1");
    dat_xml_leaf(w, "StemTypeName", "Stem");
    dat_xml_close(w);
    dat_xml_leaf_number(w, "SpeciesGroupPresentationOrder", dat_stanford_group_key(species));
    dat_xml_leaf_number(w, "SpeciesGroupKey", dat_stanford_group_key(species));
    dat_xml_close(w);
}

static void write_product(struct dat_xml *w, const struct dat_fpr *fpr, int index) {
    const struct dat_fpr_product *product = &fpr->products[index];
    dat_xml_open(w, "ProductDefinition");
    dat_xml_leaf_number(w, "ProductKey", index + 1);
    dat_xml_open(w, "ClassifiedProductDefinition");
    dat_xml_leaf(w, "ProductName", product->name);
    dat_xml_leaf_with(w, "ModificationDate", "modificationAuthor", "", fpr->common.start);
    dat_xml_open_fixed(w, "ProductInfo");
    dat_xml_content(w, "%d", index + 1);
    dat_xml_close(w);
    dat_xml_leaf_fixed(w, "ProductVersion", "1");
    dat_xml_leaf(w, "ProductGroupName", ter_species_name(product->species));
    dat_xml_leaf(w, "StemTypeCode", "1");
    dat_xml_leaf_number(w, "ProductPresentationOrder", index + 1);
    dat_xml_leaf_with(w, "ProductUserID", "agency", "Other", product->name);
    dat_xml_leaf_number(w, "SpeciesGroupKey", dat_stanford_group_key(product->species));
    dat_xml_close(w);
    dat_xml_close(w);
}

static void write_owner(struct dat_xml *w, const char *name) {
    dat_xml_leaf(w, "LastName", name);
    dat_xml_leaf(w, "BusinessName", name);
}

static void write_object(struct dat_xml *w, const struct dat_stanford *common) {
    dat_xml_open(w, "ObjectDefinition");
    dat_xml_leaf_with(w, "ObjectUserID", "agency", "Other", common->object);
    dat_xml_leaf(w, "ObjectName", common->object);
    dat_xml_leaf_with(w, "ObjectModificationDate", "modificationAuthor", "", common->start);
    dat_xml_leaf(w, "ForestCertification", "None");
    dat_xml_open(w, "LoggingOrganisation");
    dat_xml_open(w, "ContactInformation");
    write_owner(w, "Kranich");
    dat_xml_close(w);
    dat_xml_close(w);
    dat_xml_open(w, "ForestOwner");
    write_owner(w, "Kranich");
    dat_xml_close(w);
    dat_xml_leaf_with(w, "ContractNumber", "ContractCategory", "", "1");
    dat_xml_leaf(w, "ObjectKey", "1");
    dat_xml_leaf(w, "StartDate", common->start);
    dat_xml_close(w);
    dat_xml_open(w, "LocationDefinition");
    dat_xml_leaf(w, "LocationUserID", "1");
    dat_xml_leaf(w, "LocationName", common->object);
    dat_xml_leaf(w, "LocationKey", "1");
    dat_xml_leaf(w, "ObjectKey", "1");
    dat_xml_close(w);
}

static void write_delivery(struct dat_xml *w, const struct dat_fpr *fpr, int index) {
    const char *name = fpr->products[index].name;
    dat_xml_open(w, "DeliveryDefinition");
    dat_xml_leaf_with(w, "DeliveryUserID", "agency", "Other", name);
    dat_xml_leaf(w, "DeliveryName", name);
    dat_xml_leaf_with(w, "ModificationDate", "modificationAuthor", "", fpr->common.start);
    dat_xml_open(w, "Density");
    dat_xml_attribute(w, "densityCategory", "On bark");
    dat_xml_content(w, "%ld", lround(fpr->density));
    dat_xml_close(w);
    dat_xml_leaf_number(w, "DeliveryKey", index + 1);
    dat_xml_open(w, "DeliveryEstimation");
    dat_xml_leaf(w, "DeliveryEstimationMethod", "Manual estimation by operator");
    dat_xml_leaf(w, "DeliveryEstimationUnit", "Volume, m3sob");
    dat_xml_close(w);
    dat_xml_leaf_number(w, "ProductKey", index + 1);
    dat_xml_close(w);
}

static void write_volume(struct dat_xml *w, const char *category, double volume) {
    dat_xml_open(w, "LoadVolume");
    dat_xml_attribute(w, "loadVolumeCategory", category);
    dat_xml_content(w, "%.4f", volume);
    dat_xml_close(w);
}

static void write_load(struct dat_xml *w, const struct dat_fpr *fpr, int index) {
    const struct dat_fpr_load *load = &fpr->loads[index];
    dat_xml_open(w, "Load");
    dat_xml_leaf_number(w, "LoadKey", index + 1);
    dat_xml_leaf(w, "OperatorKey", "1");
    dat_xml_leaf_number(w, "LoadNumber", index + 1);
    dat_xml_leaf_number(w, "DistanceFromLastUnloading", lround(load->distance));
    dat_xml_leaf(w, "UnloadingTime", load->unloaded);
    for (int i = 0; i < load->count; i++) {
        const struct dat_fpr_part *part = &fpr->parts[load->first + i];
        assert(part->product >= 0 && part->product < fpr->product_count);
        dat_xml_open(w, "PartialLoad");
        dat_xml_leaf_number(w, "PartialLoadKey", load->first + i + 1);
        dat_xml_leaf_number(w, "DeliveryKey", part->product + 1);
        dat_xml_leaf(w, "LocationKey", "1");
        write_volume(w, "Volume, m3sob", part->over_bark);
        write_volume(w, "Volume, m3sub", part->under_bark);
        dat_xml_close(w);
    }
    dat_xml_close(w);
}

static void write_content(struct dat_xml *w, const void *content) {
    const struct dat_fpr *fpr = content;
    for (int i = 0; i < ter_species_count(); i++)
        if (fpr->common.has_species[i])
            write_group(w, &fpr->common, (enum ter_species)i);
    for (int i = 0; i < fpr->product_count; i++)
        write_product(w, fpr, i);
    write_object(w, &fpr->common);
    for (int i = 0; i < fpr->product_count; i++)
        write_delivery(w, fpr, i);
    for (int i = 0; i < fpr->load_count; i++)
        write_load(w, fpr, i);
}

bool dat_fpr_write(const struct dat_fpr *fpr, const char *path, struct dat_problem *problem) {
    assert(fpr->load_count > 0 && fpr->density > 0.0);
    const struct dat_stanford_message message = {.root = "ForwardedProduction",
                                                 .type = "fpr",
                                                 .version = "3.1",
                                                 .version_date = "2015-02-06",
                                                 .category = "Forwarder",
                                                 .head = DAT_STANFORD_NO_HEAD,
                                                 .persons = true,
                                                 .common = &fpr->common,
                                                 .write = write_content};
    return dat_stanford_write(&message, fpr, path, problem);
}
