#include "sim/base/version.h"

const char *sim_version(void) {
    return KRANICH_VERSION;
}
