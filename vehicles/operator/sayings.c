#include "vehicles/operator/sayings.h"

#include <assert.h>
#include <stddef.h>

static const struct {
    const char *key, *english;
} table[] = {[VEH_SAY_NOTHING] = {"NOTHING", NULL},
#define ROW(KEY, english) [VEH_SAY_##KEY] = {#KEY, english},
             VEH_DEMO_SAYINGS(ROW)
#undef ROW
};

const char *veh_demo_saying_english(enum veh_demo_saying saying) {
    assert(saying < VEH_DEMO_SAYING_COUNT);
    return table[saying].english;
}

const char *veh_demo_saying_key(enum veh_demo_saying saying) {
    assert(saying < VEH_DEMO_SAYING_COUNT);
    return table[saying].key;
}
