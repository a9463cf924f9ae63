// Engines of others; each exists only where it was found at build time.
#pragma once

#include "bench/bench.h"

extern const struct bench_engine bench_ode_step, bench_ode_quick_10, bench_ode_quick_100;
extern const struct bench_engine bench_mujoco;
extern const struct bench_engine bench_bullet_10;
