// Reads any bytes as a species; an accepted one must be one that trees can be of.
#include "data/site/species.h"
#include "tests/fuzz/text.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct dat_diagnostics d;
    static struct ter_species_def def;
    char *text = fuzz_text(data, size, "fuzz.yaml", &d);
    if (text == NULL)
        return 0;
    const bool accepted = dat_read_species(text, "fuzz.yaml", &def, &d);
    fuzz_check_result(accepted, &d);
    if (accepted && !(def.green_density >= 300.0 && def.green_density <= 1500.0))
        abort();
    free(text);
    return 0;
}
