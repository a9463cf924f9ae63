// Engines of others; each exists only where it was found at build time.
#pragma once

#include "ui/bench.h"

extern const struct ui_bench_engine ui_bench_ode_step, ui_bench_ode_quick_10,
    ui_bench_ode_quick_100;
extern const struct ui_bench_engine ui_bench_mujoco;
extern const struct ui_bench_engine ui_bench_bullet_10;
