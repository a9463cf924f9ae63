// Reads any bytes as a terrain; accepted heights must be finite, and the first sample on the
// ground.
#include <math.h>

#include "data/site/asc.h"
#include "tests/fuzz/text.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct dat_diagnostics d;
    struct ter_ground ground;
    char *text = fuzz_text(data, size, "fuzz.asc", &d);
    if (text == NULL)
        return 0;
    const int accepted = dat_read_asc(text, &ground, &d);
    fuzz_check_result(accepted, &d);
    if (accepted) {
        const long count = (long)ground.field.columns * ground.field.rows;
        for (long i = 0; i < count; i++)
            if (!isfinite(ground.heights[i]))
                abort();
        if (!ter_ground_contains(&ground, ground.field.x0, ground.field.y0))
            abort();
        ter_ground_finish(&ground);
    }
    free(text);
    return 0;
}
