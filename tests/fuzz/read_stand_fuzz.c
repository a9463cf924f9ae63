// Reads any bytes as a stand, with and without ground; accepted trees must be found again and have
// all dimensions.
#include <math.h>

#include "data/site/stand.h"
#include "data/text/name_index.h"
#include "tests/fuzz/text.h"

static void check(const struct ter_stand *stand) {
    struct dat_name_index ids;
    if (!dat_name_index_init(&ids, stand->count > 0 ? stand->trees->id : NULL, stand->count,
                             sizeof *stand->trees))
        abort();
    for (int i = 0; i < stand->count; i++) {
        const struct ter_tree *tree = &stand->trees[i];
        if (!isfinite(tree->position.x + tree->position.y + tree->position.z) ||
            !(tree->dbh > 0.0 && tree->height > 0.0 && tree->crown_width > 0.0) ||
            !(tree->crown_base >= 0.0 && tree->crown_base < tree->height) ||
            dat_name_index_find(&ids, tree->id) != i)
            abort();
        int found = -1;
        if (tree->status != TER_TREE_FELLED &&
            ter_stand_query(stand, tree->position.x, tree->position.y, tree->position.x,
                            tree->position.y, &found, 1) < 1)
            abort();
    }
    dat_name_index_finish(&ids);
}

static void read(const char *text, const struct ter_ground *ground, struct dat_diagnostics *d) {
    struct ter_stand stand;
    const int accepted = dat_read_stand(text, ground, &stand, NULL, d);
    fuzz_check_result(accepted, d);
    if (accepted) {
        check(&stand);
        ter_stand_finish(&stand);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct dat_diagnostics d;
    struct ter_ground ground;
    char *text = fuzz_text(data, size, "fuzz.csv", &d);
    if (text == NULL)
        return 0;
    read(text, NULL, &d);
    if (ter_ground_init(&ground, 11, 11, 0.0, 0.0, 10.0)) {
        dat_diagnostics_init(&d, "fuzz.csv", text);
        read(text, &ground, &d);
        ter_ground_finish(&ground);
    }
    free(text);
    return 0;
}
