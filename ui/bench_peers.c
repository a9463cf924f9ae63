// The engines of others that were found at build time.
#include "ui/bench_peers.h"

#include <stddef.h>

static const struct ui_bench_engine *const peers[] = {
#ifdef KRANICH_WITH_ODE
    &ui_bench_ode_step,
    &ui_bench_ode_quick_10,
    &ui_bench_ode_quick_100,
#endif
#ifdef KRANICH_WITH_MUJOCO
    &ui_bench_mujoco,
#endif
#ifdef KRANICH_WITH_BULLET
    &ui_bench_bullet_10,
#endif
    NULL,
};

const struct ui_bench_engine *const *ui_bench_peers(int *count) {
    *count = (int)(sizeof peers / sizeof peers[0]) - 1;
    return peers;
}
