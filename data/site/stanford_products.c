#include "data/site/stanford_products.h"

#include <math.h>
#include <stdio.h>

static void write_diameters_of(struct dat_xml *w, const struct veh_product *product) {
    dat_xml_open_fixed(w, "DiameterDefinition");
    dat_xml_open(w, "DiameterClasses");
    dat_xml_attribute(w, "diameterClassCategory", "Top");
    for (int d = 0; d < product->diameter_count; d++) {
        dat_xml_open(w, "DiameterClass");
        dat_xml_leaf_number(w, "DiameterClassLowerLimit", dat_millimetres(product->diameter[d]));
        dat_xml_close(w);
    }
    dat_xml_leaf(w, "DiameterClassMAX", "999");
    dat_xml_leaf(w, "DiameterClassAdjustment", "DiameterClassAdjustment1");
    dat_xml_leaf(w, "DiameterUnderBark", product->diameter_under_bark ? "true" : "false");
    dat_xml_close(w);
    dat_xml_leaf_number(w, "DiameterMINTop", dat_millimetres(product->min_top));
    dat_xml_leaf_number(w, "DiameterMAXButt", dat_millimetres(fmin(product->max_butt, 0.999)));
    dat_xml_leaf_number(w, "DiameterTopPosition", dat_centimetres(product->top_position));
    dat_xml_close(w);
}

static void write_lengths_of(struct dat_xml *w, const struct veh_product *product) {
    const double longest = product->length[product->length_count - 1];
    dat_xml_open_fixed(w, "LengthDefinition");
    dat_xml_leaf(w, "LengthClassAdjustment", "LengthClassAdjustment1");
    for (int l = 0; l < product->length_count; l++) {
        dat_xml_open(w, "LengthClass");
        dat_xml_leaf_number(w, "LengthClassLowerLimit", dat_centimetres(product->length[l]));
        dat_xml_leaf(w, "LengthClassMargin", "0");
        dat_xml_close(w);
    }
    dat_xml_leaf_number(w, "LengthClassMAX", dat_centimetres(longest) + 10);
    dat_xml_close(w);
    dat_xml_open_fixed(w, "CuttingWindowDefinition");
    dat_xml_leaf_number(w, "LowerLengthLimit", dat_centimetres(product->window_low));
    dat_xml_leaf_number(w, "UpperLengthLimit", dat_centimetres(product->window_high));
    dat_xml_close(w);
}

static void write_rules(struct dat_xml *w, const struct veh_product *product) {
    dat_xml_open_fixed(w, "PermittedGradesDefinition");
    for (int i = 1; i <= DAT_STANFORD_GRADES; i++)
        if (veh_product_permits(product, 1U << i))
            dat_xml_leaf_number(w, "PermittedGradeNumber", i);
    dat_xml_close(w);
    dat_xml_open_fixed(w, "PriceDefinition");
    dat_xml_leaf(w, "VolumeDiameterAdjustment", "Measured diameter in mm");
    dat_xml_leaf(w, "VolumeDiameterCategory", "All diameters (solid volume)");
    dat_xml_leaf(w, "VolumeLengthCategory", "Physical length cm");
    dat_xml_leaf(w, "VolumeUnderBark", "true");
    dat_xml_close(w);
    dat_xml_open_fixed(w, "LengthDistributionDefinition");
    dat_xml_leaf(w, "DistributionAllowed", "false");
    dat_xml_leaf(w, "DistributionCategory", "Number of logs");
    dat_xml_leaf(w, "MAXDeviation", "0");
    dat_xml_leaf(w, "DistributionWithinProduct", "true");
    dat_xml_close(w);
    dat_xml_open_fixed(w, "LimitationDefinition");
    dat_xml_leaf(w, "LimitationCategory", "No limitation");
    dat_xml_leaf(w, "LimitationResult", "No action");
    dat_xml_close(w);
}

static void write_cell(struct dat_xml *w, const struct veh_product *product, int d, int l) {
    static const char *const colours[] = {"Color1", "Color2", "Color3"};
    const struct veh_price_cell *cell = &product->cell[d][l];
    dat_xml_open(w, "ProductMatrixItem");
    dat_xml_attribute_number(w, "diameterClassLowerLimit", dat_millimetres(product->diameter[d]));
    dat_xml_attribute_number(w, "lengthClassLowerLimit", dat_centimetres(product->length[l]));
    dat_xml_leaf_number(w, "Price", lround(cell->price));
    dat_xml_leaf_number(w, "Distribution", lround(cell->target));
    dat_xml_leaf(w, "Limitation", "0");
    dat_xml_leaf(w, "BuckingCriteria", "No limit");
    dat_xml_open(w, "LogColorMarking");
    for (int i = 0; i < 3; i++)
        dat_xml_leaf(w, colours[i], cell->colour >> i & 1 ? "true" : "false");
    dat_xml_close(w);
    dat_xml_close(w);
}

static void write_matrix(struct dat_xml *w, const struct veh_product *product) {
    static const char *const locks[] = {"modificationRestricted",
                                        "modificationRestrictedPrice",
                                        "modificationRestrictedDistribution",
                                        "modificationRestrictedLimitation",
                                        "modificationRestrictedBuckingCriteria",
                                        "modificationRestrictedLogColorMarking"};
    dat_xml_open(w, "ProductMatrixes");
    for (size_t i = 0; i < sizeof locks / sizeof locks[0]; i++)
        dat_xml_attribute(w, locks[i], "false");
    for (int d = 0; d < product->diameter_count; d++)
        for (int l = 0; l < product->length_count; l++)
            write_cell(w, product, d, l);
    dat_xml_close(w);
}

static void write_product(struct dat_xml *w, const struct dat_stanford *common, int index) {
    const struct dat_stanford_product *product = &common->products[index];
    char id[64];
    (void)snprintf(id, sizeof id, "%s-%d", ter_species_name(product->species), index + 1);
    dat_xml_open(w, "ProductDefinition");
    dat_xml_leaf_number(w, "ProductKey", index + 1);
    dat_xml_open(w, "ClassifiedProductDefinition");
    dat_xml_leaf(w, "ProductName", product->product->name);
    dat_xml_leaf(w, "ModificationDate", common->start);
    dat_xml_leaf_fixed(w, "ProductInfo", id);
    dat_xml_leaf_fixed(w, "ProductVersion", "1");
    dat_stanford_write_business(w, "ProductBuyer", false);
    dat_stanford_write_business(w, "ProductDestination", false);
    dat_xml_leaf(w, "ProductGroupName", product->product->name);
    dat_xml_leaf(w, "StemTypeCode", "1");
    dat_xml_leaf_with(w, "ProductUserID", "agency", "Other", id);
    dat_xml_leaf_number(w, "SpeciesGroupKey", dat_stanford_group_key(product->species));
    dat_xml_leaf(w, "ManualFreeBuck", "true");
    dat_xml_leaf(w, "TopLogFreeBuck", "false");
    dat_xml_leaf(w, "ProductCondition", "Buck always");
    write_diameters_of(w, product->product);
    write_lengths_of(w, product->product);
    write_rules(w, product->product);
    write_matrix(w, product->product);
    dat_xml_leaf_number(w, "ProductPresentationOrder", index + 1);
    dat_xml_close(w);
    dat_xml_close(w);
}

static void write_unclassified(struct dat_xml *w, const struct dat_stanford *common) {
    dat_xml_open(w, "ProductDefinition");
    dat_xml_leaf_number(w, "ProductKey", DAT_STANFORD_UNCLASSIFIED);
    dat_xml_open(w, "UnclassifiedProductDefinition");
    dat_xml_leaf(w, "ProductName", "Unclassified");
    dat_xml_leaf(w, "ModificationDate", common->start);
    dat_xml_close(w);
    dat_xml_close(w);
}

void dat_stanford_write_products(struct dat_xml *w, const struct dat_stanford *common) {
    for (int i = 0; i < common->product_count; i++)
        write_product(w, common, i);
    write_unclassified(w, common);
}
