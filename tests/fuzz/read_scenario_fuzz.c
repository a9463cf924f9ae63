// Reads any bytes as a scenario file; what is accepted must be within its bounds.
#include "data/exercise/scenario.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check(const struct dat_scenario *scenario) {
    if (!isfinite(scenario->x + scenario->y + scenario->heading + scenario->time_limit) ||
        scenario->assortment_count > VEH_MAX_ASSORTMENTS ||
        scenario->log_count > DAT_SCENARIO_MAX_LOGS || scenario->description == NULL) {
        abort();
    }
    for (int i = 0; i < scenario->log_count; i++) {
        struct ter_stem stem;
        if (!isfinite(scenario->logs[i].x + scenario->logs[i].y) ||
            !dat_scenario_log_stem(&scenario->logs[i], &stem)) {
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct dat_scenario scenario;
    static struct dat_diagnostics d;
    char *text = malloc(size + 1);
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    dat_diagnostics_init(&d, "fuzz.yaml", text);
    if (dat_read_scenario(text, "fuzz.yaml", &scenario, &d)) {
        check(&scenario);
        dat_scenario_finish(&scenario);
    } else if (dat_diagnostics_ok(&d)) {
        abort(); // refused without a word
    }
    free(text);
    return 0;
}
