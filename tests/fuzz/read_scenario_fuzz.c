// Reads any bytes as a scenario file; an accepted one must be within its bounds.
#include <math.h>

#include "data/exercise/scenario.h"
#include "tests/fuzz/text.h"

static void check(const struct dat_scenario *scenario) {
    if (!isfinite(scenario->x + scenario->y + scenario->heading + scenario->time_limit) ||
        (scenario->products != NULL && scenario->products->count > VEH_PRODUCT_KEYS) ||
        scenario->log_count > DAT_SCENARIO_MAX_LOGS || scenario->description == NULL)
        abort();
    for (int i = 0; i < scenario->log_count; i++) {
        struct ter_stem stem;
        if (!isfinite(scenario->logs[i].x + scenario->logs[i].y) ||
            !dat_scenario_log_stem(&scenario->logs[i], &stem))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct dat_scenario scenario;
    static struct dat_diagnostics d;
    char *text = fuzz_text(data, size, "fuzz.yaml", &d);
    if (text == NULL)
        return 0;
    const int accepted = dat_read_scenario(text, "fuzz.yaml", &scenario, &d);
    fuzz_check_result(accepted, &d);
    if (accepted) {
        check(&scenario);
        dat_scenario_finish(&scenario);
    }
    free(text);
    return 0;
}
