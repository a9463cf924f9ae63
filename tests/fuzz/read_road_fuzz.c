// Reads any bytes as a road; an accepted one has a length, and places along it.
#include <math.h>

#include "data/site/road.h"
#include "tests/fuzz/text.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct dat_diagnostics d;
    struct ter_road road;
    char *text = fuzz_text(data, size, "fuzz.csv", &d);
    if (text == NULL)
        return 0;
    const int accepted = dat_read_road(text, NULL, &road, &d);
    fuzz_check_result(accepted, &d);
    if (accepted) {
        const double length = ter_road_length(&road);
        const struct ter_road_place middle = ter_road_at(&road, 0.5 * length);
        if (!(length > 0.0) || !isfinite(length + middle.x + middle.y + middle.heading))
            abort();
        ter_road_finish(&road);
    }
    free(text);
    return 0;
}
