// The engines of others that were found at build time.
#include "bench/peers.h"

#include <stddef.h>

static const struct bench_engine *const peers[] = {
#ifdef KRANICH_WITH_ODE
    &bench_ode_step,
    &bench_ode_quick_10,
    &bench_ode_quick_100,
#endif
#ifdef KRANICH_WITH_MUJOCO
    &bench_mujoco,
#endif
#ifdef KRANICH_WITH_BULLET
    &bench_bullet_10,
#endif
    NULL,
};

const struct bench_engine *const *bench_peers(int *count) {
    *count = (int)(sizeof peers / sizeof peers[0]) - 1;
    return peers;
}
