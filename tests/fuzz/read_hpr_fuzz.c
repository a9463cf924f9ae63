// Reads any bytes as harvested production, with and without ground; accepted stems must have all
// dimensions.
#include <math.h>

#include "data/site/hpr.h"
#include "tests/fuzz/text.h"

static void read(const char *text, const struct ter_ground *ground, struct dat_diagnostics *d) {
    struct ter_stand stand;
    const int accepted = dat_read_hpr(text, ground, &stand, NULL, d);
    fuzz_check_result(accepted, d);
    if (!accepted)
        return;
    for (int i = 0; i < stand.count; i++) {
        const struct ter_tree *tree = &stand.trees[i];
        if (!isfinite(tree->position.x + tree->position.y + tree->position.z) ||
            !(tree->dbh > 0.0 && tree->height > 0.0 && tree->crown_width > 0.0) ||
            !(tree->crown_base >= 0.0 && tree->crown_base < tree->height))
            abort();
    }
    if (stand.count == 0)
        abort();
    ter_stand_finish(&stand);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct dat_diagnostics d;
    struct ter_ground ground;
    char *text = fuzz_text(data, size, "fuzz.hpr", &d);
    if (text == NULL)
        return 0;
    read(text, NULL, &d);
    if (ter_ground_init(&ground, 11, 11, 0.0, 0.0, 10.0)) {
        dat_diagnostics_init(&d, "fuzz.hpr", text);
        read(text, &ground, &d);
        ter_ground_finish(&ground);
    }
    free(text);
    return 0;
}
