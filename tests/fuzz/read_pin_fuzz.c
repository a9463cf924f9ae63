// Reads any bytes as product instructions, as species groups and as an object; accepted products
// must be ones that a computer can cut to.
#include "data/site/instructions.h"
#include "tests/fuzz/text.h"

static void check(const struct veh_products *products) {
    char text[128];
    if (products->count < 1 || products->count > VEH_MAX_PRODUCTS)
        abort();
    for (int i = 0; i < products->count; i++) {
        const struct veh_product *p = &products->product[i];
        if (veh_product_problem(p, text, sizeof text) != NULL || p->species < 0 ||
            p->species >= ter_species_count())
            abort();
        for (int d = 0; d < p->diameter_count; d++)
            for (int l = 0; l < p->length_count; l++)
                if (!(p->cell[d][l].price >= 0.0 && p->cell[d][l].target >= 0.0) ||
                    p->cell[d][l].colour > 7)
                    abort();
    }
    for (int s = 0; s < ter_species_count(); s++)
        if (products->start_grade[s] < 1 || products->start_grade[s] > 9)
            abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct dat_diagnostics d;
    static struct dat_species_groups groups;
    static struct dat_object_products object;
    static struct veh_products products;
    char *text = fuzz_text(data, size, "fuzz.pin", &d);
    if (text == NULL)
        return 0;
    groups.count = object.count = 0;
    const bool accepted = dat_read_pin(text, &groups, &object, &products, &d);
    fuzz_check_result(accepted, &d);
    if (accepted)
        check(&products);
    dat_diagnostics_init(&d, "fuzz.spi", text);
    fuzz_check_result(dat_read_spi(text, &groups, &d), &d);
    dat_diagnostics_init(&d, "fuzz.oin", text);
    fuzz_check_result(dat_read_oin(text, &object, &d), &d);
    free(text);
    return 0;
}
